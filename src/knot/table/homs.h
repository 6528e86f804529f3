// SPDX-License-Identifier: MIT
// How many homomorphisms lead from the group of a knot to the permutations of six letters, by the class of the meridian:
// what tells mutants apart, which HOMFLY polynomials do not.

#pragma once

#include "knot/diagram.h"

/// Most crossings.
#define BI_HOMS_CROSSINGS 16
#define BI_HOMS_CLASSES 5
#define BI_HOMS_LARGEST 144 ///< elements of a class

/// Conjugation within classes of permutations: turn[k][s][y * size + x] is y^-1 x y for s = 0 and y x y^-1 for s = 1.
typedef struct bi_homs {
    uint8_t turn[BI_HOMS_CLASSES][2][BI_HOMS_LARGEST * BI_HOMS_LARGEST];
    int32_t size[BI_HOMS_CLASSES];
} bi_homs;

void bi_homs_init(bi_homs *homs);

/// The counts of all classes, mixed to one number: equal for equal knots and mirror images.
/// @param diagram A knot, 1 to BI_HOMS_CROSSINGS crossings.
uint64_t bi_homs_of(const bi_homs *homs, const bi_diagram *diagram);
