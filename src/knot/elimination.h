// SPDX-License-Identifier: MIT
// Gauss's elimination of a sparse matrix modulo primes, many times over. The order is chosen once, with few new
// entries (Markowitz 1957), and written down as a list of products and differences; each run follows the list.
// Matrices of diagrams are nearly planar graphs: n rows take about n^1.5 steps where a full matrix takes n^3 / 3.

#pragma once

#include "core/watch.h"

/// Matrices that one run eliminates side by side.
#define BI_LANES 8

/// What a step of the plan is: one row with one column, or the first or second half of a symmetric pair of rows whose
/// diagonal is 0.
enum { BI_STEP_ALONE, BI_STEP_FIRST, BI_STEP_SECOND };

/// A plan, and scratch. Grows, never shrinks.
typedef struct bi_elimination {
    int32_t size, rank; ///< rows of the matrix, and of these eliminated
    int32_t slots;      ///< entries, those that come up on the way among them
    bool odd;           ///< of the permutation of rows that the pivots make

    int32_t *plan; ///< per step: kind, pivot, rows, columns, slots of each, then targets, row by row
    int32_t plan_count, plan_capacity;
    /// (rest_count) slots of what a symmetric plan leaves when rank < size: 0 if that is the rank
    int32_t *rest;
    int32_t rest_count, rest_capacity;
    int32_t *links; ///< entries of the matrix in hand, and marks of its rows and columns
    int32_t link_capacity;
    int32_t *marks;
    int32_t mark_capacity;
    uint32_t *values; ///< (BI_LANES slots)
    int32_t value_capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_elimination;

/// An entry of the matrix. No place is given twice.
typedef struct bi_entry_place {
    int32_t row, column;
} bi_entry_place;

void bi_elimination_init(bi_elimination *e, const bight_allocator *allocator);
void bi_elimination_free(bi_elimination *e);

/// Choose an order that works for these values. rank < size when the matrix is singular modulo p.
/// @param values    (count) modulo p
/// @param symmetric The matrix is: rows and columns are taken alike, so leading minors are minors of the diagonal.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE (the plan), BIGHT_ERROR_STOPPED
bight_status bi_elimination_plan(bi_elimination *e, int32_t size, const bi_entry_place *places,
                                 const uint32_t *values, int32_t count, uint32_t p, bool symmetric);

/// What one run finds, by lane.
typedef struct bi_elimination_result {
    bool good[BI_LANES];            ///< false: a pivot was 0, and nothing is known
    uint32_t determinant[BI_LANES]; ///< of the rows eliminated; modulo the lane's prime
} bi_elimination_result;

/// Eliminate up to BI_LANES matrices of the plan's shape.
/// @param values (count lanes) entry by entry, modulo the lane's prime
/// @param primes (lanes) odd, below 2^31
/// @param minors (rank lanes) Nullable: the product of the pivots so far, with its sign, after each step. A 0 on the
///               way makes the lane bad.
bight_status bi_elimination_run(bi_elimination *e, const uint32_t *values, int32_t count, int32_t lanes,
                                const uint32_t *primes, uint32_t *minors, bi_elimination_result *result);
