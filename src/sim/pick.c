// SPDX-License-Identifier: MIT
// Which node a ray would take hold of.

#include "core/vec3.h"
#include "sim/world_state.h"

// Where a half-line from o along the unit vector d and a segment are nearest.
typedef struct approach {
    double s;        // on the segment, 0 to 1
    double t;        // metres along the half-line
    double distance; // metres between the two
} approach;

static approach at_place(bight_vec3 o, bight_vec3 d, bight_vec3 p, bight_vec3 q, double s)
{
    bight_vec3 to = v3_sub(v3_lerp(p, q, s), o);
    double t = bi_max(v3_dot(to, d), 0.0);
    return (approach){s, t, v3_length(v3_madd(to, -t, d))};
}

static double clamped(double numerator, double denominator)
{
    double s = denominator > 0.0 ? numerator / denominator : 0.0;
    return s > 0.0 ? bi_min(s, 1.0) : 0.0;
}

// The distance from the half-line is convex along the segment: that from the whole line where its foot is ahead of o, else
// that from o. Its least is where one of them is least on its own side, or where they meet.
static approach nearest(bight_vec3 o, bight_vec3 d, bight_vec3 p, bight_vec3 q)
{
    bight_vec3 e = v3_sub(q, p), r = v3_sub(o, p);
    double ed = v3_dot(e, d), rd = v3_dot(r, d);
    bight_vec3 across = v3_madd(e, -ed, d), apart = v3_madd(r, -rd, d);
    double line = clamped(v3_dot(apart, across), v3_length_squared(across));
    if (line * ed - rd >= 0.0) {
        return at_place(o, d, p, q, line);
    }
    double point = clamped(v3_dot(r, e), v3_length_squared(e));
    return at_place(o, d, p, q, point * ed - rd <= 0.0 || ed == 0.0 ? point : clamped(rd / ed, 1.0));
}

// Before one that is only near the ray come those that it meets; of these the one whose surface it meets first, rope
// taken as lying straight across the ray; of the others the nearest to it.
static bool is_before(const bight_pick *one, const bight_pick *other, double radius, double other_radius)
{
    bool meets = one->off <= radius, other_meets = other->off <= other_radius;
    if (meets != other_meets) {
        return meets;
    }
    if (!meets) {
        return one->off - radius < other->off - other_radius;
    }
    double front = one->distance - sqrt(radius * radius - one->off * one->off);
    return front < other->distance - sqrt(other_radius * other_radius - other->off * other->off);
}

bool bight_world_pick(const bight_world *world, bight_vec3 origin, bight_vec3 direction, double reach,
                      bight_pick *pick)
{
    *pick = (bight_pick){0};
    double length = v3_length(direction);
    bool sound = v3_is_finite(origin) && length > 0.0 && length < HUGE_VAL && reach >= 0.0;
    bight_vec3 d = sound ? v3_mul(1.0 / length, direction) : v3(0, 0, 0);
    double best_radius = 0.0;
    for (int32_t r = 0; r < world->rope_count && sound; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t l = 0; l < bi_link_count(rope) && rope->alive; l++) {
            int32_t a = rope->first + l, b = bi_next(rope, a);
            approach near = nearest(origin, d, world->at[a], world->at[b]);
            if (near.distance > rope->radius + reach) {
                continue;
            }
            bight_pick found = {.rope = bi_rope_id_of(world, r),
                                .node = (near.s < 0.5 ? a : b) - rope->first,
                                .place = l + near.s,
                                .distance = near.t,
                                .off = near.distance};
            if (pick->rope.index1 == 0 || is_before(&found, pick, rope->radius, best_radius)) {
                *pick = found;
                best_radius = rope->radius;
            }
        }
    }
    return pick->rope.index1 != 0;
}
