// SPDX-License-Identifier: MIT
// Cloth as it is drawn: places kept, round things round, cuts in the pattern doubled and closed in space.

#include "bight/cloth.h"
#include "core/pi.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct tube {
    bight_vec3 positions[400];
    double uv[2 * 440];
    int32_t triangles[3 * 800], uv_triangles[3 * 800];
    bight_cloth_def def;
} tube;

// Radius 1, around x along squares; u is cut open along one line.
static void make_tube(tube *t, int32_t around, int32_t along)
{
    int32_t out = 0;
    for (int32_t j = 0; j <= along; j++) {
        for (int32_t i = 0; i <= around; i++) {
            double angle = 2.0 * PI * i / around;
            if (i < around) {
                t->positions[i + j * around] = v3(cos(angle), 0.2 * j, -sin(angle));
            }
            t->uv[2 * (i + j * (around + 1))] = angle;
            t->uv[2 * (i + j * (around + 1)) + 1] = 0.2 * j;
        }
    }
    for (int32_t j = 0; j < along; j++) {
        for (int32_t i = 0; i < around; i++, out += 6) {
            int32_t n = (i + 1) % around, a = j * around, w = i + j * (around + 1);
            const int32_t v[6] = {i + a, n + a, n + a + around, i + a, n + a + around, i + a + around};
            const int32_t p[6] = {w, w + 1, w + around + 2, w, w + around + 2, w + around + 1};
            memcpy(t->triangles + out, v, sizeof v);
            memcpy(t->uv_triangles + out, p, sizeof p);
        }
    }
    t->def = bight_cloth_def_default();
    t->def.positions = t->positions;
    t->def.triangles = t->triangles;
    t->def.uv = t->uv;
    t->def.uv_triangles = t->uv_triangles;
    t->def.vertex_count = around * (along + 1);
    t->def.uv_count = (around + 1) * (along + 1);
    t->def.triangle_count = 2 * around * along;
}

TEST(counts_and_places_are_kept)
{
    static tube t;
    make_tube(&t, 12, 3);
    bight_mesh mesh;
    bight_error error = {0};
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 0, &mesh, &error) == BIGHT_OK);
    CHECK(mesh.triangle_count == 72 && mesh.vertex_count == 13 * 4); // the cut is doubled
    for (int32_t c = 0; c < 3 * mesh.triangle_count; c++) {
        int32_t v = mesh.triangles[c];
        CHECK(memcmp(&mesh.positions[v], &t.positions[t.triangles[c]], sizeof *mesh.positions) == 0);
        CHECK(mesh.uv[2 * v] == t.uv[2 * t.uv_triangles[c]] &&
              mesh.uv[2 * v + 1] == t.uv[2 * t.uv_triangles[c] + 1]);
    }
    bight_mesh_free(NULL, &mesh);
    for (int32_t level = 1; level <= 3; level++) {
        CHECK(bight_cloth_skin(NULL, &t.def, NULL, level, &mesh, &error) == BIGHT_OK);
        CHECK(mesh.triangle_count == 72 << (2 * level));
        bight_mesh_free(NULL, &mesh);
    }
}

// Twelve corners round a circle: their chords are 3.4 % off it, the curved skin a fifth of that. Normals
// point outwards, and where the pattern is cut both copies agree to the last bit.
TEST(a_tube_is_round)
{
    static tube t;
    make_tube(&t, 12, 3);
    bight_mesh mesh;
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 3, &mesh, NULL) == BIGHT_OK);
    double low = 2.0;
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        bight_vec3 p = mesh.positions[i], n = mesh.normals[i];
        double r = sqrt(p.x * p.x + p.z * p.z);
        low = fmin(low, r);
        CHECK(r < 1.001);
        CHECK_NEAR(v3_length(n), 1.0, 1e-12);
        CHECK(n.x * p.x + n.z * p.z > 0.97);
        // the pattern says where on the circle it is, nearly
        CHECK(fabs(remainder(mesh.uv[2 * i] - atan2(-p.z, p.x), 2.0 * PI)) < 0.05);
        for (int32_t k = 0; k < i; k++) {
            if (v3_distance(p, mesh.positions[k]) < 1e-9) {
                CHECK(memcmp(&p, &mesh.positions[k], sizeof p) == 0);
                CHECK(memcmp(&n, &mesh.normals[k], sizeof n) == 0);
                CHECK(fabs(mesh.uv[2 * i] - mesh.uv[2 * k]) > 6.0);
            }
        }
    }
    CHECK_NEAR(low, 1.0, 0.0075);
    CHECK(cos(PI / 12) < 0.966); // what flat triangles have
    bight_mesh_free(NULL, &mesh);
}

// What is flat stays flat, at any level.
TEST(a_flat_sheet_stays_flat)
{
    static tube t;
    make_tube(&t, 12, 3);
    bight_vec3 flat[48];
    for (int32_t i = 0; i < 48; i++) {
        flat[i] =
            v3(t.positions[i].x * (1 + t.positions[i].y), 0.0, t.positions[i].z * (1 + t.positions[i].y));
    }
    bight_mesh mesh;
    CHECK(bight_cloth_skin(NULL, &t.def, flat, 2, &mesh, NULL) == BIGHT_OK);
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        CHECK_NEAR(mesh.positions[i].y, 0.0, 1e-12);
        CHECK_NEAR(fabs(mesh.normals[i].y), 1.0, 1e-12);
    }
    bight_mesh_free(NULL, &mesh);
}

TEST(without_a_pattern_there_is_none)
{
    static tube t;
    make_tube(&t, 12, 3);
    t.def.uv = NULL;
    t.def.uv_triangles = NULL;
    bight_mesh mesh;
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 1, &mesh, NULL) == BIGHT_OK);
    // vertices and edges of a tube of 12 x 3 squares: 48 and 12 x 4 + 12 x 3 x 2
    CHECK(mesh.uv == NULL && mesh.vertex_count == 48 + 48 + 72);
    bight_mesh_free(NULL, &mesh);
}

TEST(bad_input_is_refused)
{
    static tube t;
    make_tube(&t, 12, 3);
    bight_mesh mesh = {.vertex_count = 7};
    bight_error error = {0};
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 5, &mesh, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "level is 5: give 0 to 4") != NULL && mesh.vertex_count == 0);
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, -1, &mesh, NULL) == BIGHT_ERROR_INVALID);
    t.positions[3].y = (double)NAN;
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 1, &mesh, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "position 3") != NULL);
    make_tube(&t, 12, 3);
    t.triangles[5] = 48;
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 1, &mesh, NULL) == BIGHT_ERROR_INVALID);
    make_tube(&t, 12, 3);
    t.uv_triangles[5] = -1;
    CHECK(bight_cloth_skin(NULL, &t.def, NULL, 1, &mesh, NULL) == BIGHT_ERROR_INVALID);
}

TEST(every_allocation_may_fail)
{
    static tube t;
    make_tube(&t, 12, 3);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t fail_at = 1; status != BIGHT_OK; fail_at++) {
        failing_allocator c = {.fail_at = fail_at};
        bight_env env = {.allocator = {failing_resize, &c}};
        bight_mesh mesh;
        status = bight_cloth_skin(&env, &t.def, NULL, 2, &mesh, NULL);
        CHECK_SEED(status == BIGHT_OK || (status == BIGHT_ERROR_NO_MEMORY && c.held == 0), fail_at);
        bight_mesh_free(&env.allocator, &mesh);
        CHECK_SEED(c.held == 0 && fail_at < 1000, fail_at);
    }
}

RUN_TESTS(unit(counts_and_places_are_kept), unit(a_tube_is_round), unit(a_flat_sheet_stays_flat),
          unit(without_a_pattern_there_is_none), unit(bad_input_is_refused), unit(every_allocation_may_fail))
