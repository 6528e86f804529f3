// SPDX-License-Identifier: MIT
// GRO. Lines are written here by the format string of GROMACS' manual, "%5d%-5s%5s%5d%8.3f%8.3f%8.3f%8.4f%8.4f%8.4f".

#include "read_text.h"

#include <math.h>
#include <stdio.h>

#define ATOM "%5d%-5s%5s%5d%8.3f%8.3f%8.3f%8.4f%8.4f%8.4f\n"

// Two frames of two chains, each of four residues, between water and a calcium ion; the second frame is wrapped in its box.
TEST(chains_and_frames)
{
    char text[8192] = "", notes[1024];
    size_t used = 0;
    for (int32_t frame = 0; frame < 2; frame++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "Protein [a, b] in water t= %d.0\n%5d\n",
                                 (int)frame, 19);
        int32_t number = 1;
        for (int32_t chain = 0; chain < 2; chain++) {
            for (int32_t i = 0; i < 4; i++) {
                double x = 0.4 * i + 1.7, y = chain + 0.5;
                x -= frame == 1 && x >= 2.5 ? 2.5 : 0.0;
                used += (size_t)snprintf(text + used, sizeof text - used, ATOM, 7 + (int)i, "ALA", "N",
                                         (int)number++, 9.0, 9.0, 9.0, 0.0, 0.0, 0.0);
                used += (size_t)snprintf(text + used, sizeof text - used, ATOM, 7 + (int)i, "ALA", "CA",
                                         (int)number++, x, y, 0.25, 0.1, 0.1, 0.1);
            }
        }
        used += (size_t)snprintf(text + used, sizeof text - used, ATOM, 11, "CA", "CA", (int)number++, 1.0,
                                 1.0, 1.0, 0., 0., 0.);
        used += (size_t)snprintf(text + used, sizeof text - used, ATOM, 12, "SOL", "OW", (int)number++, 1.0,
                                 1.0, 1.0, 0., 0., 0.);
        used += (size_t)snprintf(text + used, sizeof text - used, ATOM, 12, "SOL", "HW1", (int)number++, 1.0,
                                 1.0, 1., 0., 0., 0.);
        used += (size_t)snprintf(text + used, sizeof text - used, "   2.50000   4.00000   4.00000\n");
    }
    CHECK(bight_curve_format_detect(text, strlen(text), "a.txt") == BIGHT_CURVE_FORMAT_GRO);
    bight_curves curves;
    bight_error error = {0};
    if (read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    CHECK(curves.frames && curves.curve_count == 4 && curves.point_count == 16);
    assert_string_equal(curves.names[1].text, "frame1.7");
    assert_string_equal(curves.names[2].text, "frame2.7");
    for (int32_t i = 0; i < 16; i++) {
        bight_vec3 p = curves.points[i];
        CHECK_SEED(fabs(p.x - (0.4 * (i % 4) + 1.7)) < 1e-9 && fabs(p.y - (i / 4 % 2 + 0.5)) < 1e-9 &&
                       p.z == 0.25,
                   i);
    }
    notes_of(&curves, notes);
    CHECK(strstr(notes, "C-alpha") != NULL && strstr(notes, "across sides of the box") != NULL);
    bight_curves_free(NULL, &curves);
}

// Beads without names of atoms, with more digits, and closed.
TEST(beads_are_one_chain)
{
    static const char text[] = "ring\n4\n"
                               "    1BEA     B    1   0.00000   0.00000   0.00000\n"
                               "    1BEA     B    2   1.00000   0.00000  -0.00001\n"
                               "    1BEA     B    3   0.00000   1.00000   0.00000\n"
                               "    1BEA     B    4   0.00000   0.00000   0.00000\n"
                               "0 0 0\n";
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 1 && curves.closed[0] && curves.point_count == 3 &&
          curves.points[1].z == -0.00001);
    assert_string_equal(curves.names[0].text, "frame1");
    bight_curves_free(NULL, &curves);
}

#define BEAD(x) "    1BEA     B    1   " x "   0.000   0.000\n"

TEST(wrong_files_say_where)
{
    const bad_text bad[] = {
        {"t\n2\n" BEAD("0.000") BEAD("1.000"), "the box should follow", 4},
        {"t\n3\n" BEAD("0.000") BEAD("1.000") "1 1 1\n", "2 of 3", 5},
        {"t\n3\n" BEAD("0.000") BEAD("1.000"), "after 2 of 3", 4},
        {"t\n2\n" BEAD("0.000") BEAD("  nan") "1 1 1\n", "is not a number", 4},
        {"t\n2\n" BEAD("0.000") BEAD("1.000") "1 1\n", "2 numbers", 5},
        {"t\n2\n" BEAD("0.000") BEAD("1.000") "1 x 1\n", "`x`", 5},
        {"t\nx\n", "number of atoms", 2},
        {"t\n-1\n", "number of atoms", 2},
        {"t\n1\n" BEAD("0.000") "1 1 1\n", "no chain", 4},
        {"", "no chain", 0},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_GRO, bad);
}

RUN_TESTS(unit(chains_and_frames), unit(beads_are_one_chain), unit(wrong_files_say_where))
