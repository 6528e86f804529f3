// SPDX-License-Identifier: MIT
// What a world tells of its steps: contacts, certificates, sums and the worst so far, memory.

#pragma once

#include "bight/curve.h"
#include "bight/world_id.h"

/// Two links, or a link and an obstacle or a sheet, that touched in the last cycle.
typedef struct bight_contact {
    bight_rope_id rope[2];      ///< rope[1] is null when an obstacle or a sheet was touched.
    int32_t link[2];            ///< Link i joins nodes i and i + 1.
    bight_obstacle_id obstacle; ///< Null when no obstacle was touched.
    bight_sheet_id sheet;       ///< Null when no sheet was touched.
    int32_t triangle;           ///< Of the sheet, as numbered when it was made; 0 otherwise.
    double distance;            ///< Between centrelines (or centreline and surface) when found, metres.
    bight_vec3 point; ///< Half way between the closest points; on an obstacle's or a sheet's surface. Metres.
} bight_contact;

/// What one cycle did.
typedef struct bight_step_report {
    int32_t contacts; ///< Pairs that overlapped; with the solved response those within 1.01 of touching, too.
    int32_t clusters; ///< Groups of links that moved as one body.
    double moved;     ///< Farthest any node moved in the whole cycle, metres.
    double advanced;  ///< Fraction of the motion that was certified and taken: 1, less after a cut, 0 after
        ///< a rollback. Ropes that cannot meet are cut apart from each other; this is the least.
    bool cut;              ///< Some rope's motion was cut short before a crossing that it would have made.
    bool rolled_back;      ///< Nothing of some rope's motion could be certified; it kept its old state.
    int32_t stretch_stops; ///< Hands that the stretch limit stopped; see bight_hand_state.stretched.
    int32_t blocked;       ///< Hands that a cut or a rollback held back.
    double lag;            ///< Greatest distance of a hand from its target, metres.

    /// Least gap after the cycle, as in bight_world_worst. Exact below 1; above it only pairs near touching are looked
    /// at, and it is infinite when there are none.
    double gap;

    /// Longest link over its rest length after the cycle, likewise; 0 without ropes that promise one.
    double stretch;

    /// Pairs below BIGHT_JAM_GAP that this cycle did not open. Those that the proof stopped are among them: only centre
    /// lines that are about to meet stop a motion.
    int32_t jammed;

    /// All is still: for BIGHT_REST_CYCLES cycles nothing has gone or turned about itself beyond BIGHT_REST_MOTION, no obstacle
    /// at all, and nothing was cut. A world whose numbers do not change any more costs next to nothing then.
    bool rests;

    bool tight;  ///< Some rope is pulled, and every rope that is pulled is tight: bight_rope_state.
    double pull; ///< Greatest bight_hand_state.pull.
} bight_step_report;

#define BIGHT_JAM_GAP 0.98      ///< Pairs closer than this share of touching should open.
#define BIGHT_REST_MOTION 1e-6  ///< Radii of the thinnest rope in a cycle.
#define BIGHT_REST_CYCLES 16    ///< In a row.
#define BIGHT_TIGHT_SLACK 0.1   ///< Rope diameters; a taut rope has no more.
#define BIGHT_TIGHT_MOTION 1e-4 ///< Radii in a cycle; a hand that is stopped comes no nearer to its target.

/// Sums over all cycles since the world was made.
typedef struct bight_world_stats {
    int64_t cycles;        ///< Steps taken.
    int64_t certified;     ///< Steps whose motion the continuous test proved (all of them, by construction).
    int64_t cuts;          ///< Steps cut short.
    int64_t rollbacks;     ///< Steps that could not move at all.
    int64_t response_cuts; ///< Steps whose removal of overlaps had to be shortened.
    int64_t swept_tests;   ///< Pairs that needed the continuous test itself, not only the distance bound.
    int64_t contacts;      ///< Contacts found, summed.
    int64_t stretch_stops; ///< Hand stops, summed.
} bight_world_stats;

/// Counts over all cycles so far.
BIGHT_API bight_world_stats bight_world_get_stats(const bight_world *world);

/// Beyond these a cycle's ropes are no longer what they are made of. Nothing passes through anything even then,
/// but lengths and depths are not to be trusted at that place.
#define BIGHT_WORST_STRETCH 1.1 ///< Length of a link over its rest length, at most.
#define BIGHT_WORST_GAP 0.9     ///< Distance of two things over that at which they touch, at least.
#define BIGHT_WORST_MOTION 1.25 ///< Way of a node in one cycle in speed limits of its rope, at most.

/// The worst of all cycles since the world was made, each with where and when. Ids may be stale by now. Spring
/// ropes are left out of stretch and motion: they give way by design, and bight_rope_spring_state() tells.
typedef struct bight_world_worst {
    double stretch; ///< Longest link over rest length; 0 before the first cycle and without ropes.
    bight_rope_id stretch_rope;
    int32_t stretch_link;
    int64_t stretch_cycle; ///< Counted from 1.

    /// Least distance of two links over their radii (of links close along the rope: over nine tenths of the
    /// rope between them), or of a link from an obstacle over its radius. 1 is touching, 0 centreline on
    /// centreline or on the surface; infinite when nothing came near anything. Links with one other or with
    /// less than 3.1 radii of rope between them touch in any bend and do not count, nor do sheets.
    double gap;
    bight_rope_id gap_rope[2]; ///< The second is null for an obstacle.
    int32_t gap_link[2];
    bight_obstacle_id gap_obstacle; ///< Null for two ropes.
    int64_t gap_cycle;

    /// Farthest way of a node in one cycle over speed_limit radii of its rope; over one radius on a
    /// projection rope, whose nodes keep to that.
    double motion;
    bight_rope_id motion_rope;
    int32_t motion_node;
    int64_t motion_cycle;

    int32_t jammed;       ///< Most pairs that could not come free in a cycle: bight_step_report.jammed.
    int64_t jammed_cycle; ///< 0 when there were none.

    double pull; ///< Greatest pull of a hand: bight_hand_state.pull.
    bight_hand_id pull_hand;
    int64_t pull_cycle; ///< 0 when no hand was held back.
} bight_world_worst;

/// The worst over all cycles so far.
BIGHT_API bight_world_worst bight_world_get_worst(const bight_world *world);

/// Borrow the contacts of the last cycle, in a fixed order. Good until the world is stepped or edited.
BIGHT_API const bight_contact *bight_world_contacts(const bight_world *world, int32_t *count);

/// Bytes the world holds.
BIGHT_API size_t bight_world_memory(const bight_world *world);

/// What the memory of a world is for.
#define BIGHT_MEMORY_PARTS(X)                                                                                \
    X(WORLD, world)       /* the world itself, its ropes and hands */                                        \
    X(NODES, nodes)       /* arrays by node, of all models */                                                \
    X(TREES, trees)       /* hierarchies of ropes, and loads */                                              \
    X(MODELS, models)     /* what models of ropes keep */                                                    \
    X(NEAR, near)         /* pairs that are near each other */                                               \
    X(CONTACTS, contacts) /* contacts as bight_world_contacts() has them */                                  \
    X(RESPONSE, response) /* the solved response without its matrices */                                     \
    X(MATRICES, matrices) /* sparse matrices of it */                                                        \
    X(OBSTACLES, obstacles)

/// A part of it.
typedef enum bight_memory_part {
#define X(name, word) BIGHT_MEMORY_##name,
    BIGHT_MEMORY_PARTS(X)
#undef X
        BIGHT_MEMORY_PART_COUNT
} bight_memory_part;

/// Bytes of one part; all of them together are bight_world_memory(). 0 for what is no part.
BIGHT_API size_t bight_world_memory_part(const bight_world *world, bight_memory_part part);
