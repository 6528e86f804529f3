// SPDX-License-Identifier: MIT

#pragma once

#include "sim/response/response.h"

/// Find the forces of the contacts in now, of which there are some, and add J^T force to the right sides.
/// @param system Chains, eliminated; or NULL.
/// @param blocks Or what remains of them, factored (bi_block_factor); or NULL.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_push(bight_world *world, bi_chain_system *system, const bi_block_system *blocks);

/// Forget the forces that were found last: those of the step before are the guess again.
void bi_response_take_back(bight_world *world);
