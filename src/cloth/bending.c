// SPDX-License-Identifier: MIT

#include "cloth/bending.h"

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

bi_hinge bi_hinge_make(double bend, const double rest[2][3][2])
{
    double near[2], far[2];
    double area2 = cotangents(rest[0], near) + cotangents(rest[1], far);
    bi_hinge hinge = {{near[1] + far[1], near[0] + far[0], -(near[0] + near[1]), -(far[0] + far[1])},
                      3.0 * bend / (0.5 * area2)};
    bool sound = isfinite(hinge.stiffness);
    for (int32_t i = 0; i < 4; i++) {
        sound = sound && isfinite(hinge.weight[i]);
    }
    return sound ? hinge : (bi_hinge){0};
}
