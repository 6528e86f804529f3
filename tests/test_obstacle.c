// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "geom/pose.h"
#include "scene_memory.h"

#include <string.h>

static const bight_vec3 cube_points[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                          {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const int32_t cube_faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3};

static bight_obstacle_def cube(void)
{
    bight_obstacle_def def = bight_obstacle_def_default();
    def.kind = BIGHT_SHAPE_MESH;
    def.points = cube_points;
    def.point_count = 8;
    def.triangles = cube_faces;
    def.triangle_count = 12;
    return def;
}

static bool refused(bight_obstacle_def def, const char *word)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_obstacle_id id = {7, 7};
    bight_error error = {0};
    bight_status status = bight_obstacle_create(world, &def, &id, &error);
    bool answer = status != BIGHT_OK && id.index1 == 0 && strstr(error.message, word) != NULL;
    bight_world_destroy(world);
    return answer && memory.held == 0;
}

TEST(every_field_is_checked)
{
    const double wrong[] = {0.0, -1.0, 1e300, (double)NAN, (double)INFINITY};
    CHECK(refused((bight_obstacle_def){0}, "bight_obstacle_def_default"));
    for (int32_t i = 0; i < 5; i++) {
        for (int32_t kind = BIGHT_SHAPE_SPHERE; kind < BIGHT_SHAPE_MESH; kind++) {
            bight_obstacle_def def = bight_obstacle_def_default();
            def.kind = (bight_shape_kind)kind;
            def.size = v3(wrong[i], 0.5, 1);
            CHECK(refused(def, "size x"));
            if (kind != BIGHT_SHAPE_SPHERE) {
                def.size = v3(1, wrong[i], 1);
                CHECK(refused(def, "size y"));
            }
            if (kind == BIGHT_SHAPE_BOX) {
                def.size = v3(1, 1, wrong[i]);
                CHECK(refused(def, "size z"));
            }
        }
        if (i > 2) {
            bight_obstacle_def def = bight_obstacle_def_default();
            def.pose.position.z = wrong[i];
            CHECK(refused(def, "pose"));
            def = bight_obstacle_def_default();
            def.pose.rotation[2] = wrong[i];
            CHECK(refused(def, "pose"));
        }
    }
    // what single precision cannot hold: spheres would be infinite, and their distances no numbers
    const double far[] = {1.01e30, -1e39, 1e300};
    for (int32_t i = 0; i < 3; i++) {
        bight_obstacle_def def = bight_obstacle_def_default();
        def.pose.position.y = far[i];
        CHECK(refused(def, "the obstacle is at"));
        def = cube();
        def.pose.position.x = far[i];
        CHECK(refused(def, "the obstacle is at"));
        bight_vec3 points[8];
        memcpy(points, cube_points, sizeof points);
        points[5].z = far[i];
        def = cube();
        def.points = points;
        CHECK(refused(def, "mesh point 5 is beyond 1e+30"));
    }

    bight_obstacle_def def = bight_obstacle_def_default();
    def.kind = BIGHT_SHAPE_TORUS;
    def.size = v3(1, 1, 0);
    CHECK(refused(def, "tube"));
    def.kind = (bight_shape_kind)77;
    CHECK(refused(def, "kind"));
}

TEST(meshes_that_are_not_closed_name_the_edge)
{
    bight_obstacle_def def = cube();
    def.triangle_count = 11; // without the triangle 0 7 3
    CHECK(refused(def, "not closed"));
    CHECK(refused(def, "points 0 and 3") || refused(def, "points 0 and 7") || refused(def, "points 3 and 7"));

    // one triangle turned round
    int32_t faces[36];
    memcpy(faces, cube_faces, sizeof faces);
    faces[0] = 2;
    faces[1] = 0;
    def = cube();
    def.triangles = faces;
    CHECK(refused(def, "edge"));

    // the same triangle twice
    memcpy(faces, cube_faces, sizeof faces);
    memcpy(faces + 33, cube_faces, 3 * sizeof *faces);
    CHECK(refused(def, "edge"));
}

TEST(meshes_with_bad_numbers_are_refused)
{
    const int32_t bad[] = {-1, 8, INT32_MAX, INT32_MIN};
    for (int32_t i = 0; i < 4; i++) {
        int32_t faces[36];
        memcpy(faces, cube_faces, sizeof faces);
        faces[17] = bad[i];
        bight_obstacle_def def = cube();
        def.triangles = faces;
        CHECK(refused(def, "triangle 5"));
    }
    bight_vec3 points[8];
    memcpy(points, cube_points, sizeof points);
    points[6].x = (double)NAN;
    bight_obstacle_def def = cube();
    def.points = points;
    CHECK(refused(def, "point 6"));
    def = cube();
    def.points = NULL;
    CHECK(refused(def, "needs"));
    def = cube();
    def.triangles = NULL;
    CHECK(refused(def, "needs"));
    def = cube();
    def.point_count = -5;
    CHECK(refused(def, "needs"));
    def = cube();
    def.triangle_count = 0;
    CHECK(refused(def, "needs"));
    def = cube();
    def.triangle_count = 2000000000;
    CHECK(refused(def, "at most"));
}

// The header: "or a rope's centreline inside". Wholly inside too, where no surface is near.
TEST(a_rope_inside_an_obstacle_is_refused)
{
    for (int32_t kind = BIGHT_SHAPE_SPHERE; kind <= BIGHT_SHAPE_MESH; kind++) {
        bight_world *world = scene_world();
        bight_vec3 points[5];
        for (int32_t i = 0; i < 5; i++) {
            points[i] = v3(kind == BIGHT_SHAPE_TORUS ? 30.0 : 0.0, 0.0, i - 2.0);
        }
        scene_rope(world, points, 5, false, 0.2, 1.0);
        bight_obstacle_def def = cube();
        bight_vec3 big[8];
        for (int32_t i = 0; i < 8; i++) {
            big[i] = v3_mul(20.0, cube_points[i]);
        }
        def.points = big;
        def.kind = (bight_shape_kind)kind;
        def.size = kind == BIGHT_SHAPE_TORUS ? v3(30, 10, 0) : v3(20, 20, 20);
        bight_obstacle_id id;
        bight_error error = {0};
        CHECK(bight_obstacle_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
        bight_world_destroy(world);
    }
}

TEST(stale_obstacles)
{
    bight_world *world = scene_world();
    scene_line(world, v3(0, 9, 0), v3(1, 0, 0), 5, 0.3, 1.0);
    bight_obstacle_id first = scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, 0, 0));
    bight_obstacle_id second =
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1, 1, 1), v3(0.5, 0.5, 0)); // they overlap
    CHECK(bight_obstacle_destroy(world, first) && !bight_obstacle_destroy(world, first));
    bight_pose pose;
    double lag;
    CHECK(bight_obstacle_get(world, first, &pose, &lag) == BIGHT_ERROR_STALE);
    CHECK(bight_obstacle_set_target(world, first, pose) == BIGHT_ERROR_STALE);
    bight_obstacle_id third = scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, 0, 0));
    CHECK(third.index1 == first.index1 && third.generation != first.generation);
    pose = (bight_pose){.position = v3((double)NAN, 0, 0)};
    CHECK(bight_obstacle_set_target(world, second, pose) == BIGHT_ERROR_INVALID);
    CHECK(bight_obstacle_get(world, second, &pose, &lag) == BIGHT_OK && lag == 0.0);
    scene_step(world);
    bight_world_destroy(world);
}

// No point of an obstacle moves faster than the speed limit of the thinnest rope, shift and turn together.
TEST(moving_obstacles_keep_the_speed_limit)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        double radius = bi_random_range(&random, 0.05, 0.5);
        scene_line(world, v3(0, 500, 0), v3(1, 0, 0), 5, radius, 1.0);
        bight_vec3 size = v3(bi_random_range(&random, 1, 3), bi_random_range(&random, 0.1, 0.9), 2);
        bight_obstacle_id id = scene_obstacle(world, (bight_shape_kind)(seed % 4), size, v3(0, 0, 0));
        bight_pose target = {.position = bi_random_vec3(&random, 3.0)}, before, now;
        for (int32_t i = 0; i < 4; i++) {
            target.rotation[i] = bi_random_range(&random, -1, 1);
        }
        CHECK(bight_obstacle_set_target(world, id, target) == BIGHT_OK);
        double lag = 1.0, last_lag = HUGE_VAL;
        for (int32_t cycle = 0; cycle < 2000 && lag > 0.0; cycle++) {
            CHECK(bight_obstacle_get(world, id, &before, NULL) == BIGHT_OK);
            scene_step(world);
            CHECK(bight_obstacle_get(world, id, &now, &lag) == BIGHT_OK);
            CHECK_SEED(lag <= last_lag + 1e-9, seed);
            last_lag = lag;
            for (int32_t i = 0; i < 20; i++) {
                bight_vec3 x = v3_mul(v3_length(size), v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)));
                x = v3_mul(seed % 4 == 0 ? size.x / v3_length(size) : 1.0, x);
                if (seed % 4 == 2 || seed % 4 == 0) {
                    double moved = v3_distance(bi_pose_out(&before, x), bi_pose_out(&now, x));
                    CHECK_SEED(moved <= 0.9 * radius * 1.001, seed);
                }
            }
        }
        CHECK_SEED(lag <= 1e-9, seed); // it arrives
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(every_field_is_checked), unit(meshes_that_are_not_closed_name_the_edge),
          unit(meshes_with_bad_numbers_are_refused), unit(a_rope_inside_an_obstacle_is_refused),
          unit(stale_obstacles), unit(moving_obstacles_keep_the_speed_limit))
