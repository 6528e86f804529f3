// SPDX-License-Identifier: MIT

#include "geom/inertia.h"

#include "core/pi.h"

#include <string.h>

#define SWEEPS 12 // of Jacobi's method; three by three needs five or so

bi_spread bi_spread_of_solid(const bi_solid *solid)
{
    bi_spread s = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double x = solid->size.x, y = solid->size.y, z = solid->size.z;
    switch (solid->kind) {
    case BIGHT_SHAPE_SPHERE: // r^2 / 5
        s.volume = 4.0 / 3.0 * PI * x * x * x;
        s.second[0] = s.second[1] = s.second[2] = x * x / 5.0;
        break;
    case BIGHT_SHAPE_CAPSULE: { // along y: a cylinder of length 2 h and two half balls, with the integrals of
                                // (h + z)^2 over a half ball = pi r^3 (2/3 h^2 + h r / 2 + 2/15 r^2)
        double cylinder = 2.0 * PI * x * x * y, ball = 4.0 / 3.0 * PI * x * x * x;
        double caps = 2.0 * PI * x * x * x * (2.0 / 3.0 * y * y + y * x / 2.0 + 2.0 / 15.0 * x * x);
        s.volume = cylinder + ball;
        s.second[0] = s.second[2] = (cylinder * x * x / 4.0 + ball * x * x / 5.0) / s.volume;
        s.second[1] = (cylinder * y * y / 3.0 + caps) / s.volume;
        break;
    }
    case BIGHT_SHAPE_BOX: // h^2 / 3
        s.volume = 8.0 * x * y * z;
        s.second[0] = x * x / 3.0;
        s.second[1] = y * y / 3.0;
        s.second[2] = z * z / 3.0;
        break;
    case BIGHT_SHAPE_TORUS: // around y: R^2 / 2 + 3 a^2 / 8 across, a^2 / 4 along
        s.volume = 2.0 * PI * PI * x * y * y;
        s.second[0] = s.second[2] = x * x / 2.0 + 3.0 * y * y / 8.0;
        s.second[1] = y * y / 4.0;
        break;
    default:
        break;
    }
    return s;
}

// One turn of Jacobi's method: the angle that makes m[p][q] zero, for m and the axes in the columns of v.
static void turn(double m[3][3], double v[3][3], int32_t p, int32_t q)
{
    if (m[p][q] == 0.0) {
        return;
    }
    double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int32_t k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int32_t k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k], d = v[k][p], e = v[k][q];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
        v[k][p] = c * d - s * e;
        v[k][q] = s * d + c * e;
    }
}

static void find_axes(double m[3][3], bi_spread *spread)
{
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int32_t sweep = 0; sweep < SWEEPS; sweep++) {
        turn(m, v, 0, 1);
        turn(m, v, 0, 2);
        turn(m, v, 1, 2);
    }
    for (int32_t k = 0; k < 3; k++) {
        spread->second[k] = bi_max(m[k][k], 0.0);
        spread->axes[k] = v3_unit(v3(v[0][k], v[1][k], v[2][k]), v3(k == 0, k == 1, k == 2));
    }
    spread->axes[2] = v3_cross(spread->axes[0], spread->axes[1]);
}

bool bi_spread_of_mesh(const bight_vec3 *points, int32_t point_count, const int32_t *triangles,
                       int32_t triangle_count, bi_spread *spread)
{
    memset(spread, 0, sizeof *spread);
    bight_vec3 origin = points[0], sum = v3(0, 0, 0);
    double volume = 0.0, size = 0.0, m[3][3] = {{0}};
    for (int32_t i = 1; i < point_count; i++) {
        size = bi_max(size, v3_distance(points[i], origin));
    }

    // a tetrahedron with corners 0, a, b, c: volume V = a.(b x c) / 6, V/4 (a + b + c) of first moment, and of second
    // V/20 (aa' + bb' + cc' + ss') with s = a + b + c
    for (int32_t t = 0; t < triangle_count; t++) {
        bight_vec3 x[4];
        for (int32_t k = 0; k < 3; k++) {
            x[k] = v3_sub(points[triangles[3 * (size_t)t + (size_t)k]], origin);
        }
        x[3] = v3_add(v3_add(x[0], x[1]), x[2]);
        double part = v3_dot(x[0], v3_cross(x[1], x[2])) / 6.0;
        volume += part;
        sum = v3_madd(sum, part / 4.0, x[3]);
        for (int32_t k = 0; k < 4; k++) {
            const double c[3] = {x[k].x, x[k].y, x[k].z};
            for (int32_t i = 0; i < 9; i++) {
                m[i / 3][i % 3] += part / 20.0 * c[i / 3] * c[i % 3];
            }
        }
    }
    if (!(fabs(volume) > 1e-9 * size * size * size)) {
        return false;
    }

    // about the centre: mean of xx' less centre centre'
    bight_vec3 centre = v3_mul(1.0 / volume, sum);
    const double c[3] = {centre.x, centre.y, centre.z};
    for (int32_t i = 0; i < 9; i++) {
        m[i / 3][i % 3] = m[i / 3][i % 3] / volume - c[i / 3] * c[i % 3];
    }
    spread->volume = fabs(volume);
    spread->centre = v3_add(origin, centre);
    find_axes(m, spread);
    return true;
}
