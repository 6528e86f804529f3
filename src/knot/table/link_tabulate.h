// SPDX-License-Identifier: MIT
// All prime links of several components with few crossings, as the census of knots does it.

#pragma once

#include "bight/link.h"
#include "core/watch.h"

/// Enumerate them and write the table as C source.
/// @param crossings 2 to BI_LINK_CROSSINGS
/// @param report Nullable. Called after each number of crossings.
/// @param watch  Nullable.
bight_status bi_link_tabulate(const bight_allocator *allocator, bi_watch *watch, int32_t crossings,
                              void (*report)(void *user, const bight_link_counts *counts), void *user,
                              bight_bytes *text);
