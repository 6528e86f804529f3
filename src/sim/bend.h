// SPDX-License-Identifier: MIT
// Links of one rope with little rope between them. On an elastic rod they touch in bends only, which its stiffness
// keeps open, so they are no contacts and are not listed (sim/near.h): there are many of them, and their number grows
// with the square of the rod's fineness. That they do not cross is proved for whole pieces of rope at a time.

#pragma once

#include "sim/world_state.h"

/// Pairs of a rope's links with at most so many others between them (and at least one) are not listed; 0: all are.
int32_t bi_bend_links(const bi_rope *rope);

/// Whether a piece of rope that moves straight from `from` to `to` cannot cross itself: all its links run one way at both
/// ends of the motion, that is along the piece's chord u: e . u > floor |u|. Then they do so all the time, and two links
/// with a third between them stay more than the floor apart.
/// @param from, to (world->node_count)
/// @param link  The first link, 0 to bi_link_count(rope) - 1.
/// @param links How many; beyond the last link of a closed rope come its first ones.
bool bi_bend_runs_one_way(const bi_rope *rope, const bight_vec3 *from, const bight_vec3 *to, double floor,
                          int32_t link, int32_t links);
