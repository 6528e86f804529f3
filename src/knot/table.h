// SPDX-License-Identifier: MIT
// The prime knots to seven crossings.

#pragma once

#include "bight/knot.h"
#include "knot/invariant.h"

typedef struct bi_table_knot {
    const char *name;
    const char *traditional; ///< "" when there is none we are sure of
    int32_t crossings;
    int32_t half[4];   ///< Alexander polynomial: coefficients of t^0 .. t^3
    int32_t signature; ///< of the right-handed one
    bool amphichiral;
} bi_table_knot;

#define BI_TABLE_KNOTS 14
extern const bi_table_knot bi_table[BI_TABLE_KNOTS];

/// The factors of the knot that has this polynomial and a diagram with at most 7 crossings. No two such
/// knots, sums included, share one but for mirror images of the factors.
/// @param factors receives up to two places in the table
/// @return how many factors; 0 for the unknot, -1 when no knot to 7 crossings has the polynomial.
int32_t bi_table_find(const bi_polynomial *polynomial, int32_t factors[2]);
