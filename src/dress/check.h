// SPDX-License-Identifier: MIT
// What a dress is refused for, and which triangles belong to which region.

#pragma once

#include "dress/region.h"

/// The corners of a triangle on the pattern.
void bi_triangle_places(const bight_cloth_mesh *mesh, int32_t triangle, double places[6]);

/// Options with their defaults filled in. @param options Nullable.
bight_dress_options bi_dress_chosen(const bight_dress_options *options);

/// What can be said before anything is refined: numbers, the pattern, strands, places, cuts. Fills in regions.
/// @param regions (region_count)
bight_status bi_dress_check(const bight_cloth_mesh *mesh, const bight_pipe *pipe,
                            const bight_dress_region *given, int32_t region_count,
                            const bight_dress_options *options, bi_region *regions, bight_error *error);

/// Give each triangle with all corners in a region to it; count its border.
/// @return BIGHT_ERROR_INVALID for regions that overlap, that have no triangle, that lie across a cut, or whose border is not
///         a line.
bight_status bi_dress_choose(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                             const bi_region *regions, int32_t region_count, bight_dress_map *map,
                             bight_error *error);

/// Refuse what was measured: a pipe that is too narrow, edges that are too long or too short.
bight_status bi_dress_judge(const bight_cloth_mesh *mesh, const bi_region *regions,
                            const bight_dress_map *map, bool keep_mesh, bight_error *error);

/// @return BIGHT_ERROR_INVALID for an edge of more than two triangles: halved, it would tear.
bight_status bi_dress_check_edges(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                                  bight_error *error);
