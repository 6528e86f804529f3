// SPDX-License-Identifier: MIT
// The scene that ties a knot in a garment, as text and read.

#pragma once

#include "bight/dress_knot.h"
#include "cli/garment_knot.h"

#define CLI_RADIANS 0.017453292519943295

/// A file that the scene names, and what is in it.
typedef struct cli_named_bytes {
    const char *name;
    const bight_bytes *bytes;
} cli_named_bytes;

typedef struct cli_garment_scene {
    const cli_knot_order *order;
    const bight_template *made;        ///< with its values
    const bight_dress_region *regions; ///< (order->region_count)
    const bight_pose *pose;
    cli_named_bytes cloth, template, body;
} cli_garment_scene;

/// What the garment's file is called in the folder: "cloth.obj" or with another ending.
const char *cli_garment_file(const char *path);

/// A turn of n[3] degrees about (n[0], n[1], n[2]).
void cli_garment_turn(const double n[4], bight_pose *pose);

/// Write the scene and read it. @return an exit code, after saying what went wrong. The caller frees both.
int cli_garment_scene_make(const cli_garment_scene *asked, bight_bytes *text, bight_scene **scene);
