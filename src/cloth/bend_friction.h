// SPDX-License-Identifier: MIT
// Internal friction of bending: beside the elastic spring of a hinge (cloth/bending.h) lies a stiff one that slips,
// as Prandtl's elastoplastic element. With the curvature k = b . n / area of a hinge, b the sum of c_i x_i and n the
// mean of both normals, and the curvature s that has slipped,
//     moment a width m = B_f clamp(k - s, -limit, limit),   force on x_i: -scale m c_i n,
// and after a step s goes along with k beyond the limit. B_f is a multiple of the elastic bend, so that the limit is
// a small part of the curvature that friction can hold, bend_friction / bend. s is kept for a side of a triangle as
// the caller gave it, so that welds, which renumber edges, do not touch it. A sheet begins with s = 0: as if it was
// bent from flat. Fabric's hysteresis is of this kind (2HB of Kawabata's test is twice bend_friction): Lahey and
// Heppler 2004; Miguel et al. 2013, "Modeling and Estimation of Internal Friction in Cloth", whose law is smoother.

#pragma once

#include "cloth/bending.h"
#include "cloth/buffer.h"

/// A hinge with friction.
typedef struct bi_friction_hinge {
    int32_t v[4];    ///< The edge, along its first side; then across on that side and on the other.
    int32_t
        side; ///< Where what slipped is kept: its second side, 3 t + k, of the sheet whose material it has.
    int32_t at[12];  ///< Places in topology.bend_edge of (a, b), a and b not across both; then of both flaps.
    float weight[4]; ///< c of cloth/bending.h
    float area;      ///< m^2
    float stiffness; ///< N/m: of the second spring, with the scale of the sheet: scale B_f / area
    float limit;     ///< 1/m: it slips beyond this much curvature: bend_friction / B_f
} bi_friction_hinge;

#define BI_BEND_FRICTION_BUFFERS(X)                                                                          \
    X(bi_friction_hinge, hinges) /* (count) */                                                               \
    X(bight_vec3, force)         /* (vertex_count)  N; this and the next two only while count > 0 */         \
    X(float, elastic_edge)       /* as topology.bend_edge, without friction */                               \
    X(float, elastic_flap)       /* as topology.flaps, likewise */                                           \
    X(float, elastic_diagonal)   /* as topology.bend_diagonal, likewise */                                   \
    X(float, slipped)            /* (for each side of sheets.triangles)  1/m */                              \
    X(float, share)              /* likewise: what is left of the second spring where it slips, 0 to 1 */

typedef struct bi_bend_friction {
    BI_BEND_FRICTION_BUFFERS(BI_BUFFER)
    int32_t count;
} bi_bend_friction;

// ---- while the topology is built ----------------------------------------------------------------------------

/// Room for all hinges; there are none yet.
bight_status bi_bend_friction_reserve(bight_cloth_world *world);

/// One hinge of a sheet, unless that has no friction. @param v As hinge_of() says: edge, then across. @return Whether it has.
bool bi_bend_friction_add(bight_cloth_world *world, int32_t edge, const int32_t v[4], const bi_hinge *hinge,
                          int32_t sheet);

/// Where the flaps of the hinge added last lie; only after one that was.
void bi_bend_friction_place(bight_cloth_world *world, int32_t low, int32_t high);

/// All hinges are added: keep the elastic part of the matrix apart.
bight_status bi_bend_friction_keep(bight_cloth_world *world);

// ---- in a step ----------------------------------------------------------------------------------------------

/// Forces at the present positions, and the matrix: the elastic part and that of the second springs.
void bi_bend_friction_assemble(bight_cloth_world *world);

/// The step is done: what is bent beyond the limit has slipped.
void bi_bend_friction_slip(bight_cloth_world *world);

/// Sides from `first` on are as if bent from flat.
void bi_bend_friction_forget(bight_cloth_world *world, int32_t first, int32_t count);
