// SPDX-License-Identifier: MIT

#include "bench/torture.h"
#include "golden_scene.h"
#include "test.h"

// Changes when the simulation is meant to change, and then in a commit that says so.
#define GOLDEN_HASH UINT64_C(0x1C93E248E869B186)

TEST(threads_change_nothing)
{
    uint64_t one = golden_scene(1, GOLDEN_CYCLES);
    CHECK(one != 0);
    CHECK(golden_scene(0, GOLDEN_CYCLES) == one);
    CHECK(golden_scene(2, GOLDEN_CYCLES) == one);
    CHECK(golden_scene(3, GOLDEN_CYCLES) == one);
    CHECK(golden_scene(8, GOLDEN_CYCLES) == one);
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

RUN_TESTS(unit(threads_change_nothing), unit(the_golden_hash), unit(the_same_seed_is_the_same_torture))
