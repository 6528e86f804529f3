// SPDX-License-Identifier: MIT

#include "cloth/kinematic.h"

#include "geom/pose.h"

static void place_mesh(bight_cloth_world *world, const bi_cloth_obstacle *obstacle)
{
    for (int32_t i = 0; i < obstacle->vertex_count; i++) {
        world->at[obstacle->first_vertex + i] =
            bi_pose_out(&obstacle->pose, world->locals[obstacle->first_local + i]);
    }
}

static double travel(const bi_cloth_obstacle *obstacle)
{
    return bi_pose_travel(&obstacle->pose, &obstacle->target, obstacle->bound);
}

bool bi_kinematic_due(const bight_cloth_world *world)
{
    bool due = false;
    for (int32_t i = 0; i < world->hand_count && !due; i++) {
        const bi_cloth_hand *hand = &world->hands[i];
        due = hand->alive && v3_distance(world->at[hand->vertex], hand->target) > 0.0;
    }
    for (int32_t i = 0; i < world->obstacle_count && !due; i++) {
        due = travel(&world->obstacles[i]) > 0.0;
    }
    return due;
}

void bi_kinematic_advance(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_cloth_hand *hand = &world->hands[i];
        if (!hand->alive) {
            continue;
        }
        bight_vec3 *at = &world->at[hand->vertex];
        double way = v3_distance(*at, hand->target), most = 0.4 * (double)world->step_limit[hand->vertex];
        *at = way <= most ? hand->target : v3_lerp(*at, hand->target, most / way);
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles[i];
        double way = travel(obstacle), most = 0.4 * world->thickness;
        if (way > 0.0) {
            obstacle->pose = way <= most ? obstacle->target
                                         : bi_pose_blend(&obstacle->pose, &obstacle->target, most / way);
            place_mesh(world, obstacle);
        }
    }
}
