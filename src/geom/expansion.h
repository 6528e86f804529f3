// SPDX-License-Identifier: MIT
// Exact sums of doubles: the value is the sum of the terms, which do not overlap and grow in size.
// Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
// Discrete & Computational Geometry 18 (1997). Exact as long as nothing overflows or underflows.

#pragma once

#include "bight/base.h"

/// Room for an unfinished expansion. Every finished expansion is compressed and has at most 41 terms, because
/// neighbours are then 53 bits apart and a double spans 2,100 bits: 41 + 2 * 41 terms meet at most.
#define BI_EXPANSION_MAX 128

typedef struct bi_expansion {
    int32_t count; ///< 0 stands for zero
    double terms[BI_EXPANSION_MAX];
} bi_expansion;

/// a - b.
void bi_expansion_difference(bi_expansion *out, double a, double b);

/// a + b, or a - b when subtract. `out` may not be a or b.
void bi_expansion_add(bi_expansion *out, const bi_expansion *a, const bi_expansion *b, bool subtract);

/// a * b. `out` may not be a or b.
void bi_expansion_multiply(bi_expansion *out, const bi_expansion *a, const bi_expansion *b);

/// a * b for one double. `out` may not be a.
void bi_expansion_scale(bi_expansion *out, const bi_expansion *a, double b);

/// -1, 0 or 1.
static inline int32_t bi_expansion_sign(const bi_expansion *a)
{
    return a->count == 0 ? 0 : a->terms[a->count - 1] > 0.0 ? 1 : -1;
}
