// SPDX-License-Identifier: MIT
// The grammar is in docs/formats.md.

#include "io/points.h"

#include "core/error.h"
#include "io/code_scan.h"
#include "io/curve_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_DEPTH 16
#define LOOK_NUMBERS 96

typedef struct bracket {
    char opens;
    bool named;              // array( or Line[
    int32_t numbers, points; // directly inside
} bracket;

typedef struct scanner {
    bi_curve_list *list; // NULL: only look
    const char *at, *end;
    int32_t line, depth;
    bracket stack[MOST_DEPTH];
    double numbers[3];
    bool named, given; // a word stands before the next bracket; `=` before the next word

    // what a look has seen
    double seen[LOOK_NUMBERS];
    int32_t seen_count, triples;
    bool decimals, again;
} scanner;

static bool is_in(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bight_status
refuse(scanner *s, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bi_fail(s->list != NULL ? s->list->error : NULL, BIGHT_ERROR_PARSE, s->line, "%s", text);
}

// [+-] digits [. digits] [` digits] [e or *^ exponent], which ends before a bracket, a separator or the end.
static bight_status take_number(scanner *s)
{
    char text[64];
    size_t used = 0;
    const char *start = s->at;
    while (s->at < s->end && !is_in(*s->at, " \t\r\n\f\v,;[](){}") && *s->at != '\0' &&
           used < sizeof text - 1) {
        if (*s->at == '`') { // Mathematica: how many digits are meant
            for (s->at++; s->at < s->end && (is_digit(*s->at) || is_in(*s->at, ".`"));) {
                s->at++;
            }
        } else if (*s->at == '*' && s->end - s->at > 1 && s->at[1] == '^') {
            text[used++] = 'e';
            s->at += 2;
        } else {
            text[used++] = *s->at++;
        }
    }
    double value;
    if (!bi_parse_double((bi_word){text, used}, &value)) {
        bi_word word = {start, (size_t)(s->at - start) + (s->at == start)};
        return refuse(s, "`%s` is not a number: write decimals like -1.5e-3", bi_word_show(word).text);
    }
    bracket *b = &s->stack[s->depth - 1];
    if (b->points > 0) {
        return refuse(s, "a number beside points: a point is three numbers in a bracket of their own");
    }
    if (b->numbers < 3) {
        s->numbers[b->numbers] = value;
    }
    b->numbers += b->numbers < INT32_MAX;
    s->decimals = s->decimals || memchr(text, '.', used) != NULL || memchr(text, 'e', used) != NULL;
    for (int32_t i = 0; i < s->seen_count && s->list == NULL; i++) {
        s->again = s->again || s->seen[i] == value;
    }
    s->again = s->again || value == 0.0;
    if (s->seen_count < LOOK_NUMBERS) {
        s->seen[s->seen_count++] = value;
    }
    return BIGHT_OK;
}

static bight_status end_point(scanner *s, int32_t numbers)
{
    if (numbers != 3) {
        return refuse(s, "a bracket of %d number%s: a point is three, x, y and z%s", (int)numbers,
                      numbers == 1 ? "" : "s", numbers > 3 ? " (transpose rows of coordinates)" : "");
    }
    if (s->depth == 0) {
        return refuse(s, "one point: write a list of points, [[x, y, z], [x, y, z]]");
    }
    bracket *parent = &s->stack[s->depth - 1];
    if (parent->numbers > 0) {
        return refuse(s, "a point beside numbers: a point is three numbers in a bracket of their own");
    }
    parent->points++;
    s->triples++;
    return s->list == NULL
               ? BIGHT_OK
               : bi_curve_add(s->list, (bight_vec3){s->numbers[0], s->numbers[1], s->numbers[2]}, s->line);
}

static bight_status end_list(scanner *s)
{
    int32_t lists = 1;
    for (int32_t i = 0; i < s->depth; i++) {
        lists += !s->stack[i].named && s->stack[i].opens != '"';
    }
    if (lists > 2) {
        return refuse(s, "lists of lists of curves: give the curves of one link, or one file for each frame");
    }
    return s->list == NULL ? BIGHT_OK : bi_curve_end(s->list, BI_ENDS_REPEATED, s->line);
}

static bight_status take_bracket(scanner *s)
{
    char c = *s->at++;
    if (is_in(c, "[({")) {
        if (s->depth == MOST_DEPTH) {
            return refuse(s, "brackets too deep: a list of curves has three levels");
        }
        bool object = c == '{' && !s->named; // of JSON, when a key follows: its brace is no list
        for (const char *a = s->at; object && (a == s->end || !is_in(*a, "\"'")); a++) {
            object = a < s->end && is_in(*a, " \t\r\n");
        }
        s->stack[s->depth++] = (bracket){.opens = c, .named = s->named || object};
        s->named = false;
        return BIGHT_OK;
    }
    char opens = c == ']' ? '[' : c == ')' ? '(' : '{';
    if (s->depth == 0 || s->stack[s->depth - 1].opens != opens) {
        return refuse(s, "`%c` closes what never opened: take it out", c);
    }
    bracket b = s->stack[--s->depth];
    return b.numbers > 0 ? end_point(s, b.numbers) : b.points > 0 ? end_list(s) : BIGHT_OK;
}

// A word is a name: of what a bracket is (array, Line), of the list (points =), of a kind of number (dtype=float32).
static bight_status take_word(scanner *s)
{
    const char *start = s->at;
    while (s->at < s->end && (is_word(*s->at) || is_digit(*s->at) || *s->at == '.')) {
        s->at++;
    }
    bi_word word = {start, (size_t)(s->at - start)};
    if (bi_word_is(word, "nan") || bi_word_is(word, "inf") || bi_word_is(word, "NaN")) {
        return refuse(s, "`%s` is not a number: take the point out", bi_word_show(word).text);
    }
    if (s->list == NULL && bi_code_keyword(word) != BIGHT_CODE_AUTO) {
        return BIGHT_ERROR_PARSE;
    }
    while (s->at < s->end && is_in(*s->at, " \t")) {
        s->at++;
    }
    char next = s->at < s->end ? *s->at : '\0';
    s->named = is_in(next, "[({");
    bool value = s->given;
    s->given = false;
    if (!s->named && !is_in(next, "=:") && !value) {
        return refuse(s, "`%s` has no meaning in a list of points: write numbers, brackets and commas",
                      bi_word_show(word).text);
    }
    return BIGHT_OK;
}

// A key of JSON.
static bight_status take_key(scanner *s)
{
    char quote = *s->at++;
    while (s->at < s->end && *s->at != quote && *s->at != '\n') {
        s->at += *s->at == '\\' && s->end - s->at > 1 ? 2 : 1;
    }
    if (s->at == s->end || *s->at != quote) {
        return refuse(s, "a text without its closing quote");
    }
    s->at++;
    return BIGHT_OK;
}

static bight_status take_next(scanner *s)
{
    char c = *s->at;
    bool more = s->end - s->at > 1;
    if (c == '#') {
        while (s->at < s->end && !is_in(*s->at, "\r\n")) {
            s->at++;
        }
        return BIGHT_OK;
    }
    if (c == '.' && s->end - s->at > 2 && s->at[1] == '.' && s->at[2] == '.') {
        return refuse(s, "`...`: points are left out here: print them all "
                         "(numpy.set_printoptions(threshold=sys.maxsize))");
    }
    if (is_in(c, "[](){}")) {
        return take_bracket(s);
    }
    if (is_digit(c) || (is_in(c, "+-.") && more)) {
        return s->depth == 0 ? refuse(s, "a number outside all brackets: write [[x, y, z], [x, y, z]]")
                             : take_number(s);
    }
    if (is_word(c)) {
        return take_word(s);
    }
    if (is_in(c, "\"'")) {
        return take_key(s);
    }
    if (!is_in(c, " \t\r\n\f\v,;=:")) {
        return refuse(s, "`%s` has no meaning in a list of points: write numbers, brackets and commas",
                      bi_word_show((bi_word){s->at, 1}).text);
    }
    s->given = c == '=' || (s->given && is_in(c, " \t"));
    s->line += (c == '\n' || (c == '\r' && !(more && s->at[1] == '\n'))) && s->line < INT32_MAX;
    s->at++;
    return BIGHT_OK;
}

bool bi_points_look(const char *bytes, size_t length)
{
    scanner s = {.at = bytes, .end = bytes + length, .line = 1};
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && s.at < s.end && s.seen_count < LOOK_NUMBERS &&
           !(s.triples > 0 && s.decimals)) {
        status = take_next(&s);
    }
    return status == BIGHT_OK && s.triples > 0 && (s.decimals || s.again);
}

bight_status bi_read_points(bi_curve_list *list, const char *bytes, size_t length,
                            const bight_read_options *options)
{
    (void)options;
    scanner s = {.list = list, .at = bytes, .end = bytes + length, .line = 1};
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && s.at < s.end) {
        status = take_next(&s);
    }
    if (status == BIGHT_OK && s.depth > 0) {
        status = refuse(&s, "a bracket that opens never closes: add its end");
    }
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status = refuse(&s, "no points in the file: write [[x, y, z], [x, y, z]]");
    }
    return status;
}
