// SPDX-License-Identifier: MIT
// The paper's bounding-volume hierarchy (Brown, Latombe, Montgomery 2004, "Collision Detection"): spheres
// around pieces in chain order, pairs of neighbours bounded by the next level, up to one root.
// The shape is fixed when it is made; positions and radii are refitted bottom-up in linear time.

#pragma once

#include "core/memory.h"

/// Centre and radius, in float: half the memory, and every rounding is covered by inflating the radius.
typedef struct bi_sphere {
    float x, y, z, r;
} bi_sphere;

#define BI_TREE_LEVELS 32

/// Level 0 holds the leaves; node i of level k + 1 bounds nodes 2 i and 2 i + 1 of level k.
typedef struct bi_sphere_tree {
    bi_sphere *spheres;                  ///< (level_first[level_count])  owned
    int32_t level_first[BI_TREE_LEVELS]; ///< where each level starts, and one past the end
    int32_t level_count;                 ///< 1 for a single leaf
    int32_t leaf_count;
    int32_t capacity; ///< Spheres that there is memory for.
} bi_sphere_tree;

/// Two leaves or other nodes whose spheres overlap.
typedef struct bi_leaf_pair {
    int32_t a, b;
} bi_leaf_pair;

/// A growing list of pairs; memory is kept between uses.
typedef struct bi_pair_list {
    bi_leaf_pair *pairs; ///< (count)  owned
    int32_t count, capacity;
} bi_pair_list;

/// Make a tree over leaf_count pieces; the spheres are not set yet.
bight_status bi_sphere_tree_make(const bight_allocator *allocator, bi_sphere_tree *tree, int32_t leaf_count);

/// Give the tree another number of pieces, at least 1 and at most as many as it was made for; the spheres are
/// not set afterwards. Takes no memory.
void bi_sphere_tree_set_leaves(bi_sphere_tree *tree, int32_t leaf_count);

void bi_sphere_tree_free(const bight_allocator *allocator, bi_sphere_tree *tree);

/// The smallest sphere around segment a b thickened by reach, rounded outwards.
bi_sphere bi_sphere_around_segment(bight_vec3 a, bight_vec3 b, double reach);

/// Recompute every level above the leaves, after the caller has set spheres[0 .. leaf_count - 1].
void bi_sphere_tree_refit(bi_sphere_tree *tree);

/// Whether two spheres come within `slack` of each other. Rounding is covered by the outward rounding of
/// both.
static inline bool bi_spheres_overlap(bi_sphere a, bi_sphere b, float slack)
{
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, reach = a.r + b.r + slack;
    return dx * dx + dy * dy + dz * dz <= reach * reach;
}

/// Append all pairs (leaf of a, node of b on level `bottom`) whose spheres come within `slack` of each other,
/// in Z-order: by the highest bit in which two pairs differ, that of a before that of b.
/// @param bottom Level of b; the root when b has fewer levels.
bight_status bi_sphere_tree_cross_pairs(const bight_allocator *allocator, const bi_sphere_tree *a,
                                        const bi_sphere_tree *b, int32_t bottom, float slack,
                                        bi_pair_list *list);
