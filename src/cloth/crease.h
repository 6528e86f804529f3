// SPDX-License-Identifier: MIT
// Neighbours in the sheet: triangles around a common vertex.
//
// Each triangle has a dozen such neighbours, all of them nearer than any reach, so a search that lists what
// is near finds little else in a sheet that hangs loose. They need no search. Around a vertex inside a sheet
// whose triangles all face within an angle of a common direction, and go once around it, the surface is a
// graph over a plane: no two of the triangles cross, and two that are near each other lie side by side, which
// is a matter of stretch and not of contact. This is looked at for every vertex in every iteration. Only
// where it fails - at folds, and at borders - are pairs of triangles around a vertex listed and tested.

#pragma once

#include "cloth/buffer.h"

#define BI_CREASE_BUFFERS(X) X(uint8_t, flags) /* (vertex_count) */

typedef struct bi_creases {
    BI_CREASE_BUFFERS(BI_BUFFER)
} bi_creases;

/// Flags of a vertex in bi_creases.
enum {
    BI_CREASE_INSIDE = 1, ///< All edges of the vertex have two triangles, of sheets. From the topology.
    BI_CREASE_SHARP = 2,  ///< The triangles around it may cross or touch at the present positions.
    BI_CREASE_LISTED = 4, ///< The pairs around it are in the lists of near pairs.
    BI_CREASE_NEW = 8,    ///< They are to be added.
    BI_CREASE_TURNS = 16  ///< Some triangle around it turns much in this iteration (cloth/step_filter_fan.c).
};

/// What the topology says; once it is made.
bight_status bi_crease_build(bight_cloth_world *world);

/// Look at each vertex: set SHARP where triangles face more than 45 degrees away from their mean.
/// @param list_all Nothing is listed: NEW where they face more than 30 degrees away. Otherwise NEW where they
///                 have become SHARP and are not listed.
/// @return Whether any are NEW.
bool bi_crease_look(bight_cloth_world *world, bool list_all);

/// Add pairs around the NEW vertices of a block to world->near.found, in part `part`; each pair that has all
/// its common neighbours listed, once.
void bi_crease_find(const bight_cloth_world *world, int32_t block, int32_t part);

/// NEW vertices are LISTED from now on.
void bi_crease_listed(bight_cloth_world *world);

/// Are a vertex and a triangle, or two edges, in triangles around a common vertex? (No vertex in common.)
bool bi_crease_has_vf(const bight_cloth_world *world, int32_t vertex, int32_t triangle);
bool bi_crease_has_ee(const bight_cloth_world *world, int32_t e, int32_t f);
