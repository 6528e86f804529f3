// SPDX-License-Identifier: MIT

#include "core/memory.h"
#include "core/random.h"
#include "geom/chain_tree.h"
#include "geom/segment.h"
#include "test.h"

#define MOST 300

typedef struct rope {
    bight_vec3 at[MOST + 1];
    bi_chain chain;
    int32_t links;
    double reach;
    bi_chain_tree tree;
} rope;

// A walk with unit steps, from nearly straight to tangled, near the origin or far away.
static void make_rope(rope *made, bi_random *random, uint64_t seed)
{
    bool closed = seed % 4 == 0;
    int32_t links = 3 + (seed < 30 ? (int32_t)seed : bi_random_below(random, MOST - 3));
    double wobble = seed % 3 == 0 ? 0.05 : bi_random_range(random, 0.1, 1.0), far = seed % 5 == 0 ? 1e6 : 1.0;
    *made = (rope){.links = links, .reach = bi_random_range(random, 0.1, 1.2)};
    made->chain = (bi_chain){made->at, closed ? links : links + 1, closed};
    bight_vec3 at = bi_random_vec3(random, far), heading = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    for (int32_t i = 0; i <= links; i++) {
        made->at[i] = at;
        heading = v3_unit(v3_add(heading, bi_random_vec3(random, wobble)), v3(0, 1, 0));
        at = v3_madd(at, bi_random_range(random, 0.8, 1.1), heading);
    }
    CHECK(bi_chain_tree_make(NULL, &made->tree, links) == BIGHT_OK);
    bi_chain_tree_refit(&made->tree, &made->chain, made->reach, 1);
}

static bight_vec3 node(const rope *made, int32_t i)
{
    return made->at[i % made->chain.nodes];
}

static double distance(const rope *made, int32_t a, int32_t b)
{
    return sqrt(bi_segment_closest(node(made, a), node(made, a + 1), node(made, b), node(made, b + 1))
                    .distance_squared);
}

// By the highest bit in which two pairs differ, that of a before that of b.
static bool z_less(bi_leaf_pair one, bi_leaf_pair two)
{
    uint32_t a = (uint32_t)(one.a ^ two.a), b = (uint32_t)(one.b ^ two.b);
    bool b_is_higher = a < b && a < (a ^ b);
    return b_is_higher ? one.b < two.b : one.a < two.a;
}

// Oracle: every pair of links, by its exact distance. What is reported comes in Z-order, each pair once.
TEST(no_pair_is_missed)
{
    static bool seen[MOST][MOST];
    rope made;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        make_rope(&made, &random, seed);
        for (int32_t a = 0; a < MOST; a++) {
            for (int32_t b = 0; b < MOST; b++) {
                seen[a][b] = false;
            }
        }
        bi_pair_list list = {0};
        CHECK_SEED(bi_chain_tree_self_blocks(NULL, &made.tree, &list) == BIGHT_OK, seed);
        bi_leaf_pair last = {-1, -1};
        for (int32_t n = 0; n < list.count; n++) {
            bi_leaf_pair pair = list.pairs[n];
            bi_sphere_block one, two;
            bight_vec3 origin = made.at[pair.a * BI_BLOCK];
            bi_chain_block(&made.tree, &made.chain, pair.a, origin, &one);
            bi_chain_block(&made.tree, &made.chain, pair.b, origin, &two);
            uint64_t overlaps = bi_overlaps(&one, &two);
            while (overlaps != 0) {
                int32_t i, k;
                bi_take_pair(&overlaps, &i, &k);
                bi_leaf_pair links = {pair.a * BI_BLOCK + i, pair.b * BI_BLOCK + k};
                CHECK_SEED(links.a < made.links && links.b < made.links, seed);
                CHECK_SEED(last.a < 0 || z_less(last, links), seed);
                last = links;
                seen[links.a][links.b] = true;
            }
        }
        for (int32_t a = 0; a < made.links; a++) {
            for (int32_t b = a + 3; b < made.links; b++) {
                CHECK_SEED(distance(&made, a, b) > 2.0 * made.reach || seen[a][b], seed);
            }
        }
        bi_free_array(NULL, list.pairs, (size_t)list.capacity, sizeof *list.pairs);
        bi_chain_tree_free(NULL, &made.tree);
    }
}

// A block that is not said to be bent has no turn of a right angle, and no link is shorter than it says.
TEST(blocks_tell_the_truth)
{
    rope made;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        make_rope(&made, &random, seed);
        for (int32_t i = 0; i < made.links; i++) {
            const bi_link_block *block = &made.tree.blocks[i / BI_BLOCK];
            bight_vec3 u = v3_sub(node(&made, i + 1), node(&made, i));
            CHECK_SEED(block->shortest <= v3_dot(u, u) && v3_dot(u, u) <= block->longest, seed);
            if (i > 0 || made.chain.closed) {
                int32_t before = i > 0 ? i - 1 : made.chain.nodes - 1;
                bight_vec3 last = v3_sub(node(&made, i), node(&made, before));
                CHECK_SEED(block->bent || v3_dot(last, u) > 0.0, seed);
            }
        }
        bi_chain_tree_free(NULL, &made.tree);
    }
}

// What makes long ropes cheap: a chain that bends gently is not looked at in detail.
TEST(a_gentle_bend_needs_no_pairs)
{
    rope made = {.links = MOST, .reach = 0.6, .chain = {made.at, MOST + 1, false}};
    for (int32_t i = 0; i <= MOST; i++) {
        made.at[i] = v3(60.0 * sin(i / 60.0), 60.0 * cos(i / 60.0), 0.5 * i);
    }
    CHECK(bi_chain_tree_make(NULL, &made.tree, made.links) == BIGHT_OK);
    bi_chain_tree_refit(&made.tree, &made.chain, made.reach, 1);
    bi_pair_list list = {0};
    CHECK(bi_chain_tree_self_blocks(NULL, &made.tree, &list) == BIGHT_OK);
    CHECK(list.count < 20);
    bi_free_array(NULL, list.pairs, (size_t)list.capacity, sizeof *list.pairs);
    bi_chain_tree_free(NULL, &made.tree);
}

// A tree that was made for more links and has been given fewer, then more again, is like one made for as
// many.
TEST(a_chain_may_have_fewer_links)
{
    rope made;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        make_rope(&made, &random, seed);
        bi_chain_tree other;
        CHECK(bi_chain_tree_make(NULL, &other, MOST) == BIGHT_OK);
        size_t bytes = bi_chain_tree_bytes(&other);
        bi_chain_tree_set_links(&other, 1 + bi_random_below(&random, MOST));
        bi_chain_tree_set_links(&other, made.links);
        bi_chain_tree_refit(&other, &made.chain, made.reach, 1);
        CHECK_SEED(bi_chain_tree_bytes(&other) == bytes, seed);
        CHECK_SEED(other.spheres.level_count == made.tree.spheres.level_count, seed);
        bi_pair_list list = {0}, wanted = {0};
        CHECK(bi_chain_tree_self_blocks(NULL, &other, &list) == BIGHT_OK);
        CHECK(bi_chain_tree_self_blocks(NULL, &made.tree, &wanted) == BIGHT_OK);
        CHECK_SEED(list.count == wanted.count, seed);
        for (int32_t i = 0; i < list.count; i++) {
            CHECK_SEED(list.pairs[i].a == wanted.pairs[i].a && list.pairs[i].b == wanted.pairs[i].b, seed);
        }
        bi_free_array(NULL, list.pairs, (size_t)list.capacity, sizeof *list.pairs);
        bi_free_array(NULL, wanted.pairs, (size_t)wanted.capacity, sizeof *wanted.pairs);
        bi_chain_tree_free(NULL, &other);
        bi_chain_tree_free(NULL, &made.tree);
    }
}

TEST(the_lowest_bit)
{
    for (int32_t bit = 0; bit < 64; bit++) {
        CHECK(bi_lowest_bit((uint64_t)1 << bit) == bit);
        CHECK(bi_lowest_bit(UINT64_MAX << bit) == bit);
    }
}

RUN_TESTS(unit(no_pair_is_missed), unit(blocks_tell_the_truth), unit(a_gentle_bend_needs_no_pairs),
          unit(a_chain_may_have_fewer_links), unit(the_lowest_bit))
