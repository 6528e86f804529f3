// SPDX-License-Identifier: MIT
// A drawing has no height, only a word at each crossing. Each rope gets a list of keys, places along it
// with a height, and runs from key to key as 3 t^2 - 2 t^3, level at both; a stretch that is long between two
// keys descends to the plane. Bars lie in the plane: a rope keeps clear of them as far as it is near them
// in the drawing, and where two ropes cross in front of a bar, the one below lies on it.

#include "core/memory.h"
#include "core/assert.h"
#include "geom/drawing_parts.h"

// ---- words ------------------------------------------------------------------------------------------

// The next 'o' or 'u', in either case; anything else, blanks say, is for the reader's eye. 0 at the end.
static int32_t next_word(const char **text)
{
    while (*text != NULL && **text != '\0') {
        char c = *(*text)++;
        if (c == 'o' || c == 'O') {
            return 1;
        }
        if (c == 'u' || c == 'U') {
            return -1;
        }
    }
    return 0;
}

static int32_t count_words(const char *text)
{
    int32_t count = 0;
    while (next_word(&text) != 0) {
        count++;
    }
    return count;
}

static void wrong(bi_drawing *d, bi_drawn_trouble trouble, int32_t rope, int32_t found, int32_t given,
                  bight_vec3 place)
{
    if (d->fault->trouble == BI_DRAWN_WELL) {
        *d->fault = (bi_drawn_fault){
            .trouble = trouble, .rope = rope, .found = found, .given = given, .place = place};
    }
}

static void read_passes(bi_drawing *d, int32_t rope)
{
    const char *text = d->ropes[rope].passes;
    int32_t given = count_words(text), found = 0;
    bight_vec3 place = {0};
    for (int32_t i = 0; i < d->pass_count; i++) {
        if (d->passes[i].rope == rope) {
            d->passes[i].level = next_word(&text);
            place = found++ == given ? d->passes[i].place : found <= given ? d->passes[i].place : place;
        }
    }
    if (found != given) {
        wrong(d, BI_DRAWN_PASSES, rope, found, given, place);
    }
}

static void read_round(bi_drawing *d, int32_t rope)
{
    const char *text = d->ropes[rope].round;
    int32_t given = count_words(text), found = 0;
    bight_vec3 place = {0};
    for (int32_t i = 0; i < d->meeting_count; i++) {
        if (d->meetings[i].rope == rope) {
            d->meetings[i].side = next_word(&text);
            place = found++ == given ? d->meetings[i].place : found <= given ? d->meetings[i].place : place;
        }
    }
    if (found != given) {
        wrong(d, BI_DRAWN_ROUND, rope, found, given, place);
    }
}

static void lay_on_bars(bi_drawing *d)
{
    for (int32_t i = 0; i < d->pass_count; i++) {
        bi_drawing_pass *p = &d->passes[i];
        for (int32_t k = 0; k < d->meeting_count; k++) {
            const bi_drawing_meeting *m = &d->meetings[k];
            if (m->rope == p->rope && p->at >= m->from && p->at <= m->to) {
                p->side = m->side;
                p->meeting = k;
                p->lie = bi_drawing_lie(&d->bars[m->bar], &d->ropes[p->rope]);
            }
        }
    }
}

static int32_t number_of(const bi_drawing *d, int32_t index)
{
    int32_t number = 1;
    for (int32_t i = 0; i < index; i++) {
        number += d->passes[i].rope == d->passes[index].rope;
    }
    return number;
}

// Of each crossing one rope passes over, the other under; ropes in front of a bar are over those behind.
static void check_words(bi_drawing *d)
{
    for (int32_t i = 0; i < d->pass_count; i++) {
        for (int32_t k = i + 1; k < d->pass_count; k++) {
            const bi_drawing_pass *a = &d->passes[i], *b = &d->passes[k];
            bool same = a->crossing == b->crossing;
            bool through = a->side * b->side < 0 && a->side != a->level;
            if (same && (a->level == b->level || through) && d->fault->trouble == BI_DRAWN_WELL) {
                wrong(d, BI_DRAWN_AGREE, a->rope, number_of(d, i), number_of(d, k), a->place);
                d->fault->other = b->rope;
            }
        }
    }
}

// ---- the whole --------------------------------------------------------------------------------------

static void measure(const bi_drawn_rope *s, double *along)
{
    along[0] = 0.0;
    for (int32_t i = 1; i < s->count; i++) {
        along[i] = along[i - 1] + v3_distance(s->points[i - 1], s->points[i]);
    }
}

static bight_status draw(bi_drawing *d, double *along, const size_t *starts)
{
    bi_drawing_nudge(d);
    for (int32_t k = 0; k < d->count; k++) {
        measure(&d->ropes[k], along + starts[k]);
    }
    bight_status status = bi_drawing_meet(d, along, starts);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t k = 0; k < d->count; k++) {
        read_passes(d, k);
        read_round(d, k);
    }
    lay_on_bars(d);
    check_words(d);
    for (int32_t k = 0; k < d->count && status == BIGHT_OK && d->fault->trouble == BI_DRAWN_WELL; k++) {
        status = bi_drawing_raise(d, k, along + starts[k]);
    }
    return status;
}

bight_status bi_draw(const bight_allocator *allocator, bi_drawn_rope *ropes, int32_t count,
                     const bi_drawn_bar *bars, int32_t bar_count, bi_drawn_fault *fault)
{
    BI_ASSERT(count > 0 && bar_count >= 0 && fault != NULL);
    bi_drawing d = {.allocator = allocator,
                    .ropes = ropes,
                    .bars = bars,
                    .count = count,
                    .bar_count = bar_count,
                    .fault = fault};
    *fault = (bi_drawn_fault){0};
    size_t points = 0, *starts = bi_new_array(allocator, (size_t)count + 1, sizeof *starts);
    if (starts == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t k = 0; k < count; k++) {
        starts[k] = points;
        points += (size_t)ropes[k].count;
    }
    double *along = bi_new_array(allocator, points + 1, sizeof *along);
    bight_status status = along != NULL ? draw(&d, along, starts) : BIGHT_ERROR_NO_MEMORY;
    bi_free_array(allocator, along, points + 1, sizeof *along);
    bi_free_array(allocator, starts, (size_t)count + 1, sizeof *starts);
    bi_free_array(allocator, d.passes, (size_t)d.pass_capacity, sizeof *d.passes);
    bi_free_array(allocator, d.meetings, (size_t)d.meeting_capacity, sizeof *d.meetings);
    bi_free_array(allocator, d.keys, (size_t)d.key_capacity, sizeof *d.keys);
    return status;
}
