// SPDX-License-Identifier: MIT
// PLY by hand: which elements may stand where, which numbers are refused, and what is said of them.

#include "bight/cloth_mesh_file.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VERTICES(count) "element vertex " #count "\nproperty double x\nproperty double y\nproperty double z\n"
#define FACES(count) "element face " #count "\nproperty list uchar int vertex_indices\n"
#define EDGES "element edge 1\nproperty int vertex1\nproperty int vertex2\n"
#define HEAD "ply\nformat ascii 1.0\n"

static bight_status read_text(const char *text, bight_cloth_mesh *mesh, bight_error *error)
{
    return bight_read_cloth_mesh(NULL, text, strlen(text), "a.ply", mesh, error);
}

TEST(what_is_wrong_is_said)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        // the second triangle of the first face, and the first of the second
        {HEAD VERTICES(3) FACES(2) "end_header\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2 7\n3 0 1 2\n",
         "face 1 names vertex 7, counted from 0, but there are 3"},
        {HEAD VERTICES(3) FACES(2) "end_header\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2 1\n3 0 1 3\n",
         "face 2 names vertex 3, counted from 0, but there are 3"},
        {HEAD VERTICES(3) FACES(1) EDGES "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n0 3\n",
         "edge 1 names vertex 3, counted from 0, but there are 3"},
        {HEAD VERTICES(3) FACES(1) EDGES "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n-1 2\n",
         "an end of an edge is not the number of a vertex"},
        {HEAD VERTICES(3) FACES(1) EDGES "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n2 -1\n",
         "an end of an edge is not the number of a vertex"},
        {HEAD VERTICES(3) FACES(1) EDGES "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n2147483648 1\n",
         "an end of an edge is not the number of a vertex"},
        {HEAD VERTICES(3) FACES(1) "end_header\n0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n", "`zero` is not a number"},
        {HEAD VERTICES(3) FACES(1) "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 nan\n", "`nan` is not a number"},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\n"
              "element vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
              "property float s\nproperty float t\nend_header\n",
         "the faces come first"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_cloth_mesh mesh;
        bight_error error = {0};
        CHECK(read_text(bad[i].text, &mesh, &error) == BIGHT_ERROR_PARSE && mesh.positions == NULL);
        if (strstr(error.message, bad[i].words) == NULL) {
            fail_msg("case %d: %s", (int)i, error.message);
        }
    }
}

// Two triangles whose shared edge is the border of two pieces of the pattern: its vertices come twice, for they have a place
// in each. Without places they are what they are.
TEST(vertices_doubled_along_the_pattern_are_one)
{
    for (int32_t pattern = 0; pattern < 2; pattern++) {
        char text[1000];
        static const char *const rows[6] = {"0 0 0", "1 0 0", "1 1 0", "0 0 0", "1 1 0", "0 1 -0.0"};
        static const char *const uv[6] = {" 0 0", " 1 0", " 1 1", " 5 0", " 6 1", " 5 1"};
        int32_t at =
            snprintf(text, sizeof text,
                     "ply\nformat ascii 1.0\nelement vertex 6\nproperty double x\nproperty double y\n"
                     "property double z\n%selement face 2\nproperty list uchar int vertex_indices\n"
                     "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n",
                     pattern ? "property float s\nproperty float t\n" : "");
        for (int32_t i = 0; i < 6; i++) {
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%s\n", rows[i], pattern ? uv[i] : "");
        }
        snprintf(text + at, sizeof text - (size_t)at, "3 0 1 2\n3 3 4 5\n4 5\n");
        bight_cloth_mesh mesh;
        bight_error error = {0};
        CHECK(read_text(text, &mesh, &error) == BIGHT_OK);
        CHECK(mesh.vertex_count == (pattern ? 4 : 6) && mesh.triangle_count == 2);
        if (pattern) {
            static const int32_t wanted[6] = {0, 1, 2, 0, 2, 3};
            CHECK(memcmp(mesh.triangles, wanted, sizeof wanted) == 0);
            CHECK(mesh.positions[3].x == 0.0 && mesh.positions[3].y == 1.0);
            CHECK(mesh.uv_count == 6 && mesh.uv_triangles[0] != mesh.uv_triangles[3]);
            CHECK(mesh.uv[2 * mesh.uv_triangles[3]] == 5.0);
            CHECK(mesh.seams[0] == 2 && mesh.seams[1] == 3);
        }
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

// Places on the pattern of corners and of vertices go together when the vertices come first; faces may come
// first where only one of the two has any. The corners' own places count.
TEST(elements_stand_in_any_order)
{
    static const char *const places[2] = {"", "property list uchar float texcoord\n"};
    for (int32_t variant = 0; variant < 8; variant++) {
        bool faces_first = variant & 1, of_vertices = variant & 2, of_corners = variant & 4;
        char text[1024], face[256], vertex[256];
        snprintf(face, sizeof face, "%s%s", FACES(1), places[of_corners]);
        snprintf(vertex, sizeof vertex, "%s%s", VERTICES(3),
                 of_vertices ? "property float s\nproperty float t\n" : "");
        const char *corners = of_corners ? "3 0 1 2 6 .1 .2 .3 .4 .5 .6\n" : "3 0 1 2\n";
        const char *points =
            of_vertices ? "0 0 0 10 11\nnan 0 0 20 21\n0 -inf 0 30 31\n" : "0 0 0\nnan 0 0\n0 -inf 0\n";
        snprintf(text, sizeof text, HEAD "%s%send_header\n%s%s", faces_first ? face : vertex,
                 faces_first ? vertex : face, faces_first ? corners : points, faces_first ? points : corners);
        bight_cloth_mesh mesh;
        bight_error error = {0};
        if (faces_first && of_vertices && of_corners) {
            CHECK(read_text(text, &mesh, &error) == BIGHT_ERROR_PARSE);
            continue;
        }
        if (read_text(text, &mesh, &error) != BIGHT_OK) {
            fail_msg("variant %d: %s", (int)variant, error.message);
        }
        CHECK(mesh.vertex_count == 3 && mesh.triangle_count == 1 && mesh.triangles[2] == 2);
        CHECK(isnan(mesh.positions[1].x) && mesh.positions[2].y == -HUGE_VAL);
        for (int32_t k = 0; k < 3 && (of_vertices || of_corners); k++) {
            const double *uv = mesh.uv + 2 * (size_t)mesh.uv_triangles[k];
            CHECK_NEAR(uv[0], of_corners ? 0.1 + 0.2 * k : 10.0 + 10.0 * k, 1e-6);
            CHECK_NEAR(uv[1], of_corners ? 0.2 + 0.2 * k : 11.0 + 10.0 * k, 1e-6);
        }
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

// Each type by both of its names, and elements of which there are none.
TEST(types_have_two_names)
{
    static const char *const types[16] = {"char",   "int8",    "uchar",  "uint8",  "short", "int16",
                                          "ushort", "uint16",  "int",    "int32",  "uint",  "uint32",
                                          "float",  "float32", "double", "float64"};
    for (int32_t i = 0; i < 16; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 HEAD "element nothing 0\nproperty int x\n" VERTICES(3) "property %s mark\n" FACES(
                     1) "end_header\n0 0 0 1\n1 0 0 2\n0 1 0 3\n3 0 1 2\n",
                 types[i]);
        bight_cloth_mesh mesh;
        bight_error error = {0};
        if (read_text(text, &mesh, &error) != BIGHT_OK) {
            fail_msg("%s: %s", types[i], error.message);
        }
        CHECK(mesh.vertex_count == 3 && mesh.positions[1].x == 1.0 && mesh.positions[2].y == 1.0);
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

RUN_TESTS(unit(types_have_two_names), unit(what_is_wrong_is_said),
          unit(vertices_doubled_along_the_pattern_are_one), unit(elements_stand_in_any_order))
