// SPDX-License-Identifier: MIT
// Exact invariants of a knot diagram: one component, no circles. With several components an over-arc may run
// on for ever, and the matrices say nothing.

#pragma once

#include "core/watch.h"
#include "knot/diagram.h"

/// Most crossings for which invariants are computed.
#define BI_INVARIANT_CROSSINGS 64

/// A symmetric Laurent polynomial: coefficients[degree + i] belongs to t^i, for i in -degree .. degree.
typedef struct bi_polynomial {
    int32_t degree; ///< at most BI_INVARIANT_CROSSINGS
    int64_t coefficients[2 * BI_INVARIANT_CROSSINGS + 1];
} bi_polynomial;

/// Scratch memory. Grows, never shrinks.
typedef struct bi_invariant_scratch {
    int32_t *numbers; ///< faces, arcs, colours
    uint32_t *matrix;
    int32_t number_capacity, matrix_capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_invariant_scratch;

void bi_invariant_scratch_init(bi_invariant_scratch *scratch, const bight_allocator *allocator);
void bi_invariant_scratch_free(bi_invariant_scratch *scratch);

/// Alexander polynomial with the sum of coefficients 1.
/// @param diagram Of a knot: connected and without circles, or one circle without crossings.
/// @return BIGHT_ERROR_TOO_LARGE beyond BI_INVARIANT_CROSSINGS or when a coefficient may not be below 2^60.
bight_status bi_alexander(const bi_diagram *diagram, bi_invariant_scratch *scratch,
                          bi_polynomial *polynomial);

/// Signature, negative for the right-handed trefoil.
bight_status bi_signature(const bi_diagram *diagram, bi_invariant_scratch *scratch, int32_t *signature);

/// product = a b; false when it does not fit.
bool bi_polynomial_multiply(bi_polynomial *product, const bi_polynomial *a, const bi_polynomial *b);

/// |value at t = -1|; for a knot's polynomial its determinant. -1 when it does not fit.
int64_t bi_polynomial_determinant(const bi_polynomial *polynomial);
