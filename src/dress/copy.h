// SPDX-License-Identifier: MIT
// A mesh that is worked on while the caller's stays as it was.

#pragma once

#include "bight/cloth_mesh.h"

/// @param to Receives the copy, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE.
bight_status bi_dress_copy_mesh(const bight_allocator *allocator, const bight_cloth_mesh *from,
                                bight_cloth_mesh *to);
