// SPDX-License-Identifier: MIT
// Which knot is it? Names a curve, and says whether the name is proved.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/knot_atlas.h"
#include "bight/knot_code.h"

/// Most points of all curves together.
#define BIGHT_KNOT_MAX_POINTS 4000000

/// Most prime factors that are listed one by one.
#define BIGHT_KNOT_MAX_FACTORS 32

/// Room for the longest name, with its end: that of a sum of BIGHT_KNOT_MAX_FACTORS with up to 12 crossings each. A
/// longer one, of 26 factors from an atlas or more, is "unknown".
#define BIGHT_KNOT_MAX_NAME 384

/// Most coefficients of an Alexander polynomial (degree 0 to 128).
#define BIGHT_KNOT_MAX_ALEXANDER 129

/// How the two ends of an open curve are joined. Closed curves are taken as they are.
typedef enum bight_knot_closure {
    /// Both ends leave the curve's convex hull by its nearest facet and meet on a sphere far outside. When an
    /// end is on the hull already, as with a rope held by its ends, the path meets nothing. Which facet is
    /// the nearest is decided exactly and from the curve alone: the closure does not change with the seed,
    /// the order in which the points are run through, or a turn or reflection that keeps coordinates exact.
    BIGHT_KNOT_CLOSURE_FAR,
    /// The straight segment from the last point to the first. When that meets the curve, as it does for a
    /// straight rope, there is no knot to name and the call fails.
    BIGHT_KNOT_CLOSURE_DIRECT,
} bight_knot_closure;

/// Which of the two mirror images. A chiral knot is right-handed when its least diagram, as named below under
/// dt, has more right-handed crossings than left-handed ones; when it has as many, the right-handed knot is
/// the one whose least diagram begins with a right-handed crossing. All reduced alternating diagrams of a
/// knot have the same sum of signs (Thistlethwaite 1987, Murasugi 1987), so for alternating knots the diagram
/// does not matter. For 3_1 this is the usual meaning: the overhand knot whose strands turn like a
/// right-handed screw. The pictures in the tables of Rolfsen show the left-handed trefoil.
typedef enum bight_handedness {
    BIGHT_HANDEDNESS_UNKNOWN,     ///< not decided
    BIGHT_HANDEDNESS_AMPHICHIRAL, ///< equal to its mirror image
    BIGHT_HANDEDNESS_RIGHT,
    BIGHT_HANDEDNESS_LEFT,
} bight_handedness;

/// "unknown", "amphichiral", "right" or "left". A string constant: never free it.
BIGHT_API const char *bight_handedness_text(bight_handedness handedness);

/// How a knot stands to the picture of its name in a published table. To 10 crossings the pictures are those
/// of Rolfsen, Knots and Links (1976), as redrawn in the Knot Atlas. Beyond, no table of pictures is
/// followed.
typedef enum bight_likeness {
    BIGHT_LIKENESS_UNKNOWN,     ///< not decided, or there is no picture
    BIGHT_LIKENESS_AMPHICHIRAL, ///< equal to its mirror image
    BIGHT_LIKENESS_PICTURED,    ///< the knot in the picture
    BIGHT_LIKENESS_MIRRORED,    ///< its mirror image
} bight_likeness;

/// "unknown", "amphichiral", "as pictured" or "mirror image". A string constant: never free it.
BIGHT_API const char *bight_likeness_text(bight_likeness likeness);

/// How to name. All zero is a good default; so is NULL in place of it.
typedef struct bight_knot_options {
    bight_knot_closure closure; ///< Default BIGHT_KNOT_CLOSURE_FAR.
    uint64_t seed;              ///< Steers views and random moves, never a proved answer. Default 0.
    int32_t effort;             ///< Random moves tried on a stubborn prime piece; 0 means 400, -1 none.
    bool unshrunk; ///< Skip the shrinking of the polygon: slower, for comparisons. Default false.
    /// Leave out the Alexander polynomial, determinants and signatures, which names do not depend on. Default
    /// false.
    bool name_only;
    const bight_knot_atlas *atlas; ///< Nullable: knots of 13 crossings and more are then not named.
} bight_knot_options;

/// Most crossings of a factor whose code is given.
#define BIGHT_KNOT_MAX_CODE 64

/// Room for the name of a factor, with its end.
#define BIGHT_KNOT_MAX_FACTOR_NAME 48

/// One prime factor of a knot.
typedef struct bight_knot_factor {
    /// "3_1" to "10_165", "11a_1" to "12n_888", with an atlas to "16n_1008906"; beyond the tables "T(3,7)", the torus knot, and
    /// "C(9 3 2)", the two-bridge knot with this continued fraction (see bight_two_bridge); or "unknown".
    char name[BIGHT_KNOT_MAX_FACTOR_NAME];
    bight_handedness handedness; ///< see bight_handedness
    bight_likeness likeness;     ///< see bight_likeness
    int32_t crossings;           ///< of its reduced diagram: the crossing number when the name is known
    int32_t writhe;              ///< of its reduced diagram
    int32_t signature;           ///< see bight_knot_result; 0 when not computed
    int64_t determinant;         ///< see bight_knot_result, -1 when not computed
    bool alternating;            ///< Its reduced diagram alternates: then crossings is the crossing number.

    /// The least Dowker-Thistlethwaite code of its reduced diagram over all starts, directions and
    /// reflections, as bight_diagram_from_dt() reads it, and the sign of its first crossing. dt_count is 0
    /// beyond BIGHT_KNOT_MAX_CODE crossings.
    int16_t dt[BIGHT_KNOT_MAX_CODE];
    int32_t dt_count, dt_sign;
} bight_knot_factor;

/// What was found. Plain memory: copy it, forget it.
typedef struct bight_knot_result {
    /// "0_1", "4_1", "3_1 # 4_1" (factors by crossing number, then by index), "unknown", or of a sum with some factors that
    /// have names "3_1 # (unknown, 13 crossings)", "3_1 # (unknown, at most 14 crossings)". As the name of a
    /// prime knot says nothing about its hand, so the name of a sum says it of the factors among each other
    /// alone: those of one hand are plain, those of the other have an m. "3_1 # 3_1" is the granny knot of
    /// either hand, "3_1 # m3_1" the square knot. Of the two ways to write a sum the one that has its first m
    /// later is taken, and the factors are listed in the name's order.
    char name[BIGHT_KNOT_MAX_NAME];
    /// "overhand knot (trefoil)", "square knot (reef)", or "": the everyday name of the knot type, right for a
    /// closed curve. What a rope may be called where it is: bight/knot_words.h.
    char traditional[64];
    bool proved; ///< Every factor has a name, which its diagram proves. False exactly when reason is not "".
    char reason[192];     ///< When unknown: why. Otherwise "".
    int32_t factor_count; ///< 0 for the unknot; may exceed BIGHT_KNOT_MAX_FACTORS
    bight_knot_factor factors[BIGHT_KNOT_MAX_FACTORS];

    int32_t vertices;            ///< of the closed polygon after shrinking
    int32_t projected_crossings; ///< of the first diagram
    int32_t crossings;           ///< of the reduced diagram, all factors together
    int32_t writhe;              ///< of the reduced diagram

    /// Alexander polynomial, exact: (alexander_count) coefficients, an odd number, the same read from either
    /// end; the middle one belongs to t^0 and the sum of all is 1 (Alexander 1928, Conway 1970).
    /// alexander_count is 0 when the diagram was too large to compute it.
    int64_t alexander[BIGHT_KNOT_MAX_ALEXANDER];
    int32_t alexander_count;
    int64_t determinant; ///< |Alexander polynomial at -1|, odd; -1 when not computed
    /// Even; negative for right-handed 3_1 (Gordon, Litherland 1978). Valid with determinant.
    int32_t signature;
} bight_knot_result;

/// Memory that naming works in. With a workspace that has seen a curve as large, naming does not allocate.
/// Not for two threads at once.
typedef struct bight_knot_workspace bight_knot_workspace;

/// @param env Nullable. Its allocator must outlive the workspace.
/// @return NULL when there is no memory. Free it with bight_knot_workspace_free().
BIGHT_API bight_knot_workspace *bight_knot_workspace_new(const bight_env *env);

/// NULL is fine.
BIGHT_API void bight_knot_workspace_free(bight_knot_workspace *workspace);

/// Name the knot in one curve: prime knots to 12 crossings, with an atlas to 16, and sums of them. A name is given when the reduced
/// diagram is found in the library's dictionary of all minimal diagrams (see bight/knot_table.h), so it is
/// never a guess. Anything else is "unknown", with its least code and its invariants. Every sign of a
/// crossing is decided exactly for coordinates that are not smaller than 2^-119 times the largest one;
/// smaller ones count as zero. The answer depends on the arguments alone.
/// @param workspace Nullable: then memory is taken for this call alone.
/// @param curves    (curve_count) any unit; repeated neighbouring points and straight runs are fine
/// @param curve_count 1; for links see bight/link.h.
/// @param options   Nullable.
/// @param error     Nullable.
/// @return BIGHT_ERROR_INVALID for a point that is not finite, for too few different points, and when the
///         curve meets itself, so that no knot is defined (the message says where); BIGHT_ERROR_TOO_LARGE;
///         BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED when env->watch says so. On failure *result is all
///         zero.
BIGHT_API bight_status bight_knot_identify(const bight_env *env, bight_knot_workspace *workspace,
                                           const bight_curve *curves, int32_t curve_count,
                                           const bight_knot_options *options, bight_knot_result *result,
                                           bight_error *error);

/// Name the knot of a diagram of one component; as bight_knot_identify(), but result->vertices is 0.
BIGHT_API bight_status bight_knot_identify_diagram(const bight_env *env, bight_knot_workspace *workspace,
                                                   const bight_diagram *diagram,
                                                   const bight_knot_options *options,
                                                   bight_knot_result *result, bight_error *error);

/// The reduced diagram of a result: the sum of its factors, each drawn from its least code. For pictures and
/// codes.
/// @param diagram Receives the diagram; free it with bight_diagram_free().
/// @return BIGHT_ERROR_UNSUPPORTED when a factor has no code (too many crossings, or too many factors).
BIGHT_API bight_status bight_knot_diagram(const bight_env *env, const bight_knot_result *result,
                                          bight_diagram **diagram, bight_error *error);

/// Most different answers that are kept apart in a spectrum.
#define BIGHT_KNOT_MAX_SPECTRUM 32

/// How an open curve is closed on a sphere far outside, sixteen times the curve's size away (half the diagonal of its
/// bounding box, from the middle of that).
typedef enum bight_knot_way {
    BIGHT_KNOT_WAY_SPHERE, ///< Both ends run straight to one random point of the sphere.
    BIGHT_KNOT_WAY_TWO_POINT, ///< Each end runs to a random point of its own, an arc of the sphere joins the two.
} bight_knot_way;

/// Most points between the ends of a curve that is closed so.
#define BIGHT_KNOT_MAX_PATH 5

/// How often one answer came up.
typedef struct bight_knot_share {
    char name[BIGHT_KNOT_MAX_NAME]; ///< as in bight_knot_result
    bight_handedness handedness;    ///< of the one factor; UNKNOWN for the unknot and for sums
    int32_t count;
    /// (path_count) from the curve's last point to its first in the first closure with this answer; none for a closed
    /// curve.
    bight_vec3 path[BIGHT_KNOT_MAX_PATH];
    int32_t path_count;
} bight_knot_share;

/// Which knots an open curve is, closed in many ways.
typedef struct bight_knot_spectrum {
    bight_knot_share shares[BIGHT_KNOT_MAX_SPECTRUM]; ///< by count, largest first; then by name
    int32_t share_count;
    int32_t directions; ///< closures tried
    int32_t left_out;   ///< closures that met the curve, or whose answer found no place among the shares
} bight_knot_spectrum;

/// Close an open curve in `closures` seeded ways, and count what comes out. A closed curve has one answer.
/// @param closures 1 to 100000
/// @param options  Nullable; closure is not used.
/// @return as bight_knot_identify()
/// Source: Tubiana, Orlandini, Micheletti, Progress of Theoretical Physics Supplement 191 (2011); both ways as Topoly
/// names them (Dabrowski-Tumanski et al., Briefings in Bioinformatics 22, 2021).
BIGHT_API bight_status bight_knot_identify_closures(const bight_env *env, bight_knot_workspace *workspace,
                                                    const bight_curve *curve, bight_knot_way way,
                                                    int32_t closures, const bight_knot_options *options,
                                                    bight_knot_spectrum *spectrum, bight_error *error);

/// The same with BIGHT_KNOT_WAY_SPHERE.
BIGHT_API bight_status bight_knot_identify_sphere(const bight_env *env, bight_knot_workspace *workspace,
                                                  const bight_curve *curve, int32_t directions,
                                                  const bight_knot_options *options,
                                                  bight_knot_spectrum *spectrum, bight_error *error);

/// The range that holds a share's true value with 95 %, from so many of so many closures (Wilson 1927), both 0 to 1.
BIGHT_API void bight_share_interval(int32_t count, int32_t closures, double *low, double *high);

/// Where the knot is: vertices first .. last of the curve, closed as bight_knot_options says, still have the
/// name and the hand of the whole curve. To 1,000 points it is the shortest such stretch, the first of these from the
/// farthest vertex from the middle on (a closed curve is gone round), by trying all that could be shorter; beyond, one
/// that loses the knot when one more vertex is cut off at either end. For a closed curve last may exceed the count by
/// going round.
/// @param first, last Receive the stretch; -1 when the curve is unknotted or its name is unknown.
/// @return as bight_knot_identify()
BIGHT_API bight_status bight_knot_locate(const bight_env *env, bight_knot_workspace *workspace,
                                         const bight_curve *curve, const bight_knot_options *options,
                                         int32_t *first, int32_t *last, bight_error *error);

/// Where one factor of a sum is: the shortest stretch of the curve whose knot, closed as bight_knot_options says, is that
/// factor alone, of the same hand. As bight_knot_locate() to 1,000 points, likewise beyond.
/// @param factor With a name.
/// @param taken  (2 taken_count) first and last vertices of stretches that the new one must keep clear of, as those of equal
///               factors. Nullable when taken_count is 0.
/// @param first, last Receive the stretch; -1 when there is none.
/// @return as bight_knot_identify()
BIGHT_API bight_status bight_knot_locate_factor(const bight_env *env, bight_knot_workspace *workspace,
                                                const bight_curve *curve, const bight_knot_options *options,
                                                const bight_knot_factor *factor, const int32_t *taken,
                                                int32_t taken_count, int32_t *first, int32_t *last,
                                                bight_error *error);
