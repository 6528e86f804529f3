// SPDX-License-Identifier: MIT
// How tips are turned about their strands, so that cloth leaves them towards the garment that it belongs to.

#pragma once

#include "bight/dress.h"

/// Choose `spin` of all circles that have a border: the turn that brings it nearest to the garment's, in three rounds of laying and
/// placing. Nothing is done without a circle.
/// @param mesh    Borrowed, not changed.
/// @param options Nullable. As in bight_dress_map_make().
/// @param pose    Nullable. As in bight_dress_place().
/// @param regions (region_count) Radians are added to their spins, -pi to pi a round.
/// @return What bight_dress_map_make() and bight_dress_place() return.
bight_status bi_dress_spin(const bight_env *env, const bight_cloth_mesh *mesh, const bight_pipe *pipe,
                           const bight_dress_options *options, const bight_pose *pose,
                           bight_dress_region *regions, int32_t region_count, bight_error *error);
