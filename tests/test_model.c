// SPDX-License-Identifier: MIT
// The table of rope models: rows that hold together, and models that share a world without changing each other.

#include "scene.h"
#include "sim/model.h"
#include "test.h"

#include <string.h>

enum { NODES = 20, CYCLES = 80 };

TEST(rows_hold_together)
{
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        const bi_model *model = bi_models[i];
        CHECK(model != NULL && model->propose != NULL && model->lead != NULL);
        CHECK((model->shift != NULL) == (model->strike != NULL));
        CHECK((model->hold != NULL) == (model->release != NULL));
        CHECK((model->free != NULL) == (model->bytes != NULL));
        CHECK((model->free_shared != NULL) == (model->bytes_shared != NULL));
        CHECK(!(model->holds && model->shift != NULL)); // a pair has one law
    }
}

// A straight rope of one model far from others, led sideways by a hand at its first node.
static bight_rope_id add_rope(bight_world *world, bight_rope_model model)
{
    bight_vec3 points[NODES];
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(0.95 * i, 0.01 * (i % 3), 100.0 * (double)model);
    }
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, NODES, false};
    def.model = model;
    bight_rope_id rope;
    bight_handle_id hand;
    CHECK(bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK);
    CHECK(bight_handle_grasp(world, rope, 0, &hand, NULL) == BIGHT_OK);
    CHECK(bight_handle_set_target(world, hand, v3_add(points[0], v3(0.0, 3e-3 * CYCLES, 0.0))) == BIGHT_OK);
    return rope;
}

static void run(bight_world *world)
{
    for (int32_t i = 0; i < CYCLES; i++) {
        CHECK(bight_world_step(world, NULL) == BIGHT_OK);
    }
}

static bight_world *gentle_world(void)
{
    bight_world *world = scene_world();
    bight_world_def def = bight_world_get_def(world);
    def.speed_limit = 0.01;
    def.gravity = v3(0.0, -1e-3, 0.0);
    CHECK(bight_world_set_def(world, &def, NULL) == BIGHT_OK);
    return world;
}

// What the proposal of one model writes is no other model's business: bit by bit the same alone and together.
TEST(models_do_not_change_each_other)
{
    bight_world *all = gentle_world();
    bight_rope_id together[BIGHT_MODEL_COUNT];
    for (int32_t i = BIGHT_MODEL_COUNT - 1; i >= 0; i--) {
        together[i] = add_rope(all, (bight_rope_model)i);
    }
    run(all);
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        bight_world *alone = gentle_world();
        bight_curve one = bight_rope_curve(alone, add_rope(alone, (bight_rope_model)i));
        bight_vec3 start = one.points[0];
        run(alone);
        one = bight_rope_curve(alone, (bight_rope_id){1, 1});
        bight_curve other = bight_rope_curve(all, together[i]);
        CHECK(one.count > 0 && one.count == other.count);
        CHECK(v3_distance(start, one.points[0]) > 0.05); // it moved
        CHECK(memcmp(one.points, other.points, (size_t)one.count * sizeof *one.points) == 0);
        bight_world_destroy(alone);
    }
    bight_world_destroy(all);
}

TEST(counts_follow_ropes)
{
    bight_world *world = scene_world();
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        bight_rope_id rope = add_rope(world, (bight_rope_model)i);
        CHECK(world->model_count[i] == 1);
        CHECK(bight_rope_destroy(world, rope) && world->model_count[i] == 0);
    }
    CHECK(bight_world_step(world, NULL) == BIGHT_OK);
    bight_world_destroy(world);
}

RUN_TESTS(unit(rows_hold_together), unit(models_do_not_change_each_other), unit(counts_follow_ropes))
