// SPDX-License-Identifier: MIT
// Bytes that grow, and remember the first failure: every call after it does nothing, and one look at the end
// is enough.

#pragma once

#include "bight/io.h"

/// Start from {allocator, {0}, BIGHT_OK}; whoever made it frees bytes.
typedef struct bi_sink {
    const bight_allocator *allocator;
    bight_bytes bytes;
    bight_status status; ///< BIGHT_OK, or what the first failure was
} bi_sink;

void bi_sink_data(bi_sink *sink, const void *data, size_t size);

/// Zero or another filler up to a multiple of four.
void bi_sink_pad(bi_sink *sink, char filler);

/// Little-endian, whatever the machine.
void bi_sink_u32(bi_sink *sink, uint32_t value);
void bi_sink_float(bi_sink *sink, double value);

void bi_sink_text(bi_sink *sink, const char *text);

/// `before`, then the number in decimal.
void bi_sink_int(bi_sink *sink, const char *before, int64_t value);

/// `before`, then a finite number with 9 digits, which read back to the same float.
void bi_sink_number(bi_sink *sink, const char *before, double value);

/// A JSON string (RFC 8259, section 7): quote, backslash and control characters escaped; bytes that are not UTF-8
/// becomes '?'.
void bi_sink_json_string(bi_sink *sink, const char *text);
