// SPDX-License-Identifier: MIT
// Where to draw a diagram: smooth loops of even spacing, without a crossing more than it has.

#pragma once

#include "core/watch.h"
#include "knot/diagram.h"
#include "knot/packing.h"

/// Points between two crossings that follow one another along a loop.
#define BI_LAYOUT_STEPS 5

/// Most crossings that are laid out.
#define BI_LAYOUT_CROSSINGS 1000

/// Closed loops, one for each component, each a list of points about one unit apart. A crossing is a point
/// of two loops, or twice of one.
typedef struct bi_layout {
    bi_point *points; ///< (point_count) y upwards
    int8_t *level;    ///< (point_count) +1 where the loop passes over, -1 under, 0 elsewhere
    int32_t *starts;  ///< (loop_count + 1): loop i is points[starts[i]] up to points[starts[i + 1]]
    int32_t point_count, loop_count;
    bi_point low, high; ///< of all points
    int32_t point_capacity, level_capacity, start_capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable. A layout that it stops is useless.
} bi_layout;

void bi_layout_init(bi_layout *layout, const bight_allocator *allocator);
void bi_layout_free(bi_layout *layout);

/// Lay out a sound diagram: pieces side by side, each with the face of most edges around it; then the
/// circles. The same diagram always gets the same layout.
/// @return BIGHT_ERROR_TOO_LARGE beyond BI_LAYOUT_CROSSINGS; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED.
bight_status bi_layout_make(bi_layout *layout, const bi_diagram *diagram);

/// Faces of a connected diagram as polygons of its points. Point c is crossing c, for c < crossings; the
/// points of the arc that leaves by an outgoing dart follow, arc by arc.
typedef struct bi_faces {
    const bi_diagram *diagram;
    int32_t *arc;    ///< (4 crossings) number of the arc at each dart
    int32_t *start;  ///< (faces + 1) where each face begins in `corner`
    int32_t *corner; ///< (2 arcs (steps + 1)) points around each face, which lies to their left
    /// (4 crossings) place in `corner` of the crossing from which the dart runs along a face
    int32_t *at_dart;
    int32_t faces, outer;
} bi_faces;

/// The point `step` (0 .. BI_LAYOUT_STEPS + 1) steps along the arc from dart; 0 is the crossing of the dart
/// itself, the last that of its mate.
int32_t bi_layout_point(const bi_faces *faces, int32_t dart, int32_t step);

/// Find the faces of faces->diagram, number its arcs, and choose the largest face as the outer one.
void bi_layout_find_faces(bi_faces *faces);

/// Make the drawing even: arcs of like length, right angles at the crossings, loops that bend gently and
/// keep apart. No point ever passes through a loop. Lengths are about one unit from point to point.
/// @param points    (count) in and out
/// @param scratch   (2 count)
/// @param clearance (count)
/// @param watch     Nullable.
void bi_layout_relax(const bi_faces *faces, bi_point *points, int32_t count, bi_point *scratch,
                     double *clearance, bi_watch *watch);

/// Turn a piece so that it lies as wide as it can, and put its loops to the right of all others.
/// @param points (count) of the crossings and arcs, as bi_layout_point() numbers them; they are turned
/// @param seen   (4 crossings) scratch
bight_status bi_layout_append(bi_layout *layout, const bi_faces *faces, bi_point *points, int32_t count,
                              int32_t *seen);

/// Put a circle to the right of all others.
bight_status bi_layout_append_circle(bi_layout *layout);
