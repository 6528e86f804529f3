// SPDX-License-Identifier: MIT
// Steps of second order, so that a rod that swings goes on swinging: BDF2 (Gear 1971),
//     (3 x - 4 x0 + x-) / (2 h) = v,   (3 v - 4 v0 + v-) / (2 h) = f(x) / m
// It is the equation of implicit Euler with a step of 2 h / 3 from other places, so that matrix, contacts and hands are as they
// are. A mode of frequency w loses energy at the rate w^4 h^3 / 2 (implicit Euler: w^2 h), and none ever gains.
//
// An impact has no second derivative: where a rod touches something or is about to, and in the cycle after, steps are
// implicit Euler, and so is the velocity of a motion that was cut short.

#include "sim/rod/rod.h"

#include "core/hash.h"
#include "sim/response/response.h"

#include <string.h>

bight_status bi_swing_make(const bight_allocator *allocator, bi_rod *rod)
{
    if (!rod->def.second_order) {
        return BIGHT_OK;
    }
    size_t n = (size_t)rod->count;
    bi_swing *made = rod->swing = bi_new_array(allocator, 1, sizeof *made);
    if (made == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    *made = (bi_swing){0};
    made->way = bi_new_array(allocator, n, sizeof *made->way);
    made->velocity = bi_new_array(allocator, n, sizeof *made->velocity);
    made->solved = bi_new_array(allocator, n, sizeof *made->solved);
    if (made->way == NULL || made->velocity == NULL || made->solved == NULL) {
        bi_swing_free(allocator, rod);
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < rod->count; i++) {
        made->way[i] = made->velocity[i] = made->solved[i] = v3(0, 0, 0);
    }
    return BIGHT_OK;
}

void bi_swing_free(const bight_allocator *allocator, bi_rod *rod)
{
    bi_swing *w = rod->swing;
    size_t n = (size_t)rod->count;
    if (w != NULL) {
        bi_free_array(allocator, w->way, n, sizeof *w->way);
        bi_free_array(allocator, w->velocity, n, sizeof *w->velocity);
        bi_free_array(allocator, w->solved, n, sizeof *w->solved);
        bi_free_array(allocator, w, 1, sizeof *w);
        rod->swing = NULL;
    }
}

size_t bi_swing_bytes(const bi_rod *rod)
{
    return rod->swing != NULL ? sizeof *rod->swing + 3 * (size_t)rod->count * sizeof(bight_vec3) : 0;
}

uint64_t bi_swing_hash(uint64_t hash, const bi_rod *rod)
{
    if (rod->swing == NULL) {
        return hash;
    }
    hash = bi_hash_word(hash, 1 + (uint64_t)rod->swing->smooth);
    for (int32_t i = 0; i < rod->count; i++) {
        hash = bi_hash_vec3(bi_hash_vec3(hash, rod->swing->way[i]), rod->swing->velocity[i]);
    }
    return hash;
}

bi_rod_step bi_rod_step_of(const bi_rod *rod, int32_t node)
{
    double h = rod->def.time_step;
    if (rod->swing == NULL || !rod->swing->on) {
        return (bi_rod_step){h, v3(0, 0, 0), rod->velocity[node]};
    }
    const bi_swing *w = rod->swing;
    bight_vec3 speed = v3_madd(v3_mul(4.0 / 3.0, rod->velocity[node]), -1.0 / 3.0, w->velocity[node]);
    return (bi_rod_step){2.0 / 3.0 * h, v3_mul(1.0 / 3.0, w->way[node]), speed};
}

void bi_swing_choose(const bi_rope *rope, bool touches)
{
    bi_swing *w = rope->rod->swing;
    if (w != NULL) {
        w->touches = touches;
        w->on = w->smooth && !touches;
    }
}

void bi_swing_keep(const bight_world *world, const bi_rope *rope)
{
    const bi_swing *w = rope->rod->swing;
    for (int32_t i = 0; w != NULL && i < rope->count; i++) {
        const bi_chain_node *n = &world->response->chain[rope->first + i];
        bight_vec3 at = world->at[rope->first + i];
        w->solved[i] = n->kind != BI_CHAIN_WALL ? v3_add(at, n->x) : at;
    }
}

// v = (x - x0) / h of the motion that was made, or (x - x0 - lag) / s.
void bi_swing_commit(const bight_world *world, const bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    bi_swing *w = rod->swing;
    const bight_vec3 *x = world->at + rope->first, *x0 = world->before + rope->first;
    size_t size = (size_t)rope->count * sizeof *x;
    bool moved = memcmp(x, x0, size) != 0;
    bool whole = w != NULL && moved && memcmp(x, w->solved, size) == 0, second = whole && w->on;
    double h = rod->def.time_step;
    for (int32_t i = 0; i < rope->count; i++) {
        bight_vec3 way = v3_sub(x[i], x0[i]), v = v3_mul(1.0 / h, way);
        if (second) {
            bi_rod_step step = bi_rod_step_of(rod, i);
            v = v3_mul(1.0 / step.s, v3_sub(way, step.lag));
        }
        if (w != NULL) {
            w->way[i] = way;
            w->velocity[i] = rod->velocity[i];
        }
        rod->velocity[i] = v;
    }
    if (w != NULL) {
        w->smooth = whole && !w->touches;
        w->on = false;
    }
}
