// SPDX-License-Identifier: MIT
// Codes as other programs spell them.

#include "bight/code_text.h"
#include "bight/knot.h"
#include "io/code_dialect.h"
#include "test.h"

#include <string.h>

static bight_code_item item_of(const char *text)
{
    return (bight_code_item){text, strlen(text), 3};
}

// The diagram in the signed Gauss code.
static void check_read(const char *text, const char *expected)
{
    bight_code_item item = item_of(text);
    bight_diagram *diagram;
    bight_bytes bytes;
    bight_error error = {0};
    CHECK(bight_code_detect(text, strlen(text), "a.txt") == BIGHT_CODE_AUTO);
    if (bight_code_read(NULL, &item, BIGHT_CODE_AUTO, NULL, &diagram, &error) != BIGHT_OK) {
        fail_msg("%s: %s", text, error.message);
    }
    CHECK(bight_code_write(NULL, diagram, BIGHT_CODE_GAUSS_SIGNED, false, &bytes, NULL) == BIGHT_OK);
    if (bytes.size != strlen(expected) || memcmp(bytes.data, expected, bytes.size) != 0) {
        fail_msg("%s: %.*s", text, (int)bytes.size, (const char *)bytes.data);
    }
    bight_bytes_free(NULL, &bytes);
    bight_diagram_free(diagram);
}

// The right-handed trefoil, the left-handed one, and a Hopf link.
TEST(spellings_and_their_hands)
{
    static const char right[] = "O1+U2+O3+U1+O2+U3+", left[] = "O1-U2-O3-U1-O2-U3-";
    static const char *const rights[] = {
        "X_{1,5,2,4} X_{3,1,4,6} X_{5,3,6,2}",
        "X1524 X3146 X5362",
        "Xp[1,5,2,4], Xp[3,1,4,6], Xp[5,3,6,2]",
        "1 -2 3 -1 2 -3 +++",
        "a trefoil: 1, -2, 3, -1, 2, -3, +, +, +",
        "O1+U2+O3+U1+O2+U3+",
        "Link([[[1,-2,3,-1,2,-3]],[1,1,1]])",
        "Knot([[[1, -2, 3, -1, 2, -3]], [1, 1, 1]])",
        "s1 s1 s1",
        "s1*s1*s1",
        "s1^3",
        "sigma_1^{3}",
        "braid: s_{1}^2 s1",
        "s0*s0*s0",
        ("\xcf\x83"
         "1**3"),
    };
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++) {
        check_read(rights[i], right);
    }
    static const char *const lefts[] = {
        "1 -2 3 -1 2 -3 ---",
        "1 -2 3 -1 2 -3 - - - # a comment",
        "O1-U2-O3-U1-O2-U3-",
        "+>1 -<2 +>3 -<1 +>2 -<3",
        "Link([[[1,-2,3,-1,2,-3]],[-1,-1,-1]])",
        "s1^-3",
        "s1^-1 s1^-1 s1^-1",
        "sigma_1^{-3}",
    };
    for (size_t i = 0; i < sizeof lefts / sizeof *lefts; i++) {
        check_read(lefts[i], left);
    }
    check_read("Link([[[-1, 2],\n [1, -2]], [-1, -1]])", "[U1-O2-],[O1-U2-]");
}

// The figure-eight knot by each spelling of its braid.
TEST(braids_by_generators)
{
    static const char *const texts[] = {
        "s1 s2^-1 s1 s2^-1",         "s1*s2^-1*s1*s2^-1",
        "s_1 s_2^{-1} s_1 s_2^{-1}", "fig8: sigma1 sigma2^(-1) sigma1 sigma2^(-1)",
        "s0*s1^-1*s0*s1^-1",         "Braid: 1 -2 1 -2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bight_code_item item = item_of(texts[i]);
        bight_diagram *diagram;
        bight_knot_result found = {0};
        CHECK_SEED(bight_code_read(NULL, &item, BIGHT_CODE_AUTO, NULL, &diagram, NULL) == BIGHT_OK, i);
        CHECK_SEED(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &found, NULL) == BIGHT_OK, i);
        assert_string_equal(found.name, "4_1");
        bight_diagram_free(diagram);
    }
}

TEST(what_is_not_read_is_named)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"DT[cacbca.001]", "SnapPy's flips"},   {"cacbca.111", "SnapPy's flips"},
        {"DT:cacbca.000", "SnapPy's flips"},    {"Knot[8,19]", "is a name"},
        {"Link(\"L5a1\")", "is a name"},        {"Link([[1,5,2,4],[3,1,4,6],[5,3,6,2]])", "planar diagrams"},
        {"Conway[2 x]", "Conway's notation"},   {"Conway: 7*2", "polyhedron 7*"},
        {"1 -2 3 -1 2 -3 ++", "2 signs for 3"}, {"+>1 -<2 x", "Regina"},
        {"s1^1000 s1^1000 s9999999^7", ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_code_item item = item_of(bad[i].text);
        bight_diagram *diagram;
        bight_error error = {0};
        CHECK_SEED(bight_code_detect(bad[i].text, strlen(bad[i].text), NULL) == BIGHT_CODE_AUTO, i);
        CHECK_SEED(bight_code_read(NULL, &item, BIGHT_CODE_AUTO, NULL, &diagram, &error) != BIGHT_OK, i);
        if (strstr(error.message, bad[i].words) == NULL || error.line != 3 || diagram != NULL) {
            fail_msg("%s: line %d: %s", bad[i].text, (int)error.line, error.message);
        }
    }
}

// Points stay points.
TEST(no_code_is_found_in_points)
{
    static const char *const texts[] = {
        "O1 0 0 0\nO2 1 0 0\n", "X1234 0 0 0\n",   "s1 0 0 0\n", "0 0 0\n", "S 1 2 3\n", "1 2 3 4\n",
        "x y z\n0 0 0\n",       "Knot 5\n0 0 0\n", "-1 -2 -3\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK_SEED(bight_code_detect(texts[i], strlen(texts[i]), "a.txt") == BIGHT_CODE_COUNT, i);
    }
}

RUN_TESTS(unit(spellings_and_their_hands), unit(braids_by_generators), unit(what_is_not_read_is_named),
          unit(no_code_is_found_in_points))
