// SPDX-License-Identifier: MIT
// Whether a rope that is pulled has any slack left, and whether anything moves.

#pragma once

#include "sim/world_state.h"

/// After a cycle, with its near pairs listed: mark the nodes that touch something.
void bi_taut_mark(bight_world *world);

/// All hands have their pulls, report->moved and advanced are set: set rests and tight.
void bi_taut_look(bight_world *world, bight_step_report *report);
