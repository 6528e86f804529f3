// SPDX-License-Identifier: MIT

#include "solve/coulomb.h"

#include "core/assert.h"
#include "core/vec3.h"

#include <string.h>

// Sweeps before the first Newton step and after each, Newton steps, and sweeps in all.
#define FIRST_SWEEPS 15
#define SWEEPS_BETWEEN 6
#define NEWTON_STEPS 8
#define MOST_SWEEPS 300

// Newton is a dense elimination: not for more unknowns than this.
#define MOST_UNKNOWNS 240

// Projected steps of a contact that slides.
#define SLIDE_STEPS 4

int64_t bi_coulomb_scratch(int32_t count)
{
    int64_t unknowns = bi_min_int(3 * count, MOST_UNKNOWNS);
    return 6 * (int64_t)count + unknowns * (unknowns + 1) + 2 * unknowns;
}

// ---- one contact -------------------------------------------------------------------------------------

static double row_times(const bi_coulomb *p, int32_t row)
{
    int32_t n = 3 * p->count;
    const double *w = p->w + (ptrdiff_t)row * n;
    double a = 0.0, b = 0.0, c = 0.0;
    for (int32_t k = 0; k < n; k += 3) {
        a += w[k] * p->force[k];
        b += w[k + 1] * p->force[k + 1];
        c += w[k + 2] * p->force[k + 2];
    }
    return p->start[row] + (a + b + c);
}

static void into_disc(double most, double f[2])
{
    double squared = f[0] * f[0] + f[1] * f[1];
    if (squared > most * most) {
        double part = most / sqrt(squared);
        f[0] *= part;
        f[1] *= part;
    }
}

// Solve one contact with all others as they are. @return What that changes v of the contact by, at most.
static double relax(const bi_coulomb *p, int32_t i)
{
    int32_t n = 3 * p->count, r = 3 * i;
    const double *w0 = p->w + (ptrdiff_t)r * n + r, *w1 = w0 + n, *w2 = w1 + n;
    double *f = p->force + r;
    double normal = bi_max(f[0] - row_times(p, r) / w0[0], 0.0), by = normal - f[0];
    double change = fabs(by) * w0[0];
    f[0] = normal;

    // the tangents: stick if the cone allows it
    double v[2] = {row_times(p, r + 1), row_times(p, r + 2)}, most = p->friction[i] * normal;
    double a = w1[1], b = w1[2], d = w2[2], det = a * d - b * b;
    double old[2] = {f[1], f[2]}, to[2] = {0.0, 0.0};
    if (det > 0.0) {
        to[0] = old[0] - (d * v[0] - b * v[1]) / det;
        to[1] = old[1] - (a * v[1] - b * v[0]) / det;
    }
    if (!(det > 0.0) || to[0] * to[0] + to[1] * to[1] > most * most) {
        // slide: projected steps of the length that the greater eigenvalue allows
        double half = 0.5 * (a - d), greatest = 0.5 * (a + d) + sqrt(half * half + b * b);
        to[0] = old[0];
        to[1] = old[1];
        into_disc(most, to);
        for (int32_t k = 0; k < SLIDE_STEPS && greatest > 0.0; k++) {
            double x = to[0] - old[0], y = to[1] - old[1];
            to[0] -= (v[0] + a * x + b * y) / greatest;
            to[1] -= (v[1] + b * x + d * y) / greatest;
            into_disc(most, to);
        }
    }
    f[1] = to[0];
    f[2] = to[1];
    return bi_max(change, bi_max(fabs(to[0] - old[0]) * a, fabs(to[1] - old[1]) * d));
}

static double sweep(const bi_coulomb *p)
{
    double worst = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        worst = bi_max(worst, relax(p, i));
    }
    return worst;
}

// ---- Newton on the sets --------------------------------------------------------------------------------

// Gauss elimination with row pivots, right side in the last column. @return False when singular.
static bool eliminate(double *a, int32_t n)
{
    int32_t width = n + 1;
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(a[i * width + k]) > fabs(a[best * width + k]) ? i : best;
        }
        double pivot = a[best * width + k];
        if (!(fabs(pivot) > 1e-300)) {
            return false;
        }
        for (int32_t j = k; j < width && best != k; j++) {
            double swap = a[k * width + j];
            a[k * width + j] = a[best * width + j];
            a[best * width + j] = swap;
        }
        for (int32_t i = k + 1; i < n; i++) {
            double by = a[i * width + k] / pivot;
            for (int32_t j = k; j < width && by != 0.0; j++) {
                a[i * width + j] -= by * a[k * width + j];
            }
        }
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        double sum = a[k * width + n];
        for (int32_t j = k + 1; j < n; j++) {
            sum -= a[k * width + j] * a[j * width + n];
        }
        a[k * width + n] = sum / a[k * width + k];
    }
    return true;
}

// Contacts that touch: v_n = 0. Those of them that stick: v_t = 0 too. Those that slide keep the direction d of their
// force, so f_t = friction f_n d goes with the normal's column.
static bool newton(const bi_coulomb *p)
{
    int32_t n = 3 * p->count, unknowns = 0;
    double *d = p->scratch + n, *a = d + n;
    double *row_of = a + (ptrdiff_t)bi_min_int(n, MOST_UNKNOWNS) * (bi_min_int(n, MOST_UNKNOWNS) + 1);
    for (int32_t i = 0; i < p->count; i++) {
        const double *f = p->force + 3 * i;
        double most = p->friction[i] * f[0], size = sqrt(f[1] * f[1] + f[2] * f[2]);
        bool closed = f[0] > 0.0, stick = closed && size < most * (1.0 - 1e-9);
        d[3 * i] = 0.0;
        d[3 * i + 1] = size > 0.0 && !stick ? p->friction[i] * f[1] / size : 0.0;
        d[3 * i + 2] = size > 0.0 && !stick ? p->friction[i] * f[2] / size : 0.0;
        if (unknowns + 3 > MOST_UNKNOWNS) {
            return false;
        }
        for (int32_t k = 0; k < (stick ? 3 : closed ? 1 : 0); k++) {
            row_of[unknowns++] = 3 * i + k;
        }
    }
    if (unknowns == 0) {
        return false;
    }
    for (int32_t r = 0; r < unknowns; r++) {
        int32_t row = (int32_t)row_of[r];
        const double *w = p->w + (ptrdiff_t)row * n;
        for (int32_t c = 0; c < unknowns; c++) {
            int32_t column = (int32_t)row_of[c];
            double entry = w[column];
            if (column % 3 == 0) {
                entry += w[column + 1] * d[column + 1] + w[column + 2] * d[column + 2];
            }
            a[r * (unknowns + 1) + c] = entry;
        }
        a[r * (unknowns + 1) + unknowns] = -p->start[row];
    }
    if (!eliminate(a, unknowns)) {
        return false;
    }
    for (int32_t r = 0; r < unknowns; r++) {
        p->force[(int32_t)row_of[r]] = a[r * (unknowns + 1) + unknowns];
    }
    for (int32_t i = 0; i < p->count; i++) {
        double *f = p->force + 3 * i;
        f[0] = bi_max(f[0], 0.0);
        if (d[3 * i + 1] != 0.0 || d[3 * i + 2] != 0.0) {
            f[1] = f[0] * d[3 * i + 1];
            f[2] = f[0] * d[3 * i + 2];
        }
        into_disc(p->friction[i] * f[0], f + 1);
    }
    return true;
}

double bi_coulomb_solve(const bi_coulomb *p, int32_t *sweeps)
{
    size_t bytes = 3 * (size_t)p->count * sizeof *p->force;
    double error = HUGE_VAL;
    *sweeps = 0;
    for (int32_t i = 0; i < p->count; i++) {
        BI_ASSERT(p->w[(ptrdiff_t)(3 * i) * (3 * p->count) + 3 * i] > 0.0);
        p->force[3 * i] = bi_max(p->force[3 * i], 0.0);
        into_disc(p->friction[i] * p->force[3 * i], p->force + 3 * i + 1);
    }
    for (int32_t k = 0; k < FIRST_SWEEPS && error > p->enough; k++) {
        error = sweep(p);
        ++*sweeps;
    }
    bool helps = true;
    for (int32_t step = 0; step < NEWTON_STEPS && error > p->enough && helps; step++) {
        // a step that makes it worse is taken back
        memcpy(p->scratch, p->force, bytes);
        double after = HUGE_VAL;
        helps = newton(p);
        for (int32_t k = 0; k < SWEEPS_BETWEEN && helps && after > p->enough; k++) {
            after = sweep(p);
            ++*sweeps;
        }
        if (helps && after < error) {
            error = after;
        } else if (helps) {
            memcpy(p->force, p->scratch, bytes);
            error = sweep(p);
            ++*sweeps;
            helps = false;
        }
    }
    while (error > p->enough && *sweeps < MOST_SWEEPS) {
        error = sweep(p);
        ++*sweeps;
    }
    return error;
}
