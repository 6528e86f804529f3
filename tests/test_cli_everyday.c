// SPDX-License-Identifier: MIT
// identify --everyday: scenes are played to their end, curves taken as they are.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

static void must_have(const result *r, const char *text)
{
    if (strstr(r->out, text) == NULL) {
        fail_msg("no %s in %s", text, r->out);
    }
}

TEST(a_scene_is_named_at_its_end)
{
    static result r;
    RUN(&r, "identify", "--everyday", BIGHT_SOURCE_DIR "/data/knots/noose.json", "--json");
    CHECK(r.code == 0);
    must_have(&r, "\"name\": \"noose\", \"mirror\": \"same\", \"proved\": true");
    must_have(&r, "\"nearest\": null}\n");
    RUN(&r, "identify", "--everyday", BIGHT_SOURCE_DIR "/examples/granny.json", "--intended", "square knot",
        "--json");
    CHECK(r.code == 0);
    must_have(&r, "\"name\": \"granny knot\"");
    must_have(&r, "\"nearest\": {\"name\": \"square knot\", \"reverse\": \"the second half is reversed\"");
    RUN(&r, "run", BIGHT_SOURCE_DIR "/data/knots/cow_hitch.json", "--json");
    CHECK(r.code == 0);
    must_have(&r, "\"everyday\": [");
    must_have(&r, "\"name\": \"cow hitch\"");
}

// A knot that the book does not have is no knot that was meant; an alias is.
TEST(the_knot_that_is_meant_is_one_of_the_book)
{
    static result r;
    const char *granny = BIGHT_SOURCE_DIR "/examples/granny.json";
    CHECK_RUN(&r, 3, "", "there is no knot \"bowlin\" in the book: did you mean bowline?", "identify", "--everyday",
              granny, "--intended", "bowlin");
    CHECK_RUN(&r, 0, "granny knot: reverse the second half", "", "identify", "--everyday", granny, "--intended",
              "reef");
    CHECK_RUN(&r, 2, "", "add --everyday", "identify", granny, "--intended", "bowline");
}

TEST(a_file_is_named_as_a_rope)
{
    static result r;
    FILE *file = fopen("every.xyz", "wb");
    CHECK(file != NULL);
    fputs("-10 0 0\n0 0 -1\n2 2 1\n0 3 -1\n-1 0 1\n0 -1.5 0\n1.5 1 -1.5\n1 10 0\n", file);
    fclose(file);
    RUN(&r, "identify", "--everyday", "every.xyz", "--json");
    CHECK(r.code == 0);
    must_have(&r, "\"rope\": null");
    must_have(&r, "\"basis\": \"");
    RUN(&r, "identify", "--everyday", "none.xyz");
    CHECK(r.code == 3);
    remove("every.xyz");
}

RUN_TESTS(unit(a_scene_is_named_at_its_end), unit(the_knot_that_is_meant_is_one_of_the_book), unit(a_file_is_named_as_a_rope))
