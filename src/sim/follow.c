// SPDX-License-Identifier: MIT

#include "sim/follow.h"

#include "core/vec3.h"

// Below this squared length, as a share of the link's, two nodes coincide and have no direction.
#define COINCIDE 1e-30

// The link's last good direction: where it pointed before the cycle, else that of the link before it.
static bight_vec3 last_direction(bight_vec3 old_a, bight_vec3 old_b, bight_vec3 previous)
{
    return v3_unit(v3_sub(old_b, old_a), previous);
}

// v_b <- v_a + u with u the unit vector from v_a (new) to v_b (old), times the link's length.
static inline bight_vec3 step(bight_vec3 a, bight_vec3 old_a, bight_vec3 old_b, double length,
                              bight_vec3 *direction)
{
    bight_vec3 u = v3_sub(old_b, a);
    double squared = v3_dot(u, u);
    if (squared > COINCIDE * length * length) {
        *direction = v3_mul(1.0 / sqrt(squared), u);
    } else {
        *direction = last_direction(old_a, old_b, *direction);
    }
    return v3_madd(a, length, *direction);
}

bight_vec3 bi_follow_step(bight_vec3 a, bight_vec3 old_a, bight_vec3 old_b, double length,
                          bight_vec3 *direction)
{
    return step(a, old_a, old_b, length, direction);
}

void bi_follow_one(const bight_vec3 *old, bight_vec3 *out, int32_t i, int32_t j, double length)
{
    int32_t forward = j > i ? 1 : -1;
    bight_vec3 a = out[i], direction = v3(1, 0, 0);
    for (int32_t b = i + forward; b != j + forward; b += forward) {
        a = step(a, old[b - forward], old[b], length, &direction);
        out[b] = a;
    }
}

// Both sweeps read only old positions, so they run side by side: each alone is one long chain of square
// roots and divisions that wait for each other.
void bi_follow_two(const bight_vec3 *old, bight_vec3 *out, bight_vec3 *left, bight_vec3 *right, int32_t i,
                   int32_t j, double length)
{
    bight_vec3 a = out[i], b = out[j], a_direction = v3(1, 0, 0), b_direction = v3(-1, 0, 0);
    for (int32_t k = 1; k < j - i; k++) {
        a = step(a, old[i + k - 1], old[i + k], length, &a_direction);
        b = step(b, old[j - k + 1], old[j - k], length, &b_direction);
        left[i + k] = a;
        right[j - k] = b;
    }
    for (int32_t k = i + 1; k < j; k++) {
        out[k] = v3_mul(0.5, v3_add(right[k], left[k]));
    }
}

void bi_spread_stretch(bight_vec3 *out, const bight_vec3 *left, const bight_vec3 *right, int32_t i, int32_t j,
                       double most)
{
    bool too_long = false;
    for (int32_t k = i; k < j && !too_long; k++) {
        too_long = v3_length_squared(v3_sub(out[k + 1], out[k])) > most * most;
    }
    if (!too_long || j - i < 2) {
        return;
    }

    // v_a = ((j - a) left_a + (a - i) right_a) / (j - i)
    double share = 1.0 / (j - i);
    for (int32_t a = i + 1; a < j; a++) {
        out[a] = v3_lerp(left[a], right[a], (a - i) * share);
    }
}

// A closed rope has no ends: it is unrolled from its first leader round to the same node again.
static void follow_closed(bight_world *world, const bi_rope *rope, const int32_t *leader, int32_t leaders)
{
    int32_t n = rope->count, first = leader[0];
    bight_vec3 *at = world->at + rope->first, *old = world->before + rope->first, *unrolled = world->unrolled;
    bight_vec3 *out = unrolled, *before = unrolled + (n + 1), *left = before + (n + 1), *right = left + (n + 1);
    for (int32_t k = 0; k <= n; k++) {
        out[k] = at[(first + k) % n];
        before[k] = old[(first + k) % n];
    }
    for (int32_t q = 0; q < leaders; q++) {
        int32_t i = leader[q] - first, j = q + 1 < leaders ? leader[q + 1] - first : n;
        bi_follow_two(before, out, left, right, i, j, rope->length);
        bi_spread_stretch(out, left, right, i, j, world->def.stretch_limit * rope->length);
    }
    for (int32_t k = 0; k < n; k++) {
        int32_t node = (first + k) % n;
        at[node] = out[k];
        world->left[rope->first + node] = left[k];
        world->right[rope->first + node] = right[k];
    }
}

void bi_follow(bight_world *world, const bi_rope *rope)
{
    // the sorted array A of grasped and contact nodes, counted from the rope's first
    int32_t *leader = world->constrained + rope->first, leaders = 0;
    const uint8_t *held = world->held + rope->first;
    for (int32_t i = 0; i < rope->count; i++) {
        if (held[i] != 0) {
            leader[leaders++] = i;
        }
    }
    if (leaders == 0) {
        return;
    }
    if (rope->closed) {
        follow_closed(world, rope, leader, leaders);
        return;
    }
    bight_vec3 *at = world->at + rope->first, *old = world->before + rope->first;
    bight_vec3 *left = world->left + rope->first, *right = world->right + rope->first;
    if (leader[0] > 0) {
        bi_follow_one(old, at, leader[0], 0, rope->length);
    }
    if (leader[leaders - 1] < rope->count - 1) {
        bi_follow_one(old, at, leader[leaders - 1], rope->count - 1, rope->length);
    }
    for (int32_t q = 0; q + 1 < leaders; q++) {
        bi_follow_two(old, at, left, right, leader[q], leader[q + 1], rope->length);
        bi_spread_stretch(at, left, right, leader[q], leader[q + 1], world->def.stretch_limit * rope->length);
    }
}
