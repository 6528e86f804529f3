// SPDX-License-Identifier: MIT
// Two-bridge knots of the table, recognised from diagrams alone.

#include "bight/knot_invariant.h"
#include "bight/knot_table.h"
#include "core/random.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// There are 1, 1, 2, 3, 7, 12, 24, 45, 91, 176 two-bridge knots with 3 to 12 crossings (Ernst, Sumners 1987), no two
// with the same fraction; p is the determinant, and the terms add up to the crossing number.
TEST(as_many_as_there_are)
{
    static const int32_t known[13] = {0, 0, 0, 1, 1, 2, 3, 7, 12, 24, 45, 91, 176};
    static int64_t fractions[400][2];
    int32_t all = 0;
    for (int32_t crossings = 3; crossings <= 12; crossings++) {
        int32_t found = 0;
        for (int32_t i = 0; i < bight_knot_table_count(crossings); i++) {
            for (int32_t left = 0; left < 2; left++) {
                bight_diagram *diagram;
                bight_two_bridge bridge;
                bight_error error;
                bight_bytes text;
                CHECK(bight_knot_table_diagram(NULL, crossings, i, left == 1, NULL, &diagram, &error) ==
                      BIGHT_OK);
                if (bight_diagram_two_bridge(NULL, diagram, &bridge)) {
                    CHECK(bight_diagram_determinant(NULL, diagram, NULL, &text, &error) == BIGHT_OK);
                    char digits[24];
                    snprintf(digits, sizeof digits, "%lld", (long long)bridge.p);
                    CHECK(strlen(digits) == text.size && memcmp(digits, text.data, text.size) == 0);
                    bight_bytes_free(NULL, &text);
                    CHECK(bridge.crossings == crossings && bridge.q > 0 && 2 * bridge.q < bridge.p);
                    if (left == 0) {
                        for (int32_t k = 0; k < all; k++) {
                            CHECK(fractions[k][0] != bridge.p || fractions[k][1] != bridge.q);
                        }
                        fractions[all][0] = bridge.p;
                        fractions[all++][1] = bridge.q;
                        found++;
                    }
                    CHECK(fractions[all - 1][0] == bridge.p &&
                          fractions[all - 1][1] == bridge.q); // both hands
                } else {
                    CHECK(bridge.count == 0);
                }
                bight_diagram_free(diagram);
            }
        }
        CHECK_SEED(found == known[crossings], crossings);
    }
}

// A diagram that is not reduced, where it is recognised, has the fraction of the knot.
TEST(never_wrong_for_larger_diagrams)
{
    int32_t told = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t crossings = 3 + bi_random_below(&random, 6);
        int32_t index = bi_random_below(&random, bight_knot_table_count(crossings));
        bight_diagram *diagram, *larger;
        bight_two_bridge wanted, found;
        bight_error error;
        CHECK(bight_knot_table_diagram(NULL, crossings, index, false, NULL, &diagram, &error) == BIGHT_OK);
        CHECK(bight_diagram_scramble(NULL, diagram, crossings + 1 + (int32_t)(seed % 5), seed, &larger,
                                     &error) == BIGHT_OK);
        bool is = bight_diagram_two_bridge(NULL, diagram, &wanted);
        if (bight_diagram_two_bridge(NULL, larger, &found)) {
            CHECK_SEED(is && wanted.p == found.p && wanted.q == found.q, seed);
            told++;
        }
        bight_diagram_free(diagram);
        bight_diagram_free(larger);
    }
    CHECK(told > 20);
}

RUN_TESTS(unit(as_many_as_there_are), unit(never_wrong_for_larger_diagrams))
