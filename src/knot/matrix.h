// SPDX-License-Identifier: MIT
// Kinds of subchains.

#pragma once

#include "bight/knot_matrix.h"

/// What a curve is. factor_count is -1 when its closure meets it.
/// @return BIGHT_OK, BIGHT_ERROR_STOPPED, BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE
bight_status bi_kind_of(const bight_env *env, bight_knot_workspace *workspace, const bight_curve *curve,
                        const bight_knot_options *options, bight_knot_kind *kind);
