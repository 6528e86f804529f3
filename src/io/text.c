// SPDX-License-Identifier: MIT

#include "io/text.h"

#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t bi_text_mark(const void *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool bi_text_is_wide(const void *bytes, size_t length)
{
    return length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

bool bi_text_line(bi_text *text, bi_word *line)
{
    BI_ASSERT(line != NULL);
    if (text->at == text->end) {
        return false;
    }
    const char *start = text->at, *at = start;
    while (at != text->end && *at != '\n' && *at != '\r') {
        at++;
    }
    *line = (bi_word){start, (size_t)(at - start)};
    if (at != text->end) {
        at += at[0] == '\r' && text->end - at > 1 && at[1] == '\n' ? 2 : 1;
    }
    text->at = at;
    text->line += text->line < INT32_MAX;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

bool bi_word_next(bi_word *line, bi_word *word)
{
    while (line->length > 0 && is_blank(*line->start)) {
        line->start++, line->length--;
    }
    word->start = line->start;
    while (line->length > 0 && !is_blank(*line->start)) {
        line->start++, line->length--;
    }
    word->length = (size_t)(line->start - word->start);
    return word->length > 0;
}

bool bi_word_is(bi_word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.start, text, word.length) == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t skip_sign(bi_word word, size_t i)
{
    return i < word.length && (word.start[i] == '+' || word.start[i] == '-') ? i + 1 : i;
}

static size_t skip_digits(bi_word word, size_t i)
{
    while (i < word.length && is_digit(word.start[i])) {
        i++;
    }
    return i;
}

// Is the word a decimal number? *point is where its decimal point stands, or its length.
static bool is_number(bi_word word, size_t *point)
{
    size_t start = skip_sign(word, 0), i = skip_digits(word, start), digits = i - start;
    *point = word.length;
    if (i < word.length && word.start[i] == '.') {
        *point = i++;
        size_t fraction = i;
        i = skip_digits(word, i);
        digits += i - fraction;
    }
    if (digits > 0 && i < word.length && (word.start[i] == 'e' || word.start[i] == 'E')) {
        size_t exponent = skip_sign(word, i + 1);
        i = skip_digits(word, exponent);
        digits = i - exponent;
    }
    return digits > 0 && i == word.length;
}

// What the current locale writes between 0 and 5 in 0.5. localeconv() would tell, but is not thread-safe.
static void decimal_point(char point[8])
{
    char half[16];
    int32_t length = (int32_t)snprintf(half, sizeof half, "%.1f", 0.5);
    bool odd = length < 3 || length > 9;
    memcpy(point, odd ? "." : half + 1, odd ? 1 : (size_t)length - 2);
    point[odd ? 1 : length - 2] = '\0';
}

// Digits that are a whole number below 2^53, times or over a power of ten up to 10^22, are two exact doubles: one
// operation on them rounds as strtod does (Clinger 1990). Most numbers of files are such, and it is some ten times faster.
static bool is_short(bi_word word, double *value)
{
    static const double powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t whole = 0;
    int32_t exponent = 0;
    bool point = false;
    size_t i = skip_sign(word, 0);
    for (; i < word.length && (is_digit(word.start[i]) || word.start[i] == '.'); i++) {
        if (word.start[i] == '.') {
            point = true;
            continue;
        }
        whole = 10 * whole + (uint64_t)(word.start[i] - '0');
        exponent -= point;
        if (whole >= 1ull << 53 || exponent < -22) {
            return false;
        }
    }
    if (i < word.length) { // "e" and at most three digits
        size_t first = skip_sign(word, i + 1);
        int32_t size = 0;
        if (word.length - first > 3) {
            return false;
        }
        for (size_t k = first; k < word.length; k++) {
            size = 10 * size + (word.start[k] - '0');
        }
        exponent += word.start[i + 1] == '-' ? -size : size;
    }
    if (exponent < -22 || exponent > 22) {
        return false;
    }
    double size = exponent < 0 ? (double)whole / powers[-exponent] : (double)whole * powers[exponent];
    *value = word.start[0] == '-' ? -size : size;
    return true;
}

bool bi_parse_decimal(bi_word word, char *copy, double *value)
{
    char point[8];
    size_t at_point, size = 0;
    if (!is_number(word, &at_point)) {
        return false;
    }
    if (is_short(word, value)) {
        return true;
    }

    // strtod rounds correctly but reads the locale's decimal point: give it that one
    decimal_point(point);
    memcpy(copy, word.start, at_point);
    size = at_point;
    if (at_point < word.length) {
        memcpy(copy + size, point, strlen(point));
        size += strlen(point);
        memcpy(copy + size, word.start + at_point + 1, word.length - at_point - 1);
        size += word.length - at_point - 1;
    }
    copy[size] = '\0';
    *value = strtod(copy, NULL);
    return isfinite(*value);
}

bool bi_parse_double(bi_word word, double *value)
{
    char copy[BI_DECIMAL_ROOM(200)];
    return word.length <= 200 && bi_parse_decimal(word, copy, value);
}

bool bi_parse_not_finite(bi_word word, double *value)
{
    static const char *const words[4] = {"nan", "inf", "infinity", "nan(ind)"};
    size_t start = skip_sign(word, 0), length = word.length - start;
    for (int32_t i = 0; i < 4; i++) {
        size_t k = 0;
        while (k < length && words[i][k] != '\0' && (word.start[start + k] | 0x20) == words[i][k]) {
            k++;
        }
        if (k > 0 && k == length && words[i][k] == '\0') {
            bool infinite = i == 1 || i == 2;
            *value = !infinite ? (double)NAN : word.start[0] == '-' ? -HUGE_VAL : HUGE_VAL;
            return true;
        }
    }
    bool old_style = length > 3 && memcmp(word.start + start, "1.#", 3) == 0;
    *value = old_style ? (double)NAN : *value;
    return old_style;
}

bool bi_parse_integer(bi_word word, int64_t *value)
{
    size_t i = skip_sign(word, 0);
    bool negative = word.length > 0 && word.start[0] == '-';
    if (i == word.length || skip_digits(word, i) != word.length) {
        return false;
    }
    // the negative of it, since those reach one further
    int64_t total = 0;
    for (; i < word.length; i++) {
        int64_t digit = word.start[i] - '0';
        if (total < (INT64_MIN + digit) / 10) {
            return false;
        }
        total = 10 * total - digit;
    }
    if (!negative && total == INT64_MIN) {
        return false;
    }
    *value = negative ? total : -total;
    return true;
}

bi_shown bi_word_show(bi_word word)
{
    bi_shown shown;
    size_t limit = sizeof shown.text - 4, length = word.length < limit ? word.length : limit;
    for (size_t i = 0; i < length; i++) {
        shown.text[i] = word.start[i] >= ' ' && word.start[i] <= '~' ? word.start[i] : '?';
    }
    memcpy(shown.text + length, word.length > limit ? "..." : "", word.length > limit ? 4 : 1);
    return shown;
}

bight_status bi_bytes_append(const bight_allocator *allocator, bight_bytes *bytes, const void *data,
                             size_t size)
{
    BI_ASSERT(size == 0 || data != NULL);
    if (size > INT32_MAX) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bight_status status =
        bi_reserve(allocator, &bytes->data, &bytes->capacity, (int64_t)(bytes->size + size), 1);
    if (status == BIGHT_OK && size > 0) {
        memcpy(bytes->data + bytes->size, data, size);
        bytes->size += size;
    }
    return status;
}

bight_status bi_bytes_print(const bight_allocator *allocator, bight_bytes *bytes, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    return bi_bytes_append(allocator, bytes, text, (size_t)length);
}

bight_status bi_bytes_number(const bight_allocator *allocator, bight_bytes *bytes, double value,
                             int32_t digits)
{
    char text[48], point[8];
    int length = snprintf(text, sizeof text, "%.*g", (int)digits, value);
    if (length < 0 || (size_t)length >= sizeof text) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    decimal_point(point);
    char *found = strcmp(point, ".") == 0 ? NULL : strstr(text, point);
    if (found == NULL) {
        return bi_bytes_append(allocator, bytes, text, (size_t)length);
    }
    const char *rest = found + strlen(point);
    bight_status status = bi_bytes_append(allocator, bytes, text, (size_t)(found - text));
    status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, ".", 1) : status;
    return status == BIGHT_OK ? bi_bytes_append(allocator, bytes, rest, strlen(rest)) : status;
}
