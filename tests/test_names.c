// SPDX-License-Identifier: MIT
// A sample of the big check (`bight bench knots`), and every knot of the table from a scrambled diagram.

#include "bight/knot_invariant.h"
#include "bight/knot_table.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every fifth knot, with either hand, from a diagram with a dozen crossings more.
TEST(knots_of_the_table_from_scrambled_diagrams)
{
    bight_error error = {0};
    bight_knot_workspace *workspace = bight_knot_workspace_new(NULL);
    for (int32_t crossings = 3; crossings <= 12; crossings++) {
        for (int32_t index = 0; index<bight_knot_table_count(crossings); index += crossings> 10 ? 5 : 1) {
            for (int32_t left = 0; left < 2; left++) {
                uint64_t seed = (uint64_t)(10000 * crossings + 2 * index + left);
                bight_diagram *diagram, *scrambled;
                bight_knot_result result;
                char name[16];
                CHECK(bight_knot_table_diagram(NULL, crossings, index, left, name, &diagram, &error) ==
                      BIGHT_OK);
                CHECK(bight_diagram_scramble(NULL, diagram, crossings + 12, seed, &scrambled, &error) ==
                      BIGHT_OK);
                CHECK(bight_knot_identify_diagram(NULL, workspace, scrambled, NULL, &result, &error) ==
                      BIGHT_OK);
                CHECK_SEED(strcmp(result.name, name) == 0 && result.proved && result.factor_count == 1, seed);
                bight_handedness hand = result.factors[0].handedness;
                CHECK_SEED(hand == BIGHT_HANDEDNESS_AMPHICHIRAL ||
                               hand == (left ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT),
                           seed);
                CHECK_SEED((result.factors[0].likeness == BIGHT_LIKENESS_UNKNOWN) ==
                               (crossings > 10 && hand != BIGHT_HANDEDNESS_AMPHICHIRAL),
                           seed);

                // its own reduced diagram says the same
                bight_diagram *reduced;
                bight_knot_result again;
                CHECK(bight_knot_diagram(NULL, &result, &reduced, &error) == BIGHT_OK);
                CHECK(bight_diagram_crossings(reduced) == crossings);
                CHECK(bight_knot_identify_diagram(NULL, workspace, reduced, NULL, &again, &error) ==
                      BIGHT_OK);
                CHECK_SEED(strcmp(again.name, name) == 0 && again.factors[0].handedness == hand, seed);
                bight_diagram_free(reduced);
                bight_diagram_free(scrambled);
                bight_diagram_free(diagram);
            }
        }
    }
    bight_knot_workspace_free(workspace);
}

// Rolfsen's pictures: the left-handed trefoil, and both hands of knots that differ from picture to picture.
TEST(pictures)
{
    static const struct {
        int32_t word[8], length;
        const char *name;
        bight_likeness likeness;
    } cases[] = {{{-1, -1, -1}, 3, "3_1", BIGHT_LIKENESS_PICTURED},
                 {{1, 1, 1}, 3, "3_1", BIGHT_LIKENESS_MIRRORED},
                 {{1, -2, 1, -2}, 4, "4_1", BIGHT_LIKENESS_AMPHICHIRAL},
                 {{1, 1, 1, 1, 1, 2, -1, 2}, 8, "7_3", BIGHT_LIKENESS_PICTURED},
                 {{1, -2, 1, -2, 3, -2, 3}, 7, "7_7", BIGHT_LIKENESS_PICTURED},
                 {{1, 1, 1, 2, 1, 1, 1, 2}, 8, "8_19", BIGHT_LIKENESS_PICTURED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_diagram *diagram;
        bight_knot_result result;
        CHECK(bight_diagram_from_braid(NULL, cases[i].word, cases[i].length, 0, &diagram, NULL) == BIGHT_OK);
        CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, NULL) == BIGHT_OK);
        CHECK(strcmp(result.name, cases[i].name) == 0);
        CHECK(result.factors[0].likeness == cases[i].likeness);
        bight_diagram_free(diagram);
    }
}

// The right knot is among the candidates, and one that differs in an invariant is not.
TEST(candidates)
{
    static const struct {
        int16_t dt[11];
        int32_t count;
        const char *among, *not_among;
    } cases[] = {{{6, 8, 10, 2, 4}, 5, "5_1", "7_1"},
                 {{4, 8, -12, 2, -14, -6, -16, -10}, 8, "8_20", "6_1"},
                 {{4, 6, 2}, 3, "3_1", "4_1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_knot_factor factor = {.dt_count = cases[i].count, .dt_sign = 1};
        memcpy(factor.dt, cases[i].dt, sizeof cases[i].dt);
        char names[32][16];
        int32_t count;
        CHECK(bight_knot_candidates(NULL, &factor, NULL, names, 32, &count, NULL) == BIGHT_OK);
        bool found = false;
        for (int32_t k = 0; k < count && k < 32; k++) {
            found = found || strcmp(names[k], cases[i].among) == 0;
            CHECK(strcmp(names[k], cases[i].not_among) != 0);
        }
        CHECK(found);
    }
    int32_t count;
    CHECK(bight_knot_candidates(NULL, &(bight_knot_factor){0}, NULL, NULL, 0, &count, NULL) ==
          BIGHT_ERROR_UNSUPPORTED);
}

// Curves in space, sums, unknots: the command's own check on a small sample.
TEST(a_sample_of_the_big_check)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    CHECK(system(BIGHT_COMMAND " bench knots 40 20 2000 > names.txt") == 0);
    FILE *file = fopen("names.txt", "r");
    CHECK(file != NULL);
    char line[200];
    int32_t lines = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        CHECK(strstr(line, ", 0 unknown, 0 wrong") != NULL);
        lines++;
    }
    fclose(file);
    CHECK(lines == 3);
}

RUN_TESTS(unit(knots_of_the_table_from_scrambled_diagrams), unit(pictures), unit(candidates),
          unit(a_sample_of_the_big_check))
