// SPDX-License-Identifier: MIT
// The knot of every subchain of an open curve: where a chain is knotted, and where a longer piece loses the knot again.

#pragma once

#include "bight/knot.h"

/// Most sampled vertices of a matrix.
#define BIGHT_KNOT_MATRIX_MOST 4096

/// The kind of a cell whose subchain could not be closed: all of its closures met the curve.
#define BIGHT_KNOT_MATRIX_NONE UINT16_MAX

/// How a matrix is made. All zero is a good default.
typedef struct bight_knot_matrix_def {
    int32_t closures;   ///< Of each subchain; the most frequent name counts. 0: one, as options.closure says.
    bight_knot_way way; ///< Of these closures. They end at the same points far outside for all subchains.
    int32_t step;       ///< Every so many vertices a subchain may begin or end. Default 0: 1.
    bight_knot_options options; ///< As for bight_knot_identify().
} bight_knot_matrix_def;

/// What a subchain is.
typedef struct bight_knot_kind {
    char name[BIGHT_KNOT_MAX_NAME]; ///< as in bight_knot_result, "unknown" included
    bight_handedness handedness;    ///< of its one factor; UNKNOWN for the unknot and sums
    int32_t factor_count;           ///< 0 for the unknot
    bool proved;                    ///< It has a name.
    int64_t cells;                  ///< how many subchains are of this kind
} bight_knot_kind;

/// Free it with bight_knot_matrix_free().
typedef struct bight_knot_matrix {
    int32_t *
        vertices; ///< (side) where subchains begin and end, ascending, from 0: first and last of the curve included
    int32_t side;           ///< at least 2
    int32_t points;         ///< of the curve
    int32_t closures;       ///< of each cell, at least 1
    uint16_t *cells;        ///< see bight_knot_matrix_at()
    uint16_t *counts;       ///< closures of the cell that are of its kind, in the same order
    bight_knot_kind *kinds; ///< (kind_count): the unknot first, the others as they were met
    int32_t kind_count, kind_capacity;
    /// subchains that were named; all others are moves away from one of these that nothing hinders
    int64_t named;
} bight_knot_matrix;

/// Where the cell of the subchain from vertices[first] to vertices[last] is, in cells and counts.
/// @param first, last first < last < side
static inline size_t bight_knot_matrix_at(int32_t first, int32_t last)
{
    return (size_t)last * (size_t)(last - 1) / 2 + (size_t)first;
}

/// The matrix of an open curve. With closures that end at given points (def->closures above 0) one more vertex at an end
/// sweeps a triangle; where no edge of the subchain meets it, both subchains are the same knot, which exact predicates
/// decide. So only one subchain of each class is named. So it is with the closure BIGHT_KNOT_CLOSURE_DIRECT (def->closures 0),
/// where the triangle's third corner is the other end; with BIGHT_KNOT_CLOSURE_FAR each is named by itself.
/// Memory: 2 bytes a closure and cell.
/// @param env    Nullable. env->threads are used; the matrix does not depend on them.
/// @param curve  Open, at least 3 points.
/// @return BIGHT_ERROR_INVALID for a closed curve and as bight_knot_identify(); BIGHT_ERROR_TOO_LARGE for more than
///         BIGHT_KNOT_MATRIX_MOST sampled vertices; BIGHT_ERROR_STOPPED; BIGHT_ERROR_NO_MEMORY. Then *matrix is empty.
/// Source: King, Yeates, Yeates, "Identification of rare slipknots in proteins", Journal of Molecular Biology 373 (2007);
/// Sulkowska et al., "Conservation of complex knotting and slipknotting patterns in proteins", PNAS 109 (2012).
BIGHT_API bight_status bight_knot_matrix_make(const bight_env *env, const bight_curve *curve,
                                              const bight_knot_matrix_def *def, bight_knot_matrix *matrix,
                                              bight_error *error);

/// Give the arrays back and leave an empty matrix. NULL is fine.
BIGHT_API void bight_knot_matrix_free(const bight_env *env, bight_knot_matrix *matrix);

/// What a stretch is to the whole chain.
typedef enum bight_knot_role {
    BIGHT_KNOT_ROLE_WHOLE,    ///< its knot is that of the whole chain
    BIGHT_KNOT_ROLE_FACTOR,   ///< its knot is a prime factor of the chain's
    BIGHT_KNOT_ROLE_SLIPKNOT, ///< its knot is lost in the whole chain
} bight_knot_role;

/// "whole", "factor" or "slipknot". A string constant: never free it.
BIGHT_API const char *bight_knot_role_text(bight_knot_role role);

/// A shortest stretch that holds a knot.
typedef struct bight_knot_stretch {
    int32_t kind; ///< of the matrix
    bight_knot_role role;
    int32_t first, last; ///< vertices of the core: the shortest subchain of this kind; the first of several
    int32_t long_first, long_last; ///< the longest subchain of this kind around the core
    int64_t cells;                 ///< subchains of this kind
} bight_knot_stretch;

/// Cores: of the whole chain's knot; of each factor of a sum, equal ones apart from each other; of each other knot of
/// the matrix, which is that of a slipknot, up to four apart from each other. Whole and factors come first, then by cells. Unknots and
/// subchains without a name have no core.
/// @param whole      The whole chain's name, whose factors are looked for.
/// @param stretches  (most)
/// @return how many there are, which may exceed most; -1 without memory
BIGHT_API int32_t bight_knot_matrix_stretches(const bight_env *env, const bight_knot_matrix *matrix,
                                              const bight_knot_result *whole, bight_knot_stretch *stretches,
                                              int32_t most);
