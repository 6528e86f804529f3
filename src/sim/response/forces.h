// SPDX-License-Identifier: MIT

#pragma once

#include "sim/response/response.h"

/// Find the forces of the contacts in now, and add J^T force to the right sides. The system is eliminated.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_push(bight_world *world, bi_chain_system *system);

/// Forget the forces that were found last: those of the step before are the guess again.
void bi_response_take_back(bight_world *world);
