// SPDX-License-Identifier: MIT
// Behind the public pointer.

#pragma once

#include "bight/knot_code.h"
#include "knot/diagram.h"

struct bight_diagram {
    bi_diagram map;
    int32_t components; ///< circles included
};
