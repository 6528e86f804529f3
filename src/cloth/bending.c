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

// Mean over all directions d of (sum of c_i z_i)^2 with z = (d.p)^2 / 2, the sheet laid flat: with M = sum of
// c p p', and cos^4 and sin^2 cos^2 being 3/8 and 1/8 on average.
static double mean_square(const double c[4], const double rest[2][3][2], const double area2[2])
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
    return 0.25 * (0.375 * (xx * xx + yy * yy) + 0.25 * xx * yy + 0.5 * xy * xy);
}

bi_hinge bi_hinge_make(double bend, const double rest[2][3][2])
{
    BI_ASSERT(bend >= 0.0);
    double near[2], far[2];
    const double area2[2] = {cotangents(rest[0], near), cotangents(rest[1], far)};
    bi_hinge hinge = {{near[1] + far[1], near[0] + far[0], -(near[0] + near[1]), -(far[0] + far[1])},
                      6.0 * bend / (area2[0] + area2[1]),
                      (area2[0] + area2[1]) / 6.0,
                      0.0};
    hinge.energy = 0.5 * hinge.stiffness * mean_square(hinge.weight, rest, area2);
    bool sound = isfinite(hinge.stiffness) && isfinite(hinge.energy);
    for (int32_t i = 0; i < 4; i++) {
        sound = sound && isfinite(hinge.weight[i]);
    }
    return sound ? hinge : (bi_hinge){0};
}
