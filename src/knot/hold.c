// SPDX-License-Identifier: MIT

#include "knot/hold.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <string.h>

#define STEPS 4 // directions are whole vectors to this

static int32_t common(int32_t a, int32_t b)
{
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

// Slightly askew, so that a drawing on a lattice is not met edge on.
static void make_directions(bi_hold *hold)
{
    for (int32_t x = -STEPS; x <= STEPS; x++) {
        for (int32_t y = -STEPS; y <= STEPS; y++) {
            for (int32_t z = -STEPS; z <= STEPS; z++) {
                if (common(common(x, y), z) == 1) {
                    bight_vec3 d = v3(x + 0.0123 * y - 0.0071 * z, y + 0.0091 * z - 0.0117 * x,
                                      z + 0.0067 * x - 0.0103 * y);
                    d = v3_unit(d, v3(1, 0, 0));
                    if (!hold->has_axis || fabs(v3_dot(d, hold->axis)) < 0.9) {
                        hold->directions[hold->direction_count++] = d;
                    }
                }
            }
        }
    }
}

static void grow(bight_vec3 *low, bight_vec3 *high, bight_vec3 p)
{
    *low = v3(bi_min(low->x, p.x), bi_min(low->y, p.y), bi_min(low->z, p.z));
    *high = v3(bi_max(high->x, p.x), bi_max(high->y, p.y), bi_max(high->z, p.z));
}

static void reach_to(bi_hold *hold, bight_vec3 p)
{
    for (int32_t i = 0; i < hold->direction_count; i++) {
        hold->reach[i] = bi_max(hold->reach[i], v3_dot(hold->directions[i], p));
    }
}

static void reach_curves(bi_hold *hold, const bight_curve *curves, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < curves[i].count; k++) {
            reach_to(hold, curves[i].points[k]);
        }
    }
}

void bi_hold_begin(bi_hold *hold, const bight_env *env, const bight_sailor_setting *setting)
{
    *hold = (bi_hold){.setting = setting};
    if (env != NULL) {
        hold->allocator = env->allocator;
    }
    bight_vec3 low = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), high = v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
    for (int32_t i = 0; i < setting->rope_count + setting->ring_count; i++) {
        const bight_curve *c =
            i < setting->rope_count ? &setting->ropes[i] : &setting->rings[i - setting->rope_count];
        for (int32_t k = 0; k < c->count; k++) {
            grow(&low, &high, c->points[k]);
        }
    }
    hold->middle = v3_mul(0.5, v3_add(low, high));
    hold->size = 0.5 * v3_distance(low, high) + 1e-9;
    if (setting->pole_count > 0) {
        const bight_sailor_pole *pole = &setting->poles[0];
        hold->axis = v3_unit(pole->along, v3(0, 0, 1));
        hold->has_axis = true;
        double offset = v3_dot(v3_sub(hold->middle, pole->point), hold->axis);
        bight_vec3 foot = v3_madd(pole->point, offset, hold->axis); // of the middle, on the axis
        hold->size += v3_distance(hold->middle, foot);
        hold->middle = foot;
    }
    make_directions(hold);
    for (int32_t i = 0; i < hold->direction_count; i++) {
        hold->reach[i] = -HUGE_VAL;
    }
    reach_curves(hold, setting->ropes, setting->rope_count);
    reach_curves(hold, setting->rings, setting->ring_count);
    if (hold->has_axis) {
        reach_to(hold, hold->middle);
    }
}

void bi_hold_free(bi_hold *hold)
{
    bi_free_array(&hold->allocator, hold->points, (size_t)hold->capacity, sizeof *hold->points);
    hold->points = NULL;
}

bight_vec3 bi_hold_way_out(const bi_hold *hold, bight_vec3 point, double *depth)
{
    double least = HUGE_VAL;
    int32_t best = 0;
    for (int32_t i = 0; i < hold->direction_count; i++) {
        double inside = hold->reach[i] - v3_dot(hold->directions[i], point);
        if (inside < least) {
            least = inside;
            best = i;
        }
    }
    if (depth != NULL) {
        *depth = least;
    }
    return hold->directions[best];
}

bight_vec3 bi_hold_way_across(const bi_hold *hold, bight_vec3 point, bight_vec3 way)
{
    double least = HUGE_VAL;
    bight_vec3 best = way;
    for (int32_t i = 0; i < hold->direction_count; i++) {
        double inside = hold->reach[i] - v3_dot(hold->directions[i], point);
        if (inside < least && v3_dot(hold->directions[i], way) < -0.3) {
            least = inside;
            best = hold->directions[i];
        }
    }
    return best;
}

// ---- curves -----------------------------------------------------------------------------------------

void bi_hold_clear(bi_hold *hold)
{
    hold->count = hold->curve_count = 0;
    hold->starts[0] = 0;
}

bight_status bi_hold_add(bi_hold *hold, bight_vec3 point)
{
    bight_status status =
        bi_reserve(&hold->allocator, &hold->points, &hold->capacity, hold->count + 1, sizeof *hold->points);
    if (status == BIGHT_OK) {
        hold->points[hold->count++] = point;
    }
    return status;
}

void bi_hold_end(bi_hold *hold)
{
    hold->starts[++hold->curve_count] = hold->count;
}

void bi_hold_curves(const bi_hold *hold, bight_curve curves[16])
{
    for (int32_t i = 0; i < hold->curve_count; i++) {
        curves[i] =
            (bight_curve){hold->points + hold->starts[i], hold->starts[i + 1] - hold->starts[i], true};
    }
}

bight_status bi_hold_add_rope(bi_hold *hold, const bight_curve *rope, int32_t first, int32_t last)
{
    bight_status status = BIGHT_OK;
    int32_t step = first <= last ? 1 : -1;
    for (int32_t i = first; i != last + step && status == BIGHT_OK; i += step) {
        status = bi_hold_add(hold, rope->points[i]);
    }
    return status;
}

bight_status bi_hold_add_all(bi_hold *hold, const bight_vec3 *points, int32_t count)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = bi_hold_add(hold, points[i]);
    }
    return status;
}
