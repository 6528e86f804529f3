// SPDX-License-Identifier: MIT
// Points in brackets, and formats that are known and not read.

#include "bight/code_text.h"
#include "core/random.h"
#include "read_text.h"

#include <stdio.h>

// One curve of three points in every spelling; none of them is a code of a diagram.
TEST(spellings_of_a_list)
{
    static const char *const texts[] = {
        "[[1.5, 2, -3], [4, 5e1, 6], [7, 8, 10]]",
        "[(1.5, 2, -3), (4, 5e1, 6), (7, 8, 10)]",
        "points = [\n  [1.5, 2, -3],  # the first\n  [4, 5e1, 6],\n  [7, 8, 10],\n]\n",
        "array([[ 1.5,  2. , -3. ],\n       [ 4. , 50. ,  6. ],\n       [ 7. ,  8. , 10. ]])",
        "np.array([[1.5, 2, -3], [4, 5e1, 6], [7, 8, 10]], dtype=float32)",
        "[[ 1.5  2.  -3. ]\n [ 4.  50.   6. ]\n [ 7.   8.  10. ]]",
        "{{1.5, 2, -3}, {4, 50, 6}, {7, 8, 10}}",
        "pts = {{1.5, 2, -3}, {4, 5*^1, 6}, {7, 8, 10}};",
        "pts = {{1.5`, 2.`20., -3}, {4, 5.`*^1, 6}, {7, 8, 10}};",
        "Line[{{1.5, 2, -3}, {4, 50, 6}, {7, 8, 10}}]",
        "{\"points\": [[1.5, 2, -3], [4, 50, 6], [7, 8, 10]]}",
        "\xef\xbb\xbf[[1.5,2,-3],\r\n[4,50,6],\r\n[7,8,10]]",
    };
    static const bight_vec3 expected[3] = {{1.5, 2, -3}, {4, 50, 6}, {7, 8, 10}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK_SEED(bight_code_detect(texts[i], strlen(texts[i]), "a.txt") == BIGHT_CODE_COUNT, i);
        CHECK_SEED(bight_curve_format_detect(texts[i], strlen(texts[i]), "a.txt") == BIGHT_CURVE_FORMAT_LIST,
                   i);
        bight_curves curves;
        bight_error error = {0};
        if (read_as(BIGHT_CURVE_FORMAT_AUTO, texts[i], &curves, &error) != BIGHT_OK) {
            fail_msg("case %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
        CHECK_SEED(curves.curve_count == 1 && curves.point_count == 3 && !curves.closed[0] && !curves.frames,
                   i);
        for (int32_t k = 0; k < 3; k++) {
            CHECK_SEED(curves.points[k].x == expected[k].x && curves.points[k].y == expected[k].y &&
                           curves.points[k].z == expected[k].z,
                       i);
        }
        bight_curves_free(NULL, &curves);
    }
}

// A repeated first point closes; several lists are components; whole numbers are points where no code can be.
TEST(lists_of_lists_are_components)
{
    bight_curves curves;
    CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, "[[[0,0,0],[1,0,0],[0,1,0],[0,0,0]],[[5,0,0],[6,0,0]]]", &curves,
                  NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.closed[0] && !curves.closed[1] && curves.starts[1] == 3);
    bight_curves_free(NULL, &curves);
    static const char *const codes[] = {
        "[[1,5,2,4],[3,1,4,6],[5,3,6,2]]",
        "[[1,-2],[2,-1]]",
        "[4,6,2]",
        "{-1, 3, -2, 1, -3, 2}",
        "DT[[4,6,2]]",
        "[[-1,2,-3],[1,-2,3]]",
        "BR[3,{-1,2,-1,2}]",
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        CHECK_SEED(bight_code_detect(codes[i], strlen(codes[i]), NULL) == BIGHT_CODE_AUTO, i);
    }
    static const char gltf[] = "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"matrix\": [1,0,0,0.5]}]}";
    CHECK(bight_curve_format_detect(gltf, strlen(gltf), NULL) == BIGHT_CURVE_FORMAT_GLTF);
}

TEST(wrong_lists_say_where)
{
    const bad_text bad[] = {
        {"[[0.5, 0, 0],\n [1, 0],\n [1, 1, 1]]", "2 numbers", 2},
        {"[[0.5,0,0,1],[1,2,3,4]]", "4 numbers", 1},
        {"[[0.5,1,2,3],\n[0,0,0,0],[1,1,1,1]]", "transpose", 1},
        {"[[0.5, 0, 0],\n ...\n [1, 1, 1]]", "left out", 2},
        {"[[0.5, 0, 0],\n [nan, 1, 1]]", "`nan`", 2},
        {"[[0.5, 0, 0],\n [1e999, 1, 1]]", "1e999", 2},
        {"[[0.5, 0, 0], [1, 1, 1]\n", "never closes", 2},
        {"[[0.5, 0, 0], [1, 1, 1]]]", "never opened", 1},
        {"[[0.5, 0, 0], [1, 1, 1}]", "never opened", 1},
        {"[[0.5, 0, 0], 7, [1, 1, 1]]", "beside points", 1},
        {"[[0.5, 0, 0]]", "1 point", 1},
        {"[0.5, 0, 0]", "one point", 1},
        {"[[[[0.5,0,0],[1,1,1]]]]", "lists of lists of curves", 1},
        {"[[[[[[[[[[[[[[[[[0.5", "too deep", 1},
        {"[[0.5, 0, 0], [1, 1, 1]] 5", "outside all brackets", 1},
        {"[[0.5, x, 0], [1, 1, 1]]", "has no meaning", 1},
        {"[]", "no points", 1},
        {"", "no points", 1},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_LIST, bad);
}

// Any points, written with all their digits, come back to the bit.
TEST(numbers_come_back_the_same)
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        bi_random random = bi_random_from(seed);
        char text[4096] = "[";
        size_t used = 1;
        bight_vec3 points[20];
        for (int32_t i = 0; i < 20; i++) {
            points[i] = bi_random_vec3(&random, i % 2 ? 1e-9 : 1e9);
            used += (size_t)snprintf(text + used, sizeof text - used, "[%.17g, %.17g, %.17g],\n", points[i].x,
                                     points[i].y, points[i].z);
        }
        snprintf(text + used, sizeof text - used, "]");
        bight_curves curves;
        CHECK(read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, NULL) == BIGHT_OK);
        CHECK_SEED(curves.point_count == 20 && memcmp(curves.points, points, sizeof points) == 0, seed);
        bight_curves_free(NULL, &curves);
    }
}

TEST(known_formats_are_refused_by_name)
{
    const bad_text bad[] = {
        {"\x1f\x8b\x08 and so on", "an archive (gzip): unpack it first", 0},
        {"PK\x03\x04 and so on", "ZIP", 0},
        {"7z\xbc\xaf\x27\x1c", "7z", 0},
        {"\x93NUMPY\x01", "numpy", 0},
        {"\x89HDF\r\n\x1a\n", "HDF5", 0},
        {"<!DOCTYPE html>", "HTML", 0},
        {"OFF\n3 1 0\n", "OFF", 0},
        {"# vtk DataFile Version 3.0\n", "VTK", 0},
        {"BZh91AY", "bzip2", 0},
        {"RIFF0000WEBP", "RIFF", 0},
        {"abcdftypisom", "MP4", 0},
        {"\n solid cube\n  facet  normal 0 0 1\n", "STL", 0},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_AUTO, bad);
    static const unsigned char trr[] = {0, 0, 7, 0xc9, 0, 0, 0, 13, 0, 0};
    bight_curves curves;
    bight_error error = {0};
    CHECK(bight_read_curves(NULL, trr, sizeof trr, NULL, &curves, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "TRR") != NULL);

    // a binary STL has nothing in its first bytes but its length, here of two triangles
    char stl[84 + 100 + 1] = "exported by a program";
    stl[80] = 2;
    CHECK(bight_refuse_foreign(stl, 184, &error) == BIGHT_ERROR_PARSE &&
          strstr(error.message, "STL") != NULL);
    CHECK(bight_refuse_foreign(stl, 183, NULL) == BIGHT_OK &&
          bight_refuse_foreign(stl, 185, NULL) == BIGHT_OK);
    CHECK(bight_refuse_foreign(stl, 83, NULL) == BIGHT_OK && bight_refuse_foreign(NULL, 0, NULL) == BIGHT_OK);

    // no more than a word in common with these
    static const char *const good[] = {"solid 1 2 3\n0 0 0\n", "solid", "solid\nfacet", "P", "7z", "abcd ftyp",
                                       "0 0 0\n1 0 0\n0 1 0\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (bight_refuse_foreign(good[i], strlen(good[i]), NULL) != BIGHT_OK) {
            fail_msg("%s", good[i]);
        }
    }
}

RUN_TESTS(unit(spellings_of_a_list), unit(lists_of_lists_are_components), unit(wrong_lists_say_where),
          unit(numbers_come_back_the_same), unit(known_formats_are_refused_by_name))
