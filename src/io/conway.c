// SPDX-License-Identifier: MIT

#include "io/conway.h"

#include "core/error.h"
#include "io/basic_polyhedron.h"
#include "io/tangle.h"

#include "bight/knot_code.h"

#include <stdio.h>
#include <string.h>

#define MOST_DEPTH 32
#define MOST_DIGITS 5

typedef struct reading {
    const char *at, *end;
    bool spaced; // digits stand apart
    bi_drawing drawing;
    int32_t line;
    bight_error *error;
    bight_status status; // of the text
} reading;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(reading *r)
{
    while (r->at < r->end && is_blank(*r->at)) {
        r->at++;
    }
}

// The next character behind blanks, '\0' at the end.
static char peek(reading *r)
{
    skip_blanks(r);
    return r->at < r->end ? *r->at : '\0';
}

static bool good(const reading *r)
{
    return r->status == BIGHT_OK && r->drawing.status == BIGHT_OK;
}

static bi_shown show(const char *at, const char *end)
{
    return bi_word_show((bi_word){at, end - at < 8 ? (size_t)(end - at) : 8});
}

static void refuse(reading *r, const char *words)
{
    if (good(r)) {
        r->status =
            peek(r) == '\0'
                ? bi_fail(r->error, BIGHT_ERROR_PARSE, r->line, "Conway's notation ends here: %s", words)
                : bi_fail(r->error, BIGHT_ERROR_PARSE, r->line, "Conway's notation stops at `%s`: %s",
                          show(r->at, r->end).text, words);
    }
}

static bi_tangle read_list(reading *r, int32_t depth);

// ---- numbers ----------------------------------------------------------------------------------------

// How many digits stand here.
static int32_t digits_at(const char *at, const char *end)
{
    int32_t count = 0;
    while (at + count < end && is_digit(at[count])) {
        count++;
    }
    return count;
}

static int32_t take_number(reading *r, int32_t digits)
{
    int32_t value = 0;
    for (int32_t i = 0; i < digits; i++) {
        value = 10 * value + (*r->at++ - '0');
    }
    return value;
}

// (12): digits alone in brackets are one number.
static int32_t bracketed_digits(const reading *r)
{
    int32_t count = r->at < r->end && *r->at == '(' ? digits_at(r->at + 1, r->end) : 0;
    return count > 1 && r->at + count + 1 < r->end && r->at[count + 1] == ')' ? count : 0;
}

// A run of digits is a number for each, `21` is 2 1, where that is what it must mean.
static bool is_run_clear(reading *r, bool minus)
{
    int32_t digits = digits_at(r->at, r->end);
    if (digits > 1 && (r->spaced || *r->at == '1')) {
        char words[96];
        snprintf(words, sizeof words,
                 "it could be one number or %d: write (12) for twelve, 1 2 for one and two", (int)digits);
        refuse(r, words);
    } else if (minus && digits > 1 && (digits > 2 || r->at[1] != '0')) {
        refuse(r, "how far does its minus reach? Write -2 1 or -(2 1)");
    }
    return good(r);
}

// ---- algebra ----------------------------------------------------------------------------------------

// A number or brackets, perhaps with a minus, which is of this factor alone.
static bi_tangle read_factor(reading *r, bool minus, int32_t depth)
{
    bi_tangle tangle = {0};
    int32_t number = bracketed_digits(r);
    if (number > MOST_DIGITS) {
        refuse(r, "a number of more than five digits");
    } else if (number > 0) {
        r->at++;
        tangle = bi_tangle_row(&r->drawing, take_number(r, number));
        r->at++;
    } else if (peek(r) == '(' && depth < MOST_DEPTH) {
        r->at++;
        tangle = read_list(r, depth + 1);
        if (peek(r) == ')') {
            r->at++;
        } else {
            refuse(r, "a bracket is not closed");
        }
    } else if (is_digit(peek(r))) {
        tangle = bi_tangle_row(&r->drawing, take_number(r, 1));
    } else {
        refuse(r, depth < MOST_DEPTH ? "a number or a bracket comes here" : "too many brackets");
    }
    if (minus && good(r)) {
        bi_tangle_switch(&r->drawing, tangle);
    }
    return tangle;
}

// Does a factor begin here? A minus behind which none comes belongs to the whole list.
static bool is_factor(reading *r)
{
    char c = peek(r);
    const char *next = r->at + 1;
    while (c == '-' && next < r->end && is_blank(*next)) {
        next++;
    }
    return is_digit(c) || c == '(' || (c == '-' && next < r->end && (is_digit(*next) || *next == '('));
}

// a b c = (a b) turned, and c beside it (Conway's a b = a 0 + b).
static bi_tangle read_product(reading *r, int32_t depth)
{
    bi_tangle product = {0};
    bool first = true, inside = false; // inside: of a run of digits
    if (!is_factor(r)) {
        refuse(r, "a number or a bracket comes here");
    }
    while (good(r) && is_factor(r)) {
        bool minus = *r->at == '-';
        r->at += minus;
        skip_blanks(r);
        inside = inside && !minus && is_digit(r->at[-1]);
        if (is_digit(*r->at) && !inside && !is_run_clear(r, minus)) {
            break;
        }
        inside = is_digit(*r->at);
        bi_tangle factor = read_factor(r, minus, depth);
        if (good(r)) {
            product =
                first ? factor : bi_tangle_add(&r->drawing, bi_tangle_turn(&r->drawing, product), factor);
        }
        first = false;
    }
    return product;
}

// a, b, c = a 0 + b 0 + c 0, then a crossing for each + and - behind them; a product alone is itself.
static bi_tangle read_list(reading *r, int32_t depth)
{
    bi_tangle list = read_product(r, depth);
    bool several = peek(r) == ',' || peek(r) == ';';
    if (several && good(r)) {
        list = bi_tangle_turn(&r->drawing, list);
    }
    while (good(r) && (peek(r) == ',' || peek(r) == ';')) {
        r->at++;
        bi_tangle next = read_product(r, depth);
        if (good(r)) {
            list = bi_tangle_add(&r->drawing, list, bi_tangle_turn(&r->drawing, next));
        }
    }
    while (several && good(r) && (peek(r) == '+' || peek(r) == '-')) {
        bi_tangle one = bi_tangle_row(&r->drawing, *r->at++ == '+' ? 1 : -1);
        if (good(r)) {
            list = bi_tangle_add(&r->drawing, list, one);
        }
    }
    return list;
}

// ---- polyhedra --------------------------------------------------------------------------------------

// `8*`, `6**`; without one, 6* where a place stands first and 6** where a dot does.
static const bi_basic_polyhedron *read_polyhedron(reading *r)
{
    char name[8] = "6*";
    int32_t digits = digits_at(r->at, r->end), stars = 0;
    while (r->at + digits + stars < r->end && r->at[digits + stars] == '*') {
        stars++;
    }
    if (stars > 0) {
        snprintf(name, sizeof name, "%.*s", (int)(digits + stars), r->at);
    } else if (*r->at == ':') {
        refuse(r, "a place or one dot comes first");
        return NULL;
    } else if (*r->at == '.') {
        memcpy(name, "6**", 4);
    }
    const bi_basic_polyhedron *polyhedron = bi_basic_polyhedron_find(name);
    if (polyhedron == NULL || digits + stars >= (int32_t)sizeof name) {
        r->status = bi_fail(r->error, BIGHT_ERROR_UNSUPPORTED, r->line,
                            "the polyhedron %s of Conway's notation is not known here: " BI_BASIC_POLYHEDRA
                            " are, or write a PD, DT or Gauss code",
                            show(r->at, r->at + digits + stars).text);
        return NULL;
    }
    r->at += stars > 0 ? digits + stars : *r->at == '.';
    return polyhedron;
}

static void read_places(reading *r, const bi_basic_polyhedron *polyhedron)
{
    bi_tangle place[BI_BASIC_MOST];
    uint32_t filled = 0;
    int32_t count = 0;
    for (bool more = true; more && good(r);) {
        if (count == polyhedron->places) {
            refuse(r, "the polyhedron has no more places");
            return;
        }
        bool empty = !is_factor(r);
        filled |= empty ? 0 : 1u << count;
        bi_tangle tangle = empty ? bi_tangle_row(&r->drawing, 1) : read_list(r, 0);
        if (!good(r)) {
            return;
        }

        // tangles at places of even number are turned: else the table's knots do not come out
        place[count] = count % 2 == 1 ? bi_tangle_turn(&r->drawing, tangle) : tangle;
        count++;

        // a colon is two dots, between which a place has one crossing
        char c = peek(r);
        more = c == '.' || c == ':';
        r->at += c == '.';
        if (c == ':' && count < polyhedron->places) {
            place[count++] = bi_tangle_row(&r->drawing, 1);
            r->at++;
        } else if (c == ':') {
            refuse(r, "the polyhedron has no more places");
        } else if (c != '.' && c != '\0') {
            refuse(r, "write a number, a comma, a dot, a colon or a bracket");
        }
    }
    while (good(r) && count < polyhedron->places) {
        place[count++] = bi_tangle_row(&r->drawing, 1);
    }
    if (good(r) && !bi_basic_polyhedron_takes(polyhedron, filled)) {
        r->status =
            bi_fail(r->error, BIGHT_ERROR_UNSUPPORTED, r->line,
                    "tangles at these places of the polyhedron %s are in no table to ten crossings, and are "
                    "not read: write a PD, DT or Gauss code",
                    polyhedron->name);
    }

    // arc by arc: from the place where it is met first to the other
    int32_t loose[2 * BI_BASIC_MOST];
    memset(loose, -1, sizeof loose);
    for (int32_t i = 0; good(r) && i < 4 * polyhedron->places; i++) {
        int32_t arc = polyhedron->arcs[i], dart = place[i / 4].end[i % 4];
        if (loose[arc] < 0) {
            loose[arc] = dart;
        } else {
            bi_drawing_join(&r->drawing, loose[arc], dart);
        }
    }
}

// ---- all --------------------------------------------------------------------------------------------

// One pair of square brackets around it, and blanks.
static void strip(reading *r)
{
    while (r->at < r->end && is_blank(r->end[-1])) {
        r->end--;
    }
    if (peek(r) == '[' && r->end[-1] == ']') {
        r->at++, r->end--;
    }
    skip_blanks(r);
}

bight_status bi_conway_write(const bight_allocator *allocator, bi_word word, int32_t line, bight_bytes *text,
                             bight_error *error)
{
    reading r = {.at = word.start,
                 .end = word.start + word.length,
                 .drawing = {.allocator = allocator},
                 .line = line,
                 .error = error};
    size_t before = text->size;
    const char *mark = memchr(r.at, '#', word.length);
    r.end = mark != NULL ? mark : r.end;
    strip(&r);

    bool polyhedral = false;
    for (const char *c = r.at; c < r.end; c++) {
        polyhedral |= *c == '*' || *c == '.' || *c == ':';
        const char *next = c + 1;
        while (next < r.end && is_blank(*next)) {
            next++;
        }
        r.spaced |= is_digit(*c) && next > c + 1 && next < r.end && (is_digit(*next) || *next == '-');
    }
    const bi_basic_polyhedron *polyhedron = polyhedral ? read_polyhedron(&r) : NULL;
    if (polyhedron != NULL) {
        read_places(&r, polyhedron);
    } else if (!polyhedral) {
        bi_tangle tangle = read_list(&r, 0);
        if (peek(&r) != '\0') {
            refuse(&r, "write a number, a comma, a dot, a colon or a bracket");
        }
        if (good(&r)) {
            bi_drawing_join(&r.drawing, tangle.end[BI_NW], tangle.end[BI_NE]);
            bi_drawing_join(&r.drawing, tangle.end[BI_SW], tangle.end[BI_SE]);
        }
    }

    if (good(&r)) {
        bi_drawing_write(&r.drawing, text);
    }
    bight_status status = r.status != BIGHT_OK ? r.status : r.drawing.status;
    bi_drawing_free(&r.drawing);
    if (status != BIGHT_OK) {
        text->size = before;
    }
    return r.status == BIGHT_OK && status != BIGHT_OK
               ? bi_fail(error, status, line,
                         status == BIGHT_ERROR_NO_MEMORY ? "no memory for a code"
                                                         : "Conway's notation of more than %d crossings",
                         2 * BIGHT_DIAGRAM_MAX_CROSSINGS)
               : status;
}
