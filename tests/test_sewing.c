// SPDX-License-Identifier: MIT
// The reader of sewing patterns.

#include "bight/garment_file.h"

#include "failing_memory.h"
#include "garment/outline.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAG BIGHT_SOURCE_DIR "/fuzz/corpus/sewing/bag.json"

static char *read_text(const char *path)
{
    char *text = calloc(1, 8192);
    FILE *file = fopen(path, "rb");
    assert_non_null(text);
    assert_non_null(file);
    CHECK(fread(text, 1, 8191, file) > 0);
    (void)fclose(file);
    return text;
}

static bight_status read_sewing(const char *text, bight_sewing *pattern, bight_error *error)
{
    *error = (bight_error){0};
    return bight_read_sewing(NULL, text, strlen(text), pattern, error);
}

TEST(a_pattern_is_read)
{
    char *text = read_text(BAG);
    bight_sewing pattern;
    bight_error error;
    assert_int_equal(read_sewing(text, &pattern, &error), BIGHT_OK);
    assert_int_equal(pattern.panel_count, 2);
    assert_int_equal(pattern.stitch_count, 3);
    assert_string_equal(pattern.panels[0].name.text, "front_side");
    const bight_sewing_panel *front = &pattern.panels[0], *back = &pattern.panels[1];
    CHECK_NEAR(front->translation.y, 1.0, 1e-15);

    // [0.5, -0.1] along and left of the edge from (-0.1, 0) to (0.1, 0)
    CHECK_NEAR(front->edges[0].control[0][0], 0.0, 1e-15);
    CHECK_NEAR(front->edges[0].control[0][1], -0.02, 1e-15);
    assert_int_equal(front->edges[1].control_count, 2);

    // the circle: radius 0.125 over a chord of 0.2, middle 0.075 above it, so the arc's lowest point is at -0.05
    double place[2];
    bi_edge_at(back, 0, 0.5, place);
    CHECK_NEAR(place[0], 0.0, 1e-12);
    CHECK_NEAR(place[1], -0.05, 1e-12);
    CHECK_NEAR(bi_edge_length(back, 0), 2 * 0.125 * asin(0.8), 1e-5);
    assert_int_equal(back->edges[3].control_count, 1); // the older form

    // turned by 180 degrees about y
    const double corner[2] = {0.1, 0.2};
    bight_vec3 there = bi_panel_place(back, corner);
    CHECK_NEAR(there.x, -0.1, 1e-15);
    CHECK_NEAR(there.y, 1.2, 1e-15);
    CHECK_NEAR(there.z, -0.05, 1e-15);
    bight_sewing_free(NULL, &pattern);
    free(text);
}

// Rx Ry Rz: of turns by (90, 90, 0) the panel's x goes to where Rx takes -z, which is y; its y goes to Rx y = z.
TEST(turns_are_in_order)
{
    bight_sewing pattern;
    bight_error error;
    const char *text =
        "{\"pattern\":{\"panels\":{\"a\":{\"rotation\":[90,90,0],\"vertices\":[[0,0],[1,0],[0,1]],\"edges\":["
        "{\"endpoints\":[0,1]},{\"endpoints\":[1,2]},{\"endpoints\":[2,0]}]}}},\"properties\":{"
        "\"units_in_meter\":1}}";
    assert_int_equal(read_sewing(text, &pattern, &error), BIGHT_OK);
    const double x[2] = {1, 0}, y[2] = {0, 1};
    bight_vec3 p = bi_panel_place(&pattern.panels[0], x), q = bi_panel_place(&pattern.panels[0], y);
    CHECK_NEAR(p.y, 1.0, 1e-15);
    CHECK_NEAR(q.z, 1.0, 1e-15);
    bight_sewing_free(NULL, &pattern);
}

TEST(faults_are_named_with_their_line)
{
    static const char *const faults[][3] = {
        {"\"edge\": 3}, {\"panel\": \"back\", \"edge\": 1}",
         "\"edge\": 4}, {\"panel\": \"back\", \"edge\": 1}", "stitch 2"},
        {"\"panel\": \"back\", \"edge\": 3", "\"panel\": \"rear\", \"edge\": 3", "stitch 1"},
        {"{\"endpoints\": [2, 3]}, {\"endpoints\": [3, 0], \"curvature\": [",
         "{\"endpoints\": [1, 3]}, {\"endpoints\": [3, 0], \"curvature\": [", "edge 2 of panel \"back\""},
        {"[12.5, 0, 1]", "[9.5, 0, 1]", "edge 0 of panel \"back\""},
        {"\"quadratic\"", "\"spline\"", "edge 0 of panel \"front side\""},
        {"[0, 180, 0]", "[0, 180]", "panel \"back\""},
        {"[-12, 20]]", "[-12, 1e300]]", "panel \"front side\""},
        {"\"units_in_meter\": 100", "\"units_in_meter\": 0", "units_in_meter"},
        {"\"panels\"", "\"pieces\"", "no panels"},
    };
    char *text = read_text(BAG);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char *at = strstr(text, faults[i][0]), changed[4096];
        assert_non_null(at);
        (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, faults[i][1],
                       at + strlen(faults[i][0]));
        bight_sewing pattern;
        bight_error error;
        assert_int_equal(read_sewing(changed, &pattern, &error), BIGHT_ERROR_PARSE);
        if (strstr(error.message, faults[i][2]) == NULL || error.line < 1) {
            fail_msg("line %d: %s", error.line, error.message);
        }
        assert_null(pattern.panels);
    }
    free(text);
}

// Joined and eased: one bag that faces one way, closed but for its top, its edges about as long as on the pattern.
TEST(a_pattern_is_joined)
{
    char *text = read_text(BAG);
    bight_sewing pattern;
    bight_error error;
    bight_cloth_mesh mesh;
    bight_mesh_report report;
    assert_int_equal(read_sewing(text, &pattern, &error), BIGHT_OK);
    for (int32_t turned = 0; turned < 2; turned++) {
        // the second time the back is not turned about: its front looks the other way, and its triangles are turned over
        for (int32_t s = 0; s < 3; s++) {
            pattern.stitches[s].joined = true;
        }
        if (turned == 1) {
            const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
            memcpy(pattern.panels[1].rotation, none, sizeof none);
            pattern.stitches[1].edge[1] = 1;
            pattern.stitches[2].edge[1] = 3;
        }
        assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.015, &mesh, NULL, &error), BIGHT_OK);
        assert_int_equal(bight_sewing_ease(NULL, &mesh, &error), BIGHT_OK);
        assert_int_equal(bight_mesh_check(NULL, &mesh, &report, &error), BIGHT_OK);
        assert_int_equal(report.fault_count, 0);
        assert_int_equal(report.intersections, 0);
        double off = 0.0, sum = 0.0;
        for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
            int32_t j = i - i % 3 + (i + 1) % 3;
            const double *a = mesh.uv + 2 * mesh.uv_triangles[i], *b = mesh.uv + 2 * mesh.uv_triangles[j];
            bight_vec3 p = mesh.positions[mesh.triangles[i]], q = mesh.positions[mesh.triangles[j]];
            double flat = hypot(a[0] - b[0], a[1] - b[1]),
                   there = hypot(hypot(p.x - q.x, p.y - q.y), p.z - q.z);
            off += fabs(flat - there);
            sum += flat;
        }
        CHECK(off < 0.05 * sum);
        bight_mesh_report_free(NULL, &report);
        mesh.uv_triangles[0] = -1;
        assert_int_equal(bight_sewing_ease(NULL, &mesh, &error), BIGHT_ERROR_INVALID);
        bight_cloth_mesh_free(NULL, &mesh);
    }
    bight_sewing_free(NULL, &pattern);
    free(text);
}

TEST(memory_may_fail)
{
    char *text = read_text(BAG);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t at = 1; status != BIGHT_OK; at++) {
        failing_allocator state = {.fail_at = at};
        bight_env env = failing_env(&state);
        bight_sewing pattern;
        bight_cloth_mesh mesh;
        bight_sewing_report report;
        bight_error error = {0};
        status = bight_read_sewing(&env, text, strlen(text), &pattern, &error);
        if (status == BIGHT_OK) {
            status = bight_sewing_mesh(&env, &pattern, 0.05, &mesh, &report, &error);
            bight_sewing_free(&env.allocator, &pattern);
        }
        if (status == BIGHT_OK) {
            bight_cloth_mesh_free(&env.allocator, &mesh);
            bight_sewing_report_free(&env.allocator, &report);
        } else {
            assert_int_equal(status, BIGHT_ERROR_NO_MEMORY);
        }
        assert_int_equal(state.held, 0);
    }
    free(text);
}

RUN_TESTS(unit(a_pattern_is_read), unit(turns_are_in_order), unit(faults_are_named_with_their_line),
          unit(a_pattern_is_joined), unit(memory_may_fail))
