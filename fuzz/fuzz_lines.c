// SPDX-License-Identifier: MIT
// Any bytes into the readers of lines: OBJ and PLY.

#include "curves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool ply = size >= 3 && data[0] == 'p' && data[1] == 'l' && data[2] == 'y';
    return fuzz_curves(data, size, ply ? BIGHT_CURVE_FORMAT_PLY : BIGHT_CURVE_FORMAT_OBJ);
}
