// SPDX-License-Identifier: MIT
// A run that is over (or under) at all its crossings: taken in hand, lifted out, laid elsewhere.

#pragma once

#include "knot/simplify.h"

/// It leaves dart `tail`, passes the `length` crossings of scratch->run, and enters dart `head`.
typedef struct bi_pass_run {
    int32_t tail, head, length;
    bool over;
} bi_pass_run;

/// The run that starts with the arc out of `tail`, up to `longest` crossings, all passed the same way.
/// Its length is 0 when a whole component is passed the same way.
bi_pass_run bi_take_run(const bi_diagram *diagram, bi_move_scratch *scratch, int32_t tail, int32_t longest);

/// Erase the run: its ends become darts 4 n and 4 n + 1 of a map whose faces are numbered in
/// scratch->face, with a dart of each in scratch->first. Its crossings stay dead.
/// @return false when its whole component is gone with it, which is then counted as a circle.
bool bi_lift_run(bi_diagram *diagram, bi_move_scratch *scratch, bi_pass_run s);

/// The next dart of a face of the map from which a run was lifted.
int32_t bi_next_with_ends(const bi_diagram *diagram, int32_t dart);

/// Lay the run across the darts scratch->path[0 .. length - 1], each crossed from its left to its right,
/// with the crossings scratch->run.
void bi_lay_run(bi_diagram *diagram, const bi_move_scratch *scratch, bi_pass_run s, int32_t length);

/// A new crossing in the arc out of `dart`, which a run crosses from its left to its right; see the
/// picture in diagram.h. The run's own two darts are left open.
void bi_insert_crossing(bi_diagram *diagram, int32_t crossing, int32_t dart, bool over);
