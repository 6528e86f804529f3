// SPDX-License-Identifier: MIT

#include "bight/code_text.h"
#include "bight/knot.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static bight_status read(const char *text, bight_code_kind kind, bight_diagram **diagram, bight_error *error)
{
    bight_code_item item = {text, strlen(text), 1};
    return bight_code_read(NULL, &item, kind, NULL, diagram, error);
}

// What another kind of code says of the text's diagram. The caller frees it.
static bight_bytes rewrite(const char *text, bight_code_kind from, bight_code_kind to)
{
    bight_diagram *diagram;
    bight_bytes bytes;
    bight_error error = {0};
    if (read(text, from, &diagram, &error) != BIGHT_OK) {
        fail_msg("%s as %s: %s", text, bight_code_kind_name(from), error.message);
    }
    if (bight_code_write(NULL, diagram, to, false, &bytes, &error) != BIGHT_OK) {
        fail_msg("%s to %s: %s", text, bight_code_kind_name(to), error.message);
    }
    bight_diagram_free(diagram);
    return bytes;
}

static void check_rewrite(const char *text, bight_code_kind from, bight_code_kind to, const char *expected)
{
    bight_bytes bytes = rewrite(text, from, to);
    if (bytes.size != strlen(expected) || memcmp(bytes.data, expected, bytes.size) != 0) {
        fail_msg("%s: %.*s", text, (int)bytes.size, (const char *)bytes.data);
    }
    bight_bytes_free(NULL, &bytes);
}

// Many spellings, one diagram.
TEST(spellings)
{
    const struct {
        const char *text;
        bight_code_kind kind;
    } trefoils[] = {{"4 6 2", BIGHT_CODE_AUTO},
                    {"[4,6,2]", BIGHT_CODE_AUTO},
                    {"DT: [(4,6,2)]", BIGHT_CODE_AUTO},
                    {"DTCode[4, 6, 2]", BIGHT_CODE_AUTO},
                    {"bca", BIGHT_CODE_AUTO},
                    {"DT[cacbca]", BIGHT_CODE_AUTO},
                    {"my knot: dt: 4 6 2 # a comment", BIGHT_CODE_AUTO},
                    {"PD[X[1,5,2,4],X[3,1,4,6],X[5,3,6,2]]", BIGHT_CODE_AUTO},
                    {"[(1,5,2,4),\n (3,1,4,6),\n (5,3,6,2)]", BIGHT_CODE_AUTO},
                    {"1 5 2 4 3 1 4 6 5 3 6 2", BIGHT_CODE_PD},
                    {"1 4 2 5 3 6 4 1 5 2 6 3", BIGHT_CODE_PD_CLOCKWISE},
                    {"1 -2 3 -1 2 -3", BIGHT_CODE_AUTO},
                    {"GaussCode[1,-2,3,-1,2,-3]", BIGHT_CODE_AUTO},
                    {"O1+U2+O3+U1+O2+U3+", BIGHT_CODE_AUTO},
                    {"o1u2o3u1o2u3", BIGHT_CODE_AUTO},
                    {"1,-2,3,-1,2,-3 / +++", BIGHT_CODE_AUTO},
                    {"[1,-2,3,-1,2,-3]/+++", BIGHT_CODE_GAUSS},
                    {"1 1 1", BIGHT_CODE_BRAID},
                    {"Braid: [1,1,1]", BIGHT_CODE_AUTO},
                    {"BR[2,{1,1,1}]", BIGHT_CODE_AUTO},
                    {"braid: aaa", BIGHT_CODE_AUTO}};
    for (size_t i = 0; i < sizeof trefoils / sizeof *trefoils; i++) {
        check_rewrite(trefoils[i].text, trefoils[i].kind, BIGHT_CODE_GAUSS_SIGNED, "O1+U2+O3+U1+O2+U3+");
    }
    check_rewrite("4 6 2 / ---", BIGHT_CODE_AUTO, BIGHT_CODE_DT, "4 6 2 / ---");
    check_rewrite("4 6 2 / +1 +1 +1", BIGHT_CODE_AUTO, BIGHT_CODE_DT_LETTERS, "bca");
    check_rewrite("[]", BIGHT_CODE_DT, BIGHT_CODE_PD, "[]");
    check_rewrite("PD[Loop[1],Loop[2]]", BIGHT_CODE_AUTO, BIGHT_CODE_GAUSS, "[],[]");
    check_rewrite("[1,-2],[2,-1],[]", BIGHT_CODE_AUTO, BIGHT_CODE_GAUSS, "[-1,2],[1,-2],[]");
}

static const bight_code_kind all[] = {BIGHT_CODE_PD,    BIGHT_CODE_PD_CLOCKWISE,
                                      BIGHT_CODE_DT,    BIGHT_CODE_DT_LETTERS,
                                      BIGHT_CODE_GAUSS, BIGHT_CODE_GAUSS_SIGNED};

// 8_5 as a braid, its mirror image, a sum whose parts could each be mirrored alone, and a link: through each
// code, from there through each other, and the signs of the crossings and the determinant stay.
TEST(every_code_keeps_the_hand)
{
    const char *const words[] = {"BR[3,{1,1,1,-2,1,1,1,-2}]", "BR[3,{-1,-1,-1,2,-1,-1,-1,2}]",
                                 "BR[3,{1,1,1,-2,-2,-2}]", "BR[3,{1,-2,1,-2,-2}]"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        bight_diagram *diagram;
        CHECK(read(words[w], BIGHT_CODE_BRAID, &diagram, NULL) == BIGHT_OK);
        int32_t writhe = 0, crossings = bight_diagram_crossings(diagram);
        for (int32_t c = 0; c < crossings; c++) {
            writhe += bight_diagram_signs(diagram)[c];
        }
        bool knot = bight_diagram_components(diagram) == 1;
        bight_knot_result meant = {0}, found = {0};
        if (knot) {
            CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &meant, NULL) == BIGHT_OK);
            CHECK(w > 1 || strcmp(meant.name, "8_5") == 0);
        }
        bight_diagram_free(diagram);
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            bight_bytes one = rewrite(words[w], BIGHT_CODE_BRAID, all[i]);
            for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
                char text[1024];
                snprintf(text, sizeof text, "%.*s", (int)one.size, (const char *)one.data);
                bight_bytes two = rewrite(text, all[i], all[k]);
                bight_code_item item = {(const char *)two.data, two.size, 1};
                CHECK(bight_code_read(NULL, &item, all[k], NULL, &diagram, NULL) == BIGHT_OK);
                int32_t sum = 0;
                for (int32_t c = 0; c < bight_diagram_crossings(diagram); c++) {
                    sum += bight_diagram_signs(diagram)[c];
                }
                CHECK_SEED(bight_diagram_crossings(diagram) == crossings && sum == writhe,
                           100 * w + 10 * i + k);
                if (knot) {
                    CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &found, NULL) == BIGHT_OK);
                    CHECK_SEED(found.signature == meant.signature && found.determinant == meant.determinant &&
                                   found.factors[0].handedness == meant.factors[0].handedness,
                               100 * w + 10 * i + k);
                    assert_string_equal(found.name, meant.name);
                }
                bight_diagram_free(diagram);
                bight_bytes_free(NULL, &two);
            }
            bight_bytes_free(NULL, &one);
        }
    }
}

// Circles without crossings are written, and read back; a braid says its strands when its letters do not.
TEST(circles_and_strands_are_written)
{
    static const char trefoil[] = "[[1,5,2,4],[3,1,4,6],[5,3,6,2]]";
    static const char with_circle[] = "[[1,5,2,4],[3,1,4,6],[5,3,6,2],Loop[7]]";
    static const char with_two[] = "[[1,5,2,4],[3,1,4,6],[5,3,6,2],Loop[7],Loop[8]]";
    check_rewrite(trefoil, BIGHT_CODE_PD, BIGHT_CODE_PD, trefoil);
    check_rewrite("PD[X[1,5,2,4],X[3,1,4,6],X[5,3,6,2],Loop[7]]", BIGHT_CODE_AUTO, BIGHT_CODE_PD,
                  with_circle);
    check_rewrite(with_two, BIGHT_CODE_AUTO, BIGHT_CODE_PD, with_two);
    check_rewrite("PD[Loop[1],Loop[2]]", BIGHT_CODE_AUTO, BIGHT_CODE_PD, "[Loop[1],Loop[2]]");
    check_rewrite("PD[Loop[1]]", BIGHT_CODE_AUTO, BIGHT_CODE_PD, "[]");
    check_rewrite("PD[Loop[1]]", BIGHT_CODE_AUTO, BIGHT_CODE_DT, "[]");
    check_rewrite("PD[Loop[1]]", BIGHT_CODE_AUTO, BIGHT_CODE_BRAID, "BR[1,{}]");
    check_rewrite("PD[Loop[1],Loop[2]]", BIGHT_CODE_AUTO, BIGHT_CODE_BRAID, "BR[2,{}]");
    check_rewrite("BR[2,{1,1,1}]", BIGHT_CODE_AUTO, BIGHT_CODE_BRAID, "1 1 1");
    check_rewrite("BR[3,{1,1,1}]", BIGHT_CODE_AUTO, BIGHT_CODE_BRAID, "BR[3,{1,1,1}]");

    // a DT code has no place for a circle beside others
    bight_diagram *diagram;
    bight_bytes bytes;
    bight_error error = {0};
    CHECK(read("PD[Loop[1],Loop[2]]", BIGHT_CODE_AUTO, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_code_write(NULL, diagram, BIGHT_CODE_DT, false, &bytes, &error) != BIGHT_OK);
    CHECK(strstr(error.message, "without a crossing") != NULL);
    bight_diagram_free(diagram);
}

// Known failures of other programs.
TEST(public_failures)
{
    const struct {
        const char *text, *name;
        bight_code_kind kind;
    } named[] = {
        {"4 6 2", "3_1", BIGHT_CODE_AUTO},
        {"6 8 10 2 4", "5_1", BIGHT_CODE_AUTO},
        {"8 10 12 14 2 4 6", "7_1", BIGHT_CODE_AUTO},
        {"[(1,4,2,1),(2,4,3,3)]", "0_1", BIGHT_CODE_AUTO},
        {"{-1, 3, -2, 1, -3, 2}", "3_1", BIGHT_CODE_AUTO}, // a Gauss code in braces, as tables have it
        {"{-1, 3, -2, 1, -3, 2}\n", "3_1", BIGHT_CODE_GAUSS}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        bight_diagram *diagram;
        bight_knot_result result;
        CHECK(read(named[i].text, named[i].kind, &diagram, NULL) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK);
        assert_string_equal(result.name, named[i].name);
        bight_diagram_free(diagram);
    }
    bight_diagram *diagram;
    bight_error error = {0};
    CHECK(read("[[1,4,2,5],[5,2,6,3],[6,3,1,4]]", BIGHT_CODE_AUTO, &diagram, &error) == BIGHT_ERROR_INVALID);
    CHECK(diagram == NULL && strstr(error.message, "not planar") != NULL &&
          strstr(error.message, "genus 1") != NULL);
}

TEST(bad_codes_are_refused)
{
    const struct {
        const char *text, *words;
        bight_code_kind kind;
    } bad[] = {{"1 2 3", "could be several codes", BIGHT_CODE_AUTO},
               {"1 2 3", "3 numbers", BIGHT_CODE_PD},
               {"[1,2,3],[4,5,6,7,8]", "crossing 1 of the PD code has 3 arcs", BIGHT_CODE_PD},
               {"[1,2", "never closes", BIGHT_CODE_AUTO},
               {"1]", "never opened", BIGHT_CODE_AUTO},
               {"99999999999", "32 bits", BIGHT_CODE_DT},
               {"4 6 2 / +-", "2 signs for 3 crossings", BIGHT_CODE_AUTO},
               {"O1+U1-", "two different signs", BIGHT_CODE_AUTO},
               {"O1+U1", "no sign here", BIGHT_CODE_AUTO},
               {"V[1,14,13];X[6,1,7,2];X[2,17,3,18]", "a theta-curve or another graph", BIGHT_CODE_AUTO},
               {"V[1,14,13];X[6,1,7,2];X[2,17,3,18]", "only knots and links are named", BIGHT_CODE_PD},
               {"abc 1", "among numbers", BIGHT_CODE_AUTO},
               {"4 6 2 a", "among numbers", BIGHT_CODE_DT},
               {"bca", "letters are", BIGHT_CODE_PD},
               {"4 6 2 x!", "no meaning", BIGHT_CODE_AUTO},
               {"4 8 2", "entry", BIGHT_CODE_DT},
               {"[1,2],[3]", "braid of 2 lists", BIGHT_CODE_BRAID},
               {"", "without letters", BIGHT_CODE_BRAID}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_diagram *diagram;
        bight_error error = {0};
        CHECK(read(bad[i].text, bad[i].kind, &diagram, &error) != BIGHT_OK && diagram == NULL);
        if (strstr(error.message, bad[i].words) == NULL || error.line != 1) {
            fail_msg("%s: %s", bad[i].text, error.message);
        }
    }
}

TEST(items_and_lines)
{
    const char *text = "# codes\n\n4 6 2\r\n[(1,5,2,4),\n(3,1,4,6), # [\n(5,3,6,2)]\nlast: 4 6 8 2";
    const int32_t lines[] = {3, 4, 7};
    size_t at = 0;
    int32_t line = 0, count = 0;
    bight_code_item item;
    while (bight_code_next(text, strlen(text), &at, &line, &item)) {
        bight_diagram *diagram;
        bight_curve_name name;
        assert_int_equal(item.line, lines[count]);
        CHECK(bight_code_read(NULL, &item, BIGHT_CODE_AUTO, &name, &diagram, NULL) == BIGHT_OK);
        assert_string_equal(name.text, count == 2 ? "last" : "");
        bight_diagram_free(diagram);
        count++;
    }
    assert_int_equal(count, 3);
}

TEST(files_of_codes_are_told_from_curves)
{
    CHECK(bight_code_detect("4 6 2", 5, NULL) == BIGHT_CODE_COUNT);
    CHECK(bight_code_detect("4 6 2", 5, "a.dt") == BIGHT_CODE_DT);
    CHECK(bight_code_detect("[4,6,2]", 7, NULL) == BIGHT_CODE_AUTO);
    CHECK(bight_code_detect("PD[X[1", 6, "x.txt") == BIGHT_CODE_AUTO);
    CHECK(bight_code_detect("dt: 4", 5, NULL) == BIGHT_CODE_AUTO);
    CHECK(bight_code_detect("{\"asset\"", 8, NULL) == BIGHT_CODE_COUNT);
    CHECK(bight_code_detect("VECT", 4, NULL) == BIGHT_CODE_COUNT);
    CHECK(bight_code_detect("foo(1,2)", 8, NULL) == BIGHT_CODE_COUNT);
    CHECK(bight_code_detect(NULL, 0, NULL) == BIGHT_CODE_COUNT);
    for (int32_t i = 0; i < BIGHT_CODE_COUNT; i++) {
        CHECK((int32_t)bight_code_kind_find(bight_code_kind_name((bight_code_kind)i)) == i);
    }
}

RUN_TESTS(unit(spellings), unit(every_code_keeps_the_hand), unit(public_failures),
          unit(circles_and_strands_are_written), unit(bad_codes_are_refused), unit(items_and_lines),
          unit(files_of_codes_are_told_from_curves))
