// SPDX-License-Identifier: MIT
// Meshes of cloth: where each vertex is in space, and, apart from it, where each corner of each face lies on
// the flat pattern. Their faults, and mending those. Their files: bight/cloth_mesh_file.h.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"

/// What a file calls some of its faces.
typedef struct bight_mesh_group {
    char text[64]; ///< printable ASCII, cut when longer; "" when the file has no name for it
} bight_mesh_group;

/// Triangles of cloth. Faces of more than three corners are fanned from their first corner, or from another
/// one that sees all of the face, or else cut ear by ear, so that no triangle is turned against its face (a
/// face whose outline crosses itself is fanned from its first corner, and is a fault). The triangles of a
/// face follow one another, and `faces` says which they are, so that a fanned face can be written as it was
/// read. Whoever made it owns it: give it back with bight_cloth_mesh_free().
typedef struct bight_cloth_mesh {
    bight_vec3 *positions;   ///< (vertex_count) metres; right out of a file they may be NaN
    double *uv;              ///< (uv_count x 2) places on the pattern, metres or texture units
    int32_t *triangles;      ///< (triangle_count x 3) vertices, counter-clockwise seen from the front
    int32_t *uv_triangles;   ///< (triangle_count x 3) places on the pattern, -1 where a corner has none
    int32_t *faces;          ///< (triangle_count) the face of the file, from 0, ascending
    int32_t *groups;         ///< (triangle_count) 0 to group_count - 1
    bight_mesh_group *names; ///< (group_count) of the groups
    int32_t *seams;          ///< (seam_count x 2) vertices to be sewn to each other: the file's loose edges
    int32_t vertex_count;    ///< at least 0
    int32_t uv_count;        ///< at least 0
    int32_t triangle_count;  ///< at least 0
    int32_t face_count;      ///< at least 0, at most triangle_count
    int32_t group_count;     ///< at least 1 when there are triangles
    int32_t seam_count;      ///< at least 0
    int32_t capacities[8];   ///< of the arrays above, in their order: the library's own business
} bight_cloth_mesh;

/// Give the arrays back and leave an empty mesh. An empty mesh, or NULL, is fine.
/// @param allocator The one the mesh was made with. Nullable.
BIGHT_API void bight_cloth_mesh_free(const bight_allocator *allocator, bight_cloth_mesh *mesh);

/// The pieces of the pattern: triangles that hang together by edges with the same places on it. Without a
/// pattern: that hang together by edges.
/// @param panels (triangle_count) receives the piece of each triangle, from 0 in the order of their first
/// triangles
/// @param count  Receives how many pieces there are.
/// @return BIGHT_ERROR_INVALID for an index out of range, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_cloth_mesh_panels(const bight_env *env, const bight_cloth_mesh *mesh,
                                               int32_t *panels, int32_t *count);

// ---- faults ---------------------------------------------------------------------------------------------

/// Name, what it is, and what bight_mesh_repair() does about it.
#define BIGHT_MESH_FAULT_LIST(X)                                                                             \
    X(NOT_FINITE, "not_finite", "a vertex is not a number, or beyond 2^120", "moved between its neighbours") \
    X(FOLDED, "folded", "a face has one vertex at two corners", "removed")                                   \
    X(DUPLICATE, "duplicate", "a face has the vertices of an earlier one", "removed")                        \
    X(DEGENERATE, "degenerate", "a face is a needle: its height is below a millionth of its length",         \
      "its longest side is turned where that helps")                                                         \
    X(NON_MANIFOLD, "non_manifold", "an edge has more than two faces",                                       \
      "the later faces get vertices of their own")                                                           \
    X(PINCHED, "pinched", "faces meet at a vertex alone", "each fan of faces gets a vertex of its own")      \
    X(FLIPPED, "flipped", "a face is turned against most of those it hangs together with", "turned over")    \
    X(ONE_SIDED, "one_sided", "faces around a band cannot all face one way", "not mended")                   \
    X(UNUSED, "unused", "a vertex has no face", "removed")                                                   \
    X(NO_PATTERN, "no_pattern", "a corner has no place on the pattern though others have", "not mended")     \
    X(FLAT_PATTERN, "flat_pattern", "a face has no area on the pattern", "not mended")                       \
    X(CROSSED, "crossed", "a face's outline crosses itself", "not mended")

/// A fault of a mesh.
typedef enum bight_mesh_fault_kind {
#define X(name, word, doc, mend) BIGHT_MESH_FAULT_##name,
    BIGHT_MESH_FAULT_LIST(X)
#undef X
        BIGHT_MESH_FAULT_COUNT ///< how many there are, not a fault
} bight_mesh_fault_kind;

/// "not_finite" and so on; what it means; how it is mended. String constants. kind below
/// BIGHT_MESH_FAULT_COUNT.
BIGHT_API const char *bight_mesh_fault_name(bight_mesh_fault_kind kind);
/// The fault, a sentence. A string constant.
BIGHT_API const char *bight_mesh_fault_text(bight_mesh_fault_kind kind);
/// How to mend it, a sentence. A string constant.
BIGHT_API const char *bight_mesh_fault_mend(bight_mesh_fault_kind kind);

/// One fault. Numbers start at 0; -1 where there is nothing to name.
typedef struct bight_mesh_fault {
    bight_mesh_fault_kind kind;
    int32_t face;      ///< of the file (bight_cloth_mesh.faces); the first that has the fault
    int32_t other;     ///< a second face: what it is a duplicate of, or the other side of the edge
    int32_t vertex[2]; ///< the vertex, or the ends of the edge
    int32_t count;     ///< faces of a non-manifold edge, fans of a pinched vertex; else 0
} bight_mesh_fault;

/// Measures of a mesh. Give it back with bight_mesh_report_free().
typedef struct bight_mesh_report {
    bight_mesh_fault *faults; ///< (fault_count) by kind, then by face and vertex
    int32_t fault_count;
    int32_t fault_capacity;                 ///< the library's own business
    int32_t counts[BIGHT_MESH_FAULT_COUNT]; ///< of each kind
    int32_t borders;                        ///< edges with one face
    int32_t panels;                         ///< pieces of the pattern
    int64_t intersections; ///< pairs of an edge and a face that go through each other, decided exactly
    int64_t touching;      ///< pairs that touch, without common vertices, and do not go through each other
    int32_t contours;      ///< curves along which the mesh crosses itself
    int32_t closed_contours;
    int32_t left_out; ///< triangles left out of the three counts above: folded, or with a vertex not finite
} bight_mesh_report;

/// Find the faults of a mesh, and count where it crosses itself (exactly: adaptive predicates;
/// coordinates below 2^-120 count as 0).
/// @param env    Nullable: allocator and threads are used. The report does not depend on threads.
/// @param mesh   All indices in range; positions may be anything.
/// @param report Receives the findings, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for an index out of range, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY,
///         BIGHT_ERROR_STOPPED when env->watch says so.
BIGHT_API bight_status bight_mesh_check(const bight_env *env, const bight_cloth_mesh *mesh,
                                        bight_mesh_report *report, bight_error *error);

/// Give back what a report owns, and empty it.
BIGHT_API void bight_mesh_report_free(const bight_allocator *allocator, bight_mesh_report *report);

/// Mend what BIGHT_MESH_FAULT_LIST says can be mended, in its order. The rest keeps its order and its
/// numbers, but for removed vertices and faces before it; copies of vertices come last.
/// @param mesh   All indices in range. Changed in place; on failure it is as it was or partly mended, and
/// sound.
/// @param mended (BIGHT_MESH_FAULT_COUNT) receives how many of each kind were mended. Nullable.
/// @return BIGHT_ERROR_INVALID for an index out of range, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY,
///         BIGHT_ERROR_STOPPED when env->watch says so: the mesh is then mended in part.
BIGHT_API bight_status bight_mesh_repair(const bight_env *env, bight_cloth_mesh *mesh, int32_t *mended,
                                         bight_error *error);
