// SPDX-License-Identifier: MIT
// The same bits for ropes and cloth together on every compiler and any number of threads.

#include "golden_couple.h"
#include "golden_hashes.h"
#include "test.h"

TEST(the_golden_hash)
{
    golden_couple_story story;
    uint64_t hash = golden_couple(1, GOLDEN_COUPLE_CYCLES, &story);

    // ropes and cloth touch, hard enough for more than a step of the cloth a cycle and for a hand to lag
    CHECK(story.stats.cycles == GOLDEN_COUPLE_CYCLES && story.stats.cloth_steps > GOLDEN_COUPLE_CYCLES + 10);
    CHECK(story.stats.touches > 4000 && story.contacts > 50);
    CHECK(story.stretch > 1.2 && story.lag > 0.05);
    CHECK(story.stats.refused == 0 && story.piercings == 0);
    if (hash != GOLDEN_COUPLE_HASH) {
        fail_msg("the golden hash is 0x%016llX", (unsigned long long)hash);
    }
}

TEST(threads_change_nothing)
{
    uint64_t one = golden_couple(1, 20, NULL);
    CHECK(one != 0);
    CHECK(golden_couple(0, 20, NULL) == one);
    CHECK(golden_couple(2, 20, NULL) == one);
    CHECK(golden_couple(4, 20, NULL) == one);
}

RUN_TESTS(unit(the_golden_hash), unit(threads_change_nothing))
