// SPDX-License-Identifier: MIT
// What sailors, climbers and weavers call them.

#pragma once

#include "bight/knot_words.h"

/// The everyday name of the knot type, true of closed curves, or "". A string constant.
const char *bi_everyday_name(const bight_knot_result *result);

/// The words beside something that the rope may hold. False, and *words untouched, when there is nothing.
bool bi_words_beside(bool unknotted, const bight_knot_around *around, bight_knot_words *words);
