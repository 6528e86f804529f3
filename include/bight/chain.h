// SPDX-License-Identifier: MIT
// Open chains as they are: linking integrals, bridges between two places of a chain, theta-curves and lassos.

#pragma once

#include "bight/knot.h"

/// Gauss's linking integral of two curves, open or closed, exact but for rounding: of two closed curves it is their linking
/// number (see bight_curves_linking()), of open ones the mean over all directions of half the sum of the signs of the crossings
/// that one sees. Time n m.
/// @return BIGHT_OK or BIGHT_ERROR_STOPPED
/// Source: Gauss 1833; of polygons Banchoff, Indiana University Mathematics Journal 25 (1976).
BIGHT_API bight_status bight_curves_gauss(const bight_env *env, const bight_curve *one,
                                          const bight_curve *two, double *integral);

/// The writhe of a curve in space, open or closed: the mean over all directions of the sum of the signs of its crossings.
/// Positive for right-handed ones. Time n^2.
/// @param crossings Receives the mean number of crossings. Nullable.
/// @return BIGHT_OK or BIGHT_ERROR_STOPPED
/// Source: Fuller 1971; Klenin, Langowski, Biopolymers 54 (2000).
BIGHT_API bight_status bight_curve_writhe(const bight_env *env, const bight_curve *curve, double *writhe,
                                          double *crossings);

/// The cycles of a theta-curve.
enum {
    BIGHT_THETA_LOOP,  ///< the chain from first to last, and the bridge
    BIGHT_THETA_REST,  ///< the bridge, and the rest of the chain, which is closed
    BIGHT_THETA_WHOLE, ///< the chain without the bridge
    BIGHT_THETA_CYCLES
};

/// A chain and a straight bridge between two of its vertices, such as a disulfide bond: three arcs between two points once the
/// chain is closed, in one way for all (far or direct, as options say). Names the knots of its three cycles.
/// @param first, last Vertices of the bridge, last - first at least 2; of a closed curve not all but one of the way round.
/// @param cycles (BIGHT_THETA_CYCLES)
/// @return BIGHT_ERROR_INVALID for a bridge that is none, and as bight_knot_identify(): also when the bridge meets the chain.
/// Source: Dabrowski-Tumanski, Sulkowska, "Topological knots and links in proteins", PNAS 114 (2017).
BIGHT_API bight_status bight_theta_identify(const bight_env *env, bight_knot_workspace *workspace,
                                            const bight_curve *curve, int32_t first, int32_t last,
                                            const bight_knot_options *options, bight_knot_result *cycles,
                                            bight_error *error);

/// Where a tail goes through the surface of a lasso's loop.
typedef struct bight_piercing {
    int32_t vertex; ///< the tail's edge from this vertex to the next one
    /// +1: upwards through the surface, whose boundary runs counter-clockwise from first to last, seen
    /// from above
    int32_t sign;
} bight_piercing;

/// A lasso: the loop that a bridge closes, and the chain's tails. The loop spans a surface of least area, and the tails are
/// counted where they go through it. That is no invariant of knot theory (a tail can always be pulled out), but it is what the
/// protein's shape is named by.
/// @param first, last Vertices of the bridge, as in bight_theta_identify().
/// @param piercings (most) in the order of the chain, those of the tail before the loop first.
/// @param count     Receives how many there are, which may exceed most.
/// @param area      Receives the area of the surface, in the square of the curve's unit. Nullable.
/// @return BIGHT_ERROR_INVALID, BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
/// Source: Niemyska et al., "Complex lasso: new entangled motifs in proteins", Scientific Reports 6 (2016); surfaces as Pinkall,
/// Polthier, "Computing discrete minimal surfaces and their conjugates", Experimental Mathematics 2 (1993).
BIGHT_API bight_status bight_lasso_piercings(const bight_env *env, const bight_curve *curve, int32_t first,
                                             int32_t last, bight_piercing *piercings, int32_t most,
                                             int32_t *count, double *area, bight_error *error);

/// How often a tail goes through for good: without pairs of neighbouring piercings of opposite sign of one tail that lie fewer
/// than `apart` vertices from each other, which a small move undoes.
/// @param piercings (count) of one lasso; deep ones are moved to the front, in their order
/// @param first     The first vertex of the loop: what is below it is the first tail.
/// @param apart     10 as a rule (Niemyska et al. 2016)
/// @param deep      (2) Receives how many of each tail are left.
BIGHT_API void bight_lasso_deep(bight_piercing *piercings, int32_t count, int32_t first, int32_t apart,
                                int32_t deep[2]);

/// Most crossings of a knotoid whose polynomial is computed.
#define BIGHT_KNOTOID_MOST 18

/// The largest power of A that there is room for.
#define BIGHT_KNOTOID_HALF (6 * BIGHT_KNOTOID_MOST)

/// Turaev's polynomial of a knotoid: coefficients[a + BIGHT_KNOTOID_HALF][u + BIGHT_KNOTOID_MOST] belongs to A^a u^u; 1 for one
/// that can be pulled straight. With u = 1 and t = A^-4 it is the Jones polynomial of a knot that was cut open at its outside.
typedef struct bight_knotoid {
    int64_t coefficients[2 * BIGHT_KNOTOID_HALF + 1][2 * BIGHT_KNOTOID_MOST + 1];
    int32_t crossings; ///< of the diagram that was summed
} bight_knotoid;

/// The knotoid of an open curve seen along a direction: what does not change while nothing crosses the two lines through its
/// ends along this direction (Guegumecue, Kauffman 2017).
/// @return BIGHT_ERROR_INVALID for a direction along which something falls together: take another; BIGHT_ERROR_TOO_LARGE;
///         BIGHT_ERROR_STOPPED; BIGHT_ERROR_NO_MEMORY
/// Source: Turaev, "Knotoids", Osaka Journal of Mathematics 49 (2012).
BIGHT_API bight_status bight_knotoid_of(const bight_env *env, const bight_curve *curve, bight_vec3 along,
                                        bight_knotoid *knotoid, bight_error *error);
