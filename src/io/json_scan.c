// SPDX-License-Identifier: MIT
// The tokens of JSON (RFC 8259, sections 6 and 7): strings, numbers, words and marks.

#include "io/json_state.h"

#include "io/text.h"

#include <stdio.h>
#include <string.h>

// ---- strings ----------------------------------------------------------------------------------------

// value of a hexadecimal digit, -1 when it is none
static int32_t hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
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

// The four digits behind \u, which check_string() has seen.
static int32_t hex_code(const char *digits)
{
    int32_t code = 0;
    for (int32_t i = 0; i < 4; i++) {
        code = 16 * code + hex_digit(digits[i]);
    }
    return code;
}

// \uXXXX at the cursor, with the other half of a surrogate pair (RFC 8259, section 7).
static bool decode_unicode(bi_json_reader *r, const char **at, const char *end, char *out, size_t *used)
{
    char words[48];
    int32_t code = hex_code(*at + 2), low = 0;
    *at += 6;
    if (code >= 0xD800 && code < 0xDC00) {
        bool pair = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u';
        low = pair ? hex_code(*at + 2) : 0;
        if (low < 0xDC00 || low > 0xDFFF) {
            snprintf(words, sizeof words,
                     pair ? "invalid Unicode '\\u%04X\\u%04X'" : "invalid Unicode '\\u%04X'", (unsigned)code,
                     (unsigned)low);
            return bi_json_fail(r, BI_JSON_SYNTAX, words);
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        *at += 6;
    } else if (code >= 0xDC00 && code <= 0xDFFF) {
        snprintf(words, sizeof words, "invalid Unicode '\\u%04X'", (unsigned)code);
        return bi_json_fail(r, BI_JSON_SYNTAX, words);
    } else if (code == 0) {
        return bi_json_fail(r, BI_JSON_NUL, "\\u0000 is not allowed");
    }
    *used += put_utf8(out + *used, code);
    return true;
}

// Length of the UTF-8 sequence at the cursor, 0 when it is none (RFC 3629, section 4).
static size_t utf8_length(const bi_json_reader *r)
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

static bool not_utf8(bi_json_reader *r)
{
    char words[48];
    snprintf(words, sizeof words, "unable to decode byte 0x%x", (unsigned)(uint8_t)r->text[r->at]);
    return bi_json_fail(r, BI_JSON_NOT_UTF8, words);
}

// The escape behind the backslash at the cursor.
static bool check_escape(bi_json_reader *r)
{
    r->at++;
    char c = r->at < r->length ? r->text[r->at++] : '\0';
    bool good = c == 'u' || (c != '\0' && strchr("\"\\/bfnrt", c) != NULL);
    for (int32_t i = 0; i < 4 && good && c == 'u'; i++) {
        good = r->at < r->length && hex_digit(r->text[r->at]) >= 0;
        r->at += r->at < r->length;
    }
    return good || bi_json_fail(r, BI_JSON_SYNTAX, "invalid escape");
}

// From a quote to behind the one that ends it. False, with the error set, when the string is not one.
static bool check_string(bi_json_reader *r)
{
    r->at++;
    while (r->at < r->length && r->text[r->at] != '"') {
        unsigned char c = (unsigned char)r->text[r->at];

        // control characters must be escaped (RFC 8259, section 7)
        if (c == '\n') {
            return bi_json_fail(r, BI_JSON_SYNTAX, "unexpected newline");
        }
        if (c < 0x20) {
            char words[32];
            snprintf(words, sizeof words, "control character 0x%x", (unsigned)c);
            return bi_json_fail(r, BI_JSON_SYNTAX, words);
        }

        // escapes are checked here and decoded afterwards
        if (c == '\\') {
            if (!check_escape(r)) {
                return false;
            }
            continue;
        }

        // all else is UTF-8
        size_t size = utf8_length(r);
        if (size == 0) {
            return not_utf8(r);
        }
        r->at += size;
    }

    // the text ended inside the string
    if (r->at >= r->length) {
        return bi_json_fail(r, BI_JSON_CUT_OFF, "premature end of input");
    }
    r->at++;
    return true;
}

static bool scan_string(bi_json_reader *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (!check_string(r)) {
        return false;
    }

    // decode: never longer than the escaped text
    const char *at = r->text + r->start + 1, *end = r->text + r->at - 1;
    char *out = bi_json_take(r, (size_t)(end - at) + 1);
    size_t used = 0;
    while (out != NULL && at < end) {
        if (*at != '\\') {
            out[used++] = *at++;
        } else if (at[1] != 'u') {
            out[used++] = to[strchr(from, at[1]) - from];
            at += 2;
        } else if (!decode_unicode(r, &at, end, out, &used)) {
            return false;
        }
    }
    if (out == NULL) {
        return false;
    }
    out[used] = '\0';
    r->value = (bi_json){.kind = BI_JSON_STRING, .line = r->line, .is.string = {out, used}};
    return true;
}

// ---- numbers ----------------------------------------------------------------------------------------

static char char_at(const bi_json_reader *r)
{
    return r->at < r->length ? r->text[r->at] : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Step over digits. False when there are none.
static bool skip_digits(bi_json_reader *r)
{
    size_t before = r->at;
    while (is_digit(char_at(r))) {
        r->at++;
    }
    return r->at > before;
}

// number = [ minus ] int [ frac ] [ exp ]. False when it is not one: the cursor is then where it breaks.
static bool check_number(bi_json_reader *r, bool *whole)
{
    *whole = true;
    r->at += char_at(r) == '-';
    if (char_at(r) == '0') {
        r->at++;
        if (is_digit(char_at(r))) {
            return false;
        }
    } else if (!skip_digits(r)) {
        return false;
    }
    if (char_at(r) == '.') {
        *whole = false;
        r->at++;
        if (!skip_digits(r)) {
            return false;
        }
    }
    if (char_at(r) == 'e' || char_at(r) == 'E') {
        *whole = false;
        r->at++;
        r->at += char_at(r) == '+' || char_at(r) == '-';
        return skip_digits(r);
    }
    return true;
}

// Digits are summed below zero, where there is room for one more.
static bool scan_integer(bi_json_reader *r, bi_word word)
{
    bool negative = word.start[0] == '-', good = true;
    int64_t total = 0;
    for (size_t i = negative; i < word.length && good; i++) {
        int64_t digit = word.start[i] - '0';
        good = total >= (INT64_MIN + digit) / 10;
        total = good ? 10 * total - digit : total;
    }
    if (!good || (!negative && total == INT64_MIN)) {
        return bi_json_fail(r, BI_JSON_TOO_LARGE, negative ? "too big negative integer" : "too big integer");
    }
    r->value = (bi_json){.kind = BI_JSON_INTEGER, .line = r->line, .is.integer = negative ? total : -total};
    return true;
}

static bool scan_real(bi_json_reader *r, bi_word word)
{
    r->value = (bi_json){.kind = BI_JSON_REAL, .line = r->line};
    char few[BI_DECIMAL_ROOM(64)],
        *copy = word.length <= 64 ? few : bi_json_take(r, BI_DECIMAL_ROOM(word.length));
    if (copy == NULL) {
        return false;
    }
    return bi_parse_decimal(word, copy, &r->value.is.real) ||
           bi_json_fail(r, BI_JSON_TOO_LARGE, "real number overflow");
}

static bool scan_number(bi_json_reader *r)
{
    bool whole;
    if (!check_number(r, &whole)) {
        return false;
    }
    bi_word word = {r->text + r->start, r->at - r->start};
    return whole ? scan_integer(r, word) : scan_real(r, word);
}

// ---- words and marks --------------------------------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool scan_word(bi_json_reader *r)
{
    static const struct {
        const char *text;
        bi_json_kind kind;
    } words[] = {{"true", BI_JSON_TRUE}, {"false", BI_JSON_FALSE}, {"null", BI_JSON_NULL}};
    while (is_letter(char_at(r))) {
        r->at++;
    }
    bi_word word = {r->text + r->start, r->at - r->start};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (bi_word_is(word, words[i].text)) {
            r->value = (bi_json){.kind = words[i].kind, .line = r->line};
            return true;
        }
    }
    return false;
}

static void skip_blank(bi_json_reader *r)
{
    while (r->at < r->length && memchr(" \t\r\n", r->text[r->at], 4) != NULL) {
        if (r->text[r->at++] == '\n') {
            r->line += r->line < INT32_MAX;
            r->line_start = r->at;
        }
    }
}

void bi_json_scan(bi_json_reader *r)
{
    skip_blank(r);
    r->start = r->at;
    if (r->at >= r->length) {
        r->token = BI_TOKEN_END;
        return;
    }
    char c = r->text[r->at];
    if (memchr("{}[]:,", c, 6) != NULL) {
        r->at++;
        r->token = BI_TOKEN_MARK;
        r->mark = c;
        return;
    }
    bool good = false;
    if (c == '"') {
        good = scan_string(r);
    } else if (c == '-' || is_digit(c)) {
        good = scan_number(r);
    } else if (is_letter(c)) {
        good = scan_word(r);
    } else if (utf8_length(r) > 0) {
        r->at += utf8_length(r);
    } else {
        not_utf8(r);
    }
    r->token = good ? BI_TOKEN_VALUE : BI_TOKEN_INVALID;
}
