// SPDX-License-Identifier: MIT
// The step filter with much to look at: pairs in many blocks of which one holds the only one that fails, and
// layers packed so that holding one back takes its way from the next, on and on. Everything is flat, so that
// heights alone tell what has gone through what.

#include "cloth/near.h"
#include "cloth/world.h"
#include "cloth/step_filter.h"
#include "cloth/step_filter_pair.h"
#include "cloth/tangle.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "core/vec3.h"

#include <string.h>

#define THICKNESS 0.001
#define SPACING (1.5e-4 * THICKNESS) // half as much again as the filter leaves

static bight_cloth_world *empty_world(void)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = THICKNESS;
    def.gravity = v3(0, 0, 0);
    return cloth_world(&def);
}

static void add_layer(bight_cloth_world *world, int32_t side, double width, double height)
{
    grid g = grid_make(side, side, width, width);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y += height;
    }
    cloth_add(world, &g, NULL);
    grid_free(&g);
}

static void begin(bight_cloth_world *world)
{
    CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK); // builds; what it moves is put back
    memcpy(world->at, world->before, (size_t)world->vertex_count * sizeof *world->at);
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    world->near.listed = world->tangle.known = false;
    CHECK(bi_near_update(world, NULL) == BIGHT_OK && bi_tangle_find(world) == BIGHT_OK);
}

static void filter(bight_cloth_world *world)
{
    bight_cloth_report report = {0};
    int32_t rounds = 0;
    world->control.scale = 1.0;
    CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
    CHECK(report.unproved == 0);
}

// What is not listed is as far apart as lists reach, less what both have moved since: each may use somewhat less
// than half of what is left, and what an obstacle keeps is kept.
TEST(the_reach_of_what_is_not_listed)
{
    bight_cloth_world *world = empty_world();
    world->thickness = THICKNESS;
    world->near.proof = 0.010;
    world->near.motion = 0.002;
    CHECK_NEAR(bi_filter_reach(world), 0.45 * (0.010 - 2.0 * 0.002 - 0.1 * THICKNESS), 1e-15);
    world->near.motion = 0.006;
    CHECK(bi_filter_reach(world) == 0.0);
    bight_cloth_world_destroy(world);
}

// One vertex of a wide sheet, any, rushes up through the sheet above it or into the ball below.
TEST(one_vertex_of_many_is_held)
{
    enum { WIDE = 50 };
    for (int32_t ball = 0; ball < 2; ball++) {
        bight_cloth_world *world = empty_world();
        add_layer(world, WIDE, 0.005 * (WIDE - 1), 0.0);
        double apart = 0.4 * THICKNESS;
        bight_vec3 centre = v3(0, -1.0 - apart, 0);
        int32_t vertices = WIDE * WIDE;
        if (ball == 0) {
            add_layer(world, WIDE, 0.0051 * (WIDE - 1), apart);
        } else {
            // so large that the whole sheet lies just above it
            bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
            bight_cloth_obstacle_id id;
            def.kind = BIGHT_SHAPE_SPHERE;
            def.size = v3(1.0, 0, 0);
            def.pose.position = centre;
            CHECK(bight_cloth_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
        }
        begin(world);
        bi_random random = bi_random_from(17);
        for (int32_t n = 0; n < 100; n++) {
            memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
            int32_t mover = n == 0 ? 0 : n == 1 ? vertices - 1 : bi_random_below(&random, vertices);
            world->at[mover].y += ball == 0 ? 1.5 * THICKNESS : -20.0 * THICKNESS;
            bight_vec3 wish = world->at[mover];
            bool inside = v3_distance(wish, centre) < 1.0;
            filter(world);
            bight_vec3 got = world->at[mover];
            if (ball == 0) {
                CHECK_SEED(got.y < apart && world->at[mover + vertices].y == apart, n);
            } else {
                CHECK_SEED(v3_distance(got, centre) > 1.0, n);
                CHECK_SEED(inside || v3_distance(got, wish) == 0.0, n);
            }
        }
        bight_cloth_world_destroy(world);
    }
}

// Layers that nearly touch all rise, but for the highest. One by one they are held from the top, until there
// are no more rounds: then nothing moves at all, and the next time step is shorter.
TEST(what_cannot_be_proved_in_time_does_not_move)
{
    enum { LAYERS = 60, SIDE = 3 };
    bight_cloth_world *world = empty_world();
    for (int32_t n = 0; n < LAYERS; n++) {
        add_layer(world, SIDE, 0.01, SPACING * n);
    }
    begin(world);
    for (int32_t i = 0; i < world->vertex_count - SIDE * SIDE; i++) {
        world->at[i].y += 0.9 * SPACING;
    }
    filter(world);
    CHECK(world->control.scale == 0.5);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        CHECK_SEED(v3_distance(world->at[i], world->start[i]) == 0.0, i);
    }

    // ten layers are held in time, and the time step is not cut
    memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
    int32_t held = 10 * SIDE * SIDE, first = world->vertex_count - held;
    for (int32_t i = first; i < world->vertex_count - SIDE * SIDE; i++) {
        world->at[i].y += 0.9 * SPACING;
    }
    filter(world);
    CHECK(world->control.scale == 1.0);
    for (int32_t i = SIDE * SIDE; i < world->vertex_count; i++) {
        CHECK_SEED(world->at[i].y > world->at[i - SIDE * SIDE].y, i);
    }
    bight_cloth_world_destroy(world);
}

RUN_TESTS(unit(the_reach_of_what_is_not_listed), unit(one_vertex_of_many_is_held),
          unit(what_cannot_be_proved_in_time_does_not_move))
