// SPDX-License-Identifier: MIT

// Formats that are known by their first bytes, and not read: the one list of the command, the library and the page.

#include "bight/io.h"

#include "core/error.h"

#include <string.h>

#define UNPACK "unpack it first"
#define GIVE "give points, a mesh or a code"
#define EXPORT "export OBJ, PLY or glTF"

// What stands at the very beginning, or at a place behind it; text formats in whatever case their programs write them.
static const struct {
    const char *start;
    size_t length, at;
    const char *name, *mend;
} foreign[] = {
#define BYTES(text) .start = text, .length = sizeof text - 1
    {BYTES("\x1f\x8b"), 0, "an archive (gzip)", UNPACK},
    {BYTES("BZh"), 0, "an archive (bzip2)", UNPACK},
    {BYTES("\xfd"
           "7zXZ"),
     0, "an archive (xz)", UNPACK},
    {BYTES("\x28\xb5\x2f\xfd"), 0, "an archive (zstd)", UNPACK},
    {BYTES("7z\xbc\xaf"), 0, "an archive (7z)", UNPACK},
    {BYTES("PK\x03\x04"), 0, "an archive (ZIP)", UNPACK "; of .npz save each array as text"},
    {BYTES("\x93NUMPY"), 0, "an array of numpy", "save it as text: numpy.savetxt(\"a.xyz\", points)"},
    {BYTES("\x89HDF"), 0, "an HDF5 file", "write frames of XYZ from it"},
    {BYTES("CDF\x01"), 0, "a NetCDF file", "write frames of XYZ from it"},
    {BYTES("CDF\x02"), 0, "a NetCDF file", "write frames of XYZ from it"},
    {BYTES("CDF\x05"), 0, "a NetCDF file", "write frames of XYZ from it"},
    {BYTES("\x00\x00\x07\xc9"), 0, "a TRR trajectory",
     "write XTC or GRO (gmx trjconv -o a.xtc), or read it with Python's identify_trajectory()"},
    {BYTES("\x89PNG"), 0, "a picture (PNG)", GIVE},
    {BYTES("\xff\xd8\xff"), 0, "a picture (JPEG)", GIVE},
    {BYTES("GIF8"), 0, "a picture (GIF)", GIVE},
    {BYTES("RIFF"), 0, "a picture, a sound or a film (RIFF)", GIVE},
    {BYTES("ftyp"), 4, "a film or a picture (MP4, HEIC)", GIVE},
    {BYTES("%PDF"), 0, "a document (PDF)", GIVE},
    {BYTES("\x7f"
           "ELF"),
     0, "a program (ELF)", GIVE},
    {BYTES("\x00"
           "asm"),
     0, "a program (WebAssembly)", GIVE},
    {BYTES("BLENDER"), 0, "a Blender file", "export glTF or OBJ"},
    {BYTES("OFF\n"), 0, "an OFF file, which has no lines", EXPORT},
    {BYTES("#VRML"), 0, "a VRML file", "export OBJ or glTF"},
    {BYTES("# vtk DataFile"), 0, "a VTK file", "export OBJ, PLY or CSV"},
    {BYTES("<"), 0, "XML or HTML", GIVE},
    {BYTES("@<TRIPOS>"), 0, "a MOL2 file", "write PDB or mmCIF"},
    {BYTES("PSF\n"), 0, "a PSF file, which has no points", "give the coordinates, as PDB"},
#undef BYTES
};

static bool stands_at(const char *bytes, size_t length, size_t at, const char *word, size_t size)
{
    return at <= length && size <= length - at && memcmp(bytes + at, word, size) == 0;
}

static size_t behind_blanks(const char *bytes, size_t length, size_t at, bool lines)
{
    while (at < length &&
           (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || (lines && bytes[at] == '\n'))) {
        at++;
    }
    return at;
}

// "solid NAME", then "facet normal"; or 80 bytes of anything, how many triangles there are, and 50 bytes for each.
static bool is_stl(const char *bytes, size_t length)
{
    size_t at = behind_blanks(bytes, length, 0, true);
    if (stands_at(bytes, length, at, "solid", 5)) {
        while (at < length && bytes[at] != '\n') {
            at++;
        }
        at = behind_blanks(bytes, length, at, true);
        if (stands_at(bytes, length, at, "facet", 5)) {
            at = behind_blanks(bytes, length, at + 5, false);
            return stands_at(bytes, length, at, "normal", 6);
        }
    }
    if (length < 84) {
        return false;
    }
    const unsigned char *count = (const unsigned char *)bytes + 80;
    uint64_t triangles =
        (uint64_t)count[0] | (uint64_t)count[1] << 8 | (uint64_t)count[2] << 16 | (uint64_t)count[3] << 24;
    return triangles > 0 && length == 84 + 50 * triangles;
}

bight_status bight_refuse_foreign(const void *bytes, size_t length, bight_error *error)
{
    const char *text = length > 0 ? bytes : "";
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (stands_at(text, length, foreign[i].at, foreign[i].start, foreign[i].length)) {
            return bi_fail(error, BIGHT_ERROR_PARSE, 0, "this is %s: %s", foreign[i].name, foreign[i].mend);
        }
    }
    return is_stl(text, length)
               ? bi_fail(error, BIGHT_ERROR_PARSE, 0,
                         "this is a mesh of bare triangles (STL), without lines or a pattern: " EXPORT)
               : BIGHT_OK;
}
