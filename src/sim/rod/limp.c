// SPDX-License-Identifier: MIT
// Ropes of other models in a group of rods. A Follow The Leader rope has the matrix that it has among its own kind
// (sim/response/assemble.c): a limp rope without inertia, dragged, whose hands pull with a force F and whose links F stretches
// by 0.2 %. F is there no number of newtons. Here it is that of a hand on the strongest rod of the group, so that whatever a
// hand does to the one rope, one on the other can do as well. Then forces between both are one and the same, both ways.

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/response/response.h"

#include <string.h>

void bi_limp_assemble(bight_world *world)
{
    const bi_response *r = world->response;
    bool any = false;
    for (int32_t g = 0; g < r->rope_count; g++) {
        any = any || world->ropes[r->ropes[g]].rod == NULL;
    }
    if (!any) {
        return;
    }
    bi_response_mark_kept(world);
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        if (rope->rod != NULL) {
            continue;
        }
        if (bi_response_is_guest(rope)) {
            bi_guest_assemble(world, rope);
        } else {
            bi_response_assemble(world, r->ropes[g]);
        }
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            r->chain[i].right = v3_mul(r->newtons, r->chain[i].right);
        }
    }
}

void bi_limp_take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                       bi_rod_solver *s)
{
    const bi_response *r = world->response;
    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        bi_chain_node *n = &r->chain[i];
        n->kept = -1;
        if (n->kind == BI_CHAIN_WALL) {
            continue;
        }
        int32_t k = n->kept = blocks->count++;
        s->late[k] = false;
        s->right[k] = n->right;
        for (int32_t e = 0; e < 6; e++) {
            s->diagonal[k].m[e] = r->newtons * r->block[i].diagonal.m[e];
        }
    }
    for (int32_t l = 0; l < bi_link_count(rope); l++) {
        int32_t i = rope->first + l, a = r->chain[i].kept, b = r->chain[bi_next(rope, i)].kept;
        if (a < 0 || b < 0) {
            continue;
        }
        s->pairs[blocks->pair_count] = (bi_sparse_pair){a, b};
        bi_mat3 *to = &s->block[blocks->pair_count++];
        *to = bi_sym3_full(&r->link[i]);
        for (int32_t e = 0; e < 9; e++) {
            to->m[e] *= -r->newtons;
        }
    }
}

void bi_limp_right(const bight_world *world, const bi_rope *rope, double *x)
{
    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        const bi_chain_node *n = &world->response->chain[i];
        if (n->kept >= 0) {
            memcpy(x + 3 * (ptrdiff_t)n->kept, &n->right, sizeof n->right);
        }
    }
}

void bi_limp_found(const bight_world *world, const bi_rope *rope, const double *x)
{
    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        bi_chain_node *n = &world->response->chain[i];
        if (n->kept >= 0) {
            const double *at = x + 3 * (ptrdiff_t)n->kept;
            n->x = v3(at[0], at[1], at[2]);
        }
    }
}
