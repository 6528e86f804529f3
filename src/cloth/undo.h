// SPDX-License-Identifier: MIT
// What a step changes, kept so that a step that is stopped leaves the world as it was.
//
// A step that fails for want of memory only takes vertices and obstacles back. One that the caller stops is
// to leave no trace: contacts, the solver's warm start and all that decides the future are copied first, but only
// in worlds that can be stopped (bight_env.watch). Near pairs and intersections are found again from the
// places of vertices.

#pragma once

#include "cloth/state.h"

/// Keep what the step is about to change. The topology must be built.
/// @param was_built Was it built before the step began?
/// @return BIGHT_ERROR_NO_MEMORY; nothing has changed then.
bight_status bi_undo_keep(bight_cloth_world *world, bool was_built);

/// Put back what bi_undo_keep() kept.
void bi_undo_restore(bight_cloth_world *world);
