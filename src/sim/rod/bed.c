// SPDX-License-Identifier: MIT
// The bed that a rope lies in: it stays where it is laid.

#include "sim/rod/rod.h"

#include "core/vec3.h"

#include <math.h>

#define ALONG 0.05 // of the resistance sideways: a rope slides along its own track
#define SOFT 1e-6  // radii in a cycle, below which the resistance is proportional to the motion

// Dry friction, dragged by d in a cycle, d = a t + b across the rope:
//     force = -F (b + r^2 a t) / s,   s = sqrt(|b|^2 + r^2 a^2 + soft^2)
// s is that of the cycle before, so that the force is linear in d and always against it. A pull above F breaks it
// loose: s grows from cycle to cycle. Under less it stops: s shrinks to soft.
bi_sym3 bi_rod_bed(const bight_world *world, const bi_rope *rope, int32_t i)
{
    const bight_rod_def *def = &rope->rod->def;
    int32_t n = rope->count, last = i > 0 ? i - 1 : rope->closed ? n - 1 : i;
    int32_t next = i + 1 < n ? i + 1 : rope->closed ? 0 : i;
    const bight_vec3 *x0 = world->before + rope->first;
    bight_vec3 t = v3_unit(v3_sub(x0[next], x0[last]), v3(1, 0, 0));
    bight_vec3 d = v3_mul(def->time_step, rope->rod->velocity[i]);
    double a = v3_dot(d, t), b2 = v3_length_squared(v3_madd(d, -a, t)), soft = SOFT * rope->radius;
    double s = sqrt(b2 + ALONG * ALONG * a * a + soft * soft);
    double k = def->bed * bi_rod_thread(rope, i) / (def->density * s), c = k * (ALONG * ALONG - 1.0);
    return (bi_sym3){{k + c * t.x * t.x, c * t.x * t.y, c * t.x * t.z, k + c * t.y * t.y, c * t.y * t.z,
                      k + c * t.z * t.z}};
}
