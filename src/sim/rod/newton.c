// SPDX-License-Identifier: MIT
// One Newton step of a group of rods, with the forces of its contacts.

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/response/forces.h"
#include "sim/rod/frame.h"

static void free_nodes(const bight_allocator *allocator, const bi_rod_solver *s)
{
    size_t n = (size_t)s->capacity;
    bi_free_array(allocator, s->diagonal, n, sizeof *s->diagonal);
    bi_free_array(allocator, s->right, n, sizeof *s->right);
    bi_free_array(allocator, s->pairs, 3 * n, sizeof *s->pairs);
    bi_free_array(allocator, s->block, 3 * n, sizeof *s->block);
    bi_free_array(allocator, s->x, 3 * n, sizeof *s->x);
    bi_free_array(allocator, s->late, n, sizeof *s->late);
}

static bight_status reserve(const bight_allocator *allocator, bi_rod_solver *s, int32_t nodes)
{
    if (nodes <= s->capacity) {
        return BIGHT_OK;
    }
    bi_rod_solver made = {.capacity = nodes}, old = *s;
    size_t n = (size_t)nodes;
    made.diagonal = bi_new_array(allocator, n, sizeof *made.diagonal);
    made.right = bi_new_array(allocator, n, sizeof *made.right);
    made.pairs = bi_new_array(allocator, 3 * n, sizeof *made.pairs);
    made.block = bi_new_array(allocator, 3 * n, sizeof *made.block);
    made.x = bi_new_array(allocator, 3 * n, sizeof *made.x);
    made.late = bi_new_array(allocator, n, sizeof *made.late);
    bool whole = made.diagonal != NULL && made.right != NULL && made.pairs != NULL && made.block != NULL &&
                 made.x != NULL && made.late != NULL;
    if (whole) {
        made.ties = s->ties;
        made.tie_capacity = s->tie_capacity;
        *s = made;
    }
    free_nodes(allocator, whole ? &old : &made);
    return whole ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

void bi_rod_solver_free(const bight_allocator *allocator, bi_rod_solver *s)
{
    free_nodes(allocator, s);
    bi_free_array(allocator, s->ties, (size_t)s->tie_capacity, sizeof *s->ties);
    *s = (bi_rod_solver){0};
}

size_t bi_rod_solver_bytes(const bi_rod_solver *s)
{
    return (size_t)s->capacity * (sizeof *s->diagonal + sizeof *s->right + 3 * sizeof *s->pairs +
                                  3 * sizeof *s->block + 3 * sizeof *s->x + sizeof *s->late) +
           (size_t)s->tie_capacity * sizeof *s->ties;
}

static bight_status reserve_ties(const bight_allocator *allocator, bi_rod_solver *s, int32_t ties)
{
    if (ties <= s->tie_capacity) {
        return BIGHT_OK;
    }
    bi_free_array(allocator, s->ties, (size_t)s->tie_capacity, sizeof *s->ties);
    s->tie_capacity = ties + ties / 8;
    s->ties = bi_new_array(allocator, (size_t)s->tie_capacity, sizeof *s->ties);
    s->tie_capacity = s->ties != NULL ? s->tie_capacity : 0;
    return s->ties != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

// What couples the two nodes before each loop of a rod with the two behind it.
static void take_loops_over(const bi_chain_node *chain, const bi_rod *rod, bi_block_system *blocks,
                            bi_rod_solver *s)
{
    for (bi_rod_loop loop = {.end = rod->begin}; bi_rod_next_loop(rod, chain, &loop);) {
        const bi_rod_tie *tie = &s->ties[loop.tie + loop.end - loop.first];
        int32_t behind[2] = {loop.end, loop.beyond}, before[2] = {loop.last, loop.last_but_one};
        for (int32_t k = 0; k < 2 && behind[k] >= 0; k++) {
            for (int32_t q = 0; q < 2 && before[q] >= 0; q++) {
                s->pairs[blocks->pair_count] = (bi_sparse_pair){chain[behind[k]].kept, chain[before[q]].kept};
                s->block[blocks->pair_count++] = q == 0 ? tie[k].last : tie[k].last_but_one;
            }
        }
    }
}

// What is left of a rod becomes part of the blocks.
static void take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                      bi_rod_solver *s)
{
    const bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    for (int32_t i = rod->begin; i < rod->end; i++) {
        if (chain[i].kept >= 0) {
            int32_t k = chain[i].kept = blocks->count++;
            s->late[k] = false;
            s->diagonal[k] = rod->node[i].diagonal;
            s->right[k] = chain[i].right;
        }
    }
    for (int32_t i = rod->begin; i < rod->end; i++) {
        for (int32_t step = 1; step <= 2 && chain[i].kept >= 0; step++) {
            int32_t other = i + step;
            other -= rope->closed && other >= rod->end ? rope->count : 0;
            if (other >= rod->end || other == i || chain[other].kept < 0) {
                continue;
            }
            double far = rod->node[i].far;
            s->pairs[blocks->pair_count] = (bi_sparse_pair){chain[i].kept, chain[other].kept};
            s->block[blocks->pair_count++] =
                step == 1 ? rod->node[i].next : (bi_mat3){{far, 0, 0, 0, far, 0, 0, 0, far}};
        }
    }
    take_loops_over(chain, rod, blocks, s);
}

// The moments of a rod's twist are one node more, coupled to all that is left of the rod:
//     (H     pull ) (Delta )   (-gradient      )
//     (pull^T -l/C) (moment) = (-(angle - rest))
// which is not positive definite, but has a factor in any order (Vanderbei 1995: quasidefinite).
static void take_twist_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                            bi_rod_solver *s)
{
    const bi_rod *rod = rope->rod;
    bi_twist *twist = rod->twist;
    if (twist == NULL || twist->unknowns == 0) {
        return;
    }
    int32_t k = blocks->count++;
    twist->kept = k;
    s->late[k] = true;
    s->diagonal[k] = twist->diagonal;
    s->right[k] = v3(twist->right[0], twist->right[1], twist->right[2]);
    for (int32_t i = rod->begin; i < rod->end; i++) {
        int32_t kept = world->response->chain[rope->first + i].kept;
        if (kept < 0) {
            continue;
        }
        s->pairs[blocks->pair_count] = (bi_sparse_pair){kept, k};
        bi_mat3 *to = &s->block[blocks->pair_count++];
        *to = (bi_mat3){{0}};
        for (int32_t r = 0; r < twist->unknowns; r++) {
            bight_vec3 g = twist->pull[rod->count * r + i];
            to->m[r] = g.x;
            to->m[3 + r] = g.y;
            to->m[6 + r] = g.z;
        }
    }
}

// Newton steps without the stiffness of pressed links: most cycles end before, and are not dragged by it.
#define PLAIN 2

// H Delta = -gradient + J^T force
bight_status bi_rods_newton(bight_world *world)
{
    bi_response *r = world->response;
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_rods_mark(world);
    bi_rod_solver *s = world->rods;
    int32_t left = 0, ties = 0;
    for (int32_t g = 0; g < r->rope_count; g++) {
        if (world->ropes[r->ropes[g]].rod != NULL) {
            bi_rod_assemble(world, &world->ropes[r->ropes[g]]);
        }
    }
    bi_limp_assemble(world);
    if (r->passes >= PLAIN) {
        bi_rods_press(world);
    }
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        if (rope->rod == NULL) {
            left += rope->count;
            continue;
        }
        bool twisted = rope->rod->twist != NULL && rope->rod->twist->unknowns > 0;
        left += bi_rod_count_left(world, rope, &ties) + twisted;
        left += bi_rod_is_framed(rope) ? 3 * rope->count : 0; // angles, and room for what couples them
        left += rope->rod->needle != NULL ? rope->rod->needle->links + 2 : 0; // likewise
    }

    bight_status status = reserve(allocator, s, left);
    status = status == BIGHT_OK ? reserve_ties(allocator, s, ties) : status;
    for (int32_t g = 0; g < r->rope_count && status == BIGHT_OK; g++) {
        if (world->ropes[r->ropes[g]].rod != NULL) {
            bi_rod_eliminate(world, &world->ropes[r->ropes[g]]);
        }
    }

    // what is left: its factor, and the forces
    bi_block_system blocks = {
        .diagonal = s->diagonal, .right = s->right, .pairs = s->pairs, .block = s->block, .late = s->late};
    for (int32_t g = 0; g < r->rope_count && status == BIGHT_OK; g++) {
        if (world->ropes[r->ropes[g]].rod == NULL) {
            bi_limp_take_over(world, &world->ropes[r->ropes[g]], &blocks, s);
            continue;
        }
        take_over(world, &world->ropes[r->ropes[g]], &blocks, s);
        take_twist_over(world, &world->ropes[r->ropes[g]], &blocks, s);
        if (world->ropes[r->ropes[g]].rod->needle != NULL) {
            bi_needle_take_over(world, &world->ropes[r->ropes[g]], &blocks, s);
        }
        if (bi_rod_is_framed(&world->ropes[r->ropes[g]])) {
            bi_frame_take_over(world, &world->ropes[r->ropes[g]], &blocks, s);
        }
    }
    for (int32_t i = 0; i < r->now.count && status == BIGHT_OK; i++) {
        for (int32_t k = 0; k < r->now.grips[i].nodes; k++) {
            s->late[r->chain[r->now.grips[i].node[k]].kept] = true;
        }
        for (int32_t k = 0; k < r->now.grips[i].links; k++) {
            int32_t node, row;
            if (bi_rod_angle_place(world, r->now.grips[i].link[k], &node, &row)) {
                s->late[node] = true;
            }
        }
    }
    if (status == BIGHT_OK && left > 0) {
        status = bi_block_factor(&blocks, &r->cone, allocator);
    }
    if (status == BIGHT_OK && r->now.count > 0) {
        status = bi_response_push(world, NULL, &blocks);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // x of the nodes that are left, then of the others
    for (int32_t k = 0; k < 3 * blocks.count; k++) {
        s->x[k] = 0.0;
    }
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        if (rope->rod == NULL) {
            bi_limp_right(world, rope, s->x);
            continue;
        }
        for (int32_t i = rope->rod->begin; i < rope->rod->end; i++) {
            const bi_chain_node *n = &r->chain[rope->first + i];
            if (n->kept < 0) {
                continue;
            }
            memcpy(s->x + 3 * (ptrdiff_t)n->kept, &n->right, sizeof n->right);
        }
        const bi_needle *needle = rope->rod->needle;
        if (needle != NULL && !needle->fixed) {
            memcpy(s->x + 3 * (ptrdiff_t)needle->kept, &needle->right, sizeof needle->right);
        }
        const bi_twist *twist = rope->rod->twist;
        if (twist != NULL && twist->unknowns > 0) {
            memcpy(s->x + 3 * (ptrdiff_t)twist->kept, twist->right, sizeof twist->right);
        }
        for (int32_t j = 0; bi_rod_rolls(rope) && j < twist->frame->end - twist->frame->first; j++) {
            s->x[3 * (ptrdiff_t)twist->frame->place + j] = twist->frame->line[twist->frame->first + j].torque;
        }
    }
    if (left > 0) {
        bi_sparse_solve(&r->cone.base, s->x);
    }
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        if (rope->rod == NULL) {
            bi_limp_found(world, rope, s->x);
            continue;
        }
        for (int32_t i = rope->rod->begin; i < rope->rod->end; i++) {
            bi_chain_node *n = &r->chain[rope->first + i];
            if (n->kept >= 0) {
                const double *x = s->x + 3 * (ptrdiff_t)n->kept;
                n->x = v3(x[0], x[1], x[2]);
            }
        }
        bi_twist *twist = rope->rod->twist;
        if (twist != NULL && twist->unknowns > 0) {
            memcpy(twist->moment, s->x + 3 * (ptrdiff_t)twist->kept, sizeof twist->moment);
        }
        for (int32_t j = 0; bi_rod_rolls(rope) && j < bi_link_count(rope); j++) {
            bi_frame *f = twist->frame;
            bool solved = j >= f->first && j < f->end;
            f->line[j].step = solved ? s->x[3 * (ptrdiff_t)f->place + j - f->first] : 0.0;
        }
        bi_rod_substitute(world, rope);
        bi_swing_keep(world, rope);
    }
    return BIGHT_OK;
}
