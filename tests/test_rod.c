// SPDX-License-Identifier: MIT
// Elastic rods against closed forms.

#include "bench/start_shapes.h"
#include "bight/knot.h"
#include "rod_scene.h"

#define NODES 81

// A limp rope of length L between two points at one height hangs as a catenary, y = a cosh(x / a), whose tension is
// weight per length times height above the directrix: w y.
TEST(a_limp_rod_hangs_as_a_catenary)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    double span = 0.6, length = 1.0;

    // a V of the right length
    double deep = 0.5 * sqrt(length * length - span * span);
    for (int32_t i = 0; i < NODES; i++) {
        double s = (double)i / (NODES - 1);
        points[i] = v3(span * s, -2.0 * deep * (s < 0.5 ? s : 1.0 - s), 0);
    }
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.bend = 0.0;
    def.rod.drag = 1.0;
    def.rod.time_step = 0.01;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, NODES - 1);
    run_rods(world, 3000);

    // a from 2 a sinh(span / 2 a) = length, by bisection
    double low = 0.01, high = 10.0;
    for (int32_t k = 0; k < 200; k++) {
        double a = 0.5 * (low + high);
        (2.0 * a * sinh(0.5 * span / a) > length ? (low = a) : (high = a));
    }
    double a = low, weight = def.rod.density * 9.81;
    bight_curve curve = bight_rope_curve(world, rope);
    double base = curve.points[0].y - a * cosh(0.5 * span / a);
    for (int32_t i = 0; i + 1 < NODES; i++) {
        bight_vec3 p = v3_lerp(curve.points[i], curve.points[i + 1], 0.5);
        double height = a * cosh((p.x - 0.5 * span) / a);
        CHECK(fabs(p.y - base - height) < 1e-3 * length);
        CHECK(fabs(bight_rope_tension(world, rope, i) / (weight * height) - 1.0) < 5e-3);
    }
    CHECK(rod_state(world, rope).kinetic < 1e-12);
    bight_world_destroy(world);
}

// A clamped-free beam, bent by its own weight by little: deflection w L^4 / (8 B) at its end. Two nodes in hands at rest
// are the clamp.
TEST(a_stiff_rod_bends_as_a_beam)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    double length = 0.4;
    line_of(points, NODES, v3(0, 0, 0), v3(length, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.bend = 0.1;
    def.rod.drag = 10.0;
    def.rod.time_step = 0.01;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, 1);
    run_rods(world, 3000);
    double l = length - 0.5 * length / (NODES - 1); // clamped in the middle of the first link
    double law = def.rod.density * 9.81 * l * l * l * l / (8.0 * def.rod.bend);
    bight_curve curve = bight_rope_curve(world, rope);
    CHECK(law < 0.1 * length);
    CHECK(fabs(-curve.points[NODES - 1].y / law - 1.0) < 0.02);
    bight_world_destroy(world);
}

// Without damping, drag and contact: free fall is exact to the integrator, v = g t, and a swinging rod never gains.
TEST(energy_never_grows)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(0.5, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.drag = 0.0;
    def.rod.time_step = 0.0005;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    double last = rod_energy(world, rope), first = last;
    for (int32_t i = 0; i < 1500; i++) {
        run_rods(world, 1);
        double now = rod_energy(world, rope);
        CHECK(now < last + 1e-9);
        last = now;
    }
    CHECK(last < first);
    bight_world_destroy(world);

    world = scene_world();
    rope = make_rod(world, &def);
    run_rods(world, 200);
    CHECK(fabs(rod_state(world, rope).kinetic / (0.5 * 0.078 * 0.5 * 9.81 * 0.1 * 9.81 * 0.1) - 1.0) < 1e-6);
    bight_world_destroy(world);
}

// A rod laid in waves and drawn by 20 N becomes straight, and its tension is the hand's force.
TEST(a_taut_rod_is_straight)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(0.01 * i, 0.01 * sin(0.2 * i), 0.01 * cos(0.13 * i));
    }
    bight_rope_def def = rod_def(points, NODES, false);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    bight_hand_id hand = scene_grasp(world, rope, NODES - 1);
    CHECK(bight_hand_set_target(world, hand, v3(2.0, 0, 0)) == BIGHT_OK);
    run_rods(world, 4000);
    bight_curve curve = bight_rope_curve(world, rope);
    bight_vec3 along = v3_unit(v3_sub(curve.points[NODES - 1], curve.points[0]), v3(1, 0, 0));
    double beside = 0.0;
    for (int32_t i = 0; i < NODES; i++) {
        bight_vec3 way = v3_sub(curve.points[i], curve.points[0]);
        beside = fmax(beside, v3_length(v3_madd(way, -v3_dot(way, along), along)));
    }
    print_message("%.2g m beside the line\n", beside);
    CHECK(beside < 1e-4 * v3_distance(curve.points[0], curve.points[NODES - 1]));
    for (int32_t i = 0; i + 1 < NODES; i++) {
        CHECK(fabs(bight_rope_tension(world, rope, i) - 20.0) < 0.2);
    }
    bight_world_destroy(world);
}

// On a slope of angle a a rod rests where friction > tan a, and slides with g (sin a - friction cos a) where it is less.
TEST(a_rod_sticks_and_slides_on_a_slope)
{
    for (int32_t slides = 0; slides < 2; slides++) {
        double friction = 0.3, angle = atan(friction) + (slides ? 4.0 : -0.5) * 3.14159265358979 / 180.0;
        bight_vec3 points[21];
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(3.0, 0.1, 1.0), v3(0, 0, 0));

        // the slope is level, gravity leans
        line_of(points, 21, v3(-0.1, 0.1 + 1.002 * R, 0), v3(0.1, 0.1 + 1.002 * R, 0));
        bight_rope_def def = rod_def(points, 21, false);
        def.rod.friction = friction;
        def.rod.drag = 0.0;
        def.rod.gravity = v3(9.81 * sin(angle), -9.81 * cos(angle), 0);
        bight_rope_id rope = make_rod(world, &def);
        run_rods(world, 50);
        double x = bight_rope_curve(world, rope).points[0].x;
        run_rods(world, 500);
        double way = bight_rope_curve(world, rope).points[0].x - x;
        if (slides) {
            double a = 9.81 * (sin(angle) - friction * cos(angle)), t0 = 50 * 0.002, t = 550 * 0.002;
            double law = 0.5 * a * (t * t - t0 * t0);
            CHECK(fabs(way / law - 1.0) < 0.05);
        } else {
            CHECK(fabs(way) < 1e-6);
        }
        bight_world_destroy(world);
    }
}

// Half a turn over a bar: the heavier end pulls the rope over where the ratio of the loads is above exp(friction pi).
TEST(half_a_turn_holds_as_the_capstan_law_says)
{
    const double friction = 0.3, law = exp(friction * 3.14159265358979), bar = 0.05;
    for (int32_t slides = 0; slides < 2; slides++) {
        enum { COUNT = 101 };
        bight_vec3 points[COUNT], load[COUNT] = {{0}};
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(bar, 0.5, 0), v3(0, 0, 0));
        double r = bar + 1.002 * R, length = 0.5, arc = 3.14159265358979 * r, hang = 0.5 * (length - arc);
        for (int32_t i = 0; i < COUNT; i++) {
            double s = length * i / (COUNT - 1) - hang, angle = s / r;
            points[i] = s < 0.0                    ? v3(-r, 0.02 * s / length, s)
                        : angle > 3.14159265358979 ? v3(r, 0.02 * s / length, -(s - arc))
                                                   : v3(-r * cos(angle), 0.02 * s / length, r * sin(angle));
        }
        bight_rope_def def = rod_def(points, COUNT, false);
        def.rod.bend = 1e-6;
        def.rod.friction = friction;
        def.rod.drag = 1.0;
        bight_rope_id rope = make_rod(world, &def);
        load[0] = v3(0, 0, -2.0);
        load[COUNT - 1] = v3(0, 0, -2.0 * law * (slides ? 1.05 : 0.95));
        CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
        run_rods(world, slides ? 100 : 300);
        double before = bight_rope_curve(world, rope).points[0].z;
        run_rods(world,
                 slides ? 150 : 500); // the loads slide on at 0.18 m/s, the rope leaves the bar after 0.8 s
        double way = bight_rope_curve(world, rope).points[0].z - before;
        print_message("%s the law: %.3g m\n", slides ? "above" : "below", way);
        CHECK(slides ? way > 0.02 && way < 0.1 : fabs(way) < 1e-6);
        bight_world_destroy(world);
    }
}

// A closed rod, let go as an ellipse, becomes a circle: its energy is B / 2 (2 pi)^2 / length.
TEST(a_closed_rod_becomes_a_circle)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    double length = 0.0;
    for (int32_t i = 0; i < NODES; i++) {
        double t = 2.0 * 3.14159265358979 * i / NODES;
        points[i] = v3(0.09 * cos(t), 0.07 * sin(t), 0);
    }
    bight_rope_def def = rod_def(points, NODES, true);
    def.rod.bend = 0.01;
    def.rod.drag = 0.5;
    bight_rope_id rope = make_rod(world, &def);
    length = NODES * bight_rope_link_length(world, rope);
    run_rods(world, 3000);
    double law = 0.5 * def.rod.bend * 4.0 * 9.8696044 / length;
    CHECK(fabs(rod_state(world, rope).bending / law - 1.0) < 5e-3);
    CHECK(rod_state(world, rope).kinetic < 1e-10);
    bight_world_destroy(world);
}

// An overhand knot in 2 m of rope, held by both ends.
// @param points (links + 1) scratch
static bight_rope_id make_overhand(bight_world *world, bight_vec3 *points, int32_t links,
                                   bight_hand_id hand[2])
{
    double l = 2.0 / links;
    bench_torus_knot(points, links, 3);
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_mul(l, points[i]);
    }
    bight_rope_def def = rod_def(points, links + 1, false);
    def.link_length = l;
    bight_rope_id rope = make_rod(world, &def);
    hand[0] = scene_grasp(world, rope, 0);
    hand[1] = scene_grasp(world, rope, links);
    return rope;
}

static void pull_apart(bight_world *world, const bight_hand_id hand[2])
{
    bight_vec3 a = scene_hand(world, hand[0]), b = scene_hand(world, hand[1]);
    CHECK(bight_hand_set_target(world, hand[0], v3_lerp(b, a, 2.0)) == BIGHT_OK);
    CHECK(bight_hand_set_target(world, hand[1], v3_lerp(a, b, 2.0)) == BIGHT_OK);
}

// An overhand knot, pulled at both ends by 20 N, stays what it is; strands keep a diameter apart and links their length.
TEST(an_overhand_is_pulled_tight)
{
    enum { LINKS = 199 };
    bight_vec3 points[LINKS + 1];
    bight_world *world = scene_world();
    bight_hand_id hand[2];
    bight_rope_id rope = make_overhand(world, points, LINKS, hand);
    double gap = HUGE_VAL, stretch = 0.0;
    for (int32_t i = 0; i < 1500; i++) {
        pull_apart(world, hand);
        bight_step_report report = scene_step(world);
        CHECK(!report.cut && !report.rolled_back);
        gap = fmin(gap, report.gap);
        stretch = fmax(stretch, rod_state(world, rope).stretch);
    }
    print_message("gap %.4f diameters, longest link %.5f\n", gap, stretch);
    CHECK(gap > 0.99 && stretch < 1.002);
    CHECK(v3_distance(scene_hand(world, hand[0]), scene_hand(world, hand[1])) > 1.8);

    // the rope was drawn through; what is left of the knot is a trefoil
    bight_curve curve = bight_rope_curve(world, rope);
    bight_env env = {0};
    bight_knot_workspace *workspace = bight_knot_workspace_new(&env);
    bight_knot_result result;
    CHECK(bight_knot_identify(&env, workspace, &curve, 1, NULL, &result, NULL) == BIGHT_OK);
    CHECK(strcmp(result.name, "3_1") == 0);
    bight_knot_workspace_free(workspace);
    bight_world_destroy(world);
}

// A knot of 400 nodes is begun loosely, which takes most memory, and drawn together; the parts are all there is.
TEST(a_node_takes_few_bytes)
{
    enum { LINKS = 399 };
    bight_vec3 points[LINKS + 1];
    bight_world *world = scene_world();
    bight_hand_id hand[2];
    make_overhand(world, points, LINKS, hand);
    for (int32_t i = 0; i < 1000; i++) {
        pull_apart(world, hand);
        scene_step(world);
    }
    int32_t contacts;
    bight_world_contacts(world, &contacts);
    size_t bytes = bight_world_memory(world), parts = 0;
    for (int32_t i = 0; i < BIGHT_MEMORY_PART_COUNT; i++) {
        parts += bight_world_memory_part(world, (bight_memory_part)i);
    }
    print_message("%d contacts, %.0f bytes a node\n", (int)contacts, (double)bytes / (LINKS + 1));
    CHECK(contacts > 10 && parts == bytes);
    CHECK(bight_world_memory_part(world, BIGHT_MEMORY_PART_COUNT) == 0);
    CHECK(bytes < 1500 * (size_t)(LINKS + 1));
    bight_world_destroy(world);
}

// The same input gives the same bits, and a warm step takes no memory.
TEST(steps_repeat_and_take_no_memory)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        failing_allocator memory = {0};
        bight_vec3 points[61];
        bight_world *world = scene_counted_world(&memory);
        bench_arc(points, 60);
        for (int32_t i = 0; i < 61; i++) {
            points[i] = v3(0.01 * points[i].x, 0.01 * points[i].y + 0.6, 0);
        }
        scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(0.1, 0, 0), v3(0, 0, 0));
        bight_rope_def def = rod_def(points, 61, false);
        def.rod.gravity = v3(0, -9.81, 0);
        make_rod(world, &def);
        run_rods(world, 400);
        int64_t before = memory.calls;
        run_rods(world, 100);
        CHECK(memory.calls == before);
        hash[k] = bight_world_hash(world);
        bight_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}

// The worst that a rod has been through, of links and nodes looked at here: pulled with F it is longer by F / EA, and what was
// stays when it is let go.
TEST(the_worst_of_a_rod_is_kept)
{
    enum { COUNT = 21 };
    bight_vec3 points[COUNT], before[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, 0, 0), v3(0.2, 0, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.stretch = 1e4;
    bight_rope_id rope = make_rod(world, &def);
    (void)scene_grasp(world, rope, 0);
    bight_hand_id hand = scene_grasp(world, rope, COUNT - 1);
    CHECK(bight_hand_set_force(world, hand, v3(200, 0, 0), NULL) == BIGHT_OK);
    double stretch = 0.0, motion = 0.0, rest = bight_rope_link_length(world, rope);
    double limit = bight_world_get_def(world).speed_limit * R;
    for (int32_t i = 0; i < 600; i++) {
        memcpy(before, bight_rope_curve(world, rope).points, sizeof before);
        if (i == 300) {
            CHECK(fabs(stretch - 1.02) < 1e-3);
            bight_hand_release(world, hand);
        }
        bight_step_report report = scene_step(world);
        const bight_vec3 *now = bight_rope_curve(world, rope).points;
        double longest = 0.0;
        for (int32_t k = 0; k < COUNT; k++) {
            longest = k > 0 ? fmax(longest, v3_distance(now[k - 1], now[k]) / rest) : longest;
            motion = fmax(motion, v3_distance(before[k], now[k]) / limit);
        }
        stretch = fmax(stretch, longest);
        CHECK(fabs(report.stretch - longest) < 1e-9);
    }
    bight_world_worst worst = bight_world_get_worst(world);
    CHECK(fabs(worst.stretch - stretch) < 1e-9 && fabs(worst.motion - motion) < 1e-9);
    CHECK(worst.stretch_rope.index1 == rope.index1 && worst.stretch_cycle >= 1 && worst.stretch_cycle <= 300);
    CHECK(worst.motion > 0.0 && worst.motion <= 1.0 + 1e-9);
    bight_world_destroy(world);
}

TEST(a_rod_says_what_is_wrong)
{
    bight_vec3 points[5];
    line_of(points, 5, v3(0, 0, 0), v3(0.04, 0, 0));
    bight_rope_def def = rod_def(points, 5, false);
    def.rod.bend = -1.0;
    check_rod_refused(&def, "rod.bend is -1: give 0 to");
    def = rod_def(points, 5, false);
    def.rod.time_step = (double)NAN;
    check_rod_refused(&def, "rod.time_step");

    // the response that rods need
    bight_world *world = scene_world();
    bight_error error = {0};
    def = rod_def(points, 5, false);
    bight_rope_id rope = make_rod(world, &def);
    bight_world_def settings = bight_world_get_def(world);
    settings.response = BIGHT_RESPONSE_PAPER;
    CHECK(bight_world_set_def(world, &settings, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "elastic rods need the solved response") != NULL);
    CHECK(bight_rope_tension(world, rope, 4) == 0.0 && bight_rope_get_model(world, rope) == BIGHT_MODEL_ROD);

    // one step for all
    for (int32_t i = 0; i < 5; i++) {
        points[i].y += 0.1;
    }
    def.rod.time_step = 0.001;
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "one time step") != NULL);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_limp_rod_hangs_as_a_catenary), unit(a_stiff_rod_bends_as_a_beam), unit(energy_never_grows),
          unit(a_taut_rod_is_straight), unit(a_rod_sticks_and_slides_on_a_slope),
          unit(half_a_turn_holds_as_the_capstan_law_says), unit(a_closed_rod_becomes_a_circle),
          unit(an_overhand_is_pulled_tight), unit(a_node_takes_few_bytes),
          unit(steps_repeat_and_take_no_memory), unit(the_worst_of_a_rod_is_kept),
          unit(a_rod_says_what_is_wrong))
