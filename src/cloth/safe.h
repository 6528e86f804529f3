// SPDX-License-Identifier: MIT
// Motion that cannot make an intersection: a displacement bound for each vertex.
//
// Let d be the least distance, at some positions, of all pairs of a vertex and a triangle and of two edges
// that a vertex takes part in (by itself, its edges or its triangles; pairs with a common vertex left out),
// searched up to a reach q. While the vertex stays within 0.45 min(d, q) of where it was, and all others
// within their bounds, any pair loses less than 0.9 of its distance: nothing touches, whatever the way. The
// ball of the bound is convex, so a vertex that goes straight from place to place within it stays within it.
//
// A test for intersections at the end of a step, with backtracking, is not enough: a thin layer can be jumped
// over (tests/test_safe.c shows it). It is run all the same, as an assertion.

#pragma once

#include "geom/close_pairs.h"

/// Room for one mesh. Everything in one mesh: bodies are vertices that the caller does not move.
typedef struct bi_safe {
    const bight_allocator *allocator;
    const bi_surface *surface; ///< borrowed
    bi_box_tree tree;
    bi_close_pairs close;
    bi_crossings crossings;
    bight_vec3 *centre; ///< (vertex_count) where the bounds were found  owned
    double *bound;      ///< (vertex_count) how far from there each vertex may be, metres  owned
    bight_vec3 *at;     ///< (vertex_count) room to work in  owned
    int32_t age;        ///< steps since the bounds were found; -1: there are none
    bool crowded;       ///< more than a hundredth of the vertices were at their bounds
    int64_t touching;   ///< pairs that touched at the start
} bi_safe;

/// What a step did.
typedef struct bi_safe_report {
    int32_t detections; ///< times that the bounds were found anew
    int32_t stopped;    ///< vertices that did not get where they should
    double missed;      ///< the farthest that a vertex is from where it should be, metres
    int32_t
        backtracks; ///< times that the assertion failed and the step was shortened: 0, or there is a mistake
} bi_safe_report;

/// How a step is made.
typedef struct bi_safe_options {
    double reach; ///< q above: how far pairs are searched, metres, > 0. A vertex moves at most 0.45 of it a
                  ///< sub-step.
    int32_t substeps;  ///< bounds are found anew this often at most within a step, 1 or more
    int32_t threads;   ///< as in bi_parallel_for(): results do not depend on it
    bool assert_exact; ///< run the exact test at the end of the step
} bi_safe_options;

/// @param positions (surface->vertex_count) for the shape of the hierarchy
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE; the room is then empty.
bight_status bi_safe_make(const bight_allocator *allocator, const bi_surface *surface,
                          const bight_vec3 *positions, bi_safe *safe);

void bi_safe_free(bi_safe *safe);

/// Take these positions for the start, and test them exactly.
/// @return BIGHT_ERROR_INVALID when the mesh goes through itself there: safe mode keeps clean what is clean.
bight_status bi_safe_start(bi_safe *safe, const bight_vec3 *positions, int32_t threads);

/// Move vertices towards where they should be as far as is safe. Bounds are found anew at the start of a step
/// when more than a hundredth of the vertices were at theirs, or every 8 steps, or when `before` lies outside
/// them.
/// @param before   (vertex_count) clean: from bi_safe_start() or the step before
/// @param proposed (vertex_count) finite; receives where the vertices got
/// @param report   Nullable.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE: `proposed` is then `before`, nothing has moved.
bight_status bi_safe_step(bi_safe *safe, const bight_vec3 *before, bight_vec3 *proposed,
                          const bi_safe_options *options, bi_safe_report *report);
