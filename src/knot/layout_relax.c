// SPDX-License-Identifier: MIT
// Downhill on an energy: springs along the loops, stiffness across them, right angles at the crossings,
// repulsion inside the faces. The weights were chosen by eye on knots and links to 28 crossings. A
// point moves at most a third of its distance from the nearest loop it could meet, and so do that loop's
// ends, so the diagram stays what it is.

#include "knot/layout.h"

#include <math.h>

#define ROUNDS 2000
#define EVENNESS 0.20
#define TENSION 0.03
#define BENDING 1.0
#define SQUARE 0.06
#define SQUARE_STEPS 3
#define REPULSION 0.006
#define NEAR 0.6
#define BARRIER 0.05
#define STEP 0.2        // small enough for the stiffest of these
#define REACH 7.0       // two points of a face more than this apart leave each other alone
#define OUTER_REACH 3.0 // in the face around the drawing, where arcs should be free to bulge
#define MOST_STEP 0.15

static bi_point minus(bi_point a, bi_point b)
{
    return (bi_point){a.x - b.x, a.y - b.y};
}

static double length_of(bi_point a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static void push(bi_point *force, double s, bi_point direction)
{
    force->x += s * direction.x;
    force->y += s * direction.y;
}

// From the nearest point of the segment from a to b, which is (1 - *t) a + *t b, to p.
static bi_point away(bi_point p, bi_point a, bi_point b, double *t)
{
    bi_point ab = minus(b, a), ap = minus(p, a);
    double square = ab.x * ab.x + ab.y * ab.y, along = ap.x * ab.x + ap.y * ab.y;
    *t = along <= 0.0 ? 0.0 : along >= square ? 1.0 : along / square;
    return minus(ap, (bi_point){*t * ab.x, *t * ab.y});
}

// Springs from point to point: strong ones towards the mean of their arc, weak ones towards one unit.
static void stretch(const bi_faces *faces, const bi_point *at, bi_point *force)
{
    for (int32_t dart = 0; dart < 4 * faces->diagram->crossings; dart++) {
        if (!bi_is_out(faces->diagram, dart)) {
            continue;
        }
        double length[BI_LAYOUT_STEPS + 1], mean = 0.0;
        for (int32_t step = 0; step <= BI_LAYOUT_STEPS; step++) {
            int32_t a = bi_layout_point(faces, dart, step), b = bi_layout_point(faces, dart, step + 1);
            length[step] = length_of(minus(at[b], at[a]));
            mean += length[step] / (BI_LAYOUT_STEPS + 1);
        }
        for (int32_t step = 0; step <= BI_LAYOUT_STEPS; step++) {
            int32_t a = bi_layout_point(faces, dart, step), b = bi_layout_point(faces, dart, step + 1);
            double pull = EVENNESS * (length[step] - mean) + TENSION * (length[step] - 1.0);
            bi_point d = minus(at[b], at[a]);
            push(&force[a], pull / fmax(length[step], 1e-9), d);
            push(&force[b], -pull / fmax(length[step], 1e-9), d);
        }
    }
}

// The energy |a - 2 b + c|^2 / 2 of three points in a row, over the cube of their distance when that is above
// one: then it is the square of the curvature times the length, and long arcs are as soft as short ones.
static void bend_at(const bi_point *at, bi_point *force, int32_t a, int32_t b, int32_t c)
{
    bi_point d = {at[a].x - 2.0 * at[b].x + at[c].x, at[a].y - 2.0 * at[b].y + at[c].y};
    double length = fmax(0.5 * length_of(minus(at[c], at[a])), 1.0), s = BENDING / (length * length);
    push(&force[a], -0.5 * s, d);
    push(&force[b], s, d);
    push(&force[c], -0.5 * s, d);
}

static void bend(const bi_faces *faces, const bi_point *at, bi_point *force)
{
    for (int32_t dart = 0; dart < 4 * faces->diagram->crossings; dart++) {
        if (!bi_is_out(faces->diagram, dart)) {
            continue;
        }
        // through the crossing that the arc comes from, then along it
        int32_t before = bi_layout_point(faces, bi_opposite(dart), 1);
        bend_at(at, force, before, bi_crossing(dart), bi_layout_point(faces, dart, 1));
        for (int32_t step = 1; step <= BI_LAYOUT_STEPS; step++) {
            bend_at(at, force, bi_layout_point(faces, dart, step - 1), bi_layout_point(faces, dart, step),
                    bi_layout_point(faces, dart, step + 1));
        }
    }
}

// The energy -log sin of the angle between two chords u and v; its force turns them and never shortens them.
static void turn_apart(const bi_point *at, bi_point *force, const int32_t p[4])
{
    bi_point u = minus(at[p[0]], at[p[2]]), v = minus(at[p[1]], at[p[3]]);
    double lu = fmax(length_of(u), 1e-9), lv = fmax(length_of(v), 1e-9);
    double cosine = (u.x * v.x + u.y * v.y) / (lu * lv),
           s = SQUARE * cosine / fmax(1.0 - cosine * cosine, 0.05);
    bi_point fu = {v.x / lv - cosine * u.x / lu, v.y / lv - cosine * u.y / lu};
    bi_point fv = {u.x / lu - cosine * v.x / lv, u.y / lu - cosine * v.y / lv};
    push(&force[p[0]], -s, fu);
    push(&force[p[2]], s, fu);
    push(&force[p[1]], -s, fv);
    push(&force[p[3]], s, fv);
}

// Loops cross at right angles: chords through a crossing, short ones and longer ones.
static void square(const bi_faces *faces, const bi_point *at, bi_point *force)
{
    for (int32_t c = 0; c < faces->diagram->crossings; c++) {
        for (int32_t step = 1; step <= SQUARE_STEPS; step++) {
            int32_t p[4];
            for (int32_t k = 0; k < 4; k++) {
                p[k] = bi_layout_point(faces, 4 * c + k, step);
            }
            turn_apart(at, force, p);
        }
    }
}

// Points of one face that are not next to each other.
static void repel(const bi_faces *faces, int32_t face, const bi_point *at, bi_point *force)
{
    const int32_t *corner = faces->corner + faces->start[face];
    int32_t size = faces->start[face + 1] - faces->start[face];
    double reach = face == faces->outer ? OUTER_REACH : REACH;
    for (int32_t i = 0; i < size; i++) {
        for (int32_t k = i + 2; k < size; k++) {
            int32_t a = corner[i], b = corner[k];
            bi_point d = minus(at[b], at[a]);
            double square = d.x * d.x + d.y * d.y;
            if (a == b || square > reach * reach || (i == 0 && k == size - 1)) {
                continue;
            }
            double length = sqrt(square);
            double s = REPULSION * (REACH * REACH / (length * length + 0.2) - 1.0) / length;
            push(&force[a], -s, d);
            push(&force[b], s, d);
        }
    }
}

// How far each point and each side of the face are from what they could run into; what comes too near is
// pushed back, straight away from the side and not only from its ends.
static void keep_clear(const bi_faces *faces, int32_t face, const bi_point *at, bi_point *force,
                       double *clearance)
{
    const int32_t *corner = faces->corner + faces->start[face];
    int32_t size = faces->start[face + 1] - faces->start[face];
    for (int32_t k = 0; k < size; k++) {
        int32_t a = corner[k], b = corner[k + 1 < size ? k + 1 : 0];
        double far = NEAR + length_of(minus(at[b], at[a]));
        for (int32_t i = 0; i < size; i++) {
            int32_t p = corner[i];
            bi_point from = minus(at[p], at[a]);
            if (p == a || p == b || from.x * from.x + from.y * from.y > far * far) {
                continue; // too far from one end to be near the side
            }
            double t;
            bi_point d = away(at[p], at[a], at[b], &t);
            double distance = length_of(d);
            clearance[p] = fmin(clearance[p], distance);
            clearance[a] = fmin(clearance[a], distance);
            clearance[b] = fmin(clearance[b], distance);
            if (distance < NEAR) {
                double s = BARRIER * (NEAR / fmax(distance, 1e-9) - 1.0) / fmax(distance, 1e-9);
                push(&force[p], s, d);
                push(&force[a], -s * (1.0 - t), d);
                push(&force[b], -s * t, d);
            }
        }
    }
}

// One unit is the mean distance from point to point.
static void rescale(const bi_faces *faces, bi_point *at, int32_t count)
{
    double sum = 0.0;
    int32_t links = 0;
    for (int32_t face = 0; face < faces->faces; face++) {
        for (int32_t i = faces->start[face]; i < faces->start[face + 1]; i++) {
            int32_t next = i + 1 < faces->start[face + 1] ? i + 1 : faces->start[face];
            sum += length_of(minus(at[faces->corner[i]], at[faces->corner[next]]));
            links++;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        at[i].x *= links / sum;
        at[i].y *= links / sum;
    }
}

void bi_layout_relax(const bi_faces *faces, bi_point *points, int32_t count, bi_point *scratch,
                     double *clearance, bi_watch *watch)
{
    rescale(faces, points, count);
    for (int32_t round = 0; round < ROUNDS && !bi_watch_stops(watch, 200 * (int64_t)count); round++) {
        for (int32_t i = 0; i < count; i++) {
            scratch[i] = (bi_point){0.0, 0.0};
            clearance[i] = 3.0 * MOST_STEP;
        }
        stretch(faces, points, scratch);
        bend(faces, points, scratch);
        square(faces, points, scratch);
        for (int32_t face = 0; face < faces->faces; face++) {
            int64_t size = faces->start[face + 1] - faces->start[face];
            bi_watch_stops(watch, 10 * size * size);
            repel(faces, face, points, scratch);
            keep_clear(faces, face, points, scratch, clearance);
        }
        for (int32_t i = 0; i < count; i++) {
            double step = STEP * length_of(scratch[i]), most = clearance[i] / 3.0;
            push(&points[i], step > most ? STEP * most / step : STEP, scratch[i]);
        }
    }
}
