// SPDX-License-Identifier: MIT
// Whole-structure checks of what passes between rooms, for BI_VALIDATE: true when all is as it should be.

#pragma once

#include "bight/curve.h"
#include "bight/mesh.h"
#include "geom/box_tree.h"

/// As many points as a curve needs, all finite. A curve without points is fine: there is nothing yet.
bool bi_curve_is_valid(bight_curve curve);

/// Corners that exist, finite positions and texture coordinates, unit normals where there are any.
bool bi_mesh_is_valid(const bight_mesh *mesh);

/// Leaves are a permutation of the triangles, and each box holds those below it.
bool bi_box_tree_is_valid(const bi_box_tree *tree);
