// SPDX-License-Identifier: MIT
// Polynomials of a diagram, exact.

#pragma once

#include "bight/knot.h"
#include "bight/knot_code.h"

/// One term of a polynomial: coefficient v^v z^z, or a^v z^z in Kauffman's. For one variable, t^(v / 2), and z is 0.
typedef struct bight_term {
    int32_t v, z;
    int64_t coefficient;
} bight_term;

/// Terms in the order of v, then z. Free them with bight_terms_free().
typedef struct bight_terms {
    bight_term *terms; ///< (count)
    int32_t count, capacity;
} bight_terms;

/// How much a polynomial may cost. All zero is a good default; so is NULL in place of it.
typedef struct bight_budget {
    double seconds; ///< Of real time. Default 0: 10. Negative: none. WebAssembly has no clock, so none there.
    int64_t bytes;  ///< Of memory. Default 0: 1,000,000,000. Negative: no limit. The same on every computer.
} bight_budget;

/// NULL is fine.
BIGHT_API void bight_terms_free(const bight_env *env, bight_terms *terms);

/// The HOMFLY-PT polynomial P(v, z): 1 for the unknot, and v^-1 P(L+) - v P(L-) = z P(L0) (Freyd et al. 1985;
/// Przytycki, Traczyk 1987). The right-handed trefoil has 2 v^2 - v^4 + v^2 z^2.
/// @param diagram Any: several components, pieces that lie apart, circles. Not empty.
/// @param budget  Nullable.
/// @return BIGHT_ERROR_TOO_LARGE when a connected piece has more than 64 crossings or every line that cuts it
///         in two meets more than 14 strands, and when the budget is spent (the message says which);
///         BIGHT_ERROR_STOPPED; BIGHT_ERROR_INVALID for an empty diagram.
BIGHT_API bight_status bight_diagram_homfly(const bight_env *env, const bight_diagram *diagram,
                                            const bight_budget *budget, bight_terms *terms,
                                            bight_error *error);

/// The Jones polynomial V(t), 1 for the unknot and t^-1 V(L+) - t V(L-) = (t^1/2 - t^-1/2) V(L0) (Jones
/// 1985), so V(t) = P(t, t^1/2 - t^-1/2). The right-handed trefoil has t + t^3 - t^4. Links with an even
/// number of components have half-integral powers; term.v counts halves.
/// @param budget Nullable.
/// @return As bight_diagram_homfly().
BIGHT_API bight_status bight_diagram_jones(const bight_env *env, const bight_diagram *diagram,
                                           const bight_budget *budget, bight_terms *terms,
                                           bight_error *error);

/// The same from a HOMFLY polynomial that is known already.
BIGHT_API bight_status bight_jones_from_homfly(const bight_env *env, const bight_terms *homfly,
                                               bight_terms *terms, bight_error *error);

/// Kauffman's polynomial of two variables F(a, z) = a^-w L(a, z), w the sum of the crossings' signs: L does not depend on
/// directions, is 1 for the circle, a L for a strand with a right-handed curl and L / a with a left-handed one, and L of a
/// crossing and of the same crossing changed have the sum z times that of its two smoothings (Kauffman 1990; KnotInfo and
/// the Knot Atlas have the same). The right-handed trefoil has -a^-4 - 2 a^-2 + (a^-5 + a^-3) z + (a^-4 + a^-2) z^2.
/// F(-t^-3/4, t^1/4 + t^-1/4) is the Jones polynomial, and F(1, z) the polynomial Q of Brandt, Lickorish, Millett and Ho.
/// Dearer than the HOMFLY polynomial: the time grows with the
/// double factorial of the diagram's width.
/// @param diagram As for bight_diagram_homfly().
/// @param budget  Nullable.
/// @param terms   Powers of a are in v. In the order of v, then z. Free them with bight_terms_free().
/// @return BIGHT_ERROR_TOO_LARGE when a connected piece has more than 64 crossings, every way to take them one by one
///         cuts more than 14 strands, a coefficient may not fit 64 bits, and when the budget is spent;
///         BIGHT_ERROR_STOPPED; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_INVALID for an empty diagram.
BIGHT_API bight_status bight_diagram_kauffman(const bight_env *env, const bight_diagram *diagram,
                                              const bight_budget *budget, bight_terms *terms,
                                              bight_error *error);

/// The determinant of a knot or link, |Alexander polynomial at -1|, exact: from Goeritz's matrix, in polynomial time.
/// 10,000 crossings take seconds. 0 when pieces of the diagram lie apart.
/// @param budget  Nullable.
/// @param text    Receives the number in decimal digits, without a 0 at the end. Free it with bight_bytes_free().
/// @return BIGHT_ERROR_TOO_LARGE when the budget is spent; BIGHT_ERROR_STOPPED; BIGHT_ERROR_NO_MEMORY;
///         BIGHT_ERROR_INVALID for an empty diagram.
BIGHT_API bight_status bight_diagram_determinant(const bight_env *env, const bight_diagram *diagram,
                                                 const bight_budget *budget, bight_bytes *text,
                                                 bight_error *error);

/// The signature of a knot or link with the directions given, exact: negative for the right-handed trefoil (Gordon,
/// Litherland 1978), even for knots. That of pieces that lie apart is the sum of theirs.
/// @return As bight_diagram_determinant().
BIGHT_API bight_status bight_diagram_signature(const bight_env *env, const bight_diagram *diagram,
                                               const bight_budget *budget, int32_t *signature,
                                               bight_error *error);

/// The Alexander polynomial of a knot, exact, symmetric and with sum 1, for any number of crossings: in time n^2.5 or
/// so times the digits of its coefficients.
/// @param text Receives the coefficients from the lowest power on, an odd number of them, with a blank between two, in
///             decimal digits of any length: "1 -1 1" for the trefoil.
/// @return As bight_diagram_determinant(), and BIGHT_ERROR_UNSUPPORTED for several components.
BIGHT_API bight_status bight_diagram_alexander(const bight_env *env, const bight_diagram *diagram,
                                               const bight_budget *budget, bight_bytes *text,
                                               bight_error *error);

/// A polynomial in several variables: the sum of coefficient * t1^e1 t2^e2 ... Free it with bight_polynomial_free().
typedef struct bight_polynomial {
    int32_t variables, count; ///< count 0 is the polynomial 0
    int32_t *exponents;       ///< (count variables) from 0 on, terms in the order of the last variable's exponent, then that of the one before
    int64_t *coefficients;    ///< (count) not 0; the first is positive
    int32_t exponent_capacity, coefficient_capacity;
} bight_polynomial;

/// NULL is fine.
BIGHT_API void bight_polynomial_free(const bight_env *env, bight_polynomial *polynomial);

/// The Alexander polynomial of a link in one variable for each component, in the order of bight_diagram_to_gauss(), or in
/// one for all: Fox's matrix (1954) less one row and column, divided by t - 1 for the column's component when there are
/// several variables. It is defined up to a sign and powers of the variables; here each variable's lowest power is 0
/// and the first coefficient is positive. The Hopf link has 1, and t - 1 in one variable; a split link has 0.
/// @param one    One variable for all components. So a knot's has always.
/// @param budget Nullable.
/// @return BIGHT_ERROR_TOO_LARGE for more than 256 crossings, for more than 1,000,000 combinations of powers, for
///         coefficients that may not be below 2^60, and when the budget is spent; otherwise as bight_diagram_determinant().
BIGHT_API bight_status bight_diagram_alexander_link(const bight_env *env, const bight_diagram *diagram, bool one,
                                                    const bight_budget *budget, bight_polynomial *polynomial,
                                                    bight_error *error);

/// The Arf invariant of a knot from a determinant in decimal digits, as bight_arf().
BIGHT_API int32_t bight_arf_of_text(const bight_bytes *determinant);

/// Linking number of two components: half the sum of the signs of their crossings (Gauss 1833). Components
/// are counted from 0 in the order of bight_diagram_to_gauss().
BIGHT_API int32_t bight_diagram_linking(const bight_diagram *diagram, int32_t one, int32_t two);

/// The Arf invariant of a knot from its determinant: 0 when that is +-1 modulo 8, 1 when +-3 (Levine 1966).
BIGHT_API int32_t bight_arf(int64_t determinant);

/// Knots of the table that an unknown factor may be, by its invariants: those with the same Alexander
/// polynomial, the same signature up to mirror images, and the same HOMFLY polynomial where its diagram is
/// not too wide. The factor may also be none of them. An alternating factor with more crossings than the
/// table has is none of them for sure. Takes about a tenth of a second.
/// @param factor With dt_count above 0.
/// @param budget Nullable. Its HOMFLY polynomial may cost as much.
/// @param names  (most) Receives names in the order of the table.
/// @param count  Receives how many there are, which may exceed most.
/// @return BIGHT_ERROR_UNSUPPORTED when the factor has no code, BIGHT_ERROR_TOO_LARGE when its
///         invariants were not computed or the budget is spent, BIGHT_ERROR_STOPPED, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_knot_candidates(const bight_env *env, const bight_knot_factor *factor,
                                             const bight_budget *budget, char (*names)[16], int32_t most,
                                             int32_t *count, bight_error *error);
