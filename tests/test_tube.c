// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "geom/smooth_curve.h"
#include "surface.h"

static void trefoil(bight_vec3 *points, int32_t count, double scale)
{
    for (int32_t i = 0; i < count; i++) {
        double t = 2.0 * PI * i / count;
        points[i] = v3(scale * (sin(t) + 2.0 * sin(2.0 * t)), scale * (cos(t) - 2.0 * cos(2.0 * t)),
                       -scale * sin(3.0 * t));
    }
}

TEST(arcs_join_links_as_parabolas)
{
    // one right angle: the arc passes at B(1/2) = (a + 2 c + b) / 4, and meets both links in their middle
    bight_vec3 corner[3] = {v3(0, 0, 0), v3(2, 0, 0), v3(2, 2, 0)};
    bi_smooth_curve smooth;
    CHECK(bi_smooth_curve_make(NULL, &(bight_curve){corner, 3, false}, 4, &smooth, NULL) == BIGHT_OK);
    assert_int_equal(smooth.count, 7);
    CHECK_NEAR(v3_distance(smooth.points[1], v3(1, 0, 0)), 0.0, 1e-15);
    CHECK_NEAR(v3_distance(smooth.points[3], v3(1.75, 0.25, 0)), 0.0, 1e-15);
    CHECK_NEAR(v3_distance(smooth.points[5], v3(2, 1, 0)), 0.0, 1e-15);
    CHECK_NEAR(v3_distance(smooth.tangents[1], v3(1, 0, 0)), 0.0, 1e-15);
    CHECK_NEAR(v3_distance(smooth.tangents[3], v3(sqrt(0.5), sqrt(0.5), 0)), 0.0, 1e-15);
    CHECK_NEAR(smooth.points[6].y, 2.0, 0.0);

    // arcs cut corners and never overshoot
    for (int32_t i = 0; i < smooth.count; i++) {
        CHECK(smooth.points[i].x <= 2.0 && smooth.points[i].y >= 0.0);
        CHECK(i == 0 || smooth.arc[i] > smooth.arc[i - 1]);
    }
    CHECK_NEAR(smooth.length, 2.0 + 1.6232252401402305, 0.02); // a unit corner's parabola: closed form
    bi_smooth_curve_free(NULL, &smooth);
}

TEST(frames_are_square_and_close)
{
    bight_vec3 points[200];
    trefoil(points, 200, 3.0);
    bi_smooth_curve smooth;
    CHECK(bi_smooth_curve_make(NULL, &(bight_curve){points, 200, true}, 4, &smooth, NULL) == BIGHT_OK);
    bight_vec3 *across = calloc((size_t)smooth.count, sizeof *across);
    bi_smooth_curve_frames(&smooth, across);
    for (int32_t i = 0; i < smooth.count; i++) {
        CHECK_NEAR(v3_dot(across[i], smooth.tangents[i]), 0.0, 1e-12);
        CHECK_NEAR(v3_length(across[i]), 1.0, 1e-12);
        // no jump anywhere, the seam included: a frame turns no more than its curve bends, plus its share
        CHECK(v3_distance(across[i], across[(i + 1) % smooth.count]) < 0.1);
    }
    free(across);
    bi_smooth_curve_free(NULL, &smooth);
}

// A film of a rope that turns about: its first frame turns with it and never jumps.
TEST(frames_move_smoothly)
{
    bight_vec3 before = v3(0, 0, 0);
    for (int32_t i = 0; i < 1000; i++) {
        double a = 2.0 * PI * i / 1000, b = 0.6 * sin(3.0 * a);
        bight_vec3 points[2] = {v3(0, 0, 0), v3(cos(a) * cos(b), sin(a) * cos(b), sin(b))}, across[3];
        bi_smooth_curve smooth;
        CHECK(bi_smooth_curve_make(NULL, &(bight_curve){points, 2, false}, 1, &smooth, NULL) == BIGHT_OK);
        bi_smooth_curve_frames(&smooth, across);
        CHECK(i == 0 || v3_distance(before, across[0]) < 0.05);
        before = across[0];
        bi_smooth_curve_free(NULL, &smooth);
    }
}

// A planar curve needs no turning at all: the frame keeps its angle to the plane.
TEST(frames_in_a_plane_do_not_turn)
{
    bight_vec3 points[64], across[259];
    for (int32_t i = 0; i < 64; i++) {
        points[i] = v3(i, 5.0 * sin(0.3 * i), 0.0);
    }
    bi_smooth_curve smooth;
    CHECK(bi_smooth_curve_make(NULL, &(bight_curve){points, 64, false}, 4, &smooth, NULL) == BIGHT_OK);
    CHECK(smooth.count <= 259);
    bi_smooth_curve_frames(&smooth, across);
    for (int32_t i = 0; i < smooth.count; i++) {
        CHECK_NEAR(across[i].z, across[0].z, 1e-9);
    }
    bi_smooth_curve_free(NULL, &smooth);
}

TEST(a_circle_swept_is_a_torus)
{
    bight_vec3 points[128];
    for (int32_t i = 0; i < 128; i++) {
        points[i] = v3(4.0 * cos(2.0 * PI * i / 128), 0.0, 4.0 * sin(2.0 * PI * i / 128));
    }
    bight_tube tube = {.curve = {points, 128, true}, .radius = 0.5, .sides = 48};
    bight_mesh mesh;
    CHECK(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK);
    check_solid(&mesh);
    assert_int_equal(euler_characteristic(&mesh), 0);
    CHECK_NEAR(bi_mesh_volume(&mesh), 2.0 * PI * PI * 4.0 * 0.25, 0.1);
    CHECK_NEAR(bi_mesh_area(&mesh), 4.0 * PI * PI * 4.0 * 0.5, 0.2);
    // 8 circumferences long: v ends on that whole number
    CHECK_NEAR(mesh.uv[2 * (size_t)mesh.vertex_count - 1], 8.0, 1e-12);
    bight_mesh_free(NULL, &mesh);
}

TEST(a_straight_line_swept_is_a_capsule)
{
    bight_vec3 points[5];
    for (int32_t i = 0; i < 5; i++) {
        points[i] = v3(1.0, 2.0, -3.0 + i);
    }
    for (int32_t flat = 0; flat < 2; flat++) {
        bight_tube tube = {.curve = {points, 5, false}, .radius = 0.25, .sides = 64, .flat_caps = flat == 1};
        bight_mesh mesh;
        CHECK(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK);
        check_solid(&mesh);
        assert_int_equal(euler_characteristic(&mesh), 2);
        double cylinder = PI * 0.0625 * 4.0, ball = 4.0 / 3.0 * PI * 0.015625;
        CHECK_NEAR(bi_mesh_volume(&mesh), cylinder + (flat ? 0.0 : ball), 0.01);
        double side = 2.0 * PI * 0.25 * 4.0;
        CHECK_NEAR(bi_mesh_area(&mesh), side + (flat ? 2.0 * PI * 0.0625 : 4.0 * PI * 0.0625), 0.02);
        for (int32_t i = 0; i < mesh.vertex_count && !flat; i++) {
            bight_vec3 p = mesh.positions[i], on_axis = v3(1.0, 2.0, fmin(fmax(p.z, -3.0), 1.0));
            CHECK_NEAR(v3_distance(p, on_axis), 0.25, 1e-12);
        }
        bight_mesh_free(NULL, &mesh);
    }
}

// Radii that shrink evenly along a straight line: a truncated cone. Oracle: its volume, and its slope.
TEST(a_line_that_tapers_is_a_cone)
{
    bight_vec3 points[5];
    double radii[5];
    for (int32_t i = 0; i < 5; i++) {
        points[i] = v3(1.0, 2.0, -3.0 + i);
        radii[i] = 0.4 - 0.075 * i;
    }
    for (int32_t samples = 1; samples < 5; samples += 3) {
        bight_tube tube = {.curve = {points, 5, false},
                           .radius = 0.4,
                           .sides = 64,
                           .samples_per_link = samples,
                           .flat_caps = true,
                           .radii = radii};
        bight_mesh mesh;
        CHECK(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK);
        check_solid(&mesh);
        CHECK_NEAR(bi_mesh_volume(&mesh), PI * 4.0 / 3.0 * (0.16 + 0.04 + 0.01), 0.002);
        int32_t on_side = 0;
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            bight_vec3 p = mesh.positions[i], n = mesh.normals[i];
            double out = hypot(p.x - 1.0, p.y - 2.0);
            if (fabs(n.z) < 0.9) {
                CHECK_NEAR(out, 0.4 - 0.075 * (p.z + 3.0), 1e-12);
                CHECK_NEAR(n.z, sin(atan(0.075)), 1e-12);
                on_side++;
            }
        }
        CHECK(on_side == 65 * (3 * samples + 3));
        bight_mesh_free(NULL, &mesh);
    }
}

// Oracle: the distance from a vertex to the nearest of very many points of the curve.
TEST(the_surface_keeps_its_distance)
{
    bight_vec3 points[60];
    trefoil(points, 60, 3.0);
    bight_curve curve = {points, 60, true};
    bight_tube tube = {.curve = curve, .radius = 0.4, .sides = 12, .samples_per_link = 2};
    bi_smooth_curve dense;
    bight_mesh mesh;
    CHECK(bi_smooth_curve_make(NULL, &curve, 64, &dense, NULL) == BIGHT_OK);
    CHECK(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK);
    check_solid(&mesh);
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        double nearest = (double)INFINITY;
        for (int32_t k = 0; k < dense.count; k++) {
            nearest = fmin(nearest, v3_distance(dense.points[k], mesh.positions[i]));
        }
        CHECK_NEAR(nearest, 0.4, 1e-3);
    }
    bight_mesh_free(NULL, &mesh);
    bi_smooth_curve_free(NULL, &dense);
}

TEST(awkward_curves_stay_finite)
{
    bight_vec3 o = v3(0, 0, 0), x = v3(1, 0, 0), y = v3(0, 1, 0);
    const bight_vec3 curves[][4] = {
        {o, o, o, o},                                              // one place
        {o, x, o, x},                                              // folded back twice
        {o, x, x, y},                                              // a link of no length
        {o, o, x, x},                                              // at both ends
        {v3(1e150, 0, 0), o, y, x},                                // huge next to small
        {v3(1e-300, 0, 0), o, v3(0, 1e-300, 0), v3(0, 0, 1e-300)}, // too small to have a direction
    };
    for (size_t c = 0; c < sizeof curves / sizeof *curves; c++) {
        for (int32_t variant = 0; variant < 4; variant++) {
            bight_tube tube = {.curve = {curves[c], 4, variant / 2 == 1},
                               .radius = 0.1,
                               .sides = 5,
                               .flat_caps = variant % 2 == 1};
            bight_mesh mesh;
            CHECK(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK);
            check_sound(&mesh);
            bight_mesh_free(NULL, &mesh);
        }
    }
}

// Random walks, kinks and repeats included: always watertight.
TEST(random_walks_are_watertight)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[20];
        int32_t count = 3 + bi_random_below(&random, 18);
        points[0] = bi_random_vec3(&random, 1.0);
        for (int32_t i = 1; i < count; i++) {
            points[i] = v3_add(points[i - 1], bi_random_vec3(&random, 2.0));
        }
        bight_tube tube = {.curve = {points, count, seed % 2 == 0},
                           .radius = 0.05,
                           .sides = 3 + bi_random_below(&random, 20),
                           .samples_per_link = 1 + bi_random_below(&random, 6),
                           .flat_caps = seed % 3 == 0};
        bight_mesh mesh;
        CHECK_SEED(bight_tube_mesh(NULL, &tube, &mesh, NULL) == BIGHT_OK, seed);
        check_sound(&mesh);
        CHECK_SEED(bi_mesh_check_closed(NULL, &mesh, NULL) == BIGHT_OK, seed);
        CHECK_SEED(euler_characteristic(&mesh) == (seed % 2 == 0 ? 0 : 2), seed);
        bight_mesh_free(NULL, &mesh);
    }
}

TEST(bad_tubes_are_refused)
{
    bight_vec3 points[3] = {v3(0, 0, 0), v3(1, 0, 0), v3((double)NAN, 1, 0)};
    bight_error error;
    bight_mesh mesh;
    const double thin[] = {1.0, 0.0}, thick[] = {1.0, 1.0, 1.0};
    bight_vec3 round[3] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0)};
    const bight_tube bad[] = {
        {.curve = {points, 2, false}, .radius = 1.0, .radii = thin},
        {.curve = {round, 3, true}, .radius = 1.0, .radii = thick},
        {.curve = {points, 3, false}, .radius = 1.0},
        {.curve = {points, 1, false}, .radius = 1.0},
        {.curve = {points, 2, true}, .radius = 1.0},
        {.curve = {NULL, 2, false}, .radius = 1.0},
        {.curve = {points, 2, false}, .radius = 0.0},
        {.curve = {points, 2, false}, .radius = (double)NAN},
        {.curve = {points, 2, false}, .radius = 1.0, .sides = 2},
        {.curve = {points, 2, false}, .radius = 1.0, .samples_per_link = 65},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(bight_tube_mesh(NULL, &bad[i], &mesh, &error) == BIGHT_ERROR_INVALID);
        CHECK(mesh.positions == NULL && error.status == BIGHT_ERROR_INVALID);
    }
}

TEST(running_out_of_memory_leaks_nothing)
{
    bight_vec3 points[3] = {v3(0, 0, 0), v3(1, 0, 0), v3(1, 1, 0)};
    bight_tube tube = {.curve = {points, 3, false}, .radius = 0.1};
    for (int64_t n = 1; n < 100; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_mesh mesh;
        bight_status status = bight_tube_mesh(&env, &tube, &mesh, NULL);
        bight_mesh_free(&env.allocator, &mesh);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

RUN_TESTS(unit(arcs_join_links_as_parabolas), unit(frames_are_square_and_close), unit(frames_move_smoothly),
          unit(frames_in_a_plane_do_not_turn), unit(a_circle_swept_is_a_torus),
          unit(a_straight_line_swept_is_a_capsule), unit(a_line_that_tapers_is_a_cone),
          unit(the_surface_keeps_its_distance), unit(awkward_curves_stay_finite),
          unit(random_walks_are_watertight), unit(bad_tubes_are_refused),
          unit(running_out_of_memory_leaks_nothing))
