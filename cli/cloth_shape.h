// SPDX-License-Identifier: MIT
// What a cloth is written as: the mesh of its file, or the triangles and the pattern that the scene made.

#pragma once

#include "bight/io.h"
#include "bight/scene.h"

typedef struct cli_cloth_shape {
    const double *uv;
    const int32_t *uv_triangles, *seams;
    const int32_t *faces, *groups; ///< NULL where each triangle is a face of one group
    const bight_mesh_group *names;
    int32_t uv_count, face_count, group_count, seam_count;
} cli_cloth_shape;

cli_cloth_shape cli_cloth_shape_of(const bight_scene_cloth *cloth);

/// A group of the file keeps its name; where there are several cloths, theirs stands in front.
bight_mesh_group cli_cloth_group_name(const bight_scene *scene, int32_t cloth, int32_t group);

// ---- for animations (cloth_points.c) ------------------------------------------------------------------------

/// A cloth for glTF, which has one index for all that a corner has. Start from {0}; free after a failure too.
typedef struct cli_cloth_points {
    /// (count) the vertex of each point: first every vertex in order, then their other places
    int32_t *vertex;
    int32_t *place;          ///< (count) its place on the pattern, -1: none
    int32_t *triangles;      ///< (triangle_count x 3) points, group after group
    bight_mesh_group *names; ///< (part_count)
    bight_glb_part *parts;   ///< (part_count) of the groups that have triangles, under these names
    int32_t count, part_count;
} cli_cloth_points;

/// False without memory.
bool cli_cloth_points_find(const bight_scene *scene, int32_t cloth, cli_cloth_points *points);
void cli_cloth_points_free(cli_cloth_points *points);

/// The cloth at a moment: smooth normals, places as its file has them or, where the scene made it, in metres; none
/// when it has no pattern. The caller frees it with bight_mesh_free().
bight_status cli_cloth_points_mesh(const bight_scene_cloth *cloth, const cli_cloth_points *points,
                                   const bight_vec3 *positions, bight_mesh *mesh, bight_error *error);

/// How often a weave that repeats after so many metres does so in each unit of those places; 0 for no weave.
double cli_cloth_points_tiles(const bight_scene_cloth *cloth, double repeat);
