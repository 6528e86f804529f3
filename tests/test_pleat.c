// SPDX-License-Identifier: MIT
// Two corners of a cloth gathered in pleats: folded, not stretched, through nothing, and the knot that was asked for.

#include "bight/pleat.h"
#include "bight/template_file.h"

#include "core/vec3.h"
#include "failing_memory.h"
#include "read_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_template *open_template(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s.json", BIGHT_TEMPLATES, name);
    bight_bytes bytes;
    bight_error error = {0};
    assert_int_equal(bight_read_file(NULL, path, 1 << 22, &bytes, &error), BIGHT_OK);
    bight_template_file *file;
    assert_int_equal(bight_template_read(NULL, bytes.data, bytes.size, &file, &error), BIGHT_OK);
    bight_bytes_free(NULL, &bytes);
    bight_template *made;
    assert_int_equal(bight_template_make(NULL, bight_template_file_def(file), NULL, &made, &error), BIGHT_OK);
    bight_template_close(file);
    return made;
}

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

// ---- an oracle: segments against triangles, in floating point ------------------------------------------

static double volume(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    return v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_sub(d, a));
}

static bool pierces(const bight_vec3 *x, const int32_t *t, int32_t p, int32_t q)
{
    bight_vec3 a = x[t[0]], b = x[t[1]], c = x[t[2]];
    if ((volume(a, b, c, x[p]) > 0.0) == (volume(a, b, c, x[q]) > 0.0)) {
        return false;
    }
    bool one = volume(x[p], x[q], a, b) > 0.0, two = volume(x[p], x[q], b, c) > 0.0,
         three = volume(x[p], x[q], c, a) > 0.0;
    return one == two && two == three;
}

static int32_t count_piercings(const bight_cloth_mesh *mesh, const bight_vec3 *x)
{
    int32_t found = 0;
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const int32_t *v = mesh->triangles + 3 * t;
        for (int32_t s = 0; s < 3 * mesh->triangle_count; s++) {
            int32_t p = mesh->triangles[s], q = mesh->triangles[s % 3 == 2 ? s - 2 : s + 1];
            // nothing as far from each other as both are long
            if (p > q || v3_distance(x[v[0]], x[p]) > 0.09 || p == v[0] || p == v[1] || p == v[2] || q == v[0] ||
                q == v[1] || q == v[2]) {
                continue;
            }
            found += pierces(x, v, p, q) ? 1 : 0;
        }
    }
    return found;
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
        assert_int_equal(pleats.line_count, cells[i] + 1);
        assert_int_equal(pleats.vertex_count, mesh.vertex_count);
        for (int32_t k = 0; k <= cells[i]; k++) {
            assert_int_equal(pleats.line[k], k * (cells[i] + 2));
        }
        if (cells[i] == 40) {
            assert_int_equal(count_piercings(&mesh, pleats.positions), 0);
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
    bight_pleat_free(NULL, &pleats);
    free_square(&mesh);
    bight_template_free(made);
}

RUN_TESTS(unit(a_half_knot_of_two_corners_is_folded_clean_on_every_cloth), unit(a_reef_knot))
