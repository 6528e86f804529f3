// SPDX-License-Identifier: MIT
// All prime diagrams with n crossings that no pass shortens, joined when moves with n crossings lead from one
// to the other.

#pragma once

#include "knot/canon.h"
#include "knot/neighbours.h"
#include "knot/table/shadow.h"

/// A diagram and its mirror image.
typedef struct bi_census_code {
    uint8_t entries[BI_SHADOW_CROSSINGS]; ///< see bi_code
    uint16_t pattern;
} bi_census_code;

/// Codes are sorted. Node 2 i is the diagram of code i whose first crossing is right-handed, node 2 i + 1 its
/// mirror image.
typedef struct bi_census {
    bi_census_code *codes; ///< (count)
    int32_t *parent;       ///< (2 count) union-find: the least node of a class is its root
    bool *drop;            ///< (2 count) by root: a knot with fewer crossings, or a sum
    int32_t crossings, count, capacity;
    bight_allocator allocator;
    int64_t changes; ///< joins of two classes, and drops, so far
    bi_watch *watch; ///< Nullable: that of the shadows.
} bi_census;

/// @param shadows  of that many crossings
/// @param threads  1 or more; the result does not depend on it
bight_status bi_census_make(bi_census *census, const bi_shadows *shadows, const bight_allocator *allocator);
void bi_census_free(bi_census *census);

/// The place of a code, -1 when it is not there.
int32_t bi_census_find(const bi_census *census, const bi_code *code);

/// The root of a node's class.
int32_t bi_census_root(const bi_census *census, int32_t node);

/// Join two classes. One that drops out takes the other along.
void bi_census_join(bi_census *census, int32_t a, int32_t b);

/// The diagram is another one of the node's knot: join their classes, or drop the node's when the diagram has no place in
/// the list. Mirror images go along.
/// @return false when the class is dropped
bool bi_census_meet(bi_census *census, int32_t node, const bi_diagram *diagram);

/// The code of a node as other functions take it, and its sign.
bi_code bi_census_code_of(const bi_census *census, int32_t node);

/// Join all codes that moves lead to. Only those are visited that are not known to drop out.
bight_status bi_census_connect(bi_census *census);
