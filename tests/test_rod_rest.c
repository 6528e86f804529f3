// SPDX-License-Identifier: MIT
// Rods that are bent at rest: circles and helices in closed form, forces against finite differences of the energy.

#include "bight/rod_force.h"
#include "core/pi.h"
#include "core/random.h"
#include "play_through.h"
#include "rod_scene.h"
#include "sim/rod/frame.h"

static double all_energy(const bight_world *world, bight_rope_id rope)
{
    return rod_energy(world, rope) + rod_state(world, rope).twisting;
}

// A straight rod that carries twist, its links 5 mm long.
static bight_rope_def straight_def(bight_vec3 *points, int32_t count)
{
    line_of(points, count, v3(0, 0, 0), v3(0.005 * (count - 1), 0, 0));
    bight_rope_def def = rod_def(points, count, false);
    def.radius = 0.001;
    def.rod.density = 0.01;
    def.rod.bend = 1e-3;
    def.rod.twist = 0.7e-3;
    def.rod.drag = 0.05;
    return def;
}

static bight_vec3 bend_of(bight_curve c, int32_t i)
{
    int32_t n = c.count;
    return v3_madd(v3_add(c.points[(i + n - 1) % n], c.points[(i + 1) % n]), -2.0, c.points[i]);
}

// Left alone it becomes an arc of a circle of radius 1 / k, and has no energy left.
TEST(an_unloaded_rod_becomes_a_circle)
{
    enum { COUNT = 61 };
    const double radius = 0.06;
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    bight_rope_def def = straight_def(points, COUNT);
    def.rod.rest_curvature = 1.0 / radius;
    bight_rope_id rope = make_rod(world, &def);
    double law = 0.5 * def.rod.bend / (radius * radius) * 0.005 * (COUNT - 2);
    CHECK(fabs(rod_state(world, rope).bending / law - 1.0) < 5e-3);
    run_rods(world, 6000);
    bight_curve curve = bight_rope_curve(world, rope);
    double l = bight_rope_link_length(world, rope);
    bight_vec3 axis =
        v3_unit(v3_cross(bend_of(curve, 1), v3_sub(curve.points[1], curve.points[0])), v3(0, 0, 1));
    for (int32_t i = 1; i + 1 < COUNT; i++) {
        CHECK(fabs(v3_length(bend_of(curve, i)) / (l * l) * radius - 1.0) < 1e-6);
        CHECK(fabs(v3_dot(v3_sub(curve.points[i], curve.points[0]), axis)) < 1e-8);
        CHECK(bight_rope_bending(world, rope, i) < 1e-8);
    }
    CHECK(all_energy(world, rope) < 1e-9 * law);
    bight_world_destroy(world);
}

// With twist at rest as well, t radians a metre, a helix of radius k / (k^2 + t^2) and pitch 2 pi t / (k^2 + t^2).
TEST(an_unloaded_twisted_rod_becomes_a_helix)
{
    for (int32_t left = 0; left < 2; left++) {
        enum { COUNT = 121 };
        const double k = 12.0, t = left ? -5.0 : 5.0, radius = k / (k * k + t * t),
                     pitch = 2.0 * PI * t / (k * k + t * t);
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        bight_rope_def def = straight_def(points, COUNT);
        def.rod.rest_curvature = k;
        def.rod.rest_twist = t;
        bight_rope_id rope = make_rod(world, &def);
        run_rods(world, 20000);
        CHECK(all_energy(world, rope) < 1e-10);

        // bends point to the axis, which is across two of them; b1 x b2 runs along it, right-handed
        bight_curve c = bight_rope_curve(world, rope);
        double worst = 0.0, l = bight_rope_link_length(world, rope);
        int32_t m = COUNT / 2;
        bight_vec3 axis = v3_unit(v3_cross(bend_of(c, m), bend_of(c, m + 4)), v3(0, 0, 1));
        double climb = v3_dot(v3_sub(c.points[m + 4], c.points[m]), axis),
               cosine = v3_dot(v3_unit(bend_of(c, m), axis), v3_unit(bend_of(c, m + 4), axis));
        CHECK(fabs(climb / acos(cosine) * 2.0 * PI / pitch - 1.0) < 5e-3);
        bight_vec3 centre = v3_madd(c.points[m], radius, v3_unit(bend_of(c, m), axis));
        for (int32_t i = 0; i < COUNT; i++) {
            bight_vec3 way = v3_sub(c.points[i], centre);
            worst = fmax(worst, fabs(v3_length(v3_madd(way, -v3_dot(way, axis), axis)) - radius));
        }
        print_message("radius off by %.2g, links %.2g m\n", worst / radius, l);
        CHECK(worst < 5e-3 * radius);
        bight_world_destroy(world);
    }
}

// Any shape may be the one at rest: the rod stays in it, and comes back to it when it was drawn straight and let go.
TEST(a_rod_remembers_its_shape)
{
    enum { COUNT = 61 };
    bight_vec3 points[COUNT], heading = v3(1, 0, 0);
    bight_world *world = scene_world();
    bight_rope_def def = straight_def(points, COUNT);
    points[0] = v3(0, 0, 0);
    for (int32_t i = 1; i < COUNT; i++) {
        heading = v3_unit(v3_madd(heading, 0.08, v3(cos(0.1 * i), sin(0.17 * i), 1.0 - 0.03 * i)), heading);
        points[i] = v3_madd(points[i - 1], 0.005, heading);
    }
    def.rod.rest_shape = 1.0;
    def.link_length = 0.005;
    bight_rope_id rope = make_rod(world, &def);
    CHECK(all_energy(world, rope) < 1e-20);
    run_rods(world, 200);
    for (int32_t i = 0; i < COUNT; i++) {
        CHECK(v3_distance(bight_rope_curve(world, rope).points[i], points[i]) < 1e-10);
    }
    bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, COUNT - 1)};
    bight_vec3 to = v3_madd(points[0], 0.29, v3_unit(v3_sub(points[COUNT - 1], points[0]), v3(1, 0, 0)));
    CHECK(bight_hand_set_target(world, hand[1], to) == BIGHT_OK);
    run_rods(world, 1500);
    double bent = all_energy(world, rope);
    CHECK(bent > 1e-3);
    CHECK(bight_hand_release(world, hand[0]) && bight_hand_release(world, hand[1]));
    run_rods(world, 8000);
    double worst = 0.0;
    for (int32_t i = 0; i < COUNT; i++) {
        for (int32_t j = 0; j < i; j++) {
            const bight_vec3 *x = bight_rope_curve(world, rope).points;
            worst = fmax(worst, fabs(v3_distance(x[i], x[j]) - v3_distance(points[i], points[j])));
        }
    }
    print_message("energy %.3g J, then %.3g J; distances off by %.2g m\n", bent, all_energy(world, rope),
                  worst);
    CHECK(worst < 1e-6);
    bight_world_destroy(world);
}

// Held straight it has the moment B k everywhere, and the reel of a rod is kept by a pull that is great enough.
TEST(a_straightened_rod_has_the_moment_of_its_curvature)
{
    enum { COUNT = 61 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    bight_rope_def def = straight_def(points, COUNT);
    def.rod.rest_curvature = 10.0;
    def.rod.hand_force = 50.0;
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    bight_hand_id hand = scene_grasp(world, rope, COUNT - 1);
    CHECK(bight_hand_set_target(world, hand, v3(0.4, 0, 0)) == BIGHT_OK);
    run_rods(world, 2000);
    for (int32_t i = 20; i + 20 < COUNT; i++) { // the ends curl
        CHECK(fabs(bight_rope_bending(world, rope, i) / (1e-3 * 10.0) - 1.0) < 1e-3);
    }
    bight_world_destroy(world);
}

// ---- forces are those of the energy ----------------------------------------------------------------------

static bi_rope *rope_in(bight_world *world)
{
    return &world->ropes[0];
}

static double energy_at(bight_world *world)
{
    const bi_rope *rope = rope_in(world);
    bi_frame_update(world, rope, &(bi_grip_list){0});
    const bi_frame *f = rope->rod->twist->frame;
    const bight_vec3 *x = world->at + rope->first;
    int32_t n = rope->count;
    double l = rope->length, sum = 0.0;
    for (int32_t i = rope->closed ? 0 : 1; i < (rope->closed ? n : n - 1); i++) {
        bight_vec3 bend = bend_of((bight_curve){x, n, true}, i);
        for (int32_t side = 0; side < 2; side++) {
            int32_t j = side == 0 ? (i + n - 1) % n : i;
            bight_vec3 t = v3_unit(v3_sub(x[(j + 1) % n], x[j]), v3(1, 0, 0)), d = f->now[j],
                       e = v3_cross(t, d), r = f->rest[2 * i + side];
            CHECK(fabs(v3_dot(t, d)) < 1e-12 && fabs(v3_length(d) - 1.0) < 1e-12);
            bight_vec3 off = v3_sub(bend, v3_add(v3_madd(v3_mul(r.x, d), r.y, e), v3_mul(r.z, t)));
            sum += 0.25 * rope->rod->def.bend / (l * l * l) * v3_length_squared(off);
        }
        double m = f->angle[i] - rope->rod->def.rest_twist * l;
        sum += 0.5 * rope->rod->def.twist / l * m * m;
    }
    return sum;
}

TEST(forces_are_the_slope_of_the_energy)
{
    for (uint32_t seed = 1; seed <= 12; seed++) {
        enum { COUNT = 15 };
        bi_random random = bi_random_from(seed);
        bight_vec3 points[COUNT];
        bool closed = seed % 3 == 0;
        bight_world *world = scene_world();
        bight_rope_def def = straight_def(points, COUNT);
        for (int32_t i = 0; i < COUNT; i++) {
            double a = (closed ? 2.0 * PI : 1.5) * i / COUNT, r = closed ? 0.005 * COUNT / (2.0 * PI) : 0.04;
            points[i] =
                v3_add(v3(r * cos(a), r * sin(a), 0.004 * sin(2.0 * a)), bi_random_vec3(&random, 0.0004));
        }
        def.curve.closed = closed;
        def.radius = 0.0005;
        def.rod.rest_curvature = seed % 2 == 0 ? 40.0 : 0.0;
        def.rod.rest_shape = seed % 2 == 0 ? 0.0 : 0.8;
        def.rod.rest_twist = 8.0;
        def.rod.turns = closed ? 0.3 : 0.0;
        bight_rope_id id = make_rod(world, &def);
        bool held = seed % 4 == 1 && !closed;
        if (held) {
            bight_hand_id hand = scene_grasp(world, id, 0);
            CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_OK);
            hand = scene_grasp(world, id, COUNT - 1);
            CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_OK);
        }
        bi_rope *rope = rope_in(world);
        memcpy(world->before, world->at, sizeof points);
        bi_twist_begin(world, rope);
        for (int32_t i = 0; i < COUNT; i++) {

            // a link that is held against turning is so along its way: its place alone does not tell how far it turned
            world->at[i] = v3_add(world->at[i], bi_random_vec3(&random, held ? 0.0 : 0.0005));
        }
        bight_vec3 force[COUNT];
        energy_at(world);
        memcpy(force, rope->rod->twist->frame->force, sizeof force);
        double worst = 0.0, most = 0.0, h = 1e-7, l = rope->length, k = def.rod.bend / (l * l * l);
        for (int32_t i = 0; i < COUNT; i++) {

            // what the rod would do were it straight at rest is not among them
            for (int32_t s = -1; s <= 1; s++) {
                int32_t node = (i + s + COUNT) % COUNT;
                if (closed || (i + s > 0 && i + s + 1 < COUNT)) {
                    bight_vec3 bend = bend_of((bight_curve){world->at, COUNT, true}, node);
                    force[i] = v3_madd(force[i], s == 0 ? 2.0 * k : -k, bend);
                }
            }
            double *x = &world->at[i].x;
            const double *f = &force[i].x;
            for (int32_t c = 0; c < 3; c++) {
                double was = x[c];
                x[c] = was + h;
                double up = energy_at(world);
                x[c] = was - h;
                double down = energy_at(world);
                x[c] = was;
                worst = fmax(worst, fabs(-(up - down) / (2.0 * h) - f[c]));
                most = fmax(most, fabs(f[c]));
            }
        }
        if (!(worst < 1e-5 * most)) {
            fail_msg("seed %u: forces of %g off by %g", seed, most, worst);
        }
        bight_world_destroy(world);
    }
}

// Let go a little off its rest shape, without damping: heavy rods that swing about it for long, light ones that a step of the
// same length takes almost all the way.
TEST(energy_never_grows_at_rest_curvature)
{
    for (int32_t k = 0; k < 12; k++) {
        enum { COUNT = 41 };
        static const double twist[3] = {0.7e-3, 0.02, 2e-5};
        bool closed = k % 2 == 1, light = k >= 6;
        double bent = light ? 0.02 : 0.3, curvature = closed ? 2.0 * PI / 0.205 : 25.0;
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        bight_rope_def def = straight_def(points, COUNT);
        for (int32_t i = 0; i < COUNT; i++) {
            double turn = closed ? 2.0 * PI / COUNT : 0.125 * (1.0 - bent), a = turn * i,
                   r = 0.0025 / sin(0.5 * turn);
            points[i] = v3(r * cos(a), r * sin(a), 0.05 * bent * r * sin(2.0 * a));
        }
        def.curve.closed = closed;
        def.radius = 0.002;
        def.rod.stretch = 1e3; // Newton steps end where links are right to 1e-3
        def.rod.density = light ? 0.01 : 1.0;
        def.rod.drag = 0.0;
        def.rod.twist = twist[k % 6 / 2];
        def.rod.rest_curvature = curvature * (closed ? 1.0 + bent : 1.0);
        def.rod.rest_twist = closed ? 0.0 : 4.0 * bent;
        bight_rope_id rope = make_rod(world, &def);
        double last = all_energy(world, rope), first = last;
        for (int32_t i = 0; i < 2000; i++) {
            bight_step_report report = scene_step(world);
            CHECK(!report.cut);
            double now = all_energy(world, rope);
            CHECK(now < last + 1e-9 * first);
            last = now;
        }
        print_message("C %.3g, %s, %s: %.3g J, then %.3g J\n", def.rod.twist, closed ? "closed" : "open",
                      light ? "light" : "heavy", first, last);
        CHECK(last < 0.99 * first);
        bight_world_destroy(world);
    }
}

// A rod that remembers that it was straight is one without memory, however its ends are turned.
TEST(a_straight_memory_is_none)
{
    enum { COUNT = 41 };
    bight_vec3 points[COUNT], at[2][COUNT];
    double moment[2][COUNT];
    for (int32_t k = 0; k < 2; k++) {
        bight_world *world = scene_world();
        bight_rope_def def = straight_def(points, COUNT);
        def.rod.rest_shape = k;
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, COUNT - 1)};
        for (int32_t q = 0; q < 2; q++) {
            CHECK(bight_hand_hold_twist(world, hand[q], true) == BIGHT_OK);
            CHECK(bight_hand_point(world, hand[q], v3(1, 0, 0)) == BIGHT_OK);
        }
        CHECK(bight_hand_set_target(world, hand[1], v3(0.16, 0.01, 0.005)) == BIGHT_OK);
        CHECK(bight_hand_roll(world, hand[1], 5.0) == BIGHT_OK);
        run_rods(world, 3000);
        memcpy(at[k], bight_rope_curve(world, rope).points, sizeof at[k]);
        for (int32_t i = 0; i < COUNT; i++) {
            moment[k][i] = bight_rope_twist(world, rope, i);
        }
        bight_world_destroy(world);
    }
    for (int32_t i = 0; i < COUNT; i++) {
        CHECK(v3_distance(at[0][i], at[1][i]) < 1e-6);
        CHECK_NEAR(moment[0][i], moment[1][i], 1e-6 * fabs(moment[0][20]));
    }
    CHECK(fabs(moment[0][20]) > 1e-3);
}

TEST(steps_repeat_and_rest)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        enum { COUNT = 41 };
        bight_vec3 points[COUNT];
        failing_allocator memory = {0};
        bight_world *world = scene_counted_world(&memory);
        bight_rope_def def = straight_def(points, COUNT);
        def.rod.rest_curvature = 20.0;
        def.rod.drag = 0.5;
        bight_rope_id rope = make_rod(world, &def);
        scene_grasp(world, rope, 0);
        run_rods(world, 500);
        int64_t calls = memory.calls;
        run_rods(world, 6000);
        CHECK(memory.calls == calls);
        hash[k] = bight_world_hash(world);
        run_rods(world, 50);
        CHECK(bight_world_hash(world) == hash[k]);
        bight_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}

TEST(a_rest_that_cannot_be_is_refused)
{
    bight_vec3 points[21];
    bight_rope_def def = straight_def(points, 21);
    def.rod.rest_curvature = 1000.0;
    check_rod_refused(
        &def,
        "rod.rest_curvature is 1000: a rope of radius 0.001 cannot bend so tightly, give less than 1000");
    def.rod.rest_curvature = 999.0;
    check_rod_refused(&def, "links of 0.005 are too long for it, give links of at most 0.001");
    def.rod.rest_curvature = -1.0;
    check_rod_refused(&def, "rod.rest_curvature is -1: give 0 to");
    def.rod.rest_curvature = (double)NAN;
    check_rod_refused(&def, "rod.rest_curvature");
    def.rod.rest_curvature = 10.0;
    def.rod.rest_shape = 0.5;
    check_rod_refused(&def, "both above 0");
    def.rod.rest_curvature = 0.0;
    def.rod.twist = 0.0;
    check_rod_refused(&def, "rod.rest_shape needs a rod.twist above 0");

    // a corner
    def.rod.twist = 1e-3;
    def.rod.rest_shape = 1.0;
    points[20] = v3_add(points[19], v3(0, 0.005, 0));
    def.radius = 0.004;
    check_rod_refused(&def, "bends at point 19 more tightly than its radius");

    // as a rope that becomes a rod
    bight_world *world = scene_world();
    bight_error error = {0};
    def = straight_def(points, 21);
    def.model = BIGHT_MODEL_FTL;
    bight_rope_id rope = make_rod(world, &def);
    def.model = BIGHT_MODEL_ROD;
    def.rod.rest_curvature = 1000.0;
    CHECK(bight_rope_set_model(world, rope, &def, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "cannot bend so tightly") != NULL);
    def.rod.rest_curvature = 30.0;
    CHECK(bight_rope_set_model(world, rope, &def, &error) == BIGHT_OK);
    run_rods(world, 100);
    bight_world_destroy(world);
}

// Two hands that hold it in every way bear its weight.
TEST(hands_bear_the_weight)
{
    enum { COUNT = 41 };
    bight_vec3 points[COUNT], sum = v3(0, 0, 0), force;
    bight_world *world = scene_world();
    bight_rope_def def = straight_def(points, COUNT);
    def.rod.rest_curvature = 20.0;
    def.rod.drag = 0.5;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, COUNT - 1)};
    for (int32_t k = 0; k < 2; k++) {
        CHECK(bight_hand_hold_twist(world, hand[k], true) == BIGHT_OK);
        CHECK(bight_hand_point(world, hand[k], v3(1, 0.2, 0)) == BIGHT_OK);
    }
    CHECK(bight_hand_roll(world, hand[0], 2.0) == BIGHT_OK);
    CHECK(bight_hand_set_target(world, hand[1], v3(0.15, 0.01, 0.02)) == BIGHT_OK);
    run_rods(world, 5000);
    for (int32_t k = 0; k < 2; k++) {
        CHECK(bight_hand_force(world, hand[k], &force) == BIGHT_OK);
        sum = v3_add(sum, force);
    }
    double weight = rod_state(world, rope).mass * 9.81;
    CHECK(v3_distance(sum, v3(0, weight, 0)) < 1e-4 * weight);
    bight_world_destroy(world);
}

// Keys of scenes.
TEST(scenes_bend_at_rest)
{
    static const char text[] =
        "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"radius\": 0.001, \"line\": {\"from\": [0, 0, 0], "
        "\"to\": [0.2, 0, 0]}, "
        "\"links\": 40, \"rod\": {\"twist\": 0.0007, \"rest_curvature\": 20, \"density\": 0.01}}], "
        "\"script\": [{\"wait\": {\"cycles\": 3000}}]}";
    bight_scene *scene;
    bight_play *play = play_text("rod", text, strlen(text), NULL, &scene);
    play_to_end("rod", play);
    bight_curve curve = bight_play_curve(play, 0);
    double l = v3_distance(curve.points[20], curve.points[21]);
    CHECK_NEAR(v3_length(bend_of(curve, 20)) / (l * l), 20.0, 0.01);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

RUN_TESTS(unit(an_unloaded_rod_becomes_a_circle), unit(an_unloaded_twisted_rod_becomes_a_helix),
          unit(a_rod_remembers_its_shape), unit(a_straightened_rod_has_the_moment_of_its_curvature),
          unit(forces_are_the_slope_of_the_energy), unit(energy_never_grows_at_rest_curvature),
          unit(a_straight_memory_is_none), unit(steps_repeat_and_rest), unit(hands_bear_the_weight),
          unit(scenes_bend_at_rest), unit(a_rest_that_cannot_be_is_refused))
