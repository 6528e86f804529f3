// SPDX-License-Identifier: MIT
// What the writers of a GLB file share: its two chunks as they grow, views and accessors.

#pragma once

#include "bight/io.h"
#include "io/glb_file.h"

typedef struct bi_glb_writer {
    const bight_glb_mesh *meshes; ///< (count)
    int32_t count;
    const double *times; ///< (frames) seconds
    int32_t frames;      ///< 0: nothing moves
    bi_sink json, data;
} bi_glb_writer;

/// A view from `start` to the end of the data so far, which is then padded. target 0: none.
void bi_glb_view(bi_glb_writer *w, size_t start, int32_t target);

/// An accessor of the view with the same number. low and high (3) are stated when not NULL.
void bi_glb_accessor(bi_glb_writer *w, int32_t number, int32_t type, const char *shape, int64_t count,
                     const double *low, const double *high);

/// How many nodes show a mesh: one for each of its parts. Each has a mesh of the same number.
static inline int32_t bi_glb_nodes(const bight_glb_mesh *mesh)
{
    return mesh->parts != NULL && mesh->part_count > 0 ? mesh->part_count : 1;
}

/// Part k of a mesh, the whole when it has none.
static inline bight_glb_part bi_glb_part(const bight_glb_mesh *mesh, int32_t k)
{
    return mesh->parts != NULL && mesh->part_count > 0
               ? mesh->parts[k]
               : (bight_glb_part){mesh->name, 0, mesh->mesh->triangle_count};
}

// ---- motion (glb_motion.c) --------------------------------------------------------------------------

/// Views that a mesh's frames take: what each frame after the first adds to its vertices.
int32_t bi_glb_target_views(const bi_glb_writer *w, const bight_glb_mesh *mesh);

/// Those views, after the mesh's own.
void bi_glb_put_targets(bi_glb_writer *w, const bight_glb_mesh *mesh);

/// Their accessors, the first with this number.
void bi_glb_put_target_accessors(bi_glb_writer *w, const bight_glb_mesh *mesh, int32_t first);

/// `,"targets":[...]` of the primitive, and after it `,"weights":[...]` of the mesh.
void bi_glb_put_target_list(bi_glb_writer *w, const bight_glb_mesh *mesh, int32_t first);
void bi_glb_put_weights(bi_glb_writer *w, const bight_glb_mesh *mesh);

/// `,"translation":[...],"rotation":[...]` of a node that moves: where it is at first.
void bi_glb_put_place(bi_glb_writer *w, const bight_glb_mesh *mesh);

/// Times, weights, translations and rotations: views after those of all meshes.
void bi_glb_put_tracks(bi_glb_writer *w);

/// Their accessors, the first with this number; returns the number after the last.
int32_t bi_glb_put_track_accessors(bi_glb_writer *w, int32_t first);

/// `"animations":[...]`, whose accessors begin with this number.
void bi_glb_put_animation(bi_glb_writer *w, int32_t first);

/// Frames that are the mesh itself with other positions, unit normals, finite numbers, times that grow.
bight_status bi_glb_check_motion(const bi_glb_writer *w, bight_error *error);
