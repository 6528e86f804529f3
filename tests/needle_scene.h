// SPDX-License-Identifier: MIT
// A needle on its thread, hands that hold and turn it, and how far it is bent.

#pragma once

#include "core/pi.h"
#include "rod_scene.h"

#include <string.h>

#define LINK 5e-4 // metres
#define THREAD 60 // links
#define NEEDLE 50 // links, half a circle of 8 mm
#define COUNT (THREAD + NEEDLE + 1)
#define LENGTH (NEEDLE * LINK)

// Thread along +x up to the origin, then a needle that bends by `arc` towards +y.
static inline void lay(bight_vec3 *points, double arc)
{
    line_of(points, THREAD + 1, v3(-THREAD * LINK, 0, 0), v3(0, 0, 0));
    for (int32_t j = 0; j < NEEDLE; j++) {
        double a = arc * (j + 0.5) / NEEDLE;
        points[THREAD + j + 1] = v3_madd(points[THREAD + j], LINK, v3(cos(a), sin(a), 0));
    }
}

static inline bight_rope_def needle_def(const bight_vec3 *points)
{
    bight_rope_def def = rod_def(points, COUNT, false);
    def.radius = 1.6e-4;
    def.rod.density = 9.2e-5;
    def.rod.stretch = 700;
    def.rod.bend = 3e-7;
    def.rod.hand_force = 2.0;
    def.rod.needle = (bight_needle_def){.links = NEEDLE, .end = BIGHT_END_LAST};
    return def;
}

// By how much the distance of two nodes of the needle is off, over its length, at most.
static inline double bent(const bight_world *world, bight_rope_id rope, const bight_vec3 *made)
{
    bight_curve curve = bight_rope_curve(world, rope);
    double most = 0.0;
    for (int32_t i = THREAD; i < COUNT; i++) {
        for (int32_t j = i + 1; j < COUNT; j++) {
            double off = v3_distance(curve.points[i], curve.points[j]) - v3_distance(made[i], made[j]);
            most = fmax(most, fabs(off));
        }
    }
    return most / LENGTH;
}

static inline bight_hand_id hold(bight_world *world, bight_rope_id rope, int32_t node)
{
    bight_hand_id hand = scene_grasp(world, rope, node);
    CHECK(bight_hand_hold_needle(world, hand, true) == BIGHT_OK);
    return hand;
}

static inline void turn(bight_world *world, bight_hand_id hand, bight_vec3 axis, double radians)
{
    bight_vec3 u = v3_mul(sin(0.5 * radians), v3_unit(axis, v3(1, 0, 0)));
    const double q[4] = {u.x, u.y, u.z, cos(0.5 * radians)};
    CHECK(bight_hand_turn(world, hand, q) == BIGHT_OK);
}

static inline bight_hand_state state_of(const bight_world *world, bight_hand_id hand)
{
    bight_hand_state state;
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK);
    return state;
}
