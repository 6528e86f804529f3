// SPDX-License-Identifier: MIT
// The paper's hierarchy over a chain of links, with blocks of eight links as its leaves. Each node also
// bounds the directions of its links: a piece of chain that runs roughly one way cannot come near itself, so
// most of a long rope is never looked at.

#pragma once

#include "core/vec3.h"
#include "geom/sphere_tree.h"

#define BI_BLOCK 8

/// Link i joins node i to node i + 1, the last link of a closed chain back to node 0.
typedef struct bi_chain {
    const bight_vec3 *node;
    int32_t nodes;
    bool closed;
} bi_chain;

/// Bounds of the vectors along links.
typedef struct bi_directions {
    bight_vec3 low, high;
} bi_directions;

/// What is known of one block of links.
typedef struct bi_link_block {
    double shortest, longest; ///< Squared lengths of its links.
    bool bent;                ///< At one of its links' first nodes the chain turns by a right angle or more.
} bi_link_block;

typedef struct bi_chain_tree {
    bi_sphere_tree spheres;    ///< Around the links' capsules; its leaves are blocks.
    bi_directions *directions; ///< (as many as spheres)  owned
    bi_link_block *blocks;     ///< (spheres.leaf_count)  owned
    int32_t links;
    int32_t block_capacity; ///< Blocks that there is memory for.
    double reach;           ///< How much the links were thickened.
} bi_chain_tree;

bight_status bi_chain_tree_make(const bight_allocator *allocator, bi_chain_tree *tree, int32_t links);

/// Give the chain another number of links, at least 1 and at most as many as it was made for. It must be
/// refitted before use. Takes no memory.
void bi_chain_tree_set_links(bi_chain_tree *tree, int32_t links);

void bi_chain_tree_free(const bight_allocator *allocator, bi_chain_tree *tree);

size_t bi_chain_tree_bytes(const bi_chain_tree *tree);

/// Recompute everything for links thickened by `reach`.
void bi_chain_tree_refit(bi_chain_tree *tree, const bi_chain *chain, double reach, int32_t threads);

/// Append all pairs of blocks a <= b in which links with at least two others between them may come within
/// twice the reach, in Z-order: by the highest bit in which two pairs differ, that of a before that of b.
/// @return BIGHT_ERROR_NO_MEMORY or BIGHT_ERROR_TOO_LARGE; the list then holds a part.
bight_status bi_chain_tree_self_blocks(const bight_allocator *allocator, const bi_chain_tree *tree,
                                       bi_pair_list *list);

/// Up to eight spheres, relative to some origin: one block of links, or eight leaves of an obstacle's tree.
typedef struct bi_sphere_block {
    float x[BI_BLOCK], y[BI_BLOCK], z[BI_BLOCK], r[BI_BLOCK];
    int32_t count;
} bi_sphere_block;

/// The spheres around one block of links.
void bi_chain_block(const bi_chain_tree *tree, const bi_chain *chain, int32_t block, bight_vec3 origin,
                    bi_sphere_block *out);

/// Up to eight given spheres, thickened by `slack`.
void bi_sphere_block_of(const bi_sphere *spheres, int32_t count, float slack, bight_vec3 origin,
                        bi_sphere_block *out);

/// Which pairs of two blocks overlap, for bi_take_pair().
uint64_t bi_overlaps(const bi_sphere_block *a, const bi_sphere_block *b);

/// Of two blocks of a chain, whose first links are `apart` links from each other, the pairs of links that are at least
/// `least` apart, for bi_take_pair().
uint64_t bi_pairs_apart(int32_t apart, int32_t least);

/// Index of the lowest bit that is set; x is not 0.
static inline int32_t bi_lowest_bit(uint64_t x)
{
    // the six top bits of 2^n times a de Bruijn sequence are different for all n
    static const int8_t place[64] = {0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28,
                                     62, 5,  39, 46, 44, 42, 22, 9,  24, 35, 59, 56, 49, 18, 29, 11,
                                     63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10,
                                     51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
    return place[((x & (0 - x)) * UINT64_C(0x022FDD63CC95386D)) >> 58];
}

/// Take the first pair, in Z-order, off an answer of bi_overlaps() that is not 0: sphere i of a and k of b.
static inline void bi_take_pair(uint64_t *overlaps, int32_t *i, int32_t *k)
{
    int32_t z = bi_lowest_bit(*overlaps);
    *overlaps &= *overlaps - 1;
    *i = (z >> 1 & 1) | (z >> 2 & 2) | (z >> 3 & 4);
    *k = (z & 1) | (z >> 1 & 2) | (z >> 2 & 4);
}
