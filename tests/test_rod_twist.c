// SPDX-License-Identifier: MIT
// Twist of elastic rods against closed forms, and against the writhe of its polygon.

#include "play_through.h"
#include "rod_scene.h"

#define TURN 6.283185307179586

static double energy_with_twist(const bight_world *world, bight_rope_id rope)
{
    return rod_energy(world, rope) + rod_state(world, rope).twisting;
}

// A hand on a node that holds its link against turning and in its direction.
static bight_hand_id clamp(bight_world *world, bight_rope_id rope, int32_t node)
{
    bight_hand_id hand = scene_grasp(world, rope, node);
    CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_OK);
    return hand;
}

static void point(bight_world *world, bight_hand_id hand, bight_vec3 direction)
{
    CHECK(bight_hand_point(world, hand, direction) == BIGHT_OK);
}

// Writhe of a closed polygon: over all pairs of links, the area of directions from one to the other, over 2 pi (Banchoff
// 1976; Klenin, Langowski 2000).
static double triangle(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    double p = v3_length(a), q = v3_length(b), r = v3_length(c);
    return 2.0 * atan2(v3_dot(a, v3_cross(b, c)),
                       p * q * r + v3_dot(a, b) * r + v3_dot(b, c) * p + v3_dot(c, a) * q);
}

static double writhe_of(bight_curve curve)
{
    double sum = 0.0;
    int32_t n = curve.count;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = i + 2; j < n; j++) {
            if (i == 0 && j == n - 1) {
                continue;
            }
            bight_vec3 a = curve.points[i], b = curve.points[i + 1], c = curve.points[j],
                       d = curve.points[(j + 1) % n];
            bight_vec3 ac = v3_sub(c, a), ad = v3_sub(d, a), bc = v3_sub(c, b), bd = v3_sub(d, b);
            sum += triangle(ac, bd, ad) + triangle(ac, bc, bd);
        }
    }
    return sum / TURN;
}

// A straight rod, both ends held, one turned by half a turn to and fro and on to 3 turns: moment C turns 2 pi / length,
// the same at each node, and the rod stays straight (it is short and stiff).
TEST(a_straight_rod_twists_evenly)
{
    enum { COUNT = 41 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, 0, 0), v3(0.4, 0, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = 0.1;
    def.rod.twist = 0.02;
    def.rod.drag = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id first = clamp(world, rope, 0), last = clamp(world, rope, COUNT - 1);
    point(world, first, v3(1, 0, 0));
    point(world, last, v3(1, 0, 0));
    const double turns[3] = {0.5, -0.25, 1.0};
    for (int32_t k = 0; k < 3; k++) {
        CHECK(bight_hand_roll(world, last, turns[k] * TURN) == BIGHT_OK);
        run_rods(world, 200);

        // between the middles of the first and the last link
        double law = 0.02 * turns[k] * TURN / (0.4 - 0.01);
        for (int32_t i = 1; i + 1 < COUNT; i++) {
            CHECK(fabs(bight_rope_twist(world, rope, i) / law - 1.0) < 1e-3);
        }
        CHECK(fabs(rod_state(world, rope).turns - turns[k]) < 1e-9);
        CHECK(fabs(rod_state(world, rope).twisting / (0.5 * law * turns[k] * TURN) - 1.0) < 1e-3);
    }
    bight_curve curve = bight_rope_curve(world, rope);
    for (int32_t i = 0; i < COUNT; i++) {
        CHECK(bi_length_2d(curve.points[i].y, curve.points[i].z) < 1e-9);
    }

    // an end that is let go turns back
    CHECK(bight_hand_hold_twist(world, first, false) == BIGHT_OK);
    run_rods(world, 1);
    CHECK(bight_rope_twist(world, rope, 20) == 0.0 && rod_state(world, rope).turns == 0.0);
    bight_world_destroy(world);
}

// Greenhill (1883): a straight rod under tension T buckles when its moment reaches M^2 = 4 B T; a little later when it is
// not endless. With a = M / (2 B), b^2 = a^2 - T / B and both ends held in their direction, at the first b > 0 where
//     T L / (2 B) sin b L = b (cos b L - cos a L)
static double greenhill(double bend, double pull, double length)
{
    double last = 1.0, b = 0.0;
    for (int32_t k = 1; k < 1000000; k++) {
        b = 1e-5 * k;
        double a = sqrt(b * b + pull / bend);
        double now = 0.5 * pull * length / bend * sin(b * length) - b * (cos(b * length) - cos(a * length));
        if (now * last < 0.0 && k > 1) {
            break;
        }
        last = now;
    }
    return 2.0 * bend * sqrt(b * b + pull / bend);
}

TEST(a_twisted_taut_rod_buckles_as_greenhill_says)
{
    enum { COUNT = 121 };
    const double length = 1.0, bend = 0.01, pull = 4.0, stiff = 0.012, stretch = 4e3,
                 l = length / (COUNT - 1);
    double critical = greenhill(bend, pull, length - l); // the ends are held in the middle of a link
    CHECK(critical > 2.0 * sqrt(bend * pull) && critical < 1.1 * 2.0 * sqrt(bend * pull));
    for (int32_t above = 0; above < 2; above++) {
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        line_of(points, COUNT, v3(0, 0, 0), v3(length, 0, 0));
        bight_rope_def def = rod_def(points, COUNT, false);
        def.link_length = l / (1.0 + pull / stretch);
        def.rod.stretch = stretch;
        def.rod.bend = bend;
        def.rod.twist = stiff;
        def.rod.drag = 0.05;
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {clamp(world, rope, 0), clamp(world, rope, COUNT - 1)};
        point(world, hand[0], v3(1, 0, 0));
        point(world, hand[1], v3(1, 0, 0));
        double moment = critical * (above ? 1.015 : 0.985);
        CHECK(bight_hand_roll(world, hand[1], moment * (COUNT - 2) * def.link_length / stiff) == BIGHT_OK);
        run_rods(world, 1000);
        CHECK(fabs(bight_rope_twist(world, rope, COUNT / 2) / moment - 1.0) < 1e-3);
        CHECK(fabs(bight_rope_tension(world, rope, COUNT / 2) / pull - 1.0) < 1e-3);

        // a push to the side, and what becomes of it
        double beside[2] = {0.0, 0.0};
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 load[COUNT] = {{0}};
            load[COUNT / 3] = v3(0, k == 0 ? 0.003 : 0.0, 0);
            CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
            run_rods(world, k == 0 ? 100 : 4000);
            for (int32_t i = 0; i < COUNT; i++) {
                bight_vec3 p = bight_rope_curve(world, rope).points[i];
                beside[k] = fmax(beside[k], bi_length_2d(p.y, p.z));
            }
        }
        print_message("%s %.4f N m: %.3g m beside, then %.3g m\n", above ? "above" : "below", critical,
                      beside[0], beside[1]);
        CHECK(above ? beside[1] > beside[0] : beside[1] < 0.01 * beside[0]);
        bight_world_destroy(world);
    }
}

// Michell (1889): a ring with turns of twist beyond sqrt(3) B / C leaves its plane, C above B and below.
TEST(a_twisted_ring_buckles_as_michell_says)
{
    enum { COUNT = 60 };
    for (int32_t k = 0; k < 4; k++) {
        const bool above = k % 2 == 1;
        const double stiff = k < 2 ? 0.015 : 0.006;
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        for (int32_t i = 0; i < COUNT; i++) {
            double t = TURN * i / COUNT;
            points[i] = v3(0.1 * cos(t), 0.1 * sin(t), 2e-4 * sin(2.0 * t + 0.3));
        }
        bight_rope_def def = rod_def(points, COUNT, true);
        def.rod.bend = 0.01;
        def.rod.twist = stiff;
        def.rod.drag = 0.05;
        def.rod.turns = sqrt(3.0) * 0.01 / stiff * (above ? 1.05 : 0.95);
        bight_rope_id rope = make_rod(world, &def);
        double link = writhe_of(bight_rope_curve(world, rope)) + rod_state(world, rope).turns;
        for (int32_t part = 0; part < 10; part++) {
            run_rods(world, 500);
            double now = writhe_of(bight_rope_curve(world, rope)) + rod_state(world, rope).turns;
            CHECK(fabs(now - link) < 1e-6);
        }
        double most = 0.0, writhe = writhe_of(bight_rope_curve(world, rope));
        for (int32_t i = 0; i < COUNT; i++) {
            most = fmax(most, fabs(bight_rope_curve(world, rope).points[i].z));
        }
        print_message("C / B %.1f, %s: %.3g m out of the plane, twist %.4f turns, writhe %.4f\n",
                      stiff / 0.01, above ? "above" : "below", most, rod_state(world, rope).turns, writhe);
        CHECK(above ? most > 1e-3 && writhe > 0.5 : most < 1e-4);
        bight_world_destroy(world);
    }
}

// A helix that is let go with some turns of twist, its ends held by hands, never gains energy, whether its twist is weak or
// so stiff that its moment answers to the smallest motion.
TEST(energy_never_grows_with_twist)
{
    enum { COUNT = 81 };
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        for (int32_t i = 0; i < COUNT; i++) {
            double s = (double)i / (COUNT - 1);
            points[i] = v3(0.3 * s, 0.03 * cos(TURN * s), 0.03 * sin(TURN * s));
        }
        bight_rope_def def = rod_def(points, COUNT, false);
        def.rod.drag = 0.0;
        def.rod.twist = k == 0 ? 1e-3 : 0.05;
        def.rod.turns = k == 0 ? 2.0 : 0.1;
        def.rod.time_step = 0.0005;
        def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id rope = make_rod(world, &def);
        point(world, clamp(world, rope, 0), v3_sub(points[1], points[0]));
        point(world, clamp(world, rope, COUNT - 1), v3_sub(points[COUNT - 1], points[COUNT - 2]));
        double last = energy_with_twist(world, rope), first = last, gain = -HUGE_VAL;
        for (int32_t i = 0; i < 2000; i++) {
            bight_step_report report = scene_step(world);
            CHECK(!(report.gap < 1.5)); // it does not touch itself
            double now = energy_with_twist(world, rope);
            gain = fmax(gain, now - last);
            last = now;
        }
        print_message("energy %.4g to %.4g J, greatest gain in a step %.2g J\n", first, last, gain);
        CHECK(gain < 1e-9 && last < first);
        bight_world_destroy(world);
    }
}

// A stiff twist turned into writhe: an arc whose ends are held and turned. The twist is what was turned less what the curve
// has taken, to the last digits, and the moment is the same at all nodes.
TEST(stiff_twist_goes_into_writhe)
{
    enum { COUNT = 61 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    for (int32_t i = 0; i < COUNT; i++) {
        double t = 0.9 * TURN * ((double)i / (COUNT - 1) - 0.5);
        points[i] = v3(0.05 * sin(t), -0.05 * cos(t), 1e-4 * t);
    }
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.twist = 1.0; // a thousand times B
    def.rod.drag = 0.2;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2] = {clamp(world, rope, 0), clamp(world, rope, COUNT - 1)};
    point(world, hand[0], v3_sub(points[1], points[0]));
    point(world, hand[1], v3_sub(points[COUNT - 1], points[COUNT - 2]));
    CHECK(bight_hand_roll(world, hand[1], 1.0) == BIGHT_OK);
    run_rods(world, 4000);
    double turns = rod_state(world, rope).turns, moment = bight_rope_twist(world, rope, 1);
    print_message("twist left %.3g turns, moment %.3g N m\n", turns, moment);
    CHECK(fabs(turns) < 0.01 * 1.0 / TURN && fabs(moment) < 0.1);
    CHECK(rod_state(world, rope).kinetic < 1e-10);
    for (int32_t i = 1; i + 1 < COUNT; i++) {
        CHECK(bight_rope_twist(world, rope, i) == moment);
    }
    bight_world_destroy(world);
}

// Twist apart from bend: a rod that is bent in its plane by its weight gets none, and one out of plane that has a free end
// carries none.
TEST(a_bend_is_no_twist)
{
    enum { COUNT = 41 };
    for (int32_t held = 0; held < 2; held++) {
        bight_vec3 points[COUNT];
        bight_world *world = scene_world();
        line_of(points, COUNT, v3(0, 0, 0), v3(0.4, 0, 0));
        bight_rope_def def = rod_def(points, COUNT, false);
        def.rod.twist = 1e-3;
        def.rod.drag = 0.2;
        def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id first = clamp(world, rope, 0);
        bight_hand_id last = held ? clamp(world, rope, COUNT - 1) : scene_grasp(world, rope, COUNT - 1);
        CHECK(bight_hand_set_target(world, last, held ? v3(0.1, 0, 0) : v3(0.1, 0.05, 0.1)) == BIGHT_OK);
        if (!held) {
            CHECK(bight_hand_roll(world, first, 2.0) == BIGHT_OK);
        }
        run_rods(world, 1000);
        CHECK(rod_state(world, rope).bending > 1e-3);
        CHECK(fabs(rod_state(world, rope).turns) < 1e-9 && rod_state(world, rope).twisting < 1e-12);
        bight_world_destroy(world);
    }
}

// What twist a rod has at rest pulls at nothing; C and the hands' turns add to it.
TEST(rest_twist_has_no_moment)
{
    enum { COUNT = 21 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, 0, 0), v3(0.2, 0, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = def.rod.twist = 0.05;
    def.rod.rest_twist = 30.0;
    bight_rope_id rope = make_rod(world, &def);
    clamp(world, rope, 0);
    bight_hand_id hand = clamp(world, rope, COUNT - 1);
    run_rods(world, 20);
    double before = rod_state(world, rope).turns;
    CHECK(fabs(before - 30.0 * 0.19 / TURN) < 1e-9 && fabs(bight_rope_twist(world, rope, 7)) < 1e-12);
    CHECK(bight_hand_roll(world, hand, -0.5) == BIGHT_OK);
    run_rods(world, 20);
    bight_hand_state state;
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK && state.roll == -0.5);
    CHECK(fabs(bight_rope_twist(world, rope, 7) + 0.05 * 0.5 / 0.19) < 1e-9);
    bight_world_destroy(world);

    // a ring with three turns at rest stays plane, and with two more does not
    for (int32_t more = 0; more < 2; more++) {
        bight_vec3 ring[40];
        world = scene_world();
        for (int32_t i = 0; i < 40; i++) {
            ring[i] =
                v3(0.08 * cos(TURN * i / 40), 0.08 * sin(TURN * i / 40), 1e-4 * sin(2.0 * TURN * i / 40));
        }
        def = rod_def(ring, 40, true);
        def.rod.bend = def.rod.twist = 0.01;
        def.rod.drag = 0.2;
        def.rod.rest_twist = 3.0 / 0.08;
        def.rod.turns = 2.0 * more;
        rope = make_rod(world, &def);
        run_rods(world, 1000);
        double most = 0.0;
        for (int32_t i = 0; i < 40; i++) {
            most = fmax(most, fabs(bight_rope_curve(world, rope).points[i].z));
        }
        CHECK(more ? most > 0.01 : most < 1e-4);
        bight_world_destroy(world);
    }
}

// Three hands: the one between turns the rod against both sides. On a closed rod two hands make two runs.
TEST(twist_is_carried_from_hand_to_hand)
{
    enum { COUNT = 31 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, 0, 0), v3(0.3, 0, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = 0.05;
    def.rod.twist = 0.02;
    bight_rope_id rope = make_rod(world, &def);
    clamp(world, rope, COUNT - 1); // holds link 29
    bight_hand_id hand = clamp(world, rope, 10);
    clamp(world, rope, 0);
    CHECK(bight_hand_roll(world, hand, 0.6) == BIGHT_OK);
    run_rods(world, 50);
    for (int32_t i = 1; i + 1 < COUNT; i++) {
        double law = i <= 10 ? 0.6 * 0.02 / 0.10 : -0.6 * 0.02 / 0.19;
        CHECK(fabs(bight_rope_twist(world, rope, i) - law) < 1e-9);
    }
    CHECK(bight_hand_release(world, hand)); // the two runs are one again
    run_rods(world, 1);
    CHECK(fabs(bight_rope_twist(world, rope, 5)) < 1e-9 && fabs(bight_rope_twist(world, rope, 20)) < 1e-9);
    bight_world_destroy(world);

    bight_vec3 ring[24];
    for (int32_t i = 0; i < 24; i++) {
        ring[i] = v3(0.1 * cos(TURN * i / 24), 0.1 * sin(TURN * i / 24), 0);
    }
    world = scene_world();
    def = rod_def(ring, 24, true);
    def.rod.twist = 1e-3;
    rope = make_rod(world, &def);
    hand = clamp(world, rope, 23);
    clamp(world, rope, 5);
    CHECK(bight_hand_roll(world, hand, 0.12) == BIGHT_OK);
    run_rods(world, 5);
    double l = bight_rope_link_length(world, rope);
    for (int32_t i = 0; i < 24; i++) { // link 23 lies between nodes 23 and 0
        double law = i > 5 ? 0.12e-3 / (18.0 * l) : -0.12e-3 / (6.0 * l);
        CHECK(fabs(bight_rope_twist(world, rope, i) / law - 1.0) < 0.1); // it begins to leave its plane
    }
    bight_world_destroy(world);
}

// A hand that points turns the link that it holds where it is told to, and holds it there.
TEST(a_hand_points_its_link)
{
    bight_vec3 points[31];
    bight_world *world = scene_world();
    line_of(points, 31, v3(0, 0, 0), v3(0.3, 0, 0));
    bight_rope_def def = rod_def(points, 31, false);
    def.rod.drag = 0.2;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, 15);
    const bight_vec3 ways[3] = {{0, 2, 0}, {0, 0, -1}, {0, 0, 1}}; // the last one by half a turn
    for (int32_t k = 0; k < 3; k++) {
        point(world, hand, ways[k]);
        run_rods(world, 300);
        bight_curve curve = bight_rope_curve(world, rope);
        bight_vec3 along = v3_unit(v3_sub(curve.points[16], curve.points[15]), v3(0, 0, 0));
        CHECK(v3_distance(along, v3_unit(ways[k], v3(0, 0, 0))) < 1e-4);
    }

    // and lets it hang
    point(world, hand, v3(0, 0, 0));
    run_rods(world, 1500);
    bight_curve curve = bight_rope_curve(world, rope);
    CHECK(fabs(curve.points[16].z - curve.points[14].z) < 0.02);
    bight_world_destroy(world);
}

// A twisted rod hangs between two hands that hold it in every way: together they bear its weight.
TEST(hands_that_twist_bear_the_weight)
{
    enum { COUNT = 41 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, 0, 0), v3(0.4, 0, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = 2e-3;
    def.rod.twist = 4e-3;
    def.rod.drag = 1.0;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2] = {clamp(world, rope, 0), clamp(world, rope, COUNT - 1)};
    point(world, hand[0], v3(0.2, 1, 0));
    point(world, hand[1], v3(0.2, 0, 1));
    CHECK(bight_hand_roll(world, hand[0], 3.0) == BIGHT_OK);
    CHECK(bight_hand_set_target(world, hand[1], v3(0.25, 0.02, 0)) == BIGHT_OK);
    run_rods(world, 4000);
    bight_vec3 sum = {0, 0, 0}, force;
    for (int32_t k = 0; k < 2; k++) {
        CHECK(bight_hand_force(world, hand[k], &force) == BIGHT_OK);
        print_message("hand %d: %.4f %.4f %.4f N\n", (int)k, force.x, force.y, force.z);
        sum = v3_add(sum, force);
    }
    double weight = rod_state(world, rope).mass * 9.81;
    CHECK(rod_state(world, rope).twisting > 1e-3 && rod_state(world, rope).kinetic < 1e-9);
    CHECK(v3_distance(sum, v3(0, weight, 0)) < 1e-4 * weight);
    bight_world_destroy(world);
}

// A rope that is turned fourteen times and then given slack winds round itself: loops take most of the twist, strands keep
// apart, every cycle is proved whole.
TEST(a_slack_twisted_rod_winds_round_itself)
{
    enum { COUNT = 101 };
    bight_vec3 points[COUNT];
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, 0, 0), v3(1.0, 0, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.twist = 1e-3;
    def.rod.drag = 0.05;
    def.rod.hand_force = 3.0;
    def.rod.gravity = v3(0, -2.0, 0);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2] = {clamp(world, rope, 0), clamp(world, rope, COUNT - 1)};
    point(world, hand[0], v3(1, 0, 0));
    point(world, hand[1], v3(1, 0, 0));
    CHECK(bight_hand_roll(world, hand[1], 14.0 * TURN) == BIGHT_OK);
    double gap = HUGE_VAL, x = 1.0;
    int32_t contacts = 0;
    for (int32_t i = 0; i < 3500; i++) {
        x = i > 1800 ? fmax(x - 0.0005, 0.45) : x;
        CHECK(bight_hand_set_target(world, hand[1], v3(x, 0, 0)) == BIGHT_OK);
        bight_step_report report = scene_step(world);
        CHECK(!report.cut && !report.rolled_back);
        gap = fmin(gap, report.gap);
        contacts = report.contacts;
    }
    print_message("twist left %.3f of 14 turns, %d contacts, gap %.4f diameters\n",
                  rod_state(world, rope).turns, (int)contacts, gap);
    CHECK(fabs(rod_state(world, rope).turns) < 9.0 && contacts >= 3 && gap > 0.985);
    bight_world_destroy(world);
}

// The same input gives the same bits, a warm step takes no memory, and what rests rests to the last bit until a hand turns.
TEST(twisted_steps_repeat_and_take_no_memory)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        failing_allocator memory = {0};
        bight_vec3 points[41];
        bight_world *world = scene_counted_world(&memory);
        line_of(points, 41, v3(0, 0, 0), v3(0.4, 0, 0));
        bight_rope_def def = rod_def(points, 41, false);
        def.rod.twist = 1e-3;
        def.rod.drag = 0.5;
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id first = clamp(world, rope, 0), last = clamp(world, rope, 40);
        CHECK(bight_hand_set_target(world, last, v3(0.25, 0, 0.01)) == BIGHT_OK);
        CHECK(bight_hand_roll(world, first, 25.0) == BIGHT_OK);
        run_rods(world, 800);
        int64_t before = memory.calls;
        run_rods(world, 100);
        CHECK(memory.calls == before);
        hash[k] = bight_world_hash(world);
        CHECK(rod_state(world, rope).twisting > 0.0);
        bight_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);

    bight_vec3 points[41];
    bight_world *world = scene_world();
    line_of(points, 41, v3(0, 0, 0), v3(0.4, 0, 0));
    bight_rope_def def = rod_def(points, 41, false);
    def.rod.twist = 0.01;
    def.rod.drag = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id first = clamp(world, rope, 0), last = clamp(world, rope, 40);
    CHECK(bight_hand_set_target(world, last, v3(0.3, 0.01, 0.05)) == BIGHT_OK);
    CHECK(bight_hand_roll(world, last, 0.5) == BIGHT_OK);
    run_rods(world, 3000);
    uint64_t still = bight_world_hash(world);
    run_rods(world, 50);
    CHECK(bight_world_hash(world) == still);
    CHECK(bight_hand_roll(world, first, 0.2) == BIGHT_OK);
    run_rods(world, 3000);
    CHECK(bight_world_hash(world) != still);
    still = bight_world_hash(world);
    run_rods(world, 50);
    CHECK(bight_world_hash(world) == still);
    bight_world_destroy(world);
}

TEST(orders_that_cannot_be_followed)
{
    bight_vec3 points[9];
    bight_world *world = scene_world();
    line_of(points, 9, v3(0, 0, 0), v3(0.08, 0, 0));
    bight_rope_def def = rod_def(points, 9, false);
    bight_rope_id plain = make_rod(world, &def), rope;
    bight_hand_id hand = scene_grasp(world, plain, 0);
    CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_ERROR_INVALID); // no twist is carried
    CHECK(bight_hand_roll(world, hand, 1.0) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_point(world, hand, v3((double)NAN, 0, 0)) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_twist(world, plain, 3) == 0.0 && rod_state(world, plain).turns == 0.0);
    for (int32_t i = 0; i < 9; i++) {
        points[i].y = 0.1;
    }
    def.rod.twist = 1e-3;
    rope = make_rod(world, &def);
    for (int32_t k = 0; k < BIGHT_TWIST_HANDS; k++) {
        hand = clamp(world, rope, 2 * k);
    }
    CHECK(bight_hand_roll(world, hand, (double)NAN) == BIGHT_ERROR_INVALID);
    hand = scene_grasp(world, rope, 8);
    CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_ERROR_INVALID); // one too many
    CHECK(bight_hand_release(world, hand) && bight_hand_hold_twist(world, hand, true) == BIGHT_ERROR_STALE);
    CHECK(bight_hand_roll(world, hand, 1.0) == BIGHT_ERROR_STALE);
    CHECK(bight_hand_point(world, hand, v3(1, 0, 0)) == BIGHT_ERROR_STALE);
    CHECK(bight_rope_twist(world, rope, 9) == 0.0 && bight_rope_twist(world, rope, -1) == 0.0);
    bight_world_destroy(world);
}

#define HEAD                                                                                                 \
    "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"radius\": 0.005, \"line\": {\"from\": [0, 0, 0], "    \
    "\"to\": [0.2, 0, 0]}, \"rod\": {\"twist\": 0.02, \"bend\": 0.05}}], \"script\": ["

// The step "grasp" of a scene holds a link, turns it and points it.
TEST(scenes_twist)
{
    static const char text[] = HEAD
        "{\"grasp\": {\"hand\": \"a\", \"node\": \"first\", \"twist\": true, \"point\": [3, 0, 0]}}, "
        "{\"grasp\": {\"hand\": \"b\", \"node\": \"last\", \"roll\": -0.5}}, {\"wait\": {\"cycles\": 200}}]}";
    bight_scene *scene;
    bight_play *play = play_text("rod", text, strlen(text), NULL, &scene);
    bight_error error = {0};
    play_to_end("rod", play);
    const bight_world *world = bight_play_world(play);
    bight_rope_id rope = bight_play_rope(play, 0);
    double l = bight_rope_link_length(world, rope);
    CHECK_NEAR(bight_rope_twist(world, rope, 3), -0.02 * 0.5 * TURN / (0.2 - l), 1e-9);
    bight_play_destroy(play);
    bight_scene_destroy(scene);

    // a rope that carries no twist, and a cloth
    static const char plain[] =
        "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}}], \"script\": ["
        "{\"grasp\": {\"hand\": \"a\", \"node\": \"first\", \"twist\": true}}]}";
    CHECK(bight_scene_parse(plain, strlen(plain), NULL, NULL, &scene, &error) == BIGHT_OK);
    CHECK(bight_play_create(scene, NULL, &play, &error) == BIGHT_OK);
    bool more = true;
    CHECK(bight_play_step(play, &more, &error) == BIGHT_ERROR_INVALID);
    if (strstr(error.message, "\"a\" cannot hold a link") == NULL) {
        fail_msg("%s", error.message);
    }
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    static const char zero[] = HEAD "{\"grasp\": {\"hand\": \"a\", \"node\": 0, \"point\": [0, 0, 0]}}]}";
    CHECK(bight_scene_parse(zero, strlen(zero), NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
}

RUN_TESTS(unit(a_straight_rod_twists_evenly), unit(a_twisted_taut_rod_buckles_as_greenhill_says),
          unit(a_twisted_ring_buckles_as_michell_says), unit(energy_never_grows_with_twist),
          unit(stiff_twist_goes_into_writhe), unit(a_bend_is_no_twist), unit(rest_twist_has_no_moment),
          unit(twist_is_carried_from_hand_to_hand), unit(a_hand_points_its_link),
          unit(hands_that_twist_bear_the_weight), unit(a_slack_twisted_rod_winds_round_itself),
          unit(twisted_steps_repeat_and_take_no_memory), unit(orders_that_cannot_be_followed),
          unit(scenes_twist))
