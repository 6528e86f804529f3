// SPDX-License-Identifier: MIT
// What the step filter says of single triangles of a large sheet against one smooth obstacle: how many touch,
// how many fail. The judge samples signed distances (closed forms, in the obstacle's frame).

#include "cloth/kinematic.h"
#include "cloth/step_filter_pair.h"
#include "cloth/world.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/pose.h"
#include "geom/solid_triangle.h"

#include <string.h>

#define THICKNESS 0.001

enum { SIDE = 30, COUNT = SIDE * SIDE };

// Signed distance of a point in the shape's frame; of a box the greatest of its sides' when inside.
static double signed_at(const bi_solid *solid, bight_vec3 p)
{
    bight_vec3 e = solid->size;
    bight_vec3 d = v3(fabs(p.x) - e.x, fabs(p.y) - e.y, fabs(p.z) - e.z);
    switch (solid->kind) {
    case BIGHT_SHAPE_CAPSULE:
        return v3_length(v3(p.x, fmax(d.y, 0.0), p.z)) - e.x;
    case BIGHT_SHAPE_BOX:
        return v3_length(v3(fmax(d.x, 0.0), fmax(d.y, 0.0), fmax(d.z, 0.0))) +
               fmin(0.0, fmax(d.x, fmax(d.y, d.z)));
    case BIGHT_SHAPE_TORUS:
        return hypot(hypot(p.x, p.z) - e.x, p.y) - e.y;
    default:
        return v3_length(p) - e.x;
    }
}

// The least over a triangle at a time of the motion, by points spread over it.
static double sampled(const bight_cloth_world *world, const bi_cloth_obstacle *body, int32_t t, double time)
{
    enum { N = 12 };
    const int32_t *v = world->topology.triangles + 3 * (size_t)t;
    bight_vec3 x[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_lerp(bi_pose_in(&body->start, world->start[v[k]]), bi_pose_in(&body->pose, world->at[v[k]]),
                       time);
    }
    double least = HUGE_VAL;
    for (int32_t i = 0; i <= N; i++) {
        for (int32_t k = 0; k <= N - i; k++) {
            bight_vec3 p = v3_mul(1.0 * i / N, x[0]);
            p = v3_madd(v3_madd(p, 1.0 * k / N, x[1]), 1.0 * (N - i - k) / N, x[2]);
            least = fmin(least, signed_at(&body->solid, p));
        }
    }
    return least;
}

static double longest_way(const bight_cloth_world *world, int32_t t)
{
    double most = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        int32_t v = world->topology.triangles[3 * t + k];
        most = fmax(most, v3_distance(world->start[v], world->at[v]));
    }
    return most;
}

static bight_cloth_world *sheet_over(bight_shape_kind kind, bight_vec3 size, bight_pose pose, double edge)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = THICKNESS;
    def.gravity = v3(0, 0, 0);
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(SIDE, SIDE, edge * (SIDE - 1), edge * (SIDE - 1));
    cloth_add(world, &g, NULL);
    grid_free(&g);
    bight_cloth_obstacle_def body = bight_cloth_obstacle_def_default();
    body.kind = kind;
    body.size = size;
    body.pose = pose;
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(world, &body, &id, NULL) == BIGHT_OK);
    CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK); // builds; what it moves is put back
    memcpy(world->at, world->before, (size_t)world->vertex_count * sizeof *world->at);
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    world->obstacles.items[0].start = world->obstacles.items[0].pose;
    return world;
}

// Triangles by what samples say: certain to touch, or to go through; and which it might be.
typedef struct tally {
    int32_t touch, may_touch, through, may_fail;
} tally;

static tally judge(const bight_cloth_world *world, const bi_cloth_obstacle *body, double blur)
{
    tally sum = {0};
    double way = bi_kinematic_way(body);
    for (int32_t t = 0; t < world->sheets.triangle_count; t++) {
        double start = sampled(world, body, t, 0.0), least = start;
        for (int32_t i = 1; i <= 8; i++) {
            least = fmin(least, sampled(world, body, t, i / 8.0));
        }
        sum.touch += start < 0.0;
        sum.may_touch += start < blur;
        sum.through += start > blur && least < 0.0;

        // what stays within 0.45 of its distance is proved, whatever else
        double room = 0.45 * (start - blur - (way > 0.0 ? 0.1 : 1e-4) * THICKNESS);
        sum.may_fail += start > 0.0 && !(longest_way(world, t) <= room && way <= room);
    }
    return sum;
}

TEST(triangles_that_touch_or_fail_are_counted)
{
    static const bight_shape_kind kinds[4] = {BIGHT_SHAPE_SPHERE, BIGHT_SHAPE_CAPSULE, BIGHT_SHAPE_BOX,
                                              BIGHT_SHAPE_TORUS};
    int32_t touched = 0, went_through = 0, failures = 0, allowed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        bight_shape_kind kind = kinds[seed % 4];
        double edge = 0.005;
        bight_vec3 size = kind == BIGHT_SHAPE_TORUS ? v3(0.05, 0.012, 0) : v3(0.04, 0.03, 0.025);
        bight_pose pose = {.position = v3(0, bi_random_range(&random, -0.06, 0.06), 0)};
        for (int32_t i = 0; i < 4; i++) {
            pose.rotation[i] = bi_random_range(&random, -1.0, 1.0);
        }
        bight_cloth_world *world = sheet_over(kind, size, bi_pose_normalised(pose), edge);
        bi_cloth_obstacle *body = &world->obstacles.items[0];

        // the sheet moves, or the body, or both, or neither
        double far = exp2(bi_random_range(&random, -12.0, -5.0));
        int32_t who = (int32_t)(seed / 4 % 4);
        for (int32_t i = 0; i < world->vertex_count && (who & 1) != 0; i++) {
            bight_vec3 shake = bi_random_vec3(&random, 0.2 * far);
            world->at[i] = v3_add(world->at[i], v3(shake.x, far + shake.y, shake.z));
        }
        body->pose.position.y -= (who & 2) != 0 ? far : 0.0;

        int32_t touching = 0, failed = bi_filter_solid(world, body, &touching);
        tally sum =
            judge(world, body, 1e-5 + (kind == BIGHT_SHAPE_TORUS || kind == BIGHT_SHAPE_BOX ? 1e-3 : 0.0));
        CHECK_SEED(touching >= sum.touch && touching <= sum.may_touch, seed);
        CHECK_SEED(failed >= sum.through && failed <= sum.may_fail, seed);
        CHECK_SEED(body->unproved == (failed > 0), seed);
        touched += touching;
        went_through += sum.through;
        failures += failed;
        allowed += sum.may_fail;
        bight_cloth_world_destroy(world);
    }
    print_message("%d touch, %d of %d that fail go through, %d might fail\n", (int)touched, (int)went_through,
                  (int)failures, (int)allowed);
    CHECK(touched > 1000 && went_through > 500 && 4 * failures < 7 * went_through);
}

// A triangle above a large sphere: the distance counts less what rounding may have added, 1e-7 of the size;
// nearer than half the floor, it touches.
TEST(distances_are_sure)
{
    double edge = 0.005, radius = 1.0;
    for (int32_t n = 0; n < 2; n++) {
        bight_pose pose = {.position = v3(0, 0, 0), .rotation = {0, 0, 0, 1}};
        bight_cloth_world *world = sheet_over(BIGHT_SHAPE_SPHERE, v3(radius, 0, 0), pose, edge);
        bi_cloth_obstacle *body = &world->obstacles.items[0];
        double sure = 1e-7 * (radius + radius) + 0.5 * 1e-4 * THICKNESS;
        double height = radius + (n == 0 ? 0.98 : 1.02) * sure;
        for (int32_t i = 0; i < world->vertex_count; i++) {
            world->at[i] = world->start[i] = v3_add(world->start[i], v3(0, 2.0 * radius, 0));
        }

        // one triangle is laid level over the top (no corner tells that it is so near), all others are farther
        for (int32_t k = 0; k < 3; k++) {
            static const double angles[3] = {0.0, 1.75, 4.53};
            int32_t v = world->topology.triangles[k];
            world->at[v] = world->start[v] = v3(1e-2 * cos(angles[k]), height, 1e-2 * sin(angles[k]));
        }
        int32_t touching = 0, beside = 0;
        for (int32_t t = 1; t < world->sheets.triangle_count; t++) {
            beside += sampled(world, body, t, 0.0) < 2.0 * sure;
        }
        CHECK(bi_filter_solid(world, body, &touching) == 0);
        CHECK(beside == 0 && touching == (n == 0 ? 1 : 0));
        bight_cloth_world_destroy(world);
    }
}

// ---- one triangle ------------------------------------------------------------------------------------------

// The verdict on a triangle that goes from x to y while the body rises by `rises`.
static int32_t verdict(bight_shape_kind kind, bight_vec3 size, const bight_vec3 x[3], const bight_vec3 y[3],
                       double rises)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = THICKNESS;
    def.gravity = v3(0, 0, 0);
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(2, 2, 0.01, 0.01);
    g.vertex_count = 3;
    g.triangle_count = 1;
    memcpy(g.triangles, (const int32_t[3]){0, 2, 1}, 3 * sizeof *g.triangles);
    for (int32_t k = 0; k < 3; k++) {
        g.positions[k] = v3_add(g.positions[k], v3(0, 1, 0));
    }
    cloth_add(world, &g, NULL);
    grid_free(&g);
    bight_cloth_obstacle_def body_def = bight_cloth_obstacle_def_default();
    body_def.kind = kind;
    body_def.size = size;
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(world, &body_def, &id, NULL) == BIGHT_OK);
    CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK); // builds
    memcpy(world->start, x, 3 * sizeof *x);
    memcpy(world->at, y, 3 * sizeof *y);
    bi_cloth_obstacle *body = &world->obstacles.items[0];
    body->start = body->pose;
    body->pose.position.y += rises;
    int32_t touching = 0, failed = bi_filter_solid(world, body, &touching);
    CHECK(failed + touching <= 1);
    bight_cloth_world_destroy(world);
    return failed > 0 ? BI_FILTER_FAILED : touching > 0 ? BI_FILTER_TOUCHING : BI_FILTER_PROVED;
}

static void shifted(const bight_vec3 x[3], bight_vec3 by, bight_vec3 y[3])
{
    for (int32_t k = 0; k < 3; k++) {
        y[k] = v3_add(x[k], by);
    }
}

// A level triangle with its corners c from the middle, all of equal sides or not.
static void level_triangle(double c, bool equal, bight_vec3 middle, bight_vec3 x[3])
{
    const double angles[3] = {0.0, equal ? 2.0943951023931953 : 1.75, equal ? 4.1887902047863905 : 4.53};
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_add(middle, v3(c * cos(angles[k]), 0, c * sin(angles[k])));
    }
}

// From beside a sphere to above it: the direction at the start does not separate, that at the end does.
TEST(the_direction_at_the_end_is_tried)
{
    bight_vec3 x[3], y[3];
    level_triangle(0.005, true, v3(-0.12, 0.08, 0), x);
    shifted(x, v3(0.12, -0.03, 0), y);
    CHECK(verdict(BIGHT_SHAPE_SPHERE, v3(0.04, 0, 0), x, y, 0.0) == BI_FILTER_PROVED);
    shifted(x, v3(0.12, -0.05, 0), y);
    CHECK(verdict(BIGHT_SHAPE_SPHERE, v3(0.04, 0, 0), x, y, 0.0) == BI_FILTER_FAILED);
}

// What stays beyond a face of a box is proved, wherever it goes beside the others; what does not fails.
TEST(faces_of_a_box_are_six)
{
    bight_vec3 size = v3(0.03, 0.02, 0.025);
    double e[3] = {size.x, size.y, size.z};
    for (int32_t n = 0; n < 6; n++) {
        double sign = n < 3 ? 1.0 : -1.0;
        for (int32_t inside = 0; inside < 2; inside++) {
            bight_vec3 x[3], y[3];
            double start[3], end[3];
            start[n % 3] = end[n % 3] = sign * (e[n % 3] + (inside != 0 ? -5e-5 : 5e-5));
            start[(n + 1) % 3] =
                e[(n + 1) % 3] + 0.01; // only these two directions are tried by the way itself
            end[(n + 1) % 3] = 0.0;
            start[(n + 2) % 3] = 0.0;
            end[(n + 2) % 3] = e[(n + 2) % 3] + 0.01;
            for (int32_t k = 0; k < 3; k++) {
                double small[3] = {0.001 * (k == 0), 0.001 * (k == 1), 0.001 * (k == 2)};
                small[n % 3] = 0.0;
                x[k] = v3(start[0] + small[0], start[1] + small[1], start[2] + small[2]);
                y[k] = v3(end[0] + small[0], end[1] + small[1], end[2] + small[2]);
            }
            CHECK_SEED(verdict(BIGHT_SHAPE_BOX, size, x, y, 0.0) ==
                           (inside != 0 ? BI_FILTER_FAILED : BI_FILTER_PROVED),
                       n);
        }
    }
}

// A triangle keeps out of a box only when all corners are beyond one face.
TEST(corners_beyond_different_faces_prove_nothing)
{
    bight_vec3 size = v3(0.02, 0.02, 0.02);
    const bight_vec3 x[3] = {v3(0.09, 0, 0.005), v3(0, 0.09, 0.005), v3(0.06, 0.06, -0.005)};
    const bight_vec3 y[3] = {v3(0.03, 0, 0.005), v3(-0.03, 0.021, 0.005), v3(0, -0.03, -0.005)};
    CHECK(verdict(BIGHT_SHAPE_BOX, size, x, y, 0.0) == BI_FILTER_FAILED);
}

// A body that moves leaves a tenth of the thickness; one that stands still 1e-4 of it.
TEST(a_body_that_moves_keeps_farther_off)
{
    bight_vec3 size = v3(0.02, 0.02, 0.02), x[3], y[3];
    level_triangle(0.004, true, v3(0, 0.02 + 0.01, 0), x);
    CHECK(verdict(BIGHT_SHAPE_BOX, size, x, x, 0.01 - 0.15 * THICKNESS) == BI_FILTER_PROVED);
    CHECK(verdict(BIGHT_SHAPE_BOX, size, x, x, 0.01 - 0.05 * THICKNESS) == BI_FILTER_FAILED);
    shifted(x, v3(0, -0.01 + 0.05 * THICKNESS, 0), y);
    CHECK(verdict(BIGHT_SHAPE_BOX, size, x, y, 0.0) == BI_FILTER_PROVED);
    shifted(x, v3(0, -0.01 + 0.5e-4 * THICKNESS, 0), y);
    CHECK(verdict(BIGHT_SHAPE_BOX, size, x, y, 0.0) == BI_FILTER_FAILED);
}

// In the hole of a ring no direction separates. By corners alone: with D their distance from the circle, m the
// way and l the side, (D - m)^2 - l^2 / 3 > r^2.
TEST(corners_prove_as_far_as_they_may)
{
    double ring = 0.05, r = 0.01, c = 0.01, most = ring - c - sqrt(r * r + c * c);
    for (int32_t n = 0; n < 2; n++) {
        bight_vec3 x[3], y[3];
        level_triangle(c, true, v3(0, 0, 0), x);
        shifted(x, v3(0, n == 0 ? most - 1e-6 : most + 1e-6, 0), y);
        CHECK(verdict(BIGHT_SHAPE_TORUS, v3(ring, r, 0), x, y, 0.0) ==
              (n == 0 ? BI_FILTER_PROVED : BI_FILTER_FAILED));
    }
}

// By the distance d of the whole: what moves at most 0.46 of what it has above the floor, and so of a body, whose
// floor is higher.
TEST(what_moves_within_its_room_is_proved)
{
    bi_solid ring = {BIGHT_SHAPE_TORUS, v3(0.05, 0.01, 0)};
    bight_vec3 x[3], y[3], direction;
    level_triangle(0.02, true, v3(0, 0, 0), x);
    double d = bi_solid_triangle_distance(&ring, x, &direction) - 1e-7 * (bi_solid_bound(&ring) + 0.02);
    for (int32_t n = 0; n < 2; n++) {
        double beside = n == 0 ? 1.0 - 2e-6 : 1.0 + 2e-6;
        int32_t expected = n == 0 ? BI_FILTER_PROVED : BI_FILTER_FAILED;
        shifted(x, v3(0, beside * 0.46 * (d - 1e-4 * THICKNESS), 0), y);
        CHECK(verdict(ring.kind, ring.size, x, y, 0.0) == expected);
        CHECK(verdict(ring.kind, ring.size, x, x, beside * 0.46 * (d - 0.1 * THICKNESS)) == expected);
    }
}

// What starts below the floor may leave, and may not come nearer.
TEST(from_below_the_floor_things_may_leave)
{
    bight_vec3 x[3], y[3];
    double floor = 1e-4 * THICKNESS;
    level_triangle(0.005, false, v3(0, 0.01 + 0.7 * floor, 0), x);
    shifted(x, v3(0, 1e-5, 0), y);
    CHECK(verdict(BIGHT_SHAPE_SPHERE, v3(0.01, 0, 0), x, y, 0.0) == BI_FILTER_PROVED);
    CHECK(verdict(BIGHT_SHAPE_SPHERE, v3(0.01, 0, 0), x, x, 0.0) == BI_FILTER_PROVED);
    shifted(x, v3(0, -0.3 * floor, 0), y);
    CHECK(verdict(BIGHT_SHAPE_SPHERE, v3(0.01, 0, 0), x, y, 0.0) == BI_FILTER_FAILED);
}

// From beyond one face through the solid, to beyond the other or the next: at one end of the way is not enough.
TEST(beyond_a_face_at_one_end_proves_nothing)
{
    bight_vec3 size = v3(0.02, 0.02, 0.02);
    for (int32_t n = 0; n < 6; n++) {
        double far = n < 3 ? 0.03 : -0.03, start[3] = {0}, across[3] = {0}, round[3] = {0};
        start[n % 3] = far;
        across[n % 3] = -far;
        round[(n + 1) % 3] = far;
        bight_vec3 x[3], y[3], z[3],
            to = v3(across[0] - start[0], across[1] - start[1], across[2] - start[2]);
        for (int32_t k = 0; k < 3; k++) {
            x[k] = v3(start[0] + 0.001 * (k == 0), start[1] + 0.001 * (k == 1), start[2] + 0.001 * (k == 2));
        }
        shifted(x, to, y);
        shifted(x, v3(round[0] - start[0], round[1] - start[1], round[2] - start[2]), z);
        CHECK_SEED(verdict(BIGHT_SHAPE_BOX, size, x, y, 0.0) == BI_FILTER_FAILED, n);
        CHECK_SEED(verdict(BIGHT_SHAPE_BOX, size, x, z, 0.0) == BI_FILTER_FAILED, n);
        CHECK_SEED(verdict(BIGHT_SHAPE_BOX, size, z, x, 0.0) == BI_FILTER_FAILED, n);
    }
}

// What rounding may have added grows with the place of the first corner.
TEST(far_corners_make_distances_less_sure)
{
    double r = 0.01, sure = 1e-7 * (r + 3.0) + 0.5e-4 * THICKNESS;
    for (int32_t n = 0; n < 2; n++) {
        double height = r + (n == 0 ? 0.98 : 1.02) * sure;
        const bight_vec3 x[3] = {v3(3, height, 0), v3(-0.005, height, 0.005), v3(-0.005, height, -0.005)};
        CHECK(verdict(BIGHT_SHAPE_SPHERE, v3(r, 0, 0), x, x, 0.0) ==
              (n == 0 ? BI_FILTER_TOUCHING : BI_FILTER_PROVED));
    }
}

// Ways that failed are shortened so far that all is proved; those that were proved stay as they are.
TEST(what_failed_is_shortened)
{
    for (int32_t who = 1; who <= 2; who++) {
        bight_pose pose = {.position = v3(0, -0.045, 0), .rotation = {0, 0, 0, 1}};
        bight_cloth_world *world = sheet_over(BIGHT_SHAPE_SPHERE, v3(0.04, 0, 0), pose, 0.005);
        bi_cloth_obstacle *body = &world->obstacles.items[0];
        for (int32_t i = 0; i < world->vertex_count && who == 1; i++) {
            world->at[i].y -= 0.02;
        }
        body->pose.position.y += who == 2 ? 0.02 : 0.0;
        int32_t touching = 0;
        CHECK(bi_filter_solid(world, body, &touching) > 0 && touching == 0);
        bi_filter_solid_shorten(world, body);
        CHECK(bi_filter_solid(world, body, &touching) == 0 && touching == 0);
        CHECK(judge(world, body, 0.0).through == 0);

        // corners of the sheet are far from it, and go all the way; its middle goes 0.45 of the
        // distance or so; a body as far as the first that fails lets it
        double corner = v3_distance(world->at[0], world->start[0]), rise = body->pose.position.y + 0.045;
        double middle = 0.0;
        for (int32_t i = 0; i < world->vertex_count; i++) {
            double way = v3_distance(world->at[i], world->start[i]);
            middle = v3_length(world->start[i]) < 0.005 ? fmax(middle, way) : middle;
        }
        if (who == 1) {
            CHECK(corner > 0.0199 && middle > 0.4 * 0.005 && middle < 0.46 * 0.005 && rise == 0.0);
        } else {
            CHECK(corner == 0.0 && rise > 0.4 * (0.005 - 0.1 * THICKNESS) && rise < 0.005 - 0.1 * THICKNESS);
        }
        bight_cloth_world_destroy(world);
    }
}

RUN_TESTS(unit(beyond_a_face_at_one_end_proves_nothing), unit(far_corners_make_distances_less_sure),
          unit(what_failed_is_shortened), unit(the_direction_at_the_end_is_tried),
          unit(faces_of_a_box_are_six), unit(corners_beyond_different_faces_prove_nothing),
          unit(a_body_that_moves_keeps_farther_off), unit(corners_prove_as_far_as_they_may),
          unit(what_moves_within_its_room_is_proved), unit(from_below_the_floor_things_may_leave),
          unit(triangles_that_touch_or_fail_are_counted), unit(distances_are_sure))
