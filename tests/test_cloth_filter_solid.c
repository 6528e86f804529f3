// SPDX-License-Identifier: MIT
// The step filter of cloth against obstacles that move: a mesh, and smooth solids of every kind.

#include "cloth_filter_stage.h"

static const bight_vec3 wedge_points[6] = {{-0.006, 0.006, -0.005}, {0.007, 0.006, -0.005},
                                           {0.006, 0.006, 0.006},   {-0.006, 0.006, 0.005},
                                           {-0.004, 0.0, 0.0005},   {0.0045, 0.0, -0.0005}};
static const int32_t wedge_triangles[24] = {0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4,
                                            2, 3, 4, 2, 4, 5, 0, 4, 3, 1, 2, 5};

// A wedge comes down on a sheet that is pinned all over, from any height: no nearer than a tenth of the
// thickness, however it is listed, and as near as that.
TEST(a_mesh_that_moves_keeps_its_distance)
{
    double least = HUGE_VAL;
    for (int32_t n = 0; n < LESS_WHEN_CHECKED(60, 15); n++) {
        bight_cloth_world *world = empty_world();
        grid g = grid_make(5, 5, 0.02, 0.02);
        bight_cloth_id id = cloth_add(world, &g, NULL);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            CHECK(bight_cloth_pin(world, id, i, true, NULL) == BIGHT_OK);
        }
        bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
        def.kind = BIGHT_SHAPE_MESH;
        def.points = wedge_points;
        def.triangles = wedge_triangles;
        def.point_count = 6;
        def.triangle_count = 8;
        def.pose.position = v3(0.0003 * (n % 7), (0.12 + 0.027 * n) * THICKNESS, 0.0);
        bight_cloth_obstacle_id body;
        CHECK(bight_cloth_obstacle_create(world, &def, &body, NULL) == BIGHT_OK);
        bight_pose to = def.pose;
        to.position.y = -0.004;
        CHECK(bight_cloth_obstacle_set_target(world, body, to) == BIGHT_OK);
        for (int32_t i = 0; i < 12; i++) {
            bight_cloth_report report = cloth_steps(world, 1);
            double now = least_distance(world, g.vertex_count);
            CHECK_SEED(report.certified && now >= 0.1 * THICKNESS * (1.0 - 1e-5), n);
            least = bi_min(least, now);
        }
        CHECK_SEED(least_distance(world, g.vertex_count) < 0.2 * THICKNESS, n);
        bight_cloth_world_destroy(world);
        grid_free(&g);
    }
    CHECK(least < 0.11 * THICKNESS);
}

// Points spread over a triangle that goes straight in the frame of the obstacle: the least distance on the
// way.
static double sampled(const bight_cloth_world *world, const bi_cloth_obstacle *obstacle, int32_t from,
                      int32_t to)
{
    enum { N = 7 };
    double least = HUGE_VAL;
    for (int32_t t = 0; t < world->sheets.triangle_count; t++) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)t;
        for (int32_t s = from; s <= to; s++) {
            bight_vec3 x[3];
            for (int32_t k = 0; k < 3; k++) {
                x[k] = v3_lerp(bi_pose_in(&obstacle->start, world->start[v[k]]),
                               bi_pose_in(&obstacle->pose, world->at[v[k]]), s / 8.0);
            }
            for (int32_t i = 0; i <= N; i++) {
                for (int32_t k = 0; k <= N - i; k++) {
                    bight_vec3 p = v3_mul(1.0 * i / N, x[0]);
                    p = v3_madd(v3_madd(p, 1.0 * k / N, x[1]), 1.0 * (N - i - k) / N, x[2]);
                    least = bi_min(least, bi_solid_closest(&obstacle->solid, p, p).distance);
                }
            }
        }
    }
    return least;
}

// Smooth obstacles and patches, both going anywhere: outside all the way, and not far from where they met.
TEST(whatever_is_proposed_solids_stay_out)
{
    static const bight_shape_kind kinds[4] = {BIGHT_SHAPE_SPHERE, BIGHT_SHAPE_CAPSULE, BIGHT_SHAPE_BOX,
                                              BIGHT_SHAPE_TORUS};
    int32_t shortened = 0, proposals = 0, through = 0;
    double asked = 0.0, gone = 0.0;
    // as many in every flavour: few proposals would pass through a solid if nothing held them
    for (uint64_t seed = 1; seed <= 160; seed++) {
        bi_random random = bi_random_from(seed);
        bight_shape_kind kind = kinds[seed % 4];
        bight_cloth_world *world = fly_world(&random, 1, 0.0, false);
        bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
        def.kind = kind;
        def.size = kind == BIGHT_SHAPE_TORUS ? v3(0.006, 0.002, 0)
                                             : v3(0.004, bi_random_range(&random, 0.001, 0.005), 0.003);
        def.pose.position = bi_random_vec3(&random, 0.012);
        bight_cloth_obstacle_id id;
        CHECK(bight_cloth_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
        begin(world);
        bi_cloth_obstacle *obstacle = &world->obstacles.items[0];
        obstacle->start = obstacle->pose;
        memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
        double first = sampled(world, obstacle, 0, 0);
        if (first < 0.05 * THICKNESS) {
            bight_cloth_world_destroy(world);
            continue;
        }
        for (int32_t n = 0; n < 6; n++) {
            double start = sampled(world, obstacle, 8, 8);
            propose(world, &random);
            obstacle->start = obstacle->pose;
            bool moves = bi_random_below(&random, 2) == 0;
            if (moves) {
                bight_pose pose = obstacle->pose;
                pose.position = v3_add(pose.position, bi_random_vec3(&random, 4e-4));
                obstacle->pose = bi_pose_normalised(pose);
            }
            bight_vec3 wish[PATCH];
            memcpy(wish, world->at, sizeof wish);
            through += sampled(world, obstacle, 1, 8) < 0.0;
            bight_cloth_report report = {0};
            int32_t rounds = 0;
            CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
            double kept = sampled(world, obstacle, 1, 8);
            CHECK_SEED(kept > 0.0 && report.unproved == 0, seed);
            // nothing but what yields is nearer to one that moves than a tenth of the thickness
            double floor = bi_kinematic_way(obstacle) > 0.0 ? 0.0 : 1e-4 * THICKNESS;
            CHECK_SEED(kept > 0.99 * bi_min(start, floor), seed);
            shortened += rounds > 0;
            proposals++;
            asked += way_gone(world, wish);
            gone += way_gone(world, world->at);
        }
        bight_cloth_world_destroy(world);
    }
    print_message("%d proposals, %d shortened, %d through, %.3f of the way\n", (int)proposals, (int)shortened,
                  (int)through, gone / asked);
    CHECK(8 * shortened > proposals && 60 * through > proposals && gone > 0.3 * asked);
}

RUN_TESTS(unit(a_mesh_that_moves_keeps_its_distance), unit(whatever_is_proposed_solids_stay_out))
