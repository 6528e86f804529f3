// SPDX-License-Identifier: MIT
// What the drivers of the peers share (scripts/bench_peers.sh): the start shape, the pull, and how a rope is judged. C and C++.

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PI 3.14159265358979323846
#define RADIUS 0.005    // metres
#define DENSITY 0.078   // kilograms per metre
#define FRICTION 0.3    // Coulomb's, of the pair
#define HAND_SPEED 1.0  // metres a second, at which a hand pulls no more
#define STEP 0.001      // seconds
#define SECONDS 6       // three to tighten, three to swing, as `bight bench rod`
#define SWING_FROM 3    // seconds
#define SWING 0.15      // metres to each side, once a second
#define LOOK_EVERY 10   // steps between two looks
#define LOST_STRETCH 10 // a rope that is longer than so many times its rest is given up

typedef struct peer_point {
    double x, y, z;
} peer_point;

/// What was seen of a run. Joints are the ends of capsules.
typedef struct peer_run {
    int32_t nodes;
    double force;     ///< Newtons.
    double simulated; ///< Seconds of the rope.
    double took;      ///< Processor seconds of the steps alone.
    double gap;       ///< Least distance of strands more than pi radii apart along the rope, diameters.
    double stretch;   ///< Greatest length of the polyline of joints over that at rest.
    double joint_gap; ///< Greatest distance of two ends that are joined, diameters.
    const char *stopped;
} peer_run;

static inline peer_point peer_sub(peer_point a, peer_point b)
{
    peer_point c = {a.x - b.x, a.y - b.y, a.z - b.z};
    return c;
}

static inline double peer_dot(peer_point a, peer_point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double peer_distance(peer_point a, peer_point b)
{
    peer_point d = peer_sub(a, b);
    return sqrt(peer_dot(d, d));
}

/// Processor seconds so far.
static inline double peer_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/// Lines of x y z, metres; others are passed over. Exits with a message when there are fewer than three.
static inline peer_point *peer_read(const char *path, int32_t *count)
{
    FILE *file = fopen(path, "r");
    char line[256];
    peer_point *points = NULL;
    int32_t room = 0;
    *count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        peer_point p;
        if (sscanf(line, "%lf %lf %lf", &p.x, &p.y, &p.z) != 3) {
            continue;
        }
        if (*count == room) {
            room = room > 0 ? 2 * room : 256;
            points = (peer_point *)realloc(points, (size_t)room * sizeof *points);
            if (points == NULL) {
                break;
            }
        }
        points[(*count)++] = p;
    }
    if (file != NULL) {
        fclose(file);
    }
    if (points == NULL || *count < 3) {
        fprintf(stderr, "%s: no rope to read\n", path);
        exit(1);
    }
    return points;
}

static inline void peer_write(const char *path, const peer_point *joint, int32_t count)
{
    FILE *file = fopen(path, "w");
    for (int32_t i = 0; file != NULL && i < count; i++) {
        fprintf(file, "%.9g %.9g %.9g\n", joint[i].x, joint[i].y, joint[i].z);
    }
    if (file == NULL || fclose(file) != 0) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(1);
    }
}

/// How many links apart two capsules must be to collide: more than pi R and one link.
static inline int32_t peer_apart(double link)
{
    return (int32_t)ceil((PI * RADIUS + link) / link);
}

/// A hand that pulls an end: what it did in the last step.
typedef struct peer_hand {
    double force, speed;
} peer_hand;

/// Force of the hand on an end: away from the other end, across too once it swings, F (1 - v / HAND_SPEED). v is that of the
/// end of the step, or an end as light as this would be thrown about: what it gained in the last step it is taken to gain again,
/// but for what this force does to it otherwise,
///     f = F (1 - (v + (v - v_last) + h (f - f_last) / m) / HAND_SPEED)
/// m is a quarter of the link's mass, which is what a push across the end of a free rod meets; where the end is heavier the
/// force becomes F (1 - v / HAND_SPEED) a little later.
/// @param other    The other end.
/// @param velocity Of the end, metres a second.
/// @param mass     Of the link at the end, kilograms.
static inline peer_point peer_pull(peer_hand *hand, double force, double time, peer_point end,
                                   peer_point other, peer_point velocity, double mass)
{
    peer_point way = peer_sub(end, other);
    way.z = time > SWING_FROM ? 50.0 * (SWING * sin(2.0 * PI * (time - SWING_FROM)) - end.z) : way.z;
    double length = sqrt(peer_dot(way, way)), v = peer_dot(velocity, way) / length;
    double k = force * STEP / (0.25 * mass * HAND_SPEED), ahead = 2.0 * v - hand->speed;
    hand->force = (force * (1.0 - ahead / HAND_SPEED) + k * hand->force) / (1.0 + k);
    hand->speed = v;
    double f = hand->force / length;
    peer_point pull = {f * way.x, f * way.y, f * way.z};
    return pull;
}

static inline double peer_clamp(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

/// Distance of the segments a b and c d, by Ericson's steps (Real-Time Collision Detection, 5.1.9).
static inline double peer_segments(peer_point a, peer_point b, peer_point c, peer_point d)
{
    peer_point u = peer_sub(b, a), v = peer_sub(d, c), w = peer_sub(a, c);
    double uu = peer_dot(u, u), vv = peer_dot(v, v), uv = peer_dot(u, v), uw = peer_dot(u, w),
           vw = peer_dot(v, w);
    double area = uu * vv - uv * uv;
    double s = area > 1e-12 * uu * vv ? peer_clamp((uv * vw - uw * vv) / area) : 0.0;
    double t = vv > 0.0 ? (uv * s + vw) / vv : 0.0;
    if (t < 0.0 || t > 1.0) {
        t = peer_clamp(t);
        s = uu > 0.0 ? peer_clamp((uv * t - uw) / uu) : 0.0;
    }
    peer_point p = {w.x + s * u.x - t * v.x, w.y + s * u.y - t * v.y, w.z + s * u.z - t * v.z};
    return sqrt(peer_dot(p, p));
}

/// Look at the rope. @param joint (count)  its nodes @param link Length of a link at rest, metres.
/// @return False once it is to be given up: run->stopped says why.
static inline bool peer_look(peer_run *run, const peer_point *joint, int32_t count, double link)
{
    double length = 0.0;
    for (int32_t i = 0; i + 1 < count; i++) {
        length += peer_distance(joint[i], joint[i + 1]);
    }
    double stretch = length / (link * (count - 1));
    if (!isfinite(stretch)) {
        run->stopped = "not finite";
        return false;
    }
    run->stretch = fmax(run->stretch, stretch);
    int32_t apart = (int32_t)ceil(PI * RADIUS / link) + 1;
    for (int32_t i = 0; i + 1 < count; i++) {
        for (int32_t j = i + apart; j + 1 < count; j++) {
            double gap = peer_segments(joint[i], joint[i + 1], joint[j], joint[j + 1]);
            run->gap = fmin(run->gap, gap / (2.0 * RADIUS));
        }
    }
    if (stretch > LOST_STRETCH) {
        run->stopped = "torn: over ten times its length";
        return false;
    }
    return true;
}

/// One line of JSON.
static inline void peer_print(const peer_run *run)
{
    char gap[32] = "null"; // no look, no gap
    if (isfinite(run->gap)) {
        snprintf(gap, sizeof gap, "%.4f", run->gap);
    }
    printf("{\"seconds\": %.3f, \"real_time\": %.4f, \"ms_a_step\": %.3f, \"gap\": %s, \"stretch\": %.6f, "
           "\"joint_gap\": %.4f, ",
           run->simulated, run->took > 0.0 ? run->simulated / run->took : 0.0,
           1e3 * run->took / fmax(1.0, run->simulated / STEP), gap, run->stretch, run->joint_gap);
    if (run->stopped != NULL) {
        printf("\"stopped\": \"%s\"}\n", run->stopped);
    } else {
        printf("\"stopped\": null}\n");
    }
}
