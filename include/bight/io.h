// SPDX-License-Identifier: MIT
// Files as bytes: readers take bytes and give plain arrays, writers take plain arrays and give bytes.
// The grammar of each format, to the byte, is in docs/formats.md.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/mesh.h"
#include "bight/shape.h"

// ---- curves ----------------------------------------------------------------------------------------------

/// Name, file endings, and what it holds. The one list behind the enum, bight_curve_format_name() and
/// bight_curve_format_find().
#define BIGHT_CURVE_FORMAT_LIST(X)                                                                           \
    X(AUTO, "auto", "", "what the content says, then the file's ending")                                     \
    X(XYZ, "xyz", "xyz txt dat", "lines of x y z, or frames with a count line")                              \
    X(CSV, "csv", "csv tsv", "columns by comma, semicolon or tab")                                           \
    X(PDB, "pdb", "pdb ent", "C-alpha trace of each chain, or other atoms")                                  \
    X(CIF, "cif", "cif mmcif", "C-alpha trace of each chain, or other atoms")                                \
    X(KNOTPLOT, "knotplot", "k kp coords", "lines of x y z, each list a closed curve")                       \
    X(VECT, "vect", "vect", "polylines of geomview")                                                         \
    X(LAMMPS, "lammps", "lammpstrj dump", "each molecule of each frame of a dump; chains of a data file")    \
    X(GLTF, "gltf", "gltf glb", "line strips, line loops and lines")                                         \
    X(OBJ, "obj", "obj", "lines between vertices")                                                           \
    X(PLY, "ply", "ply", "edges between vertices")                                                           \
    X(GRO, "gro", "gro", "C-alpha trace, or all atoms, of each frame")                                       \
    X(DCD, "dcd", "dcd", "all atoms of each frame of a trajectory")                                          \
    X(XTC, "xtc", "xtc", "all atoms of each frame of a trajectory")                                          \
    X(LIST, "list", "py m wl nb json", "points in brackets: Python, Mathematica, JSON")                      \
    X(ASCII, "ascii", "knt", "ropes drawn with the characters of text")

/// A file format that holds curves.
typedef enum bight_curve_format {
#define X(name, word, endings, doc) BIGHT_CURVE_FORMAT_##name,
    BIGHT_CURVE_FORMAT_LIST(X)
#undef X
        BIGHT_CURVE_FORMAT_COUNT ///< how many there are, not a format
} bight_curve_format;

/// "xyz", "csv" and so on; "auto" for what is no format. A string constant: never free it.
BIGHT_API const char *bight_curve_format_name(bight_curve_format format);

/// The format with this name, in lower case; BIGHT_CURVE_FORMAT_COUNT when there is none.
BIGHT_API bight_curve_format bight_curve_format_find(const char *name);

/// Which curve a file calls what: a chain, a line of a drawing.
typedef struct bight_curve_name {
    char text[32]; ///< printable ASCII, cut when longer; "" when the file has no name for it
} bight_curve_name;

/// A bond that a file lists between residues of chains: a disulfide bridge, a link.
typedef struct bight_bond {
    bight_curve_name chains[2];
    int32_t residues[2]; ///< by the file's numbers
} bight_bond;

/// Curves read from a file, one after another in one array. Free them with bight_curves_free().
typedef struct bight_curves {
    bight_vec3 *points;      ///< (point_count)
    int32_t *starts;         ///< (curve_count + 1): curve i is points[starts[i]] up to points[starts[i + 1]]
    bool *closed;            ///< (curve_count): the file repeated the first point (dropped here), or says so
    bight_curve_name *names; ///< (curve_count)
    int32_t *frame_of; ///< (curve_count) the frame or model that the curve is of, from 1; 0 in files without
    bight_bytes notes;       ///< What the reader decided, a line each: columns taken, gaps bridged. UTF-8.
    int32_t *numbers;        ///< (point_count) of the residues of a chain; NULL for files that have none
    bight_bond *bonds;       ///< (bond_count) SSBOND and LINK records, disulf and covale of struct_conn
    int32_t bond_count;
    int32_t point_count;     ///< of all curves
    int32_t curve_count;     ///< at least 1 after a read that succeeded
    bool frames;             ///< the curves stand alone (frames, chains), not components side by side
    int32_t point_capacity, curve_capacity, number_capacity, bond_capacity,
        frame; ///< the library's own business
} bight_curves;

/// Curve i, borrowed from curves. i in 0 .. curve_count - 1.
BIGHT_API bight_curve bight_curves_at(const bight_curves *curves, int32_t i);

/// Where a bond is: within one curve, named as its chain, between residues that are no neighbours.
/// @param curve Receives which curve. @param ends (2) receives its vertices, the lower one first.
/// @return false for a bond between chains, or of residues that are in no curve.
BIGHT_API bool bight_curves_bond(const bight_curves *curves, int32_t bond, int32_t *curve, int32_t ends[2]);

/// Give the arrays back and leave no curves. No curves, or NULL, are fine.
BIGHT_API void bight_curves_free(const bight_allocator *allocator, bight_curves *curves);

/// How to read curves. All zero is a good default; so is NULL in place of it.
typedef struct bight_read_options {
    bight_curve_format format; ///< Default BIGHT_CURVE_FORMAT_AUTO.
    const char *file_name;     ///< Its ending decides where the content does not. Nullable.
    bool all_models;           ///< Every MODEL of a PDB or mmCIF file, not the first alone.
    /// Of PDB and mmCIF files: names of the atoms that make a chain, with commas between, in place of C-alphas alone: "P" for
    /// RNA and DNA, "N,CA,C" for a protein's backbone. Nullable.
    const char *atoms;
    /// Of PDB and mmCIF files: the parts of the file that are taken, with commas between: CHAIN, CHAIN:FIRST-LAST (residues as
    /// the file numbers them), CHAIN:FIRST-LAST:ATOM; a chain * is any. Each part must be there. Nullable: all.
    const char *select;
    /// Frames of a stream that were read before these bytes: the first one is number 1 more.
    int32_t frames_before;
} bight_read_options;

/// Can atoms and select of the options be read? @return BIGHT_ERROR_INVALID with the word that has no meaning.
BIGHT_API bight_status bight_read_options_check(const bight_read_options *options, bight_error *error);

/// Which format the bytes are in: by content where that is plain, else by the file name's ending, else XYZ.
/// Never AUTO.
/// @param bytes     (length); may be NULL when length is 0.
/// @param file_name Nullable.
BIGHT_API bight_curve_format bight_curve_format_detect(const void *bytes, size_t length,
                                                       const char *file_name);

/// Refuse what no reader here reads, by its first bytes: packed files, pictures, films, documents, programs, STL, formats of
/// other programs. bight_read_curves() asks it when the format is AUTO.
/// @param bytes (length), not terminated; may be NULL when length is 0.
/// @return BIGHT_ERROR_PARSE with "this is a picture (PNG): ..." and what to do instead; BIGHT_OK when it is none of these.
BIGHT_API bight_status bight_refuse_foreign(const void *bytes, size_t length, bight_error *error);

/// Read the curves of a file in any format of BIGHT_CURVE_FORMAT_LIST.
/// @param env     Nullable: only the allocator is used.
/// @param bytes   (length), not terminated; may be NULL when length is 0.
/// @param options Nullable.
/// @param curves  Receives the curves, the caller frees them; empty on failure.
/// @return BIGHT_ERROR_PARSE with the line in error (0 where the format has no lines);
///         BIGHT_ERROR_INVALID for a format out of range; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_read_curves(const bight_env *env, const void *bytes, size_t length,
                                         const bight_read_options *options, bight_curves *curves,
                                         bight_error *error);

/// Read XYZ text: plain `x y z` or `index x y z` lines with blank lines between components, or frames that
/// each start with a line that holds their number of points. A curve whose last point repeats its first is
/// closed.
/// @param env    Nullable: only the allocator is used.
/// @param bytes  (length), not terminated; may be NULL when length is 0.
/// @param curves Receives the curves, the caller frees them; empty on failure.
/// @return BIGHT_ERROR_PARSE with the line in error; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_read_xyz(const bight_env *env, const void *bytes, size_t length,
                                      bight_curves *curves, bight_error *error);

/// Write curves as XYZ frames; the numbers read back are the very same. A closed curve repeats its first
/// point at the end.
/// @param curves  (count) at least one, each valid as bight_curve says, all coordinates finite.
/// @param comment Goes into each frame's second line, cut at the first control character. Nullable.
/// @param bytes   Receives the text, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID, BIGHT_ERROR_TOO_LARGE or BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_write_xyz(const bight_env *env, const bight_curve *curves, int32_t count,
                                       const char *comment, bight_bytes *bytes, bight_error *error);

// ---- meshes: OBJ, STL, GLB --------------------------------------------------------------------------------

/// Read the positions and faces of a Wavefront OBJ file; polygons are cut into triangles that face
/// the way they do.
/// Normals and texture coordinates are checked as indices go, then left out; other statements are skipped.
/// @param env   Nullable: only the allocator is used.
/// @param bytes (length), not terminated; may be NULL when length is 0.
/// @param mesh  Receives the mesh (normals and uv NULL), the caller frees it; empty on failure.
/// @return BIGHT_ERROR_PARSE with the line in error; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_read_obj(const bight_env *env, const void *bytes, size_t length,
                                      bight_mesh *mesh, bight_error *error);

/// Write one mesh as Wavefront OBJ, with normals and texture coordinates where it has them.
/// @param bytes Receives the text, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID (a number not finite, an index out of range), BIGHT_ERROR_TOO_LARGE or
///         BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_write_obj(const bight_env *env, const bight_mesh *mesh, bight_bytes *bytes,
                                       bight_error *error);

/// Write one mesh as binary STL, for printing. Coordinates are rounded to float; triangles that have no area
/// then are left out. The file is watertight when the mesh is.
/// @param bytes Receives the file, the caller frees it; empty on failure.
/// @return as bight_write_obj()
BIGHT_API bight_status bight_write_stl(const bight_env *env, const bight_mesh *mesh, bight_bytes *bytes,
                                       bight_error *error);

/// Some of a mesh's triangles under a name of their own.
typedef struct bight_glb_part {
    const char *name; ///< UTF-8; NULL means "mesh"
    int32_t first;    ///< triangle, from 0
    int32_t count;    ///< at least 1
} bight_glb_part;

/// One mesh of a GLB file and how it looks.
typedef struct bight_glb_mesh {
    const char *name;       ///< UTF-8; NULL means "mesh"
    const bight_mesh
        *mesh; ///< at least one triangle; normals and uv (v up, written as 1 - v) are written when there
    double colour[3];       ///< (3) red, green, blue as on a screen (sRGB), 0 to 1
    double roughness;       ///< 0 mirror to 1 dull
    double metallic;        ///< 0 or 1, or between
    const uint8_t
        *texture_png;    ///< (texture_size) a whole PNG file that multiplies colour; nullable; needs uv
    size_t texture_size; ///< bytes of texture_png
    bool two_sided;      ///< seen from behind too: cloth
    const double *colours; ///< (vertex_count x 3) sRGB, 0 to 1, that multiply `colour`: COLOR_0. Nullable.
    double texture_scale; ///< repeats of the texture for each unit of uv, finite, >= 0; 0 means 1

    /// (part_count) A node of its own for each, with the vertices of all; triangles of none are not shown. Nullable: one node.
    const bight_glb_part *parts;
    int32_t part_count;

    /// (frame_count) of bight_write_glb_motion(): the mesh in each frame, with the same triangles. The first
    /// is `mesh` itself. Nullable: it keeps its shape.
    const bight_mesh *shapes;
    const bight_pose *poses; ///< (frame_count) where it is in each frame. Nullable: it stays.
} bight_glb_mesh;

/// Write meshes as a binary glTF 2.0 file, one node for each, or each part of it, in one scene. Coordinates are rounded to
/// float.
/// @param meshes (count), at least one
/// @param bytes  Receives the file, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID (a number not finite as a float, an index out of range, a colour out of
///         range, a texture without uv, a part that is empty or beyond the triangles),
///         BIGHT_ERROR_TOO_LARGE (beyond 2 GiB), BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_write_glb(const bight_env *env, const bight_glb_mesh *meshes, int32_t count,
                                       bight_bytes *bytes, bight_error *error);

/// As bight_write_glb(), with an animation: shapes as morph targets, poses as translations and rotations. It
/// goes straight from one frame to the next.
/// @param times       (frame_count) seconds, 0 or later, each later than the one before
/// @param frame_count at least 2, or nothing moves
/// @return also BIGHT_ERROR_INVALID for times that do not grow, and shapes that are not the mesh moved
BIGHT_API bight_status bight_write_glb_motion(const bight_env *env, const bight_glb_mesh *meshes,
                                              int32_t count, const double *times, int32_t frame_count,
                                              bight_bytes *bytes, bight_error *error);

// ---- pictures: PNG ---------------------------------------------------------------------------------------

/// Write a picture as PNG, 8 bits a channel, sRGB.
/// @param pixels   (height x width x channels), top row first
/// @param width    1 to 32768
/// @param height   1 to 32768
/// @param channels 3 (red, green, blue) or 4 (and alpha, not premultiplied)
/// @param bytes    Receives the file, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_UNSUPPORTED in a build without libpng.
BIGHT_API bight_status bight_write_png(const bight_env *env, const uint8_t *pixels, int32_t width,
                                       int32_t height, int32_t channels, bight_bytes *bytes,
                                       bight_error *error);

// ---- files -----------------------------------------------------------------------------------------------

/// Read a whole file.
/// @param limit Largest size accepted, in bytes; 0 means 1 GiB.
/// @param bytes Receives the content, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_IO in words; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_read_file(const bight_env *env, const char *path, size_t limit,
                                       bight_bytes *bytes, bight_error *error);

/// Write a whole file, or nothing: the data goes to a temporary name in the same folder, "bight-PID-N.tmp", which
/// then takes the place of path. On failure an older file at path is untouched and nothing is left behind.
/// Symbolic links are followed; the new file has the old one's permissions. What is no regular file (a device, a
/// FIFO), or is the program's own standard output, is written straight. Under a limit on the size of files the
/// program must ignore SIGXFSZ, as under any writing of its own.
/// @param data (size); may be NULL when size is 0.
/// @return BIGHT_ERROR_IO in words; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_write_file(const bight_env *env, const char *path, const void *data, size_t size,
                                        bight_error *error);

/// A glTF file, JSON or binary, that keeps buffers in files beside it, as one that holds them itself: what
/// bight_read_curves() and bight_read_cloth_mesh(), which see bytes alone, can read. Files are taken from its own
/// folder and folders in it, never from elsewhere; at most 1 GiB together.
/// @param path   Where the bytes were read from.
/// @param bytes  (length) of any file.
/// @param whole  Receives the file with all buffers as data URIs, lines as they were; the caller frees it. Empty where
///               there is nothing to put in: `bytes` names no such file, or is no glTF file.
/// @return BIGHT_ERROR_PARSE with the buffer and its line: a file that is not there, is too short, or is elsewhere;
///         BIGHT_ERROR_IO, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_gltf_gather(const bight_env *env, const char *path, const void *bytes,
                                         size_t length, bight_bytes *whole, bight_error *error);
