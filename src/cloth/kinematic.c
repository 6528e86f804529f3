// SPDX-License-Identifier: MIT

#include "cloth/kinematic.h"

#include "cloth/near_gap.h"
#include "cloth/world.h"
#include "geom/pose.h"

bight_vec3 bi_cloth_hand_at(const bight_cloth_world *world, const bi_cloth_hand *hand)
{
    BI_ASSERT(hand->alive && hand->count > 0);
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
        const bi_cloth_grip *grip = &world->hands.grips[n];
        sum = v3_add(sum, v3_sub(world->at[grip->vertex], grip->offset));
    }
    return hand->count == 1 ? sum : v3_mul(1.0 / hand->count, sum);
}

static void place_mesh(bight_cloth_world *world, const bi_cloth_obstacle *obstacle)
{
    for (int32_t i = 0; i < obstacle->vertex_count; i++) {
        world->at[obstacle->first_vertex + i] =
            bi_pose_out(&obstacle->pose, world->obstacles.locals[obstacle->first_local + i]);
    }
}

static double travel(const bi_cloth_obstacle *obstacle)
{
    return bi_pose_travel(&obstacle->pose, &obstacle->target, obstacle->bound);
}

bool bi_kinematic_due(const bight_cloth_world *world)
{
    bool due = false;
    for (int32_t i = 0; i < world->hands.count && !due; i++) {
        const bi_cloth_hand *hand = &world->hands.items[i];
        due = hand->alive && v3_distance(bi_cloth_hand_at(world, hand), hand->target) > 0.0;
    }
    for (int32_t i = 0; i < world->obstacles.count && !due; i++) {
        due = travel(&world->obstacles.items[i]) > 0.0;
    }
    return due;
}

bool bi_kinematic_moved(const bight_cloth_world *world)
{
    bool moved = world->carry.moved > 0.0;
    for (int32_t i = 0; i < world->hands.grip_count && !moved; i++) {
        int32_t vertex = world->hands.grips[i].vertex;
        moved = v3_distance(world->at[vertex], world->before[vertex]) > 0.0;
    }
    for (int32_t i = 0; i < world->obstacles.count && !moved; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        moved = !(obstacle->rigid.mass > 0.0) &&
                bi_pose_travel(&obstacle->began, &obstacle->pose, obstacle->bound) > 0.0;
    }
    return moved;
}

double bi_cloth_stretch(const bight_cloth_world *world, int32_t t)
{
    BI_ASSERT(world->topology.built && t >= 0 && t < world->sheets.triangle_count);
    const bi_triangle_rest *rest = &world->sheets.rests[t];
    const int32_t *v = world->topology.triangles + 3 * (size_t)t;
    bight_vec3 d = v3_sub(world->at[v[1]], world->at[v[0]]), e = v3_sub(world->at[v[2]], world->at[v[0]]);
    bight_vec3 a = v3_madd(v3_mul((double)rest->u[0], d), (double)rest->u[1], e);
    bight_vec3 b = v3_madd(v3_mul((double)rest->v[0], d), (double)rest->v[1], e);
    double stretch;
    bi_membrane(&world->sheets.items[rest->sheet].material, 1.0, a, b, NULL, &stretch);
    return stretch;
}

// What a hand holds has BI_LED while its way is chosen, so that no triangle has to be looked for among its grips.
static void mark(bight_cloth_world *world, const bi_cloth_hand *hand, bool led)
{
    for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
        uint8_t *flags = &world->flags[world->hands.grips[n].vertex];
        *flags = (uint8_t)(led ? *flags | BI_LED : *flags & ~BI_LED);
    }
}

// Greatest stretch of the triangles around a vertex; not of those that the hand holds whole, which no way of it stretches.
static double stretch_around(const bight_cloth_world *world, int32_t vertex)
{
    double most = 0.0;
    const bi_surface *surface = &world->topology.surface;
    for (int32_t c = surface->vertex_first[vertex]; c < surface->vertex_first[vertex + 1]; c++) {
        int32_t t = surface->vertex_corners[c] / 3;
        const int32_t *v = world->topology.triangles + 3 * (size_t)t;
        if ((world->flags[v[0]] & world->flags[v[1]] & world->flags[v[2]] & BI_LED) == 0) {
            most = bi_max(most, bi_cloth_stretch(world, t));
        }
    }
    return most;
}

// A hand that the cloth pulls back slows down as the stretch around it goes from 1 to this much above the
// strain_limit of its material.
#define HAND_EXCESS 0.03

// Where the solve is damped (cloth/growth.h) hands are this much slower for each unit of it.
#define HAND_DAMPING 30.0

// 1 below `from`, 0 above `to`.
static double ease(double x, double from, double to)
{
    return bi_min(bi_max((to - x) / (to - from), 0.0), 1.0);
}

// The least of what the vertices of a hand may go, metres.
static double free_reach(const bight_cloth_world *world, const bi_cloth_hand *hand)
{
    double least = 0.45 * (world->thickness + 2.0 * bi_near_most_margin(world));
    for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
        least = bi_min(least, 0.4 * (double)world->topology.step_limit[world->hands.grips[n].vertex]);
    }
    return least;
}

// The same beside what carries it, damped where steps were refused.
static double reach(const bight_cloth_world *world, const bi_cloth_hand *hand)
{
    double damping = 0.0;
    for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
        damping = bi_max(damping, (double)world->growth.damping[world->hands.grips[n].vertex]);
    }
    return free_reach(world, hand) / (1.0 + HAND_DAMPING * damping);
}

bight_vec3 bi_kinematic_carry(const bight_cloth_world *world, const bi_cloth_hand *hand)
{
    bight_vec3 d = v3_sub(hand->target, bi_cloth_hand_at(world, hand));
    double way = v3_length(d), most = free_reach(world, hand);
    return way <= most ? d : v3_mul(most / way, d);
}

static void lead(bight_cloth_world *world, bi_cloth_hand *hand)
{
    bi_cloth_grip *grips = &world->hands.grips[hand->first];
    bight_vec3 at = bi_cloth_hand_at(world, hand), d = v3_sub(hand->target, at);
    double way = v3_length(d), fastest = reach(world, hand), stretch = 0.0;
    double left = bi_max(free_reach(world, hand) - hand->carried, 0.0), most = bi_min(fastest, left);
    hand->carried = 0.0; // in the first system of a step
    hand->pull = v3(0, 0, 0);
    mark(world, hand, true);
    for (int32_t n = 0; n < hand->count; n++) {
        const bi_float4 *f = &world->elastic.force[grips[n].vertex];
        hand->pull = v3_add(hand->pull, v3((double)f->x, (double)f->y, (double)f->z));
        stretch = bi_max(stretch, stretch_around(world, grips[n].vertex));
    }
    mark(world, hand, false);

    // only what stretches the cloth further waits for it
    if (v3_dot(hand->pull, d) < 0.0) {
        double limit = world->sheets.items[hand->sheet].material.strain_limit;
        most *= ease(stretch, 1.0, limit + HAND_EXCESS);
    }

    // all alike; one that was stopped catches up, as fast as any
    bight_vec3 to = way <= most ? hand->target : v3_lerp(at, hand->target, most / way);
    for (int32_t n = 0; n < hand->count; n++) {
        bight_vec3 x = world->at[grips[n].vertex], next = v3_add(to, grips[n].offset);
        double far = v3_distance(x, next);
        grips[n].next = far <= fastest ? next : v3_lerp(x, next, fastest / far);
        d = v3_sub(grips[n].next, x);
        world->solver.move[grips[n].vertex] = (bi_float4){(float)d.x, (float)d.y, (float)d.z, 0.0f};
    }
}

bool bi_kinematic_lead(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    bool any = false;
    for (int32_t i = 0; i < world->hands.count; i++) {
        if (world->hands.items[i].alive) {
            lead(world, &world->hands.items[i]);
        }
    }
    for (int32_t n = 0; n < world->hands.grip_count; n++) {
        const bi_cloth_grip *grip = &world->hands.grips[n];
        any = any || v3_distance(world->at[grip->vertex], grip->next) > 0.0;
    }
    return any;
}

void bi_kinematic_advance(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    for (int32_t n = 0; n < world->hands.grip_count; n++) {
        world->at[world->hands.grips[n].vertex] = world->hands.grips[n].next;
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        double way = travel(obstacle), most = 0.4 * world->thickness;
        obstacle->start = obstacle->pose;
        obstacle->rubbed = obstacle->pose;
        obstacle->moved_before = obstacle->moved;
        if (way > 0.0) {
            obstacle->pose = way <= most ? obstacle->target
                                         : bi_pose_blend(&obstacle->pose, &obstacle->target, most / way);
            place_mesh(world, obstacle);
        }
    }
}

double bi_kinematic_way(const bi_cloth_obstacle *obstacle)
{
    return bi_pose_travel(&obstacle->start, &obstacle->pose, obstacle->bound);
}

void bi_kinematic_shorten(bight_cloth_world *world, bi_cloth_obstacle *obstacle, double most)
{
    BI_ASSERT(most >= 0.0);
    // turns blend a little unevenly: aim lower, and look
    bight_pose end = obstacle->pose;
    double way = bi_kinematic_way(obstacle);
    for (double t = 0.99; way > most && t > 0.1; t *= 0.7) {
        obstacle->pose = bi_pose_blend(&obstacle->start, &end, t * most / way);
        if (bi_kinematic_way(obstacle) <= most) {
            place_mesh(world, obstacle);
            return;
        }
    }
    if (way > most) {
        obstacle->pose = obstacle->start;
        place_mesh(world, obstacle);
    }
}

void bi_kinematic_return(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        world->obstacles.items[i].pose = world->obstacles.items[i].start;
    }
}

void bi_kinematic_undo(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        obstacle->pose = obstacle->rubbed = obstacle->began;
    }
}

double bi_kinematic_lag(const bight_cloth_world *world)
{
    double lag = 0.0;
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        lag = bi_max(lag, travel(&world->obstacles.items[i]));
    }
    return lag;
}
