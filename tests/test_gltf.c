// SPDX-License-Identifier: MIT
// glTF line primitives. Files come from the fuzzer's corpus; expected points are written out here.

#include "bight/cloth_mesh_file.h"
#include "read_text.h"

#include <stdio.h>

static bool read_file(const char *name, bight_curves *curves, bight_error *error)
{
    char path[1024];
    bight_bytes bytes;
    snprintf(path, sizeof path, "%s/fuzz/corpus/gltf/%s", BIGHT_SOURCE_DIR, name);
    CHECK(bight_read_file(NULL, path, 0, &bytes, NULL) == BIGHT_OK);
    bight_status status = bight_read_curves(NULL, bytes.data, bytes.size, NULL, curves, error);
    bight_bytes_free(NULL, &bytes);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        skip();
    }
    return status == BIGHT_OK;
}

TEST(strips_loops_and_lines)
{
    const struct {
        const char *name;
        bool closed;
    } files[] = {{"strip.gltf", false}, {"loop.glb", true}, {"lines.gltf", false}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        bight_curves curves;
        CHECK(read_file(files[i].name, &curves, NULL));
        CHECK(curves.curve_count == 1 && curves.point_count == 4 && curves.closed[0] == files[i].closed);
        CHECK(curves.points[2].x == 1 && curves.points[2].y == 1 && curves.points[3].z == 0.5);
        assert_string_equal(curves.names[0].text, "rope");
        bight_curves_free(NULL, &curves);
    }
}

// Scaled by two, turned a quarter about z, and lifted by five: (1, 0, 0) goes to (0, 2, 5).
TEST(nodes_move_their_meshes)
{
    bight_curves curves;
    CHECK(read_file("loop_moved.gltf", &curves, NULL));
    CHECK_NEAR(curves.points[1].x, 0.0, 1e-6);
    CHECK_NEAR(curves.points[1].y, 2.0, 1e-6);
    CHECK_NEAR(curves.points[1].z, 5.0, 1e-6);
    bight_curves_free(NULL, &curves);
}

TEST(bad_files_are_refused)
{
    const struct {
        const char *name, *words;
    } bad[] = {{"circle_of_nodes.gltf", "its own ancestor"},
               {"triangles.gltf", "surfaces are not curves"},
               {"short_buffer.gltf", "beyond their buffer"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_curves curves;
        bight_error error = {0};
        CHECK(!read_file(bad[i].name, &curves, &error));
        if (strstr(error.message, bad[i].words) == NULL) {
            fail_msg("%s: %s", bad[i].name, error.message);
        }
    }
}

TEST(errors_name_the_line)
{
    bight_curves curves;
    bight_error error = {0};
    const char *text = "{\"nodes\": [{\"mesh\": 0}],\n\"meshes\": [{\"primitives\": [{\"mode\": 3, "
                       "\"attributes\": {\"POSITION\": 0}}]}],\n\"accessors\": [\n{\"count\": -1}]}\n";
    bight_status status = read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, &error);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        skip();
    }
    CHECK(status == BIGHT_ERROR_PARSE && error.line == 4 && strstr(error.message, "accessors[0]") != NULL);
    CHECK(read_as(BIGHT_CURVE_FORMAT_GLTF, "{\n\"a\": }", &curves, &error) == BIGHT_ERROR_PARSE &&
          error.line == 2);
}

// The parser steps over a NUL behind a number: the reader must not.
TEST(a_nul_in_the_text_is_refused)
{
    static const char text[] =
        "{\"nodes\":[{\"mesh\":0}],\n\"meshes\":[{\"primitives\":[{\"mode\":2,\"attributes\":"
        "{\"POSITION\":0}}]}],\"a\":[0\0],\"accessors\":[{}]}";
    bight_curves curves;
    bight_error error = {0};
    bight_status status = bight_read_curves(NULL, text, sizeof text - 1, NULL, &curves, &error);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        skip();
    }
    CHECK(status == BIGHT_ERROR_PARSE && error.line == 2 && strstr(error.message, "is 0") != NULL);
}

// Four positions, and six indices that make one line or two triangles, below a parent.
static char *with_index(char *text, size_t room, const char *child, int32_t mode, const char *last)
{
    snprintf(
        text, room,
        "{\"nodes\":[{\"children\":[%s]},{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"mode\":%d,"
        "\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,"
        "\"count\":6,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,"
        "\"byteOffset\":48,\"byteLength\":12}],\"buffers\":[{\"byteLength\":60,\"uri\":"
        "\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAAAgD8A"
        "AAA/AAABAAIAAAACAA%s\"}]}",
        child, mode, last);
    return text;
}

// The last index of a position or a node is one less than how many there are.
TEST(indices_end_before_the_count)
{
    static const struct {
        const char *child, *last, *words; // base 64 of the last index
    } files[] = {{"1", "MA", NULL},
                 {"1", "QA", "index 4, but it has 4 positions"},
                 {"1", "UA", "index 5, but it has 4 positions"},
                 {"2", "MA", "child 1 is not a node of its own"},
                 {"3", "MA", "child 1 is not a node of its own"},
                 {"-1", "MA", "child 1 is not a node of its own"},
                 {"1,1", "MA", "child 2 is not a node of its own"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[2048];
        bight_curves curves;
        bight_cloth_mesh mesh;
        bight_error error[2] = {{0}, {0}};
        with_index(text, sizeof text, files[i].child, 3, files[i].last);
        bight_status status[2];
        status[0] = read_as(BIGHT_CURVE_FORMAT_GLTF, text, &curves, &error[0]);
        if (status[0] == BIGHT_ERROR_UNSUPPORTED) {
            skip();
        }
        with_index(text, sizeof text, files[i].child, 4, files[i].last);
        status[1] = bight_read_cloth_mesh(NULL, text, strlen(text), "a.gltf", &mesh, &error[1]);
        for (int32_t k = 0; k < 2; k++) {
            CHECK(status[k] == (files[i].words == NULL ? BIGHT_OK : BIGHT_ERROR_PARSE));
            if (files[i].words != NULL && strstr(error[k].message, files[i].words) == NULL) {
                fail_msg("%d: %s", (int)i, error[k].message);
            }
        }
        if (files[i].words == NULL) {
            CHECK(curves.point_count == 6 && curves.points[5].z == 0.5 && curves.points[4].y == 1.0);
            CHECK(mesh.triangle_count == 2 && mesh.triangles[5] == 3 && mesh.vertex_count == 4);
            bight_curves_free(NULL, &curves);
            bight_cloth_mesh_free(NULL, &mesh);
        }
    }
}

RUN_TESTS(unit(a_nul_in_the_text_is_refused), unit(strips_loops_and_lines), unit(nodes_move_their_meshes),
          unit(bad_files_are_refused), unit(errors_name_the_line), unit(indices_end_before_the_count))
