// SPDX-License-Identifier: MIT
// The dispatcher, and the small formats: plain lines with an index, vertex lists, VECT.

#include "read_text.h"

#include <stdio.h>

TEST(formats_have_names)
{
    for (int32_t i = 0; i < BIGHT_CURVE_FORMAT_COUNT; i++) {
        CHECK((int32_t)bight_curve_format_find(bight_curve_format_name((bight_curve_format)i)) == i);
    }
    CHECK(bight_curve_format_find("nonsense") == BIGHT_CURVE_FORMAT_COUNT);
    bight_curves curves;
    CHECK(read_as((bight_curve_format)99, "0 0 0\n1 1 1\n", &curves, NULL) == BIGHT_ERROR_INVALID);
}

TEST(content_decides_then_the_ending)
{
    const struct {
        const char *text, *name;
        bight_curve_format format;
    } cases[] = {
        {"0 0 0\n", NULL, BIGHT_CURVE_FORMAT_XYZ},
        {"0 0 0\n", "a.KP", BIGHT_CURVE_FORMAT_KNOTPLOT},
        {"0 0 0\n", "a.csv", BIGHT_CURVE_FORMAT_CSV},
        {"0,0,0\n", "a.xyz", BIGHT_CURVE_FORMAT_CSV},
        {"x\ty\tz\n", NULL, BIGHT_CURVE_FORMAT_CSV},
        {"# comment\n VECT\n", "a.xyz", BIGHT_CURVE_FORMAT_VECT},
        {"HEADER    x\n", NULL, BIGHT_CURVE_FORMAT_PDB},
        {"ATOM      1\n", "a.txt", BIGHT_CURVE_FORMAT_PDB},
        {"data_1ABC\n", NULL, BIGHT_CURVE_FORMAT_CIF},
        {"\n {\"asset\": 1}", NULL, BIGHT_CURVE_FORMAT_GLTF},
        {"glTF\2", "a.xyz", BIGHT_CURVE_FORMAT_GLTF},
        {"KnotPlot 1.0\n\f\n", NULL, BIGHT_CURVE_FORMAT_KNOTPLOT},
        {"", NULL, BIGHT_CURVE_FORMAT_XYZ},
        {"", "a.pdb", BIGHT_CURVE_FORMAT_PDB},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_curve_format found =
            bight_curve_format_detect(cases[i].text, strlen(cases[i].text), cases[i].name);
        if (found != cases[i].format) {
            fail_msg("case %d: %s", (int)i, bight_curve_format_name(found));
        }
    }
}

// Three bytes in front of the text, as some editors write them, change nothing in any format.
TEST(a_byte_order_mark_is_skipped)
{
    static const struct {
        bight_curve_format format;
        const char *text;
    } files[] = {
        {BIGHT_CURVE_FORMAT_XYZ, "1 2 3\n4 5 6\n7 8 10\n"},
        {BIGHT_CURVE_FORMAT_XYZ, "3\n\n1 2 3\n4 5 6\n7 8 10\n"},
        {BIGHT_CURVE_FORMAT_CSV, "x,y,z\n1,2,3\n4,5,6\n7,8,10\n"},
        {BIGHT_CURVE_FORMAT_CSV, "1;2;3\n4;5;6\n7;8;10\n"},
        {BIGHT_CURVE_FORMAT_VECT, "VECT\n1 3 0\n3\n0\n1 2 3 4 5 6 7 8 10\n"},
        {BIGHT_CURVE_FORMAT_CIF, "data_X\nloop_\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
                                 "_atom_site.label_atom_id\n_atom_site.label_seq_id\n"
                                 "1 2 3 CA 1 4 5 6 CA 2 7 8 10 CA 3\n"},
        {BIGHT_CURVE_FORMAT_PDB, "ATOM      1  CA  ALA A   1       1.000   2.000   3.000\n"
                                 "ATOM      2  CA  ALA A   2       4.000   5.000   6.000\n"
                                 "ATOM      3  CA  ALA A   3       7.000   8.000  10.000\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char marked[512];
        snprintf(marked, sizeof marked, "\xef\xbb\xbf%s", files[i].text);
        bool known = files[i].format != BIGHT_CURVE_FORMAT_XYZ;
        CHECK(bight_curve_format_detect(marked, strlen(marked), known ? "a.gltf" : NULL) == files[i].format);
        bight_curves curves;
        bight_error error = {0};
        if (read_as(files[i].format, marked, &curves, &error) != BIGHT_OK) {
            fail_msg("case %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
        CHECK(curves.point_count == 3 && curves.points[0].x == 1.0 && curves.points[2].z == 10.0);
        bight_curves_free(NULL, &curves);
    }
    const bad_text wide[] = {{"\xff\xfe"
                              "1 2 3",
                              "UTF-16", 1},
                             {"\xfe\xff"
                              "1 2 3",
                              "UTF-16", 1}};
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, wide);
}

// The same answer with and without an index column, and the reader says which columns it took.
TEST(plain_lines_with_an_index)
{
    bight_curves plain, indexed;
    char notes[1024];
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, "1 2 3\n4 5 6\n7 8 10\n", &plain, NULL) == BIGHT_OK);
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, "0 1 2 3\n1 4 5 6\n2 7 8 10\n", &indexed, NULL) == BIGHT_OK);
    CHECK(plain.point_count == 3 && indexed.point_count == 3 && plain.notes.size == 0);
    assert_memory_equal(plain.points, indexed.points, 3 * sizeof *plain.points);
    assert_string_equal(notes_of(&indexed, notes),
                        "columns 2, 3, 4 are x, y, z; column 1 counts the points\n");
    bight_curves_free(NULL, &plain);
    bight_curves_free(NULL, &indexed);

    const bad_text bad[] = {
        {"1 0 0 0\n2 1 1 1\n2 1 2 3\n", "does not count", 3},
        {"0.5 0 0 0\n", "does not count", 1},
        {"1 0 0 0\n2 1 1\n", "3 words", 2},
        {"600\nhead\n0 0 0\n1 0 0\n\n\n", "blank line after 2 of the 600", 5},
        {"600\nhead\n\n\n\n", "blank line after 0 of the 600", 3},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_XYZ, bad);
}

TEST(vertex_lists_are_closed)
{
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_KNOTPLOT, "0 0 0\n1 0 0\n1 1 0\n\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n0 0 1\n",
                  &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.closed[0] && curves.closed[1] && !curves.frames);
    CHECK(curves.starts[1] == 3 && curves.starts[2] == 7); // a repeated first point is dropped
    bight_curves_free(NULL, &curves);
    const bad_text bad[] = {
        {"KnotPlot 1.0\nx", "binary", 1},
        {"0 0 0\n1 0 0\n", "closed curve of 2 points", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_KNOTPLOT, bad);
}

TEST(vect)
{
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO,
                  "VECT # two\n2 6 1\n-3 3\n1 0\n0 0 0 1 0 0\n1 1 0\n5 5 5 6 6 6 7 7 7\n1 0 0 1\n", &curves,
                  NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.closed[0] && !curves.closed[1]);
    CHECK(curves.points[2].y == 1 && curves.points[5].z == 7);
    bight_curves_free(NULL, &curves);
    const bad_text bad[] = {
        {"LIST\n", "not VECT", 1},
        {"VECT BINARY\n", "BINARY", 1},
        {"VECT\n1 4 0\n3\n0\n0 0 0 1 1 1 2 2 2\n", "have 3 vertices, the file promises 4", 3},
        {"VECT\n1 3 0\n3\n0\n0 0 0 1 1 1 2 2\n", "a coordinate should follow", 5},
        {"VECT\n999999999 3 0\n", "number of polylines", 2},
        {"VECT\n1 2 0\n-2\n0\n0 0 0\n1 1 1\n", "closed curve of 2", 6},
        {"VECT\n1 2 0\n2\n0\n0 0 0\n1 1 inf\n", "`inf`", 6},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_VECT, bad);
}

RUN_TESTS(unit(a_byte_order_mark_is_skipped), unit(formats_have_names), unit(content_decides_then_the_ending),
          unit(plain_lines_with_an_index), unit(vertex_lists_are_closed), unit(vect))
