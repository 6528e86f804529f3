// SPDX-License-Identifier: MIT
// Is a template the knot that it says it is?

#pragma once

#include "bight/template.h"

/// What was asked of a template's topology, and the first thing that was not so.
typedef struct bight_template_verdict {
    bool kept;         ///< all that was asked is so
    int32_t asked;     ///< types, linking numbers, joined, parts and turns that were asked for
    char failure[240]; ///< "" or "strand \"ribbon\" is 3_1 and should be 0_1"
} bight_template_verdict;

/// Name the knots of the axis that holds, and compare with definition->topology.
/// @param env Nullable: allocator and watch are used.
/// @return What bight_knot_identify() returns.
BIGHT_API bight_status bight_template_check(const bight_env *env, const bight_template *made,
                                            bight_template_verdict *verdict, bight_error *error);
