// SPDX-License-Identifier: MIT
// Values that scenes are made of: lists of points and names, nodes of ropes, vertices of cloths, turns.

#pragma once

#include "bight/base.h"

/// Which mirror image, over all prime factors of a knot.
typedef enum bight_play_chirality {
    BIGHT_CHIRALITY_ANY = -1, ///< Of an expectation: not asked.
    BIGHT_CHIRALITY_LEFT,
    BIGHT_CHIRALITY_RIGHT,
    BIGHT_CHIRALITY_NONE,  ///< Its own mirror image.
    BIGHT_CHIRALITY_MIXED, ///< Left and right factors, as in the square knot.
    BIGHT_CHIRALITY_UNKNOWN
} bight_play_chirality;

/// A list of points. Owned by the scene.
typedef struct bight_scene_points {
    const bight_vec3 *at; ///< (count)
    int32_t count;        ///< 0 when not given.
} bight_scene_points;

/// A list of names. Owned by the scene.
typedef struct bight_scene_names {
    const char *const *at; ///< (count)
    int32_t count;         ///< 0 when not given.
} bight_scene_names;

/// A node as the scene wrote it; bight_scene_node() turns it into an index.
typedef struct bight_scene_node_ref {
    int32_t index; ///< From the start, or from the end when negative: -1 is the last node.
    bool given;
    bool middle; ///< Half way: count / 2. index is then 0.
} bight_scene_node_ref;

/// Vertices of a cloth by their place on its pattern: word, and which they are. The first five are one
/// vertex.
#define BIGHT_SPOT_LIST(X)                                                                                   \
    X(U0V0, "u0v0", "the vertex nearest to the corner where u and v are least")                              \
    X(U1V0, "u1v0", "nearest to the corner where u is greatest and v least")                                 \
    X(U0V1, "u0v1", "nearest to the corner where u is least and v greatest")                                 \
    X(U1V1, "u1v1", "nearest to the corner where both are greatest")                                         \
    X(MIDDLE, "middle", "nearest to the middle of the pattern")                                              \
    X(CORNERS, "corners", "the four corners")                                                                \
    X(U0, "u0", "the edge where u is least, in the order of v")                                              \
    X(U1, "u1", "the edge where u is greatest, in the order of v")                                           \
    X(V0, "v0", "the edge where v is least, in the order of u")                                              \
    X(V1, "v1", "the edge where v is greatest, in the order of u")                                           \
    X(ALL, "all", "every vertex")                                                                            \
    X(KNOT, "knot", "of a cloth with pleats: the upper side of its knot")

/// How a spot says which vertices.
typedef enum bight_spot_kind {
    BIGHT_SPOT_INDEX, ///< A vertex by its number.
#define X(name, word, doc) BIGHT_SPOT_##name,
    BIGHT_SPOT_LIST(X)
#undef X
} bight_spot_kind;

/// Vertices of a cloth as the scene wrote them.
typedef struct bight_scene_spot {
    bight_spot_kind kind;
    int32_t index; ///< From 0, or from the end when negative: -1 is the last vertex.
    bool given;
} bight_scene_spot;

/// Vertices of a cloth, in the order in which the scene names them. Owned by the scene.
typedef struct bight_scene_spots {
    const bight_scene_spot *at; ///< (count)
    int32_t count;              ///< 0 when not given.
} bight_scene_spots;

/// Pairs of numbers. Owned by the scene.
typedef struct bight_scene_pairs {
    const int32_t *at; ///< (count x 2)
    int32_t count;     ///< 0 when not given.
} bight_scene_pairs;

/// Vertices that a description came to. Owned by the scene.
typedef struct bight_scene_vertices {
    const int32_t *at; ///< (count)
    int32_t count;
} bight_scene_vertices;

/// A turn, anticlockwise seen from the tip of the axis.
typedef struct bight_scene_rotation {
    bight_vec3 axis;
    double degrees;
} bight_scene_rotation;

/// A size of a garment.
typedef struct bight_scene_size {
    const char *size;
    double value; ///< Metres, but for counts and angles.
} bight_scene_size;

/// A garment that is made by code, as in bight/garment.h.
typedef struct bight_scene_garment {
    const char *name;
    double edge; ///< Wanted length of edges, metres; 0: the garment's own.
    const bight_scene_size *sizes;
    int32_t size_count;
    bight_scene_names pieces; ///< Those that are taken; none: all.
} bight_scene_garment;
