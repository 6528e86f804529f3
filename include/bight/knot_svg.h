// SPDX-License-Identifier: MIT
// A picture of a diagram, as a textbook draws it.

#pragma once

#include "bight/base.h"
#include "bight/io.h"
#include "bight/knot_code.h"

/// How to draw. All zero is a good default; so is NULL in place of it.
typedef struct bight_svg_options {
    double width;  ///< Of the picture, pixels, at most 1e6. Default 0: 12 pixels for each point of a strand.
    double stroke; ///< Of a strand, 0.1 to 1 of the distance between its points. Default 0: 0.5.
    const char *title; ///< UTF-8. Read out by programs that read pictures aloud. Nullable.
} bight_svg_options;

/// Draw a diagram as SVG: strands smooth and evenly spaced, interrupted where they pass under, one colour for
/// each component. The layout is made from the diagram alone; pieces that are not linked stand side by side.
/// @param options Nullable.
/// @param bytes   Receives the text, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for an option out of range; BIGHT_ERROR_TOO_LARGE beyond 1,000 crossings or
///         circles; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_write_knot_svg(const bight_env *env, const bight_diagram *diagram,
                                            const bight_svg_options *options, bight_bytes *bytes,
                                            bight_error *error);
