// SPDX-License-Identifier: MIT
// Knots drawn with the characters of text. The names of the classical ones are the oracle, and that of a bowline whose ends are joined.

#include "bight/code_text.h"
#include "bight/knot.h"
#include "read_text.h"

#include <stdio.h>

// Read by its content, and named if it is one rope.
static void check_drawing(const char *text, int32_t ropes, bool closed, const char *name)
{
    bight_curves curves;
    bight_error error = {0};
    CHECK(bight_code_detect(text, strlen(text), NULL) == BIGHT_CODE_COUNT);
    CHECK(bight_curve_format_detect(text, strlen(text), NULL) == BIGHT_CURVE_FORMAT_ASCII);
    if (read_as(BIGHT_CURVE_FORMAT_AUTO, text, &curves, &error) != BIGHT_OK) {
        fail_msg("%s\nis refused: %s", text, error.message);
    }
    CHECK(curves.curve_count == ropes && curves.closed[0] == closed && !curves.frames);
    if (name != NULL) {
        const bight_knot_options options = {.closure = BIGHT_KNOT_CLOSURE_FAR};
        bight_knot_workspace *workspace = bight_knot_workspace_new(NULL);
        bight_knot_result result;
        bight_curve curve = bight_curves_at(&curves, 0);
        CHECK(bight_knot_identify(NULL, workspace, &curve, 1, &options, &result, NULL) == BIGHT_OK);
        bight_knot_workspace_free(workspace);
        char found[BIGHT_KNOT_MAX_NAME + 16];
        snprintf(found, sizeof found, "%s %s", result.name,
                 result.factor_count > 0 ? bight_handedness_text(result.factors[0].handedness) : "");
        assert_string_equal(found, name);
    }
    bight_curves_free(NULL, &curves);
}

#define TREFOIL                                                                                              \
    "      +--+\n"                                                                                           \
    "      |  |\n"                                                                                           \
    "+-----|----+\n"                                                                                         \
    "|     |  | |\n"                                                                                         \
    "|     +--|-+\n"                                                                                         \
    "|        |\n"                                                                                           \
    "+--------+\n"

TEST(ropes_are_named)
{
    // where it goes up first and down last it goes under the first, over the second, under the third
    check_drawing(TREFOIL, 1, true, "3_1 left");
    check_drawing(
        "      +--+\n      |  |\n1----------+\n      |  | |\n      +----+\n         |\n         v\n", 1,
        false, "0_1 ");
    check_drawing(
        "              +--+\r\n              |  |\r\n        >-----|-----+\r\n              |  |  |\r\n"
        "              +--|----->\r\n                 |  |\r\n                 +--+\r\n",
        1, false, "4_1 amphichiral");
    check_drawing(
        "              V\n              |\n              |\n             /|-\\\n             \\-\\|\n"
        "            /--||-\\\n            | \\---/\n            |  ||\n            |  V|\n            "
        "\\---/\n",
        1, false, "8_20 left");
    check_drawing("                 +--+\n        >--------|-----+\n                 |  +----------<\n"
                  "                 |     |\n                 |  +---------->\n        <--------|-----+\n"
                  "                 +--+\n",
                  2, false, NULL);
    check_drawing(TREFOIL "\n" TREFOIL, 2, true, "3_1 left");
}

// A mirror image from left to right turns every hand.
TEST(mirrored_drawings)
{
    char text[256] = "";
    size_t used = 0;
    for (const char *line = TREFOIL; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        for (size_t i = 0; i < 12; i++) {
            text[used++] = 11 - i < length ? line[11 - i] : ' ';
        }
        text[used++] = '\n';
        line += length + 1;
    }
    check_drawing(text, 1, true, "3_1 right");
}

TEST(labels_and_places)
{
    bight_curves curves;
    const char *text =
        "# a comment\n[not - this |]\n>-[left end]-\\  3\n             |  |\n           .-/  |\n       "
        "         v\n";
    CHECK(read_as(BIGHT_CURVE_FORMAT_ASCII, text, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2);
    assert_string_equal(curves.names[0].text, "left?end"); // names are printable and have no blanks
    assert_string_equal(curves.names[1].text, "3");
    bight_vec3 first = curves.points[0], last = curves.points[curves.starts[1] - 1];
    CHECK(first.x == 0 && first.y == -2 && first.z == 0);
    CHECK(last.x == 11 && last.y == -4 && last.z == 0);
    bight_curves_free(NULL, &curves);
}

TEST(wrong_drawings_are_refused)
{
    static const bad_text bad[] = {
        {"", "no rope", 0},
        {"   \n\n", "no rope", 2},
        {">--+\n   |\n   +-\n\n  ---\n", "column 3: a rope that has no head", 5},
        {"  |\n>-+\n  |\n", "column 3: a + with neighbours on both sides", 2},
        {">--<\n", "column 4: two ropes meet head on", 1},
        {">--+\n\n+\n", "column 1: this belongs to no rope", 3},
        {"\t>--\n", "column 1: a tab", 1},
        {">--x\n", "column 4: a character that no rope is drawn with", 1},
        {"1-\n|\n", "column 1: a digit is a rope's end", 1},
        {"  v\n>[a]-\n", "column 3: two ropes meet", 2},
    };
    CHECK_REFUSED(BIGHT_CURVE_FORMAT_ASCII, bad);
}

// Nothing else is taken for a drawing.
TEST(other_texts_are_none)
{
    static const char *const texts[] = {"1 -2 | -1 2 / --\n1 -2 | 2 -1 / ++\n1 -2 | -1 2 / --\n",
                                        "0 0 0\n1 0 0\n1 1 0\n", "a | b | c\n--+---+--\n1 | 2 | 3\n",
                                        "10 | 20 | 30\n---+----+---\n11 | 12 | 13\n",
                                        "+>1 -<2 +>3 -<1 +>2 -<3\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(bight_curve_format_detect(texts[i], strlen(texts[i]), NULL) != BIGHT_CURVE_FORMAT_ASCII);
    }
}

RUN_TESTS(unit(ropes_are_named), unit(mirrored_drawings), unit(labels_and_places),
          unit(wrong_drawings_are_refused), unit(other_texts_are_none))
