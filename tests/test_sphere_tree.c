// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "core/vec3.h"
#include "geom/segment.h"
#include "geom/sphere_tree.h"
#include "test.h"

#define MOST 300

typedef struct chain {
    bight_vec3 at[MOST + 1];
    int32_t links;
    double reach;
    bi_sphere_tree tree;
} chain;

static void make_chain(chain *made, bi_random *random, int32_t links, double far, double reach)
{
    *made = (chain){.links = links, .reach = reach};
    bight_vec3 at = bi_random_vec3(random, far), heading = v3(1, 0, 0);
    for (int32_t i = 0; i <= links; i++) {
        made->at[i] = at;
        heading = v3_unit(v3_add(heading, bi_random_vec3(random, 1.0)), v3(0, 1, 0));
        at = v3_add(at, heading);
    }
    CHECK(bi_sphere_tree_make(NULL, &made->tree, links) == BIGHT_OK);
    for (int32_t i = 0; i < links; i++) {
        made->tree.spheres[i] = bi_sphere_around_segment(made->at[i], made->at[i + 1], reach);
    }
    bi_sphere_tree_refit(&made->tree);
}

static double distance(const chain *a, int32_t i, const chain *b, int32_t j)
{
    return sqrt(bi_segment_closest(a->at[i], a->at[i + 1], b->at[j], b->at[j + 1]).distance_squared);
}

static bool listed(const bi_pair_list *list, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < list->count; i++) {
        if (list->pairs[i].a == a && list->pairs[i].b == b) {
            return true;
        }
    }
    return false;
}

// By the highest bit in which two pairs differ, that of a before that of b.
static bool z_less(bi_leaf_pair one, bi_leaf_pair two)
{
    uint32_t a = (uint32_t)(one.a ^ two.a), b = (uint32_t)(one.b ^ two.b);
    bool b_is_higher = a < b && a < (a ^ b);
    return b_is_higher ? one.b < two.b : one.a < two.a;
}

static double far_away(uint64_t seed)
{
    return seed % 3 == 0 ? 1e6 : seed % 3 == 1 ? 1.0 : 1e3;
}

TEST(no_pair_of_two_chains_is_missed)
{
    chain first, second;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t m = seed < 30 ? 1 + (int32_t)seed % 5 : 1 + bi_random_below(&random, MOST);
        int32_t n = 1 + bi_random_below(&random, MOST);
        double far = far_away(seed);
        make_chain(&first, &random, m, far, bi_random_range(&random, 0.1, 1.0));
        make_chain(&second, &random, n, 1.0, bi_random_range(&random, 0.1, 3.0));
        bight_vec3 to = v3_sub(first.at[m / 2], second.at[0]);
        for (int32_t i = 0; i <= n; i++) {
            second.at[i] = v3_add(second.at[i], to);
        }
        for (int32_t i = 0; i < n; i++) {
            second.tree.spheres[i] = bi_sphere_around_segment(second.at[i], second.at[i + 1], second.reach);
        }
        bi_sphere_tree_refit(&second.tree);
        float slack = seed % 2 == 0 ? 0.0f : 0.75f;
        bi_pair_list list = {0};
        CHECK_SEED(bi_sphere_tree_cross_pairs(NULL, &first.tree, &second.tree, 0, slack, &list) == BIGHT_OK,
                   seed);

        // the same question about nodes three levels up holds all of these, in the same order
        bi_pair_list blocks = {0};
        CHECK_SEED(bi_sphere_tree_cross_pairs(NULL, &first.tree, &second.tree, 3, slack, &blocks) == BIGHT_OK,
                   seed);
        for (int32_t i = 0; i < list.count; i++) {
            CHECK_SEED(listed(&blocks, list.pairs[i].a, list.pairs[i].b >> 3), seed);
            CHECK_SEED(i == 0 || z_less(list.pairs[i - 1], list.pairs[i]), seed);
        }
        bi_free_array(NULL, blocks.pairs, (size_t)blocks.capacity, sizeof *blocks.pairs);
        for (int32_t a = 0; a < m; a++) {
            for (int32_t b = 0; b < n; b++) {
                bool apart = distance(&first, a, &second, b) > first.reach + second.reach + (double)slack;
                CHECK_SEED(apart || listed(&list, a, b), seed);
            }
        }
        bi_free_array(NULL, list.pairs, (size_t)list.capacity, sizeof *list.pairs);
        bi_sphere_tree_free(NULL, &first.tree);
        bi_sphere_tree_free(NULL, &second.tree);
    }
}

// Every sphere holds the links below it, wherever they are.
TEST(every_level_holds_its_links)
{
    chain made;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t links = 1 + bi_random_below(&random, MOST);
        make_chain(&made, &random, links, far_away(seed), 0.5);
        for (int32_t level = 0; level < made.tree.level_count; level++) {
            for (int32_t i = 0; i < links; i++) {
                bi_sphere s = made.tree.spheres[made.tree.level_first[level] + (i >> level)];
                bight_vec3 centre = v3((double)s.x, (double)s.y, (double)s.z);
                CHECK_SEED(v3_distance(centre, made.at[i]) + 0.5 <= (double)s.r, seed);
                CHECK_SEED(v3_distance(centre, made.at[i + 1]) + 0.5 <= (double)s.r, seed);
            }
        }
        bi_sphere_tree_free(NULL, &made.tree);
    }
}

RUN_TESTS(unit(no_pair_of_two_chains_is_missed), unit(every_level_holds_its_links))
