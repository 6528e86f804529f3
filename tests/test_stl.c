// SPDX-License-Identifier: MIT
// Binary STL: its size, its numbers, and that a rope's surface is closed when read back.

#include "bight/io.h"
#include "stl_check.h"
#include "surface.h"
#include "test.h"

static void check_tube(bool closed)
{
    bight_vec3 points[40];
    for (int32_t i = 0; i < 40; i++) {
        double t = 2.0 * PI * i / 40.0;
        points[i] = v3(6.0 * cos(t), 6.0 * sin(t), closed ? sin(3.0 * t) : 0.1 * i);
    }
    bight_tube tube = {.curve = {points, 40, closed}, .radius = 0.5};
    bight_mesh mesh;
    bight_bytes bytes;
    CHECK(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK);
    CHECK(bight_write_stl(NULL, &mesh, &bytes, NULL) == BIGHT_OK);
    check_closed(&bytes);
    bight_bytes_free(NULL, &bytes);
    bight_mesh_free(NULL, &mesh);
}

TEST(a_rope_is_watertight)
{
    check_tube(false);
    check_tube(true);
}

TEST(bad_meshes_are_refused)
{
    bight_vec3 positions[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    int32_t triangle[3] = {0, 1, 3};
    bight_mesh mesh = {.positions = positions, .triangles = triangle, .vertex_count = 3, .triangle_count = 1};
    bight_bytes bytes;
    CHECK(bight_write_stl(NULL, &mesh, &bytes, NULL) == BIGHT_ERROR_INVALID);
    triangle[2] = 2;
    CHECK(bight_write_stl(NULL, &mesh, &bytes, NULL) == BIGHT_OK);
    CHECK(bytes.size == 134 && read_u32(bytes.data + 80) == 1);
    bight_bytes_free(NULL, &bytes);
    positions[1].x = (double)NAN;
    CHECK(bight_write_stl(NULL, &mesh, &bytes, NULL) == BIGHT_ERROR_INVALID && bytes.data == NULL);
}

TEST(no_memory_is_an_error)
{
    bight_vec3 positions[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    int32_t triangle[3] = {0, 1, 2};
    bight_mesh mesh = {.positions = positions, .triangles = triangle, .vertex_count = 3, .triangle_count = 1};
    failing_allocator state = {.fail_at = 1};
    bight_env env = failing_env(&state);
    bight_bytes bytes;
    CHECK(bight_write_stl(&env, &mesh, &bytes, NULL) == BIGHT_ERROR_NO_MEMORY && state.held == 0);
}

RUN_TESTS(unit(a_rope_is_watertight), unit(bad_meshes_are_refused), unit(no_memory_is_an_error))
