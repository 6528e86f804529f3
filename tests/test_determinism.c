// SPDX-License-Identifier: MIT

#include "bench/torture.h"
#include "golden_hashes.h"
#include "golden_scene.h"
#include "test.h"

#include <stdlib.h>

TEST(threads_change_nothing)
{
    uint64_t one = golden_scene(1, GOLDEN_CYCLES);
    CHECK(one != 0);
    CHECK(golden_scene(0, GOLDEN_CYCLES) == one);
    CHECK(golden_scene(2, GOLDEN_CYCLES) == one);
    CHECK(golden_scene(3, GOLDEN_CYCLES) == one);
    CHECK(golden_scene(8, GOLDEN_CYCLES) == one);
}

#define LONG_LINKS 13000

// A rope that is long enough to be shared out among threads, thrown into loops, in contact with itself.
static uint64_t long_rope(int32_t threads)
{
    bight_vec3 *points = malloc((LONG_LINKS + 1) * sizeof *points);
    bight_world_def world_def = bight_world_def_default();
    world_def.env.threads = threads;
    bight_world *world = NULL;
    bight_rope_def rope_def = bight_rope_def_default();
    bight_rope_id rope;
    bight_hand_id hands[2];
    for (int32_t i = 0; i <= LONG_LINKS; i++) {
        // meanders: 20 links along, one across, hardly more than a diameter apart
        int32_t at = i % 21, row = i / 21;
        points[i] = (bight_vec3){row % 2 == 0 ? at : 20 - at, 0.0, 1.0 * row};
    }
    rope_def.curve = (bight_curve){points, LONG_LINKS + 1, false};
    rope_def.radius = 0.45;
    CHECK(bight_world_create(&world_def, &world, NULL) == BIGHT_OK);
    CHECK(bight_rope_create(world, &rope_def, &rope, NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, rope, 0, &hands[0], NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, rope, LONG_LINKS / 2, &hands[1], NULL) == BIGHT_OK);
    int64_t contacts = 0;
    for (int32_t cycle = 0; cycle < 60; cycle++) {
        CHECK(bight_hand_set_target(world, hands[0], (bight_vec3){10.0, 5.0, 40.0}) == BIGHT_OK);
        CHECK(bight_hand_set_target(world, hands[1], (bight_vec3){-10.0, 1.0, 200.0}) == BIGHT_OK);
        bight_step_report report;
        CHECK(bight_world_step(world, &report) == BIGHT_OK);
        contacts += report.contacts;
    }
    CHECK(contacts > 0);
    uint64_t hash = bight_world_hash(world);
    bight_world_destroy(world);
    free(points);
    return hash;
}

TEST(threads_change_nothing_in_a_long_rope)
{
    uint64_t one = long_rope(1);
    CHECK(long_rope(2) == one);
    CHECK(long_rope(3) == one);
    CHECK(long_rope(8) == one);
}

TEST(the_golden_hash)
{
    uint64_t hash = golden_scene(1, GOLDEN_CYCLES);
    if (hash != GOLDEN_HASH) {
        fail_msg("the golden hash is 0x%016llX", (unsigned long long)hash);
    }
}

TEST(the_same_seed_is_the_same_torture)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        CHECK_SEED(torture_run(seed, 60).hash == torture_run(seed, 60).hash, seed);
    }
}

RUN_TESTS(unit(threads_change_nothing), unit(threads_change_nothing_in_a_long_rope), unit(the_golden_hash),
          unit(the_same_seed_is_the_same_torture))
