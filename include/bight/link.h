// SPDX-License-Identifier: MIT
// Which link is it? Names links by their parts: prime links with up to 11 crossings, knots, and sums of them.

#pragma once

#include "bight/curve.h"
#include "bight/knot.h"

/// Most parts of a split link that are listed one by one.
#define BIGHT_LINK_MAX_PARTS 32

/// A part of a link that lies apart from the others: a sphere keeps it from them.
typedef struct bight_link_part {
    char name[BIGHT_KNOT_MAX_NAME]; ///< as in bight_link_result
    int32_t components;             ///< 1 for a knot
    int32_t crossings;              ///< of its reduced diagram
    /// Of a prime knot or link, UNKNOWN for sums. A link is right-handed when its signature and the linking numbers of
    /// all pairs of components have a sum below 0, which does not depend on directions (Murasugi 1970) and is the usual
    /// meaning for knots; for a sum of 0 the hands are told apart by the table. Amphichiral when equal to its mirror
    /// image whatever the directions.
    bight_handedness handedness;
} bight_link_part;

/// What was found. Directions of the components do not matter for the name.
typedef struct bight_link_result {
    /// Of a prime link Thistlethwaite's name, "L5a1"; of a sum those of its summands, "L2a1 # 3_1"; of a split link those
    /// of its parts in the order below, "3_1 | 0_1"; "unknown". As in the name of a sum of knots, what has the other
    /// hand than the first has an m: "3_1 | m3_1". The name of a sum does not say along which components it was made.
    /// A name that would be longer than there is room counts more than three equal neighbours: "#99 L2a1", "|200 0_1".
    char name[BIGHT_KNOT_MAX_NAME];
    char rolfsen
        [16]; ///< Rolfsen's, "5^2_1", of a prime link to 9 crossings and of an unlink, "0^3_1"; else ""
    char traditional[32]; ///< "Hopf link", "Borromean rings", "chain of 10 rings", "unlink" or ""
    bool proved;          ///< A table of minimal diagrams decided. False exactly when name is "unknown".
    bool amphichiral; ///< Equal to its mirror image when directions do not matter; false when not decided.
    char reason[192]; ///< When unknown: why, and what the parts are. Otherwise "".
    int32_t components;
    int32_t crossings; ///< of the reduced diagram
    int32_t linking;   ///< Linking number of two components with the directions given; 0 for other links.

    /// Parts found to lie apart, those with crossings first, by their number, then by name. part_count is 1
    /// for a link that could not be parted.
    bight_link_part parts[BIGHT_LINK_MAX_PARTS];
    int32_t part_count; ///< may exceed BIGHT_LINK_MAX_PARTS
} bight_link_result;

/// Name the link of a diagram with any number of components, connected or not, circles among them: part by part, each
/// part summand by summand, where a summand is a knot as bight_knot_identify() names it, or a prime link to 11
/// crossings. Parts are told apart when the moves tried take them apart, so a part that is "unknown" may still be a
/// split link.
/// @param options Nullable: seed, effort and atlas.
/// @param reduced Nullable. Receives the reduced diagram, part beside part, NULL on failure. Free it with
///                bight_diagram_free().
/// @return BIGHT_ERROR_INVALID for an empty diagram; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED. On failure *result is
///         all zero.
BIGHT_API bight_status bight_link_identify(const bight_env *env, const bight_diagram *diagram,
                                           const bight_knot_options *options, bight_link_result *result,
                                           bight_diagram **reduced, bight_error *error);

/// Most components of a summand that are listed: more than a prime link of the table has.
#define BIGHT_LINK_MAX_MEMBERS 6

/// A prime summand of a link. Components are counted from 0: curves in their order when the diagram was made by
/// bight_diagram_from_curves(), else components in the order of bight_diagram_to_gauss(), circles last.
typedef struct bight_link_summand {
    char name[BIGHT_KNOT_MAX_FACTOR_NAME]; ///< "3_1", "L2a1"
    bight_handedness handedness;
    int32_t crossings;
    int32_t part;                            ///< the place of its part
    int32_t member_count;                    ///< 0 when they were lost sight of
    int32_t members[BIGHT_LINK_MAX_MEMBERS]; ///< the components that it is made of, rising
} bight_link_summand;

/// What a link is made of. Free it with bight_link_makeup_free().
typedef struct bight_link_makeup {
    bight_link_summand *summands; ///< (count) part by part, in the order of the names
    int32_t *
        part_of; ///< (components) the place of each component's part, in the order of bight_link_result.parts; -1 unknown
    int32_t count, components;
} bight_link_makeup;

/// NULL is fine.
BIGHT_API void bight_link_makeup_free(const bight_env *env, bight_link_makeup *makeup);

/// As bight_link_identify(), and which components are in which part and summand. A component that is in two summands of a
/// part is the one along which they were put together.
/// @param makeup Nullable. All zero on failure.
BIGHT_API bight_status bight_link_identify_makeup(const bight_env *env, const bight_diagram *diagram,
                                                  const bight_knot_options *options,
                                                  bight_link_result *result, bight_link_makeup *makeup,
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
#define BIGHT_LINK_TABLE_CROSSINGS 11

/// What was found for one number of crossings. Mirror images and directions are not counted apart.
typedef struct bight_link_counts {
    int32_t crossings;
    int32_t diagrams;       ///< prime diagrams of several components that no pass shortens
    int32_t alternating;    ///< prime links with an alternating diagram
    int32_t nonalternating; ///< other prime links
    int32_t published;      ///< what Thistlethwaite's table has: the goal of the search
} bight_link_counts;

/// Make the table of links from nothing: all prime diagrams of several components, joined where moves lead from one to
/// the other, numbered in the order of their least Dowker-Thistlethwaite codes (see docs/knots.md).
/// @param crossings 2 to BIGHT_LINK_TABLE_CROSSINGS
/// @param report    Nullable. Called after each number of crossings.
/// @param text      Receives the table as C source, as the library includes it. Free it with bight_bytes_free().
/// @return BIGHT_ERROR_INVALID for crossings out of range; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED
BIGHT_API bight_status bight_link_tabulate(const bight_env *env, int32_t crossings,
                                           void (*report)(void *user, const bight_link_counts *counts),
                                           void *user, bight_bytes *text, bight_error *error);
