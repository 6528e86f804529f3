// SPDX-License-Identifier: MIT

#include "read_text.h"

TEST(header_names_the_columns)
{
    bight_curves curves;
    char notes[1024];
    CHECK(read_as(BIGHT_CURVE_FORMAT_CSV, "t;Z (nm);\"X\";y\n0;3;1;2\n1;6;4;5\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.point_count == 2 && curves.points[1].x == 4 && curves.points[1].y == 5 &&
          curves.points[1].z == 6);
    assert_string_equal(notes_of(&curves, notes), "columns 3, 4, 2 are x, y, z\n");
    bight_curves_free(NULL, &curves);
}

TEST(with_and_without_an_index)
{
    bight_curves plain, indexed;
    char notes[1024];
    CHECK(read_as(BIGHT_CURVE_FORMAT_CSV, "1,2,3\n4,5,6\n\n7,8,9\n1,1,1\n", &plain, NULL) == BIGHT_OK);
    CHECK(read_as(BIGHT_CURVE_FORMAT_CSV, "5,1,2,3\n6,4,5,6\n\n1,7,8,9\n2,1,1,1\n", &indexed, NULL) ==
          BIGHT_OK);
    CHECK(plain.curve_count == 2 && indexed.curve_count == 2 && indexed.point_count == 4);
    assert_memory_equal(plain.points, indexed.points, 4 * sizeof *plain.points);
    assert_string_equal(notes_of(&indexed, notes), "columns 2, 3, 4 are x, y, z; column 1 counts the rows\n");
    bight_curves_free(NULL, &plain);
    bight_curves_free(NULL, &indexed);
}

// A column that counts may begin and end anywhere.
TEST(an_index_has_all_of_int64)
{
    const char *const good[] = {"-9223372036854775808,0,0,0\n-9223372036854775807,1,0,0\n",
                                "9223372036854775806,0,0,0\n9223372036854775807,1,0,0\n",
                                "-1,0,0,0\n0,1,0,0\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        bight_curves curves;
        CHECK(read_as(BIGHT_CURVE_FORMAT_CSV, good[i], &curves, NULL) == BIGHT_OK && curves.point_count == 2);
        bight_curves_free(NULL, &curves);
    }
    const bad_text bad[] = {
        {"9223372036854775807,0,0,0\n-9223372036854775808,1,0,0\n", "does not count", 2},
        {"-9223372036854775808,0,0,0\n-9223372036854775808,1,0,0\n", "does not count", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_CSV, bad);
}

TEST(separators_and_marks)
{
    const char *const texts[] = {"x,y,z\n0,0,0\n1,0,0\n", "x;y;z\r\n0;0;0\r\n1;0;0\r\n",
                                 "x\ty\tz\n0\t0\t0\n1\t0\t0",
                                 "\xef\xbb\xbfx, y, z\n0, 0, 0\n# half way\n 1 ,\"0\",0\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bight_curves curves;
        CHECK(read_as(BIGHT_CURVE_FORMAT_CSV, texts[i], &curves, NULL) == BIGHT_OK);
        CHECK(curves.point_count == 2 && curves.points[1].x == 1);
        bight_curves_free(NULL, &curves);
    }
}

TEST(errors_name_the_line)
{
    const bad_text bad[] = {
        {"", "0 points", 0},
        {"x,y\n0,0\n", "no column z", 1},
        {"x,y,z,x\n", "both called x", 1},
        {"0,0,0\n1,1\n", "2 columns, but 3", 2},
        {"0,0,0\n1,1,nan\n", "`nan`", 2},
        {"0,0,0\n1,1,\n", "not a number", 2},
        {"1,5;2;3\n1;2;3\n", "no column x", 1},
        {"1,0,0,0\n3,1,1,1\n", "does not count", 2},
        {"1,2\n", "2 columns without a header", 1},
        {"x,y,z\n1,2,3\n", "1 point:", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_CSV, bad);
}

RUN_TESTS(unit(header_names_the_columns), unit(with_and_without_an_index), unit(an_index_has_all_of_int64),
          unit(separators_and_marks), unit(errors_name_the_line))
