// SPDX-License-Identifier: MIT

#include "dress/spin.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/pi.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "dress/check.h"
#include "dress/copy.h"
#include "geom/pose.h"

#define ROUNDS 3

// A region's turn: with t the angle at which a border vertex lies round the strand, and d the way from the axis to where the
// garment has it, seen along the strand, at angle b, the spin s that makes sum |d| cos(t + s - b) greatest is the angle of
// (sum |d| cos(b - t), sum |d| sin(b - t)).
typedef struct spin_sum {
    double cosine, sine;
} spin_sum;

static void see(const bight_cloth_mesh *mesh, const bi_region *region, const bight_pose *motion,
                int32_t corner, spin_sum *sum)
{
    double arc, angle;
    bi_region_lay(region, mesh->uv + 2 * (size_t)mesh->uv_triangles[corner], &arc, &angle);
    int32_t strand = region->given->strand;
    bight_pipe_place zero = bight_pipe_at(region->pipe, strand, arc, 0.0);
    bight_pipe_place quarter = bight_pipe_at(region->pipe, strand, arc, 0.5 * PI);
    bight_vec3 axis = bi_pose_out(motion, v3_madd(zero.point, -zero.radius, zero.outward));
    bight_vec3 d = v3_sub(mesh->positions[mesh->triangles[corner]], axis);
    double x = v3_dot(d, bi_pose_turn(motion, zero.outward)),
           y = v3_dot(d, bi_pose_turn(motion, quarter.outward));
    bi_turn t = bi_turn_of(angle / (2.0 * PI));
    sum->cosine += x * t.cosine + y * t.sine;
    sum->sine += y * t.cosine - x * t.sine;
}

// Vertices of region triangles that also have triangles outside all: seen once for each triangle of theirs in the region.
static bight_status turn_all(const bight_env *env, const bight_cloth_mesh *mesh, const bight_dress_map *map,
                             const bi_region *begun, const bight_pose *motion, bight_dress_region *regions,
                             int32_t region_count, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    uint8_t *outside = bi_new_array(allocator, (size_t)mesh->vertex_count, sizeof *outside);
    if (outside == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to turn tips");
    }
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        if (map->regions[i / 3] < 0) {
            outside[mesh->triangles[i]] = 1;
        }
    }
    spin_sum sums[BIGHT_DRESS_MAX_REGIONS] = {{0.0, 0.0}};
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        int32_t region = map->regions[i / 3];
        if (region >= 0 && outside[mesh->triangles[i]] != 0 && regions[region].kind == BIGHT_REGION_CIRCLE) {
            see(mesh, &begun[region], motion, i, &sums[region]);
        }
    }
    for (int32_t r = 0; r < region_count; r++) {
        regions[r].spin += 2.0 * PI * bi_turn_to(sums[r].cosine, sums[r].sine);
    }
    bi_free_array(allocator, outside, (size_t)mesh->vertex_count, sizeof *outside);
    return BIGHT_OK;
}

// Lay the vertices of regions again, turned as they are now.
static void lay_again(const bight_cloth_mesh *mesh, const bi_region *begun, bight_dress_map *map)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        int32_t region = map->regions[i / 3], v = mesh->triangles[i];
        if (region >= 0 && map->owners[v] == region) {
            bight_vec3 outward;
            map->positions[v] =
                bi_region_map(&begun[region], mesh->uv + 2 * (size_t)mesh->uv_triangles[i], &outward);
        }
    }
}

static bight_status turn_in_rounds(const bight_env *env, const bight_cloth_mesh *mesh, bight_dress_map *map,
                                   const bi_region *begun, const bight_pose *pose,
                                   bight_dress_region *regions, int32_t region_count, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t round = 0; round < ROUNDS && status == BIGHT_OK; round++) {
        bight_pose motion;
        if (round > 0) {
            lay_again(mesh, begun, map);
        }
        status = bight_dress_place(env, mesh, map, pose, &motion, NULL, error);
        status = status == BIGHT_OK ? turn_all(env, mesh, map, begun, &motion, regions, region_count, error)
                                    : status;
    }
    return status;
}

bight_status bi_dress_spin(const bight_env *env, const bight_cloth_mesh *mesh, const bight_pipe *pipe,
                           const bight_dress_options *options, const bight_pose *pose,
                           bight_dress_region *regions, int32_t region_count, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bool circles = false;
    for (int32_t i = 0; i < region_count; i++) {
        circles = circles || regions[i].kind == BIGHT_REGION_CIRCLE;
    }
    if (!circles) {
        return BIGHT_OK;
    }

    // as all is fine enough after the first mapping, later rounds only lay it again; `begun` sees the spins of `regions`
    bi_region begun[BIGHT_DRESS_MAX_REGIONS];
    bight_dress_options chosen = bi_dress_chosen(options);
    bight_status status = bi_dress_check(mesh, pipe, regions, region_count, &chosen, begun, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_cloth_mesh copy;
    bight_dress_map map;
    if (bi_dress_copy_mesh(allocator, mesh, &copy) != BIGHT_OK) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a mesh of %d vertices",
                       mesh->vertex_count);
    }
    status = bight_dress_map_make(env, &copy, pipe, regions, region_count, options, &map, error);
    if (status == BIGHT_OK) {
        status = turn_in_rounds(env, &copy, &map, begun, pose, regions, region_count, error);
        bight_dress_map_free(allocator, &map);
    }
    bight_cloth_mesh_free(allocator, &copy);
    return status;
}
