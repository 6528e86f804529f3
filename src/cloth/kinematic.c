// SPDX-License-Identifier: MIT

#include "cloth/kinematic.h"

#include "cloth/near_gap.h"
#include "cloth/world.h"
#include "geom/pose.h"

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
        due = hand->alive && v3_distance(world->at[hand->vertex], hand->target) > 0.0;
    }
    for (int32_t i = 0; i < world->obstacles.count && !due; i++) {
        due = travel(&world->obstacles.items[i]) > 0.0;
    }
    return due;
}

bool bi_kinematic_moved(const bight_cloth_world *world)
{
    bool moved = false;
    for (int32_t i = 0; i < world->hands.count && !moved; i++) {
        int32_t vertex = world->hands.items[i].vertex;
        moved = world->hands.items[i].alive && v3_distance(world->at[vertex], world->before[vertex]) > 0.0;
    }
    for (int32_t i = 0; i < world->obstacles.count && !moved; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        moved = bi_pose_travel(&obstacle->began, &obstacle->pose, obstacle->bound) > 0.0;
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

// Greatest stretch of the triangles around a vertex.
static double stretch_around(const bight_cloth_world *world, int32_t vertex)
{
    double most = 0.0;
    const bi_surface *surface = &world->topology.surface;
    for (int32_t c = surface->vertex_first[vertex]; c < surface->vertex_first[vertex + 1]; c++) {
        most = bi_max(most, bi_cloth_stretch(world, surface->vertex_corners[c] / 3));
    }
    return most;
}

// Hands wait for the cloth: they slow down as the stretch of the triangles around comes near HAND_STRETCH, or
// that of any triangle of the last step near ANY_STRETCH.
#define HAND_STRETCH 1.08
#define ANY_STRETCH 1.3

// 1 below `from`, 0 above `to`.
static double ease(double x, double from, double to)
{
    return bi_min(bi_max((to - x) / (to - from), 0.0), 1.0);
}

void bi_kinematic_advance(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    for (int32_t i = 0; i < world->hands.count; i++) {
        const bi_cloth_hand *hand = &world->hands.items[i];
        if (!hand->alive) {
            continue;
        }
        bight_vec3 *at = &world->at[hand->vertex];
        double way = v3_distance(*at, hand->target),
               most = 0.4 * (double)world->topology.step_limit[hand->vertex];
        most = bi_min(most, 0.45 * (world->thickness + 2.0 * bi_near_most_margin(world)));
        most *= ease(stretch_around(world, hand->vertex), 1.0, HAND_STRETCH) *
                ease(world->control.last_stretch, 1.15, ANY_STRETCH);
        *at = way <= most ? hand->target : v3_lerp(*at, hand->target, most / way);
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
