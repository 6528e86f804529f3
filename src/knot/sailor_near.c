// SPDX-License-Identifier: MIT
// Which crossing is wrong?
//
// A crossing of a picture is turned round in space: the rope that passes on one side is led there, along the line of sight, to the
// other side and back at once, so narrowly that nothing else is met. Then the rope is named again.

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "knot/hold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CROSSINGS 32
#define MOST_POINTS 5000 // of both ropes: all pairs of edges are looked at, from many sides
#define NARROW 1e-4 // of an edge

// A place where the rope's edge is met in the picture.
typedef struct meeting {
    int32_t rope, edge; // the rope that is led past the other
    double at, gap;     // place on the edge, 0 to 1; how far it is above (over) the other
    int32_t order_rope; // where the ropes come to it first
    double order;
    bool over; // at that place
} meeting;

typedef struct picture {
    const bight_sailor_setting *setting;
    bight_vec3 u, v, d; // right, up, towards the eye
    meeting at[MOST_CROSSINGS];
    int32_t count; // may exceed MOST_CROSSINGS
} picture;

typedef struct edge {
    bight_vec3 a, b;
} edge;

static double side(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

// Do they cross in the picture? Places on either, 0 to 1.
static bool meet(const picture *p, edge one, edge other, double *s, double *t)
{
    bight_vec3 d1 = v3_sub(one.b, one.a), d2 = v3_sub(other.b, other.a), r = v3_sub(other.a, one.a);
    double x1 = v3_dot(d1, p->u), y1 = v3_dot(d1, p->v), x2 = v3_dot(d2, p->u), y2 = v3_dot(d2, p->v);
    double rx = v3_dot(r, p->u), ry = v3_dot(r, p->v), area = side(x1, y1, x2, y2);
    if (fabs(area) < 1e-12 * (fabs(x1) + fabs(y1)) * (fabs(x2) + fabs(y2))) {
        return false;
    }
    *s = side(rx, ry, x2, y2) / area;
    *t = side(rx, ry, x1, y1) / area;
    return *s > 0.0 && *s < 1.0 && *t > 0.0 && *t < 1.0;
}

static double height(const picture *p, edge e, double t)
{
    return v3_dot(v3_lerp(e.a, e.b, t), p->d);
}

static edge edge_of(const bight_curve *c, int32_t i)
{
    return (edge){c->points[i], c->points[(i + 1) % c->count]};
}

static int32_t edges_of(const bight_curve *c)
{
    return c->closed ? c->count : c->count - 1;
}

static void note(picture *p, meeting m)
{
    if (p->count < MOST_CROSSINGS) {
        p->at[p->count] = m;
    }
    p->count++;
}

static void note_fixed(picture *p, int32_t rope, int32_t i, edge other)
{
    edge one = edge_of(&p->setting->ropes[rope], i);
    double s, t;
    if (meet(p, one, other, &s, &t)) {
        double gap = height(p, one, s) - height(p, other, t);
        note(p, (meeting){rope, i, s, gap, rope, i + s, gap > 0.0});
    }
}

static void note_ropes(picture *p, int32_t rope, int32_t i, int32_t with, int32_t k)
{
    edge one = edge_of(&p->setting->ropes[rope], i), other = edge_of(&p->setting->ropes[with], k);
    double s, t;
    if (!meet(p, one, other, &s, &t)) {
        return;
    }
    double gap = height(p, one, s) - height(p, other, t);
    note(p, gap > 0.0 ? (meeting){rope, i, s, gap, rope, i + s, true}
                      : (meeting){with, k, t, -gap, rope, i + s, false});
}

static void look(picture *p, const bight_sailor_setting *setting, bight_vec3 d, const bi_hold *hold)
{
    *p = (picture){.setting = setting, .d = d, .u = v3_perpendicular(d)};
    p->v = v3_cross(d, p->u);
    for (int32_t r = 0; r < setting->rope_count && p->count <= MOST_CROSSINGS; r++) {
        const bight_curve *c = &setting->ropes[r];
        int32_t edges = edges_of(c);
        for (int32_t i = 0; i < edges && p->count <= MOST_CROSSINGS; i++) {
            for (int32_t k = i + 2; k < edges; k++) {
                note_ropes(p, r, i, r, k);
            }
            for (int32_t k = 0; r == 0 && setting->rope_count > 1 && k < edges_of(&setting->ropes[1]); k++) {
                note_ropes(p, 0, i, 1, k);
            }
            for (int32_t g = 0; g < setting->ring_count; g++) {
                for (int32_t k = 0; k < setting->rings[g].count; k++) {
                    note_fixed(p, r, i, edge_of(&setting->rings[g], k));
                }
            }
            if (hold->has_axis) {
                double far = 100.0 * hold->size;
                note_fixed(
                    p, r, i,
                    (edge){v3_madd(hold->middle, -far, hold->axis), v3_madd(hold->middle, far, hold->axis)});
            }
        }
    }
}

static int by_order(const void *a, const void *b)
{
    const meeting *one = a, *other = b;
    return one->order_rope != other->order_rope ? (one->order_rope < other->order_rope ? -1 : 1)
           : one->order < other->order          ? -1
                                                : one->order > other->order;
}

static int by_edge(const void *a, const void *b)
{
    const meeting *one = *(const meeting *const *)a, *other = *(const meeting *const *)b;
    double x = one->edge + one->at, y = other->edge + other->at;
    return x < y ? -1 : x > y;
}

// The rope with the meetings first .. last turned round. @param points Room for 4 more a meeting. @return how many.
static int32_t turn_round(const picture *p, int32_t rope, int32_t first, int32_t last, double more,
                          bight_vec3 *points)
{
    const meeting *turned[MOST_CROSSINGS];
    int32_t count = 0, used = 0, next = 0;
    for (int32_t i = first; i <= last; i++) {
        if (p->at[i].rope == rope) {
            turned[count++] = &p->at[i];
        }
    }
    qsort((void *)turned, (size_t)count, sizeof *turned, by_edge);
    const bight_curve *c = &p->setting->ropes[rope];
    for (int32_t i = 0; i < c->count; i++) {
        points[used++] = c->points[i];
        for (; next < count && turned[next]->edge == i; next++) {
            edge e = edge_of(c, i);
            double t = turned[next]->at, gap = turned[next]->gap;
            bight_vec3 way = v3_mul(-(gap + (gap > 0.0 ? more : -more)), p->d);
            bight_vec3 before = v3_lerp(e.a, e.b, t - NARROW), after = v3_lerp(e.a, e.b, t + NARROW);
            points[used++] = before;
            points[used++] = v3_add(before, way);
            points[used++] = v3_add(after, way);
            points[used++] = after;
        }
    }
    return used;
}

typedef struct search {
    const bight_env *env;
    bight_knot_workspace *space;
    const char *intended;
    bight_vec3 *points; // (room) of both ropes
    int32_t room;
    double more;
    bight_sailor_near *near;
    bight_error *error;
} search;

static bight_sailor_mark mark_of(const picture *p, const meeting *m)
{
    const bight_curve *c = &p->setting->ropes[m->rope];
    bight_vec3 where = v3_lerp(c->points[m->edge], c->points[(m->edge + 1) % c->count], m->at);
    return (bight_sailor_mark){m->order_rope, (int32_t)m->order, m->over, where};
}

static void describe(const picture *p, int32_t first, int32_t last, const bight_sailor_name *name,
                     bight_sailor_near *near)
{
    const meeting *m = &p->at[first];
    for (int32_t i = first; i <= last && i - first < BIGHT_SAILOR_MARKS; i++) {
        near->marks[i - first] = mark_of(p, &p->at[i]);
    }
    snprintf(near->name, sizeof near->name, "%s", name->name);
    near->mirror = name->mirror;
    near->flips = last - first + 1;
    near->crossings = p->count;
    near->eye = p->d;
    near->first = first;
    near->over = m->over;
    near->rope = near->marks[0].rope;
    near->node = near->marks[0].node;
    near->where = near->marks[0].where;
    if (near->flips == 1) {
        snprintf(near->words, sizeof near->words, "crossing %d of %d goes %s and should go %s",
                 (int)first + 1, (int)p->count, m->over ? "over" : "under", m->over ? "under" : "over");
    } else {
        snprintf(near->words, sizeof near->words, "the %s is reversed",
                 2 * first >= p->count        ? "second half"
                 : 2 * (last + 1) <= p->count ? "first half"
                                              : "middle");
    }
}

static bight_status try_turned(search *s, const picture *p, int32_t first, int32_t last)
{
    bight_sailor_setting turned = *p->setting;
    bight_curve ropes[2];
    int32_t used = 0;
    for (int32_t r = 0; r < turned.rope_count; r++) {
        int32_t count = turn_round(p, r, first, last, s->more, s->points + used);
        ropes[r] = (bight_curve){s->points + used, count, p->setting->ropes[r].closed};
        used += count;
    }
    turned.ropes = ropes;
    turned.held_count = 0; // vertices have other numbers now
    bight_sailor_name name;
    bight_status status = bight_sailor_identify(s->env, s->space, &turned, &name, NULL);
    if (status == BIGHT_OK && name.name[0] != '\0' &&
        (s->intended == NULL || strcmp(s->intended, name.name) == 0)) {
        describe(p, first, last, &name, s->near);
    }
    return status == BIGHT_ERROR_INVALID ? BIGHT_OK
                                         : status; // a meeting too close to another: no answer there
}

static bight_status try_all(search *s, const picture *p)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < p->count && status == BIGHT_OK && s->near->name[0] == '\0'; i++) {
        status = try_turned(s, p, i, i);
    }

    // a knot is tied from its first half on: what is wrong is said of the last one where both would do
    for (int32_t length = 2; length <= 4; length++) {
        for (int32_t i = p->count - length; i >= 0 && status == BIGHT_OK && s->near->name[0] == '\0'; i--) {
            status = try_turned(s, p, i, i + length - 1);
        }
    }
    if (status == BIGHT_OK && s->near->name[0] == '\0' && p->count >= 10) {
        status = try_turned(s, p, (p->count + 1) / 2, p->count - 1);
    }
    if (status == BIGHT_OK && s->near->name[0] == '\0' && p->count >= 10) {
        status = try_turned(s, p, 0, p->count / 2 - 1);
    }
    return status;
}

// The direction with the fewest crossings, of every seventh.
static void choose_view(const bi_hold *hold, const bight_sailor_setting *setting, picture *best)
{
    picture p;
    best->count = MOST_CROSSINGS + 1;
    for (int32_t i = 0; i < hold->direction_count; i += 7) {
        if (hold->has_axis && fabs(v3_dot(hold->directions[i], hold->axis)) > 0.5) {
            continue;
        }
        look(&p, setting, hold->directions[i], hold);
        if (p.count < best->count) {
            *best = p;
        }
    }
    if (best->count <= MOST_CROSSINGS) {
        qsort(best->at, (size_t)best->count, sizeof *best->at, by_order);
    }
}

bight_status bight_sailor_nearest(const bight_env *env, bight_knot_workspace *workspace,
                                  const bight_sailor_setting *setting, const char *intended,
                                  bight_sailor_near *near, bight_error *error)
{
    *near = (bight_sailor_near){.node = -1};
    bight_sailor_name now;
    bight_status status = bight_sailor_identify(env, workspace, setting, &now, error);
    if (status != BIGHT_OK || (intended != NULL && strcmp(now.name, intended) == 0)) {
        return status;
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    search s = {env, workspace, intended, NULL, 8 * MOST_CROSSINGS, 0.0, near, error};
    for (int32_t i = 0; i < setting->rope_count; i++) {
        s.room += setting->ropes[i].count;
    }
    if (s.room > MOST_POINTS) {
        return BIGHT_OK;
    }
    bi_hold *hold = bi_new_array(allocator, 1, sizeof *hold);
    picture *best = bi_new_array(allocator, 1, sizeof *best);
    s.points = bi_new_array(allocator, (size_t)s.room, sizeof *s.points);
    status = BIGHT_ERROR_NO_MEMORY;
    if (hold != NULL && best != NULL && s.points != NULL) {
        bi_hold_begin(hold, env, setting);
        s.more = 1e-3 * hold->size;
        choose_view(hold, setting, best);
        status = best->count <= MOST_CROSSINGS ? try_all(&s, best) : BIGHT_OK;
    }
    bi_free_array(allocator, s.points, (size_t)s.room, sizeof *s.points);
    bi_free_array(allocator, best, 1, sizeof *best);
    bi_free_array(allocator, hold, 1, sizeof *hold);
    return status;
}
