// SPDX-License-Identifier: MIT
// A 64-bit hash of numbers, field by field, so that padding never counts (FNV-1a over words).

#pragma once

#include "bight/base.h"

#include <string.h>

#define BI_HASH_START UINT64_C(0xCBF29CE484222325)

static inline uint64_t bi_hash_word(uint64_t hash, uint64_t word)
{
    for (int32_t i = 0; i < 8; i++) {
        hash = (hash ^ ((word >> (8 * i)) & 0xFF)) * UINT64_C(0x100000001B3);
    }
    return hash;
}

static inline uint64_t bi_hash_double(uint64_t hash, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return bi_hash_word(hash, word);
}

static inline uint64_t bi_hash_vec3(uint64_t hash, bight_vec3 v)
{
    return bi_hash_double(bi_hash_double(bi_hash_double(hash, v.x), v.y), v.z);
}
