// SPDX-License-Identifier: MIT
// Conway's notation: every knot of Rolfsen's table comes out by its name.

#include "bight/code_text.h"
#include "bight/knot.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// Knots and Links (1976), with Perko's pair once, numbered as KnotInfo does.
static const struct {
    const char *name, *notation;
} table[] = {
    {"3_1", "3"},
    {"4_1", "22"},
    {"5_1", "5"},
    {"5_2", "32"},
    {"6_1", "42"},
    {"6_2", "312"},
    {"6_3", "2112"},
    {"7_1", "7"},
    {"7_2", "52"},
    {"7_3", "43"},
    {"7_4", "313"},
    {"7_5", "322"},
    {"7_6", "2212"},
    {"7_7", "21112"},
    {"8_1", "62"},
    {"8_2", "512"},
    {"8_3", "44"},
    {"8_4", "413"},
    {"8_5", "3,3,2"},
    {"8_6", "332"},
    {"8_7", "4112"},
    {"8_8", "2312"},
    {"8_9", "3113"},
    {"8_10", "3,21,2"},
    {"8_11", "3212"},
    {"8_12", "2222"},
    {"8_13", "31112"},
    {"8_14", "22112"},
    {"8_15", "21,21,2"},
    {"8_16", ".2.20"},
    {"8_17", ".2.2"},
    {"8_18", "8*"},
    {"8_19", "3,3,2-"},
    {"8_20", "3,21,2-"},
    {"8_21", "21,21,2-"},
    {"9_1", "9"},
    {"9_2", "72"},
    {"9_3", "63"},
    {"9_4", "54"},
    {"9_5", "513"},
    {"9_6", "522"},
    {"9_7", "342"},
    {"9_8", "2412"},
    {"9_9", "423"},
    {"9_10", "333"},
    {"9_11", "4122"},
    {"9_12", "4212"},
    {"9_13", "3213"},
    {"9_14", "41112"},
    {"9_15", "2322"},
    {"9_16", "3,3,2+"},
    {"9_17", "21312"},
    {"9_18", "3222"},
    {"9_19", "23112"},
    {"9_20", "31212"},
    {"9_21", "31122"},
    {"9_22", "211,3,2"},
    {"9_23", "22122"},
    {"9_24", "3,21,2+"},
    {"9_25", "22,21,2"},
    {"9_26", "311112"},
    {"9_27", "212112"},
    {"9_28", "21,21,2+"},
    {"9_29", ".2.20.2"},
    {"9_30", "211,21,2"},
    {"9_31", "2111112"},
    {"9_32", ".21.20"},
    {"9_33", ".21.2"},
    {"9_34", "8*20"},
    {"9_35", "3,3,3"},
    {"9_36", "22,3,2"},
    {"9_37", "3,21,21"},
    {"9_38", ".2.2.2"},
    {"9_39", "2:2:20"},
    {"9_40", "9*"},
    {"9_41", "20:20:20"},
    {"9_42", "22,3,2-"},
    {"9_43", "211,3,2-"},
    {"9_44", "22,21,2-"},
    {"9_45", "211,21,2-"},
    {"9_46", "3,3,21-"},
    {"9_47", "8*-20"},
    {"9_48", "21,21,21-"},
    {"9_49", "-20:-20:-20"},
    {"10_1", "82"},
    {"10_2", "712"},
    {"10_3", "64"},
    {"10_4", "613"},
    {"10_5", "6112"},
    {"10_6", "532"},
    {"10_7", "5212"},
    {"10_8", "514"},
    {"10_9", "5113"},
    {"10_10", "51112"},
    {"10_11", "433"},
    {"10_12", "4312"},
    {"10_13", "4222"},
    {"10_14", "42112"},
    {"10_15", "4132"},
    {"10_16", "4123"},
    {"10_17", "4114"},
    {"10_18", "41122"},
    {"10_19", "41113"},
    {"10_20", "352"},
    {"10_21", "3412"},
    {"10_22", "3313"},
    {"10_23", "33112"},
    {"10_24", "3232"},
    {"10_25", "32212"},
    {"10_26", "32113"},
    {"10_27", "321112"},
    {"10_28", "31312"},
    {"10_29", "31222"},
    {"10_30", "312112"},
    {"10_31", "31132"},
    {"10_32", "311122"},
    {"10_33", "311113"},
    {"10_34", "2512"},
    {"10_35", "2422"},
    {"10_36", "24112"},
    {"10_37", "2332"},
    {"10_38", "23122"},
    {"10_39", "22312"},
    {"10_40", "222112"},
    {"10_41", "221212"},
    {"10_42", "2211112"},
    {"10_43", "212212"},
    {"10_44", "2121112"},
    {"10_45", "21111112"},
    {"10_46", "5,3,2"},
    {"10_47", "5,21,2"},
    {"10_48", "41,3,2"},
    {"10_49", "41,21,2"},
    {"10_50", "32,3,2"},
    {"10_51", "32,21,2"},
    {"10_52", "311,3,2"},
    {"10_53", "311,21,2"},
    {"10_54", "23,3,2"},
    {"10_55", "23,21,2"},
    {"10_56", "221,3,2"},
    {"10_57", "221,21,2"},
    {"10_58", "22,22,2"},
    {"10_59", "22,211,2"},
    {"10_60", "211,211,2"},
    {"10_61", "4,3,3"},
    {"10_62", "4,3,21"},
    {"10_63", "4,21,21"},
    {"10_64", "31,3,3"},
    {"10_65", "31,3,21"},
    {"10_66", "31,21,21"},
    {"10_67", "22,3,21"},
    {"10_68", "211,3,3"},
    {"10_69", "211,21,21"},
    {"10_70", "22,3,2+"},
    {"10_71", "22,21,2+"},
    {"10_72", "211,3,2+"},
    {"10_73", "211,21,2+"},
    {"10_74", "3,3,21+"},
    {"10_75", "21,21,21+"},
    {"10_76", "3,3,2++"},
    {"10_77", "3,21,2++"},
    {"10_78", "21,21,2++"},
    {"10_79", "(3,2)(3,2)"},
    {"10_80", "(3,2)(21,2)"},
    {"10_81", "(21,2)(21,2)"},
    {"10_82", ".4.2"},
    {"10_83", ".31.20"},
    {"10_84", ".22.2"},
    {"10_85", ".4.20"},
    {"10_86", ".31.2"},
    {"10_87", ".22.20"},
    {"10_88", ".21.21"},
    {"10_89", ".21.210"},
    {"10_90", ".3.2.2"},
    {"10_91", ".3.2.20"},
    {"10_92", ".21.2.20"},
    {"10_93", ".3.20.2"},
    {"10_94", ".30.2.2"},
    {"10_95", ".210.2.2"},
    {"10_96", ".2.21.2"},
    {"10_97", ".2.210.2"},
    {"10_98", ".2.2.2.20"},
    {"10_99", ".2.2.20.20"},
    {"10_100", "3:2:2"},
    {"10_101", "21:2:2"},
    {"10_102", "3:2:20"},
    {"10_103", "30:2:2"},
    {"10_104", "3:20:20"},
    {"10_105", "21:20:20"},
    {"10_106", "30:2:20"},
    {"10_107", "210:2:20"},
    {"10_108", "30:20:20"},
    {"10_109", "2.2.2.2"},
    {"10_110", "2.2.2.20"},
    {"10_111", "2.2.20.2"},
    {"10_112", "8*3"},
    {"10_113", "8*21"},
    {"10_114", "8*30"},
    {"10_115", "8*20.20"},
    {"10_116", "8*2:2"},
    {"10_117", "8*2:20"},
    {"10_118", "8*2:.2"},
    {"10_119", "8*2:.20"},
    {"10_120", "8*20::20"},
    {"10_121", "9*20"},
    {"10_122", "9*.20"},
    {"10_123", "10*"},
    {"10_124", "5,3,2-"},
    {"10_125", "5,21,2-"},
    {"10_126", "41,3,2-"},
    {"10_127", "41,21,2-"},
    {"10_128", "32,3,2-"},
    {"10_129", "32,21,2-"},
    {"10_130", "311,3,2-"},
    {"10_131", "311,21,2-"},
    {"10_132", "23,3,2-"},
    {"10_133", "23,21,2-"},
    {"10_134", "221,3,2-"},
    {"10_135", "221,21,2-"},
    {"10_136", "22,22,2-"},
    {"10_137", "22,211,2-"},
    {"10_138", "211,211,2-"},
    {"10_139", "4,3,3-"},
    {"10_140", "4,3,21-"},
    {"10_141", "4,21,21-"},
    {"10_142", "31,3,3-"},
    {"10_143", "31,3,21-"},
    {"10_144", "31,21,21-"},
    {"10_145", "22,3,3-"},
    {"10_146", "22,21,21-"},
    {"10_147", "211,3,21-"},
    {"10_148", "(3,2)(3,2-)"},
    {"10_149", "(3,2)(21,2-)"},
    {"10_150", "(21,2)(3,2-)"},
    {"10_151", "(21,2)(21,2-)"},
    {"10_152", "(3,2)-(3,2)"},
    {"10_153", "(3,2)-(21,2)"},
    {"10_154", "(21,2)-(21,2)"},
    {"10_155", "-3:2:2"},
    {"10_156", "-3:2:20"},
    {"10_157", "-3:20:20"},
    {"10_158", "-30:2:2"},
    {"10_159", "-30:2:20"},
    {"10_160", "-30:20:20"},
    {"10_161", "3:-20:-20"},
    {"10_162", "-30:-20:-20"},
    {"10_163", "8*-30"},
    {"10_164", "8*2:-20"},
    {"10_165", "8*2:.-20"},
};

static bight_status read(const char *front, const char *notation, bight_diagram **diagram, bight_error *error)
{
    char text[200];
    snprintf(text, sizeof text, "%s%s", front, notation);
    bight_code_item item = {text, strlen(text), 3};
    return bight_code_read(NULL, &item, BIGHT_CODE_AUTO, NULL, diagram, error);
}

static void check_name(const char *notation, const char *name)
{
    bight_diagram *diagram;
    bight_error error = {0};
    bight_knot_result found = {0};
    if (read("Conway: ", notation, &diagram, &error) != BIGHT_OK) {
        fail_msg("%s: %s", notation, error.message);
    }
    CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &found, NULL) == BIGHT_OK);
    if (strcmp(found.name, name) != 0) {
        fail_msg("%s: %s, not %s", notation, found.name, name);
    }
    bight_diagram_free(diagram);
}

TEST(knots_to_ten_crossings)
{
    CHECK(sizeof table / sizeof *table == 249);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        check_name(table[i].notation, table[i].name);
    }
}

TEST(spellings)
{
    static const struct {
        const char *notation, *name;
    } same[] = {
        {"[2 2]", "4_1"},   {" [ 2 2 ] ", "4_1"},     {"2 1, 3, 2", "8_10"},    {"[21;3;2]", "8_10"},
        {"6**2.2", "8_17"}, {"6*2.1.2.1.20", "9_39"}, {"1*3", "3_1"},           {"8*(2 0)", "9_34"},
        {"3,3,-2", "8_19"}, {"-3,-3,2", "8_19"},      {"2 -1", "unknot"},       {"0", "unlink of 2"},
        {"1", "unknot"},    {"(3)", "3_1"},           {"3 # a comment", "3_1"}, {"-2 -2", "4_1"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        bight_diagram *diagram;
        bight_knot_result found = {0};
        bight_error error = {0};
        if (read("Conway: ", same[i].notation, &diagram, &error) != BIGHT_OK) {
            fail_msg("%s: %s", same[i].notation, error.message);
        }
        if (bight_diagram_components(diagram) == 1) {
            CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &found, NULL) == BIGHT_OK);
            if (strcmp(found.name, strcmp(same[i].name, "unknot") == 0 ? "0_1" : same[i].name) != 0) {
                fail_msg("%s: %s, not %s", same[i].notation, found.name, same[i].name);
            }
        } else {
            CHECK(bight_diagram_crossings(diagram) == 0 && bight_diagram_circles(diagram) == 2);
        }
        bight_diagram_free(diagram);
    }
}

// Upper strands of positive crossings rise to the right: 3 is the left-handed trefoil, and a minus mirrors.
TEST(hands_and_names)
{
    static const struct {
        const char *front, *notation, *name;
        int32_t sign;
    } hands[] = {{"Conway: ", "3", "", -1},
                 {"conway: ", "-3", "", 1},
                 {"a: Conway", "[3]", "a", -1},
                 {"Conway ", "[-3]", "", 1},
                 {"my knot: conway: ", "3", "my knot", -1}};
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s%s", hands[i].front, hands[i].notation);
        bight_code_item item = {text, strlen(text), 1};
        bight_curve_name name;
        bight_diagram *diagram;
        CHECK_SEED(bight_code_detect(text, strlen(text), "a.txt") == BIGHT_CODE_AUTO, i);
        CHECK_SEED(bight_code_read(NULL, &item, BIGHT_CODE_AUTO, &name, &diagram, NULL) == BIGHT_OK, i);
        assert_string_equal(name.text, hands[i].name);
        CHECK_SEED(bight_diagram_crossings(diagram) == 3, i);
        CHECK_SEED(bight_diagram_signs(diagram)[0] == hands[i].sign, i);
        bight_diagram_free(diagram);
    }
}

// Nothing is guessed, and what is not known is named.
TEST(refused)
{
    static const struct {
        const char *notation, *words;
    } bad[] = {
        {"12", "(12)"},
        {"12 2", "(12)"},
        {"2 11 2", "(12)"},
        {"-21", "-(2 1)"},
        {"", "a number or a bracket"},
        {"3,", "a number or a bracket"},
        {"3-", "stops at `-`"},
        {"(3,2", "not closed"},
        {"(3,2))", "stops at `)`"},
        {"x", "stops at `x`"},
        {"7*2", "polyhedron 7*"},
        {"10**", "polyhedron 10**"},
        {"11*", "polyhedron 11*"},
        {"8*.2.2", "no table to ten crossings"},
        {"9*..2", "no table to ten crossings"},
        {"10*2", "no table to ten crossings"},
        {"6*.....2", "no table to ten crossings"},
        {"6*2.2.2.2.2.2.2", "no more places"},
        {"6*:::2", "no more places"},
        {"1*:", "no more places"},
        {":2", "one dot comes first"},
        {"(123456)", "five digits"},
        {"(99999)", "more than"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_diagram *diagram;
        bight_error error = {0};
        CHECK_SEED(read("Conway: ", bad[i].notation, &diagram, &error) != BIGHT_OK, i);
        if (strstr(error.message, bad[i].words) == NULL || error.line != 3 || diagram != NULL) {
            fail_msg("%s: line %d: %s", bad[i].notation, (int)error.line, error.message);
        }
    }
    char deep[120];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    bight_diagram *diagram;
    CHECK(read("Conway: ", deep, &diagram, NULL) == BIGHT_ERROR_PARSE);
}

RUN_TESTS(unit(knots_to_ten_crossings), unit(spellings), unit(hands_and_names), unit(refused))
