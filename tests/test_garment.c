// SPDX-License-Identifier: MIT
// Garments: exact triangulations, even triangles, patterns that are sewn, and garments made by code.

#include "bight/garment.h"

#include "core/random.h"
#include "failing_memory.h"
#include "garment/delaunay.h"
#include "garment/delaunay_flip.h"
#include "garment/outline.h"
#include "garment/refine.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- triangulation --------------------------------------------------------------------------------------

// Every point against every circle.
static bool is_delaunay(const bi_delaunay *mesh, bool constrained)
{
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *c = mesh->corners + 3 * t;
        for (int32_t k = 0; k < 3 && constrained; k++) { // across each edge that may be flipped
            int32_t u = mesh->across[3 * t + k];
            for (int32_t j = 0; u >= 0 && !mesh->fixed[3 * t + k] && j < 3; j++) {
                if (bi_in_circle(mesh->points + 2 * c[0], mesh->points + 2 * c[1], mesh->points + 2 * c[2],
                                 mesh->points + 2 * mesh->corners[3 * u + j])) {
                    return false;
                }
            }
        }
        for (int32_t p = 4; p < mesh->point_count && !constrained; p++) {
            if (bi_in_circle(mesh->points + 2 * c[0], mesh->points + 2 * c[1], mesh->points + 2 * c[2],
                             mesh->points + 2 * p)) {
                return false;
            }
        }
    }
    return true;
}

// Random points, and points of a lattice, where four lie on one circle and three on one line.
TEST(points_make_a_delaunay_triangulation)
{
    const double low[2] = {0, 0}, high[2] = {1, 1};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bi_random random = {seed};
        bi_delaunay mesh;
        assert_int_equal(bi_delaunay_begin(NULL, low, high, &mesh), BIGHT_OK);
        int32_t distinct = 0;
        for (int32_t i = 0; i < 120; i++) {
            double place[2], rounded[2];
            for (int32_t k = 0; k < 2; k++) {
                place[k] = bi_random_unit(&random);
                place[k] = seed % 2 == 0 ? floor(8 * place[k]) / 8 : place[k];
            }
            int32_t point;
            bool fresh;
            bi_delaunay_round(&mesh, place, rounded);
            CHECK_SEED(bi_delaunay_insert(&mesh, rounded, &point, &fresh) == BIGHT_OK, seed);
            distinct += fresh ? 1 : 0;
        }
        // Euler: v points of which 4 are on the hull make 2 v - 6 triangles
        CHECK_SEED(mesh.point_count == distinct + 4 && mesh.triangle_count == 2 * mesh.point_count - 6, seed);
        CHECK_SEED(is_delaunay(&mesh, false), seed);
        bi_delaunay_free(&mesh);
    }
}

// Twice the area of a polygon.
static double polygon_area(const double *places, int32_t count)
{
    double area = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const double *a = places + 2 * i, *b = places + 2 * ((i + 1) % count);
        area += a[0] * b[1] - a[1] * b[0];
    }
    return area;
}

static double mesh_area(const bi_flat *flat, bool *all_turn_left)
{
    double area = 0.0;
    for (int32_t t = 0; t < flat->triangle_count; t++) {
        double corner[6];
        for (int32_t k = 0; k < 3; k++) {
            memcpy(corner + 2 * k, flat->places + 2 * flat->triangles[3 * t + k], 2 * sizeof *corner);
        }
        double part = polygon_area(corner, 3);
        *all_turn_left = *all_turn_left && part > 0.0;
        area += part;
    }
    return area;
}

// A star with a hole: the triangles fill exactly what lies between, the border is kept, and all inside is even.
TEST(borders_are_kept_and_filled)
{
    double border[2 * 400];
    const int32_t loops[2] = {300, 100};
    for (int32_t i = 0; i < 400; i++) {
        double turn = 6.283185307179586 * (i < 300 ? i / 300.0 : (400 - i) / 100.0);
        double r = i < 300 ? 1.0 + 0.25 * cos(5 * turn) : 0.3;
        border[2 * i] = r * cos(turn);
        border[2 * i + 1] = r * sin(turn);
    }
    bi_flat flat;
    int32_t fault;
    assert_int_equal(bi_flat_make(NULL, border, loops, 2, 0.022, &flat, &fault), BIGHT_OK);
    bool left = true;
    CHECK_NEAR(mesh_area(&flat, &left), polygon_area(border, 300) + polygon_area(border + 600, 100), 1e-12);
    CHECK(left);
    assert_memory_equal(flat.places, border, sizeof border);
    CHECK(flat.least_angle > 25.0);
    bi_flat_free(NULL, &flat);
}

// Spiky outlines of few points, whose edges cross many others before they are fixed, those of the box among them.
TEST(any_simple_outline_is_filled)
{
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        bi_random random = {seed};
        double border[2 * 40];
        int32_t count = 5 + (int32_t)(seed % 36);
        for (int32_t i = 0; i < count; i++) {
            double turn = 6.283185307179586 * i / count, r = pow(10, bi_random_range(&random, -2, 0));
            border[2 * i] = r * cos(turn) * (seed % 3 == 0 ? 20 : 1);
            border[2 * i + 1] = r * sin(turn);
        }
        bi_flat flat;
        int32_t fault;
        CHECK_SEED(bi_flat_make(NULL, border, &count, 1, 1.0, &flat, &fault) == BIGHT_OK, seed);
        bool left = true;
        double area = mesh_area(&flat, &left);
        CHECK_SEED(left && fabs(area - polygon_area(border, count)) < 1e-9, seed);
        bi_flat_free(NULL, &flat);
    }
}

TEST(a_rectangle_is_even)
{
    double border[2 * 200];
    int32_t count = 0;
    for (int32_t side = 0; side < 4; side++) {
        int32_t pieces = side % 2 == 0 ? 80 : 10;
        for (int32_t i = 0; i < pieces; i++, count++) {
            double t = (double)i / pieces;
            border[2 * count] = side == 0 ? 0.8 * t : side == 1 ? 0.8 : side == 2 ? 0.8 * (1 - t) : 0.0;
            border[2 * count + 1] = side == 0 ? 0.0 : side == 1 ? 0.1 * t : side == 2 ? 0.1 : 0.1 * (1 - t);
        }
    }
    bi_flat flat;
    int32_t fault;
    assert_int_equal(bi_flat_make(NULL, border, &count, 1, 0.01, &flat, &fault), BIGHT_OK);
    CHECK(flat.least_angle > 35.0);
    // as many as equilateral triangles of that edge, within a tenth
    CHECK_NEAR(flat.triangle_count, 0.08 / (0.4330127 * 1e-4), 0.1 * 0.08 / (0.4330127 * 1e-4));
    bi_flat_free(NULL, &flat);
}

TEST(borders_that_cross_are_refused)
{
    const double eight[8] = {0, 0, 1, 1, 1, 0, 0, 1};
    const int32_t count = 4;
    bi_flat flat;
    int32_t fault;
    assert_int_equal(bi_flat_make(NULL, eight, &count, 1, 0.1, &flat, &fault), BIGHT_ERROR_INVALID);
    CHECK(fault >= 0 && fault < 4);
    const double touching[10] = {0, 0, 2, 0, 2, 1, 1, 0, 0, 1}; // a corner on an edge
    const int32_t five = 5;
    assert_int_equal(bi_flat_make(NULL, touching, &five, 1, 0.5, &flat, &fault), BIGHT_ERROR_INVALID);
}

// ---- patterns -------------------------------------------------------------------------------------------

// Two quarter rings, one a little longer on its outer side, sewn along two edges.
static void draw_pair(bight_sewing *pattern, bool joined)
{
    *pattern = (bight_sewing){0};
    for (int32_t side = 0; side < 2; side++) {
        bight_sewing_panel *panel = bi_pattern_add_panel(NULL, pattern, side == 0 ? "one" : "two");
        double bulge = side == 0 ? 0.41421356237309503 : 0.43;
        bi_panel_add_edge(NULL, panel, 0.1, 0.0);
        bi_panel_add_edge(NULL, panel, 0.3, 0.0)->bulge = bulge; // a quarter circle, or a little more
        bi_panel_add_edge(NULL, panel, 0.0, 0.3);
        bi_panel_add_edge(NULL, panel, 0.0, 0.1)->bulge = -0.41421356237309503;
        panel->translation.z = side == 0 ? 0.01 : -0.01;
    }
    bi_pattern_add_stitch(NULL, pattern, (bight_sewing_stitch){{0, 1}, {1, 1}, joined, 0});
    bi_pattern_add_stitch(NULL, pattern, (bight_sewing_stitch){{0, 1}, {3, 3}, joined, 0});
}

TEST(sewn_edges_are_divided_alike)
{
    bight_sewing pattern;
    draw_pair(&pattern, false);
    bight_cloth_mesh mesh;
    bight_sewing_report report;
    bight_error error = {0};
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.02, &mesh, &report, &error), BIGHT_OK);
    // a quarter circle of radius 0.3: 0.4712 m; the other arc has angle 4 atan 0.43 over the same chord
    double half = 2.0 * atan(0.43), arc = 0.3 * sqrt(2.0) / (2.0 * sin(half)) * 2.0 * half;
    CHECK_NEAR(report.seams[0].length[0], 0.15 * 3.141592653589793, 1e-5);
    CHECK_NEAR(report.seams[0].length[1], arc, 1e-5);
    CHECK_NEAR(report.seams[0].ease, arc / (0.15 * 3.141592653589793) - 1.0, 1e-4);
    assert_int_equal(report.seams[0].divisions, 24);
    CHECK(!report.seams[0].turned); // laid one over the other, they run alike
    assert_int_equal(mesh.seam_count, 25 + report.seams[1].divisions + 1);
    for (int32_t s = 0; s < mesh.seam_count;
         s++) { // each stitch joins places that lie over each other, but for the ease
        bight_vec3 a = mesh.positions[mesh.seams[2 * s]], b = mesh.positions[mesh.seams[2 * s + 1]];
        CHECK(hypot(a.x - b.x, a.y - b.y) < 0.01);
        CHECK(fabs(a.z - b.z - 0.02) < 1e-12 || fabs(b.z - a.z - 0.02) < 1e-12);
    }
    int32_t vertices = mesh.vertex_count, stitches = mesh.seam_count;
    bight_cloth_mesh_free(NULL, &mesh);
    bight_sewing_report_free(NULL, &report);
    bight_sewing_free(NULL, &pattern);

    // joined: each stitch is one vertex less
    draw_pair(&pattern, true);
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.02, &mesh, NULL, &error), BIGHT_OK);
    assert_int_equal(mesh.vertex_count, vertices - stitches);
    assert_int_equal(mesh.seam_count, 0);
    assert_string_equal(mesh.names[1].text, "two");
    bight_cloth_mesh_free(NULL, &mesh);
    bight_sewing_free(NULL, &pattern);
}

TEST(patterns_that_cannot_be_cut_are_refused)
{
    bight_cloth_mesh mesh;
    bight_error error = {0};
    bight_sewing pattern;
    draw_pair(&pattern, false);
    pattern.stitches[1].edge[0] = 4;
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.02, &mesh, NULL, &error), BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "stitch 1") != NULL);
    pattern.stitches[1].edge[0] = 3;
    pattern.panels[1].edges[2].from[0] = (double)NAN;
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.02, &mesh, NULL, &error), BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "edge 1 of panel 'two'") != NULL || strstr(error.message, "edge 2") != NULL);
    pattern.panels[1].edges[2].from[0] = 0.5; // the outline crosses itself
    pattern.panels[1].edges[2].from[1] = -0.5;
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.02, &mesh, NULL, &error), BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "panel 'two' touches or crosses itself") != NULL);
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 0.0, &mesh, NULL, &error), BIGHT_ERROR_INVALID);
    pattern.panels[1].edges[2].from[0] = 0.0;
    pattern.panels[1].edges[2].from[1] = 0.3;
    assert_int_equal(bight_sewing_mesh(NULL, &pattern, 1e-8, &mesh, NULL, &error), BIGHT_ERROR_TOO_LARGE);
    bight_sewing_free(NULL, &pattern);
}

// ---- garments -------------------------------------------------------------------------------------------

static double length_in_space(const bight_cloth_mesh *mesh, int32_t i, int32_t j)
{
    bight_vec3 a = mesh->positions[mesh->triangles[i]], b = mesh->positions[mesh->triangles[j]];
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static double length_on_pattern(const bight_cloth_mesh *mesh, int32_t i, int32_t j)
{
    const double *a = mesh->uv + 2 * mesh->uv_triangles[i], *b = mesh->uv + 2 * mesh->uv_triangles[j];
    return hypot(a[0] - b[0], a[1] - b[1]);
}

// At two fineness each: no fault, nothing meets itself, even triangles, and lengths in space near those of the pattern.
TEST(garments_are_sound)
{
    for (int32_t g = 0; bight_garment_name(g) != NULL; g++) {
        for (int32_t fine = 0; fine < LESS_WHEN_CHECKED(2, 1); fine++) {
            double edge = bight_garment_edge(g) * (fine == 0 ? 1.0 : 0.7);
            bight_cloth_mesh mesh;
            bight_sewing_report report;
            bight_mesh_report checked;
            bight_error error = {0};
            assert_int_equal(bight_garment_make(NULL, g, edge, NULL, &mesh, &report, &error), BIGHT_OK);
            assert_int_equal(bight_mesh_check(NULL, &mesh, &checked, &error), BIGHT_OK);
            print_message("%s: %d vertices, least angle %.1f\n", bight_garment_name(g), mesh.vertex_count,
                          report.least_angle);
            assert_int_equal(checked.fault_count, 0);
            assert_int_equal(checked.intersections, 0);
            assert_int_equal(checked.touching, 0);
            bight_mesh_report_free(NULL, &checked);

            bool body = strcmp(bight_garment_name(g), "torso") == 0;
            double sum = 0.0, off = 0.0;
            for (int32_t i = 0; !body && i < 3 * mesh.triangle_count; i++) {
                int32_t j = i - i % 3 + (i + 1) % 3;
                double space = length_in_space(&mesh, i, j), flat = length_on_pattern(&mesh, i, j);
                sum += flat;
                off += fabs(space - flat);
            }
            if (!body) {
                CHECK(report.least_angle > 20.0);
                CHECK(report.shortest_edge > 0.4 * edge && report.longest_edge < 1.8 * edge);
                CHECK_NEAR(report.mean_edge, edge, 0.12 * edge);
                CHECK(off < 0.05 * sum);
            }
            bight_cloth_mesh_free(NULL, &mesh);
            bight_sewing_report_free(NULL, &report);
        }
    }
}

TEST(sizes_are_kept_to)
{
    int32_t ribbon = bight_garment_find("ribbon"), count;
    const bight_garment_size *sizes = bight_garment_sizes(ribbon, &count);
    assert_int_equal(count, 2);
    double values[2] = {0.5, 0.03};
    bight_cloth_mesh mesh;
    bight_error error = {0};
    assert_int_equal(bight_garment_make(NULL, ribbon, 0.01, values, &mesh, NULL, &error), BIGHT_OK);
    double low = 1.0, high = -1.0;
    for (int32_t v = 0; v < mesh.vertex_count; v++) {
        low = fmin(low, mesh.positions[v].x);
        high = fmax(high, mesh.positions[v].x);
    }
    CHECK_NEAR(high - low, 0.5, 1e-12);
    bight_cloth_mesh_free(NULL, &mesh);
    values[1] = sizes[1].most * 1.01;
    assert_int_equal(bight_garment_make(NULL, ribbon, 0.01, values, &mesh, NULL, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "width of a ribbon") != NULL);
    values[1] = (double)NAN;
    assert_int_equal(bight_garment_make(NULL, ribbon, 0.01, values, &mesh, NULL, &error),
                     BIGHT_ERROR_INVALID);
    assert_int_equal(bight_garment_make(NULL, ribbon, (double)NAN, NULL, &mesh, NULL, &error),
                     BIGHT_ERROR_INVALID);
    assert_int_equal(bight_garment_make(NULL, 1000, 0.01, NULL, &mesh, NULL, &error), BIGHT_ERROR_INVALID);
    assert_int_equal(bight_garment_find("shawl"), -1);
    assert_null(bight_garment_sizes(-1, &count));
}

// Every size at five places of its range, the others as they are, and the widest with the shortest: all are cut. Sleeves of a wide top
// end outside its sides.
TEST(any_size_is_cut)
{
    for (int32_t g = 0; bight_garment_name(g) != NULL; g++) {
        int32_t count;
        const bight_garment_size *sizes = bight_garment_sizes(g, &count);
        bool top = strcmp(sizes[0].name, "chest") == 0 && strcmp(bight_garment_name(g), "torso") != 0;
        for (int32_t i = 0; i < 5 * count + (top ? 1 : 0); i++) {
            double values[16];
            for (int32_t k = 0; k < count; k++) {
                values[k] = sizes[k].standard;
            }
            values[i < 5 * count ? i / 5 : 0] =
                sizes[i / 5 % count].least +
                0.25 * (i % 5) * (sizes[i / 5 % count].most - sizes[i / 5 % count].least);
            if (i == 5 * count) {
                values[0] = sizes[0].most;
                values[1] = sizes[1].least;
            }
            bight_cloth_mesh mesh;
            bight_error error = {0};
            if (bight_garment_make(NULL, g, 0.03, values, &mesh, NULL, &error) != BIGHT_OK) {
                fail_msg("%s, %s %g: %s", bight_garment_name(g), sizes[i / 5 % count].name,
                         values[i / 5 % count], error.message);
            }
            bight_cloth_mesh_free(NULL, &mesh);
        }
    }
}

// A scarf alone is the scarf of the whole hoodie, and needs far fewer vertices on the way; seams would go with their pieces.
TEST(pieces_are_those_of_the_whole)
{
    static const char *const scarf[1] = {"scarf"}, *const front[1] = {"front"}, *const sock[1] = {"sock"};
    int32_t hoodie = bight_garment_find("hoodie");
    bight_cloth_mesh whole, piece;
    bight_error error = {0};
    assert_int_equal(bight_garment_make(NULL, hoodie, 0.015, NULL, &whole, NULL, &error), BIGHT_OK);
    for (int32_t pass = 0; pass < 2; pass++) {
        const char *const *names = pass == 0 ? scarf : front;
        assert_int_equal(bight_garment_make_pieces(NULL, hoodie, 0.015, NULL, names, 1, &piece, &error),
                         BIGHT_OK);
        int32_t at = 0, seen = 0;
        for (int32_t t = 0; t < whole.triangle_count; t++) {
            if (strcmp(whole.names[whole.groups[t]].text, names[0]) != 0) {
                continue;
            }
            assert_true(at < piece.triangle_count);
            for (int32_t k = 0; k < 3; k++) {
                int32_t a = whole.triangles[3 * t + k], b = piece.triangles[3 * at + k];
                CHECK(memcmp(&whole.positions[a], &piece.positions[b], sizeof whole.positions[a]) == 0);
                CHECK_NEAR(whole.uv[2 * whole.uv_triangles[3 * t + k]],
                           piece.uv[2 * piece.uv_triangles[3 * at + k]], 1e-3);
                seen = b + 1 > seen ? b + 1 : seen;
            }
            at++;
        }
        assert_int_equal(at, piece.triangle_count);
        assert_int_equal(seen, piece.vertex_count);
        bight_cloth_mesh_free(NULL, &piece);
    }
    bight_cloth_mesh_free(NULL, &whole);

    assert_int_equal(bight_garment_make_pieces(NULL, hoodie, 0.015, NULL, sock, 1, &piece, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "pieces[0] is \"sock\", which hoodie does not have: it has ") != NULL);
    assert_int_equal(
        bight_garment_make_pieces(NULL, bight_garment_find("torso"), 0.05, NULL, scarf, 1, &piece, &error),
        BIGHT_ERROR_INVALID);
    assert_null(piece.positions);
}

// Each request for memory fails once: nothing leaks, nothing is left behind, and words say so.
TEST(memory_may_fail)
{
    static const char *const names[3] = {"necktie", "tshirt", "torso"};
    for (int32_t i = 0; i < 4; i++) {
        bight_status status = BIGHT_ERROR_NO_MEMORY;
        for (int64_t at = 1; status != BIGHT_OK; at += at < 60 ? 1 : at / LESS_WHEN_CHECKED(7, 2)) {
            failing_allocator state = {.fail_at = at};
            bight_env env = failing_env(&state);
            bight_cloth_mesh mesh;
            bight_sewing_report report;
            bight_error error = {0};
            static const char *const tie[1] = {"tie"};
            report = (bight_sewing_report){0};
            status = i == 3 ? bight_garment_make_pieces(&env, bight_garment_find("necktie"), 0.05, NULL, tie,
                                                        1, &mesh, &error)
                            : bight_garment_make(&env, bight_garment_find(names[i]), 0.05, NULL, &mesh,
                                                 &report, &error);
            if (status == BIGHT_OK) {
                bight_cloth_mesh_free(&env.allocator, &mesh);
                bight_sewing_report_free(&env.allocator, &report);
            } else {
                assert_int_equal(status, BIGHT_ERROR_NO_MEMORY);
                CHECK(error.message[0] != '\0' && mesh.positions == NULL && report.seams == NULL);
            }
            assert_int_equal(state.held, 0);
        }
    }
}

RUN_TESTS(unit(points_make_a_delaunay_triangulation), unit(borders_are_kept_and_filled),
          unit(any_simple_outline_is_filled), unit(a_rectangle_is_even), unit(borders_that_cross_are_refused),
          unit(sewn_edges_are_divided_alike), unit(patterns_that_cannot_be_cut_are_refused),
          unit(garments_are_sound), unit(sizes_are_kept_to), unit(any_size_is_cut),
          unit(pieces_are_those_of_the_whole), unit(memory_may_fail))
