// SPDX-License-Identifier: MIT
// Elastic rods for tests: a 10 mm cord along curves, and the loose overhand of a book.

#pragma once

#include "bight/knot.h"
#include "scene.h"

#define ROD_NODES 2000

static inline bight_rope_def rod_def(void)
{
    bight_rope_def def = bight_rope_def_default();
    def.model = BIGHT_MODEL_ROD;
    def.radius = 0.005;
    return def;
}

static inline bight_rope_id rod_along(bight_world *world, bight_rope_def def, bight_vec3 from,
                                      bight_vec3 along, int32_t links, double length)
{
    bight_vec3 points[ROD_NODES];
    bight_error error = {0};
    bight_rope_id rope;
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_madd(from, i * length, along);
    }
    def.curve = (bight_curve){points, links + 1, false};
    def.link_length = length;
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

// The long trefoil (t^3 - 3 t, t^5 - 10 t, t^4 - 4 t^2) with straight ends, metres.
static inline bight_vec3 rod_overhand_at(double t)
{
    double most = 2.05, c = t < -most ? -most : t > most ? most : t;
    bight_vec3 at = v3(0.032 * (c * c * c - 3.0 * c), 0.0128 * (c * c * c * c * c - 10.0 * c),
                       0.0256 * (c * c * c * c - 4.0 * c * c));
    bight_vec3 along = v3(0.032 * (3.0 * c * c - 3.0), 0.0128 * (5.0 * c * c * c * c - 10.0),
                          0.0256 * (4.0 * c * c * c - 8.0 * c));
    return v3_madd(at, t - c, along);
}

// Nodes at equal distances along it, `links` of them over two metres, the middle one at its middle.
static inline double rod_overhand(bight_vec3 *points, int32_t links)
{
    double length = 2.0 / links;
    int32_t middle = links / 2;
    for (int32_t side = -1; side <= 1; side += 2) {
        double t = 0.0, step = 1e-2 * length;
        points[middle] = rod_overhand_at(0.0);
        for (int32_t i = middle + side; i >= 0 && i <= links; i += side) {
            bight_vec3 from = points[i - side];
            while (v3_distance(rod_overhand_at(side * t), from) < length) {
                t += step;
            }
            // the last step by its share
            double before = v3_distance(rod_overhand_at(side * (t - step)), from);
            double after = v3_distance(rod_overhand_at(side * t), from);
            t -= step * (after - length) / (after - before);
            points[i] = rod_overhand_at(side * t);
        }
    }
    return length;
}

static inline void rod_step(bight_world *world, bight_step_report *report)
{
    if (bight_world_step(world, report) != BIGHT_OK) {
        fail_msg("%s", bight_world_error(world).message);
    }
}

static inline bight_rod_state rod_state(const bight_world *world, bight_rope_id rope)
{
    bight_rod_state state;
    CHECK(bight_rope_rod_state(world, rope, &state) == BIGHT_OK);
    return state;
}
