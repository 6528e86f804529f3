// SPDX-License-Identifier: MIT

#include "geom/sweep.h"

#include "core/assert.h"
#include "geom/segment.h"

// Going straight towards each other takes a few dozen advances; the cap is for motion that skims the floor.
#define MAX_ADVANCES 400

// The least distance allowed to two things that start at `gap`: the floor, or a little less than the gap when
// that is close to it. What starts close must be able to leave and to turn round; a gap below the floor
// gets no smaller, or pressing cycle after cycle would creep on.
static double nearest_allowed(double gap, double floor)
{
    return gap >= 1.25 * floor ? floor : gap >= floor ? 0.8 * gap : (1.0 - 0x1p-20) * gap;
}

double bi_sweep(double (*distance)(const void *data, double t), const void *data, double speed, double floor)
{
    BI_ASSERT(speed >= 0.0 && floor >= 0.0);
    double t = 0.0, gap = distance(data, 0.0);
    if (!(gap > 0.01 * floor)) {
        return 0.0;
    }

    floor = nearest_allowed(gap, floor);
    if (!(speed > 0.0)) {
        return 1.0;
    }

    // an advance ends at or above the floor, and is worth making while there is some way left to it
    double worthwhile = 0.5 * (gap - floor) < floor / 128.0 ? 0.5 * (gap - floor) : floor / 128.0;
    for (int32_t advance = 0; advance < MAX_ADVANCES && gap - floor > worthwhile; advance++) {
        // gap - speed (t' - t) >= floor for all t' up to the next look
        t += (gap - floor) / speed;
        if (t >= 1.0) {
            return 1.0;
        }
        gap = distance(data, t);
    }
    return t * (1.0 - 1e-9);
}

double bi_relative_motion(const bi_moving_segment *a, const bi_moving_segment *b)
{
    // A point of a moves by a convex combination of (p1 - p0) and (q1 - q0), likewise for b, so the
    // difference moves by at most the largest of the four differences of end displacements.
    bight_vec3 da[2] = {v3_sub(a->p1, a->p0), v3_sub(a->q1, a->q0)};
    bight_vec3 db[2] = {v3_sub(b->p1, b->p0), v3_sub(b->q1, b->q0)};
    double most = 0.0;
    for (int32_t i = 0; i < 4; i++) {
        double moved = v3_length_squared(v3_sub(da[i >> 1], db[i & 1]));
        most = moved > most ? moved : most;
    }
    return sqrt(most);
}

typedef struct two_segments {
    const bi_moving_segment *a, *b;
} two_segments;

static double distance_of_segments(const void *data, double t)
{
    const two_segments *two = data;
    const bi_moving_segment *a = two->a, *b = two->b;
    return sqrt(bi_segment_closest(v3_lerp(a->p0, a->p1, t), v3_lerp(a->q0, a->q1, t),
                                   v3_lerp(b->p0, b->p1, t), v3_lerp(b->q0, b->q1, t))
                    .distance_squared);
}

double bi_sweep_segments(const bi_moving_segment *a, const bi_moving_segment *b, double floor)
{
    two_segments two = {a, b};
    return bi_sweep(distance_of_segments, &two, bi_relative_motion(a, b), floor);
}

typedef struct segment_and_triangle {
    const bi_moving_segment *a;
    const bight_vec3 *triangle;
} segment_and_triangle;

static double distance_to_triangle(const void *data, double t)
{
    const segment_and_triangle *pair = data;
    const bi_moving_segment *a = pair->a;
    return sqrt(bi_segment_triangle_closest(v3_lerp(a->p0, a->p1, t), v3_lerp(a->q0, a->q1, t),
                                            pair->triangle[0], pair->triangle[1], pair->triangle[2])
                    .distance_squared);
}

double bi_sweep_segment_triangle(const bi_moving_segment *a, const bight_vec3 triangle[3], double floor)
{
    segment_and_triangle pair = {a, triangle};
    bi_moving_segment rest = {triangle[0], triangle[0], triangle[0], triangle[0]};
    return bi_sweep(distance_to_triangle, &pair, bi_relative_motion(a, &rest), floor);
}

typedef struct resting_segment {
    bight_vec3 p, q;
    const bight_vec3 *from, *to;
} resting_segment;

static double distance_from_resting(const void *data, double t)
{
    const resting_segment *pair = data;
    bight_vec3 x[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_lerp(pair->from[k], pair->to[k], t);
    }
    return sqrt(bi_segment_triangle_closest(pair->p, pair->q, x[0], x[1], x[2]).distance_squared);
}

double bi_sweep_moving_triangle(bight_vec3 p, bight_vec3 q, const bight_vec3 from[3], const bight_vec3 to[3],
                                double floor)
{
    double most = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        most = bi_max(most, v3_length_squared(v3_sub(to[k], from[k])));
    }
    resting_segment pair = {p, q, from, to};
    return bi_sweep(distance_from_resting, &pair, sqrt(most), floor);
}

static double distance_of_point(const void *data, double t)
{
    const bi_moving_point_triangle *pair = data;
    bight_vec3 x[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_lerp(pair->triangle[0][k], pair->triangle[1][k], t);
    }
    bight_vec3 p = v3_lerp(pair->point[0], pair->point[1], t);
    return sqrt(bi_point_triangle_closest(p, x[0], x[1], x[2]).distance_squared);
}

// A point of the triangle moves by a convex combination of its corners' displacements.
double bi_sweep_point_triangle(const bi_moving_point_triangle *pair, double floor)
{
    bight_vec3 point = v3_sub(pair->point[1], pair->point[0]);
    double most = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 corner = v3_sub(pair->triangle[1][k], pair->triangle[0][k]);
        most = bi_max(most, v3_length_squared(v3_sub(point, corner)));
    }
    return bi_sweep(distance_of_point, pair, sqrt(most), floor);
}
