// SPDX-License-Identifier: MIT
// Names for files that are not finished yet.

#pragma once

#include "bight/io.h"

/// Create an empty file beside path, under a name that nothing else has.
/// @param name Receives the terminated name; free it with bight_bytes_free(). Empty on failure.
/// @param file Receives an open file descriptor, for writing, closed on exec. The caller closes it.
bight_status bi_temporary_name(const bight_allocator *allocator, const char *path, bight_bytes *name,
                               int *file, bight_error *error);
