// SPDX-License-Identifier: MIT

#include "bench/start_shapes.h"

#include <math.h>
#include <stdlib.h>

void bench_straight(bight_vec3 *points, int32_t links)
{
    for (int32_t i = 0; i <= links; i++) {
        points[i] = (bight_vec3){(double)i, 0.0, 0.0};
    }
}

// With half an angle t, chord over arc is sin(t) / t = 0.9 at t = 0.7866; links are chords of length one.
void bench_arc(bight_vec3 *points, int32_t links)
{
    double half = 0.7866, radius = 0.5 / sin(half / links);
    for (int32_t i = 0; i <= links; i++) {
        double t = half * (2.0 * i / links - 1.0);
        points[i] = (bight_vec3){radius * sin(t), -radius * cos(t), 0.0};
    }
}

#define PI 3.14159265358979323846

// Torus with ring radius 1 and tube radius 0.4, wound twice round the ring and q times round the tube; at
// t = 0 and 1 it is at its greatest radius, where it is cut and continued along its tangent.
static bight_vec3 torus_knot(double t, int32_t q)
{
    double around = 4.0 * PI * t, tube = 2.0 * PI * q * t, r = 1.0 + 0.4 * cos(tube);
    return (bight_vec3){r * cos(around), r * sin(around), 0.4 * sin(tube)};
}

static double distance(bight_vec3 a, bight_vec3 b)
{
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

#define SAMPLES 4000

// Part of the curve that is left out on each side of the cut.
#define CUT 0.01

void bench_torus_knot(bight_vec3 *points, int32_t links, int32_t q)
{
    // three quarters of the rope make the knot, the rest two tails
    double length = 0.0;
    for (int32_t i = 0; i < SAMPLES; i++) {
        length += distance(torus_knot((double)i / SAMPLES, q), torus_knot((double)(i + 1) / SAMPLES, q));
    }
    double knotted = 0.75 * links, scale = knotted / length, tail = 0.125 * links;
    double span = tail + 2.0;

    // A fine polyline: tail, knot, tail. The knot is cut at its greatest radius, a little is left out there,
    // and both ends go outwards and apart, so that they cross nothing.
    int32_t count = SAMPLES + 3;
    bight_vec3 *fine = malloc((size_t)count * sizeof *fine);
    for (int32_t i = 0; i <= SAMPLES; i++) {
        bight_vec3 p = torus_knot(CUT + (1.0 - 2.0 * CUT) * i / SAMPLES, q);
        fine[i + 1] = (bight_vec3){scale * p.x, scale * p.y, scale * p.z};
    }
    bight_vec3 first = fine[1], last = fine[SAMPLES + 1];
    fine[0] = (bight_vec3){first.x + 0.6 * span, first.y + 0.8 * span, first.z};
    fine[SAMPLES + 2] = (bight_vec3){last.x + 0.6 * span, last.y - 0.8 * span, last.z};
    points[0] = fine[0];
    int32_t at = 1, made = 1;
    bool past = false;
    while (made <= links) {
        bight_vec3 from = points[made - 1];
        bight_vec3 a = from;
        while (at < count - 1 && distance(from, fine[at]) < 1.0) {
            a = fine[at++];
        }
        // on the piece a .. fine[at], which begins within reach, the point at distance one, by bisection
        double low = 0.0, high = 1.0;
        bight_vec3 b = fine[at], p = b;
        for (int32_t i = 0; i < 60; i++) {
            double t = 0.5 * (low + high);
            p = (bight_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
            if (distance(from, p) < 1.0) {
                low = t;
            } else {
                high = t;
            }
        }
        past = past || distance(from, b) < 1.0;
        if (past) {
            // beyond the end of the polyline: go straight on
            bight_vec3 before = points[made - 2];
            p = (bight_vec3){2.0 * from.x - before.x, 2.0 * from.y - before.y, 2.0 * from.z - before.z};
        }
        points[made++] = p;
    }
    free(fine);
}
