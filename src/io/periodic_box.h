// SPDX-License-Identifier: MIT
// The box of a simulation, whose sides may be periodic. Lengths are the file's.

#pragma once

#include "bight/base.h"

/// Corner and edges; the first edge is along x, the second has no z.
typedef struct bi_periodic_box {
    bight_vec3 low, edges[3];
    bool known, tilted, periodic[3];
} bi_periodic_box;

/// Lay a box out by the bounds of all of it and its tilts xy, xz, yz, which are 0 for a box along the axes. `tilted` and `periodic`
/// stay as they are. @return false: it ends before it begins.
bool bi_box_lay_out(bi_periodic_box *box, const double low[3], const double high[3], const double tilt[3]);

/// The way parts[0] edges[0] + parts[1] edges[1] + parts[2] edges[2]: a place of the box seen from its corner.
bight_vec3 bi_box_way(const bi_periodic_box *box, const double parts[3]);

/// x beside the point before, across periodic sides of a box along the axes: x less edge times the nearest whole number of
/// (x - before) / edge, up to a million, else x as it is. @param moved Receives whether it is elsewhere.
bight_vec3 bi_box_beside(const bi_periodic_box *box, bight_vec3 x, bight_vec3 before, bool *moved);
