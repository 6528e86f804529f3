// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "scene_memory.h"

#include <string.h>

// ---- definitions ------------------------------------------------------------------------------------

static bool world_refused(bight_world_def def, const char *field)
{
    bight_world *world = (bight_world *)&def;
    bight_error error = {0};
    bight_status status = bight_world_create(&def, &world, &error);
    bool refused = status == BIGHT_ERROR_INVALID && world == NULL && error.status == status;
    bight_world_destroy(refused ? NULL : world);
    return refused && strstr(error.message, field) != NULL;
}

static const double wrong[] = {-1.0, -1e-300, 1e300, (double)NAN, (double)INFINITY, -(double)INFINITY};
#define WRONG (int32_t)(sizeof wrong / sizeof *wrong)

TEST(every_field_of_a_world_is_checked)
{
    CHECK(world_refused((bight_world_def){0}, "bight_world_def_default"));
    for (int32_t i = 0; i < WRONG; i++) {
        bight_world_def def = bight_world_def_default();
        def.slip = wrong[i];
        CHECK(world_refused(def, "slip"));
        def = bight_world_def_default();
        def.speed_limit = wrong[i];
        CHECK(world_refused(def, "speed_limit"));
        def = bight_world_def_default();
        def.stretch_limit = wrong[i];
        CHECK(world_refused(def, "stretch_limit"));
    }
    for (int32_t i = 3; i < WRONG; i++) {
        bight_world_def def = bight_world_def_default();
        def.gravity.y = wrong[i];
        CHECK(world_refused(def, "gravity"));
    }
    bight_world_def def = bight_world_def_default();
    def.env.threads = -1;
    CHECK(world_refused(def, "threads"));
    def.env.threads = 65;
    CHECK(world_refused(def, "threads"));
    const double edges[3][3] = {{0, 0.01, 1}, {0.5, 0.98, 1.5}, {0.15, 0.9, 1.02}};
    for (int32_t i = 0; i < 3; i++) {
        def = bight_world_def_default();
        def.slip = edges[i][0];
        def.speed_limit = edges[i][1];
        def.stretch_limit = edges[i][2];
        bight_world *world;
        CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
        bight_world_destroy(world);
    }
    bight_world_destroy(NULL);
}

static bool rope_refused(bight_rope_def def)
{
    bight_world *world = scene_world();
    bight_rope_id rope = {9, 9};
    bight_error error = {0};
    uint64_t before = bight_world_hash(world);
    bight_status status = bight_rope_create(world, &def, &rope, &error);
    bool refused = status != BIGHT_OK && rope.index1 == 0 && error.message[0] != 0;
    refused = refused && bight_world_hash(world) == before && bight_rope_curve(world, rope).count == 0;
    scene_step(world);
    bight_world_destroy(world);
    return refused;
}

TEST(every_field_of_a_rope_is_checked)
{
    bight_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    bight_rope_def good = bight_rope_def_default();
    good.curve = (bight_curve){points, 4, false};
    CHECK(!rope_refused(good));
    CHECK(rope_refused((bight_rope_def){0}));
    bight_rope_def def = bight_rope_def_default();
    CHECK(rope_refused(def));
    for (int32_t count = -3; count < 2; count++) {
        def = good;
        def.curve.count = count;
        CHECK(rope_refused(def));
    }
    def = good;
    def.curve.count = 1000000000; // there are four: a count beyond the limit is refused unread
    CHECK(rope_refused(def));
    def = good;
    def.curve = (bight_curve){points, 2, true};
    CHECK(rope_refused(def));
    for (int32_t i = 0; i < WRONG; i++) {
        def = good;
        def.radius = wrong[i];
        CHECK(rope_refused(def));
        def = good;
        def.link_length = wrong[i];
        CHECK(rope_refused(def));
        bight_vec3 bad[4];
        memcpy(bad, points, sizeof bad);
        bad[2].y = wrong[i];
        def = good;
        def.curve.points = bad;
        CHECK(fabs(wrong[i]) < 1.01 || rope_refused(def));
    }
    def = good;
    def.radius = 0.0;
    CHECK(rope_refused(def));
    def.radius = 16.1;
    CHECK(rope_refused(def));
    def = good;
    def.link_length = 2.1;
    CHECK(rope_refused(def));
    def.link_length = 0.6;
    CHECK(rope_refused(def));
    bight_vec3 same[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    def = good;
    def.curve = (bight_curve){same, 3, false};
    CHECK(rope_refused(def));
}

// Where a double cannot tell one node from the next there is no rope.
TEST(ropes_beyond_the_reach_of_numbers_are_refused)
{
    for (int32_t power = 13; power <= 300; power += 41) {
        double far = pow(10.0, power);
        bight_vec3 points[4];
        for (int32_t i = 0; i < 4; i++) {
            points[i] = v3(far, i, 0);
        }
        bight_rope_def def = bight_rope_def_default();
        def.curve = (bight_curve){points, 4, false};
        CHECK(rope_refused(def));
    }
}

TEST(crossing_shapes_are_refused)
{
    // crosses itself
    bight_vec3 eight[6] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0.5, 1, 0}, {0.5, 0, 0}, {0.5, -1, 0}};
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){eight, 6, false};
    def.radius = 0.1;
    CHECK(rope_refused(def));

    // folds back onto itself two links on
    bight_vec3 fold[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1e-9, 0.5}, {0, 0, 0}};
    def.curve = (bight_curve){fold, 4, false};
    CHECK(rope_refused(def));

    // crosses another rope; the world stays as it was
    bight_world *world = scene_world();
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 10, 0.2, 1.0);
    scene_line(world, v3(0, 0.3, 0), v3(1, 0, 0), 10, 0.2, 1.0); // in contact
    scene_step(world);
    uint64_t before = bight_world_hash(world);
    bight_vec3 across[3] = {{4.5, -1, 0}, {4.5, 0, 0}, {4.5, 1, 0}};
    def.curve = (bight_curve){across, 3, false};
    bight_rope_id other;
    bight_error error = {0};
    CHECK(bight_rope_create(world, &def, &other, &error) == BIGHT_ERROR_INVALID);
    CHECK(other.index1 == 0 && strstr(error.message, "link") != NULL);
    CHECK(bight_world_hash(world) == before);
    bight_obstacle_def obstacle = bight_obstacle_def_default();
    bight_obstacle_id id;
    CHECK(bight_obstacle_create(world, &obstacle, &id, &error) == BIGHT_ERROR_INVALID && id.index1 == 0);
    CHECK(bight_rope_curve(world, rope).count == 11);
    bight_world_destroy(world);
}

// ---- ids --------------------------------------------------------------------------------------------

TEST(stale_ids_are_told)
{
    bight_world *world = scene_world();
    bight_rope_id first = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 10, 0.2, 1.0);
    bight_rope_id second = scene_line(world, v3(0, 3, 0), v3(1, 0, 0), 20, 0.2, 1.0);
    bight_hand_id hand = scene_grasp(world, first, 3), other = scene_grasp(world, second, 7);
    bight_error error = {0};
    bight_hand_id again;
    CHECK(bight_hand_grasp(world, first, 3, &again, &error) == BIGHT_ERROR_INVALID && again.index1 == 0);
    CHECK(bight_hand_grasp(world, first, 11, &again, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_grasp(world, first, -1, &again, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_set_target(world, hand, v3((double)NAN, 0, 0)) == BIGHT_ERROR_INVALID);
    scene_step(world);
    bight_vec3 seventh = scene_hand(world, other);
    CHECK(bight_rope_destroy(world, first));
    CHECK(!bight_rope_destroy(world, first));
    CHECK(bight_rope_curve(world, first).points == NULL && bight_rope_radius(world, first) == 0.0);
    CHECK(bight_rope_link_length(world, first) == 0.0);
    bight_hand_state state;
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_ERROR_STALE && state.lag == 0.0);
    CHECK(bight_hand_set_target(world, hand, v3(0, 0, 0)) == BIGHT_ERROR_STALE);
    CHECK(!bight_hand_release(world, hand));
    CHECK(bight_hand_grasp(world, first, 0, &again, &error) == BIGHT_ERROR_STALE);

    // the rope behind moved up in memory and kept its hand
    CHECK(v3_distance(scene_hand(world, other), seventh) == 0.0);
    CHECK(bight_hand_set_target(world, other, v3(7, 4, 0)) == BIGHT_OK);
    for (int32_t i = 0; i < 50; i++) {
        scene_step(world);
    }
    CHECK(v3_distance(scene_hand(world, other), v3(7, 4, 0)) < 1e-12);

    // new ones take old places under new names
    bight_rope_id third = scene_line(world, v3(0, -5, 0), v3(1, 0, 0), 5, 0.2, 1.0);
    bight_hand_id fresh = scene_grasp(world, third, 0);
    CHECK(memcmp(&fresh, &hand, sizeof hand) != 0);
    CHECK(!bight_hand_release(world, hand) && bight_hand_release(world, fresh));
    CHECK(!bight_hand_release(world, fresh));
    for (int32_t i = 0; i < 20; i++) {
        bight_rope_id churn = scene_line(world, v3(0, -9, 0), v3(1, 0, 0), 5, 0.2, 1.0);
        CHECK(bight_rope_destroy(world, churn) && bight_rope_curve(world, churn).count == 0);
    }
    CHECK(bight_rope_destroy(world, second) && bight_rope_destroy(world, third));
    scene_step(world);
    bight_world_destroy(world);
}

// ---- memory -----------------------------------------------------------------------------------------

// A busy little scene: two ropes across each other under a pull, a ball, a mesh, a closed rope.
static bight_status build(bight_world *world, bight_hand_id *hand, bight_hand_id *other)
{
    static const bight_vec3 corner[4] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    static const int32_t face[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    bight_vec3 points[40];
    bight_rope_def def = bight_rope_def_default();
    def.radius = 0.4;
    bight_rope_id rope, second, ring;
    bight_obstacle_id id;
    for (int32_t i = 0; i < 30; i++) {
        points[i] = v3(i - 15, 0.1, 0);
    }
    def.curve = (bight_curve){points, 30, false};
    bight_status status = bight_rope_create(world, &def, &rope, NULL);
    for (int32_t i = 0; i < 30; i++) {
        points[i] = v3(0.3, 1.5, i - 15);
    }
    status = status == BIGHT_OK ? bight_rope_create(world, &def, &second, NULL) : status;
    for (int32_t i = 0; i < 16; i++) {
        double angle = 2.0 * 3.14159265358979323846 * i / 16;
        points[i] = v3(2.5 * cos(angle), 5, 2.5 * sin(angle));
    }
    def.curve = (bight_curve){points, 16, true};
    status = status == BIGHT_OK ? bight_rope_create(world, &def, &ring, NULL) : status;
    bight_obstacle_def obstacle = bight_obstacle_def_default();
    obstacle.pose.position = v3(4, -2, 0);
    status = status == BIGHT_OK ? bight_obstacle_create(world, &obstacle, &id, NULL) : status;
    obstacle.kind = BIGHT_SHAPE_MESH;
    obstacle.points = corner;
    obstacle.point_count = 4;
    obstacle.triangles = face;
    obstacle.triangle_count = 4;
    obstacle.pose.position = v3(-4, -2, 0);
    status = status == BIGHT_OK ? bight_obstacle_create(world, &obstacle, &id, NULL) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, 0, hand, NULL) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, 29, other, NULL) : status;
    return status;
}

static void order(bight_world *world, bight_hand_id hand, bight_hand_id other)
{
    bight_hand_set_target(world, hand, v3(-10, 6, 8));
    bight_hand_set_target(world, other, v3(10, -6, -8));
}

TEST(creation_survives_every_failing_allocation)
{
    bool done = false;
    for (int64_t n = 1; !done && n < 500; n++) {
        failing_allocator memory = {.fail_at = n, .fail_after = n % 2 == 0};
        bight_world *world = scene_counted_world(&memory);
        if (world == NULL) {
            CHECK(memory.held == 0);
            continue;
        }
        bight_hand_id hand, other;
        bight_status status = build(world, &hand, &other);
        CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
        done = status == BIGHT_OK && memory.calls < n;

        // still usable, whatever was left out
        memory.fail_at = 0;
        scene_step(world);
        bight_rope_id rope = scene_line(world, v3(-15, 20, 0), v3(1, 0, 0), 30, 0.4, 1.0);
        scene_step(world);
        CHECK(bight_rope_curve(world, rope).count == 31);
        CHECK((size_t)memory.held == bight_world_memory(world));
        bight_world_destroy(world);
        CHECK(memory.held == 0);
    }
    CHECK(done);
}

// A step that runs out of memory leaves the world as it was, and the next try goes on as if nothing had been.
TEST(steps_survive_every_failing_allocation)
{
    failing_allocator memory = {0}, broken = {0};
    bight_world *good = scene_counted_world(&memory), *world = scene_counted_world(&broken);
    bight_hand_id hand, other, hand2 = {0}, other2 = {0};
    CHECK(build(good, &hand, &other) == BIGHT_OK && build(world, &hand2, &other2) == BIGHT_OK);
    order(good, hand, other);
    order(world, hand2, other2);
    int32_t failures = 0;
    for (int32_t cycle = 0; cycle < 200; cycle++) {
        failures += scene_step_through_failures(world, &broken, true);
        scene_step(good);
        CHECK_SEED(bight_world_hash(good) == bight_world_hash(world), cycle);
    }
    CHECK(failures > 0);
    bight_world_destroy(good);
    bight_world_destroy(world);
    CHECK(memory.held == 0 && broken.held == 0);
}

TEST(a_warm_step_takes_no_memory)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_hand_id hand, other;
    CHECK(build(world, &hand, &other) == BIGHT_OK);
    for (int32_t round = 0; round < 8; round++) {
        int64_t before = memory.calls;
        for (int32_t cycle = 0; cycle < 300; cycle++) {
            // there and back, again and again: sooner or later everything has been met
            bight_hand_set_target(world, hand, cycle < 150 ? v3(-10, 6, 8) : v3(-14, 0, 0));
            bight_hand_set_target(world, other, cycle < 150 ? v3(10, -6, -8) : v3(14, 0, 0));
            scene_step(world);
        }
        CHECK(round < 5 || memory.calls == before);
    }
    bight_world_destroy(world);
}

TEST(two_hundred_thousand_links_fit)
{
    enum { NODES = 200001, ROW = 1000 };
    bight_vec3 *points = malloc(NODES * sizeof *points);
    CHECK(points != NULL);
    for (int32_t i = 0; i < NODES; i++) {
        // rows up and down, joined by links of the same length
        int32_t row = i / ROW, along = row % 2 == 0 ? i % ROW : ROW - 1 - i % ROW;
        points[i] = v3(along, 1.0 * row, 0.0);
    }
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, NODES, false};
    def.radius = 0.4;
    bight_rope_id rope;
    CHECK(bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK);
    free(points);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    bight_hand_set_target(world, hand, v3(-5, -5, 5));
    for (int32_t i = 0; i < 3; i++) {
        scene_step(world);
    }
    print_message("200,000 links: %lld bytes\n", (long long)memory.held);
    CHECK(memory.held < 300 * 1000 * 1000);
    bight_world_destroy(world);
}

// ---- hands ------------------------------------------------------------------------------------------

TEST(the_speed_limit_and_the_lag)
{
    for (int32_t k = 0; k < 3; k++) {
        const double limit[3] = {0.01, 0.5, 0.98};
        bight_world_def def = bight_world_def_default();
        def.speed_limit = limit[k];
        bight_world *world;
        CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 40, 0.5, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, 0);
        bight_vec3 target = v3(0, 30, 40), last = v3(0, 0, 0);
        CHECK(bight_hand_set_target(world, hand, target) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 60; cycle++) {
            bight_step_report report = scene_step(world);
            bight_hand_state state;
            CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK);
            CHECK(v3_distance(state.position, last) <= limit[k] * 0.5 * (1 + 1e-12));
            CHECK_NEAR(state.lag, v3_distance(state.position, target), 1e-12);
            CHECK(report.lag == state.lag && report.moved <= limit[k] * 0.5 * (1 + 1e-12));
            last = state.position;
        }
        CHECK_NEAR(v3_length(last), limit[k] * 0.5 * 60, 1e-9);
        bight_world_destroy(world);
    }
}

TEST(targets_far_beyond_any_scene_are_followed)
{
    for (int32_t power = 100; power <= 300; power += 50) {
        bight_world *world = scene_world();
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 10, 0.5, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, 0);
        CHECK(bight_hand_set_target(world, hand, v3(-pow(10.0, power), 0, 0)) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 10; cycle++) {
            scene_step(world);
        }
        CHECK_NEAR(scene_hand(world, hand).x, -4.5, 1e-9);
        bight_world_destroy(world);
    }
}

// Two hands pull a rope apart: they stop, and say so; neither the chord nor the rope is longer than k h.
TEST(the_stretch_limit_stops_the_hand)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        int32_t a = bi_random_below(&random, 10), b = a + 1 + bi_random_below(&random, 20);
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 30, 0.4, 1.0);
        bight_hand_id first = scene_grasp(world, rope, a), second = scene_grasp(world, rope, b);
        bool said = false;
        for (int32_t cycle = 0; cycle < 300; cycle++) {
            if (cycle % 60 == 0) {
                bight_hand_set_target(world, first, bi_random_vec3(&random, 60.0));
                bight_hand_set_target(world, second, bi_random_vec3(&random, 60.0));
            }
            bight_step_report report = scene_step(world);
            said = said || report.pull > 0.5;
            double length = 0.0, limit = 1.02 * (b - a);
            for (int32_t i = a; i < b; i++) {
                length += scene_link(bight_rope_curve(world, rope), i);
            }
            CHECK_SEED(v3_distance(scene_hand(world, first), scene_hand(world, second)) < limit * (1 + 1e-9),
                       seed);
            // out of shape by 3 % at most, and by what both hands add in the cycle that stops them
            CHECK_SEED(length < 1.03 * limit + 2.0 * 0.9 * 0.4, seed);
        }
        CHECK_SEED(said, seed);
        bight_world_destroy(world);
    }
}

// Two hands on neighbouring nodes, a strand lying across the link between them. The link was once pulled to
// ten times its length: what is in the hand's own cluster did not stop it.
TEST(neighbouring_hands_do_not_tear_the_link_between_them)
{
    bight_world *world = scene_world();
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 20, 0.5, 1.0);
    bight_vec3 hook[9];
    for (int32_t i = 0; i < 9; i++) {
        hook[i] = v3(10.5, 0.7, i - 4.0);
    }
    bight_rope_id other = scene_rope(world, hook, 9, false, 0.5, 1.0);
    bight_hand_id hold = scene_grasp(world, other, 0), hold_too = scene_grasp(world, other, 8);
    bight_hand_id left = scene_grasp(world, rope, 10), right = scene_grasp(world, rope, 11);
    for (int32_t cycle = 0; cycle < 100; cycle++) {
        bight_hand_set_target(world, hold, v3(10.5, 0.5, -4));
        bight_hand_set_target(world, hold_too, v3(10.5, 0.5, 4));
        bight_hand_set_target(world, left, v3(0, 0, 0));
        bight_hand_set_target(world, right, v3(20, 0, 0));
        scene_step(world);
        CHECK(scene_link(bight_rope_curve(world, rope), 10) < 1.021);
    }
    bight_world_destroy(world);
}

RUN_TESTS(unit(every_field_of_a_world_is_checked), unit(every_field_of_a_rope_is_checked),
          unit(ropes_beyond_the_reach_of_numbers_are_refused), unit(crossing_shapes_are_refused),
          unit(stale_ids_are_told), unit(creation_survives_every_failing_allocation),
          unit(steps_survive_every_failing_allocation), unit(a_warm_step_takes_no_memory),
          unit(two_hundred_thousand_links_fit), unit(the_speed_limit_and_the_lag),
          unit(targets_far_beyond_any_scene_are_followed), unit(the_stretch_limit_stops_the_hand),
          unit(neighbouring_hands_do_not_tear_the_link_between_them))
