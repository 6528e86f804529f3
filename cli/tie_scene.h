// SPDX-License-Identifier: MIT
// bight tie for a knot of the book that has a scene.

#pragma once

#include "bight/tie.h"
#include "cli/playing.h"

/// Whether to tie with rods at a real size (bight_scene_with_rods()).
typedef enum cli_rods {
    CLI_RODS_NONE,
    CLI_RODS_USUAL, ///< Where the scene can have them; else as it is.
    CLI_RODS_ASKED  ///< A scene that cannot have them is refused.
} cli_rods;

/// Play the knot's scene and leave its files. @return an exit code, after saying what went wrong.
int cli_tie_scene(const bight_book_knot *knot, const char *wanted, cli_rods rods, cli_playing *wish);

/// Parse a scene and play it.
int cli_play_text(const char *text, size_t length, cli_playing *wish);

/// Write bytes (and free them) that a writer made with this status, and note the file. False after saying why
/// not.
bool cli_leave(const char *folder, const char *name, bight_status status, bight_bytes *bytes,
               const bight_error *error, cli_summary *summary);
