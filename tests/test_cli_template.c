// SPDX-License-Identifier: MIT
// The built command lists, shows, makes and checks templates.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

TEST(templates_are_listed)
{
    result r;
    CHECK_RUN(&r, 0, "four_in_hand", "", "template", "list");
    check_result(&r, 0, "loops.scale", "");
    CHECK_RUN(&r, 0, "\"name\": \"bow\"", "", "template", "list", "--json");
    check_result(&r, 0, "\"unit\": \"deg\"", "");
    CHECK_RUN(&r, 0, "urn:bight:template:1", "", "template", "list", "--schema");
    CHECK_RUN(&r, 2, "", "list, show, make or check", "template");
    CHECK_RUN(&r, 2, "", "takes no names", "template", "list", "bow");
    CHECK_RUN(&r, 3, "", "--templates", "template", "list", "--templates", "nowhere");
}

TEST(templates_are_shown)
{
    result r;
    CHECK_RUN(&r, 0, "", "", "template", "show", "Four-in-hand", "-o", "tie.obj", "--sides", "6");
    CHECK(there("tie.obj"));
    CHECK_RUN(&r, 0, "", "", "template", "show", "bow", "--set", "loops.scale=1.3", "--set=loops.roll=180",
              "-o", "bow.json");
    CHECK_RUN(&r, 0, "bow            sound", "", "template", "check", "bow.json", "--edits", "2");
    CHECK_RUN(&r, 0, "", "", "template", "show", "bow.json", "--uniform", "-o", "bow.xyz");
    CHECK(there("bow.xyz"));

    // an edit that cannot be made is made as far as it goes, and says why it stopped
    CHECK_RUN(&r, 0, "", "stopped at", "template", "show", "carrick_bend", "--set", "legs.scale=0.7", "-o",
              "carrick.obj");
    CHECK(there("carrick.obj"));
}

// Exit code 3, nothing written, place and mend named.
TEST(bad_input_is_refused)
{
    static const struct {
        const char *name, *set, *words;
    } faults[] = {
        {"bwo", "radius=1", "did you mean bow?"},       {"bow", "loop.scale=1", "did you mean loops.scale?"},
        {"bow", "loops.scale=9", "give 0.7 to 1.5 x"},  {"bow", "loops.scale=nan", "give 0.7 to 1.5 x"},
        {"bow", "loops.scale=1x", "give 0.7 to 1.5 x"}, {"absent.json", "radius=1", "absent.json"}};
    result r;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        CHECK_RUN(&r, 3, "", faults[i].words, "template", "show", faults[i].name, "--set", faults[i].set,
                  "-o", "no.obj");
        CHECK(!there("no.obj"));
    }
    CHECK_RUN(&r, 2, "", "NAME=VALUE", "template", "show", "bow", "--set", "radius", "-o", "no.obj");
    CHECK_RUN(&r, 2, "", ".png, .obj, .xyz or .json", "template", "show", "bow", "-o", "no.dae");
    put_text("cusp.json", "{\"bight\": 1, \"template\": \"c\", \"title\": \"C\", \"strands\": [{\"name\": "
                          "\"s\", \"radius\": 0.01,\n"
                          "\"points\": [[0,0,0],[1,0,0],[1,0,0],[0,0,0.001]]}]}\n");
    CHECK_RUN(&r, 3, "", "too sharply", "template", "show", "cusp.json", "-o", "no.obj");
    put_text("nan.json", "{\"bight\": 1, \"template\": \"c\", \"title\": \"C\", \"strands\": [{\"name\": "
                         "\"s\", \"radius\": NaN}]}\n");
    CHECK_RUN(&r, 3, "", "nan.json:1", "template", "check", "nan.json");
    CHECK(!there("no.obj"));
}

TEST(templates_are_made)
{
    result r;
    CHECK_RUN(&r, 0, "", "", "template", "make", "5_2", "-o", "five.json");
    CHECK_RUN(&r, 0, "\"self_intersections\": 0", "", "template", "check", "five.json", "--edits", "3",
              "--json");
    check_result(&r, 0, "\"topology_changed\": 0", "");
    // at the 121st the straight way between two joined ends would lead through the knot
    CHECK_RUN(&r, 0, "\"topology_changed\": 0", "", "template", "check", "reef", "--edits", "125", "--json");
    put_text("line.xyz", "5\n\nC 0 0 0\nC 0.1 0 0\nC 0.2 0.05 0\nC 0.3 0.05 0.02\nC 0.4 0 0\n");
    CHECK_RUN(&r, 0, "", "", "template", "make", "--from", "line.xyz", "-o", "line.json");
    CHECK_RUN(&r, 0, "", "", "template", "make", "--scene", BIGHT_SOURCE_DIR "/data/knots/carrick_bend.json",
              "-o", "carrick.json");
    CHECK_RUN(&r, 0, "sound", "", "template", "check", "carrick.json");
    CHECK_RUN(&r, 3, "", "", "template", "make", "5_99", "-o", "no.json");
    CHECK_RUN(&r, 2, "", "takes a knot", "template", "make", "-o", "no.json");
    CHECK(!there("no.json"));
}

RUN_TESTS(unit(templates_are_listed), unit(templates_are_shown), unit(bad_input_is_refused),
          unit(templates_are_made))
