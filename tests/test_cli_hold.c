// SPDX-License-Identifier: MIT
// bight hold: which frictions it tries, and says that it tried.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

TEST(knots_that_cannot_be_pulled_are_refused)
{
    static result r;
    CHECK_RUN(&r, 3, "", "there is no knot \"bowlin\" in the book: did you mean bowline?", "hold", "bowlin");
    CHECK_RUN(&r, 3, "", "the book does not say what pulls at noose", "hold", "noose");
}

TEST(ranges_are_of_hundredths)
{
    if (BIGHT_COMMAND[0] == '\0') {
        skip();
    }
    result r;
    CHECK_RUN(&r, 2, "", "hundredths are tried, and none is in there: give a wider range", "hold",
              "clove hitch", "--friction", "0.301:0.309");
    CHECK_RUN(&r, 2, "", "give 0 to 10, or two such numbers", "hold", "clove hitch", "--friction", "0.3:0.2");
    CHECK_RUN(&r, 2, "", "give 0 to 10, or two such numbers", "hold", "clove hitch", "--friction", "0.3:");

    // from 0.041 on it is 0.05 that is tried first, and up to 0.069 it is 0.06 last
    CHECK_RUN(&r, 0, "does not hold at a friction of 0.06, nor of 0.05", "", "hold", "clove hitch",
              "--friction", "0.041:0.069", "--quiet");
    CHECK_RUN(&r, 0, "\"friction_to\": 0.5,", "", "hold", "clove hitch", "--friction",
              "0.495:0.508", "--json");
    CHECK_RUN(&r, 0, "friction 0.045: slips", "", "hold", "clove hitch", "--friction", "0.045", "--quiet");
}

RUN_TESTS(unit(knots_that_cannot_be_pulled_are_refused), unit(ranges_are_of_hundredths))
