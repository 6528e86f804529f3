// SPDX-License-Identifier: MIT
// Sheets: surfaces that ropes collide with and whose points are given anew as often as every cycle. They are
// how cloth appears in a world of ropes. A sheet rests while ropes move (bight_world_step) and ropes rest
// while it moves (bight_sheet_move); both motions are proved, so that no centreline ever goes through it.

#pragma once

#include "bight/world.h"

/// How to make a sheet. Start from bight_sheet_def_default(), then set points and triangles.
typedef struct bight_sheet_def {
    const bight_vec3 *points; ///< (point_count) Metres, each coordinate at most 1e15. Copied.
    const int32_t *triangles; ///< (triangle_count x 3) Either way round. Copied. The mesh may be open, in
                              ///< pieces, not a manifold and go through itself; triangles without area and
                              ///< points without a triangle are fine.
    int32_t point_count;      ///< At least 3.
    int32_t triangle_count;   ///< 1 to BIGHT_MAX_TRIANGLES.
    double margin; ///< Metres, 0 to 1e9, default 0: centrelines are kept at their radius and this much more
                   ///< from the surface, say half the cloth's thickness.
    double slip; ///< The world's slip for this sheet, in its range, or below 0, the default, for the world's.
                 ///< A touched link of a rope under Follow The Leader is put 2 slip radii beyond touching,
                 ///< so that the contact lets go by itself in the next cycle. What moves the sheet feels
                 ///< the rope press only if it keeps a wider gap than that; when it yields by itself, a
                 ///< hundredth is plenty.
    double friction; ///< Of ropes on it, as in bight_obstacle_def; below 0, the default: as the rope has it.
    uint32_t cookie; ///< Set by bight_sheet_def_default(). Leave it alone.
} bight_sheet_def;

/// No triangles yet; the world's slip, no margin.
BIGHT_API bight_sheet_def bight_sheet_def_default(void);

/// Add a sheet. Ropes of every model collide with it from both sides: a link is pushed away on the side
/// where it is, and between two layers from both. It counts against no speed limit.
/// @param sheet Receives the id; the null id on failure, and then the world is unchanged.
/// @param error Nullable. Says which point, which triangle, or which link goes through which triangle.
/// @return BIGHT_ERROR_INVALID for numbers out of range, an index that is no point's, or a centreline that
///         goes through it; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_sheet_create(bight_world *world, const bight_sheet_def *def,
                                          bight_sheet_id *sheet, bight_error *error);

/// The sheet has moved while the ropes rested: each point straight from where it was to where it is now. A
/// continuous test proves that no centreline was crossed on the way, or touched: it may come no nearer than a
/// thousandth of the thinnest radius, and where it is nearer already no nearer still. The proof is
/// conservative: what it refuses may, within that distance, be no crossing. The contacts of the last cycle
/// stay. No memory is taken once warm.
/// @param points (as many as it was made with) Metres. Copied.
/// @param error  Nullable. Says which point is not finite, or which triangle met which link of which rope and
///               what part of the way was free.
/// @return BIGHT_ERROR_STALE; BIGHT_ERROR_INVALID, and the sheet is then where it was; BIGHT_ERROR_NO_MEMORY,
///         likewise.
BIGHT_API bight_status bight_sheet_move(bight_world *world, bight_sheet_id sheet, const bight_vec3 *points,
                                        bight_error *error);

/// Change its friction, as in bight_sheet_def, from the next cycle on.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID for more than 10 or what is no number.
BIGHT_API bight_status bight_sheet_set_friction(bight_world *world, bight_sheet_id sheet, double friction);

/// Remove a sheet. False if the id is stale.
BIGHT_API bool bight_sheet_destroy(bight_world *world, bight_sheet_id sheet);

/// Borrow its points, metres, in the order they were given; NULL and *count = 0 if the id is stale. Good
/// until the sheet is moved or the world is edited.
BIGHT_API const bight_vec3 *bight_sheet_points(const bight_world *world, bight_sheet_id sheet,
                                               int32_t *count);
