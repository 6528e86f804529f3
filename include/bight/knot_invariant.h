// SPDX-License-Identifier: MIT
// Polynomials of a diagram, exact.

#pragma once

#include "bight/knot_code.h"

/// One term of a polynomial: coefficient v^v z^z. For one variable, t^(v / 2), and z is 0.
typedef struct bight_term {
    int32_t v, z;
    int64_t coefficient;
} bight_term;

/// Terms in the order of v, then z. Free them with bight_terms_free().
typedef struct bight_terms {
    bight_term *terms; ///< (count)
    int32_t count, capacity;
} bight_terms;

/// NULL is fine.
BIGHT_API void bight_terms_free(const bight_env *env, bight_terms *terms);

/// The HOMFLY-PT polynomial P(v, z): 1 for the unknot, and v^-1 P(L+) - v P(L-) = z P(L0) (Freyd et al. 1985;
/// Przytycki, Traczyk 1987). The right-handed trefoil has 2 v^2 - v^4 + v^2 z^2.
/// @return BIGHT_ERROR_TOO_LARGE beyond 64 crossings, or when every line through the diagram that cuts it in
///         two meets more than 14 strands.
BIGHT_API bight_status bight_diagram_homfly(const bight_env *env, const bight_diagram *diagram,
                                            bight_terms *terms, bight_error *error);

/// The Jones polynomial V(t), 1 for the unknot and t^-1 V(L+) - t V(L-) = (t^1/2 - t^-1/2) V(L0) (Jones
/// 1985), so V(t) = P(t, t^1/2 - t^-1/2). The right-handed trefoil has t + t^3 - t^4. Links with an even
/// number of components have half-integral powers; term.v counts halves.
BIGHT_API bight_status bight_diagram_jones(const bight_env *env, const bight_diagram *diagram,
                                           bight_terms *terms, bight_error *error);

/// Linking number of two components: half the sum of the signs of their crossings (Gauss 1833). Components
/// are counted from 0 in the order of bight_diagram_to_gauss().
BIGHT_API int32_t bight_diagram_linking(const bight_diagram *diagram, int32_t one, int32_t two);

/// The Arf invariant of a knot from its determinant: 0 when that is +-1 modulo 8, 1 when +-3 (Levine 1966).
BIGHT_API int32_t bight_arf(int64_t determinant);
