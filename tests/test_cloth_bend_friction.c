// SPDX-License-Identifier: MIT
// Internal friction of bending: what a strip keeps of a bend follows from two numbers of the material.

#include "cloth_grid.h"

#include <math.h>

#define BEND 2e-5
#define LENGTH 0.2

typedef struct strip {
    grid g;
    bight_cloth_world *world;
    bight_cloth_id cloth;
    int32_t asked, most; // stops after so many questions; 0: never
} strip;

static bool stops(void *user)
{
    strip *s = user;
    return s->most > 0 && ++s->asked >= s->most;
}

// A strip of the given mesh (0 diagonals that change, 1 all alike, 2 regular triangles) bent to a circle.
static void make(strip *s, int32_t mesh, double friction, double curvature, int32_t threads)
{
    s->g = grid_make(41, 6, LENGTH, 0.025);
    for (int32_t i = 0; i < s->g.vertex_count; i++) {
        double *uv = s->g.uv + 2 * i;
        uv[0] += mesh == 2 ? 0.0025 * (i / 41 % 2) : 0.0;
        uv[1] *= mesh == 2 ? sqrt(0.75) : 1.0;
        double turn = curvature * uv[0];
        s->g.positions[i] = (bight_vec3){sin(turn) / curvature, (1.0 - cos(turn)) / curvature, uv[1]};
    }
    for (int32_t q = 0; q < s->g.triangle_count / 2 && mesh > 0; q++) {
        int32_t j = q / 40, a = j * 41 + q % 40, b = a + 1, e = a + 41, d = e + 1;
        const int32_t odd[6] = {a, e, d, a, d, b}, even[6] = {a, e, b, b, e, d};
        memcpy(s->g.triangles + 6 * q, mesh == 2 && j % 2 == 0 ? even : odd, sizeof odd);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = (bight_vec3){0, 0, 0};
    def.time_step = 0.1;
    def.env.threads = threads;
    def.env.watch = (bight_watch){stops, s};
    s->world = cloth_world(&def);
    bight_cloth_material material = bight_cloth_material_default();
    material.bend = BEND;
    material.bend_friction = friction;
    s->cloth = cloth_add(s->world, &s->g, &material);
}

static void end(strip *s)
{
    bight_cloth_world_destroy(s->world);
    grid_free(&s->g);
}

// Of the row in the middle, as the angle between its first and its last edge over the length between.
static double curvature_of(const strip *s)
{
    const bight_vec3 *x = bight_cloth_positions(s->world, s->cloth, NULL);
    double turned = 0.0;
    for (int32_t i = 2 * 41 + 1; i < 2 * 41 + 40; i++) {
        double ux = x[i].x - x[i - 1].x, uy = x[i].y - x[i - 1].y;
        double wx = x[i + 1].x - x[i].x, wy = x[i + 1].y - x[i].y;
        turned += atan2(ux * wy - uy * wx, ux * wx + uy * wy);
    }
    return turned / (39.0 * LENGTH / 40.0);
}

static double settled_curvature(int32_t mesh, double friction, double curvature)
{
    strip s = {0};
    make(&s, mesh, friction, curvature, 1);
    bight_cloth_report report = {.moved = 1.0};
    for (int32_t step = 0; step < 1500 && (step < 100 || report.moved > 1e-7); step++) {
        CHECK(bight_cloth_world_step(s.world, &report) == BIGHT_OK);
        CHECK(report.certified && report.intersections == 0);
    }
    CHECK(report.moved <= 1e-6);
    double kept = curvature_of(&s);
    end(&s);
    return kept;
}

// Let go, it opens until the elastic moment bend * curvature is what friction holds. Meshes of squares are up to
// 1.8 times as stiff along their sides as on average over directions (cloth/bending.h).
TEST(a_strip_keeps_what_friction_holds_of_a_bend)
{
    for (int32_t mesh = 0; mesh < 3; mesh++) {
        for (int32_t k = 0; k <= 2; k++) {
            double friction = 1e-4 * k, holds = friction / BEND;
            double kept = settled_curvature(mesh, friction, 20.0);
            CHECK(kept >= 0.75 * holds - 0.1 && kept <= 1.25 * holds + 0.1);
        }
    }
}

// Bent less than friction can hold it hardly opens.
TEST(a_strip_that_is_bent_little_stays_so)
{
    double kept = settled_curvature(0, 1e-3, 10.0);
    CHECK(kept > 8.0 && kept < 10.0);
}

TEST(threads_change_nothing_and_a_stopped_step_leaves_no_trace)
{
    strip one = {0}, two = {0};
    make(&one, 0, 2e-4, 20.0, 1);
    make(&two, 0, 2e-4, 20.0, 2);
    for (int32_t step = 0; step < 60; step++) {
        CHECK(bight_cloth_world_step(one.world, NULL) == BIGHT_OK);
        CHECK(bight_cloth_world_step(two.world, NULL) == BIGHT_OK);
        CHECK(bight_cloth_world_hash(one.world) == bight_cloth_world_hash(two.world));
    }
    uint64_t before = bight_cloth_world_hash(one.world);
    for (one.most = 1; one.most < 6; one.most++) {
        one.asked = 0;
        CHECK(bight_cloth_world_step(one.world, NULL) == BIGHT_ERROR_STOPPED);
        CHECK(bight_cloth_world_hash(one.world) == before);
    }
    end(&one);
    end(&two);
}

// A sheet that is put elsewhere remembers nothing: it goes on as a new one does.
TEST(a_sheet_put_elsewhere_is_as_new)
{
    strip used = {0}, fresh = {0};
    make(&used, 0, 2e-4, 20.0, 1);
    make(&fresh, 0, 2e-4, 20.0, 1);
    for (int32_t step = 0; step < 40; step++) {
        CHECK(bight_cloth_world_step(used.world, NULL) == BIGHT_OK);
    }
    CHECK(bight_cloth_set_positions(used.world, used.cloth, used.g.positions, NULL) == BIGHT_OK);
    for (int32_t step = 0; step < 300; step++) {
        CHECK(bight_cloth_world_step(used.world, NULL) == BIGHT_OK);
        CHECK(bight_cloth_world_step(fresh.world, NULL) == BIGHT_OK);
    }
    CHECK_NEAR(curvature_of(&used), curvature_of(&fresh), 0.05);
    end(&used);
    end(&fresh);
}

// Two sheets far from each other, the first with friction, the second without, or the other way round: how far what moves
// most went in all steps.
static double way_of_two(bool friction_first)
{
    grid g[2] = {grid_make(11, 6, 0.1, 0.05), grid_make(11, 6, 0.1, 0.05)};
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = (bight_vec3){0, 0, 0};
    def.env.threads = 1;
    bight_cloth_world *world = cloth_world(&def);
    double sum = 0.0;
    for (int32_t n = 0; n < 2; n++) {
        bool rubs = (n == 0) == friction_first;
        double curvature = rubs ? 20.0 : 5.0;
        for (int32_t i = 0; i < g[n].vertex_count; i++) {
            double turn = curvature * g[n].uv[2 * i];
            g[n].positions[i] = (bight_vec3){(rubs ? 0.0 : 1.0) + sin(turn) / curvature,
                                             (1.0 - cos(turn)) / curvature, g[n].uv[2 * i + 1]};
        }
        bight_cloth_material material = bight_cloth_material_default();
        material.bend = rubs ? 1e-4 : 1e-8;
        material.bend_friction = rubs ? 2e-4 : 0.0;
        cloth_add(world, &g[n], &material);
    }
    for (int32_t i = 0; i < 60; i++) {
        bight_cloth_report report = cloth_steps(world, 1);
        CHECK(report.breakdowns == 0);
        sum += report.moved;
    }
    bight_cloth_world_destroy(world);
    grid_free(&g[0]);
    grid_free(&g[1]);
    return sum;
}

TEST(a_sheet_without_friction_leaves_the_other_as_it_is)
{
    double first = way_of_two(true), last = way_of_two(false);
    print_message("%.6g and %.6g m\n", first, last);
    CHECK(first > 1e-3);
    CHECK_NEAR(first / last, 1.0, 1e-3);
}

RUN_TESTS(unit(a_strip_keeps_what_friction_holds_of_a_bend), unit(a_strip_that_is_bent_little_stays_so),
          unit(threads_change_nothing_and_a_stopped_step_leaves_no_trace),
          unit(a_sheet_put_elsewhere_is_as_new), unit(a_sheet_without_friction_leaves_the_other_as_it_is))
