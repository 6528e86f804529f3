// SPDX-License-Identifier: MIT
// Spring and projection ropes that touch rods. Their own laws have proposed where they go, y, as if there were no rod. Contacts
// with rods then push them from there, in one system with the rods:
//     sum 1/2 C |x - y|^2  +  sum k/2 (|link| - l)^2,  l the length of a link
// so that without a contact they go to y, or nearly: a projection rope's links are not quite l long at y. A spring rope has C = m / dt^2 and k = 0: what pushes it in a step is felt in its
// velocity, and its springs answer in the next one. A projection rope has no mass and no force. Its C and k are those of a Follow
// The Leader rope (sim/response/assemble.c), which is dragged as little and stretched by F as little.

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/response/forces.h"
#include "sim/spring/spring.h"

#include <string.h>

// A node in a hand is so many times as hard to push as its link is stiff: its own law brings it back.
#define IN_HAND 100.0

void bi_guest_begin(const bight_world *world, bi_rope *rope)
{
    rope->own_part = 1.0;
    size_t size = (size_t)rope->count * sizeof *world->at;
    memcpy(world->response->own + rope->first, world->at + rope->first, size);
    memcpy(world->at + rope->first, world->before + rope->first, size);
}

void bi_guest_put_back(const bight_world *world, const bi_rope *rope)
{
    size_t size = (size_t)rope->count * sizeof *world->at;
    memcpy(world->at + rope->first, world->response->own + rope->first, size);
}

// Where it wants to go.
static bight_vec3 own_at(const bight_world *world, const bi_rope *rope, int32_t i)
{
    bight_vec3 own = world->response->own[i];
    return rope->own_part < 1.0 ? v3_lerp(world->before[i], own, rope->own_part) : own;
}

// C of a node, in F per metre.
static double drag_of(const bight_world *world, const bi_rope *rope, int32_t i)
{
    const bi_response *r = world->response;
    if (rope->springs != NULL) {
        double dt = rope->springs->def.time_step;
        return bi_point_mass(&rope->springs->point[i - rope->first]) / (dt * dt * r->newtons);
    }
    return bi_response_guest_drag(world, rope, r->chain[i].kind == BI_CHAIN_KEPT);
}

void bi_guest_assemble(const bight_world *world, const bi_rope *rope)
{
    const bi_response *r = world->response;
    double k = bi_response_stiffness(rope);
    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        double c = drag_of(world, rope, i) + (world->held[i] & BI_IN_HAND ? IN_HAND * k : 0.0);
        r->block[i].diagonal = (bi_sym3){{c, 0.0, 0.0, c, 0.0, c}};
        r->chain[i].right = v3_mul(c, v3_sub(own_at(world, rope, i), world->at[i]));
    }
    for (int32_t l = 0; l < bi_link_count(rope); l++) {
        int32_t i = rope->first + l, j = bi_next(rope, i);
        r->link[i] = (bi_sym3){{0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
        if (rope->springs != NULL) {
            continue;
        }
        bight_vec3 e = v3_sub(world->at[j], world->at[i]), u = v3_unit(e, v3(1, 0, 0));
        double length = v3_length(e), tension = k * (length - rope->length);
        double wide = bi_max(tension, 0.0) / bi_max(length, 0.1 * rope->length), stiff = k - wide;
        double x = stiff * u.x, y = stiff * u.y;
        bi_sym3 s = {{x * u.x + wide, x * u.y, x * u.z, y * u.y + wide, y * u.z, stiff * u.z * u.z + wide}};
        r->link[i] = s;
        bi_sym3_add(&r->block[i].diagonal, &s);
        bi_sym3_add(&r->block[j].diagonal, &s);
        r->chain[i].right = v3_madd(r->chain[i].right, tension, u);
        r->chain[j].right = v3_madd(r->chain[j].right, -tension, u);
    }
}

// Less than this share of a radius is rounding, and no push.
#define LEAST_PUSH 1e-12

void bi_guest_strike(const bight_world *world, const bi_rope *rope)
{
    double taken = rope->island.taken, least = LEAST_PUSH * rope->radius;
    for (int32_t i = 0; i < rope->count; i++) {
        int32_t node = rope->first + i;
        if (world->held[node] & BI_IN_HAND) {
            continue;
        }
        bight_vec3 way = v3_sub(world->at[node], world->before[node]);
        bight_vec3 pushed = v3_madd(way, -taken, v3_sub(own_at(world, rope, node), world->before[node]));
        if (v3_length_squared(pushed) > least * least) {
            bi_point_deflect(&rope->springs->point[i], pushed);
            rope->springs->state.strikes++; // rods do work on it
        }
    }
}
