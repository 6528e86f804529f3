// SPDX-License-Identifier: MIT
// LU factors of sparse matrices of 3 x 3 blocks whose pattern is symmetric, in an order of least degree (Tinney, Walker
// 1967), without pivoting between blocks. Where few blocks meet, as along ropes, the work is linear.

#pragma once

#include "bight/base.h"

/// An off-diagonal pair of blocks.
typedef struct bi_sparse_pair {
    int32_t a, b;
} bi_sparse_pair;

typedef struct bi_sparse {
    int32_t n;       ///< Blocks on the diagonal.
    int32_t nodes;   ///< Their numbers are below this one.
    int32_t early;   ///< Places before it are those of blocks that are not late.
    int32_t *
        ints; ///< One block of memory for the arrays by node, (nodes + 1) each: place, order, begin and scratch.
    int32_t *place;  ///< When a block is eliminated.
    int32_t *order;  ///< The other way round.
    int32_t *begin;  ///< By place: the first of its later neighbours.
    int32_t *column; ///< (begin[n])  Places of the later neighbours, ascending.
    double *value;   ///< (9 n + 18 begin[n])  Row-major blocks: the diagonal, right of it, below it.
    bool keeps;      ///< Set it before the plan where bi_sparse_keep() is to be called.
    bool lists_left; ///< Likewise for left.
    bi_sparse_pair *left; ///< (left_count)  Pairs of late blocks when all before are eliminated, each once.
    int32_t left_count, left_capacity;
    double *
        base; ///< Values of late blocks as bi_sparse_keep() found them: diagonals, right, below. NULL unless it keeps.

    // what the last plan was for: the same again needs no new one
    bi_sparse_pair *asked; ///< (asked_count)
    bool *asked_late;      ///< (nodes)
    int32_t asked_count, asked_capacity, asked_late_capacity;
    bool asked_alone, planned;

    // scratch of the plan: lists of neighbours in a pool, rings of the nodes of one degree
    int32_t *pool, *list, *length, *next, *last, *mark;
    int32_t ints_capacity, column_capacity, value_capacity, base_capacity, pool_capacity;
    int32_t reach_count; ///< Of list, when it holds what bi_sparse_reach() found.
} bi_sparse;

/// Find the order and the pattern. All values become zero. A pair may come twice, or be one of the diagonal.
/// @param late (n) Blocks that come after all others: what is eliminated before them need not be again when only they
///             change. NULL: all are.
/// @return BIGHT_ERROR_NO_MEMORY or BIGHT_ERROR_TOO_LARGE.
bight_status bi_sparse_plan(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                            const bi_sparse_pair *pairs, int32_t pair_count, const bool *late);

/// Likewise for the late blocks alone: pairs are between late blocks, which keep their numbers; others have no place.
/// @return As above.
bight_status bi_sparse_plan_late(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                                 const bi_sparse_pair *pairs, int32_t pair_count, const bool *late);

/// Where a block begins in what one matrix has kept, and in the values of another.
typedef struct bi_sparse_match {
    int32_t from, to;
} bi_sparse_match;

/// Find the late blocks that `from` has kept, and the pairs that it lists as left, in a matrix with the same numbers.
/// @param matches (late blocks + 2 left_count) @return How many there are.
int32_t bi_sparse_match_late(const bi_sparse *to, const bi_sparse *from, bi_sparse_match *matches);

/// The matrix is these blocks, and zero elsewhere.
void bi_sparse_set_late(bi_sparse *to, const bi_sparse *from, const bi_sparse_match *matches, int32_t count);

/// Where in `value` block (row, column) begins: the diagonal or a pair of the plan.
int32_t bi_sparse_find(const bi_sparse *s, int32_t row, int32_t column);

/// Add to a block.
static inline void bi_sparse_add(bi_sparse *s, int32_t found, double weight, const double m[9])
{
    double *to = s->value + found;
    for (int32_t c = 0; c < 9; c++) {
        to[c] += weight * m[c];
    }
}

/// Keep the values of late blocks, and of what couples them, as they are now; restore what was kept.
void bi_sparse_keep(bi_sparse *s);
void bi_sparse_reset(bi_sparse *s);

/// Eliminate the blocks at these places, ascending: 0 to n, or first 0 to early and then, as often as late blocks change,
/// early to n.
/// @return False when a block cannot be divided by.
bool bi_sparse_factor(bi_sparse *s, int32_t from, int32_t to);

/// x <- A^-1 x
/// @param x (3 n)
void bi_sparse_solve(const bi_sparse *s, double *x);

/// The two halves of it, for some places: all before were done in the first half, all after in the second. What lies
/// before the first place where x is not zero needs no first half, what nobody asks for no second.
void bi_sparse_solve_down(const bi_sparse *s, double *x, int32_t from, int32_t to);
void bi_sparse_solve_up(const bi_sparse *s, double *x, int32_t from, int32_t to);

/// Three right sides x at once that are zero but at some late blocks (Gilbert, Peierls 1988), of a symmetric matrix: make x zero
/// where it will be used; then, when the right sides are set, their products x^T A^-1 x. Half a solution is enough for that: with
/// A = L D L^T they are (L^-1 x)^T D^-1 (L^-1 x).
/// @param count At most BI_SPARSE_REACH.
/// @param x (late blocks x 3 x 3) Block k at 9 (place[k] - early), a column for each right side.
#define BI_SPARSE_REACH 8
void bi_sparse_reach(bi_sparse *s, const int32_t *nodes, int32_t count, double *x);
void bi_sparse_reach_products(const bi_sparse *s, double *x, double products[9]);

void bi_sparse_free(bi_sparse *s, const bight_allocator *allocator);
size_t bi_sparse_bytes(const bi_sparse *s);
