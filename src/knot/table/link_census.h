// SPDX-License-Identifier: MIT
// All prime diagrams of links with n crossings that no pass shortens, joined when moves with n crossings lead from one
// to the other.

#pragma once

#include "core/watch.h"
#include "knot/link_code.h"
#include "knot/neighbours.h"
#include "knot/table/shadow.h"

/// A diagram and its mirror image.
typedef struct bi_link_entry {
    bi_link_code code;
    uint8_t hands; ///< see bi_link_code_of()
    bool alternating;
} bi_link_entry;

/// Entries are sorted by code. Node 2 i is the diagram of code i, node 2 i + 1 its mirror image.
typedef struct bi_link_census {
    bi_link_entry *entries; ///< (count)
    int32_t *parent;        ///< (2 count) union-find: the least node of a class is its root
    bool *drop;             ///< (2 count) by root: a split link, a sum, or one with fewer crossings
    int32_t crossings, count, capacity;
    bi_diagram diagram, reduced; ///< scratch
    bi_neighbour_scratch scratch;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable: that of the shadows.
} bi_link_census;

/// @param shadows of 2 to BI_LINK_CROSSINGS crossings
bight_status bi_link_census_make(bi_link_census *census, const bi_shadows *shadows,
                                 const bight_allocator *allocator);
void bi_link_census_free(bi_link_census *census);

/// The root of a node's class.
int32_t bi_link_census_root(const bi_link_census *census, int32_t node);

/// Join all codes that flypes and passes lead to.
bight_status bi_link_census_connect(bi_link_census *census);

/// The diagram is another one of the node's link: join its class, or drop the node's when it has no place in the list.
/// @return false when it was dropped
bool bi_link_census_meet(bi_link_census *census, int32_t node, const bi_diagram *diagram);
