// SPDX-License-Identifier: MIT
// Which nodes of rods are left to the solve of contacts, and which are eliminated before.

#include "sim/rod/rod.h"

#include "sim/response/response.h"
#include "sim/rod/frame.h"

// The nodes that contacts pull at and all between, at least two where there are some, those of a needle, and those of links
// whose angles are unknowns; a closed rod, and one that is bent at rest, keeps all.
static void mark(bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        if (rope->rod == NULL) {
            continue;
        }
        bi_swing_choose(rope, rope->loaded && rope->resists); // cloth that it touches is no grip
        rope->rod->begin = rope->closed ? 0 : rope->count;
        rope->rod->end = rope->closed ? rope->count : 0;
        if (bi_rod_is_framed(rope)) {
            bi_frame_mark(rope);
        }
    }
    for (int32_t i = 0; i < r->now.count; i++) {
        const bi_grip *grip = &r->now.grips[i];
        for (int32_t k = 0; k < grip->nodes; k++) {
            const bi_rope *rope = &world->ropes[world->rope_of[grip->node[k]]];
            int32_t node = grip->node[k] - rope->first;
            if (rope->rod == NULL) {
                continue;
            }
            bi_swing_choose(rope, true);
            rope->rod->begin = bi_min_int(rope->rod->begin, node);
            rope->rod->end = node + 1 > rope->rod->end ? node + 1 : rope->rod->end;
        }
        for (int32_t k = 0; k < grip->links; k++) {
            const bi_rope *rope = &world->ropes[world->rope_of[grip->link[k]]];
            bi_frame_mark_link(rope, grip->link[k] - rope->first);
        }
    }
    for (int32_t g = 0; g < r->rope_count; g++) {
        bi_rope *rope = &world->ropes[r->ropes[g]];
        bi_rod *rod = rope->rod;
        if (rod == NULL) {
            continue;
        }
        const bi_frame *f = bi_rod_is_framed(rope) ? rod->twist->frame : NULL;
        if (rod->needle != NULL) {
            int32_t last = rod->needle->first + rod->needle->links + 1;
            rod->begin = bi_min_int(rod->begin, rod->needle->first);
            rod->end = last > rod->end ? last : rod->end;
        }
        if (f != NULL && f->end > f->first) {
            rod->begin = bi_min_int(rod->begin, f->first);
            rod->end = bi_min_int(rope->count, f->end + 1 > rod->end ? f->end + 1 : rod->end);
        }
        if (rod->end <= rod->begin) {
            rod->begin = rod->end = rope->count; // all are eliminated, from the first to the last
        } else if (rod->end == rod->begin + 1) {
            rod->begin -= rod->begin > 0;
            rod->end += rod->end == rod->begin + 1;
        }
    }
}

// Of the nodes between begin and end those are left that contacts pull at, those of a needle, all of a rod that is bent at rest or
// rolls, the outermost two of a closed rod, and one beside each that would be alone between two loops.
static void choose_left(const bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        const bi_rod *rod = rope->rod;
        if (rod == NULL) {
            continue;
        }
        bi_chain_node *chain = r->chain + rope->first;
        int32_t wide = rope->closed ? 2 : 1, needle = rod->needle != NULL ? rod->needle->first : 0;
        int32_t needle_end = rod->needle != NULL ? needle + rod->needle->links + 1 : 0;
        bool framed = bi_rod_is_framed(rope);
        for (int32_t i = rod->begin; i < rod->end; i++) {
            bool outer = i < rod->begin + wide || i >= rod->end - wide;
            chain[i].kept = framed || outer || (i >= needle && i < needle_end) ? 0 : -1;
        }
    }
    for (int32_t i = 0; i < r->now.count; i++) {
        for (int32_t k = 0; k < r->now.grips[i].nodes; k++) {
            r->chain[r->now.grips[i].node[k]].kept = 0;
        }
    }
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        if (rope->rod == NULL) {
            continue;
        }
        bi_chain_node *chain = r->chain + rope->first;
        for (int32_t i = rope->rod->begin + 1; i + 1 < rope->rod->end; i++) {
            if (chain[i].kept >= 0 && chain[i - 1].kept < 0) {
                chain[i + 1].kept = 0;
            }
        }
    }
}

int32_t bi_rod_count_left(const bight_world *world, const bi_rope *rope, int32_t *ties)
{
    bi_chain_node *chain = world->response->chain + rope->first;
    int32_t left = rope->rod->end - rope->rod->begin;
    for (bi_rod_loop loop = {.end = rope->rod->begin}; bi_rod_next_loop(rope->rod, chain, &loop);) {
        for (int32_t i = loop.first; i < loop.end; i++) {
            chain[i].kept = -1 - *ties - (i - loop.first);
        }
        *ties += loop.end - loop.first + 2;
        left -= loop.end - loop.first - 1;
    }
    return left;
}

void bi_rods_mark(bight_world *world)
{
    mark(world);
    choose_left(world);
}
