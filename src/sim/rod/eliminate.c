// SPDX-License-Identifier: MIT
// Block elimination of a chain in which each node is coupled to two on each side, from both ends towards the nodes that
// contacts pull at: what friction costs is the knot's size, not the rope's.

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
        n->by_far = inverse_of(&n->factor);
        for (int32_t e = 0; e < 6; e++) {
            n->by_far.m[e] *= far;
            rod->node[beyond].diagonal.m[e] -= far * n->by_far.m[e];
        }
        chain[beyond].right = v3_sub(chain[beyond].right, bi_sym3_times(&n->by_far, chain[i].right));
        bi_mat3 by = bi_sym3_full(&n->by_far), fill = bi_mat3_product_transposed(&u, &by);
        fill = transposed ? bi_mat3_transposed(&fill) : fill;
        for (int32_t e = 0; e < 9; e++) {
            between->m[e] -= fill.m[e];
        }
    }
}

// The moments of twist (twist.c) are unknowns that are left to the end. They are coupled to node i by g, to each other by R:
//     near   g' -= U^T A^-1 g     beyond   g'' -= far A^-1 g     R -= g^T A^-1 g
static void eliminate_from_runs(bi_rod *rod, const bi_chain_node *chain, int32_t i, int32_t near,
                                int32_t beyond)
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
            *to = v3_sub(*to, bi_sym3_times(&n->by_far, g));
        }
    }
}

void bi_rod_eliminate(bight_world *world, bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    int32_t n = rope->count;
    for (int32_t i = 0; i < rod->begin; i++) {
        bi_rod_node *node = &rod->node[i];
        int32_t near = i + 1 < n ? i + 1 : -1, beyond = i + 2 < n ? i + 2 : -1;
        eliminate(rod, chain, i, near, node->next, beyond, node->far,
                  near >= 0 ? &rod->node[near].next : NULL, false);
        eliminate_from_runs(rod, chain, i, near, beyond);
    }
    for (int32_t i = n - 1; i >= rod->end; i--) {
        int32_t near = i > 0 ? i - 1 : -1, beyond = i > 1 ? i - 2 : -1;
        bi_mat3 u = near >= 0 ? bi_mat3_transposed(&rod->node[near].next) : (bi_mat3){{0}};
        eliminate(rod, chain, i, near, u, beyond, beyond >= 0 ? rod->node[beyond].far : 0.0,
                  beyond >= 0 ? &rod->node[beyond].next : NULL, true);
        eliminate_from_runs(rod, chain, i, near, beyond);
    }
}

// x = A^-1 right - by_near x' - by_far x'' - by moments
static void substitute(const bi_rod *rod, bi_chain_node *chain, int32_t i, int32_t near, int32_t beyond)
{
    const bi_rod_node *n = &rod->node[i];
    chain[i].x = bi_ldl3_solve(&n->factor, chain[i].right);
    if (near >= 0) {
        chain[i].x = v3_sub(chain[i].x, bi_mat3_apply(&n->by_near, chain[near].x));
    }
    if (beyond >= 0) {
        chain[i].x = v3_sub(chain[i].x, bi_sym3_times(&n->by_far, chain[beyond].x));
    }
    for (int32_t r = 0; rod->twist != NULL && r < rod->twist->unknowns; r++) {
        chain[i].x = v3_madd(chain[i].x, -rod->twist->moment[r], rod->twist->by[rod->count * r + i]);
    }
}

void bi_rod_substitute(bight_world *world, const bi_rope *rope)
{
    const bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    int32_t n = rope->count;
    for (int32_t i = rod->begin - 1; i >= 0; i--) {
        substitute(rod, chain, i, i + 1 < n ? i + 1 : -1, i + 2 < n ? i + 2 : -1);
    }
    for (int32_t i = rod->end; i < n; i++) {
        substitute(rod, chain, i, i - 1, i - 2);
    }
}
