// SPDX-License-Identifier: MIT
// The table of prime links of several components.

#pragma once

#include "bight/knot.h"
#include "knot/link_orbit.h"

/// A link of the table.
typedef struct bi_link_name {
    char name[16];        ///< Thistlethwaite's: "L5a1"; "" for a link that his table does not have
    char rolfsen[16];     ///< Rolfsen's (1976): "5^2_1"; "" beyond 9 crossings
    const char *everyday; ///< "" when it has none
    bight_handedness handedness;
    int32_t crossings;
    int32_t row; ///< its place among all links: by crossings, alternating first, then number
} bi_link_name;

/// Is the diagram with this code in the table? It has one of all diagrams that flypes and passes join.
/// @param hands see bi_link_code_of()
bool bi_link_find(const bi_link_code *code, int32_t crossings, int32_t hands, bi_link_name *name);

/// Look a diagram up by its orbit.
/// @param map  Prime, connected, without circles, 2 or more components, 2 to BI_LINK_CROSSINGS crossings.
/// @param end  BI_ORBIT_FOUND: *name is set. BI_ORBIT_SMALLER: orbit->smaller has fewer crossings, or is a sum or split.
bight_status bi_link_look_up(bi_link_orbit *orbit, const bi_diagram *map, bi_link_name *name,
                             bi_orbit_end *end);

/// Links in the table with so many crossings.
int32_t bi_link_table_count(int32_t crossings, bool alternating);

/// The diagram of a link of the table.
/// @param number 1 .. bi_link_table_count()
/// @param left   The left-handed one; makes no difference for amphichiral links.
/// @return BIGHT_ERROR_INVALID when there is none
bight_status bi_link_table_diagram(bi_diagram *diagram, int32_t crossings, bool alternating, int32_t number,
                                   bool left);
