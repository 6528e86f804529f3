// SPDX-License-Identifier: MIT
// What a rope may hold beside itself.

#include "play/around.h"
#include "geom/pose.h"
#include "play/obstacle.h"

typedef struct box {
    bight_vec3 low, high;
} box;

static const box nothing = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static void grow(box *b, bight_vec3 p)
{
    b->low = v3(bi_min(b->low.x, p.x), bi_min(b->low.y, p.y), bi_min(b->low.z, p.z));
    b->high = v3(bi_max(b->high.x, p.x), bi_max(b->high.y, p.y), bi_max(b->high.z, p.z));
}

static box box_of(const bight_vec3 *points, int32_t count)
{
    box b = nothing;
    for (int32_t i = 0; i < count; i++) {
        grow(&b, points[i]);
    }
    return b;
}

static bool boxes_meet(const box *a, const box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

// Half the edges of the box of a shape at a pose. With the local axes x, y, z as seen from the world:
//   capsule |y| half + radius; ring radius sqrt(1 - y^2) + tube; box |x| a + |y| b + |z| c.
static bight_vec3 half_box(const bight_obstacle_def *def, const bight_pose *pose)
{
    bight_vec3 x = bi_pose_turn(pose, v3(1, 0, 0)), y = bi_pose_turn(pose, v3(0, 1, 0));
    bight_vec3 z = bi_pose_turn(pose, v3(0, 0, 1)), s = def->size;
    switch (def->kind) {
    case BIGHT_SHAPE_CAPSULE:
        return v3(fabs(y.x) * s.y + s.x, fabs(y.y) * s.y + s.x, fabs(y.z) * s.y + s.x);
    case BIGHT_SHAPE_TORUS:
        return v3(s.x * sqrt(fmax(0.0, 1.0 - y.x * y.x)) + s.y, s.x * sqrt(fmax(0.0, 1.0 - y.y * y.y)) + s.y,
                  s.x * sqrt(fmax(0.0, 1.0 - y.z * y.z)) + s.y);
    case BIGHT_SHAPE_BOX:
        return v3(fabs(x.x) * s.x + fabs(y.x) * s.y + fabs(z.x) * s.z,
                  fabs(x.y) * s.x + fabs(y.y) * s.y + fabs(z.y) * s.z,
                  fabs(x.z) * s.x + fabs(y.z) * s.y + fabs(z.z) * s.z);
    case BIGHT_SHAPE_SPHERE:
    case BIGHT_SHAPE_MESH:
        break;
    }
    return v3(s.x, s.x, s.x);
}

static box box_of_obstacle(const bight_play *play, int32_t obstacle)
{
    const bight_obstacle_def *def = &play->scene->obstacles[obstacle].def;
    bight_pose pose = bi_pose_normalised(bi_obstacle_now(play, obstacle, NULL));
    box b = nothing;
    if (def->kind == BIGHT_SHAPE_MESH) {
        for (int32_t i = 0; i < def->point_count; i++) {
            grow(&b, v3_add(pose.position, bi_pose_turn(&pose, def->points[i])));
        }
        return b;
    }
    bight_vec3 half = half_box(def, &pose);
    return (box){v3_sub(pose.position, half), v3_add(pose.position, half)};
}

bool bi_obstacle_meets(const bight_play *play, int32_t obstacle, int32_t rope)
{
    bight_curve curve = bight_play_curve(play, rope);
    box own = box_of(curve.points, curve.count), other = box_of_obstacle(play, obstacle);
    return boxes_meet(&own, &other);
}

bool bi_ropes_meet(const bight_play *play, int32_t one, int32_t other)
{
    bight_curve a = bight_play_curve(play, one), b = bight_play_curve(play, other);
    box own = box_of(a.points, a.count), with = box_of(b.points, b.count);
    return boxes_meet(&own, &with);
}

bight_knot_around bight_play_around(const bight_play *play, int32_t rope)
{
    bight_knot_around around = {.closed = false};
    bight_curve curve = bight_play_curve(play, rope);
    if (curve.points == NULL) {
        return around;
    }

    around.closed = curve.closed;

    // what the rope may be tied to: all whose axis-aligned box meets that of the rope, by kind
    box own = box_of(curve.points, curve.count);
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        box other = box_of_obstacle(play, i);
        int32_t one = boxes_meet(&own, &other) ? 1 : 0;
        bight_shape_kind kind = play->scene->obstacles[i].def.kind;
        around.poles += kind == BIGHT_SHAPE_CAPSULE ? one : 0;
        around.rings += kind == BIGHT_SHAPE_TORUS ? one : 0;
        around.objects += kind != BIGHT_SHAPE_CAPSULE && kind != BIGHT_SHAPE_TORUS ? one : 0;
    }

    // ropes and cloths the same way, but for the rope itself
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        bight_curve with = bight_play_curve(play, i);
        box other = box_of(with.points, with.count);
        around.ropes += i != rope && boxes_meet(&own, &other) ? 1 : 0;
    }

    for (int32_t i = 0; i < play->scene->cloth_count; i++) {
        int32_t count;
        const bight_vec3 *points = bight_cloth_positions(play->cloth_world, play->cloths[i], &count);
        box other = box_of(points, count);
        around.cloths += boxes_meet(&own, &other) ? 1 : 0;
    }
    return around;
}
