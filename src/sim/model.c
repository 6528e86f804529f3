// SPDX-License-Identifier: MIT

#include "sim/model.h"
#include "sim/response/response.h"

const bi_model *const bi_models[BIGHT_MODEL_COUNT] = {[BIGHT_MODEL_FTL] = &bi_ftl_model,
                                                      [BIGHT_MODEL_SPRING] = &bi_spring_model,
                                                      [BIGHT_MODEL_PROJECTION] = &bi_projection_model,
                                                      [BIGHT_MODEL_ROD] = &bi_rod_model};

// The row of a model that has ropes, else one in which everything is NULL.
static const bi_model *row(const bight_world *world, int32_t model)
{
    static const bi_model none = {0};
    BI_ASSERT(world->model_count[model] >= 0);
    return world->model_count[model] > 0 ? bi_models[model] : &none;
}

bi_near_margin bi_usual_margin(const bight_world *world)
{
    // Half a radius covers the shifts of a usual cycle. Obstacles may come as fast as a hand, so theirs is
    // wider; there are few of those pairs.
    double thinnest = bi_thinnest(world);
    bi_near_margin margin = {.links = 0.5 * thinnest, .obstacles = 1.4 * thinnest};
    if (bi_response_is_solved(world)) {
        for (int32_t i = 0; i < world->rope_count; i++) {
            if (world->ropes[i].alive && world->ropes[i].engaged > 0) {
                // what the response moves it has to see; links two further along a rope are not worth it. A rod
                // has a column of its own
                double links = world->ropes[i].rod == NULL ? 1.8 * world->ropes[i].radius : 0.0;
                margin.links = bi_max(margin.links, links);
                double more = world->obstacle_count > 0 ? thinnest + world->ropes[i].radius : 0.0;
                margin.obstacles = bi_max(margin.obstacles, more);
            }
        }
    }
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        const bi_model *model = row(world, i);
        margin = model->margin != NULL ? model->margin(world, margin) : margin;
    }
    return margin;
}

// One column of the table, from the first row to the last; the first failure ends it.
#define EACH_MAY_FAIL(column)                                                                                \
    bight_status bi_models_##column(bight_world *world)                                                      \
    {                                                                                                        \
        bight_status status = BIGHT_OK;                                                                      \
        for (int32_t i = 0; i < BIGHT_MODEL_COUNT && status == BIGHT_OK; i++) {                              \
            const bi_model *model = row(world, i);                                                           \
            status = model->column != NULL ? model->column(world) : BIGHT_OK;                                \
        }                                                                                                    \
        return status;                                                                                       \
    }

#define EACH(column)                                                                                         \
    void bi_models_##column(bight_world *world)                                                              \
    {                                                                                                        \
        for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {                                                    \
            const bi_model *model = row(world, i);                                                           \
            if (model->column != NULL) {                                                                     \
                model->column(world);                                                                        \
            }                                                                                                \
        }                                                                                                    \
    }

EACH_MAY_FAIL(begin)
EACH_MAY_FAIL(propose)
EACH_MAY_FAIL(end)
EACH(release)
EACH(cut)
EACH(restore)
EACH(commit)

int32_t bi_models_hold(bight_world *world)
{
    int32_t clusters = 0;
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        const bi_model *model = row(world, i);
        clusters += model->hold != NULL ? model->hold(world) : 0;
    }
    return clusters;
}

void bi_models_limit_strain(const bight_world *world, bight_vec3 *to)
{
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        const bi_model *model = row(world, i);
        if (model->limit_strain != NULL) {
            model->limit_strain(world, to);
        }
    }
}
