// SPDX-License-Identifier: MIT
// Elastic rods against published laws: the capstan, the planar loop, the tightening overhand knot, one shape whatever the
// number of nodes, knots at the limit of tightness.

#include "bench/start_shapes.h"
#include "core/pi.h"
#include "rod_scene.h"

enum { MOST = 420 };

// ---- the capstan -----------------------------------------------------------------------------------------

// Tension at the drawn end over that at the loaded end of a limp rope, which lies round a bar by so many turns and is
// drawn over it at 10 mm/s.
static double capstan_ratio(double turns, double friction)
{
    bight_vec3 points[MOST], load[MOST] = {{0}};
    bight_world *world = scene_world();
    const double bar = 0.05, tail = 0.15, r = bar + 1.002 * R, angle = 2.0 * PI * turns;
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(bar, 0.5, 0), v3(0, 0, 0));

    // a helix whose turns lie beside each other, and two straight tails along its tangents
    double pitch = turns > 0.6 ? 2.6 * R / (2.0 * PI) : 0.0, steep = sqrt(r * r + pitch * pitch);
    double arc = angle * steep, length = arc + 2.0 * tail;
    int32_t count = (int32_t)(length / 0.005) + 1;
    CHECK(count <= MOST);
    for (int32_t i = 0; i < count; i++) {
        double s = length * i / (count - 1) - tail, on = fmin(fmax(s, 0.0), arc), off = s - on,
               a = on / steep;
        points[i] = v3(r * cos(a) - off * r / steep * sin(a), pitch * a + off * pitch / steep,
                       r * sin(a) + off * r / steep * cos(a));
    }
    bight_rope_def def = rod_def(points, count, false);
    def.rod.bend = 1e-7;
    def.rod.friction = friction;
    def.rod.drag = 0.5;
    def.rod.hand_force = 3000.0;
    bight_rope_id rope = make_rod(world, &def);
    load[0] = v3_mul(2.0, v3_unit(v3_sub(points[0], points[1]), v3(0, 0, 0)));
    CHECK(bight_rope_set_load(world, rope, load, count, NULL) == BIGHT_OK);

    bight_hand_id hand = scene_grasp(world, rope, count - 1);
    bight_vec3 along = v3_unit(v3_sub(points[count - 1], points[count - 2]), v3(0, 0, 0));
    bight_vec3 target = points[count - 1];
    double gap = HUGE_VAL;
    for (int32_t i = 0; i < 400; i++) {
        target = v3_madd(target, i < 150 ? 0.0 : 2e-5, along);
        CHECK(bight_hand_set_target(world, hand, target) == BIGHT_OK);
        bight_step_report report = scene_step(world);
        CHECK(!report.cut && !report.rolled_back);
        gap = fmin(gap, report.gap);
    }
    double ratio = bight_rope_tension(world, rope, count - 3) / bight_rope_tension(world, rope, 1);
    print_message("%.2f turns, friction %.1f: %.3f, the law %.3f, gap %.4f\n", turns, friction, ratio,
                  exp(friction * angle), gap);
    CHECK(gap > 0.995);
    bight_world_destroy(world);
    return ratio;
}

// T1 / T0 = exp(friction angle)
TEST(a_bar_multiplies_tension_as_the_capstan_law_says)
{
    const double turns[] = {0.25, 0.5, 1.0, 2.0, 3.0};
    for (int32_t i = 0; i < 5; i++) {
        CHECK(fabs(capstan_ratio(turns[i], 0.3) / exp(0.6 * PI * turns[i]) - 1.0) < 0.03);
    }
    CHECK(fabs(capstan_ratio(1.0, 0.1) / exp(0.2 * PI) - 1.0) < 0.03);
}

// ---- the planar loop -------------------------------------------------------------------------------------

// A loop between two smooth plates, drawn by T: with q = sqrt(B / T) its ends are 4 q nearer to each other than a straight
// rod's, its least radius of curvature is q / 2, its height 2 q (Euler's elastica).
TEST(a_loop_in_a_plane_is_the_elastica)
{
    enum { COUNT = 201 };
    bight_vec3 points[COUNT], load[COUNT] = {{0}};
    bight_world *world = scene_world();
    const double bend = 0.01, force = 1.0, q = sqrt(bend / force), radius = 0.001;

    // straight, round a circle, straight; it climbs by a diameter
    double r = 0.7 * q, tail = 6.0 * q, round = 2.0 * PI * r, length = 2.0 * tail + round,
           l = length / (COUNT - 1);
    for (int32_t i = 0; i < COUNT; i++) {
        double s = l * i - tail, on = fmin(fmax(s, 0.0), round), a = on / r;
        points[i] = v3(r * sin(a) + s - on, r * (1.0 - cos(a)), (2.0 * on / round - 1.0) * 1.02 * radius);
    }
    const double thick = 0.05, away = 3.05 * radius + thick;
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(2.0 * length, 2.0 * length, thick), v3(0, 0, away));
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(2.0 * length, 2.0 * length, thick), v3(0, 0, -away));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.radius = radius;
    def.rod.density = 0.05;
    def.rod.bend = bend;
    def.rod.friction = 0.0;
    def.rod.drag = 2.0;
    bight_rope_id rope = make_rod(world, &def);
    load[0] = v3(-force, 0, 0);
    load[COUNT - 1] = v3(force, 0, 0);
    CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
    run_rods(world, 1000);

    bight_curve curve = bight_rope_curve(world, rope);
    double curved = 0.0, height = 0.0, span = curve.points[COUNT - 1].x - curve.points[0].x;
    for (int32_t i = 1; i + 1 < COUNT; i++) {
        bight_vec3 bent = v3_madd(v3_add(curve.points[i - 1], curve.points[i + 1]), -2.0, curve.points[i]);
        curved = fmax(curved, v3_length(bent) / (l * l));
        height = fmax(height, curve.points[i].y - curve.points[0].y);
    }
    print_message("shorter by %.4f q, least radius %.4f q, height %.4f q\n", (length - span) / q,
                  1.0 / curved / q, height / q);
    CHECK(fabs((length - span) / q - 4.0) < 0.04);
    CHECK(fabs(1.0 / curved / q - 0.5) < 0.005);
    CHECK(fabs(height / q - 2.0) < 0.02);
    bight_world_destroy(world);
}

// ---- overhand knots --------------------------------------------------------------------------------------

static bight_rope_id make_overhand(bight_world *world, bight_rope_def *def, bight_vec3 *points, int32_t count,
                                   double length, bight_hand_id hand[2])
{
    double l = length / (count - 1);
    bench_torus_knot(points, count - 1, 3);
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3_mul(l, points[i]);
    }
    def->link_length = l;
    bight_rope_id rope = make_rod(world, def);
    hand[0] = scene_grasp(world, rope, 0);
    hand[1] = scene_grasp(world, rope, count - 1);
    return rope;
}

// Curvature at a node, 1 / m.
static double curvature(bight_curve curve, double l, int32_t i)
{
    bight_vec3 bent = v3_madd(v3_add(curve.points[i - 1], curve.points[i + 1]), -2.0, curve.points[i]);
    return v3_length(bent) / (l * l);
}

// Curvature where the loop leaves the crossing, the mean of both sides: the longest run of links that touch nothing.
static double loop_curvature(const bight_world *world, bight_rope_id rope)
{
    int32_t count, first = -1, last = -1, begin = 0, longest = 0;
    const bight_contact *contact = bight_world_contacts(world, &count);
    bight_curve curve = bight_rope_curve(world, rope);
    bool touches[MOST] = {false};
    for (int32_t i = 0; i < count; i++) {
        touches[contact[i].link[0]] = touches[contact[i].link[1]] = true;
    }
    for (int32_t i = 0; i + 1 < curve.count; i++) {
        if (!touches[i]) {
            continue;
        }
        if (first >= 0 && i - last > longest) {
            longest = i - last;
            begin = last;
        }
        first = first < 0 ? i : first;
        last = i;
    }
    CHECK(longest > 12);
    double l = bight_rope_link_length(world, rope);
    return 0.5 * (curvature(curve, l, begin + 2) + curvature(curve, l, begin + longest - 1));
}

// Force against the size of the loop while a loose knot is drawn tight (Audoly, Clauvelin, Neukirch 2007), h the rod's
// radius, R the loop's:
//     F h^2 / B = e^4 / 2 + friction 0.492 e^3,   e = sqrt(h / R)
TEST(an_overhand_is_as_tight_as_the_law_says)
{
    for (int32_t k = 0; k < 2; k++) {
        enum { COUNT = 301 };
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        bight_rope_def def = rod_def(points, COUNT, false);
        const double h = 0.001, friction = k == 0 ? 0.1 : 0.3;
        def.radius = h;
        def.rod.density = 0.01;
        def.rod.bend = 1e-3;
        def.rod.friction = friction;
        def.rod.drag = 0.05;
        bight_hand_id hand[2];
        bight_rope_id rope = make_overhand(world, &def, points, COUNT, 0.75, hand);
        bight_vec3 along =
            v3_unit(v3_sub(scene_hand(world, hand[1]), scene_hand(world, hand[0])), v3(1, 0, 0));
        int32_t judged = 0;
        for (int32_t i = 0; i < 10000; i++) {
            double way = i < 1000 ? 1e-4 : 1e-5;
            bight_vec3 a = scene_hand(world, hand[0]), b = scene_hand(world, hand[1]);
            CHECK(bight_hand_set_target(world, hand[0], v3_madd(a, -way, along)) == BIGHT_OK);
            CHECK(bight_hand_set_target(world, hand[1], v3_madd(b, way, along)) == BIGHT_OK);
            scene_step(world);
            if (i % 2500 == 2499) {
                double force =
                    0.5 * (bight_rope_tension(world, rope, 2) + bight_rope_tension(world, rope, COUNT - 4));
                double e = sqrt(h * loop_curvature(world, rope));
                double law = 1e-3 / (h * h) * (0.5 * e * e * e * e + friction * 0.492 * e * e * e);
                print_message("friction %.1f: e %.3f, %.3f N, over the law %.3f\n", friction, e, force,
                              force / law);
                CHECK(e > 0.1 && e < 0.3);
                CHECK(force / law > 0.75 && force / law < 1.33);
                judged++;
            }
        }
        CHECK(judged == 4);
        bight_world_destroy(world);
    }
}

// Where nothing but the strands themselves holds a knot open: no friction, and 200 N.
TEST(strands_do_not_sink_in_at_the_limit_of_tightness)
{
    for (int32_t k = 0; k < 2; k++) {
        enum { COUNT = 201 };
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        bight_rope_def def = rod_def(points, COUNT, false);
        def.rod.friction = k == 0 ? 0.0 : 0.3;
        def.rod.hand_force = 200.0;
        bight_hand_id hand[2];
        make_overhand(world, &def, points, COUNT, 2.0, hand);
        double gap = HUGE_VAL;
        for (int32_t i = 0; i < 700; i++) {
            bight_vec3 a = scene_hand(world, hand[0]), b = scene_hand(world, hand[1]);
            CHECK(bight_hand_set_target(world, hand[0], v3_lerp(b, a, 2.0)) == BIGHT_OK);
            CHECK(bight_hand_set_target(world, hand[1], v3_lerp(a, b, 2.0)) == BIGHT_OK);
            bight_step_report report = scene_step(world);
            CHECK(!report.cut && !report.rolled_back);
            gap = fmin(gap, report.gap);
        }
        print_message("friction %.1f: gap %.4f\n", def.rod.friction, gap);
        CHECK(gap > 0.99);
        bight_world_destroy(world);
    }
}

// ---- fineness --------------------------------------------------------------------------------------------

// A rope held at one end, laid over a bar and loaded at the other, with so many nodes: its point at a share of its length.
static void lay_over(int32_t count, bight_vec3 at[9])
{
    bight_vec3 points[MOST], load[MOST] = {{0}};
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(0.06, 0.5, 0), v3(0.2, 0, -0.02));
    line_of(points, count, v3(-0.1, 0, 0.1), v3(0.7, 0, 0.1));
    bight_rope_def def = rod_def(points, count, false);
    def.rod.bend = 0.02;
    def.rod.drag = 1.0;
    def.rod.gravity = v3(0, 0, -9.81);
    bight_rope_id rope = make_rod(world, &def);
    load[count - 1] = v3(0, 0, -0.5);
    CHECK(bight_rope_set_load(world, rope, load, count, NULL) == BIGHT_OK);
    scene_grasp(world, rope, 0);
    run_rods(world, 1500);
    bight_curve curve = bight_rope_curve(world, rope);
    for (int32_t k = 0; k < 9; k++) {
        double s = k / 8.0 * (count - 1);
        int32_t i = (int32_t)fmin(s, count - 2);
        at[k] = v3_lerp(curve.points[i], curve.points[i + 1], s - i);
    }
    bight_world_destroy(world);
}

TEST(a_rope_has_one_shape_however_many_nodes)
{
    const int32_t count[3] = {21, 81, 321};
    bight_vec3 at[3][9];
    for (int32_t k = 0; k < 3; k++) {
        lay_over(count[k], at[k]);
    }
    for (int32_t k = 0; k < 2; k++) {
        double worst = 0.0;
        for (int32_t i = 0; i < 9; i++) {
            worst = fmax(worst, v3_distance(at[k][i], at[2][i]));
        }
        print_message("%d nodes: off by %.2f %% of the length\n", count[k], 100.0 * worst / 0.8);
        CHECK(worst < 0.02 * 0.8);
    }
}

RUN_TESTS(unit(a_bar_multiplies_tension_as_the_capstan_law_says), unit(a_loop_in_a_plane_is_the_elastica),
          unit(an_overhand_is_as_tight_as_the_law_says),
          unit(strands_do_not_sink_in_at_the_limit_of_tightness),
          unit(a_rope_has_one_shape_however_many_nodes))
