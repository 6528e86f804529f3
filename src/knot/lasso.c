// SPDX-License-Identifier: MIT
// Lassos: where the tails of a chain go through the surface of least area that its loop spans.
//
// The surface is a disc of rings around a middle: ring r has a vertex for each of the loop's, the outermost ring is the loop.
// Each vertex goes to the mean of its neighbours, weighed with the cotangents of the angles that face their edges in the
// surface as it is: the Dirichlet energy of a map from the surface to itself is its area, and this is its descent (Pinkall,
// Polthier 1993). Weights below zero count as zero, so that no vertex runs away.

#include "bight/chain.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "core/watch.h"
#include "geom/predicates.h"

#include <math.h>

#define LEAST_RINGS 6
#define MOST_RINGS 16
#define SWEEPS 400
#define STILL 1e-7 // the area changes by less than this part of itself in ten sweeps

typedef struct disc {
    bight_vec3 *points; ///< (1 + rings * size): the middle, then ring after ring, the loop last
    bight_vec3 *sums;   ///< (as many) scratch
    double *weights;    ///< (as many) scratch
    int32_t size, rings, count;
    bi_watch *watch;
} disc;

static int32_t at(const disc *d, int32_t ring, int32_t i)
{
    return ring == 0 ? 0 : 1 + (ring - 1) * d->size + i % d->size;
}

// Triangle t of the disc: size around the middle, then two for each field between two rings.
static bool triangle(const disc *d, int32_t t, int32_t corner[3])
{
    int32_t ring = t < d->size ? 0 : 1 + (t - d->size) / (2 * d->size);
    if (ring >= d->rings) {
        return false;
    }
    int32_t k = ring == 0 ? t : (t - d->size) % (2 * d->size), i = ring == 0 ? k : k / 2;
    corner[0] = at(d, ring, i);
    corner[1] = at(d, ring + 1, k % 2 == 0 || ring == 0 ? i : i + 1);
    corner[2] = ring == 0 || k % 2 == 0 ? at(d, ring + 1, i + 1) : at(d, ring, i + 1);
    return true;
}

static double area_of(const disc *d)
{
    double area = 0.0;
    int32_t c[3];
    for (int32_t t = 0; triangle(d, t, c); t++) {
        bight_vec3 u = v3_sub(d->points[c[1]], d->points[c[0]]), v = v3_sub(d->points[c[2]], d->points[c[0]]);
        area += 0.5 * v3_length(v3_cross(u, v));
    }
    return area;
}

// All inner vertices at once to the weighed mean of their neighbours.
static void sweep(disc *d)
{
    for (int32_t i = 0; i < d->count; i++) {
        d->sums[i] = v3(0, 0, 0);
        d->weights[i] = 0.0;
    }
    int32_t c[3];
    for (int32_t t = 0; triangle(d, t, c); t++) {
        for (int32_t k = 0; k < 3; k++) {
            // the edge from p to q is faced by the angle at o, whose cotangent is u.v / |u x v|
            int32_t p = c[k], q = c[(k + 1) % 3], o = c[(k + 2) % 3];
            bight_vec3 u = v3_sub(d->points[p], d->points[o]), v = v3_sub(d->points[q], d->points[o]);
            double sine = v3_length(v3_cross(u, v)), weight = sine > 0.0 ? v3_dot(u, v) / sine : 0.0;
            weight = weight < 1e-3 ? 1e-3 : weight > 1e3 ? 1e3 : weight;
            d->sums[p] = v3_madd(d->sums[p], weight, d->points[q]);
            d->sums[q] = v3_madd(d->sums[q], weight, d->points[p]);
            d->weights[p] += weight;
            d->weights[q] += weight;
        }
    }
    for (int32_t i = 0; i < d->count - d->size; i++) {
        d->points[i] = v3_mul(1.0 / d->weights[i], d->sums[i]);
    }
}

static void relax(disc *d, double *area)
{
    *area = area_of(d);
    for (int32_t k = 1; k <= SWEEPS && !bi_watch_stops(d->watch, 100 * (int64_t)d->count); k++) {
        sweep(d);
        if (k % 10 == 0) {
            double now = area_of(d);
            bool still = fabs(now - *area) <= STILL * *area;
            *area = now;
            if (still) {
                break;
            }
        }
    }
}

// From the loop to its middle in equal steps.
static void fill(disc *d, const bight_vec3 *loop)
{
    bight_vec3 middle = v3(0, 0, 0);
    for (int32_t i = 0; i < d->size; i++) {
        middle = v3_madd(middle, 1.0 / d->size, loop[i]);
    }
    d->points[0] = middle;
    for (int32_t r = 1; r <= d->rings; r++) {
        double part = (double)r / d->rings;
        for (int32_t i = 0; i < d->size; i++) {
            bight_vec3 to = v3_sub(loop[i], middle);
            d->points[at(d, r, i)] = r == d->rings ? loop[i] : v3_madd(middle, part, to);
        }
    }
}

// Does the edge p, q go through the triangle? +1 from below, seen with its corners counter-clockwise; 0 no. As if all
// vertices were displaced by infinitely little, so that an edge of the surface is never met twice.
static int32_t goes_through(const disc *d, const int32_t c[3], bight_vec3 p, bight_vec3 q, int32_t rank)
{
    const bight_vec3 *x = d->points;
    const bight_vec3 below[4] = {x[c[0]], x[c[1]], x[c[2]], p}, above[4] = {x[c[0]], x[c[1]], x[c[2]], q};
    const int32_t below_ranks[4] = {c[0], c[1], c[2], rank}, above_ranks[4] = {c[0], c[1], c[2], rank + 1};
    int32_t from = bi_orient3d_displaced(below, below_ranks), to = bi_orient3d_displaced(above, above_ranks);
    if (from == to) {
        return 0;
    }
    int32_t side = 0;
    for (int32_t k = 0; k < 3; k++) {
        int32_t i = c[k], j = c[(k + 1) % 3];
        const bight_vec3 four[4] = {p, q, x[i], x[j]};
        const int32_t ranks[4] = {rank, rank + 1, i, j};
        int32_t sign = bi_orient3d_displaced(four, ranks);
        if (side != 0 && sign != side) {
            return 0;
        }
        side = sign;
    }
    return to;
}

// Edges of the tails from vertex `from` to vertex `to` against all triangles. An edge that begins in the loop leaves it there.
static void count_tail(const disc *d, const bight_curve *curve, int32_t from, int32_t to, int32_t loop_vertex,
                       int32_t boundary, bight_piercing *piercings, int32_t most, int32_t *count)
{
    for (int32_t e = from; e < to && !bi_watch_stops(d->watch, 20 * (int64_t)d->count); e++) {
        bight_vec3 p = curve->points[e], q = curve->points[e + 1];
        int32_t c[3];
        for (int32_t t = 0; triangle(d, t, c); t++) {
            bool touches = (e == loop_vertex || e + 1 == loop_vertex) &&
                           (c[0] == boundary || c[1] == boundary || c[2] == boundary);
            int32_t sign = touches ? 0 : goes_through(d, c, p, q, d->count + e);
            if (sign != 0 && *count < most) {
                piercings[*count] = (bight_piercing){e, sign};
            }
            *count += sign != 0;
        }
    }
}

bight_status bight_lasso_piercings(const bight_env *env, const bight_curve *curve, int32_t first,
                                   int32_t last, bight_piercing *piercings, int32_t most, int32_t *count,
                                   double *area, bight_error *error)
{
    bool good = curve != NULL && curve->points != NULL && count != NULL && !curve->closed && first >= 0 &&
                last < curve->count && last - first >= 2 && (most == 0 || piercings != NULL);
    for (int32_t i = 0; good && i < curve->count; i++) {
        good = v3_is_finite(curve->points[i]);
    }
    if (!good) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "a lasso needs an open chain of finite points, and two vertices of it that are no neighbours");
    }
    *count = 0;

    // the disc that the loop spans
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bi_watch watch = bi_watch_from(env);
    disc d = {.size = last - first + 1, .watch = &watch};
    d.rings = d.size / 6 < LEAST_RINGS ? LEAST_RINGS : d.size / 6 > MOST_RINGS ? MOST_RINGS : d.size / 6;
    d.count = 1 + d.rings * d.size;
    size_t total = (size_t)d.count;
    d.points = bi_new_array(allocator, total, sizeof *d.points);
    d.sums = bi_new_array(allocator, total, sizeof *d.sums);
    d.weights = bi_new_array(allocator, total, sizeof *d.weights);
    bight_status status =
        d.points != NULL && d.sums != NULL && d.weights != NULL
            ? BIGHT_OK
            : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the surface of a lasso");
    double least = 0.0;
    if (status == BIGHT_OK) {
        fill(&d, curve->points + first);
        relax(&d, &least);
        count_tail(&d, curve, 0, first, first, at(&d, d.rings, 0), piercings, most, count);
        count_tail(&d, curve, last, curve->count - 1, last, at(&d, d.rings, d.size - 1), piercings, most,
                   count);
        status = watch.stopped
                     ? bi_fail(error, BIGHT_ERROR_STOPPED, 0, "%s", bight_status_text(BIGHT_ERROR_STOPPED))
                     : BIGHT_OK;
    }
    if (area != NULL) {
        *area = least;
    }
    bi_free_array(allocator, d.points, total, sizeof *d.points);
    bi_free_array(allocator, d.sums, total, sizeof *d.sums);
    bi_free_array(allocator, d.weights, total, sizeof *d.weights);
    return status;
}

void bight_lasso_deep(bight_piercing *piercings, int32_t count, int32_t first, int32_t apart, int32_t deep[2])
{
    // a pair that is taken out may make neighbours of two others: as with brackets, the last one kept is looked at
    int32_t kept = 0;
    deep[0] = deep[1] = 0;
    for (int32_t i = 0; i < count; i++) {
        bool pair = kept > 0 && piercings[kept - 1].sign != piercings[i].sign &&
                    piercings[i].vertex - piercings[kept - 1].vertex < apart &&
                    (piercings[kept - 1].vertex < first) == (piercings[i].vertex < first);
        if (pair) {
            kept--;
        } else {
            piercings[kept++] = piercings[i];
        }
    }
    for (int32_t i = 0; i < kept; i++) {
        deep[piercings[i].vertex < first ? 0 : 1]++;
    }
}
