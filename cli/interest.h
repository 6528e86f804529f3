// SPDX-License-Identifier: MIT
// What a picture is about: where ropes make knots or wind about something, and what hands do to them.

#pragma once

#include "cli/stage.h"

#define CLI_MOST_REGIONS 6

/// The picture's own axes, unit, at right angles; back points to the viewer.
typedef struct cli_axes {
    bight_vec3 right, up, back;
} cli_axes;

/// The axes of a scene's pictures: those of bight_render() for the view's `from` and `up`.
cli_axes cli_axes_of(const bight_scene_view *view);

/// A point along the axes: right, up, back.
void cli_axes_see(const cli_axes *axes, bight_vec3 at, double out[3]);

/// A box along the axes: right, up, back.
typedef struct cli_box {
    double low[3], high[3];
} cli_box;

/// The box that holds nothing; what it is joined with stays as it is.
cli_box cli_box_empty(void);
bool cli_box_is_empty(const cli_box *box);
void cli_box_add(cli_box *box, const cli_axes *axes, bight_vec3 at, double radius);
void cli_box_join(cli_box *box, const cli_box *other);

/// Take in a ball around a point that is along the axes already.
void cli_box_stretch(cli_box *box, const double at[3], double radius);

/// A knot, or a place where ropes lie on an obstacle.
typedef struct cli_region {
    cli_box box;
    int32_t rope;        ///< The one rope that it is of; -1 when there are several.
    int32_t first, last; ///< That rope's nodes in it.
    int32_t crossings;   ///< As the viewer sees them.
    bool held;           ///< An obstacle is touched.
} cli_region;

/// Find the regions of a moment, from left to right. Crossings of ropes, as the viewer sees them, and touches
/// of obstacles hang together when they interlace along their rope (so that the factors of a sum of knots
/// come apart) or lie close to each other. A crossing alone is left out when there is more than that
/// elsewhere.
/// @param stage   Its meshes are posed for the moment: cli_stage_pose().
/// @param regions (CLI_MOST_REGIONS) Those with the most crossings when there are more.
/// @return How many; -1 without memory.
int32_t cli_regions(const cli_stage *stage, const cli_moment *moment, const cli_axes *axes,
                    cli_region *regions);

/// All ropes and cloths of a moment.
cli_box cli_everything(const cli_stage *stage, const cli_moment *moment, const cli_axes *axes);

// ---- cameras ----------------------------------------------------------------------------------------

#define CLI_TANGENT 0.21255656167002213 ///< Of half the vertical angle of view, 24 degrees.

/// What a camera along the axes sees: in the plane `front`, from y - half to y + half, and to both sides as
/// the picture is wide. What lies behind that plane is seen smaller.
typedef struct cli_lens {
    double x, y, front, half;
} cli_lens;

/// A point given along the axes.
bight_vec3 cli_axes_point(const cli_axes *axes, double x, double y, double z);

bight_camera cli_camera_at(const cli_axes *axes, const cli_lens *lens);

/// See a box whole.
/// @param aspect Width / height of the picture.
/// @param margin Fraction of the picture that stays free.
/// @param room   And so much all around, metres.
cli_lens cli_lens_on(const cli_box *box, double aspect, double margin, double room);
