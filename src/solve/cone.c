// SPDX-License-Identifier: MIT

#include "solve/cone.h"

#include "core/assert.h"
#include "core/vec3.h"

#include <string.h>

// Newton steps in a row, and sweeps between two rows of them.
#define NEWTONS 3
#define SWEEPS 10

// Newton steps solve dense systems: no larger ones than this.
#define NEWTON_MOST 180

// More contacts than a knot has degrees of freedom: the forces that differ least from the last ones are taken, by
// v + share x w (force - last force) = 0 instead of v = 0 (proximal point method).
#define PROXIMITY 1e-6

// Projected steps on the disc of a sliding contact.
#define SLIDES 4

size_t bi_cone_scratch(int32_t count)
{
    size_t n = 3 * (size_t)count, most = n < NEWTON_MOST ? n : NEWTON_MOST;
    return 2 * n + most * (most + 1) + (size_t)count;
}

// The tangential force of contact i that stops its slip, or the one on the rim of its disc.
// @param slip Without this contact's tangential forces.
static void stop_slip(const double w[4], const double slip[2], double most, double force[2])
{
    double det = w[0] * w[3] - w[1] * w[2];
    if (det > 1e-12 * w[0] * w[3]) {
        double x = -(w[3] * slip[0] - w[1] * slip[1]) / det, y = -(w[0] * slip[1] - w[2] * slip[0]) / det;
        if (x * x + y * y <= most * most) {
            force[0] = x;
            force[1] = y;
            return;
        }
    }
    double step = 1.0 / (w[0] + w[3]), x = force[0], y = force[1];
    for (int32_t k = 0; k < SLIDES; k++) {
        double vx = slip[0] + w[0] * x + w[1] * y, vy = slip[1] + w[2] * x + w[3] * y;
        x -= step * vx;
        y -= step * vy;
        double size = sqrt(x * x + y * y), scale = size > most ? most / size : 1.0;
        x *= scale;
        y *= scale;
    }
    force[0] = x;
    force[1] = y;
}

// v += the columns of contact i times `by`. W is symmetric: its rows are its columns.
static void add_columns(const bi_cone_problem *p, int32_t i, const double by[3], double *restrict v)
{
    int32_t n = 3 * p->count;
    const double *w0 = p->w + (ptrdiff_t)(3 * i) * n, *w1 = w0 + n, *w2 = w1 + n;
    for (int32_t k = 0; k < n; k++) {
        v[k] += by[0] * w0[k] + by[1] * w1[k] + by[2] * w2[k];
    }
}

// One Gauss-Seidel sweep, with v = W force + free kept up to date.
static void sweep(const bi_cone_problem *p, double *v)
{
    int32_t n = 3 * p->count;
    for (int32_t i = 0; i < p->count; i++) {
        int32_t d = 3 * i;
        const double *w0 = p->w + (ptrdiff_t)d * n + d, *w1 = w0 + n, *w2 = w1 + n;
        double *force = p->force + d, old[3] = {force[0], force[1], force[2]};
        if (!(w0[0] > 0.0)) {
            continue;
        }

        // normal: lambda_n <- max(0, lambda_n - v_n / W_nn)
        force[0] = bi_max(0.0, old[0] - v[d] / w0[0]);

        // tangents, after the change of the normal force
        double most = p->friction[i] * force[0], by = force[0] - old[0];
        if (most > 0.0) {
            double block[4] = {w1[1], w1[2], w2[1], w2[2]};
            double slip[2] = {v[d + 1] + w1[0] * by - block[0] * old[1] - block[1] * old[2],
                              v[d + 2] + w2[0] * by - block[2] * old[1] - block[3] * old[2]};
            stop_slip(block, slip, most, force + 1);
        } else {
            force[1] = force[2] = 0.0;
        }
        double change[3] = {by, force[1] - old[1], force[2] - old[2]};
        if (change[0] != 0.0 || change[1] != 0.0 || change[2] != 0.0) {
            add_columns(p, i, change, v);
        }
    }
}

// ---- Newton on the present sets --------------------------------------------------------------------------

// Gaussian elimination with column pivots of an n x n system with one right side behind the columns.
static bool solve_dense(double *a, int32_t n, int32_t stride)
{
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(a[(ptrdiff_t)i * stride + k]) > fabs(a[(ptrdiff_t)best * stride + k]) ? i : best;
        }

        // the row with the greatest number in this column goes to the top
        double *pivot = a + (ptrdiff_t)best * stride, *top = a + (ptrdiff_t)k * stride;
        if (!(fabs(pivot[k]) > 1e-300)) {
            return false;
        }
        for (int32_t c = k; c <= n && best != k; c++) {
            double swap = top[c];
            top[c] = pivot[c];
            pivot[c] = swap;
        }

        // and is taken off the rows below
        double inverse = 1.0 / top[k];
        for (int32_t i = k + 1; i < n; i++) {
            double *row = a + (ptrdiff_t)i * stride, part = row[k] * inverse;
            if (part != 0.0) {
                for (int32_t c = k + 1; c <= n; c++) {
                    row[c] -= part * top[c];
                }
            }
        }
    }

    // back substitution
    for (int32_t k = n - 1; k >= 0; k--) {
        double *row = a + (ptrdiff_t)k * stride, sum = row[n];
        for (int32_t c = k + 1; c < n; c++) {
            sum -= row[c] * a[(ptrdiff_t)c * stride + n];
        }
        row[n] = sum / row[k];
    }
    return true;
}

// v = W force + free
static void velocities(const bi_cone_problem *p, double *v)
{
    int32_t n = 3 * p->count;
    for (int32_t i = 0; i < n; i++) {
        const double *w = p->w + (ptrdiff_t)i * n;
        double sum = p->free[i];
        for (int32_t k = 0; k < n; k++) {
            sum += w[k] * p->force[k];
        }
        v[i] = sum;
    }
}

// The compliances of a contact along its normal and, on average, along its tangents.
static void own_compliance(const bi_cone_problem *p, int32_t i, double own[2])
{
    int32_t n = 3 * p->count, d = 3 * i;
    own[0] = p->w[(ptrdiff_t)d * n + d];
    own[1] = 0.5 * (p->w[(ptrdiff_t)(d + 1) * n + d + 1] + p->w[(ptrdiff_t)(d + 2) * n + d + 2]);
}

// How far the forces are from the answer: greatest |force - projection(force - v / w)| w, metres.
static double error_of(const bi_cone_problem *p, const double *v)
{
    double worst = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        const double *f = p->force + 3 * i, *u = v + 3 * i;
        double own[2];
        own_compliance(p, i, own);
        if (!(own[0] > 0.0)) {
            continue;
        }
        double normal = bi_max(f[0] - u[0] / own[0], 0.0), most = p->friction[i] * bi_max(f[0], 0.0);
        double x = f[1] - u[1] / own[1], y = f[2] - u[2] / own[1], size = sqrt(x * x + y * y);
        double part = size > most ? most / size : 1.0;
        worst = bi_max(worst, fabs(f[0] - normal) * own[0]);
        x = f[1] - part * x;
        y = f[2] - part * y;
        worst = bi_max(worst, sqrt(x * x + y * y) * own[1]);
    }
    return worst;
}

// One step of the semismooth Newton method of Alart and Curnier (1991) on the closed contacts. With p = force - v / w
// along the tangents and d = p / |p|:
//   open     force = 0
//   closed   gap = 0, and
//   sticks   slip = 0 where |p| <= friction x normal force, else
//   slides   tangent = friction (normal d + (old normal / |p|) (I - d d^T) (tangent - slip / w)).
// @param proximity Share of each row's own compliance that holds the forces back (PROXIMITY).
// @param index (count)  scratch: the first unknown of a closed contact, or -1.
static bool newton(const bi_cone_problem *p, const double *v, double proximity, double *a, int32_t *index)
{
    int32_t n = 3 * p->count, size = 0;
    for (int32_t i = 0; i < p->count; i++) {
        double own[2];
        own_compliance(p, i, own);
        bool closed = own[0] > 0.0 && p->force[3 * i] - v[3 * i] / own[0] > 0.0;
        index[i] = closed ? size : -1;
        size += closed ? 3 : 0;
    }
    if (size > NEWTON_MOST) {
        return false;
    }

    // rows in the order of the unknowns, the right side behind them
    int32_t stride = size + 1;
    for (int32_t i = 0; i < p->count; i++) {
        if (index[i] < 0) {
            continue;
        }
        double *row = a + (ptrdiff_t)index[i] * stride;
        for (int32_t r = 0; r < 3; r++) {
            const double *w = p->w + (ptrdiff_t)(3 * i + r) * n;
            for (int32_t k = 0; k < p->count; k++) {
                if (index[k] >= 0) {
                    memcpy(row + (ptrdiff_t)r * stride + index[k], w + 3 * k, 3 * sizeof *w);
                }
            }
            double near_by = proximity * w[3 * i + r];
            row[(ptrdiff_t)r * stride + index[i] + r] += near_by;
            row[(ptrdiff_t)r * stride + size] = -p->free[3 * i + r] + near_by * p->force[3 * i + r];
        }

        // a contact that slides has other rows for its tangents
        const double *f = p->force + 3 * i, *u = v + 3 * i;
        double own[2];
        own_compliance(p, i, own);
        double x = f[1] - u[1] / own[1], y = f[2] - u[2] / own[1], length = sqrt(x * x + y * y);
        double normal = bi_max(f[0], 0.0), most = p->friction[i] * normal;
        if (length <= most && most > 0.0) {
            continue;
        }
        double dx = length > 0.0 ? x / length : 0.0, dy = length > 0.0 ? y / length : 0.0;
        double share = length > 0.0 ? most / length : 0.0; // of (I - d d^T) = e e^T, e = (-dy, dx)
        double *one = row + stride, *two = one + stride;
        for (int32_t c = 0; c <= size; c++) {
            // e . slip of all forces; the right side has -e . free
            double across = (-dy * one[c] + dx * two[c]) * share / own[1];
            one[c] = -dy * across;
            two[c] = dx * across;
        }
        int32_t d = index[i];
        one[d] -= p->friction[i] * dx;
        two[d] -= p->friction[i] * dy;
        one[d + 1] += 1.0 - share * dy * dy;
        one[d + 2] += share * dy * dx;
        two[d + 1] += share * dx * dy;
        two[d + 2] += 1.0 - share * dx * dx;
    }
    if (!solve_dense(a, size, stride)) {
        return false;
    }
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t k = 0; k < 3; k++) {
            p->force[3 * i + k] = index[i] >= 0 ? a[(ptrdiff_t)(index[i] + k) * stride + size] : 0.0;
        }
    }
    return true;
}

// Newton steps while they make the error smaller, with as much proximity as that needs; the best forces are kept.
static double approach(const bi_cone_problem *p, double error, double *v, double *kept, double *dense,
                       int32_t *index, double *proximity)
{
    size_t bytes = 3 * (size_t)p->count * sizeof *kept;
    memcpy(kept, p->force, bytes);
    int32_t failed = 0;
    for (int32_t k = 0; k < NEWTONS && failed < 1; k++) {

        // a step, and how far its forces are from the answer
        bool done = newton(p, v, *proximity, dense, index);
        double now = HUGE_VAL;
        if (done) {
            velocities(p, v);
            now = error_of(p, v);
        }

        // a good one asks for less proximity next time, a bad one is taken back and asks for more
        if (now < error) {
            failed = 0;
            *proximity = bi_max(0.1 * *proximity, PROXIMITY);
            error = now;
            memcpy(kept, p->force, bytes);
            if (error <= p->enough) {
                break;
            }
        } else {
            failed++;
            *proximity = bi_min(30.0 * *proximity, 1.0);
            memcpy(p->force, kept, bytes);
            velocities(p, v);
        }
    }
    return error;
}

double bi_cone_solve(const bi_cone_problem *p)
{
    BI_ASSERT(p->count >= 0 && p->enough > 0.0);
    int32_t n = 3 * p->count, done = 0;
    double *v = p->scratch, *kept = v + n, *dense = kept + n;
    int32_t side = bi_min_int(n, NEWTON_MOST), *index = (int32_t *)(dense + (ptrdiff_t)side * (side + 1));

    // where the guess stands
    velocities(p, v);
    double error = error_of(p, v), proximity = PROXIMITY;

    // Newton steps near the answer, sweeps before
    while (error > p->enough) {
        if (error <= p->near_by || done >= p->sweeps) {
            error = approach(p, error, v, kept, dense, index, &proximity);
        }
        if (error <= p->enough || done >= p->sweeps) {
            break;
        }
        for (int32_t k = 0; k < SWEEPS; k++, done++) {
            sweep(p, v);
        }
        error = error_of(p, v);
    }

    // forces in their cones, to rounding
    for (int32_t i = 0; i < p->count; i++) {
        double *f = p->force + 3 * i;
        f[0] = bi_max(f[0], 0.0);
        double most = p->friction[i] * f[0], size = sqrt(f[1] * f[1] + f[2] * f[2]),
               part = size > most ? most / size : 1.0;
        f[1] *= part;
        f[2] *= part;
    }
    return error;
}
