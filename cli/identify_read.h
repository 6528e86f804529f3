// SPDX-License-Identifier: MIT
// From files, streams and arguments to jobs.

#pragma once

#include "cli/identify_frames.h"
#include "cli/identify_shard.h"
#include "cli/pool.h"

typedef struct identify_reader {
    const identify_wish *wish;
    cli_pool *pool;
    bight_curve_format format; ///< AUTO: look
    bight_code_kind kind;      ///< of codes; BIGHT_CODE_COUNT: look
    bool apart, together, all_models;
    const char *atoms, *select; ///< of PDB and mmCIF files; nullable
    identify_frames frames;
    identify_shard *shard;      ///< NULL: every job is ours
    int64_t added;              ///< jobs of all files
    int32_t file, files;        ///< the file in hand, from 0, of how many

    // of the file in hand
    int32_t number;        ///< jobs so far
    int32_t line;          ///< lines before the piece in hand
    int32_t frames_before; ///< frames before it
    char said[2048];       ///< notes on stderr, a line each
    bool frames_taken;     ///< is any frame among those that were asked for?
    double read;           ///< the part of it that has been read, 0 to 1; below 0 for a stream without an end
} identify_reader;

/// Make jobs of what a file holds, or of stdin as it comes when the name is "-".
/// @return CLI_DONE, or an exit code after printing the fault.
int identify_read(identify_reader *reader, const char *file);

/// Make jobs of codes in an argument.
int identify_read_code(identify_reader *reader, const char *front, const char *text, bight_code_kind kind);
