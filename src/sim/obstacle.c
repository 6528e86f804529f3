// SPDX-License-Identifier: MIT

#include "sim/obstacle.h"

#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "sim/obstacle_mesh.h"
#include "sim/sheet/sheet.h"

void bi_obstacle_free(const bight_allocator *allocator, bi_obstacle *obstacle)
{
    bi_sheet_part_free(allocator, obstacle);
    bi_sphere_tree_free(allocator, &obstacle->tree);
    bi_sphere_tree_free(allocator, &obstacle->placed);
    bi_free_array(allocator, obstacle->points, (size_t)obstacle->point_count, sizeof *obstacle->points);
    bi_free_array(allocator, obstacle->triangles, 3 * (size_t)obstacle->triangle_count,
                  sizeof *obstacle->triangles);
}

void bi_obstacles_advance(bight_world *world, double limit)
{
    BI_ASSERT(limit >= 0.0);
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bi_obstacle *obstacle = &world->obstacles[i];
        if (!obstacle->alive) {
            continue;
        }
        obstacle->before = obstacle->pose;
        double travel = bi_pose_travel(&obstacle->pose, &obstacle->target, obstacle->bound);
        if (travel > limit) {
            // a straight blend of quaternions turns faster in its middle: halve until no point is too fast
            double part = limit / travel;
            bight_pose to = bi_pose_blend(&obstacle->before, &obstacle->target, part);
            for (int32_t halving = 0; halving < 60; halving++) {
                if (bi_pose_travel(&obstacle->before, &to, obstacle->bound) <= 1.0001 * limit) {
                    break;
                }
                part *= 0.5;
                to = bi_pose_blend(&obstacle->before, &obstacle->target, part);
            }
            obstacle->pose = to;
        } else {
            obstacle->pose = obstacle->target;
        }
        if (travel > 0.0) {
            bi_obstacle_place(obstacle);
        }
    }
}

void bi_obstacle_place(bi_obstacle *obstacle)
{
    if (obstacle->sheet != NULL) {
        return; // its points are where they are
    }
    for (int32_t i = 0; i < obstacle->tree.leaf_count; i++) {
        bi_sphere local = obstacle->tree.spheres[i];
        bight_vec3 centre =
            bi_pose_out(&obstacle->pose, v3((double)local.x, (double)local.y, (double)local.z));
        obstacle->placed.spheres[i] = bi_sphere_around_segment(centre, centre, (double)local.r);
    }
    bi_sphere_tree_refit(&obstacle->placed);
}

bi_solid_gap bi_obstacle_gap(const bi_obstacle *obstacle, const bight_pose *pose, int32_t triangle,
                             bight_vec3 p, bight_vec3 q)
{
    BI_ASSERT(triangle >= 0 &&
              (obstacle->solid.kind != BIGHT_SHAPE_MESH || triangle < obstacle->triangle_count));
    bight_vec3 local_p = bi_pose_in(pose, p), local_q = bi_pose_in(pose, q);
    bi_solid_gap gap;
    if (obstacle->solid.kind == BIGHT_SHAPE_MESH) {
        bight_vec3 corner[3];
        bi_obstacle_triangle(obstacle, triangle, corner);
        bi_segment_triangle closest =
            bi_segment_triangle_closest(local_p, local_q, corner[0], corner[1], corner[2]);
        double distance = sqrt(closest.distance_squared);
        bight_vec3 away = v3_sub(v3_lerp(local_p, local_q, closest.s), closest.on_triangle);
        bight_vec3 normal = distance > 0.0 ? v3_mul(1.0 / distance, away) : v3(0, 0, 0);
        gap = (bi_solid_gap){closest.s, distance, normal};
    } else {
        gap = bi_solid_closest(&obstacle->solid, local_p, local_q);
    }
    gap.normal = bi_pose_turn(pose, gap.normal);
    return gap;
}
