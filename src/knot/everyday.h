// SPDX-License-Identifier: MIT
// What sailors, climbers and weavers call them.

#pragma once

#include "bight/knot.h"

/// An everyday name of the knot, or "". A string constant.
const char *bi_everyday_name(const bight_knot_result *result);
