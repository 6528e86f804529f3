// SPDX-License-Identifier: MIT
// Two corners of a cloth gathered in pleats: folded, not stretched, through nothing, and the knot that was asked for.

#include "bight/pleat.h"

#include "core/vec3.h"
#include "failing_memory.h"
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
        mesh.positions[i] = v3(mesh.uv[2 * i], 0, -mesh.uv[2 * i + 1]);
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

static bight_pleat_options square_options(int32_t cells, double side, double thickness)
{
    return (bight_pleat_options){
        .tips = {{0, 0}, {side, side}}, .thickness = thickness, .grain = 2.0 * side / cells / sqrt(2.0)};
}

// ---- tests ----------------------------------------------------------------------------------------------

TEST(a_half_knot_of_two_corners_is_folded_clean_on_every_cloth)
{
    bight_template *made = open_template("half_knot");
    static const int32_t cells[] = {40, 80, 162};
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(3, 2); i++) {
        bight_cloth_mesh mesh = make_square(cells[i], 1.0);
        bight_pleat_options options = square_options(cells[i], 1.0, 0.001);
        bight_pleats pleats;
        bight_error error = {0};
        if (bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error) != BIGHT_OK) {
            fail_msg("%d cells: %s", cells[i], error.message);
        }
        print_message("%d cells: pleat %.4g m, room %.3g, bend %.4g m, stretch %.3g to %.3g\n", cells[i],
                      pleats.pleat, pleats.room, pleats.bend, pleats.stretch[0], pleats.stretch[1]);
        assert_string_equal(pleats.knot, "3_1");
        assert_int_equal(pleats.intersections, 0);
        CHECK(pleats.stretch[1] <= 1.0949); // below 1.10 by a margin: no step goes beyond it then
        assert_int_equal(pleats.line_count, cells[i] + 1);
        assert_int_equal(pleats.vertex_count, mesh.vertex_count);
        for (int32_t k = 0; k <= cells[i]; k++) {
            assert_int_equal(pleats.line[k], k * (cells[i] + 2));
        }
        if (cells[i] == 40) {
            assert_int_equal(count_piercings(&mesh, pleats.positions, 0.09, 0.0), 0);
        }
        bight_pleat_free(NULL, &pleats);
        free_square(&mesh);
    }
    bight_template_free(made);
}

TEST(a_reef_knot)
{
    bight_template *made = open_template("reef");
    bight_cloth_mesh mesh = make_square(80, 1.0);
    bight_pleat_options options = square_options(80, 1.0, 0.0005);
    bight_pleats pleats;
    bight_error error = {0};
    if (bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    print_message("pleat %.4g m, room %.3g, bend %.4g m, stretch %.3g to %.3g\n", pleats.pleat, pleats.room,
                  pleats.bend, pleats.stretch[0], pleats.stretch[1]);
    assert_string_equal(pleats.knot, "3_1 # m3_1");
    CHECK(pleats.stretch[1] <= 1.0949);
    bight_pleat_free(NULL, &pleats);
    free_square(&mesh);
    bight_template_free(made);
}

// Where the strand is straight, near the tips, folding stretches nothing; and neighbouring folds are a layer apart.
TEST(folding_keeps_lengths_where_the_strand_is_straight)
{
    bight_template *made = open_template("half_knot");
    bight_cloth_mesh mesh = make_square(80, 1.0);
    bight_pleat_options options = square_options(80, 1.0, 0.001);
    bight_pleats pleats;
    bight_error error = {0};
    assert_int_equal(bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error), BIGHT_OK);
    int32_t edges = 0;
    double worst[2] = {9.0, 0.0};
    for (int32_t side = 0; side < 3 * mesh.triangle_count; side++) {
        int32_t p = mesh.triangles[side], q = mesh.triangles[side % 3 == 2 ? side - 2 : side + 1];
        double u = mesh.uv[2 * p] - mesh.uv[2 * q], v = mesh.uv[2 * p + 1] - mesh.uv[2 * q + 1];
        if (mesh.uv[2 * p] + mesh.uv[2 * p + 1] < 0.13) {
            double ratio = v3_distance(pleats.positions[p], pleats.positions[q]) / sqrt(u * u + v * v);
            worst[0] = fmin(worst[0], ratio);
            worst[1] = fmax(worst[1], ratio);
            edges++;
        }
    }
    print_message("%d edges: %.4f to %.4f\n", edges, worst[0], worst[1]);
    CHECK(edges > 100);
    CHECK(worst[0] > 0.97 && worst[1] < 1.03);

    // a pleat is a whole number of grains, and all vertices of a fold's neighbours lie 1.1 thicknesses on
    CHECK_NEAR(fmod(pleats.pleat / options.grain + 0.5, 1.0), 0.5, 1e-9);
    CHECK(pleats.stretch[0] > 0.0 && pleats.stretch[1] <= 1.0949);
    bight_pleat_free(NULL, &pleats);

    // asked for: wider pleats, another part open
    options.grains = 1;
    options.open = 0.02;
    assert_int_equal(bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error), BIGHT_OK);
    CHECK_NEAR(pleats.pleat, options.grain, 1e-12);
    bight_pleat_free(NULL, &pleats);
    free_square(&mesh);
    bight_template_free(made);
}

// The loose corners go up on both sides, and no fold of the bag is longer than its cloth.
TEST(a_bag_is_the_bight_turned_about_a_line)
{
    bight_template *made = open_template("half_knot");
    static const int32_t cells[] = {40, 80, 162};
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(3, 2); i++) {
        int32_t n = cells[i], middle = n / 2 * (n + 2);
        bight_cloth_mesh mesh = make_square(n, 1.0);
        bight_pleat_options options = square_options(n, 1.0, n == 40 ? 0.002 : 0.001);
        options.tail = 0.06;
        options.bag = 1.75;
        bight_pleats pleats;
        bight_error error = {0};
        if (bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error) != BIGHT_OK) {
            fail_msg("%d cells: %s", n, error.message);
        }
        const bight_vec3 *x = pleats.positions;
        assert_string_equal(pleats.knot, "3_1");
        assert_int_equal(pleats.intersections, 0);
        if (n == 40) {
            assert_int_equal(count_piercings(&mesh, x, 0.09, 0.0), 0);
        }

        // edges along folds, beside the middle row
        double worst[2] = {9.0, 0.0};
        for (int32_t k = 1; k < n; k++) {
            int32_t v = k * n + n,
                    w = v + n + 2; // on the row of the loose corners, and one on along the fold
            double ratio = v3_distance(x[v], x[w]) * n / sqrt(2.0);
            worst[0] = fmin(worst[0], ratio);
            worst[1] = fmax(worst[1], ratio);
        }
        bight_vec3 one = v3_sub(x[n], x[middle]), two = v3_sub(x[n * (n + 1)], x[middle]);
        double between = v3_dot(one, two) / (v3_length(one) * v3_length(two));
        print_message(
            "%d cells: room %.3g, stretch %.3g to %.5g, folds %.4f to %.4f, corners %.3g and %.3g m from the "
            "middle, cos %.3g\n",
            n, pleats.room, pleats.stretch[0], pleats.stretch[1], worst[0], worst[1], v3_length(one),
            v3_length(two), between);

        // the last folding's, also where all rounds were used up
        CHECK_NEAR(pleats.stretch[1], greatest_stretch(&mesh, x), 1e-6);
        CHECK(pleats.stretch[1] <= (n == 162 ? 1.13 : 1.0949));

        // folds lie half a pleat inside and outside of a curve of some 0.4 m, and slack where the bag ends
        CHECK(worst[0] > 0.5 && worst[1] < 1.07);

        // chords of a circle, 100 degrees either way: they make a right angle less 10 degrees
        CHECK(between > -0.2 && between < 0.4);
        CHECK(v3_length(one) > 0.15 && v3_length(two) > 0.15);
        CHECK(v3_length(x[n]) > 0.09 && v3_length(x[n * (n + 1)]) > 0.09);
        bight_pleat_free(NULL, &pleats);
        free_square(&mesh);
    }
    bight_template_free(made);
}

// Vertices in the lying cylinder that a bag was to hold; its axis is `deep` from the knot's middle.
static int32_t count_inside(const bight_pleats *pleats, const double hold[2], double deep)
{
    int32_t inside = 0;
    for (int32_t v = 0; v < pleats->vertex_count; v++) {
        bight_vec3 p = pleats->positions[v];
        double r = sqrt((p.y - deep) * (p.y - deep) + p.z * p.z);
        inside += fabs(p.x) < 0.5 * hold[0] && r < 0.5 * hold[1] ? 1 : 0;
    }
    return inside;
}

// What it holds has room in it, and both flaps go up beyond the axis of that and over it.
TEST(a_bag_is_kept_free_of_what_it_holds)
{
    bight_template *made = open_template("half_knot");
    const int32_t n = 48;
    bight_cloth_mesh mesh = make_square(n, 1.0);
    bight_pleat_options options = square_options(n, 1.0, 0.0013);
    options.tail = 0.06;
    options.bag = 2.44;
    static const double holds[][2] = {{0.1, 0.086}, {0.09, 0.09}, {0.06, 0.05}};
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(3, 1); i++) {
        options.hold[0] = holds[i][0];
        options.hold[1] = holds[i][1];
        options.below = 0.08;
        double deep = options.below + 0.5 * options.hold[1];
        bight_pleats pleats;
        bight_error error = {0};
        if (bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error) != BIGHT_OK) {
            fail_msg("%g x %g: %s", holds[i][0], holds[i][1], error.message);
        }
        const bight_vec3 *x = pleats.positions;
        bight_vec3 one = x[n], two = x[n * (n + 1)];
        print_message("%g x %g: room %.3g, stretch %.5g, corners %.3g and %.3g m above the axis\n",
                      holds[i][0], holds[i][1], pleats.room, pleats.stretch[1], deep - one.y, deep - two.y);
        assert_string_equal(pleats.knot, "3_1");
        assert_int_equal(pleats.intersections, 0);
        assert_int_equal(count_inside(&pleats, options.hold, deep), 0);
        CHECK(pleats.stretch[1] <= 1.0949);
        CHECK_NEAR(pleats.stretch[1], greatest_stretch(&mesh, x), 1e-6);

        // 140 degrees either way, round the axis and outside of what is held
        CHECK(deep - one.y > 0.25 * options.hold[1] && deep - two.y > 0.25 * options.hold[1]);
        CHECK(one.z * two.z < 0.0 && fabs(one.x) < 0.02 && fabs(two.x) < 0.02);
        bight_pleat_free(NULL, &pleats);
    }

    // the same bag without: it lies where that would be
    const double none[2] = {0.0, 0.0};
    memcpy(options.hold, none, sizeof none);
    options.below = 0.0;
    options.bag = 1.75;
    bight_pleats pleats;
    bight_error error = {0};
    assert_int_equal(bight_pleat_make(NULL, &mesh, made, &options, &pleats, &error), BIGHT_OK);
    CHECK(count_inside(&pleats, holds[0], 0.08 + 0.043) > 0);
    bight_pleat_free(NULL, &pleats);
    free_square(&mesh);
    bight_template_free(made);
}

static void refused(const bight_cloth_mesh *mesh, const bight_template *made, bight_pleat_options options,
                    const char *words)
{
    bight_pleats pleats;
    bight_error error = {0};
    assert_int_equal(bight_pleat_make(NULL, mesh, made, &options, &pleats, &error), BIGHT_ERROR_INVALID);
    CHECK(pleats.positions == NULL && pleats.line == NULL);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" is not in: %s", words, error.message);
    }
}

TEST(what_cannot_be_folded_is_refused)
{
    bight_template *half = open_template("half_knot"), *overhand = open_template("overhand");
    bight_cloth_mesh mesh = make_square(20, 1.0);
    bight_pleat_options good = square_options(20, 1.0, 0.001), bad = good;
    refused(&mesh, overhand, good, "does not tie two corners");
    bad.tips[1][0] = 0.7;
    refused(&mesh, half, bad, "give corners of it");
    bad = good;
    bad.thickness = 0.2;
    refused(&mesh, half, bad, "the thickness of the cloth is 0.2: give 1e-6 to 0.1 m");
    bad = good;
    bad.bag = 2.7;
    refused(&mesh, half, bad, "a bag's angle is 2.7: give 0 to 2.62 radians");
    // what a bag is to hold: {bag, length, height, below} and the one mend of each
    static const struct {
        double bag, length, height, below;
        const char *words;
    } holds[] = {
        {0.0, 0.1, 0.1, 0.0, "there is no bag round it: give a bag above 0"},
        {0.0, 0.1, 0.1, 0.1, "there is no bag round it: give a bag above 0"},
        {1.75, 0.1, 0.0, 0.0, "the length 0.1 m and the height 0 m: give both above 0"},
        {1.75, 0.0, 0.1, 0.1, "the length 0 m and the height 0.1 m: give both above 0"},
        {1.75, 0.0, 0.0, 0.1, "below is 0.1 m, and there is nothing to hold"},
        {0.0, 0.0, 0.0, 0.1, "below is 0.1 m, and there is nothing to hold"},
        {1.75, 0.1, 0.1, 101.0, "below the knot a bag holds something is 101: give 0 to 100 m"},
        {1.75, 0.1, 0.1, -1.0, "below the knot a bag holds something is -1: give 0 to 100 m"},
        {1.75, 101.0, 0.1, 0.1, "the length that a bag is to hold is 101: give above 0 to 100 m"},
        {1.75, -0.1, 0.1, 0.1, "the length that a bag is to hold is -0.1: give above 0 to 100 m"},
        {1.75, 0.1, 101.0, 0.1, "the height that a bag is to hold is 101: give above 0 to 100 m"},
        {1.75, 0.1, (double)NAN, 0.1, "the height that a bag is to hold is nan"},
    };
    for (size_t i = 0; i < sizeof holds / sizeof *holds; i++) {
        bad = good;
        bad.bag = holds[i].bag;
        bad.hold[0] = holds[i].length;
        bad.hold[1] = holds[i].height;
        bad.below = holds[i].below;
        refused(&mesh, half, bad, holds[i].words);
    }
    bad = good;
    bad.open = 0.95;
    refused(&mesh, half, bad, "how far the middle opens is 0.95: give 0 to 0.9");
    bad = good;
    bad.grain = 0.0;
    refused(&mesh, half, bad, "the grain is 0: give a millionth of the cloth");
    bad = good;
    bad.grains = -1;
    refused(&mesh, half, bad, "in grains is -1");
    bad = good;
    memcpy(bad.tips[1], bad.tips[0], sizeof bad.tips[0]);
    refused(&mesh, half, bad, "the way between the tips is 0");
    bad = good;
    bad.tail = 0.71;
    refused(&mesh, half, bad, "less than half of the line between the tips");
    bad = good;
    bad.thickness = 0.02;
    refused(&mesh, half, bad, "thinner or larger cloth");
    free_square(&mesh);

    // the knot takes so much that nothing is left for a bag
    mesh = make_square(40, 1.0);
    bad = square_options(40, 1.0, 0.002);
    bad.tail = 0.06;
    bad.bag = 1.75;
    bad.grains = 6;
    refused(&mesh, half, bad, "of cloth on either side of the middle");
    free_square(&mesh);
    bight_template_free(half);
    bight_template_free(overhand);
}

RUN_TESTS(unit(a_half_knot_of_two_corners_is_folded_clean_on_every_cloth), unit(a_reef_knot),
          unit(folding_keeps_lengths_where_the_strand_is_straight),
          unit(a_bag_is_the_bight_turned_about_a_line), unit(a_bag_is_kept_free_of_what_it_holds),
          unit(what_cannot_be_folded_is_refused))
