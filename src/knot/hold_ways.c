// SPDX-License-Identifier: MIT
// Ways far outside, where nothing else is.

#include "knot/hold.h"
#include "core/vec3.h"

// Distances from the middle, in sizes: where ways between ends begin, and the ends of poles.
#define FAR 20.0
#define WAY_OFF 400.0

// A way on a sphere that grows.
typedef struct walk {
    bi_hold *hold;
    double radius;
    bight_vec3 at; // unit, from the middle
    bight_status status;
} walk;

static void step_to(walk *w, bight_vec3 to)
{
    if (w->status == BIGHT_OK) {
        w->status = bi_hold_add(w->hold, v3_madd(w->hold->middle, w->radius, to));
    }
    w->radius *= 1.03;
    w->at = to;
}

static bight_vec3 between(bight_vec3 a, bight_vec3 b)
{
    return v3_unit(v3_add(a, b), v3_perpendicular(a));
}

// Past the straight way, so that what lies on it is passed by.
static void go_to(walk *w, bight_vec3 to)
{
    bight_vec3 from = w->at, aside = v3_unit(v3_cross(from, to), v3_perpendicular(from));
    bight_vec3 half = v3_unit(v3_madd(between(from, to), 0.2, aside), aside);
    step_to(w, between(from, half));
    step_to(w, half);
    step_to(w, between(half, to));
    step_to(w, to);
}

// To the near side of `about`, round it, and back.
static void go_round(walk *w, bight_vec3 about, int32_t sense, double reach)
{
    bight_vec3 base = w->at, u = v3_unit(v3_madd(base, -v3_dot(base, about), about), v3_perpendicular(about));
    bight_vec3 v = v3_mul(sense, v3_cross(about, u));
    double c = sqrt(0.5);
    const double eighth[9][2] = {{1, 0},   {c, c},  {0, 1},  {-c, c}, {-1, 0},
                                 {-c, -c}, {0, -1}, {c, -c}, {1, 0}};
    go_to(w, v3_unit(v3_madd(about, reach, u), about));
    for (int32_t i = 1; i < 9; i++) {
        bight_vec3 out = v3_add(v3_mul(eighth[i][0], u), v3_mul(eighth[i][1], v));
        step_to(w, v3_unit(v3_madd(about, reach, out), about));
    }
    go_to(w, base);
}

bight_status bi_hold_join(bi_hold *hold, bight_vec3 from, bight_vec3 from_way, bight_vec3 to,
                          bight_vec3 to_way, const bi_hold_word *word)
{
    double far = FAR * hold->size;
    bight_vec3 start = v3_madd(from, far, from_way), end = v3_madd(to, far, to_way);
    bight_vec3 p = v3_unit(v3_sub(start, hold->middle), from_way);
    bight_vec3 q = v3_unit(v3_sub(end, hold->middle), to_way);
    walk w = {hold, far, p, bi_hold_add(hold, start)};
    w.radius *= 1.1;
    step_to(&w, p);
    for (int32_t i = 0; word != NULL && i < word->count; i++) {
        bight_vec3 s = word->about[i];
        double near = bi_min(v3_distance(s, p), v3_distance(s, q));
        for (int32_t k = 0; k < word->count; k++) {
            double apart = v3_distance(s, word->about[k]);
            near = apart > 1e-9 ? bi_min(near, apart) : near;
        }
        go_round(&w, s, word->sense[i], bi_min(0.4, 0.4 * near));
    }
    go_to(&w, q);
    w.status = w.status == BIGHT_OK ? bi_hold_add(hold, end) : w.status;
    return w.status;
}

bight_status bi_hold_join_beyond(bi_hold *hold, bight_vec3 from, bight_vec3 from_way, bight_vec3 to,
                                 bight_vec3 to_way)
{
    double off = WAY_OFF * hold->size;
    bight_vec3 out = v3_madd(from, off, from_way), in = v3_madd(to, off, to_way);
    bight_vec3 aside = v3_unit(v3_cross(from_way, to_way), v3_perpendicular(from_way));
    bight_vec3 half =
        v3_madd(hold->middle, 2.0 * off, v3_unit(v3_madd(v3_add(from_way, to_way), 0.1, aside), aside));
    const bight_vec3 points[] = {out, half, in};
    return bi_hold_add_all(hold, points, 3);
}

// One strand of the loop goes out straight; the other one is wound round it and then goes on farther out, so that the ways of
// the two to their ends do not meet. How often they are linked tells all such ways apart.
bight_status bi_hold_split(bi_hold *hold, const bight_curve *rope, int32_t first, int32_t loop, int32_t last,
                           bight_vec3 first_way, bight_vec3 loop_way, bight_vec3 last_way, int32_t turns)
{
    int32_t step = first < last ? 1 : -1;
    bight_vec3 p = rope->points[loop];
    bight_vec3 before = v3_lerp(p, rope->points[loop - step], 0.02),
               after = v3_lerp(p, rope->points[loop + step], 0.02);
    bight_status status = bi_hold_add_rope(hold, rope, first, loop - step);
    status = status == BIGHT_OK ? bi_hold_add(hold, before) : status;
    status = status == BIGHT_OK ? bi_hold_join(hold, before, loop_way, rope->points[first], first_way, NULL)
                                : status;
    bi_hold_end(hold);

    bight_vec3 aside = v3_sub(after, before);
    aside = v3_madd(aside, -v3_dot(aside, loop_way), loop_way);
    bight_vec3 beside = v3_cross(loop_way, aside);
    double rise = v3_dot(v3_sub(after, before), loop_way);
    const double quarter[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int32_t quarters = turns < 0 ? -4 * turns : 4 * turns;
    status = status == BIGHT_OK ? bi_hold_add(hold, after) : status;
    for (int32_t i = 0; i <= quarters && status == BIGHT_OK; i++) {
        const double *u = quarter[(turns < 0 ? 4 * quarters - i : i) % 4];
        bight_vec3 off = v3_add(v3_mul(u[0], aside), v3_mul(u[1], beside));
        status =
            bi_hold_add(hold, v3_madd(v3_add(before, off), rise + hold->size * (1.0 + 0.1 * i), loop_way));
    }
    bight_vec3 out = v3_madd(after, 4.0 * FAR * hold->size, loop_way);
    bight_vec3 in = v3_madd(rope->points[last], 4.0 * FAR * hold->size, last_way);
    bight_vec3 p_out = v3_unit(v3_sub(out, hold->middle), loop_way),
               p_in = v3_unit(v3_sub(in, hold->middle), last_way);
    walk w = {hold, 4.5 * FAR * hold->size, p_out, status};
    step_to(&w, p_out);
    go_to(&w, p_in);
    status = w.status == BIGHT_OK ? bi_hold_add(hold, in) : w.status;
    status = status == BIGHT_OK ? bi_hold_add_rope(hold, rope, last, loop + step) : status;
    bi_hold_end(hold);
    return status;
}

bight_status bi_hold_add_pole(bi_hold *hold)
{
    double off = WAY_OFF * hold->size;
    bight_vec3 beside = v3_mul(off, v3_perpendicular(hold->axis));
    bight_vec3 low = v3_madd(hold->middle, -off, hold->axis), high = v3_madd(hold->middle, off, hold->axis);
    const bight_vec3 corners[] = {low, high, v3_add(high, beside), v3_add(low, beside)};
    bight_status status = bi_hold_add_all(hold, corners, 4);
    bi_hold_end(hold);
    return status;
}

bight_status bi_hold_add_rings(bi_hold *hold)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < hold->setting->ring_count && status == BIGHT_OK; i++) {
        status = bi_hold_add_all(hold, hold->setting->rings[i].points, hold->setting->rings[i].count);
        bi_hold_end(hold);
    }
    return status;
}
