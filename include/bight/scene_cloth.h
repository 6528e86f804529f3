// SPDX-License-Identifier: MIT
// What a scene says about cloth: settings, sheets, seams, what is done to them and expected of them.
// The keys, their units, ranges and defaults are in docs/scene.md; the fields below carry the same names.

#pragma once

#include "bight/cloth.h"
#include "bight/cloth_mesh.h"
#include "bight/render.h"
#include "bight/scene_dress.h"
#include "bight/scene_value.h"

#define BIGHT_MAX_SCENE_VERTICES 250000 ///< Of all cloths of a scene together.

// ---- what is there ----------------------------------------------------------------------------------

/// As in bight_cloth_world_def.
typedef struct bight_scene_cloth_world {
#define X(field, words, least, most, standard) double field;
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
    bight_vec3 gravity; ///< m/s^2
#define X(field, words, least, most, standard) int32_t field;
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
    int32_t steps;          ///< Of cloth, in one cycle.
    double rope_compliance; ///< Metres a newton; 0: see bight_couple_def.
    double rope_friction;   ///< Coulomb; NaN: that of cloth.
} bight_scene_cloth_world;

/// New settings of the world of cloth.
typedef struct bight_scene_set_cloth {
#define X(field, words, least, most, standard) double field; ///< NaN: as it is.
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
#define X(field, words, least, most, standard) int32_t field; ///< 0: as it is.
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
    bight_scene_points gravity; ///< One vector, or none.
} bight_scene_set_cloth;

/// How a cloth says what its triangles are.
typedef enum bight_scene_cloth_shape {
    BIGHT_CLOTH_GRID,
    BIGHT_CLOTH_TUBE,
    BIGHT_CLOTH_MESH
} bight_scene_cloth_shape;

/// A rectangle, flat, its warp (u) along local x and its weft (v) against local z: its front looks along y.
/// Vertex i of row j has the number i + j (columns + 1).
typedef struct bight_scene_grid {
    double width, height;  ///< Along u and v, metres.
    int32_t columns, rows; ///< Of squares, each two triangles.
} bight_scene_grid;

/// A tube round local y; u goes round it, anticlockwise seen from y's tip, v along y. Its front is outside.
/// Vertex i of ring j has the number i + j around.
typedef struct bight_scene_sleeve {
    double radius, length; ///< Metres.
    int32_t around, along; ///< Squares.
} bight_scene_sleeve;

/// Triangles from a file, or a garment.
typedef struct bight_scene_cloth_file {
    int32_t kind;                       ///< 0: a file, 1: a garment.
    const char *file;                   ///< NULL with a garment.
    const bight_scene_garment *garment; ///< NULL with a file.
    double scale;   ///< Metres per unit of the file.
    double pattern; ///< Metres per unit of its pattern; 0: at rest as in the file; NaN: as large as the mesh.
} bight_scene_cloth_file;

/// How it looks.
typedef struct bight_scene_look {
    int32_t color, back, accent; ///< 0xRRGGBB; -1 when not given.
    bight_weave weave;
    double repeat;               ///< Metres of pattern after which the weave repeats; NaN when not given.
} bight_scene_look;

/// A sheet of cloth.
typedef struct bight_scene_cloth {
    bight_cloth_def def; ///< What the description below comes to. Its arrays are owned by the scene.
    int32_t text_line;   ///< Where the scene describes it, 1-based.
    const char *name;    ///< Never NULL: "cloth1" and so on when not given.
    const char *note;
    bight_scene_cloth_shape shape;
    const bight_scene_grid *grid;
    const bight_scene_sleeve *tube;
    const bight_scene_cloth_file *mesh;
    const bight_cloth_mesh
        *read; ///< The mesh as its file has it: faces, groups, seams, pattern; NULL for other shapes.
    bight_vec3 position;
    bight_scene_points along; ///< One direction for local y, or none.
    const bight_scene_rotation *rotation;
    bight_scene_pleat *pleats;            ///< NULL: it lies flat.
    const bight_cloth_material *material; ///< Never NULL.
    const bight_scene_look *look;         ///< Never NULL.
    double rope_friction;                 ///< Coulomb, ropes on it; NaN: that of cloth.
    bight_scene_spots pins;
    bight_scene_vertices pinned; ///< What pins come to.
    bight_scene_pairs sewn;      ///< Seams that its file has: pairs of its own vertices.
    double edge;                 ///< Shortest edge of its pattern, metres.
} bight_scene_cloth;

/// How a seam says what it joins.
typedef enum bight_scene_seam_kind { BIGHT_SEAM_EDGES, BIGHT_SEAM_PAIRS } bight_scene_seam_kind;

/// Two edges, or pairs of vertices, sewn together.
typedef struct bight_scene_seam {
    int32_t text_line;
    const char *note;
    bight_scene_names cloths; ///< Two, or one whose own vertices are sewn.
    int32_t cloth_indices[2];
    bight_scene_seam_kind kind;
    bight_scene_spots edges; ///< Two.
    bight_scene_pairs pairs;
    bool turned;            ///< The second edge the other way round.
    double stiffness;       ///< N/m; 0: see bight_cloth_sew().
    bight_scene_pairs sewn; ///< What all this comes to: vertices of the first and the second cloth.
} bight_scene_seam;

// ---- what happens -----------------------------------------------------------------------------------

/// Vertices that are held where they are from now on, or let go again.
typedef struct bight_scene_pin {
    const char *cloth;
    int32_t cloth_index;
    bight_scene_spots vertices;
    bight_scene_vertices pinned; ///< What vertices come to.
} bight_scene_pin;

/// Cycles pass until all cloth rests; what is tangled is helped apart.
typedef struct bight_scene_settle {
    int32_t cycles; ///< At most.
    bool arrive;    ///< False: the limit is no failure.
} bight_scene_settle;

/// Where a vertex is. Coordinates that are NaN are not asked for.
typedef struct bight_scene_vertex_place {
    const char *cloth;
    int32_t cloth_index;
    bight_scene_spot vertex;
    int32_t vertex_index;
    bight_scene_points point;     ///< One, or none.
    double within;                ///< Metres, of point.
    bight_scene_points low, high; ///< Corners of a box, or none.
} bight_scene_vertex_place;

/// Where vertices should be.
typedef struct bight_scene_vertex_places {
    const bight_scene_vertex_place *at; ///< (count)
    int32_t count;
} bight_scene_vertex_places;

/// Shortest distance between two cloths.
typedef struct bight_scene_apart {
    bight_scene_names cloths;
    int32_t cloth_indices[2];
    double min, max; ///< Metres; NaN: not asked.
} bight_scene_apart;

/// Everything given must hold. Numbers that are NaN and counts that are -1 are not asked for.
typedef struct bight_scene_cloth_expect {
    int32_t
        intersections;   ///< Edges that pierce faces, of all cloths with themselves and each other, at most.
    int32_t uncertified; ///< Cycles so far without a proof that nothing went through cloth, at most.
    double contour;      ///< Metres of the curves along which they pass through, at most.
    bool settled;        ///< The last settle ended because all rested.
    double stretch;      ///< Greatest principal stretch of any triangle, at most.
    bool tied;           ///< Corners that were gathered are tied as their template says.
    bight_scene_vertex_places places;
    const bight_scene_apart *apart;
} bight_scene_cloth_expect;
