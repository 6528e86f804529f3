// SPDX-License-Identifier: MIT
// Any bytes into one of the readers of meshes; what it accepts is sound, can be checked, mended and written.

#pragma once

#include "bight/cloth_mesh_file.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

static void check_sound(const bight_cloth_mesh *mesh)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        check(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->vertex_count);
        check(mesh->uv_triangles[i] >= -1 && mesh->uv_triangles[i] < mesh->uv_count);
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        check(mesh->faces[t] >= 0 && mesh->faces[t] < mesh->face_count);
        check(mesh->groups[t] >= 0 && mesh->groups[t] < mesh->group_count);
        check(t == 0 || mesh->faces[t] >= mesh->faces[t - 1]);
    }
    for (int32_t i = 0; i < 2 * mesh->seam_count; i++) {
        check(mesh->seams[i] >= 0 && mesh->seams[i] < mesh->vertex_count);
    }
}

static void fuzz_writers(const bight_cloth_mesh *mesh)
{
    for (int32_t format = 0; format < BIGHT_MESH_FORMAT_COUNT; format++) {
        bight_bytes bytes;
        bight_cloth_mesh back;
        bight_mesh_format as = (bight_mesh_format)format;
        if (bight_write_cloth_mesh(NULL, mesh, as, NULL, &bytes, NULL) != BIGHT_OK) {
            check(bytes.data == NULL);
            continue;
        }
        if (as == BIGHT_MESH_FORMAT_OBJ || as == BIGHT_MESH_FORMAT_PLY) {
            check(bight_read_cloth_mesh(NULL, bytes.data, bytes.size, NULL, &back, NULL) == BIGHT_OK);
            check(back.vertex_count == mesh->vertex_count && back.triangle_count == mesh->triangle_count);
            check(back.seam_count == mesh->seam_count);
            for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
                check(back.triangles[i] == mesh->triangles[i]);
            }
            bight_cloth_mesh_free(NULL, &back);
        }
        bight_bytes_free(NULL, &bytes);
    }
}

static int fuzz_meshes(const uint8_t *data, size_t size, const char *name)
{
    bight_cloth_mesh mesh;
    bight_mesh_report report;
    if (bight_read_cloth_mesh(NULL, data, size, name, &mesh, NULL) != BIGHT_OK) {
        check(mesh.positions == NULL && mesh.triangles == NULL && mesh.triangle_count == 0);
        return 0;
    }
    check(mesh.triangle_count > 0);
    check_sound(&mesh);
    check(bight_mesh_check(NULL, &mesh, &report, NULL) == BIGHT_OK);
    bight_mesh_report_free(NULL, &report);
    fuzz_writers(&mesh);
    check(bight_mesh_repair(NULL, &mesh, NULL, NULL) == BIGHT_OK);
    check_sound(&mesh);
    check(bight_mesh_check(NULL, &mesh, &report, NULL) == BIGHT_OK);
    check(report.counts[BIGHT_MESH_FAULT_FOLDED] == 0 && report.counts[BIGHT_MESH_FAULT_DUPLICATE] == 0);
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);
    return 0;
}
