// SPDX-License-Identifier: MIT
// Regions of interest: crossings and touches, gathered into knots.

#include "cli/interest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PLACES 1500 // points of all ropes that are looked at
#define MOST_CHORDS 600  // crossings and touches
#define ARC 4.0          // diameters along the rope within which links are neighbours
#define CLOSE 5.0        // diameters between what hangs together anyhow
#define SPREAD 0.75      // of both their sizes, likewise
#define LOBE 2.5 // of a region's reach: how far an arc between its crossings may go out and still count

// ---- places along the ropes -------------------------------------------------------------------------

// A point of a rope, as the viewer sees it.
typedef struct place {
    double at[3];
    double along; // the rope
    int32_t rope, node;
    bool ends; // the rope stops here: no link leads to the next place
} place;

// What is looked at: places, and the chords that join two of them (a crossing) or one to an obstacle.
typedef struct chord {
    int32_t a, b; // places, a before b; the same for a touch
    int32_t parent;
} chord;

typedef struct search {
    place *places;
    chord *chords;
    int32_t place_count, chord_count;
    double diameter;
} search;

static void take_places(const cli_stage *stage, const cli_moment *moment, const cli_axes *axes, search *s)
{
    int64_t all = 0;
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        all += moment->curves[i].count + 1;
        s->diameter = fmax(s->diameter, 2.0 * stage->scene->ropes[i].radius);
    }

    int32_t stride = (int32_t)(all / (MOST_PLACES - 2 * stage->scene->rope_count) + 1);
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        bight_curve curve = moment->curves[i];
        int32_t last = curve.closed ? curve.count : curve.count - 1;
        double along = 0.0;
        for (int32_t k = 0;; k = k + stride < last ? k + stride : last) {
            place *p = &s->places[s->place_count++];
            cli_axes_see(axes, curve.points[k % curve.count], p->at);
            if (k > 0) {
                along += sqrt(pow(p->at[0] - p[-1].at[0], 2) + pow(p->at[1] - p[-1].at[1], 2) +
                              pow(p->at[2] - p[-1].at[2], 2));
            }
            p->along = along;
            p->rope = i;
            p->node = k % curve.count;
            p->ends = k == last;
            if (p->ends || s->place_count == MOST_PLACES) {
                p->ends = true;
                break;
            }
        }
    }
}

// ---- crossings and touches --------------------------------------------------------------------------

static double turn(const double *p, const double *q, const double *r)
{
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

static void add_chord(search *s, int32_t a, int32_t b)
{
    if (s->chord_count < MOST_CHORDS) {
        s->chords[s->chord_count] = (chord){a, b, s->chord_count};
        s->chord_count++;
    }
}

static bool may_meet(const double *p, const double *q, const double *r, const double *t)
{
    return fmin(p[0], q[0]) <= fmax(r[0], t[0]) && fmin(r[0], t[0]) <= fmax(p[0], q[0]) &&
           fmin(p[1], q[1]) <= fmax(r[1], t[1]) && fmin(r[1], t[1]) <= fmax(p[1], q[1]);
}

static void find_crossings(const cli_stage *stage, const cli_moment *moment, search *s)
{
    for (int32_t i = 0; i < s->place_count; i++) {
        const place *a = &s->places[i];
        for (int32_t j = i + 1; j < s->place_count && !a->ends; j++) {
            const place *b = &s->places[j];
            if (b->ends || !may_meet(a->at, a[1].at, b->at, b[1].at)) {
                continue;
            }
            double arc = fabs(b->along - a->along), near = ARC * 2.0 * stage->scene->ropes[a->rope].radius;
            if (a->rope == b->rope && moment->curves[a->rope].closed) {
                const place *end = b; // its last place has the rope's length
                while (!end->ends) {
                    end++;
                }
                arc = fmin(arc, end->along - arc);
            }
            if ((a->rope != b->rope || arc > near) &&
                (turn(a->at, a[1].at, b->at) > 0) != (turn(a->at, a[1].at, b[1].at) > 0) &&
                (turn(b->at, b[1].at, a->at) > 0) != (turn(b->at, b[1].at, a[1].at) > 0)) {
                add_chord(s, i, j);
            }
        }
    }
}

// Touches of obstacles, no more than one for each diameter of rope.
static bool find_touches(const cli_stage *stage, const cli_moment *moment, search *s)
{
    int32_t count = 0;
    bight_vec3 *points = malloc(sizeof *points * ((size_t)s->place_count + 1));
    double *near = malloc(sizeof *near * ((size_t)s->place_count + 1));
    bool *touched = malloc(sizeof *touched * ((size_t)s->place_count + 1));
    bool good = points != NULL && near != NULL && touched != NULL;
    for (int32_t i = 0; i < s->place_count && good; i++, count++) {
        points[i] = moment->curves[s->places[i].rope].points[s->places[i].node];
        near[i] = 1.3 * stage->scene->ropes[s->places[i].rope].radius;
        touched[i] = false;
    }
    for (int32_t i = 0; i < stage->scene->obstacle_count && good; i++) {
        cli_points_on_mesh(&stage->posed[i], points, near, count, touched);
    }
    for (int32_t i = 0, last = -1; i < s->place_count && good; i++) {
        bool fresh = last < 0 || s->places[last].rope != s->places[i].rope ||
                     s->places[i].along - s->places[last].along >= s->diameter;
        if (touched[i] && fresh) {
            add_chord(s, i, i);
            last = i;
        }
    }
    free(points);
    free(near);
    free(touched);
    return good;
}

// ---- what hangs together ----------------------------------------------------------------------------

static int32_t root(search *s, int32_t i)
{
    while (s->chords[i].parent != i) {
        s->chords[i].parent = s->chords[s->chords[i].parent].parent;
        i = s->chords[i].parent;
    }
    return i;
}

// Do the ends of one chord part those of the other, along one rope?
static bool interlace(const search *s, const chord *p, const chord *q)
{
    int32_t rope = s->places[p->a].rope;
    bool same = s->places[p->b].rope == rope && s->places[q->a].rope == rope && s->places[q->b].rope == rope;
    return same &&
           ((p->a < q->a && q->a < p->b && p->b < q->b) || (q->a < p->a && p->a < q->b && q->b < p->b));
}

static void box_chords(search *s, cli_box *boxes)
{
    for (int32_t i = 0; i < s->chord_count; i++) {
        boxes[i] = cli_box_empty();
    }
    for (int32_t i = 0; i < s->chord_count; i++) {
        cli_box *box = &boxes[root(s, i)];
        cli_box_stretch(box, s->places[s->chords[i].a].at, 0.5 * s->diameter);
        cli_box_stretch(box, s->places[s->chords[i].b].at, 0.5 * s->diameter);
    }
}

static double reach_of(const cli_box *box)
{
    return 0.5 * hypot(box->high[0] - box->low[0], box->high[1] - box->low[1]);
}

// how far apart in the picture two boxes are, 0 when they meet
static double gap(const cli_box *a, const cli_box *b)
{
    double x = fmax(a->low[0] - b->high[0], b->low[0] - a->high[0]);
    double y = fmax(a->low[1] - b->high[1], b->low[1] - a->high[1]);
    return hypot(fmax(x, 0.0), fmax(y, 0.0));
}

static void join_chords(search *s, cli_box *boxes)
{
    for (int32_t i = 0; i < s->chord_count; i++) {
        for (int32_t j = 0; j < i; j++) {
            if (interlace(s, &s->chords[i], &s->chords[j])) {
                s->chords[root(s, i)].parent = root(s, j);
            }
        }
    }
    for (bool more = true; more;) {
        more = false;
        box_chords(s, boxes);
        for (int32_t i = 0; i < s->chord_count; i++) {
            for (int32_t j = 0; j < i && s->chords[i].parent == i; j++) {
                double near = CLOSE * s->diameter + SPREAD * fmin(reach_of(&boxes[i]), reach_of(&boxes[j]));
                if (s->chords[j].parent == j && gap(&boxes[i], &boxes[j]) < near) {
                    s->chords[i].parent = j;
                    cli_box_join(&boxes[j], &boxes[i]);
                    more = true;
                }
            }
        }
    }
}

// ---- regions ----------------------------------------------------------------------------------------

// The arcs between a region's crossings are in it, those that do not go far out; of a lone crossing, its
// loop.
static void add_lobes(search *s, const bool *member, bool lone, cli_box *box)
{
    double reach = lone ? (double)INFINITY : LOBE * reach_of(box) + 2.0 * s->diameter;
    double x = 0.5 * (box->low[0] + box->high[0]), y = 0.5 * (box->low[1] + box->high[1]);
    cli_box grown = *box;
    for (int32_t i = 0, from = -1; i < s->place_count; i++) {
        if (i > 0 && s->places[i - 1].ends) {
            from = -1;
        }
        if (!member[i]) {
            continue;
        }
        bool out = from < 0;
        for (int32_t k = from; k < i && !out; k++) {
            out = hypot(s->places[k].at[0] - x, s->places[k].at[1] - y) > reach;
        }
        for (int32_t k = from; k < i && !out; k++) {
            cli_box_stretch(&grown, s->places[k].at, 0.5 * s->diameter);
        }
        from = i;
    }
    *box = grown;
}

static void make_region(search *s, int32_t which, const cli_box *box, bool *member, cli_region *region)
{
    *region = (cli_region){.box = *box, .rope = s->places[s->chords[which].a].rope, .first = INT32_MAX};
    memset(member, 0, sizeof *member * (size_t)s->place_count);
    for (int32_t i = 0; i < s->chord_count; i++) {
        const chord *c = &s->chords[i];
        if (root(s, i) != which) {
            continue;
        }
        region->crossings += c->a != c->b;
        region->held = region->held || c->a == c->b;
        for (int32_t k = 0; k < 2; k++) {
            int32_t at = k == 0 ? c->a : c->b;
            const place *p = &s->places[at];
            member[at] = true;
            region->first = p->node < region->first ? p->node : region->first;
            region->last = p->node + 1 > region->last ? p->node + 1 : region->last;
            region->rope = p->rope == region->rope ? p->rope : -1;
        }
    }
    add_lobes(s, member, region->crossings < 2 && !region->held, &region->box);
}

static int by_crossings(const void *a, const void *b)
{
    const cli_region *p = a, *q = b;
    return q->crossings != p->crossings    ? q->crossings - p->crossings
           : p->box.low[0] < q->box.low[0] ? -1
                                           : 1;
}

static int by_place(const void *a, const void *b)
{
    const cli_region *p = a, *q = b;
    return p->box.low[0] + p->box.high[0] < q->box.low[0] + q->box.high[0] ? -1 : 1;
}

// A floor that ropes lie on is no more than that when there is a knot; a lone crossing is none,
// and where one rope passes another is nothing.
// In a scene about one knot a crumpled tail is nothing to look at.
static int32_t choose(cli_region *regions, int32_t count, const cli_box *everything, bool one_knot)
{
    int32_t kept = 0, strong = 0, knots = 0, most = 0;
    for (int32_t i = 0; i < count; i++) {
        most = regions[i].crossings > most ? regions[i].crossings : most;
        strong += regions[i].crossings > 1 || regions[i].held;
        knots += regions[i].crossings > 1;
    }
    for (int32_t i = 0; i < count; i++) {
        bool floor = regions[i].crossings < 2 && reach_of(&regions[i].box) > 0.6 * reach_of(everything);
        bool lone = regions[i].crossings < 2 && !regions[i].held;
        bool passing = lone && regions[i].rope < 0;
        bool tail = one_knot && !regions[i].held && regions[i].crossings < most;
        if (!(floor && knots > 0) && !(lone && strong > 0) && !passing && !tail) {
            regions[kept++] = regions[i];
        }
    }
    qsort(regions, (size_t)kept, sizeof *regions, by_crossings);
    kept = kept < CLI_MOST_REGIONS ? kept : CLI_MOST_REGIONS;
    qsort(regions, (size_t)kept, sizeof *regions, by_place);
    return kept;
}

int32_t cli_regions(const cli_stage *stage, const cli_moment *moment, const cli_axes *axes,
                    cli_region *regions)
{
    search s = {.places = malloc(sizeof *s.places * (MOST_PLACES + 1)),
                .chords = malloc(sizeof *s.chords * MOST_CHORDS)};
    cli_box *boxes = malloc(sizeof *boxes * MOST_CHORDS);
    cli_region *all = malloc(sizeof *all * MOST_CHORDS);
    bool *member = malloc(sizeof *member * (MOST_PLACES + 1));
    bool good = s.places != NULL && s.chords != NULL && boxes != NULL && all != NULL && member != NULL;
    int32_t count = good ? 0 : -1;
    if (good && stage->scene->rope_count > 0 && stage->scene->rope_count < MOST_PLACES / 8) {
        take_places(stage, moment, axes, &s);
        find_crossings(stage, moment, &s);
        good = find_touches(stage, moment, &s);
        join_chords(&s, boxes);
        for (int32_t i = 0; i < s.chord_count; i++) {
            if (root(&s, i) == i) {
                make_region(&s, i, &boxes[i], member, &all[count++]);
            }
        }
        cli_box everything = cli_everything(stage, moment, axes);
        count = good ? choose(all, count, &everything, stage->scene->knot != NULL) : -1;
        if (count > 0) {
            memcpy(regions, all, sizeof *regions * (size_t)count);
        }
    }

    free(s.places);
    free(s.chords);
    free(boxes);
    free(all);
    free(member);
    return count;
}
