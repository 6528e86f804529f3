// SPDX-License-Identifier: MIT
// The twist of a thread goes through to its needle, and to the hand that holds that.

#include "needle_scene.h"

#include <stdio.h>

#define C 3e-7 // newton square metres

typedef struct sewing {
    bight_world *world;
    bight_rope_id rope;
    bight_hand_id needle, thread;
} sewing;

// The needle held at node THREAD + at, the thread's end held against turning and pulled at with 0.5 N, so that it stays straight.
static sewing make(const bight_vec3 *points, int32_t at, double twist)
{
    sewing s = {.world = scene_world()};
    bight_rope_def def = needle_def(points);
    def.rod.twist = twist;
    def.rod.time_step = 2e-4; // else no node goes as fast as it would
    s.rope = make_rod(s.world, &def);
    s.needle = hold(s.world, s.rope, THREAD + at);
    s.thread = scene_grasp(s.world, s.rope, 0);
    CHECK(bight_hand_hold_twist(s.world, s.thread, true) == BIGHT_OK);
    CHECK(bight_hand_set_force(s.world, s.thread, v3(-0.5, 0, 0), NULL) == BIGHT_OK);
    return s;
}

static double along_x(const sewing *s)
{
    bight_vec3 torque;
    CHECK(bight_hand_torque(s->world, s->needle, &torque) == BIGHT_OK);
    return torque.x;
}

// The same rope told from its other end: the needle is at the first.
static sewing make_backwards(const bight_vec3 *points)
{
    bight_vec3 turned[COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        turned[i] = points[COUNT - 1 - i];
    }
    sewing s = {.world = scene_world()};
    bight_rope_def def = needle_def(turned);
    def.rod.needle.end = BIGHT_END_FIRST;
    def.rod.twist = C;
    def.rod.time_step = 2e-4;
    s.rope = make_rod(s.world, &def);
    s.needle = hold(s.world, s.rope, NEEDLE);
    s.thread = scene_grasp(s.world, s.rope, COUNT - 1);
    CHECK(bight_hand_hold_twist(s.world, s.thread, true) == BIGHT_OK);
    CHECK(bight_hand_set_force(s.world, s.thread, v3(-0.5, 0, 0), NULL) == BIGHT_OK);
    return s;
}

// Turned about the thread's axis by three turns, a straight needle and half a circle at either end: the thread has C angle /
// length, right-handed from whichever end it is seen, and so has the hand; turned back there is none.
TEST(a_hand_that_turns_it_twists_the_thread)
{
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 points[COUNT];
        lay(points, k == 0 ? 0.0 : PI);
        sewing s = k == 2 ? make_backwards(points) : make(points, k == 0 ? 20 : 0, C);
        int32_t at[2] = {k == 2 ? NEEDLE : 1, k == 2 ? COUNT - 2 : THREAD};
        double angle = 0.0, length = THREAD * LINK;
        for (int32_t step = 0; step < 20; step++) {
            angle += step < 10 ? 0.6 * PI : -0.6 * PI;
            turn(s.world, s.needle, v3(1, 0, 0), angle);
            run_rods(s.world, 600);
            double want = C * angle / length;
            if (step == 0 || step == 9 || step == 19) {
                double first = bight_rope_twist(s.world, s.rope, at[0]);
                double last = bight_rope_twist(s.world, s.rope, at[1]);
                printf("%g turns: moment %g and %g, hand %g, for %g\n", angle / (2.0 * PI), first, last,
                       along_x(&s), want);
                CHECK(fabs(first - want) < 1e-3 * C / length && first == last);
                CHECK(fabs(along_x(&s) - want) < 1e-3 * C / length);
            }
        }
        bight_world_destroy(s.world);
    }
}

// The other hand rolls the thread: the one that holds the needle bears it, and feels none when the thread carries no twist.
TEST(a_hand_that_holds_it_bears_the_twist)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    sewing s = make(points, 0, C);
    double before = along_x(&s);
    CHECK(bight_hand_roll(s.world, s.thread, 2.0) == BIGHT_OK);
    run_rods(s.world, 2000);
    double want = -2.0 * C / (THREAD * LINK);
    printf("moment %g, hand %g, for %g\n", bight_rope_twist(s.world, s.rope, 30), along_x(&s) - before, want);
    CHECK(fabs(bight_rope_twist(s.world, s.rope, 30) - want) < 1e-4 * fabs(want));
    CHECK(fabs(along_x(&s) - before - want) < 1e-4 * fabs(want));
    bight_world_destroy(s.world);
}

// Turned from x to y to z and back to x it is as it was, though on the way its direction went round an eighth of the
// sphere: what the frame turned about the thread and what the thread's links turned about each other are one.
TEST(what_comes_back_the_way_round_is_not_twisted)
{
    bight_vec3 points[COUNT];
    lay(points, 0.0);
    sewing s = make(points, 0, C);
    const bight_vec3 axis[3] = {{0, 0, 1}, {1, 1, 1}, {0, 1, 0}};
    const double angle[3] = {0.5 * PI, 4.0 * PI / 3.0, 0.5 * PI};
    double most = 0.0;
    for (int32_t k = 0; k < 4; k++) {
        if (k < 3) {
            turn(s.world, s.needle, axis[k], k == 1 ? 2.0 * PI / 3.0 : k == 2 ? -angle[k] : angle[k]);
        } else {
            turn(s.world, s.needle, v3(1, 0, 0), 0.0);
        }
        run_rods(s.world, 1500);
        double moment = bight_rope_twist(s.world, s.rope, 30);
        printf("moment %g\n", moment);
        most = fmax(most, fabs(moment));
    }
    CHECK(most > 0.1 * C / (THREAD * LINK));
    CHECK(fabs(bight_rope_twist(s.world, s.rope, 30)) < 1e-4 * C / (THREAD * LINK));
    bight_world_destroy(s.world);
}

static double energy_of(const sewing *s)
{
    return rod_energy(s->world, s->rope) + rod_state(s->world, s->rope).twisting;
}

// Let go of, a straight needle turns back at once, and half a circle as its inertia lets it, to and fro: no energy is gained.
TEST(let_go_of_it_turns_back)
{
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 points[COUNT];
        lay(points, k == 0 ? 0.0 : PI);
        double twist = k == 0 ? C : 0.01 * C;
        sewing s = make(points, 0, twist);
        CHECK(bight_hand_set_force(s.world, s.thread, v3(-0.01, 0, 0), NULL) == BIGHT_OK);
        turn(s.world, s.needle, v3(1, 0, 0), 2.0);
        run_rods(s.world, 4000);
        double wound = bight_rope_twist(s.world, s.rope, 30);
        CHECK(fabs(wound - 2.0 * twist / (THREAD * LINK)) < 1e-3 * wound);

        // the thread's end stays where it is
        bight_vec3 end = bight_rope_curve(s.world, s.rope).points[0];
        CHECK(bight_hand_set_target(s.world, s.thread, end) == BIGHT_OK);
        run_rods(s.world, 1);
        double first = energy_of(&s), last = first, grown = 0.0, least = wound;
        bight_hand_release(s.world, s.needle);
        for (int32_t i = 0; i < 4000; i++) {
            run_rods(s.world, 1);
            double now = energy_of(&s);
            grown = fmax(grown, now - last);
            last = now;
            least = fmin(least, bight_rope_twist(s.world, s.rope, 30));
        }
        double left = bight_rope_twist(s.world, s.rope, 30);
        printf("moment %g, then %g to %g; energy %g, then %g, grew by %g in a cycle\n", wound, least, left,
               first, last, grown);
        CHECK(least < (k == 0 ? 1e-9 : 0.2) * wound && fabs(left) < wound);
        CHECK(grown < 1e-6 * first);
        bight_world_destroy(s.world);
    }
}

// A needle's own links are no place to hold the twist at, and with it there is room for two hands.
TEST(what_is_refused)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    sewing s = make(points, 3, C);
    CHECK(bight_hand_hold_twist(s.world, s.needle, true) == BIGHT_ERROR_INVALID);
    bight_hand_id more[2] = {scene_grasp(s.world, s.rope, 20), scene_grasp(s.world, s.rope, 40)};
    CHECK(bight_hand_hold_twist(s.world, more[0], true) == BIGHT_OK);
    CHECK(bight_hand_hold_twist(s.world, more[1], true) == BIGHT_ERROR_INVALID);
    bight_world_destroy(s.world);
}

RUN_TESTS(unit(a_hand_that_turns_it_twists_the_thread), unit(a_hand_that_holds_it_bears_the_twist),
          unit(what_comes_back_the_way_round_is_not_twisted), unit(let_go_of_it_turns_back),
          unit(what_is_refused))
