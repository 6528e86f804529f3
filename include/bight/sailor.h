// SPDX-License-Identifier: MIT
// What people who tie rope call a knot: the rope together with what it holds, compared with the book of knots.
//
// A knot type belongs to a closed curve; a bowline, a clove hitch or a noose are no knot types. Here a rope is taken with the
// poles and rings that it is tied to, with a loop of its own that is held, and with the end that bears the load. Ends, poles and
// the held loop are led far outside and joined there in all ways that could matter; the links that come out are named
// (bight/link.h) and compared with those of every knot of the book, of either hand.

#pragma once

#include "bight/curve.h"
#include "bight/knot.h"
#include "bight/knot_words.h"

/// A straight pole. It counts as endless.
typedef struct bight_sailor_pole {
    bight_vec3 point, along; ///< a point of its axis, and its direction, not 0
} bight_sailor_pole;

/// Which end of a rope bears the load: its standing part.
typedef enum bight_sailor_load {
    BIGHT_SAILOR_LOAD_FIRST, ///< The first point: also what is taken when nothing is known, or both are loaded.
    BIGHT_SAILOR_LOAD_LAST
} bight_sailor_load;

/// A rope, or two, and what they hold. Everything is borrowed. Of one unit, in one frame.
typedef struct bight_sailor_setting {
    const bight_curve *ropes; ///< (rope_count) 1 or 2, of three points or more
    int32_t rope_count;
    const bight_sailor_load *loads; ///< (rope_count) Nullable: FIRST
    const bight_curve *rings;       ///< (ring_count) to 8: closed middle lines
    int32_t ring_count;
    const bight_sailor_pole *poles; ///< (pole_count) to 1
    int32_t pole_count;
    /// (held_count) vertices of ropes[0] at which a loop of it is held; ends are passed over
    const int32_t *held;
    int32_t held_count;
} bight_sailor_setting;

/// How a knot stands to the one that the book ties.
typedef enum bight_sailor_mirror {
    BIGHT_SAILOR_MIRROR_UNKNOWN, ///< There is no name.
    BIGHT_SAILOR_SAME,           ///< As the book ties it.
    BIGHT_SAILOR_MIRRORED,       ///< Its mirror image.
    BIGHT_SAILOR_EITHER          ///< The two are the same.
} bight_sailor_mirror;

/// "unknown", "same", "mirrored" or "either". A string constant.
BIGHT_API const char *bight_sailor_mirror_text(bight_sailor_mirror mirror);

/// What the rope is called.
typedef struct bight_sailor_name {
    char name[48]; ///< As in the book: "bowline"; "" when none is sure.
    bight_sailor_mirror mirror;
    /// Every link that was compared has a proved name. Otherwise some are too large for the tables and have the same Jones
    /// polynomial.
    bool proved;
    char basis[160]; ///< What the name rests on, or why there is none, in words.
    int32_t loop;    ///< The vertex of ropes[0] at whose loop it is this knot; -1 when no loop counts.
} bight_sailor_name;

/// Name a rope with what it holds. A name is given when the links that its closures make are those of one knot of the book and
/// of no other; that tells the knots of the book apart, but is no proof that there is no other knot with the same links.
/// Poles count as endless, ends and held loops as led far outside. Not named: more than two ropes or one pole, a pole together
/// with a ring, two ropes on a pole or a ring.
/// @param env       Nullable.
/// @param workspace Nullable.
/// @param error     Nullable.
/// @return BIGHT_ERROR_INVALID for a setting out of the ranges above, a point that is not finite, or curves that meet;
///         BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED
BIGHT_API bight_status bight_sailor_identify(const bight_env *env, bight_knot_workspace *workspace,
                                             const bight_sailor_setting *setting, bight_sailor_name *name,
                                             bight_error *error);

/// Fill in words->everyday of an open rope alone, which bight_knot_words_of() left empty because the knot's curve does not tell:
/// a bowline, a noose. Nothing else is changed, and nothing at all when there is no name.
/// @return As bight_sailor_identify(). Milliseconds to a tenth of a second, by the length of the rope.
BIGHT_API bight_status bight_sailor_words(const bight_env *env, bight_knot_workspace *workspace,
                                          const bight_curve *rope, bight_knot_words *words, bight_error *error);

/// Say what it is with what it holds: "clove hitch round the pole", "anchor hitch on the ring", "sheet bend". "" without a name.
/// @param name Of this setting.
BIGHT_API void bight_sailor_phrase(const bight_sailor_setting *setting, const bight_sailor_name *name,
                                   char text[64]);

/// Most crossings that bight_sailor_near tells the places of.
#define BIGHT_SAILOR_MARKS 16

/// A crossing that goes the wrong way.
typedef struct bight_sailor_mark {
    int32_t rope, node; ///< The vertex before it, where the ropes come to it first.
    bool over;          ///< There the rope goes over and should go under.
    bight_vec3 where;   ///< On the strand that is led past the other.
} bight_sailor_mark;

/// What keeps a rope from being a knot of the book.
typedef struct bight_sailor_near {
    char name[48]; ///< The knot that it would be; "" when none was found.
    bight_sailor_mirror mirror;
    int32_t flips;     ///< so many crossings go the wrong way; several are neighbours along the rope
    int32_t crossings; ///< of the picture in which that was seen
    bight_vec3 eye;    ///< unit: from where that was seen
    /// the first wrong one, from 0, in the order in which the rope (then the other rope) meets them
    int32_t first;
    bool over;          ///< there the rope goes over and should go under
    int32_t rope, node; ///< where: the vertex before it
    bight_vec3 where;
    char words[120]; ///< "the second half is reversed", "crossing 3 of 8 goes over and should go under"
    bight_sailor_mark marks[BIGHT_SAILOR_MARKS]; ///< the wrong ones, `flips` of them at most
} bight_sailor_near;

/// The knot of the book that a rope would be if one crossing, or a few neighbours along it, went the other way. Looked for in the
/// picture from the direction with the fewest crossings: single ones, the first before the others; then two to four in a row, the
/// last before the others; then either half.
/// @param intended Nullable: only this knot.
/// @return As bight_sailor_identify(). Ropes of more than 5,000 vertices and pictures of more than 32
/// crossings are not searched.
BIGHT_API bight_status bight_sailor_nearest(const bight_env *env, bight_knot_workspace *workspace,
                                            const bight_sailor_setting *setting, const char *intended,
                                            bight_sailor_near *near, bight_error *error);

/// What lies there, beside the knot that was meant.
typedef struct bight_sailor_verdict {
    bool right;             ///< It is that knot, or its mirror image.
    bight_sailor_name name; ///< What it is.
    bight_sailor_near
        near;        ///< Which crossings to turn to make it that knot; without a name when a few do not do.
    char words[200]; ///< One sentence: "granny knot: reverse the second half", "this is a bowline"
} bight_sailor_verdict;

/// Compare a rope with the knot that was meant.
/// @param intended As the book has it.
/// @return As bight_sailor_identify().
BIGHT_API bight_status bight_sailor_check(const bight_env *env, bight_knot_workspace *workspace,
                                          const bight_sailor_setting *setting, const char *intended,
                                          bight_sailor_verdict *verdict, bight_error *error);
