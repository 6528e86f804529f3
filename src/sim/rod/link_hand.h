// SPDX-License-Identifier: MIT

#pragma once

#include "sim/world_state.h"

/// Mix in the orders of a hand about the link that it holds, if there are any.
uint64_t bi_link_hand_hash(uint64_t hash, const bi_rope_hand *hand);

/// Whether it turns its link towards where that is to be; a hand that does so gets there.
bool bi_link_hand_turns(const bi_rope_hand *hand);
