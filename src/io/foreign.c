// SPDX-License-Identifier: MIT

#include "io/foreign.h"

#include "core/error.h"

#include <string.h>

// Bytes that may tell what a file is.
#define HEAD 400

// What stands at the very beginning; text formats in whatever case their programs write them.
static const struct {
    const char *start;
    size_t length;
    const char *name, *mend;
    const char *also; // what must stand in its first part too, or NULL
} foreign[] = {
#define BYTES(text) .start = text, .length = sizeof text - 1
    {BYTES("\x1f\x8b"), "a file packed by gzip", "unpack it first (gunzip)"},
    {BYTES("BZh"), "a file packed by bzip2", "unpack it first (bunzip2)"},
    {BYTES("\xfd"
           "7zXZ"),
     "a file packed by xz", "unpack it first (unxz)"},
    {BYTES("\x28\xb5\x2f\xfd"), "a file packed by zstd", "unpack it first (unzstd)"},
    {BYTES("PK\x03\x04"), "a zip archive", "unpack it first (unzip); of .npz save each array as text"},
    {BYTES("\x93NUMPY"), "an array of numpy", "save it as text: numpy.savetxt(\"a.xyz\", points)"},
    {BYTES("\x89HDF"), "an HDF5 file", "write frames of XYZ from it"},
    {BYTES("CDF\x01"), "a NetCDF file", "write frames of XYZ from it"},
    {BYTES("CDF\x02"), "a NetCDF file", "write frames of XYZ from it"},
    {BYTES("CDF\x05"), "a NetCDF file", "write frames of XYZ from it"},
    {BYTES("\x00\x00\x07\xc9"), "a TRR trajectory",
     "write XTC or GRO (gmx trjconv -o a.xtc), or read it with Python's identify_trajectory()"},
    {BYTES("\x89PNG"), "a picture", "give points or a code"},
    {BYTES("%PDF"), "a PDF", "give points or a code"},
    {BYTES("\xff\xd8\xff"), "a picture", "give points or a code"},
    {BYTES("GIF8"), "a picture", "give points or a code"},
    {BYTES("\x7f"
           "ELF"),
     "a program", "give points or a code"},
    {BYTES("BLENDER"), "a Blender file", "export glTF or OBJ"},
    {BYTES("solid "), "an STL file, which has no lines", "export OBJ, PLY or glTF", "facet"},
    {BYTES("OFF\n"), "an OFF file, which has no lines", "export OBJ, PLY or glTF"},
    {BYTES("#VRML"), "a VRML file", "export OBJ or glTF"},
    {BYTES("# vtk DataFile"), "a VTK file", "export OBJ, PLY or CSV"},
    {BYTES("<"), "XML or HTML", "give points or a code"},
    {BYTES("@<TRIPOS>"), "a MOL2 file", "write PDB or mmCIF"},
    {BYTES("PSF\n"), "a PSF file, which has no points", "give the coordinates, as PDB"},
#undef BYTES
};

static bool stands_in_head(const char *word, const char *bytes, size_t length)
{
    size_t size = strlen(word), most = length < HEAD ? length : HEAD;
    for (size_t i = 0; i + size <= most; i++) {
        if (memcmp(bytes + i, word, size) == 0) {
            return true;
        }
    }
    return false;
}

bight_status bi_refuse_foreign(const char *bytes, size_t length, bight_error *error)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (length >= foreign[i].length && memcmp(bytes, foreign[i].start, foreign[i].length) == 0 &&
            (foreign[i].also == NULL || stands_in_head(foreign[i].also, bytes, length))) {
            return bi_fail(error, BIGHT_ERROR_PARSE, 1, "this is %s: %s", foreign[i].name, foreign[i].mend);
        }
    }
    return BIGHT_OK;
}
