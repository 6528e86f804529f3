// SPDX-License-Identifier: MIT
// What a scene says about knots that are put into its cloths, and what that comes to. The keys, their units, ranges and
// defaults are in docs/scene.md; the fields below carry the same names.

#pragma once

#include "bight/dress_knot.h"
#include "bight/pleat.h"
#include "bight/scene_value.h"

/// A value of a template's parameter.
typedef struct bight_scene_setting {
    const char *parameter;
    double value;
} bight_scene_setting;

/// Room that is kept in a bag.
typedef struct bight_scene_hold {
    double length, height; ///< Metres, of a lying cylinder; below two knots of a box, its width and height.
    double below;          ///< Metres from the knot's middle down to the cylinder.
} bight_scene_hold;

/// Corners of a square grid gathered in pleats and tied where the scene begins: two, or all four.
typedef struct bight_scene_pleat {
    const char *file;               ///< Of the template.
    const char *above; ///< nullable; of that which ties the two other corners, over the first knot
    const bight_scene_setting *set; ///< (set_count), of the first
    int32_t set_count;
    int32_t corners;   ///< 0: u0v0 and u1v1, 1: u1v0 and u0v1.
    int32_t squares;   ///< A pleat is half so many diagonals wide; 0: see bight_pleat_options.
    double tail, open; ///< See bight_pleat_options.
    double bag;        ///< Degrees.
    const bight_scene_hold *hold; ///< nullable: the bag holds nothing

    const bight_template *made; ///< With its values. What follows is what all this comes to.
    const bight_template *made_above; ///< nullable
    const bight_pleats *folded;
} bight_scene_pleat;

/// A rectangle of the pattern, its length along the strand.
typedef struct bight_scene_rectangle {
    double u, v;                   ///< Its middle, metres.
    double angle;                  ///< Degrees from u towards v.
    double length, width, padding; ///< Metres.
} bight_scene_rectangle;

/// A circle of the pattern; its middle is a tip.
typedef struct bight_scene_circle {
    double u, v, radius; ///< Metres.
    double angle;        ///< Degrees.
    int32_t end;         ///< Its tip is the strand's first end (0) or last (1).
} bight_scene_circle;

/// Which part of the pattern lies on which strand.
typedef struct bight_scene_region {
    bight_region_kind kind;
    const char *strand; ///< NULL: the template's only one.
    const bight_scene_rectangle *rectangle;
    const bight_scene_circle *circle;
    double from, to; ///< Part of the strand's length, 0 to 1; both 0: all, or half for each of two circles.
} bight_scene_region;

/// A knot in a cloth.
typedef struct bight_scene_dress {
    int32_t text_line;
    const char *name; ///< Never NULL: "dress1" and so on when not given.
    const char *note;
    const char *cloth;
    int32_t cloth_index;
    const char *file;                  ///< Of the template.
    const bight_scene_setting *set;    ///< (set_count)
    const bight_scene_region *regions; ///< (region_count)
    int32_t set_count, region_count;
    bight_vec3 position; ///< Where the template stands, for what no border decides.
    bight_scene_points along;
    const bight_scene_rotation *rotation;
    double scale; ///< 0: so that the cloth is as long as its strands.
    int32_t sides;
    bool keep_mesh, graded;
    bool uniform; ///< All radii are reduced alike where there is no room.

    const bight_template *made;      ///< With its values. What follows is what all this comes to.
    const bight_dress_region *given; ///< (region_count)
    const bight_cloth_mesh *mesh;    ///< The cloth without copies, perhaps refined, where it is at first.
    const bight_dress_knot *knot;
    const bight_mesh
        *bodies; ///< (body_count) what it is pushed out of: obstacles, then all cloths, its own being empty
    int32_t body_count;
    bight_template_edit edit; ///< What the values asked of the template.
} bight_scene_dress;

/// Another knot, or the same one otherwise, where one is.
typedef struct bight_scene_redress {
    const char *dress;
    int32_t dress_index;
    const char *file;               ///< Of another template; NULL: the same one.
    const bight_scene_setting *set; ///< (set_count)
    int32_t set_count;
    double padding;                       ///< Metres, of all rectangles; NaN: as it is.
    const bight_scene_region *regions;    ///< (region_count) as many as there were; none: those.
    int32_t region_count;
    const bight_dress_region *given;      ///< (region_count)
    const bight_template_def *definition; ///< Of the other template; NULL: the same one.
} bight_scene_redress;

/// Ends of a knot are led apart, as tight as its template says.
typedef struct bight_scene_lead {
    const char *dress;
    int32_t dress_index;
    int32_t cycles; ///< At most.
} bight_scene_lead;
