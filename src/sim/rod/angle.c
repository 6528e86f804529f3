// SPDX-License-Identifier: MIT
// Where links point, and how the angle between two of them grows.

#include "core/turn.h"
#include "sim/rod/rod.h"

#define TURN 6.283185307179586476925

void bi_look_at_links(const bight_world *world, const bi_rope *rope, bight_vec3 *directions)
{
    bi_look_at_some_links(world, rope, 0, bi_link_count(rope), directions);
}

void bi_look_at_some_links(const bight_world *world, const bi_rope *rope, int32_t first, int32_t end,
                           bight_vec3 *directions)
{
    const bight_vec3 *x = world->at + rope->first;
    for (int32_t i = first; i < end; i++) {
        directions[i] = v3_unit(v3_sub(x[i + 1 < rope->count ? i + 1 : 0], x[i]), v3(1, 0, 0));
    }
}

static bool is_same(bight_vec3 a, bight_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// The area of the triangles a b c and a c d on the unit sphere, positive when anticlockwise seen from outside. Of a b c it
// is 2 atan2(a . b x c, 1 + a . b + b . c + c . a) (Van Oosterom, Strackee 1983).
double bi_twist_area(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    if (is_same(a, d) && is_same(b, c)) {
        return 0.0; // so that what rests rests to the last bit
    }
    double ac = v3_dot(a, c);
    bight_vec3 across = v3_cross(c, a);
    double n1 = v3_dot(across, b), d1 = 1.0 + v3_dot(a, b) + v3_dot(b, c) + ac;
    double n2 = -v3_dot(across, d), d2 = 1.0 + ac + v3_dot(c, d) + v3_dot(d, a);
    double y = n1 * d2 + n2 * d1, x = d1 * d2 - n1 * n2;
    if (x > 0.0 && fabs(y) < 0.01 * x) {
        double q = y / x, u = q * q;
        return 2.0 * q * (1.0 - u * (1.0 / 3.0 - u * (0.2 - u * (1.0 / 7.0 - u / 9.0))));
    }
    return 2.0 * TURN * bi_turn_to(x, y);
}
