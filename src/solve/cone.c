// SPDX-License-Identifier: MIT

#include "core/assert.h"
#include "core/vec3.h"
#include "solve/cone_parts.h"

// Sweeps in a row where Newton steps do not help, and Newton steps in all.
#define SWEEPS 5
#define STEPS 24

// Projected steps on the disc of a sliding contact.
#define SLIDES 4

// A contact that slides so far that less than this share of its force turns with the others has one unknown.
#define TURNS 0.3

// Numbers that an array of others takes.
static size_t numbers(size_t bytes)
{
    return (bytes + sizeof(double) - 1) / sizeof(double);
}

size_t bi_cone_scratch(int32_t count)
{
    size_t n = 3 * (size_t)count, most = n < BI_CONE_NEWTON_MOST ? n : BI_CONE_NEWTON_MOST;
    return 5 * n + most * (most + 1) + numbers(most * sizeof(int32_t)) +
           2 * numbers((size_t)count * sizeof(bi_cone_contact));
}

static bi_cone_work work_of(const bi_cone_problem *p)
{
    size_t n = 3 * (size_t)p->count, most = n < BI_CONE_NEWTON_MOST ? n : BI_CONE_NEWTON_MOST;
    size_t contacts = numbers((size_t)p->count * sizeof(bi_cone_contact));
    bi_cone_work w = {.v = p->scratch};
    w.from = w.v + n;
    w.v_from = w.from + n;
    w.to = w.v_from + n;
    w.v_to = w.to + n;
    w.now = (bi_cone_contact *)(w.v_to + n);
    w.taken = (bi_cone_contact *)((double *)w.now + contacts);
    w.lu = (double *)w.taken + contacts;
    w.right = w.lu + most * most;
    w.pivot = (int32_t *)(w.right + most);
    return w;
}

// ---- where it stands ---------------------------------------------------------------------------------

// v += the columns of contact i times `by`. W is symmetric: its rows are its columns.
static void add_columns(const bi_cone_problem *p, int32_t i, const double by[3], double *restrict v)
{
    int32_t n = 3 * p->count;
    const double *restrict w0 = p->w + (ptrdiff_t)(3 * i) * n, *restrict w1 = w0 + n, *restrict w2 = w1 + n;
    double b0 = by[0], b1 = by[1], b2 = by[2];
    for (int32_t k = 0; k < n; k++) {
        v[k] += b0 * w0[k] + b1 * w1[k] + b2 * w2[k];
    }
}

void bi_cone_velocities(const bi_cone_problem *p, double *v)
{
    for (int32_t i = 0; i < 3 * p->count; i++) {
        v[i] = p->free[i];
    }
    for (int32_t i = 0; i < p->count; i++) {
        const double *f = p->force + 3 * i;
        if (f[0] != 0.0 || f[1] != 0.0 || f[2] != 0.0) {
            add_columns(p, i, f, v);
        }
    }
}

double bi_cone_look(const bi_cone_problem *p, const double *v, bi_cone_contact *contact)
{
    double worst = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        const double *f = p->force + 3 * i, *u = v + 3 * i;
        bi_cone_contact *c = &contact[i];
        c->state = BI_CONE_OPEN;
        if (!(c->own[0] > 0.0)) {
            continue;
        }

        // the cone's projection of p
        double normal = f[0] - u[0] / c->own[0], most = p->friction[i] * bi_max(f[0], 0.0);
        double x = f[1] - u[1] / c->own[1], y = f[2] - u[2] / c->own[1], size = sqrt(x * x + y * y);
        double part = size > most ? most / size : 1.0, off_x = f[1] - part * x, off_y = f[2] - part * y;
        worst = bi_max(worst, fabs(f[0] - bi_max(normal, 0.0)) * c->own[0]);
        worst = bi_max(worst, sqrt(off_x * off_x + off_y * off_y) * c->own[1]);

        // and what follows from it
        if (normal > 0.0) {
            bool sticks = size <= most && most > 0.0;
            c->share = size > 0.0 ? most / size : 0.0;
            c->d[0] = size > 0.0 ? x / size : 0.0;
            c->d[1] = size > 0.0 ? y / size : 0.0;
            c->state = sticks ? BI_CONE_STICK : c->share > TURNS ? BI_CONE_TURN : BI_CONE_SLIDE;
        }
    }
    return worst;
}

// ---- sweeps ------------------------------------------------------------------------------------------

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

// ---- the solve ---------------------------------------------------------------------------------------

// W + hold own and free - hold own guess, and each contact's own compliances.
static void hold_back(const bi_cone_problem *p, bi_cone_contact *now, bi_cone_contact *taken)
{
    int32_t n = 3 * p->count;
    for (int32_t i = 0; i < p->count; i++) {
        double *w = p->w + (ptrdiff_t)(3 * i) * n + 3 * i;
        double own[2] = {w[0], 0.5 * (w[n + 1] + w[2 * n + 2])};
        for (int32_t r = 0; r < 3; r++) {
            double more = p->hold * own[r > 0];
            w[r * n + r] += more;
            p->free[3 * i + r] -= more * p->force[3 * i + r];
        }
        now[i] = taken[i] = (bi_cone_contact){.own = {(1.0 + p->hold) * own[0], (1.0 + p->hold) * own[1]}};
    }
}

double bi_cone_solve(const bi_cone_problem *p)
{
    BI_ASSERT(p->count >= 0 && p->enough > 0.0 && p->hold >= 0.0);
    bi_cone_work work = work_of(p);
    hold_back(p, work.now, work.taken);

    // where the guess stands
    bi_cone_velocities(p, work.v);
    double error = bi_cone_look(p, work.v, work.now);

    // Newton steps, and sweeps where they do not help
    int32_t steps = STEPS, done = 0;
    while (error > p->enough) {
        double before = error;
        error = bi_cone_newton(p, &work, error, &steps);
        if (error <= p->enough || done >= p->sweeps) {
            break;
        }
        if (error <= 0.5 * before && steps > 0) {
            continue;
        }
        for (int32_t k = 0; k < SWEEPS; k++, done++) {
            sweep(p, work.v);
        }
        error = bi_cone_look(p, work.v, work.now);
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
