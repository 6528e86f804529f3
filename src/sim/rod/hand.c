// SPDX-License-Identifier: MIT
// Hands on rods: what one that pulls adds to a Newton step, and what each bears.

#include "sim/rod/rod.h"

#include "core/error.h"
#include "core/vec3.h"
#include "sim/hands.h"
#include "sim/response/response.h"

// The force of a hand, F (1 - f . (x - x0) / d) f: f the unit vector along it, d the way of a hand at full speed. At rest
// it is F, and a rope that nothing holds reaches that speed and no more.
static double share_of(const bight_world *world, const bi_rope *rope, const bi_rope_hand *hand,
                       bight_vec3 unit)
{
    int32_t node = rope->first + hand->node;
    double way = v3_dot(v3_sub(world->at[node], world->before[node]), unit);
    return 1.0 - way / bi_response_speed(world, rope);
}

void bi_rod_add_pull(const bight_world *world, const bi_rope *rope, const bi_rope_hand *hand,
                     bi_sym3 *diagonal, bight_vec3 *right)
{
    bight_vec3 f = v3_unit(hand->force, v3(0, 0, 0));
    double force = v3_length(hand->force), k = force / bi_response_speed(world, rope);
    *right = v3_madd(*right, force * share_of(world, rope, hand, f), f);
    double a = k * f.x, b = k * f.y;
    const double m[6] = {a * f.x, a * f.y, a * f.z, b * f.y, b * f.z, k * f.z * f.z};
    for (int32_t e = 0; e < 6; e++) {
        diagonal->m[e] += m[e];
    }
}

// The bend around a node, x- - 2 x + x+, as the bending force has it: damping ahead. Zero beyond the ends.
static bight_vec3 bend_at(const bight_world *world, const bi_rope *rope, int32_t i)
{
    int32_t n = rope->count;
    if ((!rope->closed && (i < 1 || i + 1 >= n)) || bi_is_stiff(rope, i)) {
        return v3(0, 0, 0);
    }
    i = (i + n) % n;
    int32_t last = rope->first + (i + n - 1) % n, next = rope->first + (i + 1) % n;
    const bight_vec3 *x = world->at, *x0 = world->before;
    double slow = rope->rod->def.damping / rope->rod->def.time_step;
    bight_vec3 now = v3_madd(v3_add(x[last], x[next]), -2.0, x[rope->first + i]);
    bight_vec3 was = v3_madd(v3_add(x0[last], x0[next]), -2.0, x0[rope->first + i]);
    return v3_madd(now, slow, v3_sub(now, was));
}

// What must pull at a node so that it moved as it did: what is left of the equation of a step there,
//     m/s^2 (x - y) + c/s (x - x0 - lag) + dE/dx - J^T force
static bight_vec3 rest_at(const bight_world *world, const bi_rope *rope, int32_t i)
{
    const bight_rod_def *def = &rope->rod->def;
    int32_t n = rope->count, node = rope->first + i;
    bi_rod_step step = bi_rod_step_of(rope->rod, i);
    double h = step.s, m = bi_rod_mass(rope, i), l = rope->length;
    bight_vec3 way = v3_sub(v3_sub(world->at[node], world->before[node]), step.lag);
    bight_vec3 weight = v3_mul(m, def->gravity);
    weight = rope->loaded ? v3_add(weight, rope->load[i]) : weight;
    bight_vec3 sum = v3_mul(m / (h * h), v3_madd(way, -h, step.speed));
    sum = v3_madd(v3_sub(sum, weight), def->drag * bi_rod_thread(rope, i) / (def->density * h), way);
    if (def->bed > 0.0) {
        bi_sym3 bed = bi_rod_bed(world, rope, i);
        sum = v3_add(sum, bi_sym3_times(&bed, v3_add(way, step.lag)));
    }

    // links pull towards the other ends
    for (int32_t side = -1; side <= 1; side += 2) {
        int32_t other = i + side, link = side < 0 ? other : i;
        if (bi_needle_has(rope->rod->needle, link)) {
            sum = v3_madd(sum, -side, bi_needle_force(rope, world->at + rope->first, link));
        } else if (rope->closed || (other >= 0 && other < n)) {
            bight_vec3 e = v3_sub(world->at[rope->first + (other + n) % n], world->at[node]);
            double length = v3_length(e);
            sum = v3_madd(sum, -def->stretch * (length / l - 1.0), v3_unit(e, v3(0, 0, 0)));
        }
    }
    double k = def->bend / (l * l * l);
    sum = v3_madd(sum, k, v3_add(bend_at(world, rope, i - 1), bend_at(world, rope, i + 1)));
    sum = v3_madd(sum, -2.0 * k, bend_at(world, rope, i));

    sum = v3_sub(sum, bi_twist_force(world, rope, i));

    // contacts
    const bi_grip_list *found = &world->response->found;
    for (int32_t g = 0; g < found->count; g++) {
        const bi_grip *grip = &found->grips[g];
        for (int32_t q = 0; q < grip->nodes; q++) {
            sum = grip->node[q] == node ? v3_madd(sum, -grip->weight[q], grip->force) : sum;
        }
    }
    return sum;
}

void bi_rods_feel_hands(bight_world *world)
{
    for (int32_t h = 0; h < world->hand_count; h++) {
        bi_rope_hand *hand = &world->hands[h];
        const bi_rope *rope = &world->ropes[hand->rope];
        if (!hand->alive || rope->rod == NULL) {
            continue;
        }
        int32_t node = rope->first + hand->node;
        if (hand->pulls) {
            bight_vec3 unit = v3_unit(hand->force, v3(0, 0, 0));
            hand->bears = v3_mul(share_of(world, rope, hand, unit), hand->force);
            hand->target = hand->aim = world->at[node];
        } else if (world->response->chain[node].kind != BI_CHAIN_WALL && bi_hand_is_led(world, hand)) {
            double d = v3_distance(hand->aim, world->before[node]);
            hand->bears = v3_mul(rope->rod->def.hand_force / d, v3_sub(hand->aim, world->at[node]));
        } else {
            hand->bears = rest_at(world, rope, hand->node);
            if (hand->points) { // by a couple, of which the other node bears one half
                bool begins = bi_held_link(rope, hand->node) == hand->node;
                bight_vec3 force = bi_pointing_force(world, rope, hand);
                hand->bears = v3_madd(hand->bears, begins ? -1.0 : 1.0, force);
            }
        }
    }
}

// ---- what one asks a hand for --------------------------------------------------------------------------

bight_status bight_hand_set_force(bight_world *world, bight_hand_id id, bight_vec3 force, bight_error *error)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such hand");
    }
    const bi_rope *rope = &world->ropes[hand->rope];
    if (rope->rod == NULL) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "the hand holds no elastic rod: other ropes are led to a place, or have loads");
    }
    double size = v3_length(force);
    if (!(v3_is_finite(force) && size <= BIGHT_MOST_HAND_FORCE)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a force of %g N: give one of at most %g", size,
                       BIGHT_MOST_HAND_FORCE);
    }
    hand->pulls = true;
    hand->force = force;
    hand->target = hand->aim = world->at[rope->first + hand->node];
    bi_world_woken(world);
    return BIGHT_OK;
}

bight_status bight_hand_force(const bight_world *world, bight_hand_id id, bight_vec3 *force)
{
    *force = v3(0, 0, 0);
    const bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (world->ropes[hand->rope].rod == NULL) {
        return BIGHT_ERROR_UNSUPPORTED;
    }
    *force = hand->bears;
    return BIGHT_OK;
}
