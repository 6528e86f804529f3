// SPDX-License-Identifier: MIT
// Knots drawn with the characters of text, by the rules of J. H. Williamson's "knotation" (github.com/johnhw/blender_knots), and
// closed ropes without an end besides. A point for each character; where a rope goes under another it is one deeper.

#include "io/ascii_art.h"

#include "io/curve_list.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <string.h>

#define CHARACTERS "-|+/\\.<>^Vv0123456789"
#define LABEL '\1' // stands in the copy for every character of a label

typedef enum heading { UP, RIGHT, DOWN, LEFT, NOWHERE } heading;

enum { TOP = 1, BELOW = 2 }; // what runs through a cell

typedef struct art {
    bi_curve_list *list;
    const char *bytes; // as they came
    char *cells;       // (length) the same with LABEL
    uint8_t *marks;    // (length)
    size_t length;
    size_t *lines; // (line_count + 1) where each begins
    int32_t line_count, line_capacity;
} art;

// Where a rope is, and where it goes.
typedef struct pen {
    int64_t row, column;
    heading way;
} pen;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Of the cell in bytes; length for what lies outside.
static size_t cell_at(const art *a, int64_t row, int64_t column)
{
    if (row < 0 || row >= a->line_count || column < 0) {
        return a->length;
    }
    size_t begin = a->lines[row], width = a->lines[row + 1] - begin;
    return (uint64_t)column < width ? begin + (size_t)column : a->length;
}

static char character(const art *a, int64_t row, int64_t column)
{
    size_t at = cell_at(a, row, column);
    char c = at < a->length ? a->cells[at] : ' ';
    return c == '\n' || c == '\r' ? ' ' : c;
}

static pen moved(pen p, heading way)
{
    p.row += way == DOWN ? 1 : way == UP ? -1 : 0;
    p.column += way == RIGHT ? 1 : way == LEFT ? -1 : 0;
    p.way = way;
    return p;
}

static char ahead(const art *a, pen p, heading way)
{
    p = moved(p, way);
    return character(a, p.row, p.column);
}

static bight_status refuse(const art *a, pen p, const char *what)
{
    return bi_fail(a->list->error, BIGHT_ERROR_PARSE, (int32_t)p.row + 1, "column %lld: %s",
                   (long long)p.column + 1, what);
}

static heading arrow(char c)
{
    return c == '^' ? UP : c == 'V' || c == 'v' ? DOWN : c == '>' ? RIGHT : c == '<' ? LEFT : NOWHERE;
}

// A corner turns to the one side where something is; where nothing is at either, straight on.
static bight_status turn_at_corner(const art *a, pen *p)
{
    heading left = (heading)((p->way + 3) % 4), right = (heading)((p->way + 1) % 4);
    bool to_left = ahead(a, *p, left) != ' ', to_right = ahead(a, *p, right) != ' ';
    if (to_left && to_right) {
        return refuse(a, *p, "a + with neighbours on both sides: say with / or \\ where the rope turns");
    }
    p->way = to_left ? left : to_right ? right : p->way;
    return BIGHT_OK;
}

// What a character does with a rope that comes to it. below: it goes on under what is drawn there. ends: it is the rope's end.
static bight_status follow(const art *a, pen *p, bool *below, bool *ends)
{
    char c = character(a, p->row, p->column);
    bool upright = p->way == UP || p->way == DOWN;
    heading to = arrow(c);
    *below = *ends = false;
    if (to != NOWHERE) {
        *below = (to == UP || to == DOWN) != upright;
        return *below || to == p->way ? BIGHT_OK : refuse(a, *p, "two ropes meet head on");
    }
    if (c == '/' || c == '\\') {
        static const heading slash[4] = {RIGHT, UP, LEFT, DOWN}, backslash[4] = {LEFT, DOWN, RIGHT, UP};
        p->way = c == '/' ? slash[p->way] : backslash[p->way];
    } else if (c == '+') {
        return turn_at_corner(a, p);
    } else if (c == '.' || is_digit(c)) {
        *ends = true;
    } else {
        *below = (c == '-' && upright) || (c == '|' && !upright);
    }
    return BIGHT_OK;
}

static bight_status add_point(art *a, pen p, bool below)
{
    uint8_t *mark = &a->marks[cell_at(a, p.row, p.column)], bit = below ? BELOW : TOP;
    if ((*mark & bit) != 0) {
        return refuse(a, p,
                      below ? "two ropes go under the same place"
                            : "two ropes meet: let one of them go under the other");
    }
    *mark |= bit;
    return bi_curve_add(a->list, v3((double)p.column, -(double)p.row, below ? -1.0 : 0.0),
                        (int32_t)p.row + 1);
}

static bight_status trace(art *a, pen start, bool closed)
{
    pen p = start;
    bool below, ends = false, back = false;
    size_t label = a->length;
    bight_status status = add_point(a, p, false);
    while (status == BIGHT_OK && !ends) {
        p = moved(p, p.way);
        back = closed && p.row == start.row && p.column == start.column && p.way == start.way;
        if (back || character(a, p.row, p.column) == ' ') {
            break;
        }
        size_t cell = cell_at(a, p.row, p.column);
        label = a->cells[cell] == LABEL ? cell : label;
        pen here = p;
        status = follow(a, &p, &below, &ends);
        here.way = p.way;
        status = status == BIGHT_OK ? add_point(a, here, below) : status;
    }
    if (status == BIGHT_OK && closed && !back) {
        return refuse(a, start, "a rope that has no head: mark one of its ends with > < ^ V or a digit");
    }
    status = status == BIGHT_OK
                 ? bi_curve_end(a->list, closed ? BI_ENDS_CLOSED : BI_ENDS_OPEN, (int32_t)start.row + 1)
                 : status;
    if (status != BIGHT_OK) {
        return status;
    }
    size_t from = cell_at(a, start.row, start.column), to = from + 1;
    if (label < a->length) { // all of the label that it runs through
        for (from = label; from > 0 && a->bytes[from] != '['; from--) {
        }
        for (to = ++from; to < a->length && a->bytes[to] != ']' && a->bytes[to] != '\n'; to++) {
        }
    }
    if (label < a->length || is_digit(a->bytes[from])) {
        bi_curve_name_last(a->list, (bi_word){a->bytes + from, to - from});
    }
    return BIGHT_OK;
}

// Is this the first character of a rope with ends, and where does it go?
static bight_status find_head(const art *a, pen *p, bool *head)
{
    char c = character(a, p->row, p->column);
    p->way = arrow(c);
    *head =
        p->way != NOWHERE && ahead(a, *p, (heading)((p->way + 2) % 4)) == ' ' && ahead(a, *p, p->way) != ' ';
    if (!is_digit(c) || (a->marks[cell_at(a, p->row, p->column)] & TOP) != 0) {
        return BIGHT_OK;
    }
    int32_t ways = 0;
    for (heading way = UP; way < NOWHERE; way++) {
        bool there = ahead(a, *p, way) != ' ';
        ways += there;
        p->way = there ? way : p->way;
    }
    *head = true;
    return ways == 1 ? BIGHT_OK : refuse(a, *p, "a digit is a rope's end, beside one character of it");
}

// Ropes with ends from their heads first, line by line; what is left are closed ones, from a character that has a direction.
static bight_status trace_all(art *a)
{
    enum { HEADS, CLOSED, LEFT_OVER, PASSES };
    bight_status status = BIGHT_OK;
    for (int32_t pass = HEADS; pass < PASSES; pass++) {
        for (int32_t row = 0; row < a->line_count && status == BIGHT_OK; row++) {
            size_t width = a->lines[row + 1] - a->lines[row];
            for (size_t k = 0; k < width && status == BIGHT_OK; k++) {
                pen p = {row, (int64_t)k, NOWHERE};
                char c = character(a, p.row, p.column);
                bool head = false;
                if (c == ' ' || c == LABEL || (a->marks[a->lines[row] + k] & TOP) != 0) {
                    continue;
                }
                if (pass == HEADS) {
                    status = find_head(a, &p, &head);
                    status = status == BIGHT_OK && head ? trace(a, p, false) : status;
                    continue;
                }
                p.way = c == '-' ? RIGHT : c == '|' ? DOWN : arrow(c);
                if (pass == CLOSED && p.way != NOWHERE) {
                    status = trace(a, p, true);
                } else if (pass == LEFT_OVER) {
                    status = refuse(a, p, "this belongs to no rope");
                }
            }
        }
    }
    return status;
}

// A copy in which labels and comments are marked, and where its lines begin.
static bight_status lay_out(art *a)
{
    bool label = false, comment = false;
    for (size_t i = 0; i <= a->length; i++) {
        bool begins = i == 0 || a->bytes[i - 1] == '\n';
        if (begins || i == a->length) {
            bight_status status = bi_reserve(a->list->allocator, &a->lines, &a->line_capacity,
                                             (int64_t)a->line_count + 2, sizeof *a->lines);
            if (status != BIGHT_OK) {
                return bi_fail(a->list->error, status, a->line_count, "no memory for so many lines");
            }
            a->lines[a->line_count] = i;
            a->line_count += i < a->length;
            label = comment = false;
        }
        if (i == a->length) {
            break;
        }
        char c = a->bytes[i];
        pen here = {a->line_count - 1, (int64_t)(i - a->lines[a->line_count - 1]), NOWHERE};
        bool blank = c == ' ' || c == '\n' || c == '\r' || comment || (c == '#' && begins);
        comment = comment || (c == '#' && begins);
        label = !comment && (label || c == '[') && c != '\n';
        if (c == '\t' && !comment && !label) {
            return refuse(a, here, "a tab, which is as wide as a program likes: write blanks");
        }
        if (!label && !blank && strchr(CHARACTERS, c) == NULL) {
            return refuse(a, here, "a character that no rope is drawn with");
        }
        a->cells[i] = blank && !label ? ' ' : label ? LABEL : c;
        label = label && c != ']';
    }
    return BIGHT_OK;
}

bight_status bi_read_ascii(bi_curve_list *list, const char *bytes, size_t length,
                           const bight_read_options *options)
{
    (void)options;
    const void *zero = length > 0 ? memchr(bytes, 0, length) : NULL;
    if (zero != NULL) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, 0, "a zero byte: this is no text");
    }
    art a = {.list = list, .bytes = bytes, .length = length};
    a.cells = bi_new_array(list->allocator, length + 1, sizeof *a.cells);
    a.marks = bi_new_array(list->allocator, length + 1, sizeof *a.marks);
    bight_status status = BIGHT_OK;
    if (a.cells == NULL || a.marks == NULL) {
        status = bi_fail(list->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the drawing");
    } else {
        memset(a.marks, 0, length + 1);
        status = lay_out(&a);
        status = status == BIGHT_OK ? trace_all(&a) : status;
    }
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status = bi_fail(list->error, BIGHT_ERROR_PARSE, a.line_count, "no rope in the drawing");
    }
    bi_free_array(list->allocator, a.cells, length + 1, sizeof *a.cells);
    bi_free_array(list->allocator, a.marks, length + 1, sizeof *a.marks);
    bi_free_array(list->allocator, a.lines, (size_t)a.line_capacity, sizeof *a.lines);
    return status;
}

bool bi_ascii_look(const char *bytes, size_t length)
{
    bi_text text = {bytes, bytes + length, 0};
    bi_word line;
    uint32_t digits = 0; // that have come
    int32_t lines = 0, flat = 0, upright = 0, corners = 0;
    while (bi_text_line(&text, &line)) {
        bool label = false, any = false;
        for (size_t i = 0; i < line.length && line.start[0] != '#'; i++) {
            char c = line.start[i];
            label = label || c == '[';
            bool twice = !label && is_digit(c) && (digits >> (c - '0') & 1) != 0; // as in a code
            digits |= !label && is_digit(c) ? 1u << (c - '0') : 0u;
            if (!label && c != ' ' && (c == '\0' || twice || strchr(CHARACTERS, c) == NULL)) {
                return false;
            }
            any = any || (!label && c != ' ');
            flat += !label && c == '-' && i > 0 && line.start[i - 1] == '-';
            upright += !label && c == '|';
            corners += !label && (c == '+' || c == '/' || c == '\\');
            label = label && c != ']';
        }
        lines += any;
    }
    return lines >= 3 && flat > 0 && upright > 0 && corners > 1;
}
