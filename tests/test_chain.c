// SPDX-License-Identifier: MIT
// Chains of 3 x 3 blocks against the whole matrix: open and closed ones, with kept nodes and walls anywhere.

#include "solve/chain.h"

#include "core/random.h"
#include "dense.h"
#include "test.h"

#include <string.h>

#define MOST 24

typedef struct made_chain {
    bi_chain_node node[MOST];
    bi_chain_part block[MOST];
    bi_sym3 link[MOST];
    int32_t order[MOST], kept[MOST], count;
    bool closed;
    bi_chain_system system;
    double whole[9 * MOST * MOST], right[3 * MOST];
} made_chain;

// a a^T and some more on the diagonal: positive definite.
static bi_sym3 random_block(bi_random *random, double more)
{
    bight_vec3 a = bi_random_vec3(random, 1.0);
    return (bi_sym3){{a.x * a.x + more, a.x * a.y, a.x * a.z, a.y * a.y + more, a.y * a.z, a.z * a.z + more}};
}

static void add_block(made_chain *c, int32_t row, int32_t column, const bi_sym3 *block, double sign)
{
    static const int8_t place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    int32_t n = 3 * c->count;
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            c->whole[(3 * row + i) * n + 3 * column + k] += sign * block->m[place[i][k]];
        }
    }
}

// Springs between neighbours and a weak one to the ground at each node; walls keep their place.
static void make(made_chain *c, bi_random *random, uint64_t seed)
{
    *c = (made_chain){.count = 2 + bi_random_below(random, MOST - 1),
                      .closed = bi_random_below(random, 2) == 1};
    c->closed = c->closed && c->count > 2;
    int32_t kept = bi_random_below(random, 4), links = c->closed ? c->count : c->count - 1;
    for (int32_t i = 0; i < c->count; i++) {
        int32_t dice = bi_random_below(random, 10);
        c->node[i].kind = dice < 2 * kept ? BI_CHAIN_KEPT : dice == 9 ? BI_CHAIN_WALL : BI_CHAIN_FREE;
        c->block[i].diagonal = random_block(random, 0.05);
        c->node[i].right = bi_random_vec3(random, 1.0);
        add_block(c, i, i, &c->block[i].diagonal, 1.0);
    }
    for (int32_t l = 0; l < links; l++) {
        int32_t j = (l + 1) % c->count;
        c->link[l] = random_block(random, 0.01);
        for (int32_t m = 0; m < 6; m++) {
            c->block[l].diagonal.m[m] += c->link[l].m[m];
            c->block[j].diagonal.m[m] += c->link[l].m[m];
        }
        add_block(c, l, l, &c->link[l], 1.0);
        add_block(c, j, j, &c->link[l], 1.0);
        add_block(c, l, j, &c->link[l], -1.0);
        add_block(c, j, l, &c->link[l], -1.0);
    }

    // the unknown of a wall is zero
    int32_t n = 3 * c->count;
    for (int32_t i = 0; i < c->count; i++) {
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 right = c->node[i].right;
            c->right[3 * i + k] = k == 0 ? right.x : k == 1 ? right.y : right.z;
        }
        for (int32_t r = 3 * i; r < 3 * i + 3 && c->node[i].kind == BI_CHAIN_WALL; r++) {
            for (int32_t k = 0; k < n; k++) {
                c->whole[r * n + k] = c->whole[k * n + r] = r == k;
            }
            c->right[r] = 0.0;
        }
    }
    c->system = (bi_chain_system){c->node, c->block, c->order, c->kept, 0, 0};
    bi_chain_append(&c->system, c->link, 0, c->count, c->closed);
    bi_chain_eliminate(&c->system);
    bi_chain_factor_kept(&c->system);
    CHECK_SEED(c->system.free_count + c->system.kept_count <= c->count, seed);
}

static double component(bight_vec3 v, int32_t k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

TEST(solutions_are_those_of_the_whole_matrix)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        bi_random random = bi_random_from(seed);
        made_chain c;
        make(&c, &random, seed);
        bi_chain_solve(&c.system);
        CHECK_SEED(dense_solve(3 * c.count, c.whole, c.right), seed);
        for (int32_t i = 0; i < c.count; i++) {
            for (int32_t k = 0; k < 3 && c.node[i].kind != BI_CHAIN_WALL; k++) {
                CHECK_SEED(fabs(component(c.node[i].x, k) - c.right[3 * i + k]) < 1e-9, seed);
            }
        }
    }
}

// A force on one kept node moves all kept nodes as it does in the whole matrix.
TEST(kept_nodes_see_the_whole_chain)
{
    int32_t asked = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        bi_random random = bi_random_from(seed);
        made_chain c;
        make(&c, &random, seed);
        int32_t kept = c.system.kept_count;
        if (kept == 0) {
            continue;
        }
        asked++;
        int32_t pushed = bi_random_below(&random, kept), axis = bi_random_below(&random, 3);
        double y[3 * 2 * MOST] = {0}, right[3 * MOST] = {0}; // two columns: the push, and twice the push
        y[(3 * pushed + axis) * 2] = 1.0;
        y[(3 * pushed + axis) * 2 + 1] = 2.0;
        right[3 * c.kept[pushed] + axis] = 1.0;
        bi_chain_solve_kept(&c.system, y, 2);
        CHECK_SEED(dense_solve(3 * c.count, c.whole, right), seed);
        for (int32_t j = 0; j < kept; j++) {
            CHECK_SEED(c.node[c.kept[j]].kept == j, seed);
            for (int32_t k = 0; k < 3; k++) {
                CHECK_SEED(fabs(y[(3 * j + k) * 2] - right[3 * c.kept[j] + k]) < 1e-9, seed);
                CHECK_SEED(fabs(y[(3 * j + k) * 2 + 1] - 2.0 * right[3 * c.kept[j] + k]) < 1e-9, seed);
            }
        }
    }
    CHECK(asked > 1000);
}

// The diagonal blocks of the inverse, column by column; those of a closed chain are only about right.
TEST(kept_nodes_have_their_own_compliance)
{
    double least = HUGE_VAL, most = 0.0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bi_random random = bi_random_from(seed);
        made_chain c;
        make(&c, &random, seed);
        bi_sym3 inverse[MOST];
        bi_chain_kept_inverse(&c.system, inverse);
        for (int32_t k = 0; k < c.system.kept_count; k++) {
            double whole[9 * MOST * MOST], right[3 * MOST] = {0};
            int32_t axis = bi_random_below(&random, 3), place[3] = {0, 3, 5};
            memcpy(whole, c.whole, sizeof whole);
            right[3 * c.kept[k] + axis] = 1.0;
            CHECK_SEED(dense_solve(3 * c.count, whole, right), seed);
            double ratio = inverse[k].m[place[axis]] / right[3 * c.kept[k] + axis];
            CHECK_SEED(c.closed || fabs(ratio - 1.0) < 1e-9, seed);
            least = fmin(least, ratio);
            most = fmax(most, ratio);
        }
    }
    print_message("closed chains: %.2f to %.2f of it\n", least, most);
    CHECK(least > 0.3 && most < 3.0);
}

RUN_TESTS(unit(kept_nodes_have_their_own_compliance), unit(solutions_are_those_of_the_whole_matrix),
          unit(kept_nodes_see_the_whole_chain))
