// SPDX-License-Identifier: MIT
// Nothing passes through anything, whatever hands do to spring ropes: an independent judge looks at their
// knots and links.

#include "bench/oracle.h"
#include "bight/world.h"
#include "core/pi.h"
#include "core/random.h"
#include "core/vec3.h"
#include "scene.h"
#include "test.h"

#include <string.h>

#define R 0.005
#define NODES 120

static bight_rope_id closed_rope(bight_world *world, bool knotted, bight_vec3 at, uint64_t seed)
{
    bight_vec3 points[NODES];
    for (int32_t i = 0; i < NODES; i++) {
        double t = 2.0 * PI * i / NODES, s = knotted ? 0.03 : 0.13;
        points[i] = knotted ? v3(s * (sin(t) + 2.0 * sin(2.0 * t)), s * (cos(t) - 2.0 * cos(2.0 * t)),
                                 -s * sin(3.0 * t))
                            : v3(0.3 * s * sin(3.0 * t), s * cos(t), s * sin(t));
        points[i] = v3_add(points[i], at);
    }
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, NODES, true};
    def.radius = R;
    def.model = BIGHT_MODEL_SPRING;
    def.spring.drag = 3.0;
    def.spring.time_step = 0.0001;
    def.spring.longest = 20.0;
    def.spring.restitution = seed % 2 == 0 ? 1.0 : 0.4;
    def.spring.gravity = seed % 3 == 0 ? v3(0, -9.81, 0) : v3(0, 0, 0);
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

// A knotted and an unknotted ring that are linked, four hands that drag them about, a ball in their way.
TEST(rings_keep_their_knots_and_links)
{
    int64_t events = 0, contacts = 0, inserts = 0, deletes = 0, cuts = 0;
    int32_t judged = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(4, 1); seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        bight_rope_id ropes[2] = {closed_rope(world, true, v3(0, 0, 0), seed),
                                  closed_rope(world, false, v3(0.07, 0.07, 0), seed)};
        scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.03, 0, 0), v3(-0.17, -0.1, 0));
        bight_hand_id hands[4];
        bight_vec3 from[4], to[4];
        for (int32_t i = 0; i < 4; i++) {
            hands[i] = scene_grasp(world, ropes[i / 2], i % 2 * 50 + bi_random_below(&random, 40));
            to[i] = scene_hand(world, hands[i]);
        }
        bight_step_report report;
        CHECK(bight_world_step(world, &report) == BIGHT_OK);
        oracle_knot knot = oracle_knot_of(bight_rope_curve(world, ropes[0]));
        int32_t linking =
            oracle_linking(bight_rope_curve(world, ropes[0]), bight_rope_curve(world, ropes[1]));
        CHECK(knot.sound && knot.determinant == 3);
        for (int32_t cycle = 0; cycle < 4000; cycle++) {
            for (int32_t i = 0; i < 4; i++) {
                if (cycle % 500 == 0) {
                    from[i] = to[i];
                    to[i] = bi_random_vec3(&random, 0.13);
                }
                bight_hand_set_target(world, hands[i], v3_lerp(from[i], to[i], cycle % 500 / 500.0));
            }
            if (bight_world_step(world, &report) != BIGHT_OK) {
                fail_msg("seed %d, cycle %d: %s", (int)seed, (int)cycle, bight_world_error(world).message);
            }
            if (cycle % 50 != 49) {
                continue;
            }
            for (int32_t r = 0; r < 2; r++) {
                oracle_knot now = oracle_knot_of(bight_rope_curve(world, ropes[r]));
                CHECK_SEED(r == 1 || !oracle_knots_differ(knot, now), seed);
                CHECK_SEED(r == 0 || !now.sound || now.determinant == 1, seed);
                judged += now.sound;
            }
            CHECK_SEED(oracle_linking(bight_rope_curve(world, ropes[0]), bight_rope_curve(world, ropes[1])) ==
                           linking,
                       seed);
        }
        for (int32_t r = 0; r < 2; r++) {
            bight_spring_state state;
            CHECK(bight_rope_spring_state(world, ropes[r], &state) == BIGHT_OK);
            events += state.events;
            inserts += state.inserts;
            deletes += state.deletes;
        }
        contacts += bight_world_get_stats(world).contacts;
        cuts += bight_world_get_stats(world).cuts + bight_world_get_stats(world).rollbacks;
        bight_world_destroy(world);
    }
    print_message("%d curves judged, %lld collisions, %lld contacts, %lld inserts, %lld deletes, %lld cuts\n",
                  (int)judged, (long long)events, (long long)contacts, (long long)inserts, (long long)deletes,
                  (long long)cuts);
    CHECK(judged > LESS_WHEN_CHECKED(500, 120) && events > LESS_WHEN_CHECKED(1000, 200) &&
          inserts > LESS_WHEN_CHECKED(100, 20) && deletes > LESS_WHEN_CHECKED(20, 4));
}

// On which side of strand a strand b passes it: the sign of (a x b) . (b - a) where they come closest.
static double side_of(bight_curve a, bight_curve b)
{
    double least = HUGE_VAL, side = 0.0;
    for (int32_t i = 0; i + 1 < a.count; i++) {
        for (int32_t k = 0; k + 1 < b.count; k++) {
            double d = oracle_segment_distance(a.points[i], a.points[i + 1], b.points[k], b.points[k + 1]);
            if (d < least) {
                least = d;
                bight_vec3 across =
                    v3_cross(v3_sub(a.points[i + 1], a.points[i]), v3_sub(b.points[k + 1], b.points[k]));
                side = v3_dot(across, v3_sub(b.points[k], a.points[i]));
            }
        }
    }
    return side;
}

// A hand presses one rope against another that is held taut, faster than springs can follow. What cannot be
// proved is cut; the ropes are slower afterwards, not through each other.
TEST(a_hand_cannot_press_a_rope_through_another)
{
    bight_vec3 points[30];
    bight_world *world = scene_world();
    bight_rope_id ropes[2];
    for (int32_t r = 0; r < 2; r++) {
        for (int32_t i = 0; i < 30; i++) {
            double along = 0.008 * (i - 14.5);
            points[i] = r == 0 ? v3(along, 0, 0) : v3(0.001, 0.02, along);
        }
        bight_rope_def def = bight_rope_def_default();
        def.curve = (bight_curve){points, 30, false};
        def.radius = R;
        def.model = BIGHT_MODEL_SPRING;
        def.spring.longest = 1000.0;
        def.spring.time_step = 0.00005;
        CHECK(bight_rope_create(world, &def, &ropes[r], NULL) == BIGHT_OK);
    }
    for (int32_t i = 0; i < 30; i++) {
        scene_grasp(world, ropes[0], i); // a wall of hands
    }
    bight_hand_id press[3];
    for (int32_t i = 0; i < 3; i++) {
        press[i] = scene_grasp(world, ropes[1], 13 + i);
    }
    double before = side_of(bight_rope_curve(world, ropes[0]), bight_rope_curve(world, ropes[1]));
    CHECK(before != 0.0);
    for (int32_t cycle = 0; cycle < 500; cycle++) {
        for (int32_t i = 0; i < 3; i++) {
            bight_vec3 to = scene_hand(world, press[i]);
            to.y -= 0.0001; // 2 m/s
            bight_hand_set_target(world, press[i], to);
        }
        if (bight_world_step(world, NULL) != BIGHT_OK) {
            fail_msg("cycle %d: %s", (int)cycle, bight_world_error(world).message);
        }
        double now = side_of(bight_rope_curve(world, ropes[0]), bight_rope_curve(world, ropes[1]));
        CHECK_SEED((now > 0.0) == (before > 0.0), cycle);
    }
    bight_world_stats stats = bight_world_get_stats(world);
    CHECK(stats.cuts + stats.rollbacks > 0 && stats.certified == stats.cycles);
    bight_spring_state state;
    CHECK(bight_rope_spring_state(world, ropes[1], &state) == BIGHT_OK);
    CHECK(state.kinetic < 1.0);

    // let go, it springs back and moves freely again
    for (int32_t i = 0; i < 3; i++) {
        CHECK(bight_hand_release(world, press[i]));
    }
    for (int32_t cycle = 0; cycle < 300; cycle++) {
        CHECK(bight_world_step(world, NULL) == BIGHT_OK);
    }
    CHECK((side_of(bight_rope_curve(world, ropes[0]), bight_rope_curve(world, ropes[1])) > 0.0) ==
          (before > 0.0));
    CHECK(bight_rope_curve(world, ropes[1]).points[0].y != 0.02);
    bight_world_destroy(world);
}

RUN_TESTS(unit(rings_keep_their_knots_and_links), unit(a_hand_cannot_press_a_rope_through_another))
