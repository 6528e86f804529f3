// SPDX-License-Identifier: MIT
// Needles at the ends of ropes, as they are drawn: steel tubes of their own, each beyond its thread.

#pragma once

#include "cli/stage.h"

/// What steel looks like in a picture: sRGB, 0 to 1.
extern const double cli_steel[3];

/// Where a rope's needle is, and how thick.
typedef struct cli_needle {
    int32_t rope, links;
    bool last;     ///< It is at the rope's last end.
    double *radii; ///< (links + 1) Metres, in the order of the rope's nodes.
    char name[80]; ///< "suture needle"
} cli_needle;

/// Find the needles of the stage's scene. False without memory; cli_needles_close() in any case.
bool cli_needles_open(cli_stage *stage);
void cli_needles_close(cli_stage *stage);

/// What of a rope is thread.
/// @param first Nullable: receives the thread's first node.
bight_curve cli_thread(const cli_stage *stage, int32_t rope, bight_curve whole, int32_t *first);

/// The surface of needle k at a moment, to be swept with as many sides and samples as the caller likes. Borrows.
bight_tube cli_needle_tube(const cli_stage *stage, int32_t k, const cli_moment *moment);

/// How it looks in a GLB file, once it has a mesh. Borrows its name.
bight_glb_mesh cli_needle_look(const cli_stage *stage, int32_t k, const bight_mesh *mesh);
