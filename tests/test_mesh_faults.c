// SPDX-License-Identifier: MIT
// Meshes with one fault each, made by hand, and what mending leaves.

#include "bight/cloth_mesh_file.h"
#include "sheets.h"
#include "surface.h"

#include <stdio.h>

static bight_cloth_mesh mesh_of(const char *text)
{
    bight_cloth_mesh mesh;
    bight_error error = {0};
    if (bight_read_cloth_mesh(NULL, text, strlen(text), NULL, &mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return mesh;
}

static bight_mesh_report report_of(const bight_cloth_mesh *mesh)
{
    bight_mesh_report report;
    CHECK(bight_mesh_check(NULL, mesh, &report, NULL) == BIGHT_OK);
    int32_t sum = 0, at = 0;
    for (int32_t kind = 0; kind < BIGHT_MESH_FAULT_COUNT; kind++) {
        sum += report.counts[kind];
        for (int32_t i = 0; i < report.counts[kind]; i++, at++) {
            CHECK(report.faults[at].kind == (bight_mesh_fault_kind)kind);
        }
    }
    CHECK(sum == report.fault_count);
    return report;
}

// The one fault of the mesh.
static bight_mesh_fault only_fault(const bight_cloth_mesh *mesh, bight_mesh_fault_kind kind)
{
    bight_mesh_report report = report_of(mesh);
    for (int32_t i = 0; i < report.fault_count; i++) {
        if (report.fault_count != 1 || report.faults[i].kind != kind) {
            fail_msg("fault %d of %d: %s", i, report.fault_count,
                     bight_mesh_fault_name(report.faults[i].kind));
        }
    }
    CHECK(report.fault_count == 1);
    bight_mesh_fault fault = report.faults[0];
    bight_mesh_report_free(NULL, &report);
    return fault;
}

// After mending this kind, and nothing else, nothing is left.
static void check_mends(bight_cloth_mesh *mesh, bight_mesh_fault_kind kind)
{
    int32_t mended[BIGHT_MESH_FAULT_COUNT];
    CHECK(bight_mesh_repair(NULL, mesh, mended, NULL) == BIGHT_OK);
    for (int32_t i = 0; i < BIGHT_MESH_FAULT_COUNT; i++) {
        CHECK(mended[i] == (i == (int32_t)kind));
    }
    bight_mesh_report report = report_of(mesh);
    CHECK(report.fault_count == 0);
    bight_mesh_report_free(NULL, &report);
}

// A fan of four around vertex 5, two rows of a grid, whole.
#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 0\n"
#define FAN "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"

TEST(a_whole_mesh_has_no_faults)
{
    bight_cloth_mesh mesh = mesh_of(SQUARE FAN);
    bight_mesh_report report = report_of(&mesh);
    CHECK(report.fault_count == 0 && report.borders == 4 && report.panels == 1);
    CHECK(report.intersections == 0 && report.touching == 0 && report.contours == 0 && report.left_out == 0);
    int32_t mended[BIGHT_MESH_FAULT_COUNT];
    bight_cloth_mesh same = mesh_of(SQUARE FAN);
    CHECK(bight_mesh_repair(NULL, &mesh, mended, NULL) == BIGHT_OK);
    assert_memory_equal(mesh.triangles, same.triangles, 12 * 4);
    assert_memory_equal(mesh.positions, same.positions, 24 * 5);
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_cloth_mesh_free(NULL, &same);
}

TEST(a_vertex_that_is_no_number)
{
    bight_cloth_mesh mesh = mesh_of("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv nan .5 0\n" FAN);
    bight_mesh_report report = report_of(&mesh);
    CHECK(report.left_out == 4);
    bight_mesh_report_free(NULL, &report);
    bight_mesh_fault fault = only_fault(&mesh, BIGHT_MESH_FAULT_NOT_FINITE);
    CHECK(fault.vertex[0] == 4 && fault.face == 0);
    check_mends(&mesh, BIGHT_MESH_FAULT_NOT_FINITE);
    CHECK(mesh.positions[4].x == 0.5 && mesh.positions[4].y == 0.5);
    bight_cloth_mesh_free(NULL, &mesh);
    mesh = mesh_of("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 1e37\nv .5 .5 0\n" FAN);
    CHECK(only_fault(&mesh, BIGHT_MESH_FAULT_NOT_FINITE).vertex[0] == 3);
    bight_cloth_mesh_free(NULL, &mesh);
}

// A strip of which only the last rung is somewhere: all others follow it, from there backwards.
TEST(a_strip_of_vertices_that_are_no_numbers)
{
    enum { RUNGS = 500 };
    static char text[64 * RUNGS * 2];
    size_t size = 0;
    for (int32_t i = 0; i < RUNGS; i++) {
        const char *y = i == RUNGS - 1 ? "3" : "nan";
        size += (size_t)snprintf(text + size, sizeof text - size, "v 0 %s 1\nv 1 %s 1\n", y, y);
    }
    for (int32_t i = 0; i + 1 < RUNGS; i++) {
        int32_t a = 2 * i + 1;
        size += (size_t)snprintf(text + size, sizeof text - size, "f %d %d %d %d\n", a, a + 1, a + 3, a + 2);
    }
    bight_cloth_mesh mesh = mesh_of(text);
    int32_t mended[BIGHT_MESH_FAULT_COUNT];
    CHECK(bight_mesh_repair(NULL, &mesh, mended, NULL) == BIGHT_OK);
    CHECK(mended[BIGHT_MESH_FAULT_NOT_FINITE] == 2 * (RUNGS - 1));
    for (int32_t v = 0; v < mesh.vertex_count; v++) {
        CHECK(mesh.positions[v].y == 3.0 && mesh.positions[v].x >= 0.0 && mesh.positions[v].x <= 1.0);
    }
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(folded_and_duplicate_faces)
{
    bight_cloth_mesh mesh = mesh_of(SQUARE "f 1 2 5\nf 2 2 3\nf 2 3 5\nf 3 4 5\nf 4 1 5\n");
    CHECK(only_fault(&mesh, BIGHT_MESH_FAULT_FOLDED).face == 1);
    check_mends(&mesh, BIGHT_MESH_FAULT_FOLDED);
    CHECK(mesh.triangle_count == 4 && mesh.face_count == 4 && mesh.faces[3] == 3 && mesh.triangles[3] == 1);
    bight_cloth_mesh_free(NULL, &mesh);

    mesh = mesh_of(SQUARE "f 1 2 5\nf 2 3 5\nf 5 1 2\nf 3 4 5\nf 4 1 5\n");
    bight_mesh_fault fault = only_fault(&mesh, BIGHT_MESH_FAULT_DUPLICATE);
    CHECK(fault.face == 2 && fault.other == 0);
    check_mends(&mesh, BIGHT_MESH_FAULT_DUPLICATE);
    bight_cloth_mesh_free(NULL, &mesh);

    // in one polygon two triangles are folded: one fault
    mesh = mesh_of(SQUARE FAN "f 1 1 1 1\n");
    CHECK(only_fault(&mesh, BIGHT_MESH_FAULT_FOLDED).face == 4);
    bight_cloth_mesh_free(NULL, &mesh);
}

// A vertex on the side of a triangle: the needle beside it is turned, and no hole is torn.
TEST(needles_are_turned)
{
    bight_cloth_mesh mesh = mesh_of("v 0 0 0\nv 1 0 0\nv .5 1 0\nv .5 0 0\nv .5 -1 0\n"
                                    "f 1 2 3\nf 1 4 2\nf 1 5 4\nf 4 5 2\n");
    CHECK(only_fault(&mesh, BIGHT_MESH_FAULT_DEGENERATE).face == 1);
    check_mends(&mesh, BIGHT_MESH_FAULT_DEGENERATE);
    CHECK(mesh.triangle_count == 4 && mesh.vertex_count == 5);
    bight_mesh_report report = report_of(&mesh);
    CHECK(report.borders == 4);
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);

    // along a seam of the pattern it stays, and is still reported
    mesh = mesh_of(
        "v 0 0 0\nv 1 0 0\nv .5 1 0\nv .5 0 0\nv .5 -1 0\nvt 0 0\nvt 1 0\nvt .5 1\nvt .5 .1\nvt .5 -1\n"
        "vt 9 0\nvt 8 0\nvt 8.5 1\n"
        "f 1/6 2/7 3/8\nf 1/1 4/4 2/2\nf 1/1 5/5 4/4\nf 4/4 5/5 2/2\n");
    int32_t mended[BIGHT_MESH_FAULT_COUNT];
    CHECK(bight_mesh_repair(NULL, &mesh, mended, NULL) == BIGHT_OK &&
          mended[BIGHT_MESH_FAULT_DEGENERATE] == 0);
    report = report_of(&mesh);
    CHECK(report.counts[BIGHT_MESH_FAULT_DEGENERATE] == 1 && report.panels == 2);
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(edges_of_three_faces_and_pinched_vertices)
{
    bight_cloth_mesh mesh = mesh_of(SQUARE "v 1 0 1\n" FAN "f 1 2 6\n"
                                           "v .5 .5 1\nf 2 5 7\n");
    bight_mesh_report report = report_of(&mesh);
    // the border edge takes the first flap as its second face; the edge inside has three
    CHECK(report.fault_count == 2 && report.counts[BIGHT_MESH_FAULT_NON_MANIFOLD] == 1);
    CHECK(report.counts[BIGHT_MESH_FAULT_FLIPPED] == 1 && report.faults[1].face == 4);
    CHECK(report.faults[0].vertex[0] == 1 && report.faults[0].vertex[1] == 4 && report.faults[0].count == 3);
    bight_mesh_report_free(NULL, &report);
    int32_t mended[BIGHT_MESH_FAULT_COUNT];
    CHECK(bight_mesh_repair(NULL, &mesh, mended, NULL) == BIGHT_OK);
    CHECK(mended[BIGHT_MESH_FAULT_NON_MANIFOLD] == 1 && mended[BIGHT_MESH_FAULT_FLIPPED] == 1);
    CHECK(mesh.vertex_count == 9 && mesh.triangle_count == 6 && mesh.positions[8].x == 0.5);
    report = report_of(&mesh);
    CHECK(report.fault_count == 0);
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);

    mesh = mesh_of(SQUARE FAN "v 2 2 0\nv 2 1.5 0\nf 3 7 6\n");
    bight_mesh_fault fault = only_fault(&mesh, BIGHT_MESH_FAULT_PINCHED);
    CHECK(fault.vertex[0] == 2 && fault.count == 2);
    check_mends(&mesh, BIGHT_MESH_FAULT_PINCHED);
    CHECK(mesh.vertex_count == 8 && mesh.positions[7].x == 1.0);
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(flipped_faces_and_one_sided_bands)
{
    bight_cloth_mesh mesh = mesh_of(SQUARE "f 1 2 5\nf 3 2 5\nf 3 4 5\nf 4 1 5\n");
    CHECK(only_fault(&mesh, BIGHT_MESH_FAULT_FLIPPED).face == 1);
    check_mends(&mesh, BIGHT_MESH_FAULT_FLIPPED);
    CHECK(mesh.triangles[3] == 2 && mesh.triangles[4] == 4 && mesh.triangles[5] == 1);
    bight_cloth_mesh_free(NULL, &mesh);

    // the band of Moebius with five triangles
    mesh =
        mesh_of("v 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 2 3\nv 3 1 2\nf 1 2 3\nf 2 3 4\nf 3 4 5\nf 4 5 1\nf 5 1 2\n");
    bight_mesh_fault fault = only_fault(&mesh, BIGHT_MESH_FAULT_ONE_SIDED);
    CHECK(fault.face >= 0 && fault.other >= 0 && fault.vertex[1] >= 0);
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(unused_vertices_and_patterns)
{
    bight_cloth_mesh mesh = mesh_of("v 7 7 7\n" SQUARE "f 2 3 6\nf 3 4 6\nf 4 5 6\nf 5 2 6\nl 2 4\nl 1 2\n");
    CHECK(only_fault(&mesh, BIGHT_MESH_FAULT_UNUSED).vertex[0] == 0);
    check_mends(&mesh, BIGHT_MESH_FAULT_UNUSED);
    CHECK(mesh.vertex_count == 5 && mesh.triangles[0] == 0);
    CHECK(mesh.seam_count == 1 && mesh.seams[0] == 0 && mesh.seams[1] == 2);
    bight_cloth_mesh_free(NULL, &mesh);

    mesh = mesh_of(SQUARE "vt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 5/3\nf 2/1 3/2 5/3\nf 3 4 5\nf 4/1 1/1 5/2\n");
    bight_mesh_report report = report_of(&mesh);
    CHECK(report.fault_count == 2 && report.faults[0].kind == BIGHT_MESH_FAULT_NO_PATTERN);
    CHECK(report.faults[0].face == 2 && report.faults[1].kind == BIGHT_MESH_FAULT_FLAT_PATTERN);
    CHECK(report.faults[1].face == 3);
    bight_mesh_report_free(NULL, &report);
    bight_cloth_mesh_free(NULL, &mesh);
}

// Anything at all: the report is sound, does not depend on threads, and mending neither breaks a mesh nor
// tires.
TEST(soups_are_mended_to_sound_meshes)
{
    int32_t faults = 0, left = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        char text[8192];
        size_t size = 0;
        int32_t vertices = 3 + bi_random_below(&random, 20), triangles = 1 + bi_random_below(&random, 60);
        for (int32_t i = 0; i < vertices; i++) {
            bool bad = bi_random_below(&random, 12) == 0;
            size +=
                (size_t)snprintf(text + size, sizeof text - size, "v %d %s %d\n", bi_random_below(&random, 4),
                                 bad ? "nan" : "1", bi_random_below(&random, 4));
        }
        for (int32_t i = 0; i < triangles; i++) {
            size += (size_t)snprintf(
                text + size, sizeof text - size, "f %d %d %d\n", 1 + bi_random_below(&random, vertices),
                1 + bi_random_below(&random, vertices), 1 + bi_random_below(&random, vertices));
        }
        bight_cloth_mesh mesh = mesh_of(text);
        bight_mesh_report report = report_of(&mesh), again;
        const bight_env env = {.threads = 4};
        CHECK(bight_mesh_check(&env, &mesh, &again, NULL) == BIGHT_OK);
        CHECK_SEED(again.fault_count == report.fault_count && again.intersections == report.intersections,
                   seed);
        CHECK_SEED(again.touching == report.touching && again.contours == report.contours, seed);
        faults += report.fault_count;
        bight_mesh_report_free(NULL, &again);
        bight_mesh_report_free(NULL, &report);

        int32_t mended[BIGHT_MESH_FAULT_COUNT];
        CHECK_SEED(bight_mesh_repair(NULL, &mesh, mended, NULL) == BIGHT_OK, seed);
        for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
            CHECK_SEED(mesh.triangles[i] >= 0 && mesh.triangles[i] < mesh.vertex_count, seed);
        }
        report = report_of(&mesh);
        CHECK_SEED(report.counts[BIGHT_MESH_FAULT_FOLDED] == 0 &&
                       report.counts[BIGHT_MESH_FAULT_DUPLICATE] == 0,
                   seed);
        CHECK_SEED(report.counts[BIGHT_MESH_FAULT_UNUSED] == 0 &&
                       report.counts[BIGHT_MESH_FAULT_FLIPPED] == 0,
                   seed);
        left += report.counts[BIGHT_MESH_FAULT_NON_MANIFOLD];
        bight_mesh_report_free(NULL, &report);
        bight_cloth_mesh_free(NULL, &mesh);
    }
    print_message("%d faults; %d edges of three faces are left\n", faults, left);
    CHECK(faults > 1000);
}

RUN_TESTS(unit(a_whole_mesh_has_no_faults), unit(a_vertex_that_is_no_number),
          unit(a_strip_of_vertices_that_are_no_numbers), unit(folded_and_duplicate_faces),
          unit(needles_are_turned), unit(edges_of_three_faces_and_pinched_vertices),
          unit(flipped_faces_and_one_sided_bands), unit(unused_vertices_and_patterns),
          unit(soups_are_mended_to_sound_meshes))
