// SPDX-License-Identifier: MIT
// A triangle that a subchain's closure sweeps, with its box, and what edges do to it.

#pragma once

#include "geom/predicates.h"

typedef struct bi_swept {
    bight_vec3 corner[3], low, high;
} bi_swept;

static inline double bi_swept_lower(double a, double b)
{
    return a < b ? a : b;
}

static inline double bi_swept_upper(double a, double b)
{
    return a > b ? a : b;
}

static inline bi_swept bi_swept_of(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    return (bi_swept){
        {a, b, c},
        {bi_swept_lower(a.x, bi_swept_lower(b.x, c.x)), bi_swept_lower(a.y, bi_swept_lower(b.y, c.y)),
         bi_swept_lower(a.z, bi_swept_lower(b.z, c.z))},
        {bi_swept_upper(a.x, bi_swept_upper(b.x, c.x)), bi_swept_upper(a.y, bi_swept_upper(b.y, c.y)),
         bi_swept_upper(a.z, bi_swept_upper(b.z, c.z))}};
}

/// Does the edge p q keep away from the triangle? Exact.
static inline bool bi_swept_is_free(const bi_swept *t, bight_vec3 p, bight_vec3 q)
{
    return bi_swept_upper(p.x, q.x) < t->low.x || bi_swept_lower(p.x, q.x) > t->high.x ||
           bi_swept_upper(p.y, q.y) < t->low.y || bi_swept_lower(p.y, q.y) > t->high.y ||
           bi_swept_upper(p.z, q.z) < t->low.z || bi_swept_lower(p.z, q.z) > t->high.z ||
           bi_triangle_free_of_segment(t->corner, p, q);
}

/// An edge from a corner to p leaves the triangle at once when it does not lie in its plane.
static inline bool bi_swept_is_left(const bi_swept *t, bight_vec3 p)
{
    return bi_orient3d(t->corner[0], t->corner[1], t->corner[2], p) != 0;
}
