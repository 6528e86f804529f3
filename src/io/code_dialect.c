// SPDX-License-Identifier: MIT

#include "io/code_dialect.h"

#include "core/error.h"
#include "io/conway.h"

#include <string.h>

#define MOST_POWER 1000
#define MOST_TEXT ((size_t)1 << 22)

static bool is_in(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Text that is walked over.
typedef struct walk {
    const char *at, *end;
} walk;

static char here(const walk *w)
{
    return w->at < w->end ? *w->at : '\0';
}

static bool take(walk *w, const char *text)
{
    size_t length = strlen(text);
    bool there = (size_t)(w->end - w->at) >= length && memcmp(w->at, text, length) == 0;
    w->at += there ? length : 0;
    return there;
}

static void skip(walk *w, const char *set)
{
    while (w->at < w->end && is_in(*w->at, set)) {
        w->at++;
    }
}

// Up to seven digits.
static bool take_digits(walk *w, int32_t *value)
{
    const char *start = w->at;
    *value = 0;
    while (is_digit(here(w)) && w->at - start < 7) {
        *value = 10 * *value + (*w->at++ - '0');
    }
    return w->at > start && !is_digit(here(w));
}

// Behind the last colon that stands before brackets and comments.
static walk behind_front(const bight_code_item *item)
{
    walk w = {item->text, item->text + item->length};
    for (const char *c = w.at; c < w.end && !is_in(*c, "[({#\r\n"); c++) {
        w.at = *c == ':' ? c + 1 : w.at;
    }
    skip(&w, " \t");
    return w;
}

// ---- braids -----------------------------------------------------------------------------------------

// s1, s_1, s_{1}, sigma1 or the Greek letter, perhaps with a power: ^-1, ^{2}, **-1.
static bool take_generator(walk *w, int32_t *number, int32_t *power)
{
    bool named = take(w, "sigma") || take(w, "\\sigma") || take(w, "\xcf\x83") || take(w, "s");
    bool under = named && take(w, "_"), braced = under && take(w, "{");
    if (!named || !take_digits(w, number) || (braced && !take(w, "}"))) {
        return false;
    }
    *power = 1;
    if (!take(w, "^") && !take(w, "**")) {
        return true;
    }
    char closes = take(w, "{") ? '}' : take(w, "(") ? ')' : '\0';
    bool minus = take(w, "-");
    if (!take_digits(w, power) || *power > MOST_POWER || (closes != '\0' && here(w) != closes)) {
        return false;
    }
    w->at += closes != '\0';
    *power = minus ? -*power : *power;
    return true;
}

#define BETWEEN " \t\r\n*,.;"

// lowest: the smallest number. text: where letters go, or NULL.
static bight_status walk_braid(const bight_allocator *allocator, walk w, int32_t first, int32_t *lowest,
                               bool *good, bight_bytes *text)
{
    bight_status status = BIGHT_OK;
    *lowest = INT32_MAX;
    for (*good = w.at < w.end; *good && status == BIGHT_OK && w.at < w.end && *w.at != '#';) {
        int32_t number, power;
        *good = take_generator(&w, &number, &power);
        *lowest = *good && number < *lowest ? number : *lowest;
        int32_t times = *good && text != NULL ? (power < 0 ? -power : power) : 0;
        for (int32_t i = 0; i < times && status == BIGHT_OK; i++) {
            status = text->size > MOST_TEXT ? BIGHT_ERROR_TOO_LARGE
                                            : bi_bytes_print(allocator, text, "%s%d ", power < 0 ? "-" : "",
                                                             (int)(number - first + 1));
        }
        while (w.at < w.end && is_in(*w.at, BETWEEN) && status == BIGHT_OK) {
            status =
                text != NULL && is_in(*w.at, "\r\n") ? bi_bytes_append(allocator, text, w.at, 1) : BIGHT_OK;
            w.at++;
        }
    }
    return status;
}

// ---- Gauss codes ------------------------------------------------------------------------------------

// Where a tail of bare signs begins behind numbers, or NULL.
static const char *sign_tail(walk w)
{
    const char *tail = NULL;
    int32_t numbers = 0;
    while (w.at < w.end && here(&w) != '#') {
        if (is_digit(here(&w)) || (is_in(here(&w), "+-") && w.end - w.at > 1 && is_digit(w.at[1]))) {
            int32_t value;
            w.at += !is_digit(here(&w));
            if (tail != NULL || !take_digits(&w, &value)) {
                return NULL;
            }
            numbers++;
        } else if (is_in(here(&w), "+-")) {
            tail = tail == NULL ? w.at : tail;
            w.at++;
        } else if (is_in(here(&w), " \t,;")) {
            w.at++;
        } else {
            return NULL;
        }
    }
    return numbers > 0 ? tail : NULL;
}

// Regina: + is over, - under; > where the other strand passes from left to right. Over, going north, with the lower strand
// going east is a left-handed crossing.
static bool take_regina(walk *w, bool *over, bool *right, int32_t *crossing)
{
    *over = here(w) == '+';
    if (!take(w, "+") && !take(w, "-")) {
        return false;
    }
    bool east = here(w) == '>';
    *right = east != *over;
    return (take(w, ">") || take(w, "<")) && take_digits(w, crossing);
}

static bight_status translate_regina(const bight_allocator *allocator, walk w, int32_t line,
                                     bight_bytes *text, bight_error *error)
{
    bight_status status = bi_bytes_print(allocator, text, "gauss: ");
    while (status == BIGHT_OK && w.at < w.end && *w.at != '#') {
        bool over, right;
        int32_t crossing;
        walk before = w;
        if (!take_regina(&w, &over, &right, &crossing)) {
            size_t length = before.end - before.at < 8 ? (size_t)(before.end - before.at) : 8;
            return bi_fail(error, BIGHT_ERROR_PARSE, line,
                           "`%s` is not a passage of Regina's Gauss code: write +>1 or -<1",
                           bi_word_show((bi_word){before.at, length}).text);
        }
        status =
            bi_bytes_print(allocator, text, "%c%d%c ", over ? 'O' : 'U', (int)crossing, right ? '+' : '-');
        skip(&w, " \t,;");
    }
    return status;
}

// Sage: lists of passages, then the list of the crossings' signs, the last bracket of the outer one.
static bight_status translate_sage(const bight_allocator *allocator, walk w, int32_t line, bight_bytes *text,
                                   bight_error *error)
{
    int32_t depth = 0, deepest = 0;
    const char *last = NULL, *stop = NULL;
    for (const char *c = w.at; c < w.end; c++) {
        depth += *c == '[';
        deepest = depth > deepest ? depth : deepest;
        last = *c == '[' && depth == 2 ? c : last;
        stop = *c == ']' && depth == 2 ? c : stop;
        depth -= *c == ']';
    }
    if (deepest != 3 || last == NULL || stop == NULL || stop < last) {
        return bi_fail(
            error, BIGHT_ERROR_PARSE, line,
            "of Sage's links only the oriented Gauss code is read, [[[1,-2,3,-1,2,-3]],[1,1,1]]: its planar "
            "diagrams run "
            "clockwise, in some versions the other way: write their numbers alone, as pd-cw or pd");
    }
    const char *open = memchr(w.at, '[', (size_t)(w.end - w.at));
    bight_status status = bi_bytes_print(allocator, text, "gauss: ");
    status =
        status == BIGHT_OK ? bi_bytes_append(allocator, text, open + 1, (size_t)(last - open) - 1) : status;
    status = status == BIGHT_OK ? bi_bytes_print(allocator, text, " / ") : status;
    return status == BIGHT_OK ? bi_bytes_append(allocator, text, last + 1, (size_t)(stop - last) - 1)
                              : status;
}

// ---- planar diagrams --------------------------------------------------------------------------------

static bool starts_x(walk w)
{
    bool four = w.end - w.at >= 5 && is_digit(w.at[1]) && is_digit(w.at[2]) && is_digit(w.at[3]) &&
                is_digit(w.at[4]) && (w.end - w.at == 5 || !is_digit(w.at[5]));
    return take(&w, "X_{") || take(&w, "Xp[") || take(&w, "Xm[") || (here(&w) == 'X' && four);
}

static bight_status translate_x(const bight_allocator *allocator, walk w, bight_bytes *text)
{
    bight_status status = bi_bytes_print(allocator, text, "pd: ");
    while (status == BIGHT_OK && w.at < w.end) {
        if (!starts_x(w)) {
            status = bi_bytes_append(allocator, text, w.at++, 1);
        } else if (is_digit(w.at[1])) {
            status = bi_bytes_print(allocator, text, "[%c,%c,%c,%c]", w.at[1], w.at[2], w.at[3], w.at[4]);
            w.at += 5;
        } else {
            status = bi_bytes_append(allocator, text, &w.at[2], 1);
            w.at += 3;
        }
    }
    return status;
}

// Every word is of one shape: X1524, or O1+ and U1+ with nothing between them.
static bool only_words(walk w, bool x)
{
    bool good = w.at < w.end;
    while (good && w.at < w.end && *w.at != '#') {
        const char *start = w.at;
        int32_t value;
        good = is_in(here(&w), x ? "X" : "OoUu");
        w.at += good;
        good = good && take_digits(&w, &value) && (!x || w.at - start == 5);
        w.at += !x && good && is_in(here(&w), "+-");
        skip(&w, " \t,;");
    }
    return good;
}

// ---- which, and all ---------------------------------------------------------------------------------

static bool has_flips(walk w)
{
    while (w.at < w.end && is_in(here(&w), "DT[(:'\" ")) {
        w.at++;
    }
    const char *start = w.at;
    while (is_letter(here(&w))) {
        w.at++;
    }
    bool dot = w.at - start > 2 && take(&w, ".");
    start = w.at;
    skip(&w, "01");
    return dot && w.at > start && (w.at == w.end || is_in(*w.at, "])'\" \t\r\n"));
}

// Conway: 2 2 or Conway[2 2], with or without a name and a colon in front; the notation has colons of its own.
static bool find_conway(const bight_code_item *item, size_t *name, bi_word *notation)
{
    walk w = {item->text, item->text + item->length};
    skip(&w, " \t");
    for (int32_t i = 0; i < 2; i++) {
        walk word = w;
        if (take(&word, "Conway") || take(&word, "conway")) {
            skip(&word, " \t");
            if (is_in(here(&word), ":[")) {
                word.at += here(&word) == ':';
                *name = (size_t)(w.at - item->text);
                *notation = (bi_word){word.at, (size_t)(word.end - word.at)};
                return true;
            }
        }
        while (w.at < w.end && !is_in(*w.at, ":[({#\r\n")) {
            w.at++;
        }
        if (!take(&w, ":")) {
            return false;
        }
        skip(&w, " \t");
    }
    return false;
}

bi_dialect bi_code_dialect(const bight_code_item *item)
{
    walk w = behind_front(item), word = w;
    while (is_letter(here(&word))) {
        word.at++;
    }
    bi_word head = {w.at, (size_t)(word.at - w.at)}, notation;
    size_t name;
    bool opens = is_in(here(&word), "[(");
    if (find_conway(item, &name, &notation)) {
        return BI_DIALECT_CONWAY;
    }
    if (opens && (bi_word_is(head, "Knot") || bi_word_is(head, "Link") || bi_word_is(head, "TorusKnot"))) {
        walk inside = {word.at + 1, word.end};
        skip(&inside, " \t");
        return here(&inside) == '[' ? BI_DIALECT_SAGE : BI_DIALECT_NAME;
    }
    if (has_flips(w)) {
        return BI_DIALECT_FLIPS;
    }
    int32_t lowest;
    bool braid;
    walk_braid(NULL, w, 1, &lowest, &braid, NULL);
    if (braid) {
        return BI_DIALECT_BRAID;
    }
    if (starts_x(w) && (!is_digit(w.at[1]) || only_words(w, true))) {
        return BI_DIALECT_X;
    }
    if (only_words(w, false)) {
        return BI_DIALECT_PASSAGES;
    }
    if (w.end - w.at > 2 && is_in(w.at[0], "+-") && is_in(w.at[1], "<>") && is_digit(w.at[2])) {
        return BI_DIALECT_REGINA;
    }
    return sign_tail(w) != NULL ? BI_DIALECT_SIGNS : BI_DIALECT_NONE;
}

static bight_status translate_conway(const bight_allocator *allocator, const bight_code_item *item,
                                     bight_bytes *text, bight_error *error)
{
    size_t name;
    bi_word notation;
    find_conway(item, &name, &notation);
    bight_status status = bi_bytes_append(allocator, text, item->text, name);
    status = status == BIGHT_OK ? bi_bytes_print(allocator, text, "pd: ") : status;
    return status == BIGHT_OK ? bi_conway_write(allocator, notation, item->line, text, error)
                              : bi_fail(error, status, item->line, "no memory for a code");
}

bight_status bi_code_translate(const bight_allocator *allocator, const bight_code_item *item,
                               bight_bytes *text, bight_error *error)
{
    walk w = behind_front(item);
    bi_dialect dialect = bi_code_dialect(item);
    int32_t line = item->line, lowest;
    bool good;
    if (dialect == BI_DIALECT_NAME) {
        return bi_fail(
            error, BIGHT_ERROR_PARSE, line,
            "`%s` is a name, not a code: `bight knot` knows it by the names of tables, 8_19, 11n_34, T(3,4)",
            bi_word_show((bi_word){w.at, (size_t)(w.end - w.at)}).text);
    }
    if (dialect == BI_DIALECT_CONWAY) {
        return translate_conway(allocator, item, text, error);
    }
    if (dialect == BI_DIALECT_FLIPS) {
        return bi_fail(error, BIGHT_ERROR_PARSE, line,
                       "the digits behind the point are SnapPy's flips, which are not read: leave them out "
                       "(the first crossing is "
                       "then taken as right-handed), or write the PD code");
    }
    bight_status status = bi_bytes_append(allocator, text, item->text, (size_t)(w.at - item->text));
    if (status != BIGHT_OK) {
        return bi_fail(error, status, line, "no memory for a code");
    }
    if (dialect == BI_DIALECT_BRAID) {
        walk_braid(NULL, w, 1, &lowest, &good, NULL);
        status = bi_bytes_print(allocator, text, "braid: ");
        status =
            status == BIGHT_OK ? walk_braid(allocator, w, lowest == 0 ? 0 : 1, &lowest, &good, text) : status;
    } else if (dialect == BI_DIALECT_SIGNS) {
        const char *tail = sign_tail(w);
        status = bi_bytes_append(allocator, text, w.at, (size_t)(tail - w.at));
        status = status == BIGHT_OK ? bi_bytes_print(allocator, text, " / ") : status;
        status = status == BIGHT_OK ? bi_bytes_append(allocator, text, tail, (size_t)(w.end - tail)) : status;
    } else if (dialect == BI_DIALECT_REGINA) {
        status = translate_regina(allocator, w, line, text, error);
    } else if (dialect == BI_DIALECT_SAGE) {
        status = translate_sage(allocator, w, line, text, error);
    } else if (dialect == BI_DIALECT_X) {
        status = translate_x(allocator, w, text);
    } else {
        status = bi_bytes_append(allocator, text, w.at, (size_t)(w.end - w.at));
    }
    if (status == BIGHT_ERROR_NO_MEMORY || status == BIGHT_ERROR_TOO_LARGE) {
        return bi_fail(error, status, line,
                       status == BIGHT_ERROR_NO_MEMORY ? "no memory for a code"
                                                       : "a braid of more than a million letters");
    }
    return status;
}
