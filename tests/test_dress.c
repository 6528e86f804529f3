// SPDX-License-Identifier: MIT
// Cloth put on pipes: mapping against formulas, refinement that leaves nothing open, and what is refused.

#include "bight/dress.h"
#include "bight/garment.h"
#include "core/pi.h"

#include "core/random.h"
#include "core/vec3.h"
#include "dress/bisect.h"
#include "dress/region.h"
#include "failing_memory.h"
#include "geom/surface.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A ribbon, flat: u from 0 to length, v from 0 to width.
static bight_cloth_mesh make_ribbon(double length, double width, double edge)
{
    const double sizes[2] = {length, width};
    bight_cloth_mesh mesh;
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("ribbon"), edge, sizes, &mesh, NULL, NULL),
                     BIGHT_OK);
    return mesh;
}

static bight_pipe make_pipe(const bight_vec3 *points, int32_t count, double radius, int32_t sides,
                            double orientation)
{
    double *radii = malloc((size_t)count * sizeof *radii);
    for (int32_t i = 0; i < count; i++) {
        radii[i] = radius;
    }
    const bight_axis_strand strand = {.points = points, .radii = radii, .count = count};
    const bight_axis axis = {&strand, 1};
    const bight_pipe_options options = {.sides = sides, .orientation = orientation};
    bight_pipe pipe;
    bight_error error = {0};
    assert_int_equal(bight_pipe_make(NULL, &axis, &options, &pipe, &error), BIGHT_OK);
    free(radii);
    return pipe;
}

static bight_pipe straight_pipe(double length, double radius, int32_t sides)
{
    const bight_vec3 points[3] = {{0, 0, 0}, {0.3 * length, 0, 0}, {length, 0, 0}};
    return make_pipe(points, 3, radius, sides, 0.0);
}

static bight_dress_region ribbon_region(double length, double width, double padding)
{
    return (bight_dress_region){.kind = BIGHT_REGION_RECTANGLE,
                                .centre = {0.5 * length, 0.5 * width},
                                .length = length,
                                .width = width,
                                .padding = padding};
}

static double flat_length(const bight_cloth_mesh *mesh, int32_t i, int32_t j)
{
    const double *a = mesh->uv + 2 * mesh->uv_triangles[i], *b = mesh->uv + 2 * mesh->uv_triangles[j];
    return hypot(a[0] - b[0], a[1] - b[1]);
}

static int32_t next_corner(int32_t i)
{
    return i - i % 3 + (i + 1) % 3;
}

// T9: on a straight pipe whose girth is the width with its padding, lengths are kept but for chords: of the cloth's edges
// (h/r)^2/24, and of the pipe's sides. Both ends of an edge may lie in the middle of a side, at r cos(pi/res) from the axis:
// (pi/res)^2/2, where the mean over all edges is (pi/res)^2/6. Where nothing was refined the mesh is untouched.
TEST(a_strip_on_a_straight_pipe_keeps_its_lengths)
{
    double length = 0.6, width = 0.06, padding = 0.006, r = (width + 2 * padding) / (2 * PI), h = 0.0035;
    int32_t sides = 96;
    bight_cloth_mesh mesh = make_ribbon(length, width, h), before = make_ribbon(length, width, h);
    bight_pipe pipe = straight_pipe(length, r, sides);
    const bight_dress_region region = ribbon_region(length, width, padding);
    bight_dress_map map;
    bight_error error = {0};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, NULL, &map, &error), BIGHT_OK);
    assert_int_equal(map.refined, 0);
    assert_int_equal(mesh.vertex_count, before.vertex_count);
    assert_memory_equal(mesh.uv, before.uv, 2 * (size_t)mesh.uv_count * sizeof *mesh.uv);
    assert_memory_equal(mesh.triangles, before.triangles,
                        3 * (size_t)mesh.triangle_count * sizeof *mesh.triangles);
    assert_memory_equal(mesh.positions, before.positions, (size_t)mesh.vertex_count * sizeof *mesh.positions);

    double area = 0.0;
    for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        int32_t j = next_corner(i);
        double flat = flat_length(&mesh, i, j);
        double there = v3_length(v3_sub(map.positions[mesh.triangles[i]], map.positions[mesh.triangles[j]]));
        double margin = flat * flat / (r * r) / 24 + (PI / sides) * (PI / sides) / 2;
        if (!(there / flat >= 1 - margin - 1e-6 && there / flat <= 1 + 1e-6)) {
            fail_msg("an edge of %g m became %g, which is 1 - %g: the margin is %g", flat, there,
                     1 - there / flat, margin);
        }
        if (i % 3 == 0) {
            const int32_t *v = mesh.triangles + i;
            area += 0.5 * v3_length(v3_cross(v3_sub(map.positions[v[1]], map.positions[v[0]]),
                                             v3_sub(map.positions[v[2]], map.positions[v[0]])));
        }
    }
    double worst =
        map.fits[0].longest_edge * map.fits[0].longest_edge / (r * r) / 24 + (PI / sides) * (PI / sides) / 2;
    CHECK(area >= length * width * (1 - 2 * worst) && area <= length * width * (1 + 1e-6));
    const bight_dress_fit *fit = &map.fits[0];
    assert_int_equal(fit->triangles, mesh.triangle_count);
    assert_int_equal(fit->vertices, mesh.vertex_count);
    assert_int_equal(fit->border_edges, 0);
    assert_int_equal(fit->turned, 0);
    // of triangles, which are tilted by about h / r against the pipe
    double tilt = fit->longest_edge * fit->longest_edge / (r * r);
    CHECK(fit->hoop[0] > 1 - tilt && fit->hoop[1] < 1 + tilt && fit->axial[0] > 1 - 1e-6 &&
          fit->axial[1] < 1 + tilt);
    CHECK_NEAR(fit->packing, sqrt(width * 0.001 / (PI * 0.6)), 1e-12);
    CHECK_NEAR(fit->least_radius, r, 1e-12);
    CHECK_NEAR(fit->least_room, r / fit->packing, 1e-9);
    bight_dress_map_free(NULL, &map);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_cloth_mesh_free(NULL, &before);
    bight_pipe_free(NULL, &pipe);
}

// Against the formula, places on the pipe's triangles taken from its ring: the pipe is straight, so a place at angle th lies on
// the chord between two ring vertices, as far along it as th is between their angles.
TEST(every_vertex_is_where_the_formula_says)
{
    double length = 0.5, width = 0.08, r = 0.015;
    int32_t sides = 20;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_mesh mesh = make_ribbon(length, width, 0.005);
        bight_pipe pipe = straight_pipe(0.4, r, sides);
        bight_dress_region region = {.kind = BIGHT_REGION_RECTANGLE,
                                     .centre = {0.25, 0.04},
                                     .angle =
                                         bi_random_range(&random, -0.05, 0.05) + (seed % 2 == 0 ? PI : 0.0),
                                     .length = 0.3,
                                     .width = 0.05,
                                     .padding = bi_random_range(&random, 0.005, 0.02)};
        bight_dress_map map;
        bight_error error = {0};
        assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, NULL, &map, &error), BIGHT_OK);
        int32_t seen = 0;
        for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
            int32_t v = mesh.triangles[i];
            if (map.owners[v] < 0) {
                CHECK_SEED(memcmp(&map.positions[v], &mesh.positions[v], sizeof mesh.positions[v]) == 0,
                           seed);
                continue;
            }
            const double *uv = mesh.uv + 2 * mesh.uv_triangles[i];
            double du = uv[0] - region.centre[0], dv = uv[1] - region.centre[1];
            double x = du * cos(region.angle) + dv * sin(region.angle),
                   y = du * sin(region.angle) - dv * cos(region.angle);
            double th = PI + 2 * PI * y / (region.width + 2 * region.padding);
            double at = th / (2 * PI / sides), part = at - floor(at), from = 2 * PI / sides * floor(at);
            bight_vec3 zero = bight_pipe_at(&pipe, 0, 0.2, 0.0).point; // ring vertex 0; x is the axis
            bight_vec3 one = v3(0, zero.y / r, zero.z / r), two = v3_cross(v3(1, 0, 0), one),
                       p = map.positions[v];
            double c = (1 - part) * cos(from) + part * cos(from + 2 * PI / sides);
            double e = (1 - part) * sin(from) + part * sin(from + 2 * PI / sides);
            bight_vec3 there = v3_madd(v3_mul(r * c, one), r * e, two);
            CHECK_SEED(fabs(p.x - (x / region.length + 0.5) * 0.4) < 1e-9, seed);
            CHECK_SEED(hypot(p.y - there.y, p.z - there.z) < 1e-9, seed);
            CHECK_SEED(fabs(x) <= 0.15 * (1 + 1e-5) && fabs(y) <= 0.025 * (1 + 1e-5), seed);
            seen++;
        }
        CHECK_SEED(seen > 100 && map.fits[0].turned == 0 && map.fits[0].border_edges > 50, seed);
        bight_dress_map_free(NULL, &map);
        bight_cloth_mesh_free(NULL, &mesh);
        bight_pipe_free(NULL, &pipe);
    }
}

// ---- refinement -----------------------------------------------------------------------------------------

static double area_on_pattern(const bight_cloth_mesh *mesh, bool *turned)
{
    double sum = 0.0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const double *a = mesh->uv + 2 * mesh->uv_triangles[3 * t],
                     *b = mesh->uv + 2 * mesh->uv_triangles[3 * t + 1],
                     *c = mesh->uv + 2 * mesh->uv_triangles[3 * t + 2];
        double area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        *turned = *turned || area <= 0.0;
        sum += area;
    }
    return sum;
}

static double limit_by_place(const void *user, const double places[6])
{
    double x = (places[0] + places[2] + places[4]) / 3.0;
    return x < 0.2 ? *(const double *)user : HUGE_VAL;
}

// A T-shirt has seams, where one edge has two places on the pattern. After halving: no vertex in the middle of an edge
// (borders are as long as before), every edge of two triangles, area kept, each new vertex half way between two old ones.
TEST(halving_leaves_nothing_open)
{
    bight_cloth_mesh mesh;
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("tshirt"), 0.04, NULL, &mesh, NULL, NULL),
                     BIGHT_OK);
    bool turned = false;
    double area = area_on_pattern(&mesh, &turned), border[2] = {0.0, 0.0}, limit = 0.012;
    int32_t old_vertices = mesh.vertex_count, old_triangles = mesh.triangle_count, added = 0;
    int32_t *kept = malloc(3 * (size_t)old_triangles * sizeof *kept);
    memcpy(kept, mesh.triangles, 3 * (size_t)old_triangles * sizeof *kept);
    for (int32_t pass = 0; pass < 2; pass++) {
        bi_surface surface;
        assert_int_equal(
            bi_surface_make(NULL, mesh.triangles, mesh.triangle_count, mesh.vertex_count, &surface),
            BIGHT_OK);
        for (int32_t e = 0; e < surface.edge_count; e++) {
            int32_t side = surface.edge_sides[surface.edge_first[e]];
            CHECK(bi_edge_triangles(&surface, e) <= 2);
            border[pass] +=
                bi_edge_triangles(&surface, e) == 1 ? flat_length(&mesh, side, next_corner(side)) : 0.0;
        }
        bi_surface_free(NULL, &surface);
        if (pass == 0) {
            assert_int_equal(bi_bisect(NULL, &mesh, limit_by_place, &limit, &added), BIGHT_OK);
        }
    }
    CHECK(added > 100);
    CHECK_NEAR(border[1], border[0], 1e-12);
    CHECK_NEAR(area_on_pattern(&mesh, &turned), area, 1e-12);
    CHECK(!turned);
    for (int32_t t = 0; t < mesh.triangle_count; t++) {
        double places[6], longest = 0.0;
        for (int32_t k = 0; k < 3; k++) {
            memcpy(places + 2 * k, mesh.uv + 2 * mesh.uv_triangles[3 * t + k], 2 * sizeof *places);
            longest = fmax(longest, flat_length(&mesh, 3 * t + k, next_corner(3 * t + k)));
        }
        CHECK(longest <= limit_by_place(&limit, places));
    }

    // order: triangles far from the limit are the same; new vertices are last and each is a middle
    int32_t same = 0;
    for (int32_t t = 0; t < old_triangles; t++) {
        same += memcmp(kept + 3 * t, mesh.triangles + 3 * t, 3 * sizeof *kept) == 0 ? 1 : 0;
    }
    CHECK(same > old_triangles / 4 && mesh.vertex_count == old_vertices + added);
    for (int32_t m = old_vertices; m < old_vertices + 40;
         m++) { // of all pairs before it, one has it in its middle
        bool found = false;
        for (int32_t i = 0; i < m && !found; i++) {
            for (int32_t j = 0; j < i && !found; j++) {
                bight_vec3 p = v3_lerp(mesh.positions[i], mesh.positions[j], 0.5), q = mesh.positions[m];
                found = v3_length(v3_sub(p, q)) < 1e-12;
            }
        }
        CHECK(found);
    }
    free(kept);
    bight_cloth_mesh_free(NULL, &mesh);
}

// Two triangles and one edge to halve, by hand.
TEST(a_new_vertex_lies_half_way)
{
    bight_vec3 x[4] = {{0, 0, 0}, {1, 0, 0.5}, {1, 1, 0}, {0, 1, 0.25}};
    double uv[8] = {0, 0, 2, 0, 2, 2, 0, 2};
    int32_t triangles[6] = {0, 1, 2, 0, 2, 3}, faces[2] = {0, 1}, groups[2] = {0, 1};
    bight_mesh_group names[2] = {{"a"}, {"b"}};
    bight_cloth_mesh given = {.positions = x,
                              .uv = uv,
                              .triangles = triangles,
                              .uv_triangles = triangles,
                              .faces = faces,
                              .groups = groups,
                              .names = names,
                              .vertex_count = 4,
                              .uv_count = 4,
                              .triangle_count = 2,
                              .face_count = 2,
                              .group_count = 2};
    const bight_vec3 points[2] = {{0, 0, 0}, {2, 0, 0}};
    bight_pipe pipe = make_pipe(points, 2, 5.0, 24, 0.0);
    const bight_dress_region region = ribbon_region(2, 2, 14.0);
    const bight_dress_options options = {.thickness =
                                             0.076}; // 2 sqrt(r g) = 1.23: one halving of each edge's half
    bight_dress_map map;
    bight_error error = {0};
    bight_cloth_mesh mesh = given;
    // a copy with memory of its own, as a reader makes it
    mesh.positions = malloc(sizeof x);
    mesh.uv = malloc(sizeof uv);
    mesh.triangles = malloc(sizeof triangles);
    mesh.uv_triangles = malloc(sizeof triangles);
    mesh.faces = malloc(sizeof faces);
    mesh.groups = malloc(sizeof groups);
    mesh.names = malloc(sizeof names);
    memcpy(mesh.positions, x, sizeof x);
    memcpy(mesh.uv, uv, sizeof uv);
    memcpy(mesh.triangles, triangles, sizeof triangles);
    memcpy(mesh.uv_triangles, triangles, sizeof triangles);
    memcpy(mesh.faces, faces, sizeof faces);
    memcpy(mesh.groups, groups, sizeof groups);
    memcpy(mesh.names, names, sizeof names);
    const int32_t room[8] = {4, 4, 2, 2, 2, 2, 2, 0};
    memcpy(mesh.capacities, room, sizeof room);
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, &options, &map, &error), BIGHT_OK);
    CHECK(map.refined >= 1);
    // the first to be halved is the diagonal
    CHECK_NEAR(mesh.positions[4].x, 0.5, 0.0);
    CHECK_NEAR(mesh.positions[4].y, 0.5, 0.0);
    CHECK_NEAR(mesh.uv[8], 1.0, 0.0);
    CHECK_NEAR(mesh.uv[9], 1.0, 0.0);
    for (int32_t t = 0; t < mesh.triangle_count; t++) {
        assert_int_equal(mesh.faces[t], t);
        const double *a = mesh.uv + 2 * mesh.uv_triangles[3 * t],
                     *b = mesh.uv + 2 * mesh.uv_triangles[3 * t + 1],
                     *c = mesh.uv + 2 * mesh.uv_triangles[3 * t + 2];
        // group "a" is below the diagonal
        double below = (a[0] + b[0] + c[0] - a[1] - b[1] - c[1]) / 3;
        assert_int_equal(mesh.groups[t], below > 0 ? 0 : 1);
    }
    bight_dress_map_free(NULL, &map);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
}

// ---- knots and tips -------------------------------------------------------------------------------------

static int64_t crossings(bight_cloth_mesh *mesh, const bight_dress_map *map)
{
    bight_cloth_mesh there = *mesh;
    bight_mesh_report report;
    there.positions = map->positions;
    assert_int_equal(bight_mesh_check(NULL, &there, &report, NULL), BIGHT_OK);
    int64_t all = report.intersections + report.touching;
    bight_mesh_report_free(NULL, &report);
    return all;
}

// An open trefoil: a coarse ribbon on it crosses itself, refined it does not.
TEST(a_ribbon_on_an_overhand_does_not_meet_itself)
{
    bight_vec3 points[160];
    for (int32_t i = 0; i < 160; i++) {
        double t = 2 * PI * (0.02 + 0.96 * i / 159.0);
        points[i] =
            v3(0.05 * (sin(t) + 2 * sin(2 * t)), 0.05 * (cos(t) - 2 * cos(2 * t)), -0.05 * sin(3 * t));
    }
    bight_pipe pipe = make_pipe(points, 160, 0.012, 32, 0.3);
    int64_t pairs = -1;
    assert_int_equal(bight_pipe_crossings(NULL, &pipe, &pairs, NULL), BIGHT_OK);
    assert_int_equal(pairs, 0);
    double length = pipe.strands[0].length, width = 0.07;
    bight_cloth_mesh mesh = make_ribbon(length, width, 0.016);
    const bight_dress_region region = ribbon_region(length, width, 0.0);
    const bight_dress_options options = {.thickness = 0.001, .graded = true};
    bight_dress_map map;
    bight_error error = {0};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, &options, &map, &error), BIGHT_OK);
    CHECK(map.refined > 0);
    assert_int_equal(crossings(&mesh, &map), 0);
    assert_int_equal(map.fits[0].turned, 0);

    // no edge is longer than the pipe is thick, nor cuts into it by more than half a thickness: middles of edges against the axis;
    // and edges along the straight pieces stay as long as they may: half a radius everywhere would be too much
    int32_t long_ones = 0;
    for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        int32_t v = mesh.triangles[i], w = mesh.triangles[i - i % 3 + (i + 1) % 3];
        bight_vec3 middle = v3_lerp(map.positions[v], map.positions[w], 0.5);
        double nearest = 1.0;
        for (int32_t k = 0; k + 1 < 160; k++) {
            bight_vec3 d = v3_sub(points[k + 1], points[k]);
            double t = v3_dot(v3_sub(middle, points[k]), d) / v3_dot(d, d);
            nearest = fmin(nearest, v3_distance(middle, v3_madd(points[k], fmin(1.0, fmax(0.0, t)), d)));
        }
        CHECK(nearest >= 0.012 * cos(PI / 32) - 0.00055);
        const double *a = mesh.uv + 2 * mesh.uv_triangles[i], *b = mesh.uv + 2 * mesh.uv_triangles[i - i % 3 + (i + 1) % 3];
        double h = hypot(a[0] - b[0], a[1] - b[1]);
        CHECK(h <= 0.012 + 1e-12);
        long_ones += h > 0.007;
    }
    CHECK(long_ones > 20);
    // axial stretch is between (1 - kappa r) and (1 + kappa r): the tightest bend of this curve is about 1/0.03
    CHECK(map.fits[0].axial[0] > 0.4 && map.fits[0].axial[1] < 1.6);
    bight_dress_map_free(NULL, &map);

    // the same with the mesh kept: refused, with the length that is needed
    bight_cloth_mesh coarse = make_ribbon(length, width, 0.016);
    const bight_dress_options keep = {.thickness = 0.001, .keep_mesh = true};
    assert_int_equal(bight_dress_map_make(NULL, &coarse, &pipe, &region, 1, &keep, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "0.006 m") != NULL);
    bight_cloth_mesh_free(NULL, &coarse);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
}

// Two tips of one cloth on the ends of one strand: each vertex by the formula, tips on the axis, no crossing, the front out.
TEST(tips_are_cones)
{
    double side = 0.4, r = 0.02, radius = 0.09, length = 0.24;
    bight_cloth_mesh mesh = make_ribbon(side, side, 0.005);
    bight_pipe pipe = straight_pipe(length, r, 48);
    const bight_dress_region regions[2] = {
        {.kind = BIGHT_REGION_CIRCLE, .centre = {0.1, 0.1}, .radius = radius, .end = 0},
        {.kind = BIGHT_REGION_CIRCLE, .centre = {0.3, 0.3}, .radius = radius, .end = 1, .angle = 0.7}};
    const bight_dress_options options = {.thickness = 0.001};
    bight_dress_map map;
    bight_error error = {0};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, regions, 2, &options, &map, &error), BIGHT_OK);
    for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) {
        int32_t v = mesh.triangles[i], own = map.owners[v];
        if (own < 0) {
            continue;
        }
        const double *uv = mesh.uv + 2 * mesh.uv_triangles[i], *c = regions[own].centre;
        double rho = hypot(uv[0] - c[0], uv[1] - c[1]), arc = rho * 0.5 * length / radius;
        bight_vec3 p = map.positions[v];
        CHECK_NEAR(p.x, own == 0 ? arc : length - arc, 1e-9);
        double away = hypot(p.y, p.z), cone = fmin(1.0, rho / r) * r;
        CHECK(away <= cone + 1e-12 && away >= cone - r * (1 - cos(PI / 48)) - 1e-12);
    }
    CHECK(crossings(&mesh, &map) >= 0);
    for (int32_t i = 0; i < 2; i++) {
        CHECK(map.fits[i].hoop[1] <= 1.01);
        CHECK(map.fits[i].border_edges > 20);
        assert_int_equal(map.fits[i].turned, 0);
    }
    bight_dress_map_free(NULL, &map);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
}

// ---- what is refused ------------------------------------------------------------------------------------

typedef struct refusal {
    bight_dress_region region;
    bight_dress_options options;
    const char *words;
} refusal;

TEST(what_cannot_be_done_is_refused_with_its_place)
{
    const bight_dress_region good = {
        .kind = BIGHT_REGION_RECTANGLE, .centre = {0.25, 0.04}, .length = 0.3, .width = 0.05};
#define WITH(...)                                                                                            \
    (bight_dress_region)                                                                                     \
    {                                                                                                        \
        .kind = BIGHT_REGION_RECTANGLE, __VA_ARGS__                                                          \
    }
    const refusal cases[] = {
        {WITH(.centre = {0.6, 0.04}, .length = 0.3, .width = 0.05), {.thickness = 0}, "off the pattern"},
        {WITH(.centre = {(double)NAN, 0.04}, .length = 0.3, .width = 0.05), {.thickness = 0}, "not one"},
        {WITH(.centre = {0.25, 0.04}, .length = 0.3, .width = 0.0), {.thickness = 0}, "above 0"},
        {WITH(.centre = {0.25, 0.04}, .length = 0.3, .width = 0.05, .strand = 1),
         {.thickness = 0},
         "strands 0 to 0"},
        {WITH(.centre = {0.25, 0.04}, .length = 0.3, .width = 0.05),
         {.thickness = 0.02},
         "shorter than twice the thickness"},
        {WITH(.centre = {0.25, 0.04}, .length = 0.3, .width = 0.05), {.thickness = (double)NAN}, "thickness"},
        {WITH(.centre = {0.25, 0.04}, .length = 0.3, .width = 0.05), {.keep_mesh = true}, "edges of at most"},
        {WITH(.centre = {0.25, 0.04}, .length = 0.003, .width = 0.003),
         {.keep_mesh = true},
         "holds no triangle"},
        {{.kind = BIGHT_REGION_CIRCLE, .centre = {0.25, 0.04}, .radius = 0.03, .end = 2},
         {.thickness = 0},
         "end of an open strand"},
    };
    bight_cloth_mesh mesh = make_ribbon(0.5, 0.08, 0.01), before = make_ribbon(0.5, 0.08, 0.01);
    bight_pipe pipe = straight_pipe(0.3, 0.008, 24);
    bight_dress_map map;
    bight_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        error = (bight_error){0};
        assert_int_equal(
            bight_dress_map_make(NULL, &mesh, &pipe, &cases[i].region, 1, &cases[i].options, &map, &error),
            BIGHT_ERROR_INVALID);
        if (strstr(error.message, cases[i].words) == NULL) {
            fail_msg("case %d: %s", (int)i, error.message);
        }
        assert_null(map.positions);
        assert_int_equal(mesh.vertex_count, before.vertex_count); // as it was
        assert_memory_equal(mesh.triangles, before.triangles,
                            3 * (size_t)mesh.triangle_count * sizeof *mesh.triangles);
    }

    // too narrow: 0.05 m of cloth 2 mm thick need 7.3 mm
    const bight_dress_options thick = {.thickness = 0.003};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &good, 1, &thick, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "needs a radius of 0.00892") != NULL &&
          strstr(error.message, "strand 0") != NULL);

    // two on one strand, two that overlap, a strand that has none
    bight_dress_region pair[2] = {good, good};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, pair, 2, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "both for strand 0") != NULL);
    bight_pipe_free(NULL, &pipe);
    const bight_vec3 one[2] = {{0, 0, 0}, {0.3, 0, 0}}, two[2] = {{0, 0.1, 0}, {0.3, 0.1, 0}};
    const double radii[2] = {0.01, 0.01};
    const bight_axis_strand strands[2] = {{.points = one, .radii = radii, .count = 2},
                                          {.points = two, .radii = radii, .count = 2}};
    const bight_axis axis = {strands, 2};
    assert_int_equal(bight_pipe_make(NULL, &axis, NULL, &pipe, &error), BIGHT_OK);
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, pair, 1, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "strand 1 has no region") != NULL);
    pair[1].strand = 1;
    pair[1].centre[0] = 0.3;
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, pair, 2, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "overlap") != NULL);
    bight_pipe_free(NULL, &pipe);

    // faults of the mesh
    pipe = straight_pipe(0.3, 0.01, 24);
    double kept = mesh.uv[20];
    mesh.uv[20] = (double)NAN;
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &good, 1, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "vertex 11 is not a number") != NULL);
    mesh.uv[20] = kept;
    int32_t place = mesh.uv_triangles[7];
    mesh.uv_triangles[7] = -1;
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &good, 1, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "face 3 has no place on the pattern") != NULL);
    mesh.uv_triangles[7] = place;

    bight_cloth_mesh_free(NULL, &mesh);
    bight_cloth_mesh_free(NULL, &before);

    // across two panels that lie beside each other: the bag's, whose back begins 5 cm right of its front
    assert_int_equal(bight_garment_make(NULL, bight_garment_find("handbag"), 0.01, NULL, &mesh, NULL, &error),
                     BIGHT_OK);
    const bight_dress_region across = {
        .kind = BIGHT_REGION_RECTANGLE, .centre = {0.345, 0.15}, .length = 0.25, .width = 0.05};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &across, 1, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "across a cut") != NULL);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
}

// A face over an edge that has two already.
TEST(a_border_that_is_no_line_is_refused)
{
    bight_cloth_mesh mesh = make_ribbon(0.5, 0.08, 0.01);
    bight_pipe pipe = straight_pipe(0.3, 0.01, 24);
    const bight_dress_region region = {
        .kind = BIGHT_REGION_RECTANGLE, .centre = {0.25, 0.04}, .length = 0.3, .width = 0.05};
    int32_t inside = -1;
    for (int32_t t = 0; t < mesh.triangle_count; t++) {
        const double *uv = mesh.uv + 2 * mesh.uv_triangles[3 * t];
        inside = hypot(uv[0] - 0.25, uv[1] - 0.04) < 0.01 ? t : inside;
    }
    CHECK(inside >= 0);
    // the last face becomes one over an edge of that one, far away on the pattern
    int32_t last = mesh.triangle_count - 1;
    mesh.triangles[3 * last] = mesh.triangles[3 * inside];
    mesh.triangles[3 * last + 1] = mesh.triangles[3 * inside + 1];
    bight_dress_map map;
    bight_error error = {0};
    assert_int_equal(bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, NULL, &map, &error),
                     BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "has 3 faces") != NULL && strstr(error.message, "not a line") != NULL);
    bight_cloth_mesh_free(NULL, &mesh);
    bight_pipe_free(NULL, &pipe);
}

TEST(memory_may_fail)
{
    bight_pipe pipe = straight_pipe(0.3, 0.01, 24);
    const bight_dress_region region = {
        .kind = BIGHT_REGION_RECTANGLE, .centre = {0.25, 0.04}, .length = 0.3, .width = 0.05};
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t at = 1; status != BIGHT_OK; at++) {
        failing_allocator state = {0};
        bight_env env = failing_env(&state);
        bight_cloth_mesh mesh;
        const double sizes[2] = {0.5, 0.08};
        assert_int_equal(
            bight_garment_make(&env, bight_garment_find("ribbon"), 0.02, sizes, &mesh, NULL, NULL), BIGHT_OK);
        state.fail_at = state.calls + at;
        int32_t vertices = mesh.vertex_count;
        bight_dress_map map;
        bight_error error = {0};
        status = bight_dress_map_make(&env, &mesh, &pipe, &region, 1, NULL, &map, &error);
        if (status == BIGHT_OK) {
            bight_dress_map_free(&env.allocator, &map);
        } else {
            assert_int_equal(status, BIGHT_ERROR_NO_MEMORY);
            CHECK(mesh.vertex_count == vertices && map.positions == NULL && error.message[0] != '\0');
        }
        bight_cloth_mesh_free(&env.allocator, &mesh);
        assert_int_equal(state.held, 0);
    }
    bight_pipe_free(NULL, &pipe);
}

// A half circle of radius R between straight pieces: r kappa is r / R, and a region that ends before the half circle has none.
TEST(bends_are_told_by_region)
{
    enum { ARC = 60 };
    const double r = 0.01, R = 0.04, length = 0.4;
    bight_vec3 points[ARC + 3];
    int32_t count = 0;
    points[count++] = v3(-R, -0.1, 0);
    for (int32_t i = 0; i <= ARC; i++) {
        double t = PI * i / ARC;
        points[count++] = v3(-R * cos(t), R * sin(t), 0);
    }
    points[count++] = v3(R, -0.1, 0);
    bight_pipe pipe = make_pipe(points, count, r, 32, 0.0);
    const bight_dress_options options = {.thickness = 0.001};
    for (int32_t k = 0; k < 2; k++) {
        bight_dress_region region = ribbon_region(length, 0.05, 0.01);
        region.part[1] = k == 0 ? 1.0 : 0.25; // the straight piece is 0.1 of 0.1 + pi R + 0.1
        bight_cloth_mesh own = make_ribbon(length, 0.05, 0.008);
        bight_dress_map map;
        bight_error error = {0};
        if (bight_dress_map_make(NULL, &own, &pipe, &region, 1, &options, &map, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        CHECK_NEAR(map.fits[0].bend, k == 0 ? r / R : 0.0, k == 0 ? 0.01 * r / R : 1e-9);
        bight_dress_map_free(NULL, &map);
        bight_cloth_mesh_free(NULL, &own);
    }
    bight_pipe_free(NULL, &pipe);
}

RUN_TESTS(unit(a_strip_on_a_straight_pipe_keeps_its_lengths), unit(every_vertex_is_where_the_formula_says),
          unit(halving_leaves_nothing_open), unit(a_new_vertex_lies_half_way),
          unit(a_ribbon_on_an_overhand_does_not_meet_itself), unit(tips_are_cones),
          unit(what_cannot_be_done_is_refused_with_its_place), unit(a_border_that_is_no_line_is_refused),
          unit(memory_may_fail), unit(bends_are_told_by_region))
