// SPDX-License-Identifier: MIT
// Energy of one triangle of woven cloth, with its forces and stiffness.
//
// With a = F u and b = F v (the images of warp and weft), energy per area is
//     ku/2 (|a| - 1)^2 + kv/2 (|b| - 1)^2 + ks/2 (a.b)^2 + kl/2 sum over singular values max(0, s - limit)^2
// after Baraff and Witkin 1998, section 4.2 and 4.3, with a strain limit. Stiffness is Gauss-Newton, plus the
// part of the exact Hessian across the direction of pull where it is positive: never indefinite.

#pragma once

#include "bight/cloth.h"

/// Forces and stiffness in terms of a and b, times the triangle's area. A corner with weights (u, v) gets the
/// gradient u fa + v fb; corners i and j share the block ui uj aa + ui vj ab + vi uj ab' + vi vj bb.
typedef struct bi_membrane_pull {
    float fa[3], fb[3]; ///< Gradient of the energy, J.
    float aa[6], bb[6]; ///< Symmetric: xx, yy, zz, xy, xz, yz, J.
    float ab[9];        ///< Row after row: d2E / da_i db_j.
} bi_membrane_pull;

/// What of the energy is what, J.
typedef struct bi_membrane_energy {
    double stretch, limit;
} bi_membrane_energy;

/// @param pull    Nullable.
/// @param stretch Nullable: receives the greatest singular value of F.
bi_membrane_energy bi_membrane(const bight_cloth_material *material, double area, bight_vec3 a, bight_vec3 b,
                               bi_membrane_pull *pull, double *stretch);
