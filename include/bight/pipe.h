// SPDX-License-Identifier: MIT
// Pipes: tubes of triangles round axes, that cloth is put on. Source: Guo et al. 2025, section 4.2.

#pragma once

#include "bight/base.h"

#define BIGHT_PIPE_MAX_STRANDS 16 ///< of an axis
#define BIGHT_PIPE_MAX_NODES 4096 ///< of a strand
#define BIGHT_PIPE_MIN_SIDES 3    ///< vertices of a ring, at least
#define BIGHT_PIPE_MAX_SIDES 256  ///< and at most

/// The axis of one strand: a polygon with a radius at each node. Borrowed.
typedef struct bight_axis_strand {
    const bight_vec3 *points; ///< (count) metres
    const double *radii;      ///< (count) metres, > 0
    const double *wanted;     ///< (count) radii before any was reduced; NULL in what callers make themselves
    const double *arc;        ///< (count) metres along the polygon from the first node; NULL likewise
    double length; ///< of the polygon, metres, with the closing link; not read by bight_pipe_make()
    int32_t count; ///< 2 to BIGHT_PIPE_MAX_NODES, 3 and more when closed
    bool closed;   ///< the last node joins the first, which is not repeated
} bight_axis_strand;

/// The axes of all strands. Borrowed.
typedef struct bight_axis {
    const bight_axis_strand *strands; ///< (strand_count)
    int32_t strand_count;             ///< 1 to BIGHT_PIPE_MAX_STRANDS
} bight_axis;

/// How an axis becomes a pipe. All zero is a good default.
typedef struct bight_pipe_options {
    int32_t sides;      ///< vertices of a ring, 3 to 256; 0 means 24
    double orientation; ///< radians that ring vertex 0 is turned by about the axis, |o| <= 1000
    bool open_ends;     ///< no caps: a pipe that one can look into
} bight_pipe_options;

/// Where one strand is in a pipe. Ring k of the strand is ring first_ring + k of the pipe; its vertex j is
/// vertex first_vertex + k sides + j. A closed strand's last ring is followed by its first.
typedef struct bight_pipe_strand {
    int32_t first_ring, ring_count;
    int32_t first_vertex;   ///< of ring 0
    int32_t cap_vertices;   ///< 2 behind the rings, the centres of the first and last ring; 0 without caps
    int32_t first_triangle; ///< 2 sides for each link: link k, side j has triangles 2 (k sides + j) and the
                            ///< next; the caps of the first and the last ring follow, sides triangles each
    int32_t triangle_count;
    double length; ///< of the axis, metres
    bool closed;
} bight_pipe_strand;

/// The plane that a ring lies in, and what is in its middle.
typedef struct bight_pipe_ring {
    bight_vec3 centre; ///< the node of the axis
    bight_vec3 normal; ///< unit, along the strand: bisects the turn of the axis at the node
    double arc;        ///< metres along the axis from the first node
    double radius;     ///< every vertex of the ring is so far from the centre
    double twist;      ///< radians that the ring is turned beyond parallel transport from ring 0: the
                       ///< share of a closed strand in what is left over at its seam; 0 when open
} bight_pipe_ring;

/// Rings of vertices along each strand, and triangles that face outward. Angles: seen along the axis, ring
/// vertex j stands at 2 pi j / sides from vertex 0 on each link of the axis, without twist; in the planes of
/// the rings, which cut the links askew, the angles differ a little. Owned: bight_pipe_free().
typedef struct bight_pipe {
    bight_vec3 *positions;      ///< (vertex_count) metres
    int32_t *triangles;         ///< (triangle_count x 3) counter-clockwise seen from outside
    bight_pipe_ring *rings;     ///< (ring_count) strand by strand
    bight_pipe_strand *strands; ///< (strand_count)
    int32_t vertex_count, triangle_count, ring_count, strand_count;
    int32_t sides;
} bight_pipe;

/// A place on the surface of a pipe.
typedef struct bight_pipe_place {
    bight_vec3 point;   ///< on a triangle of the pipe, to rounding
    bight_vec3 outward; ///< unit, from the axis: blended between the rings, not the normal of the triangle
    bight_vec3 along;   ///< unit, along the axis
    int32_t triangle;   ///< that it lies on
    double radius;      ///< of the axis there, metres: blended between the rings
} bight_pipe_place;

/// Sweep a pipe along an axis. The first ring of a strand stands across its first link; every next one is the
/// ring before, moved along the link into the plane that bisects the turn at the node, and set to the node's
/// radius. That is parallel transport. Same bits on every machine.
/// @param options Nullable.
/// @param pipe    Receives the pipe, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for a value out of range, a link without length or a turn by more than 168
///         degrees (a cusp), with the strand and the node; BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_pipe_make(const bight_env *env, const bight_axis *axis,
                                       const bight_pipe_options *options, bight_pipe *pipe,
                                       bight_error *error);

/// Give the arrays back and leave an empty pipe. NULL is fine.
BIGHT_API void bight_pipe_free(const bight_allocator *allocator, bight_pipe *pipe);

/// The point of the surface at (arc, angle).
/// @param strand 0 to strand_count - 1
/// @param arc    Metres along the axis. Beyond the ends of an open strand: the end; a closed one goes round.
/// @param angle  Radians from ring vertex 0, counter-clockwise for one who looks back along the strand, any
///               finite number.
BIGHT_API bight_pipe_place bight_pipe_at(const bight_pipe *pipe, int32_t strand, double arc, double angle);

/// The radius of the axis at an arc length, metres, blended between the rings: that of bight_pipe_at(), found faster.
/// @param arc As in bight_pipe_at().
BIGHT_API double bight_pipe_radius(const bight_pipe *pipe, int32_t strand, double arc);

/// Do the triangles go through each other? Decided exactly, triangles with a common vertex left out.
/// @param pairs Receives how many pairs of an edge and a triangle cross or touch; 0 is a clean pipe.
/// @param place Nullable: receives the strands of the first pair that crosses; left alone when there is none.
BIGHT_API bight_status bight_pipe_crossings(const bight_env *env, const bight_pipe *pipe, int64_t *pairs,
                                            int32_t place[2]);
