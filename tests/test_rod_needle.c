// SPDX-License-Identifier: MIT
// Needles: rigid ends of elastic rods, which hands hold and turn.

#include "bight/play.h"
#include "core/random.h"
#include "rod_scene.h"
#include "scene_memory.h"
#include "sim/rod/rod.h"

#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
#define LINK 5e-4 // metres
#define THREAD 60 // links
#define NEEDLE 50 // links, half a circle of 8 mm
#define COUNT (THREAD + NEEDLE + 1)
#define LENGTH (NEEDLE * LINK)

// Thread along +x up to the origin, then a needle that bends by `arc` towards +y.
static void lay(bight_vec3 *points, double arc)
{
    line_of(points, THREAD + 1, v3(-THREAD * LINK, 0, 0), v3(0, 0, 0));
    for (int32_t j = 0; j < NEEDLE; j++) {
        double a = arc * (j + 0.5) / NEEDLE;
        points[THREAD + j + 1] = v3_madd(points[THREAD + j], LINK, v3(cos(a), sin(a), 0));
    }
}

static bight_rope_def needle_def(const bight_vec3 *points)
{
    bight_rope_def def = rod_def(points, COUNT, false);
    def.radius = 1.6e-4;
    def.rod.density = 9.2e-5;
    def.rod.stretch = 700;
    def.rod.bend = 3e-7;
    def.rod.hand_force = 2.0;
    def.rod.needle = (bight_needle_def){.links = NEEDLE, .end = BIGHT_END_LAST};
    return def;
}

// By how much the distance of two nodes of the needle is off, over its length, at most.
static double bent(const bight_world *world, bight_rope_id rope, const bight_vec3 *made)
{
    bight_curve curve = bight_rope_curve(world, rope);
    double most = 0.0;
    for (int32_t i = THREAD; i < COUNT; i++) {
        for (int32_t j = i + 1; j < COUNT; j++) {
            double off = v3_distance(curve.points[i], curve.points[j]) - v3_distance(made[i], made[j]);
            most = fmax(most, fabs(off));
        }
    }
    return most / LENGTH;
}

// Play an example with `from` in its text replaced by `to`, or as it is, and see whether it ends as it should.
static void play_example(const char *name, const char *from, const char *to, bool good)
{
    static char text[20000], path[1000];
    snprintf(path, sizeof path, BIGHT_SOURCE_DIR "/examples/%s", name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    if (from != NULL) {
        char *place = strstr(text, from);
        CHECK(place != NULL && strlen(from) == strlen(to));
        memcpy(place, to, strlen(to));
    }
    bight_scene *read;
    bight_play *play;
    bight_error error = {0};
    if (bight_scene_parse(text, size, NULL, NULL, &read, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK(bight_play_create(read, NULL, &play, &error) == BIGHT_OK);
    bool more = true;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && more) {
        status = bight_play_step(play, &more, &error);
    }
    printf("%s: %s\n", name, status == BIGHT_OK ? "done" : error.message);
    CHECK((status == BIGHT_OK) == good);
    bight_play_destroy(play);
    bight_scene_destroy(read);
}

static bight_hand_id hold(bight_world *world, bight_rope_id rope, int32_t node)
{
    bight_hand_id hand = scene_grasp(world, rope, node);
    CHECK(bight_hand_hold_needle(world, hand, true) == BIGHT_OK);
    return hand;
}

static void turn(bight_world *world, bight_hand_id hand, bight_vec3 axis, double radians)
{
    bight_vec3 u = v3_mul(sin(0.5 * radians), v3_unit(axis, v3(1, 0, 0)));
    const double q[4] = {u.x, u.y, u.z, cos(0.5 * radians)};
    CHECK(bight_hand_turn(world, hand, q) == BIGHT_OK);
}

static bight_hand_state state_of(const bight_world *world, bight_hand_id hand)
{
    bight_hand_state state;
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK);
    return state;
}

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

// ---- bits and memory ---------------------------------------------------------------------------------------------

#define APART v3(1, 0, 0)

static bight_status build_at(bight_world *world, bight_vec3 place, bight_hand_id *hand)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    for (int32_t i = 0; i < COUNT; i++) {
        points[i] = v3_add(points[i], place);
    }
    bight_rope_def def = needle_def(points);
    def.rod.bend = 1e-10; // else the thread springs straight at first
    bight_rope_id rope;
    bight_status status = bight_rope_create(world, &def, &rope, NULL);
    bight_obstacle_def ball = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    ball.kind = BIGHT_SHAPE_SPHERE;
    ball.size = v3(0.003, 0, 0);
    ball.pose.position = v3_add(place, v3(0.003, 0.009, 0.0005));
    status = status == BIGHT_OK ? bight_obstacle_create(world, &ball, &obstacle, NULL) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, THREAD + 20, hand, NULL) : status;
    return status == BIGHT_OK ? bight_hand_hold_needle(world, *hand, true) : status;
}

static bight_status build(bight_world *world, bight_hand_id *hand)
{
    return build_at(world, v3(0, 0, 0), hand);
}

static void drive_at(bight_world *world, bight_vec3 place, bight_hand_id hand, int32_t cycle)
{
    // slowly: after a failed step near pairs are listed anew, and a rod that sets off may go farther then
    double a = 0.001 * cycle;
    const double q[4] = {0.2 * sin(a), 0.1 * a, sin(a), cos(a)};
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_vec3 from = v3_add(place, points[THREAD + 20]);
    bight_hand_set_target(world, hand, v3_add(from, v3(0.001 * a, -0.008 * a, 0.002 * a)));
    bight_hand_turn(world, hand, q);
}

static void drive(bight_world *world, bight_hand_id hand, int32_t cycle)
{
    drive_at(world, v3(0, 0, 0), hand, cycle);
}

static const memory_scene scene = {build, drive, NULL};

TEST(creation_survives_every_failing_allocation)
{
    scene_build_through_failures(&scene);
}

TEST(steps_survive_every_failing_allocation)
{
    CHECK(scene_steps_through_failures(&scene, 200) > 10);
}

// Two far apart, which are solved for each on its own; the other one is led a little later.
static uint64_t play(int32_t threads, int32_t cycles)
{
    bight_world_def def = bight_world_def_default();
    def.env.threads = threads;
    bight_world *world;
    bight_hand_id hand, other;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK && build(world, &hand) == BIGHT_OK);
    CHECK(build_at(world, APART, &other) == BIGHT_OK);
    for (int32_t i = 0; i < cycles; i++) {
        drive(world, hand, i);
        drive_at(world, APART, other, i / 2);
        run_rods(world, 1);
    }
    uint64_t hash = bight_world_hash(world);
    bight_world_destroy(world);
    return hash;
}

TEST(the_same_bits_on_any_number_of_threads)
{
    uint64_t hash = play(1, 400);
    CHECK(play(2, 400) == hash && play(1, 400) == hash && play(1, 399) != hash);
}

// ---- bad input ------------------------------------------------------------------------------------------------------

TEST(what_a_needle_cannot_be)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_rope_def def = needle_def(points);
    def.rod.needle.links = 2;
    check_rod_refused(&def, "rod.needle.links is 2 of the rope's 110: give 3 to 109");
    def.rod.needle.links = COUNT - 1;
    check_rod_refused(&def, "the rest is thread");
    def.rod.needle.links = -5;
    check_rod_refused(&def, "rod.needle.links is -5");
    def = needle_def(points);
    def.rod.needle.end = (bight_rope_end)7;
    check_rod_refused(&def, "rod.needle.end is 7");
    def = needle_def(points);
    def.rod.needle.diameter = (double)NAN;
    check_rod_refused(&def, "rod.needle.diameter");
    def.rod.needle.diameter = 1.0;
    check_rod_refused(&def, "rod.needle.diameter is 1: give 1.6e-05 to 0.0032");
    def = needle_def(points);
    def.rod.twist = 1e-7;
    check_rod_refused(&def, "rod.twist is 1e-07: a rope with a needle carries no twist");
    def.rod.rest_shape = 0.5;
    check_rod_refused(&def, "rod.twist is 1e-07, and rod.rest_curvature or rod.rest_shape above 0");
}

TEST(orders_that_cannot_be_followed)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id thread = scene_grasp(world, rope, THREAD - 1), swage = scene_grasp(world, rope, THREAD);
    bight_vec3 torque;
    const double none[4] = {0, 0, 0, 0}, bad[4] = {0, (double)NAN, 0, 1}, large[4] = {0, 0, 1e300, 1e300};
    CHECK(bight_hand_hold_needle(world, thread, true) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_turn(world, swage, large) == BIGHT_ERROR_INVALID); // it does not hold it yet
    CHECK(bight_hand_torque(world, swage, &torque) == BIGHT_ERROR_UNSUPPORTED);
    CHECK(bight_hand_hold_needle(world, swage, true) == BIGHT_OK);
    CHECK(bight_hand_turn(world, swage, none) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_turn(world, swage, bad) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_turn(world, swage, large) == BIGHT_OK);
    CHECK(bight_hand_torque(world, swage, &torque) == BIGHT_OK && v3_length(torque) == 0.0);
    CHECK(fabs(state_of(world, swage).turn_lag - 0.5 * PI) < 1e-12);
    CHECK(state_of(world, thread).rotation[3] == 1.0 && state_of(world, thread).turn_lag == 0.0);

    // a rod that is made anew is held by the node alone
    CHECK(bight_rope_set_model(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_hand_torque(world, swage, &torque) == BIGHT_ERROR_UNSUPPORTED);
    def.model = BIGHT_MODEL_FTL;
    CHECK(bight_rope_set_model(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_hand_hold_needle(world, swage, true) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_release(world, swage) && bight_hand_turn(world, swage, large) == BIGHT_ERROR_STALE);
    CHECK(bight_hand_hold_needle(world, swage, true) == BIGHT_ERROR_STALE);
    bight_world_destroy(world);
}

// ---- scenes ---------------------------------------------------------------------------------------------------------

#define THREAD_OF(more)                                                                                      \
    "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-0.03, 0, 0], \"to\": [0, 0, 0]}, "                   \
    "\"link_length\": 0.0005, \"model\": \"rod\", \"material\": \"silk_suture\", \"needle\": {" more "}}]"
#define LINE_OF(more)                                                                                        \
    "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-0.03, 0, 0], \"to\": [0, 0, 0]}, "                   \
    "\"link_length\": 0.0005, \"radius\": 0.0002, \"model\": \"rod\", \"needle\": {\"length\": 0.01}, " more \
    "}]"
#define ARC "\"end\": \"last\", \"radius\": 0.008, \"side\": [3, 0, 2]"

// At either end it goes on from the thread, as an arc of the radius that was asked for, to the side that was asked for.
TEST(scenes_have_needles)
{
    static const char *const ends[2] = {
        THREAD_OF("\"end\": \"last\", \"radius\": 0.008, \"arc\": 135, \"side\": [5, 0, 2]") "}",
        THREAD_OF("\"end\": \"first\", \"radius\": 0.008, \"arc\": 135, \"side\": [5, 0, 2]") "}"};
    for (int32_t k = 0; k < 2; k++) {
        bight_scene *read;
        bight_error error = {0};
        if (bight_scene_parse(ends[k], strlen(ends[k]), NULL, NULL, &read, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        const bight_scene_rope *rope = &read->ropes[0];
        int32_t m = rope->rod->needle.links, n = rope->curve.count;
        CHECK(m == 38 && n == 61 + m && rope->rod->needle.end == (k == 0 ? BIGHT_END_LAST : BIGHT_END_FIRST));
        const bight_vec3 *x = rope->curve.points + (k == 0 ? 60 : 0);
        bight_vec3 centre = v3(k == 0 ? 0.0 : -0.03, 0, 0.008);
        double turned = 0.0;
        for (int32_t i = 0; i <= m; i++) {
            CHECK(fabs(v3_distance(x[i], centre) - 0.008) < 1.5e-4 && fabs(x[i].y) < 1e-15);
        }
        for (int32_t i = 1; i < m; i++) {
            bight_vec3 a = v3_sub(x[i], x[i - 1]), b = v3_sub(x[i + 1], x[i]);
            CHECK(fabs(v3_length(b) - 5e-4) < 1e-12);
            turned += atan2(v3_length(v3_cross(a, b)), v3_dot(a, b));
        }
        CHECK(fabs(turned * m / (m - 1) - 0.75 * PI) < 1e-9);
        bight_scene_destroy(read);
    }
}

// Written into a scene as the page writes what it saves, nodes and `links`, it is the same needle in the same place to the bit.
TEST(a_needle_that_was_turned_comes_back_from_a_scene)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    turn(world, hold(world, rope, THREAD + 9), v3(1, 2, 3), 0.7);
    run_rods(world, 60);
    bight_curve curve = bight_rope_curve(world, rope);
    static char text[20000];
    int32_t at = snprintf(text, sizeof text,
                          "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"material\": \"silk_suture\", "
                          "\"needle\": {\"end\": \"last\", \"links\": %d}, \"points\": [",
                          NEEDLE);
    for (int32_t i = 0; i < COUNT; i++) {
        bight_vec3 p = curve.points[i];
        at += snprintf(text + at, sizeof text - (size_t)at, "%s[%.17g, %.17g, %.17g]", i > 0 ? ", " : "", p.x,
                       p.y, p.z);
    }
    snprintf(text + at, sizeof text - (size_t)at, "]}]}");
    bight_scene *read;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &read, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK(read->ropes[0].curve.count == COUNT && read->ropes[0].rod->needle.links == NEEDLE);
    CHECK(memcmp(read->ropes[0].curve.points, curve.points, sizeof points) == 0);
    bight_play *play;
    CHECK(bight_play_create(read, NULL, &play, &error) == BIGHT_OK);

    // made anew its frame lies as its nodes do; a hand that holds it keeps it there
    bight_world *again = bight_play_world(play);
    bight_rope_id same = bight_play_rope(play, 0);
    bight_hand_id hand = hold(again, same, THREAD + 9);
    bight_vec3 was[COUNT];
    memcpy(was, curve.points, sizeof was);
    double most = 0.0, far = 0.0;
    for (int32_t i = 0; i < 40; i++) {
        run_rods(again, 1);
        bight_hand_state state = state_of(again, hand);
        CHECK(state.turn_lag == 0.0 && state.lag < 1e-12 && state.rotation[3] == 1.0);
        most = fmax(most, bent(again, same, points));
    }
    for (int32_t i = THREAD; i < COUNT; i++) {
        far = fmax(far, v3_distance(bight_rope_curve(again, same).points[i], was[i]) / LENGTH);
    }
    printf("bent by %g, %g from where it was\n", most, far);
    CHECK(most < 1e-5 && far < 1e-5);
    bight_play_destroy(play);
    bight_scene_destroy(read);
    bight_world_destroy(world);
}

static void check_told(const char *text, const char *words)
{
    bight_scene *read;
    bight_error error = {0};
    bight_status status = bight_scene_parse(text, strlen(text), NULL, NULL, &read, &error);
    if (status != BIGHT_ERROR_PARSE || strstr(error.message, words) == NULL) {
        fail_msg("%s: %s, not %s", text, error.message, words);
    }
}

TEST(scenes_that_are_refused)
{
    check_told(THREAD_OF("\"radius\": 0.008") "}", "ropes[0].needle needs side");
    check_told(THREAD_OF("\"radius\": 0.008, \"length\": 0.02") "}", "needle");
    check_told(THREAD_OF("\"length\": 0.02, \"side\": [0, 1, 0]") "}", "has a side, and is no arc");
    check_told(THREAD_OF("\"links\": 60") "}", "needle.links is 60 of the rope's 60: give fewer");
    check_told(THREAD_OF("\"links\": 6, \"side\": [0, 1, 0]") "}", "has a side, and is no arc");
    check_told(THREAD_OF("\"length\": 0.001") "}", "give a link_length of at most 0.000333");
    check_told(THREAD_OF("\"length\": 1000000") "}", "links: the rope may have");
    check_told(THREAD_OF("\"radius\": 0.0001, \"side\": [0, 1, 0]") "}", "give at least 0.00048");
    check_told(THREAD_OF("\"radius\": 0.0006, \"side\": [0, 1, 0]") "}", "give a link_length of at most");
    check_told(THREAD_OF("\"radius\": 0.008, \"side\": [-3, 0, 0]") "}",
               "needle.side lies along the thread's end");
    check_told(THREAD_OF("\"radius\": 0.008, \"side\": [0, 0, 0]") "}", "needle.side");
    check_told(THREAD_OF(ARC ", \"diameter\": 0.004") "}",
               "needle has a diameter of 0.004: give 1.6e-05 to 0.0032");
    check_told(THREAD_OF(ARC ", \"diameter\": 0.00001") "}", "needle has a diameter of 1e-05: give 1.6e-05");
    check_told(LINE_OF("\"material\": \"monofilament\"") "}",
               "ropes[0].needle needs a rope that carries no twist: its rod has a twist of 4.4e-06, and "
               "rest_curvature 20, which needs that; give \"rod\": {\"twist\": 0, \"rest_curvature\": 0}, or "
               "\"material\": \"silk_suture\"");
    check_told(LINE_OF("\"rod\": {\"twist\": 1e-7, \"rest_shape\": 0.5}") "}",
               "and rest_shape 0.5, which needs that");
    check_told(LINE_OF("\"rod\": {\"twist\": 1e-7}") "}", "has a twist of 1e-07, leave it out, or give 0");

    // each mend that is named does
    static const char *const good[] = {
        LINE_OF("\"material\": \"monofilament\", \"rod\": {\"twist\": 0, \"rest_curvature\": 0}") "}",
        LINE_OF("\"material\": \"silk_suture\"") "}", LINE_OF("\"rod\": {\"twist\": 0}") "}"};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        bight_scene *read;
        bight_play *play = NULL;
        bight_error error = {0};
        if (bight_scene_parse(good[k], strlen(good[k]), NULL, NULL, &read, &error) != BIGHT_OK ||
            bight_play_create(read, NULL, &play, &error) != BIGHT_OK) {
            fail_msg("%s: %s", good[k], error.message);
        }
        bight_play_destroy(play);
        bight_scene_destroy(read);
    }
    check_told(THREAD_OF("\"radius\": 0.008, \"arc\": 10, \"side\": [0, 1, 0]") "}", "needle.arc");
    check_told("{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}, "
               "\"needle\": {\"length\": 5}}]}",
               "give \"model\": \"rod\"");
    check_told(
        THREAD_OF(ARC) ", \"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": 3, \"needle\": true}}]}",
        "node 3 is thread: the needle is nodes 60 to 110");
    check_told(
        "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}}], \"script\": "
        "[{\"grasp\": {\"hand\": \"a\", \"node\": 0, \"needle\": true}}]}",
        "has no needle: give the rope one");
}

// A rope that becomes a rod of another friction is held as before, and turned on from how it lies; one that becomes another
// model is held by the node alone.
TEST(hands_hold_on_where_a_rope_changes_its_model)
{
    static const char *const to[2] = {"\"rod\", \"friction\": 0.1", "\"ftl\""};
    for (int32_t k = 0; k < 2; k++) {
        static char text[2000];
        snprintf(
            text, sizeof text,
            THREAD_OF(
                "\"end\": \"last\", \"radius\": 0.008, \"side\": [0, 1, 0]") ", \"script\": ["
                                                                             "{\"grasp\": {\"hand\": \"a\", "
                                                                             "\"node\": 70, \"needle\": "
                                                                             "true}}, {\"wait\": "
                                                                             "{\"cycles\": 5}}, "
                                                                             "{\"model\": {\"to\": %s}}, "
                                                                             "{\"move\": {\"hand\": \"a\", "
                                                                             "\"turns\": 0.1, \"axis\": [0, "
                                                                             "0, 1]}}]}",
            to[k]);
        bight_scene *read;
        bight_play *play;
        bight_error error = {0};
        if (bight_scene_parse(text, strlen(text), NULL, NULL, &read, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        CHECK(bight_play_create(read, NULL, &play, &error) == BIGHT_OK);
        bool more = true;
        while (more) {
            if (bight_play_step(play, &more, &error) != BIGHT_OK) {
                fail_msg("%s", error.message);
            }
        }
        bight_hand_state state = state_of(bight_play_world(play), bight_play_hand(play, 0));
        printf("turned to %g, lag %g\n", state.rotation[2], state.turn_lag);
        CHECK(k == 0 ? fabs(state.rotation[2] - sin(0.1 * PI)) < 1e-3 : state.rotation[3] == 1.0);
        bight_play_destroy(play);
        bight_scene_destroy(read);
    }
}

// The example, as it is and with a ring that is not where it should be.
TEST(a_needle_is_driven_through)
{
    play_example("suture_needle.json", NULL, NULL, true);
    play_example("suture_needle.json", "[-0.0020706, -0.0077274, 0]", "[-0.0020706, -0.0047274, 0]", false);
}

RUN_TESTS(unit(a_hand_bears_force_and_moment), unit(it_goes_where_a_hand_turns_it_and_keeps_its_shape),
          unit(a_hand_that_turns_it_feels_its_inertia), unit(it_swings_as_a_rigid_body),
          unit(a_pole_stops_it), unit(a_straight_needle_turns_about_itself), unit(hands_take_turns),
          unit(who_holds_it_is_state), unit(it_follows_its_thread), unit(energy_never_grows),
          unit(creation_survives_every_failing_allocation), unit(steps_survive_every_failing_allocation),
          unit(the_same_bits_on_any_number_of_threads), unit(what_a_needle_cannot_be),
          unit(orders_that_cannot_be_followed), unit(scenes_have_needles), unit(scenes_that_are_refused),
          unit(a_needle_that_was_turned_comes_back_from_a_scene), unit(a_needle_is_driven_through),
          unit(hands_hold_on_where_a_rope_changes_its_model))
