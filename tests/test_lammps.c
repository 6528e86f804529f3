// SPDX-License-Identifier: MIT
// Dumps of LAMMPS: columns of all kinds, boxes, molecules, frames, and what is refused.

#include "read_text.h"

#define HEAD "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n"
#define BOX "ITEM: BOX BOUNDS pp pp pp\n0 4\n-1 4\n0 10\n"

static void check_point(const bight_curves *curves, int32_t i, double x, double y, double z)
{
    CHECK_NEAR(curves->points[i].x, x, 1e-12);
    CHECK_NEAR(curves->points[i].y, y, 1e-12);
    CHECK_NEAR(curves->points[i].z, z, 1e-12);
}

static void read_good(const char *text, bight_curves *curves)
{
    bight_error error = {0};
    CHECK(bight_curve_format_detect(text, strlen(text), "a.xyz") == BIGHT_CURVE_FORMAT_LAMMPS);
    if (read_as(BIGHT_CURVE_FORMAT_AUTO, text, curves, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
}

// The same three places by each kind of columns; better ones win, whatever the order of columns and atoms.
TEST(columns_of_all_kinds)
{
    static const char *const files[] = {
        HEAD "3\n" BOX "ITEM: ATOMS id type x y z\n2 1 2 0 5\n1 1 1 0 5\n3 1 2 2 5\n",
        HEAD "3\n" BOX "ITEM: ATOMS xs ys zs id\n0.5 0.2 0.5 2\n0.25 0.2 0.5 1\n0.5 0.6 0.5 3\n",
        HEAD "3\n" BOX "ITEM: ATOMS id x y z xu yu zu\n1 9 9 9 1 0 5\n2 9 9 9 2 0 5\n3 9 9 9 2 2 5\n",
        HEAD "3\n" BOX "ITEM: ATOMS id xsu ysu zsu\n1 0.25 0.2 0.5\n2 0.5 0.2 0.5\n3 0.5 0.6 0.5\n",
        HEAD "3\n" BOX "ITEM: ATOMS id x y z ix iy iz\n1 1 0 5 0 0 0\n2 -2 0 5 1 0 0\n3 2 -3 15 0 1 -1\n",
        HEAD "3\nITEM: ATOMS x y z q\n1 0 5 0.1\n2 0 5 -0.1\n2 2 5 0\n"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        bight_curves curves;
        read_good(files[i], &curves);
        CHECK(curves.curve_count == 1 && curves.point_count == 3 && !curves.closed[0] && curves.frames);
        check_point(&curves, 0, 1, 0, 5);
        check_point(&curves, 1, 2, 0, 5);
        check_point(&curves, 2, 2, 2, 5);
        CHECK(strcmp(curves.names[0].text, "step0") == 0);
        bight_curves_free(NULL, &curves);
    }
}

// a = (4, 0, 0), b = (1, 4, 0), c = (0.5, -0.5, 2) from (-1, 0, 0); the file has the bounds of all of it:
// xlo + min(0, 1, 0.5, 1.5), xhi + max(...), ylo + min(0, -0.5), yhi + max(0, -0.5).
TEST(a_tilted_box)
{
    bight_curves curves;
    read_good(HEAD "2\nITEM: BOX BOUNDS xy xz yz pp pp pp\n-1 4.5 1\n-0.5 4 0.5\n0 2 -0.5\n"
                   "ITEM: ATOMS id xs ys zs ix iy iz\n1 0.5 0.5 0.5 0 0 0\n2 0 0 0 1 -1 2\n",
              &curves);
    check_point(&curves, 0, -1 + 2 + 0.5 + 0.25, 2 - 0.25, 1);
    check_point(&curves, 1, -1 + 4 - 1 + 1, -4 - 1, 4);
    bight_curves_free(NULL, &curves);
}

// Atoms that lie across a periodic side are put beside the one before; not across a side that is a wall.
TEST(chains_are_put_together_across_the_box)
{
    bight_curves curves;
    char notes[1024];
    read_good(HEAD "4\nITEM: BOX BOUNDS pp ff pp\n0 4\n0 4\n0 4\nITEM: ATOMS id x y z\n"
                   "1 3 0.5 1\n2 3.9 3.9 1\n3 0.8 3.9 3.9\n4 1.7 3.9 0.2\n",
              &curves);
    check_point(&curves, 1, 3.9, 3.9, 1);
    check_point(&curves, 2, 4.8, 3.9, -0.1);
    check_point(&curves, 3, 5.7, 3.9, 0.2);
    CHECK(strstr(notes_of(&curves, notes), "3 atoms put beside") == NULL);
    CHECK(strstr(notes, "2 atoms put beside") != NULL);
    bight_curves_free(NULL, &curves);
}

// Two frames with two molecules, then one; ions and what is in no molecule are left out.
TEST(molecules_and_frames)
{
    bight_curves curves;
    char notes[1024];
    read_good("ITEM: UNITS\nlj\nITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n6\n" BOX
              "ITEM: ATOMS id mol xu yu zu\n"
              "6 0 0 0 0\n4 7 0 0 1\n1 2 0 0 0\n2 2 1 0 0\n3 7 0 1 1\n5 9 0 0 0\n"
              "ITEM: TIMESTEP\n10\nITEM: NUMBER OF ATOMS\n3\n" BOX "ITEM: ATOMS id mol xu yu zu\n"
              "1 2 0 0 0\n2 2 1 0 0\n3 2 1 1 0\n",
              &curves);
    CHECK(curves.curve_count == 3);
    CHECK(strcmp(curves.names[0].text, "step5.mol2") == 0 && strcmp(curves.names[1].text, "step5.mol7") == 0);
    CHECK(strcmp(curves.names[2].text, "step10") == 0 && curves.starts[3] == 7);
    check_point(&curves, 2, 0, 1, 1);
    CHECK(strstr(notes_of(&curves, notes), "2 atoms left out") != NULL && strstr(notes, "rings") != NULL);
    bight_curves_free(NULL, &curves);
}

TEST(what_is_wrong_is_said_with_its_line)
{
    const bad_text bad[] = {
        {"ITEM: TIMESTEP\nx\n", "`x` where the number of a time step", 2},
        {HEAD "2\n" BOX "ITEM: ATOMS id type\n1 1\n2 1\n", "no columns x y z", 9},
        {HEAD "2\nITEM: ATOMS xs ys zs\n0 0 0\n1 1 1\n", "BOX BOUNDS is missing", 5},
        {HEAD "3\nITEM: ATOMS x y z\n0 0 0\n1 1 1\n", "2 atoms, 3 are promised", 7},
        {HEAD "2\nITEM: ATOMS x y z\n0 0 0\n1 1\n", "2 words, and the columns have 3 names", 7},
        {HEAD "2\nITEM: ATOMS x y z\n0 0 0\n1 1 1\n2 2 2\n", "more atoms than", 8},
        {HEAD "2\nITEM: ATOMS x y z\n0 0 0\n1 nan 1\n", "nan", 7},
        {HEAD "2\nITEM: ATOMS id x y z\n1 0 0 0\n1 1 1 1\n", "atom 1 stands in line 6, too", 7},
        {HEAD "2\nITEM: BOX BOUNDS pp pp pp\n1 0\n0 1\n0 1\nITEM: ATOMS x y z\n", "ends before it begins", 8},
        {HEAD "2\nITEM: BOX BOUNDS abc origin pp pp pp\n1 0 0 0\n", "free vectors", 5},
        {HEAD "0\nITEM: ATOMS x y z\n", "a frame of 0 atoms", 5},
        {HEAD "1\nITEM: ATOMS x y z\n0 0 0\n", "no chain of two atoms", 6},
        {"ITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS x y z\n0 0 0\n", "without ITEM: TIMESTEP", 3},
        {HEAD "2\n" BOX, "ends before the atoms", 8},
        {HEAD "2\n" BOX "ITEM: ATOMS id x y z ix iy iz\n1 0 0 0 0 0 0\n2 1 0 0 9999999 0 0\n",
         "a million boxes", 11}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_LAMMPS, bad);
}

RUN_TESTS(unit(columns_of_all_kinds), unit(a_tilted_box), unit(chains_are_put_together_across_the_box),
          unit(molecules_and_frames), unit(what_is_wrong_is_said_with_its_line))
