// SPDX-License-Identifier: MIT
// Loose cloth that goes with a knot.

#pragma once

#include "bight/dress.h"

/// Mark, in map->carried, pieces of cloth outside all regions that are to go with the knot: whose borders, the knot placed,
/// are more than four edges from it. The largest piece stays, and what is held.
/// @param held   (held_count) Nullable: vertices that something holds.
/// @param chosen Receives whether any piece was marked that was not before.
/// @return BIGHT_ERROR_NO_MEMORY
bight_status bi_dress_choose_carried(const bight_allocator *allocator, bight_cloth_mesh *mesh,
                                     bight_dress_map *map, const uint8_t *held, int32_t held_count,
                                     bool *chosen, bight_error *error);

/// Move each marked piece rigidly so that its borders meet the knot's and it leaves the knot as the strand does.
/// @param mesh Its positions are moved, and the map's with them.
/// @return BIGHT_ERROR_NO_MEMORY
bight_status bi_dress_carry(const bight_allocator *allocator, bight_cloth_mesh *mesh, bight_dress_map *map,
                            bight_error *error);

/// After the knot was pushed out.
void bi_dress_shift_carried(bight_cloth_mesh *mesh, bight_dress_map *map, bight_vec3 shift);
