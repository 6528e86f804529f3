// SPDX-License-Identifier: MIT
// Ropes coloured by the tension of their links: --tension.

#pragma once

#include "bight/mesh.h"
#include "bight/play.h"

#define CLI_TENSION_SIDES 24  ///< As bight_tube has them when not asked.
#define CLI_TENSION_SAMPLES 4 ///< Rings a link.

/// The colour of nothing, of half of the most, and of the most.
extern const int32_t cli_tension_scale[3];

/// The greatest tension of any link of an elastic rod, newtons; 0 when there are none, or none is drawn out.
double cli_tension_most(const bight_play *play, const bight_scene *scene);

/// Colours of the vertices of a rope's tube, swept with the numbers above: each ring has that of its link, from nothing, also
/// for a link that is pressed, to `most`.
/// @param first The rope's node that the tube begins at.
/// @param curve What of the rope was swept.
/// @return (vertex_count x 3) sRGB, 0 to 1, the caller frees it; NULL without memory, and for no elastic rod.
double *cli_tension_colours(const bight_play *play, int32_t rope, int32_t first, bight_curve curve,
                            double most, const bight_mesh *mesh);
