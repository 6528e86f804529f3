// SPDX-License-Identifier: MIT
// Middle lines of regions, drawn on the flat pattern and found again in any place of the cloth.

#include "bight/dress_knot.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/pi.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "dress/bridge.h"
#include "dress/check.h"

#include <stdlib.h>
#include <string.h>

// A triangle that a line crosses, from one part of its length to another.
typedef struct crossed {
    double from, to;
    int32_t triangle;
} crossed;

typedef struct drawing {
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bight_pipe *pipe;
    const bight_dress_map *map;
    bight_dress_lines *lines;
    crossed *crossed;
    int32_t crossed_count, crossed_capacity;
    int32_t point_capacity;
} drawing;

// ---- triangles along a line -----------------------------------------------------------------------------

// From a to b on the pattern.
static void line_of(const bight_dress_region *given, double a[2], double b[2])
{
    bi_turn turn = bi_turn_of(given->angle / (2.0 * PI));
    bool circle = given->kind == BIGHT_REGION_CIRCLE;
    double back = circle ? 0.0 : 0.5 * given->length, on = circle ? given->radius : back;
    a[0] = given->centre[0] - back * turn.cosine;
    a[1] = given->centre[1] - back * turn.sine;
    b[0] = given->centre[0] + on * turn.cosine;
    b[1] = given->centre[1] + on * turn.sine;
}

// Weights of a place in a triangle of the pattern.
static void weigh(const double p[6], const double at[2], double w[3])
{
    double whole = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]);
    for (int32_t k = 0; k < 3; k++) {
        const double *q = p + 2 * ((k + 1) % 3), *r = p + 2 * ((k + 2) % 3);
        w[k] = ((q[0] - at[0]) * (r[1] - at[1]) - (q[1] - at[1]) * (r[0] - at[0])) / whole;
    }
}

// The part of a line inside a triangle: weights are linear along it, and none may be below 0.
static bool cut(const double p[6], const double a[2], const double b[2], double *from, double *to)
{
    double at_a[3], at_b[3];
    weigh(p, a, at_a);
    weigh(p, b, at_b);
    *from = 0.0;
    *to = 1.0;
    for (int32_t k = 0; k < 3; k++) {
        double slope = at_b[k] - at_a[k];
        if (fabs(slope) < 1e-12) {
            if (at_a[k] < -1e-12) {
                return false;
            }
        } else if (slope > 0.0) {
            *from = bi_max(*from, -at_a[k] / slope);
        } else {
            *to = bi_min(*to, -at_a[k] / slope);
        }
    }
    return *to - *from > 1e-9;
}

static int by_place(const void *a, const void *b)
{
    const crossed *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1)
                              : (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static bight_status cross(drawing *d, int32_t region, const double a[2], const double b[2])
{
    d->crossed_count = 0;
    for (int32_t t = 0; t < d->mesh->triangle_count; t++) {
        double p[6], from, to;
        if (d->map->regions[t] != region) {
            continue;
        }
        bi_triangle_places(d->mesh, t, p);
        if (!cut(p, a, b, &from, &to)) {
            continue;
        }
        bight_status status = bi_reserve(d->allocator, &d->crossed, &d->crossed_capacity,
                                         (int64_t)d->crossed_count + 1, sizeof *d->crossed);
        if (status != BIGHT_OK) {
            return status;
        }
        d->crossed[d->crossed_count++] = (crossed){from, to, t};
    }
    if (d->crossed_count > 1) {
        qsort(d->crossed, (size_t)d->crossed_count, sizeof *d->crossed, by_place);
    }
    return BIGHT_OK;
}

// ---- points ---------------------------------------------------------------------------------------------

static bight_status put(drawing *d, const bi_region *region, int32_t triangle, const double a[2],
                        const double b[2], double t)
{
    bight_dress_lines *lines = d->lines;
    int32_t *count = &lines->firsts[lines->strand_count];
    bight_status status = bi_reserve(d->allocator, &lines->points, &d->point_capacity, (int64_t)*count + 1,
                                     sizeof *lines->points);
    if (status != BIGHT_OK) {
        return status;
    }
    const double at[2] = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
    bight_dress_point *point = &lines->points[*count];
    double p[6], sum = 0.0, angle;
    bi_triangle_places(d->mesh, triangle, p);
    point->triangle = triangle;
    weigh(p, at, point->weights);
    for (int32_t k = 0; k < 3; k++) {
        point->weights[k] = bi_max(point->weights[k], 0.0);
        sum += point->weights[k];
    }
    for (int32_t k = 0; k < 3; k++) {
        point->weights[k] /= sum;
    }
    bi_region_lay(region, at, &point->arc, &angle);
    (*count)++;
    return BIGHT_OK;
}

// One point where the line comes into each triangle, and one where it leaves the last. A line along an edge is in the
// triangles on both its sides: the second one is passed over.
static bight_status draw(drawing *d, const bi_region *region, int32_t index, bool backwards)
{
    double a[2], b[2];
    line_of(region->given, backwards ? b : a, backwards ? a : b);
    bight_status status = cross(d, index, a, b);
    double reached = -1.0;
    int32_t last = -1;
    for (int32_t i = 0; i < d->crossed_count && status == BIGHT_OK; i++) {
        if (d->crossed[i].to > reached + 1e-9) {
            status = put(d, region, d->crossed[i].triangle, a, b, bi_max(d->crossed[i].from, reached));
            reached = d->crossed[i].to;
            last = d->crossed[i].triangle;
        }
    }
    return status == BIGHT_OK && last >= 0 ? put(d, region, last, a, b, reached) : status;
}

// A vertex as a point: the corner of a triangle that has it.
static bight_status put_vertex(drawing *d, int32_t vertex, double arc)
{
    bight_dress_lines *lines = d->lines;
    int32_t *count = &lines->firsts[lines->strand_count], corner = -1;
    for (int32_t i = 0; i < 3 * d->mesh->triangle_count && corner < 0; i++) {
        corner = d->mesh->triangles[i] == vertex ? i : -1;
    }
    bight_status status = bi_reserve(d->allocator, &lines->points, &d->point_capacity, (int64_t)*count + 1,
                                     sizeof *lines->points);
    if (status == BIGHT_OK && corner >= 0) {
        bight_dress_point *point = &lines->points[(*count)++];
        *point = (bight_dress_point){.triangle = corner / 3, .arc = arc};
        point->weights[corner % 3] = 1.0;
    }
    return status;
}

// Between two regions that leave a part of their strand free the line goes on through the cloth round the knot, where that hangs
// together: a chord could go through the knot.
static bight_status go_round(drawing *d, const bight_dress_region *regions, int32_t one, int32_t two,
                             const double arcs[2])
{
    double a[2], b[2], from[2], to[2];
    bool last = regions[two].kind == BIGHT_REGION_CIRCLE && regions[two].end == 1;
    line_of(&regions[one], a, from);
    line_of(&regions[two], last ? b : to, last ? to : b);
    int32_t *path, count, room;
    const int32_t both[2] = {one, two};
    bight_status status =
        bi_dress_bridge(d->allocator, d->mesh, d->map, both, from, to, &path, &count, &room);
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = put_vertex(d, path[i], arcs[0] + (arcs[1] - arcs[0]) * ((i + 1.0) / (count + 1.0)));
    }
    bi_free_array(d->allocator, path, (size_t)room, sizeof *path);
    return status;
}

// The region of a strand that begins first behind an arc length, -1 when there is none.
static int32_t next_region(const drawing *d, const bight_dress_region *regions, int32_t count, int32_t strand,
                           bool shared, double arc)
{
    int32_t best = -1;
    double least = HUGE_VAL;
    for (int32_t i = 0; i < count; i++) {
        double part[2];
        bi_region_part(&regions[i], shared, part);
        double begins = part[0] * d->pipe->strands[strand].length;
        if (regions[i].strand == strand && begins > arc && begins < least) {
            best = i;
            least = begins;
        }
    }
    return best;
}

// The regions of a strand, in the order in which they lie on it.
static bight_status draw_strand(drawing *d, const bight_dress_region *regions, int32_t count, int32_t strand,
                                bight_error *error)
{
    int32_t shared = 0;
    for (int32_t i = 0; i < count; i++) {
        shared += regions[i].strand == strand;
    }
    double arc = -1.0, reached = -1.0;
    int32_t previous = -1;
    for (int32_t i = next_region(d, regions, count, strand, shared > 1, arc); i >= 0;
         i = next_region(d, regions, count, strand, shared > 1, arc)) {
        bool last = regions[i].kind == BIGHT_REGION_CIRCLE && regions[i].end == 1;
        int32_t before = d->lines->firsts[d->lines->strand_count];
        // only arc lengths are asked of the region, so neither thickness nor the way round matters
        bi_region region = bi_region_begin(d->pipe, &regions[i], 0.001, 0.6, shared > 1, false);
        double part[2];
        bi_region_part(&regions[i], shared > 1, part);
        arc = part[0] * d->pipe->strands[strand].length;
        const double gap[2] = {reached, arc};
        bight_status status =
            previous >= 0 && arc > reached ? go_round(d, regions, previous, i, gap) : BIGHT_OK;
        before = d->lines->firsts[d->lines->strand_count];
        status = status == BIGHT_OK ? draw(d, &region, i, last) : status;
        reached = part[1] * d->pipe->strands[strand].length;
        previous = i;
        if (status != BIGHT_OK) {
            return bi_fail(error, status, 0, "no memory for the middle line of region %d", i + 1);
        }
        if (d->lines->firsts[d->lines->strand_count] < before + 2) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "the middle line of region %d at (%.4g, %.4g) misses its triangles: make the "
                           "region wider or the mesh finer",
                           i + 1, regions[i].centre[0], regions[i].centre[1]);
        }
    }
    return BIGHT_OK;
}

bight_status bight_dress_lines_make(const bight_env *env, const bight_cloth_mesh *mesh,
                                    const bight_pipe *pipe, const bight_dress_region *regions,
                                    int32_t region_count, const bight_dress_map *map,
                                    bight_dress_lines *lines, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    drawing d = {.allocator = allocator, .mesh = mesh, .pipe = pipe, .map = map, .lines = lines};
    *lines = (bight_dress_lines){0};
    int32_t *firsts = bi_new_array(allocator, (size_t)pipe->strand_count + 1, sizeof *firsts);
    bight_status status =
        firsts != NULL ? BIGHT_OK : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for lines");
    lines->firsts = firsts;
    for (int32_t s = 0; s < pipe->strand_count && status == BIGHT_OK; s++) {
        lines->strand_count = s + 1;
        firsts[s + 1] = firsts[s];
        status = draw_strand(&d, regions, region_count, s, error);
    }
    bi_free_array(allocator, d.crossed, (size_t)d.crossed_capacity, sizeof *d.crossed);

    // as many as there are, so that they can be given back by their number
    bight_dress_point *grown = lines->points;
    int32_t count = firsts != NULL ? firsts[lines->strand_count] : 0;
    lines->points = NULL;
    if (status == BIGHT_OK) {
        lines->points = bi_new_array(allocator, (size_t)count, sizeof *lines->points);
        status =
            lines->points != NULL ? status : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for lines");
    }
    if (status == BIGHT_OK) {
        memcpy(lines->points, grown, (size_t)count * sizeof *grown);
    }
    bi_free_array(allocator, grown, (size_t)d.point_capacity, sizeof *grown);
    if (status != BIGHT_OK) {
        bi_free_array(allocator, firsts, (size_t)pipe->strand_count + 1, sizeof *firsts);
        *lines = (bight_dress_lines){0};
    }
    return status;
}

void bight_dress_lines_free(const bight_allocator *allocator, bight_dress_lines *lines)
{
    if (lines != NULL && lines->firsts != NULL) {
        bi_free_array(allocator, lines->points, (size_t)lines->firsts[lines->strand_count],
                      sizeof *lines->points);
        bi_free_array(allocator, lines->firsts, (size_t)lines->strand_count + 1, sizeof *lines->firsts);
    }
    if (lines != NULL) {
        *lines = (bight_dress_lines){0};
    }
}

void bight_dress_lines_at(const bight_dress_lines *lines, const bight_vec3 *positions,
                          const int32_t *triangles, bight_vec3 *places)
{
    int32_t count = lines->firsts != NULL ? lines->firsts[lines->strand_count] : 0;
    for (int32_t i = 0; i < count; i++) {
        const bight_dress_point *point = &lines->points[i];
        const int32_t *v = triangles + 3 * (size_t)point->triangle;
        bight_vec3 at = v3_mul(point->weights[0], positions[v[0]]);
        at = v3_madd(at, point->weights[1], positions[v[1]]);
        places[i] = v3_madd(at, point->weights[2], positions[v[2]]);
    }
}
