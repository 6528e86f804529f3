// SPDX-License-Identifier: MIT
// The lines of OBJ and the edges of PLY as curves: what the readers of meshes take for seams.

#include "core/error.h"
#include "core/vec3.h"
#include "io/curve_edges.h"
#include "io/mesh_builder.h"

static bight_status read_lines(bi_curve_list *list, const char *bytes, size_t length,
                               bight_status (*read)(bi_mesh_builder *, const char *, size_t),
                               const char *lines)
{
    bi_mesh_builder builder = {.allocator = list->allocator, .error = list->error};
    const bight_cloth_mesh *mesh = &builder.mesh;
    bight_status status = read(&builder, bytes, length);
    if (status == BIGHT_OK && mesh->seam_count == 0) {
        status = bi_fail(list->error, BIGHT_ERROR_PARSE, 0, "no %s in the file: %s", lines,
                         mesh->triangle_count > 0 ? "surfaces are not curves" : "points alone say no order");
    }
    for (int32_t i = 0; i < 2 * mesh->seam_count && status == BIGHT_OK; i++) {
        int32_t point = mesh->seams[i];
        if (!v3_is_finite(mesh->positions[point])) {
            status = bi_fail(list->error, BIGHT_ERROR_PARSE, 0,
                             "vertex %d (counted from 1) is not finite: correct it", (int)point + 1);
        }
    }
    if (status == BIGHT_OK) {
        const bi_edges edges = {mesh->positions, (const int32_t(*)[2])mesh->seams, mesh->vertex_count,
                                mesh->seam_count, NULL};
        status = bi_curve_join_edges(list, &edges);
    }
    bight_cloth_mesh_free(builder.allocator, &builder.mesh);
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status = bi_fail(list->error, BIGHT_ERROR_PARSE, 0, "all %s of the file have no length", lines);
    }
    return status;
}

bight_status bi_read_obj_lines(bi_curve_list *list, const char *bytes, size_t length,
                               const bight_read_options *options)
{
    (void)options;
    return read_lines(list, bytes, length, bi_read_obj_mesh, "lines (l)");
}

bight_status bi_read_ply_edges(bi_curve_list *list, const char *bytes, size_t length,
                               const bight_read_options *options)
{
    (void)options;
    return read_lines(list, bytes, length, bi_read_ply_mesh, "edges");
}
