// SPDX-License-Identifier: MIT

#include "play/measure.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/validate.h"
#include "geom/winding.h"
#include "geom/pose.h"
#include "geom/segment.h"

#include <stdlib.h>
#include <string.h>

#define TURN 6.283185307179586
#define TUBE_PIECES 16 // of a link, whose image in the half plane is curved

static int32_t link_count(bight_curve curve)
{
    return curve.closed ? curve.count : curve.count - 1;
}

static bight_vec3 node(bight_curve curve, int32_t i)
{
    return curve.points[i < curve.count ? i : 0];
}

// ---- overlap ----------------------------------------------------------------------------------------

typedef struct slab {
    double low, high; // of the link's surface along x
    int32_t rope, link;
} slab;

// qsort need not be stable, so no two slabs may be equal
static int by_low(const void *left, const void *right)
{
    const slab *a = left, *b = right;
    if (a->low != b->low) {
        return a->low < b->low ? -1 : 1;
    }
    if (a->rope != b->rope) {
        return a->rope < b->rope ? -1 : 1;
    }
    return (a->link > b->link) - (a->link < b->link);
}

static bool neighbours(const bi_thick *ropes, const slab *a, const slab *b)
{
    if (a->rope != b->rope) {
        return false;
    }
    bight_curve curve = ropes[a->rope].curve;
    int32_t gap = abs(a->link - b->link);
    return gap <= 1 || (curve.closed && gap >= link_count(curve) - 1);
}

static void compare(const bi_thick *ropes, const slab *a, const slab *b, bi_overlap *overlap)
{
    bight_curve p = ropes[a->rope].curve, q = ropes[b->rope].curve;
    bi_segment_pair pair =
        bi_segment_closest(node(p, a->link), node(p, a->link + 1), node(q, b->link), node(q, b->link + 1));
    double distance = sqrt(pair.distance_squared), both = ropes[a->rope].radius + ropes[b->rope].radius;
    double depth = (both - distance) / both;
    if (depth > overlap->depth) {
        *overlap = (bi_overlap){depth, {a->rope, b->rope}, {a->link, b->link}, distance};
    }
}

bight_status bi_measure_overlap(const bight_env *env, const bi_thick *ropes, int32_t count,
                                bi_overlap *overlap)
{
    BI_ASSERT(count >= 0);
    *overlap = (bi_overlap){.rope = {-1, -1}, .link = {-1, -1}, .distance = (double)INFINITY};
    size_t total = 0, filled = 0;
    for (int32_t i = 0; i < count; i++) {
        total += (size_t)link_count(ropes[i].curve);
    }

    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    slab *slabs = bi_new_array(allocator, total, sizeof *slabs);
    if (slabs == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // the extent of each link's surface along x: from min(a, b) - r to max(a, b) + r
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < link_count(ropes[i].curve); k++) {
            double a = node(ropes[i].curve, k).x, b = node(ropes[i].curve, k + 1).x, r = ropes[i].radius;
            slabs[filled++] = (slab){fmin(a, b) - r, fmax(a, b) + r, i, k};
        }
    }

    // sort and sweep: two links can overlap only where their extents do
    qsort(slabs, filled, sizeof *slabs, by_low);
    for (size_t i = 0; i < filled; i++) {
        for (size_t k = i + 1; k < filled && slabs[k].low <= slabs[i].high; k++) {
            if (!neighbours(ropes, &slabs[i], &slabs[k])) {
                compare(ropes, &slabs[i], &slabs[k], overlap);
            }
        }
    }

    bi_free_array(allocator, slabs, total, sizeof *slabs);
    return BIGHT_OK;
}

// ---- lengths ----------------------------------------------------------------------------------------

double bi_measure_stretch(bight_curve curve, double rest_length, int32_t *link)
{
    BI_ASSERT(rest_length > 0.0);
    double longest = 0.0;
    *link = 0;
    for (int32_t i = 0; i < link_count(curve); i++) {
        double length = v3_distance(node(curve, i), node(curve, i + 1));
        if (length > longest) {
            longest = length;
            *link = i;
        }
    }
    return longest / rest_length;
}

double bi_measure_length(bight_curve curve, int32_t a, int32_t b)
{
    BI_ASSERT(a >= 0 && b >= 0 && a < curve.count && b < curve.count);
    double length = 0.0;
    int32_t from = a < b ? a : b, to = a < b ? b : a;
    for (int32_t i = from; i < to; i++) {
        length += v3_distance(node(curve, i), node(curve, i + 1));
    }
    return length;
}

// ---- winding ----------------------------------------------------------------------------------------

// the angle at the origin from (ax, ay) to (bx, by), between -pi and pi
static double angle_between(double ax, double ay, double bx, double by)
{
    return atan2(ax * by - ay * bx, ax * bx + ay * by);
}

// Seen from the tip of y, x turns to -z anticlockwise: the plane's axes are z and x.
double bi_measure_winding(bight_curve curve, const bight_pose *pose)
{
    BI_VALIDATE(bi_curve_is_valid(curve));
    double angle = 0.0;
    for (int32_t i = 0; i < link_count(curve); i++) {
        bight_vec3 a = bi_pose_in(pose, node(curve, i)), b = bi_pose_in(pose, node(curve, i + 1));
        angle += angle_between(a.z, a.x, b.z, b.x);
    }
    return angle / TURN;
}

double bi_measure_tube_winding(bight_curve curve, const bight_pose *pose, double ring_radius)
{
    double angle = 0.0;
    for (int32_t i = 0; i < link_count(curve); i++) {
        bight_vec3 a = bi_pose_in(pose, node(curve, i)), b = bi_pose_in(pose, node(curve, i + 1));
        double u = sqrt(a.x * a.x + a.z * a.z) - ring_radius, v = a.y;
        for (int32_t k = 1; k <= TUBE_PIECES; k++) {
            bight_vec3 p = v3_lerp(a, b, (double)k / TUBE_PIECES);
            double next_u = sqrt(p.x * p.x + p.z * p.z) - ring_radius, next_v = p.y;
            angle += angle_between(u, v, next_u, next_v);
            u = next_u;
            v = next_v;
        }
    }
    return angle / TURN;
}

// ---- round a rope -----------------------------------------------------------------------------------

double bi_measure_rope_winding(bight_curve coil, bight_curve target)
{
    bight_vec3 chord = v3_sub(target.points[target.count - 1], target.points[0]);
    bight_vec3 x = v3_unit(chord, v3(1, 0, 0));
    return bi_winding_applies(target, x) ? bi_winding_integral(coil, target, x, NULL)
                                         : bi_winding_gauss(coil, target, NULL);
}

double bi_measure_spread(bight_curve coil, bight_curve target, double near)
{
    double first = HUGE_VAL, last = -HUGE_VAL, along = 0.0;
    for (int32_t k = 0; k < link_count(target); k++) {
        bight_vec3 r = node(target, k), s = node(target, k + 1);
        for (int32_t i = 0; i < link_count(coil); i++) {
            bi_segment_pair pair = bi_segment_closest(node(coil, i), node(coil, i + 1), r, s);
            if (pair.distance_squared <= near * near) {
                double place = along + pair.t * v3_distance(r, s);
                first = bi_min(first, place);
                last = bi_max(last, place);
            }
        }
        along += v3_distance(r, s);
    }
    return last > first ? last - first : 0.0;
}

// ---- joined ends ------------------------------------------------------------------------------------

#define JOINED_ARC 32   // points of the arc
#define JOINED_FAR 3.0  // its radius, in the greatest distance of a point from the middle
#define JOINED_EYE 40.0 // how far the other two ends go, likewise

bight_status bi_measure_joined(const bight_env *env, bight_curve a, bight_curve b, bool to_first,
                               bight_curve *joined)
{
    BI_VALIDATE(bi_curve_is_valid(a) && bi_curve_is_valid(b));
    int32_t count = a.count + b.count + JOINED_ARC + 1;
    bight_vec3 *out = bi_new_array(env != NULL ? &env->allocator : NULL, (size_t)count + 2, sizeof *out);
    *joined = (bight_curve){out, out != NULL ? count + 2 : 0, true};
    if (out == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    memcpy(out, a.points, (size_t)a.count * sizeof *out);
    for (int32_t i = 0; i < b.count; i++) {
        out[count - 1 - i] = b.points[to_first ? b.count - 1 - i : i];
    }

    bight_vec3 middle = {0};
    for (int32_t i = 0; i < a.count; i++) {
        middle = v3_madd(middle, 1.0 / (a.count + b.count), a.points[i]);
    }
    for (int32_t i = 0; i < b.count; i++) {
        middle = v3_madd(middle, 1.0 / (a.count + b.count), b.points[i]);
    }

    double far = 0.0;
    for (int32_t i = 0; i < a.count + b.count; i++) {
        far = bi_max(far, v3_distance(middle, i < a.count ? a.points[i] : b.points[i - a.count]));
    }

    // half way by bisection: each point of the arc lies between two that are there already
    bight_vec3 from = v3_unit(v3_sub(a.points[a.count - 1], middle), v3(1, 0, 0));
    bight_vec3 to = v3_unit(v3_sub(b.points[to_first ? 0 : b.count - 1], middle), v3(-1, 0, 0));
    bight_vec3 ways[JOINED_ARC + 1];
    ways[0] = from;
    ways[JOINED_ARC] = to;
    for (int32_t step = JOINED_ARC; step > 1; step /= 2) {
        for (int32_t i = step / 2; i < JOINED_ARC; i += step) {
            bight_vec3 before = ways[i - step / 2], after = ways[i + step / 2];
            bight_vec3 beside = v3(before.y - after.y, after.x - before.x, 0.0); // when they are opposite
            ways[i] = v3_unit(v3_madd(v3_add(before, after), 1e-6, beside), v3(0, 1, 0));
        }
    }
    for (int32_t i = 0; i <= JOINED_ARC; i++) {
        out[a.count + i] = v3_madd(middle, JOINED_FAR * far, ways[i]);
    }

    // The arc may lie in the way of an end that would leave in the plane of the drawing, and over it or under
    // it makes different knots: both leave towards the eye, z, and are joined there.
    out[count] = v3_madd(out[count - 1], JOINED_EYE * far, v3(0, 0, 1));
    out[count + 1] = v3_madd(out[0], JOINED_EYE * far, v3(0, 0, 1));
    return BIGHT_OK;
}
