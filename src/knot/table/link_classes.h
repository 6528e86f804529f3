// SPDX-License-Identifier: MIT
// The links of a census: its classes, and the table as the library includes it.

#pragma once

#include "knot/table/link_census.h"

/// How many links there are, mirror images and directions not counted apart.
typedef struct bi_link_counts {
    int32_t alternating, nonalternating;
} bi_link_counts;

bi_link_counts bi_link_census_count(const bi_link_census *census);

/// Detours over larger diagrams join classes that moves with n crossings leave apart, until there are not more than
/// `goal` links that do not alternate.
bight_status bi_link_census_search(bi_link_census *census, int32_t goal);

/// Append one line for each set of diagrams that flypes and passes join: see src/knot/link_names.c.
/// @param orbit (2 count) the roots before the search
bight_status bi_link_census_print(bi_link_census *census, const int32_t *orbit, bight_bytes *text);
