// SPDX-License-Identifier: MIT
// From a diagram to a name.

#pragma once

#include "bight/knot.h"
#include "core/watch.h"
#include "knot/invariant.h"
#include "knot/atlas.h"
#include "knot/project.h"
#include "knot/simplify.h"

struct bight_knot_workspace {
    bi_polygon polygon;
    bi_projection projection;
    bi_diagram diagram, piece, trial;
    bi_move_scratch moves;
    bi_invariant_scratch invariants;
    bi_orbit orbit;   ///< of the piece in hand, when it is looked for in an atlas
    int32_t *numbers; ///< (4 crossings) scratch
    int32_t number_capacity;
    bi_watch watch; ///< of the call in hand
    bight_allocator allocator;
};

/// Begin a call: from here on the workspace asks the watch of env, nullable, which is asked at once.
/// @return BIGHT_OK or BIGHT_ERROR_STOPPED.
bight_status bi_workspace_begin(bight_knot_workspace *workspace, const bight_env *env, bight_error *error);

/// Name the knot of workspace->diagram, which is used up. Fills everything in *result but vertices.
bight_status bi_identify_diagram(bight_knot_workspace *workspace, const bight_knot_options *options,
                                 bight_knot_result *result, bight_error *error);
