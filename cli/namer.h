// SPDX-License-Identifier: MIT
// Names knots beside the simulation, in a thread of its own, from copies of the ropes.

#pragma once

#include "bight/play.h"

typedef struct cli_namer cli_namer;

typedef struct cli_namer_def {
    int32_t rope_count;
    uint64_t seed;
    /// A name has come; called in the thread that calls cli_namer_hear(), in the order of the looks.
    /// @param changed The look is on record and the rope had another name at the last such look.
    void (*named)(void *user, int64_t cycle, int32_t rope, const bight_play_knot *knot, bool changed);
    void *user;
} cli_namer_def;

/// NULL when there is no memory. Without a thread the names are found when they are heard.
cli_namer *cli_namer_open(const cli_namer_def *def);

/// Copy all ropes to name them later.
/// @param record This look counts: it is never left out, so that the names on record depend on the play
///               alone. One that does not count is left out while the thread is behind.
void cli_namer_look(cli_namer *namer, const bight_play *play, int64_t cycle, bool record);

/// Tell the names that have been found since.
void cli_namer_hear(cli_namer *namer);

/// Find and tell all names still missing, end the thread, free everything. NULL is fine.
void cli_namer_close(cli_namer *namer);
