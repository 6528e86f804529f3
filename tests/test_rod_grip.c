// SPDX-License-Identifier: MIT
// Contacts that bear twist, against closed forms: a rod that lies on a table, and one over a bar.

#include "bight/rod_force.h"
#include "rod_scene.h"

enum { NODES = 61 };

#define LINK 0.01
#define C 2e-4

// On a table, both ends held, which weighs `n` newtons a metre.
static bight_world *lay(bight_rope_id *rope, bight_hand_id *hand, double share, double friction)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(2.0, 0.1, 2.0), v3(0, -0.1, 0));
    line_of(points, NODES, v3(0, 1.002 * R, 0), v3(LINK * (NODES - 1), 1.002 * R, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.twist = C;
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

// One end is turned by p: the moment falls by friction n r a metre, n the weight of a metre, from sqrt(2 C p friction n r) at the
// end to none, and there is none beyond. Turned back by q it falls by d = sqrt(4 C q friction n r) at the end, twice as fast.
TEST(twist_decays_along_a_table)
{
    for (int32_t k = 0; k < 3; k++) {
        const double share = k < 2 ? 1.0 : 0.5, p = k == 1 ? -0.3 : 0.3, q = 0.4 * p;
        const double decay = share * 0.3 * 0.078 * 9.81 * R, end = sqrt(2.0 * C * fabs(p) * decay),
                     drop = sqrt(4.0 * C * fabs(q) * decay);
        double worst[2] = {0.0, 0.0};
        bight_rope_id rope;
        bight_hand_id hand[2];
        bight_world *world = lay(&rope, hand, share, 0.3);
        for (int32_t back = 0; back < 2; back++) {
            CHECK(bight_hand_roll(world, hand[0], back ? p - q : p) == BIGHT_OK);
            run_rods(world, 300);
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
        CHECK(worst[0] < 0.01 && worst[1] < 0.01);

        // and stays so, to the bit
        run_rods(world, 500);
        uint64_t hash = bight_world_hash(world);
        run_rods(world, 50);
        CHECK(bight_world_hash(world) == hash);
        bight_world_destroy(world);
    }
}

// Without friction, or where contacts are not asked to, twist passes through: C p / L everywhere.
TEST(twist_passes_where_nothing_bears_it)
{
    for (int32_t k = 0; k < 2; k++) {
        bight_rope_id rope;
        bight_hand_id hand[2];
        bight_world *world = lay(&rope, hand, k, k == 0 ? 0.3 : 0.0);
        CHECK(bight_hand_roll(world, hand[1], 0.3) == BIGHT_OK);
        run_rods(world, 300);
        for (int32_t i = 1; i + 1 < NODES; i++) {
            double law = C * 0.3 / (LINK * (NODES - 2));
            CHECK_NEAR(bight_rope_twist(world, rope, i), law, 1e-6 * law);
        }
        bight_world_destroy(world);
    }
}

// Over a bar, weights at both ends: the moments on both sides differ by no more than the contacts bear, r sqrt((friction N)^2 - T^2)
// each with T their friction against sliding, and by more than half of that: most of them have let go.
TEST(a_bar_bears_what_its_contacts_can)
{
    bight_vec3 points[NODES], load[NODES] = {{0}};
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(0.05, 0.5, 0), v3(0, 0, 0));
    double r = 0.05 + 1.002 * R, arc = 3.14159265358979 * r, hang = 0.5 * (LINK * (NODES - 1) - arc);
    for (int32_t i = 0; i < NODES; i++) {
        double s = LINK * i - hang, a = s / r;
        points[i] = s < 0.0 ? v3(-r, 0, s) : s > arc ? v3(r, 0, arc - s) : v3(-r * cos(a), 0, r * sin(a));
    }
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.bend = 5e-4;
    def.rod.twist = 1e-3;
    def.rod.drag = 1.0;
    def.rod.twist_friction = 1.0;
    bight_rope_id rope = make_rod(world, &def);
    load[0] = load[NODES - 1] = v3(0, 0, -1.0);
    CHECK(bight_rope_set_load(world, rope, load, NODES, NULL) == BIGHT_OK);
    bight_hand_id hand[2];
    for (int32_t k = 0; k < 2; k++) {
        hand[k] = scene_grasp(world, rope, k * (NODES - 1));
        CHECK(bight_hand_hold_twist(world, hand[k], true) == BIGHT_OK);
        CHECK(bight_hand_set_force(world, hand[k], v3(0, 0, -1.0), NULL) == BIGHT_OK);
    }
    run_rods(world, 600);
    CHECK(bight_hand_roll(world, hand[1], 2.0) == BIGHT_OK);
    run_rods(world, 1500);
    static bight_contact_force contact[400];
    int32_t count = bight_world_contact_forces(world, contact, 400);
    double bears = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double most = contact[i].coefficient * contact[i].pressing, used = v3_length(contact[i].friction);
        bears += R * sqrt(fmax(most * most - used * used, 0.0));
    }
    double turned = bight_rope_twist(world, rope, NODES - 3), other = bight_rope_twist(world, rope, 2);
    print_message("%.5f N m on one side, %.5f on the other; %d contacts bear %.5f\n", turned, other,
                  (int)count, bears);
    CHECK(other > 5e-4 && bears > 1e-4);
    CHECK(turned - other < bears * (1.0 + 1e-6) && turned - other > 0.5 * bears);
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

RUN_TESTS(unit(twist_decays_along_a_table), unit(twist_passes_where_nothing_bears_it),
          unit(a_bar_bears_what_its_contacts_can), unit(a_rod_without_twist_is_refused))
