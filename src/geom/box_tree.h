// SPDX-License-Identifier: MIT
// A hierarchy of boxes over the triangles of a mesh that bends: its shape is made once, its boxes are
// refitted to every new position, from the leaves up. The levels are laid out as in sphere_tree.h: node i of
// level k + 1 bounds nodes 2 i and 2 i + 1 of level k, so there are no pointers, and nodes of one level can
// be refitted and compared in any order, on any number of threads.
//
// Boxes, not spheres: a triangle and a patch of cloth are flat. A sphere around either is as thick as it is
// wide, and two layers of cloth that lie on each other then share most of their spheres far up the tree.

#pragma once

#include "bight/base.h"
#include "core/memory.h"
#include "geom/sphere_tree.h"

/// In float, rounded outwards: a box may be too large by a few ulps, never too small.
typedef struct bi_box {
    float low[3], high[3];
} bi_box;

/// Leaf i is triangle order[i].
typedef struct bi_box_tree {
    bi_box *boxes;                       ///< (level_first[level_count])  owned
    int32_t *order;                      ///< (leaf_count)  owned
    int32_t level_first[BI_TREE_LEVELS]; ///< where each level starts, and one past the end
    int32_t level_count;                 ///< 1 for a single leaf
    int32_t leaf_count;                  ///< 0 for an empty tree
} bi_box_tree;

/// Make a tree over triangles; its order comes from the middles of their boxes at these positions, by halving
/// along the longest side again and again. Boxes are those of bi_box_tree_refit() at these positions.
/// @param triangles (triangle_count x 3) indices into positions
/// @param positions Every coordinate finite, |x| <= 2^120.
/// @return BIGHT_ERROR_TOO_LARGE beyond 2^29 triangles, BIGHT_ERROR_NO_MEMORY; the tree is then empty.
bight_status bi_box_tree_make(const bight_allocator *allocator, const int32_t *triangles,
                              int32_t triangle_count, const bight_vec3 *positions, bi_box_tree *tree);

/// Lay out the levels of a tree over so many leaves. Its memory is the caller's: boxes, as many as returned,
/// and order, filled in by the caller; such a tree is not freed here.
/// @param leaf_count 0 to 2^29
int32_t bi_box_tree_layout(bi_box_tree *tree, int32_t leaf_count);

/// An empty tree is fine.
void bi_box_tree_free(const bight_allocator *allocator, bi_box_tree *tree);

/// Reorder the leaves by these positions, without touching memory beyond the tree. Worth its time (that of
/// some ten refits) when the mesh has changed its shape so much that traversals have become slow. Refits as
/// well.
void bi_box_tree_sort(bi_box_tree *tree, const int32_t *triangles, const bight_vec3 *positions);

/// The order that bi_box_tree_sort() gives to leaves, for another hierarchy of this layout.
/// @param order (count) Receives the triangles 0 .. count - 1 in the order of the leaves.
void bi_triangle_order(int32_t *order, int32_t count, const int32_t *triangles, const bight_vec3 *positions);

/// Fit every box to new positions.
/// @param moved   NULL, or positions at the end of a straight motion of every vertex: boxes then hold all of
/// it.
/// @param threads As in bi_parallel_for(): the boxes do not depend on it.
void bi_box_tree_refit(bi_box_tree *tree, const int32_t *triangles, const bight_vec3 *positions,
                       const bight_vec3 *moved, int32_t threads);

/// Do two boxes come within slack of each other along every axis?
static inline bool bi_boxes_near(const bi_box *a, const bi_box *b, float slack)
{
    // a sum rounds monotonically: what touches exactly is not lost
    return (a->low[0] <= b->high[0] + slack) & (b->low[0] <= a->high[0] + slack) &
           (a->low[1] <= b->high[1] + slack) & (b->low[1] <= a->high[1] + slack) &
           (a->low[2] <= b->high[2] + slack) & (b->low[2] <= a->high[2] + slack);
}

/// The smallest float not below x, for use as slack.
float bi_float_above(double x);

/// Cut the comparison of two trees into parts that can be done in any order: pairs of nodes some levels below
/// the roots whose boxes come within slack. The list depends on the boxes alone. It is emptied first.
/// @param b NULL compares a with itself: then pairs have a <= b.
bight_status bi_box_tree_parts(const bight_allocator *allocator, const bi_box_tree *a, const bi_box_tree *b,
                               float slack, bi_pair_list *parts);

/// Is given pairs of leaves that come within slack, each once (of a tree with itself: a != b, in one order).
typedef void bi_leaf_visitor(void *data, int32_t leaf_a, int32_t leaf_b);

/// Visit the pairs of leaves of one part of bi_box_tree_parts(), always in the same order.
void bi_box_tree_visit(const bi_box_tree *a, const bi_box_tree *b, float slack, bi_leaf_pair part,
                       bi_leaf_visitor *visit, void *data);

/// Is given pairs of leaves, each once. @return false when no more are wanted.
typedef bool bi_leaf_seeker(void *data, int32_t leaf_a, int32_t leaf_b);

/// Visit the pairs of leaves of two trees that meet when the first is shifted: no box is refitted. What comes nearer than some
/// ulps may be given, too.
/// @param shift finite; with any coordinate |x| <= 2^120
void bi_box_tree_visit_shifted(const bi_box_tree *a, bight_vec3 shift, const bi_box_tree *b,
                               bi_leaf_seeker *seek, void *data);
