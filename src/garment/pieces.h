// SPDX-License-Identifier: MIT
// Pieces of a garment: found by name, and taken out of its mesh.

#pragma once

#include "garment/outline.h"

/// @param wanted Receives bit p for each panel p that is named; 0 for no names.
bight_status bi_pieces_find(const bight_sewing *pattern, const char *garment, const char *const *names,
                            int32_t count, uint32_t *wanted, bight_error *error);

/// Leave the triangles of the wanted groups, with their vertices and places, each in its order. A seam with a vertex that goes,
/// goes too.
bight_status bi_pieces_keep(const bight_allocator *allocator, uint32_t wanted, bight_cloth_mesh *mesh);
