// SPDX-License-Identifier: MIT
// Cloth: triangle sheets that stretch, bend, touch, rub and come apart when they start tangled.
//
// One step is one implicit step of pseudo-time that treats elasticity, contact, friction and the untangling
// of intersections in a single sparse system (Guo et al. 2025, section 6.1; Volino and Magnenat-Thalmann
// 2006). A world may therefore start with sheets that cross each other or themselves.

#pragma once

#include "bight/base.h"
#include "bight/mesh.h"
#include "bight/shape.h"

/// All the state of one simulation of cloth. Two worlds share nothing.
typedef struct bight_cloth_world bight_cloth_world;

/// What a world holds is named by small values. All zero is the null id; ids of destroyed things are stale.
typedef struct bight_cloth_id {
    uint32_t index1, generation;
} bight_cloth_id;
/// A hand on a vertex.
typedef struct bight_cloth_hand_id {
    uint32_t index1, generation;
} bight_cloth_hand_id;
/// Something rigid beside cloth.
typedef struct bight_cloth_obstacle_id {
    uint32_t index1, generation;
} bight_cloth_obstacle_id;
/// A rope as cloth sees it.
typedef struct bight_cloth_cord_id {
    uint32_t index1, generation;
} bight_cloth_cord_id;

#define BIGHT_MAX_CLOTH_VERTICES 2000000 ///< All sheets and obstacle meshes of a world together.

// ---- world ------------------------------------------------------------------------------------------

/// Settings of a world: field, unit and meaning, least, most, default. One list for checks and documents.
#define BIGHT_CLOTH_WORLD_FIELDS(X)                                                                          \
    X(thickness, "m: surfaces keep this apart; below half the length of any edge", 1e-6, 1.0, 0.001)         \
    X(friction, "Coulomb, cloth on cloth and on obstacles", 0.0, 2.0, 0.3)                                   \
    X(time_step, "s: of one step; a step that fails halves it for a while", 1e-4, 0.1, 1.0 / 60.0)           \
    X(inertia, "part of the velocity kept from step to step: 0 settles, 1 swings", 0.0, 1.0, 0.0)            \
    X(air_drag, "1/s: velocity lost to the air; matters only with inertia", 0.0, 1000.0, 1.0)                \
    X(reach, "thicknesses: how far ahead near pairs are listed; 0 chooses", 0.0, 100.0, 0.0)                 \
    X(solve_tolerance, "residual of the linear system, against that at the start", 1e-8, 0.5, 1e-3)

/// Likewise, whole numbers.
#define BIGHT_CLOTH_WORLD_COUNTS(X)                                                                          \
    X(newton_iterations, "Linear systems a step.", 1, 16, 1)                                                 \
    X(solve_iterations, "Of conjugate gradients, for each system, at most.", 1, 2000, 40)                    \
    X(solve_patch, "Vertices in a patch of cloth that is solved as one: limp cloth goes farther in a step.", \
      1, 512, 1)

/// How to make a world. Start from bight_cloth_world_def_default().
typedef struct bight_cloth_world_def {
    bight_env env;      ///< Memory, log and threads. Default: malloc, no log, one thread.
    bight_vec3 gravity; ///< m/s^2. Default (0, -9.81, 0).
#define X(field, words, least, most, standard) double field; ///< See the list above.
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
#define X(field, words, least, most, standard) int32_t field; ///< See the second list above.
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
    double (*seconds)(void *clock_user); ///< Nullable: a clock, only to fill in the times of the step report.
    void *clock_user;                    ///< Handed to seconds untouched.
    uint32_t cookie;                     ///< Set by bight_cloth_world_def_default(). Leave it alone.
} bight_cloth_world_def;

/// The defaults of the lists above.
BIGHT_API bight_cloth_world_def bight_cloth_world_def_default(void);

/// Make an empty world.
/// @param world Receives the world, or NULL on failure. Free it with bight_cloth_world_destroy().
/// @param error Nullable. Says which field is out of range.
BIGHT_API bight_status bight_cloth_world_create(const bight_cloth_world_def *def, bight_cloth_world **world,
                                                bight_error *error);

/// Change everything but env from the next step on.
/// @return BIGHT_ERROR_INVALID, and then nothing has changed.
BIGHT_API bight_status bight_cloth_world_set_def(bight_cloth_world *world, const bight_cloth_world_def *def,
                                                 bight_error *error);

/// The settings in force.
BIGHT_API bight_cloth_world_def bight_cloth_world_get_def(const bight_cloth_world *world);

/// Free a world and all in it. NULL is fine.
BIGHT_API void bight_cloth_world_destroy(bight_cloth_world *world);

// ---- sheets -----------------------------------------------------------------------------------------

/// What a sheet is made of. Woven cloth is orthotropic: warp runs along u of the pattern, weft along v.
/// Stretch energy per area: stretch_u/2 (|F u| - 1)^2 + stretch_v/2 (|F v| - 1)^2 + shear/2 (F u . F v)^2
/// (Baraff and Witkin 1998), F the deformation gradient from the pattern to space.
#define BIGHT_CLOTH_MATERIAL_FIELDS(X)                                                                       \
    X(density, "kg/m^2", 1e-4, 100.0, 0.2)                                                                   \
    X(stretch_u, "N/m: along the warp", 0.0, 1e6, 300.0)                                                     \
    X(stretch_v, "N/m: along the weft", 0.0, 1e6, 300.0)                                                     \
    X(shear, "N/m", 0.0, 1e6, 60.0)                                                                          \
    X(compress,                                                                                              \
      "share of stretch_u and stretch_v where threads are shortened: below 1 for cloth that would buckle "   \
      "finer than its mesh",                                                                                 \
      0.0, 1.0, 1.0)                                                                                         \
    X(bend, "N m: energy per area bend/2 curvature^2, about a flat rest shape", 0.0, 1.0, 2e-6)              \
    X(bend_friction,                                                                                         \
      "N: moment a width with which the inside of cloth resists a change of curvature, half of 2HB of "      \
      "Kawabata's test; cloth keeps shapes that it would need less than this to leave",                      \
      0.0, 1.0, 0.0)                                                                                         \
    X(strain_limit, "principal stretch beyond which limit_stiffness adds to the others", 1.0, 10.0, 1.05)    \
    X(limit_stiffness, "N/m: limit_stiffness/2 (stretch - strain_limit)^2 per area", 0.0, 1e6, 3000.0)

/// What a sheet is made of. Start from bight_cloth_material_default().
typedef struct bight_cloth_material {
#define X(field, words, least, most, standard) double field; ///< See the list above.
    BIGHT_CLOTH_MATERIAL_FIELDS(X)
#undef X
} bight_cloth_material;

/// Light cotton.
BIGHT_API bight_cloth_material bight_cloth_material_default(void);

/// How to make a sheet. Start from bight_cloth_def_default(), then set positions and triangles. All is
/// copied.
typedef struct bight_cloth_def {
    const bight_vec3 *positions; ///< (vertex_count)  metres, where the sheet is at first
    const int32_t *triangles;    ///< (triangle_count x 3)
    const double *uv;            ///< (uv_count x 2)  the pattern, metres. NULL: as in space at first.
    const int32_t *uv_triangles; ///< (triangle_count x 3)  corners in uv. NULL: triangles.
    int32_t vertex_count, triangle_count;
    int32_t uv_count; ///< 0 means vertex_count.
    bight_cloth_material material;
    double rope_friction; ///< Coulomb, cords on it, at most 10; below 0, the default, as the cord says.
    uint32_t cookie;      ///< Set by bight_cloth_def_default(). Leave it alone.
} bight_cloth_def;

/// No sheet yet, of light cotton.
BIGHT_API bight_cloth_def bight_cloth_def_default(void);

/// A sheet as a mesh to be drawn: finer and rounder than its triangles (PN triangles, Vlachos et al. 2001),
/// with smooth normals and, when it has a pattern, with its pattern as texture coordinates, in metres; where
/// the pattern is cut vertices are doubled.
/// @param env       Nullable: only the allocator is used.
/// @param positions (def->vertex_count) where its vertices are now. NULL: where they are at first.
/// @param level     How often each triangle is cut into four, 0 to 4.
/// @param mesh      Receives the mesh, the caller frees it with bight_mesh_free(); empty on failure.
/// @return BIGHT_ERROR_INVALID for a number not finite, a level or an index out of range;
///         BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_cloth_skin(const bight_env *env, const bight_cloth_def *def,
                                        const bight_vec3 *positions, int32_t level, bight_mesh *mesh,
                                        bight_error *error);

/// Add a sheet. It may cross itself and others.
/// @param cloth Receives the id; the null id on failure, and the world is then unchanged.
/// @return BIGHT_ERROR_INVALID for a number out of range, an index out of range, a triangle without area in
/// the
///         pattern, an edge with more than two triangles or turned faces; BIGHT_ERROR_TOO_LARGE;
///         BIGHT_ERROR_NO_MEMORY. The message names the place.
BIGHT_API bight_status bight_cloth_create(bight_cloth_world *world, const bight_cloth_def *def,
                                          bight_cloth_id *cloth, bight_error *error);

/// Borrow the vertices in the order they were given. NULL and count 0 if the id is stale.
/// Good until the world is next stepped or edited.
BIGHT_API const bight_vec3 *bight_cloth_positions(const bight_cloth_world *world, bight_cloth_id cloth,
                                                  int32_t *count);

/// Put a sheet elsewhere, at rest. @param positions (vertex count of the sheet) copied, all finite.
BIGHT_API bight_status bight_cloth_set_positions(bight_cloth_world *world, bight_cloth_id cloth,
                                                 const bight_vec3 *positions, bight_error *error);

/// Hold a vertex where it is, or let it go.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_INVALID for a vertex that does not exist.
BIGHT_API bight_status bight_cloth_pin(bight_cloth_world *world, bight_cloth_id cloth, int32_t vertex,
                                       bool pinned, bight_error *error);

/// Sew two vertices together. A thread, soft at first, pulls them to a tenth of the thickness; until all
/// stitches are closed cloth does not swing (docs/cloth.md, Seams). Within half of the thickness they are
/// welded: they become one vertex, at one place, and the cloth around them is stretched, touches and is
/// proved as one sheet, which also bends across the seam. Pins and hands on either hold both;
/// bight_cloth_set_positions() takes welds apart. Two in the same triangle are never welded, nor two that are
/// both pinned, nor in a hand. Sew every vertex of one border to one of the other: a free vertex between two
/// stitches jams against the other border, as do two of one triangle that are sewn to the same vertex.
/// @param stiffness N/m, > 0; 0 means ten times the stretch stiffness of the first sheet.
BIGHT_API bight_status bight_cloth_sew(bight_cloth_world *world, bight_cloth_id first, int32_t first_vertex,
                                       bight_cloth_id second, int32_t second_vertex, double stiffness,
                                       bight_error *error);

// ---- hands ------------------------------------------------------------------------------------------

/// Grasp a vertex. The hand starts where the vertex is and holds it there.
BIGHT_API bight_status bight_cloth_grasp(bight_cloth_world *world, bight_cloth_id cloth, int32_t vertex,
                                         bight_cloth_hand_id *hand, bight_error *error);

/// Grasp several vertices of a sheet with one hand, such as an edge: a rigid grip that moves without turning.
/// It starts in the middle of them. A pull is then shared by all of them, where a hand on one vertex tears at it.
/// @param vertices (count) of the sheet; each counts once.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_INVALID for none, for one that does not exist or is in a hand,
///         BIGHT_ERROR_NO_MEMORY. Nothing is grasped then.
BIGHT_API bight_status bight_cloth_grasp_many(bight_cloth_world *world, bight_cloth_id cloth,
                                              const int32_t *vertices, int32_t count,
                                              bight_cloth_hand_id *hand, bight_error *error);

/// Let go. False if the id is stale.
BIGHT_API bool bight_cloth_release(bight_cloth_world *world, bight_cloth_hand_id hand);

/// Target of the hand, metres. It moves there no faster than the cloth around it can follow: a hand that the cloth
/// pulls back slows down as the stretch around it comes near 0.03 above the material's strain_limit.
BIGHT_API bight_status bight_cloth_hand_set_target(bight_cloth_world *world, bight_cloth_hand_id hand,
                                                   bight_vec3 target);

/// What a hand does and feels.
typedef struct bight_cloth_hand_state {
    bight_vec3 position; ///< Where the hand is, metres: the grasped vertex, or the middle of several.
    bight_vec3 target;   ///< Where it should be, metres.
    bight_vec3 pull;     ///< Force of the cloth on the hand, contacts included, when the last step began, N.
    double force;        ///< The same without its direction, N.
    double lag;          ///< Distance between position and target, metres.
    bight_cloth_id cloth;
    int32_t vertex; ///< The first that it holds.
    int32_t count;  ///< How many it holds.
} bight_cloth_hand_state;

/// @return BIGHT_ERROR_STALE; *state is then zero.
BIGHT_API bight_status bight_cloth_hand_get(const bight_cloth_world *world, bight_cloth_hand_id hand,
                                            bight_cloth_hand_state *state);

// ---- obstacles --------------------------------------------------------------------------------------

/// How to make an obstacle. Start from bight_cloth_obstacle_def_default().
typedef struct bight_cloth_obstacle_def {
    bight_shape_kind kind;    ///< Default BIGHT_SHAPE_SPHERE.
    bight_vec3 size;          ///< Metres, see the kind. Default (1, 1, 1).
    bight_pose pose;          ///< Default: at the origin, not rotated.
    const bight_vec3 *points; ///< (point_count) mesh only, local frame, metres; open or closed. Copied.
    const int32_t *triangles; ///< (triangle_count x 3) mesh only. Copied.
    int32_t point_count, triangle_count;
    double friction; ///< Coulomb against cloth; below 0 means the world's. Default -1.
    double mass; ///< kg, 0 to 1e6: above 0 it falls and is carried by cloth, as a rigid body of even density;
                 ///< a mesh must then be closed. Default 0: it moves as it is told to.
    uint32_t cookie; ///< Set by bight_cloth_obstacle_def_default(). Leave it alone.
} bight_cloth_obstacle_def;

/// A ball of one metre at the origin.
BIGHT_API bight_cloth_obstacle_def bight_cloth_obstacle_def_default(void);

/// Add an obstacle. It moves when it is told to, and waits for cloth that cannot get away. Meshes may cross
/// themselves and each other: what crosses is only judged against cloth.
BIGHT_API bight_status bight_cloth_obstacle_create(bight_cloth_world *world,
                                                   const bight_cloth_obstacle_def *def,
                                                   bight_cloth_obstacle_id *obstacle, bight_error *error);

/// Where the obstacle should go. No point of it moves faster than the cloth around it can follow; while it
/// has to wait, the report of a step says how far it still has to go (lag).
/// @return BIGHT_ERROR_STALE; BIGHT_ERROR_INVALID: not finite, or it has mass.
BIGHT_API bight_status bight_cloth_obstacle_set_target(bight_cloth_world *world,
                                                       bight_cloth_obstacle_id obstacle, bight_pose target);

/// Where it is now, and the force of the cloth on it in the last step. Either may be NULL.
BIGHT_API bight_status bight_cloth_obstacle_get(const bight_cloth_world *world,
                                                bight_cloth_obstacle_id obstacle, bight_pose *pose,
                                                bight_vec3 *force);

// ---- cords ------------------------------------------------------------------------------------------

#define BIGHT_MAX_CORD_NODES 1000000 ///< All cords of a world together.

/// How to make a cord. Start from bight_cloth_cord_def_default().
typedef struct bight_cloth_cord_def {
    const bight_vec3 *points; ///< (count)  centre line, metres. Copied.
    int32_t count;            ///< 2 or more, 3 or more when closed.
    bool closed;              ///< Join last to first. Do not repeat the first point.
    double radius;            ///< Metres, > 0.
    double friction;          ///< Coulomb against cloth, at most 10; below 0 means the world's. Default -1.
    uint32_t cookie;          ///< Set by bight_cloth_cord_def_default(). Leave it alone.
} bight_cloth_cord_def;

/// No points yet; the world's friction.
BIGHT_API bight_cloth_cord_def bight_cloth_cord_def_default(void);

/// Add a cord: a chain of capsules as cloth sees a rope. It rests until bight_cloth_cord_move(). Cloth is
/// pushed away from it within the thickness of its surface, as from an obstacle, and sticks to it up to
/// friction; no link of it ever crosses a triangle (docs/cloth.md).
/// @param cord Receives the id; the null id on failure, and the world is then unchanged.
/// @return BIGHT_ERROR_INVALID for numbers out of range, or a link that crosses a triangle (which);
///         BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_cloth_cord_create(bight_cloth_world *world, const bight_cloth_cord_def *def,
                                               bight_cloth_cord_id *cord, bight_error *error);

/// Remove a cord. False if the id is stale.
BIGHT_API bool bight_cloth_cord_destroy(bight_cloth_world *world, bight_cloth_cord_id cord);

/// Say where a cord is now. Cloth that sticks to it follows in the next steps: with node i when there
/// are as many nodes as before, with the nearest part of it otherwise. That it came there without crossing
/// cloth is for the caller to prove, as the world of ropes does; where it is now is tested exactly.
/// @param points (count) metres. Copied.
/// @return BIGHT_ERROR_STALE; BIGHT_ERROR_INVALID for numbers that are not finite, too few points, or a link
///         that crosses a triangle (which); BIGHT_ERROR_NO_MEMORY. The cord is then where it was.
BIGHT_API bight_status bight_cloth_cord_move(bight_cloth_world *world, bight_cloth_cord_id cord,
                                             const bight_vec3 *points, int32_t count, bight_error *error);

/// Borrow the forces of the cloth on the nodes at the end of the last step, N: each contact's, shared out by
/// how near it is to either end of its link. Their sum is opposite to that of the cord on the cloth. All
/// zero after a move. NULL and count 0 if the id is stale. Good until the world is next stepped or edited.
BIGHT_API const bight_vec3 *bight_cloth_cord_forces(const bight_cloth_world *world,
                                                    bight_cloth_cord_id cord, int32_t *count);

// Until 0.1 a cord was called a strand. The old names stay for one version more, as do strand_contacts and
// strand_piercings in a report.
#define BIGHT_MAX_STRAND_NODES BIGHT_MAX_CORD_NODES
#define bight_cloth_strand_id bight_cloth_cord_id
#define bight_cloth_strand_def bight_cloth_cord_def
#define bight_cloth_strand_def_default bight_cloth_cord_def_default
#define bight_cloth_strand_create bight_cloth_cord_create
#define bight_cloth_strand_destroy bight_cloth_cord_destroy
#define bight_cloth_strand_move bight_cloth_cord_move
#define bight_cloth_strand_forces bight_cloth_cord_forces

// ---- stepping ---------------------------------------------------------------------------------------

/// What one step did.
typedef struct bight_cloth_report {
    int32_t contacts;      ///< Pairs nearer than the thickness that pushed each other, obstacles included.
    int32_t intersections; ///< Edges that pierce faces now.
    double contour_length; ///< Of those intersections, metres.
    double moved;          ///< Farthest any vertex moved, metres.
    double slip;           ///< Farthest any contact slid, metres.
    double stretch;        ///< Greatest principal stretch of any triangle.
    double time;           ///< Pseudo-time advanced, s. Less than asked for after trouble.
    int32_t iterations;    ///< Of conjugate gradients, summed.
    double residual;       ///< Of the last linear system, against that at the start.
    int32_t clamped;       ///< Vertices whose motion was shortened.
    int32_t listings;      ///< Times that near pairs were listed again.
    int32_t breakdowns; ///< Linear systems that had to be given up and tried again with half the time step.
    /// Proved: from a clean state nothing went through anything in this step (docs/cloth.md).
    bool certified;
    int32_t held;  ///< Vertices that safe mode stopped on their way.
    int32_t unproved; ///< Near pairs that no proof covers: they touched or crossed already.
    int32_t rounds;   ///< Of shortening: 0 when all was proved at once.
    bool rolled_back; ///< The exact test contradicted the proof and the step was undone: please report this.
    double lag;       ///< The farthest that an obstacle is from its target, metres.
    double detection, assembly, solve; ///< Seconds, when the world has a clock.
    union {
        int32_t cord_contacts;   ///< Those of contacts that are with cords.
        int32_t strand_contacts; ///< Its name until 0.1.
    };
    union {
        int32_t cord_piercings;   ///< Links of cords that pierce triangles: 0, unless a sheet was put there.
        int32_t strand_piercings; ///< Its name until 0.1.
    };
    /// Vertices that were moved first, because their layers lay in one place (docs/cloth.md).
    int32_t parted;
    int32_t layers; ///< Places where layers are nearer than a tenth of what they should keep, or touch.
    bight_vec3 layer_place; ///< The one of them where they are nearest, metres. Zero when there is none.
    double layer_distance;  ///< How near they are there, metres.
} bight_cloth_report;

/// One step. No memory is taken once warm: when lists have seen their largest size.
/// @param report Nullable.
/// @return BIGHT_ERROR_NO_MEMORY; the world is then as it was, but that layers that lay in one place may have
///         been parted. BIGHT_ERROR_STOPPED when the watch of the world's env says so: the world is then as
///         it was, and so is its hash, and the report is all zero.
BIGHT_API bight_status bight_cloth_world_step(bight_cloth_world *world, bight_cloth_report *report);

/// A hash of everything that decides the future. Equal for equal histories on any compiler and thread count.
BIGHT_API uint64_t bight_cloth_world_hash(const bight_cloth_world *world);

/// Bytes the world holds.
BIGHT_API size_t bight_cloth_world_memory(const bight_cloth_world *world);

/// Total energy of the sheets without contacts, J: stretch, strain limit, bending, weight.
typedef struct bight_cloth_energy {
    double stretch, limit, bend, weight;
} bight_cloth_energy;

/// Of all sheets, as they are now.
BIGHT_API bight_cloth_energy bight_cloth_world_energy(const bight_cloth_world *world);

// ---- settling ---------------------------------------------------------------------------------------

/// What must hold for 20 steps in a row before cloth counts as settled; in this order the first that fails is
/// named. Cloth of which in 60 steps at most one vertex in 200 went half a thickness, while contacts changed by less
/// than a hundredth or by four, counts as at rest, too: MOVING, SLIPPING and TOUCHING are then not asked.
#define BIGHT_CLOTH_SETTLED_LIST(X)                                                                          \
    X(SETTLED, "settled")                                                                                    \
    X(CROSSING, "edges still pierce faces")                                                                  \
    X(MOVING, "vertices still move by more than a thousandth of an edge a step")                             \
    X(SLIPPING, "contacts still slide by more than a thousandth of an edge a step")                          \
    X(TOUCHING, "the number of contacts still changes by more than a hundredth")                             \
    X(STRETCHED, "some triangle is stretched beyond 1.10")                                                   \
    X(LAYERED, "layers are nearer to each other than a tenth of the thickness")

/// Why settling ended.
typedef enum bight_cloth_settled {
#define X(name, words) BIGHT_CLOTH_##name,
    BIGHT_CLOTH_SETTLED_LIST(X)
#undef X
} bight_cloth_settled;

/// The sentence for an outcome. A string constant: never free it.
BIGHT_API const char *bight_cloth_settled_text(bight_cloth_settled settled);

/// Where a loop of intersection is left.
typedef struct bight_cloth_loop {
    bight_vec3 centre; ///< Mean of its points, metres.
    double length;     ///< Metres.
    int32_t pairs;     ///< Edge-face pairs along it.
} bight_cloth_loop;

/// What settling did, and what remains.
typedef struct bight_cloth_settle_report {
    bight_cloth_settled outcome;
    int32_t steps;         ///< Taken.
    int32_t intersections; ///< Of the state that is returned.
    double contour_length; ///< Of it, metres.
    double stretch;        ///< Of it.
    int32_t level;         ///< Highest rung of the ladder that was climbed: 0 none, 1 softer contacts without
                           ///< friction, 2 whole sides of contours were pushed, 3 shakes: for a few steps no
                           ///< contacts within two edges of intersections.
    bool stuck;            ///< The ladder was at its end and contours no longer shrank.
    int32_t layers;        ///< As in bight_cloth_report, in the last step, as are the next two.
    bight_vec3 layer_place;
    double layer_distance;
    int32_t contours;      ///< Loops that are left, all of them.
    int32_t loop_count;    ///< How many of loops are set.
    bight_cloth_loop loops[16]; ///< The longest loops that are left, longest first.
} bight_cloth_settle_report;

/// Settling step by step, for callers that step the world themselves. Start from {0}.
typedef struct bight_cloth_watch {
    bight_cloth_settled outcome;            ///< The first test that failed in the last step.
    bool settled; ///< None failed in the last 20 steps, or it lies still by the second rule.
    int32_t steps;                          ///< Watched.
    int32_t level;                          ///< Highest rung of the ladder, as in bight_cloth_settle_report.
    bool stuck;                             ///< The ladder is at its end and contours no longer shrink.
    int32_t quiet, contacts, since, shakes; ///< The library's own business, as is contour.
    double contour;
} bight_cloth_watch;

/// Judge a step of the world, and climb the ladder when contours do not shrink.
/// @param report Of the step just made.
BIGHT_API void bight_cloth_watch_step(bight_cloth_world *world, bight_cloth_watch *watch,
                                      const bight_cloth_report *report);

/// Leave the ladder: from the next step on all is as without a watch.
BIGHT_API void bight_cloth_watch_end(bight_cloth_world *world);

/// Step until settled, at most max_steps times (0 means 2000). The world is left in the best state that was
/// seen since a hand or an obstacle last moved: fewest intersections, then least energy. Those stay where
/// they are.
/// @param stop Nullable: asked while the first step of a world is prepared, and after each step; true ends it
///             with BIGHT_ERROR_STOPPED, best state kept. The watch of the world's env does the same, and is
///             asked during steps too.
/// @return BIGHT_OK also when it did not settle: read report->outcome. BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_cloth_world_settle(bight_cloth_world *world, int32_t max_steps,
                                                bool (*stop)(void *user), void *user,
                                                bight_cloth_settle_report *report);
