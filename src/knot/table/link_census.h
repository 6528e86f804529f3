// SPDX-License-Identifier: MIT
// All prime links of two components with few crossings, as the census of knots does it.

#pragma once

#include "bight/base.h"
#include "core/watch.h"
#include "knot/link_code.h"

/// Enumerate them and write the table as C source: one line a diagram, its code and the number of its link.
/// @param counts (crossings + 1) receives how many links there are, mirror images and directions not counted
/// apart
/// @param watch  Nullable.
bight_status bi_link_tabulate(const bight_allocator *allocator, bi_watch *watch, int32_t crossings,
                              int32_t *counts, bight_bytes *text);
