// SPDX-License-Identifier: MIT
// An elastic rod and a rope of another model: they bear on each other as two rods do.

#include "bight/rod_force.h"
#include "core/pi.h"
#include "core/random.h"
#include "rod_scene.h"

#include <math.h>

enum { COUNT = 41, BAR = 9, WRAP = 201 };

// What contacts press between two ropes, newtons; `most` receives the greatest friction over what Coulomb's law allows.
static bight_vec3 pressing_between(const bight_world *world, bight_rope_id on, bight_rope_id by, double *most)
{
    bight_contact_force forces[400];
    int32_t count = bight_world_contact_forces(world, forces, 400);
    bight_vec3 sum = v3(0, 0, 0);
    CHECK(count <= 400);
    *most = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const bight_contact_force *f = &forces[i];
        bool there = f->rope[0].index1 == on.index1 && f->rope[1].index1 == by.index1;
        bool back = f->rope[0].index1 == by.index1 && f->rope[1].index1 == on.index1;
        if (there || back) {
            bight_vec3 all = v3_madd(f->friction, f->pressing, f->normal);
            sum = v3_madd(sum, there ? 1.0 : -1.0, all);
            *most = fmax(*most, v3_length(f->friction) / (f->coefficient * f->pressing));
        }
    }
    return sum;
}

enum { KINDS = 4 };

static const bight_rope_model models[KINDS] = {BIGHT_MODEL_FTL, BIGHT_MODEL_PROJECTION, BIGHT_MODEL_SPRING,
                                               BIGHT_MODEL_ROD};
static const char *const names[KINDS] = {"follow", "projection", "spring", "rod"};

// A rope of that model; beside springs a cycle is one of their time steps.
static bight_rope_def def_of(int32_t kind, int32_t beside, const bight_vec3 *points, int32_t count,
                             bool closed)
{
    bight_rope_def def = rod_def(points, count, closed);
    def.model = models[kind];
    def.rod.time_step = models[beside] == BIGHT_MODEL_SPRING ? def.spring.time_step : def.rod.time_step;
    return def;
}

// How far a rope of half a length a that a force stretches by force / stiff gives way in its middle to a weight there: the
// root of weight = 2 stiff (s / a - 1) d / s, s^2 = a^2 + d^2.
static double sag_of(double a, double stiff, double weight)
{
    double low = 0.0, high = a;
    for (int32_t i = 0; i < 60; i++) {
        double d = 0.5 * (low + high), s = sqrt(a * a + d * d);
        *(2.0 * stiff * (s / a - 1.0) * d / s < weight ? &low : &high) = d;
    }
    return low;
}

// A rod falls across a rope between two hands and comes to rest on it. Contacts bear its weight, and no two centrelines come
// closer than 0.99 diameters. The rope between the hands gives way as one does that is stretched by F / 0.002, of a spring
// rope by its stiffness: sag_of().
TEST(a_rod_lies_on_a_taut_rope)
{
    for (int32_t m = 0; m < KINDS; m++) {
        bight_world *world = scene_world();
        bight_vec3 points[COUNT];
        line_of(points, COUNT, v3(0.001, 0, -0.2), v3(0.001, 0, 0.2));
        bight_rope_def def = def_of(m, m, points, COUNT, false);
        def.projection.bend_weight = 0.0;
        def.spring.stiffness = 50.0;
        def.spring.time_step = 0.0001;
        def.spring.drag = 30.0;
        bight_rope_id under = make_rod(world, &def);
        scene_grasp(world, under, 0);
        scene_grasp(world, under, COUNT - 1);
        line_of(points, COUNT, v3(-0.2, 2.2 * R, 0), v3(0.2, 2.2 * R, 0));
        def = def_of(3, m, points, COUNT, false);
        def.rod.time_step = models[m] == BIGHT_MODEL_SPRING ? 0.0001 : def.rod.time_step;
        def.rod.gravity = v3(0, -9.81, 0);
        def.rod.bend = 0.1; // it hangs down little on both sides, so that it does not slip off
        def.rod.drag = 0.5;
        bight_rope_id over = make_rod(world, &def);
        double least = HUGE_VAL, friction = 0.0, weight = 9.81 * rod_state(world, over).mass, middle = 0.0;
        bight_vec3 borne = v3(0, 0, 0);
        int32_t cycles = models[m] == BIGHT_MODEL_SPRING ? 12000 : 2500, mean = cycles / 4;
        for (int32_t i = 0; i < cycles; i++) {
            bight_step_report report = scene_step(world);
            CHECK(!report.rolled_back && !report.cut);
            least = fmin(least, scene_apart(world, over, under));
            if (i >= cycles - mean) { // spring ropes tremble
                bight_curve curve = bight_rope_curve(world, under);
                borne = v3_madd(borne, 1.0 / mean, pressing_between(world, over, under, &friction));
                middle -= curve.points[curve.count / 2].y / mean;
                CHECK(friction < 1.0 + 1e-6);
            }
        }
        double stiff = models[m] == BIGHT_MODEL_SPRING ? 50.0 : def.rod.hand_force / 0.002;
        double law = sag_of(0.2, stiff, weight);
        print_message(
            "%s: no closer than %.4f diameters, bears %.5f of the weight, gives way by %.5f m (law %.5f)\n",
            names[m], least / (2.0 * R), borne.y / weight, middle, law);
        CHECK(least > 0.99 * 2.0 * R);
        CHECK(models[m] == BIGHT_MODEL_PROJECTION || models[m] == BIGHT_MODEL_ROD ||
              fabs(middle / law - 1.0) < 0.02);
        CHECK(fabs(borne.y / weight - 1.0) < 2e-3);
        CHECK(fabs(borne.x) + fabs(borne.z) < 2e-3 * weight);
        bight_world_destroy(world);
    }
}

// Half a turn of a rod round a thick rope that hands hold at each node, one of Follow The Leader also at its ends only: as round
// a bar (test_rod.c) the heavier end pulls it over where the ratio of the loads is above exp(friction pi).
TEST(half_a_turn_round_a_rope_holds_as_the_capstan_law_says)
{
    const double mu = 0.3, law = exp(mu * PI), bar = 0.05;
    for (int32_t k = 0; k < 8; k++) {
        bool slides = k % 2 == 1, ends = k >= 6;
        int32_t m = ends ? 0 : k / 2;
        enum { NODES = 101 };
        bight_vec3 points[NODES], load[NODES] = {{0}};
        bight_world *world = scene_world();
        line_of(points, BAR, v3(0, -0.2, 0), v3(0, 0.2, 0));
        bight_rope_def def = def_of(m, m, points, BAR, false);
        def.radius = bar;
        def.spring.time_step = 0.002; // nothing of it is free
        def.spring.density = 100.0;
        bight_rope_id held = make_rod(world, &def);
        for (int32_t i = 0; i < BAR; i += ends ? BAR - 1 : 1) {
            scene_grasp(world, held, i);
        }
        double r = bar + 1.002 * R, length = 0.5, arc = PI * r, hang = 0.5 * (length - arc);
        for (int32_t i = 0; i < NODES; i++) {
            double s = length * i / (NODES - 1) - hang, angle = s / r;
            points[i] = s < 0.0      ? v3(-r, 0.02 * s / length, s)
                        : angle > PI ? v3(r, 0.02 * s / length, -(s - arc))
                                     : v3(-r * cos(angle), 0.02 * s / length, r * sin(angle));
        }
        def = rod_def(points, NODES, false);
        def.rod.bend = 1e-6;
        def.rod.friction = mu;
        def.rod.drag = 1.0;
        bight_rope_id rope = make_rod(world, &def);
        load[0] = v3(0, 0, -2.0);
        load[NODES - 1] = v3(0, 0, -2.0 * law * (slides ? 1.05 : 0.95));
        CHECK(bight_rope_set_load(world, rope, load, NODES, NULL) == BIGHT_OK);
        run_rods(world, slides ? 100 : 300);
        double before = bight_rope_curve(world, rope).points[0].z, least = HUGE_VAL;
        for (int32_t i = 0; i < (slides ? 150 : 500); i++) {
            bight_step_report report = scene_step(world);
            CHECK(!report.rolled_back && !report.cut);
            least = fmin(least, scene_apart(world, rope, held) / (bar + R));
        }
        double way = bight_rope_curve(world, rope).points[0].z - before;
        print_message("%s%s, %s the law: %.3g m, gap %.4f\n", names[m], ends ? " held at its ends" : "",
                      slides ? "above" : "below", way, least);
        CHECK(least > 0.99);
        CHECK(slides ? way > 0.02 && way < 0.1 : fabs(way) < 1e-6);
        bight_world_destroy(world);
    }
}

// A turn and a half of a rod round a rope of its own thickness, which hands hold at both ends, is drawn tight with 5 N at both
// ends. No two centrelines come closer than 0.99 diameters.
TEST(a_turn_is_drawn_tight_on_a_rope)
{
    for (int32_t m = 0; m < KINDS; m++) {
        enum { NODES = 81 };
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        line_of(points, COUNT, v3(0, -0.2, 0), v3(0, 0.2, 0));
        bight_rope_def def = def_of(m, m, points, COUNT, false);
        def.spring.stiffness = 2000.0;
        def.spring.density = 0.5;
        def.spring.time_step = 0.00005;
        def.spring.drag = 30.0;
        bight_rope_id straight = make_rod(world, &def);
        scene_grasp(world, straight, 0);
        scene_grasp(world, straight, COUNT - 1);

        // a helix whose turns lie beside each other, and two tails along its tangents
        const double r = 0.02, angle = 3.0 * PI, pitch = 2.6 * R / (2.0 * PI),
                     steep = sqrt(r * r + pitch * pitch);
        const double arc = angle * steep, length = arc + 0.2;
        for (int32_t i = 0; i < NODES; i++) {
            double s = length * i / (NODES - 1) - 0.1, on = fmin(fmax(s, 0.0), arc), off = s - on,
                   a = on / steep;
            points[i] =
                v3(r * cos(a) - off * r / steep * sin(a), pitch * (a - 0.5 * angle) + off * pitch / steep,
                   r * sin(a) + off * r / steep * cos(a));
        }
        def = rod_def(points, NODES, false);
        def.rod.time_step = models[m] == BIGHT_MODEL_SPRING ? 0.00005 : def.rod.time_step;
        def.rod.bend = 1e-5;
        def.rod.drag = 0.5;
        bight_rope_id turn = make_rod(world, &def);
        for (int32_t end = 0; end < 2; end++) {
            int32_t node = end * (NODES - 1), beside = end == 0 ? 1 : NODES - 2;
            bight_vec3 out = v3_unit(v3_sub(points[node], points[beside]), v3(0, 0, 0));
            CHECK(bight_hand_set_force(world, scene_grasp(world, turn, node), v3_mul(5.0, out), NULL) ==
                  BIGHT_OK);
        }
        double least = HUGE_VAL;
        int32_t cuts = 0, cycles = models[m] == BIGHT_MODEL_SPRING ? 5000 : 500;
        for (int32_t i = 0; i < cycles; i++) {
            bight_step_report report;
            if (bight_world_step(world, &report) != BIGHT_OK) {
                fail_msg("cycle %d: %s", (int)i, bight_world_error(world).message);
            }
            CHECK(!report.rolled_back);
            cuts += report.cut;
            least = fmin(least, scene_apart(world, turn, straight) / (2.0 * R));
        }
        bight_vec3 end = bight_rope_curve(world, turn).points[0];
        print_message("%s: no closer than %.4f diameters, %d cuts, drawn by %.3f m, tension %.3f N\n",
                      names[m], least, (int)cuts, v3_distance(end, points[0]),
                      bight_rope_tension(world, turn, 1));
        CHECK(least > 0.99 && cuts == 0);
        CHECK(v3_distance(end, points[0]) > 0.02 &&
              fabs(bight_rope_tension(world, turn, 1) / 5.0 - 1.0) < 0.02);
        bight_world_destroy(world);
    }
}

// A rod that is thrown at a spring rope, both free, gives it of its momentum, and none is lost or made.
TEST(a_rod_gives_a_spring_rope_its_momentum)
{
    bight_world *world = scene_world();
    bight_vec3 points[COUNT], push[COUNT];
    line_of(points, COUNT, v3(0.001, 0, -0.2), v3(0.001, 0, 0.2));
    bight_rope_def def = def_of(2, 2, points, COUNT, false);
    bight_rope_id springs = make_rod(world, &def);
    line_of(points, COUNT, v3(-0.2, 2.2 * R, 0), v3(0.2, 2.2 * R, 0));
    def = def_of(3, 2, points, COUNT, false);
    def.rod.drag = 0.0;
    bight_rope_id rod = make_rod(world, &def);
    for (int32_t i = 0; i < COUNT; i++) {
        push[i] = v3(0.02, -0.05, 0.01);
    }
    CHECK(bight_rope_set_load(world, rod, push, COUNT, NULL) == BIGHT_OK);
    run_rods(world, 50);
    CHECK(bight_rope_set_load(world, rod, NULL, 0, NULL) == BIGHT_OK);
    const double impulse[3] = {COUNT * 0.02 * 50 * 0.0002, -COUNT * 0.05 * 50 * 0.0002,
                               COUNT * 0.01 * 50 * 0.0002};
    bight_vec3 of_rod = v3(0, 0, 0), of_springs, was = v3(0, 0, 0);
    double least = HUGE_VAL;
    for (int32_t i = 0; i < 500; i++) {
        bight_curve curve = bight_rope_curve(world, rod);
        bight_vec3 before = v3(0, 0, 0);
        for (int32_t k = 0; k < COUNT; k++) {
            before = v3_madd(before, k == 0 || k == COUNT - 1 ? 0.5 : 1.0, curve.points[k]);
        }
        scene_step(world);
        curve = bight_rope_curve(world, rod);
        was = v3(0, 0, 0);
        for (int32_t k = 0; k < COUNT; k++) {
            was = v3_madd(was, k == 0 || k == COUNT - 1 ? 0.5 : 1.0, curve.points[k]);
        }
        of_rod = v3_mul(def.rod.density * 0.01 / 0.0002, v3_sub(was, before));
        least = fmin(least, scene_apart(world, rod, springs) / (2.0 * R));
    }
    bight_spring_state state;
    CHECK(bight_rope_spring_state(world, springs, &state) == BIGHT_OK);
    of_springs = state.momentum;
    bight_vec3 sum = v3_add(of_rod, of_springs);
    print_message("springs have %.3f of the momentum; %.3g %.3g %.3g too much, gap %.4f\n",
                  of_springs.y / impulse[1], sum.x / impulse[0] - 1.0, sum.y / impulse[1] - 1.0,
                  sum.z / impulse[2] - 1.0, least);
    CHECK(least > 0.99 && of_springs.y / impulse[1] > 0.1);
    CHECK(fabs(sum.x / impulse[0] - 1.0) < 1e-4 && fabs(sum.y / impulse[1] - 1.0) < 1e-4 &&
          fabs(sum.z / impulse[2] - 1.0) < 1e-4);
    bight_world_destroy(world);
}

// A loose rope lies on a table, and a rod falls on it along it and across: neither sinks into the other, nor into the table.
TEST(a_rod_falls_on_a_rope_that_lies_on_a_table)
{
    for (int32_t m = 0; m < KINDS; m++) {
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.4, 0.05, 0.4), v3(0, -0.05 - R, 0));
        bight_vec3 points[COUNT];
        line_of(points, COUNT, v3(0.001, 0.003 * R, -0.2), v3(0.001, 0.003 * R, 0.2));
        bight_rope_def def = def_of(m, m, points, COUNT, false);
        bight_rope_id under = make_rod(world, &def);
        line_of(points, COUNT, v3(-0.05, 2.5 * R, -0.15), v3(0.05, 2.5 * R, 0.15));
        def = def_of(3, m, points, COUNT, false);
        def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id over = make_rod(world, &def);
        double least = HUGE_VAL, lowest = HUGE_VAL;
        int32_t cuts = 0;
        for (int32_t i = 0; i < 1500; i++) {
            bight_step_report report = scene_step(world);
            CHECK(!report.rolled_back);
            cuts += report.cut;
            least = fmin(least, scene_apart(world, over, under) / (2.0 * R));
            for (int32_t k = 0; k < 2; k++) {
                bight_curve curve = bight_rope_curve(world, k == 0 ? under : over);
                for (int32_t q = 0; q < curve.count; q++) {
                    lowest = fmin(lowest, 1.0 + curve.points[q].y / R);
                }
            }
        }
        print_message("%s: no closer than %.4f diameters, %.4f radii from the table, %d cuts\n", names[m],
                      least, lowest, (int)cuts);
        CHECK(least > 0.99 && lowest > 0.985 && cuts == 0);
        bight_world_destroy(world);
    }
}

// A rod and a rope hooked into each other, each by its two ends: hands draw those of the rope until they cannot any more. Then
// they pull with all they have, F each, which is what a hand on the rod pulls with, and hands on the rod bear both.
TEST(hands_on_both_pull_alike)
{
    enum { NODES = 61 };
    bight_world *world = scene_world();
    bight_vec3 points[NODES];
    bight_rope_id ids[2];
    double force = 0.0;
    for (int32_t k = 0; k < 2; k++) {
        const double bow = 0.03, length = 0.3, tail = 0.5 * (length - PI * bow);
        for (int32_t i = 0; i < NODES; i++) {
            double s = length * i / (NODES - 1) - tail, a = s / bow;
            double along = s < 0.0 ? s : a > PI ? tail + PI * bow - s - tail : bow * sin(a);
            double across = s < 0.0 ? -bow : a > PI ? bow : -bow * cos(a);
            points[i] = k == 0 ? v3(along, across, 0) : v3(2.0 * (bow - 2.2 * R) - along, 0, across);
        }
        bight_rope_def def = rod_def(points, NODES, false);
        def.model = k == 0 ? BIGHT_MODEL_ROD : BIGHT_MODEL_FTL;
        def.rod.bend = 1e-4;
        ids[k] = make_rod(world, &def);
        force = def.rod.hand_force;
    }
    bight_rope_id rod = ids[0], rope = ids[1];
    bight_hand_id hands[4];
    for (int32_t k = 0; k < 2; k++) {
        hands[k] = scene_grasp(world, rod, k == 0 ? 0 : NODES - 1);
        hands[2 + k] = scene_grasp(world, rope, k == 0 ? 0 : NODES - 1);
        bight_vec3 to = v3_add(scene_hand(world, hands[2 + k]), v3(1, 0, 0));
        CHECK(bight_hand_set_target(world, hands[2 + k], to) == BIGHT_OK);
    }
    double least = HUGE_VAL, friction;
    for (int32_t i = 0; i < 1500; i++) {
        bight_step_report report = scene_step(world);
        CHECK(!report.rolled_back);
        least = fmin(least, scene_apart(world, rod, rope) / (2.0 * R));
    }
    bight_vec3 bears[2];
    CHECK(bight_hand_force(world, hands[0], &bears[0]) == BIGHT_OK);
    CHECK(bight_hand_force(world, hands[1], &bears[1]) == BIGHT_OK);
    bight_vec3 sum = v3_add(bears[0], bears[1]), between = pressing_between(world, rod, rope, &friction);
    print_message("hands on the rod bear %.4f F, contacts %.4f F, gap %.4f\n", -sum.x / force,
                  between.x / force, least);
    CHECK(least > 0.99);
    CHECK(fabs(-sum.x / force - 2.0) < 0.04 && fabs(between.x / force + sum.x / force) < 0.02);
    bight_world_destroy(world);
}

// Four ropes across each other, two or more of them rods, led about by hands: no rod comes closer than 0.99 diameters to anything.
TEST(hands_lead_rods_and_ropes_about)
{
    for (int32_t seed = 0; seed < 9; seed++) {
        bi_random random = bi_random_from((uint64_t)seed);
        bight_world *world = scene_world();
        bight_vec3 points[COUNT], way[8] = {{0}};
        bight_rope_id ropes[4];
        bight_hand_id hands[8];
        const int32_t kinds[4] = {3, seed % 3, seed / 3, 3};
        for (int32_t k = 0; k < 4; k++) {
            double y = 2.3 * R * k, off = bi_random_range(&random, -0.05, 0.05);
            bight_vec3 from = k % 2 == 0 ? v3(off, y, -0.2) : v3(-0.2, y, off);
            bight_vec3 to = k % 2 == 0 ? v3(off, y, 0.2) : v3(0.2, y, off);
            line_of(points, COUNT, from, to);
            bight_rope_def def = def_of(kinds[k], kinds[k], points, COUNT, false);
            def.rod.bend = 1e-4;
            def.rod.time_step = def.spring.time_step = 0.0005;
            def.rod.gravity = v3(0, -9.81 * bi_random_range(&random, -0.3, 0.7), 0);
            def.spring.density = 8.0;
            def.spring.stiffness = 100.0;
            def.spring.drag = 10.0;
            ropes[k] = make_rod(world, &def);
            hands[2 * k] = scene_grasp(world, ropes[k], 0);
            hands[2 * k + 1] = scene_grasp(world, ropes[k], COUNT - 1);
        }
        double least = HUGE_VAL;
        for (int32_t i = 0; i < 1000; i++) {
            for (int32_t h = 0; h < 8; h++) {
                if (i % 200 == 0) {
                    way[h] = bi_random_vec3(&random, 4e-4);
                }
                CHECK(bight_hand_set_target(world, hands[h], v3_add(scene_hand(world, hands[h]), way[h])) ==
                      BIGHT_OK);
            }
            bight_step_report report;
            if (bight_world_step(world, &report) != BIGHT_OK) {
                fail_msg("seed %d, cycle %d: %s", (int)seed, (int)i, bight_world_error(world).message);
            }
            CHECK_SEED(!report.rolled_back && !report.cut, seed);
            for (int32_t a = 0; a < 4; a++) {
                for (int32_t b = 0; b < a; b++) {
                    bool rods = kinds[a] == 3 || kinds[b] == 3;
                    least = rods ? fmin(least, scene_apart(world, ropes[a], ropes[b]) / (2.0 * R)) : least;
                }
            }
        }
        print_message("%s and %s among rods: %.4f diameters\n", names[kinds[1]], names[kinds[2]], least);
        CHECK_SEED(least > 0.99, seed);
        bight_world_destroy(world);
    }
}

// A rope near a rod goes its own way also while, a metre away, a box is pressed on a rope that is held and gives way: all groups
// begin again then. It falls (springs), or hands lead it down. @return Where its middle is after 30 cycles.
static double way_beside_a_rod(int32_t kind, bool press)
{
    bight_world *world = scene_world();
    bight_vec3 points[COUNT];
    line_of(points, COUNT, v3(0, 0, -0.2), v3(0, 0, 0.2));
    bight_rope_def def = def_of(3, kind, points, COUNT, false);
    bight_rope_id rod = make_rod(world, &def);
    scene_grasp(world, rod, 0);
    scene_grasp(world, rod, COUNT - 1);
    line_of(points, COUNT, v3(2.3 * R, 0, -0.2), v3(2.3 * R, 0, 0.2));
    def = def_of(kind, kind, points, COUNT, false);
    def.spring.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    bool led = models[kind] == BIGHT_MODEL_PROJECTION;
    bight_hand_id hand[2] = {{0}, {0}};
    for (int32_t i = 0; i < 2 && led; i++) {
        hand[i] = scene_grasp(world, rope, i * (COUNT - 1));
    }
    line_of(points, BAR, v3(1, 0, -0.04), v3(1, 0, 0.04));
    def = def_of(0, 0, points, BAR, false);
    bight_rope_id bar = make_rod(world, &def);
    for (int32_t i = 0; i < BAR; i++) {
        scene_grasp(world, bar, i);
    }
    bight_obstacle_id box =
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.05, 0.05, 0.05), v3(1, 0.05 + 1.05 * R, 0));
    for (int32_t i = 0; i < 30; i++) {
        bight_pose down = {.position = {1, press ? -1.0 : 0.05 + 1.05 * R, 0}, .rotation = {0, 0, 0, 1}};
        CHECK(bight_obstacle_set_target(world, box, down) == BIGHT_OK);
        for (int32_t k = 0; k < 2 && led; k++) {
            bight_vec3 at = scene_hand(world, hand[k]);
            CHECK(bight_hand_set_target(world, hand[k], v3_add(at, v3(0, -0.0005, 0))) == BIGHT_OK);
        }
        scene_step(world);
    }
    double y = bight_rope_curve(world, rope).points[COUNT / 2].y;
    if (!led) {
        bight_spring_state state;
        CHECK(bight_rope_spring_state(world, rope, &state) == BIGHT_OK);
        CHECK(state.strikes == 0); // it is near the rod, and does not touch it
    }
    bight_world_destroy(world);
    return y;
}

TEST(what_gives_way_elsewhere_holds_no_rope_back)
{
    for (int32_t kind = 1; kind < 3; kind++) {
        double free_way = way_beside_a_rod(kind, false), way = way_beside_a_rod(kind, true);
        print_message("%s: %.9g and %.9g m\n", names[kind], free_way, way);
        CHECK(free_way < -1e-6);
        CHECK_NEAR(way / free_way, 1.0, 1e-9);
    }
}

RUN_TESTS(unit(a_rod_lies_on_a_taut_rope), unit(half_a_turn_round_a_rope_holds_as_the_capstan_law_says),
          unit(a_turn_is_drawn_tight_on_a_rope), unit(a_rod_gives_a_spring_rope_its_momentum),
          unit(a_rod_falls_on_a_rope_that_lies_on_a_table), unit(hands_on_both_pull_alike),
          unit(hands_lead_rods_and_ropes_about), unit(what_gives_way_elsewhere_holds_no_rope_back))
