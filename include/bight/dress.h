// SPDX-License-Identifier: MIT
// Cloth put on pipes: regions of a flat pattern, as knots are made of them. Source: Guo et al. 2025, section 5.1.

#pragma once

#include "bight/base.h"
#include "bight/cloth_mesh.h"
#include "bight/mesh.h"
#include "bight/pipe.h"
#include "bight/shape.h"

#define BIGHT_DRESS_MAX_REGIONS 32 ///< of one pattern

/// How a region lies on a strand of the pipe.
typedef enum bight_region_kind {
    BIGHT_REGION_RECTANGLE, ///< its length along the strand, its width round it
    BIGHT_REGION_CIRCLE ///< its centre is an end of the strand, its rim the other end: a tip pulled out of cloth
} bight_region_kind;

/// A part of the pattern. Places are in the unit of the mesh's pattern, which must be metres.
typedef struct bight_dress_region {
    bight_region_kind kind;
    int32_t strand;   ///< of the pipe
    double centre[2]; ///< on the pattern
    /// radians: the way along the strand, from the pattern's u towards its v; of a circle: what lies at
    /// angle 0 of the pipe
    double angle;
    double length; ///< of a rectangle, metres, > 0
    double width;  ///< of a rectangle, metres, > 0
    /// of a rectangle, metres, >= 0, on either side of its width: with it cloth goes less far round
    double padding;
    double radius; ///< of a circle, metres, > 0
    double spin;   ///< radians by which all of it is turned about the strand
    /// of a circle: its tip is the strand's first end (0) or last (1). Two circles share a strand, half
    /// each.
    int32_t end;
    double part
        [2]; ///< of the strand's length that it lies on, 0 to 1; both 0: all, or half. What no region lies on is left to the
        ///< cloth round the knot, as a neck between two ends that are tied. A circle's tip is an end all the same.
} bight_dress_region;

/// How cloth is put on. Start from {0}: zero in a field marked "0 means" is a default.
typedef struct bight_dress_options {
    double thickness; ///< of the cloth, metres; 0 means 0.001
    double fill;      ///< greatest part of a cross-section that cloth may fill, 0.1 to 0.9; 0 means 0.6
    bool keep_mesh;   ///< refuse a mesh that is too coarse instead of refining it
    bool graded;      ///< refine only where and as much as the pipe bends: for one that is not changed later
} bight_dress_options;

/// Measures of a region on its pipe.
typedef struct bight_dress_fit {
    int32_t triangles, vertices; ///< in the region
    int32_t border_edges;        ///< between it and the rest of the cloth; 0 for a whole piece
    double hoop[2];              ///< least and greatest stretch round the strand, of triangles
    double axial[2];             ///< least and greatest stretch along it
    double packing;              ///< metres: the radius that the cloth needs somewhere, the most of all
    double least_radius;         ///< metres, of the pipe under the region
    double least_room;   ///< least ratio of the pipe's radius to what the cloth needs there: 1 is full
    double edge_needed;  ///< metres: longest edge that the pipe allows where it asks most
    double longest_edge; ///< metres, on the pattern, after refining
    /// greatest radius times curvature of the pipe under the region: up to 0.6 cloth is mapped well
    double bend;
    int32_t turned;      ///< triangles that face into the pipe
} bight_dress_fit;

/// Cloth on a pipe. Owned: bight_dress_map_free().
typedef struct bight_dress_map {
    bight_vec3 *positions; ///< (vertex_count) on the pipe, or where the mesh has them
    int32_t *regions;      ///< (triangle_count) of each triangle, -1 outside all
    int32_t *owners; ///< (vertex_count) the region of a vertex that has a triangle in one, -1 for the others
    uint8_t *
        carried; ///< (vertex_count) nullable; 1: of cloth outside all regions that hangs on the knot alone and goes with it
    bight_dress_fit *fits; ///< (region_count)
    int32_t vertex_count, triangle_count, region_count;
    int32_t refined; ///< vertices that were added to the mesh, its last
} bight_dress_map;

/// Put regions of a mesh on a pipe: triangles with all corners in a region belong to it. A point (x, y) of a rectangle, from
/// its left end and its middle line, lies at arc length x L / length and angle pi + 2 pi y / (width + 2 padding), y
/// growing to the right of the way along, so that the cloth's front is outside; a point (rho, phi) of a circle at arc length
/// rho L / radius from its tip, at angle phi. Points lie on the triangles of the pipe; near a tip nearer to the axis.
/// Where triangles are too coarse for the pipe (longer than min(r / 2, 2 sqrt(r thickness)); graded: an edge turns by more than
/// half a radian on it, leaves its surface by more than half the thickness, or is longer than its radius) the mesh is refined:
/// longest edges are halved (on the pattern), neighbours with them; new vertices come last and lie half way. Triangles that were
/// halved keep their number for the first half; second halves come last.
/// @param mesh    In metres, with a pattern. Refined in place; as it was on failure, and where nothing was refined.
/// @param map     Receives the map, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID in words, with the place and the mend: no pattern, a number that is not finite, a region off
///         the pattern, across a cut of it or overlapping another, a pipe too narrow for the cloth, edges too long (keep_mesh)
///         or shorter than twice the thickness, a strand without a region, a border that is not a line; BIGHT_ERROR_TOO_LARGE
///         beyond 2,000,000 vertices, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_dress_map_make(const bight_env *env, bight_cloth_mesh *mesh,
                                            const bight_pipe *pipe, const bight_dress_region *regions,
                                            int32_t region_count, const bight_dress_options *options,
                                            bight_dress_map *map, bight_error *error);

/// Give the arrays back and leave an empty map. An empty map, or NULL, is fine.
BIGHT_API void bight_dress_map_free(const bight_allocator *allocator, bight_dress_map *map);

// ---- placing --------------------------------------------------------------------------------------------

/// The rigid motion that brings points nearest to others: least sum of weights times squared distances (Kabsch 1976).
/// It is a pose: p' = turned p + position. Never a mirror image, whatever the points are: that would be another knot. What they leave free is taken from a pose: the
/// turn about a line that they lie on (second singular value below 0.001 of the first, with a
/// pose below 0.02), or all of the turn for a point.
/// @param from    (count)
/// @param to      (count) where they are wanted
/// @param weights (count) >= 0, their sum > 0; NULL: all 1
/// @param count   at least 1
/// @param pose    Nullable: no turn.
/// @return BIGHT_ERROR_INVALID for a count or a number out of range.
BIGHT_API bight_status bight_dress_match(const bight_vec3 *from, const bight_vec3 *to, const double *weights,
                                         int32_t count, const bight_pose *pose, bight_pose *motion,
                                         bight_error *error);

/// Move a map so that the borders of all its regions lie as near as they can to where the cloth has them, as one rigid piece:
/// a knot stays as it is. Each border vertex weighs half of its border edges on the pattern; those of carried cloth do not
/// count. Cloth without such a border, a whole piece, is moved by the pose alone.
/// @param mesh     That the map was made of, in its present place.
/// @param map      Positions of vertices in regions are moved.
/// @param pose     Nullable: where the pipe stands; for what the borders leave free.
/// @param motion   Nullable: receives the motion.
/// @param residual Nullable: receives the greatest distance of a border vertex to its place, metres; 0 without a border.
/// @return BIGHT_ERROR_INVALID for a mesh of another size, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_dress_place(const bight_env *env, const bight_cloth_mesh *mesh,
                                         bight_dress_map *map, const bight_pose *pose, bight_pose *motion,
                                         double *residual, bight_error *error);

/// What pushing a knot out did. Pairs are of an edge and a triangle that go through each other, of the knot and of what is not
/// the knot, without those at the border.
typedef struct bight_dress_push {
    int32_t iterations;   ///< places on the way down the curves, at most 200
    double moved;         ///< metres
    bight_vec3 shift;     ///< metres; its length is `moved`
    int32_t pairs_before; ///< where the knot was
    int32_t pairs;        ///< where it is now: 0 when it came out
    int32_t border_pairs; ///< now, where both edge and triangle have a vertex of the border: left to closing it
    double contour_before, contour; ///< metres: length of the curves along which it goes through others
    int32_t places; ///< tried round about, where the way down the curves did not lead out; else 0
} bight_dress_push;

/// Shift a placed knot, without turning it, until it goes through nothing: neither through the cloth outside all regions nor
/// through bodies. Each pair pushes as in the minimisation of contours (Volino and Magnenat-Thalmann 2006), weighted by 1.2^life,
/// its life the iterations for which it is seen, at most 30 (Guo et al. 2025, 5.2). A knot is shifted by at most a quarter of its
/// extent. Where that does not lead out, the nearest of 1,568 places (98 directions, 16 distances to a tenth of the extent) that is
/// clear is taken. It may fail; then it is left where the length of the curves was least.
/// @param mesh       That the map was made of, in its present place.
/// @param map        Positions of vertices in regions are moved.
/// @param bodies     (body_count) Nullable when there are none.
/// @param thickness  Metres: the first step is twice that; 0 means 0.001.
/// @param report     Nullable.
/// @return BIGHT_ERROR_INVALID for a mesh of another size or a number out of range, BIGHT_ERROR_NO_MEMORY,
///         BIGHT_ERROR_TOO_LARGE; the map is then as it was.
BIGHT_API bight_status bight_dress_push_out(const bight_env *env, const bight_cloth_mesh *mesh,
                                            bight_dress_map *map, const bight_mesh *bodies,
                                            int32_t body_count, double thickness, bight_dress_push *report,
                                            bight_error *error);
