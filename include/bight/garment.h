// SPDX-License-Identifier: MIT
// Garments: sewing patterns made into meshes of cloth, and garments that are made by code.

#pragma once

#include "bight/base.h"
#include "bight/cloth_mesh.h"
#include "bight/mesh.h"

// ---- patterns -------------------------------------------------------------------------------------------

/// An edge of a panel, from its first vertex to that of the next edge.
typedef struct bight_sewing_edge {
    double from[2];        ///< metres, on the flat panel
    double control[2][2];  ///< metres; of a Bezier curve
    int32_t control_count; ///< 0: a line or an arc, 1: quadratic, 2: cubic
    /// of an arc: the tangent of a quarter of its angle, above 0 when it turns counter-clockwise
    double bulge;
} bight_sewing_edge;

/// A flat piece of cloth, and where it is laid before sewing: p = translation + rotation (x, y, 0).
typedef struct bight_sewing_panel {
    bight_mesh_group name;    ///< "" for none
    bight_sewing_edge *edges; ///< (edge_count) a closed outline; it may run either way round
    int32_t edge_count;       ///< at least 2
    int32_t edge_capacity;    ///< the library's own business
    bight_vec3 translation;   ///< metres
    double rotation[9];       ///< rows of a rotation
} bight_sewing_panel;

/// Two edges that are sewn to each other.
typedef struct bight_sewing_stitch {
    int32_t panel[2], edge[2];
    bool joined; ///< Their vertices become one. Otherwise they stay apart, as seams of the mesh, to be sewn.
    /// 1: the edges run alike, -1: against each other, 0: the way that brings their ends nearest
    int32_t way;
} bight_sewing_stitch;

/// Whoever made it owns it: give it back with bight_sewing_free().
typedef struct bight_sewing {
    bight_sewing_panel *panels;    ///< (panel_count)
    bight_sewing_stitch *stitches; ///< (stitch_count)
    int32_t panel_count, stitch_count;
    int32_t capacities[2]; ///< the library's own business
} bight_sewing;

/// Give the arrays back and leave an empty pattern. An empty pattern, or NULL, is fine.
BIGHT_API void bight_sewing_free(const bight_allocator *allocator, bight_sewing *pattern);

/// What a seam asks of the cloth.
typedef struct bight_sewing_seam {
    double length[2];  ///< metres, of the two edges
    double ease;       ///< (longer - shorter) / shorter
    int32_t divisions; ///< into which both edges are divided alike
    bool turned;       ///< The second edge runs against the first.
} bight_sewing_seam;

/// Measures of a mesh that was made from a pattern. Give it back with bight_sewing_report_free().
typedef struct bight_sewing_report {
    bight_sewing_seam *seams; ///< (seam_count) in the order of the stitches
    int32_t seam_count;
    double least_angle;                            ///< degrees, of all triangles on the pattern
    double shortest_edge, mean_edge, longest_edge; ///< metres, on the pattern
} bight_sewing_report;

/// Give back what a report owns, and empty it.
BIGHT_API void bight_sewing_report_free(const bight_allocator *allocator, bight_sewing_report *report);

/// Cut a pattern into triangles. Edges that are sewn together, and those sewn to these, are divided alike.
/// A stitch whose `way` is 0 runs as brings its ends nearest where the panels are laid, against each other when both
/// ways do. Panels are turned over where that lets sewn ones face one way, the first of those that hang together stays. Places on the pattern are in metres, panel beside panel; each panel is a group.
/// @param env    Nullable: only the allocator is used.
/// @param edge   Wanted length of edges, metres, > 0.
/// @param mesh   Receives the mesh, the caller frees it; empty on failure.
/// @param report Nullable. Receives measures, the caller frees them; empty on failure.
/// @return BIGHT_ERROR_INVALID in words (an outline that crosses itself, a stitch of an edge that is not there);
///         BIGHT_ERROR_TOO_LARGE beyond 1,000,000 vertices; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_sewing_mesh(const bight_env *env, const bight_sewing *pattern, double edge,
                                         bight_cloth_mesh *mesh, bight_sewing_report *report,
                                         bight_error *error);

/// Ease a mesh of joined panels until its edges are about as long as on the pattern: what was pulled together where seams meet
/// spreads out. It knows no body and no contact; bight_mesh_check() tells whether it meets itself.
/// @param mesh With a place on the pattern at every corner.
/// @return BIGHT_ERROR_INVALID without, BIGHT_ERROR_NO_MEMORY; the mesh is then as it was.
BIGHT_API bight_status bight_sewing_ease(const bight_env *env, bight_cloth_mesh *mesh, bight_error *error);

// ---- garments made by code ------------------------------------------------------------------------------

/// A size of a garment that can be changed.
typedef struct bight_garment_size {
    const char *name;
    double least, most, standard; ///< metres, but for counts and angles, which say so in doc
    const char *doc;
} bight_garment_size;

/// Garments are numbered from 0. A string constant, NULL behind the last.
BIGHT_API const char *bight_garment_name(int32_t garment);

/// What it is, a sentence. A string constant, NULL behind the last.
BIGHT_API const char *bight_garment_text(int32_t garment);

/// The number of a name, -1 when there is none.
BIGHT_API int32_t bight_garment_find(const char *name);

/// The edge length that is taken when none is asked for, metres.
BIGHT_API double bight_garment_edge(int32_t garment);

/// Sizes of a garment. @return (*count) a constant array; NULL behind the last garment.
BIGHT_API const bight_garment_size *bight_garment_sizes(int32_t garment, int32_t *count);

/// Make a garment: its pieces are groups of the mesh, worn or laid out as they are before knots are tied; places on the
/// pattern are in metres. It does not meet itself. The torso has no pattern: it is the body that all are cut for.
/// @param env   Nullable: allocator and threads are used.
/// @param edge  Wanted length of edges, metres; 0: bight_garment_edge().
/// @param sizes (as many as the garment has) NULL: all standard.
/// @param mesh  Receives the mesh, the caller frees it; empty on failure.
/// @param report Nullable. As of bight_sewing_mesh().
/// @return BIGHT_ERROR_INVALID for a size out of range, in words; BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_garment_make(const bight_env *env, int32_t garment, double edge,
                                          const double *sizes, bight_cloth_mesh *mesh,
                                          bight_sewing_report *report, bight_error *error);

/// Make some pieces of a garment, with the names of their groups, placed as they are in the whole: on the body and on the
/// pattern. What has nothing to do with them is not cut finely, so that a belt of fine cloth costs what a belt costs.
/// @param pieces (piece_count) Names; none: as bight_garment_make().
/// @return BIGHT_ERROR_INVALID also for a piece that the garment does not have, in words; the torso has none.
BIGHT_API bight_status bight_garment_make_pieces(const bight_env *env, int32_t garment, double edge,
                                                 const double *sizes, const char *const *pieces,
                                                 int32_t piece_count, bight_cloth_mesh *mesh,
                                                 bight_error *error);
