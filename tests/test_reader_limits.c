// SPDX-License-Identifier: MIT
// Readers where one thing turns into another: the last that is taken and the first that is not, and what ends
// exactly at the end of its bytes.

#include "read_text.h"

#include <stdio.h>
#include <stdlib.h>

// From bytes of exactly their size, so that a sanitizer sees a read past their end.
static bight_status read_exactly(bight_curve_format format, const char *text, size_t size,
                                 bight_curves *curves, bight_error *error)
{
    char *copy = malloc(size + (size == 0));
    CHECK(copy != NULL);
    memcpy(copy, text, size);
    const bight_read_options options = {.format = format};
    bight_status status = bight_read_curves(NULL, copy, size, &options, curves, error);
    free(copy);
    return status;
}

static bight_status reads(bight_curve_format format, const char *text)
{
    bight_curves curves;
    bight_status status = read_exactly(format, text, strlen(text), &curves, NULL);
    bight_curves_free(NULL, &curves);
    return status;
}

static int32_t times_in_notes(const bight_curves *curves, const char *words)
{
    char notes[1024];
    int32_t times = 0;
    for (const char *at = notes_of(curves, notes); (at = strstr(at, words)) != NULL; at++) {
        times++;
    }
    return times;
}

// ---- XYZ ---------------------------------------------------------------------------------------------

TEST(labels_are_told_once_and_where_there_are_any)
{
    bight_curves curves;
    const char *labelled = "2\nx\nC 0 0 0\nC 1 0 0\n2\nx\nC 0 0 1\nC 1 0 1\n";
    CHECK(read_as(BIGHT_CURVE_FORMAT_XYZ, labelled, &curves, NULL) == BIGHT_OK);
    CHECK(times_in_notes(&curves, "column 1 is a label") == 1);
    bight_curves_free(NULL, &curves);
    CHECK(read_as(BIGHT_CURVE_FORMAT_XYZ, "2\nx\n0 0 0\n1 0 0\n", &curves, NULL) == BIGHT_OK);
    CHECK(times_in_notes(&curves, "label") == 0);
    bight_curves_free(NULL, &curves);
}

// Only `x y z` is taken for a point that stands where the comment should; `label x y z` is a comment.
TEST(a_comment_with_a_label_is_a_comment)
{
    bight_curves curves;
    const bad_text bad[] = {{"2\nC 1 2 3\n4 5 6\n", "after 1 of the 2", 3}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, bad);
    CHECK(read_as(BIGHT_CURVE_FORMAT_XYZ, "2\nC 1 2 3\n4 5 6\n7 8 9\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.point_count == 2 && curves.points[0].x == 4 && curves.points[1].x == 7);
    bight_curves_free(NULL, &curves);
}

TEST(two_points_are_a_frame_and_one_is_none)
{
    const bad_text bad[] = {{"1\nx\n0 0 0\n", "needs at least 2", 1}, {"0\nx\n", "needs at least 2", 1}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, bad);
    CHECK(reads(BIGHT_CURVE_FORMAT_XYZ, "2\nx\n0 0 0\n1 0 0") == BIGHT_OK);
}

// A column that counts may begin anywhere and must go on by one, up to the largest number there is.
TEST(a_column_that_counts_goes_on_by_one)
{
    const char *const good[] = {"-1 0 0 0\n0 1 0 0\n1 2 0 0\n",
                                "9223372036854775806 0 0 0\n9223372036854775807 1 0 0\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(reads(BIGHT_CURVE_FORMAT_XYZ, good[i]) == BIGHT_OK);
    }
    const bad_text bad[] = {{"9223372036854775807 0 0 0\n-9223372036854775808 1 0 0\n", "does not count", 2},
                            {"1 0 0 0\n1 1 0 0\n", "does not count", 2},
                            {"2 0 0 0\n1 1 0 0\n", "does not count", 2}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, bad);
}

// KnotPlot's binary files are told by their first words; what is shorter, or only begins so, is text.
TEST(a_magic_cut_off_anywhere)
{
    const char magic[] = "KnotPlot 1.0";
    for (size_t size = 0; size < sizeof magic; size++) {
        bight_curves curves;
        bight_error error = {0};
        CHECK(read_exactly(BIGHT_CURVE_FORMAT_KNOTPLOT, magic, size, &curves, &error) == BIGHT_ERROR_PARSE);
        CHECK((strstr(error.message, "binary") != NULL) == (size == sizeof magic - 1));
    }
}

// ---- CSV ---------------------------------------------------------------------------------------------

// A row of many columns, of which the last three are x, y and z.
static size_t wide_table(char *text, int32_t columns)
{
    size_t size = 0;
    for (int32_t row = 0; row < 3; row++) {
        for (int32_t i = 0; i < columns; i++) {
            const char *end = i + 1 < columns ? "," : "\n";
            int32_t axis = i - (columns - 3);
            size += (size_t)(row > 0    ? sprintf(text + size, "%d%s", row * (i % 7), end)
                             : axis < 0 ? sprintf(text + size, "c%d%s", i, end)
                                        : sprintf(text + size, "%c%s", 'x' + axis, end));
        }
    }
    return size;
}

TEST(as_many_columns_as_there_may_be)
{
    static char text[8192];
    bight_curves curves;
    bight_error error = {0};
    CHECK(read_exactly(BIGHT_CURVE_FORMAT_CSV, text, wide_table(text, 256), &curves, &error) == BIGHT_OK);
    CHECK(curves.points[0].x == 253 % 7 && curves.points[1].z == 2 * (255 % 7));
    CHECK(times_in_notes(&curves, "columns 254, 255, 256 are x, y, z") == 1);
    CHECK(times_in_notes(&curves, "counts") == 0);
    bight_curves_free(NULL, &curves);
    CHECK(read_exactly(BIGHT_CURVE_FORMAT_CSV, text, wide_table(text, 257), &curves, &error) ==
          BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "more than 256 columns") != NULL && error.line == 1);
}

TEST(units_after_the_letter_of_an_axis)
{
    const char *const good[] = {"x(nm),y[nm],z/nm\n0,0,0\n1,0,0\n", "X_m,Y_m,Z m\n0,0,0\n1,0,0\n",
                                "\"x\",\"y\",\"z\"\n0,0,0\n1,0,0\n", " x\t;\ty ; z\t \n0;0;0\n1;0;0\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(reads(BIGHT_CURVE_FORMAT_CSV, good[i]) == BIGHT_OK);
    }
    // w and { stand beside x and z, and a longer word is another name
    const bad_text bad[] = {{"w,y,z\n0,0,0\n1,0,0\n", "no column x", 1},
                            {"x,y,{\n0,0,0\n1,0,0\n", "no column z", 1},
                            {"xs,y,z\n0,0,0\n1,0,0\n", "no column x", 1},
                            {"x,z\n0,0\n", "no column y", 1},
                            {"y,x,y,z\n", "columns 1 and 3 are both called y", 1}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_CSV, bad);
}

TEST(rows_of_other_lengths)
{
    const bad_text bad[] = {{"1,2\n", "2 columns without", 1},
                            {"1,2,3,4,5\n", "5 columns without", 1},
                            {"0,0,0\n1\n", "1 column, but 3", 2},
                            {"0,0,0\n1,2,3,4\n", "4 columns, but 3", 2},
                            {"x,y,z\n1,2,3\n4,5\n", "2 columns, but 3", 3},
                            {"1,0,0,0\n1,1,1,1\n", "does not count", 2},
                            {"a,0,0,0\n", "no column", 1},
                            {"0,0,0\n1,0,0\n\n5,5,5\n", "1 point:", 4}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_CSV, bad);
    CHECK(reads(BIGHT_CURVE_FORMAT_CSV, "-1,0,0,0\n0,1,1,1\n") == BIGHT_OK);
}

// ---- VECT --------------------------------------------------------------------------------------------

TEST(counts_of_vect)
{
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_VECT, "VECT\n1 2 0 # two\n2 0\n#0\n0 0 0 #1\n1 2 3", &curves, NULL) ==
          BIGHT_OK);
    CHECK(curves.point_count == 2 && !curves.closed[0] && curves.points[1].y == 2);
    bight_curves_free(NULL, &curves);
    CHECK(read_as(BIGHT_CURVE_FORMAT_VECT, "VECT\n1 4 0\n4 0\n0 0 0 1 0 0 1 1 0 0 0 0\n", &curves, NULL) ==
          BIGHT_OK);
    CHECK(curves.point_count == 3 && curves.closed[0]); // a repeated first point closes
    bight_curves_free(NULL, &curves);
    const bad_text bad[] = {
        {"", "not VECT", 0},
        {"VECT", "the number of polylines should follow", 1},
        {"VECT 0 2 0 2 0 0 0 0 1 1 1\n", "`0` should be the number of polylines", 1},
        {"VECT 1 1 0 1 0 0 0 0\n", "`1` should be the number of vertices, from 2", 1},
        {"VECT 1 2 -1 2 0 0 0 0 1 1 1\n", "`-1` should be the number of colours", 1},
        {"VECT 1 2 0 3 0 0 0 0 1 1 1\n", "`3` should be the vertices of a polyline, from -2 to 2", 1},
        {"VECT 1 2 0 -3 0 0 0 0 1 1 1\n", "`-3` should be the vertices", 1},
        {"VECT 1 3 0 2 0 0 0 0 1 1 1\n", "have 2 vertices, the file promises 3", 1},
        {"VECT 1 2 0 2 x 0 0 0 1 1 1\n", "the colours of a polyline", 1},
        // what is wrong stays wrong although good numbers follow
        {"VECT 2 4 0 2 2 x 0 0 0 0 1 1 1 2 2 2 3 3 3\n", "the colours of a polyline", 1},
        {"VECT 2 4 0 9 2 0 0 0 0 0 1 1 1 2 2 2 3 3 3\n", "the vertices of a polyline", 1},
        {"VECT 1 2 0 2 0 x 0 0 1 1 1\n", "`x` is not a number", 1},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_VECT, bad);
}

RUN_TESTS(unit(labels_are_told_once_and_where_there_are_any), unit(a_comment_with_a_label_is_a_comment),
          unit(two_points_are_a_frame_and_one_is_none), unit(a_column_that_counts_goes_on_by_one),
          unit(a_magic_cut_off_anywhere), unit(as_many_columns_as_there_may_be),
          unit(units_after_the_letter_of_an_axis), unit(rows_of_other_lengths), unit(counts_of_vect))
