// SPDX-License-Identifier: MIT
// Any bytes into the reader of XTC.

#include "curves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_curves(data, size, BIGHT_CURVE_FORMAT_XTC);
}
