// SPDX-License-Identifier: MIT
// From a polygon in space to a diagram in the plane.

#pragma once

#include "knot/diagram.h"
#include "knot/polygon.h"

/// Most crossings a projection may have.
#define BI_MAX_CROSSINGS 200000

/// Two edges that cross in the projection.
typedef struct bi_meeting {
    int32_t edge[2]; ///< each named by its first vertex
    int32_t upper;   ///< which of the two is nearer to the eye: 0 or 1
    int32_t sign;    ///< of the crossing
} bi_meeting;

/// A strand's way through a crossing.
typedef struct bi_passage {
    int32_t crossing;
    int32_t side; ///< which of the meeting's two edges
} bi_passage;

/// Scratch memory. Grows, never shrinks.
typedef struct bi_projection {
    bi_meeting *meetings;   ///< (meeting_capacity)
    bi_passage *passages;   ///< (passage_capacity) edge by edge, in order along each edge
    int32_t *first_passage; ///< (vertices + 1) where each edge's passages begin
    double *flat;           ///< (6 vertices) plane coordinates of the vertices, then boxes of the edges
    int32_t meeting_capacity, passage_capacity, first_capacity, flat_capacity;
    int32_t count; ///< meetings
    bight_allocator allocator;
} bi_projection;

void bi_projection_init(bi_projection *projection, const bight_allocator *allocator);
void bi_projection_free(bi_projection *projection);

/// Look at the polygon from a few seeded directions, take the one with the fewest crossings, and read off the
/// diagram. No rounding error decides a crossing: a direction from which two vertices, a vertex and an edge,
/// or three edges fall on one point is given up for the next.
/// @return BIGHT_ERROR_INVALID when the polygon meets itself.
bight_status bi_project(bi_projection *projection, const bi_polygon *polygon, uint64_t seed,
                        bi_diagram *diagram, bight_error *error);
