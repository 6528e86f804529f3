// SPDX-License-Identifier: MIT
// A knot in a garment, from its template to cloth that can be simulated, and what knot it is then. Source: Guo et al. 2025,
// sections 5 and 6; docs/dress.md.

#pragma once

#include "bight/curve.h"
#include "bight/dress.h"
#include "bight/knot.h"
#include "bight/template.h"

// ---- closing the border ---------------------------------------------------------------------------------

/// Cloth whose knot stands apart from the rest: the vertices of the mesh, then copies of those at the borders of regions. The
/// knot keeps the vertex, the cloth round it has the copy; both are to be sewn together. Owned: bight_dress_cloth_free().
typedef struct bight_dress_cloth {
    bight_vec3 *positions; ///< (vertex_count) metres
    int32_t *triangles;    ///< (triangle_count x 3) in the order of the mesh
    int32_t *sewn;         ///< (sewn_count x 2) a vertex of the knot and its copy
    int32_t vertex_count, triangle_count, sewn_count;
    int32_t mesh_vertices; ///< the mesh has so many; copies follow
    int32_t spread;        ///< border vertices whose distance was spread into the cloth round the knot
    int32_t eased;         ///< vertices of that cloth that were moved, border included
    double residual[2];    ///< metres: greatest distance across a border, before and after
} bight_dress_cloth;

/// Part a knot from the cloth round it at the borders of its regions. Where a piece of border is nowhere farther from its cloth
/// than four of its edges, that cloth is brought to it: the distance is spread into ten rings of vertices as a harmonic field
/// (each vertex moves by the mean of its neighbours' moves), so the border is closed from the start. One beyond that is spread
/// into as many rings as let no edge be stretched by more than two fifths, if its cloth is deeper than that. Elsewhere it stays
/// open, for threads to close.
/// @param mesh  That the map was made of, in its present place.
/// @param map   Placed.
/// @param cloth Receives the cloth, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for a mesh of another size, BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE.
BIGHT_API bight_status bight_dress_close(const bight_env *env, const bight_cloth_mesh *mesh,
                                         const bight_dress_map *map, bight_dress_cloth *cloth,
                                         bight_error *error);

/// Give the arrays back and leave an empty cloth. An empty cloth, or NULL, is fine.
BIGHT_API void bight_dress_cloth_free(const bight_allocator *allocator, bight_dress_cloth *cloth);

// ---- middle lines ---------------------------------------------------------------------------------------

/// A point that is fixed in the cloth: of a triangle, by its weights.
typedef struct bight_dress_point {
    int32_t triangle;
    double weights[3]; ///< of its corners, at least 0, sum 1
    double arc;        ///< metres along the strand of the pipe
} bight_dress_point;

/// The middle line of the cloth on each strand, drawn on the flat pattern: along the middle of a rectangle, from a circle's
/// centre to its rim, and so from tip to tip where two circles share a strand. It bends only where it passes from triangle to
/// triangle, so it lies in the cloth wherever that goes. Owned: bight_dress_lines_free().
typedef struct bight_dress_lines {
    bight_dress_point *points; ///< (firsts[strand_count]) strand by strand, by growing arc
    int32_t *firsts;           ///< (strand_count + 1)
    int32_t strand_count;
} bight_dress_lines;

/// Draw the middle lines of all regions.
/// @param mesh    That the map was made of.
/// @param lines   Receives the lines, the caller frees them; empty on failure.
/// @return BIGHT_ERROR_INVALID for a region whose middle line misses its triangles, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_dress_lines_make(const bight_env *env, const bight_cloth_mesh *mesh,
                                              const bight_pipe *pipe, const bight_dress_region *regions,
                                              int32_t region_count, const bight_dress_map *map,
                                              bight_dress_lines *lines, bight_error *error);

/// Give the arrays back. Empty lines, or NULL, are fine.
BIGHT_API void bight_dress_lines_free(const bight_allocator *allocator, bight_dress_lines *lines);

/// Where the lines are in space.
/// @param positions Of the mesh's vertices.
/// @param triangles Of the mesh.
/// @param places    (lines->firsts[lines->strand_count]) receives them, metres.
BIGHT_API void bight_dress_lines_at(const bight_dress_lines *lines, const bight_vec3 *positions,
                                    const int32_t *triangles, bight_vec3 *places);

// ---- the judge ------------------------------------------------------------------------------------------

/// What knot the lines are, and whether it is the template's.
typedef struct bight_dress_verdict {
    bool kept;         ///< all that the template asks of its topology is so
    int32_t asked;     ///< types, joined strands, parts, linking numbers and turns that were asked for
    char name[256];    ///< what was found: types of strands, then what was asked of them joined or in part
    char wanted[256];  ///< what the template asks for, likewise
    char failure[240]; ///< "" or the first thing that is not so
    bight_vec3 place;  ///< middle of the line that is not as it should be, metres
    int32_t linking[BIGHT_PIPE_MAX_STRANDS *
                    BIGHT_PIPE_MAX_STRANDS]; ///< (strands x strands) ends closed far outside
} bight_dress_verdict;

/// Name the knots of lines and compare with what a template asks. Open lines are closed far outside; where that gives another
/// name, because an end is tucked in, the name counts that most of 48 closures in directions spread over the sphere give.
/// @param made   The template: its topology, and where its joints are.
/// @param scale  Metres of the lines' arcs to a metre of the template's axis.
/// @param pose   Nullable. Where its bars stand: scaled, then moved so.
/// @param places Of the lines, from bight_dress_lines_at().
/// @return What bight_knot_identify() returns, BIGHT_ERROR_INVALID also for lines that meet themselves.
BIGHT_API bight_status bight_dress_judge(const bight_env *env, const bight_template *made, double scale,
                                         const bight_pose *pose, const bight_dress_lines *lines,
                                         const bight_vec3 *places, bight_dress_verdict *verdict,
                                         bight_error *error);

// ---- leading ends ---------------------------------------------------------------------------------------

#define BIGHT_DRESS_MAX_LEADS 64 ///< of one knot

/// A row of vertices that is led away to tighten a knot.
typedef struct bight_dress_lead {
    int32_t strand;
    double arc;     ///< metres along the strand
    int32_t first;  ///< in bight_dress_leads.vertices
    int32_t count;  ///< at least 1
    bight_vec3 way; ///< metres: how far, and where to
} bight_dress_lead;

/// Owned: bight_dress_leads_free().
typedef struct bight_dress_leads {
    bight_dress_lead items[BIGHT_DRESS_MAX_LEADS];
    int32_t count;
    int32_t *vertices; ///< (vertex_count) ascending within a lead
    int32_t vertex_count;
} bight_dress_leads;

/// What to lead to tighten a knot: the ends of strands, away from the middle of the knot, by `tightness` times sixteen mean
/// radii of the pipe (a knot's own size). Where the template names a part, as of a bow from loop to loop, the ends of the part
/// are led in place of the strand's: a bow is tightened by its loops, its tails would undo it. What is sewn to other cloth is
/// not led.
/// @param places Of the lines, from bight_dress_lines_at().
/// @param leads  Receives them, the caller frees them; none when tightness is 0.
/// @return BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_dress_leads_make(const bight_env *env, const bight_cloth_mesh *mesh,
                                              const bight_pipe *pipe, const bight_dress_region *regions,
                                              int32_t region_count, const bight_dress_map *map,
                                              const bight_template *made, double scale,
                                              const bight_dress_lines *lines, const bight_vec3 *places,
                                              bight_dress_leads *leads, bight_error *error);

/// Give the vertices back. No leads, or NULL, are fine.
BIGHT_API void bight_dress_leads_free(const bight_allocator *allocator, bight_dress_leads *leads);

// ---- all of it ------------------------------------------------------------------------------------------

/// How a knot is put into a garment. Start from {0}.
typedef struct bight_dress_knot_options {
    bight_dress_options mapping;
    double scale;  ///< of the template, > 0; 0: so that the cloth is as long as the strands it lies on
    int32_t sides; ///< of the pipe, 3 to 256; 0 means 48
    const bight_pose *pose;   ///< Nullable. Where the template stands, for what no border decides
    const bight_mesh *bodies; ///< (body_count) that the knot is pushed out of
    int32_t body_count;
    const uint8_t *
        held; ///< (held_count) Nullable. 1: a vertex of the mesh that something holds: its cloth does not go with the knot
    int32_t held_count;
    double (*seconds)(void *clock_user); ///< Nullable: a clock, only to fill in the knot's seconds
    void *clock_user;                    ///< handed to seconds untouched
} bight_dress_knot_options;

/// A knot in a garment before it is simulated. Owned: bight_dress_knot_free().
typedef struct bight_dress_knot {
    bight_pipe pipe;        ///< where the knot stands
    double scale;           ///< metres of it to a metre of the template
    bight_pose pose;        ///< that was asked for
    bight_dress_map map;    ///< of the mesh, which may have been refined
    bight_pose motion;      ///< how the scaled template was moved to where the knot stands
    double border_residual; ///< metres: farthest that a border vertex was from its place, after placing
    bight_dress_push push;
    bight_dress_cloth cloth; ///< what is simulated
    bight_dress_lines lines;
    bight_dress_leads leads;
    int64_t intersections
        [3]; ///< edges that pierce faces: of the mapped cloth alone, of all cloth when placed, when closed
    double seconds[2];          ///< of mapping; of placing, closing and judging. 0 without a clock
    bight_dress_verdict before; ///< the knot of the lines at the start
} bight_dress_knot;

/// Put a knot into a garment: scale the pipe of the template, map the regions, place them, push them out of what is in the way,
/// close their borders, draw their lines, judge them. Of several pieces of cloth at the borders the largest and those that are
/// held decide where the knot stands; another one that is then beyond four of its edges is loose, and is moved to the knot.
/// @param mesh Refined in place where that is needed, loose cloth moved; as it was on failure.
/// @param knot Receives it, the caller frees it; empty on failure.
/// @return What the parts return, in words with the place and the mend; BIGHT_ERROR_INVALID also where the lines are not the
///         template's knot from the start, as on cloth that is too coarse.
BIGHT_API bight_status bight_dress_knot_make(const bight_env *env, bight_cloth_mesh *mesh,
                                             const bight_template *made, const bight_dress_region *regions,
                                             int32_t region_count, const bight_dress_knot_options *options,
                                             bight_dress_knot *knot, bight_error *error);

/// As bight_dress_knot_make() with keep_mesh, on a mesh that is only read: what was there before, it may be a knot, is laid anew.
BIGHT_API bight_status bight_dress_knot_lay(const bight_env *env, const bight_cloth_mesh *mesh,
                                            const bight_template *made, const bight_dress_region *regions,
                                            int32_t region_count, const bight_dress_knot_options *options,
                                            bight_dress_knot *knot, bight_error *error);

/// Give back all that it holds. An empty knot, or NULL, is fine.
BIGHT_API void bight_dress_knot_free(const bight_allocator *allocator, bight_dress_knot *knot);

/// Judge the knot where its cloth is now.
/// @param positions Of the mesh's vertices; copies behind them are not read.
BIGHT_API bight_status bight_dress_knot_judge(const bight_env *env, const bight_cloth_mesh *mesh,
                                              const bight_template *made, const bight_dress_knot *knot,
                                              const bight_vec3 *positions, bight_dress_verdict *verdict,
                                              bight_error *error);
