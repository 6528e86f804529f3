// SPDX-License-Identifier: MIT
// What a rope with what it holds is known by: the names of the links that its closures make.

#pragma once

#include "knot/hold.h"

#define BI_MARK_KEYS 8
#define BI_MARK_TEXT 40
#define BI_MARK_SIMPLEST 3 // that are kept of a family

/// The names of the closures of one setting. Of a family, closures of which one end is led round other things in many ways, the
/// BI_MARK_SIMPLEST simplest links are kept.
typedef struct bi_mark {
    char kind; ///< one of the letters below, 0 for none
    int32_t count;
    char keys[BI_MARK_KEYS][BI_MARK_TEXT]; ///< (count)
    int32_t size;                          ///< crossings of the simplest link, and of the two parts at a loop
} bi_mark;

// Kinds of marks.
#define BI_MARK_ALONE 'o' // one open rope: its knot
#define BI_MARK_RINGS 'r' // ... with rings: the link
#define BI_MARK_CORD 'c'  // ropes of which one is closed: the link
#define BI_MARK_POLE 'p'  // ... with a pole: the family of links
#define BI_MARK_BEND 'b'  // two open ropes: knot of each, then the family of knots of the two made one
#define BI_MARK_LOOP                                                                                         \
    'l' // one rope whose loop is held: whole, standing part to loop, loop to tail, with a circle round the loop
#define BI_MARK_POLE_LOOP 'q' // ... with a pole
#define BI_MARK_RING_LOOP 'k' // ... with rings

/// The name of the closed curves that were made: prime summands with their hands, "L5a1R+3_1L|0_1". Of what has no proved name
/// its Jones polynomial, as a number; "?", which is like nothing, where that is too large.
/// @param size Receives the crossings of its reduced diagram.
bight_status bi_mark_key(const bi_hold *hold, const bight_env *env, bight_knot_workspace *space,
                         char key[BI_MARK_TEXT], int32_t *size, bight_error *error);

/// @param loop Vertex of ropes[0] at which its loop is held; -1 for none.
bight_status bi_mark_make(bi_hold *hold, const bight_env *env, bight_knot_workspace *space, int32_t loop,
                          bi_mark *mark, bight_error *error);

/// Vertices of ropes[0] at which a loop may be taken: where it reaches outermost, one for each stretch.
/// @param loops (most) @param count Receives how many.
/// @return BIGHT_ERROR_NO_MEMORY
bight_status bi_mark_loops(const bi_hold *hold, int32_t *loops, int32_t most, int32_t *count);

/// Does the loop hold nothing, as any place of an untied rope?
bool bi_mark_is_idle(const bi_mark *mark);

/// The keys with blanks between, as the table has them. @param text (BI_MARK_LINE)
#define BI_MARK_LINE (BI_MARK_KEYS * BI_MARK_TEXT)
void bi_mark_write(const bi_mark *mark, char text[BI_MARK_LINE]);
