// SPDX-License-Identifier: MIT
// All four corners of a cloth gathered over a box: folded, not stretched, through nothing, round the box, both knots as asked.

#include "bight/pleat.h"

#include "core/vec3.h"
#include "dress/parcel_bag.h"
#include "folded_judge.h"
#include "open_template.h"
#include "read_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A square of `cells` squares along a side, its diagonals turned in every other square, as a scene's grid.
static bight_cloth_mesh make_square(int32_t cells, double side)
{
    int32_t across = cells + 1, count = across * across, triangles = 2 * cells * cells;
    bight_cloth_mesh mesh = {.vertex_count = count, .uv_count = count, .triangle_count = triangles};
    mesh.positions = calloc((size_t)count, sizeof *mesh.positions);
    mesh.uv = calloc((size_t)count, 2 * sizeof *mesh.uv);
    mesh.triangles = calloc((size_t)triangles, 3 * sizeof *mesh.triangles);
    for (int32_t i = 0; i < count; i++) {
        mesh.uv[2 * i] = side * (i % across) / cells;
        mesh.uv[2 * i + 1] = side * (i / across) / cells;
    }
    for (int32_t i = 0; i < cells * cells; i++) {
        int32_t a = i % cells + i / cells * across, b = a + 1, c = b + across, d = a + across;
        const int32_t corners[2][6] = {{a, b, c, a, c, d}, {a, b, d, b, c, d}};
        memcpy(mesh.triangles + 6 * i, corners[(i % cells + i / cells) % 2], sizeof corners[0]);
    }
    mesh.uv_triangles = mesh.triangles;
    return mesh;
}

static void free_square(bight_cloth_mesh *mesh)
{
    free(mesh->positions);
    free(mesh->uv);
    free(mesh->triangles);
}

// ---- oracles --------------------------------------------------------------------------------------------

#define FLAT 1e-14 // m^3: the floor and sides of the bag are flat, to rounding

// How far a place is outside of a box that stands on the origin; below 0 inside.
static double outside(bight_vec3 p, const double hold[2])
{
    return fmax(fmax(fabs(p.x), fabs(p.z)) - 0.5 * hold[0], fmax(-p.y, p.y - hold[1]));
}

// ---- tests ----------------------------------------------------------------------------------------------

typedef struct parcel_case {
    int32_t cells;
    double side, thickness, width, height;
    const char *first, *above, *knot, *knot_above;
} parcel_case;

static void fold_one(const parcel_case *c)
{
    bight_template *made[2] = {open_template(c->first), open_template(c->above)};
    bight_cloth_mesh mesh = make_square(c->cells, c->side);
    bight_pleat_options options = {.tips = {{0, 0}, {c->side, c->side}},
                                   .thickness = c->thickness,
                                   .grain = 2.0 * c->side / c->cells / sqrt(2.0),
                                   .hold = {c->width, c->height}};
    const bight_template *const both[2] = {made[0], made[1]};
    bight_pleats pleats;
    bight_error error = {0};
    if (bight_parcel_make(NULL, &mesh, both, &options, &pleats, &error) != BIGHT_OK) {
        fail_msg("%d cells: %s", c->cells, error.message);
    }
    double stretch = greatest_stretch(&mesh, pleats.positions), least = HUGE_VAL;
    for (int32_t t = 0; t < mesh.triangle_count; t++) {
        const int32_t *v = mesh.triangles + 3 * t;
        bight_vec3 sum =
            v3_add(pleats.positions[v[0]], v3_add(pleats.positions[v[1]], pleats.positions[v[2]]));
        least = fmin(least, outside(v3_mul(1.0 / 3.0, sum), options.hold));
    }
    print_message(
        "%d cells, %s and %s: pleat %.3g m, room %.3g, bend %.3g m, stretch %.4f, %.3g m off the box, "
        "%d vertices of the upper knot\n",
        c->cells, c->first, c->above, pleats.pleat, pleats.room, pleats.bend, stretch, least,
        pleats.upper_count);
    assert_string_equal(pleats.knot, c->knot);
    assert_string_equal(pleats.knot_above, c->knot_above);
    assert_int_equal(pleats.intersections, 0);
    CHECK(stretch <= 1.0901 && fabs(stretch - pleats.stretch[1]) < 1e-9);
    CHECK(least > 2.0 * c->thickness);
    assert_int_equal(pleats.line_count, c->cells + 1);
    assert_int_equal(pleats.above_count, c->cells + 1);
    CHECK(pleats.upper_count > c->cells); // the knot itself, not its highest folds alone
    int32_t across = c->cells + 1;
    for (int32_t k = 0; k <= c->cells; k++) {
        assert_int_equal(pleats.line[k], k * (across + 1));
        assert_int_equal(pleats.above[k], k * across + c->cells - k);
    }
    if (c->cells < 64) {
        assert_int_equal(count_piercings(&mesh, pleats.positions, 2.2 * sqrt(2.0) * c->side / c->cells, FLAT),
                         0);
    }

    // a mirror through the bag's middle takes each side of it to the opposite one
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        double s = fabs(mesh.uv[2 * i] + mesh.uv[2 * i + 1] - c->side) / sqrt(2.0),
               y = fabs(mesh.uv[2 * i] - mesh.uv[2 * i + 1]) / sqrt(2.0);
        if (fmax(s, y) < 0.45 * c->side / sqrt(2.0)) {
            bight_vec3 p = pleats.positions[i], q = pleats.positions[mesh.vertex_count - 1 - i];
            CHECK(v3_distance(v3(-p.x, p.y, -p.z), q) < 1e-9);
        }
    }
    bight_pleat_free(NULL, &pleats);
    free_square(&mesh);
    bight_template_free(made[0]);
    bight_template_free(made[1]);
}

TEST(four_corners_are_tied_over_a_box_on_every_cloth)
{
    static const parcel_case cases[] = {
        {60, 1.5, 0.0006, 0.18, 0.09, "half_knot", "half_knot", "3_1", "3_1"},
        {72, 1.5, 0.0006, 0.18, 0.09, "half_knot", "half_knot", "3_1", "3_1"},
        {72, 1.0, 0.0004, 0.08, 0.12, "half_knot", "half_knot", "3_1", "3_1"},
        {96, 1.5, 0.0006, 0.2, 0.04, "half_knot", "half_knot", "3_1", "3_1"},
        {144, 1.5, 0.0006, 0.18, 0.09, "half_knot", "half_knot", "3_1", "3_1"},
    };
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(5, 1); i++) {
        fold_one(&cases[i]);
    }
}

// A fold is a flat strip of a ring: no two places of one ring are farther apart than on the pattern.
TEST(rings_of_a_bag_are_not_stretched)
{
    bi_parcel_bag *bag = calloc(1, sizeof *bag);
    *bag = (bi_parcel_bag){.half = 1.06,
                           .pleat = 0.03,
                           .shut = 0.026,
                           .wide = 0.14,
                           .high = 0.13,
                           .corner = 0.035,
                           .floor = 0.03,
                           .rim = 0.03,
                           .throat = 0.03};
    for (int32_t i = 0; i < BI_PARCEL_NODES - 1; i++) {
        bag->links[i] = 0.8 * 0.53 / (BI_PARCEL_NODES - 1);
    }
    bi_parcel_bag_make(bag);
    double most = 0.0, least = 1.0;
    for (int32_t k = 1; k <= 40; k++) {
        double h = 0.53 * k / 40, step = 0.001;
        for (double y = 0.0; y + step < h; y += step) {
            double go = v3_distance(bi_parcel_bag_at(bag, h, y), bi_parcel_bag_at(bag, h, y + step)) / step;
            most = fmax(most, go);
            least = fmin(least, go);
        }
    }
    print_message("along rings %.4f to %.4f of the pattern\n", least, most);
    // what stands out of a round corner goes round a larger circle, by half a pleat over its radius, as far as folds are open there
    CHECK(most <= 1.06 && least > 0.5);
    free(bag);
}

static void refused(const bight_cloth_mesh *mesh, const bight_template *first, const bight_template *above,
                    bight_pleat_options options, const char *words)
{
    const bight_template *const both[2] = {first, above};
    bight_pleats pleats;
    bight_error error = {0};
    assert_int_equal(bight_parcel_make(NULL, mesh, both, &options, &pleats, &error), BIGHT_ERROR_INVALID);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" is not in: %s", words, error.message);
    }
    CHECK(pleats.positions == NULL && pleats.line == NULL && pleats.above == NULL);
}

TEST(what_cannot_be_tied_is_refused)
{
    bight_template *half = open_template("half_knot"), *overhand = open_template("overhand");
    bight_cloth_mesh mesh = make_square(60, 1.5);
    bight_pleat_options good = {.tips = {{0, 0}, {1.5, 1.5}},
                                .thickness = 0.0006,
                                .grain = 3.0 / 60 / sqrt(2.0),
                                .hold = {0.18, 0.09}};
    bight_pleat_options bad = good;
    refused(&mesh, half, overhand, good, "template overhand does not tie two corners");
    bad.hold[1] = 0.0;
    refused(&mesh, half, half, bad, "0.18 m wide and 0 m high");
    bad = good;
    bad.bag = 1.0;
    refused(&mesh, half, half, bad, "give no tail, open, bag and below");
    bad = good;
    bad.tips[1][0] = 1.4;
    refused(&mesh, half, half, bad, "the cloth is no square between them");
    bad = good;
    bad.thickness = 0.0;
    bad.grain = 0.0;
    refused(&mesh, half, half, bad, "a grain of 0 m");
    bad = good;
    bad.hold[0] = 0.4;
    refused(&mesh, half, half, bad, "take a larger or thinner cloth, or hold less");
    free_square(&mesh);
    bight_template_free(half);
    bight_template_free(overhand);
}

RUN_TESTS(unit(four_corners_are_tied_over_a_box_on_every_cloth), unit(rings_of_a_bag_are_not_stretched),
          unit(what_cannot_be_tied_is_refused))
