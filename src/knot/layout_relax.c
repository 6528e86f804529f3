// SPDX-License-Identifier: MIT
// Downhill on an energy: springs along the strands, stiffness across them, repulsion inside the faces. A
// point moves at most a third of its distance from the nearest strand it could meet, and so do that strand's
// ends, so the diagram stays what it is.

#include "knot/layout.h"

#include <math.h>

#define ROUNDS 600
#define SPRING 0.20
#define BENDING 0.25
#define REPULSION 0.05
#define REACH 7.0 // two points of a face farther apart than this leave each other alone
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

// From point p to the segment from a to b.
static double segment_distance(bi_point p, bi_point a, bi_point b)
{
    bi_point ab = minus(b, a), ap = minus(p, a);
    double square = ab.x * ab.x + ab.y * ab.y, along = ap.x * ab.x + ap.y * ab.y;
    double t = along <= 0.0 ? 0.0 : along >= square ? 1.0 : along / square;
    return length_of(minus(ap, (bi_point){t * ab.x, t * ab.y}));
}

// Unit springs of rest length one; each arc once.
static void stretch(const bi_faces *faces, const bi_point *at, bi_point *force)
{
    for (int32_t dart = 0; dart < 4 * faces->diagram->crossings; dart++) {
        for (int32_t step = 0; step <= BI_LAYOUT_STEPS && bi_is_out(faces->diagram, dart); step++) {
            int32_t a = bi_layout_point(faces, dart, step), b = bi_layout_point(faces, dart, step + 1);
            bi_point d = minus(at[b], at[a]);
            double length = length_of(d), s = SPRING * (length - 1.0) / fmax(length, 1e-9);
            push(&force[a], s, d);
            push(&force[b], -s, d);
        }
    }
}

// The energy |a - 2 b + c|^2 / 2 of three points in a row.
static void bend_at(const bi_point *at, bi_point *force, int32_t a, int32_t b, int32_t c)
{
    bi_point d = {at[a].x - 2.0 * at[b].x + at[c].x, at[a].y - 2.0 * at[b].y + at[c].y};
    push(&force[a], -BENDING / 2.0, d);
    push(&force[b], BENDING, d);
    push(&force[c], -BENDING / 2.0, d);
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

// Points of one face that are not next to each other.
static void repel(const bi_faces *faces, int32_t face, const bi_point *at, bi_point *force)
{
    const int32_t *corner = faces->corner + faces->start[face];
    int32_t size = faces->start[face + 1] - faces->start[face];
    for (int32_t i = 0; i < size; i++) {
        for (int32_t k = i + 2; k < size; k++) {
            int32_t a = corner[i], b = corner[k];
            bi_point d = minus(at[b], at[a]);
            double length = length_of(d);
            if (a == b || length > REACH || (i == 0 && k == size - 1)) {
                continue;
            }
            double s = REPULSION * (REACH / length - 1.0) / length;
            push(&force[a], -s, d);
            push(&force[b], s, d);
        }
    }
}

// How far each point and each side of the face are from what they could run into.
static void measure(const bi_faces *faces, int32_t face, const bi_point *at, double *clearance)
{
    const int32_t *corner = faces->corner + faces->start[face];
    int32_t size = faces->start[face + 1] - faces->start[face];
    for (int32_t i = 0; i < size; i++) {
        for (int32_t k = 0; k < size; k++) {
            int32_t p = corner[i], a = corner[k], b = corner[k + 1 < size ? k + 1 : 0];
            if (p == a || p == b) {
                continue;
            }
            double distance = segment_distance(at[p], at[a], at[b]);
            clearance[p] = fmin(clearance[p], distance);
            clearance[a] = fmin(clearance[a], distance);
            clearance[b] = fmin(clearance[b], distance);
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

void bi_layout_relax(const bi_faces *faces, bi_point *points, int32_t count, bi_point *scratch, double *clearance)
{
    rescale(faces, points, count);
    for (int32_t round = 0; round < ROUNDS; round++) {
        for (int32_t i = 0; i < count; i++) {
            scratch[i] = (bi_point){0.0, 0.0};
            clearance[i] = 3.0 * MOST_STEP;
        }
        stretch(faces, points, scratch);
        bend(faces, points, scratch);
        for (int32_t face = 0; face < faces->faces; face++) {
            repel(faces, face, points, scratch);
            measure(faces, face, points, clearance);
        }
        for (int32_t i = 0; i < count; i++) {
            double step = length_of(scratch[i]), most = clearance[i] / 3.0;
            push(&points[i], step > most ? most / step : 1.0, scratch[i]);
        }
    }
}
