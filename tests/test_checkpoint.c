// SPDX-License-Identifier: MIT
// Memory that is put back, against a copy of all of it that the test keeps.

#include "core/checkpoint.h"
#include "core/memory.h"
#include "core/random.h"
#include "failing_memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS 40
#define DEEP 5

// What the owner holds: the blocks, their sizes, and what is in them.
typedef struct world {
    uint8_t *block[SLOTS];
    size_t size[SLOTS];
    uint8_t bytes[SLOTS][64];
} world;

static void check(const world *w, uint64_t seed)
{
    for (int32_t i = 0; i < SLOTS; i++) {
        CHECK_SEED(w->block[i] == NULL || memcmp(w->block[i], w->bytes[i], w->size[i]) == 0, seed);
    }
}

static void change(world *w, const bight_allocator *allocator, bi_random *random)
{
    int32_t i = bi_random_below(random, SLOTS);
    size_t size = (size_t)bi_random_below(random, 65);
    uint8_t *block = bi_resize(allocator, w->block[i], w->size[i], size);
    if (size > 0 && block == NULL) {
        return; // the old one is still good
    }
    w->block[i] = block;
    w->size[i] = size;
    for (size_t k = 0; k < size; k++) {
        block[k] = w->bytes[i][k] = (uint8_t)bi_random_below(random, 256);
    }
}

// Marks are taken, gone back to and dropped at random; each time everything is as it was, at the same places.
TEST(all_is_put_back)
{
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(300, 60); seed++) {
        bi_random random = bi_random_from(seed);
        failing_allocator state = {0};
        bight_env env = failing_env(&state);
        bi_checkpoint *c = bi_checkpoint_new(&env.allocator);
        bight_allocator allocator = bi_checkpoint_allocator(c);
        static world now, kept[DEEP];
        int32_t marks = 0;
        memset(&now, 0, sizeof now);
        for (int32_t round = 0; round < 400; round++) {
            int32_t what = bi_random_below(&random, 20);
            if (what == 0 && marks < DEEP) {
                kept[marks] = now;
                CHECK_SEED(bi_checkpoint_keep(c) == marks, seed);
                marks++;
            } else if (what == 1 && marks > 0) {
                marks = 1 + bi_random_below(&random, marks);
                bi_checkpoint_restore(c, marks - 1);
                now = kept[marks - 1];
            } else if (what == 2 && marks > 0) {
                marks = bi_random_below(&random, marks);
                bi_checkpoint_drop(c, marks);
            } else {
                change(&now, &allocator, &random);
            }
            check(&now, seed);
        }
        for (int32_t i = 0; i < SLOTS && seed % 2 == 0; i++) {
            bi_resize(&allocator, now.block[i], now.size[i], 0);
        }
        bi_checkpoint_free(c);
        CHECK_SEED(state.held == 0, seed);
    }
}

// Without marks nothing is held beyond what its owner holds.
TEST(nothing_is_kept_in_vain)
{
    failing_allocator state = {0};
    bight_env env = failing_env(&state);
    bi_checkpoint *c = bi_checkpoint_new(&env.allocator);
    bight_allocator allocator = bi_checkpoint_allocator(c);
    void *one = bi_resize(&allocator, NULL, 0, 100000);
    int64_t held = state.held;
    CHECK(bi_checkpoint_keep(c) == 0);
    bi_resize(&allocator, one, 100000, 0);
    CHECK(state.held > held); // the mark needs it
    bi_checkpoint_drop(c, 0);
    one = bi_resize(&allocator, NULL, 0, 100000);
    CHECK(state.held <= held + 2000); // lists of marks
    bi_resize(&allocator, one, 100000, 0);
    bi_checkpoint_free(c);
    CHECK(state.held == 0);
}

TEST(memory_may_fail)
{
    for (int64_t fail = 1; fail < 60; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        bi_checkpoint *c = bi_checkpoint_new(&env.allocator);
        if (c == NULL) {
            continue;
        }
        bight_allocator allocator = bi_checkpoint_allocator(c);
        static world now, kept;
        memset(&now, 0, sizeof now);
        bi_random random = bi_random_from((uint64_t)fail);
        for (int32_t i = 0; i < 20; i++) {
            change(&now, &allocator, &random);
        }
        kept = now;
        int32_t mark = bi_checkpoint_keep(c);
        for (int32_t i = 0; i < 20; i++) {
            change(&now, &allocator, &random);
        }
        check(&now, (uint64_t)fail);
        if (mark == 0) {
            bi_checkpoint_restore(c, 0);
            check(&kept, (uint64_t)fail);
        }
        bi_checkpoint_free(c);
        CHECK(state.held == 0);
    }
}

RUN_TESTS(unit(all_is_put_back), unit(nothing_is_kept_in_vain), unit(memory_may_fail))
