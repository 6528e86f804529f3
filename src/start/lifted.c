// SPDX-License-Identifier: MIT

#include "start/lifted.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "geom/path.h"

#include <string.h>

#define TURN 6.283185307179586
#define DIRECTIONS 180   // in which the outermost place is looked for
#define BEND 1.8         // metres, radius of the turn that leads an end away
#define LEADING 10       // points of that turn
#define AWAY 0.35        // of a turn: how far an end turns from its way along the outer arc
#define TAIL 12.0        // metres, the straight part after it
#define GAP (BEND + 1.5) // metres of the arc that is left out on either side of the cut

// ---- where to open ----------------------------------------------------------------------------------

static int32_t steps_to_crossing(const bi_lifted *s, int32_t from, int32_t step)
{
    int32_t steps = 0;
    while (steps < s->count && s->layout.level[(from + steps * step + s->count * s->count) % s->count] == 0) {
        steps++;
    }
    return steps;
}

void bi_lifted_find_cut(bi_lifted *s)
{
    int32_t best = -1;
    for (int32_t k = 0; k < DIRECTIONS; k++) {
        double angle = TURN * k / DIRECTIONS, c = cos(angle), q = sin(angle), most = -HUGE_VAL;
        int32_t at = 0;
        for (int32_t i = 0; i < s->count; i++) {
            double reach = c * s->layout.points[i].x + q * s->layout.points[i].y;
            if (reach > most) {
                most = reach;
                at = i;
            }
        }
        int32_t room = steps_to_crossing(s, at, 1), other = steps_to_crossing(s, at, -1);
        room = room < other ? room : other;
        if (room > best) {
            best = room;
            s->cut = at;
            s->angle = angle;
        }
    }
}

// ---- lifting ----------------------------------------------------------------------------------------

// Heights between crossings run from one to the next as 3 t^2 - 2 t^3, level at both.
static double height(const bi_lifted *s, int32_t i)
{
    int32_t after = steps_to_crossing(s, i, 1), before = steps_to_crossing(s, i, -1);
    if (after >= s->count) {
        return 0.0;
    }
    if (after == 0) {
        return s->layout.level[i];
    }
    double from = s->layout.level[(i - before + s->count) % s->count];
    double to = s->layout.level[(i + after) % s->count], t = (double)before / (before + after);
    return from + (to - from) * t * t * (3.0 - 2.0 * t);
}

// The strand from the cut round to the cut, the outermost direction turned to +y.
void bi_lifted_lift(bi_lifted *s, double scale, double high)
{
    double c = cos(TURN / 4.0 - s->angle), q = sin(TURN / 4.0 - s->angle);
    for (int32_t k = 0; k < s->count; k++) {
        int32_t i = (s->cut + k) % s->count;
        bi_point p = s->layout.points[i];
        s->points[k] = v3(scale * (c * p.x - q * p.y), scale * (q * p.x + c * p.y), high * height(s, i));
    }
    s->point_count = s->count;
}

// From the point before an end and the end: a turn to one side, then straight on.
static int32_t lead(bight_vec3 before, bight_vec3 end, double side, bight_vec3 *out)
{
    bight_vec3 way = v3_unit(v3(end.x - before.x, end.y - before.y, 0.0), v3(1, 0, 0));
    double turn = AWAY * TURN / LEADING, step = 2.0 * BEND * sin(0.5 * turn), low = end.z;
    int32_t count = 0;
    for (int32_t k = 0; k < LEADING; k++) {
        double part = k == 0 ? 0.5 * turn : turn, c = cos(part), q = side * sin(part);
        way = v3(c * way.x - q * way.y, q * way.x + c * way.y, 0.0);
        low *= 0.8;
        end = v3_madd(end, step, way);
        out[count++] = end = v3(end.x, end.y, low);
    }
    for (int32_t k = 0; k < 4; k++) {
        end = v3_madd(end, TAIL / 4.0, way);
        out[count++] = end;
    }
    return count;
}

static void flip(bight_vec3 *points, int32_t count)
{
    for (int32_t i = 0; i < count / 2; i++) {
        bight_vec3 kept = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = kept;
    }
}

// Leave out the arc about the cut and lead both ends up and apart. `leads` (2 (LEADING + 4))
void bi_lifted_open(bi_lifted *s)
{
    bight_vec3 leads[2][LEADING + 4], cut = s->points[0], *p = s->points;
    int32_t first = 1, last = s->count - 1;
    while (first < s->count / 2 - 2 && v3_distance(p[first], cut) < GAP) {
        first++;
    }
    while (last > s->count / 2 + 2 && v3_distance(p[last], cut) < GAP) {
        last--;
    }

    // the end that comes from the left turns to the left, against the clock
    double side = p[last].x < p[first].x ? 1.0 : -1.0;
    int32_t count = lead(p[last - 1], p[last], side, leads[1]);
    lead(p[first + 1], p[first], -side, leads[0]);
    flip(leads[0], count);
    memmove(p + count, p + first, (size_t)(last - first + 1) * sizeof *p);
    memcpy(p, leads[0], (size_t)count * sizeof *p);
    memcpy(p + count + last - first + 1, leads[1], (size_t)count * sizeof *p);
    s->point_count = 2 * count + last - first + 1;
}

// ---- even links -------------------------------------------------------------------------------------

bight_status bi_lifted_reserve(const bight_env *env, bi_lifted *s, int32_t fine, int32_t links)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    if (links + 2 > s->room || fine > s->fine_capacity) {
        int32_t room = links + 2 > s->room ? links + 2 : s->room;
        int32_t finer = fine > s->fine_capacity ? fine : s->fine_capacity;
        finer = finer > room ? finer : room;
        bi_free_array(allocator, s->fine, (size_t)s->fine_capacity, sizeof *s->fine);
        bi_free_array(allocator, s->lengths, (size_t)s->fine_capacity + 1, sizeof *s->lengths);
        bi_free_array(allocator, s->scratch, (size_t)s->room, 2 * sizeof *s->scratch);
        bi_free_array(allocator, s->places, (size_t)s->room, 2 * sizeof *s->places);
        s->fine = bi_new_array(allocator, (size_t)finer, sizeof *s->fine);
        s->lengths = bi_new_array(allocator, (size_t)finer + 1, sizeof *s->lengths);
        s->scratch = bi_new_array(allocator, (size_t)room, 2 * sizeof *s->scratch);
        s->places = bi_new_array(allocator, (size_t)room, 2 * sizeof *s->places);
        s->fine_capacity = finer;
        s->room = room;
    }
    bool good = s->fine != NULL && s->lengths != NULL && s->scratch != NULL && s->places != NULL;
    return good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

// Cut a curve into unit links and put them into start, which grows as needed.
bight_status bi_lifted_even_out(const bight_env *env, bi_lifted *s, bight_curve curve, bight_start *start)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    int64_t fine = bi_path_round_count(curve.count, curve.closed);
    bight_status status = bi_lifted_reserve(env, s, (int32_t)fine, 0);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_path_round(curve, s->fine);
    bight_curve smooth = {s->fine, (int32_t)fine, curve.closed};
    bi_path_lengths(smooth, s->lengths);
    double length = s->lengths[fine - 1];
    length += curve.closed ? v3_distance(s->fine[fine - 1], s->fine[0]) : 0.0;
    int32_t links = (int32_t)(length + 0.999), count = links + !curve.closed;
    bi_free_array(allocator, start->points, (size_t)start->count, sizeof *start->points);
    start->points = bi_new_array(allocator, (size_t)count, sizeof *start->points);
    start->count = start->points != NULL ? count : 0;
    if (start->points == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    if (links + 2 > s->room) {
        bi_free_array(allocator, s->scratch, (size_t)s->room, 2 * sizeof *s->scratch);
        bi_free_array(allocator, s->places, (size_t)s->room, 2 * sizeof *s->places);
        s->room = links + 2;
        s->scratch = bi_new_array(allocator, (size_t)s->room, 2 * sizeof *s->scratch);
        s->places = bi_new_array(allocator, (size_t)s->room, 2 * sizeof *s->places);
        if (s->scratch == NULL || s->places == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
    }
    bi_path_resample(smooth, s->lengths, links, s->places, start->points);

    // links of length one on average
    double sum = 0.0;
    for (int32_t i = 0; i < links; i++) {
        sum += v3_distance(start->points[i], start->points[(i + 1) % count]);
    }
    for (int32_t i = 0; i < count; i++) {
        start->points[i] = v3_mul(links / sum, start->points[i]);
    }

    start->drawn = start->drawn > 0.0 ? start->drawn : links;
    start->closed = curve.closed;
    return BIGHT_OK;
}
