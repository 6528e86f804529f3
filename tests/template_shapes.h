// SPDX-License-Identifier: MIT
// Small templates for tests, written as circles and lines of Bézier pieces.

#pragma once

#include "bight/template.h"
#include "core/vec3.h"

#include <math.h>
#include <string.h>

#define SHAPE_PI 3.14159265358979323846

/// A quarter of a circle is a cubic piece with handles of this part of the radius.
#define SHAPE_ARC 0.5522847498307936

/// A strand that grows piece by piece.
typedef struct shape_strand {
    bight_vec3 points[3 * 64 + 1];
    double radii[65];
    int32_t pieces;
} shape_strand;

static inline void shape_begin(shape_strand *s, bight_vec3 at, double radius)
{
    s->pieces = 0;
    s->points[0] = at;
    for (int32_t i = 0; i < 65; i++) {
        s->radii[i] = radius;
    }
}

static inline void shape_line(shape_strand *s, bight_vec3 to)
{
    bight_vec3 *p = s->points + 3 * s->pieces++;
    p[1] = v3_lerp(p[0], to, 1.0 / 3.0);
    p[2] = v3_lerp(p[0], to, 2.0 / 3.0);
    p[3] = to;
}

/// A quarter turn: along `ahead` first, then along `aside`; both as long as the radius of the turn.
static inline void shape_turn(shape_strand *s, bight_vec3 ahead, bight_vec3 aside)
{
    bight_vec3 *p = s->points + 3 * s->pieces++;
    p[3] = v3_add(v3_add(p[0], ahead), aside);
    p[1] = v3_madd(p[0], SHAPE_ARC, ahead);
    p[2] = v3_madd(p[3], -SHAPE_ARC, aside);
}

static inline bight_template_strand shape_strand_of(const char *name, const shape_strand *s)
{
    return (bight_template_strand){.name = name, .points = s->points, .radii = s->radii, .pieces = s->pieces};
}
