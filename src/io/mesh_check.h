// SPDX-License-Identifier: MIT
// What both mesh writers ask of a mesh first.

#pragma once

#include "bight/mesh.h"

/// BIGHT_ERROR_INVALID in words unless there is a triangle, all indices exist, and every number is finite
/// and no larger than `limit`.
bight_status bi_mesh_check_writable(const bight_mesh *mesh, double limit, bight_error *error);
