// SPDX-License-Identifier: MIT

#include "io/code_scan.h"

#include "core/error.h"
#include "core/memory.h"

#include <string.h>

#define MOST_NUMBERS (8 * BIGHT_DIAGRAM_MAX_CROSSINGS)

void bi_code_free(bi_scanned_code *code)
{
    const bight_allocator *allocator = code->allocator;
    bi_free_array(allocator, code->numbers, (size_t)code->number_capacity, sizeof *code->numbers);
    bi_free_array(allocator, code->ends, (size_t)code->end_capacity, sizeof *code->ends);
    bi_free_array(allocator, code->signs, (size_t)code->sign_capacity, sizeof *code->signs);
    bi_free_array(allocator, code->marks, (size_t)code->mark_capacity, sizeof *code->marks);
    *code = (bi_scanned_code){.allocator = allocator};
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_open(char c)
{
    return c == '[' || c == '(' || c == '{';
}

static bool is_close(char c)
{
    return c == ']' || c == ')' || c == '}';
}

bight_code_kind bi_code_keyword(bi_word word)
{
    static const struct {
        const char *word;
        bight_code_kind kind;
    } keywords[] = {{"pd", BIGHT_CODE_PD},       {"dt", BIGHT_CODE_DT},    {"dtcode", BIGHT_CODE_DT},
                    {"gauss", BIGHT_CODE_GAUSS}, {"br", BIGHT_CODE_BRAID}, {"gausscode", BIGHT_CODE_GAUSS},
                    {"braid", BIGHT_CODE_BRAID}};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        bool same = word.length == strlen(keywords[i].word);
        for (size_t k = 0; k < word.length && same; k++) {
            same = lower(word.start[k]) == keywords[i].word[k];
        }
        if (same) {
            return keywords[i].kind;
        }
    }
    return BIGHT_CODE_AUTO;
}

// ---- the walk ---------------------------------------------------------------------------------------

typedef struct scanner {
    bi_scanned_code *code;
    const char *at, *end;
    int32_t line, depth, group_start; // group_start: numbers before the group in hand
    bool innermost;                   // no bracket closed since the last one opened
    bool in_signs;                    // behind the slash
} scanner;

static bight_status append(bi_scanned_code *code, int32_t **array, int32_t *capacity, int32_t *count, int32_t value)
{
    if (*count >= MOST_NUMBERS) {
        return bi_fail(code->error, BIGHT_ERROR_TOO_LARGE, code->line, "more than %d numbers", MOST_NUMBERS);
    }
    bight_status status = bi_reserve(code->allocator, array, capacity, (int64_t)*count + 1, sizeof **array);
    if (status != BIGHT_OK) {
        return bi_fail(code->error, status, code->line, "no memory for a code of %d numbers", *count);
    }
    (*array)[(*count)++] = value;
    return BIGHT_OK;
}

static bight_status add_number(scanner *s, int32_t value)
{
    bi_scanned_code *code = s->code;
    return append(code, &code->numbers, &code->number_capacity, &code->count, value);
}

static bight_status end_group(scanner *s)
{
    bi_scanned_code *code = s->code;
    s->group_start = code->count;
    return append(code, &code->ends, &code->end_capacity, &code->groups, code->count);
}

static bight_status unexpected(scanner *s)
{
    return bi_fail(s->code->error, BIGHT_ERROR_PARSE, s->line,
                   "`%s` has no meaning in a code here: write numbers, brackets and commas",
                   bi_word_show((bi_word){s->at, s->end - s->at < 8 ? (size_t)(s->end - s->at) : 8}).text);
}

// [+-] digits, within 32 bits.
static bight_status scan_integer(scanner *s, int32_t *value)
{
    const char *start = s->at;
    s->at += s->at < s->end && (*s->at == '+' || *s->at == '-') ? 1 : 0;
    while (s->at < s->end && is_digit(*s->at)) {
        s->at++;
    }
    int64_t number;
    bi_word word = {start, (size_t)(s->at - start)};
    if (!bi_parse_integer(word, &number) || number > INT32_MAX || number < -INT32_MAX) {
        return bi_fail(s->code->error, BIGHT_ERROR_PARSE, s->line, "`%s` is not a whole number of 32 bits",
                       bi_word_show(word).text);
    }
    *value = (int32_t)number;
    return BIGHT_OK;
}

// Behind the slash: + - +1 -1 1 with anything between them.
static bight_status scan_sign(scanner *s)
{
    int32_t sign = *s->at == '-' ? -1 : 1;
    s->at += is_digit(*s->at) ? 0 : 1;
    if (s->at < s->end && is_digit(*s->at) && (*s->at != '1' || (s->end - s->at > 1 && is_digit(s->at[1])))) {
        return unexpected(s);
    }
    s->at += s->at < s->end && is_digit(*s->at) ? 1 : 0;
    return append(s->code, &s->code->signs, &s->code->sign_capacity, &s->code->sign_count, sign);
}

// O1+ is over crossing 1, U1+ under it; the sign may be left out.
static bight_status scan_passage(scanner *s)
{
    bool over = lower(*s->at++) == 'o';
    int32_t crossing;
    bight_status status = scan_integer(s, &crossing);
    if (status != BIGHT_OK) {
        return status;
    }
    bool plus = s->at < s->end && *s->at == '+', minus = s->at < s->end && *s->at == '-';
    s->at += plus || minus;
    status = add_number(s, over ? crossing : -crossing);
    bi_scanned_code *code = s->code;
    int32_t mark = plus ? 1 : minus ? -1 : 0;
    return status == BIGHT_OK ? append(code, &code->marks, &code->mark_capacity, &code->mark_count, mark)
                              : status;
}

// Loop[3]: a component without a crossing.
static bight_status scan_loop(scanner *s)
{
    int32_t label;
    s->at++;
    bight_status status = scan_integer(s, &label);
    if (status == BIGHT_OK && (s->at == s->end || !is_close(*s->at))) {
        return unexpected(s);
    }
    s->at++;
    s->innermost = false;
    s->code->circles += s->code->circles < MOST_NUMBERS;
    return status;
}

static bight_status scan_word(scanner *s)
{
    const char *start = s->at;

    // O1+ and U1+ are passages of a Gauss code
    if ((lower(*s->at) == 'o' || lower(*s->at) == 'u') && s->end - s->at > 1 && is_digit(s->at[1])) {
        return scan_passage(s);
    }
    while (s->at < s->end && is_letter(*s->at)) {
        s->at++;
    }
    bi_word word = {start, (size_t)(s->at - start)};
    bool opens = s->at < s->end && is_open(*s->at);

    // names of brackets inside a code: crossing, circle, vertex
    if (opens && bi_word_is(word, "X")) {
        return BIGHT_OK;
    }
    if (opens && bi_word_is(word, "Loop")) {
        return scan_loop(s);
    }
    if (opens && bi_word_is(word, "V")) {
        return bi_fail(
            s->code->error, BIGHT_ERROR_PARSE, s->line,
            "V[...] is a vertex where three strands meet, so this is a theta-curve or another graph: "
            "only knots and links are named");
    }

    // the name of the outermost bracket says the kind; a first bare word is a code in letters
    bi_scanned_code *code = s->code;
    if (opens && code->kind == BIGHT_CODE_AUTO && code->count == 0 && s->depth == 0) {
        code->kind = bi_code_keyword(word);
    } else if (!opens && code->letters.length == 0) {
        code->letters = word;
        return BIGHT_OK;
    }

    if (code->kind == BIGHT_CODE_AUTO || !opens) {
        s->at = start;
        return unexpected(s);
    }
    return BIGHT_OK;
}

static bight_status scan_bracket(scanner *s)
{
    bool pending = s->code->count > s->group_start, opens = is_open(*s->at);
    s->depth += opens ? 1 : -1;
    if (s->depth < 0 || s->depth > 8) {
        return bi_fail(s->code->error, BIGHT_ERROR_PARSE, s->line,
                       s->depth < 0 ? "a bracket closes that never opened: take it out"
                                    : "brackets inside brackets, too deep: two levels are enough");
    }
    s->at++;
    bool ends = !s->in_signs && (pending || (!opens && s->innermost && s->code->letters.length == 0));
    s->innermost = opens;
    return ends ? end_group(s) : BIGHT_OK;
}

static bight_status scan_next(scanner *s)
{
    char c = *s->at;

    // a comment, to the end of its line
    if (c == '#') {
        while (s->at < s->end && *s->at != '\n' && *s->at != '\r') {
            s->at++;
        }
        return BIGHT_OK;
    }

    // brackets, bars and a slash end groups of numbers; after the slash there are signs
    if (is_open(c) || is_close(c)) {
        return scan_bracket(s);
    }
    if (c == '|' && !s->in_signs) {
        s->at++;
        return end_group(s);
    }

    if (c == '/' && !s->in_signs) {
        s->at++;
        bool pending = s->code->count > s->group_start;
        s->in_signs = true;
        return pending ? end_group(s) : BIGHT_OK;
    }

    // numbers or signs, and words
    if (is_digit(c) || c == '+' || c == '-') {
        int32_t value;
        if (s->in_signs) {
            return scan_sign(s);
        }
        bight_status status = scan_integer(s, &value);
        return status == BIGHT_OK ? add_number(s, value) : status;
    }
    if (is_letter(c) && !s->in_signs) {
        return scan_word(s);
    }

    // separators; CR LF counts as one line end
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != ',' && c != ';' && c != '\f' && c != '\v') {
        return unexpected(s);
    }
    bool line_end = c == '\n' || (c == '\r' && !(s->end - s->at > 1 && s->at[1] == '\n'));
    s->line += line_end && s->line < INT32_MAX;
    s->at++;
    return BIGHT_OK;
}

// "name:" and "PD:" in front of the code, in this order.
static void scan_front(scanner *s)
{
    for (;;) {
        bi_word rest = {s->at, (size_t)(s->end - s->at)}, word;
        const char *colon = rest.length > 0 ? memchr(rest.start, ':', rest.length) : NULL;
        if (colon == NULL) {
            return;
        }
        for (const char *c = rest.start; c < colon; c++) {
            if (is_open(*c) || *c == '#' || *c == '\n' || *c == '\r') {
                return;
            }
        }
        rest.length = (size_t)(colon - rest.start);
        bi_word all = rest;
        bool any = bi_word_next(&rest, &word);
        bight_code_kind kind = any && rest.length == 0 ? bi_code_keyword(word) : BIGHT_CODE_AUTO;
        if (kind != BIGHT_CODE_AUTO) {
            s->code->kind = kind;
        } else if (s->code->name.length == 0) {
            s->code->name = all;
        } else {
            return;
        }
        s->at = colon + 1;
    }
}

bight_status bi_code_scan(bi_scanned_code *code, const bight_code_item *item)
{
    scanner s = {.code = code, .at = item->text, .end = item->text + item->length, .line = item->line};
    code->line = item->line;
    scan_front(&s);
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && s.at < s.end) {
        status = scan_next(&s);
    }
    if (status == BIGHT_OK && s.depth != 0) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, s.line,
                       "a bracket that opens never closes: add its end");
    }
    if (status == BIGHT_OK && code->letters.length > 0 && code->count > 0) {
        return bi_fail(code->error, BIGHT_ERROR_PARSE, item->line,
                       "`%s` among numbers: write one or the other", bi_word_show(code->letters).text);
    }
    return status == BIGHT_OK && code->count > s.group_start ? end_group(&s) : status;
}

bool bight_code_next(const void *bytes, size_t length, size_t *at, int32_t *line, bight_code_item *item)
{
    const char *text = length == 0 ? "" : bytes;
    size_t mark = *at == 0 ? bi_text_mark(text, length) : 0;
    bi_text walk = {text + *at + mark, text + length, *line};

    // an item starts on the first line that is neither blank nor a comment
    bi_word row, word;
    bool found = false;
    while (!found && bi_text_line(&walk, &row)) {
        bi_word rest = row;
        found = bi_word_next(&rest, &word) && word.start[0] != '#';
    }

    // it continues over lines while a bracket is open; brackets in comments do not count
    if (found) {
        *item = (bight_code_item){row.start, row.length, walk.line};
        int64_t depth = 0;
        for (;;) {
            bool comment = false;
            for (size_t i = 0; i < row.length; i++) {
                comment = comment || row.start[i] == '#';
                depth += !comment && is_open(row.start[i]);
                depth -= !comment && is_close(row.start[i]);
            }
            if (depth <= 0 || !bi_text_line(&walk, &row)) {
                break;
            }
            item->length = (size_t)(row.start + row.length - item->text);
        }
    }

    // where the next search begins
    *at = (size_t)(walk.at - text);
    *line = walk.line;
    return found;
}
