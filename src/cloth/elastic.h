// SPDX-License-Identifier: MIT
// The elastic part of the system: for each free vertex a row of 3 x 3 blocks along edges, constant bending
// across hinges, inertia, and the force.

#pragma once

#include "cloth/state.h"

/// Forces and stiffness at the present positions, for the time step world->dt towards world->goal.
/// Every vertex gathers from its own triangles in a fixed order.
/// @return The greatest principal stretch of any triangle.
double bi_cloth_elastic(bight_cloth_world *world);

/// Sum over all sheets at the present positions.
bight_cloth_energy bi_cloth_energy(const bight_cloth_world *world);

/// Does the solver move this vertex?
static inline bool bi_cloth_is_free(const bight_cloth_world *world, int32_t vertex)
{
    return (world->flags[vertex] & BI_FIXED) == 0 && world->mass[vertex] > 0.0f;
}
