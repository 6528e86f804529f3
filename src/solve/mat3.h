// SPDX-License-Identifier: MIT
// 3 x 3 matrices by value, row-major, and the LDL^T factor of a symmetric positive definite one.

#pragma once

#include "core/vec3.h"

typedef struct bi_mat3 {
    double m[9]; ///< Row by row.
} bi_mat3;

/// A symmetric matrix: xx, xy, xz, yy, yz, zz.
typedef struct bi_sym3 {
    double m[6];
} bi_sym3;

/// A = L D L^T with a unit lower triangular L.
typedef struct bi_ldl3 {
    double l10, l20, l21; ///< Below the diagonal of L.
    double i0, i1, i2;    ///< 1 / D.
} bi_ldl3;

static inline bi_ldl3 bi_ldl3_of(const bi_sym3 *a)
{
    bi_ldl3 f;
    f.i0 = 1.0 / a->m[0];
    f.l10 = a->m[1] * f.i0;
    f.l20 = a->m[2] * f.i0;
    double d1 = a->m[3] - f.l10 * a->m[1], c = a->m[4] - f.l20 * a->m[1];
    f.i1 = 1.0 / d1;
    f.l21 = c * f.i1;
    f.i2 = 1.0 / (a->m[5] - f.l20 * a->m[2] - f.l21 * c);
    return f;
}

/// A^-1 b
static inline bight_vec3 bi_ldl3_solve(const bi_ldl3 *f, bight_vec3 b)
{
    double y = b.y - f->l10 * b.x, z = b.z - f->l20 * b.x - f->l21 * y;
    z *= f->i2;
    y = y * f->i1 - f->l21 * z;
    return v3(b.x * f->i0 - f->l10 * y - f->l20 * z, y, z);
}

/// A^-1 B, column by column.
static inline bi_mat3 bi_ldl3_solve_mat(const bi_ldl3 *f, const bi_mat3 *b)
{
    bi_mat3 x;
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 column = bi_ldl3_solve(f, v3(b->m[k], b->m[3 + k], b->m[6 + k]));
        x.m[k] = column.x;
        x.m[3 + k] = column.y;
        x.m[6 + k] = column.z;
    }
    return x;
}

/// All nine numbers of a symmetric matrix.
static inline bi_mat3 bi_sym3_full(const bi_sym3 *a)
{
    const double *m = a->m;
    return (bi_mat3){{m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5]}};
}

/// Where element (a, b) of a symmetric matrix is in m.
static inline int32_t bi_sym3_place(int32_t a, int32_t b)
{
    static const int8_t place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    return place[a][b];
}

/// A x
static inline bight_vec3 bi_sym3_times(const bi_sym3 *a, bight_vec3 x)
{
    const double *m = a->m;
    return v3(m[0] * x.x + m[1] * x.y + m[2] * x.z, m[1] * x.x + m[3] * x.y + m[4] * x.z,
              m[2] * x.x + m[4] * x.y + m[5] * x.z);
}

/// A x
static inline bight_vec3 bi_mat3_apply(const bi_mat3 *a, bight_vec3 x)
{
    const double *m = a->m;
    return v3(m[0] * x.x + m[1] * x.y + m[2] * x.z, m[3] * x.x + m[4] * x.y + m[5] * x.z,
              m[6] * x.x + m[7] * x.y + m[8] * x.z);
}

/// A^T x
static inline bight_vec3 bi_mat3_apply_transposed(const bi_mat3 *a, bight_vec3 x)
{
    const double *m = a->m;
    return v3(m[0] * x.x + m[3] * x.y + m[6] * x.z, m[1] * x.x + m[4] * x.y + m[7] * x.z,
              m[2] * x.x + m[5] * x.y + m[8] * x.z);
}

static inline bi_mat3 bi_mat3_transposed(const bi_mat3 *a)
{
    const double *m = a->m;
    return (bi_mat3){{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}};
}

/// A^T B
static inline bi_mat3 bi_mat3_product_transposed(const bi_mat3 *a, const bi_mat3 *b)
{
    bi_mat3 c;
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            c.m[3 * i + k] = a->m[i] * b->m[k] + a->m[3 + i] * b->m[3 + k] + a->m[6 + i] * b->m[6 + k];
        }
    }
    return c;
}

/// A B
static inline bi_mat3 bi_mat3_product(const bi_mat3 *a, const bi_mat3 *b)
{
    bi_mat3 c;
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            c.m[3 * i + k] =
                a->m[3 * i] * b->m[k] + a->m[3 * i + 1] * b->m[3 + k] + a->m[3 * i + 2] * b->m[6 + k];
        }
    }
    return c;
}

/// A -= U^T G, of which the result is known to be symmetric.
static inline void bi_sym3_subtract_product(bi_sym3 *a, const bi_mat3 *u, const bi_mat3 *g)
{
    static const int8_t row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int32_t e = 0; e < 6; e++) {
        int32_t i = row[e], k = column[e];
        a->m[e] -= u->m[i] * g->m[k] + u->m[3 + i] * g->m[3 + k] + u->m[6 + i] * g->m[6 + k];
    }
}
