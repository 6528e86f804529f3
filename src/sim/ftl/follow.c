// SPDX-License-Identifier: MIT

#include "sim/ftl/follow.h"

#include "core/vec3.h"
#include "sim/held.h"
#include "sim/load.h"
#include "sim/ftl/run.h"

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
    BI_ASSERT(i < j && length > 0.0);
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

// A straight run that is pushed together can only buckle sideways, and has no reason to choose a side:
// its suggestions all lie on one line. It is bent into a bow: a parabola of height A over a chord c is longer
// than it by (8/3) A^2 / c, so to take up `excess` more length it rises by 3 c excess / (16 A). It bends on
// the way it is bent already, if at all.
// @param sag Gravity: the side it prefers while it is straight. May be zero.
static void bow(bight_vec3 *out, int32_t i, int32_t j, double excess, double most, bight_vec3 sag)
{
    bight_vec3 chord = v3_sub(out[j], out[i]), middle = v3_sub(out[i + (j - i) / 2], out[i]);
    double length = v3_length(chord);
    bight_vec3 along = v3_unit(chord, v3(1, 0, 0));
    bight_vec3 bent = v3_madd(middle, -v3_dot(middle, along), along);
    double height = v3_length(bent);
    bight_vec3 down = v3_madd(sag, -v3_dot(sag, along), along);
    bight_vec3 side =
        height > 1e-6 * most ? v3_mul(1.0 / height, bent) : v3_unit(down, v3_perpendicular(along));
    double rise = bi_min(most, 3.0 * length * excess / (16.0 * bi_max(height, most)));
    for (int32_t a = i + 1; a < j; a++) {
        double t = (double)(a - i) / (j - i);
        out[a] = v3_madd(out[a], 4.0 * rise * t * (1.0 - t), side);
    }
}

// A link shorter than this part of its rest length shows that a run is pushed together.
#define SQUEEZED 0.9

// Rope that is not quite used up, as a share of its length.
#define SPARE 0.999

#define RESTORE_STEPS 2
#define RESTORE_ENOUGH 1e-3

void bi_spread_strain(bight_vec3 *out, bight_vec3 *left, bight_vec3 *right, int32_t i, int32_t j,
                      double length, double longest, double most, bight_vec3 sag, bool knotted)
{
    double least = HUGE_VAL, greatest = 0.0;
    for (int32_t k = i; k < j; k++) {
        double squared = v3_length_squared(v3_sub(out[k + 1], out[k]));
        least = squared < least ? squared : least;
        greatest = squared > greatest ? squared : greatest;
    }

    bool stretched = greatest > longest * longest, squeezed = least < SQUEEZED * SQUEEZED * length * length;
    if ((!stretched && !squeezed) || j - i < 2) {
        return;
    }

    // v_a = ((j - a) left_a + (a - i) right_a) / (j - i)
    double share = 1.0 / (j - i);
    for (int32_t a = i + 1; a < j; a++) {
        out[a] = v3_lerp(left[a], right[a], (a - i) * share);
    }

    // With rope to spare the run is only out of shape: the least change that restores its links pulls its
    // bends straight, as tension would. In a knot the bends are held by contacts, so there the strain stays
    // spread.
    bool spare = v3_distance(out[i], out[j]) < SPARE * length * (j - i);
    if (stretched && spare && !knotted && v3_length_squared(sag) == 0.0) {
        bi_run_solver run = {out, left, right, i, j, j + 1, true, true, length};
        bi_run_restore(&run, RESTORE_STEPS, RESTORE_ENOUGH);
    }

    if (squeezed && !stretched) {
        double missing = length * (j - i);
        for (int32_t k = i; k < j; k++) {
            missing -= v3_distance(out[k + 1], out[k]);
        }
        if (missing > 0.0) {
            bow(out, i, j, missing, most, sag);
        }
    }
}

// Where a run sags to when nothing else says so: what acts on its middle node.
static bight_vec3 sag_at(const bight_world *world, const bi_rope *rope, int32_t node)
{
    return rope->loaded ? v3_add(world->def.gravity, bi_load_step(world, rope, node)) : world->def.gravity;
}

// A closed rope has no ends: it is unrolled from its first leader round to the same node again.
static void follow_closed(bight_world *world, const bi_rope *rope, const int32_t *leader, int32_t leaders)
{
    int32_t n = rope->count, first = leader[0];
    bight_vec3 *at = world->at + rope->first, *old = world->before + rope->first, *unrolled = world->unrolled;
    bight_vec3 *out = unrolled, *before = unrolled + (n + 1), *left = before + (n + 1),
               *right = left + (n + 1);
    for (int32_t k = 0; k <= n; k++) {
        out[k] = at[(first + k) % n];
        before[k] = old[(first + k) % n];
    }
    double longest = world->def.stretch_limit * rope->length, most = world->def.speed_limit * rope->radius;
    for (int32_t q = 0; q < leaders; q++) {
        int32_t i = leader[q] - first, j = q + 1 < leaders ? leader[q + 1] - first : n;
        bi_follow_two(before, out, left, right, i, j, rope->length);
        bi_spread_strain(out, left, right, i, j, rope->length, longest, most,
                         sag_at(world, rope, (first + (i + j) / 2) % n), rope->knotted > 0);
    }
    for (int32_t k = 0; k < n; k++) {
        int32_t node = (first + k) % n;
        at[node] = out[k];
        world->ftl.left[rope->first + node] = left[k];
        world->ftl.right[rope->first + node] = right[k];
    }
}

void bi_follow(bight_world *world, const bi_rope *rope, int32_t *leader)
{
    BI_ASSERT(world->ftl.left != NULL && world->ftl.right != NULL);

    // the sorted array A of grasped and contact nodes, counted from the rope's first
    int32_t leaders = 0;
    const uint8_t *held = world->held + rope->first;
    for (int32_t i = bi_next_held(held, 0, rope->count); i < rope->count;
         i = bi_next_held(held, i + 1, rope->count)) {
        leader[leaders++] = i;
    }
    if (leaders == 0) {
        return;
    }
    if (rope->closed) {
        follow_closed(world, rope, leader, leaders);
        return;
    }

    // FTL1: both ends follow the leader next to them
    bight_vec3 *at = world->at + rope->first, *old = world->before + rope->first;
    bight_vec3 *left = world->ftl.left + rope->first, *right = world->ftl.right + rope->first;
    if (leader[0] > 0) {
        bi_follow_one(old, at, leader[0], 0, rope->length);
    }
    if (leader[leaders - 1] < rope->count - 1) {
        bi_follow_one(old, at, leader[leaders - 1], rope->count - 1, rope->length);
    }

    // FTL2: between two leaders, and what the mean strains is mended
    double longest = world->def.stretch_limit * rope->length, most = world->def.speed_limit * rope->radius;
    for (int32_t q = 0; q + 1 < leaders; q++) {
        bi_follow_two(old, at, left, right, leader[q], leader[q + 1], rope->length);
        bi_spread_strain(at, left, right, leader[q], leader[q + 1], rope->length, longest, most,
                         sag_at(world, rope, (leader[q] + leader[q + 1]) / 2), rope->knotted > 0);
    }
}
