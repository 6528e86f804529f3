// SPDX-License-Identifier: MIT
// Triangle meshes, and the swept tube that gives a rope its surface.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/shape.h"

/// An indexed triangle mesh. Whoever made it owns it: give it back with bight_mesh_free().
typedef struct bight_mesh {
    bight_vec3 *positions;  ///< (vertex_count)
    bight_vec3 *normals;    ///< (vertex_count) unit, outward; NULL when there are none
    double *uv;             ///< (vertex_count x 2) texture coordinates; NULL when there are none
    int32_t *triangles;     ///< (triangle_count x 3) vertex indices, counter-clockwise seen from outside
    int32_t vertex_count;   ///< at least 0
    int32_t triangle_count; ///< at least 0
} bight_mesh;

/// Give the arrays back and leave an empty mesh. An empty mesh, or NULL, is fine.
/// @param allocator The one the mesh was made with. Nullable.
BIGHT_API void bight_mesh_free(const bight_allocator *allocator, bight_mesh *mesh);

/// Put another mesh behind the first, as a part of it. Normals and texture coordinates are not kept.
/// @param allocator The one `mesh` was made with. Nullable.
/// @param mesh      May be empty (all zero). Grows. On failure it may have more vertices, but the
///                  triangles that it had.
/// @param more      Copied; its own allocator does not matter.
/// @return BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_mesh_append(const bight_allocator *allocator, bight_mesh *mesh,
                                         const bight_mesh *more);

/// A rope's surface: what is swept, and how finely. Zero in a field marked "0 means" is a default.
typedef struct bight_tube {
    bight_curve curve;        ///< centre line; all coordinates finite
    double radius;            ///< in the unit of the points, finite, > 0
    int32_t sides;            ///< of the ring that is swept, 3 to 256; 0 means 24
    int32_t samples_per_link; ///< rings for each link, 1 to 64; 0 means 4
    bool flat_caps;           ///< ends cut straight instead of rounded; nothing to a closed curve
    /// (curve.count) of an open curve, each finite, > 0: how thick it is at each point, even in between, as of a needle that
    /// tapers; `radius` is then what texture coordinates are measured by. NULL, the default: `radius` everywhere.
    const double *radii;
} bight_tube;

/// Sweep a ring of vertices along the smooth curve of a rope (Brown 2004, section 2: successive links are
/// joined by parabolic arcs). The surface is watertight and faces outward. Along the seam, and where the
/// ends meet in a closed curve, vertices are doubled to carry two texture coordinates; their positions
/// agree to the last bit.
/// Texture: u runs once around from 0 to 1, v runs along in circumferences, so that a pattern keeps its
/// proportions; in a closed curve longer than its own circumference v is stretched to end at a whole
/// number, and the frame is turned evenly so that the seam closes.
/// @param env  Nullable: only the allocator is used.
/// @param mesh Receives the mesh, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for a broken range, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_tube_mesh(const bight_env *env, const bight_tube *tube, bight_mesh *mesh,
                                       bight_error *error);

/// The surface of a ball, pole, box or ring in its own frame, with normals and texture coordinates.
/// @param env    Nullable: only the allocator is used.
/// @param kind   Any but BIGHT_SHAPE_MESH, which is a mesh already.
/// @param size   As bight_shape_kind says for the kind, each above 0; a pole's half length may be 0.
/// @param slices Around the axis, 4 to 1024; 0 means 48. A ring has twice as many.
/// @param mesh   Receives the mesh, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for a size, a count or a kind out of range, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_shape_mesh(const bight_env *env, bight_shape_kind kind, bight_vec3 size,
                                        int32_t slices, bight_mesh *mesh, bight_error *error);
