// SPDX-License-Identifier: MIT
// Which link is it? Names links by their parts: knots, and prime links of two components with up to 8
// crossings, such as a rope around a ring.

#pragma once

#include "bight/curve.h"
#include "bight/knot.h"

/// Most parts of a split link that are listed one by one.
#define BIGHT_LINK_MAX_PARTS 32

/// A part of a link that lies apart from the others: a sphere keeps it from them.
typedef struct bight_link_part {
    char name[BIGHT_KNOT_MAX_NAME]; ///< Of a knot, as in bight_knot_result; of a link Rolfsen's; "unknown"
    int32_t components;             ///< 1 for a knot
    int32_t crossings;              ///< of its reduced diagram
    bight_handedness handedness;    ///< of a prime knot, see bight_handedness; UNKNOWN for sums and links
} bight_link_part;

/// What was found. Directions of the components do not matter for the name.
typedef struct bight_link_result {
    /// Rolfsen's, "5^2_1"; "0^3_1" for three circles that are not linked; for other split links the names of
    /// the parts in the order below, "3_1 U 0_1"; "unknown". As in the name of a sum, a knot of the other
    /// hand than the first has an m: "3_1 U m3_1".
    char name[BIGHT_KNOT_MAX_NAME];
    char thistlethwaite[16]; ///< Thistlethwaite's, "L5a1"; "" when there is none
    char traditional[32];    ///< "Hopf link", "Solomon's knot", "Whitehead link", "unlink" or ""
    bool proved;      ///< A dictionary of minimal diagrams decided. False exactly when name is "unknown".
    bool amphichiral; ///< Equal to its mirror image when directions do not matter; false when not decided.
    char reason[192]; ///< When unknown: why, and what the parts are. Otherwise "".
    int32_t components;
    int32_t crossings; ///< of the reduced diagram
    int32_t linking;   ///< Linking number of two components with the directions given; 0 for other links.

    /// Parts found to lie apart, those with crossings first, by their number, then by name. part_count is 1
    /// for a link that could not be parted.
    bight_link_part parts[BIGHT_LINK_MAX_PARTS];
    int32_t part_count; ///< may exceed BIGHT_LINK_MAX_PARTS: then the name is "unknown"
} bight_link_result;

/// Name the link of a diagram with any number of components, connected or not, circles among them: split
/// links part by part, where a part is a knot as bight_knot_identify() names it, or a prime link of two
/// components to 8 crossings. Parts are told apart when the moves tried take them apart, so a part that is
/// "unknown" may still be a split link.
/// @param options Nullable: seed and effort.
/// @param reduced Nullable. Receives the reduced diagram, part beside part, NULL on failure. Free it with
///                bight_diagram_free().
/// @return BIGHT_ERROR_INVALID for an empty diagram; BIGHT_ERROR_NO_MEMORY. On failure *result is all zero.
BIGHT_API bight_status bight_link_identify(const bight_env *env, const bight_diagram *diagram,
                                           const bight_knot_options *options, bight_link_result *result,
                                           bight_diagram **reduced, bight_error *error);

/// Linking numbers of all pairs of curves: half the sum of the signs of the crossings between them (Gauss
/// 1833).
/// @param workspace Nullable.
/// @param curves  (curve_count) as in bight_diagram_from_curves()
/// @param options Nullable: closure, seed and unshrunk count.
/// @param linking (curve_count x curve_count) symmetric, 0 on the diagonal
/// @return What bight_knot_identify() returns.
BIGHT_API bight_status bight_curves_linking(const bight_env *env, bight_knot_workspace *workspace,
                                            const bight_curve *curves, int32_t curve_count,
                                            const bight_knot_options *options, int32_t *linking,
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
