// SPDX-License-Identifier: MIT
// Friction that rolls rods and twists them, against closed forms.

#include "bight/rod_force.h"
#include "core/pi.h"
#include "core/random.h"
#include "rod_scene.h"
#include "sim/model.h"
#include "sim/rod/frame.h"

enum { NODES = 61, SLOW = 400 };

#define LINK 0.01

static double greatest_slip(const bight_world *world, double *pressing)
{
    static bight_contact_force contact[600];
    int32_t count = bight_world_contact_forces(world, contact, 600);
    double most = 0.0;
    *pressing = 0.0;
    for (int32_t i = 0; i < count; i++) {
        most = fmax(most, v3_length(contact[i].slid));
        *pressing += contact[i].pressing;
    }
    return most;
}

static bight_obstacle_id tilted_box(bight_world *world, bight_vec3 size, bight_vec3 at, double angle)
{
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id id;
    def.kind = BIGHT_SHAPE_BOX;
    def.size = size;
    def.pose = (bight_pose){at, {sin(0.5 * angle), 0.0, 0.0, cos(0.5 * angle)}};
    CHECK(bight_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
    return id;
}

// A rod that lies across a slope on which it would not slide rolls down as a full round bar does, 2/3 g sin a: by
// n (n + 1) / 2 h^2 times that in n cycles. It slides on nothing, and presses with its weight times cos a.
TEST(a_rod_rolls_down_a_slope)
{
    for (int32_t rolls = 0; rolls < 2; rolls++) {
        const double angle = 0.1;
        enum { CYCLES = 150 };
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1.0, 0.1, 2.0), v3(0, -0.1, 0));
        line_of(points, NODES, v3(-0.3, 1.002 * R, 0), v3(0.3, 1.002 * R, 0));
        bight_rope_def def = rod_def(points, NODES, false);
        def.rod.twist = 1e-3;
        def.rod.friction = 0.3;
        def.rod.drag = 0.0;
        def.rod.gravity = v3(0, -9.81 * cos(angle), 9.81 * sin(angle));
        def.rod.twist_friction = rolls;
        bight_rope_id rope = make_rod(world, &def);
        double slid = 0.0, pressing = 0.0;
        for (int32_t k = 0; k < CYCLES; k++) {
            run_rods(world, 1);
            slid += greatest_slip(world, &pressing);
        }
        const double h = def.rod.time_step, law = CYCLES * (CYCLES + 1) * h * h * 9.81 * sin(angle) / 3.0;
        double way = bight_rope_curve(world, rope).points[NODES / 2].z;
        print_message("rolls %d: came down %.6f m, law %.6f; slid %.2g m\n", (int)rolls, way, law, slid);
        CHECK(rolls ? fabs(way / law - 1.0) < 1e-3 : fabs(way) < 1e-6);
        CHECK(slid < 0.005 * law);
        CHECK_NEAR(pressing, (NODES - 1) * LINK * 0.078 * 9.81 * cos(angle), 1e-3 * pressing);
        bight_world_destroy(world);
    }
}

// A table goes by d under a rod that hands hold at both ends, beside it, and takes its middle along by z: the rod rolls back by
// (d - z) / r and is twisted between table and hands, L each: moments C (d - z) / (r L) of opposite sign.
TEST(a_table_rolls_a_rod)
{
    const double c = 1e-6, d = 0.02, radius = 1.002 * R;
    bight_vec3 points[NODES], load[NODES] = {{0}};
    bight_world *world = scene_world();
    bight_obstacle_id table = scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.055, 0.1, 0.5), v3(0, -0.1, 0));
    line_of(points, NODES, v3(-0.3, radius, 0), v3(0.3, radius, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.twist = c;
    def.rod.bend = 0.1;
    def.rod.drag = 0.5;
    def.rod.twist_friction = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    for (int32_t i = 25; i <= 35; i++) {
        load[i] = v3(0, -0.1, 0);
    }
    CHECK(bight_rope_set_load(world, rope, load, NODES, NULL) == BIGHT_OK);
    for (int32_t k = 0; k < 2; k++) {
        bight_hand_id hand = scene_grasp(world, rope, k * (NODES - 1));
        CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_OK);
    }
    run_rods(world, 100);
    enum { CYCLES = 200 };
    for (int32_t k = 1; k <= CYCLES; k++) {
        bight_pose pose = {v3(0, -0.1, d * k / CYCLES), {0, 0, 0, 1}};
        CHECK(bight_obstacle_set_target(world, table, pose) == BIGHT_OK);
        run_rods(world, 1);
    }
    run_rods(world, 200);

    // nodes 25 to 35 lie on the table, and friction at a node turns both links beside it
    double left = bight_rope_twist(world, rope, 10), right = bight_rope_twist(world, rope, NODES - 11);
    double z = bight_rope_curve(world, rope).points[NODES / 2].z;
    double least = c * (d - z) / (R * LINK * 25.0), most = c * (d - z) / (R * LINK * 24.0);
    print_message("moments %.4g and %.4g; law between %.4g and %.4g N m, z %.2g\n", left, right, least, most,
                  z);
    CHECK(-left > 0.98 * least && -left < 1.02 * most);
    CHECK_NEAR(left, -right, 0.01 * fabs(left));
    for (int32_t i = 26; i < 35; i++) {
        CHECK(fabs(bight_rope_twist(world, rope, i)) < 0.02 * fabs(left)); // it turns as a whole
    }
    bight_world_destroy(world);
}

// A strand that lies across a taut one, which does not turn, is led along it by d, pressed on it by a weight: it rolls on it by
// (d - z) / r, z what its middle stays behind, and is twisted between its hands, half a length L each: C (d - z) / (r L).
TEST(a_strand_rolls_on_another)
{
    const double c = 1e-5, d = 0.01, radius = 1.002 * R;
    enum { COUNT = 32 };
    bight_vec3 points[COUNT], load[COUNT] = {{0}};
    bight_world *world = scene_world();
    line_of(points, COUNT, v3(0, -2.0 * radius, -0.155), v3(0, -2.0 * radius, 0.155));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.bend = 0.1;
    def.rod.drag = 0.5;
    bight_rope_id below = make_rod(world, &def);
    scene_grasp(world, below, 0);
    scene_grasp(world, below, COUNT - 1);
    line_of(points, COUNT, v3(-0.155, 0, -0.003), v3(0.155, 0, -0.003));
    def.rod.twist = c;
    def.rod.twist_friction = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    load[COUNT / 2 - 1] = load[COUNT / 2] = v3(0, -1.0, 0);
    CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
    bight_hand_id hand[2];
    for (int32_t k = 0; k < 2; k++) {
        hand[k] = scene_grasp(world, rope, k * (COUNT - 1));
        CHECK(bight_hand_hold_twist(world, hand[k], true) == BIGHT_OK);
    }
    run_rods(world, 300);
    double from = bight_rope_twist(world, rope, 5);
    enum { CYCLES = 400 };
    double slid = 0.0, pressing;
    for (int32_t n = 1; n <= 2 * CYCLES; n++) {
        double part = n < CYCLES ? (double)n / CYCLES : 1.0;
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 aim = v3(k == 0 ? -0.155 : 0.155, 0, -0.003 + part * d);
            CHECK(bight_hand_set_target(world, hand[k], aim) == BIGHT_OK);
        }
        run_rods(world, 1);
        slid += greatest_slip(world, &pressing);
    }

    // link 15 of 31 is turned
    double z = 0.5 * (bight_rope_curve(world, rope).points[COUNT / 2].z +
                      bight_rope_curve(world, rope).points[COUNT / 2 - 1].z);
    double law = c * (z + 0.003) / (R * LINK * 15.0), left = bight_rope_twist(world, rope, 5),
           right = bight_rope_twist(world, rope, COUNT - 6);
    print_message("moments %.5g and %.5g, law %.5g; slid %.2g, presses %.3g\n", left - from, right + from,
                  law, slid, pressing);
    CHECK(fabs(left / law - 1.0) < 0.02 && fabs(left + right) < 0.01 * law);
    CHECK(slid < 0.01 * d && pressing > 1.0);
    bight_world_destroy(world);
}

// In a groove of two walls at 45 degrees, from which it cannot roll, both ends held, which weighs n newtons a metre.
static bight_world *lay(bight_rope_id *rope, bight_hand_id *hand, double share, double friction)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    for (int32_t k = 0; k < 2; k++) {
        double angle = (k == 0 ? 0.25 : -0.25) * PI;
        bight_vec3 normal = v3(0, cos(angle), sin(angle));
        tilted_box(world, v3(1.0, 0.1, 0.1), v3_mul(-(0.1 + 1.002 * R), normal), angle);
    }
    line_of(points, NODES, v3(0, 0, 0), v3(LINK * (NODES - 1), 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.twist = 2e-4;
    def.rod.friction = friction;
    def.rod.drag = 0.5;
    def.rod.gravity = v3(0, -9.81, 0);
    def.rod.twist_friction = share;
    *rope = make_rod(world, &def);
    for (int32_t k = 0; k < 2; k++) {
        hand[k] = scene_grasp(world, *rope, k * (NODES - 1));
        CHECK(bight_hand_hold_twist(world, hand[k], true) == BIGHT_OK);
    }
    run_rods(world, 300);
    return world;
}

// Friction mu N on both walls turns the rod and presses it onto one of them: N + N' = sqrt(2) n / (1 + mu^2). So when one end is
// turned by p, the moment falls by k = mu r (N + N') a metre, from sqrt(2 C p k) at the end to none, and there is none beyond.
// Turned back by q it falls by d = sqrt(4 C q k) at the end, twice as fast.
TEST(twist_decays_along_a_groove)
{
    for (int32_t k = 0; k < 3; k++) {
        const double share = k < 2 ? 1.0 : 0.5, p = k == 1 ? -0.3 : 0.3, q = 0.4 * p, mu = 0.3, c = 2e-4;
        const double decay = share * mu * R * sqrt(2.0) * 0.078 * 9.81 / (1.0 + mu * mu);
        const double end = sqrt(2.0 * c * fabs(p) * decay), drop = sqrt(4.0 * c * fabs(q) * decay);
        double worst[2] = {0.0, 0.0};
        bight_rope_id rope;
        bight_hand_id hand[2];
        bight_world *world = lay(&rope, hand, share, mu);
        for (int32_t back = 0; back < 2; back++) {
            for (int32_t n = 1; n <= SLOW; n++) { // so slowly that no wave runs ahead
                double part = (double)n / SLOW, roll = back ? p - part * q : part * p;
                CHECK(bight_hand_roll(world, hand[0], roll) == BIGHT_OK);
                run_rods(world, 1);
            }
            run_rods(world, 100);
            for (int32_t i = 1; i + 1 < NODES; i++) {
                double s = (i - 0.5) * LINK, law = fmax(end - decay * s, 0.0);
                law -= back ? fmax(drop - 2.0 * decay * s, 0.0) : 0.0;
                double moment = (p > 0.0 ? -1.0 : 1.0) * bight_rope_twist(world, rope, i);
                worst[back] = fmax(worst[back], fabs(moment - law) / end);
            }
        }
        print_message("turned by %.1f, share %.1f: off by %.2g of the moment at the end, turned back %.2g\n",
                      p, share, worst[0], worst[1]);
        CHECK(end / decay < 0.9 * LINK * NODES && end / decay > 0.2);
        CHECK(worst[0] < 0.02 && worst[1] < 0.02);

        // and stays so, to the bit
        run_rods(world, 500);
        uint64_t hash = bight_world_hash(world);
        run_rods(world, 50);
        CHECK(bight_world_hash(world) == hash);
        bight_world_destroy(world);
    }
}

// Without friction, or where it acts on the axis, twist passes through: C p / L everywhere. With hardly any it runs to and fro
// first, while no node moves: links that still spin are not at rest.
TEST(twist_passes_where_nothing_bears_it)
{
    for (int32_t k = 0; k < 3; k++) {
        const double friction[] = {0.3, 0.0, 1e-5};
        bight_rope_id rope;
        bight_hand_id hand[2];
        bight_world *world = lay(&rope, hand, k > 0, friction[k]);
        CHECK(bight_hand_roll(world, hand[1], 0.3) == BIGHT_OK);
        run_rods(world, k < 2 ? 300 : 2000);
        double law = 2e-4 * 0.3 / (LINK * (NODES - 2)), worst = 0.0;
        for (int32_t i = 1; i + 1 < NODES; i++) {
            worst = fmax(worst, fabs(bight_rope_twist(world, rope, i) / law - 1.0));
        }
        print_message("friction %g: off by %.2g of the moment\n", friction[k], worst);
        CHECK(worst < (k < 2 ? 1e-6 : 1e-3));
        bight_world_destroy(world);
    }
}

// Rods that fall across each other on a table, twisted and bent, with no damping but friction and the integrator: their energy,
// that of spinning and of twist with it, never grows.
TEST(energy_never_grows)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        enum { COUNT = 31, RODS = 3 };
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(2.0, 0.1, 2.0), v3(0, -0.1, 0));
        bight_rope_id rope[RODS];
        double first = 0.0, last = HUGE_VAL, worst = 0.0, twisting = 0.0;
        for (int32_t q = 0; q < RODS; q++) {
            bight_vec3 points[COUNT];
            double angle = bi_random_range(&random, 0.0, PI), bend = bi_random_range(&random, 0.0, 0.03);
            for (int32_t i = 0; i < COUNT; i++) {
                double a = angle + bend * sin(0.4 * i);
                points[i] = i == 0 ? v3(-0.15 * cos(angle), R * (1.01 + 2.02 * q), -0.15 * sin(angle))
                                   : v3_madd(points[i - 1], LINK, v3(cos(a), 0, sin(a)));
            }
            bight_rope_def def = rod_def(points, COUNT, false);
            def.rod.twist = bi_random_range(&random, 1e-4, 2e-3);
            def.rod.turns = bi_random_range(&random, -0.3, 0.3);
            def.rod.friction = bi_random_range(&random, 0.1, 0.8);
            def.rod.drag = 0.0;
            def.rod.gravity = v3(0.3, -2.0, 0.5);
            def.rod.twist_friction = 1.0;
            rope[q] = make_rod(world, &def);
        }
        for (int32_t k = 0; k < 500; k++) {
            run_rods(world, 1);
            double now = 0.0;
            for (int32_t q = 0; q < RODS; q++) {
                bight_rod_state state = rod_state(world, rope[q]);
                now += rod_energy(world, rope[q]) + state.twisting;
                twisting = fmax(twisting, k > 0 ? state.twisting : 0.0);
            }
            first = k == 0 ? now : first;
            worst = k > 0 ? fmax(worst, now - last) : worst;
            last = now;
        }
        print_message("seed %d: %.3g J, then %.3g; grew by %.2g at most; twisted by up to %.2g\n", (int)seed,
                      first, last, worst, twisting);
        CHECK_SEED(worst < 1e-3 * (first - last) && twisting > 1e-6, seed);
        bight_world_destroy(world);
    }
}

// A hand turns a rod of one link, the other node of which lies on a table: it slides there, and feels all of the friction, in the
// first cycle, as much as it presses with times the coefficient. (A Newton step that did not know of the turning found none.)
TEST(a_hand_that_rolls_is_felt_at_once)
{
    enum { COUNT = 2 };
    const double mu = 0.3;
    bight_vec3 points[COUNT], load[COUNT] = {{0}};
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(0.004, 0.1, 1.0), v3(LINK, -0.1, 0));
    line_of(points, COUNT, v3(0, 1.002 * R, 0), v3(LINK, 1.002 * R, 0));
    bight_rope_def def = rod_def(points, COUNT, false);
    def.rod.twist = 1e-3;
    def.rod.friction = mu;
    def.rod.drag = 0.5;
    def.rod.twist_friction = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    load[1] = v3(0, -0.02, 0);
    CHECK(bight_rope_set_load(world, rope, load, COUNT, NULL) == BIGHT_OK);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    CHECK(bight_hand_hold_twist(world, hand, true) == BIGHT_OK);
    run_rods(world, 200);
    CHECK(bight_hand_roll(world, hand, 1.0) == BIGHT_OK);
    for (int32_t k = 0; k < 3; k++) {
        run_rods(world, 1);
        bight_contact_force contact[4];
        int32_t count = bight_world_contact_forces(world, contact, 4);
        double pressing = 0.0, across = 0.0;
        for (int32_t i = 0; i < count; i++) {
            pressing += contact[i].pressing;
            across += contact[i].friction.z;
        }
        print_message("cycle %d: presses with %.4g N, friction %.4g of it\n", (int)k, pressing,
                      across / pressing);
        CHECK(pressing > 0.01 && fabs(fabs(across) / (mu * pressing) - 1.0) < 1e-3);
    }
    bight_world_destroy(world);
}

// What is proved of a motion in part was turned in part: of a rod that rolls a quarter, then nothing.
TEST(what_is_cut_turns_in_part)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1.0, 0.1, 2.0), v3(0, -0.1, 0));
    line_of(points, NODES, v3(-0.3, 1.002 * R, 0), v3(0.3, 1.002 * R, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.twist = 1e-3;
    def.rod.gravity = v3(0, -9.0, 1.0);
    def.rod.twist_friction = 1.0;
    make_rod(world, &def);
    run_rods(world, 20);
    bi_rope *rope = &world->ropes[0];
    const bi_frame *f = rope->rod->twist->frame;
    double turned[NODES - 1];
    for (int32_t j = 0; j + 1 < NODES; j++) {
        turned[j] = f->line[j].turned;
        CHECK(turned[j] != 0.0);
    }
    for (int32_t k = 0; k < 3; k++) {
        const double taken[] = {1.0, 0.25, 0.0}, left[] = {1.0, 0.25, 0.0};
        rope->island.taken = taken[k];
        bi_models_cut(world);
        for (int32_t j = 0; j + 1 < NODES; j++) {
            CHECK(f->line[j].turned == left[k] * turned[j]);
        }
    }
    bight_world_destroy(world);
}

TEST(a_rod_without_twist_is_refused)
{
    bight_vec3 points[5];
    line_of(points, 5, v3(0, 0, 0), v3(0.04, 0, 0));
    bight_rope_def def = rod_def(points, 5, false);
    def.rod.twist_friction = 1.0;
    check_rod_refused(&def, "rod.twist_friction is 1, and the rod carries no twist: give rod.twist");
    def.rod.twist = 1e-3;
    def.rod.twist_friction = 1.5;
    check_rod_refused(&def, "rod.twist_friction is 1.5: give 0 to 1");
}

// A rod that turns about itself and goes nowhere: it lies on a table, held at its ends, and a hand turns one of them. When that
// lets go, on a table that is all but smooth, it spins on. It is not at rest, and the world does not sleep.
TEST(a_rod_that_only_spins_is_not_at_rest)
{
    for (int32_t rolls = 0; rolls < 2; rolls++) {
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1.0, 0.1, 1.0), v3(0, -0.1, 0));
        line_of(points, NODES, v3(-0.3, 1.002 * R, 0), v3(0.3, 1.002 * R, 0));
        bight_rope_def def = rod_def(points, NODES, false);
        def.rod.twist = 1e-3;
        def.rod.friction = 1e-6;
        def.rod.twist_friction = rolls;
        def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, NODES - 1)};
        CHECK(bight_hand_hold_twist(world, hand[0], true) == BIGHT_OK);
        CHECK(bight_hand_roll(world, hand[0], 20.0) == BIGHT_OK);
        for (int32_t i = 0; i < 390; i++) { // 0.05 radians in a cycle
            CHECK(!scene_step(world).rests);
        }
        CHECK(bight_hand_hold_twist(world, hand[0], false) == BIGHT_OK);
        bool rests = false;
        for (int32_t i = 0; i < 100; i++) {
            rests = scene_step(world).rests;
            CHECK(!rolls || !rests);
        }
        CHECK(rests == !rolls); // without twist_friction twist has no inertia
        CHECK(!rolls || rod_state(world, rope).kinetic > 1e-7);
        print_message("rolls %d: kinetic energy %.3g J\n", (int)rolls, rod_state(world, rope).kinetic);
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(a_rod_rolls_down_a_slope), unit(a_table_rolls_a_rod), unit(a_strand_rolls_on_another),
          unit(twist_decays_along_a_groove), unit(twist_passes_where_nothing_bears_it),
          unit(energy_never_grows), unit(a_hand_that_rolls_is_felt_at_once), unit(what_is_cut_turns_in_part),
          unit(a_rod_without_twist_is_refused), unit(a_rod_that_only_spins_is_not_at_rest))
