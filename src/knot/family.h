// SPDX-License-Identifier: MIT
// Families of knots that have names beyond any table: torus knots T(p,q) and two-bridge knots C(...).

#pragma once

#include "bight/knot.h"
#include "knot/diagram.h"

/// Is it the closed braid (s_1 ... s_p-1)^q or its mirror image, 3 <= p < q? Equal codes are equal diagrams.
/// @return Also false without memory.
bool bi_family_torus(const bi_diagram *piece, int32_t *p, int32_t *q);

/// The name of a prime piece that no table has: T(p,q); C(...) of a reduced alternating diagram that is made of a rational
/// tangle, T(2,n) when that has one term. Amphichiral when q^2 is -1 modulo p of its fraction p / q (Schubert 1956), else of
/// the hand that its crossings have more of, which for alternating knots no diagram changes.
/// @return Is it of a family? Then name and hand are set.
bool bi_family_name(const bight_allocator *allocator, const bi_diagram *piece, char *name, size_t size,
                    bight_handedness *hand);
