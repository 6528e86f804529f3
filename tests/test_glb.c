// SPDX-License-Identifier: MIT

#include "bight/io.h"
#include "geom/shapes.h"
#include "surface.h"

#include <stdio.h>

static uint32_t little_endian(const uint8_t *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

// The JSON chunk as a string, and the binary chunk; the frame around both is checked.
static char *open_glb(const bight_bytes *bytes, const uint8_t **data, size_t *size)
{
    CHECK(bytes->size % 4 == 0 && memcmp(bytes->data, "glTF", 4) == 0);
    CHECK(little_endian(bytes->data + 4) == 2 && little_endian(bytes->data + 8) == bytes->size);
    size_t json_size = little_endian(bytes->data + 12);
    CHECK(json_size % 4 == 0 && memcmp(bytes->data + 16, "JSON", 4) == 0);
    const uint8_t *chunk = bytes->data + 20 + json_size;
    *size = little_endian(chunk);
    *data = chunk + 8;
    CHECK(*size % 4 == 0 && memcmp(chunk + 4, "BIN", 4) == 0);
    CHECK(*data + *size == bytes->data + bytes->size);
    char *json = calloc(json_size + 1, 1);
    memcpy(json, bytes->data + 20, json_size);
    return json;
}

static int32_t count_of(const char *text, const char *part)
{
    int32_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        count++;
    }
    return count;
}

// Every buffer view is aligned, inside the buffer, and begins after the one before.
static void check_views(const char *json, size_t size)
{
    size_t end = 0;
    for (const char *at = json; (at = strstr(at, "\"byteOffset\":")) != NULL; at++) {
        size_t start = strtoul(at + 13, NULL, 10);
        const char *length = strstr(at, "\"byteLength\":");
        CHECK(length != NULL && start % 4 == 0 && start >= end);
        end = start + strtoul(length + 13, NULL, 10);
        CHECK(end <= size);
    }
    CHECK(end > 0);
}

TEST(meshes_with_and_without_everything)
{
    bight_mesh box, ring;
    CHECK(bi_shape_box(NULL, v3(1, 2, 3), &box, NULL) == BIGHT_OK);
    CHECK(bi_shape_torus(NULL, 3, 1, 8, 8, &ring, NULL) == BIGHT_OK);
    bight_mesh bare = {.positions = ring.positions,
                       .triangles = ring.triangles,
                       .vertex_count = ring.vertex_count,
                       .triangle_count = ring.triangle_count};
    const uint8_t picture[5] = {1, 2, 3, 4, 5}; // its length asks for padding
    const bight_glb_mesh meshes[3] = {
        {.name = "a \"box\"\n\xC3\xA9 \xFF",
         .mesh = &box,
         .colour = {1, 0.5, 0},
         .roughness = 0.25,
         .texture_png = picture,
         .texture_size = sizeof picture},
        {.mesh = &bare, .colour = {0.2, 0.2, 0.2}, .metallic = 1.0},
        {.name = "ring", .mesh = &ring, .texture_png = picture, .texture_size = sizeof picture},
    };
    bight_bytes bytes;
    CHECK(bight_write_glb(NULL, meshes, 3, &bytes, NULL) == BIGHT_OK);
    const uint8_t *data;
    size_t size;
    char *json = open_glb(&bytes, &data, &size);
    check_views(json, size);
    CHECK(strstr(json, "a \\u0022box\\u0022\\u000a\xC3\xA9 ?") != NULL);
    assert_int_equal(count_of(json, "\"bufferView\":"), 4 + 2 + 4 + 2); // accessors, then images
    assert_int_equal(count_of(json, "\"POSITION\":"), 3);
    assert_int_equal(count_of(json, "\"NORMAL\":"), 2);
    assert_int_equal(count_of(json, "\"min\":"), 3);
    assert_int_equal(count_of(json, "\"mimeType\""), 2);
    CHECK(strstr(json, "\"min\":[-1,-2,-3],\"max\":[1,2,3]") != NULL);
    CHECK(strstr(json, "\"baseColorFactor\":[1,0.21404114,0,1]") != NULL); // sRGB 0.5 is 0.214 of the light

    // the first three floats are the first position
    float first[3];
    memcpy(first, data, sizeof first);
    CHECK((double)first[0] == box.positions[0].x && (double)first[2] == box.positions[0].z);
    free(json);
    bight_bytes_free(NULL, &bytes);
    bight_mesh_free(NULL, &ring);
    bight_mesh_free(NULL, &box);
}

TEST(what_glTF_forbids_is_refused)
{
    bight_mesh box;
    bight_bytes bytes;
    const uint8_t picture[1] = {0};
    CHECK(bi_shape_box(NULL, v3(1, 1, 1), &box, NULL) == BIGHT_OK);
    bight_glb_mesh mesh = {.mesh = &box, .colour = {0, 0, 1.5}};
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, NULL) == BIGHT_ERROR_INVALID);
    mesh = (bight_glb_mesh){.mesh = &box, .roughness = (double)NAN};
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, NULL) == BIGHT_ERROR_INVALID);
    mesh = (bight_glb_mesh){.mesh = &box};
    CHECK(bight_write_glb(NULL, &mesh, 0, &bytes, NULL) == BIGHT_ERROR_INVALID);
    box.positions[3].y = 1e39; // no float
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, NULL) == BIGHT_ERROR_INVALID);
    box.positions[3].y = 1.0;
    box.normals[2].x = 0.5;
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, NULL) == BIGHT_ERROR_INVALID);
    bight_mesh bare = {.positions = box.positions,
                       .triangles = box.triangles,
                       .vertex_count = box.vertex_count,
                       .triangle_count = box.triangle_count};
    mesh = (bight_glb_mesh){.mesh = &bare, .texture_png = picture, .texture_size = 1};
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bytes.data == NULL);
    bight_mesh_free(NULL, &box);
}

TEST(running_out_of_memory_leaks_nothing)
{
    bight_mesh box;
    CHECK(bi_shape_box(NULL, v3(1, 1, 1), &box, NULL) == BIGHT_OK);
    bight_glb_mesh mesh = {.mesh = &box};
    for (int64_t n = 1; n < 1000; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_bytes bytes;
        bight_status status = bight_write_glb(&env, &mesh, 1, &bytes, NULL);
        bight_bytes_free(&env.allocator, &bytes);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            CHECK(n > 10);
            bight_mesh_free(NULL, &box);
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

RUN_TESTS(unit(meshes_with_and_without_everything), unit(what_glTF_forbids_is_refused),
          unit(running_out_of_memory_leaks_nothing))
