// SPDX-License-Identifier: MIT
// Twist, quasi-static: a rod turns about itself so much faster than it bends that the twist between two held links is the
// same everywhere in each cycle (Bergou, Wardetzky, Robinson, Audoly, Grinspun 2008, "Discrete elastic rods"). A run of n
// nodes whose angles are m_i in all has the energy
//     C / (2 n l) (sum m_i - n l rest)^2,     moment M = C / (n l) (sum m_i - n l rest)
// When links turn from directions a, b to d, c, and nothing turns about itself, m grows by the area of the quadrangle
// a b c d on the unit sphere; so
//     d m / d e- = kb / (2 |e-|),   d m / d e+ = kb / (2 |e+|),   kb = 2 t- x t+ / (1 + t- . t+)

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/response/response.h"
#include "sim/rod/frame.h"

#include <string.h>

#define TURN 6.283185307179586476925

// Less than this is no stiffness.
#define LEAST_TWIST 1e-15

bight_status bi_twist_make(const bight_allocator *allocator, bi_rope *rope, const bight_vec3 *x)
{
    bi_rod *rod = rope->rod;
    if (!(rod->def.twist >= LEAST_TWIST)) {
        return BIGHT_OK;
    }
    size_t count = (size_t)rope->count;
    bi_twist *made = bi_new_array(allocator, 1, sizeof *made);
    rod->twist = made;
    if (made == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    *made = (bi_twist){0};
    made->angle = bi_new_array(allocator, count, sizeof *made->angle);
    made->was = bi_new_array(allocator, count, sizeof *made->was);
    made->now = bi_new_array(allocator, count, sizeof *made->now);
    made->pull = bi_new_array(allocator, BI_TWIST_RUNS * count, sizeof *made->pull);
    made->by = bi_new_array(allocator, BI_TWIST_RUNS * count, sizeof *made->by);
    if (made->angle == NULL || made->was == NULL || made->now == NULL || made->pull == NULL ||
        made->by == NULL) {
        bi_twist_free(allocator, rod);
        return BIGHT_ERROR_NO_MEMORY;
    }

    // the turns that it is made with
    int32_t first = rope->closed ? 0 : 1, end = rope->closed ? rope->count : rope->count - 1;
    double each = end > first ? TURN * rod->def.turns / (end - first) : 0.0;
    for (int32_t i = 0; i < rope->count; i++) {
        made->angle[i] = i >= first && i < end ? rod->def.rest_twist * rope->length + each : 0.0;
    }
    if (rod->def.rest_curvature > 0.0 || rod->def.rest_shape > 0.0 || rod->def.twist_friction > 0.0) {
        if (bi_frame_make(allocator, rod) != BIGHT_OK) {
            bi_twist_free(allocator, rod);
            return BIGHT_ERROR_NO_MEMORY;
        }
        bi_frame_start(rope, x);
    }
    return BIGHT_OK;
}

void bi_twist_free(const bight_allocator *allocator, bi_rod *rod)
{
    bi_twist *twist = rod->twist;
    size_t count = (size_t)rod->count;
    if (twist != NULL) {
        bi_frame_free(allocator, rod);
        bi_free_array(allocator, twist->angle, count, sizeof *twist->angle);
        bi_free_array(allocator, twist->was, count, sizeof *twist->was);
        bi_free_array(allocator, twist->now, count, sizeof *twist->now);
        bi_free_array(allocator, twist->pull, BI_TWIST_RUNS * count, sizeof *twist->pull);
        bi_free_array(allocator, twist->by, BI_TWIST_RUNS * count, sizeof *twist->by);
        bi_free_array(allocator, twist, 1, sizeof *twist);
        rod->twist = NULL;
    }
}

size_t bi_twist_bytes(const bi_rod *rod)
{
    const bi_twist *t = rod->twist;
    return t != NULL ? sizeof *t + bi_frame_bytes(rod) +
                           (size_t)rod->count * (sizeof *t->angle + sizeof *t->was + sizeof *t->now +
                                                 BI_TWIST_RUNS * (sizeof *t->pull + sizeof *t->by))
                     : 0;
}

// ---- runs ----------------------------------------------------------------------------------------------------

// The links that hands hold against turning, in order, and by how much they turn them in this cycle; and that of a needle.
static void list_held(const bight_world *world, const bi_rope *rope)
{
    int32_t count = 0, *link = rope->rod->twist->held_link;
    double *roll = rope->rod->twist->held_roll;
    if (rope->rod->needle != NULL) {
        link[count] = bi_needle_last_link(rope->rod->needle);
        roll[count++] = 0.0;
    }
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || !hand->holds_twist || &world->ropes[hand->rope] != rope) {
            continue;
        }
        int32_t held = bi_held_link(rope, hand->node), k = count;
        bool twice = false;
        for (int32_t q = 0; q < count; q++) {
            twice = twice || link[q] == held; // two hands on one link: the first of them turns it
        }
        if (twice || count == BIGHT_TWIST_HANDS) {
            continue;
        }
        for (; k > 0 && link[k - 1] > held; k--) {
            link[k] = link[k - 1];
            roll[k] = roll[k - 1];
        }
        link[k] = held;
        roll[k] = bi_next_roll(hand) - hand->roll;
        count++;
    }
    rope->rod->twist->held_count = count;
}

void bi_twist_begin(const bight_world *world, const bi_rope *rope)
{
    bi_twist *twist = rope->rod->twist;
    if (twist == NULL) {
        return;
    }
    bi_look_at_links(world, rope, twist->was);
    for (int32_t j = 0; twist->frame != NULL && j < rope->count; j++) {
        twist->frame->line[j] = (bi_line){.speed = twist->frame->line[j].speed};
    }

    // node i lies between links i - 1 and i
    list_held(world, rope);
    int32_t n = rope->count, held = twist->held_count;
    const int32_t *link = twist->held_link;
    const double *roll = twist->held_roll;
    twist->run_count = 0;
    if (rope->closed && held == 0) {
        twist->runs[twist->run_count++] = (bi_twist_run){0, n, 0.0};
    }
    for (int32_t k = 0; k + 1 < held; k++) {
        twist->runs[twist->run_count++] = (bi_twist_run){link[k] + 1, link[k + 1] + 1, roll[k + 1] - roll[k]};
    }
    if (rope->closed && held > 0) {
        twist->runs[twist->run_count++] =
            (bi_twist_run){link[held - 1] + 1, link[0] + n + 1, roll[0] - roll[held - 1]};
    }
    if (rope->rod->needle != NULL) {
        bi_needle_find_run(rope);
    }
}

// ---- angles --------------------------------------------------------------------------------------------------

// What the angles of a run have grown by since the cycle began, but for what its ends were turned.
static double growth_of(const bi_rope *rope, const bi_twist_run *run)
{
    const bi_twist *twist = rope->rod->twist;
    double sum = 0.0;
    for (int32_t i = run->begin; i < run->end; i++) {
        int32_t to = i < rope->count ? i : i - rope->count, from = to > 0 ? to - 1 : rope->count - 1;
        sum += bi_twist_area(twist->was[from], twist->was[to], twist->now[to], twist->now[from]);
    }
    return sum;
}

static double angle_of(const bi_rope *rope, const bi_twist_run *run, bool *even)
{
    const double *angle = rope->rod->twist->angle;
    double sum = 0.0, first = angle[run->begin < rope->count ? run->begin : 0];
    *even = true;
    for (int32_t i = run->begin; i < run->end; i++) {
        double m = angle[i < rope->count ? i : i - rope->count];
        sum += m;
        *even = *even && m == first;
    }
    return sum;
}

void bi_twist_wind_needle(const bight_world *world, const bi_rope *rope)
{
    bi_needle *needle = rope->rod->needle;
    if (needle->run < 0) {
        return;
    }
    const bi_twist *twist = rope->rod->twist;
    const bi_twist_run *run = &twist->runs[needle->run];
    double length = (run->end - run->begin) * rope->length;
    bool even;
    bi_look_at_links(world, rope, twist->now);
    needle->wound =
        angle_of(rope, run, &even) + run->rolled + growth_of(rope, run) - length * rope->rod->def.rest_twist;
    needle->winds = rope->rod->def.twist / length;
}

// By how much the ends of run r were turned against each other: by hands, and by a needle.
static double rolled_of(const bi_rope *rope, int32_t r, double by_needle)
{
    const bi_needle *needle = rope->rod->needle;
    bool ends = needle != NULL && needle->run == r;
    return rope->rod->twist->runs[r].rolled + (ends ? needle->side * by_needle : 0.0);
}

// A moment that a step changes by less than this share of it is taken as it is where the step begins.
#define LITTLE 0.1

// Most of what the step of a run of length L may change its moment by, over it: C / L g^T H^-1 g, H at least m / h^2.
static double answer_of(const bi_rope *rope, int32_t r)
{
    const bi_rod *rod = rope->rod;
    const bi_twist *twist = rod->twist;
    double sum = 0.0, h = rod->def.time_step;
    for (int32_t i = 0; i < rope->count; i++) {
        sum += v3_length_squared(twist->pull[rod->count * r + i]) / bi_rod_mass(rope, i);
    }
    return rod->def.twist / ((twist->runs[r].end - twist->runs[r].begin) * rope->length) * h * h * sum;
}

// The moments are forces that are known: right - pull M, and there is no unknown.
static void take_as_known(const bight_world *world, const bi_rope *rope)
{
    const bi_rod *rod = rope->rod;
    bi_twist *twist = rod->twist;
    bi_chain_node *chain = world->response->chain + rope->first;
    static const int8_t place[3] = {0, 3, 5};
    for (int32_t r = 0; r < twist->run_count; r++) {
        double moment = twist->moment[r] = twist->right[r] / twist->diagonal.m[place[r]];
        for (int32_t i = 0; i < rope->count; i++) {
            chain[i].right = v3_madd(chain[i].right, -moment, twist->pull[rod->count * r + i]);
        }
    }
    twist->unknowns = 0;
}

bight_vec3 bi_twist_force(const bight_world *world, const bi_rope *rope, int32_t node)
{
    const bi_twist *twist = rope->rod->twist;
    const bight_vec3 *x = world->at + rope->first;
    int32_t n = rope->count;
    bight_vec3 sum = v3(0, 0, 0);
    if (twist != NULL && twist->frame != NULL) {
        return twist->frame->force[node];
    }
    for (int32_t r = 0; twist != NULL && r < twist->run_count; r++) {
        const bi_twist_run *run = &twist->runs[r];
        for (int32_t i = run->begin; i < run->end; i++) {
            int32_t to = i < n ? i : i - n, from = to > 0 ? to - 1 : n - 1, next = to + 1 < n ? to + 1 : 0;
            if (node != from && node != to && node != next) {
                continue;
            }
            bight_vec3 e = v3_sub(x[to], x[from]), f = v3_sub(x[next], x[to]);
            double before = v3_length(e), after = v3_length(f);
            bight_vec3 half = bi_half_binormal(v3_mul(1.0 / before, e), v3_mul(1.0 / after, f));
            double share = (node == to) * (1.0 / before - 1.0 / after) - (node == from) / before +
                           (node == next) / after;
            sum = v3_madd(sum, -twist->moment[r] * share, half);
        }
    }
    return sum;
}

void bi_twist_assemble(bight_world *world, const bi_rope *rope)
{
    const bi_rod *rod = rope->rod;
    bi_twist *twist = rod->twist;
    int32_t n = rope->count;
    twist->diagonal = (bi_sym3){{1.0, 0.0, 0.0, 1.0, 0.0, 1.0}};
    twist->right[0] = twist->right[1] = twist->right[2] = 0.0;
    twist->unknowns = twist->run_count;
    if (twist->frame != NULL) {
        bi_frame_assemble(world, rope);
        twist->unknowns = 0; // it has the angles for that
        return;
    }
    if (twist->run_count == 0) {
        return;
    }
    size_t size = (size_t)n * sizeof *world->at;
    bool moved = memcmp(world->at + rope->first, world->before + rope->first, size) != 0;
    if (moved) {
        bi_look_at_links(world, rope, twist->now);
    }
    const bight_vec3 *along = moved ? twist->now : twist->was;
    memset(twist->pull, 0, (size_t)(twist->run_count * n) * sizeof *twist->pull);
    static const int8_t place[3] = {0, 3, 5};
    const bight_vec3 *x = world->at + rope->first;
    for (int32_t r = 0; r < twist->run_count; r++) {
        const bi_twist_run *run = &twist->runs[r];
        bight_vec3 *pull = twist->pull + r * n;
        double length = (run->end - run->begin) * rope->length;
        bool even;
        twist->diagonal.m[place[r]] = -length / rod->def.twist;
        double by_needle = rod->needle != NULL ? bi_needle_rolled(rod->needle) : 0.0;
        twist->right[r] = length * rod->def.rest_twist - angle_of(rope, run, &even) -
                          rolled_of(rope, r, by_needle) - (moved ? growth_of(rope, run) : 0.0);
        for (int32_t i = run->begin; i < run->end; i++) {
            int32_t to = i < n ? i : i - n, from = to > 0 ? to - 1 : n - 1, next = to + 1 < n ? to + 1 : 0;
            bight_vec3 a = along[from], b = along[to], half = bi_half_binormal(a, b);
            bight_vec3 before = v3_mul(1.0 / v3_dot(a, v3_sub(x[to], x[from])), half);
            bight_vec3 after = v3_mul(1.0 / v3_dot(b, v3_sub(x[next], x[to])), half);

            pull[from] = v3_sub(pull[from], before);
            pull[to] = v3_add(pull[to], v3_sub(before, after));
            pull[next] = v3_add(pull[next], after);
        }
    }
    double most = 0.0;
    for (int32_t r = 0; r < twist->run_count; r++) {
        most = bi_max(most, answer_of(rope, r));
    }
    bool free_end = rod->needle != NULL && !rod->needle->fixed; // that a small moment turns far
    if (most < LITTLE && !free_end) {
        take_as_known(world, rope);
    }
}

void bi_twist_commit(const bight_world *world, const bi_rope *rope)
{
    bi_twist *twist = rope->rod->twist;
    if (twist == NULL) {
        return;
    }
    if (twist->frame != NULL) {
        bi_frame_commit(rope);
        return;
    }
    int32_t n = rope->count, first = rope->closed ? 0 : 1, end = rope->closed ? n : n - 1;
    double rest = rope->rod->def.rest_twist * rope->length;
    if (twist->run_count > 0) {
        bi_look_at_links(world, rope, twist->now);
    }
    for (int32_t r = 0; r < twist->run_count; r++) {
        const bi_twist_run *run = &twist->runs[r];
        bool even;
        double by_needle = rope->rod->needle != NULL ? rope->rod->needle->roll : 0.0;
        double growth = rolled_of(rope, r, by_needle) + growth_of(rope, run),
               sum = angle_of(rope, run, &even);
        if (even && growth == 0.0) {
            continue; // not even rounding
        }
        for (int32_t i = run->begin; i < run->end; i++) {
            twist->angle[i < n ? i : i - n] = (sum + growth) / (run->end - run->begin);
        }
    }

    // beyond the outermost hands it turns freely
    int32_t held = twist->run_count > 0 ? twist->runs[0].begin : end;
    int32_t beyond = twist->run_count > 0 ? twist->runs[twist->run_count - 1].end : end;
    for (int32_t i = first; i < end && !rope->closed; i++) {
        twist->angle[i] = i < held || i >= beyond ? rest : twist->angle[i];
    }
}
