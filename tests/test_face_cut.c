// SPDX-License-Identifier: MIT
// Faces of many corners as triangles: areas against the shoelace formula, on faces drawn at random.

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "core/random.h"
#include "core/vec3.h"
#include "surface.h"

#include <stdio.h>

static bight_cloth_mesh read_mesh(const char *text, size_t size, const char *name)
{
    bight_cloth_mesh mesh;
    bight_error error = {0};
    if (bight_read_cloth_mesh(NULL, text, size, name, &mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return mesh;
}

// Along z, twice.
static double area(const bight_cloth_mesh *mesh, int32_t t)
{
    const int32_t *v = mesh->triangles + 3 * (size_t)t;
    bight_vec3 a = mesh->positions[v[0]], b = mesh->positions[v[1]], c = mesh->positions[v[2]];
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int32_t crossed(const bight_cloth_mesh *mesh)
{
    bight_mesh_report report;
    CHECK(bight_mesh_check(NULL, mesh, &report, NULL) == BIGHT_OK);
    int32_t count = report.counts[BIGHT_MESH_FAULT_CROSSED];
    bight_mesh_report_free(NULL, &report);
    return count;
}

// From its first corner the fan would have areas of -0.5 and 1.
TEST(a_quadrangle_with_a_dent)
{
    const char *text = "v 0 0 0\nv 2 0 0\nv 0.5 0.5 0\nv 0 2 0\nvt 0 0\nvt 2 0\nvt .5 .5\nvt 0 2\n"
                       "f 2/2 3/3 4/4 1/1\n";
    bight_cloth_mesh mesh = read_mesh(text, strlen(text), "a.obj");
    CHECK(mesh.triangle_count == 2 && mesh.face_count == 1);
    CHECK(area(&mesh, 0) > 0.0 && area(&mesh, 1) > 0.0 && area(&mesh, 0) + area(&mesh, 1) == 2.0);
    for (int32_t i = 0; i < 6; i++) {
        CHECK(mesh.uv[2 * mesh.uv_triangles[i]] == mesh.positions[mesh.triangles[i]].x);
        CHECK(mesh.uv[2 * mesh.uv_triangles[i] + 1] == mesh.positions[mesh.triangles[i]].y);
    }
    // it is written as the one face that it is
    bight_bytes bytes;
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_OBJ, NULL, &bytes, NULL) == BIGHT_OK);
    bight_cloth_mesh back = read_mesh((const char *)bytes.data, bytes.size, "a.obj");
    CHECK(back.face_count == 1 && back.triangle_count == 2);
    assert_memory_equal(back.triangles, mesh.triangles, 6 * sizeof *mesh.triangles);
    bight_bytes_free(NULL, &bytes);
    bight_cloth_mesh_free(NULL, &back);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_mesh plain;
    CHECK(bight_read_obj(NULL, text, strlen(text), &plain, NULL) == BIGHT_OK);
    CHECK(plain.triangle_count == 2 && plain.triangles[0] != 1);
    bight_mesh_free(NULL, &plain);
}

// Stars, combs and blobs of 4 to 60 corners: radii at random around a centre are an outline without
// crossings. Turned in space, read from PLY with the faces in front, each triangle must face the way the
// outline does, and the areas must sum to the outline's.
TEST(random_outlines)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t count = 4 + (int32_t)(seed % 57), first = (int32_t)(seed % 7) % count;
        double x[60], y[60], shoelace = 0.0;
        for (int32_t i = 0; i < count; i++) {
            double angle = 6.283185307179586 * i / count;
            double radius = seed % 3 == 0 ? (i % 2 == 0 ? 1.0 : 0.2) : 0.1 + bi_random_unit(&random);
            x[i] = radius * cos(angle), y[i] = radius * sin(angle);
        }
        for (int32_t i = 0; i < count; i++) {
            int32_t k = (i + 1) % count;
            shoelace += x[i] * y[k] - x[k] * y[i];
        }
        char text[8192];
        size_t used =
            (size_t)snprintf(text, sizeof text,
                             "ply\nformat ascii 1.0\nelement face 1\nproperty list int int "
                             "vertex_indices\nelement vertex %d\nproperty double x\nproperty double "
                             "y\nproperty double z\nend_header\n%d",
                             count, count);
        bool back = seed % 2 == 0;
        for (int32_t i = 0; i < count; i++) {
            int32_t corner = (first + i) % count;
            used +=
                (size_t)snprintf(text + used, sizeof text - used, " %d", back ? count - 1 - corner : corner);
        }
        for (int32_t i = 0; i < count; i++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "\n%.17g %.17g %.17g", x[i], y[i],
                                     0.3 * x[i] - 0.2 * y[i]);
        }
        bight_cloth_mesh mesh = read_mesh(text, used, NULL);
        CHECK_SEED(mesh.triangle_count == count - 2 && mesh.face_count == 1, seed);
        double sum = 0.0;
        for (int32_t t = 0; t < count - 2; t++) {
            double twice = back ? -area(&mesh, t) : area(&mesh, t);
            CHECK_SEED(twice > 0.0, seed);
            sum += twice;
        }
        CHECK_SEED(fabs(sum - shoelace) < 1e-9, seed);
        CHECK_SEED(crossed(&mesh) == 0, seed);
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

// An outline without a corner that sees all of it: ears, each written as a triangle of its own.
TEST(a_comb_comes_back_the_same)
{
    const char *text = "v 0 0 0\nv 5 0 0\nv 5 3 0\nv 4 1 0\nv 3 3 0\nv 2 1 0\nv 1 3 0\nv 0.5 1 0\nv 0 3 0\n"
                       "v 0 9 0\nf 1 2 3 4 5 6 7 8 9\n";
    bight_cloth_mesh mesh = read_mesh(text, strlen(text), "a.obj");
    CHECK(mesh.triangle_count == 7 && mesh.face_count == 1);
    for (int32_t t = 0; t < 7; t++) {
        CHECK(area(&mesh, t) > 0.0);
    }
    bight_bytes bytes;
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_PLY, NULL, &bytes, NULL) == BIGHT_OK);
    bight_cloth_mesh back = read_mesh((const char *)bytes.data, bytes.size, NULL);
    CHECK(back.triangle_count == 7);
    assert_memory_equal(back.triangles, mesh.triangles, 21 * sizeof *mesh.triangles);
    bight_bytes_free(NULL, &bytes);
    bight_cloth_mesh_free(NULL, &back);
    bight_cloth_mesh_free(NULL, &mesh);
}

// A bow tie has no triangles that all face one way: it is a fault.
TEST(an_outline_that_crosses_itself_is_a_fault)
{
    const char *text = "v 0 0 0\nv 2 1 0\nv 2 0 0\nv 0 3 0\nf 1 2 3 4\n";
    bight_cloth_mesh mesh = read_mesh(text, strlen(text), "a.obj");
    CHECK(mesh.triangle_count == 2 && crossed(&mesh) == 1);
    bight_cloth_mesh_free(NULL, &mesh);
}

// A byte order mark in front of the first vertex.
TEST(a_byte_order_mark_is_no_part_of_a_word)
{
    const char *text = "\xef\xbb\xbfv 7 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3 4\n";
    bight_cloth_mesh mesh = read_mesh(text, strlen(text), "a.obj");
    CHECK(mesh.vertex_count == 5 && mesh.positions[0].x == 7.0);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_mesh plain;
    CHECK(bight_read_obj(NULL, text, strlen(text), &plain, NULL) == BIGHT_OK);
    CHECK(plain.vertex_count == 5 && plain.positions[0].x == 7.0);
    bight_mesh_free(NULL, &plain);
    bight_error error = {0};
    CHECK(bight_read_cloth_mesh(NULL, "\xff\xfev\0 \0", 6, "a.obj", &mesh, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "UTF-16") != NULL);
}

RUN_TESTS(unit(a_quadrangle_with_a_dent), unit(random_outlines), unit(a_comb_comes_back_the_same),
          unit(an_outline_that_crosses_itself_is_a_fault), unit(a_byte_order_mark_is_no_part_of_a_word))
