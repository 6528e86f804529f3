// SPDX-License-Identifier: MIT

#include "play/pole.h"

#include "core/assert.h"
#include "core/turn.h"
#include "geom/pose.h"
#include "play/obstacle.h"

void bi_pole_begin(const bight_play *play, bi_pole *pole, int32_t obstacle, bight_vec3 from)
{
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, obstacle, NULL));
    bight_vec3 local = bi_pose_in(&pose, from), way = v3_unit(v3(local.x, 0, local.z), v3(1, 0, 0));
    pole->obstacle = obstacle;
    pole->cut_cosine = -way.x;
    pole->cut_sine = -way.z;
}

// Along a local direction, `half` metres to each side.
static void lay_straight(bi_pole *pole, const bight_pose *pose, bight_vec3 way, double half)
{
    for (int32_t i = 0; i < BI_POLE_NODES; i++) {
        double t = 2.0 * i / (BI_POLE_NODES - 1) - 1.0;
        pole->nodes[i] = v3_add(pose->position, bi_pose_turn(pose, v3_mul(half * t, way)));
    }
}

// Once round, but for the last piece.
static void lay_ring(bi_pole *pole, const bight_pose *pose, double radius)
{
    for (int32_t i = 0; i < BI_POLE_NODES; i++) {
        bi_turn turn = bi_turn_of((double)i / BI_POLE_NODES);
        double x = pole->cut_cosine * turn.cosine - pole->cut_sine * turn.sine;
        double z = pole->cut_sine * turn.cosine + pole->cut_cosine * turn.sine;
        pole->nodes[i] = v3_add(pose->position, bi_pose_turn(pose, v3_mul(radius, v3(x, 0, z))));
    }
}

bi_strand_view bi_pole_see(const bight_play *play, bi_pole *pole)
{
    const bight_scene_obstacle *obstacle = &play->scene->obstacles[pole->obstacle];
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, pole->obstacle, NULL));
    bight_vec3 size = obstacle->def.size;
    bi_strand_view view = {.name = obstacle->name,
                           .index = -2 - pole->obstacle,
                           .rope = -1,
                           .forward = 1,
                           .tip = BI_POLE_NODES - 1,
                           .curve = {pole->nodes, BI_POLE_NODES, false}};
    if (obstacle->def.kind == BIGHT_SHAPE_TORUS) {
        lay_ring(pole, &pose, size.x);
        view.radius = size.y;
    } else if (obstacle->def.kind == BIGHT_SHAPE_CAPSULE) {
        lay_straight(pole, &pose, v3(0, 1, 0), size.y);
        view.radius = size.x;
    } else {
        BI_ASSERT(obstacle->def.kind == BIGHT_SHAPE_BOX);
        bool x = size.x >= size.y && size.x >= size.z, y = !x && size.y >= size.z;
        double half = x ? size.x : y ? size.y : size.z;
        lay_straight(pole, &pose, v3(x ? 1 : 0, y ? 1 : 0, x || y ? 0 : 1), half);
        view.radius = sqrt(bi_max(0.0, v3_dot(size, size) - half * half));
    }
    view.length = v3_distance(pole->nodes[0], pole->nodes[1]);
    return view;
}
