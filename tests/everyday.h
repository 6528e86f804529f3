// SPDX-License-Identifier: MIT
// Ropes with what they hold, moved about in ways that change no knot.

#pragma once

#include "bight/sailor.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define DRESSED_POINTS 6000

/// A setting of its own.
typedef struct dressed {
    bight_vec3 points[DRESSED_POINTS];
    bight_curve curves[10];
    bight_sailor_pole pole;
    bight_sailor_setting setting;
} dressed;

/// SplitMix64 (Steele, Lea, Flood 2014), -1 to 1.
static inline double dressed_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

/// A linear map of space.
typedef struct linear {
    double m[3][3];
} linear;

static inline bight_vec3 linear_of(const linear *map, bight_vec3 p)
{
    double out[3];
    for (int32_t i = 0; i < 3; i++) {
        out[i] = map->m[i][0] * p.x + map->m[i][1] * p.y + map->m[i][2] * p.z;
    }
    return (bight_vec3){out[0], out[1], out[2]};
}

/// A random turn, each entry off by up to `skew`, then perhaps a reflection.
static inline linear random_linear(double skew, bool mirror, uint64_t *state)
{
    // a random quaternion
    double q[4], length = 0.0;
    for (int32_t i = 0; i < 4; i++) {
        q[i] = dressed_random(state);
        length += q[i] * q[i];
    }
    length = sqrt(length);
    double x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
    const double turn[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    linear map;
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            map.m[i][k] = (turn[i][k] + skew * dressed_random(state)) * (mirror && i == 1 ? -1.0 : 1.0);
        }
    }
    return map;
}

/// @param noise Each vertex of a rope goes up to so far in each direction: less than strands are apart.
static inline void dress_setting(dressed *d, const bight_sailor_setting *from, const linear *map,
                                 double noise, uint64_t *state)
{
    int32_t used = 0;
    d->setting = *from;
    for (int32_t i = 0; i < from->rope_count + from->ring_count; i++) {
        bool is_rope = i < from->rope_count;
        const bight_curve *c = is_rope ? &from->ropes[i] : &from->rings[i - from->rope_count];
        CHECK(used + c->count <= DRESSED_POINTS && i < 10);
        d->curves[i] = (bight_curve){d->points + used, c->count, c->closed};
        for (int32_t k = 0; k < c->count; k++) {
            bight_vec3 p = c->points[k];
            if (is_rope) {
                p.x += noise * dressed_random(state);
                p.y += noise * dressed_random(state);
                p.z += noise * dressed_random(state);
            }
            d->points[used++] = linear_of(map, p);
        }
    }
    d->setting.ropes = d->curves;
    d->setting.rings = d->curves + from->rope_count;
    if (from->pole_count > 0) {
        d->pole =
            (bight_sailor_pole){linear_of(map, from->poles[0].point), linear_of(map, from->poles[0].along)};
        d->setting.poles = &d->pole;
    }
}
