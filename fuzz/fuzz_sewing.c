// SPDX-License-Identifier: MIT
// Any bytes into the reader of sewing patterns; what it takes is cut, and what is cut must be sound.

#include "bight/garment_file.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_sewing pattern;
    bight_error error = {0};
    if (bight_read_sewing(NULL, data, size, &pattern, &error) != BIGHT_OK) {
        return 0;
    }

    // an edge length that leaves few vertices, whatever the size
    double extent = 1e-3;
    for (int32_t p = 0; p < pattern.panel_count; p++) {
        for (int32_t e = 0; e < pattern.panels[p].edge_count; e++) {
            const bight_sewing_edge *edge = &pattern.panels[p].edges[e];
            const double numbers[6] = {edge->from[0],       edge->from[1],       edge->control[0][0],
                                       edge->control[0][1], edge->control[1][0], edge->control[1][1]};
            for (int32_t k = 0; k < 6; k++) {
                extent = fmax(extent, fabs(numbers[k]));
            }
        }
    }
    bight_cloth_mesh mesh;
    if (bight_sewing_mesh(NULL, &pattern, extent / 8, &mesh, NULL, &error) == BIGHT_OK) {
        for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
            if (mesh.triangles[i] < 0 || mesh.triangles[i] >= mesh.vertex_count || mesh.uv_triangles[i] < 0 ||
                mesh.uv_triangles[i] >= mesh.uv_count) {
                abort();
            }
        }
        for (int32_t i = 0; i < 2 * mesh.seam_count; i++) {
            if (mesh.seams[i] < 0 || mesh.seams[i] >= mesh.vertex_count) {
                abort();
            }
        }
        bight_cloth_mesh_free(NULL, &mesh);
    }
    bight_sewing_free(NULL, &pattern);
    return 0;
}
