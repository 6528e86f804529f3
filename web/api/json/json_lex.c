// SPDX-License-Identifier: MIT
// Strings and numbers of JSON (RFC 8259).

#include "json_state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void json_skip_blank(json_reader *r)
{
    while (r->at < r->length && memchr(" \t\r\n", r->text[r->at], 4) != NULL) {
        r->line += r->text[r->at++] == '\n';
    }
}

// ---- strings ----------------------------------------------------------------------------------------

// four hexadecimal digits; -1 when they are not
static int32_t hex(const json_reader *r, size_t at)
{
    int32_t value = 0;
    for (size_t i = at; i < at + 4; i++) {
        char c = i < r->length ? r->text[i] : 'x';
        int32_t digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
        if (digit < 0) {
            return -1;
        }
        value = 16 * value + digit;
    }
    return value;
}

static size_t put_utf8(char *out, int32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

// at the u of \uXXXX, perhaps followed by the other half of a pair
static bool lex_unicode(json_reader *r, char *out, size_t *used)
{
    int32_t code = hex(r, r->at + 1);
    if (code < 0) {
        return json_fail(r, json_error_invalid_syntax, "invalid escape");
    }
    r->at += 5;
    if (code >= 0xD800 && code < 0xDC00) {
        bool pair = r->at + 6 <= r->length && r->text[r->at] == '\\' && r->text[r->at + 1] == 'u';
        int32_t low = pair ? hex(r, r->at + 2) : -1;
        if (low < 0xDC00 || low > 0xDFFF) {
            return json_fail(r, json_error_invalid_syntax, "invalid Unicode escape");
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        r->at += 6;
    } else if (code >= 0xDC00 && code <= 0xDFFF) {
        return json_fail(r, json_error_invalid_syntax, "invalid Unicode escape");
    } else if (code == 0) {
        return json_fail(r, json_error_null_character, "\\u0000 is not allowed");
    }
    *used += put_utf8(out + *used, code);
    return true;
}

static bool lex_escape(json_reader *r, char *out, size_t *used)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    r->at++;
    char c = r->at < r->length ? r->text[r->at] : '\0';
    if (c == 'u') {
        return lex_unicode(r, out, used);
    }
    const char *place = c != '\0' ? strchr(from, c) : NULL;
    if (place == NULL) {
        return json_fail(r, json_error_invalid_syntax, "invalid escape");
    }
    out[(*used)++] = to[place - from];
    r->at++;
    return true;
}

// length of the UTF-8 sequence at the cursor, 0 when it is none (RFC 3629, section 4)
static size_t utf8_length(const json_reader *r)
{
    const uint8_t *b = (const uint8_t *)r->text + r->at;
    size_t left = r->length - r->at;
    size_t length = b[0] < 0x80   ? 1
                    : b[0] < 0xC2 ? 0
                    : b[0] < 0xE0 ? 2
                    : b[0] < 0xF0 ? 3
                    : b[0] < 0xF5 ? 4
                                  : 0;
    if (length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((b[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool bad = (b[0] == 0xE0 && b[1] < 0xA0) || (b[0] == 0xED && b[1] > 0x9F) ||
               (b[0] == 0xF0 && b[1] < 0x90) || (b[0] == 0xF4 && b[1] > 0x8F);
    return bad ? 0 : length;
}

bool json_lex_string(json_reader *r, const char **at, size_t *length)
{
    // what is unescaped is never longer than the text
    size_t end = ++r->at;
    while (end < r->length && r->text[end] != '"' && (unsigned char)r->text[end] >= 0x20) {
        end += r->text[end] == '\\' ? 2 : 1;
    }
    char *out = json_take(r, end - r->at + 1);
    size_t used = 0;
    while (out != NULL && r->at < r->length && r->text[r->at] != '"') {
        char c = r->text[r->at];
        if ((unsigned char)c < 0x20) {
            return json_fail(r, json_error_invalid_syntax, "control character in a string");
        }
        if (c == '\\') {
            if (!lex_escape(r, out, &used)) {
                return false;
            }
            continue;
        }
        size_t step = utf8_length(r);
        if (step == 0) {
            return json_fail(r, json_error_invalid_utf8, "unable to decode byte");
        }
        memcpy(out + used, r->text + r->at, step);
        used += step;
        r->at += step;
    }
    if (out == NULL || r->at >= r->length) {
        return json_fail(r, json_error_premature_end_of_input, "premature end of input");
    }
    out[used] = '\0';
    r->at++;
    *at = out;
    *length = used;
    return true;
}

// ---- numbers ----------------------------------------------------------------------------------------

static size_t digits(const json_reader *r, size_t at)
{
    size_t count = 0;
    while (at + count < r->length && r->text[at + count] >= '0' && r->text[at + count] <= '9') {
        count++;
    }
    return count;
}

static char char_at(const json_reader *r, size_t at)
{
    return at < r->length ? r->text[at] : '\0';
}

// length of the number at the cursor by the grammar, 0 when it is none
static size_t number_length(const json_reader *r, bool *whole)
{
    size_t at = r->at + (char_at(r, r->at) == '-');
    size_t count = char_at(r, at) == '0' ? 1 : digits(r, at);
    *whole = true;
    if (count == 0) {
        return 0;
    }
    at += count;
    if (char_at(r, at) == '.') {
        count = digits(r, at + 1);
        if (count == 0) {
            return 0;
        }
        at += 1 + count;
        *whole = false;
    }
    if (char_at(r, at) == 'e' || char_at(r, at) == 'E') {
        size_t sign = char_at(r, at + 1) == '+' || char_at(r, at + 1) == '-';
        count = digits(r, at + 1 + sign);
        if (count == 0) {
            return 0;
        }
        at += 1 + sign + count;
        *whole = false;
    }
    return at - r->at;
}

bool json_lex_number(json_reader *r, json_t *json)
{
    bool whole;
    size_t length = number_length(r, &whole);
    if (length == 0) {
        return json_fail(r, json_error_invalid_syntax, "invalid token");
    }
    // strtod wants an end; the copy lives as long as the document, which is short
    char *copy = json_take(r, length + 1);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, r->text + r->at, length);
    copy[length] = '\0';
    r->at += length;
    errno = 0;
    if (whole) {
        json->type = JSON_INTEGER;
        json->is.integer = strtoll(copy, NULL, 10);
        return errno != ERANGE || json_fail(r, json_error_numeric_overflow, "too big integer");
    }
    json->type = JSON_REAL;
    json->is.real = strtod(copy, NULL);
    return isfinite(json->is.real) || json_fail(r, json_error_numeric_overflow, "real number overflow");
}
