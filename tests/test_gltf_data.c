// SPDX-License-Identifier: MIT
// glTF's numbers: offsets, strides, component types, bounds, skins. Files are made here byte by byte.

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct glb {
    unsigned char bytes[4096];
    size_t size;
} glb;

static void put_u32(unsigned char *at, uint32_t value)
{
    for (size_t i = 0; i < 4; i++) {
        at[i] = (unsigned char)(value >> 8 * i);
    }
}

static void put_float(unsigned char *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(at, bits);
}

static glb make(const char *json, const unsigned char *binary, size_t size)
{
    glb file = {.size = 0};
    size_t length = (strlen(json) + 3) / 4 * 4;
    CHECK(28 + length + size <= sizeof file.bytes);
    memcpy(file.bytes, "glTF", 4);
    put_u32(file.bytes + 4, 2);
    put_u32(file.bytes + 8, (uint32_t)(28 + length + size));
    put_u32(file.bytes + 12, (uint32_t)length);
    memcpy(file.bytes + 16, "JSON", 4);
    memset(file.bytes + 20, ' ', length);
    memcpy(file.bytes + 20, json, strlen(json));
    put_u32(file.bytes + 20 + length, (uint32_t)size);
    memcpy(file.bytes + 24 + length, "BIN", 4);
    memcpy(file.bytes + 28 + length, binary, size);
    file.size = 28 + length + size;
    return file;
}

// "" when the mesh is read, else what was said.
static const char *read_mesh(const glb *file, bight_cloth_mesh *mesh)
{
    static bight_error error;
    error = (bight_error){0};
    bight_status status = bight_read_cloth_mesh(NULL, file->bytes, file->size, "a.glb", mesh, &error);
    if (status == BIGHT_ERROR_UNSUPPORTED) {
        skip();
    }
    CHECK((status == BIGHT_OK) == (error.message[0] == '\0'));
    return error.message;
}

static void must_say(const glb *file, const char *words)
{
    bight_cloth_mesh mesh;
    const char *said = read_mesh(file, &mesh);
    if (strstr(said, words) == NULL) {
        fail_msg("\"%s\" instead of \"%s\"", said, words);
    }
}

// Three positions (i + 1, 10 i + 2, 100 i + 3) every 20 bytes from byte 4 + 8 of the buffer, indices 2 0 1 of
// `bytes` each behind them.
enum { VIEW = 4, INSIDE = 8, STRIDE = 20, INDICES = 4 + 8 + 2 * 20 + 12, ROOM = INDICES + 12 };

static void fill(unsigned char binary[ROOM], size_t index_bytes, const uint32_t index[3])
{
    memset(binary, 0x7f, ROOM);
    for (size_t i = 0; i < 3; i++) {
        unsigned char *at = binary + VIEW + INSIDE + STRIDE * i;
        put_float(at, (float)i + 1.0f);
        put_float(at + 4, 10.0f * (float)i + 2.0f);
        put_float(at + 8, 100.0f * (float)i + 3.0f);
        unsigned char number[4];
        put_u32(number, index[i]);
        memcpy(binary + INDICES + index_bytes * i, number, index_bytes);
    }
}

// More keys go to the accessor of the positions, to its view, and to the root.
static glb triangle(int type, const uint32_t index[3], int indices, int positions_length,
                    const char *accessor, const char *root)
{
    static const size_t sizes[] = {1, 1, 2, 2, 4, 4};
    unsigned char binary[ROOM];
    size_t bytes = sizes[type - 5120];
    fill(binary, bytes, index);
    char json[2000];
    snprintf(
        json, sizeof json,
        "{\"nodes\": [{\"mesh\": 0}], \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, "
        "\"indices\": 1}]}], \"buffers\": [{\"byteLength\": %d}], \"bufferViews\": [{\"buffer\": 0, "
        "\"byteOffset\": %d, \"byteLength\": %d, \"byteStride\": %d}, {\"buffer\": 0, \"byteOffset\": %d, "
        "\"byteLength\": %d}], \"accessors\": [{\"bufferView\": 0, \"byteOffset\": %d, \"componentType\": "
        "5126, "
        "\"count\": 3, \"type\": \"VEC3\"%s}, {\"bufferView\": 1, \"componentType\": %d, \"count\": %d, "
        "\"type\": \"SCALAR\"}]%s}",
        ROOM, VIEW, positions_length, STRIDE, INDICES, (int)bytes * 3, INSIDE, accessor, type, indices, root);
    return make(json, binary, ROOM);
}

static const uint32_t in_turn[3] = {2, 0, 1};

// View's offset, accessor's offset and stride all count, and indices have three sizes.
TEST(offsets_strides_and_index_sizes)
{
    static const int types[] = {5121, 5123, 5125};
    for (size_t i = 0; i < 3; i++) {
        glb file = triangle(types[i], in_turn, 3, INSIDE + 2 * STRIDE + 12, "", "");
        bight_cloth_mesh mesh;
        const char *said = read_mesh(&file, &mesh);
        if (said[0] != '\0') {
            fail_msg("%s", said);
        }
        CHECK(mesh.vertex_count == 3 && mesh.triangle_count == 1);
        CHECK(mesh.triangles[0] == 2 && mesh.triangles[1] == 0 && mesh.triangles[2] == 1);
        for (int32_t k = 0; k < 3; k++) {
            CHECK(mesh.positions[k].x == k + 1.0 && mesh.positions[k].y == 10.0 * k + 2.0 &&
                  mesh.positions[k].z == 100.0 * k + 3.0);
        }
        bight_cloth_mesh_free(NULL, &mesh);
    }
}

// An index equal to the number of positions is one too many, as is a last element one byte beyond its view.
TEST(bounds_are_exact)
{
    static const uint32_t one_more[3] = {0, 1, 3}, far[3] = {0, 1, 255};
    glb file = triangle(5121, one_more, 3, INSIDE + 2 * STRIDE + 12, "", "");
    must_say(&file, "index 3, but it has 3 positions");
    file = triangle(5121, far, 3, INSIDE + 2 * STRIDE + 12, "", "");
    must_say(&file, "index 255, but it has 3 positions");
    file = triangle(5121, in_turn, 3, INSIDE + 2 * STRIDE + 11, "", "");
    must_say(&file, "accessors[0]: 3 elements reach beyond their buffer");
    file = triangle(5121, in_turn, 4, INSIDE + 2 * STRIDE + 12, "", "");
    must_say(&file, "accessors[1]: 4 elements reach beyond their buffer");
    file = triangle(5121, in_turn, 3, ROOM - VIEW + 1, "", "");
    must_say(&file, "beyond their buffer");
    file = triangle(5121, in_turn, 3, ROOM - VIEW, "", "");
    bight_cloth_mesh mesh;
    CHECK(read_mesh(&file, &mesh)[0] == '\0');
    bight_cloth_mesh_free(NULL, &mesh);
}

// The third position becomes the first one: of a sparse part the index lies in view 1, whose first number is 2, its value in
// view 0.
TEST(sparse_elements_take_the_place_of_others)
{
#define SPARSE(count, type, offset)                                                                          \
    ", \"sparse\": {\"count\": " count ", \"indices\": {\"bufferView\": 1, \"componentType\": " type         \
    "}, \"values\": {\"bufferView\": 0, \"byteOffset\": " offset "}}"
    int whole = INSIDE + 2 * STRIDE + 12;
    glb file = triangle(5121, in_turn, 3, whole, SPARSE("1", "5121", "8"), "");
    bight_cloth_mesh mesh;
    const char *said = read_mesh(&file, &mesh);
    if (said[0] != '\0') {
        fail_msg("%s", said);
    }

    // two vertices that agree become one, so the triangle has lost a corner
    CHECK(mesh.vertex_count == 2);
    CHECK(mesh.positions[0].x == 1.0 && mesh.positions[1].x == 2.0 && mesh.positions[1].z == 103.0);
    bight_cloth_mesh_free(NULL, &mesh);

    file = triangle(5121, in_turn, 3, whole, SPARSE("0", "5121", "8"), "");
    must_say(&file, "accessors[0]: its sparse part should have a count of 1 to 3");
    file = triangle(5121, in_turn, 3, whole, SPARSE("1", "5126", "8"), "");
    must_say(&file, "indices of unsigned integers");
    file = triangle(5121, in_turn, 3, whole, SPARSE("2", "5121", "8"), "");
    must_say(&file, "sparse index 0 is not between");
    file = triangle(5121, (const uint32_t[3]){3, 0, 1}, 3, whole, SPARSE("1", "5121", "8"), "");
    must_say(&file, "sparse index 3 is not between");
    file = triangle(5121, in_turn, 3, whole, SPARSE("1", "5121", "52"), "");
    must_say(&file, "1 elements reach beyond");
    file = triangle(5121, in_turn, 3, whole, ", \"sparse\": {\"count\": 1}", "");
    must_say(&file, "sparse");
}

TEST(what_is_not_read_is_refused_by_name)
{
    int whole = INSIDE + 2 * STRIDE + 12;
    glb file =
        triangle(5121, in_turn, 3, whole, "",
                 ", \"extensionsRequired\": [\"KHR_materials_unlit\", \"KHR_draco_mesh_compression\"]");
    must_say(&file, "KHR_draco_mesh_compression");
    file = triangle(5121, in_turn, 3, whole, "", ", \"extensionsRequired\": [\"KHR_materials_unlit\"]");
    bight_cloth_mesh mesh;
    CHECK(read_mesh(&file, &mesh)[0] == '\0');
    bight_cloth_mesh_free(NULL, &mesh);
    file = triangle(5122, in_turn, 3, whole, "", "");
    must_say(&file, "accessors[1]: it should hold indices");
}

// Places on the pattern as normalised ushorts (0 .. 65535 for 0 .. 1) and ubytes; two joints that share each
// position by weights, one with a turned inverse bind matrix; the node's own translation by 100 does not
// count.
TEST(skins_move_their_meshes)
{
    enum { POSITION = 0, JOINT = 36, WEIGHT = 48, BIND = 60, PLACE = 188, SIZE = 200 };
    unsigned char binary[SIZE] = {0};
    for (size_t i = 0; i < 3; i++) {
        put_float(binary + POSITION + 12 * i, i == 1 ? 1.0f : 0.0f);
        put_float(binary + POSITION + 12 * i + 4, i == 2 ? 1.0f : 0.0f);
        binary[JOINT + 4 * i] = 1, binary[JOINT + 4 * i + 1] = 0, binary[JOINT + 4 * i + 2] = 9;
        binary[WEIGHT + 4 * i] = (unsigned char)(i == 0 ? 255 : 51);
        binary[WEIGHT + 4 * i + 1] = (unsigned char)(i == 0 ? 0 : 204);
    }
    for (size_t k = 0; k < 4; k++) { // the first: identity; the second: (x, y, z) -> (-y, x, z + 2)
        put_float(binary + BIND + 20 * k, 1.0f);
    }
    put_float(binary + BIND + 64 + 4, 1.0f);
    put_float(binary + BIND + 64 + 16, -1.0f);
    put_float(binary + BIND + 64 + 40, 1.0f);
    put_float(binary + BIND + 64 + 56, 2.0f);
    put_float(binary + BIND + 64 + 60, 1.0f);
    const uint32_t places[3] = {0x00000000u, 0x0000ffffu, 0x33330000u}; // u low, v high
    for (size_t i = 0; i < 3; i++) {
        put_u32(binary + PLACE + 4 * i, places[i]);
    }
    const char *json =
        "{\"nodes\": [{\"mesh\": 0, \"skin\": 0, \"translation\": [100, 0, 0]}, {\"translation\": [0, 5, 0], "
        "\"children\": [2]}, {\"translation\": [0, 0, 10]}], \"skins\": [{\"joints\": [1, 2], "
        "\"inverseBindMatrices\": 3}], \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0, "
        "\"JOINTS_0\": 1, \"WEIGHTS_0\": 2, \"TEXCOORD_0\": 4}}]}], \"buffers\": [{\"byteLength\": 200}], "
        "\"bufferViews\": [{\"buffer\": 0, \"byteLength\": 200}], \"accessors\": ["
        "{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\"}, "
        "{\"bufferView\": 0, \"byteOffset\": 36, \"componentType\": 5121, \"count\": 3, \"type\": \"VEC4\"}, "
        "{\"bufferView\": 0, \"byteOffset\": 48, \"componentType\": 5121, \"normalized\": true, \"count\": "
        "3, "
        "\"type\": \"VEC4\"}, "
        "{\"bufferView\": 0, \"byteOffset\": 60, \"componentType\": 5126, \"count\": 2, \"type\": \"MAT4\"}, "
        "{\"bufferView\": 0, \"byteOffset\": 188, \"componentType\": 5123, \"normalized\": true, \"count\": "
        "3, "
        "\"type\": \"VEC2\"}]}";
    glb file = make(json, binary, SIZE);
    bight_cloth_mesh mesh;
    const char *said = read_mesh(&file, &mesh);
    if (said[0] != '\0') {
        fail_msg("%s", said);
    }
    // joint 1 adds (0, 5, 10) to the turned position, joint 0 adds (0, 5, 0) to the plain one
    const double expected[3][3] = {{0, 5, 12},
                                   {0.2 * 0 + 0.8 * 1, 0.2 * 6 + 0.8 * 5, 0.2 * 12},
                                   {0.2 * -1 + 0.8 * 0, 0.2 * 5 + 0.8 * 6, 0.2 * 12}};
    for (int32_t i = 0; i < 3; i++) {
        CHECK_NEAR(mesh.positions[i].x, expected[i][0], 1e-9);
        CHECK_NEAR(mesh.positions[i].y, expected[i][1], 1e-9);
        CHECK_NEAR(mesh.positions[i].z, expected[i][2], 1e-9);
        const double *uv = mesh.uv + 2 * mesh.uv_triangles[i];
        CHECK_NEAR(uv[0], i == 1 ? 1.0 : 0.0, 1e-12);
        CHECK_NEAR(uv[1], i == 2 ? 0.8 : 1.0, 1e-12); // v runs down in the file
    }
    bight_cloth_mesh_free(NULL, &mesh);

    // a joint that is not there counts only where it has a weight
    binary[WEIGHT + 2] = 1;
    file = make(json, binary, SIZE);
    must_say(&file, "position 0 names joint 9 of 2");
    binary[WEIGHT + 2] = 0;
    binary[WEIGHT] = 0;
    file = make(json, binary, SIZE);
    must_say(&file, "no joint with a weight");
}

// A chunk of data may end with the file, and not a byte behind it.
TEST(chunks_end_with_the_file)
{
    unsigned char binary[36] = {0};
    put_float(binary + 12, 1.0f);
    put_float(binary + 28, 1.0f);
    glb file =
        make("{\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36}]}",
             binary, 36);
    bight_cloth_mesh mesh;
    assert_string_equal(read_mesh(&file, &mesh), "");
    bight_cloth_mesh_free(NULL, &mesh);
    put_u32(file.bytes + file.size - 36 - 8, 37);
    must_say(&file, "not a BIN chunk that fits");
    put_u32(file.bytes + file.size - 36 - 8, 35);
    must_say(&file, "3 elements reach beyond their buffer");
}

RUN_TESTS(unit(chunks_end_with_the_file), unit(offsets_strides_and_index_sizes), unit(bounds_are_exact),
          unit(sparse_elements_take_the_place_of_others), unit(what_is_not_read_is_refused_by_name),
          unit(skins_move_their_meshes))
