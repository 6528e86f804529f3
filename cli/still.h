// SPDX-License-Identifier: MIT
// Stills: their subjects, the camera, and names.

#pragma once

#include "cli/interest.h"
#include "cli/letters.h"

#define CLI_MOST_PANELS 4

/// A part of a still with a camera of its own.
typedef struct cli_panel {
    int32_t x, y, width, height; ///< Pixels, from the upper left corner of the still.
    bight_camera camera;
    int32_t region; ///< The one that it is about; -1: all that are in it.
} cli_panel;

/// How a still is put together.
typedef struct cli_plan {
    cli_axes axes;
    cli_region regions[CLI_MOST_REGIONS]; ///< (region_count) from left to right
    int32_t region_count;
    cli_panel
        panels[CLI_MOST_PANELS]; ///< (panel_count) all regions at first, then close-ups from left to right
    int32_t panel_count;
} cli_plan;

/// Plan a still of stage->moment, its meshes posed. It is framed on knots; where they lie so far apart that
/// they would be small, each has a close-up below a strip that shows them all. Without a knot all is shown.
/// @param close At most so many rope diameters around the most tangled place; NaN: everything that matters.
/// @return false without memory
bool cli_plan_still(cli_stage *stage, double close, cli_plan *plan);

/// Where a box is in a panel: pixels of the still, {left, top, right, bottom}.
void cli_box_on_panel(const cli_plan *plan, const cli_panel *panel, const cli_box *box, double edges[4]);

/// The words beside each region: what the knot is called, "" when that is not certain.
typedef struct cli_names {
    char words[CLI_MOST_REGIONS][480];
} cli_names;

/// Name the regions of one rope each by the knot tied there. Nothing is named that hangs on an obstacle or is
/// of several ropes, and nothing at all when the parts do not make up the whole: the factors of the regions'
/// knots are then not those of the rope.
void cli_name_regions(const cli_moment *moment, const cli_plan *plan, cli_names *names);

/// The words for a still of stage->moment. A scene about a knot with a card has its ropes' type nowhere, for
/// that is not what the knot is called.
/// @param called Goes to the region with the most crossings; nullable.
void cli_label_regions(const cli_stage *stage, const cli_plan *plan, const char *called, cli_names *names);

/// Draw a still into a canvas of the stage's size.
bight_status cli_draw_still(cli_stage *stage, const cli_plan *plan, const cli_names *names, cli_canvas canvas,
                            bight_error *error);

/// Write FOLDER/NAME as planned, with names; like cli_write_png().
/// @param called What the finished knot of the scene is called, in place of what its ropes alone are;
/// nullable.
bool cli_write_still(cli_stage *stage, const char *folder, const char *name, double close, const char *called,
                     bool *unsupported);
