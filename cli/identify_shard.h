// SPDX-License-Identifier: MIT
// One share of a great many curves, in a file of its own that is whole or not there.

#pragma once

#include "cli/identify.h"

/// The work is dealt in turn: share I of N has what comes I-th, (I + N)-th and so on. Whole files are dealt where there
/// is one for each share, so that nobody reads what is not theirs; else their curves are.
typedef struct identify_shard {
    int32_t index, count;  ///< I and N: 1 <= index <= count
    bool files;            ///< whole files are dealt
    int64_t dealt, had;    ///< how many came by, and how many of them are this share's
    int64_t lines, failed; ///< written; failed: of these, lines that hold an error
    bool unread;           ///< a file could not be read: the share is not whole
    uint64_t request;      ///< what was asked, as a number: shares of other requests are not taken for these
    char path[4096], temporary[4096];
    int old_stdout; ///< -1: stdout is stdout
} identify_shard;

/// Read "I/N", of at most a million. Prints the fault and returns false.
bool identify_shard_read(const char *text, identify_shard *shard);

/// Set the request: every word of it, in order, and the size of every file. Words may be NULL.
void identify_shard_request(identify_shard *shard, const char *const *words, int32_t word_count,
                            char *const *files, int32_t file_count);

/// Is the next file or curve this share's? Counts it.
bool identify_shard_takes(identify_shard *shard);

/// Has this share been written to the folder by an earlier run of the same request?
/// @param code Its exit code then; CLI_INPUT after a message when the file is one of another request.
bool identify_shard_is_done(identify_shard *shard, const char *folder, int *code);

/// What is printed to stdout goes into a temporary file in the folder from here on. @return CLI_DONE, or an exit code
/// after printing the fault.
int identify_shard_open(identify_shard *shard, const char *folder);

/// A job was printed, or has failed: then a line says so.
void identify_shard_line(identify_shard *shard, const identify_job *job);

/// Give stdout back. When the share is whole, end it with a line that says what it holds and give it its name, else
/// remove it. @param code So far. @return The exit code.
int identify_shard_close(identify_shard *shard, int code);
