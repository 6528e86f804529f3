// SPDX-License-Identifier: MIT
// Validators: what holds of a world of cloth between two calls of its user, and of its parts when they are
// made. For BI_VALIDATE (core/assert.h). Each is linear in what it looks at.

#pragma once

#include "cloth/world.h"
#include "geom/validate.h"

/// Ranges of sheets, obstacles, hands, seams, welds and cords agree with their counts, positions are finite,
/// no memory of the step arena is taken; topology, lists and contacts are valid as below.
bool bi_cloth_world_is_valid(const bight_cloth_world *world);

/// Triangles, rows, flaps and owners name what there is; rows ascend; masses and edge lengths are not
/// negative; both hierarchies are valid.
bool bi_topology_is_valid(const bight_cloth_world *world);

/// Pairs name features that there are, two different ones without a common vertex, with a gap that is not
/// negative (it is 0 where patterns touch across a weld).
bool bi_near_lists_are_valid(const bight_cloth_world *world);

/// Contacts name vertices that there are; weights sum to 0 (1 against a solid or a cord), normals are unit.
bool bi_contacts_are_valid(const bight_cloth_world *world);
