// SPDX-License-Identifier: MIT
// Text from untrusted bytes, line by line and word by word; numbers that no locale can bend; and bytes
// that grow.

#pragma once

#include "bight/io.h"

/// A run of characters inside the input. Not terminated.
typedef struct bi_word {
    const char *start;
    size_t length;
} bi_word;

/// How many bytes of a byte order mark stand in front of UTF-8 text, 3 or 0. Every reader of text skips them:
/// left in, they spoil the first word.
size_t bi_text_mark(const void *bytes, size_t length);

/// Does it start with the byte order mark of UTF-16 or UTF-32? Readers refuse those by name.
bool bi_text_is_wide(const void *bytes, size_t length);
#define BI_TEXT_WIDE "this is UTF-16 or UTF-32: save the file as UTF-8"

/// Walks over the input. Start from {bytes, bytes + length, 0}.
typedef struct bi_text {
    const char *at, *end;
    int32_t line; ///< 1-based number of the line that bi_text_line gave last; sticks at INT32_MAX
} bi_text;

/// The next line, without its end (LF, CR LF or a lone CR). False at the end of the input.
bool bi_text_line(bi_text *text, bi_word *line);

/// Split off the next word of a line at blanks (space, tab, vertical tab, form feed). False when no more.
bool bi_word_next(bi_word *line, bi_word *word);

/// Is the word exactly this?
bool bi_word_is(bi_word word, const char *text);

/// Read a decimal number: [+-] digits [. digits] [e [+-] digits], at least one digit before the exponent,
/// at most 200 characters. No hexadecimal, no infinity, no NaN, and nothing that overflows to infinity.
bool bi_parse_double(bi_word word, double *value);

/// The same for a word of any length. copy: scratch of BI_DECIMAL_ROOM(word.length) bytes.
bool bi_parse_decimal(bi_word word, char *copy, double *value);
#define BI_DECIMAL_ROOM(length) ((length) + 16)

/// Read what programs write for a number that is none: [+-] nan or inf or infinity, in any case, or 1.#...,
/// as NaN or infinity. False for anything else.
bool bi_parse_not_finite(bi_word word, double *value);

/// Read a decimal integer, [+-] digits. False when it is not one, or beyond int64_t.
bool bi_parse_integer(bi_word word, int64_t *value);

/// For messages: the word's first characters as a terminated string with unprintable ones shown as '?'.
typedef struct bi_shown {
    char text[44];
} bi_shown;
bi_shown bi_word_show(bi_word word);

#if defined(__GNUC__)
#define BI_APPEND_FORMAT __attribute__((format(printf, 3, 4)))
#else
#define BI_APPEND_FORMAT
#endif

/// Append bytes. @return BIGHT_ERROR_NO_MEMORY, or BIGHT_ERROR_TOO_LARGE beyond 2 GiB.
bight_status bi_bytes_append(const bight_allocator *allocator, bight_bytes *bytes, const void *data,
                             size_t size);

/// Append up to 255 characters made by printf. Never with %e %f %g: those obey the locale.
bight_status bi_bytes_print(const bight_allocator *allocator, bight_bytes *bytes, const char *format,
                            ...) BI_APPEND_FORMAT;

/// Append a finite number with this many significant digits (17 read back to the same double, 9 to the same
/// float) and a decimal point, whatever the locale.
bight_status bi_bytes_number(const bight_allocator *allocator, bight_bytes *bytes, double value,
                             int32_t digits);
