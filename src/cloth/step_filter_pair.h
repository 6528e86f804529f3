// SPDX-License-Identifier: MIT
// What the parts of safe mode have in common (step_filter_pair.c): motion_bound.c for pairs not listed,
// step_filter.c for triangles, step_filter_fan.c for those around a vertex, step_filter_solid.c for smooth
// obstacles.

#pragma once

#include "cloth/world.h"

/// Of the distance of a pair each side may use this much; a proof allows a little more, for rounding.
#define BI_FILTER_SHARE 0.45
#define BI_FILTER_PROVED_SHARE 0.46

/// Nothing comes nearer by its own motion than this part of the thickness, and no obstacle nearer than that
/// to what does not move away.
#define BI_FILTER_FLOOR 1e-4
#define BI_FILTER_BODY_FLOOR 0.1

/// Of a pair in a round. What touches or crosses already is covered by no proof.
enum { BI_FILTER_PROVED, BI_FILTER_TOUCHING, BI_FILTER_FAILED };

/// The flags of all corners of a triangle.
static inline uint8_t bi_filter_flags(const bight_cloth_world *world, int32_t triangle)
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)triangle;
    return world->flags[v[0]] | world->flags[v[1]] | world->flags[v[2]];
}

/// How far held vertices may move in an iteration, metres: 0.45 of the rest of the distance up to which
/// pairs of triangles are listed, so that two that are not listed cannot meet.
double bi_filter_reach(const bight_cloth_world *world);

/// Room for an obstacle at this distance, metres.
double bi_filter_body_room(const bight_cloth_world *world, double distance);

/// Take a vertex back along its way into the ball of radius `room` around where it started.
void bi_filter_shorten_vertex(bight_cloth_world *world, int32_t vertex, double room);

/// The same for an obstacle: no point of it moves more than `room`.
void bi_filter_shorten_body(bight_cloth_world *world, bi_cloth_obstacle *body, double room);

/// Judge two triangles with at most one vertex in common.
/// @param least What likely directions must leave between them, metres.
int32_t bi_filter_judge(bight_cloth_world *world, int32_t a, int32_t b, double least);

/// Shorten the motion of two that failed: of an obstacle that comes too near first, of vertices then.
void bi_filter_shorten_pair(bight_cloth_world *world, int32_t a, int32_t b);

/// Look at triangles with a common vertex. @return How many pairs are not proved.
/// @param again Only vertices that were shortened have moved since this was last done.
int32_t bi_filter_fans(bight_cloth_world *world, bool again, int32_t *touching);

/// Shorten those that are not proved, as bi_filter_fans() has left them.
void bi_filter_fans_shorten(bight_cloth_world *world);

/// Look at the triangles of sheets near a smooth obstacle. @return How many are not proved.
/// @param touching Counts those that touched it at the start.
int32_t bi_filter_solid(bight_cloth_world *world, bi_cloth_obstacle *obstacle, int32_t *touching);

/// Shorten those that are not proved, as bi_filter_solid() has left them.
void bi_filter_solid_shorten(bight_cloth_world *world, bi_cloth_obstacle *obstacle);
