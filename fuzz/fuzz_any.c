// SPDX-License-Identifier: MIT
// Any bytes into the reader that finds out the format by itself. The first byte chooses what the file is
// called.

#include "curves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {NULL,     "a.xyz",  "a.csv", "a.pdb", "a.cif",
                                        "a.vect", "a.gltf", "a.glb", "a.txt", "a"};
    if (size == 0) {
        return 0;
    }
    const char *name = names[data[0] % (sizeof names / sizeof *names)];
    return fuzz_named_curves(data + 1, size - 1, BIGHT_CURVE_FORMAT_AUTO, name);
}
