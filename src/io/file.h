// SPDX-License-Identifier: MIT
// Files that appear under their name only when they are whole.

#pragma once

#include "bight/io.h"

/// A file being written. What it replaces is followed through symbolic links; a regular file is written beside
/// its place and renamed over it; a device, a FIFO or our own standard output is written straight.
typedef struct bi_output {
    bight_bytes target;    ///< its place, links followed; terminated
    bight_bytes temporary; ///< its name until then; terminated; empty when it is written straight
    int file;              ///< descriptor, closed on exec; -1 once closed
} bi_output;

/// Open for writing. Ended with bi_output_close(), unless it fails. BIGHT_ERROR_IO says why, naming path.
bight_status bi_output_open(bi_output *output, const bight_allocator *allocator, const char *path,
                            bight_error *error);

/// All of it; false with errno.
bool bi_output_write(bi_output *output, const void *data, size_t size);

/// Close, and put it in its place when it is to be kept; else errno is why, and no trace is left.
/// @return BIGHT_OK only when it was kept.
bight_status bi_output_close(bi_output *output, const bight_allocator *allocator, const char *path, bool keep,
                             bight_error *error);

/// Create an empty file "bight-PID-N.tmp" in a folder ("" or ending in a slash, `length` bytes).
/// @param name Receives the terminated name; free it with bight_bytes_free(). Empty on failure.
/// @param file Receives an open descriptor, closed on exec, or -1. The caller closes it.
/// @return BIGHT_ERROR_IO with errno and no words, or BIGHT_ERROR_NO_MEMORY.
bight_status bi_temporary_file(const bight_allocator *allocator, const char *folder, size_t length,
                               bight_bytes *name, int *file, bight_error *error);
