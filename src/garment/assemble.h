// SPDX-License-Identifier: MIT
// Panels cut into triangles and put together.

#pragma once

#include "garment/outline.h"
#include "garment/refine.h"

/// Where a place of a panel is in space.
typedef struct bi_pose {
    bight_vec3 (*at)(const void *user, int32_t panel, const double place[2]);
    const void *user;
} bi_pose;

/// A pattern's panels as flat meshes, and which vertex of the garment each of theirs is. Free it with bi_cut_free().
typedef struct bi_cut {
    bi_flat *flats;  ///< (panel_count)
    int32_t *first;  ///< (panel_count + 1) where each panel's places begin
    int32_t *vertex; ///< (first[panel_count]) of the garment
    int32_t *sewn;   ///< (sewn_count x 2) vertices of the garment to be sewn
    double *shift;   ///< (panel_count x 2) from the panel's own frame to the pattern's
    int32_t *sides;  ///< (panel_count) -1 for a panel that was turned over, else 1
    int32_t panel_count, vertex_count, sewn_count, sewn_capacity;
} bi_cut;

void bi_cut_free(const bight_allocator *allocator, bi_cut *cut);

/// @param edge   Wanted length of edges, metres.
/// @param edges  (panel_count) Nullable: the length for each panel instead. Panels that are sewn together share one.
/// @param report Nullable. Seams and edge lengths are filled in.
bight_status bi_cut_make(const bight_allocator *allocator, const bight_sewing *pattern, double edge,
                         const double *edges, bi_cut *cut, bight_sewing_report *report, bight_error *error);

/// The mesh of a cut. A vertex of several panels lies in the middle of where they would have it.
/// @param pose NULL: each panel as it is laid.
bight_status bi_cut_mesh(const bight_env *env, const bight_sewing *pattern, const bi_cut *cut,
                         const bi_pose *pose, bight_cloth_mesh *mesh, bight_error *error);
