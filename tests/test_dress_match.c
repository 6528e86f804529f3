// SPDX-License-Identifier: MIT
// Bringing borders together: singular values, rotations that are found again, lines, mirror images, whole maps.

#include "bight/dress.h"
#include "bight/garment.h"

#include "core/random.h"
#include "core/vec3.h"
#include "dress/svd.h"
#include "failing_memory.h"
#include "test.h"

#include <string.h>

static bight_vec3 turned(const double r[4], bight_vec3 p)
{
    // p + 2 w (q x p) + 2 q x (q x p)
    bight_vec3 q = v3(r[0], r[1], r[2]), c = v3_cross(q, p);
    return v3_add(v3_madd(p, 2 * r[3], c), v3_mul(2, v3_cross(q, c)));
}

static bight_pose random_pose(bi_random *random)
{
    bight_pose pose = {.position = bi_random_vec3(random, 1.0)};
    double length = 0.0;
    for (int32_t k = 0; k < 4; k++) {
        pose.rotation[k] = bi_random_range(random, -1, 1);
        length += pose.rotation[k] * pose.rotation[k];
    }
    for (int32_t k = 0; k < 4; k++) {
        pose.rotation[k] /= sqrt(length);
    }
    return pose;
}

// m = u s v', u and v orthogonal, for matrices of any rank and size.
TEST(singular_values_make_the_matrix_again)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        double m[9], u[9], s[3], v[9], size = pow(10, bi_random_range(&random, -12, 12));
        int32_t rank = (int32_t)(seed % 4);
        memset(m, 0, sizeof m);
        for (int32_t r = 0; r < rank; r++) {
            bight_vec3 a = bi_random_vec3(&random, 1.0), b = bi_random_vec3(&random, size);
            const double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
            for (int32_t k = 0; k < 9; k++) {
                m[k] += x[k / 3] * y[k % 3];
            }
        }
        bi_svd(m, u, s, v);
        CHECK_SEED(s[0] >= s[1] && s[1] >= s[2] && s[2] >= 0, seed);
        for (int32_t i = 0; i < 3; i++) {
            for (int32_t j = 0; j < 3; j++) {
                double sum = 0, uu = 0, vv = 0;
                for (int32_t k = 0; k < 3; k++) {
                    sum += u[3 * i + k] * s[k] * v[3 * j + k];
                    uu += u[3 * k + i] * u[3 * k + j];
                    vv += v[3 * k + i] * v[3 * k + j];
                }
                CHECK_SEED(fabs(sum - m[3 * i + j]) <= 1e-13 * size, seed);
                CHECK_SEED(fabs(uu - (i == j)) < 1e-11 && fabs(vv - (i == j)) < 1e-13, seed);
            }
        }
    }
}

// T10: a random motion is found again; of flat points too, where a mirror image would do as well.
TEST(a_motion_is_found_again)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 from[12], to[12];
        double weights[12];
        bight_pose pose = random_pose(&random), found;
        for (int32_t i = 0; i < 12; i++) {
            from[i] = bi_random_vec3(&random, 1.0);
            from[i].z = seed % 2 == 0 ? 0.0 : from[i].z;
            to[i] = v3_add(turned(pose.rotation, from[i]), pose.position);
            weights[i] = bi_random_range(&random, 0.1, 2.0);
        }
        CHECK_SEED(bight_dress_match(from, to, weights, 12, NULL, &found, NULL) == BIGHT_OK, seed);
        for (int32_t i = 0; i < 12; i++) {
            bight_vec3 p = v3_add(turned(found.rotation, from[i]), found.position);
            CHECK_SEED(v3_distance(p, to[i]) < 1e-12, seed);
        }
    }
}

static double cost(const bight_vec3 *from, const bight_vec3 *to, const double *weights,
                   const bight_pose *pose)
{
    double sum = 0.0;
    for (int32_t i = 0; i < 12; i++) {
        bight_vec3 p = v3_add(turned(pose->rotation, from[i]), pose->position);
        sum += weights[i] * v3_length_squared(v3_sub(p, to[i]));
    }
    return sum;
}

// Of a mirror image, and of points that fit badly: always a rotation, and no rotation near it or at random is better.
TEST(nothing_is_mirrored_and_nothing_is_better)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 from[12], to[12];
        double weights[12];
        bight_pose pose = random_pose(&random), found;
        for (int32_t i = 0; i < 12; i++) {
            from[i] = bi_random_vec3(&random, 1.0);
            bight_vec3 mirrored = seed % 2 == 0 ? v3(-from[i].x, from[i].y, from[i].z) : from[i];
            to[i] = v3_add(turned(pose.rotation, mirrored), bi_random_vec3(&random, 0.3));
            weights[i] = bi_random_range(&random, 0.1, 2.0);
        }
        CHECK_SEED(bight_dress_match(from, to, weights, 12, NULL, &found, NULL) == BIGHT_OK, seed);
        bight_vec3 x = turned(found.rotation, v3(1, 0, 0)), y = turned(found.rotation, v3(0, 1, 0)),
                   z = turned(found.rotation, v3(0, 0, 1));
        CHECK_SEED(fabs(v3_dot(v3_cross(x, y), z) - 1) < 1e-12, seed);
        double best = cost(from, to, weights, &found);
        for (int32_t i = 0; i < 300; i++) {
            bight_pose other = i % 2 == 0 ? random_pose(&random) : found;
            if (i % 2 == 0) { // the best shift for this turn
                bight_vec3 here = v3(0, 0, 0), there = v3(0, 0, 0);
                double sum = 0.0;
                for (int32_t k = 0; k < 12; k++) {
                    here = v3_madd(here, weights[k], turned(other.rotation, from[k]));
                    there = v3_madd(there, weights[k], to[k]);
                    sum += weights[k];
                }
                other.position = v3_mul(1 / sum, v3_sub(there, here));
            } else {
                double length = 0.0;
                for (int32_t k = 0; k < 4; k++) {
                    other.rotation[k] += bi_random_range(&random, -0.01, 0.01);
                    length += other.rotation[k] * other.rotation[k];
                }
                for (int32_t k = 0; k < 4; k++) {
                    other.rotation[k] /= sqrt(length);
                }
                other.position = v3_add(other.position, bi_random_vec3(&random, 0.01));
            }
            CHECK_SEED(cost(from, to, weights, &other) >= best - 1e-12, seed);
        }
    }
}

// On a line the turn about it is the pose's: a point beside the line keeps the side that the pose gives it.
TEST(a_line_takes_its_turn_from_the_pose)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 from[5], to[5];
        bight_pose pose = random_pose(&random), found;
        for (int32_t i = 0; i < 5; i++) { // the line stays where the pose puts it
            from[i] = v3(0.3 * i, 0, 0);
            to[i] = v3_add(turned(pose.rotation, from[i]), v3(1, 2, 3));
        }
        CHECK_SEED(bight_dress_match(from, to, NULL, 5, &pose, &found, NULL) == BIGHT_OK, seed);
        bight_vec3 beside = v3(0.2, 0.7, -0.4);
        CHECK_SEED(v3_distance(turned(found.rotation, beside), turned(pose.rotation, beside)) < 1e-12, seed);
        for (int32_t i = 0; i < 5; i++) {
            CHECK_SEED(v3_distance(v3_add(turned(found.rotation, from[i]), found.position), to[i]) < 1e-12,
                       seed);
        }

        // one point, and a line that has to be turned over
        CHECK_SEED(bight_dress_match(from, to, NULL, 1, &pose, &found, NULL) == BIGHT_OK, seed);
        CHECK_SEED(v3_distance(turned(found.rotation, beside), turned(pose.rotation, beside)) < 1e-12, seed);
        for (int32_t i = 0; i < 5; i++) {
            to[i] = v3(-0.3 * i, 0, 0);
        }
        CHECK_SEED(bight_dress_match(from, to, NULL, 5, NULL, &found, NULL) == BIGHT_OK, seed);
        CHECK_SEED(v3_distance(turned(found.rotation, v3(1, 0, 0)), v3(-1, 0, 0)) < 1e-12, seed);
    }
    bight_vec3 p = v3((double)NAN, 0, 0), q = v3(0, 0, 0);
    bight_pose found;
    const double none = 0.0;
    assert_int_equal(bight_dress_match(&p, &q, NULL, 1, NULL, &found, NULL), BIGHT_ERROR_INVALID);
    assert_int_equal(bight_dress_match(&q, &q, &none, 1, NULL, &found, NULL), BIGHT_ERROR_INVALID);
    assert_int_equal(bight_dress_match(&q, &q, NULL, 0, NULL, &found, NULL), BIGHT_ERROR_INVALID);
}

// The middle of a ribbon, which goes on at both ends, on a straight pipe at its own place but moved: it comes back, all its
// points moved as one; and each failure of memory is survived.
TEST(a_map_is_placed_as_one_piece)
{
    const double sizes[2] = {0.5, 0.06};
    bight_cloth_mesh mesh;
    bight_dress_map map;
    bight_error error = {0};
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("ribbon"), 0.004, sizes, &mesh, NULL, NULL),
                     BIGHT_OK);
    const bight_vec3 points[2] = {{5, 1, 0}, {5, 1, 0.3}};
    const double radii[2] = {0.012, 0.012};
    const bight_axis_strand strand = {.points = points, .radii = radii, .count = 2};
    const bight_axis axis = {&strand, 1};
    bight_pipe pipe;
    assert_int_equal(bight_pipe_make(NULL, &axis, NULL, &pipe, &error), BIGHT_OK);
    const bight_dress_region region = {.centre = {0.25, 0.03}, .length = 0.3, .width = 0.07, .padding = 0.01};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, NULL, &map, &error), BIGHT_OK);
    bight_vec3 before[3] = {{0}}, after[3] = {{0}};
    int32_t seen = 0, where[3] = {0};
    for (int32_t v = 0; v < mesh.vertex_count && seen < 3; v += 137) {
        if (map.owners[v] >= 0) {
            where[seen] = v;
            before[seen++] = map.positions[v];
        }
    }
    assert_int_equal(seen, 3);
    double residual = -1.0;
    bight_pose motion;
    for (int64_t at = 1; at <= 3; at++) { // not placed, and nothing moved
        failing_allocator state = {.fail_at = at};
        bight_env env = failing_env(&state);
        assert_int_equal(bight_dress_place(&env, &mesh, &map, NULL, &motion, &residual, &error),
                         BIGHT_ERROR_NO_MEMORY);
        assert_memory_equal(&map.positions[where[0]], &before[0], sizeof before[0]);
        assert_int_equal(state.held, 0);
    }
    assert_int_equal(bight_dress_place(NULL, &mesh, &map, NULL, &motion, &residual, &error), BIGHT_OK);
    bight_vec3 middle = v3(0, 0, 0);
    int32_t owned = 0;
    for (int32_t v = 0; v < mesh.vertex_count; v++) {
        middle = map.owners[v] >= 0 ? v3_add(middle, map.positions[v]) : middle;
        owned += map.owners[v] >= 0 ? 1 : 0;
    }
    middle = v3_mul(1.0 / owned, middle);
    for (int32_t i = 0; i < 3; i++) {
        after[i] = map.positions[where[i]];
    }
    for (int32_t i = 0; i < 3; i++) {
        CHECK_NEAR(v3_distance(after[i], v3_add(turned(motion.rotation, before[i]), motion.position)), 0.0,
                   1e-12);
        CHECK_NEAR(v3_distance(after[i], after[(i + 1) % 3]), v3_distance(before[i], before[(i + 1) % 3]),
                   1e-12);
    }
    // a strip of 0.06 m curled to a tube of 0.012 m: its ends are off by less than half its width, its middle by its radius
    CHECK(residual > 0.001 && residual < 0.03);
    CHECK(fabs(middle.x) < 0.01 && fabs(middle.y) < 0.02 && fabs(middle.z) < 0.02);
    bight_dress_map_free(NULL, &map);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
}

RUN_TESTS(unit(singular_values_make_the_matrix_again), unit(a_motion_is_found_again),
          unit(nothing_is_mirrored_and_nothing_is_better), unit(a_line_takes_its_turn_from_the_pose),
          unit(a_map_is_placed_as_one_piece))
