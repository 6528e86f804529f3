// SPDX-License-Identifier: MIT
// glTF line primitives. Files come from the fuzzer's corpus; expected points are written out here.

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

RUN_TESTS(unit(a_nul_in_the_text_is_refused), unit(strips_loops_and_lines), unit(nodes_move_their_meshes),
          unit(bad_files_are_refused), unit(errors_name_the_line))
