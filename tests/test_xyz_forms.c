// SPDX-License-Identifier: MIT
// XYZ as other programs write it.

#include "read_text.h"

#include <math.h>
#include <stdio.h>

// The same three points, whatever stands beside them.
TEST(the_same_points)
{
    static const struct {
        const char *text, *note;
    } files[] = {
        {"1.5 2 -3\n4 50 6\n7 8 10\n", ""},
        {"C 1.5 2 -3\nH 4 50 6\nN 7 8 10\n", "column 1 is a label"},
        {"1.5 2 -3 # first\n4 50 6 ! second\n7 8 10\n", ""},
        {"% of MATLAB\n1.5 2 -3\n4 50 6\n// and of C\n7 8 10\n", ""},
        {"1.5D0 2.0d+00 -3\n4 5.D+1 6\n7 8 10\n", ""},
        {"   1.500   2.000  -3.000\n   4.000  50.000   6.000\n   7.000   8.000  10.000\nEND\n", ""},
        {"x y z\n1.5 2 -3\n4 50 6\n7 8 10\n", "line 1 is a heading"},
        {"my trefoil\n1.5 2 -3\n4 50 6\n7 8 10\n", "line 1 is a heading"},
        {"atom X Y Z\n1 1.5 2 -3\n2 4 50 6\n3 7 8 10\n", "line 1 is a heading"},
        {"3\nProperties=species:S:1:pos:R:3:id:I:1\nC 1.5 2 -3 1\nC 4 50 6 2\nC 7 8 10 3\n", ""},
        {"3\nenergy=-1.5 Properties=id:I:1:species:S:1:pos:R:3\n1 C 1.5 2 -3\n2 C 4 50 6\n3 C 7 8 10\n", ""},
        {"3\nforces behind\nC 1.5 2 -3 0 0 1\nC 4 50 6 0 0 2\nC 7 8 10 0 0 3\n",
         "from the 5th on are left out"},
    };
    static const bight_vec3 expected[3] = {{1.5, 2, -3}, {4, 50, 6}, {7, 8, 10}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        bight_curves curves;
        bight_error error = {0};
        char notes[1024];
        if (read_as(BIGHT_CURVE_FORMAT_AUTO, files[i].text, &curves, &error) != BIGHT_OK) {
            fail_msg("case %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
        CHECK_SEED(curves.curve_count == 1 && curves.point_count == 3, i);
        for (int32_t k = 0; k < 3; k++) {
            CHECK_SEED(curves.points[k].x == expected[k].x && curves.points[k].y == expected[k].y &&
                           curves.points[k].z == expected[k].z,
                       i);
        }
        CHECK_SEED(files[i].note[0] == '\0' ? curves.notes.size == 0
                                            : strstr(notes_of(&curves, notes), files[i].note) != NULL,
                   i);
        bight_curves_free(NULL, &curves);
    }
}

// Columns of a fixed width that have grown into one another.
TEST(numbers_run_together)
{
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO,
                  "  -5.000000-100.250000-1000.500000\n1.5 -2.5e-3-7.25\n-1.0-2.0-3.0\n", &curves,
                  NULL) == BIGHT_OK);
    CHECK(curves.point_count == 3 && curves.points[0].y == -100.25 && curves.points[0].z == -1000.5);
    CHECK(curves.points[1].y == -2.5e-3 && curves.points[1].z == -7.25 && curves.points[2].z == -3.0);
    bight_curves_free(NULL, &curves);
    const bad_text bad[] = {
        {"0 0 0\n1.000123.00012.0\n", "run together", 2},
        {"0 0 0\n2020-01-02\n", "1 words", 2}, // a date is not three numbers
        {"0 0 0\n1-2-3 5 6\n", "is not a number", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, bad);
}

TEST(lines_of_x_part_components)
{
    static const char *const texts[] = {"0 0 0\n1 0 0\nX\n5 0 0\n6 0 0\n",
                                        "0 0 0\n1 0 0\nX X X\n5 0 0\n6 0 0\nX X X\n",
                                        "1 0 0 0\n2 1 0 0\nX\n1 5 0 0\n2 6 0 0\nEND\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bight_curves curves;
        CHECK_SEED(read_as(BIGHT_CURVE_FORMAT_AUTO, texts[i], &curves, NULL) == BIGHT_OK, i);
        CHECK_SEED(curves.curve_count == 2 && curves.starts[1] == 2 && curves.points[3].x == 6.0, i);
        bight_curves_free(NULL, &curves);
    }
}

// A ring of radius 3 in a box of 4, of which extended XYZ says the edges: it is put together again.
TEST(boxes_of_extended_xyz)
{
    for (int32_t kind = 0; kind < 3; kind++) {
        static const char *const sides[] = {"", " pbc=\"T T F\"", " pbc=\"F F F\""};
        char text[8192], notes[1024];
        size_t used = (size_t)snprintf(
            text, sizeof text, "60\nLattice=\"4 0 0 0 4 0 0 0 4\"%s Properties=pos:R:3\n", sides[kind]);
        for (int32_t i = 0; i < 60; i++) {
            double x = 3.0 * cos(0.1047197551196597746 * i), y = 3.0 * sin(0.1047197551196597746 * i);
            used += (size_t)snprintf(text + used, sizeof text - used, "%.6f %.6f 0\n",
                                     x - 4.0 * floor(x / 4.0), y - 4.0 * floor(y / 4.0));
        }
        bight_curves curves;
        CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, NULL) == BIGHT_OK);
        bool whole = true;
        for (int32_t i = 0; i < 60; i++) {
            double x = curves.points[i].x - 3.0 * cos(0.1047197551196597746 * i);
            double y = curves.points[i].y - 3.0 * sin(0.1047197551196597746 * i);
            whole = whole && fabs(x) < 1e-5 && fabs(y) < 1e-5;
        }
        CHECK_SEED(whole == (kind < 2), kind);
        CHECK_SEED(strstr(notes_of(&curves, notes),
                          kind < 2 ? "across periodic sides" : "wrapped in a periodic box") != NULL,
                   kind);
        bight_curves_free(NULL, &curves);
    }
}

TEST(what_is_doubtful_is_refused)
{
    const bad_text bad[] = {
        {"z y x\n0 0 0\n1 0 0\n", "another order", 1},
        {"x z y\n0 0 0\n1 0 0\n", "another order", 1},
        {"a heading\nand another\n0 0 0\n1 0 0\n", "2 words", 1},
        {"t 0 1\n0 0 0\n1 0 0\n", "`t` is not a number", 1},
        {"0 0 0\nsecond part\n1 0 0\n", "2 words", 2},
        {"0 0 0 1 0 0\n", "more than 4", 1},
        {"2\nx\n1 0 0 0 0\n1 1 1 1 1\n", "more than 4", 3},
        {"2\nProperties=species:S:1:id:I:1\nC 1\nC 2\n", "no pos", 2},
        {"2\nProperties=species:S:1:pos:R\nC 1\nC 2\n", "name:type:columns", 2},
        {"2\nProperties=species:S:1:pos:R:3\nC 1 2 3\nC 1 2\n", "3 words, and Properties has 4", 4},
        {"X\nX\n", "no points", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, bad);
}

RUN_TESTS(unit(the_same_points), unit(numbers_run_together), unit(lines_of_x_part_components),
          unit(boxes_of_extended_xyz), unit(what_is_doubtful_is_refused))
