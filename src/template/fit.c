// SPDX-License-Identifier: MIT
// Bézier strands through the points of polygons (Schneider 1990, An algorithm for automatically fitting
// digitized curves). A run of points gets one piece with given tangents at its ends, whose handles solve a
// least-squares problem of two unknowns; where that is not near enough the run is cut at its worst point, with
// one tangent for both sides.

#include "core/error.h"
#include "core/memory.h"
#include "template/model.h"

#include <stdio.h>
#include <string.h>

#define MOST_PIECES BIGHT_TEMPLATE_MAX_PIECES
#define MOST_POINTS 65536
#define IMPROVED 8
#define NAME 24

typedef struct fitter {
    const bight_vec3 *points; // (count) of the curve; a closed one begins again behind its last
    int32_t count;
    double *u; // (count + 1) parameter of each point in its run
    double tolerance;
    bight_vec3 *out; // (3 MOST_PIECES + 1)
    int32_t pieces;
} fitter;

typedef struct run {
    int32_t first, last;
    bight_vec3 out_of, into; // unit tangents along the curve at both ends
} run;

static void set_parameters(fitter *f, const run *r)
{
    f->u[r->first] = 0.0;
    for (int32_t k = r->first + 1; k <= r->last; k++) {
        f->u[k] = f->u[k - 1] + v3_distance(f->points[k - 1], f->points[k]);
    }
    double total = f->u[r->last];
    for (int32_t k = r->first; k <= r->last; k++) {
        f->u[k] = total > 0.0 ? f->u[k] / total : 0.0;
    }
}

static bight_vec3 at(const bight_vec3 p[4], double u)
{
    double v = 1.0 - u;
    bight_vec3 sum = v3_madd(v3_mul(v * v * v, p[0]), 3.0 * u * v * v, p[1]);
    return v3_madd(v3_madd(sum, 3.0 * u * u * v, p[2]), u * u * u, p[3]);
}

// Handles p1 = p0 + a t0, p2 = p3 - b t1 that bring the piece nearest to the points.
static void solve(const fitter *f, const run *r, bight_vec3 p[4])
{
    p[0] = f->points[r->first];
    p[3] = f->points[r->last];
    double c00 = 0.0, c01 = 0.0, c11 = 0.0, x0 = 0.0, x1 = 0.0;
    for (int32_t k = r->first; k <= r->last; k++) {
        double u = f->u[k], v = 1.0 - u, b1 = 3.0 * u * v * v, b2 = 3.0 * u * u * v;
        bight_vec3 a0 = v3_mul(b1, r->out_of), a1 = v3_mul(-b2, r->into);
        bight_vec3 base = v3_madd(v3_mul(v * v * v + b1, p[0]), u * u * u + b2, p[3]);
        bight_vec3 left = v3_sub(f->points[k], base);
        c00 += v3_dot(a0, a0);
        c01 += v3_dot(a0, a1);
        c11 += v3_dot(a1, a1);
        x0 += v3_dot(a0, left);
        x1 += v3_dot(a1, left);
    }
    double chord = v3_distance(p[0], p[3]), det = c00 * c11 - c01 * c01;
    double a = chord / 3.0, b = chord / 3.0;
    if (det > 1e-12 * c00 * c11) {
        a = (x0 * c11 - x1 * c01) / det;
        b = (c00 * x1 - c01 * x0) / det;
    }

    // handles that turn back, or reach beyond the piece, make loops
    if (!(a > 0.05 * chord && a < 3.0 * chord && b > 0.05 * chord && b < 3.0 * chord)) {
        a = b = chord / 3.0;
    }
    p[1] = v3_madd(p[0], a, r->out_of);
    p[2] = v3_madd(p[3], -b, r->into);
}

// One step of Newton's method towards the nearest point of the piece, for each point.
static void improve(fitter *f, const run *r, const bight_vec3 p[4])
{
    for (int32_t k = r->first + 1; k < r->last; k++) {
        double u = f->u[k], v = 1.0 - u;
        bight_vec3 a = v3_sub(p[1], p[0]), b = v3_sub(p[2], p[1]), c = v3_sub(p[3], p[2]);
        bight_vec3 d = v3_mul(3.0, v3_madd(v3_madd(v3_mul(v * v, a), 2.0 * u * v, b), u * u, c));
        bight_vec3 dd = v3_mul(6.0, v3_madd(v3_mul(v, v3_sub(b, a)), u, v3_sub(c, b)));
        bight_vec3 off = v3_sub(at(p, u), f->points[k]);
        double slope = v3_dot(d, d) + v3_dot(off, dd);
        if (slope > 0.0) {
            f->u[k] = bi_min(1.0, bi_max(0.0, u - v3_dot(off, d) / slope));
        }
    }
}

static double worst(const fitter *f, const run *r, const bight_vec3 p[4], int32_t *where)
{
    double most = 0.0;
    *where = (r->first + r->last) / 2;
    for (int32_t k = r->first + 1; k < r->last; k++) {
        double off = v3_distance(at(p, f->u[k]), f->points[k]);
        if (off > most) {
            most = off;
            *where = k;
        }
    }
    return most;
}

static bool fit_run(fitter *f, const run *r, int32_t *where)
{
    bight_vec3 p[4];
    set_parameters(f, r);
    for (int32_t round = 0; round < IMPROVED; round++) {
        solve(f, r, p);
        double off = worst(f, r, p, where);
        if (off <= f->tolerance || r->last - r->first < 2) {
            memcpy(f->out + 3 * f->pieces, p, sizeof p);
            f->pieces++;
            return true;
        }
        if (off > 16.0 * f->tolerance) {
            break;
        }
        improve(f, r, p);
    }

    // a cut near an end leaves a run of one link: cut more in the middle
    int32_t length = r->last - r->first, margin = length / 4;
    *where = *where < r->first + margin  ? r->first + margin
             : *where > r->last - margin ? r->last - margin
                                         : *where;
    *where = *where <= r->first ? r->first + 1 : *where >= r->last ? r->last - 1 : *where;
    return false;
}

static bight_vec3 tangent(const fitter *f, int32_t k, bool closed)
{
    // `count` points, and when closed the first one again behind them
    int32_t period = closed ? f->count - 1 : 0;
    int32_t before = closed ? (k + period - 1) % period : k > 0 ? k - 1 : 0;
    int32_t next = closed ? (k + 1) % period : k + 1 < f->count ? k + 1 : f->count - 1;
    bight_vec3 b = v3_sub(f->points[k], f->points[before]), n = v3_sub(f->points[next], f->points[k]);
    double lb = v3_length(b), ln = v3_length(n);

    // that of the circle through three points: each link's direction weighed by the other's length
    bight_vec3 sum = v3_add(v3_mul(lb > 0.0 ? ln / lb : 0.0, b), v3_mul(ln > 0.0 ? lb / ln : 0.0, n));
    return v3_unit(lb > 0.0 && ln > 0.0 ? sum : v3_add(b, n), v3(1, 0, 0));
}

static bight_status fit_curve(fitter *f, bool closed)
{
    // runs that are still to be fitted, the next one on top; a run is never cut into more than two
    run stack[64];
    int32_t top = 0, last = f->count - 1;
    stack[top++] = (run){0, last, tangent(f, 0, closed), tangent(f, last, closed)};
    if (closed) {
        int32_t half = last / 2;
        bight_vec3 across = tangent(f, half, true);
        stack[0] = (run){half, last, across, stack[0].out_of};
        stack[top++] = (run){0, half, stack[0].into, across};
    }
    while (top > 0) {
        run r = stack[--top];
        int32_t where;
        if (f->pieces >= MOST_PIECES) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        if (!fit_run(f, &r, &where)) {
            // runs shrink by a quarter each time: 64 hold curves of far more points than there may be
            bight_vec3 t = tangent(f, where, closed);
            if (top + 2 > (int32_t)(sizeof stack / sizeof *stack)) {
                return BIGHT_ERROR_TOO_LARGE;
            }
            stack[top++] = (run){where, r.last, t, r.into};
            stack[top++] = (run){r.first, where, r.out_of, t};
        }
    }
    return BIGHT_OK;
}

void bight_strands_free(const bight_allocator *allocator, bight_strands *strands)
{
    if (strands != NULL) {
        bi_free_array(allocator, strands->block, strands->block_size, 1);
        *strands = (bight_strands){0};
    }
}

static bight_status check_curves(const bight_curve *curves, int32_t count, double radius, double tolerance,
                                 bight_error *error)
{
    if (count < 1 || count > BIGHT_PIPE_MAX_STRANDS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d curves: give 1 to %d", (int)count,
                       BIGHT_PIPE_MAX_STRANDS);
    }
    if (!(radius > 0.0 && radius <= 10.0) || !(tolerance >= 0.0 && tolerance <= 1e3)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a radius of %g m and a tolerance of %g m: give 0 to 10 and 0 to 1000", radius,
                       tolerance);
    }
    for (int32_t i = 0; i < count; i++) {
        if (curves[i].count < (curves[i].closed ? 6 : 2) || curves[i].count > MOST_POINTS) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "curve %d has %d points: give %d to %d", (int)i,
                           (int)curves[i].count, curves[i].closed ? 6 : 2, MOST_POINTS);
        }
        for (int32_t k = 0; k < curves[i].count; k++) {
            bight_vec3 p = curves[i].points[k];
            if (!(fabs(p.x) <= 1e3 && fabs(p.y) <= 1e3 && fabs(p.z) <= 1e3)) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "point %d of curve %d is not a number, or more than 1000 m away", (int)k,
                               (int)i);
            }
        }
    }
    return BIGHT_OK;
}

// Room for everything at once: strands, names, then radii and points of the most pieces there may be.
static bight_status fit_all(const bight_allocator *allocator, const bight_curve *curves, int32_t count,
                            double radius, double tolerance, bight_strands *strands, bight_error *error)
{
    size_t each = sizeof(bight_template_strand) + NAME + (MOST_PIECES + 1) * sizeof(double) +
                  (3 * MOST_PIECES + 1) * sizeof(bight_vec3);
    size_t most = 0;
    for (int32_t i = 0; i < count; i++) {
        most = (size_t)curves[i].count + 1 > most ? (size_t)curves[i].count + 1 : most;
    }
    bight_vec3 *copy = bi_new_array(allocator, most, sizeof *copy);
    double *u = bi_new_array(allocator, most, sizeof *u);
    strands->block_size = each * (size_t)count;
    strands->block = bi_new_array(allocator, strands->block_size, 1);
    bight_status status =
        copy != NULL && u != NULL && strands->block != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    strands->strands = strands->block;
    char *more = status == BIGHT_OK ? (char *)(strands->strands + count) : NULL;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        bight_vec3 *points = (bight_vec3 *)(void *)more;
        double *radii = (double *)(points + 3 * MOST_PIECES + 1);
        char *name = (char *)(radii + MOST_PIECES + 1);
        more = name + NAME;
        snprintf(name, NAME, "strand %d", (int)i + 1);
        memcpy(copy, curves[i].points, (size_t)curves[i].count * sizeof *copy);
        copy[curves[i].count] = copy[0];
        fitter f = {copy, curves[i].count + (curves[i].closed ? 1 : 0), u, tolerance, points, 0};
        status = fit_curve(&f, curves[i].closed);
        for (int32_t k = 0; k <= f.pieces; k++) {
            radii[k] = radius;
        }
        strands->strands[i] =
            (bight_template_strand){name, points, radii, f.pieces, curves[i].closed, {0.0, 0.0}};
        strands->points[i] = points;
        strands->radii[i] = radii;
        strands->count++;
    }
    bi_free_array(allocator, u, most, sizeof *u);
    bi_free_array(allocator, copy, most, sizeof *copy);
    if (status == BIGHT_ERROR_TOO_LARGE) {
        return bi_fail(error, status, 0, "a strand needs more than %d pieces: raise the tolerance of %g m",
                       MOST_PIECES, tolerance);
    }
    return status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory for strands");
}

bight_status bight_strands_fit(const bight_env *env, const bight_curve *curves, int32_t count, double radius,
                               double tolerance, bight_strands *strands, bight_error *error)
{
    *strands = (bight_strands){0};
    bight_status status = check_curves(curves, count, radius, tolerance, error);
    if (status != BIGHT_OK) {
        return status;
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    status =
        fit_all(allocator, curves, count, radius, tolerance > 0.0 ? tolerance : 0.2 * radius, strands, error);
    if (status != BIGHT_OK) {
        bight_strands_free(allocator, strands);
    }
    return status;
}
