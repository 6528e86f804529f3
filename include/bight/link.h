// SPDX-License-Identifier: MIT
// Which link is it? Names links of two components with up to 8 crossings, such as a rope around a ring.

#pragma once

#include "bight/io.h"
#include "bight/knot.h"

/// What was found. Directions of the components do not matter for the name.
typedef struct bight_link_result {
    char name[16];           ///< Rolfsen's, "5^2_1"; "0^2_1" for two unlinked circles; "unknown"
    char thistlethwaite[16]; ///< Thistlethwaite's, "L5a1"; "" when there is none
    char traditional[32];    ///< "Hopf link", "Solomon's knot", "Whitehead link", "unlink" or ""
    bool proved;       ///< A dictionary of minimal diagrams decided. False exactly when name is "unknown".
    bool amphichiral;  ///< equal to its mirror image when directions do not matter
    char reason[128];  ///< When unknown: why. Otherwise "".
    int32_t crossings; ///< of the reduced diagram
    int32_t linking;   ///< linking number with the directions given
} bight_link_result;

/// Name the link of a diagram of two components: prime links to 8 crossings, and the unlink.
/// @param options Nullable: seed and effort.
/// @return BIGHT_ERROR_INVALID unless there are two components; BIGHT_ERROR_NO_MEMORY. On failure *result is
/// all zero.
BIGHT_API bight_status bight_link_identify(const bight_env *env, const bight_diagram *diagram,
                                           const bight_knot_options *options, bight_link_result *result,
                                           bight_error *error);

/// Most crossings of a link in the table.
#define BIGHT_LINK_TABLE_CROSSINGS 8

/// Make the table of links from nothing: all prime diagrams of two components, joined where moves lead from
/// one to the other.
/// @param counts (BIGHT_LINK_TABLE_CROSSINGS + 1) receives the links by crossing number, mirror images and
///               directions not counted apart
/// @param text   Receives the table as C source, as the library includes it. Free it with bight_bytes_free().
BIGHT_API bight_status bight_link_tabulate(const bight_env *env, int32_t *counts, bight_bytes *text,
                                           bight_error *error);
