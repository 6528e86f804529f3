// SPDX-License-Identifier: MIT
// A rope with what it holds as closed curves: ends, poles and loops are led far outside and joined there.

#pragma once

#include "bight/sailor.h"

/// Most directions in which something may be led outside.
#define BI_HOLD_DIRECTIONS 800

/// Most things that a way far outside goes round.
#define BI_HOLD_ROUNDS 3

/// A setting as it is worked on: bi_hold_begin(), then bi_hold_free().
typedef struct bi_hold {
    const bight_sailor_setting *setting;
    bight_vec3 middle;
    double size;                               ///< all vertices are so near to the middle
    bight_vec3 directions[BI_HOLD_DIRECTIONS]; ///< (direction_count) unit vectors
    double reach[BI_HOLD_DIRECTIONS];          ///< the farthest that anything is along each, from the origin
    int32_t direction_count;
    bight_vec3 axis; ///< of the pole, else 0
    bool has_axis;
    bool other_way; ///< the tail of ropes[0] leaves on the other side

    bight_vec3 *points; ///< closed curves that are being made, one after the other
    int32_t count, capacity;
    int32_t starts[16], curve_count;
    bight_allocator allocator;
} bi_hold;

/// @param setting Borrowed.
void bi_hold_begin(bi_hold *hold, const bight_env *env, const bight_sailor_setting *setting);
void bi_hold_free(bi_hold *hold);

/// The direction in which a point gets out of everything's convex hull soonest. @param depth Nullable. Receives how far inside.
bight_vec3 bi_hold_way_out(const bi_hold *hold, bight_vec3 point, double *depth);

/// The direction on the other side of `way` in which it gets out soonest: a tail that lies inside may be taken either way.
bight_vec3 bi_hold_way_across(const bi_hold *hold, bight_vec3 point, bight_vec3 way);

/// Drop what was made.
void bi_hold_clear(bi_hold *hold);

/// Add a point to the curve that is being made, end that curve.
bight_status bi_hold_add(bi_hold *hold, bight_vec3 point);
bight_status bi_hold_add_all(bi_hold *hold, const bight_vec3 *points, int32_t count);
void bi_hold_end(bi_hold *hold);

/// Vertices first .. last of a rope, downwards when last < first.
bight_status bi_hold_add_rope(bi_hold *hold, const bight_curve *rope, int32_t first, int32_t last);

/// A way far outside from one end to another goes round other things there, one after the other.
typedef struct bi_hold_word {
    bight_vec3 about[BI_HOLD_ROUNDS]; ///< (count) unit: where that is, from the middle
    int32_t sense[BI_HOLD_ROUNDS];    ///< (count) +1 or -1
    int32_t count;
} bi_hold_word;

/// From a point out along a direction, and in from far outside to another point from its direction. Its distance from the
/// middle only grows on the way: as if the first end were carried along it.
/// @param word Nullable: the short way.
bight_status bi_hold_join(bi_hold *hold, bight_vec3 from, bight_vec3 from_way, bight_vec3 to,
                          bight_vec3 to_way, const bi_hold_word *word);

/// Two ends that go out along their directions, joined beyond all that bi_hold_join() does.
bight_status bi_hold_join_beyond(bi_hold *hold, bight_vec3 from, bight_vec3 from_way, bight_vec3 to,
                                 bight_vec3 to_way);

/// A rope cut at a vertex, `loop`, far outside: two closed curves. The four ends' ways are given; the two strands at the loop are
/// twisted `turns` times.
bight_status bi_hold_split(bi_hold *hold, const bight_curve *rope, int32_t first, int32_t loop, int32_t last,
                           bight_vec3 first_way, bight_vec3 loop_way, bight_vec3 last_way, int32_t turns);

/// The pole as a closed curve, and all rings.
bight_status bi_hold_add_pole(bi_hold *hold);
bight_status bi_hold_add_rings(bi_hold *hold);

/// Curves that were made, as the namer takes them. @param curves (16)
void bi_hold_curves(const bi_hold *hold, bight_curve curves[16]);
