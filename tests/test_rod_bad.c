// SPDX-License-Identifier: MIT
// Rods that begin as no rod can be: sunk into each other, meeting, with steps far too long, with settings out of range.

#include "rod_scene.h"

#define NODES 21
#define LENGTH 0.2

// Two straight ropes that cross at a right angle, their centre lines so many diameters apart.
static bight_status cross_two(bight_world *world, double apart, bight_rope_id ropes[2], bight_error *error)
{
    bight_vec3 points[NODES];
    line_of(points, NODES, v3(-0.5 * LENGTH, 0, 0.003), v3(0.5 * LENGTH, 0, 0.003));
    bight_rope_def def = rod_def(points, NODES, false);
    ropes[0] = make_rod(world, &def);
    double y = 2.0 * R * apart;
    line_of(points, NODES, v3(0.002, y, -0.5 * LENGTH), v3(0.002, y, 0.5 * LENGTH));
    return bight_rope_create(world, &def, &ropes[1], error);
}

static void check_finite(const bight_world *world, bight_rope_id rope)
{
    bight_curve curve = bight_rope_curve(world, rope);
    for (int32_t i = 0; i < curve.count; i++) {
        CHECK(v3_length(curve.points[i]) < 10.0);
    }
}

// They are parted to touching, each to its own side; how deep they were is told with the place.
TEST(ropes_that_begin_sunk_in_are_parted)
{
    static const double apart[] = {0.9, 0.5, 0.1, 0.001};
    for (size_t k = 0; k < sizeof apart / sizeof *apart; k++) {
        bight_rope_id ropes[2];
        bight_world *world = scene_world();
        CHECK(cross_two(world, apart[k], ropes, NULL) == BIGHT_OK);
        bight_step_report report;
        for (int32_t i = 0; i < 50; i++) {
            CHECK(bight_world_step(world, &report) == BIGHT_OK);
        }
        if (report.gap < 0.99) {
            fail_msg("%g diameters apart they came to %g", apart[k], report.gap);
        }
        bight_world_worst worst = bight_world_get_worst(world);
        CHECK(apart[k] > 0.8 || (worst.gap < BIGHT_WORST_GAP && worst.gap_cycle == 1));
        CHECK(apart[k] > 0.8 || (worst.gap_link[0] == 10 && worst.gap_link[1] == 10));
        CHECK(bight_rope_curve(world, ropes[1]).points[NODES / 2].y >
              bight_rope_curve(world, ropes[0]).points[NODES / 2].y);
        check_finite(world, ropes[0]);
        check_finite(world, ropes[1]);
        bight_world_destroy(world);
    }
}

// Which side is which cannot be told: refused, with the links.
TEST(ropes_that_meet_are_refused)
{
    bight_rope_id ropes[2];
    bight_error error = {0};
    bight_world *world = scene_world();
    CHECK(cross_two(world, 0.0, ropes, &error) == BIGHT_ERROR_INVALID);
    if (strstr(error.message, "link 10 of rope 0 meets link 10 of rope 1") == NULL) {
        fail_msg("%s", error.message);
    }
    bight_world_destroy(world);
}

// Hands go no faster than the world's limit a cycle, however long that is: the rope follows, whole.
TEST(a_step_that_is_too_long_stays_finite)
{
    static const double steps[] = {0.1, 1.0};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
        bight_rope_def def = rod_def(points, NODES, false);
        def.rod.time_step = steps[k];
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand = scene_grasp(world, rope, 0);
        CHECK(bight_hand_set_target(world, hand, v3(0, 1, 0)) == BIGHT_OK);
        double limit = bight_world_def_default().speed_limit * R;
        for (int32_t i = 0; i < 2000; i++) {
            bight_vec3 before = bight_rope_curve(world, rope).points[0];
            run_rods(world, 1);
            CHECK(v3_distance(before, bight_rope_curve(world, rope).points[0]) <= 1.001 * limit);
        }
        CHECK(v3_distance(bight_rope_curve(world, rope).points[0], v3(0, 1, 0)) < R);
        CHECK(rod_state(world, rope).stretch < 1.01);
        check_finite(world, rope);
        bight_world_destroy(world);
    }
}

// Each setting below its least, above its most and as no number is refused by its name, and nothing is made.
TEST(settings_out_of_range_are_refused_by_name)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
    uint64_t hash = bight_world_hash(world);
#define X(field, unit, words, least, most, standard)                                                         \
    for (int32_t way = 0; way < 3; way++) {                                                                  \
        bight_rope_def def = rod_def(points, NODES, false);                                                  \
        bight_rope_id rope;                                                                                  \
        bight_error error = {0};                                                                             \
        double below = (double)(least)-fabs((double)(least)) - 1.0;                                          \
        def.rod.field = way == 0 ? below : way == 1 ? 2.0 * (double)(most) + 1.0 : (double)NAN;              \
        CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);                         \
        CHECK(strncmp(error.message, "rod." #field " is ", strlen("rod." #field " is ")) == 0);              \
    }
    BIGHT_ROD_FIELDS(X)
#undef X
    CHECK(bight_world_hash(world) == hash);
    bight_world_destroy(world);
}

RUN_TESTS(unit(ropes_that_begin_sunk_in_are_parted), unit(ropes_that_meet_are_refused),
          unit(a_step_that_is_too_long_stays_finite), unit(settings_out_of_range_are_refused_by_name))
