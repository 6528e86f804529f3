// SPDX-License-Identifier: MIT
// Files of meshes of cloth: reading and writing them.

#pragma once

#include "bight/base.h"
#include "bight/cloth_mesh.h"

/// Name, file endings, and what the format does here. The one list behind the enum, bight_mesh_format_name()
/// and bight_mesh_format_find().
#define BIGHT_MESH_FORMAT_LIST(X)                                                                            \
    X(OBJ, "obj", "obj", "in and out: polygons, pattern, groups, seams as lines of two vertices")            \
    X(PLY, "ply", "ply", "in (text, binary of both byte orders) and out (binary, little-endian)")            \
    X(GLTF, "gltf", "gltf glb", "in (JSON, binary) and out (binary; frames as morph targets)")               \
    X(STL, "stl", "stl", "out: for printing, without the pattern")                                           \
    X(PC2, "pc2", "pc2", "out: positions of all vertices in each frame, for Blender's mesh cache")

/// A file format that holds meshes.
typedef enum bight_mesh_format {
#define X(name, word, endings, doc) BIGHT_MESH_FORMAT_##name,
    BIGHT_MESH_FORMAT_LIST(X)
#undef X
        BIGHT_MESH_FORMAT_COUNT ///< how many there are, not a format
} bight_mesh_format;

/// "obj", "ply" and so on. A string constant: never free it. NULL for anything else.
BIGHT_API const char *bight_mesh_format_name(bight_mesh_format format);

/// The format with this ending, in any case ("cloth.OBJ", "obj"); BIGHT_MESH_FORMAT_COUNT when there is none.
BIGHT_API bight_mesh_format bight_mesh_format_find(const char *file_name);

/// Read a mesh from an OBJ, PLY or glTF file. Vertices and faces keep their order; files with one place on the pattern for
/// each vertex (glTF always) have to double vertices along its borders, so there those with the very same position become one. Coordinates
/// that are not numbers are kept, for bight_mesh_check() to find. The grammar of each format is in
/// docs/formats.md.
/// @param env       Nullable: only the allocator is used.
/// @param bytes     (length), not terminated; may be NULL when length is 0
/// @param file_name Its ending decides where the content does not ("ply" and "glTF" and "{" at the start do).
///                  Nullable: then OBJ.
/// @param mesh      Receives the mesh, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_PARSE with the line in error (0 where the format has no lines); BIGHT_ERROR_TOO_LARGE;
///         BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_read_cloth_mesh(const bight_env *env, const void *bytes, size_t length,
                                             const char *file_name, bight_cloth_mesh *mesh,
                                             bight_error *error);

/// Positions of a mesh's vertices in one frame after another.
typedef struct bight_mesh_frames {
    const bight_vec3 *positions; ///< (count x vertex_count) metres, all finite
    int32_t count;               ///< at least 1
    double rate;                 ///< frames a second, > 0
} bight_mesh_frames;

/// Write a mesh. OBJ and PLY hold every number to the last bit; glTF, STL and PC2 hold floats.
/// @param mesh   All positions and places on the pattern finite, all indices in range.
/// @param frames NULL for the mesh alone. glTF: each is a morph target, and an animation plays them; the mesh
/// itself
///               is where they start from. PC2: the frames are the file (without them: one, the mesh's).
///               BIGHT_ERROR_INVALID for other formats.
/// @param bytes  Receives the file, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID in words, BIGHT_ERROR_TOO_LARGE (beyond 2 GiB) or BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_write_cloth_mesh(const bight_env *env, const bight_cloth_mesh *mesh,
                                              bight_mesh_format format, const bight_mesh_frames *frames,
                                              bight_bytes *bytes, bight_error *error);
