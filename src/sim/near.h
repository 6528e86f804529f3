// SPDX-License-Identifier: MIT
// Which links are near each other or near obstacles: the paper's section "Collision Detection", with a margin
// that lets one traversal a cycle serve both the contacts and the certificate of the next motion.

#pragma once

#include "sim/world_state.h"

/// Part of the arc between two links that their distance may shrink to before it counts as a contact. Links
/// that are close along the rope cannot be a whole diameter apart; this keeps them from folding flat instead.
#define BI_ARC_SHARE 0.9

/// Links with less rope than this between them, in radii, touch only where the rope bends sharply: half a
/// turn of the tightest bend is pi radii long. They are pushed apart, but rope does not grip itself there:
/// holding their nodes would freeze the bend.
#define BI_BEND_ARC 3.1

/// How far from each other pairs are still listed.
typedef struct bi_near_margin {
    double links;        ///< Beyond touching, metres.
    double obstacles;    ///< Beyond touching, metres.
    bool all_neighbours; ///< Also list second neighbours that a straight link keeps apart, and bends of rods.
    bool before;         ///< Judge obstacles at the pose they had when the cycle began.
} bi_near_margin;

/// The margins of a usual cycle, wide enough for every model that has ropes (sim/model.c).
bi_near_margin bi_usual_margin(const bight_world *world);

/// Refit the hierarchies to the nodes `at` and list every near pair in world->near, in a fixed order: all but bends of
/// rods (sim/bend.h).
/// Afterwards near_links, near_obstacles and shortest_middle bound the distance of all pairs not listed.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE.
bight_status bi_find_near(bight_world *world, const bight_vec3 *at, bi_near_margin margin);

/// Exact distance of a listed pair, metres; below zero inside an obstacle.
/// @param now At world->at and where obstacles are; else at world->before and where they were.
double bi_near_distance(const bight_world *world, const bi_near *near, bool now);
