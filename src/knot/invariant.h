// SPDX-License-Identifier: MIT
// Exact invariants of a knot diagram: one component, no circles. With several components an over-arc may run
// on for ever, and the matrices say nothing.

#pragma once

#include "knot/diagram.h"
#include "knot/elimination.h"
#include "knot/residues.h"

/// Most crossings for which a name comes with its invariants.
#define BI_INVARIANT_CROSSINGS 64

/// A symmetric Laurent polynomial: coefficients[degree + i] belongs to t^i, for i in -degree .. degree.
typedef struct bi_polynomial {
    int32_t degree; ///< at most BI_INVARIANT_CROSSINGS
    int64_t coefficients[2 * BI_INVARIANT_CROSSINGS + 1];
} bi_polynomial;

/// Scratch memory. Grows, never shrinks.
typedef struct bi_invariant_scratch {
    int32_t *numbers;       ///< faces, arcs, colours
    bi_entry_place *places; ///< of a matrix
    uint32_t *values;       ///< residues
    int32_t *digits;        ///< of what was found
    int32_t number_capacity, place_capacity, value_capacity, digit_capacity;
    bi_elimination elimination;
    bi_residues residues;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_invariant_scratch;

void bi_invariant_scratch_init(bi_invariant_scratch *scratch, const bight_allocator *allocator);
void bi_invariant_scratch_free(bi_invariant_scratch *scratch);

/// The watch of the call in hand, nullable.
void bi_invariant_scratch_watch(bi_invariant_scratch *scratch, bi_watch *watch);

/// Whole numbers of any size: digits in the scratch's residues, good until its next use.
typedef struct bi_large {
    const int32_t *digits; ///< (count primes), number after number
    int32_t count, primes;
} bi_large;

/// The Alexander polynomial, symmetric, with sum 1: the coefficients of t^0, t^1, ..., as many as the diagram's Seifert
/// circles allow, so that the last ones may be 0.
/// @return BIGHT_ERROR_STOPPED, BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE
bight_status bi_alexander_large(const bi_diagram *diagram, bi_invariant_scratch *scratch,
                                bi_large *polynomial);

/// The signature, negative for the right-handed trefoil, and the determinant up to its sign.
/// @param determinant Nullable.
bight_status bi_signature_large(const bi_diagram *diagram, bi_invariant_scratch *scratch, int32_t *signature,
                                bi_large *determinant);

/// A number below 2^60; false when it may be larger.
bool bi_large_value(const bi_large *large, int32_t which, int64_t *value);

/// log2 of a bound on the sum of the magnitudes of all coefficients of the Alexander polynomial, and on every minor of
/// Goeritz's matrix: the spanning trees of the white faces, one for each of Kauffman's states (1983), are no more than
/// the product of the degrees of all white faces but one.
/// @param face, colour of each dart and face; degree (faces) scratch
double bi_tree_bits(const bi_diagram *diagram, const int32_t *face, const int32_t *colour, int32_t faces,
                    int32_t white, int32_t *degree);

/// Colour the faces 0 and 1 so that neighbours across an arc differ.
/// @param colour (faces)
/// @param stack  (2 crossings) scratch
/// @return The colour with fewer faces.
int32_t bi_colour_faces(const bi_diagram *diagram, const int32_t *face, int32_t faces, int32_t *colour,
                        int32_t *stack);

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
