// SPDX-License-Identifier: MIT
// Tangles, as Conway composes them: pieces of a diagram with four loose ends.

#pragma once

#include "bight/io.h"

/// Ends, counter-clockwise.
enum { BI_NW, BI_SW, BI_SE, BI_NE };

/// A piece of a drawing: which nodes it has, and the loose dart at each end.
typedef struct bi_tangle {
    int32_t first, last; ///< nodes first .. last - 1
    int32_t end[4];      ///< darts, by BI_NW .. BI_NE
} bi_tangle;

/// What a node is: a crossing, or two strands side by side.
typedef struct bi_tangle_node {
    bool smooth;   ///< darts 0 and 1 are one strand, 2 and 3 the other; else 0 and 2, 1 and 3
    bool flipped;  ///< darts 0 1 2 3 run clockwise
    bool switched; ///< darts 0 and 2 are the upper strand
} bi_tangle_node;

/// Start from {.allocator = ...}. Dart 4 n + k is the k-th line out of node n.
typedef struct bi_drawing {
    const bight_allocator *allocator;
    bi_tangle_node *nodes;
    int32_t *mates; ///< (4 nodes) -1 while loose
    int32_t count, capacity, mate_capacity;
    bight_status status; ///< the first failure; all calls do nothing behind it
} bi_drawing;

/// Free the arrays.
void bi_drawing_free(bi_drawing *drawing);

/// A row of |n| crossings side by side; 0: two level strands. Upper strands of n > 0 rise to the right.
bi_tangle bi_tangle_row(bi_drawing *drawing, int32_t n);

/// a, and b to the right of it.
bi_tangle bi_tangle_add(bi_drawing *drawing, bi_tangle a, bi_tangle b);

/// Reflected in the plane that stands on its NW-SE line: Conway's a 0.
bi_tangle bi_tangle_turn(bi_drawing *drawing, bi_tangle a);

/// Every crossing changed.
void bi_tangle_switch(bi_drawing *drawing, bi_tangle a);

/// Join two loose darts.
void bi_drawing_join(bi_drawing *drawing, int32_t a, int32_t b);

/// The drawing without loose ends as a PD code, counter-clockwise.
void bi_drawing_write(bi_drawing *drawing, bight_bytes *text);
