// SPDX-License-Identifier: MIT
// The heights of a rope: keys at its crossings and at bars, joined by level curves.

#include "core/memory.h"
#include "geom/drawing_parts.h"

#include <stdlib.h>

#define DESCENT 2.0 // of a key's height: the way to the plane
#define CLOSE 5.0   // radii: a crossing that is so close to the edge of a bar is beside it

static bight_status add_key(bi_drawing *d, double at, double height, int32_t which)
{
    bight_status status =
        bi_reserve(d->allocator, &d->keys, &d->key_capacity, (int64_t)d->key_count + 1, sizeof *d->keys);
    if (status == BIGHT_OK) {
        d->keys[d->key_count++] = (bi_drawing_key){at, height, which};
    }
    return status;
}

// The two ropes of a crossing are twice their radii apart: in the plane half of it above and below; on a
// bar the lower one lies on it and the upper one is so much higher.
static double pass_height(const bi_drawing *d, const bi_drawing_pass *p)
{
    const bi_drawing_pass *other = p;
    for (int32_t i = 0; i < d->pass_count; i++) {
        other = d->passes[i].crossing == p->crossing && &d->passes[i] != p ? &d->passes[i] : other;
    }
    double half = d->ropes[p->rope].radius + d->ropes[other->rope].radius;
    if (p->side == 0) {
        return p->level * half;
    }
    bool outer = p->level == p->side && other->side == p->side;
    double lie = outer ? bi_max(other->lie, p->lie) + 2.0 * half : p->lie;
    return p->side * lie;
}

// Of a rope where it meets a bar or leaves it: it lies on it, or is still as high as at a crossing that
// is near.
static double end_height(const bi_drawing *d, int32_t which, double at)
{
    const bi_drawing_meeting *m = &d->meetings[which];
    const bi_drawn_rope *s = &d->ropes[m->rope];
    double height = m->side * bi_drawing_lie(&d->bars[m->bar], s), near = CLOSE * s->radius;
    for (int32_t i = 0; i < d->pass_count; i++) {
        const bi_drawing_pass *p = &d->passes[i];
        if (p->rope == m->rope && p->meeting == which && fabs(p->at - at) < near) {
            height = pass_height(d, p);
            near = fabs(p->at - at);
        }
    }
    return height;
}

static int by_at(const void *left, const void *right)
{
    const bi_drawing_key *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

static bight_status make_keys(bi_drawing *d, int32_t rope)
{
    bight_status status = BIGHT_OK;
    d->key_count = 0;
    for (int32_t i = 0; i < d->pass_count && status == BIGHT_OK; i++) {
        if (d->passes[i].rope == rope) {
            status = add_key(d, d->passes[i].at, pass_height(d, &d->passes[i]), d->passes[i].meeting);
        }
    }
    for (int32_t i = 0; i < d->meeting_count && status == BIGHT_OK; i++) {
        const bi_drawing_meeting *m = &d->meetings[i];
        if (m->rope == rope) {
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

// Between two keys that are far apart the rope comes down to the plane and rises again.
static double between(bi_drawing_key a, bi_drawing_key b, double at)
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

static void raise_rope(bi_drawing *d, int32_t rope, const double *along)
{
    bi_drawn_rope *s = &d->ropes[rope];
    double whole =
        along[s->count - 1] + (s->closed ? v3_distance(s->points[s->count - 1], s->points[0]) : 0.0);
    int32_t next = 0, last = d->key_count - 1;
    for (int32_t i = 0; i < s->count && d->key_count > 0; i++) {
        double at = along[i];
        while (next <= last && d->keys[next].at < at) {
            next++;
        }
        bi_drawing_key before = next > 0 ? d->keys[next - 1] : (bi_drawing_key){-1e30, 0.0, -1};
        bi_drawing_key after = next <= last ? d->keys[next] : (bi_drawing_key){1e30, 0.0, -1};
        if (s->closed && next == 0) {
            before = (bi_drawing_key){d->keys[last].at - whole, d->keys[last].height, -1};
        }
        if (s->closed && next > last) {
            after = (bi_drawing_key){d->keys[0].at + whole, d->keys[0].height, -1};
        }
        s->points[i].z = between(before, after, at);
    }
}

bight_status bi_drawing_raise(bi_drawing *d, int32_t rope, const double *along)
{
    bight_status status = make_keys(d, rope);
    if (status == BIGHT_OK) {
        raise_rope(d, rope, along);
    }
    return status;
}
