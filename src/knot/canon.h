// SPDX-License-Identifier: MIT
// One code for all equal diagrams of a knot.
//
// Walk the knot from any passage in either direction and number the passages 1, 2, 3, ...; entry i is half
// the even number at the crossing where 2 i + 1 is met, and its mark says whether passage 2 i + 1 lies on the
// other level than passage 1. The smallest sequence of entries wins, then the sequence of marks with the
// first mark where others have none. This is the order in which Hoste, Thistlethwaite and Weeks (1998) number
// their knots, who write a marked entry with a minus sign. The code does not change when the sphere is
// reflected or all crossings are; the sign of the crossing of passage 1 tells the two mirror images apart. A
// look from behind exchanges over and under and keeps signs, so both sides of a diagram have one code.
// Complete for prime diagrams, whose shadow has one drawing (Dowker, Thistlethwaite 1983).

#pragma once

#include "knot/diagram.h"

/// Most crossings of a code.
#define BI_CODE_CROSSINGS 64

typedef struct bi_code {
    uint8_t entries[BI_CODE_CROSSINGS]; ///< (crossings) 1 .. crossings
    uint64_t pattern; ///< marks, the first entry's in bit crossings - 1; 0 for alternating diagrams
    int32_t crossings;
} bi_code;

/// Which signs of the first crossing the code is reached with: bits. Both: the diagram is its own mirror
/// image.
enum { BI_HAND_RIGHT = 1, BI_HAND_LEFT = 2 };

/// @param diagram A knot of 1 to BI_CODE_CROSSINGS crossings.
/// @return BI_HAND_... bits
int32_t bi_code_of(const bi_diagram *diagram, bi_code *code);

/// The diagram of a code whose first crossing has this sign.
bight_status bi_code_diagram(bi_diagram *diagram, const bi_code *code, int32_t sign);

/// Is entry i marked?
static inline int32_t bi_code_mark(const bi_code *code, int32_t i)
{
    return (int32_t)(code->pattern >> (code->crossings - 1 - i) & 1);
}

/// < 0, 0 or > 0: by crossings, entries, then the larger pattern first.
int32_t bi_code_compare(const bi_code *a, const bi_code *b);
