// SPDX-License-Identifier: MIT
// What the couple needs to know of either world beyond its public header. One file each, for the insides of
// one world are not seen by the other.

#pragma once

#include "bight/cloth.h"
#include "bight/world.h"

/// A rope as it is now.
typedef struct bi_rope_view {
    bight_rope_id id;
    bight_curve curve; ///< Borrowed until the world is stepped or edited.
    double radius;
    bool forces; ///< It feels newtons; otherwise metres a cycle.
    bool rod;    ///< It is an elastic rod: its steps take in how a load resists motion.
} bi_rope_view;

/// Of a spring rope: how far a newton takes a node in one time step from rest, dt^2 / m, metres a newton.
double bi_couple_give(const bight_world *world, const bi_rope_view *rope, int32_t node);

/// How the loads that a rod has got resist its motion in the next cycle.
/// @param hold (count x 6) as bi_couple_hold() has it.
void bi_couple_resist(bight_world *world, const bi_rope_view *rope, const double *hold);

/// Places for ropes, some of them empty.
int32_t bi_couple_rope_slots(const bight_world *world);

/// @return False for an empty place.
bool bi_couple_rope(const bight_world *world, int32_t slot, bi_rope_view *view);

/// How far beyond their radius ropes keep from a sheet, metres, from the next cycle on.
void bi_couple_set_margin(bight_world *world, bight_sheet_id sheet, double margin);

/// A sheet of cloth as it is now. All borrowed until the world is edited; positions until it is stepped.
typedef struct bi_panel_view {
    const bight_vec3 *positions;
    const int32_t *triangles; ///< (triangle_count x 3)
    int32_t vertex_count, triangle_count;
    double stretch;  ///< Greatest of its triangles near ropes; 1 without any.
    double friction; ///< Of ropes on it; below 0: theirs.
} bi_panel_view;

int32_t bi_couple_panel_count(const bight_cloth_world *cloth);

bi_panel_view bi_couple_panel(const bight_cloth_world *cloth, int32_t index);

/// Mean of stretch_u and stretch_v of the stiffest sheet, N/m; 0 when there is none.
double bi_couple_stretch(const bight_cloth_world *cloth);

/// The thickness in force, metres; that of the definition before the first step.
double bi_couple_thickness(const bight_cloth_world *cloth);

/// How near cloth was to the surface of a cord at the end of the last step, in thicknesses: 1 when it did
/// not touch any.
double bi_couple_nearest(const bight_cloth_world *cloth);

/// Stiffness against each node of a cord, N/m. NULL if the id is stale.
const double *bi_couple_stiffness(const bight_cloth_world *cloth, bight_cloth_cord_id cord);

/// How contacts resist the motion of each node of a cord, N/m: xx xy xz yy yz zz. NULL if the id is stale.
/// @param carry Receives that times how the cloth moved in its last step, N.
const double *bi_couple_hold(const bight_cloth_world *cloth, bight_cloth_cord_id cord,
                             const bight_vec3 **carry);

/// Where a cord is. NULL and count 0 if the id is stale.
const bight_vec3 *bi_couple_cord(const bight_cloth_world *cloth, bight_cloth_cord_id cord, int32_t *count);

/// Put all sheets back where they were before the last step.
void bi_couple_put_back(bight_cloth_world *cloth);
