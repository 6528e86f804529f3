// SPDX-License-Identifier: MIT
// A sheet as it is drawn.

#include "bight/cloth.h"

#include "core/error.h"
#include "core/vec3.h"
#include "geom/skin.h"

bight_status bight_cloth_skin(const bight_env *env, const bight_cloth_def *def, const bight_vec3 *positions,
                              int32_t level, bight_mesh *mesh, bight_error *error)
{
    *mesh = (bight_mesh){0};
    bi_skin_source source = {.positions = positions != NULL ? positions : def->positions,
                             .triangles = def->triangles,
                             .uv = def->uv,
                             .uv_triangles = def->uv_triangles,
                             .vertex_count = def->vertex_count,
                             .triangle_count = def->triangle_count,
                             .uv_count = def->uv_count};
    if (level < 0 || level > 4) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "level is %d: give 0 to 4", (int)level);
    }
    for (int32_t i = 0; i < source.vertex_count; i++) {
        if (!v3_is_finite(source.positions[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "position %d is not finite", (int)i);
        }
    }
    bight_status status = bi_skin_make(env != NULL ? &env->allocator : NULL, &source, level, mesh);
    return status == BIGHT_OK
               ? status
               : bi_fail(error, status, 0, "a sheet of %d triangles cannot be drawn at level %d: %s",
                         (int)def->triangle_count, (int)level, bight_status_text(status));
}
