// SPDX-License-Identifier: MIT
// Relaxed by positions (Müller et al. 2007): bending is evened out, strands that are too near are put apart, links are made as
// long as they are, over and over. Every move is far below the distance of strands, so crossings stay; pleat.c names the knot.

#include "dress/pleat_axis.h"

#include "core/vec3.h"

#include <string.h>

#define NODES BI_PLEAT_NODES
#define MIDDLE (NODES / 2)
#define ROUNDS 320
#define FINAL 48    // rounds with less bending, that lengths come out right
#define REACH 3     // links: bending is looked at over so many
#define BIGHT 48    // pieces of the first bight
#define LEAST_HANDLE 0.2 // of the bight, over the distance of its ends
#define MOST_HANDLE 20.0
#define NEAR 2.05   // arc between nodes that may be near, in sums of their radii: half a circle is pi / 2

// ---- the first shape ------------------------------------------------------------------------------------

typedef struct path {
    double scale;  // of the template
    double handle; // of the bight's Bézier piece, over the distance of its ends
    bight_vec3 last;
    double gone, next; // arc so far; arc of the next node
    double step;
    bight_vec3 *out; // nullable: only measure
    int32_t count;
} path;

static void go_to(path *p, bight_vec3 to)
{
    double length = v3_distance(p->last, to);
    while (p->out != NULL && p->count < NODES && length > 0.0 && p->next <= p->gone + length) {
        p->out[p->count++] = v3_lerp(p->last, to, (p->next - p->gone) / length);
        p->next += p->step;
    }
    p->gone += length;
    p->last = to;
}

// Tip, first strand backwards, bight, second strand, tip. The bight is one Bézier piece that leaves both strands as they run,
// turned half way to the side that no tail is on.
static void walk(const bight_axis *strands, path *p)
{
    const bight_axis_strand *a = &strands->strands[0], *b = &strands->strands[1];
    bight_vec3 one = v3_mul(p->scale, a->points[0]), two = v3_mul(p->scale, b->points[0]);
    bight_vec3 tails = v3_lerp(a->points[a->count - 1], b->points[b->count - 1], 0.5);
    bight_vec3 up = v3_unit(v3_madd(v3_lerp(one, two, 0.5), -p->scale, tails), v3(0, 1, 0));
    bight_vec3 from = v3_unit(v3_sub(a->points[0], a->points[1]), up);
    bight_vec3 to = v3_unit(v3_sub(b->points[0], b->points[1]), up);
    double handle = p->handle * v3_distance(one, two);
    bight_vec3 c = v3_madd(one, handle, v3_unit(v3_add(from, up), up));
    bight_vec3 d = v3_madd(two, handle, v3_unit(v3_add(to, up), up));
    p->last = v3_mul(p->scale, a->points[a->count - 1]);
    for (int32_t i = a->count - 1; i >= 0; i--) {
        go_to(p, v3_mul(p->scale, a->points[i]));
    }
    for (int32_t i = 1; i < BIGHT; i++) {
        double t = (double)i / BIGHT;
        bight_vec3 q = v3_lerp(one, c, t), r = v3_lerp(c, d, t), s = v3_lerp(d, two, t);
        go_to(p, v3_lerp(v3_lerp(q, r, t), v3_lerp(r, s, t), t));
    }
    for (int32_t i = 0; i < b->count; i++) {
        go_to(p, v3_mul(p->scale, b->points[i]));
    }
}

static double length_of(const bight_axis *strands, double scale, double handle)
{
    path p = {.scale = scale, .handle = handle};
    walk(strands, &p);
    return p.gone;
}

static double mean_radius(const bight_axis *strands)
{
    double sum = 0.0, count = 0.0;
    for (int32_t s = 0; s < 2; s++) {
        for (int32_t i = 0; i < strands->strands[s].count; i++) {
            sum += strands->strands[s].radii[i];
            count += 1.0;
        }
    }
    return sum / count;
}

// The template is scaled so that its strands are as thick as the cloth half way to a tip; what cloth is left goes into the bight,
// the handles of which are found by halving. Where none is left all is made smaller, and relaxing makes room.
static void begin(const bight_axis *strands, bi_pleat_axis *axis)
{
    double length = axis->spacing * (NODES - 1), low = LEAST_HANDLE, high = MOST_HANDLE;
    double scale = axis->radii[NODES / 4] / mean_radius(strands), least = length_of(strands, scale, low);
    scale = least > length ? scale * length / least : scale;
    for (int32_t i = 0; i < 50; i++) {
        double handle = 0.5 * (low + high);
        bool fits = length_of(strands, scale, handle) < length;
        low = fits ? handle : low;
        high = fits ? high : handle;
    }
    double whole = length_of(strands, scale, low);
    path p = {.scale = scale, .handle = low, .step = whole / (NODES - 1), .out = axis->points};
    walk(strands, &p);
    while (p.count < NODES) { // the last one, but for rounding
        axis->points[p.count++] = p.last;
    }
}

// ---- relaxing -------------------------------------------------------------------------------------------

// Beyond a tip the curve goes straight on.
static bight_vec3 node(const bight_vec3 *x, int32_t i)
{
    int32_t over = i < 0 ? -i : i - (NODES - 1);
    return i < 0          ? v3_sub(v3_mul(2.0, x[0]), x[over])
           : i >= NODES   ? v3_sub(v3_mul(2.0, x[NODES - 1]), x[NODES - 1 - over])
                          : x[i];
}

// x -= rate / 16 (second difference of the second difference), over REACH links
static void even_bends(bight_vec3 *x, double rate)
{
    bight_vec3 second[NODES + 2 * REACH], moved[NODES];
    for (int32_t i = 0; i < NODES + 2 * REACH; i++) {
        int32_t k = i - REACH;
        bight_vec3 ends = v3_add(node(x, k - REACH), node(x, k + REACH));
        second[i] = v3_sub(ends, v3_mul(2.0, node(x, k)));
    }
    for (int32_t i = 0; i < NODES; i++) {
        bight_vec3 fourth =
            v3_sub(v3_add(second[i], second[i + 2 * REACH]), v3_mul(2.0, second[i + REACH]));
        moved[i] = v3_madd(x[i], -rate / 16.0, fourth);
    }
    memcpy(x, moved, sizeof moved);
}

static bool may_touch(const bi_pleat_axis *axis, int32_t i, int32_t j)
{
    return (j - i) * axis->spacing >= NEAR * (axis->radii[i] + axis->radii[j]);
}

// Each node goes by the mean of what its pairs ask; of two nodes one is looked at, the other goes with its neighbours.
static void put_apart(bi_pleat_axis *axis)
{
    bight_vec3 push[NODES];
    int32_t pairs[NODES] = {0};
    for (int32_t i = 0; i < NODES; i++) {
        push[i] = v3(0, 0, 0);
    }
    for (int32_t i = 0; i < NODES; i += 2) {
        for (int32_t j = i + 2; j < NODES; j += 2) {
            double wanted = axis->radii[i] + axis->radii[j];
            bight_vec3 between = v3_sub(axis->points[i], axis->points[j]);
            double d = v3_length_squared(between);
            if (d >= wanted * wanted || !(d > 0.0) || !may_touch(axis, i, j)) {
                continue;
            }
            double length = sqrt(d), half = bi_min(0.5 * (wanted - length), 0.2 * length) / length;
            push[i] = v3_madd(push[i], half, between);
            push[j] = v3_madd(push[j], -half, between);
            pairs[i]++;
            pairs[j]++;
        }
    }
    for (int32_t i = 0; i < NODES; i += 2) {
        push[i] = v3_mul(1.0 / bi_max(1.0, pairs[i]), push[i]);
    }
    for (int32_t i = 1; i < NODES; i += 2) {
        push[i] = v3_lerp(push[i - 1], push[i + 1], 0.5);
    }
    for (int32_t i = 0; i < NODES; i++) {
        axis->points[i] = v3_add(axis->points[i], push[i]);
    }
}

static void make_link(bi_pleat_axis *axis, int32_t i)
{
    bight_vec3 way = v3_sub(axis->points[i + 1], axis->points[i]);
    double length = v3_length(way), half = length > 0.0 ? 0.5 * (length - axis->spacing) / length : 0.0;
    axis->points[i] = v3_madd(axis->points[i], half, way);
    axis->points[i + 1] = v3_madd(axis->points[i + 1], -half, way);
}

static void relax(bi_pleat_axis *axis)
{
    for (int32_t round = 0; round < ROUNDS; round++) {
        even_bends(axis->points, round < ROUNDS - FINAL ? 0.35 : 0.1);
        put_apart(axis);
        put_apart(axis);
        for (int32_t sweep = 0; sweep < 12; sweep++) {
            for (int32_t i = 0; i < NODES - 1; i++) {
                make_link(axis, sweep % 2 == 0 ? i : NODES - 2 - i);
            }
        }
    }
}

// ---- frames ---------------------------------------------------------------------------------------------

static bight_vec3 tangent(const bight_vec3 *x, int32_t i)
{
    return v3_unit(v3_sub(node(x, i + 1), node(x, i - 1)), v3(1, 0, 0));
}

// Double reflection (Wang et al. 2008): what does not twist, with sums, products and square roots alone.
static bight_vec3 carry(bight_vec3 across, bight_vec3 from, bight_vec3 to, bight_vec3 t0, bight_vec3 t1)
{
    bight_vec3 v = v3_sub(to, from);
    double c = v3_dot(v, v);
    bight_vec3 left = v3_madd(across, -2.0 * v3_dot(v, across) / c, v), t = v3_madd(t0, -2.0 * v3_dot(v, t0) / c, v);
    bight_vec3 w = v3_sub(t1, t);
    double d = v3_dot(w, w);
    left = d > 0.0 ? v3_madd(left, -2.0 * v3_dot(w, left) / d, w) : left;
    return v3_unit(v3_madd(left, -v3_dot(left, t1), t1), across);
}

static void frame(bi_pleat_axis *axis)
{
    const bight_vec3 *x = axis->points;
    bight_vec3 t[NODES];
    for (int32_t i = 0; i < NODES; i++) {
        t[i] = tangent(x, i);
    }
    bight_vec3 bent = v3_sub(t[MIDDLE + 8], t[MIDDLE - 8]), square = v3_cross(t[MIDDLE], bent);
    axis->across[MIDDLE] = v3_unit(square, v3_perpendicular(t[MIDDLE]));
    for (int32_t i = MIDDLE; i < NODES - 1; i++) {
        axis->across[i + 1] = carry(axis->across[i], x[i], x[i + 1], t[i], t[i + 1]);
    }
    for (int32_t i = MIDDLE; i > 0; i--) {
        axis->across[i - 1] = carry(axis->across[i], x[i], x[i - 1], v3_mul(-1.0, t[i]), v3_mul(-1.0, t[i - 1]));
    }
    for (int32_t i = 0; i < NODES; i++) {
        axis->inward[i] = v3_unit(v3_cross(axis->across[i], t[i]), v3_perpendicular(t[i]));
    }
}

static void measure(bi_pleat_axis *axis)
{
    const bight_vec3 *x = axis->points;
    int32_t first = MIDDLE;
    for (int32_t i = 0; i < NODES; i++) {
        for (int32_t j = i + 1; j < NODES; j++) {
            double near = 1.2 * (axis->radii[i] + axis->radii[j]);
            if (may_touch(axis, i, j) && v3_distance(x[i], x[j]) < near) {
                first = bi_min_int(first, i < MIDDLE ? MIDDLE - i : i - MIDDLE);
                first = bi_min_int(first, j < MIDDLE ? MIDDLE - j : j - MIDDLE);
            }
        }
    }
    axis->reach = first * axis->spacing;
    axis->bend = HUGE_VAL;
    for (int32_t i = 4; i < NODES - 4; i++) {
        double turn = v3_distance(tangent(x, i - 3), tangent(x, i + 3)) / (6.0 * axis->spacing);
        bool folded = i < MIDDLE - first || i > MIDDLE + first;
        axis->bend = folded && turn > 0.0 ? bi_min(axis->bend, 1.0 / turn) : axis->bend;
    }
}

void bi_pleat_axis_make(const bight_axis *strands, bi_pleat_axis *axis)
{
    begin(strands, axis);
    relax(axis);

    // what single nodes still jut out
    for (int32_t round = 0; round < 3; round++) {
        bight_vec3 before = axis->points[0];
        for (int32_t i = 1; i < NODES - 1; i++) {
            bight_vec3 here = axis->points[i];
            axis->points[i] = v3_lerp(here, v3_lerp(before, axis->points[i + 1], 0.5), 0.5);
            before = here;
        }
    }

    // the knot's middle is the origin
    bight_vec3 middle = v3(0, 0, 0);
    int32_t count = 0;
    frame(axis);
    measure(axis);
    for (int32_t i = 0; i < NODES; i++) {
        int32_t off = i < MIDDLE ? MIDDLE - i : i - MIDDLE;
        if (off * axis->spacing >= axis->reach) {
            middle = v3_add(middle, axis->points[i]);
            count++;
        }
    }
    for (int32_t i = 0; i < NODES; i++) {
        axis->points[i] = v3_madd(axis->points[i], -1.0 / bi_max(1.0, count), middle);
    }
}

void bi_pleat_axis_at(const bi_pleat_axis *axis, double s, bight_vec3 *point, bight_vec3 *inward,
                       bight_vec3 *across)
{
    const bight_vec3 *x = axis->points;
    double at = bi_max(0.0, bi_min(NODES - 1.0, s / axis->spacing + MIDDLE));
    int32_t i = bi_min_int(NODES - 2, (int32_t)at);
    double t = at - i;

    // Catmull and Rom's spline: p1 + t/2 (p2 - p0 + t (2 p0 - 5 p1 + 4 p2 - p3 + t (3 (p1 - p2) + p3 - p0)))
    bight_vec3 p0 = node(x, i - 1), p1 = x[i], p2 = x[i + 1], p3 = node(x, i + 2);
    bight_vec3 first = v3_sub(p2, p0);
    bight_vec3 second = v3_sub(v3_madd(v3_madd(v3_mul(2.0, p0), -5.0, p1), 4.0, p2), p3);
    bight_vec3 third = v3_madd(v3_sub(p3, p0), 3.0, v3_sub(p1, p2));
    *point = v3_madd(p1, 0.5 * t, v3_madd(first, t, v3_madd(second, t, third)));
    *across = v3_unit(v3_lerp(axis->across[i], axis->across[i + 1], t), axis->across[i]);
    *inward = v3_unit(v3_lerp(axis->inward[i], axis->inward[i + 1], t), axis->inward[i]);
}
