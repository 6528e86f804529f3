// SPDX-License-Identifier: MIT
// The frames of needles.

#include "geom/pose.h"
#include "sim/rod/needle.h"

#include <string.h>

bight_vec3 bi_turned_by(const double turn[4], bight_vec3 v)
{
    bight_vec3 u = v3(turn[0], turn[1], turn[2]), t = v3_mul(2.0, v3_cross(u, v));
    return v3_add(v3_madd(v, turn[3], t), v3_cross(u, t));
}

// to (from)^-1, the vector of which has half the sine of the angle
bight_vec3 bi_turn_between(const double from[4], const double to[4])
{
    bight_vec3 a = v3(from[0], from[1], from[2]), b = v3(to[0], to[1], to[2]);
    bight_vec3 v = v3_add(v3_madd(v3_mul(from[3], b), -to[3], a), v3_cross(a, b));
    double w = to[3] * from[3] + v3_dot(a, b);
    return v3_mul(w < 0.0 ? -2.0 : 2.0, v);
}

void bi_turn_on(double turn[4], bight_vec3 v)
{
    bight_pose by = {.rotation = {0.5 * v.x, 0.5 * v.y, 0.5 * v.z, 1.0}}, was = {.rotation = {0}};
    memcpy(was.rotation, turn, sizeof was.rotation);
    bight_pose both = bi_pose_normalised(bi_pose_after(&by, &was));
    memcpy(turn, both.rotation, sizeof both.rotation);
}
