// SPDX-License-Identifier: MIT
// An elastic rod and a rope of another model: they bear on each other as two rods do.

#include "bight/rod_force.h"
#include "core/pi.h"
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

// A rod falls across a rope between two hands and comes to rest on it. Contacts bear its weight, and no two centrelines come
// closer than 0.99 diameters. The rope between the hands gives way as a limp one does that F stretches by 0.2 %: by
// a (w / EA)^(1/3) in its middle, EA = F / 0.002, a half of its length.
TEST(a_rod_lies_on_a_taut_rope)
{
    const bight_rope_model models[2] = {BIGHT_MODEL_FTL, BIGHT_MODEL_ROD};
    for (int32_t m = 0; m < 2; m++) {
        bight_world *world = scene_world();
        bight_vec3 points[COUNT];
        line_of(points, COUNT, v3(0.001, 0, -0.2), v3(0.001, 0, 0.2));
        bight_rope_def def = rod_def(points, COUNT, false);
        def.model = models[m];
        bight_rope_id under = make_rod(world, &def);
        scene_grasp(world, under, 0);
        scene_grasp(world, under, COUNT - 1);
        line_of(points, COUNT, v3(-0.2, 2.2 * R, 0), v3(0.2, 2.2 * R, 0));
        def = rod_def(points, COUNT, false);
        def.rod.gravity = v3(0, -9.81, 0);
        def.rod.bend = 0.1; // it hangs down little on both sides, so that it does not slip off
        def.rod.drag = 0.5;
        bight_rope_id over = make_rod(world, &def);
        double least = HUGE_VAL, friction;
        for (int32_t i = 0; i < 2500; i++) {
            bight_step_report report = scene_step(world);
            CHECK(!report.rolled_back && !report.cut);
            least = fmin(least, scene_apart(world, over, under));
        }
        double weight = 9.81 * rod_state(world, over).mass;
        bight_vec3 borne = pressing_between(world, over, under, &friction);
        double sag = -bight_rope_curve(world, under).points[COUNT / 2].y;
        double law = 0.2 * cbrt(weight * 0.002 / def.rod.hand_force);
        print_message(
            "%s: no closer than %.4f diameters, bears %.5f of the weight, gives way by %.5f m (law %.5f)\n",
            m == 0 ? "follow" : "rod", least / (2.0 * R), borne.y / weight, sag, law);
        CHECK(least > 0.99 * 2.0 * R);
        CHECK(fabs(borne.y / weight - 1.0) < 1e-3);
        CHECK(fabs(borne.x) + fabs(borne.z) < 1e-3 * weight && friction < 1.0 + 1e-6);
        CHECK(m == 1 || fabs(sag / law - 1.0) < 0.03);
        bight_world_destroy(world);
    }
}

// Half a turn of a rod round a thick rope that hands hold, at each node or at its ends only: as round a bar (test_rod.c) the
// heavier end pulls it over where the ratio of the loads is above exp(friction pi).
TEST(half_a_turn_round_a_rope_holds_as_the_capstan_law_says)
{
    const double mu = 0.3, law = exp(mu * PI), bar = 0.05;
    for (int32_t k = 0; k < 4; k++) {
        bool slides = k % 2 == 1, ends = k >= 2;
        enum { NODES = 101 };
        bight_vec3 points[NODES], load[NODES] = {{0}};
        bight_world *world = scene_world();
        line_of(points, BAR, v3(0, -0.2, 0), v3(0, 0.2, 0));
        bight_rope_def def = rod_def(points, BAR, false);
        def.model = BIGHT_MODEL_FTL;
        def.radius = bar;
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
        print_message("%s, %s the law: %.3g m, gap %.4f\n", ends ? "held at its ends" : "held",
                      slides ? "above" : "below", way, least);
        CHECK(least > 0.99);
        CHECK(slides ? way > 0.02 && way < 0.1 : fabs(way) < 1e-6);
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

RUN_TESTS(unit(a_rod_lies_on_a_taut_rope), unit(half_a_turn_round_a_rope_holds_as_the_capstan_law_says),
          unit(hands_on_both_pull_alike))
