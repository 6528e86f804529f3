// SPDX-License-Identifier: MIT
// Seeded random numbers, the same on every machine. Source: Steele, Lea, Flood 2014 (SplitMix64).

#pragma once

#include "bight/base.h"

/// The whole state. Copy it to fork a sequence.
typedef struct bi_random {
    uint64_t state;
} bi_random;

static inline bi_random bi_random_from(uint64_t seed)
{
    return (bi_random){seed};
}

/// 64 equally likely bits.
static inline uint64_t bi_random_bits(bi_random *random)
{
    uint64_t z = (random->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/// Uniform in [0, 1).
static inline double bi_random_unit(bi_random *random)
{
    return (double)(bi_random_bits(random) >> 11) * 0x1p-53;
}

/// Uniform in [low, high).
static inline double bi_random_range(bi_random *random, double low, double high)
{
    return low + (high - low) * bi_random_unit(random);
}

/// Uniform in 0 .. count - 1 (bias below 2^-32); count > 0.
static inline int32_t bi_random_below(bi_random *random, int32_t count)
{
    return (int32_t)(((bi_random_bits(random) >> 32) * (uint64_t)count) >> 32);
}

/// Uniform in the cube [-size, size)^3.
static inline bight_vec3 bi_random_vec3(bi_random *random, double size)
{
    double x = bi_random_range(random, -size, size);
    double y = bi_random_range(random, -size, size);
    double z = bi_random_range(random, -size, size);
    return (bight_vec3){x, y, z};
}
