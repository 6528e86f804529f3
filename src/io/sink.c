// SPDX-License-Identifier: MIT

#include "io/sink.h"

#include "core/assert.h"
#include "io/text.h"

#include <string.h>

void bi_sink_data(bi_sink *sink, const void *data, size_t size)
{
    BI_ASSERT(size == 0 || data != NULL);
    if (sink->status == BIGHT_OK) {
        sink->status = bi_bytes_append(sink->allocator, &sink->bytes, data, size);
    }
}

void bi_sink_pad(bi_sink *sink, char filler)
{
    while (sink->bytes.size % 4 != 0 && sink->status == BIGHT_OK) {
        bi_sink_data(sink, &filler, 1);
    }
}

void bi_sink_u32(bi_sink *sink, uint32_t value)
{
    const uint8_t word[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                             (uint8_t)(value >> 24)};
    bi_sink_data(sink, word, 4);
}

void bi_sink_float(bi_sink *sink, double value)
{
    float number = (float)value;
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    bi_sink_u32(sink, word);
}

void bi_sink_text(bi_sink *sink, const char *text)
{
    BI_ASSERT(text != NULL);
    bi_sink_data(sink, text, strlen(text));
}

void bi_sink_int(bi_sink *sink, const char *before, int64_t value)
{
    bi_sink_text(sink, before);
    if (sink->status == BIGHT_OK) {
        sink->status = bi_bytes_print(sink->allocator, &sink->bytes, "%lld", (long long)value);
    }
}

void bi_sink_number(bi_sink *sink, const char *before, double value)
{
    bi_sink_text(sink, before);
    if (sink->status == BIGHT_OK) {
        sink->status = bi_bytes_number(sink->allocator, &sink->bytes, value, 9);
    }
}

// Length of the UTF-8 sequence at `at`, 0 when it is not one (RFC 3629, section 4): no overlong forms, no
// surrogates, nothing past U+10FFFF. A terminating zero is no continuation, so nothing is read past it.
static size_t utf8_length(const unsigned char *at)
{
    size_t length = at[0] < 0x80                    ? 1
                    : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
                    : (at[0] & 0xF0) == 0xE0        ? 3
                    : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                                    : 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool bad = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) ||
               (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F);
    return bad ? 0 : length;
}

void bi_sink_json_string(bi_sink *sink, const char *text)
{
    BI_ASSERT(text != NULL);
    bi_sink_text(sink, "\"");
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0' && sink->status == BIGHT_OK;) {
        size_t length = utf8_length(at);
        if (*at == '"' || *at == '\\' || *at < 0x20) {
            sink->status = bi_bytes_print(sink->allocator, &sink->bytes, "\\u%04x", (unsigned)*at);
        } else {
            bi_sink_data(sink, length == 0 ? "?" : (const char *)at, length == 0 ? 1 : length);
        }
        at += length == 0 ? 1 : length;
    }
    bi_sink_text(sink, "\"");
}
