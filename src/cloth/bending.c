// SPDX-License-Identifier: MIT

#include "cloth/bending.h"

#include "core/assert.h"

#include <math.h>

// Twice the area, and cotangents of the angles at both ends of the edge.
static double cotangents(const double p[3][2], double cot[2])
{
    double ex = p[1][0] - p[0][0], ey = p[1][1] - p[0][1];
    double ax = p[2][0] - p[0][0], ay = p[2][1] - p[0][1], bx = p[2][0] - p[1][0], by = p[2][1] - p[1][1];
    double area2 = fabs(ex * ay - ey * ax);
    cot[0] = (ex * ax + ey * ay) / area2;
    cot[1] = -(ex * bx + ey * by) / area2;
    return area2;
}

// xx, xy, yy of M = sum of c p p', the sheet laid flat.
static void second_moments(const double c[4], const double rest[2][3][2], const double area2[2], double m[3])
{
    double p[4][2] = {{0}}, xx = 0.0, xy = 0.0, yy = 0.0;
    for (int32_t n = 0; n < 2; n++) {
        double ex = rest[n][1][0] - rest[n][0][0], ey = rest[n][1][1] - rest[n][0][1];
        double ax = rest[n][2][0] - rest[n][0][0], ay = rest[n][2][1] - rest[n][0][1];
        double length = sqrt(ex * ex + ey * ey);
        p[1][0] = length;
        p[2 + n][0] = (ax * ex + ay * ey) / length;
        p[2 + n][1] = (n == 0 ? area2[n] : -area2[n]) / length;
    }
    for (int32_t i = 0; i < 4; i++) {
        xx += c[i] * p[i][0] * p[i][0];
        xy += c[i] * p[i][0] * p[i][1];
        yy += c[i] * p[i][1] * p[i][1];
    }
    m[0] = xx;
    m[1] = xy;
    m[2] = yy;
}

// Mean over all directions d of (sum of c_i z_i)^2 with z = (d.p)^2 / 2: cos^4 and sin^2 cos^2 are 3/8 and 1/8 on
// average.
static double mean_square(const double m[3])
{
    return 0.25 * (0.375 * (m[0] * m[0] + m[2] * m[2]) + 0.25 * m[0] * m[2] + 0.5 * m[1] * m[1]);
}

// Mean of |sum of c_i z_i| over 16 directions in the half circle: of a + b cos 2t + c sin 2t.
static double mean_size(const double m[3])
{
    static const double cosines[4] = {1.0, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977};
    double a = 0.25 * (m[0] + m[2]), b = 0.25 * (m[0] - m[2]), c = 0.5 * m[1], sum = 0.0;
    for (int32_t k = 0; k < 4; k++) {
        double x = cosines[k], y = k > 0 ? cosines[4 - k] : 0.0;
        sum += fabs(a + b * x + c * y) + fabs(a - b * y + c * x) + fabs(a - b * x - c * y) +
               fabs(a + b * y - c * x);
    }
    return sum / 16.0;
}

bi_hinge bi_hinge_make(double bend, const double rest[2][3][2])
{
    BI_ASSERT(bend >= 0.0);
    double near[2], far[2];
    const double area2[2] = {cotangents(rest[0], near), cotangents(rest[1], far)};
    bi_hinge hinge = {{near[1] + far[1], near[0] + far[0], -(near[0] + near[1]), -(far[0] + far[1])},
                      6.0 * bend / (area2[0] + area2[1]),
                      (area2[0] + area2[1]) / 6.0,
                      0.0,
                      0.0};
    double moments[3];
    second_moments(hinge.weight, rest, area2, moments);
    hinge.energy = 0.5 * hinge.stiffness * mean_square(moments);
    hinge.turn = mean_size(moments);
    bool sound = isfinite(hinge.stiffness) && isfinite(hinge.energy) && isfinite(hinge.turn);
    for (int32_t i = 0; i < 4; i++) {
        sound = sound && isfinite(hinge.weight[i]);
    }
    return sound ? hinge : (bi_hinge){0};
}
