// SPDX-License-Identifier: MIT
// glTF: where nodes put their points, against rotations worked out here; vertices at one place; and what is
// refused, with the words that say why. Data is written in base 64 here, byte by byte.

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "core/random.h"
#include "core/vec3.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// 3 bytes to 4 letters; the caller pads to whole threes.
static void base64(const unsigned char *bytes, size_t size, char *out)
{
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int32_t k = 0; k < 4; k++) {
            *out++ = letters[three >> (18 - 6 * k) & 63];
        }
    }
    *out = '\0';
}

// A file with these nodes and primitives; accessor 0 is the positions, accessor 1 whole numbers from 0.
static char *file_of(const char *nodes, const char *primitive, const float *x, size_t points, size_t indices)
{
    size_t size = 12 * points + 2 * indices, whole = (size + 2) / 3 * 3;
    unsigned char *bytes = calloc(whole, 1);
    memcpy(bytes, x, 12 * points); // this machine's order of bytes is glTF's
    for (size_t i = 0; i < indices; i++) {
        bytes[12 * points + 2 * i] = (unsigned char)i;
        bytes[12 * points + 2 * i + 1] = (unsigned char)(i >> 8);
    }
    char *code = malloc(whole / 3 * 4 + 1), *text = malloc(whole / 3 * 4 + 4096);
    base64(bytes, whole, code);
    snprintf(text, whole / 3 * 4 + 4096,
             "{\"nodes\":[%s],\"meshes\":[{\"primitives\":[{%s}]}],\"accessors\":["
             "{\"bufferView\":0,\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\"},"
             "{\"bufferView\":0,\"byteOffset\":%zu,\"componentType\":5123,\"count\":%zu,\"type\":\"SCALAR\"},"
             "{\"bufferView\":9,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"},"
             "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"VEC2\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu,\"uri\":"
             "\"data:application/octet-stream;base64,%s\"}]}",
             nodes, primitive, points, 12 * points, indices, size, whole, code);
    free(bytes);
    free(code);
    return text;
}

static bight_status read_curves(const char *text, size_t size, bight_curves *curves, bight_error *error)
{
    const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_GLTF};
    bight_status status = bight_read_curves(NULL, text, size, &options, curves, error);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        skip();
    }
    return status;
}

// v + 2 w (u x v) + 2 u x (u x v) for the unit quaternion (u, w)
static bight_vec3 rotated(const double q[4], bight_vec3 v)
{
    bight_vec3 u = v3(q[0], q[1], q[2]), c = v3_cross(u, v);
    return v3_madd(v3_madd(v, 2.0 * q[3], c), 2.0, v3_cross(u, c));
}

// A child with scale, rotation and translation below a parent with a matrix of sixteen numbers of its own.
TEST(nodes_put_their_points_where_they_should)
{
    enum { POINTS = 60 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bi_random random = bi_random_from(seed);
        float x[3 * POINTS];
        for (int32_t i = 0; i < 3 * POINTS; i++) {
            x[i] = (float)bi_random_range(&random, -2.0, 2.0);
        }
        double m[16], t[3], s[3], q[4], norm = 0.0;
        for (int32_t i = 0; i < 16; i++) {
            m[i] = i % 4 == 3 ? (i == 15 ? 1.0 : 0.0) : bi_random_range(&random, -3.0, 3.0);
            t[i % 3] = bi_random_range(&random, -5.0, 5.0);
            s[i % 3] = bi_random_range(&random, 0.2, 3.0);
            q[i % 4] = bi_random_range(&random, -1.0, 1.0);
        }
        for (int32_t i = 0; i < 4; i++) {
            norm += q[i] * q[i];
        }
        for (int32_t i = 0; i < 4; i++) {
            q[i] /= sqrt(norm);
        }
        char nodes[2048];
        int32_t used = snprintf(nodes, sizeof nodes, "{\"children\":[1],\"matrix\":[");
        for (int32_t i = 0; i < 16; i++) {
            used += snprintf(nodes + used, sizeof nodes - (size_t)used, "%s%.17g", i > 0 ? "," : "", m[i]);
        }
        snprintf(nodes + used, sizeof nodes - (size_t)used,
                 "]},{\"mesh\":0,\"translation\":[%.17g,%.17g,%.17g],\"scale\":[%.17g,%.17g,%.17g],"
                 "\"rotation\":[%.17g,%.17g,%.17g,%.17g]}",
                 t[0], t[1], t[2], s[0], s[1], s[2], q[0], q[1], q[2], q[3]);
        char *text = file_of(nodes, "\"mode\":3,\"attributes\":{\"POSITION\":0}", x, POINTS, 0);
        bight_curves curves;
        bight_error error = {0};
        if (read_curves(text, strlen(text), &curves, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        CHECK(curves.point_count == POINTS);
        for (int32_t i = 0; i < POINTS; i++) {
            bight_vec3 p =
                v3(s[0] * (double)x[3 * i], s[1] * (double)x[3 * i + 1], s[2] * (double)x[3 * i + 2]);
            p = v3_add(rotated(q, p), v3(t[0], t[1], t[2]));
            bight_vec3 expected =
                v3(m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12], m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13],
                   m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14]);
            CHECK_SEED(v3_distance(curves.points[i], expected) < 1e-11, seed);
        }
        bight_curves_free(NULL, &curves);
        free(text);
    }
}

// Triangles with corners of their own: those at one place are one vertex, whether its zero has a sign or not.
TEST(vertices_at_one_place_are_one)
{
    enum { SIDE = 14, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1) };
    static const int32_t corner[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1}};
    float *x = malloc(9 * TRIANGLES * sizeof *x), *at = x;
    for (int32_t i = 0; i < (SIDE - 1) * (SIDE - 1); i++) {
        for (int32_t k = 0; k < 6; k++) {
            *at++ = (float)(i / (SIDE - 1) + corner[k][0]);
            *at++ = (float)(i % (SIDE - 1) + corner[k][1]);
            *at++ = (i + k) % 2 == 0 ? 0.0f : -0.0f;
        }
    }
    char *text = file_of("{\"mesh\":0}", "\"attributes\":{\"POSITION\":0}", x, 3 * TRIANGLES, 0);
    bight_cloth_mesh mesh;
    bight_error error = {0};
    bight_status status = bight_read_cloth_mesh(NULL, text, strlen(text), "a.gltf", &mesh, &error);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        skip();
    }
    CHECK(status == BIGHT_OK && mesh.vertex_count == SIDE * SIDE && mesh.triangle_count == TRIANGLES);
    for (int32_t i = 0; i < 3 * TRIANGLES; i++) {
        bight_vec3 p = mesh.positions[mesh.triangles[i]];
        CHECK_SEED(p.x == (double)x[3 * i] && p.y == (double)x[3 * i + 1] && p.z == 0.0, i);
    }
    bight_cloth_mesh_free(NULL, &mesh);
    free(text);
    free(x);
}

TEST(what_is_refused_says_why)
{
    static const struct {
        const char *nodes, *primitive;
        int32_t points, indices;
        const char *of_curves, *of_meshes; // NULL: read, or nothing of that kind
    } files[] = {
        {"{\"mesh\":7}", "\"mode\":3,\"attributes\":{\"POSITION\":0}", 3, 0, "there is no meshes[7]",
         "there is no meshes[7]"},
        {"{\"mesh\":0,\"weights\":[0,0.5]}", "\"mode\":3,\"attributes\":{\"POSITION\":0}", 3, 0,
         "morph target 2 has a weight", "morph target 2 has a weight"},
        {"{\"mesh\":0}", "\"mode\":1,\"attributes\":{\"POSITION\":0}", 3, 0, "lines of 3 points",
         "3 corners: they come in pairs"},
        {"{\"mesh\":0}", "\"attributes\":{\"POSITION\":0}", 4, 0, NULL, "4 corners: they come in threes"},
        {"{\"mesh\":0}", "\"mode\":3,\"attributes\":{\"POSITION\":0},\"indices\":1.5", 3, 3,
         "there is no accessors[-1]", "there is no accessors[-1]"},
        {"{\"mesh\":0}", "\"mode\":3,\"attributes\":{\"POSITION\":2}", 3, 0, "there is no bufferViews[9]",
         "there is no bufferViews[9]"},
        {"{\"mesh\":0}", "\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":3}", 3, 0, NULL,
         "2 texture coordinates for 3 positions"},
        {"{\"mesh\":0,\"name\":\"one\"}", "\"mode\":3,\"attributes\":{\"POSITION\":0}", 1, 0, "point", NULL},
    };
    static const float x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text =
            file_of(files[i].nodes, files[i].primitive, x, (size_t)files[i].points, (size_t)files[i].indices);
        bight_curves curves;
        bight_cloth_mesh mesh;
        bight_error error = {0};
        CHECK(
            files[i].of_curves == NULL ||
            (read_curves(text, strlen(text), &curves, &error) == BIGHT_ERROR_PARSE && curves.points == NULL));
        if (files[i].of_curves != NULL && strstr(error.message, files[i].of_curves) == NULL) {
            fail_msg("case %d: %s", (int)i, error.message);
        }
        error = (bight_error){0};
        CHECK(files[i].of_meshes == NULL ||
              bight_read_cloth_mesh(NULL, text, strlen(text), "a.gltf", &mesh, &error) == BIGHT_ERROR_PARSE);
        if (files[i].of_meshes != NULL && strstr(error.message, files[i].of_meshes) == NULL) {
            fail_msg("case %d: %s", (int)i, error.message);
        }
        free(text);
    }

    // a position that is none, in the middle; a NUL behind a text that is not a chunk of a GLB
    float odd[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    bight_curves curves;
    bight_error error = {0};
    odd[4] = (float)INFINITY;
    char *text = file_of("{\"mesh\":0}", "\"mode\":3,\"attributes\":{\"POSITION\":0}", odd, 3, 0);
    CHECK(read_curves(text, strlen(text), &curves, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "position 1 is not finite") != NULL);
    free(text);
    text = file_of("{\"mesh\":0}", "\"mode\":3,\"attributes\":{\"POSITION\":0}", x, 3, 0);
    CHECK(read_curves(text, strlen(text) + 1, &curves, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "is 0, which no text has") != NULL);
    free(text);
}

RUN_TESTS(unit(nodes_put_their_points_where_they_should), unit(vertices_at_one_place_are_one),
          unit(what_is_refused_says_why))
