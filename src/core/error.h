// SPDX-License-Identifier: MIT
// Filling in a caller's bight_error and writing to a caller's log.

#pragma once

#include "bight/base.h"

#if defined(__GNUC__)
#define BI_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define BI_PRINTF(format_at, first_at)
#endif

/// Record a failure and hand its status back, so that `return bi_fail(...)` is one line.
/// @param error Nullable.
/// @param line  1-based line of the input, 0 for none.
bight_status bi_fail(bight_error *error, bight_status status, int32_t line, const char *format, ...)
    BI_PRINTF(4, 5);

/// Write one line to the log, if there is one.
void bi_log(const bight_log *log, bight_log_level level, const char *format, ...) BI_PRINTF(3, 4);
