// SPDX-License-Identifier: MIT
// Cloths of a scene whose corners are gathered and tied before it begins.

#include "geom/pose.h"
#include "scene/build.h"

#include <math.h>

#define RADIANS 0.017453292519943295

static void free_pleats(const bight_allocator *allocator, void *what)
{
    bight_pleat_free(allocator, what);
}

static bight_status check_grid(const bi_reader *reader, const bi_json_path *path,
                               const bight_scene_cloth *cloth)
{
    const bight_scene_grid *grid = cloth->shape == BIGHT_CLOTH_GRID ? cloth->grid : NULL;
    bool square = grid != NULL && grid->width == grid->height && grid->columns == grid->rows;
    return square && grid->columns % 2 == 0
               ? BIGHT_OK
               : bi_read_fail(
                     reader, path,
                     " need a square grid, as wide as high, with as many columns as rows and an even "
                     "number of them: folds lie on its diagonals");
}

// The template of the first knot, or of that above it, which has its own values.
static bight_status make_template(const bi_reader *reader, const bight_scene_files *files,
                                  const bi_json_path *path, const bi_json_path *at, bight_scene_pleat *asked,
                                  bool above)
{
    const char *file = above ? asked->above : asked->file;
    const bight_template_def *def = NULL;
    bight_template_edit edit;
    bight_status status = bi_scene_fetch_template(reader, files, at, file, &def);
    return status == BIGHT_OK ? bi_scene_make_template(reader, path, file, def, above ? NULL : asked->set,
                                                       above ? 0 : asked->set_count, NULL,
                                                       above ? &asked->made_above : &asked->made, &edit)
                              : status;
}

bight_status bi_scene_pleat(const bi_reader *reader, const bight_scene_files *files, const bight_scene *said,
                            bight_scene_cloth *cloth, int32_t index)
{
    bi_json_path cloths = {NULL, "cloths", 0}, item = {&cloths, NULL, index};
    bi_json_path path = {&item, "pleats", 0}, file = {&path, "template", 0};
    bi_json_path above = {&path, "above", 0};
    bight_scene_pleat *asked = cloth->pleats;
    if (asked == NULL) {
        return BIGHT_OK;
    }
    bight_status status = check_grid(reader, &path, cloth);
    status = status == BIGHT_OK ? make_template(reader, files, &path, &file, asked, false) : status;
    status = status == BIGHT_OK && asked->above != NULL
                 ? make_template(reader, files, &path, &above, asked, true)
                 : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // every second diagonal of the grid is a line of edges
    double side = cloth->grid->width, grain = 2.0 * side / cloth->grid->columns / sqrt(2.0);
    bight_pleat_options options = {.tips = {{0.0, 0.0}, {side, side}},
                                   .thickness = said->cloth->thickness,
                                   .grain = grain,
                                   .grains = (asked->squares + 1) / 2,
                                   .tail = asked->tail,
                                   .open = asked->open,
                                   .bag = RADIANS * asked->bag};
    if (asked->hold != NULL) {
        options.hold[0] = asked->hold->length;
        options.hold[1] = asked->hold->height;
        options.below = asked->hold->below;
    }
    if (asked->corners == 1) {
        options.tips[0][0] = side;
        options.tips[1][0] = 0.0;
    }
    bight_cloth_mesh mesh = {.positions = (void *)(uintptr_t)cloth->def.positions,
                             .uv = (void *)(uintptr_t)cloth->def.uv,
                             .triangles = (void *)(uintptr_t)cloth->def.triangles,
                             .uv_triangles = (void *)(uintptr_t)cloth->def.triangles,
                             .vertex_count = cloth->def.vertex_count,
                             .triangle_count = cloth->def.triangle_count,
                             .uv_count = cloth->def.uv_count};
    bight_env env = {.allocator = reader->pool->allocator};
    bight_error cause = {0};
    bight_pleats *pleats = bi_pool_new(reader->pool, 1, sizeof *pleats);
    if (pleats == NULL || !bi_pool_owe(reader->pool, free_pleats, pleats)) {
        return bi_read_no_memory(reader);
    }
    const bight_template *const both[2] = {asked->made, asked->made_above};
    status = asked->above != NULL ? bight_parcel_make(&env, &mesh, both, &options, pleats, &cause)
                                  : bight_pleat_make(&env, &mesh, asked->made, &options, pleats, &cause);
    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_NO_MEMORY ? bi_read_no_memory(reader)
                                               : bi_read_fail(reader, &path, ": %.230s", cause.message);
    }
    bight_pose pose = bi_scene_pose(cloth->position, cloth->along, cloth->rotation);
    for (int32_t v = 0; v < pleats->vertex_count; v++) {
        pleats->positions[v] = bi_pose_out(&pose, pleats->positions[v]);
    }
    cloth->def.positions = pleats->positions;
    asked->folded = pleats;
    return BIGHT_OK;
}
