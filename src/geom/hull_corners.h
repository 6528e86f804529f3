// SPDX-License-Identifier: MIT
// The convex hull with its true corners alone.

#pragma once

#include "geom/hull.h"

/// As bi_hull_make(), without points that lie within a side or an edge of the hull: where many points are in one plane, none of the
/// triangles is without area then, so that one can walk over them. Points within 1e-10 of their extent from a plane count as in it. Of points that are all in one plane it is bi_hull_make()'s.
/// @param points (count) in the range of geom/predicates.h; hull->corners are indices into them
bight_status bi_hull_make_corners(bi_hull *hull, const bight_vec3 *points, int32_t count);
