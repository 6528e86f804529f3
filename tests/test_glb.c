// SPDX-License-Identifier: MIT

#include "bight/io.h"
#include "geom/shapes.h"
#include "glb_read.h"
#include "surface.h"

#include <stdio.h>

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
    char *json = glb_open(&bytes, &data, &size);
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

TEST(vertices_have_colours)
{
    bight_mesh box;
    CHECK(bi_shape_box(NULL, v3(1, 2, 3), &box, NULL) == BIGHT_OK);
    double colours[3 * 64];
    CHECK(box.vertex_count <= 64);
    for (int32_t i = 0; i < 3 * box.vertex_count; i++) {
        colours[i] = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 0.5 : 0.0;
    }
    bight_glb_mesh mesh = {.mesh = &box, .colour = {1, 1, 1}, .colours = colours};
    bight_bytes bytes;
    const uint8_t *data;
    size_t size;
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, NULL) == BIGHT_OK);
    char *json = glb_open(&bytes, &data, &size);
    check_views(json, size);
    const char *at = strstr(json, "\"COLOR_0\":");
    CHECK(at != NULL);
    int32_t view = (int32_t)strtol(at + 10, NULL, 10);
    for (size_t i = 0; i < (size_t)box.vertex_count; i++) {
        CHECK(glb_float(json, data, view, 3 * i) == 1.0 && glb_float(json, data, view, 3 * i + 2) == 0.0);
        CHECK_NEAR(glb_float(json, data, view, 3 * i + 1), 0.21404114, 1e-6); // sRGB 0.5
    }
    free(json);
    bight_bytes_free(NULL, &bytes);
    colours[4] = 1.5;
    bight_error error = {0};
    CHECK(bight_write_glb(NULL, &mesh, 1, &bytes, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "colour of vertex 2") != NULL);
    bight_mesh_free(NULL, &box);
}

// A box that changes its shape and a ring that goes its way, in three frames. What a viewer adds up, the mesh
// and the weighted targets, is each frame's mesh; poses come back as they went in.
TEST(what_moves_is_an_animation)
{
    bight_mesh shapes[3], still;
    const double times[3] = {0.0, 0.5, 2.0};
    const bight_pose poses[3] = {
        {{1, 2, 3}, {0, 0, 0, 1}}, {{4, 5, 6}, {0, 0, 0, -2}}, {{7, 8, 9}, {1, 0, 0, 0}}};
    for (int32_t k = 0; k < 3; k++) {
        CHECK(bi_shape_box(NULL, v3(1 + k, 2, 3), &shapes[k], NULL) == BIGHT_OK);
    }
    CHECK(bi_shape_torus(NULL, 3, 1, 8, 8, &still, NULL) == BIGHT_OK);
    const bight_glb_mesh meshes[2] = {{.name = "rope", .mesh = &shapes[0], .shapes = shapes},
                                      {.name = "ring", .mesh = &still, .poses = poses}};
    bight_bytes bytes;
    CHECK(bight_write_glb_motion(NULL, meshes, 2, times, 3, &bytes, NULL) == BIGHT_OK);
    const uint8_t *data;
    size_t size;
    char *json = glb_open(&bytes, &data, &size);
    check_views(json, size);

    // box: 0 to 3, its targets: 4 to 7 (positions and normals of two frames), ring: 8 to 11, tracks: 12 to 15
    CHECK(strstr(json, "\"targets\":[{\"POSITION\":4,\"NORMAL\":5},{\"POSITION\":6,\"NORMAL\":7}]") != NULL);
    CHECK(strstr(json, "\"weights\":[0,0]}") != NULL);
    CHECK(strstr(json, "{\"input\":12,\"interpolation\":\"LINEAR\",\"output\":13}") != NULL);
    CHECK(strstr(json, "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}") != NULL);
    CHECK(strstr(json, "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"translation\"}}") != NULL);
    CHECK(strstr(json, "{\"sampler\":2,\"target\":{\"node\":1,\"path\":\"rotation\"}}") != NULL);
    CHECK(strstr(json, "\"translation\":[1,2,3],\"rotation\":[0,0,0,1]") != NULL);
    assert_int_equal(count_of(json, "\"bufferView\":"), 16);
    assert_int_equal(count_of(json, "\"min\":"), 5); // two meshes, two targets, the times
    CHECK(strstr(json, "\"min\":[0],\"max\":[2]") != NULL);
    for (size_t k = 0; k < 3; k++) {
        CHECK(glb_float(json, data, 12, k) == times[k]);
        for (size_t i = 0; i < 3 * (size_t)shapes[0].vertex_count; i++) {
            double sum = glb_float(json, data, 0, i) +
                         glb_float(json, data, 13, 2 * k) * glb_float(json, data, 4, i) +
                         glb_float(json, data, 13, 2 * k + 1) * glb_float(json, data, 6, i);
            CHECK_NEAR(sum, ((const double *)shapes[k].positions)[i], 1e-6);
        }
        CHECK(glb_float(json, data, 14, 3 * k + 1) == poses[k].position.y);
    }
    CHECK(glb_float(json, data, 15, 4 + 3) == 1.0 && glb_float(json, data, 15, 8) == 1.0); // made unit
    free(json);
    bight_bytes_free(NULL, &bytes);

    // refused: times that stand still, other vertices, no place
    const double stuck[3] = {0.0, 0.5, 0.5};
    CHECK(bight_write_glb_motion(NULL, meshes, 2, stuck, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_write_glb_motion(NULL, meshes, 2, NULL, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);
    bight_mesh other[3] = {shapes[0], shapes[1], still};
    const bight_glb_mesh changed = {.mesh = &shapes[0], .shapes = other};
    CHECK(bight_write_glb_motion(NULL, &changed, 1, times, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);
    const bight_pose nowhere[3] = {{.position = {0, (double)NAN, 0}}};
    const bight_glb_mesh lost = {.mesh = &still, .poses = nowhere};
    CHECK(bight_write_glb_motion(NULL, &lost, 1, times, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);

    for (int64_t fail = 1; fail < 200; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        bight_status status = bight_write_glb_motion(&env, meshes, 2, times, 3, &bytes, NULL);
        bight_bytes_free(&env.allocator, &bytes);
        CHECK_SEED(state.held == 0, fail);
        if (status == BIGHT_OK) {
            break;
        }
        CHECK_SEED(status == BIGHT_ERROR_NO_MEMORY, fail);
    }
    for (int32_t k = 0; k < 3; k++) {
        bight_mesh_free(NULL, &shapes[k]);
    }
    bight_mesh_free(NULL, &still);
}

// Parts are nodes of their own with the vertices of all, and go the mesh's way; what comes behind keeps its own.
TEST(parts_of_a_mesh_are_nodes)
{
    bight_mesh shapes[2], still;
    const double times[2] = {0.0, 1.0};
    const bight_pose poses[2] = {{{1, 2, 3}, {0, 0, 0, 1}}, {{4, 5, 6}, {0, 0, 0, 1}}};
    const uint8_t picture[4] = {1, 2, 3, 4};
    for (int32_t k = 0; k < 2; k++) {
        CHECK(bi_shape_box(NULL, v3(1 + k, 2, 3), &shapes[k], NULL) == BIGHT_OK);
    }
    CHECK(bi_shape_torus(NULL, 3, 1, 8, 8, &still, NULL) == BIGHT_OK);
    bight_glb_part parts[2] = {{"left", 0, 4}, {"right", 4, 8}};
    bight_glb_mesh meshes[2] = {
        {.name = "coat", .mesh = &shapes[0], .shapes = shapes, .parts = parts, .part_count = 2},
        {.name = "ring", .mesh = &still, .poses = poses}};
    meshes[0].texture_png = picture;
    meshes[0].texture_size = sizeof picture;
    meshes[0].texture_scale = 2.5;
    bight_bytes bytes;
    CHECK(bight_write_glb_motion(NULL, meshes, 2, times, 2, &bytes, NULL) == BIGHT_OK);
    const uint8_t *data;
    size_t size;
    char *json = glb_open(&bytes, &data, &size);
    check_views(json, size);

    // coat: 0 to 2, indices 3 and 4, its target: 5 and 6, ring: 7 to 10, tracks: 11 to 14
    CHECK(strstr(json, "\"scenes\":[{\"nodes\":[0,1,2]}]") != NULL && strstr(json, "coat") == NULL);
    CHECK(strstr(json, "{\"mesh\":1,\"name\":\"right\"}") != NULL &&
          strstr(json, "{\"mesh\":2,\"name\":\"ring\"") != NULL);
    CHECK(
        strstr(
            json,
            "{\"name\":\"right\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":"
            "2},"
            "\"indices\":4,\"material\":0,\"targets\":[{\"POSITION\":5,\"NORMAL\":6}]}],\"weights\":[0]}") !=
        NULL);
    CHECK(strstr(json, "\"POSITION\":7,\"NORMAL\":8,\"TEXCOORD_0\":9},\"indices\":10,\"material\":1") !=
          NULL);
    CHECK(strstr(json, "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"weights\"}}") != NULL);
    CHECK(strstr(json, "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"translation\"}}") != NULL);
    CHECK(strstr(json, "{\"KHR_texture_transform\":{\"scale\":[2.5,2.5]}}") != NULL);
    CHECK(strstr(json, "\"extensionsUsed\":[\"KHR_texture_transform\"]") != NULL);
    assert_int_equal(count_of(json, "\"channels\":"), 1);
    assert_int_equal(count_of(json, "\"sampler\":"),
                     4 + 1); // of two parts, two of the ring, and the texture's
    for (size_t i = 0; i < 24; i++) {
        uint32_t index;
        float number = (float)glb_float(json, data, 4, i);
        memcpy(&index, &number, sizeof index);
        CHECK((int32_t)index == shapes[0].triangles[12 + i]);
    }
    free(json);
    bight_bytes_free(NULL, &bytes);

    parts[1].count = 9;
    CHECK(bight_write_glb(NULL, meshes, 2, &bytes, NULL) == BIGHT_ERROR_INVALID);
    parts[1].count = 0;
    CHECK(bight_write_glb(NULL, meshes, 2, &bytes, NULL) == BIGHT_ERROR_INVALID);
    parts[1] = (bight_glb_part){"right", -1, 2};
    CHECK(bight_write_glb(NULL, meshes, 2, &bytes, NULL) == BIGHT_ERROR_INVALID);
    for (int32_t k = 0; k < 2; k++) {
        bight_mesh_free(NULL, &shapes[k]);
    }
    bight_mesh_free(NULL, &still);
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

RUN_TESTS(unit(vertices_have_colours), unit(meshes_with_and_without_everything),
          unit(what_moves_is_an_animation), unit(parts_of_a_mesh_are_nodes),
          unit(what_glTF_forbids_is_refused), unit(running_out_of_memory_leaks_nothing))
