// SPDX-License-Identifier: MIT
// A world that rests is not stepped, and nobody can tell: neither from what it says meanwhile, nor from what it does when
// it wakes.

#include "bench/start_shapes.h"
#include "near_world.h"

#include <string.h>

// Two worlds with the same history, of which the second is not allowed to sleep.
typedef struct twins {
    bight_world *world[2];
    bight_hand_id hand[2][8];
    int32_t hands;
} twins;

static void check_same(const bight_step_report *a, const bight_step_report *b, uint64_t seed)
{
    CHECK_SEED(a->contacts == b->contacts && a->clusters == b->clusters && a->moved == b->moved, seed);
    CHECK_SEED(a->advanced == b->advanced && a->cut == b->cut && a->rolled_back == b->rolled_back, seed);
    CHECK_SEED(a->stretch_stops == b->stretch_stops && a->blocked == b->blocked && a->lag == b->lag, seed);
    CHECK_SEED(a->gap == b->gap && a->stretch == b->stretch && a->jammed == b->jammed, seed);
    CHECK_SEED(a->rests == b->rests && a->tight == b->tight && a->pull == b->pull, seed);
}

static void step_both(twins *both, uint64_t seed)
{
    bight_step_report report[2];
    for (int32_t k = 0; k < 2; k++) {
        report[k] = scene_step(both->world[k]);
    }
    check_same(&report[0], &report[1], seed);
    CHECK_SEED(bight_world_hash(both->world[0]) == bight_world_hash(both->world[1]), seed);
    bight_world_stats stats[2] = {bight_world_get_stats(both->world[0]),
                                  bight_world_get_stats(both->world[1])};
    CHECK_SEED(memcmp(&stats[0], &stats[1], sizeof stats[0]) == 0, seed);
    int32_t contacts[2];
    bight_world_contacts(both->world[0], &contacts[0]);
    bight_world_contacts(both->world[1], &contacts[1]);
    CHECK_SEED(contacts[0] == contacts[1], seed);
}

static void grasp_ends(twins *both)
{
    for (int32_t r = 0; r < both->world[0]->rope_count && both->hands < 7; r++) {
        const bi_rope *rope = &both->world[0]->ropes[r];
        for (int32_t end = 0; end < 2 && rope->alive; end++) {
            for (int32_t k = 0; k < 2; k++) {
                both->hand[k][both->hands] =
                    scene_grasp(both->world[k], bi_rope_id_of(both->world[k], r), end * (rope->count - 1));
            }
            both->hands++;
        }
    }
}

// Something from outside, one of all that there is. Most of it is small.
static void disturb(twins *both, const near_world *made, bi_random *random)
{
    int32_t what = bi_random_below(random, 7), which = bi_random_below(random, both->hands);
    bight_vec3 by = bi_random_vec3(random, bi_random_below(random, 2) == 0 ? 0.2 : 2.0);
    double number = bi_random_range(random, 0.1, 0.9);
    for (int32_t k = 0; k < 2; k++) {
        bight_world *world = both->world[k];
        bight_world_def def = bight_world_get_def(world);
        bight_hand_id hand = both->hand[k][which];
        bight_hand_state state;
        CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK);
        if (what == 0 && made[k].sphere.index1 != 0) {
            bight_pose pose;
            CHECK(bight_obstacle_get(world, made[k].sphere, &pose, NULL) == BIGHT_OK);
            pose.position = v3_add(pose.position, by);
            CHECK(bight_obstacle_set_target(world, made[k].sphere, pose) == BIGHT_OK);
        } else if (what == 1) {
            def.friction = number;
            CHECK(bight_world_set_def(world, &def, NULL) == BIGHT_OK);
        } else if (what == 2) {
            bight_vec3 load[64] = {0};
            load[0] = v3_mul(1e-3, by);
            bight_curve curve = bight_rope_curve(world, state.rope);
            CHECK(bight_rope_set_load(world, state.rope, load, curve.count, NULL) == BIGHT_OK);
        } else if (what == 3) {
            CHECK(bight_hand_release(world, hand));
            both->hand[k][which] = scene_grasp(world, state.rope, state.node);
        } else {
            CHECK(bight_hand_set_target(world, hand, v3_add(state.position, by)) == BIGHT_OK);
        }
    }
}

// Hands stop where they are, so that all comes to rest.
static void stop_hands(twins *both)
{
    for (int32_t i = 0; i < both->hands; i++) {
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 here = scene_hand(both->world[k], both->hand[k][i]);
            CHECK(bight_hand_set_target(both->world[k], both->hand[k][i], here) == BIGHT_OK);
        }
    }
}

TEST(a_sleeping_world_is_one_that_is_stepped)
{
    int64_t slept[2] = {0}, woken = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(24, 9); seed++) {
        near_world made[2] = {near_world_make(seed), near_world_make(seed)};
        bi_random random = bi_random_from(seed);
        twins both = {.world = {made[0].world, made[1].world}};
        bight_response response = seed % 3 == 0 ? BIGHT_RESPONSE_PAPER : BIGHT_RESPONSE_SOLVED;
        for (int32_t k = 0; k < 2; k++) {
            bight_world_def def = bight_world_get_def(both.world[k]);
            def.response = response;
            CHECK(bight_world_set_def(both.world[k], &def, NULL) == BIGHT_OK);
            both.world[k]->sleep.never = k == 1;
        }
        grasp_ends(&both);
        for (int32_t round = 0; round < 6 && both.hands > 0; round++) {
            disturb(&both, made, &random);
            int32_t lead = bi_random_below(&random, 12), rest = 20 + bi_random_below(&random, 60);
            for (int32_t cycle = 0; cycle < lead + rest; cycle++) {
                if (cycle == lead) {
                    stop_hands(&both);
                }
                bool asleep = both.world[0]->sleep.asleep;
                step_both(&both, seed);
                slept[response] += both.world[0]->sleep.asleep;
                woken += asleep && !both.world[0]->sleep.asleep;
                CHECK_SEED(!both.world[1]->sleep.asleep, seed);
            }
        }
        bight_world_destroy(both.world[0]);
        bight_world_destroy(both.world[1]);
    }
    print_message(
        "asleep in %lld cycles of the paper's response and %lld of the solved one, woken %lld times\n",
        (long long)slept[0], (long long)slept[1], (long long)woken);
    CHECK(slept[0] > 100 && slept[1] > 700 && woken > LESS_WHEN_CHECKED(20, 8));
}

// A tight knot, and a bent rope that nobody has moved yet: asleep soon after their hands have come to rest. A sleeping world
// does not look at its nodes: a position that is spoilt behind its back stays.
TEST(ropes_fall_asleep)
{
    for (int32_t q = 0; q <= 3; q += 3) {
        enum { LINKS = 150 };
        bight_vec3 points[SCENE_NODES];
        if (q == 0) {
            bench_arc(points, LINKS);
        } else {
            bench_torus_knot(points, LINKS, q);
        }
        bight_world *world = scene_world();
        bight_world_def def = bight_world_get_def(world);
        def.response = BIGHT_RESPONSE_SOLVED;
        CHECK(bight_world_set_def(world, &def, NULL) == BIGHT_OK);
        bight_rope_id rope = scene_rope(world, points, LINKS + 1, false, 0.5, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, LINKS);
        scene_grasp(world, rope, 0);
        CHECK(bight_hand_set_target(world, hand, v3_add(points[LINKS], v3(500, 2, 1))) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < (q == 0 ? 0 : 400); cycle++) {
            scene_step(world);
        }
        CHECK(bight_hand_set_target(world, hand, scene_hand(world, hand)) == BIGHT_OK);
        int32_t cycle = 0;
        for (; cycle < 200 && !world->sleep.asleep; cycle++) {
            CHECK(scene_step(world).rests == (world->still_cycles == BIGHT_REST_CYCLES));
        }
        print_message("%s: asleep after %d cycles\n", q == 0 ? "a free rope" : "a tight knot", (int)cycle);
        CHECK(world->sleep.asleep && scene_step(world).rests);

        double kept = world->at[LINKS / 2].x;
        world->at[LINKS / 2].x = 1e9;
        CHECK(scene_step(world).rests && world->at[LINKS / 2].x == 1e9);
        world->at[LINKS / 2].x = kept;
        CHECK(bight_hand_set_target(world, hand, v3_add(scene_hand(world, hand), v3(-0.2, 0, 0))) ==
              BIGHT_OK);
        CHECK(scene_step(world).moved > 0.05 && !world->sleep.asleep);
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(a_sleeping_world_is_one_that_is_stepped), unit(ropes_fall_asleep))
