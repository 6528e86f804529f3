// SPDX-License-Identifier: MIT
// The built command lists, rehearses and makes wraps, and says when one is not good.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

TEST(wraps_and_objects_are_listed)
{
    result r;
    CHECK_RUN(&r, 0, "sling", "", "wrap", "--list");
    check_result(&r, 0, "--object sphinx", "");
    CHECK_RUN(&r, 0, "\"name\": \"half_knot_bag\"", "", "wrap", "--list", "--json");
    check_result(&r, 0, "\"rim\": 0.42", "");
    CHECK_RUN(&r, 0, "urn:bight:wrap:1", "", "wrap", "--schema");
    check_result(&r, 0, "from the middle to a tip. Unit: sides of the cloth", "");
    check_result(&r, 0, "middle down to it. Unit: sides of the cloth", "");
    const char *metres = strstr(r.out, "Unit: metres\"");
    CHECK(metres != NULL && strstr(metres + 1, "Unit: metres\"") == NULL); // of the side of the cloth alone
    CHECK_RUN(&r, 2, "", "takes one program", "wrap");
    CHECK_RUN(&r, 2, "", "takes no names", "wrap", "--list", "sling");
    CHECK_RUN(&r, 3, "", "--wraps", "wrap", "--list", "--wraps", "nowhere");
}

// Every program with three objects and in two sizes, before any cloth moves.
TEST(every_program_can_be_rehearsed)
{
    static const char *const programs[][2] = {{"sling", "1.3"},
                                              {"half_knot_bag", "1.3"},
                                              {"two_corners", "1.7"},
                                              {"bottle_bag", "1.3"},
                                              {"box_granny", "1.7"}},
                             *const objects[] = {"box", "book", "sphinx", "car"};
    result r;
    // four corners are folded in a second
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(5, 4); i++) {
        for (int32_t k = 0; k < (i == 4 ? 2 : LESS_WHEN_CHECKED(4, 1)); k++) {
            CHECK_RUN(&r, 0, "a cloth of", "", "wrap", programs[i][0], "--object", objects[k], "--rehearse");
            CHECK_RUN(&r, 0, "\"needed\"", "", "wrap", programs[i][0], "--object", objects[k], "--size",
                      programs[i][1], "--rehearse", "--json");
        }
    }
}

// What is measured is counted here again: of 20 steps all, and of a cloth that is refused none.
TEST(wraps_are_measured)
{
    result r;
    CHECK_RUN(&r, 0, "\"exit\": null", "", "bench", "wrap", "sling", "--object", "ball", "--object", "box",
              "--cloth", "11x11", "--cloth", "41x41", "--steps", "20", "--json");
    check_result(&r, 0, "at least 13 x 13 are needed", "");
    check_result(&r, 0, "\"vertices\": 1681", "");
    check_result(&r, 0, "\"steps\": 20,", "");
    check_result(&r, 0, "\"uncertified\": 0,", "");
    int32_t refused = 0, cut = 0;
    for (const char *at = r.out; (at = strstr(at, "\"exit\": ")) != NULL; at++) {
        refused += strncmp(at, "\"exit\": 3", 9) == 0;
        cut += strncmp(at, "\"exit\": null", 12) == 0;
    }
    CHECK(refused == 2 && cut == 2);
    // what cannot be folded, and an object that stands in the cloth, are rows too, and the next one is measured
    put_text("stands.json",
             "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"table\": true,\n"
             "\"cloth\": {\"size\": 0.4, \"columns\": 12, \"thickness\": 0.005},\n"
             "\"place\": {\"room\": [0.2, 0.1, 0.2], \"at\": [0, -0.05, 0]},\n"
             "\"steps\": [{\"hold\": [\"a\", \"c\"]}, {\"settle\": 3}, {\"state\": \"laid\"}]}\n");
    CHECK_RUN(&r, 0, "\"exit\": 3", "", "bench", "wrap", "two_corners", "stands.json", "sling", "--object",
              "bottle", "--cloth", "73x73", "--thickness", "0.0009", "--steps", "1", "--json");
    check_result(&r, 0, "\"problem\": \"cloths[0].pleats: cloth goes through cloth ", "");
    check_result(&r, 0, "\"problem\": \"the object stands in the cloth where the program begins", "");
    check_result(&r, 0, "\"exit\": null", "");
    CHECK_RUN(&r, 2, "", "--object needs a value", "bench", "wrap", "sling", "--object");
    CHECK_RUN(&r, 2, "", "--cloth: at most 8 are taken", "bench", "wrap", "--cloth", "41x41", "--cloth",
              "41x41", "--cloth", "41x41", "--cloth", "41x41", "--cloth", "41x41", "--cloth", "41x41",
              "--cloth", "41x41", "--cloth", "41x41", "--cloth", "41x41");
    CHECK_RUN(&r, 3, "", "did you mean ball?", "bench", "wrap", "sling", "--object", "bal");
    CHECK_RUN(&r, 3, "", "did you mean sling?", "bench", "wrap", "slign");
    CHECK_RUN(&r, 2, "", "is not an option", "bench", "wrap", "--stps", "3");
    CHECK_RUN(&r, 2, "", "an odd number", "bench", "wrap", "--cloth", "40x40");
}

#define BOTH                                                                                                 \
    "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"gravity\": 0,\n"               \
    "\"cloth\": {\"columns\": 80, \"thickness\": 0.0013}, \"place\": {\"room\": [0.1, 0.06, 0.08], "         \
    "\"lie\": "                                                                                              \
    "true},\n"                                                                                               \
    "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 140, \"hold\": {\"below\": "         \
    "0.08}},\n"                                                                                              \
    "\"steps\": [{\"hold\": [\"a\"]},\n"

// Exit code 3 before anything moves: nothing is written, and the message has numbers and a mend.
TEST(bad_input_is_refused)
{
    put_text("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
    put_text("two.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n"
                        "v 5 0 0\nv 6 0 0\nv 5 0 1\nv 5 1 0\nf 5 6 7\nf 5 8 6\nf 6 8 7\nf 7 8 5\n");
    put_text("good.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n");
    put_text("bad.json", "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"place\": "
                         "{\"room\": [1, 1, 1]},\n"
                         "\"steps\": [{\"hold\": [\"e\"]}]}\n");
    put_text("far.json", "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"place\": "
                         "{\"room\": [0.2, 0.2, 0.2]},\n\"steps\": [{\"hold\": [\"a\"]},\n"
                         "{\"move\": [{\"corner\": \"a\", \"by\": [-1, 0, 0]}]}, {\"state\": \"s\"}]}\n");
    put_text("loose.obj",
             "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nv 0 9 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n");
    // a half knot is tied, and a figure eight is wanted: never good, so nothing is played
    put_text("other.json",
             "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"gravity\": 0,\n"
             "\"place\": {\"room\": [0.08, 0.036, 0.08], \"at\": [0, -0.09, 0], \"lie\": true},\n"
             "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 100},\n"
             "\"knots\": [{\"lines\": [\"a\", \"c\"], \"wanted\": \"4_1\"}],\n"
             "\"steps\": [{\"hold\": [\"a\", \"c\"]}, {\"state\": \"s\"}]}\n");
    // a knot and the tip of a strand of it at once
    put_text("both.json", BOTH "{\"hold\": [\"knot\"]}, {\"state\": \"s\"}]}\n");
    put_text("after.json", BOTH "{\"release\": [\"a\"]}, {\"hold\": [\"knot\"]}, {\"state\": \"s\"}]}\n");
    static const struct {
        const char *program, *option, *value, *words;
    } faults[] = {
        {"both.json", "--size", "1", "both.json:5: steps[1]: hands would hold corner a and the knot at once"},
        {"far.json", "--size", "1", "far.json:3: steps[1]: corner a is out of reach"},
        {"other.json", "--size", "1",
         "other.json: knots[0]: the line from a to c begins as 3_1, and 4_1 is wanted"},
        {"sling", "--object", "loose.obj", "vertex 5 of the object belongs to no triangle"},
        {"sling", "--thickness", "1e-30", "is not made"},
        {"slign", "--size", "1", "did you mean sling?"},
        {"bad.json", "--size", "1", "bad.json:2: steps[0].hold[0] is \"e\""},
        {"absent.json", "--size", "1", "absent.json"},
        {"sling", "--object", "bxo", "did you mean box?"},
        {"sling", "--object", "absent.obj", "absent.obj"},
        {"sling", "--object", "open.obj", "the object is open"},
        {"sling", "--object", "two.obj", "in 2 pieces"},
        {"sling", "--size", "0.3", "take a cloth of"},
        {"sling", "--length", "0.9", "an object of at most"},
        {"sling", "--thickness", "0.02", "too thick"},
        {"half_knot_bag", "--cloth", "13x13", "too coarse"},
    };
    result r;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        CHECK_RUN(&r, 3, "", faults[i].words, "wrap", faults[i].program, faults[i].option, faults[i].value,
                  "--out", "no");
        CHECK(!there("no"));
    }
    CHECK_RUN(&r, 0, "", "", "wrap", "sling", "--object", "good.obj", "--rehearse", "--quiet");
    CHECK_RUN(&r, 0, "", "", "wrap", "after.json", "--rehearse", "--quiet");
    CHECK_RUN(&r, 2, "", "as 41x41", "wrap", "sling", "--cloth", "41x43");
    CHECK_RUN(&r, 2, "", "as 41x41", "wrap", "sling", "--cloth", "41");
    CHECK_RUN(&r, 2, "", "--frames makes a film", "wrap", "sling", "--frames", "3");
    CHECK_RUN(&r, 2, "", "ends in .glb", "wrap", "sling", "-o", "x.obj");
    CHECK_RUN(&r, 2, "", "nothing for -o", "wrap", "sling", "--rehearse", "-o", "x.glb");
    CHECK_RUN(&r, 2, "", "nothing for --frames", "wrap", "sling", "--rehearse", "--frames", "3", "--out",
              "no");
}

// A program that is soon over: what it leaves, that it is honest, and that the scene it leaves plays to the same bits.
TEST(a_wrap_that_is_none_says_so)
{
    put_text("short.json",
             "{\"bight\": 1, \"wrap\": \"short\", \"title\": \"Nothing is covered\", \"object\": \"box\", "
             "\"mass\": 0.05, \"table\": true,\n"
             "\"cloth\": {\"size\": 0.4, \"columns\": 12, \"thickness\": 0.005}, \"place\": {\"room\": [0.2, "
             "0.1, 0.2]},\n"
             "\"steps\": [{\"settle\": 3}, {\"hold\": [\"a\", \"c\"]}, {\"state\": \"laid\"}]}\n");
    result r;
    CHECK_RUN(&r, 1, "", "bight: short/scene.json: lifted: the cloth covers 0.", "wrap", "short.json",
              "--preview", "--cloth", "13x13", "--out", "short", "-o", "short.glb");
    CHECK(there("short/scene.json") && there("short/object.obj") && there("short/summary.json") &&
          there("short/final.obj"));
    CHECK(there("short/laid.obj") && there("short/lifted.obj") && there("short/held.obj") &&
          there("short.glb"));
    char ours[65536], theirs[65536];
    slurp("short/summary.json", ours, sizeof ours);
    CHECK(strstr(ours, "\"outcome\": \"reached\"") != NULL &&
          strstr(ours, "\"problem\": \"lifted: the cloth covers 0.") != NULL);
    CHECK_RUN(&r, 0, "", "", "run", "short/scene.json", "--out", "again", "--quiet");
    slurp("again/summary.json", theirs, sizeof theirs);
    const char *one = strstr(ours, "\"hash\": \""), *other = strstr(theirs, "\"hash\": \"");
    CHECK(one != NULL && other != NULL && strncmp(one, other, 26) == 0);
}

// A number of the summary: the first behind a key.
static double number_of(const char *summary, const char *key)
{
    const char *at = strstr(summary, "\"wrap\": {");
    at = at != NULL ? strstr(at, key) : NULL;
    if (at == NULL) {
        fail_msg("no %s in %s", key, summary);
        return 0.0;
    }
    return strtod(at + strlen(key), NULL);
}

#define SMALL                                                                                                \
    "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"table\": true,\n"              \
    "\"cloth\": {\"size\": 0.4, \"columns\": 12, \"preview\": 12, \"thickness\": 0.005},\n"

// Two corners are led to one place, and stand in each other's way: what is printed is how far they went, not how far they should.
TEST(a_lift_is_measured)
{
    put_text("met.json", SMALL "\"mass\": 0.05, \"place\": {\"room\": [0.2, 0.1, 0.2]},\n"
                               "\"steps\": [{\"hold\": [\"a\", \"c\"]}, {\"state\": \"laid\"}]}\n");
    put_text("led.json",
             SMALL "\"mass\": 0.05, \"place\": {\"room\": [0.2, 0.1, 0.2]},\n"
                   "\"steps\": [{\"hold\": [\"a\", \"c\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.5, "
                   "0.35, -0.5]},\n{\"corner\": \"c\", \"by\": [-0.5, 0.35, 0.5]}], \"cycles\": 300},\n"
                   "{\"state\": \"met\"}]}\n");
    char summary[65536];
    result r;
    CHECK_RUN(&r, 1, "", "is wanted", "wrap", "met.json", "--preview", "--out", "free", "--quiet");
    slurp("free/summary.json", summary, sizeof summary);
    CHECK_NEAR(number_of(summary, "\"by\": "), 0.05, 0.0025);
    CHECK(number_of(summary, "\"stretch\": ") == 1.0); // of the first state, before the first cycle: flat
    CHECK_RUN(&r, 1, "", " went up by ", "wrap", "led.json", "--preview", "--out", "led", "--quiet");
    slurp("led/summary.json", summary, sizeof summary);
    CHECK(number_of(summary, "\"by\": ") < 0.03);
}

// Steps that are not proved fail the state; the summary says so too.
TEST(a_state_that_fails_is_the_problem)
{
    put_text("drop.json", SMALL
             "\"mass\": 1000, \"gravity\": 100, \"place\": {\"room\": [0.2, 0.1, 0.2], \"at\": [0, 1, 0]},\n"
             "\"steps\": [{\"hold\": [\"a\", \"c\"]}, {\"settle\": 100}, {\"state\": \"laid\"}]}\n");
    char summary[65536];
    result r;
    CHECK_RUN(&r, 1, "", "bight: drop/scene.json:", "wrap", "drop.json", "--preview", "--thickness", "4e-6",
              "--out", "drop", "--quiet");
    slurp("drop/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"outcome\": \"failed\"") != NULL);
    CHECK(strstr(summary, "\"problem\": \"lifted: uncertified: expected at most 0, found ") != NULL ||
          strstr(summary, "\"problem\": \"laid: uncertified: expected at most 0, found ") != NULL);
}

// Ctrl-C: what was reached, how the cloth was then, and that there was no lift.
TEST(a_wrap_that_is_stopped_says_how_far_it_came)
{
    put_text("long.json",
             SMALL "\"mass\": 0.05, \"place\": {\"room\": [0.2, 0.1, 0.2]},\n"
                   "\"steps\": [{\"hold\": [\"a\", \"c\"]}, {\"settle\": 3}, {\"state\": \"laid\"},\n"
                   "{\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.3, -0.2]}], \"cycles\": 100000},\n"
                   "{\"settle\": 100000}, {\"state\": \"end\"}]}\n");
    static const char *const arguments[] = {"bight", "wrap",  "long.json", "--cloth",
                                            "41x41", "--out", "long",      NULL};
    char summary[65536];
    result r;
    interrupt(arguments, "long/laid.obj", &r);
    assert_int_equal(r.code, 130);
    slurp("long/summary.json", summary, sizeof summary);
    CHECK(strstr(summary, "\"problem\": \"it was not lifted\"") != NULL);
    CHECK(number_of(summary, "\"uncertified\": 0,\n    \"stretch\": ") > 0.5);
    CHECK(strstr(summary, "\"by\": null") != NULL);
}

RUN_TESTS(unit(wraps_and_objects_are_listed), unit(every_program_can_be_rehearsed), unit(wraps_are_measured),
          unit(bad_input_is_refused), unit(a_wrap_that_is_none_says_so), unit(a_lift_is_measured),
          unit(a_state_that_fails_is_the_problem), unit(a_wrap_that_is_stopped_says_how_far_it_came))
