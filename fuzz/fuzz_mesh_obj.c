// SPDX-License-Identifier: MIT
// Any bytes into the reader of meshes, taken for obj where they do not say what they are.

#include "meshes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_meshes(data, size, "mesh.obj");
}
