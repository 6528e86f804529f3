// SPDX-License-Identifier: MIT
// Relaxed by positions (Müller et al. 2007): bending is evened out, strands that are too near are put apart, links are made as
// long as they are, over and over. Every move is far below the distance of strands, so crossings stay; pleat.c names the knot.

#include "dress/pleat_axis.h"

#include "core/vec3.h"
#include "dress/folded.h"

#include <string.h>

#define NODES BI_PLEAT_NODES
#define MIDDLE (NODES / 2)
#define ROUNDS 640
#define AGAIN 80
#define LOOK 8         // rounds between two looks for where the knot is
#define GROWN 0.6      // of the rounds, until what a bag holds is as large as it is
#define FINAL 48       // rounds with less bending, that lengths come out right
#define MOST_REACH 3   // links: bending is looked at over so many at most
#define BIGHT 48       // pieces of the first bight
#define LEAST_HANDLE 0.4 // of the bight, over the distance of its ends
#define MOST_HANDLE 20.0
#define NEAR 2.05 // arc between nodes that may be near, in sums of their radii: half a circle is pi / 2

// ---- the first shape ------------------------------------------------------------------------------------

typedef struct shape {
    const bight_axis_strand *strands; // (2)
    int32_t ends[2][2];               // nodes of each strand between which the knot is
    double scale;                     // of the template
    double handle;                    // of the bight's Bézier piece, over the distance of its ends
    double tail;                      // metres of straight strand beyond the knot
} shape;

typedef struct path {
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

static bight_vec3 knot_node(const shape *f, int32_t strand, int32_t i)
{
    return v3_mul(f->scale, f->strands[strand].points[i]);
}

// Out of the knot at an end of it.
static bight_vec3 leaving(const shape *f, int32_t strand, int32_t end)
{
    int32_t at = f->ends[strand][end], in = end == 0 ? at + 1 : at - 1;
    return v3_unit(v3_sub(knot_node(f, strand, at), knot_node(f, strand, in)), v3(0, 1, 0));
}

// Tip, first strand backwards, bight, second strand, tip. The bight is one Bézier piece that leaves both strands as they run,
// turned half way to the side that no tail is on.
static void walk(const shape *f, path *p)
{
    const int32_t(*ends)[2] = f->ends;
    bight_vec3 one = knot_node(f, 0, ends[0][0]), two = knot_node(f, 1, ends[1][0]);
    bight_vec3 tails = v3_lerp(knot_node(f, 0, ends[0][1]), knot_node(f, 1, ends[1][1]), 0.5);
    bight_vec3 up = v3_unit(v3_sub(v3_lerp(one, two, 0.5), tails), v3(0, 1, 0));
    double handle = f->handle * v3_distance(one, two);
    bight_vec3 c = v3_madd(one, handle, v3_unit(v3_add(leaving(f, 0, 0), up), up));
    bight_vec3 d = v3_madd(two, handle, v3_unit(v3_add(leaving(f, 1, 0), up), up));
    p->last = v3_madd(knot_node(f, 0, ends[0][1]), f->tail, leaving(f, 0, 1));
    for (int32_t i = ends[0][1]; i >= ends[0][0]; i--) {
        go_to(p, knot_node(f, 0, i));
    }
    for (int32_t i = 1; i < BIGHT; i++) {
        double t = (double)i / BIGHT;
        bight_vec3 q = v3_lerp(one, c, t), r = v3_lerp(c, d, t), s = v3_lerp(d, two, t);
        go_to(p, v3_lerp(v3_lerp(q, r, t), v3_lerp(r, s, t), t));
    }
    for (int32_t i = ends[1][0]; i <= ends[1][1]; i++) {
        go_to(p, knot_node(f, 1, i));
    }
    go_to(p, v3_madd(knot_node(f, 1, ends[1][1]), f->tail, leaving(f, 1, 1)));
}

static double length_of(const shape *f, double scale, double handle)
{
    shape g = *f;
    path p = {0};
    g.scale = scale;
    g.handle = handle;
    walk(&g, &p);
    return p.gone;
}

// The greatest value below `high` for which it is not longer than the cloth, by halving; `low` where none is.
static double fit(const shape *f, bool scale, double low, double high, double length)
{
    for (int32_t i = 0; i < 50; i++) {
        double middle = 0.5 * (low + high);
        bool fits = (scale ? length_of(f, middle, f->handle) : length_of(f, f->scale, middle)) < length;
        low = fits ? middle : low;
        high = fits ? high : middle;
    }
    return low;
}

// The template is scaled so that its strands are as thick as the cloth half way to a tip, or less where the cloth is too short:
// then relaxing makes room. What cloth is left goes into the bight.
static void begin(const bight_axis *strands, bi_pleat_axis *axis)
{
    double length = axis->spacing * (NODES - 1);
    shape f = {.strands = strands->strands, .handle = LEAST_HANDLE, .tail = axis->tail};
    bi_folded_knot(f.strands, 0, f.ends[0]);
    bi_folded_knot(f.strands, 1, f.ends[1]);
    f.scale = fit(&f, true, 0.0, axis->radii[NODES / 4] / bi_folded_radius(f.strands), length);
    f.handle = fit(&f, false, LEAST_HANDLE, MOST_HANDLE, length);
    path p = {.step = length_of(&f, f.scale, f.handle) / (NODES - 1), .out = axis->points};
    walk(&f, &p);
    while (p.count < NODES) { // the last one, but for rounding
        axis->points[p.count++] = p.last;
    }
}

// ---- relaxing -------------------------------------------------------------------------------------------

// Beyond a tip the curve goes straight on.
static bight_vec3 node(const bight_vec3 *x, int32_t i)
{
    int32_t over = i < 0 ? -i : i - (NODES - 1);
    return i < 0        ? v3_sub(v3_mul(2.0, x[0]), x[over])
           : i >= NODES ? v3_sub(v3_mul(2.0, x[NODES - 1]), x[NODES - 1 - over])
                        : x[i];
}

// x -= rate / 16 (second difference of the second difference), over `reach` links: one reach alone would not see zigzags as
// long as itself
static void even_bends(bight_vec3 *x, double rate, int32_t reach)
{
    bight_vec3 second[NODES + 2 * MOST_REACH], moved[NODES];
    for (int32_t i = 0; i < NODES + 2 * reach; i++) {
        int32_t k = i - reach;
        bight_vec3 ends = v3_add(node(x, k - reach), node(x, k + reach));
        second[i] = v3_sub(ends, v3_mul(2.0, node(x, k)));
    }
    for (int32_t i = 0; i < NODES; i++) {
        bight_vec3 fourth = v3_sub(v3_add(second[i], second[i + 2 * reach]), v3_mul(2.0, second[i + reach]));
        moved[i] = v3_madd(x[i], -rate / 16.0, fourth);
    }
    memcpy(x, moved, sizeof moved);
}

// gone[i]: metres of curve to node i
static void add_up(const bi_pleat_axis *axis, double *gone)
{
    gone[0] = 0.0;
    for (int32_t i = 1; i < NODES; i++) {
        gone[i] = gone[i - 1] + axis->links[i - 1];
    }
}

static bool may_touch(const bi_pleat_axis *axis, const double *gone, int32_t i, int32_t j)
{
    return gone[j] - gone[i] >= NEAR * (axis->radii[i] + axis->radii[j]);
}

// Each node goes by the mean of what its pairs ask; of two nodes one is looked at, the other goes with its neighbours.
static void put_apart(bi_pleat_axis *axis, const double *gone)
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
            if (d >= wanted * wanted || !(d > 0.0) || !may_touch(axis, gone, i, j)) {
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
    double length = v3_length(way), half = length > 0.0 ? 0.5 * (length - axis->links[i]) / length : 0.0;
    axis->points[i] = v3_madd(axis->points[i], half, way);
    axis->points[i + 1] = v3_madd(axis->points[i + 1], -half, way);
}

// Nodes from the middle to where strands first and last are near each other.
static void find_near(const bi_pleat_axis *axis, const double *gone, int32_t near_at[2])
{
    near_at[0] = MIDDLE;
    near_at[1] = 0;
    for (int32_t i = 0; i < NODES; i++) {
        for (int32_t j = i + 1; j < NODES; j++) {
            double near = 1.2 * (axis->radii[i] + axis->radii[j]);
            if (may_touch(axis, gone, i, j) && v3_distance(axis->points[i], axis->points[j]) < near) {
                int32_t one = i < MIDDLE ? MIDDLE - i : i - MIDDLE,
                        two = j < MIDDLE ? MIDDLE - j : j - MIDDLE;
                near_at[0] = bi_min_int(near_at[0], one > two ? one : two);
                near_at[1] = one > near_at[1] ? one : near_at[1];
                near_at[1] = two > near_at[1] ? two : near_at[1];
            }
        }
    }
}

// Of the nodes that are `first` or more from the middle of the curve.
static bight_vec3 knot_middle(const bi_pleat_axis *axis, int32_t first)
{
    bight_vec3 middle = v3(0, 0, 0);
    int32_t count = 0;
    for (int32_t i = 0; i < NODES; i++) {
        if ((i < MIDDLE ? MIDDLE - i : i - MIDDLE) >= first) {
            middle = v3_add(middle, axis->points[i]);
            count++;
        }
    }
    return v3_mul(1.0 / bi_max(1.0, count), middle);
}

// What a bag holds grows from nothing in the middle of the bight, on its way to its place below the knot. With d = x - c a node is
// inside where q = ((dx / a)^4 + (dy / b)^4)^(1/4) < 1, and goes out along d.
static void keep_room(bi_pleat_axis *axis, int32_t first, double grown)
{
    bight_vec3 knot = knot_middle(axis, first), c = v3_madd(knot, axis->below, v3(0, 1, 0));
    c = v3_lerp(v3_lerp(knot, axis->points[MIDDLE], 0.5), c, grown);
    double a = grown * axis->hold[0], b = grown * axis->hold[1];
    for (int32_t i = 0; i < NODES && grown > 0.0; i++) {
        bight_vec3 d = v3_sub(axis->points[i], c);
        double p = d.x * d.x / (a * a), r = d.y * d.y / (b * b), q = sqrt(sqrt(p * p + r * r));
        if (q < 1.0) {
            double by = bi_min(1.0 / bi_max(q, 0.05) - 1.0, 0.5);
            axis->points[i] = v3_madd(axis->points[i], 0.5 * by, v3(d.x, d.y, 0));
        }
    }
}

static void relax(bi_pleat_axis *axis, int32_t rounds, bool fresh)
{
    int32_t near_at[2] = {MIDDLE, 0};
    double gone[NODES];
    add_up(axis, gone);
    for (int32_t round = 0; round < rounds; round++) {
        even_bends(axis->points, round < rounds - FINAL ? 0.35 : 0.1, 1 + round % MOST_REACH);
        put_apart(axis, gone);
        put_apart(axis, gone);
        if (axis->hold[0] > 0.0) {
            if (round % LOOK == 0) {
                find_near(axis, gone, near_at);
            }
            keep_room(axis, near_at[0], fresh ? bi_min(1.0, (double)round / (GROWN * rounds)) : 1.0);
        }
        for (int32_t sweep = 0; sweep < 24; sweep++) {
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
    bight_vec3 left = v3_madd(across, -2.0 * v3_dot(v, across) / c, v),
               t = v3_madd(t0, -2.0 * v3_dot(v, t0) / c, v);
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
        axis->across[i - 1] =
            carry(axis->across[i], x[i], x[i - 1], v3_mul(-1.0, t[i]), v3_mul(-1.0, t[i - 1]));
    }
    for (int32_t i = 0; i < NODES; i++) {
        axis->inward[i] = v3_unit(v3_cross(axis->across[i], t[i]), v3_perpendicular(t[i]));
    }
}

static void measure(bi_pleat_axis *axis)
{
    const bight_vec3 *x = axis->points;
    double gone[NODES];
    add_up(axis, gone);
    int32_t near_at[2];
    find_near(axis, gone, near_at);
    int32_t first = near_at[0];
    axis->last = near_at[1] * axis->spacing;
    axis->reach = first * axis->spacing;
    axis->bend = HUGE_VAL;
    for (int32_t i = 4; i < NODES - 4; i++) {
        double turn = v3_distance(tangent(x, i - 3), tangent(x, i + 3)) / (gone[i + 3] - gone[i - 3]);
        bool folded = i < MIDDLE - first || i > MIDDLE + first;
        axis->bend = folded && turn > 0.0 ? bi_min(axis->bend, 1.0 / turn) : axis->bend;
    }
}

static void finish(bi_pleat_axis *axis)
{
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
    frame(axis);
    measure(axis);
    bight_vec3 middle = knot_middle(axis, (int32_t)(axis->reach / axis->spacing + 0.5));
    for (int32_t i = 0; i < NODES; i++) {
        axis->points[i] = v3_sub(axis->points[i], middle);
    }
}

void bi_pleat_axis_make(const bight_axis *strands, bi_pleat_axis *axis)
{
    for (int32_t i = 0; i < NODES; i++) {
        axis->links[i] = axis->spacing;
    }
    begin(strands, axis);
    relax(axis, ROUNDS, true);
    finish(axis);
}

void bi_pleat_axis_again(bi_pleat_axis *axis)
{
    relax(axis, AGAIN, false);
    finish(axis);
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
