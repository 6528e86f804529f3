// SPDX-License-Identifier: MIT
// What ties two worlds: for each rope its cord, for each sheet of cloth its sheet in the world of ropes.

#pragma once

#include "bight/couple.h"
#include "bight/sheet.h"
#include "core/memory.h"
#include "couple/sides.h"

/// A rope and its cord. Place i is that of the rope in its world.
typedef struct bi_rope_tie {
    bight_rope_id rope;
    bight_cloth_cord_id cord;
    bool loaded; ///< The rope has a load that is not zero.
} bi_rope_tie;

static inline bool bi_same_rope(bight_rope_id a, bight_rope_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

struct bight_couple {
    bight_couple_def def;
    bight_world *ropes;       ///< Borrowed.
    bight_cloth_world *cloth; ///< Borrowed.
    bight_allocator allocator;
    bi_rope_tie *ties; ///< (tie_count)
    int32_t tie_count, tie_capacity;
    bight_sheet_id *sheets; ///< (sheet_count)  place i is that of the sheet of cloth
    int32_t sheet_count, sheet_capacity;
    bight_vec3 *loads; ///< scratch
    int32_t load_capacity;
    bight_couple_stats stats;
    bight_error failure;
};

// ---- couple/tie.c ---------------------------------------------------------------------------------------

/// A cord for each rope there is, where the rope is now; cords of ropes that are gone are removed.
bight_status bi_couple_show_ropes(bight_couple *couple, bight_error *error);

/// Sheets for sheets of cloth, all where cloth is now, however it came there.
bight_status bi_couple_show_cloth(bight_couple *couple, bight_error *error);

/// The cloth has made a step: the same for its sheets, if it is proved that no rope was crossed.
/// @param proved Receives false when it was not; sheets may then be partly moved.
bight_status bi_couple_follow_cloth(bight_couple *couple, bool *proved, bight_error *error);

/// Take everything out of both worlds again.
void bi_couple_untie(bight_couple *couple);
