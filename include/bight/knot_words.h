// SPDX-License-Identifier: MIT
// What a knot may be called beside its name in the tables: the one source of everyday names. A name in the
// tables is that of a curve; an everyday name is that of a rope and of what it is tied to. So an everyday
// name is given only where each rope with that curve, in that setting, has it.

#pragma once

#include "bight/curve.h"
#include "bight/knot.h"

/// What is known of the rope and of what it may hold: see bight_play_around(). All zero is an open rope
/// alone.
typedef struct bight_knot_around {
    bool closed; ///< The rope has no ends.
    /// A curve and no rope: nothing is known but its course, as of a file of points or of a code.
    bool bare;
    /// How often it crosses over itself where that is seen least, see bight_curve_least_crossings(). With
    /// more crossings than its knot needs a rope may be more than the curve tells: a noose, a slipped knot, a
    /// bow.
    int32_t crossings;
    /// How many of each kind it may hold. Poles: capsules. Rings: tori. Objects: all other obstacles.
    int32_t poles, rings, objects, ropes, cloths;
} bight_knot_around;

/// Parts of a sentence: name, everyday name, qualifier, such as "3_1, overhand knot (trefoil)" and "0_1, no
/// knot without the pole".
typedef struct bight_knot_words {
    char everyday[64];  ///< "overhand knot (trefoil)", "no knot", "unknot"; "" when none is sure
    char qualifier[96]; ///< "no knot without the pole", "without the other rope", "type of the granny knot";
                        ///< or ""
    bool complete;      ///< The name is all that there is to say. False for a rope that may hold something.
} bight_knot_words;

/// What a rope's knot may be called.
/// - Beside something that it may hold: no everyday name, and the qualifier says without what the name
/// counts.
/// - No knot: "unknot" closed or bare; "no knot" where the rope lies open from some side; else only that it
/// can
///   be undone with both ends held, as a noose can.
/// - An open rope with a prime knot and no more crossings than that needs: its everyday name. With more (a
/// bow
///   has the curve of an overhand knot) and for sums (two overhand knots in a row have that of a granny knot)
///   the type's: "type of the granny knot".
/// - Closed ropes and curves: the type's name, as mathematicians have it.
/// @param around Nullable: an open rope alone.
BIGHT_API void bight_knot_words_of(const bight_knot_result *result, const bight_knot_around *around,
                                   bight_knot_words *words);

/// The fewest crossings of a curve with itself as seen from 49 directions, those with whole coordinates from
/// -2 to 2. Strands that touch in the picture count as crossing. Takes no memory.
/// @param most At least 0. Does not count beyond it: then the answer is most + 1.
BIGHT_API int32_t bight_curve_least_crossings(bight_curve curve, int32_t most);
