// SPDX-License-Identifier: MIT
// Data files of LAMMPS: chains and rings by their bonds, styles, boxes, and what is refused.

#include "read_text.h"

#include <stdio.h>

#define HEAD                                                                                                 \
    "a title # of any words\n\n6 atoms\n5 bonds\n1 atom types\n\n0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo "      \
    "zhi\n\nMasses\n\n1 1.0\n\n"

static void read_good(const char *text, bight_curves *curves)
{
    bight_error error = {0};
    CHECK(bight_curve_format_detect(text, strlen(text), "a.xyz") == BIGHT_CURVE_FORMAT_LAMMPS);
    if (read_as(BIGHT_CURVE_FORMAT_AUTO, text, curves, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
}

// The x of all points of a curve, which are whole numbers, as digits.
static const char *digits(const bight_curves *curves, int32_t c)
{
    static char text[20];
    int32_t n = 0;
    for (int32_t i = curves->starts[c]; i < curves->starts[c + 1] && n < 19; i++) {
        text[n++] = (char)('0' + (int)curves->points[i].x);
    }
    text[n] = '\0';
    return text;
}

// Atoms 1 4 2 hang together in this order, 3 6 5 are a ring; lines and bonds stand in any order.
TEST(chains_and_rings_follow_the_bonds)
{
    static const char *const styles[] = {
        "Atoms # full\n\n5 2 1 -0.5 5 0 1\n1 1 1 0 1 0 0\n2 1 1 0 2 0 0\n6 2 1 0 6 1 0\n3 2 1 0 3 0 0\n4 1 1 "
        "0 4 0 0 # x\n",
        "Atoms # molecular\n\n5 2 1 5 0 1\n1 1 1 1 0 0\n2 1 1 2 0 0\n6 2 1 6 1 0\n3 2 1 3 0 0\n4 1 1 4 0 0\n",
        "Atoms # charge\n\n5 1 0.5 5 0 1\n1 1 0 1 0 0\n2 1 0 2 0 0\n6 1 0 6 1 0\n3 1 0 3 0 0\n4 1 0 4 0 0\n",
        "Atoms\n\n5 1 5 0 1\n1 1 1 0 0\n2 1 2 0 0\n6 1 6 1 0\n3 1 3 0 0\n4 1 4 0 0\n",
        "Atoms\n\n5 2 1 5 0 1 0 0 0\n1 1 1 1 0 0 0 0 0\n2 1 1 2 0 0 0 0 0\n6 2 1 6 1 0 0 0 0\n3 2 1 3 0 0 0 "
        "0 0\n4 1 1 4 0 0 0 0 0\n"};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            "%s%s\nVelocities\n\n1 0 0 0\n\nBonds\n\n1 1 4 2\n2 1 6 3\n3 1 5 6\n4 1 1 4\n5 1 3 5\n6 1 5 3\n",
            HEAD, styles[i]);
        bight_curves curves;
        read_good(text, &curves);
        CHECK(curves.curve_count == 2);
        CHECK(!curves.closed[0] && strcmp(digits(&curves, 0), "142") == 0);
        CHECK(curves.closed[1] &&
              (strcmp(digits(&curves, 1), "365") == 0 || strcmp(digits(&curves, 1), "356") == 0));
        if (i < 2) {
            CHECK(strcmp(curves.names[0].text, "mol1") == 0 && strcmp(curves.names[1].text, "mol2") == 0);
        }
        bight_curves_free(NULL, &curves);
    }
}

TEST(without_bonds_or_where_they_branch_ids_say_the_order)
{
    static const char *const bonds[] = {"", "\nBonds\n\n1 1 1 2\n2 1 1 3\n3 1 1 4\n"};
    for (int32_t i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "%sAtoms # bond\n\n4 1 1 4 0 0\n1 1 1 1 0 0\n3 1 1 3 0 0\n2 1 1 2 0 0\n9 7 1 9 0 0\n%s",
                 HEAD, bonds[i]);
        bight_curves curves;
        read_good(text, &curves);
        CHECK(curves.curve_count == 1 && strcmp(digits(&curves, 0), "1234") == 0);
        CHECK(strstr((const char *)curves.notes.data,
                     i == 0 ? "no bonds" : "1 atoms have more than two bonds") != NULL);
        bight_curves_free(NULL, &curves);
    }
}

// Across a side: by images, and without them beside the one before. Of a tilted box the bounds are those before the tilt.
TEST(boxes)
{
    bight_curves curves;
    read_good(HEAD "Atoms # atomic\n\n1 1 9 0 0 0 0 0\n2 1 1 0 0 1 0 0\n\nBonds\n\n1 1 1 2\n", &curves);
    CHECK_NEAR(curves.points[1].x, 11.0, 1e-12);
    bight_curves_free(NULL, &curves);
    read_good(HEAD "Atoms # atomic\n\n1 1 9 0 0\n2 1 1 0 0\n\nBonds\n\n1 1 1 2\n", &curves);
    CHECK_NEAR(curves.points[1].x, 11.0, 1e-12);
    CHECK(strstr((const char *)curves.notes.data, "1 atoms put beside") != NULL);
    bight_curves_free(NULL, &curves);
    read_good("t\n\n2 atoms\n0 4 xlo xhi\n0 4 ylo yhi\n0 2 zlo zhi\n1 0.5 -0.5 xy xz yz\n\nAtoms # "
              "atomic\n\n1 1 0 0 0 0 0 0\n"
              "2 1 0 0 0 1 1 1\n\nBonds\n\n1 1 1 2\n",
              &curves);
    CHECK_NEAR(curves.points[1].x, 4.0 + 1.0 + 0.5, 1e-12);
    CHECK_NEAR(curves.points[1].y, 4.0 - 0.5, 1e-12);
    CHECK_NEAR(curves.points[1].z, 2.0, 1e-12);
    bight_curves_free(NULL, &curves);
}

// A title that is a number alone is the count of an XYZ file.
TEST(xyz_is_xyz)
{
    static const char text[] = "2\n2 atoms\nC 0 0 0\nC 1 0 0\n";
    CHECK(bight_curve_format_detect(text, strlen(text), "a.xyz") == BIGHT_CURVE_FORMAT_XYZ);
}

TEST(what_is_wrong_is_said)
{
    static const bad_text bad[] = {
        {HEAD "Atoms # sphere\n\n1 1 0.5 1 0 0 0\n", "`sphere` is a style of atoms that is not read", 15},
        {HEAD "Atoms # full\n\n1 1 1 0 0 0\n", "an atom of 6 words", 17},
        {HEAD "Atoms # atomic\n\n1 1 0 0 0\n1 1 1 0 0\n", "atom 1 stands in line 17, too", 18},
        {HEAD "Atoms # atomic\n\n1 1 0 0 0\n2 1 1 0 0\n\nBonds\n\n1 1 1 3\n", "`3` is not the id of an atom",
         22},
        {HEAD "Atoms # atomic\n\n1 1 0 zero 0\n", "`zero`", 17},
        {HEAD "Atoms # atomic\n\n1 1 0 0 0\n", "no chain of two atoms", 17},
        {HEAD "Atoms\n\n", "no chain of two atoms", 16},
        {HEAD, "no chain of two atoms", 14},
        {"t\n\n1 atoms\n1 0 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # atomic\n\n",
         "the box ends before it begins", 8},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_LAMMPS, bad);
}

RUN_TESTS(unit(chains_and_rings_follow_the_bonds), unit(without_bonds_or_where_they_branch_ids_say_the_order),
          unit(boxes), unit(xyz_is_xyz), unit(what_is_wrong_is_said))
