// SPDX-License-Identifier: MIT
// Groups of a file of cloth in run.glb: names, vertices in their order, places on the pattern, and they move.

#define _POSIX_C_SOURCE 200809L

#include "bight/cloth_mesh_file.h"
#include "bight/io.h"
#include "command.h"

// Four groups, one of them in two stretches; vertices in another order than corners name them; the pattern is cut
// between vertices 2 and 5, so that those have two places.
static const char garment[] =
    "v 2 1 0\nv 1 0 0\nv 0 0 0\nv 2 0 0\nv 1 1 0\nv 0 1 0\nv 3 0 0\nv 3 1 0\n"
    "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 5 0\nvt 6 0\nvt 6 1\nvt 5 1\nvt 7 0\nvt 7 1\n"
    "g front\nf 3/1 2/2 5/3\no back\nf 2/5 4/6 1/7\ng front\nf 3/1 5/3 6/4\ng back\n"
    "f 2/5 1/7 5/8\ng hem line\nf 4/6 7/9 8/10 1/7\n";

static void read_mesh(const char *path, bight_cloth_mesh *mesh)
{
    bight_bytes bytes;
    bight_error error = {0};
    CHECK(bight_read_file(NULL, path, 0, &bytes, NULL) == BIGHT_OK);
    if (bight_read_cloth_mesh(NULL, bytes.data, bytes.size, path, mesh, &error) != BIGHT_OK) {
        fail_msg("%s: %s", path, error.message);
    }
    bight_bytes_free(NULL, &bytes);
}

// How many triangles a group has, whose corners are all where and as they were in the file; -1 for any other.
static int32_t same_group(const bight_cloth_mesh *is, const bight_cloth_mesh *was, const char *name,
                          const char *old)
{
    int32_t count = 0, t = 0;
    for (int32_t i = 0; i < is->triangle_count; i++) {
        if (strcmp(is->names[is->groups[i]].text, name) != 0) {
            continue;
        }
        while (t < was->triangle_count && strcmp(was->names[was->groups[t]].text, old) != 0) {
            t++;
        }
        for (int32_t k = 0; k < 3; k++) {
            const double *a = is->uv + 2 * is->uv_triangles[3 * i + k],
                         *b = was->uv + 2 * was->uv_triangles[3 * t + k];
            if (t == was->triangle_count || is->triangles[3 * i + k] != was->triangles[3 * t + k] ||
                a[0] != b[0] || a[1] != b[1]) {
                return -1;
            }
        }
        t++, count++;
    }
    return count;
}

TEST(groups_survive_into_the_animation)
{
    static result r;
    put_text("garment.obj", garment);
    put_text("groups.json",
             "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, \"cloths\": [{\"name\": \"q\", "
             "\"mesh\": {\"file\": "
             "\"garment.obj\"}, \"pins\": \"u0\"}], \"script\": [{\"wait\": {\"cycles\": 20}}]}");
    remove_folder("cli_groups");
    CHECK_RUN(&r, 0, "", "", "run", "groups.json", "--out", "cli_groups");

    bight_cloth_mesh was, is;
    read_mesh("garment.obj", &was);
    read_mesh("cli_groups/run.glb", &is);
    CHECK(is.group_count == 3 && is.triangle_count == 6 && is.vertex_count == 8);
    assert_string_equal(is.names[0].text, "front");
    assert_string_equal(is.names[1].text, "back");
    assert_string_equal(is.names[2].text, "hem line");
    for (int32_t i = 0; i < 8; i++) {
        CHECK(is.positions[i].x == was.positions[i].x && is.positions[i].y == was.positions[i].y);
    }
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(same_group(&is, &was, is.names[i].text, is.names[i].text), 2);
    }
    bight_cloth_mesh_free(NULL, &is);

    // all of it moves, by one sampler
    bight_bytes glb;
    CHECK(bight_read_file(NULL, "cli_groups/run.glb", 0, &glb, NULL) == BIGHT_OK);
    glb.data[glb.size - 1] = '\0';
    const char *json = (const char *)glb.data + 20;
    for (int32_t i = 0; i < 3; i++) {
        char channel[80];
        snprintf(channel, sizeof channel, "{\"sampler\":0,\"target\":{\"node\":%d,\"path\":\"weights\"}}",
                 (int)i);
        CHECK(strstr(json, channel) != NULL);
    }
    CHECK(strstr(json, "\"sampler\":1") == NULL && strstr(json, "\"node\":3") == NULL);
    bight_bytes_free(NULL, &glb);

    // two cloths: their names in front; without a pattern of its own a cloth is at rest as it lies, and keeps its places
    put_text("groups.json", "{\"bight\": 1, \"view\": {\"width\": 64, \"height\": 48}, \"ropes\": "
                            "[{\"name\": \"r\", \"line\": {\"from\": [0, 0, 9], "
                            "\"to\": [9, 0, 9]}, \"radius\": 0.1}], \"cloths\": [{\"name\": \"a\", \"mesh\": "
                            "{\"file\": \"garment.obj\", "
                            "\"pattern\": 0}}, {\"name\": \"b\", \"position\": [0, 0, 3], \"grid\": "
                            "{\"width\": 1, \"height\": 1, \"columns\": 1, "
                            "\"rows\": 1}}], \"script\": [{\"wait\": {\"cycles\": 2}}]}");
    CHECK_RUN(&r, 0, "", "", "run", "groups.json", "--out", "cli_groups");
    read_mesh("cli_groups/run.glb", &is);
    static const char *const names[] = {"r", "a.front", "a.back", "a.hem line", "b"};
    CHECK(is.group_count == 5);
    for (int32_t i = 0; i < 5; i++) {
        assert_string_equal(is.names[i].text, names[i]);
    }
    bight_cloth_mesh_free(NULL, &is);
    bight_cloth_mesh_free(NULL, &was);
    remove_folder("cli_groups");
}

RUN_TESTS(unit(groups_survive_into_the_animation))
