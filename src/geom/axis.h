// SPDX-License-Identifier: MIT
// The middle line of a bounding tube: a smooth curve through a strand, with frames that do not twist, and its
// curvature in them.

#pragma once

#include "bight/curve.h"
#include "geom/smooth_curve.h"

#define BI_AXIS_SAMPLES 4 ///< Samples a link of the strand.

/// Arrays for an axis, taken once: the axis may then be laid again and again without memory.
typedef struct bi_axis {
    bi_smooth_curve smooth; ///< smooth.count samples are in use.
    bight_vec3 *across;     ///< (capacity) unit, parallel transported along the curve (Bishop 1975)
    double *bend_across;    ///< (capacity) part of the curvature along across, 1/m
    double *bend_aside;     ///< (capacity) part of it along tangent x across, 1/m
    int32_t capacity;       ///< Samples.
} bi_axis;

/// A place on an axis.
typedef struct bi_axis_place {
    bight_vec3 point, tangent, across, aside; ///< Orthonormal, aside = tangent x across.
    double bend_across, bend_aside;           ///< d tangent / ds = bend_across across + bend_aside aside
} bi_axis_place;

/// Room for strands of so many nodes.
/// @return BIGHT_ERROR_NO_MEMORY; the axis is then empty.
bight_status bi_axis_reserve(const bight_allocator *allocator, bi_axis *axis, int32_t nodes);

void bi_axis_free(const bight_allocator *allocator, bi_axis *axis);

/// Lay the axis through an open strand of at least two nodes, no more than were reserved.
void bi_axis_lay(bi_axis *axis, bight_curve strand);

/// Length of the axis, metres.
double bi_axis_length(const bi_axis *axis);

/// The place `along` metres from the start; beyond the ends the axis continues straight.
/// @param sample Where the search starts and ends. Start it at 0.
bi_axis_place bi_axis_at(const bi_axis *axis, double along, int32_t *sample);

/// How far along the axis the point nearest to p is, metres.
double bi_axis_nearest(const bi_axis *axis, bight_vec3 p);
