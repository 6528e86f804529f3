// SPDX-License-Identifier: MIT
// Judges of folded cloth that know nothing of how it was folded: edges through triangles in floating point, and stretch from
// lengths and angles of sides.

#pragma once

#include "bight/cloth_mesh.h"
#include "core/vec3.h"

#include <math.h>

static inline double volume(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    return v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_sub(d, a));
}

/// @param flat m^3: tetrahedra of no more volume are flat, to rounding, and pierce nothing
static inline bool pierces(const bight_vec3 *x, const int32_t *t, int32_t p, int32_t q, double flat)
{
    bight_vec3 a = x[t[0]], b = x[t[1]], c = x[t[2]];
    double from = volume(a, b, c, x[p]), to = volume(a, b, c, x[q]);
    if ((from > 0.0) == (to > 0.0) || fmin(fabs(from), fabs(to)) < flat) {
        return false;
    }
    bool one = volume(x[p], x[q], a, b) > 0.0, two = volume(x[p], x[q], b, c) > 0.0,
         three = volume(x[p], x[q], c, a) > 0.0;
    return one == two && two == three;
}

/// Edges through triangles, all pairs.
/// @param far metres: twice the longest edge, beyond which two do not meet
static inline int32_t count_piercings(const bight_cloth_mesh *mesh, const bight_vec3 *x, double far,
                                      double flat)
{
    int32_t found = 0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *v = mesh->triangles + 3 * t;
        for (int32_t s = 0; s < 3 * mesh->triangle_count; s++) {
            int32_t p = mesh->triangles[s], q = mesh->triangles[s % 3 == 2 ? s - 2 : s + 1];
            if (p > q || v3_distance(x[v[0]], x[p]) > far || p == v[0] || p == v[1] || p == v[2] ||
                q == v[0] || q == v[1] || q == v[2]) {
                continue;
            }
            found += pierces(x, v, p, q, flat) ? 1 : 0;
        }
    }
    return found;
}

// Squares of principal stretches are the eigenvalues of R^-1 D, R and D the Gram matrices of two sides on the pattern and in space.
static inline double greatest_stretch(const bight_cloth_mesh *mesh, const bight_vec3 *x)
{
    double most = 0.0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *v = mesh->triangles + 3 * t;
        bight_vec3 flat[3];
        for (int32_t k = 0; k < 3; k++) {
            flat[k] = v3(mesh->uv[2 * v[k]], mesh->uv[2 * v[k] + 1], 0);
        }
        bight_vec3 p = v3_sub(flat[1], flat[0]), q = v3_sub(flat[2], flat[0]);
        bight_vec3 r = v3_sub(x[v[1]], x[v[0]]), s = v3_sub(x[v[2]], x[v[0]]);
        double pp = v3_dot(p, p), pq = v3_dot(p, q), qq = v3_dot(q, q);
        double rr = v3_dot(r, r), rs = v3_dot(r, s), ss = v3_dot(s, s);
        double det = pp * qq - pq * pq, trace = (qq * rr - 2.0 * pq * rs + pp * ss) / det;
        double product = (rr * ss - rs * rs) / det;
        most = fmax(most, sqrt(0.5 * (trace + sqrt(fmax(0.0, trace * trace - 4.0 * product)))));
    }
    return most;
}
