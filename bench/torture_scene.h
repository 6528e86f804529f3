// SPDX-License-Identifier: MIT
// The scene of a seed: knotted ropes, obstacles and the hands' whims.

#pragma once

#include "bight/world.h"

#define TORTURE_ROPES 3
#define TORTURE_HANDS 4
#define TORTURE_OBSTACLES 4
#define TORTURE_NODES 260

/// SplitMix64 (Steele, Lea, Flood 2014).
typedef struct torture_random {
    uint64_t state;
} torture_random;

uint64_t torture_bits(torture_random *random);
double torture_range(torture_random *random, double low, double high);
int32_t torture_below(torture_random *random, int32_t count);
bight_vec3 torture_point(torture_random *random, double size);

typedef struct torture_scene {
    torture_random random;
    bight_world *world;
    bight_rope_id ropes[TORTURE_ROPES];
    int32_t rope_count;
    bight_obstacle_id obstacles[TORTURE_OBSTACLES];
    int32_t obstacle_count;
    bight_hand_id hands[TORTURE_HANDS];   ///< The null id when the hand is empty.
    double size;                          ///< About how far the scene reaches from the origin, metres.
    double thinnest;                      ///< Least radius of the ropes.
} torture_scene;

/// @return BIGHT_OK; otherwise nothing is to be freed.
bight_status torture_scene_make(uint64_t seed, torture_scene *scene, bight_error *error);

/// Grasp, order, jerk, release, turn obstacles: before each cycle.
void torture_whims(torture_scene *scene);

/// Nodes at even distances on a closed curve that is a knot when wound loosely.
/// @param kind  0 ring, 1 trefoil, 2 figure-eight, 3 five-crossing torus knot, 4 trefoil drawn long.
/// @param nodes (count) receives the points, one unit apart, around the origin.
void torture_knot(int32_t kind, int32_t count, bight_vec3 *nodes);
