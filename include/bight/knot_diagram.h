// SPDX-License-Identifier: MIT
// From curves, links among them, to diagrams with few crossings.

#pragma once

#include "bight/knot.h"
#include "bight/knot_code.h"

/// The diagram that naming starts from: the closed curves, shrunk, seen from the best of a few seeded
/// directions. It is not reduced yet.
/// @param workspace Nullable, as in bight_knot_identify().
/// @param curves    (curve_count) one or more, any unit: several are the components of a link
/// @param options   Nullable: closure, seed and unshrunk count.
/// @param diagram   Receives the diagram, NULL on failure. Free it with bight_diagram_free().
/// @return What bight_knot_identify() returns.
BIGHT_API bight_status bight_diagram_from_curves(const bight_env *env, bight_knot_workspace *workspace,
                                                 const bight_curve *curves, int32_t curve_count,
                                                 const bight_knot_options *options, bight_diagram **diagram,
                                                 bight_error *error);

/// The same link with fewer crossings, if moves that never add any find such a diagram.
/// @param workspace Nullable.
/// @param reduced   Receives a new diagram, NULL on failure. Free it with bight_diagram_free().
/// @return BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_diagram_reduce(const bight_env *env, bight_knot_workspace *workspace,
                                            const bight_diagram *diagram, bight_diagram **reduced,
                                            bight_error *error);
