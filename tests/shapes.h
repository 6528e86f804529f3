// SPDX-License-Identifier: MIT
// Curves of known knots for tests: closed braids, torus knots, and motions that keep the type.

#pragma once

#include "bight/curve.h"
#include "core/random.h"
#include "core/vec3.h"

#include <string.h>

#define SHAPE_MAX 20000

typedef struct shape {
    bight_vec3 points[SHAPE_MAX];
    int32_t count;
} shape;

static inline void shape_add(shape *s, double x, double y, double z)
{
    s->points[s->count++] = v3(x, y, z);
}

static inline bight_curve shape_curve(const shape *s, bool closed)
{
    return (bight_curve){s->points, s->count, closed};
}

/// A braid word: letters, 0 at the end.
typedef struct named_braid {
    const char *name;
    int32_t word[24];
} named_braid;

static inline int32_t braid_strands(const int32_t *word)
{
    int32_t strands = 2;
    for (; *word != 0; word++) {
        int32_t needs = (*word > 0 ? *word : -*word) + 1;
        strands = needs > strands ? needs : strands;
    }
    return strands;
}

/// The closure of a braid whose permutation is one cycle. Strands run up y at x = 0, 1, ..; positive letters
/// take the left strand over the right one. The curve starts and ends on the outermost returning strand, on
/// the hull; the gap between the last point and the first is part of that strand.
static inline void shape_braid(shape *s, const int32_t *word)
{
    int32_t length = 0, strands = braid_strands(word);
    while (word[length] != 0) {
        length++;
    }
    s->count = 0;
    int32_t strand = strands - 1;
    double top = length + 1;
    shape_add(s, -2.0 - strand, 0.4 * top, 0);
    do {
        shape_add(s, -2.0 - strand, -1.0 - strand, 0);
        shape_add(s, strand, -1.0 - strand, 0);
        shape_add(s, strand, 0, 0);
        for (int32_t c = 0; c < length; c++) {
            int32_t left = (word[c] > 0 ? word[c] : -word[c]) - 1;
            if (strand == left || strand == left + 1) {
                int32_t other = strand == left ? left + 1 : left;
                bool over = (strand == left) == (word[c] > 0);
                shape_add(s, 0.5 * (strand + other), c + 0.5, over ? 0.4 : -0.4);
                strand = other;
            }
            shape_add(s, strand, c + 1, 0);
        }
        shape_add(s, strand, top + strand, 0);
        shape_add(s, -2.0 - strand, top + strand, 0);
    } while (strand != strands - 1);
    shape_add(s, -2.0 - strand, 0.6 * top, 0);
}

/// Append b to a through the gaps: a's last point leads to b's first, moved out of a's way.
static inline void shape_sum(shape *a, const shape *b)
{
    // both lie within 100 units and have their gap on the left; b goes to the left of a, turned around
    int32_t count = a->count;
    for (int32_t i = 0; i < b->count; i++) {
        bight_vec3 p = b->points[i];
        shape_add(a, -200.0 - p.x, -p.y, p.z);
    }
    (void)count;
}

static inline void shape_reverse(shape *s)
{
    for (int32_t i = 0, j = s->count - 1; i < j; i++, j--) {
        bight_vec3 kept = s->points[i];
        s->points[i] = s->points[j];
        s->points[j] = kept;
    }
}

static inline void shape_mirror(shape *s)
{
    for (int32_t i = 0; i < s->count; i++) {
        s->points[i].z = -s->points[i].z;
    }
}

/// Split edges, the longer of a few random ones each time, until there are `count` points. The pieces stay
/// long enough to be shaken a little without knotting.
static inline void shape_subdivide(shape *s, int32_t count, bi_random *random)
{
    while (s->count < count) {
        int32_t at = bi_random_below(random, s->count - 1);
        for (int32_t i = 0; i < 8; i++) {
            int32_t other = bi_random_below(random, s->count - 1);
            bool longer = v3_distance(s->points[other], s->points[other + 1]) >
                          v3_distance(s->points[at], s->points[at + 1]);
            at = longer ? other : at;
        }
        bight_vec3 p = v3_lerp(s->points[at], s->points[at + 1], bi_random_range(random, 0.4, 0.6));
        memmove(s->points + at + 2, s->points + at + 1, (size_t)(s->count - at - 1) * sizeof *s->points);
        s->points[at + 1] = p;
        s->count++;
    }
}

/// Shake every point by less than `size` in each coordinate.
static inline void shape_shake(shape *s, double size, bi_random *random)
{
    for (int32_t i = 0; i < s->count; i++) {
        s->points[i] = v3_add(s->points[i], bi_random_vec3(random, size));
    }
}

/// A random rotation (two reflections), scale and shift.
static inline void shape_move(shape *s, bi_random *random)
{
    bight_vec3 a = v3_unit(bi_random_vec3(random, 1), v3(1, 0, 0)),
               b = v3_unit(bi_random_vec3(random, 1), v3(0, 1, 0));
    double size = bi_random_range(random, 0.01, 100);
    bight_vec3 shift = bi_random_vec3(random, 10);
    for (int32_t i = 0; i < s->count; i++) {
        bight_vec3 p = s->points[i];
        p = v3_madd(p, -2 * v3_dot(p, a), a);
        p = v3_madd(p, -2 * v3_dot(p, b), b);
        s->points[i] = v3_madd(shift, size, p);
    }
}

/// T(p, q) around the z axis, right-handed for p, q > 0.
static inline void shape_torus(shape *s, int32_t p, int32_t q, int32_t count)
{
    s->count = 0;
    for (int32_t i = 0; i < count; i++) {
        double t = 6.283185307179586 * i / count, r = 2 + cos(q * t);
        shape_add(s, r * cos(p * t), r * sin(p * t), -sin(q * t));
    }
}
