// SPDX-License-Identifier: MIT

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "geom/shapes.h"
#include "surface.h"

#include <stdio.h>
#include <string.h>

static bight_status read(const char *text, bight_mesh *mesh, bight_error *error)
{
    return bight_read_obj(NULL, text, strlen(text), mesh, error);
}

static const char tetrahedron[] =
    "# a solid\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\nv 0 0 1\n"
    "vt 0 0\nvn 0 0 1\nusemtl x\ns off\n"
    "f 1 3 2\nf 1/1 2/1 4/1\nf 1//1 4//1 3//1\nf -3/-1/-1 -2/1/1 -1/1/1 # done\n";

TEST(all_forms_of_a_corner)
{
    bight_mesh mesh;
    CHECK(read(tetrahedron, &mesh, NULL) == BIGHT_OK);
    CHECK(mesh.vertex_count == 4 && mesh.triangle_count == 4 && mesh.normals == NULL);
    CHECK(bi_mesh_check_closed(NULL, &mesh, NULL) == BIGHT_OK);
    CHECK_NEAR(bi_mesh_volume(&mesh), 1.0 / 6.0, 1e-15);
    bight_mesh_free(NULL, &mesh);
}

TEST(polygons_are_fanned)
{
    bight_mesh mesh;
    CHECK(read("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 .5 0\nf 1 2 3 4 5\n", &mesh, NULL) == BIGHT_OK);
    const int32_t fan[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    assert_int_equal(mesh.triangle_count, 3);
    assert_memory_equal(mesh.triangles, fan, sizeof fan);
    bight_mesh_free(NULL, &mesh);
}

TEST(errors_name_the_line)
{
    const struct {
        const char *text, *words;
        int32_t line;
    } bad[] = {
        {"", "no faces", 0},
        {"v 0 0\n", "at least 3", 1},
        {"v 0 0 nan\n", "`nan`", 1},
        {"v 0 0 x\n", "`x`", 1},
        {"v 1 2 3 4 5 6 7 8\n", "more than 7", 1},
        {"v 0 0 0\nf 1 1\n", "2 corners", 2},
        {"v 0 0 0\nf 1 1 2\n", "vertex 2 does not exist", 2},
        {"v 0 0 0\nf 1 1 0\n", "vertex 0 does not exist", 2},
        {"v 0 0 0\nf 1 1 -2\n", "vertex -2 does not exist", 2},
        {"v 0 0 0\nf 1 1 99999999999999999999\n", "not an index", 2},
        {"v 0 0 0\nf 1/1 1/1 1/1\n", "texture vertex 1", 2},
        {"v 0 0 0\nf 1//1 1 1\n", "normal 1", 2},
        {"v 0 0 0\nvt 0\nvn 0 0 1\nf 1/1/1/1 1 1\n", "more than three", 4},
        {"v 0 0 0\nf /1 1 1\n", "not an index", 2},
        {"v 0 0 0\nf 1x 1 1\n", "`1x`", 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_mesh mesh;
        bight_error error = {0};
        CHECK(read(bad[i].text, &mesh, &error) == BIGHT_ERROR_PARSE);
        CHECK(mesh.positions == NULL);
        if (error.line != bad[i].line || strstr(error.message, bad[i].words) == NULL) {
            fail_msg("case %d: line %d: %s", (int)i, error.line, error.message);
        }
    }
}

TEST(meshes_come_back_the_same)
{
    bight_mesh ring, back;
    bight_bytes bytes;
    CHECK(bi_shape_torus(NULL, 3.0, 1.0, 12, 8, &ring, NULL) == BIGHT_OK);
    for (int32_t variant = 0; variant < 4; variant++) {
        bight_mesh view = ring;
        view.normals = variant % 2 ? view.normals : NULL;
        view.uv = variant / 2 ? view.uv : NULL;
        CHECK(bight_write_obj(NULL, &view, &bytes, NULL) == BIGHT_OK);
        CHECK(bight_read_obj(NULL, bytes.data, bytes.size, &back, NULL) == BIGHT_OK);
        CHECK(back.vertex_count == ring.vertex_count && back.triangle_count == ring.triangle_count);
        assert_memory_equal(back.positions, ring.positions,
                            (size_t)ring.vertex_count * sizeof *ring.positions);
        assert_memory_equal(back.triangles, ring.triangles,
                            (size_t)ring.triangle_count * 3 * sizeof(int32_t));
        CHECK(bi_mesh_check_closed(NULL, &back, NULL) == BIGHT_OK); // doubled seam vertices are one place
        bight_mesh_free(NULL, &back);
        bight_bytes_free(NULL, &bytes);
    }
    ring.triangles[7] = ring.vertex_count;
    CHECK(bight_write_obj(NULL, &ring, &bytes, NULL) == BIGHT_ERROR_INVALID);
    bight_mesh_free(NULL, &ring);
}

TEST(running_out_of_memory_leaks_nothing)
{
    for (int64_t n = 1; n < 1000; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_mesh mesh;
        bight_bytes bytes = {0};
        bight_status status = bight_read_obj(&env, tetrahedron, sizeof tetrahedron - 1, &mesh, NULL);
        if (status == BIGHT_OK) {
            status = bight_write_obj(&env, &mesh, &bytes, NULL);
        }
        bight_bytes_free(&env.allocator, &bytes);
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

// Empty parts of corners, and lines that go on in the next; a path at the end of a comment does not.
TEST(corners_without_parts_and_continued_lines)
{
    static const char text[] = "# C:\\models\\\nv 0 0 \\\n0\nv 1 0 0\r\nv 0 1 0\nv 0 0 1\nvt 0 0\nf 1/ 3/ "
                               "2/\nf 1// \\\r\n 2// \\\n4//\n"
                               "f 1/1/ 4/1/ 3/1/\nf 2 3 4\n";
    bight_mesh mesh;
    bight_error error = {0};
    if (bight_read_obj(NULL, text, strlen(text), &mesh, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    static const int32_t expected[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    CHECK(mesh.vertex_count == 4 && mesh.triangle_count == 4);
    assert_memory_equal(mesh.triangles, expected, sizeof expected);
    bight_mesh_free(NULL, &mesh);
    static const char cut[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\";
    CHECK(bight_read_obj(NULL, cut, strlen(cut), &mesh, &error) == BIGHT_ERROR_PARSE && error.line == 4);
}

// One place for each vertex: the two that the border of the pattern doubles become one. With other numbers at the corners, or
// without places, vertices are what they are.
TEST(vertices_doubled_along_the_pattern_are_one)
{
    static const char vertices[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 0\nv 1 1 0\nv 0 1 0\n",
                      places[] = "vt 0 0\nvt 1 0\nvt 1 1\nvt 5 0\nvt 6 1\nvt 5 1\n";
    static const struct {
        const char *places, *faces;
        int32_t vertices;
    } cases[] = {{places, "f 1/1 2/2 3/3\nf 4/4 5/5 6/6\nl 5 6\n", 4},
                 {places, "f 1/1 2/2 3/3\nf 4/4 5/5 6/1\n", 6},
                 {"vt 0 0\n", "f 1/1 2/1 3/1\nf 4/1 5/1 6/1\n", 6},
                 {"", "f 1 2 3\nf 4 5 6\n", 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s%s", vertices, cases[i].places, cases[i].faces);
        bight_cloth_mesh mesh;
        bight_error error = {0};
        CHECK(bight_read_cloth_mesh(NULL, text, strlen(text), "a.obj", &mesh, &error) == BIGHT_OK);
        CHECK(mesh.vertex_count == cases[i].vertices && mesh.triangle_count == 2);
        if (i == 0) {
            static const int32_t wanted[6] = {0, 1, 2, 0, 2, 3}, uv[6] = {0, 1, 2, 3, 4, 5};
            CHECK(memcmp(mesh.triangles, wanted, sizeof wanted) == 0);
            CHECK(memcmp(mesh.uv_triangles, uv, sizeof uv) == 0 && mesh.uv_count == 6);
            CHECK(mesh.seams[0] == 2 && mesh.seams[1] == 3);
        }
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

RUN_TESTS(unit(vertices_doubled_along_the_pattern_are_one), unit(corners_without_parts_and_continued_lines),
          unit(all_forms_of_a_corner), unit(polygons_are_fanned), unit(errors_name_the_line),
          unit(meshes_come_back_the_same), unit(running_out_of_memory_leaks_nothing))
