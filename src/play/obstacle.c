// SPDX-License-Identifier: MIT
// A play's obstacles. With cloth each stands in both worlds, and moves in steps that both can make.

#include "play/obstacle.h"

#include "core/assert.h"
#include "geom/pose.h"

// thicknesses that an obstacle may move in one iteration of cloth (cloth/kinematic.c)
#define OBSTACLE_STRIDE 0.4

double bi_obstacle_reach(const bight_obstacle_def *def)
{
    switch (def->kind) {
    case BIGHT_SHAPE_SPHERE:
        return def->size.x;
    case BIGHT_SHAPE_CAPSULE:
    case BIGHT_SHAPE_TORUS:
        return def->size.x + def->size.y;
    case BIGHT_SHAPE_BOX:
        return v3_length(def->size);
    case BIGHT_SHAPE_MESH:
        break;
    }
    double reach = 0.0;
    for (int32_t i = 0; i < def->point_count; i++) {
        reach = fmax(reach, v3_length(def->points[i]));
    }
    return reach;
}

double bi_play_grain(const bight_play *play)
{
    return play->scene->rope_count > 0 ? play->thinnest : play->finest;
}

double bi_obstacle_limit(const bight_play *play)
{
    double ropes = play->scene->rope_count > 0 ? play->speed_limit * play->thinnest : HUGE_VAL;
    if (play->cloth_world == NULL) {
        return ropes;
    }
    const bight_scene_cloth_world *settings = play->scene->cloth;
    double thickness = fmin(settings->thickness, 0.45 * play->finest); // as in force, or a little less
    return fmin(ropes, OBSTACLE_STRIDE * thickness * settings->newton_iterations * settings->steps);
}

// The one of an obstacle's two poses that has the longer way to go.
static bight_pose slower(const bight_play *play, int32_t obstacle, double *way)
{
    double reach = play->reaches[obstacle];
    bight_pose rope, cloth;
    bight_cloth_obstacle_get(play->cloth_world, play->cloth_obstacles[obstacle], &cloth, NULL);
    bight_obstacle_get(play->world, play->obstacles[obstacle], &rope, NULL);
    double rope_way = bi_pose_travel(&rope, &play->aims[obstacle], reach);
    *way = bi_pose_travel(&cloth, &play->aims[obstacle], reach);
    if (rope_way > *way) {
        *way = rope_way;
        return rope;
    }
    return cloth;
}

void bi_obstacle_aim(bight_play *play, int32_t obstacle, bight_pose target)
{
    BI_ASSERT(obstacle >= 0 && obstacle < play->scene->obstacle_count);
    if (play->cloth_world == NULL) {
        bight_obstacle_set_target(play->world, play->obstacles[obstacle], target);
    } else {
        play->aims[obstacle] = bi_pose_normalised(target);
    }
}

bight_pose bi_obstacle_now(const bight_play *play, int32_t obstacle, double *lag)
{
    bight_pose pose;
    double way = 0.0;
    if (play->cloth_world == NULL) {
        bight_obstacle_get(play->world, play->obstacles[obstacle], &pose, &way);
    } else {
        pose = slower(play, obstacle, &way);
    }
    if (lag != NULL) {
        *lag = way;
    }
    return pose;
}

void bi_obstacles_lead(bight_play *play)
{
    double limit = bi_obstacle_limit(play);
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        double way;
        bight_pose from = slower(play, i, &way), next = play->aims[i];
        if (way > limit) {
            next = bi_pose_blend(&from, &play->aims[i], limit / way);
        }
        bight_obstacle_set_target(play->world, play->obstacles[i], next);
        bight_cloth_obstacle_set_target(play->cloth_world, play->cloth_obstacles[i], next);
    }
}
