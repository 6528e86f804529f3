// SPDX-License-Identifier: MIT
// The built command, from outside: usage, bad input, words on the screen.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

// ---- usage ------------------------------------------------------------------------------------------

TEST(version_and_help)
{
    static result r;
    CHECK_RUN(&r, 0, "0.1.0\n", "", "--version");
    CHECK_RUN(&r, 0, "bight identify FILE...", "", "help");
    CHECK_RUN(&r, 0, "Exit codes", "", "--help");
    CHECK_RUN(&r, 0, "--frames N", "", "help", "run");
    CHECK_RUN(&r, 0, "usage: bight render", "", "render", "--help");
    CHECK_RUN(&r, 0, ".TH BIGHT 1", "", "help", "--man");
    CHECK_RUN(&r, 0, "run) options=\"--out --frames", "", "help", "--completion", "bash");
    CHECK_RUN(&r, 0, "'identify:Name the knot", "", "help", "--completion", "zsh");
    CHECK_RUN(&r, 0, "'__fish_seen_subcommand_from render' -s o -r", "", "help", "--completion", "fish");
    CHECK_RUN(&r, 2, "", "--completion is \"csh\": give bash or zsh or fish", "help", "--completion", "csh");
    CHECK_RUN(&r, 0, "### pull_tight", "", "help", "scene");
    CHECK_RUN(&r, 0, "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"", "", "help", "scene",
              "--schema");
}

TEST(wrong_usage_is_exit_2_with_a_hint)
{
    static result r;
    const char *const alone[] = {"bight", NULL};
    finish(start(alone), &r);
    check_result(&r, 2, "", "no verb: see bight help");
    CHECK_RUN(&r, 2, "", "did you mean run?", "rum");
    CHECK_RUN(&r, 2, "", "see bight help", "xyzzy");
    CHECK_RUN(&r, 2, "", "did you mean render?", "help", "rnder");
    CHECK_RUN(&r, 2, "", "run takes one scene", "run");
    CHECK_RUN(&r, 2, "", "run takes one scene, not 2", "run", "a.json", "b.json");
    CHECK_RUN(&r, 2, "", "did you mean --frames?", "run", "a.json", "--fames", "3");
    CHECK_RUN(&r, 2, "", "--threads is \"many\": give a whole number from 1 to 64", "run", "a.json",
              "--threads", "many");
    CHECK_RUN(&r, 2, "", "--threads is \"65\"", "run", "a.json", "--threads=65");
    CHECK_RUN(&r, 2, "", "add --out DIR", "run", "a.json", "--frames", "10");
    CHECK_RUN(&r, 2, "", "--out has no value", "run", "a.json", "--out");
    CHECK_RUN(&r, 2, "", "given twice", "run", "a.json", "--quiet", "--quiet");
    CHECK_RUN(&r, 2, "", "takes no value", "run", "a.json", "--quiet=yes");
    CHECK_RUN(&r, 2, "", "identify has no file", "identify");
    CHECK_RUN(&r, 2, "", "give far or direct", "identify", "a.xyz", "--closure", "near");
    CHECK_RUN(&r, 2, "", "render takes one file and -o", "render", "a.xyz");
    CHECK_RUN(&r, 2, "", ".png or .mp4", "render", "a.xyz", "-o", "a.gif");
    CHECK_RUN(&r, 2, "", "--radius is \"-1\"", "render", "a.xyz", "-o", "a.png", "--radius", "-1");
    CHECK_RUN(&r, 2, "", "did you mean rope", "bench", "roop");
}

// ---- bad input --------------------------------------------------------------------------------------

// Every class of bad file: exit 3, file and line in the message, nothing on stdout, no output folder.
TEST(bad_scenes_are_exit_3_and_leave_nothing)
{
    static const struct {
        const char *bytes;
        size_t length; // 0: up to the terminating zero
        const char *err;
    } cases[] = {
        {"", 0, "bad.json:1: the scene is empty"},
        {"\x7F"
         "ELF\0\0\x01",
         7, "bad.json:1: byte 5 is 0x00"},
        {"{\"bight\": 1,\n\"x\xFF\"", 0, "bad.json:2: byte "},
        {"{\"bight\": 1,\n\"ropes\": [", 0, "bad.json:2: the text ends in the middle"},
        {"{\"bight\": 1,\n\n\"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [NaN,0,0]}}]}", 0,
         "bad.json:3: "},
        {"{\"bight\": 1,\n\"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]}, \"radius\": -1}]}", 0,
         "bad.json:2: ropes[0].radius is -1: give a number above 0"},
        {"{\"bight\": 1,\n\"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]}, \"links\": "
         "1000000000}]}",
         0, "bad.json:2: ropes[0].links is 1000000000"},
        {"{\"bight\": 1,\n\"ropes\": [{\"file\": \"nowhere.xyz\"}]}", 0,
         "bad.json:2: ropes[0].file cannot be used"},
        {"{\"bight\": 1, \"ropes\": [\n{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]}, \"radius\": 1000}]}",
         0, "bad.json:2: ropes[0] (\"rope1\") cannot be made"},
    };
    static result r;
    remove_folder("cli_bad");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put("bad.json", cases[i].bytes, cases[i].length > 0 ? cases[i].length : strlen(cases[i].bytes));
        CHECK_RUN(&r, 3, "", cases[i].err, "run", "bad.json", "--out", "cli_bad", "--frames", "5");
        CHECK(strncmp(r.err, "bight: bad.json:", 16) == 0);
        CHECK(r.out[0] == '\0' && !there("cli_bad"));
        CHECK_RUN(&r, 3, "", cases[i].err, "render", "bad.json", "-o", "cli_bad.png");
        CHECK(!there("cli_bad.png"));
    }
    CHECK_RUN(&r, 3, "", "bight: no_such_scene.json: ", "run", "no_such_scene.json");
    CHECK_RUN(&r, 3, "", "bight: .: ", "run", ".");
}

TEST(bad_curves_are_exit_3)
{
    static result r;
    put_text("bad.xyz", "0 0 0\n1 0 0\n2 zero 0\n");
    put_text("line.xyz", "0 0 0\n1 0 0\n2 1 0\n");
    CHECK_RUN(&r, 3, "", "bight: bad.xyz:3: ", "identify", "bad.xyz");
    CHECK_RUN(&r, 3, "", "bight: no.xyz: ", "identify", "no.xyz");
    // the others are still named
    CHECK_RUN(&r, 3, "line.xyz: 0_1", "bad.xyz:3", "identify", "bad.xyz", "line.xyz");
    CHECK_RUN(&r, 3, "", "bad.xyz:3", "render", "bad.xyz", "-o", "bad_curve.png");
    CHECK(!there("bad_curve.png"));
}

// ---- good input --------------------------------------------------------------------------------------

TEST(identify_prints_lines_or_json)
{
    static result r;
    put_text("line.xyz", "0 0 0\n1 0 0\n2 1 0\n");
    CHECK_RUN(&r, 0, "line.xyz: 0_1", "", "identify", "line.xyz");
    CHECK_RUN(&r, 0, "\"name\": \"0_1\"", "", "identify", "--json", "line.xyz", "--closure=direct", "--seed",
              "7");
    CHECK(strstr(r.out, "\"confidence\": \"closure\"") != NULL && strchr(r.out, '\n')[1] == '\0');
}

TEST(torture_is_summed_up)
{
    static result r, again;
    CHECK_RUN(&r, 0, "all          3       0        60", "", "bench", "torture", "--count", "3", "--seed",
              "1", "--cycles", "20", "--response", "solved");
    CHECK(strstr(r.out, "rings        1       0        20") != NULL);
    CHECK_RUN(&r, 0, "\"failures\": 0", "", "bench", "torture", "--count", "3", "--seed", "1", "--cycles",
              "20", "--response", "solved", "--json");
    CHECK(strstr(r.out, "\"response\": \"solved\"") != NULL && strstr(r.out, "\"least_gap_seed\": ") != NULL);
    RUN(&again, "bench", "torture", "--count=3", "--seed=1", "--cycles=20", "--response=solved", "--json");
    assert_string_equal(r.out, again.out);

    // the paper's response goes beyond the limits of ordinary pulling: exit code, seed and kind say so
    CHECK_RUN(&r, 1, "pulls, seed 5: cycle ", "", "bench", "torture", "--count", "1", "--seed", "5",
              "--cycles", "200", "--kind", "pulls", "--response", "paper");
    CHECK_RUN(&r, 2, "", "did you mean --count?", "bench", "torture", "--cuont", "3");
    CHECK_RUN(&r, 2, "", "give a whole number from 1", "bench", "torture", "--count", "0");
    CHECK_RUN(&r, 2, "", "did you mean rings", "bench", "torture", "--kind", "ring");
    CHECK_RUN(&r, 2, "", "did you mean solved", "bench", "torture", "--response", "solve");
    CHECK_RUN(&r, 2, "", "did you mean torture", "bench", "tortre");
}

// One rule for every option that is a number: what is written as a number and is none is bad input, named with its place, and what is
// no number at all is wrong usage.
TEST(numbers_that_are_none_are_exit_3)
{
    static const char *const options[][2] = {{"garment", "--edge"},     {"garment", "--pose"},
                                             {"garment", "--scale"},    {"garment", "--thickness"},
                                             {"garment", "--threads"},  {"garment", "--cycles"},
                                             {"hold", "--friction"},    {"hold", "--load"},
                                             {"identify", "--frames"},  {"identify", "--step"},
                                             {"identify", "--knotoid"}, {"identify", "--seed"},
                                             {"identify", "--threads"}, {"identify", "--timeout"},
                                             {"identify", "--memory"},  {"identify", "--effort"},
                                             {"identify", "--shard"},   {"mesh", "--threads"},
                                             {"mesh", "--from"},        {"mesh", "--to"},
                                             {"mesh", "--along"},       {"mesh", "--length"},
                                             {"mesh", "--offset"},      {"render", "--radius"},
                                             {"render", "--close"},     {"render", "--frames"},
                                             {"render", "--width"},     {"render", "--height"},
                                             {"run", "--frames"},       {"run", "--forces-every"},
                                             {"run", "--threads"},      {"run", "--seed"},
                                             {"tabulate", "--threads"}, {"tabulate", "--aliases"},
                                             {"template", "--sides"},   {"template", "--bend"},
                                             {"template", "--radius"},  {"template", "--tolerance"},
                                             {"template", "--edits"},   {"template", "--seed"},
                                             {"tie", "--frames"},       {"tie", "--seed"},
                                             {"wrap", "--length"},      {"wrap", "--size"},
                                             {"wrap", "--cloth"},       {"wrap", "--thickness"},
                                             {"wrap", "--frames"},      {"wrap", "--threads"}};
    static const char *const none[] = {"nan", "NaN", "-inf", "Infinity", "1e999"};
    result r;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = none[i % 5];
        char words[80], given[80];
        snprintf(words, sizeof words, "%s: number 1 is %s: give a finite number", options[i][1], value);
        CHECK_RUN(&r, 3, "", words, options[i][0], options[i][1], value);
        snprintf(given, sizeof given, "%s=%s", options[i][1], value);
        CHECK_RUN(&r, 3, "", words, options[i][0], given);
    }
    CHECK_RUN(&r, 3, "", "--count: number 1 is nan", "bench", "torture", "--count", "nan");
    CHECK_RUN(&r, 3, "", "--cycles: number 1 is inf", "bench", "torture", "--cycles", "inf");
    CHECK_RUN(&r, 3, "", "--from: number 3 is nan", "mesh", "path", "--from", "0,1,nan");
    CHECK_RUN(&r, 3, "", "--frames: number 2 is inf", "identify", "--frames", "1:inf:2", "-");
    CHECK_RUN(&r, 3, "", "--cloth: number 2 is nan", "wrap", "x", "--cloth", "41xnan");
    CHECK_RUN(&r, 3, "", "number 2 is nan", "garment", "knot", "g.obj", "--template", "bow", "--out", "no",
              "--region", "ribbon:rect:0,nan,0,1,1");
    CHECK_RUN(&r, 3, "", "give a number above 0", "garment", "make", "ribbon", "--size", "length=nan", "-o",
              "no.obj");
    CHECK_RUN(&r, 3, "", "radius is \"nan\"", "template", "show", "bow", "--set", "radius=nan", "-o",
              "no.obj");
    CHECK_RUN(&r, 2, "", "give a number above 0", "garment", "make", "ribbon", "--edge", "fine", "-o",
              "no.obj");
    CHECK_RUN(&r, 2, "", "give a number above 0", "garment", "make", "ribbon", "--edge", "nano", "-o",
              "no.obj");
    CHECK_RUN(&r, 2, "", "give a whole number from 1", "run", "s.json", "--threads", "many");
    CHECK(!there("no.obj") && !there("no"));
}

RUN_TESTS(unit(version_and_help), unit(numbers_that_are_none_are_exit_3),
          unit(wrong_usage_is_exit_2_with_a_hint), unit(bad_scenes_are_exit_3_and_leave_nothing),
          unit(bad_curves_are_exit_3), unit(identify_prints_lines_or_json), unit(torture_is_summed_up))
