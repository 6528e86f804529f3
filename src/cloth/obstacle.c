// SPDX-License-Identifier: MIT
// Obstacles: making them and asking about them.

#include "cloth/kinematic.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/error.h"
#include "geom/pose.h"
#include "geom/surface.h"

#include <string.h>

#define OBSTACLE_COOKIE 0xC107B0B5u

bight_cloth_obstacle_def bight_cloth_obstacle_def_default(void)
{
    return (bight_cloth_obstacle_def){
        .kind = BIGHT_SHAPE_SPHERE, .size = {1, 1, 1}, .friction = -1.0, .cookie = OBSTACLE_COOKIE};
}

// Does every edge lie between two triangles that run along it in opposite directions?
static bight_status check_closed(const bight_cloth_world *world, const bight_cloth_obstacle_def *def,
                                 bight_error *error)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_surface surface = {0};
    bight_status status =
        bi_surface_make(allocator, def->triangles, def->triangle_count, def->point_count, &surface);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room to look at an obstacle of %d points", def->point_count);
    }
    int32_t bad = -1;
    for (int32_t e = 0; e < surface.edge_count && bad < 0; e++) {
        const int32_t *sides = surface.edge_sides + surface.edge_first[e];
        bool closed =
            bi_edge_triangles(&surface, e) == 2 && def->triangles[sides[0]] != def->triangles[sides[1]];
        bad = closed ? -1 : e;
    }
    bi_spread spread;
    if (bad >= 0) {
        status = bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "a mesh with mass must be closed, each edge between two triangles that face alike: that of "
            "points %d and %d is not",
            surface.edges[2 * bad], surface.edges[2 * bad + 1]);
    } else if (!bi_spread_of_mesh(def->points, def->point_count, def->triangles, def->triangle_count,
                                  &spread)) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "a mesh with mass must have a volume inside");
    }
    bi_surface_free(allocator, &surface);
    return status;
}

static bight_status check_mesh(const bight_cloth_world *world, const bight_cloth_obstacle_def *def,
                               bight_error *error)
{
    if (def->points == NULL || def->triangles == NULL || def->point_count < 3 || def->triangle_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an obstacle mesh needs points and triangles");
    }
    for (int32_t i = 0; i < def->point_count; i++) {
        bight_vec3 p = def->points[i];
        if (!v3_is_finite(p) || fabs(p.x) > 1e6 || fabs(p.y) > 1e6 || fabs(p.z) > 1e6) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d is (%g, %g, %g): give finite numbers below 1e6", i, p.x, p.y, p.z);
        }
    }
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        if (def->triangles[i] < 0 || def->triangles[i] >= def->point_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "triangle %d has corner %d: give 0 to %d", i / 3,
                           def->triangles[i], def->point_count - 1);
        }
    }
    return def->mass > 0.0 ? check_closed(world, def, error) : BIGHT_OK;
}

static bight_status check(const bight_cloth_world *world, const bight_cloth_obstacle_def *def,
                          bight_error *error)
{
    if (def->cookie != OBSTACLE_COOKIE) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the obstacle definition was not initialised: start from bight_cloth_obstacle_def_default()");
    }

    // what every kind has: a pose and friction
    if (!bi_pose_is_finite(&def->pose)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the obstacle's pose is not finite");
    }

    if (!(def->mass >= 0.0 && def->mass <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "mass is %g kg: give 0 to 1e6, 0 for an obstacle that moves as it is told to",
                       def->mass);
    }

    if (!(def->friction <= 10.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "friction is %g: give 0 to 10, or below 0 for the world's", def->friction);
    }

    // size by kind (bight/shape.h): radius; radius, half length; half extents; radii of ring and tube
    bight_vec3 s = def->size;
    bool sound = false;
    switch (def->kind) {
    case BIGHT_SHAPE_SPHERE:
        sound = s.x > 0.0 && isfinite(s.x);
        break;
    case BIGHT_SHAPE_CAPSULE:
        sound = s.x > 0.0 && isfinite(s.x) && s.y >= 0.0 && isfinite(s.y);
        break;
    case BIGHT_SHAPE_BOX:
        sound = s.x > 0.0 && s.y > 0.0 && s.z > 0.0 && v3_is_finite(s);
        break;
    case BIGHT_SHAPE_TORUS:
        sound = s.y > 0.0 && s.x > s.y && isfinite(s.x);
        break;
    case BIGHT_SHAPE_MESH:
        return check_mesh(world, def, error);
    default:
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there is no shape kind %d", (int)def->kind);
    }

    return sound ? BIGHT_OK
                 : bi_fail(
                       error, BIGHT_ERROR_INVALID, 0,
                       "the obstacle's size is (%g, %g, %g): give positive numbers as bight_shape_kind says",
                       s.x, s.y, s.z);
}

static bight_status add_mesh(bight_cloth_world *world, const bight_cloth_obstacle_def *def,
                             bi_cloth_obstacle *obstacle)
{
    int64_t triangles = 0;
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        triangles += world->obstacles.items[i].triangle_count;
    }
    obstacle->first_triangle = (int32_t)triangles;
    obstacle->triangle_count = def->triangle_count;
    obstacle->first_vertex = world->vertex_count;
    obstacle->vertex_count = def->point_count;
    obstacle->first_local = world->obstacles.local_count;
    BI_CLOTH_RESERVE(world, obstacles.triangles, 3 * (triangles + def->triangle_count));
    BI_CLOTH_RESERVE(world, obstacles.locals, (int64_t)world->obstacles.local_count + def->point_count);
    bight_status status = bi_cloth_add_vertices(world, def->points, def->point_count, BI_BODY);
    if (status != BIGHT_OK) {
        return status;
    }
    memcpy(world->obstacles.triangles + 3 * triangles, def->triangles,
           3 * (size_t)def->triangle_count * sizeof *def->triangles);
    for (int32_t i = 0; i < def->point_count; i++) {
        world->obstacles.locals[world->obstacles.local_count + i] = def->points[i];
        world->at[obstacle->first_vertex + i] = bi_pose_out(&obstacle->pose, def->points[i]);
        obstacle->bound = bi_max(obstacle->bound, v3_length(def->points[i]));
    }
    world->obstacles.local_count += def->point_count;
    return BIGHT_OK;
}

// Against a box cloth has no contacts but at its own vertices and edges. One that weighs on cloth is taken as a mesh, whose
// corners and edges have contacts, too.
static const int32_t box_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                          2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static bight_cloth_obstacle_def box_as_mesh(const bight_cloth_obstacle_def *box, bight_vec3 points[8])
{
    bight_cloth_obstacle_def mesh = *box;
    bight_vec3 h = box->size;
    for (int32_t i = 0; i < 8; i++) {
        points[i] = v3((i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z);
    }
    mesh.kind = BIGHT_SHAPE_MESH;
    mesh.points = points;
    mesh.triangles = box_triangles;
    mesh.point_count = 8;
    mesh.triangle_count = 12;
    return mesh;
}

bight_status bight_cloth_obstacle_create(bight_cloth_world *world, const bight_cloth_obstacle_def *def,
                                         bight_cloth_obstacle_id *id, bight_error *error)
{
    *id = (bight_cloth_obstacle_id){0};
    bight_status status = check(world, def, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_vec3 corners[8];
    bight_cloth_obstacle_def box = *def;
    if (def->mass > 0.0 && def->kind == BIGHT_SHAPE_BOX) {
        box = box_as_mesh(def, corners);
        def = &box;
    }

    // it has not moved yet: in all that tell motion it is where it is put
    bight_pose pose = bi_pose_normalised(def->pose);
    bi_cloth_obstacle obstacle = {.generation = 1,
                                  .solid = {def->kind, def->size},
                                  .friction = def->friction,
                                  .pose = pose,
                                  .before = pose,
                                  .start = pose,
                                  .began = pose,
                                  .rubbed = pose,
                                  .target = pose};

    // a mesh becomes vertices and triangles of the world, any other shape stays a solid in its own frame
    status = bi_reserve(&world->def.env.allocator, &world->obstacles.items, &world->obstacles.items_capacity,
                        (int64_t)world->obstacles.count + 1, sizeof *world->obstacles.items);
    if (status ==
        BIGHT_OK) { // cloth/carry.h: a part for each obstacle, where the topology was built without it
        status =
            bi_reserve(&world->def.env.allocator, &world->carry.parts, &world->carry.parts_capacity,
                       (int64_t)world->carry.pieces + world->obstacles.count + 1, sizeof *world->carry.parts);
    }
    if (status == BIGHT_OK && def->kind == BIGHT_SHAPE_MESH) {
        status = add_mesh(world, def, &obstacle);
    } else if (status == BIGHT_OK) {
        obstacle.bound = bi_solid_bound(&obstacle.solid);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for an obstacle of %d points", def->point_count);
    }

    // near pairs do not know it yet
    world->obstacles.items[world->obstacles.count++] = obstacle;
    world->near.listed = false;
    if (def->mass > 0.0) {
        bi_rigid_set(world, world->obstacles.count - 1, def->mass);
    }
    *id = (bight_cloth_obstacle_id){(uint32_t)world->obstacles.count, 1};
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

static bi_cloth_obstacle *find_obstacle(const bight_cloth_world *world, bight_cloth_obstacle_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->obstacles.count) {
        return NULL;
    }
    bi_cloth_obstacle *obstacle = &world->obstacles.items[id.index1 - 1];
    return obstacle->generation == id.generation ? obstacle : NULL;
}

bight_status bight_cloth_obstacle_set_target(bight_cloth_world *world, bight_cloth_obstacle_id id,
                                             bight_pose target)
{
    bi_cloth_obstacle *obstacle = find_obstacle(world, id);
    if (obstacle == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!bi_pose_is_finite(&target) || obstacle->rigid.mass > 0.0) {
        return BIGHT_ERROR_INVALID;
    }
    obstacle->target = bi_pose_normalised(target);
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

bight_status bight_cloth_obstacle_get(const bight_cloth_world *world, bight_cloth_obstacle_id id,
                                      bight_pose *pose, bight_vec3 *force)
{
    const bi_cloth_obstacle *obstacle = find_obstacle(world, id);
    if (obstacle == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (pose != NULL) {
        *pose = obstacle->pose;
    }
    if (force != NULL) {
        *force = obstacle->force;
    }
    return BIGHT_OK;
}
