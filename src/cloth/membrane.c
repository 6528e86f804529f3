// SPDX-License-Identifier: MIT

#include "cloth/membrane.h"

#include "core/assert.h"
#include "core/vec3.h"

// A symmetric matrix in double while terms are gathered.
typedef struct pulls {
    bight_vec3 fa, fb;
    double aa[6], bb[6], ab[9];
} pulls;

// m += s x x' + t (I - x x')
static void add_axis(double m[6], double s, double t, bight_vec3 x)
{
    double d = s - t;
    m[0] += t + d * x.x * x.x;
    m[1] += t + d * x.y * x.y;
    m[2] += t + d * x.z * x.z;
    m[3] += d * x.x * x.y;
    m[4] += d * x.x * x.z;
    m[5] += d * x.y * x.z;
}

// k/2 (|a| - 1)^2: force k (|a| - 1) along a; stiffness k along a, k (1 - 1 / |a|) across it when pulled. Shortened threads resist
// with a share of k.
static double add_stretch(double k, double share, bight_vec3 a, bight_vec3 *f, double m[6])
{
    double length = v3_length(a);
    if (!(length > 1e-12)) {
        return 0.5 * share * k;
    }
    bight_vec3 n = v3_mul(1.0 / length, a);
    double over = length - 1.0;
    k = over < 0.0 ? share * k : k;
    *f = v3_madd(*f, k * over, n);
    add_axis(m, k, over > 0.0 ? k * over / length : 0.0, n);
    return 0.5 * k * over * over;
}

// k/2 (a.b)^2: rows of the residual are b for a, and a for b
static double add_shear(double k, bight_vec3 a, bight_vec3 b, pulls *p)
{
    double s = v3_dot(a, b);
    p->fa = v3_madd(p->fa, k * s, b);
    p->fb = v3_madd(p->fb, k * s, a);
    add_axis(p->aa, k * v3_dot(b, b), 0.0, v3_unit(b, v3(0, 0, 0)));
    add_axis(p->bb, k * v3_dot(a, a), 0.0, v3_unit(a, v3(0, 0, 0)));
    const double row[3] = {b.x, b.y, b.z}, column[3] = {a.x, a.y, a.z};
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t j = 0; j < 3; j++) {
            p->ab[3 * i + j] += k * row[i] * column[j];
        }
    }
    return 0.5 * k * s * s;
}

// k/2 (s - limit)^2 for the singular value s with right vector (c, d): ds/da = c w, ds/db = d w, w the left
// one
static double add_limit(double k, double limit, double s, double c, double d, bight_vec3 w, pulls *p)
{
    double over = s - limit;
    if (!(over > 0.0)) {
        return 0.0;
    }
    p->fa = v3_madd(p->fa, k * over * c, w);
    p->fb = v3_madd(p->fb, k * over * d, w);
    double m[6] = {0};
    add_axis(m, k, k * over / s, w);
    for (int32_t i = 0; i < 6; i++) {
        p->aa[i] += c * c * m[i];
        p->bb[i] += d * d * m[i];
    }
    static const int32_t at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    for (int32_t i = 0; i < 9; i++) {
        p->ab[i] += c * d * m[at[i]];
    }
    return 0.5 * k * over * over;
}

static void store(const pulls *p, double area, bi_membrane_pull *pull)
{
    const bight_vec3 fa = v3_mul(area, p->fa), fb = v3_mul(area, p->fb);
    *pull = (bi_membrane_pull){.fa = {(float)fa.x, (float)fa.y, (float)fa.z},
                               .fb = {(float)fb.x, (float)fb.y, (float)fb.z}};
    for (int32_t i = 0; i < 6; i++) {
        pull->aa[i] = (float)(area * p->aa[i]);
        pull->bb[i] = (float)(area * p->bb[i]);
    }
    for (int32_t i = 0; i < 9; i++) {
        pull->ab[i] = (float)(area * p->ab[i]);
    }
}

bi_membrane_energy bi_membrane(const bight_cloth_material *material, double area, bight_vec3 a, bight_vec3 b,
                               bi_membrane_pull *pull, double *stretch)
{
    BI_ASSERT(area > 0.0 && material->strain_limit >= 1.0);
    pulls p = {0};
    double plain = add_stretch(material->stretch_u, material->compress, a, &p.fa, p.aa) +
                   add_stretch(material->stretch_v, material->compress, b, &p.fb, p.bb) +
                   add_shear(material->shear, a, b, &p);

    // singular values: squares are the eigenvalues of F'F = [a.a, a.b; a.b, b.b]
    double aa = v3_dot(a, a), bb = v3_dot(b, b), ab = v3_dot(a, b);
    double mean = 0.5 * (aa + bb), half = 0.5 * (aa - bb), spread = sqrt(half * half + ab * ab);
    double high = sqrt(mean + spread), low = sqrt(bi_max(mean - spread, 0.0));

    // k/2 (s - limit)^2 for each singular value s above the limit, along w = F e / s, e its eigenvector
    double over = 0.0;
    if (high > material->strain_limit) {
        // the eigenvector by whichever of the two rows is longer; any will do when both vanish
        double c = half > 0.0 ? half + spread : ab, d = half > 0.0 ? ab : spread - half;
        double length = sqrt(c * c + d * d);
        c = length > 0.0 ? c / length : 1.0;
        d = length > 0.0 ? d / length : 0.0;
        bight_vec3 w = v3_madd(v3_mul(c / high, a), d / high, b);
        over = add_limit(material->limit_stiffness, material->strain_limit, high, c, d, w, &p);
        if (low > material->strain_limit) {
            bight_vec3 x = v3_madd(v3_mul(-d / low, a), c / low, b);
            over += add_limit(material->limit_stiffness, material->strain_limit, low, -d, c, x, &p);
        }
    }

    if (stretch != NULL) {
        *stretch = high;
    }
    if (pull != NULL) {
        store(&p, area, pull);
    }

    return (bi_membrane_energy){area * plain, area * over};
}
