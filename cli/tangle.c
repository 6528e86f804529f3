// SPDX-License-Identifier: MIT
// Where a knot is, for close-ups: where strands that are not neighbours touch each other or an obstacle.

#include "cli/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 1.2             // of the distance at which surfaces touch
#define ARC 6.0              // diameters along the rope within which points are neighbours
#define MOST_SAMPLES 200000  // of all ropes
#define MOST_TOUCHES 1000000 // found
#define MOST_COMPARED 5000   // of them
#define MOST_TRIANGLES 20000 // of an obstacle

static bight_vec3 sub(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double distance(bight_vec3 a, bight_vec3 b)
{
    return sqrt(dot(sub(a, b), sub(a, b)));
}

static bight_vec3 mix(bight_vec3 a, bight_vec3 b, double t)
{
    return (bight_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}

// ---- samples of the ropes ---------------------------------------------------------------------------

typedef struct sample {
    bight_vec3 at;
    double along; // the rope, from its first point
    int32_t rope;
} sample;

typedef struct touches {
    bight_vec3 *at; // (capacity)
    int32_t count, capacity;
} touches;

static double length_of(bight_curve curve)
{
    double length = curve.closed ? distance(curve.points[curve.count - 1], curve.points[0]) : 0.0;
    for (int32_t k = 1; k < curve.count; k++) {
        length += distance(curve.points[k - 1], curve.points[k]);
    }
    return length;
}

// Points on every link, at most `step` apart, as long as there is room.
static int32_t take_samples(const cli_stage *stage, double step, sample *samples)
{
    int32_t count = 0;
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        bight_curve curve = stage->moment.curves[i];
        int32_t links = curve.closed ? curve.count : curve.count - 1;
        double along = 0.0;
        for (int32_t k = 0; k < links; k++) {
            bight_vec3 a = curve.points[k], b = curve.points[k + 1 < curve.count ? k + 1 : 0];
            double length = distance(a, b);
            int32_t pieces = (int32_t)fmin(ceil(length / step), 1000.0);
            for (int32_t p = 0; p < pieces && count < MOST_SAMPLES; p++) {
                double t = (double)p / pieces;
                samples[count++] = (sample){mix(a, b, t), along + t * length, i};
            }
            along += length;
        }
    }
    return count;
}

static int by_x(const void *a, const void *b)
{
    const sample *p = a, *q = b;
    if (p->at.x != q->at.x) {
        return p->at.x < q->at.x ? -1 : 1;
    }
    return p->rope != q->rope ? (p->rope < q->rope ? -1 : 1) : p->along < q->along ? -1 : p->along > q->along;
}

static void add(touches *found, bight_vec3 at)
{
    if (found->count == found->capacity) {
        int32_t wanted = found->capacity > 0 ? 2 * found->capacity : 1024;
        bight_vec3 *more = wanted > MOST_TOUCHES ? NULL : realloc(found->at, sizeof *more * (size_t)wanted);
        if (more == NULL) {
            return; // those found so far will do
        }
        found->at = more;
        found->capacity = wanted;
    }
    found->at[found->count++] = at;
}

// ---- touches ----------------------------------------------------------------------------------------

static void rope_touches(const cli_stage *stage, sample *samples, int32_t count, const double *lengths,
                         touches *found)
{
    const bight_scene_rope *ropes = stage->scene->ropes;
    double thickest = 0.0;
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        thickest = fmax(thickest, ropes[i].radius);
    }
    qsort(samples, (size_t)count, sizeof *samples, by_x);
    for (int32_t i = 0; i < count; i++) {
        const sample *a = &samples[i];
        for (int32_t j = i + 1; j < count && samples[j].at.x - a->at.x <= NEAR * 2.0 * thickest; j++) {
            const sample *b = &samples[j];
            double near = NEAR * (ropes[a->rope].radius + ropes[b->rope].radius);
            double arc = fabs(b->along - a->along);
            if (stage->moment.curves[a->rope].closed) {
                arc = fmin(arc, lengths[a->rope] - arc);
            }
            bool apart = a->rope != b->rope || arc > ARC * 2.0 * ropes[a->rope].radius;
            if (apart && dot(sub(a->at, b->at), sub(a->at, b->at)) <= near * near) {
                add(found, mix(a->at, b->at, 0.5));
            }
        }
    }
}

static double segment_square(bight_vec3 p, bight_vec3 a, bight_vec3 b)
{
    bight_vec3 ab = sub(b, a), ap = sub(p, a);
    double square = dot(ab, ab), t = square > 0.0 ? fmin(fmax(dot(ap, ab) / square, 0.0), 1.0) : 0.0;
    bight_vec3 gap = sub(p, mix(a, b, t));
    return dot(gap, gap);
}

// Squared distance of a point and a triangle: its plane's where the point is above its inside, else its
// sides'.
static double triangle_square(bight_vec3 p, bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    bight_vec3 ab = sub(b, a), ac = sub(c, a), ap = sub(p, a);
    double d11 = dot(ab, ab), d12 = dot(ab, ac), d22 = dot(ac, ac), e1 = dot(ap, ab), e2 = dot(ap, ac);
    double det = d11 * d22 - d12 * d12, s = d22 * e1 - d12 * e2, t = d11 * e2 - d12 * e1;
    if (det > 0.0 && s >= 0.0 && t >= 0.0 && s + t <= det) {
        bight_vec3 gap = sub(ap, (bight_vec3){(s * ab.x + t * ac.x) / det, (s * ab.y + t * ac.y) / det,
                                              (s * ab.z + t * ac.z) / det});
        return dot(gap, gap);
    }
    return fmin(segment_square(p, a, b), fmin(segment_square(p, b, c), segment_square(p, c, a)));
}

// Samples are sorted by x: the first that may be within reach of `low`.
static int32_t first_from(const sample *samples, int32_t count, double low)
{
    int32_t first = 0, end = count;
    while (first < end) {
        int32_t middle = first + (end - first) / 2;
        if (samples[middle].at.x < low) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

void cli_points_on_mesh(const bight_mesh *mesh, const bight_vec3 *points, const double *near, int32_t count,
                        bool *touched)
{
    bight_vec3 low = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
               high = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        low = (bight_vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = (bight_vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    int32_t stride = mesh->triangle_count / MOST_TRIANGLES + 1;
    for (int32_t k = 0; k < count; k++) {
        bight_vec3 p = points[k];
        double r = near[k];
        bool may = p.x > low.x - r && p.x < high.x + r && p.y > low.y - r && p.y < high.y + r &&
                   p.z > low.z - r && p.z < high.z + r;
        for (int32_t i = 0; i < mesh->triangle_count && may && !touched[k]; i += stride) {
            const int32_t *corners = mesh->triangles + 3 * (size_t)i;
            bight_vec3 a = mesh->positions[corners[0]], b = mesh->positions[corners[1]],
                       c = mesh->positions[corners[2]];
            bool near_box = fmin(a.x, fmin(b.x, c.x)) < p.x + r && fmax(a.x, fmax(b.x, c.x)) > p.x - r &&
                            fmin(a.y, fmin(b.y, c.y)) < p.y + r && fmax(a.y, fmax(b.y, c.y)) > p.y - r;
            touched[k] = near_box && triangle_square(p, a, b, c) <= r * r;
        }
    }
}

static void obstacle_touches(const cli_stage *stage, const bight_mesh *mesh, const sample *samples,
                             int32_t count, double thickest, bool *touched, touches *found)
{
    memset(touched, 0, sizeof *touched * (size_t)count);
    int32_t stride = mesh->triangle_count / MOST_TRIANGLES + 1;
    for (int32_t i = 0; i < mesh->triangle_count; i += stride) {
        const int32_t *corners = mesh->triangles + 3 * (size_t)i;
        bight_vec3 a = mesh->positions[corners[0]], b = mesh->positions[corners[1]],
                   c = mesh->positions[corners[2]];
        double low = fmin(a.x, fmin(b.x, c.x)) - NEAR * thickest,
               high = fmax(a.x, fmax(b.x, c.x)) + NEAR * thickest;
        for (int32_t k = first_from(samples, count, low); k < count && samples[k].at.x <= high; k++) {
            double near = NEAR * stage->scene->ropes[samples[k].rope].radius;
            if (!touched[k] && triangle_square(samples[k].at, a, b, c) <= near * near) {
                touched[k] = true;
                add(found, samples[k].at);
            }
        }
    }
}

// ---- the place --------------------------------------------------------------------------------------

// The middle of those touches that lie in the ball, around one of them, that holds the most.
static bight_vec3 fullest_ball(const touches *found, double reach)
{
    int32_t stride = found->count / MOST_COMPARED + 1, best = -1, most = 0;
    for (int32_t i = 0; i < found->count; i += stride) {
        int32_t held = 0;
        for (int32_t k = 0; k < found->count; k += stride) {
            held += distance(found->at[i], found->at[k]) <= reach;
        }
        if (held > most) {
            most = held;
            best = i;
        }
    }
    bight_vec3 sum = {0, 0, 0};
    for (int32_t k = 0; k < found->count; k += stride) {
        bight_vec3 at = found->at[k];
        if (distance(found->at[best], at) <= reach) {
            sum = (bight_vec3){sum.x + at.x, sum.y + at.y, sum.z + at.z};
        }
    }
    return (bight_vec3){sum.x / most, sum.y / most, sum.z / most};
}

// Where nothing touches: a window of `reach` each way that has its ends nearest together.
static bight_vec3 most_bent(const cli_stage *stage, double reach)
{
    bight_vec3 place = stage->moment.curves[0].points[0];
    double best = (double)INFINITY;
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        bight_curve curve = stage->moment.curves[i];
        double link = distance(curve.points[0], curve.points[1]);
        int32_t w =
            link > 0.0 && reach / link < curve.count / 2.0 ? (int32_t)(reach / link) + 1 : curve.count / 2;
        for (int32_t k = w; k + w < curve.count; k++) {
            double chord = distance(curve.points[k - w], curve.points[k + w]);
            if (chord < best) {
                best = chord;
                place = curve.points[k];
            }
        }
    }
    return place;
}

bool cli_most_tangled(const cli_stage *stage, double reach, bight_vec3 *place)
{
    const bight_scene *scene = stage->scene;
    double total = 0.0, thinnest = (double)INFINITY, thickest = 0.0;
    double *lengths = malloc(sizeof *lengths * (size_t)scene->rope_count);
    sample *samples = malloc(sizeof *samples * MOST_SAMPLES);
    bool *touched = malloc(sizeof *touched * MOST_SAMPLES);
    bool good = lengths != NULL && samples != NULL && touched != NULL;
    touches found = {0};
    for (int32_t i = 0; i < scene->rope_count && good; i++) {
        lengths[i] = length_of(stage->moment.curves[i]);
        total += lengths[i];
        thinnest = fmin(thinnest, scene->ropes[i].radius);
        thickest = fmax(thickest, scene->ropes[i].radius);
    }
    if (good) {
        int32_t count = take_samples(stage, fmax(thinnest, 2.0 * total / MOST_SAMPLES), samples);
        rope_touches(stage, samples, count, lengths, &found);
        for (int32_t i = 0; i < scene->obstacle_count; i++) {
            obstacle_touches(stage, &stage->posed[i], samples, count, thickest, touched, &found);
        }
        *place = found.count > 0 ? fullest_ball(&found, reach) : most_bent(stage, reach);
    }
    free(lengths);
    free(samples);
    free(touched);
    free(found.at);
    return good;
}
