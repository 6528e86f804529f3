// SPDX-License-Identifier: MIT
// Spring ropes in the world: what they do when numbers run away, memory ends or input is bad.

#include "scene_memory.h"
#include "spring_scene.h"
#include "test.h"

// ---- divergence ------------------------------------------------------------------------------------------

// Too long a time step, too hard a pull: said with numbers, and the ropes stay where they were.
TEST(divergence_is_reported)
{
    for (int32_t i = 0; i < 3; i++) {
        bight_vec3 points[60];
        bight_world *world = scene_world();
        straight(points, 60, v3(0, 0, 0), v3(0.009, 0, 0));
        for (int32_t k = 0; k < 60; k++) {
            points[k].y = 0.002 * (k % 3);
        }
        bight_rope_def def = spring_def(points, 60, false);
        def.spring.time_step = i == 0 ? 0.0009 : 0.00025;
        bight_rope_id rope = create(world, &def);
        if (i == 0) {
            bight_hand_id hand = scene_grasp(world, rope, 30);
            bight_hand_set_target(world, hand, v3(0.3, 0.02, 0));
        } else if (i == 1) {
            CHECK(bight_rope_pull(world, rope, 0, 0.0, v3(-1e5, 0, 0), NULL) == BIGHT_OK);
        } else {
            CHECK(bight_rope_pull(world, rope, 0, 0.1, v3(-100, 0, 0), NULL) == BIGHT_OK);
            CHECK(bight_rope_pull(world, rope, 1, 0.1, v3(100, 0, 0), NULL) == BIGHT_OK);
        }
        bight_status status = BIGHT_OK;
        bight_vec3 before = {0};
        for (int32_t cycle = 0; cycle < 20000 && status == BIGHT_OK; cycle++) {
            before = bight_rope_curve(world, rope).points[0];
            status = bight_world_step(world, NULL);
        }
        bight_error error = bight_world_error(world);
        CHECK(status == BIGHT_ERROR_DIVERGED && error.status == status);
        CHECK(strstr(error.message, "rope 0 diverges") != NULL &&
              strstr(error.message, "stable below") != NULL);
        CHECK(strstr(error.message, i == 0 ? "lower spring.time_step" : "more gently") != NULL ||
              strstr(error.message, "lower spring.time_step") != NULL);
        bight_curve curve = bight_rope_curve(world, rope);
        CHECK(v3_distance(curve.points[0], before) == 0.0);
        for (int32_t k = 0; k < curve.count; k++) {
            CHECK(v3_is_finite(curve.points[k]) && v3_length(curve.points[k]) < 10.0);
        }

        // and again, as nothing has changed
        CHECK(bight_world_step(world, NULL) == BIGHT_ERROR_DIVERGED);
        bight_world_destroy(world);
    }
}

// Hard but honest use is no divergence: a stiff rope whirled round, dropped, hit.
TEST(honest_motion_is_no_divergence)
{
    bight_vec3 points[60];
    bight_world *world = scene_world();
    straight(points, 60, v3(0, 0, 0), v3(0.009, 0, 0));
    bight_rope_def def = spring_def(points, 60, false);
    def.spring.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = create(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    for (int32_t cycle = 0; cycle < 16000; cycle++) {
        double angle = 2.0 * 3.14159265358979323846 * cycle / 2000.0; // two and a half turns a second
        bight_hand_set_target(world, hand, v3(0.03 * sin(angle), 0.03 * cos(angle) - 0.03, 0));
        run(world, 1);
    }
    CHECK(state_of(world, rope).kinetic > 1e-3);
    bight_world_destroy(world);
}

// ---- memory ----------------------------------------------------------------------------------------------

static bight_status build(bight_world *world, bight_hand_id *hand)
{
    bight_vec3 points[40];
    straight(points, 40, v3(-0.2, 0, 0), v3(0.0095, 0, 0.0));
    bight_rope_def def = spring_def(points, 40, false);
    def.spring.gravity = v3(0, -9.81, 0);
    def.spring.drag = 3.0;
    bight_rope_id first, second;
    bight_status status = bight_rope_create(world, &def, &first, NULL);
    straight(points, 40, v3(0, 0.02, -0.2), v3(0, 0, 0.0095));
    if (status == BIGHT_OK) {
        status = bight_rope_create(world, &def, &second, NULL);
    }
    bight_hand_id end;
    if (status == BIGHT_OK) {
        status = bight_hand_grasp(world, first, 0, hand, NULL);
    }
    return status == BIGHT_OK ? bight_hand_grasp(world, first, 39, &end, NULL) : status;
}

TEST(a_warm_step_takes_no_memory)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_hand_id hand;
    bight_rope_id last = {2, 1};
    CHECK(build(world, &hand) == BIGHT_OK);
    scene_grasp(world, last, 20);
    for (int32_t round = 0; round < 8; round++) {
        int64_t before = memory.calls;
        int64_t inserts = state_of(world, last).inserts;
        for (int32_t cycle = 0; cycle < 2000; cycle++) {
            double part = cycle < 1000 ? cycle / 1000.0 : 2.0 - cycle / 1000.0;
            bight_hand_set_target(world, hand, v3(-0.2 + 0.15 * part, 0, 0.05 * part));
            run(world, 1);
        }
        CHECK(round < 5 || memory.calls == before);
        CHECK(round < 5 || state_of(world, last).inserts >= inserts);
    }
    CHECK((size_t)memory.held == bight_world_memory(world));
    bight_world_destroy(world);
    CHECK(memory.held == 0);
}

TEST(survives_every_failing_allocation)
{
    bool done = false;
    for (int64_t n = 1; !done && n < 500; n++) {
        failing_allocator memory = {.fail_at = n, .fail_after = n % 2 == 0};
        bight_world *world = scene_counted_world(&memory);
        if (world == NULL) {
            continue;
        }
        bight_hand_id hand;
        bight_status status = build(world, &hand);
        for (int32_t i = 0; i < 60 && status == BIGHT_OK; i++) {
            status = bight_world_step(world, NULL);
        }
        CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
        done = status == BIGHT_OK && memory.calls < n;
        memory.fail_at = 0;
        run(world, 30);
        CHECK((size_t)memory.held == bight_world_memory(world));
        bight_world_destroy(world);
        CHECK(memory.held == 0);
    }
    CHECK(done);
}

// A step that runs out of memory can be tried again as if nothing had been.
TEST(a_failed_step_can_be_tried_again)
{
    failing_allocator memory = {0}, broken = {0};
    bight_world *good = scene_counted_world(&memory), *world = scene_counted_world(&broken);
    bight_hand_id hand;
    CHECK(build(good, &hand) == BIGHT_OK && build(world, &hand) == BIGHT_OK);
    int32_t failures = 0;
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        failures += scene_step_through_failures(world, &broken, false);
        run(good, 1);
        CHECK_SEED(bight_world_hash(good) == bight_world_hash(world), cycle);
    }
    CHECK(failures > 0);
    bight_world_destroy(good);
    bight_world_destroy(world);
}

// ---- bad input -------------------------------------------------------------------------------------------

TEST(bad_numbers_are_refused)
{
    bight_vec3 points[10];
    bight_world *world = scene_world();
    straight(points, 10, v3(0, 0, 0), v3(0.009, 0, 0));
    bight_rope_def def = spring_def(points, 10, false);
    const size_t offsets[] = {offsetof(bight_spring_def, stiffness),   offsetof(bight_spring_def, hooke),
                              offsetof(bight_spring_def, damping),     offsetof(bight_spring_def, drag),
                              offsetof(bight_spring_def, density),     offsetof(bight_spring_def, alpha),
                              offsetof(bight_spring_def, beta),        offsetof(bight_spring_def, time_step),
                              offsetof(bight_spring_def, restitution), offsetof(bight_spring_def, longest),
                              offsetof(bight_spring_def, gravity)};
    const double bad[] = {(double)NAN, (double)INFINITY, -1.0};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        for (int32_t k = 0; k < 3; k++) {
            if (offsets[i] == offsetof(bight_spring_def, gravity) && k == 2) {
                continue;
            }
            bight_rope_def broken = def;
            memcpy((char *)&broken.spring + offsets[i], &bad[k], sizeof bad[k]);
            bight_rope_id rope;
            bight_error error = {0};
            CHECK(bight_rope_create(world, &broken, &rope, &error) == BIGHT_ERROR_INVALID);
            CHECK(strstr(error.message, "spring.") != NULL && strstr(error.message, "give") != NULL);
        }
    }
    bight_error error = {0};
    bight_rope_id rope, other;
    def.spring.alpha = 2.0;
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "alpha must be smaller") != NULL);
    def.spring.alpha = 1.5;
    rope = create(world, &def);
    straight(points, 10, v3(0, 1, 0), v3(0.009, 0, 0));
    def.spring.time_step = 0.0001;
    CHECK(bight_rope_create(world, &def, &other, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "the same") != NULL);

    // what cannot be pulled
    CHECK(bight_rope_pull(world, rope, 2, 0, v3(1, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_pull(world, rope, 0, -1, v3(1, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_pull(world, rope, 0, (double)NAN, v3(1, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_pull(world, rope, 0, 0, v3((double)NAN, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_pull(world, (bight_rope_id){9, 9}, 0, 0, v3(1, 0, 0), &error) == BIGHT_ERROR_STALE);
    def.model = BIGHT_MODEL_FTL;
    other = create(world, &def);
    CHECK(bight_rope_pull(world, other, 0, 0, v3(1, 0, 0), &error) == BIGHT_ERROR_INVALID);
    bight_spring_state state;
    CHECK(bight_rope_spring_state(world, other, &state) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_spring_state(world, (bight_rope_id){9, 9}, &state) == BIGHT_ERROR_STALE);
    CHECK_NEAR(bight_rope_stretch(world, other, 0.25, 0.75), 1.0, 1e-12);
    CHECK(bight_rope_stretch(world, other, 0.5, 0.5) == 0.0);
    bight_world_destroy(world);
}

TEST(parts_of_a_rope_stretch_for_themselves)
{
    bight_vec3 points[11];
    bight_world *world = scene_world();
    for (int32_t i = 0; i < 11; i++) {
        points[i] = v3(i <= 5 ? 0.008 * i : 0.04 + 0.0096 * (i - 5), 0, 0);
    }
    bight_rope_def def = spring_def(points, 11, false);
    def.link_length = 0.008;
    bight_rope_id rope = create(world, &def);
    CHECK_NEAR(bight_rope_stretch(world, rope, 0.0, 0.5), 1.0, 1e-12);
    CHECK_NEAR(bight_rope_stretch(world, rope, 0.5, 1.0), 1.2, 1e-12);
    CHECK_NEAR(bight_rope_stretch(world, rope, 0.25, 0.75), 1.1, 1e-12);
    CHECK_NEAR(bight_rope_stretch(world, rope, 0.0, 1.0), 1.1, 1e-12);
    bight_world_destroy(world);
}

RUN_TESTS(unit(divergence_is_reported), unit(honest_motion_is_no_divergence),
          unit(a_warm_step_takes_no_memory), unit(survives_every_failing_allocation),
          unit(a_failed_step_can_be_tried_again), unit(bad_numbers_are_refused),
          unit(parts_of_a_rope_stretch_for_themselves))
