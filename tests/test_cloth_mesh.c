// SPDX-License-Identifier: MIT
// Reading and writing meshes of cloth: the same mesh in every format.

#include "bight/cloth_mesh_file.h"
#include "sheets.h"
#include "surface.h"

static bight_status read_text(const char *text, const char *name, bight_cloth_mesh *mesh, bight_error *error)
{
    return bight_read_cloth_mesh(NULL, text, strlen(text), name, mesh, error);
}

// Two panels in two groups that share two vertices but no place on the pattern; a quad and a pentagon; a
// seam.
static const char garment[] = "# two panels\n"
                              "o shirt\n"
                              "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0.25\nv 2 1 0.1\nv 2.5 0.5 1e-9\n"
                              "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                              "g front\n"
                              "f 1/1 2/2 3/3 4/4\n"
                              "vt 5 0\nvt 6 0\nvt 6.5 .5\nvt 6 1\nvt 5 1\n"
                              "g back\nusemtl red\ns 1\n"
                              "f 2/-5 5/-4 -1/-3 6/-2 3/9 # a pentagon\n"
                              "l 1 4\n";

TEST(obj_keeps_panels_places_and_polygons)
{
    bight_cloth_mesh mesh;
    CHECK(read_text(garment, "a.obj", &mesh, NULL) == BIGHT_OK);
    CHECK(mesh.vertex_count == 7 && mesh.uv_count == 9 && mesh.triangle_count == 5 && mesh.face_count == 2);
    const int32_t triangles[15] = {0, 1, 2, 0, 2, 3, 1, 4, 6, 1, 6, 5, 1, 5, 2};
    const int32_t places[15] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 4, 7, 8};
    const int32_t faces[5] = {0, 0, 1, 1, 1};
    assert_memory_equal(mesh.triangles, triangles, sizeof triangles);
    assert_memory_equal(mesh.uv_triangles, places, sizeof places);
    assert_memory_equal(mesh.faces, faces, sizeof faces);
    CHECK(mesh.group_count == 3); // shirt has no faces of its own
    assert_string_equal(mesh.names[mesh.groups[0]].text, "front");
    assert_string_equal(mesh.names[mesh.groups[4]].text, "back");
    CHECK(mesh.seam_count == 1 && mesh.seams[0] == 0 && mesh.seams[1] == 3);
    CHECK(mesh.uv[2 * 6] == 6.5 && mesh.uv[2 * 6 + 1] == 0.5);

    int32_t panels[5], count;
    const int32_t expected[5] = {0, 0, 1, 1, 1};
    CHECK(bight_cloth_mesh_panels(NULL, &mesh, panels, &count) == BIGHT_OK && count == 2);
    assert_memory_equal(panels, expected, sizeof panels);
    bight_cloth_mesh_free(NULL, &mesh);
}

// What a corner carries, whatever the numbers of places are.
static void check_same(const bight_cloth_mesh *a, const bight_cloth_mesh *b, bool floats, bool polygons)
{
    CHECK(a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count);
    CHECK(a->seam_count == b->seam_count);
    for (int32_t v = 0; v < a->vertex_count; v++) {
        bight_vec3 p = a->positions[v], q = b->positions[v];
        CHECK(floats ? (float)p.x == (float)q.x && (float)p.y == (float)q.y && (float)p.z == (float)q.z
                     : p.x == q.x && p.y == q.y && p.z == q.z);
    }
    assert_memory_equal(a->triangles, b->triangles, 12 * (size_t)a->triangle_count);
    assert_memory_equal(a->seams, b->seams, 8 * (size_t)a->seam_count);
    for (int32_t i = 0; i < 3 * a->triangle_count; i++) {
        int32_t s = a->uv_triangles[i], t = b->uv_triangles[i];
        CHECK((s < 0) == (t < 0));
        for (int32_t k = 0; k < 2 && s >= 0; k++) {
            double u = a->uv[2 * s + k], v = b->uv[2 * t + k];
            CHECK(floats ? (float)u == (float)v : u == v);
        }
    }
    int32_t panels_a[64], panels_b[64], count_a, count_b;
    CHECK(a->triangle_count <= 64);
    CHECK(bight_cloth_mesh_panels(NULL, a, panels_a, &count_a) == BIGHT_OK);
    CHECK(bight_cloth_mesh_panels(NULL, b, panels_b, &count_b) == BIGHT_OK);
    CHECK(count_a == count_b);
    assert_memory_equal(panels_a, panels_b, 4 * (size_t)a->triangle_count);
    if (polygons) {
        CHECK(a->face_count == b->face_count);
        assert_memory_equal(a->faces, b->faces, 4 * (size_t)a->triangle_count);
    }
}

static bight_cloth_mesh written_and_read(const bight_cloth_mesh *mesh, bight_mesh_format format)
{
    bight_bytes bytes;
    bight_error error = {0};
    bight_cloth_mesh back = {0};
    if (bight_write_cloth_mesh(NULL, mesh, format, NULL, &bytes, &error) != BIGHT_OK ||
        bight_read_cloth_mesh(NULL, bytes.data, bytes.size, NULL, &back, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    bight_bytes_free(NULL, &bytes);
    return back;
}

TEST(formats_bring_the_mesh_back)
{
    bight_cloth_mesh mesh;
    CHECK(read_text(garment, NULL, &mesh, NULL) == BIGHT_OK);
    bight_cloth_mesh obj = written_and_read(&mesh, BIGHT_MESH_FORMAT_OBJ);
    bight_cloth_mesh ply = written_and_read(&mesh, BIGHT_MESH_FORMAT_PLY);
    bight_cloth_mesh gltf = written_and_read(&mesh, BIGHT_MESH_FORMAT_GLTF);
    check_same(&mesh, &obj, false, true);
    check_same(&mesh, &ply, false, true);
    check_same(&mesh, &gltf, true, false);
    CHECK(obj.uv_count == 9 && ply.uv_count == 9 && gltf.uv_count == 9);
    assert_string_equal(obj.names[obj.groups[4]].text, "back");
    assert_string_equal(gltf.names[gltf.groups[4]].text, "back");
    bight_cloth_mesh_free(NULL, &obj);
    bight_cloth_mesh_free(NULL, &ply);
    bight_cloth_mesh_free(NULL, &gltf);

    // without a pattern, and with corners that lack a place
    for (int32_t i = 0; i < 15; i++) {
        mesh.uv_triangles[i] = i < 6 ? mesh.uv_triangles[i] : -1;
    }
    obj = written_and_read(&mesh, BIGHT_MESH_FORMAT_OBJ);
    ply = written_and_read(&mesh, BIGHT_MESH_FORMAT_PLY);
    check_same(&mesh, &obj, false, true);
    check_same(&mesh, &ply, false, true);
    bight_cloth_mesh_free(NULL, &obj);
    bight_cloth_mesh_free(NULL, &ply);
    bight_cloth_mesh_free(NULL, &mesh);
}

// A file of one triangle is nine floats of positions and six of places; v runs down there.
TEST(gltf_turns_the_pattern_over)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.25\nvt 2 0\nvt 0.5 1.5\nf 1/1 2/2 3/3\n";
    static const float expected[6] = {0.5f, 0.75f, 2.0f, 1.0f, 0.5f, -0.5f};
    bight_cloth_mesh mesh;
    bight_bytes bytes;
    CHECK(read_text(text, NULL, &mesh, NULL) == BIGHT_OK);
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_GLTF, NULL, &bytes, NULL) == BIGHT_OK);
    const unsigned char *file = bytes.data;
    size_t json = file[12] + 256 * (size_t)file[13];
    float found[6];
    CHECK(bytes.size >= 28 + json + 36 + sizeof found);
    memcpy(found, file + 28 + json + 36, sizeof found);
    assert_memory_equal(found, expected, sizeof found);
    bight_bytes_free(NULL, &bytes);
    bight_cloth_mesh_free(NULL, &mesh);
}

// Materials are parts where nothing else has a name.
TEST(obj_materials_are_groups_where_there_are_no_names)
{
    static const char text[] =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nusemtl silk\nf 1 2 3\nusemtl wool\nf 2 4 3\n"
        "g belt\nf 1 2 4\nusemtl tin\nf 1 4 3\n";
    static const char *const names[] = {"silk", "wool", "belt", "belt"};
    bight_cloth_mesh mesh;
    CHECK(read_text(text, NULL, &mesh, NULL) == BIGHT_OK && mesh.triangle_count == 4);
    for (int32_t i = 0; i < 4; i++) {
        assert_string_equal(mesh.names[mesh.groups[i]].text, names[i]);
    }
    bight_cloth_mesh_free(NULL, &mesh);
}

// ---- PLY by hand ------------------------------------------------------------------------------------------

static const char ply_text[] = "ply\nformat ascii 1.0\ncomment by hand\nobj_info x\n"
                               "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
                               "property uchar red\nproperty float s\nproperty float t\n"
                               "element junk 2\nproperty list uchar short things\nproperty int more\n"
                               "element face 2\nproperty list uchar int vertex_index\nproperty uchar flags\n"
                               "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n"
                               "0 0 0 255 0 0\n1 0 0 9 1 0\n1 1 0.5 9 1 1\n0 1 -2.5 9 0 1\n"
                               "2 7 8 1\n0 5\n"
                               "4 0 1 2 3 0\n3 0 2 1\n1\n"
                               "0 2\n";

// The same in binary, made here byte by byte.
static size_t binary_ply(unsigned char *out, bool big)
{
    const char *header =
        big ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n";
    const char *rest = strstr(ply_text, "element vertex"), *end = strstr(ply_text, "end_header\n") + 11;
    size_t size = strlen(header);
    memcpy(out, header, size);
    memcpy(out + size, rest, (size_t)(end - rest));
    size += (size_t)(end - rest);
    const char *codes = "fffbff"
                        "fffbff"
                        "fffbff"
                        "fffbff"
                        "bhhi"
                        "bi"
                        "biiiib"
                        "biiib"
                        "ii";
    const double values[] = {0, 0, 0, 255, 0, 0, 1, 0, 0, 9, 1, 0, 1, 1, 0.5, 9, 1, 1, 0, 1, -2.5, 9,
                             0, 1, 2, 7,   8, 1, 0, 5, 4, 0, 1, 2, 3, 0, 3,   0, 2, 1, 1, 0, 2};
    CHECK(strlen(codes) == sizeof values / sizeof *values);
    for (size_t i = 0; codes[i] != '\0'; i++) {
        float single = (float)values[i];
        uint32_t bits = (uint32_t)(int32_t)values[i];
        if (codes[i] == 'f') {
            memcpy(&bits, &single, sizeof bits);
        }
        size_t bytes = codes[i] == 'b' ? 1 : codes[i] == 'h' ? 2 : 4;
        for (size_t k = 0; k < bytes; k++) {
            out[size++] = (unsigned char)(bits >> 8 * (big ? bytes - 1 - k : k));
        }
    }
    return size;
}

TEST(ply_in_text_and_both_byte_orders)
{
    bight_cloth_mesh text, little, big;
    unsigned char bytes[2048];
    CHECK(read_text(ply_text, "a.ply", &text, NULL) == BIGHT_OK);
    CHECK(text.vertex_count == 4 && text.triangle_count == 3 && text.face_count == 2 && text.seam_count == 1);
    const int32_t triangles[9] = {0, 1, 2, 0, 2, 3, 0, 2, 1};
    assert_memory_equal(text.triangles, triangles, sizeof triangles);
    CHECK(text.positions[3].z == -2.5 && text.uv[2 * text.uv_triangles[2] + 1] == 1.0);
    CHECK(bight_read_cloth_mesh(NULL, bytes, binary_ply(bytes, false), NULL, &little, NULL) == BIGHT_OK);
    CHECK(bight_read_cloth_mesh(NULL, bytes, binary_ply(bytes, true), NULL, &big, NULL) == BIGHT_OK);
    check_same(&text, &little, false, true);
    check_same(&text, &big, false, true);

    // cut anywhere, it is refused and leaves nothing
    size_t size = binary_ply(bytes, true);
    for (size_t length = 0; length < size; length++) {
        bight_cloth_mesh cut;
        bight_error error = {0};
        CHECK(bight_read_cloth_mesh(NULL, bytes, length, "a.ply", &cut, &error) == BIGHT_ERROR_PARSE);
        CHECK(cut.positions == NULL && error.message[0] != '\0');
    }
    bight_cloth_mesh_free(NULL, &text);
    bight_cloth_mesh_free(NULL, &little);
    bight_cloth_mesh_free(NULL, &big);
}

#define HEAD                                                                                                 \
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
#define BODY "end_header\n0 0 0\n1 0 0\n0 1 0\n"

TEST(errors_name_the_place)
{
    const struct {
        const char *text, *words;
        int32_t line;
    } bad[] = {
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "no faces", 0},
        {"v 0 0 zero\n", "`zero`", 1},
        {"v 0 0 0\nl 1 2\n", "vertex 2 does not exist", 2},
        {"v 0 0 0\nvt 1 x\n", "`x`", 2},
        {"ply\n", "end_header", 1},
        {"ply\nformat binary_middle_endian 1.0\n", "not ascii", 2},
        {"ply\nformat ascii 1.0\nproperty int x\n", "before the first element", 3},
        {"ply\nformat ascii 1.0\nelement vertex many\n", "NAME COUNT", 3},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty complex x\n", "TYPE NAME", 4},
        {"ply\nformat ascii 1.0\nelement face 1\nproperty list float int vertex_indices\n", "whole number",
         4},
        {"ply\nformat ascii 1.0\nelement tristrips 1\n", "strips", 3},
        {"ply\nformat ascii 1.0\nwhat\n", "`what`", 3},
        {HEAD "end_header\n", "needs a format", 7},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\n" BODY "3 0 1 3\n", "names vertex 3",
         0},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\n" BODY "3 0 1 -1\n", "not the number",
         13},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\n" BODY "2 0 1\n", "fewer than 3", 13},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\n" BODY "3 0 1 2.5\n", "not the number",
         13},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\n" BODY "250 0 1 2\n",
         "longer than the file", 13},
        {HEAD "element face 2\nproperty list uchar int vertex_indices\n" BODY "3 0 1 2\n", "ends before", 13},
        {HEAD "element face 1\nproperty list uchar int vertex_indices\n" BODY "3 0 one 2\n", "`one`", 13},
        {"{\"asset\":{\"version\":\"2.0\"}}", "no faces", 0},
        {"{", "not JSON", 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_cloth_mesh mesh;
        bight_error error = {0};
        CHECK(read_text(bad[i].text, "a.obj", &mesh, &error) == BIGHT_ERROR_PARSE);
        CHECK(mesh.positions == NULL);
        if (error.line != bad[i].line || strstr(error.message, bad[i].words) == NULL) {
            fail_msg("case %d: line %d: %s", (int)i, error.line, error.message);
        }
    }
    bight_cloth_mesh mesh;
    bight_error error = {0};
    CHECK(read_text("solid", "a.stl", &mesh, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "written, not read") != NULL);
}

TEST(names_lose_the_blanks_around_them)
{
    bight_cloth_mesh mesh;
    CHECK(read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\ng \t front panel\t \nf 1 2 3\ng b \nf 1 3 2\ng c\t\nf 2 3 1\n",
                    "a.obj", &mesh, NULL) == BIGHT_OK);
    assert_string_equal(mesh.names[mesh.groups[0]].text, "front panel");
    assert_string_equal(mesh.names[mesh.groups[1]].text, "b");
    assert_string_equal(mesh.names[mesh.groups[2]].text, "c");
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(numbers_that_are_none_are_kept)
{
    bight_cloth_mesh mesh;
    CHECK(read_text("v nan -inf 1.#QNAN\nv 1 0 0\nv 0 1 INFINITY\nf 1 2 3\n", "a.obj", &mesh, NULL) ==
          BIGHT_OK);
    CHECK(isnan(mesh.positions[0].x) && mesh.positions[0].y == -HUGE_VAL && isnan(mesh.positions[0].z));
    CHECK(mesh.positions[2].z == HUGE_VAL);
    bight_bytes bytes;
    bight_error error = {0};
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_OBJ, NULL, &bytes, &error) ==
          BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "vertex 1") != NULL);
    bight_cloth_mesh_free(NULL, &mesh);
}

// ---- glTF -------------------------------------------------------------------------------------------------

static uint32_t u32_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static double float_at(const uint8_t *at)
{
    float number;
    uint32_t bits = u32_at(at);
    memcpy(&number, &bits, sizeof bits);
    return (double)number;
}

static const char strips[] =
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"translation\":[10,0,0]}],"
    "\"meshes\":[{\"name\":\"sail\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":5},"
    "{\"attributes\":{\"POSITION\":0},\"mode\":6},{\"attributes\":{\"POSITION\":0},\"mode\":2}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":60}],"
    "\"buffers\":[{\"byteLength\":60,\"uri\":\"data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAgD8AAAAAAAAAAAAAAEAAAAAA\"}]}";

TEST(gltf_strips_fans_and_nodes)
{
    bight_cloth_mesh mesh;
    bight_error error = {0};
    if (read_text(strips, NULL, &mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    const int32_t triangles[18] = {0, 1, 2, 1, 3, 2, 2, 3, 4, 0, 1, 2, 0, 2, 3, 0, 3, 4};
    CHECK(mesh.vertex_count == 5 && mesh.triangle_count == 6 && mesh.seam_count == 5);
    assert_memory_equal(mesh.triangles, triangles, sizeof triangles);
    CHECK(mesh.positions[1].x == 11.0 && mesh.seams[8] == 4 && mesh.seams[9] == 0);
    assert_string_equal(mesh.names[0].text, "sail");
    bight_cloth_mesh_free(NULL, &mesh);
}

// Frames: the displacements are in the file, the sum is the frame, and the weights pick one frame at a time.
TEST(frames_become_morph_targets_and_pc2)
{
    bight_cloth_mesh mesh;
    CHECK(read_text(garment, NULL, &mesh, NULL) == BIGHT_OK);
    bight_vec3 positions[3 * 7];
    for (int32_t i = 0; i < 3 * 7; i++) {
        positions[i] = v3_add(mesh.positions[i % 7], v3(0.1 * i, 0.01 * i * i, -1.0 / (1 + i)));
    }
    const bight_mesh_frames frames = {positions, 3, 25.0};
    bight_bytes glb, pc2;
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_GLTF, &frames, &glb, NULL) == BIGHT_OK);
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_PC2, &frames, &pc2, NULL) == BIGHT_OK);
    bight_cloth_mesh back = {0};
    CHECK(bight_read_cloth_mesh(NULL, glb.data, glb.size, NULL, &back, NULL) == BIGHT_OK);
    check_same(&mesh, &back, true, false);
    bight_cloth_mesh_free(NULL, &back);

    // two vertices stand there twice: 9 points; positions and places first, then the frames
    size_t json = u32_at(glb.data + 12);
    char *text = calloc(json + 1, 1);
    memcpy(text, glb.data + 20, json);
    CHECK(strstr(text, "\"targets\":[{\"POSITION\":2},{\"POSITION\":3},{\"POSITION\":4}]") != NULL);
    CHECK(strstr(text, "\"path\":\"weights\"") != NULL && strstr(text, "\"count\":9") != NULL);
    free(text);
    const uint8_t *data = glb.data + 20 + json + 8;
    for (int32_t frame = 0; frame < 3; frame++) {
        for (int32_t v = 0; v < 7; v++) {
            bight_vec3 p = positions[7 * frame + v];
            double rest = float_at(data + 12 * v),
                   moved = float_at(data + 9 * 12 + 9 * 8 + 9 * 12 * frame + 12 * v);
            CHECK_NEAR(rest + moved, p.x, 1e-6);
        }
    }
    CHECK(memcmp(pc2.data, "POINTCACHE2", 12) == 0 && u32_at(pc2.data + 12) == 1 &&
          u32_at(pc2.data + 16) == 7);
    CHECK(float_at(pc2.data + 20) == 0.0 && float_at(pc2.data + 24) == 1.0 && u32_at(pc2.data + 28) == 3);
    CHECK(pc2.size == 32 + 3 * 7 * 12);
    CHECK(float_at(pc2.data + 32 + 12 * 15 + 8) == (double)(float)positions[15].z);
    bight_bytes_free(NULL, &glb);
    bight_bytes_free(NULL, &pc2);

    const bight_mesh_frames none = {positions, 0, 25.0}, still = {positions, 1, 0.0};
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_OBJ, &frames, &glb, NULL) ==
          BIGHT_ERROR_INVALID);
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_PC2, &none, &glb, NULL) ==
          BIGHT_ERROR_INVALID);
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_PC2, &still, &glb, NULL) ==
          BIGHT_ERROR_INVALID);
    CHECK(bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_STL, NULL, &glb, NULL) == BIGHT_OK);
    CHECK(glb.size == 84 + 50 * 5);
    bight_bytes_free(NULL, &glb);
    bight_cloth_mesh_free(NULL, &mesh);
}

TEST(names_and_endings)
{
    CHECK(bight_mesh_format_find("a/b.OBJ") == BIGHT_MESH_FORMAT_OBJ);
    CHECK(bight_mesh_format_find("x.y.glb") == BIGHT_MESH_FORMAT_GLTF);
    CHECK(bight_mesh_format_find("pc2") == BIGHT_MESH_FORMAT_PC2);
    CHECK(bight_mesh_format_find("a.gl") == BIGHT_MESH_FORMAT_COUNT);
    CHECK(bight_mesh_format_find(NULL) == BIGHT_MESH_FORMAT_COUNT);
    assert_string_equal(bight_mesh_format_name(BIGHT_MESH_FORMAT_STL), "stl");
    CHECK(bight_mesh_format_name(BIGHT_MESH_FORMAT_COUNT) == NULL);
}

// Every allocation fails once, in every reader and writer, in the check and in the repair.
TEST(running_out_of_memory_leaks_nothing)
{
    const char *const inputs[3] = {garment, ply_text, strips};
    for (int32_t which = 0; which < 3; which++) {
        bool done = false;
        for (int64_t n = 1; n < 2000 && !done; n++) {
            failing_allocator state = {.fail_at = n};
            bight_env env = failing_env(&state);
            bight_cloth_mesh mesh = {0};
            bight_mesh_report report = {0};
            bight_error error = {0};
            bight_status status =
                bight_read_cloth_mesh(&env, inputs[which], strlen(inputs[which]), NULL, &mesh, &error);
            for (int32_t format = 0; format < BIGHT_MESH_FORMAT_COUNT && status == BIGHT_OK; format++) {
                bight_bytes bytes;
                status = bight_write_cloth_mesh(&env, &mesh, (bight_mesh_format)format, NULL, &bytes, &error);
                bight_bytes_free(&env.allocator, &bytes);
            }
            status = status == BIGHT_OK ? bight_mesh_check(&env, &mesh, &report, &error) : status;
            status = status == BIGHT_OK ? bight_mesh_repair(&env, &mesh, NULL, &error) : status;
            bight_mesh_report_free(&env.allocator, &report);
            bight_cloth_mesh_free(&env.allocator, &mesh);
            CHECK_SEED(state.held == 0, n);
            CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, n);
            CHECK_SEED(status == BIGHT_OK || error.message[0] != '\0', n);
            done = status == BIGHT_OK;
        }
        CHECK(done);
    }
}

RUN_TESTS(unit(gltf_turns_the_pattern_over), unit(obj_materials_are_groups_where_there_are_no_names),
          unit(obj_keeps_panels_places_and_polygons), unit(formats_bring_the_mesh_back),
          unit(ply_in_text_and_both_byte_orders), unit(errors_name_the_place),
          unit(names_lose_the_blanks_around_them), unit(numbers_that_are_none_are_kept),
          unit(gltf_strips_fans_and_nodes), unit(frames_become_morph_targets_and_pc2),
          unit(names_and_endings), unit(running_out_of_memory_leaks_nothing))
