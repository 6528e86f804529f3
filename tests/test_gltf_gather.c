// SPDX-License-Identifier: MIT
// glTF files with buffers in files beside them: read by a path, refused from memory.

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "command.h"

static const float corners[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0.5};
static const uint16_t order[6] = {0, 1, 2, 0, 2, 3};

// Four positions in one file and six indices in another, on lines 4 and 5. What is not a buffer may have a uri, too.
static const char *write_gltf(char text[2048], int mode, const char *first, const char *second, int size)
{
    snprintf(text, 2048,
             "{\"extras\":{\"buffers\":[{\"uri\":\"decoy.bin\"}],\"a\":\"]}\\\"{\"},\"images\":[{\"uri\":\"a."
             "png\"}],\n"
             "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"mode\":%d,"
             "\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\n\"buffers\" : [\n"
             "{\"byteLength\":48,\"extras\":{\"uri\":\"decoy.bin\"}, \"uri\" :\n \"%s\"},\n"
             "{\"uri\":\"%s\",\"byteLength\":%d}],\n"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
             "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":1,\"byteLength\":12}]}",
             mode, first, second, size);
    return text;
}

static void put_buffers(void)
{
    mkdir("parts", 0777);
    put("parts/two words.bin", (const char *)corners, sizeof corners);
    put("order.bin", (const char *)order, sizeof order);
}

static bight_status gather(const char *path, bight_bytes *whole, bight_error *error)
{
    bight_bytes bytes;
    CHECK(bight_read_file(NULL, path, 0, &bytes, NULL) == BIGHT_OK);
    bight_status status = bight_gltf_gather(NULL, path, bytes.data, bytes.size, whole, error);
    bight_bytes_free(NULL, &bytes);
    return status;
}

static void check_mesh(const bight_bytes *whole)
{
    bight_cloth_mesh mesh;
    bight_error error = {0};
    if (bight_read_cloth_mesh(NULL, whole->data, whole->size, "a.gltf", &mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK(mesh.vertex_count == 4 && mesh.triangle_count == 2);
    for (int i = 0; i < 6; i++) {
        CHECK(mesh.triangles[i] == (int32_t)order[i]);
    }
    CHECK(mesh.positions[2].y == 1.0 && mesh.positions[3].z == 0.5);
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(files_beside_it_are_put_in)
{
    char text[2048];
    bight_bytes whole;
    bight_error error = {0};
    put_buffers();
    put_text("cloth.gltf", write_gltf(text, 4, "parts/two%20words.bin", "order.bin", 12));
    if (gather("cloth.gltf", &whole, &error) != BIGHT_OK) {
        fail_msg("%d: %s", error.line, error.message);
    }
    check_mesh(&whole);
    bight_bytes_free(NULL, &whole);

    // lines, and a file that is longer than its buffer
    put("order.bin", (const char *)(const uint16_t[]){0, 1, 1, 2, 2, 3, 7, 7}, 16);
    put_text("rope.gltf", write_gltf(text, 1, "./parts/two words.bin", "ord%65r.bin", 12));
    CHECK(gather("./rope.gltf", &whole, NULL) == BIGHT_OK);
    bight_curves curves;
    CHECK(bight_read_curves(NULL, whole.data, whole.size, NULL, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1 && curves.point_count == 4 && curves.points[3].z == 0.5);
    bight_curves_free(NULL, &curves);
    bight_bytes_free(NULL, &whole);
}

// A GLB whose second buffer is a file; its BIN chunk stays.
TEST(a_glb_may_have_files_too)
{
    char text[2048], glb[4096];
    put_buffers();
    snprintf(
        text, sizeof text,
        "{\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":"
        "1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}],\"bufferViews\":["
        "{\"buffer\":0,\"byteLength\":48},{\"buffer\":1,\"byteLength\":12}],\"buffers\":[{\"byteLength\":48},"
        "{\"byteLength\":12,\"uri\":\"order.bin\"}]}");
    uint32_t length = (uint32_t)strlen(text), padded = (length + 3) / 4 * 4;
    const uint32_t head[5] = {0x46546C67, 2, 20 + padded + 8 + 48, padded, 0x4E4F534A};
    const uint32_t bin[2] = {48, 0x004E4942};
    memset(glb, ' ', sizeof glb);
    memcpy(glb, head, 20);
    memcpy(glb + 20, text, length);
    memcpy(glb + 20 + padded, bin, 8);
    memcpy(glb + 28 + padded, corners, 48);
    put("half.glb", glb, 76 + padded);
    bight_bytes whole;
    CHECK(gather("half.glb", &whole, NULL) == BIGHT_OK && whole.size > 0);
    check_mesh(&whole);
    bight_bytes_free(NULL, &whole);
}

// Nothing to put in: data URIs, other files, broken ones.
TEST(what_names_no_file_is_left_alone)
{
    static const char *const texts[] = {"",
                                        "{",
                                        "{\"buffers\":[{\"uri\":\"data:;base64,AAAA\"}]}",
                                        "0 0 0\n1 0 0\n",
                                        "{\"buffers\":[{\"uri\":\"a.bin\"}]",
                                        "glTF\2\0\0\0",
                                        "{\"buffers\":{\"uri\":\"a.bin\"}}",
                                        "{\"extras\":{\"buffers\":[{\"uri\":\"a\"}]}}",
                                        "[{\"buffers\":[{\"uri\":\"a.bin\"}]}]",
                                        "{\"buffers\":[{\"uri\":7}]}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bight_bytes whole;
        bight_status status = bight_gltf_gather(NULL, "a.gltf", texts[i], strlen(texts[i]), &whole, NULL);
        if (status != BIGHT_OK || whole.size != 0) {
            fail_msg("%s", texts[i]);
        }
    }
}

TEST(files_elsewhere_missing_or_short_are_refused)
{
    static const struct {
        const char *first, *words;
    } bad[] = {{"../parts.bin", "only files in its own folder"},
               {"parts/../../a.bin", "only files in its own folder"},
               {"%2e%2e/a.bin", "only files in its own folder"},
               {"parts/%2E.", "only files in its own folder"},
               {"/etc/hostname", "only files in its own folder"},
               {"%2fetc/hostname", "only files in its own folder"},
               {"http://example.com/a.bin", "only files in its own folder"},
               {"C:a.bin", "only files in its own folder"},
               {"a\\\\b.bin", "only files in its own folder"},
               {"", "only files in its own folder"},
               {"nowhere.bin", "there is no file \"nowhere.bin\" beside it"},
               {"parts", "there is no file \"parts\" beside it"},
               {"100%.bin", "write %25"},
               {"a%00.bin", "write %25"},
               {"order.bin", "has 12 bytes, and byteLength is 48"}};
    char text[2048];
    put_buffers();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_bytes whole;
        bight_error error = {0};
        put_text("bad.gltf", write_gltf(text, 4, bad[i].first, "order.bin", 12));
        bight_status status = gather("bad.gltf", &whole, &error);
        if (status != BIGHT_ERROR_PARSE || error.line != 4 || strstr(error.message, bad[i].words) == NULL ||
            strstr(error.message, "buffers[0]") == NULL || whole.size != 0) {
            fail_msg("%s: %d: %s", bad[i].first, error.line, error.message);
        }
    }
}

// The command reads them by path, on its own and out of a scene; what comes by a pipe has no folder.
TEST(the_command_reads_them)
{
    char text[2048];
    result r;
    put_buffers();
    put_text("cloth.gltf", write_gltf(text, 4, "parts/two%20words.bin", "order.bin", 12));
    CHECK_RUN(&r, 0, "4 vertices, 2 faces, 2 triangles", "", "mesh", "check", "cloth.gltf");
    put("lines.bin", (const char *)(const uint16_t[]){0, 1, 1, 2, 2, 3}, 12);
    put_text("rope.gltf", write_gltf(text, 1, "parts/two%20words.bin", "lines.bin", 12));
    CHECK_RUN(&r, 0, "rope.gltf: 0_1", "", "identify", "rope.gltf");
    put_text("scene.json",
             "{\"bight\": 1, \"cloths\": [{\"name\": \"sail\", \"mesh\": {\"file\": \"cloth.gltf\"}}],\n"
             "\"script\": [{\"wait\": {\"cycles\": 1}}]}");
    CHECK_RUN(&r, 0, "", "", "run", "scene.json");
    put_text("cloth.gltf", write_gltf(text, 4, "gone.bin", "order.bin", 12));
    CHECK_RUN(&r, 3, "", "cloth.gltf:4: buffers[0]: there is no file \"gone.bin\" beside it", "mesh", "check",
              "cloth.gltf");
    CHECK_RUN(&r, 3, "", "there is no file \"gone.bin\" beside it", "run", "scene.json");
    bight_cloth_mesh mesh;
    bight_error error = {0};
    CHECK(bight_read_cloth_mesh(NULL, text, strlen(text), "a.gltf", &mesh, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "its data is in another file: embed it, or write GLB") != NULL);
}

RUN_TESTS(unit(files_beside_it_are_put_in), unit(a_glb_may_have_files_too),
          unit(what_names_no_file_is_left_alone), unit(files_elsewhere_missing_or_short_are_refused),
          unit(the_command_reads_them))
