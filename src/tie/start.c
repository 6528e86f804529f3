// SPDX-License-Identifier: MIT
// From a diagram to a loose rope.
//
// The planar layout that pictures use is lifted: height +h where a strand passes over, -h where it passes
// under, and a smooth way between. Seen from above it is the diagram, so its type is known. It is opened at
// the place farthest from any crossing among those that are outermost in some direction: there both ends turn
// away and outwards, where nothing else is. Scaled in the plane until strands have room, then relaxed.

#include "bight/tie.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/path.h"
#include "knot/layout.h"
#include "knot/public_diagram.h"
#include "tie/strand.h"

#include <string.h>

#define TURN 6.283185307179586
#define RADIUS 0.5
#define DIRECTIONS 180   // in which the outermost place is looked for
#define BEND 1.8         // metres, radius of the turn that leads an end away
#define LEADING 10       // points of that turn
#define AWAY 0.35        // of a turn: how far an end turns from its way along the outer arc
#define TAIL 12.0        // metres, the straight part after it
#define GAP (BEND + 1.5) // metres of the arc that is left out on either side of the cut
#define MOST_SCALE 12.0
#define ENOUGH 0.9 // a larger drawing is left to relaxation, which pushes strands apart,
#define SOME 0.25  // once they are this part of the wanted distance apart
#define PASSES 4
#define SMOOTHING 0.2
#define IDEAL_APART 6.0  // metres: links are then a sixth of a diameter
#define IDEAL_COARSE 4.0 // metres, while better shapes are looked for
#define IDEAL_ROUNDS 60000
#define IDEAL_PART 500 // rounds between two looks at the length
#define IDEAL_GAIN 3e-4

typedef struct shape {
    bi_layout layout;
    int32_t count, cut;  // of the closed strand; where it is outermost
    double angle;        // of the direction in which it is
    bight_vec3 *points;  // (capacity) the lifted strand with its leads
    bight_vec3 *fine;    // (fine_count) rounded
    bight_vec3 *scratch; // (2 room)
    double *lengths;     // (fine_capacity + 1)
    double *places;      // (2 (room + 1))
    int32_t point_count, capacity, fine_capacity, room;
} shape;

// ---- where to open ----------------------------------------------------------------------------------

static int32_t steps_to_crossing(const shape *s, int32_t from, int32_t step)
{
    int32_t steps = 0;
    while (steps < s->count && s->layout.level[(from + steps * step + s->count * s->count) % s->count] == 0) {
        steps++;
    }
    return steps;
}

static void find_cut(shape *s)
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
static double height(const shape *s, int32_t i)
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
static void lift(shape *s, double scale, double high)
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
static void open_up(shape *s)
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

static bight_status need(const bight_env *env, shape *s, int32_t fine, int32_t links)
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
static bight_status even_out(const bight_env *env, shape *s, bight_curve curve, bight_start *start)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    int64_t fine = bi_path_round_count(curve.count, curve.closed);
    bight_status status = need(env, s, (int32_t)fine, 0);
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

// ---- all of it --------------------------------------------------------------------------------------

static bight_status draw(const bight_env *env, shape *s, bool closed, double apart, bight_start *start)
{
    // Across, two strands of the layout are about two units apart; over each other the lift decides.
    double scale = 0.8 * apart / 2.0, gap = 0.0;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && gap < apart && (scale < ENOUGH * apart || gap < SOME * apart) &&
           scale < MOST_SCALE * apart) {
        lift(s, scale, 0.54 * apart);
        if (!closed) {
            open_up(s);
        }
        start->drawn = 0.0;
        status = even_out(env, s, (bight_curve){s->points, s->point_count, closed}, start);
        if (status == BIGHT_OK) {
            status = need(env, s, start->count, start->count);
        }
        if (status == BIGHT_OK) {
            gap = bi_strand_apart((bight_curve){start->points, start->count, closed}, BI_STRAND_NEAR * apart,
                                  s->lengths);
        }
        scale *= 1.06;
    }
    return status;
}

static double gap_of(const shape *s, const bight_start *start, double apart)
{
    bight_curve curve = {start->points, start->count, start->closed};
    return bi_strand_apart(curve, BI_STRAND_NEAR * apart, s->lengths);
}

// Some rounds, then even links again.
static bight_status relax_once(const bight_env *env, shape *s, double apart, double smoothing, int32_t rounds,
                               bight_start *start)
{
    int32_t count = start->count;
    if (count > s->capacity) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    start->rounds += bi_strand_relax(start->points, count, start->closed, apart, smoothing, rounds,
                                     s->scratch, s->lengths);
    memcpy(s->points, start->points, (size_t)count * sizeof *s->points);
    bight_status status = even_out(env, s, (bight_curve){s->points, count, start->closed}, start);
    return status == BIGHT_OK ? need(env, s, start->count, start->count) : status;
}

// A few passes; then more for as long as evening out has brought strands too near.
static bight_status relax(const bight_env *env, shape *s, double apart, int32_t rounds, bight_start *start)
{
    bight_status status = BIGHT_OK;
    int32_t part = (rounds + PASSES - 1) / PASSES;
    double gap = 0.0;
    for (int32_t pass = 0; pass < 3 * PASSES && (pass < PASSES || gap < apart) && status == BIGHT_OK;
         pass++) {
        double wanted = apart * (1.02 + (pass < PASSES ? 0.0 : 0.01 * (pass - PASSES)));
        status = relax_once(env, s, wanted, SMOOTHING, part, start);
        gap = status == BIGHT_OK ? gap_of(s, start, apart) : 0.0;
    }
    return status;
}

// Until a pass makes the curve hardly shorter in its own diameters. *length: in diameters
static bight_status tighten(const bight_env *env, shape *s, double apart, double pull, int32_t rounds,
                            bight_start *start, double *length)
{
    bight_status status = BIGHT_OK;
    double before = (double)INFINITY;
    for (*length = 1e300;
         status == BIGHT_OK && start->rounds < rounds && *length < (1.0 - IDEAL_GAIN) * before;) {
        before = *length;
        status = relax_once(env, s, apart, pull, IDEAL_PART, start);
        *length = status == BIGHT_OK ? start->count / gap_of(s, start, apart) : 0.0;
    }
    return status;
}

// Stretch space by `factor` along a direction, then all of it so that nothing comes nearer to anything.
static void stretch(bight_start *start, bight_vec3 way, double factor)
{
    double all = factor < 1.0 ? 1.0 / factor : 1.0;
    way = v3_unit(way, v3(1, 0, 0));
    for (int32_t i = 0; i < start->count; i++) {
        bight_vec3 *p = &start->points[i];
        *p = v3_mul(all, v3_madd(*p, (factor - 1.0) * v3_dot(*p, way), way));
    }
}

static bight_status reshape(const bight_env *env, shape *s, bight_start *start)
{
    if (start->count > s->capacity) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    memcpy(s->points, start->points, (size_t)start->count * sizeof *s->points);
    bight_status status = even_out(env, s, (bight_curve){s->points, start->count, true}, start);
    return status == BIGHT_OK ? need(env, s, start->count, start->count) : status;
}

// A rope that is drawn tight may sit in a shape that is not the shortest. Stretching all of space moves no
// strand through another, and from there it often finds a better one: it is stretched twofold along one
// direction and pressed to half along the next, and the best is kept.
static bight_status draw_tight(const bight_env *env, shape *s, int32_t rounds, bight_start *start)
{
    static const bight_vec3 ways[] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1},  {1, 1, 0}, {0, 1, 1},
                                      {1, 0, 1}, {1, -1, 0}, {0, 1, -1}, {1, 1, 1}};
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bight_vec3 *best = bi_new_array(allocator, (size_t)s->capacity, sizeof *best);
    int32_t best_count = 0;
    double least = (double)INFINITY, length;
    bight_status status = best != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    for (size_t k = 0; k <= sizeof ways / sizeof *ways && status == BIGHT_OK && start->rounds < rounds; k++) {
        if (k > 0) {
            stretch(start, ways[k - 1], k % 2 == 1 ? 2.0 : 0.5);
            status = reshape(env, s, start);
        }
        for (double pull = 0.4; pull > 0.05 && status == BIGHT_OK; pull *= 0.25) {
            status = tighten(env, s, IDEAL_COARSE, pull, rounds, start, &length);
        }
        if (status == BIGHT_OK && length < least && start->count <= s->capacity) {
            least = length;
            best_count = start->count;
            memcpy(best, start->points, (size_t)best_count * sizeof *best);
        }
    }

    // the best with finer links, pulled less and less, which presses strands less where they touch
    for (int32_t i = 0; i < best_count && status == BIGHT_OK; i++) {
        s->points[i] = v3_mul(IDEAL_APART / IDEAL_COARSE, best[i]);
    }
    if (status == BIGHT_OK && best_count > 0) {
        status = even_out(env, s, (bight_curve){s->points, best_count, true}, start);
        status = status == BIGHT_OK ? need(env, s, start->count, start->count) : status;
    }

    int32_t most = start->rounds + rounds / 3;
    for (double pull = SMOOTHING; pull > 0.005 && status == BIGHT_OK; pull *= 0.5) {
        status = tighten(env, s, IDEAL_APART, pull, most, start, &length);
    }
    bi_free_array(allocator, best, (size_t)s->capacity, sizeof *best);
    return status;
}

static void drop(const bight_allocator *allocator, shape *s)
{
    bi_layout_free(&s->layout);
    bi_free_array(allocator, s->points, (size_t)s->capacity, sizeof *s->points);
    bi_free_array(allocator, s->fine, (size_t)s->fine_capacity, sizeof *s->fine);
    bi_free_array(allocator, s->lengths, (size_t)s->fine_capacity + 1, sizeof *s->lengths);
    bi_free_array(allocator, s->scratch, (size_t)s->room, 2 * sizeof *s->scratch);
    bi_free_array(allocator, s->places, (size_t)s->room, 2 * sizeof *s->places);
}

static bight_status check(const bight_diagram *diagram, const bight_start_options *options,
                          bight_error *error)
{
    if ((int32_t)options->model < BIGHT_MODEL_FTL || options->model > BIGHT_MODEL_PROJECTION) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there is no rope model %d", (int)options->model);
    }
    if (diagram->components != 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a diagram of %d components: a rope is one",
                       (int)diagram->components);
    }
    if (diagram->map.crossings > BIGHT_TIE_MAX_CROSSINGS) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "%d crossings: at most %d are tied",
                       (int)diagram->map.crossings, BIGHT_TIE_MAX_CROSSINGS);
    }
    if (options->clearance != 0.0 && !(options->clearance >= 0.5 && options->clearance <= 20.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a clearance of %g radii: give 0.5 to 20",
                       options->clearance);
    }
    return BIGHT_OK;
}

bight_status bight_start_make(const bight_env *env, const bight_diagram *diagram,
                              const bight_start_options *options, bight_start *start, bight_error *error)
{
    static const bight_start_options defaults = {0};
    options = options != NULL ? options : &defaults;
    if (diagram == NULL || start == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", start == NULL ? "start" : "diagram");
    }

    *start = (bight_start){.model = options->model};
    bight_status status = check(diagram, options, error);
    if (status != BIGHT_OK) {
        return status;
    }

    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    double clearance = options->clearance != 0.0 ? options->clearance : 3.0;
    double apart = options->ideal ? IDEAL_COARSE : (2.0 + clearance) * RADIUS;
    bool closed = options->closed || options->ideal;

    // the diagram laid out in the plane, cut where it is outermost and far from crossings, lifted at these
    shape s = {.capacity = 400 + 200 * (diagram->map.crossings + 2)};
    bi_layout_init(&s.layout, allocator);
    bi_watch watch = bi_watch_from(env);
    s.layout.watch = &watch;
    status = bi_layout_make(&s.layout, &diagram->map);
    if (status == BIGHT_OK) {
        s.points = bi_new_array(allocator, (size_t)s.capacity, sizeof *s.points);
        status = s.points != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    if (status == BIGHT_OK) {
        s.count = s.layout.point_count;
        find_cut(&s);
        status = draw(env, &s, closed, apart, start);
    }

    // strands are moved apart at even links; an ideal knot is drawn tight
    if (status == BIGHT_OK && options->rounds >= 0) {
        int32_t rounds = options->rounds > 0 ? options->rounds : options->ideal ? IDEAL_ROUNDS : 400;
        status = options->ideal ? draw_tight(env, &s, rounds, start) : relax(env, &s, apart, rounds, start);
    }

    // strands of an ideal knot touch: its radius is half of their least distance
    if (status == BIGHT_OK) {
        int32_t count = start->count;
        double near = BI_STRAND_NEAR * (options->ideal ? IDEAL_APART : apart);
        double gap = bi_strand_apart((bight_curve){start->points, count, start->closed}, near, s.lengths);
        start->radius = options->ideal ? 0.5 * gap : RADIUS;
        start->clearance = gap / start->radius - 2.0;
    }

    drop(allocator, &s);
    if (status != BIGHT_OK) {
        bight_start_free(allocator, start);
        return bi_fail(error, status, 0, "no start shape: %s", bight_status_text(status));
    }
    return BIGHT_OK;
}

void bight_start_free(const bight_allocator *allocator, bight_start *start)
{
    if (start != NULL) {
        bi_free_array(allocator, start->points, (size_t)start->count, sizeof *start->points);
        *start = (bight_start){0};
    }
}
