// SPDX-License-Identifier: MIT
// Any bytes into the OBJ reader; what it accepts has indices in range, and can be checked and written.

#include "bight/io.h"
#include "geom/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_mesh mesh, back;
    if (bight_read_obj(NULL, data, size, &mesh, NULL) != BIGHT_OK) {
        check(mesh.positions == NULL && mesh.triangles == NULL);
        return 0;
    }
    for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        check(mesh.triangles[i] >= 0 && mesh.triangles[i] < mesh.vertex_count);
    }
    bight_status closed = bi_mesh_check_closed(NULL, &mesh, NULL);
    check(closed == BIGHT_OK || closed == BIGHT_ERROR_INVALID);
    bight_bytes bytes;
    check(bight_write_obj(NULL, &mesh, &bytes, NULL) == BIGHT_OK);
    check(bight_read_obj(NULL, bytes.data, bytes.size, &back, NULL) == BIGHT_OK);
    check(back.vertex_count == mesh.vertex_count && back.triangle_count == mesh.triangle_count);
    check(bi_mesh_check_closed(NULL, &back, NULL) == closed);
    bight_bytes_free(NULL, &bytes);
    bight_mesh_free(NULL, &back);
    bight_mesh_free(NULL, &mesh);
    return 0;
}
