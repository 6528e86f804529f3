// SPDX-License-Identifier: MIT

#include "bench/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bight_vec3 minus(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static bight_vec3 cross(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static bight_vec3 along(bight_vec3 a, bight_vec3 b, double t)
{
    return (bight_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}

static bight_vec3 point(bight_curve curve, int32_t i)
{
    return curve.points[i < curve.count ? i : 0];
}

static int32_t link_count(bight_curve curve)
{
    return curve.closed ? curve.count : curve.count - 1;
}

// ---- distance ------------------------------------------------------------------------------------------

static double to_segment_squared(bight_vec3 x, bight_vec3 a, bight_vec3 b)
{
    bight_vec3 d = minus(b, a), r = minus(x, a);
    double dd = dot(d, d), t = dd > 0.0 ? dot(d, r) / dd : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    bight_vec3 gap = minus(r, (bight_vec3){t * d.x, t * d.y, t * d.z});
    return dot(gap, gap);
}

// The distance from a point of one segment to the other segment is convex along the first.
double oracle_segment_distance(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2)
{
    double low = 0.0, high = 1.0;
    double best = fmin(to_segment_squared(p1, p2, q2), to_segment_squared(q1, p2, q2));
    for (int32_t i = 0; i < 100 && high - low > 1e-15; i++) {
        double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        double at_a = to_segment_squared(along(p1, q1, a), p2, q2);
        double at_b = to_segment_squared(along(p1, q1, b), p2, q2);
        best = fmin(best, fmin(at_a, at_b));
        if (at_a < at_b) {
            high = b;
        } else {
            low = a;
        }
    }
    return sqrt(best);
}

// Segments whose middles are farther apart than this need no closer look.
static bool may_beat(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2, double best)
{
    bight_vec3 middle = minus(along(p1, q1, 0.5), along(p2, q2, 0.5)), d1 = minus(q1, p1), d2 = minus(q2, p2);
    double reach = best + 0.5 * sqrt(dot(d1, d1)) + 0.5 * sqrt(dot(d2, d2));
    return dot(middle, middle) < reach * reach;
}

double oracle_least_self_distance(bight_curve curve, int32_t between)
{
    double best = HUGE_VAL;
    int32_t links = link_count(curve);
    for (int32_t i = 0; i < links; i++) {
        for (int32_t j = i + between + 2; j < links; j++) {
            if (curve.closed && links - (j - i) - 1 <= between) {
                continue;
            }
            bight_vec3 p1 = point(curve, i), q1 = point(curve, i + 1), p2 = point(curve, j),
                       q2 = point(curve, j + 1);
            if (may_beat(p1, q1, p2, q2, best)) {
                best = fmin(best, oracle_segment_distance(p1, q1, p2, q2));
            }
        }
    }
    return best;
}

double oracle_least_distance(bight_curve a, bight_curve b)
{
    double best = HUGE_VAL;
    for (int32_t i = 0; i < link_count(a); i++) {
        for (int32_t j = 0; j < link_count(b); j++) {
            bight_vec3 p1 = point(a, i), q1 = point(a, i + 1), p2 = point(b, j), q2 = point(b, j + 1);
            if (may_beat(p1, q1, p2, q2, best)) {
                best = fmin(best, oracle_segment_distance(p1, q1, p2, q2));
            }
        }
    }
    return best;
}

// ---- projection ----------------------------------------------------------------------------------------

// A view in general position: three rows of a rotation with unrelated numbers.
static bight_vec3 seen(bight_vec3 x)
{
    return (bight_vec3){0.7602868 * x.x + 0.3169143 * x.y - 0.5670381 * x.z,
                        -0.0960433 * x.x + 0.9221345 * x.y + 0.3747595 * x.z,
                        0.6416521 * x.x - 0.2304654 * x.y + 0.7315501 * x.z};
}

typedef struct crossing {
    double over_at, under_at; // link index plus parameter along the link
    int32_t sign;
} crossing;

// Do the shadows of two links cross? Which is above, where, and with which sign?
static bool cross_over(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2, double *s, double *t,
                       bool *first_over, int32_t *sign)
{
    bight_vec3 d1 = minus(q1, p1), d2 = minus(q2, p2), r = minus(p2, p1);
    double determinant = d1.x * d2.y - d1.y * d2.x;
    if (determinant == 0.0) {
        return false;
    }
    *s = (r.x * d2.y - r.y * d2.x) / determinant;
    *t = (r.x * d1.y - r.y * d1.x) / determinant;
    if (!(*s >= 0.0 && *s < 1.0 && *t >= 0.0 && *t < 1.0)) {
        return false;
    }
    *first_over = p1.z + *s * d1.z > p2.z + *t * d2.z;
    *sign = (determinant > 0.0) == *first_over ? 1 : -1;
    return true;
}

static int32_t find_crossings(bight_curve curve, crossing *found)
{
    int32_t count = 0, links = curve.count;
    for (int32_t i = 0; i < links; i++) {
        bight_vec3 p1 = seen(point(curve, i)), q1 = seen(point(curve, i + 1));
        for (int32_t j = i + 2; j < links; j++) {
            if (i == 0 && j == links - 1) {
                continue;
            }
            double s, t;
            bool first_over;
            int32_t sign;
            if (cross_over(p1, q1, seen(point(curve, j)), seen(point(curve, j + 1)), &s, &t, &first_over,
                           &sign)) {
                if (count == ORACLE_MAX_CROSSINGS) {
                    return -1;
                }
                double a = i + s, b = j + t;
                found[count++] = (crossing){first_over ? a : b, first_over ? b : a, sign};
            }
        }
    }
    return count;
}

int32_t oracle_linking(bight_curve a, bight_curve b)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < a.count; i++) {
        for (int32_t j = 0; j < b.count; j++) {
            double s, t;
            bool first_over;
            int32_t sign;
            if (cross_over(seen(point(a, i)), seen(point(a, i + 1)), seen(point(b, j)), seen(point(b, j + 1)),
                           &s, &t, &first_over, &sign)) {
                sum += sign;
            }
        }
    }
    return sum / 2;
}

static double arc_sine(bight_vec3 a, bight_vec3 b)
{
    double length = sqrt(dot(a, a) * dot(b, b));
    double x = length > 0.0 ? dot(a, b) / length : 0.0;
    return asin(x < -1.0 ? -1.0 : x > 1.0 ? 1.0 : x);
}

double oracle_gauss_linking(bight_curve a, bight_curve b)
{
    double sum = 0.0;
    for (int32_t i = 0; i < a.count; i++) {
        for (int32_t j = 0; j < b.count; j++) {
            bight_vec3 p1 = point(a, i), q1 = point(a, i + 1), p2 = point(b, j), q2 = point(b, j + 1);
            bight_vec3 r13 = minus(p2, p1), r14 = minus(q2, p1), r24 = minus(q2, q1), r23 = minus(p2, q1);
            bight_vec3 n1 = cross(r13, r14), n2 = cross(r14, r24), n3 = cross(r24, r23), n4 = cross(r23, r13);
            double angle = arc_sine(n1, n2) + arc_sine(n2, n3) + arc_sine(n3, n4) + arc_sine(n4, n1);
            double side = dot(cross(minus(q2, p2), minus(q1, p1)), r13);
            sum += side > 0.0 ? angle : side < 0.0 ? -angle : 0.0;
        }
    }
    return sum / (4.0 * 3.14159265358979323846);
}

// ---- Alexander polynomial at a number, modulo a prime -----------------------------------------------

#define PRIME UINT64_C(2147483647)

static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1) {
        result = exponent & 1 ? result * base % PRIME : result;
        base = base * base % PRIME;
    }
    return result;
}

// Determinant of the leading size x size block, which is used up.
static uint64_t determinant_of(uint64_t *rows, int32_t size, int32_t width)
{
    uint64_t product = 1;
    for (int32_t k = 0; k < size; k++) {
        int32_t pivot = k;
        while (pivot < size && rows[pivot * width + k] == 0) {
            pivot++;
        }
        if (pivot == size) {
            return 0;
        }
        for (int32_t j = k; j < size && pivot != k; j++) {
            uint64_t swapped = rows[k * width + j];
            rows[k * width + j] = rows[pivot * width + j];
            rows[pivot * width + j] = swapped; // the sign does not matter here
        }
        product = product * rows[k * width + k] % PRIME;
        uint64_t inverse = power(rows[k * width + k], PRIME - 2);
        for (int32_t i = k + 1; i < size; i++) {
            uint64_t factor = rows[i * width + k] * inverse % PRIME;
            for (int32_t j = k; factor != 0 && j < size; j++) {
                uint64_t taken = factor * rows[k * width + j] % PRIME;
                rows[i * width + j] = (rows[i * width + j] + PRIME - taken) % PRIME;
            }
        }
    }
    return product;
}

static int compare_under(const void *left, const void *right)
{
    double a = ((const crossing *)left)->under_at, b = ((const crossing *)right)->under_at;
    return a < b ? -1 : a > b;
}

// Crossing k, in order along the curve, ends arc k and starts arc k + 1; arc 0 goes round the start.
static int32_t arc_at(const crossing *found, int32_t count, double at)
{
    int32_t arc = 0;
    while (arc < count && found[arc].under_at < at) {
        arc++;
    }
    return arc % count;
}

static uint64_t alexander(const crossing *found, int32_t count, uint64_t t, uint64_t *rows)
{
    if (count < 2) {
        return 1;
    }
    memset(rows, 0, (size_t)count * (size_t)count * sizeof *rows);
    for (int32_t k = 0; k < count; k++) {
        uint64_t *row = rows + k * count;
        int32_t over = arc_at(found, count, found[k].over_at), in = k, out = (k + 1) % count;
        int32_t first = found[k].sign > 0 ? in : out, second = found[k].sign > 0 ? out : in;
        row[over] = (row[over] + 1 + PRIME - t) % PRIME;
        row[first] = (row[first] + t) % PRIME;
        row[second] = (row[second] + PRIME - 1) % PRIME;
    }
    return determinant_of(rows, count - 1, count);
}

static uint32_t without_sign(uint64_t value)
{
    return (uint32_t)(value < PRIME - value ? value : PRIME - value);
}

oracle_knot oracle_knot_of(bight_curve curve)
{
    crossing found[ORACLE_MAX_CROSSINGS];
    int32_t count = find_crossings(curve, found);
    size_t cells = count > 0 ? (size_t)count * (size_t)count : 1;
    uint64_t *rows = count < 0 ? NULL : malloc(cells * sizeof *rows);
    if (rows == NULL) {
        return (oracle_knot){.crossings = count};
    }
    qsort(found, (size_t)count, sizeof *found, compare_under);
    uint64_t t = 5, at_minus_one = alexander(found, count, PRIME - 1, rows);
    uint64_t at_t = alexander(found, count, t, rows),
             at_inverse = alexander(found, count, power(t, PRIME - 2), rows);
    free(rows);
    return (oracle_knot){true, count, without_sign(at_minus_one), without_sign(at_t * at_inverse % PRIME)};
}

bool oracle_knots_differ(oracle_knot a, oracle_knot b)
{
    return a.sound && b.sound && (a.determinant != b.determinant || a.value != b.value);
}
