// SPDX-License-Identifier: MIT
// Sheets inside the world: obstacles whose triangles lie in the world's frame, are touched from both sides,
// and are given new places between cycles. Near pairs, proof and response are those of mesh obstacles
// (sim/near.c, sim/certify.c, sim/contact.c).

#pragma once

#include "bight/sheet.h"
#include "sim/world_state.h"

/// What a sheet has beside an obstacle. Triangles of the obstacle are in the order of its hierarchy.
struct bi_sheet_part {
    double margin;      ///< Metres.
    double slip;        ///< Of touching, in rope diameters; below 0 for the world's.
    int32_t *given;     ///< (triangle_count x 3) as they were given  owned
    int32_t *number;    ///< (triangle_count) which of them is at a place of the hierarchy  owned
    bight_vec3 *wanted; ///< (point_count) where it is to go, while that is being proved  owned
    double loose;       ///< How far the hierarchy's spheres overlap, when it was sorted.
    uint64_t sorted;    ///< A hash of `number`.
};

/// Copy the points and triangles of a definition and reserve the rest; the hierarchy is not built yet.
/// @return BIGHT_ERROR_NO_MEMORY; bi_obstacle_free() frees what there is.
bight_status bi_sheet_part_make(const bight_allocator *allocator, const bight_sheet_def *def,
                                bi_obstacle *obstacle);

/// NULL is fine in obstacle->sheet.
void bi_sheet_part_free(const bight_allocator *allocator, bi_obstacle *obstacle);

/// Bytes beside those of a mesh obstacle.
size_t bi_sheet_part_bytes(const bi_obstacle *obstacle);

/// Mix in all that decides its future.
uint64_t bi_sheet_hash(uint64_t hash, const bi_obstacle *obstacle);

bi_obstacle *bi_find_sheet(const bight_world *world, bight_sheet_id id);

/// Refuse points that are not finite or too far away.
bight_status bi_sheet_check_points(const bight_vec3 *points, int32_t count, bight_error *error);

/// Metres that links keep from a surface besides their radius; 0 for other obstacles.
static inline double bi_obstacle_margin(const bi_obstacle *obstacle)
{
    return obstacle->sheet != NULL ? obstacle->sheet->margin : 0.0;
}

/// Put the triangles in spatial order and build the hierarchy over them.
void bi_sheet_sort(bi_obstacle *obstacle, int32_t threads);

/// Fit the hierarchy to the points. @return Whether its leaves were put in another order.
bool bi_sheet_fit(bi_obstacle *obstacle, int32_t threads);

/// Metres at which the link of a pair with an obstacle touches it.
static inline double bi_sheet_touching(const bight_world *world, const bi_near *near)
{
    return world->ropes[world->rope_of[near->a]].radius +
           bi_obstacle_margin(&world->obstacles[near->obstacle]);
}

// ---- contact (sim/sheet/contact.c) ----------------------------------------------------------------------

/// Of the triangles of one sheet that a link touches, those stay that no closer one's push clears as well:
/// one for a smooth surface, one for each side of a fold. The others get a reach below any distance. What is
/// not touched, but would be by such a push, gets a reach just above its distance.
void bi_sheets_choose(bight_world *world, const bight_vec3 *at);

/// Give every pair its own reach back: the list serves the next cycle too.
void bi_sheets_restore(bight_world *world);

// ---- hands (sim/sheet/hand.c) ---------------------------------------------------------------------------

/// As much of a hand's step d as the sheets near the links at its node allow.
bight_vec3 bi_sheets_stop(const bight_world *world, const bi_rope *rope, int32_t node, bight_vec3 d);
