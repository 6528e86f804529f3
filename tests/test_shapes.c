// SPDX-License-Identifier: MIT

#include "geom/shapes.h"
#include "surface.h"

#include <string.h>

TEST(sphere_is_a_ball)
{
    bight_mesh mesh;
    CHECK(bi_shape_sphere(NULL, 2.0, 96, 64, &mesh, NULL) == BIGHT_OK);
    check_solid(&mesh);
    assert_int_equal(euler_characteristic(&mesh), 2);
    CHECK_NEAR(bi_mesh_volume(&mesh), 4.0 / 3.0 * PI * 8.0, 0.1);
    CHECK_NEAR(bi_mesh_area(&mesh), 4.0 * PI * 4.0, 0.1);
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        CHECK_NEAR(v3_length(mesh.positions[i]), 2.0, 1e-12);
    }
    bight_mesh_free(NULL, &mesh);
    CHECK(mesh.positions == NULL && mesh.vertex_count == 0);
}

TEST(capsule_is_a_cylinder_between_two_halves)
{
    for (int32_t stacks = 2; stacks <= 65; stacks += 21) {
        bight_mesh mesh;
        CHECK(bi_shape_capsule(NULL, 0.5, 3.0, 128, stacks, &mesh, NULL) == BIGHT_OK);
        check_solid(&mesh);
        assert_int_equal(euler_characteristic(&mesh), 2);
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            bight_vec3 p = mesh.positions[i];
            double beyond = fmax(fabs(p.y) - 3.0, 0.0);
            CHECK_NEAR(sqrt(p.x * p.x + p.z * p.z + beyond * beyond), 0.5, 1e-12);
        }
        if (stacks > 60) {
            CHECK_NEAR(bi_mesh_volume(&mesh), PI * 0.25 * 6.0 + 4.0 / 3.0 * PI * 0.125, 0.01);
        }
        bight_mesh_free(NULL, &mesh);
    }
}

TEST(torus_is_a_ring)
{
    bight_mesh mesh;
    CHECK(bi_shape_torus(NULL, 3.0, 0.5, 128, 48, &mesh, NULL) == BIGHT_OK);
    check_solid(&mesh);
    assert_int_equal(euler_characteristic(&mesh), 0);
    CHECK_NEAR(bi_mesh_volume(&mesh), 2.0 * PI * PI * 3.0 * 0.25, 0.1);
    CHECK_NEAR(bi_mesh_area(&mesh), 4.0 * PI * PI * 3.0 * 0.5, 0.2);
    bight_mesh_free(NULL, &mesh);
}

TEST(box_is_exact)
{
    bight_mesh mesh;
    CHECK(bi_shape_box(NULL, v3(1, 2, 3), &mesh, NULL) == BIGHT_OK);
    check_solid(&mesh);
    assert_int_equal(euler_characteristic(&mesh), 2);
    CHECK_NEAR(bi_mesh_volume(&mesh), 48.0, 1e-12);
    CHECK_NEAR(bi_mesh_area(&mesh), 88.0, 1e-12);
    bight_mesh_free(NULL, &mesh);
}

TEST(sizes_out_of_range_are_refused)
{
    bight_mesh mesh;
    const double bad[] = {0.0, -1.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < 4; i++) {
        CHECK(bi_shape_sphere(NULL, bad[i], 8, 8, &mesh, NULL) == BIGHT_ERROR_INVALID);
        CHECK(bi_shape_box(NULL, v3(1, bad[i], 1), &mesh, NULL) == BIGHT_ERROR_INVALID);
        CHECK(bi_shape_torus(NULL, 1.0, bad[i], 8, 8, &mesh, NULL) == BIGHT_ERROR_INVALID);
        CHECK(mesh.positions == NULL);
    }
    CHECK(bi_shape_capsule(NULL, 1.0, -1.0, 8, 8, &mesh, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bi_shape_torus(NULL, 1.0, 1.0, 8, 8, &mesh, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bi_shape_sphere(NULL, 1.0, 2, 8, &mesh, NULL) == BIGHT_ERROR_INVALID);
}

// A hole, and a triangle that faces the wrong way, are each told apart from a solid.
TEST(a_mesh_that_is_not_solid_is_noticed)
{
    bight_error error;
    bight_mesh mesh;
    CHECK(bi_shape_box(NULL, v3(1, 1, 1), &mesh, NULL) == BIGHT_OK);
    mesh.triangle_count--;
    CHECK(bi_mesh_check_closed(NULL, &mesh, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "no neighbour") != NULL);
    mesh.triangle_count++;
    int32_t kept = mesh.triangles[0];
    mesh.triangles[0] = mesh.triangles[1];
    mesh.triangles[1] = kept;
    CHECK(bi_mesh_check_closed(NULL, &mesh, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "both run") != NULL);
    bight_mesh_free(NULL, &mesh);
}

// All kinds through the public function: closed, with the volume that the formula says, up to facets.
TEST(public_shapes_are_what_their_kind_says)
{
    const struct {
        bight_shape_kind kind;
        double volume;
    } cases[] = {{BIGHT_SHAPE_SPHERE, 4.0 / 3.0 * PI * 8.0},
                 {BIGHT_SHAPE_CAPSULE, 4.0 / 3.0 * PI * 8.0 + PI * 4.0 * 1.0},
                 {BIGHT_SHAPE_BOX, 8.0 * 2.0 * 0.5 * 3.0},
                 {BIGHT_SHAPE_TORUS, 2.0 * PI * 2.0 * PI * 0.25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_mesh mesh;
        CHECK(bight_shape_mesh(NULL, cases[i].kind, v3(2, 0.5, 3), 0, &mesh, NULL) == BIGHT_OK);
        CHECK(bi_mesh_check_closed(NULL, &mesh, NULL) == BIGHT_OK);
        CHECK_NEAR(bi_mesh_volume(&mesh) / cases[i].volume, 1.0, 0.02);
        bight_mesh_free(NULL, &mesh);
        CHECK(bight_shape_mesh(NULL, cases[i].kind, v3(2, 0.5, 3), 1024, &mesh, NULL) == BIGHT_OK);
        bight_mesh_free(NULL, &mesh);
        CHECK(bight_shape_mesh(NULL, cases[i].kind, v3(0, 0.5, 3), 0, &mesh, NULL) == BIGHT_ERROR_INVALID);
        CHECK(bight_shape_mesh(NULL, cases[i].kind, v3(2, 0.5, 3), 3, &mesh, NULL) == BIGHT_ERROR_INVALID);
        CHECK(mesh.positions == NULL && mesh.vertex_count == 0);
    }
    bight_mesh mesh;
    CHECK(bight_shape_mesh(NULL, BIGHT_SHAPE_MESH, v3(1, 1, 1), 0, &mesh, NULL) == BIGHT_ERROR_INVALID);
}

TEST(running_out_of_memory_leaks_nothing)
{
    for (int64_t n = 1; n < 100; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_mesh mesh;
        bight_status status = bi_shape_sphere(&env.allocator, 1.0, 8, 8, &mesh, NULL);
        if (status == BIGHT_OK) {
            status = bi_mesh_check_closed(&env.allocator, &mesh, NULL);
        }
        bight_mesh_free(&env.allocator, &mesh);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            CHECK(n > 4);
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

// Two closed shapes in one mesh are as closed as they were, and hold the volumes of both.
TEST(meshes_are_put_behind_one_another)
{
    bight_mesh ball = {0}, box = {0}, all = {0};
    CHECK(bight_shape_mesh(NULL, BIGHT_SHAPE_SPHERE, (bight_vec3){1, 1, 1}, 24, &ball, NULL) == BIGHT_OK);
    CHECK(bight_shape_mesh(NULL, BIGHT_SHAPE_BOX, (bight_vec3){2, 3, 4}, 0, &box, NULL) == BIGHT_OK);
    CHECK(bight_mesh_append(NULL, &all, &ball) == BIGHT_OK);
    CHECK(bight_mesh_append(NULL, &all, &box) == BIGHT_OK);
    CHECK(all.vertex_count == ball.vertex_count + box.vertex_count);
    CHECK(all.triangle_count == ball.triangle_count + box.triangle_count);
    CHECK(all.normals == NULL && all.uv == NULL);
    CHECK(memcmp(all.triangles, ball.triangles, 3 * (size_t)ball.triangle_count * sizeof *all.triangles) ==
          0);
    for (int32_t i = 0; i < 3 * box.triangle_count; i++) {
        bight_vec3 found = all.positions[all.triangles[3 * ball.triangle_count + i]];
        CHECK(memcmp(&found, &box.positions[box.triangles[i]], sizeof found) == 0);
    }
    bight_mesh nothing = {0};
    CHECK(bight_mesh_append(NULL, &all, &nothing) == BIGHT_OK && all.vertex_count > 0);
    bight_mesh huge = {.vertex_count = INT32_MAX};
    CHECK(bight_mesh_append(NULL, &all, &huge) == BIGHT_ERROR_TOO_LARGE);
    bight_mesh_free(NULL, &ball);
    bight_mesh_free(NULL, &box);
    bight_mesh_free(NULL, &all);
}

RUN_TESTS(unit(sphere_is_a_ball), unit(capsule_is_a_cylinder_between_two_halves), unit(torus_is_a_ring),
          unit(box_is_exact), unit(sizes_out_of_range_are_refused), unit(a_mesh_that_is_not_solid_is_noticed),
          unit(public_shapes_are_what_their_kind_says), unit(running_out_of_memory_leaks_nothing),
          unit(meshes_are_put_behind_one_another))
