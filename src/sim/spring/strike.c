// SPDX-License-Identifier: MIT
// Links of spring ropes that touch what their spheres do not look at.

#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/sheet/sheet.h"
#include "sim/spring/spring.h"

// Spheres of two strands that cross at right angles in each other's notches, springs of beta = 2 radii, keep
// their centrelines sqrt(2) radii apart: 0.707 of a diameter. Links closer than this have slipped between
// spheres.
#define NOTCH 0.6

// A link that is touched nearer than this to a held end, as a share of its length, cannot move there.
#define LEAST_YIELD 0.25

// Whether a link can move where it is touched: not where a hand holds it.
static bool yields(const bight_world *world, int32_t link, double t)
{
    int32_t end = bi_next(&world->ropes[world->rope_of[link]], link);
    double free_a = world->held[link] & BI_IN_HAND ? 0.0 : 1.0 - t;
    double free_b = world->held[end] & BI_IN_HAND ? 0.0 : t;
    return free_a + free_b >= LEAST_YIELD;
}

double bi_spring_shift(const bight_world *world, const bi_near *near)
{
    bool gives = yields(world, near->a, (double)near->s) ||
                 (near->obstacle < 0 && yields(world, near->b, (double)near->t));
    if (!gives) {
        return 0.0; // only the free ends would be driven away, more in every cycle
    }
    if (near->obstacle >= 0) {
        return bi_sheet_touching(world, near) - near->distance;
    }
    if (bi_is_spring(world, near->a) && bi_is_spring(world, near->b)) {
        double shift = 0.5 * (NOTCH * near->reach - near->distance);
        return shift > 0.0 ? shift : 0.0;
    }
    return 0.5 * (near->reach - near->distance);
}

// A point of a link: how far it moves in this step, and by how much an impulse moves it.
typedef struct place {
    bi_control_point *a, *b; // NULL for links of other models
    double share_a, share_b, give_a, give_b;
    bight_vec3 step;
} place;

static double give(const bight_world *world, int32_t node, const bi_control_point *point)
{
    return world->held[node] & BI_IN_HAND ? 0.0 : 1.0 / bi_point_mass(point);
}

static place on_link(const bight_world *world, int32_t link, double t)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    int32_t end = bi_next(rope, link);
    place p = {.share_a = 1.0 - t, .share_b = t};
    if (rope->springs == NULL) {
        p.step = v3_lerp(v3_sub(world->at[link], world->before[link]),
                         v3_sub(world->at[end], world->before[end]), t);
        return p;
    }
    p.a = &rope->springs->point[link - rope->first];
    p.b = &rope->springs->point[end - rope->first];
    p.give_a = give(world, link, p.a);
    p.give_b = give(world, end, p.b);
    p.step = v3_lerp(bi_point_step(p.a), bi_point_step(p.b), t);
    return p;
}

static place on_obstacle(const bi_obstacle *obstacle, bight_vec3 point)
{
    bight_vec3 was = bi_pose_out(&obstacle->before, bi_pose_in(&obstacle->pose, point));
    return (place){.step = v3_sub(point, was)};
}

// How far a unit of impulse moves the point. Where a hand holds one end and is hit near it, the other end
// would have to fly off to move the point: it takes no more speed than a hit on itself would give it.
static double total_give(const place *p)
{
    bool one_held = (p->give_a == 0.0) != (p->give_b == 0.0);
    double a = p->share_a * p->give_a, b = p->share_b * p->give_b;
    return one_held ? a + b : a * p->share_a + b * p->share_b;
}

static void hit(const place *p, bight_vec3 impulse)
{
    if (p->a != NULL) {
        bi_point_deflect(p->a, v3_mul(p->share_a * p->give_a, impulse));
        bi_point_deflect(p->b, v3_mul(p->share_b * p->give_b, impulse));
    }
}

static void count(bight_world *world, int32_t link)
{
    bi_springs *springs = world->ropes[world->rope_of[link]].springs;
    if (springs != NULL) {
        springs->state.strikes++;
    }
}

// The impulse J n at the point of contact: u . n of the relative velocity becomes -e u . n. A rope that
// slipped between spheres does not bounce; links of other models do not move.
void bi_spring_strike(bight_world *world, const bi_near *near, bight_vec3 normal)
{
    if (near->obstacle >= 0 && world->obstacles[near->obstacle].sheet != NULL) {
        world->ropes[world->rope_of[near->a]].springs->shoved = true;
    }

    // the less elastic of both ropes decides
    place first = on_link(world, near->a, (double)near->s), second;
    bool notch = false;
    double restitution = 1.0;
    for (int32_t side = 0; side < (near->obstacle < 0 ? 2 : 1); side++) {
        const bi_springs *springs = world->ropes[world->rope_of[side == 0 ? near->a : near->b]].springs;
        restitution = springs != NULL ? bi_min(restitution, springs->def.restitution) : restitution;
    }

    // both points of contact
    if (near->obstacle >= 0) {
        int32_t end = bi_next(&world->ropes[world->rope_of[near->a]], near->a);
        bight_vec3 on_a = v3_lerp(world->at[near->a], world->at[end], (double)near->s);
        second = on_obstacle(&world->obstacles[near->obstacle], v3_madd(on_a, -near->distance, normal));
    } else {
        second = on_link(world, near->b, (double)near->t);
        notch = first.a != NULL && second.a != NULL;
    }

    // J = (1 + e) u . n / (1 / m + 1 / m')
    double approach = -v3_dot(v3_sub(first.step, second.step), normal);
    double gives = total_give(&first) + total_give(&second);
    if (!(approach > 0.0) || gives == 0.0) {
        return;
    }

    double impulse = (notch ? 1.0 : 1.0 + restitution) * approach / gives;
    hit(&first, v3_mul(impulse, normal));
    hit(&second, v3_mul(-impulse, normal));
    count(world, near->a);
    if (near->obstacle < 0) {
        count(world, near->b);
    }
}
