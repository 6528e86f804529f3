// SPDX-License-Identifier: MIT
// The atlas of knots with 13 to 16 crossings, and where it is.

#pragma once

#include "bight/knot_atlas.h"
#include "cli/cli.h"

/// What --atlas and BIGHT_ATLAS are, for the help.
#define CLI_ATLAS_DOC                                                                                        \
    "File of knots with 13 to 16 crossings, or none. Default: what BIGHT_ATLAS says, else "                  \
    "share/bight/knots16.bin beside the command; without a file there knots to 12 crossings are named."

/// A file in memory, with what it holds.
typedef struct cli_atlas {
    void *bytes; ///< mapped
    size_t size;
    bight_knot_atlas *atlas; ///< NULL: there is none
} cli_atlas;

/// Open it. That there is none is a fault only when one was asked for.
/// @param option What --atlas says; nullable.
/// @return CLI_DONE, or an exit code after saying what is wrong. Close it in any case.
int cli_open_atlas(const char *option, cli_atlas *atlas);
void cli_close_atlas(cli_atlas *atlas);
