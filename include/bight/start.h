// SPDX-License-Identifier: MIT
// Start shapes: from a diagram to a loose rope.

#pragma once

#include "bight/base.h"
#include "bight/knot_code.h"

/// Most crossings of a diagram that a start shape is made from.
#define BIGHT_TIE_MAX_CROSSINGS 100

/// How to make a start shape. All zero is a good default; so is NULL in place of it.
typedef struct bight_start_options {
    bool closed; ///< Leave the knot closed. Default: open it where it is farthest out, and lead both ends
                 ///< away.
    double clearance; ///< Least gap between surfaces, rope radii: 0.5 to 20. Default 0: 3.
    bool ideal; ///< Closed, and drawn tight: near the shortest rope of its thickness. clearance is not used.
    int32_t rounds; ///< Most rounds of relaxation; 0 means 400, -1 none.
    /// bight_rope_model that moves the rope in bight_start_scene(). Default: Follow The Leader.
    int32_t model;
    /// Of the rope, metres, above 0; all is as large as suits it. Default 0: one half, and for rods
    /// 0.005.
    double radius;
} bight_start_options;

/// A knotted rope with links as long as it is thick, when not ideal.
typedef struct bight_start {
    bight_vec3 *points; ///< (count) metres
    int32_t count;
    bool closed;
    double radius;    ///< metres: as in the options; more when ideal
    double clearance; ///< Least gap between surfaces of strands that are not neighbours, rope radii.
    int32_t rounds;   ///< Of relaxation that were done.
    double drawn;     ///< Length of the curve before relaxation, metres.
    int32_t model;    ///< bight_rope_model
} bight_start;

/// A start shape from a diagram: the planar layout that pictures use, over-passages lifted, under-passages
/// lowered, relaxed towards a short and even curve. No motion of the relaxation moves a point as far as half
/// the distance of any two strands, so none can pass through another: the type stays that of the diagram.
/// @param diagram Of one component, all in one piece, at most BIGHT_TIE_MAX_CROSSINGS crossings.
/// @param options Nullable.
/// @param start   Receives the shape; free it with bight_start_free().
/// @return BIGHT_ERROR_INVALID, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_start_make(const bight_env *env, const bight_diagram *diagram,
                                        const bight_start_options *options, bight_start *start,
                                        bight_error *error);

/// Give the points back. NULL is fine.
BIGHT_API void bight_start_free(const bight_allocator *allocator, bight_start *start);
