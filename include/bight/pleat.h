// SPDX-License-Identifier: MIT
// Corners of a cloth gathered in pleats and tied by templates, two or all four: cloth that is folded, not stretched;
// docs/cloth.md, "Gathered corners" and "Four corners".

#pragma once

#include "bight/base.h"
#include "bight/cloth_mesh.h"
#include "bight/knot.h"
#include "bight/template.h"

/// How a cloth is gathered. Start from {0}: zero in a field marked "0 means" is a default.
typedef struct bight_pleat_options {
    /// places on the pattern, metres: the two tips; pleats are folded along the line between them
    double tips[2][2];
    double thickness; ///< of the cloth, metres; 0 means 0.001
    double grain;     ///< metres, > 0: pleats are multiples of this wide, so that folds lie on edges
    int32_t grains;   ///< width of a pleat in grains; 0 means what makes the strand as thick as it is wide
    /// metres of cloth beyond the knot, before it is made roomier; 0 means 0.22 of half the line
    double tail;
    double open; ///< 0 to 0.9: part of its width that the cloth keeps half way between the tips, 0 means 0.5
    /// 0 to 2.62 radians: from the middle of the cloth to each of the corners that are left, round the
    /// line from one strand to the other, so that the bight is a bag with the knot above it; 0: none,
    /// it opens side by side
    double bag;
    /// metres, both 0 or both above 0 to 100: length and diameter of a lying cylinder that a bag is kept free
    /// of, its axis from strand to strand: the bag turns about that axis; only with `bag` above 0
    double hold[2];
    double below; ///< metres, 0 to 100: from the knot's middle down to that cylinder; 0 without `hold`
} bight_pleat_options;

/// A cloth that was gathered. Owned: bight_pleat_free().
typedef struct bight_pleats {
    bight_vec3 *positions; ///< (vertex_count) metres, the middle of the knot at the origin
    int32_t *line;         ///< (line_count) vertices of the line from tip to tip
    int32_t *upper;        ///< (upper_count) vertices of the knot's upper side, away from the bight
    int32_t *above;        ///< (above_count) of the other line, where all four corners are tied; else NULL
    int32_t vertex_count, line_count, upper_count, above_count;
    double pleat;                   ///< metres: width of a pleat
    double room;                    ///< that strands were given, in radii of the folded cloth: 1 is least
    double bend;                    ///< metres: least radius of curvature of the strand where it is folded
    double stretch[2];              ///< least and greatest of all triangles
    int64_t intersections;          ///< edges that pierce faces: 0
    char knot[BIGHT_KNOT_MAX_NAME]; ///< of the line, its ends closed far outside
    char knot_above[BIGHT_KNOT_MAX_NAME]; ///< of the other line; "" without
} bight_pleats;

/// Fold a cloth in pleats along the line between two tips, as a fan is shut, lay it along a template's two strands, the first
/// ends of which are joined by a bight of cloth, and open it in the bight. Folding stretches nothing; bending would, by half a
/// pleat over the radius of curvature, so the curve is shorter than the cloth where it bends. It is found first: smooth, with the
/// template's crossings, as thick everywhere as the cloth folded there. It is made roomier until no cloth goes through cloth.
/// @param mesh    With a pattern in metres; each vertex has one place on it. Borrowed.
/// @param made    Two open strands whose topology asks for a knot of both, joined at their first ends.
/// @param pleats  Receives it, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID in words: another template, tips that are not on the cloth, cloth too coarse, thick or small for
///         the knot; what bight_knot_identify() returns; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_pleat_make(const bight_env *env, const bight_cloth_mesh *mesh,
                                        const bight_template *made, const bight_pleat_options *options,
                                        bight_pleats *pleats, bight_error *error);

/// Give the arrays back. An empty one, or NULL, is fine.
BIGHT_API void bight_pleat_free(const bight_allocator *allocator, bight_pleats *pleats);

/// Name the knot of a gathered cloth's line where its vertices are now, the ends closed far outside.
/// @param positions (vertex_count) of the cloth's vertices, metres
/// @return What bight_knot_identify() returns, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_pleat_name(const bight_env *env, const bight_pleats *pleats,
                                        const bight_vec3 *positions, char name[BIGHT_KNOT_MAX_NAME],
                                        bight_error *error);

/// The same of the other line, where all four corners are tied: bight_parcel_make().
BIGHT_API bight_status bight_pleat_name_above(const bight_env *env, const bight_pleats *pleats,
                                              const bight_vec3 *positions, char name[BIGHT_KNOT_MAX_NAME],
                                              bight_error *error);

/// Fold a square cloth into a bag round a box, out of which all four corners rise, gathered, and tie each pair of opposite ones by a
/// template, the second knot over the first. Rings round the middle of the cloth are squares with round corners, flat as long as
/// they have room and in pleats from the corners on where they have none; at half of the way to the tips they are shut, and from
/// there on there are four strands. The curves are shorter than the cloth where it bends, as those of bight_pleat_make().
/// @param made    Of both pairs: that between `options->tips`, and that of the other two corners, above it.
/// @param options `tips`, `thickness`, `grain`, `grains`; `hold`: width and height of a box that the bag is kept free of, both above
///                0, its sides square to the lines from tip to tip; all else 0.
/// @param pleats  Receives it, the caller frees it; empty on failure. The middle of the box's floor is at the origin, the tips' line
///                along x, up is y. `upper`: of the knot above. `bend`: of all four strands.
/// @return As bight_pleat_make().
BIGHT_API bight_status bight_parcel_make(const bight_env *env, const bight_cloth_mesh *mesh,
                                         const bight_template *const made[2],
                                         const bight_pleat_options *options, bight_pleats *pleats,
                                         bight_error *error);
