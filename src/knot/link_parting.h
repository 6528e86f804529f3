// SPDX-License-Identifier: MIT
// A link on its way to a name: what is left of it, and what was found.

#pragma once

#include "knot/identify.h"
#include "knot/link_names.h"
#include "knot/link_text.h"

/// Moves that are tried where options say nothing.
#define BI_LINK_EFFORT 400

/// One naming.
typedef struct bi_parting {
    const bight_knot_options *options;
    bight_knot_workspace *knots; ///< names the summands that are knots
    bi_diagram rest;             ///< what is still to be named
    bi_diagram piece;            ///< a connected piece of it
    bi_diagram sum;              ///< summands of the piece, side by side
    bi_diagram summand, trial;   ///< one of them, and what moves made of it
    bi_move_scratch moves;
    bi_link_orbit orbit;
    int32_t *numbers; ///< (8 crossings + 1) scratch
    int32_t number_capacity;
    bi_random random;
    bi_link_list list;
    int32_t *part_of; ///< (components) the id of each component's part, -1 while unknown
    int32_t components;
    bi_link_name last;   ///< the last summand that the table gave
    bi_diagram *reduced; ///< what the parts are reduced to; NULL when nobody asks
    bight_link_result *result;
    char why[160]; ///< why the first unknown summand has no name
} bi_parting;

/// What came of a connected piece.
typedef enum bi_fate {
    BI_NAMED,
    BI_STUCK, ///< a summand has no name
    BI_APART, ///< a summand fell into pieces that lie apart
} bi_fate;

void bi_parting_init(bi_parting *p, const bight_env *env);
void bi_parting_free(bi_parting *p);

/// Room for the numbers and moves of a diagram of so many crossings, which the calls below need.
bight_status bi_parting_room(bi_parting *p, int32_t crossings);

/// Connected pieces and components, circles among them.
int32_t bi_parting_pieces(const bi_parting *p, const bi_diagram *map);
int32_t bi_parting_components(const bi_parting *p, const bi_diagram *map);

/// Move the piece of the last crossing from one diagram to the other.
bight_status bi_parting_take(bi_parting *p, bi_diagram *from, bi_diagram *to);

/// One step at random from `from` to p->trial: a pass, or a finger move and passes after it, then passes down.
bight_status bi_parting_try(bi_parting *p, const bi_diagram *from, bool detour);

/// The components that a diagram has strands of, rising. @return 0 when there are more than are listed or one is not known
int32_t bi_parting_members(const bi_parting *p, const bi_diagram *map,
                           int32_t members[BIGHT_LINK_MAX_MEMBERS]);

/// The part in hand, which ends next, has these components. @return the least, -1 when none is known
int32_t bi_parting_note(const bi_parting *p, const bi_diagram *map);

/// Add the prime factors of a knot to the list.
bight_status bi_parting_knot(bi_parting *p, const bi_diagram *map, bight_knot_result *knot);

/// Name p->piece, connected, summand by summand; what could be named is added to the list.
bight_status bi_parting_sum(bi_parting *p, bi_fate *end);

/// Name all of p->rest, which is used up.
bight_status bi_parting_all(bi_parting *p);

/// The result from the list, which is sorted.
void bi_parting_finish(bi_parting *p);
