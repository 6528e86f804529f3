// SPDX-License-Identifier: MIT
// Geodesics on the bounding tube of a strand (Wang, Komura 2012, section 4.2): where a strand that is wound
// on goes, the locally shortest way.

#pragma once

#include "geom/axis.h"

/// Arrays for a geodesic, taken once.
typedef struct bi_geodesic {
    bight_vec3 *points;   ///< (count) on the tube
    bight_vec3 *tangents; ///< (count) unit
    double *along;        ///< (count) where on the axis, metres
    double *around;       ///< (count) angle from the start in frames that do not twist, turns
    double step;          ///< Length between two points, metres.
    int32_t count, capacity;
    bool too_sharp; ///< It stopped where the axis bends more sharply than the tube is thick.
} bi_geodesic;

/// Where a geodesic starts and how it is laid.
typedef struct bi_geodesic_start {
    bight_vec3 from; ///< A point whose projection on the tube is the start.
    double radius;   ///< Of the tube, metres.
    double angle;    ///< From the axis's direction to the geodesic's, turns: above 0, below 1/4.
    bool left;       ///< Wind left-handed.
    double step;     ///< Metres between points; a sixteenth of the radius keeps the error below 1e-6.
} bi_geodesic_start;

/// @return BIGHT_ERROR_NO_MEMORY; the geodesic is then empty.
bight_status bi_geodesic_reserve(const bight_allocator *allocator, bi_geodesic *geodesic, int32_t points);

void bi_geodesic_free(const bight_allocator *allocator, bi_geodesic *geodesic);

/// Lay `count` points (no more than were reserved) along the geodesic from its start. Takes no memory.
/// Fewer are laid when the axis bends too sharply.
void bi_geodesic_lay(bi_geodesic *geodesic, const bi_axis *axis, const bi_geodesic_start *start,
                     int32_t count);

/// Where the geodesic is after `length` metres; beyond its last point it continues along the tangent.
/// @param tangent Nullable.
bight_vec3 bi_geodesic_at(const bi_geodesic *geodesic, double length, bight_vec3 *tangent);

/// Walk from length `from` until the straight distance is `chord`: where the next node of a strand of rigid
/// links goes. Beyond the last point the geodesic is straight.
/// @return Its length along the geodesic, metres.
double bi_geodesic_next(const bi_geodesic *geodesic, double from, double chord);
