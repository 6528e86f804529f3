// SPDX-License-Identifier: MIT
// Curves from single lines: OBJ, PLY, and the joining itself.

#include "core/random.h"
#include "io/curve_edges.h"
#include "read_text.h"

#include <stdio.h>

TEST(lines_of_obj)
{
    static const char text[] =
        "# by hand\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 9 9 9\nv 5 0 0\nv 6 0 0\nl 1 2 3 1\nl -2 -1\n";
    bight_curves curves;
    CHECK(bight_curve_format_detect(text, strlen(text), "a.txt") == BIGHT_CURVE_FORMAT_OBJ);
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.closed[0] && !curves.closed[1] && !curves.frames);
    CHECK(curves.starts[1] == 3 && curves.points[2].y == 1.0 && curves.points[4].x == 6.0);
    bight_curves_free(NULL, &curves);
    const bad_text bad[] = {
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "surfaces are not curves", 0},
        {"v 0 0 0\nv 1 0 0\n", "say no order", 0},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\nl 1 3\nl 4 1\n", "meet at point 1", 0},
        {"v 0 0 0\nv nan 0 0\nl 1 2\n", "vertex 2", 0},
        {"v 0 0 0\nv 0 0 0\nl 1 2\n", "no length", 0},
        {"v 0 0 0\nl 1 2\n", "vertex 2 does not exist", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_OBJ, bad);
}

#define PLY_HEAD                                                                                             \
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"

TEST(edges_of_ply)
{
    static const char text[] =
        PLY_HEAD "element edge 3\nproperty int vertex1\nproperty int vertex2\nend_header\n"
                 "0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 3\n1 0\n2 1\n";
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1 && !curves.closed[0] && curves.point_count == 4);
    CHECK(curves.points[0].x == 0.0 && curves.points[3].y == 1.0);
    bight_curves_free(NULL, &curves);
    const bad_text bad[] = {
        {PLY_HEAD "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n"
                  "0 0 0\n1 0 0\n1 1 0\n0 1 0\n2 9\n",
         "names vertex 9", 0},
        {PLY_HEAD "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n", "edges with vertex1", 7},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_PLY, bad);
}

#define MOST 40

// A ring and an open curve whose lines are shuffled, turned, given twice and have points of their own come back as they were:
// the same points in the same cyclic order, or from one end to the other.
TEST(any_order_of_lines)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t count = 3 + bi_random_below(&random, MOST - 3), lines = 0;
        bool closed = bi_random_below(&random, 2) == 0;
        bight_vec3 places[MOST], points[4 * MOST];
        int32_t pairs[2 * MOST][2];
        for (int32_t i = 0; i < count; i++) {
            places[i] = bi_random_vec3(&random, 1.0);
        }
        for (int32_t i = 0; i < count - (closed ? 0 : 1); i++, lines++) {
            bool turned = bi_random_below(&random, 2) == 0;
            points[2 * lines] = places[turned ? (i + 1) % count : i];
            points[2 * lines + 1] = places[turned ? i : (i + 1) % count];
        }
        points[2 * lines] = places[1]; // one line twice
        points[2 * lines + 1] = places[0];
        lines++;
        for (int32_t i = 0; i < lines; i++) {
            pairs[i][0] = 2 * i;
            pairs[i][1] = 2 * i + 1;
        }
        for (int32_t i = lines - 1; i > 0; i--) {
            int32_t k = bi_random_below(&random, i + 1), kept[2];
            memcpy(kept, pairs[i], sizeof kept);
            memcpy(pairs[i], pairs[k], sizeof kept);
            memcpy(pairs[k], kept, sizeof kept);
        }
        bight_curves curves = {0};
        bight_error error = {0};
        bi_curve_list list = {.curves = &curves, .error = &error};
        const bi_edges edges = {points, (const int32_t(*)[2])pairs, 2 * lines, lines, "ring"};
        CHECK_SEED(bi_curve_join_edges(&list, &edges) == BIGHT_OK, seed);
        CHECK_SEED(curves.curve_count == 1 && curves.closed[0] == closed && curves.point_count == count,
                   seed);
        int32_t at = 0, step = 1;
        while (at < count && memcmp(&curves.points[0], &places[at], sizeof *places) != 0) {
            at++;
        }
        CHECK_SEED(at < count && (closed || at == 0 || at == count - 1), seed);
        if (memcmp(&curves.points[1], &places[(at + 1) % count], sizeof *places) != 0) {
            step = count - 1;
        }
        for (int32_t i = 0; i < count; i++, at = (at + step) % count) {
            CHECK_SEED(memcmp(&curves.points[i], &places[at], sizeof *places) == 0, seed);
        }
        bight_curves_free(NULL, &curves);
    }
}

RUN_TESTS(unit(lines_of_obj), unit(edges_of_ply), unit(any_order_of_lines))
