// SPDX-License-Identifier: MIT
// What the page's engine calls: one scene at a time for each WebAssembly instance, and names of knots.
// Numbers come back in a small box of doubles (bw_box()), texts as pointers that are good until the next call
// of the same function. Calls answer 0 or a count when all is well, else -1, and bw_error() says why.

#pragma once

#include "bight/bight.h"
#include "bight/code_text.h"
#include "bight/play.h"
#include "bight/scene.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__EMSCRIPTEN__)
#define BW_API __attribute__((used, visibility("default")))
#else
#define BW_API
#endif

// ---- memory and messages ----------------------------------------------------------------------------

BW_API void *bw_take(size_t size); ///< NULL when there is no memory.
BW_API void bw_give(void *memory);
BW_API double *bw_box(void);       ///< (64)
BW_API const char *bw_error(void); ///< Of the last call that failed.
BW_API int32_t bw_error_line(void);
BW_API const char *bw_version(void);

/// Bytes that the last call of a bw_make_... function left.
BW_API const uint8_t *bw_bytes(void);
BW_API size_t bw_bytes_size(void);

// ---- scene ------------------------------------------------------------------------------------------

/// A file that the next scene may name. Copied, and kept as long as that scene.
BW_API int32_t bw_file(const char *name, const void *bytes, size_t size);

/// Read a scene and make its world; then the scene before and its files are let go. On failure it is there still.
BW_API int32_t bw_open(const char *text, size_t size);

/// Go on with the script of a text that is the open scene's otherwise (bight_play_go_on), with its files. After a failure the
/// play is spoilt: bring back the state before.
BW_API int32_t bw_go_on(const char *text, size_t size);
BW_API void bw_close(void);

BW_API int32_t bw_rope_count(void);
BW_API int32_t bw_rope(int32_t rope); ///< Box: nodes, closed, radius, link length, colour or -1.
BW_API const char *bw_rope_name(int32_t rope);
BW_API const double *bw_nodes(int32_t rope); ///< (nodes x 3) borrowed until the next cycle

BW_API int32_t bw_obstacle_count(void);
BW_API int32_t bw_obstacle(int32_t obstacle); ///< Box: bight_shape_kind, size x y z, colour or -1, points,
                                              ///< triangles.
BW_API const char *bw_obstacle_name(int32_t obstacle);
BW_API const double *bw_obstacle_points(int32_t obstacle);     ///< (points x 3) mesh only
BW_API const int32_t *bw_obstacle_triangles(int32_t obstacle); ///< (triangles x 3) mesh only
BW_API int32_t bw_pose(int32_t obstacle); ///< Box: position, quaternion x y z w (never all zero).

BW_API int32_t bw_cloth_count(void);
/// Box: vertices, triangles, places on the pattern (0: as the cloth lies at first), colours of front, back
/// and accent or -1, bight_weave, metres after which the weave repeats or 0, shortest edge.
BW_API int32_t bw_cloth(int32_t cloth);
BW_API const char *bw_cloth_name(int32_t cloth);
BW_API const double *bw_vertices(int32_t cloth);           ///< (vertices x 3) borrowed until the next cycle
BW_API const int32_t *bw_cloth_triangles(int32_t cloth);   ///< (triangles x 3)
BW_API const double *bw_pattern(int32_t cloth);            ///< (places x 2) metres
BW_API const int32_t *bw_pattern_triangles(int32_t cloth); ///< (triangles x 3) corners on the pattern
/// Of the last cycle. Box: edges that pierce faces, greatest stretch, farthest that a vertex moved, in
/// shortest edges.
BW_API int32_t bw_cloth_state(void);

// ---- elastic rods: web_rod.c ------------------------------------------------------------------------

BW_API int32_t bw_material_count(void);
BW_API int32_t bw_material(int32_t index); ///< Box: radius, density, bend, friction (bight/material.h).
BW_API const char *bw_material_name(int32_t index);
BW_API const char *bw_material_title(int32_t index);
/// Box: bight_rope_model as it moves now; as the scene says density, bend, friction (or that of bw_rub), time step,
/// links of its needle, gravity downwards.
BW_API int32_t bw_rod(int32_t rope);
BW_API const char *bw_rope_material(int32_t rope); ///< "" for none.
/// How thick a rope's needle is drawn (bight_scene_needle_radii()).
/// @param list Receives the radii, metres, of the nodes of its links, in the rope's order: as many as links and one more.
/// @return Whether it is at the rope's last end.
BW_API int32_t bw_needle(int32_t rope, double *list);
/// Another friction for all rods, from the next cycle on, as the step "model" of a scene does it.
/// @param friction 0 to 10
BW_API int32_t bw_rub(double friction);
/// Tension of each link, newtons; 0 on other ropes, and beyond the last link.
/// @param list (nodes) @return nodes
BW_API int32_t bw_tensions(int32_t rope, float *list);
/// Of a rod that carries twist the angle between the two links of each node about themselves, radians; 0 at open ends.
/// @param list (nodes) @return nodes; 0 for other ropes
BW_API int32_t bw_twists(int32_t rope, float *list);

/// Tie, set and pull the knot of a scene's text, with a card that says its load, as `bight hold` does (bight/hold.h); the open
/// scene stays as it is. Box: bight_hold_verdict, diameters of free ends drawn in, load, newtons, friction, the ropes' radius, metres,
/// the rope that capsized or -1, the load at which it did.
/// @param material "": a rope of 10 mm.
/// @param friction 0 to 10; NaN: the material's.
BW_API int32_t bw_hold(const char *text, size_t size, const char *material, double friction);
/// Whether an open rope alone ties a loop knot. Box: two nodes of the loop, so far apart, by which it is pulled against its first
/// end or its last.
BW_API int32_t bw_hold_loop(const double *points, int32_t count, int32_t last, double apart);
/// Nodes of a rope as the last pull left it. Box: how many.
BW_API const double *bw_held_points(int32_t rope);

BW_API const char *bw_title(void);
BW_API const char *bw_note(void);
BW_API int32_t bw_view(void);     ///< Box: from x y z, up x y z.
BW_API int32_t bw_settings(void); ///< Box: slip, speed limit, stretch limit, gravity x y z; defaults before a scene.
BW_API int32_t bw_setting_ranges(void); ///< Box: least and most slip, speed limit, stretch limit.
BW_API int32_t bw_set_settings(double slip, double speed_limit, double stretch_limit, double gx, double gy,
                               double gz);

// ---- time -------------------------------------------------------------------------------------------

/// Follow the script for `most` cycles, or less when it ends: how many were done. Box: 0 it goes on, 1 it is
/// done, 2 a step could not be done or an expectation did not hold (bw_error() says which).
BW_API int32_t bw_play(int32_t most);

/// Cycles without the script.
BW_API int32_t bw_coast(int32_t cycles);

/// Box: cycles done, cycles expected in all, step, whether that step has begun, cuts, rollbacks, expectations
/// checked, of these failed.
BW_API int32_t bw_progress(void);

BW_API int32_t bw_step_count(void);
BW_API double bw_step_began(int32_t step); ///< Cycle, or -1.
BW_API const char *bw_step_note(int32_t step);
BW_API const char *bw_step_verb(int32_t step);

/// Whether step's expectation holds now: 1 or 0. Ropes have the names that bw_know() gave.
BW_API int32_t bw_holds(int32_t step);

/// The knot that a rope has now, as found elsewhere. chirality as in bight_play_chirality.
BW_API void bw_know(int32_t rope, const char *name, int32_t chirality);

/// Hash of the world, 16 hexadecimal digits.
BW_API const char *bw_hash(void);

/// What the last cycle led to, as bight_step_report has it. Box: least gap or -1 when nothing is near, longest link,
/// jammed pairs, at rest, tight, greatest pull of a hand.
BW_API int32_t bw_report(void);

/// The node of a rope that a ray would grasp: bight_world_pick(). 1 and a box: rope, node, distance along the ray, distance
/// from it; 0 when there is none.
BW_API int32_t bw_pick(double x, double y, double z, double dx, double dy, double dz, double reach);

/// Contacts of the last cycle, at most `most`, four floats each: point, depth in radii of the thinner rope.
BW_API int32_t bw_contacts(float *list, int32_t most);

// ---- hands ------------------------------------------------------------------------------------------

/// Hands of the script come first, by their index in it; others follow as they are made. The place of a hand
/// that lets go is used again, with the same name.
BW_API int32_t bw_hand_count(void);
BW_API int32_t bw_grasp(int32_t rope, int32_t node);          ///< The hand.
BW_API int32_t bw_grasp_cloth(int32_t cloth, int32_t vertex); ///< The hand.
BW_API int32_t bw_target(int32_t hand, double x, double y, double z);
BW_API int32_t bw_release(int32_t hand);

/// Begin a line that a hand follows, where the hand is (bight/drawn.h): a point of the plane in which rope is laid, and up,
/// towards the viewer. It takes the place of the line before.
BW_API int32_t bw_draw(int32_t hand, double x, double y, double z, double ux, double uy, double uz);
/// Draw on, straight to a point, over or under all that is crossed on the way.
BW_API int32_t bw_draw_to(int32_t hand, double x, double y, double z, int32_t under);
BW_API void bw_draw_end(int32_t hand);
/// Set the targets of all hands that follow lines: before each cycle.
BW_API void bw_draw_step(void);
/// Whether a hand follows a line. Box: metres left, height, whether it crosses something, under, rope and link that it
/// crosses or -1, cycles that it has waited.
BW_API int32_t bw_drawn(int32_t hand);

/// Box: holds, rope or -1, node or vertex, position x y z, target x y z, lag, stretched, blocked, cloth or
/// -1, pull (bight_hand_state; 0 on a cloth).
BW_API int32_t bw_hand(int32_t hand);
BW_API const char *bw_hand_name(int32_t hand);

// ---- files ------------------------------------------------------------------------------------------

enum { BW_STL, BW_GLB, BW_XYZ, BW_OBJ, BW_PLY };

/// The scene as it is now, as a file. OBJ and PLY: its cloth, with vertices, faces and places on the pattern
/// in the order of the files that it came from.
BW_API int32_t bw_make_file(int32_t format);

/// A scene in which a knot of that name is pulled tight.
BW_API int32_t bw_make_tie(const char *name, int32_t left);

/// Below 0, with an error, for a file that nothing here reads, as a picture: bight_refuse_foreign().
BW_API int32_t bw_refuse(const void *bytes, size_t size);

/// Read a dropped file. Answers how many curves it has; bw_read_... tell about them. A file of codes gives a
/// start shape for each, with links of length one. The notes of the reader are in bw_bytes().
BW_API int32_t bw_read(const void *bytes, size_t size, const char *file_name);
BW_API int32_t bw_read_curve(int32_t curve); ///< Box: points, closed, radius or 0.
BW_API const double *bw_read_points(int32_t curve);
BW_API const char *bw_read_name(int32_t curve);

// ---- meshes of cloth --------------------------------------------------------------------------------

/// Read a mesh (OBJ, PLY, glTF) and keep it until the next. Answers how many triangles it has.
BW_API int32_t bw_mesh_read(const void *bytes, size_t size, const char *file_name);
BW_API const double *bw_mesh_points(void); ///< (vertices x 3) may hold NaN; borrowed until it is mended

/// Box: vertices, faces, triangles, seams, places on the pattern, share of edges as long on the pattern as in
/// space (within a quarter, when both have the same area; 0 when corners have no place), shortest edge in
/// space, shortest edge on the pattern at that size.
BW_API int32_t bw_mesh(void);

/// Look for faults: how many. Box: panels, border edges, intersections, contours, of these closed, touching,
/// triangles left out of these counts.
BW_API int32_t bw_mesh_check(void);
BW_API int32_t bw_mesh_fault_kind(int32_t fault);
BW_API const char *bw_mesh_fault_place(int32_t fault); ///< "face 2, vertex 7", counted from 1.
enum { BW_FAULT_NAME, BW_FAULT_TEXT, BW_FAULT_MEND };
BW_API const char *bw_mesh_fault_words(int32_t kind, int32_t what);

/// Mend what can be mended. Answers how many kinds of faults there are; box: how many of each were mended.
BW_API int32_t bw_mesh_repair(void);

/// The mesh as an OBJ file, to the last bit.
BW_API int32_t bw_mesh_write(void);

// ---- knots in cloth ---------------------------------------------------------------------------------

BW_API int32_t bw_dress_count(void);
/// Judge a knot as its cloth lies now. Box: kept, whether its sliders were stopped, how far they went, vertices and triangles of
/// its pipe, where it is not as it should be (x, y, z), cycles that were not proved since cloth was first clean, or -1 when it
/// never was, whether the last settling came to rest.
BW_API int32_t bw_dress(int32_t dress);
enum { BW_DRESS_NAME, BW_DRESS_WANTED, BW_DRESS_FAILURE, BW_DRESS_REASON };
BW_API const char *bw_dress_words(int32_t dress, int32_t what); ///< Of the last bw_dress(); the reason of a stop.
BW_API const double *bw_dress_points(int32_t dress);            ///< (vertices x 3) of the pipe
BW_API const int32_t *bw_dress_triangles(int32_t dress);        ///< (triangles x 3)

/// How many strands a template has. Box: of each its length and mean radius, metres.
BW_API int32_t bw_template(const char *text, size_t size);

// ---- names ------------------------------------------------------------------------------------------

/// What a rope of the open scene may hold: see bight_play_around(). Box: poles, rings, objects, ropes, cloths.
BW_API int32_t bw_around(int32_t rope);

/// Name the knot of one curve (count x 3 coordinates) beside what bw_around() counted. Box: proved, crossings,
/// factors, and whether the name is all that there is to say (see bight_knot_words).
BW_API int32_t bw_name(const double *points, int32_t count, int32_t closed, int32_t poles, int32_t rings,
                       int32_t objects, int32_t ropes, int32_t cloths);
/// A rope of the open scene with what it may hold, as numbers (web_sail.c), for bw_sail() and bw_check() of any instance. 1, or 0
/// (no bytes) when there is something around it that names do not know.
BW_API int32_t bw_make_setting(int32_t rope);
/// What it is called there: "clove hitch round the pole"; "" when it has no name.
BW_API const char *bw_sail(const double *setting);
/// Compare it with a knot of the book: how many crossings to turn. Box: whether it is that knot, how many follow, of each rope, node
/// before it, and whether it goes over there.
BW_API int32_t bw_check(const double *setting, const char *intended);
BW_API const char *bw_check_words(void); ///< "granny knot: reverse the second half"
BW_API const char *bw_check_name(void);  ///< What it is, "" without a name.
/// Name knots of 13 to 16 crossings too from now on: the atlas (bight/knot_atlas.h). The bytes are the library's from
/// now on: they came from bw_take() and are never given back, unless this fails.
BW_API int32_t bw_atlas(const void *bytes, size_t size);
BW_API const char *bw_knot_name(void);
BW_API const char *bw_knot_everyday(void);
BW_API const char *bw_knot_qualifier(void);
BW_API const char *bw_knot_hand(void); ///< "left", "right", "none", "mixed", "unknown"
BW_API const char *bw_knot_reason(void);

/// Draw the diagram of what was named last; no bytes when there is none to draw.
BW_API int32_t bw_make_svg(void);

/// Draw the diagram of a knot by its name: of the table, a sum, or everyday (see bight_tie_diagram()).
BW_API int32_t bw_make_picture(const char *name);

/// Share of `directions` ways of closing an open curve that give the name and hand found last, 0 to 1.
BW_API double bw_confidence(const double *points, int32_t count, int32_t directions);

/// Name the link of two curves, one after the other in points. Text is "" when they are not linked.
/// @param closure Of open curves: a bight_knot_closure.
BW_API int32_t bw_link(const double *points, int32_t first, int32_t first_closed, int32_t second,
                       int32_t second_closed, int32_t closure);
BW_API const char *bw_link_name(void);
BW_API const char *bw_link_traditional(void);

// ---- lists ------------------------------------------------------------------------------------------

enum { BW_NAME, BW_ALIASES, BW_CATEGORY, BW_TYPE, BW_USE, BW_TIED };
BW_API int32_t bw_everyday_count(void);
BW_API const char *bw_everyday(int32_t knot, int32_t what);
BW_API int32_t bw_everyday_find(const char *name); ///< -1 when there is none; no error.
/// The scene that ties it. 1 when it has one, 0 (no bytes) when it is tied by its type or only described.
BW_API int32_t bw_make_everyday_scene(int32_t knot);
BW_API int32_t bw_table_count(int32_t crossings);
BW_API const char *bw_table_name(int32_t crossings, int32_t index);
