// SPDX-License-Identifier: MIT
// How a needle moves.

#include "sim/rod/needle.h"

#include "geom/needle_nodes.h"
#include "sim/response/response.h"
#include "sim/rod/rod.h"

#include <string.h>

// ---- the hand ------------------------------------------------------------------------------------------------

// How far the needle's nodes are from the one in the hand, at most.
static double reach_of(const bight_world *world, const bi_rope *rope, int32_t node)
{
    const bight_vec3 *x = world->before + rope->first;
    return bi_needle_reach(x, rope->rod->needle->first, rope->rod->needle->links, x[node]);
}

// Of the speed of hands, so that no step is brought back.
#define SHARE 0.95

void bi_needle_aim(const bight_world *world, const bi_rope *rope)
{
    bi_needle *needle = rope->rod->needle;
    memcpy(needle->now, needle->turn, sizeof needle->now);
    needle->hand = -1;
    needle->stiff = 0.0;
    for (int32_t h = 0; h < world->hand_count && needle->hand < 0; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        bool holds =
            hand->alive && hand->holds_needle && hand->needle_rank == 0 && &world->ropes[hand->rope] == rope;
        needle->hand = holds ? h : -1;
    }
    needle->fixed = needle->hand >= 0;
    if (needle->hand < 0) {
        return;
    }

    // no node of it goes faster than hands do
    const bi_rope_hand *hand = &world->hands[needle->hand];
    double reach = reach_of(world, rope, hand->node);
    double most = bi_min(BIGHT_HAND_TURN, SHARE * bi_response_speed(world, rope) / reach);
    bight_vec3 way = bi_turn_between(needle->turn, hand->turn_target);
    double size = v3_length(way);
    if (size <= BI_NEEDLE_AT_REST) {
        return;
    }
    needle->fixed = false;
    memcpy(needle->aim, size <= most ? hand->turn_target : needle->turn, sizeof needle->aim);
    if (size > most) {
        bi_turn_on(needle->aim, v3_mul(most / size, way));
    }
    needle->stiff = rope->rod->def.hand_force * reach / bi_min(size, most);
}

void bi_needle_slow(const bi_rope *rope, double part)
{
    bi_needle *needle = rope->rod->needle;
    memcpy(needle->now, needle->turn, sizeof needle->now);
    needle->fixed = needle->hand >= 0 && needle->stiff == 0.0;
    if (needle->stiff > 0.0) {
        bight_vec3 way = bi_turn_between(needle->turn, needle->aim);
        memcpy(needle->aim, needle->turn, sizeof needle->aim);
        bi_turn_on(needle->aim, v3_mul(part, way));
        needle->stiff /= part;
    }
}

// ---- where its nodes are -----------------------------------------------------------------------------------------

bight_vec3 bi_needle_force(const bi_rope *rope, const bight_vec3 *x, int32_t j)
{
    const bi_needle *needle = rope->rod->needle;
    bight_vec3 u = bi_turned_by(needle->now, needle->shape[j - needle->first]);
    return v3_mul(needle->stretch / rope->length, v3_sub(v3_sub(x[j + 1], x[j]), u));
}

// The slope of the energy over the angles of the frame, down, and what the energy is at least curved:
//     K/l sum u x e + M (aim - now),   K/l sum (u.u I - u u^T) + M I,   u = R a
// without that of twist.
static bight_vec3 slope_of(const bi_rope *rope, const bight_vec3 *x, bi_sym3 *matrix)
{
    const bi_needle *needle = rope->rod->needle;
    double k = needle->stretch / rope->length, l2 = rope->length * rope->length;
    double even =
        needle->stiff + 1e-9 * k * l2; // a straight needle does not say how it is turned about itself
    bight_vec3 sum = v3(0, 0, 0);
    *matrix = (bi_sym3){{even, 0.0, 0.0, even, 0.0, even}};
    for (int32_t j = 0; j < needle->links; j++) {
        int32_t i = needle->first + j;
        bight_vec3 u = bi_turned_by(needle->now, needle->shape[j]), e = v3_sub(x[i + 1], x[i]);
        sum = v3_madd(sum, k, v3_cross(u, e));
        const double m[6] = {l2 - u.x * u.x, -u.x * u.y, -u.x * u.z,
                             l2 - u.y * u.y, -u.y * u.z, l2 - u.z * u.z};
        for (int32_t q = 0; q < 6; q++) {
            matrix->m[q] += k * m[q];
        }
    }
    return needle->stiff > 0.0 ? v3_madd(sum, needle->stiff, bi_turn_between(needle->now, needle->aim)) : sum;
}

// The same of the twist of the thread.
static void add_twist(const bi_rope *rope, bight_vec3 *slope, bi_sym3 *matrix)
{
    const bi_needle *needle = rope->rod->needle;
    if (needle->run < 0) {
        return;
    }
    bight_vec3 u;
    double moment = bi_needle_moment(needle, bi_needle_rolled(needle), &u), k = needle->winds;
    *slope = v3_madd(*slope, -needle->side * moment, u);
    const bi_sym3 more = {
        {k * u.x * u.x, k * u.x * u.y, k * u.x * u.z, k * u.y * u.y, k * u.y * u.z, k * u.z * u.z}};
    bi_sym3_add(matrix, &more);
}

// What twist that is let go of turns a needle by in a round, at most: less than half a turn in all.
#define TWIST_MOST 0.2

// Rounds, and the turn below which the frame is at rest, radians.
#define ROUNDS 12
#define TURN_LEAST 1e-14

// The frame of least energy where the nodes are. A hand that the needle would turn back finds it at rest.
static void fit(const bight_world *world, const bi_rope *rope, bi_sym3 *matrix)
{
    bi_needle *needle = rope->rod->needle;
    const bight_vec3 *x = world->at + rope->first;
    for (int32_t round = 0; round < ROUNDS; round++) {
        bight_vec3 slope = slope_of(rope, x, matrix);
        if (needle->fixed) {
            return;
        }
        add_twist(rope, &slope, matrix);
        bi_ldl3 factor = bi_ldl3_of(matrix);
        bight_vec3 by = bi_ldl3_solve(&factor, slope);
        if (v3_length_squared(by) <= TURN_LEAST * TURN_LEAST) {
            break;
        }
        double size = needle->run >= 0 ? v3_length(by) : 0.0;
        bi_turn_on(needle->now, size > TWIST_MOST ? v3_mul(TWIST_MOST / size, by) : by);
    }
    bight_vec3 way = needle->stiff > 0.0 ? bi_turn_between(needle->turn, needle->aim) : v3(0, 0, 0);
    if (needle->stiff > 0.0 && v3_dot(bi_turn_between(needle->turn, needle->now), way) < 0.0) {
        memcpy(needle->now, needle->turn, sizeof needle->now);
        needle->fixed = true;
    }
}

void bi_needle_assemble(bight_world *world, const bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    bi_needle *needle = rod->needle;
    bi_chain_node *chain = world->response->chain + rope->first;
    const bight_vec3 *x = world->at + rope->first;
    fit(world, rope, &needle->diagonal);
    needle->right = slope_of(rope, x, &needle->diagonal);
    double k = needle->stretch / rope->length;
    const bi_sym3 stiff = {{k, 0.0, 0.0, k, 0.0, k}};
    for (int32_t j = needle->first; j < needle->first + needle->links; j++) {
        bight_vec3 force = bi_needle_force(rope, x, j);
        bi_sym3_add(&rod->node[j].diagonal, &stiff);
        bi_sym3_add(&rod->node[j + 1].diagonal, &stiff);
        for (int32_t q = 0; q < 9; q += 4) {
            rod->node[j].next.m[q] -= k;
        }
        chain[j].right = v3_add(chain[j].right, force);
        chain[j + 1].right = v3_sub(chain[j + 1].right, force);
    }
}

// A link e and the angles: -k e . (angles x u) is -k (u x e) . angles, so that its end has the block k [u x], its beginning
// the opposite.
void bi_needle_take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                         bi_rod_solver *s)
{
    bi_needle *needle = rope->rod->needle;
    const bi_chain_node *chain = world->response->chain + rope->first;
    if (needle->fixed) {
        return;
    }
    int32_t place = needle->kept = blocks->count++;
    s->late[place] = true;
    s->diagonal[place] = needle->diagonal;
    s->right[place] = needle->right;
    double k = needle->stretch / rope->length;
    bight_vec3 before = v3(0, 0, 0);
    for (int32_t i = needle->first; i <= needle->first + needle->links; i++) {
        int32_t j = i - needle->first;
        bight_vec3 u = j < needle->links ? bi_turned_by(needle->now, needle->shape[j]) : v3(0, 0, 0);
        bight_vec3 d = v3_mul(k, v3_sub(before, u));
        before = u;
        if (chain[i].kind == BI_CHAIN_WALL) {
            continue;
        }
        s->pairs[blocks->pair_count] = (bi_sparse_pair){chain[i].kept, place};
        s->block[blocks->pair_count++] = (bi_mat3){{0.0, -d.z, d.y, d.z, 0.0, -d.x, -d.y, d.x, 0.0}};
    }
    bi_needle_couple(rope, blocks, s);
}

// Hands that hold it, but not its frame, go along with it.
static void take_along(bight_world *world, const bi_rope *rope)
{
    const bi_needle *needle = rope->rod->needle;
    for (int32_t h = 0; h < world->hand_count; h++) {
        bi_rope_hand *hand = &world->hands[h];
        if (hand->alive && hand->holds_needle && hand->needle_rank > 0 && &world->ropes[hand->rope] == rope) {
            memcpy(hand->turn_target, needle->turn, sizeof hand->turn_target);
        }
    }
}

void bi_needle_commit(bight_world *world, const bi_rope *rope)
{
    bi_needle *needle = rope->rod->needle;
    size_t size = (size_t)(needle->links + 1) * sizeof *world->at;
    int32_t from = rope->first + needle->first;
    needle->torque = v3(0, 0, 0);
    needle->way = 0.0;
    needle->roll = 0.0;
    if (needle->stiff > 0.0 || (needle->run >= 0 && !needle->fixed) ||
        memcmp(world->at + from, world->before + from, size) != 0) {
        // a straight one may turn while its nodes stay
        bi_sym3 matrix;
        fit(world, rope, &matrix);
        if (needle->hand >= 0) {
            needle->way = v3_length(bi_turn_between(needle->turn, needle->now)) *
                          reach_of(world, rope, world->hands[needle->hand].node);
        }
        needle->roll = needle->run >= 0 ? bi_needle_rolled(needle) : 0.0;
        memcpy(needle->turn, needle->now, sizeof needle->turn);
    } else {
        memcpy(needle->now, needle->turn, sizeof needle->now);
    }
    if (needle->hand >= 0) {
        const bight_vec3 *x = world->at + rope->first;
        for (int32_t j = needle->first; j < needle->first + needle->links; j++) {
            bight_vec3 force = bi_needle_force(rope, x, j);
            bight_vec3 u = bi_turned_by(needle->now, needle->shape[j - needle->first]);
            needle->torque = v3_sub(needle->torque, v3_cross(u, force));
        }
        if (needle->run >= 0) {
            bight_vec3 axis;
            double moment = bi_needle_moment(needle, needle->roll, &axis);
            needle->torque = v3_madd(needle->torque, needle->side * moment, axis);
        }
    }
    take_along(world, rope);
}
