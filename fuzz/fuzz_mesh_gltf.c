// SPDX-License-Identifier: MIT
// Any bytes into the reader of meshes, taken for gltf where they do not say what they are, and first into what puts
// files beside it in: there are none, so it ends at the first name.

#include "bight/io.h"
#include "meshes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_bytes whole;
    bight_gltf_gather(NULL, "/nowhere/mesh.gltf", data, size, &whole, NULL);
    bight_bytes_free(NULL, &whole);
    return fuzz_meshes(data, size, "mesh.gltf");
}
