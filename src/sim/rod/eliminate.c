// SPDX-License-Identifier: MIT
// Block elimination of a chain in which each node is coupled to two on each side: from both ends towards the nodes that
// contacts pull at, then the loops between those, each from its beginning on. What is left are the nodes that contacts pull at:
// what friction costs is the number of contacts, not the size of the knot or the rope.

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/response/response.h"

static bi_sym3 inverse_of(const bi_ldl3 *f)
{
    bight_vec3 a = bi_ldl3_solve(f, v3(1, 0, 0)), b = bi_ldl3_solve(f, v3(0, 1, 0)),
               c = bi_ldl3_solve(f, v3(0, 0, 1));
    return (bi_sym3){{a.x, b.x, c.x, b.y, c.y, c.z}};
}

// Node i goes; `near` and `beyond` are the nodes beside it that stay (or -1), with couplings U (row: i, column: near) and
// far I. What couples those two, (row: near, column: beyond) or its transpose, gets -U^T A^-1 far.
//     near   A' -= U^T A^-1 U     beyond   A'' -= far^2 A^-1
static void eliminate(bi_rod *rod, bi_chain_node *chain, int32_t i, int32_t near, bi_mat3 u, int32_t beyond,
                      double far, bi_mat3 *between, bool transposed)
{
    bi_rod_node *n = &rod->node[i];
    bi_sym3 diagonal = n->diagonal;
    n->factor = bi_ldl3_of(&diagonal);
    if (near >= 0) {
        n->by_near = bi_ldl3_solve_mat(&n->factor, &u);
        bi_sym3_subtract_product(&rod->node[near].diagonal, &u, &n->by_near);
        chain[near].right = v3_sub(chain[near].right, bi_mat3_apply_transposed(&n->by_near, chain[i].right));
    }
    if (beyond >= 0) {
        bi_sym3 by_far = inverse_of(&n->factor);
        for (int32_t e = 0; e < 6; e++) {
            by_far.m[e] *= far;
            rod->node[beyond].diagonal.m[e] -= far * by_far.m[e];
        }
        chain[beyond].right = v3_sub(chain[beyond].right, bi_sym3_times(&by_far, chain[i].right));
        bi_mat3 by = bi_sym3_full(&by_far), fill = bi_mat3_product_transposed(&u, &by);
        fill = transposed ? bi_mat3_transposed(&fill) : fill;
        for (int32_t e = 0; e < 9; e++) {
            between->m[e] -= fill.m[e];
        }
    }
}

// The moments of twist (twist.c) are unknowns that are left to the end. They are coupled to node i by g, to each other by R:
//     near   g' -= U^T A^-1 g     beyond   g'' -= far A^-1 g     R -= g^T A^-1 g
static void eliminate_from_runs(bi_rod *rod, const bi_chain_node *chain, int32_t i, int32_t near,
                                int32_t beyond, double far)
{
    bi_twist *twist = rod->twist;
    const bi_rod_node *n = &rod->node[i];
    for (int32_t r = 0; twist != NULL && r < twist->unknowns; r++) {
        bight_vec3 g = twist->pull[rod->count * r + i], by = bi_ldl3_solve(&n->factor, g);
        twist->by[rod->count * r + i] = by;
        twist->right[r] -= v3_dot(by, chain[i].right);
        for (int32_t q = 0; q <= r; q++) {
            twist->diagonal.m[bi_sym3_place(q, r)] -= v3_dot(twist->pull[rod->count * q + i], by);
        }
        if (near >= 0) {
            bight_vec3 *to = &twist->pull[rod->count * r + near];
            *to = v3_sub(*to, bi_mat3_apply_transposed(&n->by_near, g));
        }
        if (beyond >= 0) {
            bight_vec3 *to = &twist->pull[rod->count * r + beyond];
            *to = v3_madd(*to, -far, by);
        }
    }
}

static void eliminate_forwards(bi_rod *rod, bi_chain_node *chain, int32_t i, int32_t near, int32_t beyond)
{
    bi_rod_node *node = &rod->node[i];
    eliminate(rod, chain, i, near, node->next, beyond, node->far, near >= 0 ? &rod->node[near].next : NULL,
              false);
    eliminate_from_runs(rod, chain, i, near, beyond, node->far);
}

static void eliminate_backwards(bi_rod *rod, bi_chain_node *chain, int32_t i)
{
    int32_t near = i > 0 ? i - 1 : -1, beyond = i > 1 ? i - 2 : -1;
    bi_mat3 u = near >= 0 ? bi_mat3_transposed(&rod->node[near].next) : (bi_mat3){{0}};
    double far = beyond >= 0 ? rod->node[beyond].far : 0.0;
    eliminate(rod, chain, i, near, u, beyond, far, beyond >= 0 ? &rod->node[beyond].next : NULL, true);
    eliminate_from_runs(rod, chain, i, near, beyond, far);
}

// ---- loops ---------------------------------------------------------------------------------------------------

bool bi_rod_next_loop(const bi_rod *rod, const bi_chain_node *chain, bi_rod_loop *loop)
{
    int32_t i = loop->end;
    while (i < rod->end && chain[i].kept >= 0) {
        i++;
    }
    if (i == rod->end) {
        return false;
    }
    loop->first = i;
    while (chain[i].kept < 0) {
        i++; // the last node is none of a loop
    }
    loop->end = i;
    loop->last = loop->first - 1;
    loop->last_but_one = loop->last > rod->begin ? loop->last - 1 : -1;
    loop->beyond = i + 1 < rod->end ? i + 1 : -1;
    loop->tie = -1 - chain[loop->first].kept;
    return true;
}

// By how much node i of a loop is coupled with the two nodes before the loop: P, Q. When it is eliminated,
//     last  A' -= P^T A^-1 P     last but one  A'' -= Q^T A^-1 Q     between them  -= Q^T A^-1 P
//     the next node's  P' -= U^T A^-1 P     the next but one's  P'' -= far A^-1 P     and Q likewise
static void eliminate_from_ties(bi_rod *rod, bi_chain_node *chain, const bi_rod_loop *loop, bi_rod_tie *tie,
                                int32_t i, const bi_mat3 *next, double far)
{
    const bi_rod_node *n = &rod->node[i];
    bi_mat3 *coupled[2] = {&tie->last, &tie->last_but_one};
    bi_mat3 *to_next[2] = {&tie[1].last, &tie[1].last_but_one};
    bi_mat3 *to_beyond[2] = {&tie[2].last, &tie[2].last_but_one};
    int32_t other[2] = {loop->last, loop->last_but_one};
    bi_twist *twist = rod->twist;
    bi_mat3 last = tie->last;
    for (int32_t k = 0; k < 2 && other[k] >= 0; k++) {
        bi_mat3 was = *coupled[k], by = bi_ldl3_solve_mat(&n->factor, &was);
        *coupled[k] = by;
        bi_sym3_subtract_product(&rod->node[other[k]].diagonal, &was, &by);
        chain[other[k]].right = v3_sub(chain[other[k]].right, bi_mat3_apply_transposed(&by, chain[i].right));
        if (k == 1) {
            bi_mat3 between = bi_mat3_product_transposed(&by, &last);
            for (int32_t e = 0; e < 9; e++) {
                rod->node[other[1]].next.m[e] -= between.m[e];
            }
        }
        bi_mat3 onwards = bi_mat3_product_transposed(next, &by);
        for (int32_t e = 0; e < 9; e++) {
            to_next[k]->m[e] -= onwards.m[e];
            to_beyond[k]->m[e] -= far * by.m[e];
        }
        for (int32_t r = 0; twist != NULL && r < twist->unknowns; r++) {
            bight_vec3 *pull = &twist->pull[rod->count * r + other[k]];
            *pull = v3_sub(*pull, bi_mat3_apply_transposed(&by, twist->pull[rod->count * r + i]));
        }
    }
}

static void eliminate_loop(bi_rod *rod, bi_chain_node *chain, const bi_rod_loop *loop, bi_rod_tie *tie)
{
    int32_t nodes = loop->end - loop->first;
    for (int32_t k = 0; k < nodes + 2; k++) {
        tie[k] = (bi_rod_tie){{{0}}, {{0}}};
    }
    tie[0].last = bi_mat3_transposed(&rod->node[loop->last].next);
    if (nodes > 1) { // else it is coupled with a node that is left
        double far = rod->node[loop->last].far;
        tie[1].last = (bi_mat3){{far, 0, 0, 0, far, 0, 0, 0, far}};
    }
    if (loop->last_but_one >= 0) {
        double far = rod->node[loop->last_but_one].far;
        tie[0].last_but_one = (bi_mat3){{far, 0, 0, 0, far, 0, 0, 0, far}};
    }
    for (int32_t i = loop->first; i < loop->end; i++) {
        int32_t beyond = i + 1 < loop->end ? i + 2 : loop->beyond;
        double far = beyond >= 0 ? rod->node[i].far : 0.0;
        bi_mat3 next = rod->node[i].next;
        eliminate_forwards(rod, chain, i, i + 1, beyond);
        eliminate_from_ties(rod, chain, loop, &tie[i - loop->first], i, &next, far);
    }
}

void bi_rod_eliminate(bight_world *world, bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    int32_t n = rope->count, i = 0, k = n - 1;

    // from both ends by turns, while they have no node in common: the one need not wait for the other
    for (; i + 2 < rod->begin && k - 2 >= rod->end; i++, k--) {
        eliminate_forwards(rod, chain, i, i + 1, i + 2);
        eliminate_backwards(rod, chain, k);
    }
    for (; i < rod->begin; i++) {
        eliminate_forwards(rod, chain, i, i + 1 < n ? i + 1 : -1, i + 2 < n ? i + 2 : -1);
    }
    for (; k >= rod->end; k--) {
        eliminate_backwards(rod, chain, k);
    }
    for (bi_rod_loop loop = {.end = rod->begin}; bi_rod_next_loop(rod, chain, &loop);) {
        eliminate_loop(rod, chain, &loop, world->rods->ties + loop.tie);
    }
}

// x = A^-1 (right - far x'') - by_near x' - by moments
static void substitute(const bi_rod *rod, bi_chain_node *chain, int32_t i, int32_t near, int32_t beyond,
                       double far)
{
    const bi_rod_node *n = &rod->node[i];
    bight_vec3 right = beyond >= 0 ? v3_madd(chain[i].right, -far, chain[beyond].x) : chain[i].right;
    chain[i].x = bi_ldl3_solve(&n->factor, right);
    if (near >= 0) {
        chain[i].x = v3_sub(chain[i].x, bi_mat3_apply(&n->by_near, chain[near].x));
    }
    for (int32_t r = 0; rod->twist != NULL && r < rod->twist->unknowns; r++) {
        chain[i].x = v3_madd(chain[i].x, -rod->twist->moment[r], rod->twist->by[rod->count * r + i]);
    }
}

static void substitute_backwards(const bi_rod *rod, bi_chain_node *chain, int32_t i)
{
    int32_t near = i > 0 ? i - 1 : -1, beyond = i > 1 ? i - 2 : -1;
    substitute(rod, chain, i, near, beyond, beyond >= 0 ? rod->node[beyond].far : 0.0);
}

void bi_rod_substitute(bight_world *world, const bi_rope *rope)
{
    const bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    for (bi_rod_loop loop = {.end = rod->begin}; bi_rod_next_loop(rod, chain, &loop);) {
        const bi_rod_tie *tie = world->rods->ties + loop.tie - loop.first;
        for (int32_t i = loop.end - 1; i >= loop.first; i--) {
            substitute(rod, chain, i, i + 1, i + 1 < loop.end ? i + 2 : loop.beyond, rod->node[i].far);
            chain[i].x = v3_sub(chain[i].x, bi_mat3_apply(&tie[i].last, chain[loop.last].x));
            if (loop.last_but_one >= 0) {
                bight_vec3 far = bi_mat3_apply(&tie[i].last_but_one, chain[loop.last_but_one].x);
                chain[i].x = v3_sub(chain[i].x, far);
            }
        }
    }
    int32_t n = rope->count, i = rod->begin - 1, k = rod->end;
    for (; i >= 0 && i + 2 < n && k < n; i--, k++) { // either waits for nothing of the other
        substitute(rod, chain, i, i + 1, i + 2, rod->node[i].far);
        substitute_backwards(rod, chain, k);
    }
    for (; i >= 0; i--) {
        substitute(rod, chain, i, i + 1 < n ? i + 1 : -1, i + 2 < n ? i + 2 : -1, rod->node[i].far);
    }
    for (; k < n; k++) {
        substitute_backwards(rod, chain, k);
    }
}
