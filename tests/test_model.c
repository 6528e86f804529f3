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
        CHECK(model != NULL);
        CHECK(model->propose != NULL || model->newton != NULL); // by itself, or solved for
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
    bight_hand_id hand;
    CHECK(bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, rope, 0, &hand, NULL) == BIGHT_OK);
    CHECK(bight_hand_set_target(world, hand, v3_add(points[0], v3(0.0, 3e-3 * CYCLES, 0.0))) == BIGHT_OK);
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

static void refused(bight_world *world, const bight_rope_def *def, const char *name)
{
    bight_error error = {0};
    bight_rope_id rope;
    CHECK(bight_rope_create(world, def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, name) != NULL && rope.index1 == 0);
}

// The public lists of numbers hold for defaults and checks: limits are taken, what lies beyond them or is no
// number is refused by name.
TEST(numbers_have_one_range)
{
    bight_error error = {0};
    bight_world *world = NULL;
#define X(field, unit, words, least, most, standard)                                                         \
    for (int32_t i = 0; i < 5; i++) {                                                                        \
        const double tried[] = {(least), (most), (double)NAN, (least)-1e-3, 1.001 * (most)};                 \
        bight_world_def def = bight_world_def_default();                                                     \
        CHECK(def.field == (standard) && def.field >= (least) && def.field <= (most));                       \
        def.field = tried[i];                                                                                \
        bight_status status = bight_world_create(&def, &world, &error);                                      \
        CHECK((status == BIGHT_OK) == (i < 2) && (i < 2 || strstr(error.message, #field) != NULL));          \
        bight_world_destroy(world);                                                                          \
    }
    BIGHT_WORLD_FIELDS(X)
#undef X

    world = scene_world();
    const bight_vec3 points[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    bight_rope_def rope = bight_rope_def_default();
    rope.curve = (bight_curve){points, 3, false};
    rope.model = BIGHT_MODEL_PROJECTION;
#define X(type, field, unit, words, least, most, standard)                                                   \
    rope.projection = bight_projection_def_default();                                                        \
    CHECK((double)rope.projection.field == (double)(standard));                                              \
    rope.projection.field = (type)((most) + 1);                                                              \
    refused(world, &rope, #field);                                                                           \
    rope.projection.field = (type)((least)-1);                                                               \
    refused(world, &rope, #field);
    BIGHT_PROJECTION_FIELDS(X)
#undef X

    rope.model = BIGHT_MODEL_SPRING;
#define X(field, unit, words, least, most, standard)                                                         \
    rope.spring = bight_rope_def_default().spring;                                                           \
    CHECK(rope.spring.field == (standard));                                                                  \
    rope.spring.field = 1.001 * (most);                                                                      \
    refused(world, &rope, "spring." #field);                                                                 \
    rope.spring.field = (least)-1e-3;                                                                        \
    refused(world, &rope, "spring." #field);                                                                 \
    rope.spring.field = (double)NAN;                                                                         \
    refused(world, &rope, "spring." #field);
    BIGHT_SPRING_FIELDS(X)
#undef X
    bight_world_destroy(world);
}

RUN_TESTS(unit(rows_hold_together), unit(models_do_not_change_each_other), unit(counts_follow_ropes),
          unit(numbers_have_one_range))
