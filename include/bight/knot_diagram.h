// SPDX-License-Identifier: MIT
// From curves, links among them, to diagrams with few crossings.

#pragma once

#include "bight/knot.h"
#include "bight/knot_code.h"

/// Close, shrink, project and reduce curves: a diagram of the same link with few crossings, sums left joined.
/// @param workspace   Nullable, as in bight_knot_identify().
/// @param curves      (curve_count) components of one link
/// @param options     Nullable.
/// @param projected   Receives the crossings of the first diagram. Nullable.
/// @param diagram     Receives the diagram, NULL on failure. Free it with bight_diagram_free().
/// @return What bight_knot_identify() returns.
BIGHT_API bight_status bight_curves_diagram(const bight_env *env, bight_knot_workspace *workspace,
                                            const bight_curve *curves, int32_t curve_count,
                                            const bight_knot_options *options, int32_t *projected,
                                            bight_diagram **diagram, bight_error *error);

/// The same link with fewer crossings, if moves that never add any find such a diagram.
/// @param workspace Nullable.
/// @param reduced   Receives a new diagram, NULL on failure. Free it with bight_diagram_free().
/// @return BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_diagram_reduce(const bight_env *env, bight_knot_workspace *workspace,
                                            const bight_diagram *diagram, bight_diagram **reduced,
                                            bight_error *error);
