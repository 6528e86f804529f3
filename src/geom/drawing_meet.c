// SPDX-License-Identifier: MIT
// A drawing read from above: which ropes cross where, and which meet a bar.

#include "core/memory.h"
#include "geom/drawing_parts.h"

#include <stdlib.h>

#define NUDGE 4e-7 // of the drawing's size

static int32_t links_of(const bi_drawn_rope *s)
{
    return s->closed ? s->count : s->count - 1;
}

static bight_vec3 point(const bi_drawn_rope *s, int32_t i)
{
    return s->points[i < s->count ? i : i - s->count];
}

// ---- where ropes cross ----------------------------------------------------------------------------

// Corners of ropes often lie on one point of a grid. A small shift, different for each point and always
// the same, leaves no crossing on a corner.
void bi_drawing_nudge(bi_drawing *d)
{
    double size = 0.0;
    uint32_t state = 2463534242u;
    for (int32_t k = 0; k < d->count; k++) {
        for (int32_t i = 0; i < d->ropes[k].count; i++) {
            bight_vec3 *p = &d->ropes[k].points[i];
            size = bi_max(size, bi_max(fabs(p->x), fabs(p->y)));
        }
    }
    for (int32_t k = 0; k < d->count; k++) {
        for (int32_t i = 0; i < d->ropes[k].count; i++) {
            bight_vec3 *p = &d->ropes[k].points[i];
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

static bight_status add_pass(bi_drawing *d, int32_t rope, int32_t crossing, double at, bight_vec3 place)
{
    bight_status status = bi_reserve(d->allocator, &d->passes, &d->pass_capacity, (int64_t)d->pass_count + 1,
                                     sizeof *d->passes);
    if (status == BIGHT_OK) {
        d->passes[d->pass_count++] =
            (bi_drawing_pass){.rope = rope, .crossing = crossing, .at = at, .place = place, .meeting = -1};
    }
    return status;
}

// All crossings of rope k with rope l >= k. `along` (count of all points) holds where each point is.
static bight_status cross_ropes(bi_drawing *d, int32_t k, int32_t l, const double *along_k,
                                const double *along_l)
{
    const bi_drawn_rope *s = &d->ropes[k], *t = &d->ropes[l];
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
    const bi_drawing_pass *a = left, *b = right;
    if (a->rope != b->rope) {
        return a->rope < b->rope ? -1 : 1;
    }
    if (a->at < b->at || b->at < a->at) {
        return a->at < b->at ? -1 : 1;
    }
    return a->crossing < b->crossing ? -1 : a->crossing > b->crossing;
}

// ---- where ropes meet bars ------------------------------------------------------------------------

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

double bi_drawing_lie(const bi_drawn_bar *bar, const bi_drawn_rope *s)
{
    return bar->radius + 2.0 * s->radius;
}

static bight_status find_meetings(bi_drawing *d, int32_t k, const double *along)
{
    const bi_drawn_rope *s = &d->ropes[k];
    bight_status status = BIGHT_OK;
    int32_t open[64]; // of each bar, the meeting that lasts, or -1
    int32_t bars = d->bar_count < 64 ? d->bar_count : 64;
    for (int32_t b = 0; b < bars; b++) {
        open[b] = -1;
    }

    for (int32_t i = 0; i < s->count; i++) {
        for (int32_t b = 0; b < bars && status == BIGHT_OK; b++) {
            if (!(from_bar(&d->bars[b], s->points[i]) < bi_drawing_lie(&d->bars[b], s))) {
                open[b] = -1;
                continue;
            }

            if (open[b] < 0) {
                status = bi_reserve(d->allocator, &d->meetings, &d->meeting_capacity,
                                    (int64_t)d->meeting_count + 1, sizeof *d->meetings);
                if (status == BIGHT_OK) {
                    open[b] = d->meeting_count++;
                    d->meetings[open[b]] =
                        (bi_drawing_meeting){.rope = k, .bar = b, .from = along[i], .place = s->points[i]};
                }
            }
            if (status == BIGHT_OK) {
                d->meetings[open[b]].to = along[i];
            }
        }
    }
    return status;
}

bight_status bi_drawing_meet(bi_drawing *d, const double *along, const size_t *starts)
{
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < d->count; k++) {
        for (int32_t l = k; l < d->count && status == BIGHT_OK; l++) {
            status = cross_ropes(d, k, l, along + starts[k], along + starts[l]);
        }
        status = status == BIGHT_OK ? find_meetings(d, k, along + starts[k]) : status;
    }
    if (status == BIGHT_OK && d->pass_count > 1) {
        qsort(d->passes, (size_t)d->pass_count, sizeof *d->passes, by_place);
    }
    return status;
}
