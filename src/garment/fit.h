// SPDX-License-Identifier: MIT
// Fitting joined panels: a rough shape is eased until its edges have the lengths of the pattern.

#pragma once

#include "garment/torso.h"

/// Rounds over all edges, each moved half way to its length on the pattern (a seam's: the mean of both sides'); creases
/// are eased, and with a torso vertices are kept 8 mm off it. In a fixed order: the same bits always.
/// @param groups Triangles of groups 0 to groups - 1 are fitted; what only others use stays.
bight_status bi_fit(const bight_allocator *allocator, bight_cloth_mesh *mesh, const bi_torso *torso,
                    int32_t groups, int32_t rounds);
