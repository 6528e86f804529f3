// SPDX-License-Identifier: MIT

#include "bench/knot_curves.h"

#include <math.h>

static uint64_t bits(bench_random *random)
{
    uint64_t z = (random->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

double bench_unit(bench_random *random)
{
    return (double)(bits(random) >> 11) * 0x1p-53;
}

int32_t bench_below(bench_random *random, int32_t count)
{
    return (int32_t)(((bits(random) >> 32) * (uint64_t)count) >> 32);
}

static bight_vec3 add(bight_vec3 a, double s, bight_vec3 b)
{
    return (bight_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static double dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static bight_vec3 cross(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

bight_vec3 bench_direction(bench_random *random)
{
    bight_vec3 v;
    double square;
    do {
        v.x = 2.0 * bench_unit(random) - 1.0;
        v.y = 2.0 * bench_unit(random) - 1.0;
        v.z = 2.0 * bench_unit(random) - 1.0;
        square = dot(v, v);
    } while (square > 1.0 || square < 1e-4);
    return add((bight_vec3){0, 0, 0}, 1.0 / sqrt(square), v);
}

void bench_refine(bight_vec3 *points, int32_t *have, int32_t count)
{
    while (*have < count) {
        int32_t longest = 0;
        double best = -1.0;
        for (int32_t i = 0; i < *have; i++) {
            bight_vec3 edge = add(points[(i + 1) % *have], -1.0, points[i]);
            double square = dot(edge, edge);
            longest = square > best ? i : longest;
            best = square > best ? square : best;
        }
        bight_vec3 middle = add(points[longest], 1.0, points[(longest + 1) % *have]);
        for (int32_t i = (*have)++; i > longest + 1; i--) {
            points[i] = points[i - 1];
        }
        points[longest + 1] = (bight_vec3){0.5 * middle.x, 0.5 * middle.y, 0.5 * middle.z};
    }
}

static double clamp(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

// Squared distance of two segments (Ericson 2005, section 5.1.9).
static double distance(bight_vec3 p, bight_vec3 q, bight_vec3 u, bight_vec3 v)
{
    bight_vec3 d1 = add(q, -1.0, p), d2 = add(v, -1.0, u), r = add(p, -1.0, u);
    double a = dot(d1, d1), e = dot(d2, d2), f = dot(d2, r), c = dot(d1, r), b = dot(d1, d2);
    double determinant = a * e - b * b;
    double s = determinant > 1e-12 * a * e ? clamp((b * f - c * e) / determinant) : 0.0;
    double t = clamp((b * s + f) / e);
    s = clamp((b * t - c) / a);
    t = clamp((b * s + f) / e);
    bight_vec3 gap = add(add(r, s, d1), -t, d2);
    return dot(gap, gap);
}

// Squared distance from the two edges at vertex i to the edges that do not touch them, and of their far ends
// to the neighbours that do: nothing nearer than this can be met.
static double room(const bight_vec3 *points, int32_t count, int32_t i)
{
    int32_t before = (i + count - 1) % count, after = (i + 1) % count;
    double least = HUGE_VAL;
    for (int32_t k = 0; k < count; k++) {
        int32_t next = (k + 1) % count;
        bool touches_first = k == before || k == i || next == before;
        bool touches_second = k == i || k == before || k == after;
        if (!touches_first) {
            least = fmin(least, distance(points[before], points[i], points[k], points[next]));
        }
        if (!touches_second) {
            least = fmin(least, distance(points[i], points[after], points[k], points[next]));
        }
    }
    return least;
}

void bench_shake(bight_vec3 *points, int32_t count, int32_t sweeps, bench_random *random)
{
    for (int32_t sweep = 0; sweep < sweeps; sweep++) {
        for (int32_t i = 0; i < count; i++) {
            double reach = 0.45 * sqrt(room(points, count, i)) * bench_unit(random);
            points[i] = add(points[i], reach, bench_direction(random));
        }
    }
}

void bench_move(bight_vec3 *points, int32_t count, bench_random *random)
{
    bight_vec3 x = bench_direction(random), y = bench_direction(random), z = cross(x, y);
    double length = sqrt(dot(z, z));
    z = (bight_vec3){z.x / length, z.y / length, z.z / length};
    y = cross(z, x);
    double scale = exp(4.0 * bench_unit(random) - 2.0);
    bight_vec3 shift = add((bight_vec3){0, 0, 0}, 10.0 * bench_unit(random), bench_direction(random));
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = points[i];
        points[i] = add(shift, scale, (bight_vec3){dot(x, p), dot(y, p), dot(z, p)});
    }
}

// Pairs of steps u, -u sum to zero; a pair is turned by a random angle about its sum with another pair, which
// keeps lengths and sum.
void bench_random_polygon(bight_vec3 *points, int32_t count, bench_random *random)
{
    for (int32_t i = 0; i + 1 < count; i += 2) {
        points[i] = bench_direction(random);
        points[i + 1] = (bight_vec3){-points[i].x, -points[i].y, -points[i].z};
    }
    for (int32_t k = 0; k < 5 * count; k++) {
        int32_t i = bench_below(random, count), j = bench_below(random, count);
        bight_vec3 axis = add(points[i], 1.0, points[j]);
        double square = dot(axis, axis);
        if (i == j || square < 1e-6) {
            continue;
        }
        axis = add((bight_vec3){0, 0, 0}, 1.0 / sqrt(square), axis);
        double angle = 6.283185307179586 * bench_unit(random), along = dot(axis, points[i]);
        bight_vec3 side = add(points[i], -along, axis), up = cross(axis, side);
        bight_vec3 base = add((bight_vec3){0, 0, 0}, along, axis);
        bight_vec3 sum = add(points[i], 1.0, points[j]);
        points[i] = add(add(base, cos(angle), side), sin(angle), up);
        points[j] = add(sum, -1.0, points[i]);
    }
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t j = bench_below(random, i + 1);
        bight_vec3 step = points[i];
        points[i] = points[j];
        points[j] = step;
    }
    bight_vec3 at = {0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 step = points[i];
        points[i] = at;
        at = add(at, 1.0, step);
    }
}

bight_status bench_draw_knot(const bight_diagram *diagram, int32_t vertices, bench_random *random,
                             bight_vec3 *points, int32_t *count, bight_error *error)
{
    *count = 4 * bight_diagram_crossings(diagram);
    bight_status status = bight_diagram_embed(NULL, diagram, points, error);
    if (status == BIGHT_OK) {
        bench_refine(points, count, vertices);
        bench_shake(points, *count, 10, random);
        bench_move(points, *count, random);
    }
    return status;
}
