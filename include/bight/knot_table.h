// SPDX-License-Identifier: MIT
// Making the table of prime knots from nothing.

#pragma once

#include "bight/base.h"
#include "bight/knot_code.h"

/// Of the tables that can be made.
#define BIGHT_TABULATE_MAX_CROSSINGS 13

/// What was found for one number of crossings. Mirror images are not counted apart.
typedef struct bight_knot_counts {
    int32_t crossings;
    int32_t shadows;        ///< prime reduced shadows of knots
    int32_t diagrams;       ///< diagrams that no pass shortens
    int32_t kept;           ///< of these, diagrams of the knots below
    int32_t alternating;    ///< prime knots with an alternating diagram
    int32_t nonalternating; ///< other prime knots
    int32_t amphichiral;    ///< of both
    int32_t published;      ///< what Hoste, Thistlethwaite and Weeks (1998) count: the goal of the search
} bight_knot_counts;

/// Enumerate the prime knots with 3 to `crossings` crossings: all prime diagrams, joined where moves lead
/// from one to the other (see docs/knots.md). Diagrams that stay apart are searched for detours over larger
/// diagrams until the published count is met or the search gives up; the counts say which.
/// @param crossings 3 to BIGHT_TABULATE_MAX_CROSSINGS
/// @param report    Nullable. Called after each number of crossings.
/// @param text      Receives the table as C source, as the library includes it. Free it
///                  with bight_bytes_free().
/// @return BIGHT_ERROR_INVALID for crossings out of range, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_knot_tabulate(const bight_env *env, int32_t crossings,
                                           void (*report)(void *user, const bight_knot_counts *counts),
                                           void *user, bight_bytes *text, bight_error *error);

/// Prime knots with that many crossings in the library's table, mirror images not counted apart; 0 beyond its
/// end.
BIGHT_API int32_t bight_knot_table_count(int32_t crossings);

/// The least diagram of a knot of the table.
/// @param index   0 .. bight_knot_table_count() - 1: alternating knots first, then by least code
/// @param left    The left-handed one, see bight_handedness; makes no difference for amphichiral knots.
/// @param name    Receives its name. Nullable.
/// @param diagram Receives the diagram; free it with bight_diagram_free().
BIGHT_API bight_status bight_knot_table_diagram(const bight_env *env, int32_t crossings, int32_t index,
                                                bool left, char name[16], bight_diagram **diagram,
                                                bight_error *error);

/// Most terms of a continued fraction.
#define BIGHT_TWO_BRIDGE_MAX_TERMS 64

/// A two-bridge knot S(p, q), which p / q names with its mirror image (Schubert 1956).
typedef struct bight_two_bridge {
    int64_t p,
        q; ///< p odd: the determinant; 0 < q < p, the least of those that name the knot or its mirror image
    int32_t crossings;                         ///< the crossing number: the sum of the terms
    int32_t count;                             ///< 0: not recognised
    int32_t terms[BIGHT_TWO_BRIDGE_MAX_TERMS]; ///< p / q = terms[0] + 1 / (terms[1] + ...): Conway's C(...)
} bight_two_bridge;

/// Is the diagram one of a two-bridge knot, made of a rational tangle whose ends are joined? It is when crossings can be
/// added one by one, each meeting those before along two neighbouring arcs. Reduced alternating diagrams of two-bridge
/// knots all are; other diagrams may be missed, but never named wrongly.
/// @param diagram Of one component.
/// @return Also false without memory.
BIGHT_API bool bight_diagram_two_bridge(const bight_env *env, const bight_diagram *diagram,
                                        bight_two_bridge *bridge);
