// SPDX-License-Identifier: MIT
// A drawing has no height, only a word at each crossing. Each strand gets a list of keys, places along it
// with a height, and goes from key to key as 3 t^2 - 2 t^3, level at both; a stretch that is long between two
// keys comes down to the plane. Bars lie in the plane: a strand keeps clear of them as far as it is near them
// in the drawing, and where two strands cross in front of a bar, the one below lies on it.

#include "geom/drawing.h"

#include "core/memory.h"
#include "core/vec3.h"

#include <stdlib.h>
#include <string.h>

#define NUDGE 4e-7  // of the drawing's size
#define DESCENT 2.0 // of a key's height: the way to the plane
#define CLOSE 5.0   // radii: a crossing that is so close to the edge of a bar is beside it

// A strand at a crossing.
typedef struct pass {
    int32_t strand, crossing;
    double at;        // along the strand, metres
    bight_vec3 place; // in the plane
    int32_t level;    // 1 over, -1 under
    int32_t side;     // of a bar that it lies on: 1 in front, -1 behind, 0 none
    int32_t meeting;  // in which it does, or -1
    double lie;       // height of a strand that lies on that bar
} pass;

// From one point to another of a strand it is near a bar.
typedef struct meeting {
    int32_t strand, bar;
    double from, to; // along the strand
    bight_vec3 place;
    int32_t side;
} meeting;

typedef struct key {
    double at, height;
    int32_t meeting; // in which it lies on a bar, or -1
} key;

typedef struct drawing {
    const bight_allocator *allocator;
    bi_drawn_strand *strands;
    const bi_drawn_bar *bars;
    int32_t count, bar_count;
    pass *passes;
    meeting *meetings;
    key *keys;
    int32_t pass_count, pass_capacity, meeting_count, meeting_capacity, key_count, key_capacity;
    bi_drawn_fault *fault;
} drawing;

static int32_t links_of(const bi_drawn_strand *s)
{
    return s->closed ? s->count : s->count - 1;
}

static bight_vec3 point(const bi_drawn_strand *s, int32_t i)
{
    return s->points[i < s->count ? i : i - s->count];
}

// ---- where strands cross ----------------------------------------------------------------------------

// Corners of strands often lie on one point of a grid. A small shift, different for each point and always
// the same, leaves no crossing on a corner.
static void nudge(drawing *d)
{
    double size = 0.0;
    uint32_t state = 2463534242u;
    for (int32_t k = 0; k < d->count; k++) {
        for (int32_t i = 0; i < d->strands[k].count; i++) {
            bight_vec3 *p = &d->strands[k].points[i];
            size = bi_max(size, bi_max(fabs(p->x), fabs(p->y)));
        }
    }
    for (int32_t k = 0; k < d->count; k++) {
        for (int32_t i = 0; i < d->strands[k].count; i++) {
            bight_vec3 *p = &d->strands[k].points[i];
            double shift[2];
            for (int32_t c = 0; c < 2; c++) { // xorshift (Marsaglia 2003)
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                shift[c] = NUDGE * size * (state / 4294967296.0 - 0.5);
            }
            *p = v3(p->x + shift[0], p->y + shift[1], 0.0);
        }
    }
}

static double side_of(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool boxes_meet(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    return bi_max(a.x, b.x) >= bi_min(c.x, d.x) && bi_max(c.x, d.x) >= bi_min(a.x, b.x) &&
           bi_max(a.y, b.y) >= bi_min(c.y, d.y) && bi_max(c.y, d.y) >= bi_min(a.y, b.y);
}

static bight_status add_pass(drawing *d, int32_t strand, int32_t crossing, double at, bight_vec3 place)
{
    bight_status status = bi_reserve(d->allocator, &d->passes, &d->pass_capacity, (int64_t)d->pass_count + 1,
                                     sizeof *d->passes);
    if (status == BIGHT_OK) {
        d->passes[d->pass_count++] =
            (pass){.strand = strand, .crossing = crossing, .at = at, .place = place, .meeting = -1};
    }
    return status;
}

// All crossings of strand k with strand l >= k. `along` (count of all points) holds where each point is.
static bight_status cross_strands(drawing *d, int32_t k, int32_t l, const double *along_k,
                                  const double *along_l)
{
    const bi_drawn_strand *s = &d->strands[k], *t = &d->strands[l];
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < links_of(s); i++) {
        bight_vec3 a = point(s, i), b = point(s, i + 1);
        for (int32_t j = k == l ? i + 2 : 0; j < links_of(t) && status == BIGHT_OK; j++) {
            bight_vec3 c = point(t, j), e = point(t, j + 1);
            if (!boxes_meet(a, b, c, e) || (k == l && s->closed && i == 0 && j == links_of(s) - 1)) {
                continue;
            }
            double ca = side_of(a, b, c), ea = side_of(a, b, e), ac = side_of(c, e, a), bc = side_of(c, e, b);
            if ((ca > 0.0) == (ea > 0.0) || (ac > 0.0) == (bc > 0.0)) {
                continue;
            }
            double u = ac / (ac - bc), v = ca / (ca - ea);
            bight_vec3 place = v3_lerp(a, b, u);
            int32_t crossing = d->pass_count / 2;
            status = add_pass(d, k, crossing, along_k[i] + u * v3_distance(a, b), place);
            if (status == BIGHT_OK) {
                status = add_pass(d, l, crossing, along_l[j] + v * v3_distance(c, e), place);
            }
        }
    }
    return status;
}

static int by_place(const void *left, const void *right)
{
    const pass *a = left, *b = right;
    if (a->strand != b->strand) {
        return a->strand < b->strand ? -1 : 1;
    }
    if (a->at < b->at || b->at < a->at) {
        return a->at < b->at ? -1 : 1;
    }
    return a->crossing < b->crossing ? -1 : a->crossing > b->crossing;
}

// ---- where strands come to bars ---------------------------------------------------------------------

static double from_bar(const bi_drawn_bar *bar, bight_vec3 p)
{
    bight_vec3 way = v3_sub(bar->to, bar->from), at = v3_sub(p, bar->from);
    if (bar->ring > 0.0) {
        return fabs(sqrt(at.x * at.x + at.y * at.y) - bar->ring);
    }
    double square = v3_length_squared(way);
    double t = square > 0.0 ? bi_max(0.0, bi_min(1.0, v3_dot(at, way) / square)) : 0.0;
    return v3_length(v3_madd(at, -t, way));
}

// Centre line of a strand that keeps its own radius away from the bar.
static double lie_on(const bi_drawn_bar *bar, const bi_drawn_strand *s)
{
    return bar->radius + 2.0 * s->radius;
}

static bight_status find_meetings(drawing *d, int32_t k, const double *along)
{
    const bi_drawn_strand *s = &d->strands[k];
    bight_status status = BIGHT_OK;
    int32_t open[64]; // of each bar, the meeting that goes on, or -1
    int32_t bars = d->bar_count < 64 ? d->bar_count : 64;
    for (int32_t b = 0; b < bars; b++) {
        open[b] = -1;
    }
    for (int32_t i = 0; i < s->count; i++) {
        for (int32_t b = 0; b < bars && status == BIGHT_OK; b++) {
            if (!(from_bar(&d->bars[b], s->points[i]) < lie_on(&d->bars[b], s))) {
                open[b] = -1;
                continue;
            }
            if (open[b] < 0) {
                status = bi_reserve(d->allocator, &d->meetings, &d->meeting_capacity,
                                    (int64_t)d->meeting_count + 1, sizeof *d->meetings);
                if (status == BIGHT_OK) {
                    open[b] = d->meeting_count++;
                    d->meetings[open[b]] =
                        (meeting){.strand = k, .bar = b, .from = along[i], .place = s->points[i]};
                }
            }
            if (status == BIGHT_OK) {
                d->meetings[open[b]].to = along[i];
            }
        }
    }
    return status;
}

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

static void wrong(drawing *d, bi_drawn_trouble trouble, int32_t strand, int32_t found, int32_t given,
                  bight_vec3 place)
{
    if (d->fault->trouble == BI_DRAWN_WELL) {
        *d->fault = (bi_drawn_fault){
            .trouble = trouble, .strand = strand, .found = found, .given = given, .place = place};
    }
}

static void read_passes(drawing *d, int32_t strand)
{
    const char *text = d->strands[strand].passes;
    int32_t given = count_words(text), found = 0;
    bight_vec3 place = {0};
    for (int32_t i = 0; i < d->pass_count; i++) {
        if (d->passes[i].strand == strand) {
            d->passes[i].level = next_word(&text);
            place = found++ == given ? d->passes[i].place : found <= given ? d->passes[i].place : place;
        }
    }
    if (found != given) {
        wrong(d, BI_DRAWN_PASSES, strand, found, given, place);
    }
}

static void read_round(drawing *d, int32_t strand)
{
    const char *text = d->strands[strand].round;
    int32_t given = count_words(text), found = 0;
    bight_vec3 place = {0};
    for (int32_t i = 0; i < d->meeting_count; i++) {
        if (d->meetings[i].strand == strand) {
            d->meetings[i].side = next_word(&text);
            place = found++ == given ? d->meetings[i].place : found <= given ? d->meetings[i].place : place;
        }
    }
    if (found != given) {
        wrong(d, BI_DRAWN_ROUND, strand, found, given, place);
    }
}

static void lay_on_bars(drawing *d)
{
    for (int32_t i = 0; i < d->pass_count; i++) {
        pass *p = &d->passes[i];
        for (int32_t k = 0; k < d->meeting_count; k++) {
            const meeting *m = &d->meetings[k];
            if (m->strand == p->strand && p->at >= m->from && p->at <= m->to) {
                p->side = m->side;
                p->meeting = k;
                p->lie = lie_on(&d->bars[m->bar], &d->strands[p->strand]);
            }
        }
    }
}

static int32_t number_of(const drawing *d, int32_t index)
{
    int32_t number = 1;
    for (int32_t i = 0; i < index; i++) {
        number += d->passes[i].strand == d->passes[index].strand;
    }
    return number;
}

// Of each crossing one strand passes over, the other under; what is in front of a bar is over what is behind.
static void check_words(drawing *d)
{
    for (int32_t i = 0; i < d->pass_count; i++) {
        for (int32_t k = i + 1; k < d->pass_count; k++) {
            const pass *a = &d->passes[i], *b = &d->passes[k];
            bool same = a->crossing == b->crossing;
            bool through = a->side * b->side < 0 && a->side != a->level;
            if (same && (a->level == b->level || through) && d->fault->trouble == BI_DRAWN_WELL) {
                wrong(d, BI_DRAWN_AGREE, a->strand, number_of(d, i), number_of(d, k), a->place);
                d->fault->other = b->strand;
            }
        }
    }
}

// ---- heights ----------------------------------------------------------------------------------------

static bight_status add_key(drawing *d, double at, double height, int32_t which)
{
    bight_status status =
        bi_reserve(d->allocator, &d->keys, &d->key_capacity, (int64_t)d->key_count + 1, sizeof *d->keys);
    if (status == BIGHT_OK) {
        d->keys[d->key_count++] = (key){at, height, which};
    }
    return status;
}

// The two strands of a crossing are twice their radii apart: in the plane half of it above and below; on a
// bar the lower one lies on it and the upper one is so much higher.
static double pass_height(const drawing *d, const pass *p)
{
    const pass *other = p;
    for (int32_t i = 0; i < d->pass_count; i++) {
        other = d->passes[i].crossing == p->crossing && &d->passes[i] != p ? &d->passes[i] : other;
    }
    double half = d->strands[p->strand].radius + d->strands[other->strand].radius;
    if (p->side == 0) {
        return p->level * half;
    }
    bool outer = p->level == p->side && other->side == p->side;
    double lie = outer ? bi_max(other->lie, p->lie) + 2.0 * half : p->lie;
    return p->side * lie;
}

// Of a strand where it comes to a bar or leaves it: it lies on it, or is still as high as at a crossing that
// is near.
static double end_height(const drawing *d, int32_t which, double at)
{
    const meeting *m = &d->meetings[which];
    const bi_drawn_strand *s = &d->strands[m->strand];
    double height = m->side * lie_on(&d->bars[m->bar], s), near = CLOSE * s->radius;
    for (int32_t i = 0; i < d->pass_count; i++) {
        const pass *p = &d->passes[i];
        if (p->strand == m->strand && p->meeting == which && fabs(p->at - at) < near) {
            height = pass_height(d, p);
            near = fabs(p->at - at);
        }
    }
    return height;
}

static int by_at(const void *left, const void *right)
{
    const key *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

static bight_status make_keys(drawing *d, int32_t strand)
{
    bight_status status = BIGHT_OK;
    d->key_count = 0;
    for (int32_t i = 0; i < d->pass_count && status == BIGHT_OK; i++) {
        if (d->passes[i].strand == strand) {
            status = add_key(d, d->passes[i].at, pass_height(d, &d->passes[i]), d->passes[i].meeting);
        }
    }
    for (int32_t i = 0; i < d->meeting_count && status == BIGHT_OK; i++) {
        const meeting *m = &d->meetings[i];
        if (m->strand == strand) {
            status = add_key(d, m->from, end_height(d, i, m->from), i);
            status = status == BIGHT_OK && m->to > m->from ? add_key(d, m->to, end_height(d, i, m->to), i)
                                                           : status;
        }
    }
    if (d->key_count > 1) {
        qsort(d->keys, (size_t)d->key_count, sizeof *d->keys, by_at);
    }
    return status;
}

static double ease(double from, double to, double t)
{
    t = bi_max(0.0, bi_min(1.0, t));
    return from + (to - from) * t * t * (3.0 - 2.0 * t);
}

// Between two keys that are far apart the strand comes down to the plane and rises again.
static double between(key a, key b, double at)
{
    double down = DESCENT * fabs(a.height), up = DESCENT * fabs(b.height);
    if (b.at - a.at < down + up || (a.meeting >= 0 && a.meeting == b.meeting)) {
        return ease(a.height, b.height, b.at > a.at ? (at - a.at) / (b.at - a.at) : 0.0);
    }
    if (at - a.at < down) {
        return ease(a.height, 0.0, (at - a.at) / down);
    }
    return b.at - at < up ? ease(b.height, 0.0, (b.at - at) / up) : 0.0;
}

static void raise_strand(drawing *d, int32_t strand, const double *along)
{
    bi_drawn_strand *s = &d->strands[strand];
    double whole =
        along[s->count - 1] + (s->closed ? v3_distance(s->points[s->count - 1], s->points[0]) : 0.0);
    int32_t next = 0, last = d->key_count - 1;
    for (int32_t i = 0; i < s->count && d->key_count > 0; i++) {
        double at = along[i];
        while (next <= last && d->keys[next].at < at) {
            next++;
        }
        key before = next > 0 ? d->keys[next - 1] : (key){-1e30, 0.0, -1};
        key after = next <= last ? d->keys[next] : (key){1e30, 0.0, -1};
        if (s->closed && next == 0) {
            before = (key){d->keys[last].at - whole, d->keys[last].height, -1};
        }
        if (s->closed && next > last) {
            after = (key){d->keys[0].at + whole, d->keys[0].height, -1};
        }
        s->points[i].z = between(before, after, at);
    }
}

// ---- the whole --------------------------------------------------------------------------------------

static void measure(const bi_drawn_strand *s, double *along)
{
    along[0] = 0.0;
    for (int32_t i = 1; i < s->count; i++) {
        along[i] = along[i - 1] + v3_distance(s->points[i - 1], s->points[i]);
    }
}

static bight_status draw(drawing *d, double *along, const size_t *starts)
{
    bight_status status = BIGHT_OK;
    nudge(d);
    for (int32_t k = 0; k < d->count; k++) {
        measure(&d->strands[k], along + starts[k]);
    }
    for (int32_t k = 0; k < d->count; k++) {
        for (int32_t l = k; l < d->count && status == BIGHT_OK; l++) {
            status = cross_strands(d, k, l, along + starts[k], along + starts[l]);
        }
        status = status == BIGHT_OK ? find_meetings(d, k, along + starts[k]) : status;
    }
    if (status != BIGHT_OK) {
        return status;
    }
    if (d->pass_count > 1) {
        qsort(d->passes, (size_t)d->pass_count, sizeof *d->passes, by_place);
    }
    for (int32_t k = 0; k < d->count; k++) {
        read_passes(d, k);
        read_round(d, k);
    }
    lay_on_bars(d);
    check_words(d);
    for (int32_t k = 0; k < d->count && status == BIGHT_OK && d->fault->trouble == BI_DRAWN_WELL; k++) {
        status = make_keys(d, k);
        if (status == BIGHT_OK) {
            raise_strand(d, k, along + starts[k]);
        }
    }
    return status;
}

bight_status bi_draw(const bight_allocator *allocator, bi_drawn_strand *strands, int32_t count,
                     const bi_drawn_bar *bars, int32_t bar_count, bi_drawn_fault *fault)
{
    drawing d = {.allocator = allocator,
                 .strands = strands,
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
        points += (size_t)strands[k].count;
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
