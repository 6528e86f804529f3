// SPDX-License-Identifier: MIT
// Needles: rigid ends of elastic rods, which hands hold and turn.

#include "core/random.h"
#include "needle_scene.h"
#include "sim/rod/rod.h"

#include <stdio.h>

// Held by a node, the thread pulled at: the hand bears the force and the moment of it about itself.
TEST(a_hand_bears_force_and_moment)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    int32_t node = THREAD + NEEDLE / 2;
    bight_hand_id hand = hold(world, rope, node), pull = scene_grasp(world, rope, 0);
    const bight_vec3 forces[3] = {{-1.0, 0, 0}, {0, 0, 1.0}, {0.3, -0.5, 0.8}};
    for (int32_t k = 0; k < 3; k++) {
        CHECK(bight_hand_set_force(world, pull, forces[k], NULL) == BIGHT_OK);
        run_rods(world, 4000);
        bight_curve curve = bight_rope_curve(world, rope);
        bight_vec3 arm = v3_sub(curve.points[0], curve.points[node]), force, torque;
        CHECK(bight_hand_force(world, hand, &force) == BIGHT_OK);
        CHECK(bight_hand_torque(world, hand, &torque) == BIGHT_OK);
        double off = bent(world, rope, points);
        bight_vec3 want = v3_mul(-1.0, v3_cross(arm, forces[k]));
        printf("force %g off, torque (%g %g %g) for (%g %g %g), bent by %g\n",
               v3_length(v3_add(force, forces[k])), torque.x, torque.y, torque.z, want.x, want.y, want.z,
               off);
        CHECK(v3_length(v3_add(force, forces[k])) < 1e-6);
        CHECK(v3_distance(torque, want) < 1e-6 * v3_length(want));
        CHECK(off < 2e-4);
    }
    bight_world_destroy(world);
}

// A hand leads and turns it about whatever axis, the thread is pulled at: it arrives, and does not bend on the way.
TEST(it_goes_where_a_hand_turns_it_and_keeps_its_shape)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bi_random random = bi_random_from(7);
    printf("seed 7\n");
    double most = 0.0;
    for (int32_t k = 0; k < 6; k++) {
        bight_world *world = scene_world();
        bight_rope_def def = needle_def(points);
        bight_rope_id rope = make_rod(world, &def);
        int32_t node = THREAD + (int32_t)(bi_random_range(&random, 0.0, 1.0) * NEEDLE);
        bight_hand_id hand = hold(world, rope, node), pull = scene_grasp(world, rope, 0);
        bight_vec3 way =
            v3(bi_random_range(&random, 0.0, 1.0) - 0.5, bi_random_range(&random, 0.0, 1.0) - 0.5,
               bi_random_range(&random, 0.0, 1.0) - 0.5);
        bight_vec3 axis =
            v3(bi_random_range(&random, 0.0, 1.0) - 0.5, bi_random_range(&random, 0.0, 1.0) - 0.5,
               bi_random_range(&random, 0.0, 1.0) - 0.5);
        bight_vec3 to = v3_madd(points[node], 0.02, way);
        double angle = k == 0 ? PI : 2.5 * bi_random_range(&random, 0.0, 1.0);
        CHECK(bight_hand_set_force(world, pull, v3_mul(0.4, way), NULL) == BIGHT_OK);
        CHECK(bight_hand_set_target(world, hand, to) == BIGHT_OK);
        turn(world, hand, axis, angle);
        for (int32_t i = 0; i < 900; i++) {
            bight_step_report report;
            CHECK(bight_world_step(world, &report) == BIGHT_OK);
            CHECK(!report.rolled_back && !report.cut);
            most = fmax(most, bent(world, rope, points));
        }
        bight_hand_state at = state_of(world, hand);
        printf("lag %g, turn lag %g, bent by %g\n", at.lag, at.turn_lag, most);
        CHECK(at.lag < 1e-9 && at.turn_lag < 1e-8);

        // as it was made, turned and led there
        bight_curve curve = bight_rope_curve(world, rope);
        bight_vec3 a = v3_unit(axis, v3(1, 0, 0));
        for (int32_t i = THREAD; i < COUNT; i++) {
            bight_vec3 arm = v3_sub(points[i], points[node]);
            bight_vec3 along = v3_mul(v3_dot(a, arm), a), across = v3_sub(arm, along);
            bight_vec3 turned = v3_madd(v3_madd(along, cos(angle), across), sin(angle), v3_cross(a, across));
            CHECK(v3_distance(curve.points[i], v3_add(to, turned)) < 3e-4 * LENGTH);
        }
        bight_world_destroy(world);
    }
    CHECK(most < 1e-3);
}

static bight_vec3 momentum(const bight_vec3 *was, const bight_vec3 *now, const bight_rod_def *def)
{
    double thread = def->density * LINK, wire = 7850.0 * 0.25 * PI * 4.0 * 1.6e-4 * 1.6e-4 * LINK;
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < COUNT; i++) {
        double mass = 0.5 * ((i > 0 ? (i > THREAD ? wire : thread) : 0.0) +
                             (i < COUNT - 1 ? (i < THREAD ? thread : wire) : 0.0));
        sum = v3_madd(sum, mass / def->time_step, v3_sub(now[i], was[i]));
    }
    return sum;
}

// Nothing but the hand acts on it, which turns it faster and faster: its force is the change of momentum, and the needle is
// what it was.
TEST(a_hand_that_turns_it_feels_its_inertia)
{
    static bight_vec3 x[3][COUNT];
    lay(x[0], PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(x[0]);
    def.rod.drag = 0.0;
    def.rod.bend = 1e-10; // else the thread springs straight at first, as far as may be
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand = hold(world, rope, THREAD + 15);
    double least = HUGE_VAL, off = 0.0, shape = 0.0;
    bight_vec3 made[COUNT];
    memcpy(made, x[0], sizeof made);
    memcpy(x[1], x[0], sizeof x[0]);
    for (int32_t i = 0; i < 120; i++) {
        turn(world, hand, v3(1, 2, 3), 5e-6 * i * i);
        run_rods(world, 1);
        memcpy(x[2], bight_rope_curve(world, rope).points, sizeof x[2]);
        bight_vec3 force, change = v3_sub(momentum(x[1], x[2], &def.rod), momentum(x[0], x[1], &def.rod));
        change = v3_mul(1.0 / def.rod.time_step, change);
        CHECK(bight_hand_force(world, hand, &force) == BIGHT_OK);
        if (i > 1) {
            least = fmin(least, v3_length(change));
            off = fmax(off, v3_distance(change, force));
            shape = fmax(shape, bent(world, rope, made));
        }
        memcpy(x[0], x[1], sizeof x[0]);
        memcpy(x[1], x[2], sizeof x[0]);
    }
    printf("force at least %g N, off by %g, bent by %g\n", least, off, shape);
    CHECK(least > 1e-8 && off < 1e-9 && shape < 1e-8);
    bight_world_destroy(world);
}

// Not held against turning it swings about the hand as a rigid rod: T = 2 pi sqrt(sum m r^2 / (g sum m r)).
TEST(it_swings_as_a_rigid_body)
{
    bight_vec3 points[COUNT];
    line_of(points, COUNT, v3(0, THREAD * LINK, 0), v3(0, -NEEDLE * LINK, 0));
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    def.rod.needle.diameter = 6.4e-4;
    def.rod.bend = 1e-13;
    def.rod.drag = 0.0;
    def.rod.time_step = 2e-4;
    def.rod.second_order = true;
    def.rod.gravity =
        v3(-9.81 * 0.02, -9.81, 0); // it begins to swing up to twice 0.02 less than straight down
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, THREAD);
    scene_grasp(world, rope, 0);
    double inertia = 0.0, moment = 0.0;
    for (int32_t i = 1; i <= NEEDLE; i++) {
        double m = i < NEEDLE ? 1.0 : 0.5, r = i * LINK;
        inertia += m * r * r;
        moment += m * r;
    }
    double period = 2.0 * PI * sqrt(inertia / (9.81 * sqrt(1.0 + 0.0004) * moment));
    int32_t passes = 0;
    double first = 0.0, last = 0.0, before = 0.0;
    for (int32_t i = 0; i < 8000; i++) {
        run_rods(world, 1);
        bight_curve curve = bight_rope_curve(world, rope);
        double x =
            v3_dot(v3_sub(curve.points[COUNT - 1], points[THREAD]), v3_unit(v3(1, -0.02, 0), v3(1, 0, 0)));
        if (i > 0 && before > 0.0 && x <= 0.0) {
            double when = (i + 1 - x / (x - before)) * 2e-4;
            first = passes == 0 ? when : first;
            last = when;
            passes++;
        }
        before = x;
    }
    double found = (last - first) / (passes - 1);
    printf("%d swings of %g s, wanted %g\n", (int)passes - 1, found, period);
    CHECK(passes > 3 && fabs(found - period) < 2e-3 * period);
    bight_world_destroy(world);
}

// Turned against a pole it stops there, touches it and does not bend; the hand turns with all its force.
TEST(a_pole_stops_it)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    bight_vec3 tip = points[COUNT - 1], pole = v3_add(tip, v3(-0.003, -0.002, 0));
    bight_obstacle_def post = bight_obstacle_def_default();
    post.kind = BIGHT_SHAPE_CAPSULE;
    post.size = v3(0.001, 0.02, 0);
    post.pose = (bight_pose){pole, {0.70710678118654752, 0, 0, 0.70710678118654752}}; // along z
    bight_obstacle_id id;
    CHECK(bight_obstacle_create(world, &post, &id, NULL) == BIGHT_OK);
    int32_t node = THREAD + 10;
    bight_hand_id hand = hold(world, rope, node);
    turn(world, hand, v3(0, 0, 1), 1.5);
    double reach = 0.0, gap = HUGE_VAL, most = 0.0, worst = 0.0;
    for (int32_t i = THREAD; i < COUNT; i++) {
        reach = fmax(reach, v3_distance(points[i], points[node]));
    }
    bight_vec3 torque;
    bight_step_report report;
    for (int32_t i = 0; i < 600; i++) {
        report = scene_step(world);
        CHECK(i > 20 || !report.rests);
        gap = fmin(gap, report.gap);
        CHECK(!report.rolled_back);
        most = fmax(most, bent(world, rope, points));
        CHECK(bight_hand_torque(world, hand, &torque) == BIGHT_OK);
        worst = fmax(worst, v3_length(torque) / (def.rod.hand_force * reach));
    }
    bight_curve curve = bight_rope_curve(world, rope);
    double near = HUGE_VAL;
    for (int32_t i = THREAD; i < COUNT; i++) {
        bight_vec3 p = v3_sub(curve.points[i], pole);
        near = fmin(near, sqrt(p.x * p.x + p.y * p.y));
    }
    printf("gap %g, nearest node %g, torque %g, at most %g, of %g, bent by %g, turn lag %g\n", gap, near,
           torque.z, worst * def.rod.hand_force * reach, def.rod.hand_force * reach, most,
           state_of(world, hand).turn_lag);
    CHECK(gap > 0.99 && near < 1.05 * (0.001 + def.radius));
    CHECK(worst < 1.15 && torque.z > 0.99 * def.rod.hand_force * reach);
    CHECK(state_of(world, hand).turn_lag > 0.5 && most < 1e-3);
    CHECK(report.rests); // though it would turn on

    // back again it comes free
    turn(world, hand, v3(0, 0, 1), -0.3);
    run_rods(world, 300);
    CHECK(state_of(world, hand).turn_lag < 1e-8);
    bight_world_destroy(world);
}

// A straight one lies where it lay, to the bit where its links have their length, whichever way it is turned about itself.
TEST(a_straight_needle_turns_about_itself)
{
    bight_vec3 points[COUNT], last[2][COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        points[i] = v3((i - THREAD) / 2048.0, 0, 0);
    }
    for (int32_t k = 0; k < 2; k++) {
        bight_world *world = scene_world();
        bight_rope_def def = needle_def(points);
        bight_rope_id rope = make_rod(world, &def);
        run_rods(world, 300);
        bight_hand_id hand = hold(world, rope, THREAD + 20);
        run_rods(world, 20);
        double angle = k == 0 ? 0.5 * PI : 0.3;
        turn(world, hand, v3(1, 0, 0), angle);
        CHECK(!scene_step(world).rests);
        run_rods(world, 200);
        bight_hand_state state = state_of(world, hand);
        printf("turned by %g radians of %g, lag %g\n", 2.0 * asin(state.rotation[0]), angle, state.turn_lag);
        CHECK(state.turn_lag < 1e-8 && fabs(2.0 * asin(state.rotation[0]) - angle) < 1e-8);
        CHECK(scene_step(world).rests && bight_hand_release(world, hand));
        memcpy(last[k], bight_rope_curve(world, rope).points, sizeof points);
        bight_world_destroy(world);
    }
    CHECK(memcmp(last[0], points, sizeof points) == 0 && memcmp(last[1], points, sizeof points) == 0);
}

// The hand that has held it longest turns it, whatever place a world has for hands that come later: driver, receiver, driver.
TEST(hands_take_turns)
{
    bight_vec3 points[COUNT], torque;
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id pull = scene_grasp(world, rope, 0), driver = hold(world, rope, THREAD + 10);
    CHECK(bight_hand_set_force(world, pull, v3(-0.2, 0.1, 0), NULL) == BIGHT_OK);
    run_rods(world, 100);
    CHECK(bight_hand_torque(world, driver, &torque) == BIGHT_OK && v3_length(torque) > 1e-4);
    bight_hand_id receiver = hold(world, rope, THREAD + 40);
    CHECK(bight_hand_torque(world, receiver, &torque) == BIGHT_OK && v3_length(torque) == 0.0);

    // the driver turns it, the receiver's order is forgotten
    turn(world, receiver, v3(0, 0, 1), -0.4);
    turn(world, driver, v3(0, 0, 1), 0.01);
    run_rods(world, 1);
    CHECK(state_of(world, receiver).turn_lag < 1e-12 && state_of(world, driver).rotation[2] > 0.0);

    // it takes hold again before it is the receiver's turn to let go, and has done nothing yet
    CHECK(bight_hand_release(world, driver));
    driver = hold(world, rope, THREAD + 25);
    CHECK(bight_hand_torque(world, driver, &torque) == BIGHT_OK && v3_length(torque) == 0.0);
    CHECK(bight_hand_torque(world, receiver, &torque) == BIGHT_OK && v3_length(torque) == 0.0);
    CHECK(bight_hand_release(world, pull));
    turn(world, receiver, v3(0, 0, 1), 0.05);
    for (int32_t i = 0; i < 40; i++) {
        turn(world, driver, v3(0, 0, 1), -0.3);
        run_rods(world, 1);
        CHECK(bight_hand_torque(world, driver, &torque) == BIGHT_OK && v3_length(torque) == 0.0);
        CHECK(state_of(world, receiver).rotation[2] >= 0.0);
    }

    // now it is the driver's
    CHECK(bight_hand_hold_needle(world, receiver, false) == BIGHT_OK && bight_hand_release(world, receiver));
    turn(world, driver, v3(0, 0, 1), -0.3);
    run_rods(world, 200);
    printf("turn lag %g, bent by %g\n", state_of(world, driver).turn_lag, bent(world, rope, points));
    CHECK(state_of(world, driver).turn_lag < 1e-8 &&
          fabs(state_of(world, driver).rotation[2] + sin(0.15)) < 1e-8);
    CHECK(bent(world, rope, points) < 1e-3);
    bight_world_destroy(world);
}

// Who holds it is state: the same hands at the same nodes, which took it one after the other this way or that.
TEST(who_holds_it_is_state)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        bight_world *world = scene_world();
        bight_rope_def def = needle_def(points);
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hands[2] = {scene_grasp(world, rope, THREAD + 10),
                                  scene_grasp(world, rope, THREAD + 30)};
        CHECK(bight_hand_hold_needle(world, hands[k], true) == BIGHT_OK);
        CHECK(bight_hand_hold_needle(world, hands[1 - k], true) == BIGHT_OK);
        hash[k] = bight_world_hash(world);
        bight_world_destroy(world);
    }
    CHECK(hash[0] != hash[1]);

    // so is how it is turned, which nodes need not show
    bight_vec3 shape[3] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    bi_needle needle = {.links = 3, .shape = shape, .turn = {0.0, 0.0, 0.0, 1.0}};
    bi_rod rod = {.needle = &needle};
    bi_rope rope = {.rod = &rod};
    for (int32_t k = 0; k < 4; k++) {
        uint64_t was = bi_needle_hash(1, &rope);
        needle.turn[k] += 0.5;
        CHECK(bi_needle_hash(1, &rope) != was);
    }
}

// Nobody holds it: drawn by its thread it follows, and stays what it is.
TEST(it_follows_its_thread)
{
    bight_vec3 points[COUNT];
    lay(points, 0.75 * PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    CHECK(bight_hand_set_target(world, hand, v3(-0.08, 0.02, 0.01)) == BIGHT_OK);
    double most = 0.0;
    for (int32_t i = 0; i < 1500; i++) {
        CHECK(!scene_step(world).rolled_back);
        most = fmax(most, bent(world, rope, points));
    }
    bight_curve curve = bight_rope_curve(world, rope);
    printf("bent by %g, its end came by %g\n", most, v3_distance(curve.points[THREAD], points[THREAD]));
    CHECK(most < 1e-3 && curve.points[THREAD].x < -0.03);
    bight_world_destroy(world);
}

// Thrown about without any damping, it never has more energy.
TEST(energy_never_grows)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    def.rod.drag = 0.0;
    def.rod.gravity = v3(0, -9.81, 2.0);
    def.rod.time_step =
        2e-4; // else no node falls as fast as it would: they go by 0.9 radii in a step at most
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    double last = rod_energy(world, rope), scale = 0.0, grown = 0.0, most = 0.0;
    for (int32_t i = 0; i < 2000; i++) {
        run_rods(world, 1);
        double now = rod_energy(world, rope);
        grown = fmax(grown, now - last);
        scale = fmax(scale, rod_state(world, rope).kinetic);
        most = fmax(most, bent(world, rope, points));
        last = now;
    }
    printf("grew by %g of %g J in a cycle, bent by %g\n", grown, scale, most);
    CHECK(grown < 1e-6 * scale && most < 1e-3);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_hand_bears_force_and_moment), unit(it_goes_where_a_hand_turns_it_and_keeps_its_shape),
          unit(a_hand_that_turns_it_feels_its_inertia), unit(it_swings_as_a_rigid_body),
          unit(a_pole_stops_it), unit(a_straight_needle_turns_about_itself), unit(hands_take_turns),
          unit(who_holds_it_is_state), unit(it_follows_its_thread), unit(energy_never_grows))
