// SPDX-License-Identifier: MIT
// A garment while it is drawn: its pattern, and how each panel is laid in space before it is fitted.

#pragma once

#include "garment/outline.h"
#include "garment/torso.h"

/// How a panel is laid.
typedef enum bi_lay {
    BI_LAY_FLAT,   ///< as its translation and rotation say
    BI_LAY_PUFFED, ///< puffed up along its normal: a quarter circle from its sewn edges inwards
    BI_LAY_STRIP   ///< along a path, its y across
} bi_lay;

#define BI_MOST_BENDS 12

/// A piece of a strip's path that bends by `bend` (1/m, towards its normal) and twists by `twist` (rad/m).
typedef struct bi_bend {
    double length, bend, twist;
} bi_bend;

/// A strip's path, from its middle (x = 0) to either end: the other half is its mirror image. A strip keeps its
/// lengths when it is bent; twisting stretches its borders by (y twist)^2 / 2.
typedef struct bi_path_plan {
    bight_vec3 origin, tangent, normal; ///< at the middle
    bi_bend bends[BI_MOST_BENDS];
    int32_t count;
} bi_path_plan;

/// A strip that goes round what is worn: its loop is as wide as that is, and `clear` more.
typedef struct bi_round {
    double height, width, clear; ///< of the loop's middle line; of the strip
    double gap, turn;            ///< as in bi_loop_path()
    double over, bend;           ///< as in bi_let_hang()
} bi_round;

typedef struct bi_piece {
    bi_lay lay;
    bool goes_round;
    bi_round round;    ///< of a strip that goes round
    double puff;       ///< metres, how high at most
    uint32_t sewn;     ///< bit e: edge e is one to puff up from
    bi_path_plan path; ///< of a strip
} bi_piece;

#define BI_MOST_PIECES 16

/// Start from {allocator, ...}. The first failure stays in status, and calls after it do nothing.
typedef struct bi_draft {
    const bight_allocator *allocator;
    bight_status status;
    bight_sewing pattern;
    bi_piece pieces[BI_MOST_PIECES]; ///< (pattern.panel_count)
    bi_torso torso;                  ///< whom it is cut for
    bool fitted;                     ///< Joined panels are to be fitted on the torso.
    int32_t fitted_count;            ///< Panels from 0 to here are; strips come after them.
    bool on_body;                    ///< The torso pushes while it is fitted.
    uint32_t wanted;                 ///< Bit p: panel p is. 0: all are.
} bi_draft;

/// A new panel. @return its number.
int32_t bi_draft_panel(bi_draft *draft, const char *name, bi_lay lay);

/// An edge of the last panel from (x, y) to where the next one begins: straight, or with one or two control points.
void bi_draft_line(bi_draft *draft, double x, double y);
void bi_draft_quadratic(bi_draft *draft, double x, double y, double cx, double cy);
void bi_draft_cubic(bi_draft *draft, double x, double y, double cx, double cy, double dx, double dy);

/// Where the last panel lies: its x and y axes become these directions.
void bi_draft_lay(bi_draft *draft, bight_vec3 at, bight_vec3 x, bight_vec3 y);

/// Sew edges to become one. @param way As in bight_sewing_stitch.
void bi_draft_join(bi_draft *draft, int32_t a, int32_t edge, int32_t b, int32_t other, int32_t way);

/// A strip from -length/2 to length/2, width across, with straight ends.
int32_t bi_draft_strip(bi_draft *draft, const char *name, double length, double width,
                       const bi_path_plan *path);

/// A path round an upright oval: half a straight back, half circles of radius `round` whose middles lie `half` apart
/// from the middle, a front that ends `gap` from the middle, and tails that turn forwards within `turn`; all in the
/// plane at a height, about a middle.
bi_path_plan bi_loop_path(bight_vec3 middle, double half, double round, double gap, double turn, double tail);

/// Tails that stand forwards turn to hang: a quarter twist along `over`, then a bend downwards.
void bi_let_hang(bi_path_plan *path, double over, double bend);

/// Fit, and make the mesh. Strips that go round get their paths. Panels that are not wanted, nor joined to such, are coarse.
/// @param edge Metres.
bight_status bi_draft_mesh(const bight_env *env, bi_draft *draft, double edge, bight_cloth_mesh *mesh,
                           bight_sewing_report *report, bight_error *error);
