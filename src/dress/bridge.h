// SPDX-License-Identifier: MIT
// Ways through the cloth round a knot, from one region of a strand to the next.

#pragma once

#include "bight/dress_knot.h"

/// The shortest way on the pattern along edges of cloth outside all regions, from the border vertex of one region that is nearest
/// to a place to that of another.
/// @param from, to Places on the pattern: ends of middle lines.
/// @param path     Receives vertices in their order, none where the cloth does not hang together; the caller frees them
///                 (*room of them are owned).
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE
bight_status bi_dress_bridge(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                             const bight_dress_map *map, const int32_t regions[2], const double from[2],
                             const double to[2], int32_t **path, int32_t *count, int32_t *room);
