// SPDX-License-Identifier: MIT

#include "bight/io.h"
#include "core/random.h"
#include "read_text.h"
#include "surface.h"

#include <math.h>
#include <stdio.h>

static bight_status read(const char *text, bight_curves *curves, bight_error *error)
{
    return bight_read_xyz(NULL, text, strlen(text), curves, error);
}

TEST(plain_lines_are_components)
{
    bight_curves curves;
    CHECK(read("# two ropes\n0 0 0\n1 0 0\n1 1e0 -.5\n\n\n  2 2 2\r\n\t3\t3\t3  \n", &curves, NULL) ==
          BIGHT_OK);
    assert_int_equal(curves.curve_count, 2);
    CHECK(!curves.frames);
    bight_curve first = bight_curves_at(&curves, 0), second = bight_curves_at(&curves, 1);
    CHECK(first.count == 3 && !first.closed && first.points[2].z == -0.5);
    CHECK(second.count == 2 && second.points[1].x == 3.0);
    bight_curves_free(NULL, &curves);
    CHECK(curves.points == NULL && curves.curve_count == 0);
}

TEST(a_repeated_first_point_closes)
{
    bight_curves curves;
    CHECK(read("0 0 0\n1 0 0\n1 1 0\n0 0 0\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.closed[0] && curves.point_count == 3);
    bight_curves_free(NULL, &curves);
    CHECK(read("0 0 0\n1 0 0\n0 0 0\n", &curves, NULL) == BIGHT_OK);
    CHECK(!curves.closed[0] && curves.point_count == 3); // there and back is no ring
    bight_curves_free(NULL, &curves);
}

// The first column counts: up by one, whatever it starts with, anew in each curve; where the first point
// comes again its number may, too.
TEST(a_column_that_counts)
{
    bight_curves curves;
    CHECK(read("7 0 0 0\n8 1 0 0\n9 1 1 0\n\n-1 5 5 5\n0 6 6 6\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.point_count == 5 && curves.points[3].x == 5.0);
    bight_curves_free(NULL, &curves);
    CHECK(read("1 0 0 0\n2 1 0 0\n3 1 1 0\n1 0 0 0\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.closed[0] && curves.point_count == 3);
    bight_curves_free(NULL, &curves);
    CHECK(read("1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 0 0\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.closed[0] && curves.point_count == 3);
    bight_curves_free(NULL, &curves);
    char notes[1024];
    CHECK(read("1 0 0 0\n3 1 0 0\n4 2 0 0\n9 3 0 0\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.point_count == 4);
    CHECK(strstr(notes_of(&curves, notes), "leaves numbers out, first between 1 and 3 (line 2)") != NULL);
    bight_curves_free(NULL, &curves);
    static const char *const bad[] = {
        "1 0 0 0\n1 1 0 0\n",          "2 0 0 0\n1 1 0 0\n",
        "1.0 0 0 0\n2.0 1 0 0\n",      "1 0 0 0\n2 1 0 0\n3 1 1 0\n1 0 0 1\n",
        "1 0 0 0\n2 1 0 0\n1 0 0 0\n", "9223372036854775807 0 0 0\n-9223372036854775808 1 1 1\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_error error = {0};
        CHECK(read(bad[i], &curves, &error) == BIGHT_ERROR_PARSE);
        CHECK(strstr(error.message, "does not count the points") != NULL);
    }
}

// A ring of radius 3 in a box of 4: coordinates that leave the box come back at its other side.
TEST(wrapped_coordinates_are_noted)
{
    char text[8192] = "", notes[512];
    size_t used = 0;
    int32_t jumps = 0, last[2] = {0, 0};
    for (int32_t i = 0; i < 60; i++) {
        double x = 3.0 * cos(0.1047197551196597746 * i), y = 3.0 * sin(0.1047197551196597746 * i);
        int32_t cell[2] = {(int32_t)floor(x / 4.0), (int32_t)floor(y / 4.0)};
        jumps += i > 0 && (cell[0] != last[0] || cell[1] != last[1]);
        memcpy(last, cell, sizeof cell);
        used += (size_t)snprintf(text + used, sizeof text - used, "%.6f %.6f 0\n", x - 4.0 * cell[0],
                                 y - 4.0 * cell[1]);
    }
    bight_curves curves;
    CHECK(read(text, &curves, NULL) == BIGHT_OK);
    snprintf(notes, sizeof notes, "%d steps of 1 curve longer than 5 times the typical one", (int)jumps);
    CHECK(jumps == 3 && curves.notes.size > strlen(notes) &&
          memcmp(curves.notes.data, notes, strlen(notes)) == 0);
    bight_curves_free(NULL, &curves);
    // even steps, and steps that grow to four times the typical one: nothing to doubt
    used = 0;
    for (int32_t i = 0; i < 60; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%d 0 0\n", i < 59 ? i : 62);
    }
    CHECK(read(text, &curves, NULL) == BIGHT_OK && curves.notes.size == 0);
    bight_curves_free(NULL, &curves);
}

// Points of a ring without the first once more are an open curve, which is said; a ring that lacks two points is not.
TEST(a_ring_that_is_not_closed_is_noted)
{
    for (int32_t lack = 0; lack < 3; lack++) {
        char text[4096];
        size_t used = 0;
        for (int32_t i = 0; i < 60 - lack; i++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%.6f %.6f 0\n",
                                     cos(0.1047197551196597746 * i), sin(0.1047197551196597746 * i));
        }
        bight_curves curves;
        CHECK(read(text, &curves, NULL) == BIGHT_OK && !curves.closed[0]);
        const char *note = "curve 1 is taken as open, but its ends are 0.1047 apart, its steps 0.1047";
        bool noted = curves.notes.size > strlen(note) && memcmp(curves.notes.data, note, strlen(note)) == 0;
        CHECK(noted == (lack == 0) && (noted || curves.notes.size == 0));
        bight_curves_free(NULL, &curves);
    }
}

TEST(counted_frames)
{
    bight_curves curves;
    CHECK(read("3\nstep 1\nC 0 0 0\nC 1 0 0\nC 2 0 0\n2\n\n0 0 1\n6 0 1 1\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.frames && curves.curve_count == 2);
    CHECK(bight_curves_at(&curves, 0).points[2].x == 2.0);
    CHECK(bight_curves_at(&curves, 1).points[1].y == 1.0);
    bight_curves_free(NULL, &curves);
}

// Without a comment line, and with a comment that looks like a point.
TEST(a_missing_comment_is_noticed)
{
    bight_curves curves;
    CHECK(read("2\n1 2 3\n4 5 6\n2\n7 8 9\n1 1 1\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.points[0].x == 1.0 && curves.points[2].x == 7.0);
    bight_curves_free(NULL, &curves);
    CHECK(read("2\n1 2 3\n4 5 6\n7 8 9\n2\n1 2 3\n1 1 1\n2 2 2\n", &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.points[0].x == 4.0 && curves.points[2].x == 1.0);
    bight_curves_free(NULL, &curves);
}

TEST(errors_name_the_line)
{
    const struct {
        const char *text, *words;
        int32_t line;
    } bad[] = {
        {"", "no points", 0},
        {"# only a comment\n\n", "no points", 2},
        {"0 0 0\n1 0 nan\n", "`nan`", 2},
        {"0 0 0\n1 0 1e999\n", "1e999", 2},
        {"0 0 0\n1 0\n", "2 words", 2},
        {"0 0 0\n1 0 0 0\n", "4 words", 2},
        {"0 0 0\n1 2 3 4 5 6\n", "more than 4", 2},
        {"0 0 0\n\n1 1 1\n2 2 2\n", "1 point:", 2},
        {"1000000000\nx\n0 0 0\n", "after 1 of the 1000000000", 3},
        {"99999999999999999999\nx\n0 0 0\n", "not a number", 0},
        {"-3\nx\n0 0 0\n", "needs at least 2", 1},
        {"3\nx\n0 0 0\n1 1 1\n", "after 2 of the 3", 4},
        {"2\nx\n0 0 0\n1 1 1\nhello\n", "hello", 5},
        {"\x7f"
         "ELF\x02\x01",
         "words", 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_curves curves;
        bight_error error = {0};
        CHECK(read(bad[i].text, &curves, &error) == BIGHT_ERROR_PARSE);
        CHECK(curves.points == NULL && curves.starts == NULL);
        if (bad[i].line != 0 && (error.line != bad[i].line || strstr(error.message, bad[i].words) == NULL)) {
            fail_msg("case %d: line %d: %s", (int)i, error.line, error.message);
        }
    }
}

TEST(numbers_come_back_the_same)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[40];
        for (int32_t i = 0; i < 40; i++) {
            points[i] = bi_random_vec3(&random, i % 2 ? 1e-9 : 1e9);
        }
        const bight_curve curves[3] = {{points, 20, true}, {points + 5, 2, false}, {points + 20, 20, false}};
        bight_bytes bytes;
        bight_curves back;
        CHECK(bight_write_xyz(NULL, curves, 3, seed % 2 ? "1 2 3" : NULL, &bytes, NULL) == BIGHT_OK);
        CHECK(bight_read_xyz(NULL, bytes.data, bytes.size, &back, NULL) == BIGHT_OK);
        assert_int_equal(back.curve_count, 3);
        for (int32_t i = 0; i < 3; i++) {
            bight_curve curve = bight_curves_at(&back, i);
            CHECK_SEED(curve.count == curves[i].count && curve.closed == curves[i].closed, seed);
            assert_memory_equal(curve.points, curves[i].points, (size_t)curve.count * sizeof *curve.points);
        }
        bight_curves_free(NULL, &back);
        bight_bytes_free(NULL, &bytes);
    }
    bight_vec3 bad[2] = {v3(0, 0, 0), v3(0, (double)NAN, 0)};
    bight_bytes bytes;
    CHECK(bight_write_xyz(NULL, &(bight_curve){bad, 2, false}, 1, NULL, &bytes, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_write_xyz(NULL, NULL, 0, NULL, &bytes, NULL) == BIGHT_ERROR_INVALID);
}

TEST(running_out_of_memory_leaks_nothing)
{
    char text[4000];
    size_t size = 0;
    for (int32_t i = 0; i < 12; i++) {
        const char part[] = "0 0 0\n1 0 0\n2 0 0\n\n";
        memcpy(text + size, part, sizeof part - 1);
        size += sizeof part - 1;
    }
    for (int64_t n = 1; n < 1000; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_curves curves;
        bight_bytes bytes = {0};
        bight_status status = bight_read_xyz(&env, text, size, &curves, NULL);
        if (status == BIGHT_OK) {
            bight_curve curve = bight_curves_at(&curves, 0);
            status = bight_write_xyz(&env, &curve, 1, "comment", &bytes, NULL);
        }
        bight_bytes_free(&env.allocator, &bytes);
        bight_curves_free(&env.allocator, &curves);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            CHECK(n > 4);
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

RUN_TESTS(unit(a_column_that_counts), unit(wrapped_coordinates_are_noted), unit(plain_lines_are_components),
          unit(a_repeated_first_point_closes), unit(a_ring_that_is_not_closed_is_noted), unit(counted_frames), unit(a_missing_comment_is_noticed),
          unit(errors_name_the_line), unit(numbers_come_back_the_same),
          unit(running_out_of_memory_leaks_nothing))
