// SPDX-License-Identifier: MIT
// The body that garments are cut for: a dress form with arms, a neck and a head, as one smooth implicit surface.

#pragma once

#include "bight/garment.h"

/// Sizes of the torso, metres and degrees, in the order of its public sizes.
typedef struct bi_torso {
    double height;                        ///< of the neck's side above the floor, where shoulder seams begin
    double chest, waist, hips, shoulders; ///< girths, and width over the shoulders
    double neck;                          ///< girth
    double arm;                           ///< length
    double angle;                         ///< of the arms below the horizontal, degrees
} bi_torso;

/// The standard body.
bi_torso bi_torso_standard(void);

/// About the distance to its surface, below 0 inside; exact in sign, and within a third near the surface.
double bi_torso_distance(const bi_torso *torso, bight_vec3 p);

/// The unit direction in which that distance grows.
bight_vec3 bi_torso_out(const bi_torso *torso, bight_vec3 p);

/// Half width and half depth of the trunk at a height.
void bi_torso_trunk(const bi_torso *torso, double y, double *width, double *depth);

/// Its surface as a closed mesh. @return BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
bight_status bi_torso_mesh(const bight_allocator *allocator, const bi_torso *torso, double edge,
                           bight_cloth_mesh *mesh, bight_error *error);
