// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "geom/pose.h"
#include "test.h"

static bight_pose random_pose(bi_random *random)
{
    bight_pose pose = {.position = bi_random_vec3(random, 10.0)};
    for (int32_t i = 0; i < 4; i++) {
        pose.rotation[i] = bi_random_range(random, -1.0, 1.0);
    }
    return bi_pose_normalised(pose);
}

TEST(turns_are_rigid_and_undone)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_pose pose = random_pose(&random);
        bight_vec3 a = bi_random_vec3(&random, 5.0), b = bi_random_vec3(&random, 5.0);
        bight_vec3 out = bi_pose_out(&pose, a), other = bi_pose_out(&pose, b);
        CHECK_SEED(v3_distance(bi_pose_in(&pose, out), a) < 1e-13 * 20.0, seed);
        CHECK_SEED(fabs(v3_distance(out, other) - v3_distance(a, b)) < 1e-13 * 20.0, seed);
        bight_vec3 x = bi_pose_turn(&pose, v3(1, 0, 0)), y = bi_pose_turn(&pose, v3(0, 1, 0));
        CHECK_SEED(v3_distance(v3_cross(x, y), bi_pose_turn(&pose, v3(0, 0, 1))) < 1e-14, seed);
    }
}

TEST(a_quarter_turn_about_y_takes_z_to_x)
{
    bight_pose pose = bi_pose_normalised((bight_pose){.rotation = {0, 1, 0, 1}});
    CHECK(v3_distance(bi_pose_turn(&pose, v3(0, 0, 1)), v3(1, 0, 0)) < 1e-15);
    bight_pose none = bi_pose_normalised((bight_pose){0});
    CHECK(none.rotation[3] == 1.0 && v3_distance(bi_pose_turn(&none, v3(1, 2, 3)), v3(1, 2, 3)) == 0.0);
}

// The bound on travel is never below what a point really does, and for a pure shift it is exact.
TEST(travel_bounds_every_point)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_pose a = random_pose(&random), b = random_pose(&random);
        b = seed % 2 == 0 ? bi_pose_blend(&a, &b, 0.01) : b;
        double reach = 3.0, bound = bi_pose_travel(&a, &b, reach);
        for (int32_t i = 0; i < 50; i++) {
            bight_vec3 x = v3_mul(reach, v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)));
            CHECK_SEED(v3_distance(bi_pose_out(&a, x), bi_pose_out(&b, x)) <= bound * (1 + 1e-12), seed);
        }
    }
}

TEST(blends_start_and_end_where_they_should)
{
    for (uint64_t seed = 1; seed <= 500; seed++) {
        bi_random random = bi_random_from(seed);
        bight_pose a = random_pose(&random), b = random_pose(&random);
        bight_vec3 x = bi_random_vec3(&random, 2.0);
        bight_pose start = bi_pose_blend(&a, &b, 0.0), end = bi_pose_blend(&a, &b, 1.0);
        CHECK_SEED(v3_distance(bi_pose_out(&start, x), bi_pose_out(&a, x)) < 1e-13, seed);
        CHECK_SEED(v3_distance(bi_pose_out(&end, x), bi_pose_out(&b, x)) < 1e-12, seed);
    }
}

RUN_TESTS(unit(turns_are_rigid_and_undone), unit(a_quarter_turn_about_y_takes_z_to_x),
          unit(travel_bounds_every_point), unit(blends_start_and_end_where_they_should))
