// SPDX-License-Identifier: MIT
// Polynomials as published by Alexander and Briggs (1927) and Rolfsen (1976).

#include "knot/table.h"

const bi_table_knot bi_table[BI_TABLE_KNOTS] = {
    {"3_1", "overhand knot (trefoil)", 3, {-1, 1}, -2, false},
    {"4_1", "figure-eight knot", 4, {3, -1}, 0, true},
    {"5_1", "double overhand knot (cinquefoil)", 5, {1, -1, 1}, -4, false},
    {"5_2", "three-twist knot", 5, {-3, 2}, -2, false},
    {"6_1", "stevedore knot", 6, {5, -2}, 0, false},
    {"6_2", "", 6, {-3, 3, -1}, -2, false},
    {"6_3", "", 6, {5, -3, 1}, 0, true},
    {"7_1", "triple overhand knot (septafoil)", 7, {-1, 1, -1, 1}, -6, false},
    {"7_2", "", 7, {-5, 3}, -2, false},
    {"7_3", "", 7, {3, -3, 2}, -4, false},
    {"7_4", "endless knot", 7, {-7, 4}, -2, false},
    {"7_5", "", 7, {5, -4, 2}, -4, false},
    {"7_6", "", 7, {-7, 5, -1}, -2, false},
    {"7_7", "", 7, {9, -5, 1}, 0, false},
};

static bool matches(const bi_polynomial *polynomial, const int32_t half[4])
{
    for (int32_t i = 0; i < 4; i++) {
        int64_t coefficient = i <= polynomial->degree ? polynomial->coefficients[polynomial->degree + i] : 0;
        if (coefficient != half[i]) {
            return false;
        }
    }
    return polynomial->degree <= 3;
}

int32_t bi_table_find(const bi_polynomial *polynomial, int32_t factors[2])
{
    static const int32_t unknot[4] = {1}, two_trefoils[4] = {3, -2, 1}, trefoil_and_eight[4] = {-5, 4, -1};
    if (matches(polynomial, unknot)) {
        return 0;
    }
    for (int32_t i = 0; i < BI_TABLE_KNOTS; i++) {
        if (matches(polynomial, bi_table[i].half)) {
            factors[0] = i;
            return 1;
        }
    }
    factors[0] = 0;
    factors[1] = matches(polynomial, two_trefoils) ? 0 : 1;
    return matches(polynomial, two_trefoils) || matches(polynomial, trefoil_and_eight) ? 2 : -1;
}
