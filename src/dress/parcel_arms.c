// SPDX-License-Identifier: MIT
// Relaxed by positions, as one gathered line is (pleat_axis.c); four curves keep apart from each other and from the bag below.

#include "dress/parcel_arms.h"

#include "core/vec3.h"
#include "dress/folded.h"

#include <string.h>

#define NODES BI_PARCEL_NODES
#define ARMS BI_PARCEL_ARMS
#define ROUNDS 640
#define AGAIN 80
#define FINAL 48
#define MOST_REACH 3
#define NEAR 2.05
#define HELD 3 // nodes at the neck that stand still

bight_vec3 bi_parcel_out(int32_t arm)
{
    return arm == 0 ? v3(1, 0, 0) : arm == 1 ? v3(-1, 0, 0) : arm == 2 ? v3(0, 0, -1) : v3(0, 0, 1);
}

bight_vec3 bi_parcel_aside(int32_t arm)
{
    return arm < 2 ? v3(0, 0, -1) : v3(1, 0, 0);
}

// ---- the first shape ------------------------------------------------------------------------------------

// A knot of two strands as it stands in space.
typedef struct knot {
    const bight_axis_strand *strands; // (2)
    int32_t ends[2][2];
    bight_vec3 axes[3]; // of the template, that become its pair's way out, up, and what is square to both
    bight_vec3 to[3];
    bight_vec3 middle; // of the template
    double scale, height;
} knot;

static bight_vec3 stand(const knot *k, bight_vec3 p)
{
    bight_vec3 d = v3_sub(p, k->middle), at = v3(0, k->height, 0);
    for (int32_t i = 0; i < 3; i++) {
        at = v3_madd(at, k->scale * v3_dot(d, k->axes[i]), k->to[i]);
    }
    return at;
}

static void begin_knot(const bight_axis *strands, int32_t pair, double scale, knot *k)
{
    *k = (knot){.strands = strands->strands, .scale = scale};
    bi_folded_knot(k->strands, 0, k->ends[0]);
    bi_folded_knot(k->strands, 1, k->ends[1]);
    bight_vec3 in[2], tail[2], sum = v3(0, 0, 0);
    double count = 0.0;
    for (int32_t s = 0; s < 2; s++) {
        const bight_axis_strand *one = &k->strands[s];
        in[s] = one->points[k->ends[s][0]];
        tail[s] = one->points[k->ends[s][1]];
        for (int32_t i = k->ends[s][0]; i <= k->ends[s][1]; i++) {
            sum = v3_add(sum, one->points[i]);
            count += 1.0;
        }
    }
    k->middle = v3_mul(1.0 / count, sum);
    bight_vec3 up = v3_unit(v3_sub(v3_lerp(tail[0], tail[1], 0.5), v3_lerp(in[0], in[1], 0.5)), v3(0, 1, 0));
    bight_vec3 out = v3_sub(in[0], in[1]);
    out = v3_unit(v3_madd(out, -v3_dot(out, up), up), v3(1, 0, 0));
    k->axes[0] = out;
    k->axes[1] = up;
    k->axes[2] = v3_cross(out, up);
    k->to[0] = bi_parcel_out(2 * pair);
    k->to[1] = v3(0, 1, 0);
    k->to[2] = v3_cross(k->to[0], k->to[1]);
}

// Least and greatest of `along` in space, of both strands.
static void extent(const knot *k, bight_vec3 along, double *low, double *high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (int32_t s = 0; s < 2; s++) {
        for (int32_t i = k->ends[s][0]; i <= k->ends[s][1]; i++) {
            double at = v3_dot(stand(k, k->strands[s].points[i]), along);
            *low = bi_min(*low, at);
            *high = bi_max(*high, at);
        }
    }
}

typedef struct path {
    bight_vec3 last;
    double gone, step;
    bight_vec3 *out;
    int32_t count;
} path;

static void go_to(path *p, bight_vec3 to)
{
    double length = v3_distance(p->last, to);
    while (p->count < NODES && length > 0.0 && p->step * p->count <= p->gone + length) {
        p->out[p->count] = v3_lerp(p->last, to, (p->step * p->count - p->gone) / length);
        p->count++;
    }
    p->gone += length;
    p->last = to;
}

// Up from the neck, out past what is in the way, into the knot, and straight on.
static double walk(const knot *k, const bi_parcel_arms *arms, int32_t arm, double past, double past_top,
                   bight_vec3 *points)
{
    int32_t s = arm % 2;
    const bight_axis_strand *one = &k->strands[s];
    bight_vec3 out = bi_parcel_out(arm), up = v3(0, 1, 0);
    bight_vec3 neck = v3_madd(v3_mul(arms->top, up), arms->neck, out);
    path p = {.last = neck, .step = arms->spacing, .out = points};
    for (int32_t i = 1; i <= HELD; i++) {
        go_to(&p, v3_madd(neck, i * arms->spacing, up));
    }
    if (past > 0.0) {
        bight_vec3 from = p.last, a = v3_madd(v3_mul(p.last.y + past, up), past, out),
                   b = v3_madd(v3_mul(bi_max(past_top, p.last.y + past), up), past, out);
        for (int32_t i = 1; i <= 24; i++) {
            double t = i / 24.0;
            bight_vec3 q = v3_lerp(from, a, t), r = v3_lerp(a, b, t);
            go_to(&p, v3_lerp(q, r, t));
        }
    }
    for (int32_t i = k->ends[s][0]; i <= k->ends[s][1]; i++) {
        go_to(&p, stand(k, one->points[i]));
    }
    double left = arms->spacing * (NODES - 1) - p.gone;
    bight_vec3 from = stand(k, one->points[k->ends[s][1] - 1]);
    bight_vec3 on = v3_unit(v3_sub(p.last, from), out);
    if (left > 0.0) {
        go_to(&p, v3_madd(p.last, left + arms->spacing, on));
    }
    while (p.count < NODES) {
        points[p.count++] = p.last;
    }
    return left;
}

static double largest(const bi_parcel_arm *arm, int32_t from)
{
    double r = 0.0;
    for (int32_t i = from; i < NODES; i++) {
        r = bi_max(r, arm->radii[i]);
    }
    return r;
}

static void begin(const bight_axis *strands, const double scale[2], bi_parcel_arms *arms)
{
    knot first, second;
    double low, high, r0 = largest(&arms->arm[0], 0);
    double r1 = arms->arm[0].radii[NODES / 3], r2 = arms->arm[2].radii[NODES / 2];
    begin_knot(&strands[0], 0, scale[0] * r1 / bi_folded_radius(strands[0].strands), &first);
    extent(&first, v3(0, 1, 0), &low, &high);
    first.height = arms->top + HELD * arms->spacing + r0 - low;
    extent(&first, v3(0, 1, 0), &low, &high);
    double side_low, side_high;
    extent(&first, v3(0, 0, 1), &side_low, &side_high);
    double past = bi_max(side_high, -side_low) + r1 + r0;
    arms->tails[0] = HUGE_VAL;
    arms->tails[1] = HUGE_VAL;
    for (int32_t a = 0; a < 2; a++) {
        arms->tails[0] = bi_min(arms->tails[0], walk(&first, arms, a, 0.0, 0.0, arms->arm[a].points));
    }
    begin_knot(&strands[1], 1, scale[1] * r2 / bi_folded_radius(strands[1].strands), &second);
    double top = high;
    extent(&second, v3(0, 1, 0), &low, &high);
    // strands of the second knot come in beside the first one, so half of its height may lie below the top of that
    second.height = top + r1 + r2 - 0.5 * low;
    for (int32_t a = 2; a < 4; a++) {
        double entry = stand(&second, second.strands[a % 2].points[second.ends[a % 2][0]]).y;
        arms->tails[1] =
            bi_min(arms->tails[1], walk(&second, arms, a, past, bi_min(entry, top), arms->arm[a].points));
    }
}

// ---- relaxing -------------------------------------------------------------------------------------------

// Before the neck's end the curve goes straight down, beyond a tip straight on.
static bight_vec3 node(const bi_parcel_arms *arms, const bight_vec3 *x, int32_t i)
{
    int32_t over = i - (NODES - 1);
    return i < 0        ? v3_madd(x[0], i * arms->spacing, v3(0, 1, 0))
           : i >= NODES ? v3_sub(v3_mul(2.0, x[NODES - 1]), x[NODES - 1 - over])
                        : x[i];
}

static void even_bends(const bi_parcel_arms *arms, bight_vec3 *x, double rate, int32_t reach)
{
    bight_vec3 second[NODES + 2 * MOST_REACH], moved[NODES];
    for (int32_t i = 0; i < NODES + 2 * reach; i++) {
        int32_t k = i - reach;
        bight_vec3 ends = v3_add(node(arms, x, k - reach), node(arms, x, k + reach));
        second[i] = v3_sub(ends, v3_mul(2.0, node(arms, x, k)));
    }
    for (int32_t i = 0; i < NODES; i++) {
        bight_vec3 fourth = v3_sub(v3_add(second[i], second[i + 2 * reach]), v3_mul(2.0, second[i + reach]));
        moved[i] = i < HELD ? x[i] : v3_madd(x[i], -rate / 16.0, fourth);
    }
    memcpy(x, moved, sizeof moved);
}

typedef struct pushes {
    bight_vec3 by[ARMS][NODES];
    int32_t pairs[ARMS][NODES];
    double gone[ARMS][NODES];
} pushes;

static void add_up(const bi_parcel_arms *arms, pushes *p)
{
    for (int32_t a = 0; a < ARMS; a++) {
        p->gone[a][0] = 0.0;
        for (int32_t i = 1; i < NODES; i++) {
            p->gone[a][i] = p->gone[a][i - 1] + arms->arm[a].links[i - 1];
        }
    }
}

static void push_pair(bi_parcel_arms *arms, pushes *p, int32_t a, int32_t i, int32_t b, int32_t j)
{
    bi_parcel_arm *one = &arms->arm[a], *two = &arms->arm[b];
    double wanted = one->radii[i] + two->radii[j];
    bight_vec3 between = v3_sub(one->points[i], two->points[j]);
    double d = v3_length_squared(between);
    if (d >= wanted * wanted || !(d > 0.0)) {
        return;
    }
    // near the neck strands begin beside each other
    double low = p->gone[a][i] + (a == b ? -p->gone[b][j] : p->gone[b][j]);
    if (fabs(low) < NEAR * wanted) {
        return;
    }
    double length = sqrt(d), half = bi_min(0.5 * (wanted - length), 0.2 * length) / length;
    p->by[a][i] = v3_madd(p->by[a][i], half, between);
    p->by[b][j] = v3_madd(p->by[b][j], -half, between);
    p->pairs[a][i]++;
    p->pairs[b][j]++;
}

static void put_apart(bi_parcel_arms *arms, pushes *p)
{
    memset(p->by, 0, sizeof p->by);
    memset(p->pairs, 0, sizeof p->pairs);
    for (int32_t a = 0; a < ARMS; a++) {
        for (int32_t b = a; b < ARMS; b++) {
            for (int32_t i = 0; i < NODES; i += 2) {
                for (int32_t j = a == b ? i + 2 : 0; j < NODES; j += 2) {
                    push_pair(arms, p, a, i, b, j);
                }
            }
        }
    }
    for (int32_t a = 0; a < ARMS; a++) {
        bi_parcel_arm *arm = &arms->arm[a];
        bight_vec3 *by = p->by[a];
        for (int32_t i = 0; i < NODES; i += 2) {
            by[i] = v3_mul(1.0 / bi_max(1.0, p->pairs[a][i]), by[i]);
        }
        for (int32_t i = 1; i < NODES; i += 2) {
            by[i] = v3_lerp(by[i - 1], by[i + 1], 0.5);
        }
        for (int32_t i = HELD; i < NODES; i++) {
            arm->points[i] = v3_add(arm->points[i], by[i]);
            // above the bag
            double floor = arms->top + bi_min(arm->radii[i], (i - HELD + 1) * arms->spacing);
            arm->points[i].y = bi_max(arm->points[i].y, floor);
        }
    }
}

static void make_link(bi_parcel_arm *arm, int32_t i)
{
    bight_vec3 way = v3_sub(arm->points[i + 1], arm->points[i]);
    double length = v3_length(way), by = length > 0.0 ? (length - arm->links[i]) / length : 0.0;
    double near = i < HELD ? 0.0 : 0.5, far = i + 1 < HELD ? 0.0 : 1.0 - near;
    arm->points[i] = v3_madd(arm->points[i], near * by, way);
    arm->points[i + 1] = v3_madd(arm->points[i + 1], -far * by, way);
}

static void relax(bi_parcel_arms *arms, int32_t rounds)
{
    pushes p;
    add_up(arms, &p);
    for (int32_t a = 0; a < ARMS; a++) {
        for (int32_t i = 0; i < HELD; i++) {
            arms->arm[a].points[i] = v3_madd(v3_madd(v3(0, arms->top, 0), arms->neck, bi_parcel_out(a)),
                                             p.gone[a][i], v3(0, 1, 0));
        }
    }
    for (int32_t round = 0; round < rounds; round++) {
        for (int32_t a = 0; a < ARMS; a++) {
            even_bends(arms, arms->arm[a].points, round < rounds - FINAL ? 0.35 : 0.1,
                       1 + round % MOST_REACH);
        }
        put_apart(arms, &p);
        put_apart(arms, &p);
        for (int32_t sweep = 0; sweep < 24; sweep++) {
            for (int32_t a = 0; a < ARMS; a++) {
                for (int32_t i = 0; i < NODES - 1; i++) {
                    make_link(&arms->arm[a], sweep % 2 == 0 ? i : NODES - 2 - i);
                }
            }
        }
    }
}

// ---- frames ---------------------------------------------------------------------------------------------

static bight_vec3 tangent(const bi_parcel_arms *arms, const bight_vec3 *x, int32_t i)
{
    return v3_unit(v3_sub(node(arms, x, i + 1), node(arms, x, i - 1)), v3(0, 1, 0));
}

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

static void finish(bi_parcel_arms *arms)
{
    arms->bend = HUGE_VAL;
    for (int32_t a = 0; a < ARMS; a++) {
        bi_parcel_arm *arm = &arms->arm[a];
        bight_vec3 *x = arm->points, t[NODES];
        for (int32_t round = 0; round < 3; round++) {
            bight_vec3 before = x[HELD - 1];
            for (int32_t i = HELD; i < NODES - 1; i++) {
                bight_vec3 here = x[i];
                x[i] = v3_lerp(here, v3_lerp(before, x[i + 1], 0.5), 0.5);
                before = here;
            }
        }
        for (int32_t i = 0; i < NODES; i++) {
            t[i] = tangent(arms, x, i);
        }
        arm->outward[0] = bi_parcel_out(a);
        for (int32_t i = 0; i < NODES - 1; i++) {
            arm->outward[i + 1] = carry(arm->outward[i], x[i], x[i + 1], t[i], t[i + 1]);
        }
        // as at the neck: out, up, aside
        double hand = v3_dot(v3_cross(bi_parcel_out(a), v3(0, 1, 0)), bi_parcel_aside(a)) > 0.0 ? 1.0 : -1.0;
        for (int32_t i = 0; i < NODES; i++) {
            arm->aside[i] = v3_mul(hand, v3_cross(arm->outward[i], t[i]));
        }
        for (int32_t i = 3; i < NODES - 4; i++) {
            double turn = v3_distance(t[i - 3], t[i + 3]) / v3_distance(x[i - 3], x[i + 3]);
            arms->bend = turn > 0.0 ? bi_min(arms->bend, 1.0 / turn) : arms->bend;
        }
    }
}

bool bi_parcel_arms_make(const bight_axis *strands, bi_parcel_arms *arms)
{
    // smaller where the cloth is too short: then relaxing makes room
    double scale[2] = {1.0, 1.0}, wanted = BI_PARCEL_TAIL * arms->spacing * (NODES - 1);
    bool good = false;
    for (int32_t i = 0; i < 24 && !good; i++) {
        begin(strands, scale, arms);
        good = true;
        for (int32_t k = 0; k < 2; k++) {
            if (arms->tails[k] < wanted) {
                scale[k] *= 0.93;
                good = false;
            }
        }
    }
    if (!good) {
        return false;
    }
    relax(arms, ROUNDS);
    finish(arms);
    return true;
}

void bi_parcel_arms_again(bi_parcel_arms *arms)
{
    relax(arms, AGAIN);
    finish(arms);
}

void bi_parcel_arm_at(const bi_parcel_arms *arms, int32_t a, double d, bight_vec3 *point, bight_vec3 *outward,
                      bight_vec3 *aside)
{
    const bi_parcel_arm *arm = &arms->arm[a];
    const bight_vec3 *x = arm->points;
    double at = bi_max(0.0, bi_min(NODES - 1.0, d / arms->spacing));
    int32_t i = bi_min_int(NODES - 2, (int32_t)at);
    double t = at - i;
    bight_vec3 p0 = node(arms, x, i - 1), p1 = x[i], p2 = x[i + 1], p3 = node(arms, x, i + 2);
    bight_vec3 first = v3_sub(p2, p0);
    bight_vec3 second = v3_sub(v3_madd(v3_madd(v3_mul(2.0, p0), -5.0, p1), 4.0, p2), p3);
    bight_vec3 third = v3_madd(v3_sub(p3, p0), 3.0, v3_sub(p1, p2));
    *point = v3_madd(p1, 0.5 * t, v3_madd(first, t, v3_madd(second, t, third)));
    *outward = v3_unit(v3_lerp(arm->outward[i], arm->outward[i + 1], t), arm->outward[i]);
    *aside = v3_unit(v3_lerp(arm->aside[i], arm->aside[i + 1], t), arm->aside[i]);
}
