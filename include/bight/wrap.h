// SPDX-License-Identifier: MIT
// Wrapping things in cloth: things to wrap, whether they can be wrapped, how much of them is behind cloth, and programs
// that say how; docs/wraps.md.

#pragma once

#include "bight/base.h"
#include "bight/geodesic.h"
#include "bight/io.h"
#include "bight/mesh.h"
#include "bight/scene_dress.h"
#include "bight/shape.h"

// ---- things to wrap -----------------------------------------------------------------------------------

/// An object that is made by code.
typedef struct bight_wrap_object {
    const char *name, *words;
    double coverage; ///< least share of its surface that a good wrap covers
    double rim; ///< of what is below this share of its height: a basket's handle and a bottle's neck stay out
} bight_wrap_object;

/// Objects by their index from 0; NULL beyond the last. Constant.
BIGHT_API const bight_wrap_object *bight_wrap_object_at(int32_t index);

/// What a good wrap covers: the object of that name, or for all else (a file, NULL) one without name of which 0.98 is covered.
/// @return Constant, never NULL.
BIGHT_API const bight_wrap_object *bight_wrap_wanted(const char *name);

/// Make one: a closed mesh of one piece, 1,000 to 20,000 triangles, facing outward, standing on y = 0, about 1 m long.
/// @param mesh Receives it without normals; the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for another name, with one that you may have meant; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_object_make(const bight_env *env, const char *name, bight_mesh *mesh,
                                              bight_error *error);

/// What an object stands on, after it was set down: a facet of its convex hull.
typedef struct bight_wrap_stand {
    bight_vec3 extent; ///< metres along x, y and z of the object as it stands
    double volume;     ///< cubic metres
    double area;       ///< square metres of the facet
    double margin;     ///< metres from below its centre of mass to the facet's border
    bool turned;       ///< it did not stand like that in its file
} bight_wrap_stand;

/// Scale an object and set it down: its stand in the plane y = 0, its centre of mass above the origin. The stand is the facet that faces
/// down within 10 degrees, else the largest, among those inside whose border the centre of mass is by at least a fortieth of the
/// object's longest side.
/// @param mesh Changed in place; a mesh that is inside out is turned. On failure it may be scaled.
/// @param size Metres: its longest side along x, y or z as it stands; 0 leaves its size.
/// @return BIGHT_ERROR_INVALID in words, with numbers and what to do: open, in several pieces, without inside, without flat stand,
///         beyond 2^20 triangles, a vertex without triangle, a size out of range; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_set_down(const bight_env *env, bight_mesh *mesh, double size,
                                           bight_wrap_stand *stand, bight_error *error);

// ---- coverage -----------------------------------------------------------------------------------------

/// Whose surface is looked at, and the cloth that should be before it. All in one frame.
typedef struct bight_wrap_view {
    const bight_vec3 *points;   ///< (point_count) of the object, metres
    const int32_t *triangles;   ///< (triangle_count x 3) facing outward
    const bight_vec3 *cloth;    ///< (cloth_count) vertices, metres
    const int32_t *cloth_sides; ///< (cloth_side_count x 3) triangles
    int32_t point_count, triangle_count, cloth_count, cloth_side_count;
    bight_vec3 up; ///< with `below`: only places x of the surface with up . x < below count; zero: all
    double below;  ///< metres
    int32_t rays;  ///< 1 to 1e6; 0 means 4,096
} bight_wrap_view;

/// The share of an object's surface that is behind cloth: of places spread evenly over its area, always the same ones, those from
/// which a ray straight outward meets a triangle of cloth. Whether a ray meets a triangle is decided exactly
/// (predicates of geom/crossing.h): none slips through a common edge.
/// @param coverage Receives 0 to 1; NaN when nothing counts.
/// @return BIGHT_ERROR_INVALID for an index out of range, a coordinate that is not finite, a count out of range; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_coverage(const bight_env *env, const bight_wrap_view *view,
                                           double *coverage, bight_error *error);

/// The share of an object that is seen past its cloth. From far away in 96 directions, spread evenly over the sphere, and always the same in the
/// object's own frame, its picture is taken without cloth and with it; what lies behind the object itself is in neither.
/// `most` counts an open mouth that straight rays of bight_wrap_coverage() miss, as they meet a knot above it.
/// @param view `rays`: places of the surface that are looked at; 0 means 1,024.
/// @param mean Receives 0 to 1: the area that is seen in all pictures with cloth, in areas of all without; NaN when nothing counts.
/// @param most Receives 0 to 1: likewise, of the picture that shows most.
/// @return As bight_wrap_coverage().
BIGHT_API bight_status bight_wrap_open(const bight_env *env, const bight_wrap_view *view, double *mean,
                                       double *most, bight_error *error);

/// Places in the frame of an object that is at a pose, where its surface has the numbers that it was made with.
/// @param points (count) metres
/// @param local  (count) Receives them; may be `points` itself.
BIGHT_API void bight_wrap_local(const bight_pose *pose, const bight_vec3 *points, int32_t count,
                                bight_vec3 *local);

// ---- programs -------------------------------------------------------------------------------------------

/// Most bytes of a program's file.
#define BIGHT_WRAP_MAX_BYTES (1 << 20)

/// Most steps of a program.
#define BIGHT_WRAP_MAX_STEPS 200

/// Corners of the cloth are a, b, c, d, from the place (0, 0) of the pattern along u: figure 13 of Wang and Komura.
#define BIGHT_WRAP_CORNERS 4

/// What hands may hold: the corners, and the knot of what is tied
#define BIGHT_WRAP_HANDS 5

/// Which hand: 0 to 3 for "a" to "d", 4 for "knot", -1 for all else. @param name Not NULL.
BIGHT_API int32_t bight_wrap_hand(const char *name);

/// Its name: "a" to "d", "knot"; NULL below 0 and from BIGHT_WRAP_HANDS on. Constant.
BIGHT_API const char *bight_wrap_hand_name(int32_t hand);

/// A place that a corner or the knot is led to, from where the step finds it.
typedef struct bight_wrap_move {
    const char *corner; ///< or "knot"
    bight_vec3 by;      ///< sides of the cloth
} bight_wrap_move;

/// What is otherwise from here on. NaN: as it was.
typedef struct bight_wrap_set {
    double gravity;  ///< m/s^2, downwards
    double friction; ///< 0 to 2, of cloth on cloth and on the object
} bight_wrap_set;

/// What a step does.
typedef enum bight_wrap_verb {
    BIGHT_WRAP_STATE,
    BIGHT_WRAP_HOLD,
    BIGHT_WRAP_RELEASE,
    BIGHT_WRAP_SETTLE,
    BIGHT_WRAP_MOVE,
    BIGHT_WRAP_SET
} bight_wrap_verb;

/// A step of a program; the fields are the keys of docs/wraps.md.
typedef struct bight_wrap_step {
    int32_t text_line;
    bight_wrap_verb verb;
    const char *state;
    bight_scene_names hold, release;
    int32_t settle;
    const bight_wrap_move *move; ///< (move_count)
    int32_t move_count;
    int32_t cycles;
    const bight_wrap_set *set;
} bight_wrap_step;

/// Where the object lies when the program begins, in sides of the cloth.
typedef struct bight_wrap_place {
    bight_vec3 room; ///< the box that it must fit into
    bight_vec3 at;   ///< the middle of that box's floor
    bool lie;        ///< its longest side lies along x, its shortest one is upright; else it stands
} bight_wrap_place;

/// The cloth of a program.
typedef struct bight_wrap_cloth {
    double size;      ///< metres along a side
    int32_t columns;  ///< squares along a side
    int32_t preview;  ///< likewise, for a quick look
    double thickness; ///< sides of the cloth
    double friction;  ///< 0 to 2, of cloth on cloth and on the object
    double bend;      ///< N m, 0 to 1
    double shear;     ///< N/m, 0 to 1e6
    double compress;  ///< 0 to 1: share of its stiffness with which it resists being shortened
} bight_wrap_cloth;

/// Two lines that are to be knotted.
typedef struct bight_wrap_knot {
    bight_scene_names lines; ///< their corners
    const char *wanted;      ///< knot type of both, joined across the cloth
} bight_wrap_knot;

/// A program, as its file says it.
typedef struct bight_wrap_program {
    const char *name, *title, *note, *source;
    const char *object; ///< what is wrapped unless told
    double mass;        ///< kg
    bool table;         ///< the cloth lies on one
    double gravity;     ///< m/s^2 at the start
    const bight_wrap_cloth *cloth;
    const bight_wrap_place *place;
    const bight_scene_pleat *pleats; ///< nullable; lengths in sides of the cloth
    const bight_wrap_knot *knots;    ///< (knot_count)
    const bight_wrap_step *steps;    ///< (step_count)
    int32_t knot_count, step_count;
} bight_wrap_program;

/// A program that was read, and the memory it is in.
typedef struct bight_wrap_file bight_wrap_file;

/// Read a program: keys, ranges, corners, and that nothing is moved that is not held.
/// @param text (length) UTF-8 JSON
/// @param file Receives it; free it with bight_wrap_close(). NULL on failure.
/// @return BIGHT_ERROR_PARSE with the line and the key; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_read(const bight_env *env, const void *text, size_t length,
                                       bight_wrap_file **file, bight_error *error);

/// The program, as long as the file is open.
BIGHT_API const bight_wrap_program *bight_wrap_file_program(const bight_wrap_file *file);

/// NULL is fine.
BIGHT_API void bight_wrap_close(bight_wrap_file *file);

/// The JSON Schema of programs, piece by piece.
BIGHT_API void bight_wrap_schema(void (*write)(void *user, const char *text, size_t length), void *user);

// ---- what a good wrap is --------------------------------------------------------------------------------

#define BIGHT_WRAP_MOST_STRETCH 1.10  ///< of any triangle, lifted and held
#define BIGHT_WRAP_MOST_SINKING 0.005 ///< metres, less than which the object sinks while it hangs
#define BIGHT_WRAP_LEAST_LIFT 0.95    ///< of plan->lift: how far what is held goes up
#define BIGHT_WRAP_LEAST_MOVED 0.5    ///< of plan->lift, more than which the object goes up

// ---- rehearsal and scene --------------------------------------------------------------------------------

/// What is asked for; zero is what the program says.
typedef struct bight_wrap_wish {
    double size;      ///< metres, of the cloth
    int32_t columns;  ///< squares along its side
    double thickness; ///< metres
    double
        length;   ///< metres, the object's longest side; 0: as fits the room in a cloth of the program's size
    bool preview; ///< the program's coarse cloth, and a short lift
} bight_wrap_wish;

/// A rehearsed wrap: everything that is known before any cloth moves.
typedef struct bight_wrap_plan {
    double size, thickness; ///< metres, of the cloth
    int32_t columns;        ///< squares along its side
    bool preview;
    bight_wrap_stand stand; ///< of the object; with `lie` area and margin are 0
    bight_vec3 at;          ///< metres: where its foot is
    bight_vec3 up;          ///< where its upper side points, in its own frame
    double low, high;       ///< metres: how far it goes along `up`
    bight_scene_hold hold;  ///< metres: what a bag is kept free of; 0 without
    double line;            ///< metres from the middle of the cloth to a corner
    /// metres of each line over the object's hull: from under its middle to above it
    double over[BIGHT_WRAP_CORNERS];
    double needed_line, needed_size;  ///< metres: that each line and side of the cloth must have
    double most_thickness;            ///< metres: for this cloth and its knots
    int32_t least_columns;            ///< for this thickness
    double lift;                      ///< metres
    int32_t lift_cycles, hold_cycles; ///< of the lift, and of hanging
} bight_wrap_plan;

/// Set an object down at its place and judge whether the wrap can be done: room, length of lines over the object by geodesics on
/// its hull, reach of corners, thickness, columns.
/// @param mesh   Scaled and set down in place; where it stands in the plan's scene it is moved by plan->at.
/// @return BIGHT_ERROR_INVALID in words, with numbers and what to do; BIGHT_ERROR_NO_MEMORY. The plan then has what was found so far.
BIGHT_API bight_status bight_wrap_rehearse(const bight_env *env, const bight_wrap_program *program,
                                           const bight_wrap_wish *wish, bight_mesh *mesh,
                                           bight_wrap_plan *plan, bight_error *error);

/// The ways that plan->over has the lengths of: the four lines of the cloth over the hull of an object that was rehearsed, in its own
/// frame, from under its middle to above it. Each sets out towards its corner and goes straight on; where that is no way, the shortest.
/// @param mesh As bight_wrap_rehearse() left it.
/// @param plan Its `stand` is looked at.
/// @param ways (BIGHT_WRAP_CORNERS) Receives them, points and lengths in metres; free each with bight_geodesic_free(). On failure all
///             are empty: no points, length 0.
/// @return BIGHT_ERROR_INVALID when none leads there, or the object has no hull; BIGHT_ERROR_TOO_LARGE for one of too many points;
///         BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED by the watch of env.
BIGHT_API bight_status bight_wrap_lines(const bight_env *env, const bight_mesh *mesh,
                                        const bight_wrap_plan *plan, bight_geodesic ways[BIGHT_WRAP_CORNERS],
                                        bight_error *error);

/// Which names the scene has: its object's file, and the states behind the program's own.
#define BIGHT_WRAP_OBJECT_FILE "object.obj"
#define BIGHT_WRAP_LIFTED "lifted" ///< all held corners are up
#define BIGHT_WRAP_HELD "held"     ///< it has hung for hold_cycles

/// The scene of a rehearsed wrap (docs/scene.md): the cloth, the object from BIGHT_WRAP_OBJECT_FILE, the program's steps, then
/// the lift. Each state is a still, and expects no intersection, no cycle without proof, and the knots.
/// @param text Receives the JSON; free it with bight_bytes_free(). Empty on failure.
/// @return BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_scene(const bight_env *env, const bight_wrap_program *program,
                                        const bight_wrap_plan *plan, bight_bytes *text, bight_error *error);

/// No vertex may be in two hands at once: a corner's patch may reach into the knot where the tail is short. Steps are looked
/// at one after another.
/// @param upper (upper_count) vertices that the hand "knot" takes, of the cloth of that plan: bight_pleats.upper. NULL when it takes none.
/// @return BIGHT_ERROR_INVALID in words, with the program's line and what to do.
BIGHT_API bight_status bight_wrap_hands_apart(const bight_wrap_program *program, const bight_wrap_plan *plan,
                                              const int32_t *upper, int32_t upper_count, bight_error *error);

/// Look only at what is below an object's rim: set `up` and `below` of a view of the object in its own frame.
/// @param rim As bight_wrap_object.rim; from 1 on all is looked at.
BIGHT_API void bight_wrap_below_rim(bight_wrap_view *view, const bight_wrap_plan *plan, double rim);

/// How often edges of the object go through triangles of the cloth, and edges of the cloth through the object's, exactly.
/// @param meetings Receives the count; 0 on failure.
/// @return BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED by the watch of env.
BIGHT_API bight_status bight_wrap_meetings(const bight_env *env, const bight_wrap_view *view,
                                           int64_t *meetings, bight_error *error);
