// SPDX-License-Identifier: MIT
// From a diagram to a loose rope.
//
// The planar layout that pictures use is lifted: height +h where a strand passes over, -h where it passes
// under, and a smooth way between. Seen from above it is the diagram, so its type is known. It is opened at
// the place farthest from any crossing among those that are outermost in some direction: there both ends turn
// away and outwards, where nothing else is. Scaled in the plane until strands have room, then relaxed.

#include "bight/start.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/path.h"
#include "knot/public_diagram.h"
#include "start/lifted.h"
#include "start/strand.h"

#include <string.h>

#define RADIUS 0.5
#define ROD 3 // BIGHT_MODEL_ROD, of a room that is not below: the last model
#define ROD_RADIUS 0.005
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

// ---- all of it --------------------------------------------------------------------------------------

static bight_status draw(const bight_env *env, bi_lifted *s, bool closed, double apart, bight_start *start)
{
    // Across, two strands of the layout are about two units apart; over each other the lift decides.
    double scale = 0.8 * apart / 2.0, gap = 0.0;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && gap < apart && (scale < ENOUGH * apart || gap < SOME * apart) &&
           scale < MOST_SCALE * apart) {
        bi_lifted_lift(s, scale, 0.54 * apart);
        if (!closed) {
            bi_lifted_open(s);
        }
        start->drawn = 0.0;
        status = bi_lifted_even_out(env, s, (bight_curve){s->points, s->point_count, closed}, start);
        if (status == BIGHT_OK) {
            status = bi_lifted_reserve(env, s, start->count, start->count);
        }
        if (status == BIGHT_OK) {
            gap = bi_strand_apart((bight_curve){start->points, start->count, closed}, BI_STRAND_NEAR * apart,
                                  s->lengths);
        }
        scale *= 1.06;
    }
    return status;
}

static double gap_of(const bi_lifted *s, const bight_start *start, double apart)
{
    bight_curve curve = {start->points, start->count, start->closed};
    return bi_strand_apart(curve, BI_STRAND_NEAR * apart, s->lengths);
}

// Some rounds, then even links again.
static bight_status relax_once(const bight_env *env, bi_lifted *s, double apart, double smoothing,
                               int32_t rounds, bight_start *start)
{
    int32_t count = start->count;
    if (count > s->capacity) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    start->rounds += bi_strand_relax(start->points, count, start->closed, apart, smoothing, rounds,
                                     s->scratch, s->lengths);
    memcpy(s->points, start->points, (size_t)count * sizeof *s->points);
    bight_status status = bi_lifted_even_out(env, s, (bight_curve){s->points, count, start->closed}, start);
    return status == BIGHT_OK ? bi_lifted_reserve(env, s, start->count, start->count) : status;
}

// A few passes; then more for as long as evening out has brought strands too near.
static bight_status relax(const bight_env *env, bi_lifted *s, double apart, int32_t rounds,
                          bight_start *start)
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
static bight_status tighten(const bight_env *env, bi_lifted *s, double apart, double pull, int32_t rounds,
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

static bight_status reshape(const bight_env *env, bi_lifted *s, bight_start *start)
{
    if (start->count > s->capacity) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    memcpy(s->points, start->points, (size_t)start->count * sizeof *s->points);
    bight_status status = bi_lifted_even_out(env, s, (bight_curve){s->points, start->count, true}, start);
    return status == BIGHT_OK ? bi_lifted_reserve(env, s, start->count, start->count) : status;
}

// A rope that is drawn tight may sit in a shape that is not the shortest. Stretching all of space moves no
// strand through another, and from there it often finds a better one: it is stretched twofold along one
// direction and pressed to half along the next, and the best is kept.
static bight_status draw_tight(const bight_env *env, bi_lifted *s, int32_t rounds, bight_start *start)
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
        status = bi_lifted_even_out(env, s, (bight_curve){s->points, best_count, true}, start);
        status = status == BIGHT_OK ? bi_lifted_reserve(env, s, start->count, start->count) : status;
    }

    int32_t most = start->rounds + rounds / 3;
    for (double pull = SMOOTHING; pull > 0.005 && status == BIGHT_OK; pull *= 0.5) {
        status = tighten(env, s, IDEAL_APART, pull, most, start, &length);
    }
    bi_free_array(allocator, best, (size_t)s->capacity, sizeof *best);
    return status;
}

static void drop(const bight_allocator *allocator, bi_lifted *s)
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
    if (options->model < 0 || options->model > ROD) {
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
    if (!(options->radius >= 0.0 && options->radius <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a radius of %g metres: give one above 0, at most 1e6",
                       options->radius);
    }
    return BIGHT_OK;
}

// All was made for a radius of one half.
static void enlarge(bight_start *start, double scale)
{
    if (scale != 1.0) {
        for (int32_t i = 0; i < start->count; i++) {
            start->points[i] = v3_mul(scale, start->points[i]);
        }
        start->radius *= scale;
        start->drawn *= scale;
    }
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
    bi_lifted s = {.capacity = 400 + 200 * (diagram->map.crossings + 2)};
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
        bi_lifted_find_cut(&s);
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
        double wanted = options->radius > 0.0 ? options->radius : options->model == ROD ? ROD_RADIUS : RADIUS;
        enlarge(start, wanted / RADIUS);
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
