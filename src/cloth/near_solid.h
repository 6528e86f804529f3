// SPDX-License-Identifier: MIT
// Which vertices and edges are near obstacles that are spheres, capsules, boxes or rings.

#pragma once

#include "cloth/world.h"

/// List those within reach of any, in world->near.solids.
bight_status bi_solids_list(bight_cloth_world *world, double reach);
