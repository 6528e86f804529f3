// SPDX-License-Identifier: MIT
// How much of an object is behind cloth, against closed forms.

#include "bight/wrap.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "geom/shapes.h"
#include "test.h"

#include <string.h>

static bight_wrap_view view_of(const bight_mesh *object, const bight_mesh *cloth)
{
    return (bight_wrap_view){.points = object->positions,
                             .triangles = object->triangles,
                             .point_count = object->vertex_count,
                             .triangle_count = object->triangle_count,
                             .cloth = cloth->positions,
                             .cloth_sides = cloth->triangles,
                             .cloth_count = cloth->vertex_count,
                             .cloth_side_count = cloth->triangle_count};
}

static double covered(const bight_wrap_view *view)
{
    double coverage;
    bight_error error = {0};
    if (bight_wrap_coverage(NULL, view, &coverage, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return coverage;
}

static bight_mesh sphere(double radius, int32_t slices)
{
    bight_mesh mesh;
    CHECK(bi_shape_sphere(NULL, radius, slices, slices / 2, &mesh, NULL) == BIGHT_OK);
    return mesh;
}

static void turn(bight_mesh *mesh, bi_random *random)
{
    bight_vec3 x = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    bight_vec3 y = v3_unit(v3_cross(x, bi_random_vec3(random, 1.0)), v3(0, 1, 0)), z = v3_cross(x, y);
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        bight_vec3 p = mesh->positions[v];
        mesh->positions[v] = v3_add(v3_mul(p.x, x), v3_add(v3_mul(p.y, y), v3_mul(p.z, z)));
    }
}

// A ball in a sphere of cloth without the cap above height h: a share (1 - h) / 2 of all directions goes out through the hole.
TEST(a_ball_in_a_sphere_with_a_hole)
{
    bi_random random = bi_random_from(11);
    for (int32_t i = 0; i < 12; i++) {
        bight_mesh ball = sphere(0.5, 64), cloth = sphere(1.0, 96);
        int32_t kept = 0;
        // the hole ends at a ring of vertices
        int32_t ring = 3 + 4 * i;
        double height = cos(3.14159265358979323846 * ring / 48);
        for (int32_t t = 0; t < cloth.triangle_count; t++) {
            const int32_t *c = cloth.triangles + 3 * t;
            double top =
                fmax(cloth.positions[c[0]].y, fmax(cloth.positions[c[1]].y, cloth.positions[c[2]].y));
            if (top <= height + 1e-9) {
                memmove(cloth.triangles + 3 * kept++, c, 3 * sizeof *c);
            }
        }
        int32_t all = cloth.triangle_count;
        cloth.triangle_count = kept;
        turn(&ball, &random);
        turn(&cloth, &random);
        bight_wrap_view view = view_of(&ball, &cloth);
        double found = covered(&view);
        CHECK_SEED(fabs(found - 0.5 * (1.0 + height)) < 0.01, i);
        view.rays = 100000;
        CHECK_SEED(fabs(covered(&view) - 0.5 * (1.0 + height)) < 0.004, i);
        cloth.triangle_count = all;
        bight_mesh_free(NULL, &ball);
        bight_mesh_free(NULL, &cloth);
    }
}

// No ray slips through edges and corners: the ball's vertices and the sheet's lie on the same rays.
TEST(a_closed_sheet_covers_all)
{
    bight_mesh ball = sphere(0.5, 32), cloth = sphere(1.0, 32);
    bight_wrap_view view = view_of(&ball, &cloth);
    view.rays = 200000;
    CHECK(covered(&view) == 1.0);
    // straight through the corners of a sheet: an octahedron's axes
    bight_vec3 x[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const int32_t sides[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    bight_mesh box;
    CHECK(bi_shape_box(NULL, v3(1e-9, 1e-9, 1e-9), &box, NULL) == BIGHT_OK);
    bight_wrap_view small = view_of(&box, &cloth);
    small.cloth = x;
    small.cloth_count = 6;
    small.cloth_sides = sides;
    small.cloth_side_count = 8;
    CHECK(covered(&small) == 1.0);
    small.cloth_side_count = 7; // one of eight is open, half of the rays to +x, -y, -z go near it
    double less = covered(&small);
    CHECK(less > 0.8 && less < 1.0);
    bight_mesh_free(NULL, &box);
    bight_mesh_free(NULL, &ball);
    bight_mesh_free(NULL, &cloth);
}

// A box below a flat sheet: its upper side is behind cloth, nothing else is; on a sheet as well: two sides.
TEST(a_box_between_sheets)
{
    bight_mesh box;
    CHECK(bi_shape_box(NULL, v3(1.5, 0.5, 1.0), &box, NULL) == BIGHT_OK);
    const bight_vec3 x[8] = {{-9, 2, -9},  {9, 2, -9},  {9, 2, 9},  {-9, 2, 9},
                             {-9, -2, -9}, {9, -2, -9}, {9, -2, 9}, {-9, -2, 9}};
    const int32_t sides[12] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    bight_wrap_view view = view_of(&box, &box);
    view.cloth = x;
    view.cloth_count = 8;
    view.cloth_sides = sides;
    view.cloth_side_count = 2;
    CHECK_NEAR(covered(&view), 6.0 / 22.0, 5e-4);
    view.cloth_side_count = 4;
    CHECK_NEAR(covered(&view), 12.0 / 22.0, 5e-4);
    // only below y = 0: the lower side and the lower halves of four others
    view.up = v3(0, 1, 0);
    CHECK_NEAR(covered(&view), 6.0 / 11.0, 2e-3);
    view.below = -5.0;
    CHECK(isnan(covered(&view)));
    bight_mesh_free(NULL, &box);
}

// Of a ball of radius 1/2 in a sphere of cloth of radius 1, without what is above height h: how much of its picture is seen from the direction that is
// turned by t from the axis of the hole. A straight look at the place (u, v) of the picture goes out of the sphere where
// its height is v sin t + sqrt(1 - u^2 - v^2) cos t.
static double seen_through_hole(double t, double h)
{
    int32_t inside = 0, seen = 0;
    for (int32_t i = -100; i < 100; i++) {
        for (int32_t k = -100; k < 100; k++) {
            double u = (i + 0.5) / 200, v = (k + 0.5) / 200, rest = 1.0 - u * u - v * v;
            if (u * u + v * v < 0.25) {
                inside++;
                seen += v * sin(t) + sqrt(rest) * cos(t) > h;
            }
        }
    }
    return (double)seen / inside;
}

// Views are some 20 degrees apart, so that the one that shows most may miss a sharp peak: it shows at least `least`.
static void check_open(const bight_wrap_view *view, double mean, double least, double most, int32_t seed)
{
    double found_mean, found_most;
    bight_error error = {0};
    if (bight_wrap_open(NULL, view, &found_mean, &found_most, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    if (!(fabs(found_mean - mean) < 0.01 && found_most < most + 0.02 && found_most > least - 0.02)) {
        fail_msg("%d: %g and %g are open, not %g and %g to %g", (int)seed, found_mean, found_most, mean,
                 least, most);
    }
}

TEST(a_ball_is_seen_through_a_hole)
{
    bi_random random = bi_random_from(12);
    for (int32_t i = 0; i < 6; i++) {
        bight_mesh ball = sphere(0.5, 64), cloth = sphere(1.0, 96);
        int32_t kept = 0, ring = 8 + 6 * i;
        double pi = 3.14159265358979323846, height = cos(pi * ring / 48), mean = 0.0;
        for (int32_t t = 0; t < cloth.triangle_count; t++) {
            const int32_t *c = cloth.triangles + 3 * t;
            double top =
                fmax(cloth.positions[c[0]].y, fmax(cloth.positions[c[1]].y, cloth.positions[c[2]].y));
            if (top <= height + 1e-9) {
                memmove(cloth.triangles + 3 * kept++, c, 3 * sizeof *c);
            }
        }
        int32_t all = cloth.triangle_count;
        cloth.triangle_count = kept;
        for (int32_t k = 0; k < 100; k++) { // equal areas of the sphere of directions
            mean += 0.01 * seen_through_hole(acos(1.0 - 2.0 * (k + 0.5) / 100), height);
        }
        turn(&cloth, &random);
        bight_wrap_view view = view_of(&ball, &cloth);
        // straight in as much is seen as from anywhere
        check_open(&view, mean, seen_through_hole(0.2, height), seen_through_hole(0.0, height), i);
        cloth.triangle_count = all;
        view = view_of(&ball, &cloth);
        check_open(&view, 0.0, 0.0, -0.02 + 1e-12, i); // nothing at all
        bight_mesh_free(NULL, &ball);
        bight_mesh_free(NULL, &cloth);
    }
}

// Straight rays of a bar's upper side meet a lid far above it, rays of the others a crate: all is covered, and who looks in below the lid sees much.
TEST(an_open_mouth_below_a_lid_is_seen)
{
    bight_mesh box;
    CHECK(bi_shape_box(NULL, v3(0.5, 0.5, 0.5), &box, NULL) == BIGHT_OK);
    // a crate round the box as high as it, and a lid one side above its rim
    const double c = 0.5 + 1e-6, lid = 1.5;
    const bight_vec3 x[12] = {{-c, -c, -c},  {c, -c, -c},  {c, -c, c},  {-c, -c, c},
                              {-c, c, -c},   {c, c, -c},   {c, c, c},   {-c, c, c},
                              {-c, lid, -c}, {c, lid, -c}, {c, lid, c}, {-c, lid, c}};
    const int32_t sides[36] = {0, 1, 2, 0, 2, 3, 0, 1, 5, 0, 5, 4, 1, 2, 6,  1, 6,  5,
                               2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7, 8, 9, 10, 8, 10, 11};
    bight_wrap_view view = view_of(&box, &box);
    view.cloth = x;
    view.cloth_count = 12;
    view.cloth_sides = sides;
    view.cloth_side_count = 12;
    CHECK(covered(&view) == 1.0);
    // From (a, h, b) / |..| the picture of a cube is a + h + b large, that of its upper side h. Over a lid one side higher the look is shifted by
    // a / h and b / h: 1 - (1 - a / h)(1 - b / h) of the upper side is seen past it.
    double area = 0.0, all = 0.0, most = 0.0;
    for (int32_t i = 0; i < 400; i++) {
        for (int32_t k = 0; k < 400; k++) {
            double h = (i + 0.5) / 400, r = sqrt(1.0 - h * h), turn = 1.5707963267948966 * (k + 0.5) / 400;
            double a = r * cos(turn), b = r * sin(turn);
            double part = h * (1.0 - fmax(0.0, 1.0 - a / h) * fmax(0.0, 1.0 - b / h));
            area += part;
            all += 2.0 * (a + b + h); // from below nothing is seen
            most = fmax(most, part / (a + b + h));
        }
    }
    check_open(&view, area / all, most - 0.06, most, 0);
    bight_mesh_free(NULL, &box);
}

TEST(bad_views_and_no_memory)
{
    bight_mesh ball = sphere(0.5, 16), cloth = sphere(1.0, 16);
    bight_wrap_view view = view_of(&ball, &cloth), bad = view;
    double coverage, most;
    bight_error error;
    bad.rays = 1000001;
    CHECK(bight_wrap_coverage(NULL, &bad, &coverage, &error) == BIGHT_ERROR_INVALID && isnan(coverage));
    CHECK(bight_wrap_open(NULL, &bad, &coverage, &most, &error) == BIGHT_ERROR_INVALID && isnan(most));
    bad = view;
    bad.point_count = 5;
    CHECK(bight_wrap_coverage(NULL, &bad, &coverage, &error) == BIGHT_ERROR_INVALID);
    bad = view;
    bad.cloth_side_count = 0;
    CHECK(bight_wrap_coverage(NULL, &bad, &coverage, &error) == BIGHT_ERROR_INVALID);
    cloth.positions[3].x = (double)NAN;
    CHECK(bight_wrap_coverage(NULL, &view, &coverage, &error) == BIGHT_ERROR_INVALID);
    cloth.positions[3].x = 0.0;

    for (int32_t which = 0; which < 2; which++) {
        bight_status status = BIGHT_ERROR_NO_MEMORY;
        for (int64_t at = 1; status != BIGHT_OK; at++) {
            failing_allocator memory = {.fail_at = at};
            bight_env env = failing_env(&memory);
            status = which == 0 ? bight_wrap_coverage(&env, &view, &coverage, &error)
                                : bight_wrap_open(&env, &view, &coverage, &most, &error);
            CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
            CHECK(memory.held == 0);
        }
    }
    bight_mesh_free(NULL, &ball);
    bight_mesh_free(NULL, &cloth);
}

// Oracle: Rodrigues' formula, x cos t + (k x x) sin t + k (k . x) (1 - cos t), brings what is local to where the pose has it.
TEST(places_are_brought_into_an_objects_frame)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 k = v3_unit(bi_random_vec3(&random, 1.0), v3(0, 0, 1)), at = bi_random_vec3(&random, 2.0);
        double t = bi_random_range(&random, -3.0, 3.0);
        const bight_pose pose = {at, {k.x * sin(t / 2), k.y * sin(t / 2), k.z * sin(t / 2), cos(t / 2)}};
        bight_vec3 local[3], there[3];
        for (int32_t i = 0; i < 3; i++) {
            bight_vec3 x = local[i] = bi_random_vec3(&random, 1.0);
            bight_vec3 turned = v3_add(v3_mul(cos(t), x), v3_add(v3_mul(sin(t), v3_cross(k, x)),
                                                                 v3_mul((1.0 - cos(t)) * v3_dot(k, x), k)));
            there[i] = v3_add(turned, at);
        }
        bight_wrap_local(&pose, there, 3, there);
        for (int32_t i = 0; i < 3; i++) {
            if (!(v3_distance(there[i], local[i]) < 1e-13)) {
                fail_msg("seed %d: off by %g", (int)seed, v3_distance(there[i], local[i]));
            }
        }
    }
}

RUN_TESTS(unit(places_are_brought_into_an_objects_frame), unit(a_ball_in_a_sphere_with_a_hole),
          unit(a_closed_sheet_covers_all), unit(a_box_between_sheets), unit(a_ball_is_seen_through_a_hole),
          unit(an_open_mouth_below_a_lid_is_seen), unit(bad_views_and_no_memory))
