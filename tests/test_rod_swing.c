// SPDX-License-Identifier: MIT
// Steps of second order: what swings goes on swinging, and loses no more than the rule says.

#include "rod_scene.h"

#define NODES 41
#define LENGTH 0.5
#define G 9.81

// J0(z) by its series.
static double bessel(double z)
{
    double term = 1.0, sum = 1.0;
    for (int32_t k = 1; k < 40; k++) {
        term *= -0.25 * z * z / (k * k);
        sum += term;
    }
    return sum;
}

// A rope that hangs from a hand, drawn aside by little in the shape of its slowest mode: J0(z sqrt(s / L)), s from the free
// end, z = 2.404826, of frequency z / 2 sqrt(g / L).
static bight_rope_id hang(bight_world *world, double aside, bool second)
{
    bight_vec3 points[NODES];
    double l = LENGTH / (NODES - 1);
    points[NODES - 1] = v3(0, 0, 0);
    for (int32_t i = NODES - 1; i >= 0; i--) {
        double s = LENGTH - i * l, x = aside * bessel(2.404826 * sqrt(s / LENGTH));
        points[i] = v3(x, 0, 0);
    }
    for (int32_t i = 1; i < NODES; i++) {
        double dx = points[i].x - points[i - 1].x;
        points[i].y = points[i - 1].y - sqrt(l * l - dx * dx);
    }
    bight_rope_def def = rod_def(points, NODES, false);
    def.link_length = l;
    def.rod.bend = 1e-6;
    def.rod.drag = 0.0;
    def.rod.gravity = v3(0, -G, 0);
    def.rod.second_order = second;
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    return rope;
}

// What ten seconds leave of an oscillation about a shape of the least energy, and how often `node` comes by; from the 50th
// cycle on, when waves of stretching have died away. Energy never grows.
typedef struct swing {
    double left, frequency;
} swing;

static swing watch(bight_world *world, bight_rope_id rope, double least, int32_t node, bight_vec3 aside)
{
    const double h = 0.002;
    run_rods(world, 50);
    double first = rod_energy(world, rope), last = first, crossed = 0.0, first_crossing = 0.0;
    double before = v3_dot(bight_rope_curve(world, rope).points[node], aside);
    int32_t crossings = 0;
    for (int32_t i = 0; i < 5000; i++) {
        run_rods(world, 1);
        double now = rod_energy(world, rope), x = v3_dot(bight_rope_curve(world, rope).points[node], aside);
        CHECK(now <= last + 1e-7 * (first - least));
        last = now;
        if ((x < 0.0) != (before < 0.0)) {
            crossed = h * (i + before / (before - x));
            first_crossing = crossings == 0 ? crossed : first_crossing;
            crossings++;
        }
        before = x;
    }
    return (swing){(last - least) / (first - least),
                   3.14159265358979 * (crossings - 1) / (crossed - first_crossing)};
}

// Of frequency w, the rule of second order loses w^4 h^3 / 2 of it a second, implicit Euler w^2 h.
static double rule(double w, bool second)
{
    const double h = 0.002;
    return exp(-10.0 * (second ? 0.5 * w * w * w * w * h * h * h : w * w * h));
}

TEST(a_hanging_rope_swings_on)
{
    const double w = 0.5 * 2.404826 * sqrt(G / LENGTH);
    for (int32_t second = 0; second < 2; second++) {
        bight_world *still = scene_world(), *world = scene_world();
        bight_rope_id hangs = hang(still, 0.0, false), rope = hang(world, 0.02, second != 0);
        run_rods(still, 4000);
        swing s = watch(world, rope, rod_energy(still, hangs), NODES - 1, v3(1, 0, 0));
        print_message("order %d: loses %.3g, the rule %.3g; frequency %.5g, the law %.5g\n",
                      (int)(1 + second), 1.0 - s.left, 1.0 - rule(w, second != 0), s.frequency, w);
        CHECK(fabs(s.frequency / w - 1.0) < 2e-3);
        CHECK(fabs((1.0 - s.left) / (1.0 - rule(w, second != 0)) - 1.0) < 0.05);
        bight_world_destroy(still);
        bight_world_destroy(world);
    }
}

// A clamped beam in its slowest mode: frequency (1.8751 / L)^2 sqrt(B / density).
TEST(a_beam_swings_on)
{
    for (int32_t second = 0; second < 2; second++) {
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        double l = 0.3 / (NODES - 1), length = 0.3 - 0.5 * l,
               k = 1.875104 / length; // from the middle of the first link
        points[0] = v3(0, 0, 0);
        for (int32_t i = 1; i < NODES; i++) {
            double z = k * (i - 0.5) * l, y = 0.003 * (cosh(z) - cos(z) - 0.734096 * (sinh(z) - sin(z)));
            y = i == 1 ? 0.0 : y;
            double dy = y - points[i - 1].y;
            points[i] = v3(points[i - 1].x + sqrt(l * l - dy * dy), y, 0);
        }
        bight_rope_def def = rod_def(points, NODES, false);
        def.link_length = l;
        def.rod.bend = 0.01;
        def.rod.drag = 0.0;
        def.rod.second_order = second != 0;
        bight_rope_id rope = make_rod(world, &def);
        scene_grasp(world, rope, 0);
        scene_grasp(world, rope, 1);
        double w = k * k * sqrt(0.01 / def.rod.density);
        swing s = watch(world, rope, 0.0, NODES - 1, v3(0, 1, 0));
        print_message("order %d: loses %.3g, the rule %.3g; frequency %.5g, the law %.5g\n",
                      (int)(1 + second), 1.0 - s.left, 1.0 - rule(w, second != 0), s.frequency, w);
        CHECK(fabs(s.frequency / w - 1.0) < 0.02);
        CHECK(fabs((1.0 - s.left) / (1.0 - rule(w, second != 0)) - 1.0) < 0.05);
        bight_world_destroy(world);
    }
}

// Let go level, without drag: it whips about and loses what the rule damps of its quick waves, and never gains.
TEST(a_rope_that_whips_never_gains)
{
    double left[2];
    for (int32_t second = 0; second < 2; second++) {
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
        bight_rope_def def = rod_def(points, NODES, false);
        def.rod.drag = 0.0;
        def.rod.bend = 0.02;
        def.rod.gravity = v3(0, -G, 0);
        def.rod.second_order = second != 0;
        bight_rope_id rope = make_rod(world, &def);
        scene_grasp(world, rope, 0);
        double first = rod_energy(world, rope), least = -rod_state(world, rope).mass * G * 0.5 * LENGTH;
        for (int32_t i = 0; i < 2000; i++) {
            run_rods(world, 1);
            CHECK(rod_energy(world, rope) < first + 1e-9);
        }
        left[second] = (rod_energy(world, rope) - least) / (first - least);
        bight_world_destroy(world);
    }
    print_message("after 4 s %.3f and %.3f of the energy are left\n", left[0], left[1]);
    CHECK(left[1] > 2.0 * left[0]);
}

// What touches takes steps of first order: a rope that falls on a table and on itself comes to rest, and energy never grows.
TEST(what_falls_comes_to_rest)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(2, 0.1, 2), v3(0, -0.1, 0));
    for (int32_t i = 0; i < NODES; i++) {
        double a = 0.35 * i;
        points[i] = v3(0.03 * cos(a), 0.05 + 0.002 * i, 0.03 * sin(a));
    }
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.gravity = v3(0, -G, 0);
    def.rod.second_order = true;
    bight_rope_id rope = make_rod(world, &def);
    double last = rod_energy(world, rope), first = last;
    for (int32_t i = 0; i < 3000; i++) {
        CHECK(!scene_step(world).cut);
        double now = rod_energy(world, rope);
        CHECK(now < last + 2e-3 * first);
        last = now;
    }
    CHECK(rod_state(world, rope).kinetic < 1e-9 && last < 0.5 * first);
    bight_world_destroy(world);
}

// Hands feel the same forces; a world repeats to the bit, rests, and takes no memory.
TEST(hands_bear_and_steps_repeat)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        failing_allocator memory = {0};
        bight_vec3 points[NODES], force;
        bight_world *world = scene_counted_world(&memory);
        line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
        bight_rope_def def = rod_def(points, NODES, false);
        def.rod.gravity = v3(0, -G, 0);
        def.rod.drag = 2.0;
        def.rod.second_order = true;
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand = scene_grasp(world, rope, 0);
        run_rods(world, 200);
        int64_t calls = memory.calls;
        run_rods(world, 1000);
        hash[k] = bight_world_hash(world);
        run_rods(world, 10000);
        CHECK(memory.calls == calls);
        CHECK(bight_hand_force(world, hand, &force) == BIGHT_OK);
        double weight = rod_state(world, rope).mass * G;
        CHECK(v3_distance(force, v3(0, weight, 0)) < 1e-3 * weight);
        uint64_t still = bight_world_hash(world);
        run_rods(world, 50);
        CHECK(bight_world_hash(world) == still);
        bight_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}

RUN_TESTS(unit(a_hanging_rope_swings_on), unit(a_beam_swings_on), unit(a_rope_that_whips_never_gains),
          unit(what_falls_comes_to_rest), unit(hands_bear_and_steps_repeat))
