// SPDX-License-Identifier: MIT
// The stiffness that a contact's normal force f gives the two links on which it lies. When links a and b turn so that their
// ends go by g = (n . da, n . db) along the normal n, their nearest points move along both. To second order, at distance d,
//     gap = d + n . (u - v) - d/2 g^T G^-1 g + ...,   G = (a . a  a . b; a . b  b . b),
// and -f gap is part of the energy of a Newton step. Without its second derivative f d G^-1 links that are pressed together and
// lie nearly along each other turn too far, back again in the next step, and so on for ever. G^-1 is at most
//     diag(1 / a . a, 1 / b . b) / (1 - |cos|)
// which couples no node of a with one of b, so that the matrix of each rod stays banded. It is too stiff where both turn alike.
// Where nothing rubs Newton steps were seen to converge without it, and with it some eight times more slowly (tight knots of
// rods that bend by no force): there it is left out.

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/response/response.h"

// Chosen, not derived: it keeps nearly parallel links from being stiff without end, whose nearest points go no farther than
// these are long.
#define LEAST_ANGLE 0.01 // 1 - |cos|

// k n n^T between the ends of a link.
static void stiffen(const bight_world *world, int32_t link, bight_vec3 n, double k)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    if (rope->rod == NULL) {
        return; // other ropes have no such stiffness among themselves either
    }
    const bi_chain_node *chain = world->response->chain;
    int32_t end = bi_next(rope, link);
    bool moves = chain[link].kind != BI_CHAIN_WALL, end_moves = chain[end].kind != BI_CHAIN_WALL;
    bi_rod_node *a = &rope->rod->node[link - rope->first], *b = &rope->rod->node[end - rope->first];
    bight_vec3 kn = v3_mul(k, n);
    bi_sym3 s = {{kn.x * n.x, kn.x * n.y, kn.x * n.z, kn.y * n.y, kn.y * n.z, kn.z * n.z}};
    bi_mat3 full = bi_sym3_full(&s);
    if (moves) {
        bi_sym3_add(&a->diagonal, &s);
    }
    if (end_moves) {
        bi_sym3_add(&b->diagonal, &s);
    }
    for (int32_t q = 0; q < 9 && moves && end_moves; q++) {
        a->next.m[q] -= full.m[q]; // symmetric: the same block for a closed rod's last link
    }
}

void bi_rods_press(const bight_world *world)
{
    const bi_response *r = world->response;
    for (int32_t i = 0; i < r->now.count; i++) {
        const bi_grip *grip = &r->now.grips[i];
        bight_vec3 n = v3(grip->frame.m[0], grip->frame.m[1], grip->frame.m[2]);
        double force = v3_dot(n, grip->force);
        if (grip->obstacle >= 0 || !(force > 0.0) || !(grip->friction > 0.0)) {
            continue;
        }
        bight_vec3 a = v3_sub(world->at[bi_link_end(world, grip->a)], world->at[grip->a]);
        bight_vec3 b = v3_sub(world->at[bi_link_end(world, grip->b)], world->at[grip->b]);
        double aa = v3_length_squared(a), bb = v3_length_squared(b), along = fabs(v3_dot(a, b));
        if (!(aa > 0.0 && bb > 0.0)) {
            continue;
        }
        double k = force * grip->reach / (bi_max(1.0 - along / sqrt(aa * bb), 0.0) + LEAST_ANGLE);
        if (bi_response_solves(world, world->rope_of[grip->a])) {
            stiffen(world, grip->a, n, k / aa);
        }
        if (bi_response_solves(world, world->rope_of[grip->b])) {
            stiffen(world, grip->b, n, k / bb);
        }
    }
}
