// SPDX-License-Identifier: MIT
// A strand that is bent is longer on the outside than in its middle: 1 + r / R, r from it to the outermost layer, R its radius of
// curvature. So where it is bent, or folds go aside, the curve is made shorter than the cloth: the outermost layers are as long as they
// are on the pattern, the others lie slack. Cloth that begins below what it bears stays there, as no step goes beyond that
// (cloth/growth.h); cloth that begins above it jams before it has relaxed.

#pragma once

#include "bight/cloth_mesh.h"
#include "dress/pleat_axis.h"

/// A cloth that was laid along an axis. Borrowed.
typedef struct bi_pleat_laid {
    const bight_cloth_mesh *mesh;
    const double *along, *aside; ///< (mesh->vertex_count) s and y on the pattern, metres
    const bight_vec3 *positions; ///< (mesh->vertex_count) metres
} bi_pleat_laid;

/// Principal stretches of a triangle: least and greatest; left alone where it has no area on the pattern.
/// @param s, y Places of its corners on the pattern, metres.
void bi_pleat_stretch(const bight_vec3 x[3], const double s[3], const double y[3], double stretch[2]);

/// Look at all triangles; where they are stretched too far the axis gets shorter links, elsewhere longer ones, at most as long as
/// the cloth.
/// @param stretch Receives least and greatest stretch of all triangles.
/// @return False when none is stretched too far: links stay as they are.
bool bi_pleat_slack(const bi_pleat_laid *laid, bi_pleat_axis *axis, double stretch[2]);
