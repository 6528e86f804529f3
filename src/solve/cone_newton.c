// SPDX-License-Identifier: MIT
// The semismooth Newton method of Alart and Curnier (1991) on the closed contacts:
//   sticks   gap = 0, slip = 0
//   slides   gap = 0, tangent = friction (normal d + (normal / |p|) (I - d d^T) (tangent - slip / own)),
// of which the second part falls away where the contact slides far.

#include "core/vec3.h"
#include "solve/cone_parts.h"
#include "solve/dense.h"

#include <string.h>

// Newton steps are halved down to this share while they do not make the error smaller; below LEAST_GOOD sweeps go on.
#define LEAST_PART 0.02
#define LEAST_GOOD 0.2

// A step with the factor of the one before has to leave less than this share of the error.
#define CHORD 0.4

static int32_t unknowns(const bi_cone_contact *c)
{
    return c->state == BI_CONE_OPEN ? 0 : c->state == BI_CONE_SLIDE ? 1 : 3;
}

// Number the unknowns of the contacts as they are now, who are taken for the next factor.
static int32_t take(const bi_cone_problem *p, const bi_cone_work *work)
{
    int32_t size = 0;
    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &work->now[i];
        int32_t more = unknowns(c);
        c->first = more > 0 ? size : -1;
        size += more;
        work->taken[i] = *c;
    }
    return size;
}

// A row of W in the unknowns: what slides far adds friction d times its tangential columns to its normal one.
static void gather(const bi_cone_problem *p, const bi_cone_work *work, const double *w, double *row)
{
    for (int32_t k = 0; k < p->count; k++, w += 3) {
        const bi_cone_contact *c = &work->taken[k];
        if (c->state == BI_CONE_OPEN) {
            continue;
        }
        double *to = row + c->first;
        if (c->state == BI_CONE_SLIDE) {
            to[0] = w[0] + p->friction[k] * (c->d[0] * w[1] + c->d[1] * w[2]);
        } else {
            to[0] = w[0];
            to[1] = w[1];
            to[2] = w[2];
        }
    }
}

// What slides has other rows for its tangents. With e = (-d_y, d_x), across d:
//   df_t - friction d df_n - share e e^T (df_t - W df / own)
static void turn_rows(double friction, const bi_cone_contact *c, double *one, double *two, int32_t size)
{
    double x = c->d[0], y = c->d[1], part = c->share / c->own[1];
    for (int32_t k = 0; k < size; k++) {
        double across = (-y * one[k] + x * two[k]) * part;
        one[k] = -y * across;
        two[k] = x * across;
    }
    double *a = one + c->first, *b = two + c->first;
    a[0] -= friction * x;
    b[0] -= friction * y;
    a[1] += 1.0 - c->share * y * y;
    a[2] += c->share * y * x;
    b[1] += c->share * x * y;
    b[2] += 1.0 - c->share * x * x;
}

// The matrix of the present sets, and the right side that leads to the forces themselves.
static bool factor(const bi_cone_problem *p, const bi_cone_work *work, int32_t size)
{
    int32_t n = 3 * p->count;
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &work->taken[i];
        int32_t rows = unknowns(c);
        double *row = work->lu + (ptrdiff_t)(rows > 0 ? c->first : 0) * size;
        for (int32_t r = 0; r < rows; r++) {
            gather(p, work, p->w + (ptrdiff_t)(3 * i + r) * n, row + (ptrdiff_t)r * size);
            work->right[c->first + r] = -p->free[3 * i + r];
        }
        if (c->state == BI_CONE_TURN) {
            turn_rows(p->friction[i], c, row + size, row + 2 * (ptrdiff_t)size, size);
            double *right = work->right + c->first;
            double across = (-c->d[1] * right[1] + c->d[0] * right[2]) * c->share / c->own[1];
            right[1] = -c->d[1] * across;
            right[2] = c->d[0] * across;
        }
    }
    return bi_lu_factor(work->lu, size, work->pivot);
}

// The forces that the unknowns are.
static void scatter(const bi_cone_problem *p, const bi_cone_work *work)
{
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &work->taken[i];
        const double *x = work->right + c->first;
        double *f = p->force + 3 * i;
        bool open = c->state == BI_CONE_OPEN, slides = c->state == BI_CONE_SLIDE;
        f[0] = open ? 0.0 : x[0];
        f[1] = open ? 0.0 : slides ? p->friction[i] * c->d[0] * x[0] : x[1];
        f[2] = open ? 0.0 : slides ? p->friction[i] * c->d[1] * x[0] : x[2];
    }
}

static bool same_sets(const bi_cone_problem *p, const bi_cone_work *work)
{
    for (int32_t i = 0; i < p->count; i++) {
        if (work->now[i].state != work->taken[i].state) {
            return false;
        }
    }
    return true;
}

static void keep(const bi_cone_problem *p, const bi_cone_work *work)
{
    size_t bytes = 3 * (size_t)p->count * sizeof *work->v;
    memcpy(work->from, p->force, bytes);
    memcpy(work->v_from, work->v, bytes);
}

static double take_back(const bi_cone_problem *p, const bi_cone_work *work)
{
    size_t bytes = 3 * (size_t)p->count * sizeof *work->v;
    memcpy(p->force, work->from, bytes);
    memcpy(work->v, work->v_from, bytes);
    return bi_cone_look(p, work->v, work->now);
}

// The sets are those of the factor: f -= M^-1 residual, directions of what slides far as they are now.
static double chord(const bi_cone_problem *p, const bi_cone_work *work, int32_t size)
{
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &work->now[i];
        if (c->state == BI_CONE_OPEN) {
            continue;
        }
        double *right = work->right + work->taken[i].first;
        const double *f = p->force + 3 * i, *u = work->v + 3 * i;
        right[0] = u[0];
        if (c->state == BI_CONE_STICK) {
            right[1] = u[1];
            right[2] = u[2];
        } else if (c->state == BI_CONE_TURN) {
            right[1] = f[1] - p->friction[i] * f[0] * c->d[0];
            right[2] = f[2] - p->friction[i] * f[0] * c->d[1];
        }
    }
    bi_lu_solve(work->lu, size, work->pivot, work->right);
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &work->now[i];
        const double *x = work->right + work->taken[i].first;
        double *f = p->force + 3 * i;
        if (c->state == BI_CONE_SLIDE) {
            f[0] -= x[0];
            f[1] = p->friction[i] * f[0] * c->d[0];
            f[2] = p->friction[i] * f[0] * c->d[1];
        } else if (c->state != BI_CONE_OPEN) {
            f[0] -= x[0];
            f[1] -= x[1];
            f[2] -= x[2];
        }
    }
    bi_cone_velocities(p, work->v);
    return bi_cone_look(p, work->v, work->now);
}

// The step from `from` to the forces found; v is linear in them, so a part of it costs no product.
static double search(const bi_cone_problem *p, const bi_cone_work *work, double error, double *part)
{
    int32_t n = 3 * p->count;
    bi_cone_velocities(p, work->v);
    double now = bi_cone_look(p, work->v, work->now);
    *part = 1.0;
    if (now <= 0.9 * error) {
        return now;
    }
    memcpy(work->to, p->force, (size_t)n * sizeof *work->to);
    memcpy(work->v_to, work->v, (size_t)n * sizeof *work->v_to);
    while (now > error * (1.0 - 0.1 * *part) && *part > LEAST_PART) {
        *part *= 0.5;
        for (int32_t i = 0; i < n; i++) {
            p->force[i] = work->from[i] + *part * (work->to[i] - work->from[i]);
            work->v[i] = work->v_from[i] + *part * (work->v_to[i] - work->v_from[i]);
        }
        now = bi_cone_look(p, work->v, work->now);
    }
    return now;
}

double bi_cone_newton(const bi_cone_problem *p, const bi_cone_work *work, double error, int32_t *steps)
{
    while (error > p->enough && *steps > 0) {

        // a step with a factor of the present sets
        int32_t size = take(p, work);
        if (size > BI_CONE_NEWTON_MOST) {
            return error;
        }
        keep(p, work);
        --*steps;
        if (!factor(p, work, size)) {
            return error;
        }
        bi_lu_solve(work->lu, size, work->pivot, work->right);
        scatter(p, work);
        double part, now = search(p, work, error, &part);
        if (!(now < error)) {
            return take_back(p, work);
        }
        error = now;

        // steps with the same factor while the sets stay and it goes well
        bool good = part >= 1.0;
        while (good && error > p->enough && same_sets(p, work)) {
            keep(p, work);
            now = chord(p, work, size);
            good = now < CHORD * error;
            error = now < error ? now : take_back(p, work);
        }
        if (part < LEAST_GOOD) {
            break;
        }
    }
    return error;
}
