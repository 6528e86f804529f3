// SPDX-License-Identifier: MIT

#include "io/curve_edges.h"

#include "core/error.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE (-1)

typedef struct place {
    bight_vec3 at;
    int32_t point;
} place;

typedef struct joiner {
    bi_curve_list *list;
    const bi_edges *edges;
    place *places;       // (point_count), sorted
    int32_t *first;      // (point_count) the first point of the same place
    int32_t (*meets)[2]; // (point_count) the lines at a place, NONE where there is none
    bool *done;          // (count) lines that are in a curve, or are none
} joiner;

static int by_place(const void *one, const void *two)
{
    const place *a = one, *b = two;
    const double p[3] = {a->at.x, a->at.y, a->at.z}, q[3] = {b->at.x, b->at.y, b->at.z};
    for (int32_t i = 0; i < 3; i++) {
        if (p[i] != q[i]) {
            return p[i] < q[i] ? -1 : 1;
        }
    }
    return (a->point > b->point) - (a->point < b->point);
}

// Points of one place are one: programs repeat a point for each line that ends there.
static void find_places(joiner *j)
{
    int32_t count = j->edges->point_count;
    for (int32_t i = 0; i < count; i++) {
        j->places[i] = (place){j->edges->points[i], i};
        j->meets[i][0] = j->meets[i][1] = NONE;
    }
    qsort(j->places, (size_t)count, sizeof *j->places, by_place);
    for (int32_t i = 0, first = 0; i < count; i++) {
        bight_vec3 here = j->places[i].at, there = j->places[first].at;
        first = here.x == there.x && here.y == there.y && here.z == there.z ? first : i;
        j->first[j->places[i].point] = j->places[first].point;
    }
}

static int32_t end_of(const joiner *j, int32_t line, int32_t end)
{
    return j->first[j->edges->pairs[line][end]];
}

static int32_t other_end(const joiner *j, int32_t line, int32_t from)
{
    return end_of(j, line, end_of(j, line, 0) == from ? 1 : 0);
}

static bight_status meet(joiner *j, int32_t line, int32_t end)
{
    int32_t at = end_of(j, line, end), *lines = j->meets[at];
    if (lines[0] != NONE && lines[1] != NONE) {
        return bi_fail(j->list->error, BIGHT_ERROR_PARSE, 0,
                       "three lines or more meet at point %d (counted from 1): this is a theta-curve or "
                       "another graph, and "
                       "only curves that do not branch are named",
                       (int)at + 1);
    }
    lines[lines[0] == NONE ? 0 : 1] = line;
    return BIGHT_OK;
}

static bight_status find_meetings(joiner *j)
{
    bight_status status = BIGHT_OK;
    for (int32_t line = 0; line < j->edges->count && status == BIGHT_OK; line++) {
        int32_t a = end_of(j, line, 0), b = end_of(j, line, 1);
        j->done[line] = a == b;
        for (int32_t i = 0; i < 2 && !j->done[line]; i++) {
            int32_t other = j->meets[a][i];
            j->done[line] = other != NONE && other_end(j, other, a) == b;
        }
        for (int32_t end = 0; end < 2 && status == BIGHT_OK && !j->done[line]; end++) {
            status = meet(j, line, end);
        }
    }
    return status;
}

// The line that goes on from a place, NONE at an end.
static int32_t next_line(const joiner *j, int32_t line, int32_t at)
{
    return j->meets[at][j->meets[at][0] == line ? 1 : 0];
}

static bight_status add_curve(joiner *j, int32_t line)
{
    // back to the end, or once round
    int32_t start = end_of(j, line, 0), begin = line, before = next_line(j, line, start);
    while (before != NONE && before != line) {
        begin = before;
        start = other_end(j, begin, start);
        before = next_line(j, begin, start);
    }
    bool closed = before != NONE;
    if (closed) {
        begin = line;
        start = end_of(j, line, 0);
    }

    // forward, a point a line; the last one of a closed curve ends where it began
    const bight_vec3 *points = j->edges->points;
    bight_status status = bi_curve_add(j->list, points[start], 0);
    for (int32_t at = start, go = begin; status == BIGHT_OK && go != NONE && !j->done[go];) {
        j->done[go] = true;
        at = other_end(j, go, at);
        if (!closed || at != start) {
            status = bi_curve_add(j->list, points[at], 0);
        }
        go = next_line(j, go, at);
    }
    status = status == BIGHT_OK ? bi_curve_end(j->list, closed ? BI_ENDS_CLOSED : BI_ENDS_OPEN, 0) : status;
    if (status == BIGHT_OK && j->edges->name != NULL) {
        bi_curve_name_last(j->list, (bi_word){j->edges->name, strlen(j->edges->name)});
    }
    return status;
}

bight_status bi_curve_join_edges(bi_curve_list *list, const bi_edges *edges)
{
    const bight_allocator *allocator = list->allocator;
    size_t points = (size_t)edges->point_count, count = (size_t)edges->count;
    joiner j = {.list = list, .edges = edges};
    j.places = bi_new_array(allocator, points, sizeof *j.places);
    j.first = bi_new_array(allocator, points, sizeof *j.first);
    j.meets = bi_new_array(allocator, points, sizeof *j.meets);
    j.done = bi_new_array(allocator, count, sizeof *j.done);
    bight_status status = BIGHT_OK;
    if ((points > 0 && (j.places == NULL || j.first == NULL || j.meets == NULL)) ||
        (count > 0 && j.done == NULL)) {
        status = bi_fail(list->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %d lines", (int)edges->count);
    }
    if (status == BIGHT_OK && points > 0) {
        find_places(&j);
        status = find_meetings(&j);
    }
    for (int32_t line = 0; line < edges->count && status == BIGHT_OK; line++) {
        status = j.done[line] ? BIGHT_OK : add_curve(&j, line);
    }
    bi_free_array(allocator, j.done, count, sizeof *j.done);
    bi_free_array(allocator, j.meets, points, sizeof *j.meets);
    bi_free_array(allocator, j.first, points, sizeof *j.first);
    bi_free_array(allocator, j.places, points, sizeof *j.places);
    return status;
}
