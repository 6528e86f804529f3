// SPDX-License-Identifier: MIT
// What the readers of meshes share: arrays that grow, and faces that are fanned.

#pragma once

#include "bight/cloth_mesh_file.h"

// More corners than this in one face is not a drawing but a mistake.
#define BI_MOST_CORNERS 4096

#define BI_MOST_GROUPS 4096

/// Start from {allocator, error, {0}}. Every call fails with words in error, the line added by the caller's
/// `line`.
typedef struct bi_mesh_builder {
    const bight_allocator *allocator;
    bight_error *error;
    bight_cloth_mesh mesh;
    int32_t group; ///< that faces go to from here on
} bi_mesh_builder;

bight_status bi_build_vertex(bi_mesh_builder *builder, int32_t line, bight_vec3 position);

bight_status bi_build_uv(bi_mesh_builder *builder, int32_t line, double u, double v);

/// A face becomes triangles a b c, a c d, ... in the current group.
/// @param vertex (count) in range; @param uv (count) -1 for none
bight_status bi_build_face(bi_mesh_builder *builder, int32_t line, const int32_t *vertex, const int32_t *uv,
                           int32_t count);

/// Faces from here on belong to the group of that name, or to a new one. There are BI_MOST_GROUPS at most:
/// what follows belongs to the last.
/// @param name (length) cut to what fits
bight_status bi_build_group(bi_mesh_builder *builder, int32_t line, const char *name, size_t length);

bight_status bi_build_seam(bi_mesh_builder *builder, int32_t line, int32_t a, int32_t b);

/// Cut faces that are not convex so that all their triangles face the way the face does, exactly (seen along
/// the axis that the face looks along most). Readers of polygons call it at the end, when all vertices are
/// there. Convex faces stay fans of their first corner; a face whose outline crosses itself stays one as
/// well, and bight_mesh_check() lists it.
bight_status bi_build_cut_faces(bi_mesh_builder *builder);

/// Make vertices whose positions agree to the last bit one, in the order in which they first come. Readers of files that have
/// one place on the pattern for each vertex call it at the end: there programs double vertices along the pattern's borders.
bight_status bi_build_join_vertices(bi_mesh_builder *builder);

/// Make places on the pattern that agree, at one vertex, one place; drop those that nothing uses. Readers
/// whose format repeats a place for every corner call it at the end.
bight_status bi_build_join_uv(bi_mesh_builder *builder);

bight_status bi_read_obj_mesh(bi_mesh_builder *builder, const char *bytes, size_t length);
bight_status bi_read_ply_mesh(bi_mesh_builder *builder, const char *bytes, size_t length);
bight_status bi_read_gltf_mesh(bi_mesh_builder *builder, const char *bytes, size_t length);
