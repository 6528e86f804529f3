// SPDX-License-Identifier: MIT

#include "core/hash.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "test.h"

#include <string.h>

TEST(sizes_that_overflow_are_refused)
{
    size_t total;
    CHECK(bi_size_mul(3, 4, &total) && total == 12);
    CHECK(bi_size_mul(SIZE_MAX, 0, &total) && total == 0);
    CHECK(!bi_size_mul(SIZE_MAX / 2, 3, &total));
    CHECK(bi_new_array(NULL, SIZE_MAX / 2, 16) == NULL);
}

TEST(reserve_keeps_what_was_there)
{
    int32_t *numbers = NULL, capacity = 0;
    for (int32_t i = 0; i < 1000; i++) {
        CHECK(bi_reserve(NULL, &numbers, &capacity, i + 1, sizeof *numbers) == BIGHT_OK);
        numbers[i] = i;
    }
    for (int32_t i = 0; i < 1000; i++) {
        CHECK(numbers[i] == i);
    }
    CHECK(bi_reserve(NULL, &numbers, &capacity, (int64_t)INT32_MAX + 1, 8) == BIGHT_ERROR_TOO_LARGE);
    CHECK(numbers[999] == 999);
    bi_free_array(NULL, numbers, (size_t)capacity, sizeof *numbers);
}

// First outputs of SplitMix64 from seed 1234567, as its authors' reference code prints them.
TEST(random_is_the_published_sequence)
{
    bi_random random = bi_random_from(1234567);
    CHECK(bi_random_bits(&random) == UINT64_C(6457827717110365317));
    CHECK(bi_random_bits(&random) == UINT64_C(3203168211198807973));
    CHECK(bi_random_bits(&random) == UINT64_C(9817491932198370423));
}

TEST(hash_sees_every_bit)
{
    CHECK(bi_hash_double(BI_HASH_START, 0.0) != bi_hash_double(BI_HASH_START, -0.0));
    CHECK(bi_hash_word(BI_HASH_START, 1) != bi_hash_word(BI_HASH_START, UINT64_C(1) << 63));
}

static void square_block(void *data, int32_t block)
{
    int32_t *squares = data;
    squares[block] = block * block;
}

TEST(parallel_for_runs_each_block_once)
{
    for (int32_t threads = 0; threads <= 8; threads++) {
        int32_t squares[100];
        memset(squares, 0, sizeof squares);
        bi_parallel_for(threads, 100, square_block, squares);
        for (int32_t i = 0; i < 100; i++) {
            CHECK(squares[i] == i * i);
        }
    }
}

TEST(every_status_has_words)
{
    for (int32_t status = BIGHT_OK; status <= BIGHT_ERROR_EXPECT; status++) {
        CHECK(strlen(bight_status_text((bight_status)status)) > 3);
    }
    CHECK(strcmp(bight_version(), "0.1.0") == 0);
}

RUN_TESTS(unit(sizes_that_overflow_are_refused), unit(reserve_keeps_what_was_there),
          unit(random_is_the_published_sequence), unit(hash_sees_every_bit),
          unit(parallel_for_runs_each_block_once), unit(every_status_has_words))
