// SPDX-License-Identifier: MIT
// Things to wrap: closed, of one piece, clean, standing; and what cannot be wrapped is refused in words.

#include "bight/cloth_mesh.h"
#include "bight/wrap.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "geom/mesh.h"
#include "geom/shapes.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_mesh made(const char *name)
{
    bight_mesh mesh;
    bight_error error = {0};
    if (bight_wrap_object_make(NULL, name, &mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return mesh;
}

static bight_wrap_stand stands(bight_mesh *mesh, double size)
{
    bight_wrap_stand stand;
    bight_error error = {0};
    if (bight_wrap_set_down(NULL, mesh, size, &stand, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return stand;
}

static void refused(bight_mesh *mesh, double size, const char *words)
{
    bight_wrap_stand stand;
    bight_error error = {0};
    CHECK(bight_wrap_set_down(NULL, mesh, size, &stand, &error) == BIGHT_ERROR_INVALID);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    }
    bight_mesh_free(NULL, mesh);
}

// The faults of any mesh, by the library's own check of garments: none, no crossing, no border.
TEST(every_object_is_a_sound_mesh)
{
    int32_t i = 0;
    for (; bight_wrap_object_at(i) != NULL; i++) {
        const char *name = bight_wrap_object_at(i)->name;
        bight_mesh mesh = made(name);
        bight_cloth_mesh view = {.positions = mesh.positions, .triangles = mesh.triangles};
        view.vertex_count = mesh.vertex_count;
        view.triangle_count = mesh.triangle_count;
        view.uv_triangles = malloc(3 * (size_t)mesh.triangle_count * sizeof *view.uv_triangles);
        view.faces = malloc((size_t)mesh.triangle_count * sizeof *view.faces);
        view.groups = calloc((size_t)mesh.triangle_count, sizeof *view.groups);
        CHECK(view.uv_triangles != NULL && view.faces != NULL && view.groups != NULL);
        bight_mesh_group group = {""};
        view.names = &group;
        view.group_count = 1;
        view.face_count = mesh.triangle_count;
        for (int32_t t = 0; t < mesh.triangle_count; t++) {
            view.faces[t] = t;
            view.uv_triangles[3 * t] = view.uv_triangles[3 * t + 1] = view.uv_triangles[3 * t + 2] = -1;
        }
        bight_mesh_report report;
        CHECK(bight_mesh_check(NULL, &view, &report, NULL) == BIGHT_OK);
        print_message("%s: %d triangles, %d faults, %d crossings\n", name, (int)mesh.triangle_count,
                      (int)report.fault_count, (int)report.intersections);
        if (report.fault_count > 0) {
            fail_msg("%s: %s", name, bight_mesh_fault_text(report.faults[0].kind));
        }
        CHECK(report.intersections == 0 && report.borders == 0);
        CHECK(mesh.triangle_count >= 1000 && mesh.triangle_count <= 20000);
        CHECK(bi_mesh_check_closed(NULL, &mesh, NULL) == BIGHT_OK && bi_mesh_volume(&mesh) > 0.0);
        bight_mesh_report_free(NULL, &report);
        free(view.uv_triangles);
        free(view.faces);
        free(view.groups);

        bight_wrap_stand stand = stands(&mesh, 0.3);
        CHECK(!stand.turned); // it stands as it was made
        CHECK_NEAR(fmax(stand.extent.x, fmax(stand.extent.y, stand.extent.z)), 0.3, 1e-12);
        CHECK(stand.margin >= 0.025 * 0.3 && stand.area > 0.0);
        CHECK_NEAR(stand.volume, bi_mesh_volume(&mesh), 1e-12);
        double low = 1.0;
        for (int32_t v = 0; v < mesh.vertex_count; v++) {
            low = fmin(low, mesh.positions[v].y);
        }
        CHECK_NEAR(low, 0.0, 1e-12);
        bight_mesh_free(NULL, &mesh);
    }
    CHECK(i == 8);
}

// A box of 3 x 1 x 2 turned anyhow lies down on its largest side.
TEST(a_turned_box_lies_on_its_largest_side)
{
    bi_random random = bi_random_from(7);
    for (int32_t i = 0; i < 50; i++) {
        bight_mesh mesh;
        CHECK(bi_shape_box(NULL, v3(1.5, 0.5, 1.0), &mesh, NULL) == BIGHT_OK);
        bight_vec3 x = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0));
        bight_vec3 y = v3_unit(v3_cross(x, bi_random_vec3(&random, 1.0)), v3(0, 1, 0)), z = v3_cross(x, y);
        bool down = false; // a side that faces down already is kept
        const bight_vec3 axes[3] = {x, y, z};
        for (int32_t k = 0; k < 3; k++) {
            down = down || fabs(axes[k].y) > 0.98;
        }
        for (int32_t v = 0; v < mesh.vertex_count; v++) {
            bight_vec3 p = mesh.positions[v];
            mesh.positions[v] =
                v3_add(v3(5, 7, -3), v3_add(v3_mul(p.x, x), v3_add(v3_mul(p.y, y), v3_mul(p.z, z))));
        }
        bight_wrap_stand stand = stands(&mesh, 0.0);
        if (!down) {
            CHECK_SEED(fabs(stand.extent.y - 1.0) < 1e-9, i);
            CHECK_SEED(fabs(stand.area - 6.0) < 1e-9 && fabs(stand.margin - 1.0) < 1e-9, i);
        }
        CHECK_SEED(fabs(stand.volume - 6.0) < 1e-9, i);
        // its centre of mass is above the origin
        bight_vec3 sum = v3(0, 0, 0);
        for (int32_t v = 0; v < mesh.vertex_count; v++) {
            sum = v3_madd(sum, 1.0 / mesh.vertex_count, mesh.positions[v]);
        }
        CHECK_SEED(fabs(sum.x) < 1e-9 && fabs(sum.z) < 1e-9, i);
        bight_mesh_free(NULL, &mesh);
    }
}

TEST(what_cannot_be_wrapped_is_refused)
{
    bight_mesh mesh = made("box");
    mesh.triangle_count--;
    bight_wrap_stand stand;
    bight_error error = {0};
    CHECK(bight_wrap_set_down(NULL, &mesh, 0.0, &stand, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "open") != NULL);
    mesh.triangle_count++;
    bight_mesh_free(NULL, &mesh);

    bight_mesh two = {0}, one = made("box");
    CHECK(bight_mesh_append(NULL, &two, &one) == BIGHT_OK);
    for (int32_t i = 0; i < one.vertex_count; i++) {
        one.positions[i].x += 3.0;
    }
    CHECK(bight_mesh_append(NULL, &two, &one) == BIGHT_OK);
    bight_mesh_free(NULL, &one);
    refused(&two, 0.0, "in 2 pieces");

    CHECK(bi_shape_sphere(NULL, 1.0, 200, 100, &mesh, NULL) == BIGHT_OK);
    refused(&mesh, 0.0, "no flat stand");
    mesh = made("box");
    refused(&mesh, -1.0, "cannot be made -1 m long");
    mesh = made("box");
    mesh.positions[4].y = (double)NAN;
    refused(&mesh, 0.0, "vertex 5");

    // a vertex that no triangle has would make the object longer than it is
    mesh = made("box");
    bight_vec3 *more = realloc(mesh.positions, ((size_t)mesh.vertex_count + 1) * sizeof *more);
    CHECK(more != NULL);
    mesh.positions = more;
    more[mesh.vertex_count++] = v3(0, 50, 0);
    char words[80];
    snprintf(words, sizeof words, "vertex %d of the object belongs to no triangle", (int)mesh.vertex_count);
    refused(&mesh, 0.0, words);

    // inside out is no fault: it is turned
    mesh = made("box");
    for (int32_t i = 0; i < mesh.triangle_count; i++) {
        int32_t *corner = mesh.triangles + 3 * i, other = corner[0];
        corner[0] = corner[1];
        corner[1] = other;
    }
    stands(&mesh, 0.0);
    CHECK(bi_mesh_volume(&mesh) > 0.0);
    bight_mesh_free(NULL, &mesh);

    // below 2^-120 m, where the exact predicates end, all is in one place
    mesh = made("box");
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        mesh.positions[i] = v3_mul(0x1p-330, mesh.positions[i]);
    }
    refused(&mesh, 0.0, "has no inside");
    CHECK(bight_wrap_object_make(NULL, "botle", &mesh, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "did you mean bottle?") != NULL);
}

TEST(what_is_wanted_of_an_object)
{
    for (int32_t i = 0; bight_wrap_object_at(i) != NULL; i++) {
        CHECK(bight_wrap_wanted(bight_wrap_object_at(i)->name) == bight_wrap_object_at(i));
    }
    CHECK(bight_wrap_wanted("mine.obj")->coverage == 0.98 && bight_wrap_wanted("mine.obj")->rim == 1.0);
    CHECK(bight_wrap_wanted(NULL) == bight_wrap_wanted("mine.obj"));
}

TEST(memory_may_fail)
{
    static const char *const names[] = {"ball", "car"};
    for (int32_t which = 0; which < 2; which++) {
        bight_status status = BIGHT_ERROR_NO_MEMORY;
        for (int64_t at = 1; status != BIGHT_OK; at++) {
            failing_allocator memory = {.fail_at = at};
            bight_env env = failing_env(&memory);
            bight_mesh mesh;
            bight_wrap_stand stand;
            bight_error error = {0};
            status = bight_wrap_object_make(&env, names[which], &mesh, &error);
            status = status == BIGHT_OK ? bight_wrap_set_down(&env, &mesh, 1.0, &stand, &error) : status;
            CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
            bight_mesh_free(&env.allocator, &mesh);
            CHECK(memory.held == 0);
        }
    }
}

RUN_TESTS(unit(every_object_is_a_sound_mesh), unit(a_turned_box_lies_on_its_largest_side),
          unit(what_cannot_be_wrapped_is_refused), unit(what_is_wanted_of_an_object), unit(memory_may_fail))
