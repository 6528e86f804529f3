// SPDX-License-Identifier: MIT
// Layers of cloth that lie in one place: parting them, and saying where they lie too near each other.
//
// Two triangles without a common vertex whose corners lie in one plane, within what the step filter calls
// touching (step_filter_pair.h), and that overlap there have no side on which one lies of the other; so have
// triangles of one sheet that was folded flat. No proof covers their motion and no contact knows which way to
// push. Which side is whose is a convention, and this is it:
// - A *flap* is a connected piece of such triangles of one sheet or obstacle; it ends where the sheet is
//   folded over. A *stack* is flaps that overlap. Its "up" is the normal of its first flap's faces.
// - Obstacles come first, then sheets in the order in which they were created. Within a sheet the flap with
//   the lowest triangle comes first, then, from flap to flap across the folds, depth first, the lowest
//   triangle first: a strip that is folded up like a letter is stacked in the order of its length.
// - Each flap is put a tenth of the thickness above those before it that it overlaps; the middle of the stack
//   stays where it is, or the obstacle does. A vertex of several flaps, on a fold, moves to the middle of
//   them, and a fold that has other layers inside it is moved around them, outwards by half of what it spans.
// Pins, hands and obstacles stay. The way there is filtered like any other motion, so nothing else is
// crossed; layers that are then still in one place are reported (bi_layers_count).

#pragma once

#include "bight/cloth.h"

typedef struct bi_layers {
    bool parted; ///< What lies in one place was looked for since vertices were put anywhere.
} bi_layers;

/// Part what lies in one place. Looked for once after vertices were added or put elsewhere; nothing happens
/// when there is no such place.
/// @param report Its fields parted and listings are set.
/// @return BIGHT_ERROR_NO_MEMORY; nothing has moved then.
bight_status bi_layers_part(bight_cloth_world *world, bight_cloth_report *report);

/// Count, after bi_step_filter() and before lists are rebuilt, the places where layers are nearer to each
/// other than BI_LAYERS_NEAR of what they should keep, or touch; sets layers, layer_place and layer_distance.
void bi_layers_count(const bight_cloth_world *world, bight_cloth_report *report);

/// Below this part of its gap a contact pushes no harder the nearer it is (bi_contact_push).
#define BI_LAYERS_NEAR 0.1
