// SPDX-License-Identifier: MIT
// What follows from the triangles and the pattern alone: rows of the matrix, masses, bending. Made anew after
// each edit, at the next step.

#pragma once

#include "cloth/state.h"

/// Build what is not built. @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE; it will be tried again.
bight_status bi_cloth_build(bight_cloth_world *world);

/// Weights of a triangle from its corners in the pattern; false when it has no area there.
bool bi_triangle_rest_make(const double corner[3][2], bi_triangle_rest *rest);
