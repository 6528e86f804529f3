// SPDX-License-Identifier: MIT

#pragma once

#include "sim/response/response.h"

/// Solve for the ropes of world->response->group: world->at is moved on from world->before. Aims of hands may be
/// brought nearer. @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_solve_group(bight_world *world);
