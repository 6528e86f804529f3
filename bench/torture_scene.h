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

/// What a scene is made of.
typedef enum torture_kind {
    TORTURE_RANDOM, ///< Knots of all thicknesses among obstacles of all kinds that move; some begin inside each other.
    TORTURE_LINKED, ///< A chain of two or three closed ropes.
    TORTURE_POLES,  ///< An open rope wound round a pole, and a closed one that holds another.
    TORTURE_RINGS,  ///< A closed rope that holds a ring, which turns.
    TORTURE_JERKS,  ///< A knot whose hands are jerked to and fro, up to 40 links.
    TORTURE_PULLS, ///< Ordinary pulling: a knot is pulled tight by its ends, let go a little, and pulled again.
    TORTURE_KINDS
} torture_kind;

typedef struct torture_scene {
    torture_kind kind;
    torture_random random;
    int64_t cycle; ///< Counts the whims.
    bight_world *world;
    bight_rope_id ropes[TORTURE_ROPES];
    int32_t rope_count;
    bight_obstacle_id obstacles[TORTURE_OBSTACLES];
    bight_shape_kind shapes[TORTURE_OBSTACLES];
    bight_vec3 sizes[TORTURE_OBSTACLES]; ///< As in bight_obstacle_def.
    int32_t obstacle_count;
    bight_hand_id hands[TORTURE_HANDS];   ///< The null id when the hand is empty.
    double size;                          ///< About how far the scene reaches from the origin, metres.
    double thinnest;                      ///< Least radius of the ropes.
} torture_scene;

/// A scene of TORTURE_RANDOM.
/// @return BIGHT_OK; otherwise nothing is to be freed.
bight_status torture_scene_make(uint64_t seed, torture_scene *scene, bight_error *error);

/// Of any kind. The others are small, so that many cycles fit into a minute, and nothing in them begins inside another.
bight_status torture_scene_make_kind(torture_kind kind, uint64_t seed, torture_scene *scene,
                                     bight_error *error);

/// Grasp, order, jerk, release, turn obstacles: before each cycle.
void torture_whims(torture_scene *scene);

/// Nodes at even distances on a closed curve that is a knot when wound loosely.
/// @param kind  0 ring, 1 trefoil, 2 figure-eight, 3 five-crossing torus knot, 4 trefoil drawn long.
/// @param nodes (count) receives the points, one unit apart, around the origin.
void torture_knot(int32_t kind, int32_t count, bight_vec3 *nodes);
