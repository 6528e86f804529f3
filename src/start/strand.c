// SPDX-License-Identifier: MIT
// Distances of strands, and relaxation within them. Every round moves all points along straight lines by less
// than half of the least distance between two strands. Each point of a link then moves by less than that half
// too, so two links that are not neighbours cannot meet in between: the type is kept without a further test.

#include "start/strand.h"

#include "core/vec3.h"
#include "geom/segment.h"

#include <string.h>

#define CALM 2e-4      // metres: a round that moves no point by more is the last
#define MOST_MOVE 0.05 // metres in one round

static void measure(bight_curve curve, double *lengths)
{
    lengths[0] = 0.0;
    for (int32_t i = 1; i < curve.count; i++) {
        lengths[i] = lengths[i - 1] + v3_distance(curve.points[i - 1], curve.points[i]);
    }
}

static double whole(bight_curve curve, const double *lengths)
{
    int32_t last = curve.count - 1;
    return lengths[last] + (curve.closed ? v3_distance(curve.points[last], curve.points[0]) : 0.0);
}

// Along the curve from the end of link i to the start of link j > i; the shorter way when closed.
static double between(bight_curve curve, const double *lengths, double total, int32_t i, int32_t j)
{
    double forwards = lengths[j] - lengths[i + 1];
    if (!curve.closed) {
        return forwards;
    }
    double end = j + 1 < curve.count ? lengths[j + 1] : total;
    return bi_min(forwards, total - end + lengths[i]);
}

static double link_length(bight_curve curve, const double *lengths, double total, int32_t link)
{
    return (link + 1 < curve.count ? lengths[link + 1] : total) - lengths[link];
}

// Can two links that begin at a and c and are so long together be nearer than `least`?
static bool may_be_near(bight_vec3 a, bight_vec3 c, double long_together, double least)
{
    double reach = long_together + least;
    return v3_length_squared(v3_sub(a, c)) < reach * reach;
}

double bi_strand_apart(bight_curve curve, double near, double *lengths)
{
    measure(curve, lengths);
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    double total = whole(curve, lengths), least = (double)INFINITY;
    for (int32_t i = 0; i < links; i++) {
        bight_vec3 a = curve.points[i], b = curve.points[(i + 1) % curve.count];
        double length = v3_distance(a, b);
        for (int32_t j = i + 2; j < links; j++) {
            bight_vec3 c = curve.points[j], d = curve.points[(j + 1) % curve.count];

            // most pairs are far apart, and their first points say so
            double together = length + link_length(curve, lengths, total, j);
            if (!may_be_near(a, c, together, least) || between(curve, lengths, total, i, j) < near) {
                continue;
            }
            least = bi_min(least, sqrt(bi_segment_closest(a, b, c, d).distance_squared));
        }
    }
    return least;
}

// Push the ends of every pair of links apart that is nearer than `apart`.
static void add_pushes(bight_curve curve, const double *lengths, double near, double apart, bight_vec3 *moves)
{
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    double total = whole(curve, lengths);
    for (int32_t i = 0; i < links; i++) {
        int32_t i1 = (i + 1) % curve.count;
        bight_vec3 a = curve.points[i], b = curve.points[i1];
        double length = v3_distance(a, b);
        for (int32_t j = i + 2; j < links; j++) {
            int32_t j1 = (j + 1) % curve.count;
            bight_vec3 c = curve.points[j], d = curve.points[j1];
            double together = length + link_length(curve, lengths, total, j);
            if (!may_be_near(a, c, together, apart) || between(curve, lengths, total, i, j) < near) {
                continue;
            }
            bi_segment_pair pair = bi_segment_closest(a, b, c, d);
            double distance = sqrt(pair.distance_squared);
            if (distance >= apart || distance < 1e-9) {
                continue;
            }
            bight_vec3 way = v3_sub(v3_lerp(a, b, pair.s), v3_lerp(c, d, pair.t));
            bight_vec3 push = v3_mul(0.4 * (apart - distance) / distance, way);
            moves[i] = v3_madd(moves[i], 1.0 - pair.s, push);
            moves[i1] = v3_madd(moves[i1], pair.s, push);
            moves[j] = v3_madd(moves[j], pair.t - 1.0, push);
            moves[j1] = v3_madd(moves[j1], -pair.t, push);
        }
    }
}

static void add_smoothing(bight_curve curve, double smoothing, bight_vec3 *moves)
{
    int32_t n = curve.count, ends = curve.closed ? 0 : 1;
    for (int32_t i = ends; i < n - ends; i++) {
        bight_vec3 before = curve.points[(i + n - 1) % n], after = curve.points[(i + 1) % n];
        bight_vec3 middle = v3_lerp(before, after, 0.5);
        moves[i] = v3_madd(moves[i], smoothing, v3_sub(middle, curve.points[i]));
    }
}

int32_t bi_strand_relax(bight_vec3 *points, int32_t count, bool closed, double apart, double smoothing,
                        int32_t rounds, bight_vec3 *scratch, double *lengths)
{
    bight_curve curve = {points, count, closed};
    double near = BI_STRAND_NEAR * apart;
    for (int32_t round = 0; round < rounds; round++) {
        double now = bi_strand_apart(curve, near, lengths), most = 0.0;
        memset(scratch, 0, (size_t)count * sizeof *scratch);
        add_smoothing(curve, smoothing, scratch);
        add_pushes(curve, lengths, near, 1.02 * apart, scratch);
        if (!closed) {
            scratch[0] = scratch[count - 1] = v3(0, 0, 0);
        }
        for (int32_t i = 0; i < count; i++) {
            most = bi_max(most, v3_length(scratch[i]));
        }
        if (most < CALM) {
            return round;
        }
        double allowed = bi_min(MOST_MOVE, 0.45 * now), scale = most > allowed ? allowed / most : 1.0;
        for (int32_t i = 0; i < count; i++) {
            points[i] = v3_madd(points[i], scale, scratch[i]);
        }
    }
    return rounds;
}
