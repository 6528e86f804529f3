// SPDX-License-Identifier: MIT
// Expectations from both sides: each holds at the value that geometry gives, and fails a little above and a
// little below it.

#include "bight/play.h"
#include "failing_memory.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What a rope is to be called, whatever it is.
static bight_status say_name(void *user, bight_curve curve, bight_play_knot *knot)
{
    CHECK(curve.count > 1);
    *knot = *(const bight_play_knot *)user;
    return BIGHT_OK;
}

// What the check was to find, in words.
static char last_expected[200], last_found[200];

// Plays {"bight": 1, HEAD, "script": [{"expect": {EXPECT}}]} and tells whether its `which`-th check holds;
// the play succeeds when all do.
static bool holds_as(const char *head, const char *expect, int32_t which, const bight_play_knot *knot)
{
    static char text[40000];
    bight_scene *scene;
    bight_play *play;
    bight_error error = {0};
    snprintf(text, sizeof text, "{\"bight\": 1, %s, \"script\": [{\"expect\": {%s}}]}", head, expect);
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) != BIGHT_OK) {
        fail_msg("%s: %s", expect, error.message);
    }
    bight_play_def def = bight_play_def_default();
    if (knot != NULL) {
        def.name = say_name;
        def.user = (void *)(uintptr_t)knot;
    }
    CHECK(bight_play_create(scene, &def, &play, &error) == BIGHT_OK);
    bool more = true, all = true;
    bight_status status = BIGHT_OK;
    while (more && status == BIGHT_OK) {
        status = bight_play_step(play, &more, &error);
    }
    int32_t count;
    const bight_play_check *checks = bight_play_checks(play, &count);
    CHECK(count > which);
    bool good = checks[which].holds;
    snprintf(last_expected, sizeof last_expected, "%s", checks[which].expected);
    snprintf(last_found, sizeof last_found, "%s", checks[which].found);
    for (int32_t i = 0; i < count; i++) {
        all = all && checks[i].holds;
    }
    CHECK((status == BIGHT_OK) == all);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    return good;
}

static bool holds(const char *head, const char *expect)
{
    return holds_as(head, expect, 0, NULL);
}

static void must(const char *head, const char *const *good, const char *const *bad)
{
    for (; *good != NULL; good++) {
        if (!holds(head, *good)) {
            fail_msg("should hold: %s", *good);
        }
    }
    for (; *bad != NULL; bad++) {
        if (holds(head, *bad)) {
            fail_msg("should not hold: %s", *bad);
        }
    }
}

// Points of a circle's arc, or of a helix round y, as a rope.
static const char *arc(char *text, size_t size, double radius, double turns, double rise, const char *more)
{
    size_t used = (size_t)snprintf(text, size, "\"ropes\": [{\"radius\": 0.5, \"points\": [");
    for (int32_t i = 0; i <= 120; i++) {
        double t = 6.283185307179586 * turns * i / 120;
        used += (size_t)snprintf(text + used, size - used, "%s[%.9f, %.9f, %.9f]", i > 0 ? ", " : "",
                                 radius * cos(t), rise * i / 120, -radius * sin(t));
    }
    snprintf(text + used, size - used, "]}]%s", more);
    return text;
}

// Half a circle of radius 10: pi 10 of rope over a distance of 20, which are (10 pi - 20) / 1 = 11.4
// diameters.
TEST(slack_has_two_sides)
{
    char head[8000];
    arc(head, sizeof head, 10.0, 0.5, 0.0, "");
    static const char *const good[] = {"\"slack\": {\"min\": 11}", "\"slack\": {\"max\": 11.8}",
                                       "\"slack\": {\"min\": 11, \"max\": 11.8}", NULL};
    static const char *const bad[] = {"\"slack\": {\"min\": 11.8}", "\"slack\": {\"max\": 11}",
                                      "\"slack\": {\"min\": 5, \"max\": 11}",
                                      "\"slack\": {\"min\": 11.8, \"max\": 30}", NULL};
    must(head, good, bad);
}

// Two turns and a half, counted from both sides of the tolerance, and with their sign.
TEST(a_winding_is_near_from_both_sides)
{
    char head[12000];
    arc(head, sizeof head, 3.0, 2.5, 8.0,
        ", \"obstacles\": [{\"name\": \"pole\", \"capsule\": {\"radius\": 2, \"length\": 20}, \"position\": "
        "[0, 4, 0]}]");
#define TURNS(turns, tolerance)                                                                              \
    "\"winding\": {\"obstacle\": \"pole\", \"turns\": " #turns ", \"tolerance\": " #tolerance "}"
    // of a part, as much of it: two fifths are one turn
#define PART(turns, from, to)                                                                                \
    "\"winding\": {\"obstacle\": \"pole\", \"turns\": " #turns ", \"tolerance\": 0.02, \"from\": " #from     \
    ", \"to\": " #to "}"
    static const char *const good[] = {TURNS(2.5, 0.01),
                                       TURNS(2.45, 0.1),
                                       TURNS(2.55, 0.1),
                                       PART(1, 0, 0.4),
                                       PART(1, 0.6, 1.0),
                                       PART(0.5, 0.4, 0.6),
                                       NULL};
    static const char *const bad[] = {TURNS(2.3, 0.1), TURNS(2.7, 0.1), TURNS(-2.5, 0.1),   TURNS(0, 2),
                                      TURNS(5, 2),     PART(1, 0, 0.5), PART(2.5, 0, 0.98), NULL};
    must(head, good, bad);
}

// Two rings through each other.
TEST(linking_has_a_sign)
{
    char head[16000];
    size_t used = (size_t)snprintf(head, sizeof head, "\"ropes\": [");
    for (int32_t rope = 0; rope < 2; rope++) {
        used += (size_t)snprintf(head + used, sizeof head - used,
                                 "%s{\"name\": \"%s\", \"closed\": true, \"points\": [", rope > 0 ? ", " : "",
                                 rope > 0 ? "b" : "a");
        for (int32_t i = 0; i < 50; i++) {
            double c = 8.0 * cos(6.283185307179586 * i / 50), n = 8.0 * sin(6.283185307179586 * i / 50);
            used +=
                (size_t)snprintf(head + used, sizeof head - used, "%s[%.6f, %.6f, %.6f]", i > 0 ? ", " : "",
                                 rope > 0 ? c + 8.0 : c, rope > 0 ? 0.0 : n, rope > 0 ? n : 0.0);
        }
        used += (size_t)snprintf(head + used, sizeof head - used, "]}");
    }
    snprintf(head + used, sizeof head - used, "]");
#define LINKING(number, tolerance)                                                                           \
    "\"linking\": {\"ropes\": [\"a\", \"b\"], \"number\": " #number ", \"tolerance\": " #tolerance "}"
    bool plus = holds(head, LINKING(1, 0.3)), minus = holds(head, LINKING(-1, 0.3));
    CHECK(plus != minus);
    CHECK(!holds(head, LINKING(0, 0.8)) && !holds(head, LINKING(2, 0.8)) && !holds(head, LINKING(-2, 0.8)));
    CHECK(plus ? holds(head, LINKING(1.5, 0.6)) && holds(head, LINKING(0.5, 0.6))
               : holds(head, LINKING(-1.5, 0.6)) && holds(head, LINKING(-0.5, 0.6)));
}

// The first node of a straight rope stands at (-20, 0, 0), 5 from (-20, 3, 4).
TEST(a_place_is_within)
{
    const char *head = "\"ropes\": [{\"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}]";
    static const char *const good[] = {
        "\"place\": {\"node\": \"first\", \"point\": [-20, 3, 4], \"within\": 5.001}",
        "\"place\": {\"node\": \"last\", \"point\": [20, -3, 4], \"within\": 5.001}",
        "\"stretch\": 1.001",
        "\"overlap\": 0",
        "\"lag\": 0",
        "\"cuts\": 0",
        "\"rollbacks\": 0",
        NULL};
    static const char *const bad[] = {
        "\"place\": {\"node\": \"first\", \"point\": [-20, 3, 4], \"within\": 4.999}",
        "\"place\": {\"node\": \"last\", \"point\": [-20, 0, 0], \"within\": 5}", "\"tight\": true", NULL};
    must(head, good, bad);
}

static void check_name(const bight_play_knot *knot, const char *wanted, bool same)
{
    char expect[200];
    snprintf(expect, sizeof expect, "\"knot\": \"%s\"", wanted);
    const char *head = "\"ropes\": [{\"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}]";
    if (holds_as(head, expect, 0, knot) != same) {
        fail_msg("%s, %s: %s", knot->name, knot->traditional, wanted);
    }
}

// Factors in any order and with any blanks; everyday names in any case, with or without "knot".
TEST(names_are_the_same_or_not)
{
    const bight_play_knot sum = {.name = "3_1 # 4_1 # 3_1",
                                 .traditional = "square knot (reef)",
                                 .proved = true,
                                 .chirality = BIGHT_CHIRALITY_NONE};
    static const char *const same[] = {"3_1 # 4_1 # 3_1", "4_1 # 3_1 # 3_1", "3_1#3_1#4_1",
                                       "square knot",     "Square",          "REEF",
                                       "reef knot",       "square"};
    static const char *const other[] = {"3_1",
                                        "3_1 # 4_1",
                                        "3_1 # 4_1 # 4_1",
                                        "3_1 # 3_1 # 3_1",
                                        "3_1 # 3_1 # 4_1 # 0_1",
                                        "squar",
                                        "squares",
                                        "reefs",
                                        "eef",
                                        "knot",
                                        "square knot (reef",
                                        "4_1"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        check_name(&sum, same[i], true);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        check_name(&sum, other[i], false);
    }
    const bight_play_knot plain = {
        .name = "3_1", .traditional = "", .proved = true, .chirality = BIGHT_CHIRALITY_LEFT};
    check_name(&plain, "3_1", true);
    check_name(&plain, "3_11", false);
    check_name(&plain, "knot", false);
}

// A wish with an m on any factor asks for every hand, one without asks for none.
TEST(mirror_images_are_asked_for_by_their_m)
{
    static const struct {
        const char *is, *wanted;
        bool same;
    } names[] = {{"3_1", "m3_1", false},
                 {"m3_1", "m3_1", true},
                 {"m3_1", "3_1", true},
                 {"3_1 # m3_1", "3_1 # 3_1", true},
                 {"3_1 # m3_1", "m3_1 # 3_1", true},
                 {"3_1 # 3_1", "3_1 # m3_1", false},
                 {"m3_1 # m3_1", "3_1 # m3_1", false},
                 {"4_1 # m3_1", "3_1 # 4_1", true},
                 {"4_1 # 3_1", "m3_1 # 4_1", false},
                 {"4_1 # 5_1", "4_1 # m5_1", false}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bight_play_knot knot = {.traditional = "", .proved = true, .chirality = BIGHT_CHIRALITY_MIXED};
        snprintf(knot.name, sizeof knot.name, "%s", names[i].is);
        check_name(&knot, names[i].wanted, names[i].same);
    }
}

// A helix of three turns and a rise of 6 round a straight rope, from 1 to 7: both sides of its spread.
TEST(a_winding_round_a_rope_has_a_spread)
{
    char head[16000];
    size_t used =
        (size_t)snprintf(head, sizeof head,
                         "\"ropes\": [{\"name\": \"b\", \"radius\": 0.5, \"line\": {\"from\": [0, -9, 0], "
                         "\"to\": [0, 17, 0]}}, {\"name\": \"a\", \"radius\": 0.5, \"points\": [");
    for (int32_t i = 0; i <= 120; i++) {
        double t = 6.283185307179586 * 3.0 * i / 120;
        used += (size_t)snprintf(head + used, sizeof head - used, "%s[%.9f, %.9f, %.9f]", i > 0 ? ", " : "",
                                 1.05 * cos(t), 1.0 + 6.0 * i / 120, -1.05 * sin(t));
    }
    snprintf(head + used, sizeof head - used, "]}]");
#define SPREAD(more)                                                                                         \
    "\"winding\": {\"rope\": \"a\", \"target\": \"b\", \"turns\": 3, \"tolerance\": 0.2" more "}"
    CHECK(holds_as(head, SPREAD(""), 0, NULL));
    CHECK(holds_as(head, SPREAD(", \"least_spread\": 5.4"), 1, NULL));
    CHECK(!holds_as(head, SPREAD(", \"least_spread\": 6.6"), 1, NULL));
    CHECK(holds_as(head, SPREAD(", \"most_spread\": 6.6"), 1, NULL));
    CHECK(!holds_as(head, SPREAD(", \"most_spread\": 5.4"), 1, NULL));
    CHECK(holds_as(head, SPREAD(", \"least_spread\": 5.4, \"most_spread\": 6.6"), 1, NULL));
    CHECK(!holds_as(head, SPREAD(", \"least_spread\": 3, \"most_spread\": 5.4"), 1, NULL));
    CHECK(!holds_as(head, SPREAD(", \"least_spread\": 6.6, \"most_spread\": 9"), 1, NULL));
}

// Two straight ropes made one are no knot.
TEST(two_ropes_are_joined)
{
    const char *head =
        "\"ropes\": [{\"name\": \"a\", \"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}, "
        "{\"name\": \"b\", \"line\": {\"from\": [-20, 9, 0], \"to\": [20, 9, 0]}}]";
#define JOINED(knot) "\"joined\": {\"ropes\": [\"a\", \"b\"], \"knot\": \"" knot "\"}"
    CHECK(holds(head, JOINED("0_1")) && !holds(head, JOINED("3_1")) && !holds(head, JOINED("4_1")));
}

// What was expected of a length is written out: at most, at least, or between.
TEST(an_extension_says_what_it_was_to_be)
{
    const char *head = "\"ropes\": [{\"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}]";
    static const struct {
        const char *wish, *words;
        bool holds;
    } wishes[] = {{"\"min\": 0.9, \"max\": 1.1", "0.9 to 1.1", true},
                  {"\"min\": 1.1, \"max\": 1.5", "1.1 to 1.5", false},
                  {"\"min\": 0.5, \"max\": 0.9", "0.5 to 0.9", false},
                  {"\"max\": 1.1", "at most 1.1", true},
                  {"\"max\": 0.9", "at most 0.9", false},
                  {"\"min\": 0.9", "at least 0.9", true},
                  {"\"min\": 1.1", "at least 1.1", false}};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        char expect[120];
        snprintf(expect, sizeof expect, "\"extension\": {%s}", wishes[i].wish);
        CHECK_SEED(holds(head, expect) == wishes[i].holds, i);
        assert_string_equal(last_expected, wishes[i].words);
    }
}

// Plays a script and tells whether the play succeeds: every check has held.
static bool play_holds(const char *text)
{
    bight_scene *scene;
    bight_play *play;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) != BIGHT_OK) {
        fail_msg("%s: %s", text, error.message);
    }
    CHECK(bight_play_create(scene, NULL, &play, &error) == BIGHT_OK);
    bool more = true;
    bight_status status = BIGHT_OK;
    while (more && status == BIGHT_OK) {
        status = bight_play_step(play, &more, &error);
    }
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    return status == BIGHT_OK;
}

// Two ropes side by side, nine tenths of touching apart, that nothing opens: the worst of a run from both sides. They are
// at rest after so many cycles and not before.
TEST(the_worst_of_a_run_is_asked_for)
{
    static const struct {
        const char *expect;
        int32_t cycles;
        bool holds;
    } wishes[] = {{"\"worst\": {\"gap\": 0.899}", 20, true},
                  {"\"worst\": {\"gap\": 0.901}", 20, false},
                  {"\"worst\": {\"stretch\": 1.0001}", 20, true},
                  {"\"worst\": {\"motion\": 0.0001}", 20, true},
                  {"\"worst\": {\"jammed\": 1000}", 20, true},
                  {"\"worst\": {\"pull\": 0.1}", 20, true},
                  {"\"rests\": true", 30, true},
                  {"\"rests\": true", 5, false}};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "{\"bight\": 1, \"world\": {\"response\": \"solved\"}, \"ropes\": [{\"name\": \"a\", "
                 "\"line\": {\"from\": "
                 "[-2, 0, 0], \"to\": [2, 0, 0]}}, {\"name\": \"b\", \"line\": {\"from\": [-2, 0, 0.9], "
                 "\"to\": [2, 0, 0.9]}}], "
                 "\"script\": [{\"grasp\": {\"hand\": \"h\", \"rope\": \"a\", \"node\": 0}}, {\"grasp\": "
                 "{\"hand\": \"i\", "
                 "\"rope\": \"a\", \"node\": 4}}, {\"grasp\": {\"hand\": \"j\", \"rope\": \"b\", \"node\": "
                 "0}}, {\"grasp\": "
                 "{\"hand\": \"k\", \"rope\": \"b\", \"node\": 4}}, {\"wait\": {\"cycles\": %d}}, "
                 "{\"expect\": {%s}}]}",
                 (int)wishes[i].cycles, wishes[i].expect);
        bool holds = play_holds(text);
        if (holds != wishes[i].holds) {
            fail_msg("%s after %d cycles %s", wishes[i].expect, (int)wishes[i].cycles,
                     holds ? "holds" : "does not hold");
        }
    }
}

// Two hands pull a rope straight: the rope stops them, with all their force.
TEST(tight_is_what_the_rope_stops)
{
    static const char *const script = "{\"bight\": 1, \"world\": {\"response\": \"solved\"}, \"ropes\": "
                                      "[{\"line\": {\"from\": [-10, 0, 0], \"to\": "
                                      "[10, 0, 0]}}]%s, \"script\": [{\"grasp\": {\"hand\": \"h\", \"node\": "
                                      "\"first\"}}, {\"grasp\": {\"hand\": \"i\", "
                                      "\"node\": \"last\"}}, {\"pull_tight\": {\"hands\": [\"h\", \"i\"], "
                                      "\"cycles\": 20000}}, {\"expect\": {\"tight\": "
                                      "true, \"worst\": {\"pull\": %s}}}]}";
    char text[900];
    snprintf(text, sizeof text, script, "", "1.1");
    CHECK(play_holds(text));
    snprintf(text, sizeof text, script, "", "0.5");
    CHECK(!play_holds(text));
}

TEST(chirality_is_compared)
{
    const char *head = "\"ropes\": [{\"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}]";
    static const char *const words[] = {"left", "right", "none", "mixed", "unknown"};
    for (int32_t is = 0; is < 4; is++) {
        const bight_play_knot knot = {.name = "3_1", .proved = true, .chirality = (bight_play_chirality)is};
        for (int32_t asked = 0; asked < 4; asked++) {
            char expect[60];
            snprintf(expect, sizeof expect, "\"chirality\": \"%s\"", words[asked]);
            CHECK(holds_as(head, expect, 0, &knot) == (is == asked));
        }
        CHECK(strcmp(bight_play_chirality_name((bight_play_chirality)is), words[is]) == 0);
    }
    // both are asked, and both are checked
    const bight_play_knot knot = {.name = "3_1", .proved = true, .chirality = BIGHT_CHIRALITY_LEFT};
    CHECK(holds_as(head, "\"knot\": \"3_1\", \"chirality\": \"right\"", 0, &knot));
    CHECK(!holds_as(head, "\"knot\": \"3_1\", \"chirality\": \"right\"", 1, &knot));
}

// Each request for memory of a play fails in turn: no check after it makes up for that.
TEST(checks_do_not_go_on_without_memory)
{
    static const char text[] =
        "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}], "
        "\"script\": [{\"expect\": {\"knot\": \"3_1\", \"chirality\": \"left\"}}]}";
    const bight_play_knot knot = {.name = "3_1", .proved = true, .chirality = BIGHT_CHIRALITY_LEFT};
    bight_scene *scene;
    CHECK(bight_scene_parse(text, strlen(text), NULL, NULL, &scene, NULL) == BIGHT_OK);
    int32_t refused = 0;
    bool good = false;
    for (int64_t at = 1; at < 2000 && !good; at++) {
        failing_allocator memory = {.fail_at = at};
        bight_play_def def = bight_play_def_default();
        def.env = failing_env(&memory);
        def.name = say_name;
        def.user = (void *)(uintptr_t)&knot;
        bight_play *play = NULL;
        bight_status status = bight_play_create(scene, &def, &play, NULL);
        bool more = status == BIGHT_OK;
        while (more && status == BIGHT_OK) {
            status = bight_play_step(play, &more, NULL);
        }
        good = memory.calls < at;
        CHECK_SEED(status == (good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY), at);
        refused += !good;
        bight_play_destroy(play);
        CHECK_SEED(memory.held == 0, at);
    }
    CHECK(good && refused > 5);
    bight_scene_destroy(scene);
}

// A rope that comes back to lie on itself, one radius of a half: the place where it does is 2.5 from a ball whose middle is
// 5 below, and 1 from a bar as far above the other strand. Two turns that lie apart are no knot.
TEST(a_knot_that_does_not_touch_is_an_air_knot)
{
    static const char head[] =
        "\"ropes\": [{\"points\": [[-10,0,0],[10,0,0],[10,6,0],[4,6,0],[4,1,0],[-4,1,0]], \"link_length\": "
        "1},"
        "{\"name\": \"apart\", \"points\": [[-10,20,0],[10,20,0],[10,26,0],[4,26,0],[4,22,0],[-4,22,0]], "
        "\"link_length\": 1}], "
        "\"obstacles\": [{\"name\": \"ball\", \"sphere\": {\"radius\": 2}, \"position\": [0, -5, 0]}, "
        "{\"name\": \"bar\", \"capsule\": {\"radius\": 0.5, \"length\": 4}, \"position\": [-2, 3, 0], "
        "\"along\": [1, 0, 0]}, "
        "{\"name\": \"table\", \"box\": {\"size\": [40, 2, 40]}, \"position\": [0, -1.6, 0]}]";
    CHECK(holds_as(head, "\"seat\": {\"obstacle\": \"ball\", \"max\": 2.501}", 0, NULL));
    CHECK(strstr(last_found, "an air knot, 2.5e+03 mm from \"ball\"") != NULL);
    CHECK(!holds_as(head, "\"seat\": {\"obstacle\": \"ball\", \"max\": 2.499}", 0, NULL));
    CHECK(holds_as(head, "\"seat\": {\"obstacle\": \"ball\", \"min\": 2.499}", 0, NULL));
    CHECK(!holds_as(head, "\"seat\": {\"obstacle\": \"ball\", \"min\": 2.501}", 0, NULL));
    CHECK(holds_as(head, "\"seat\": {\"obstacle\": \"bar\", \"min\": 0.999, \"max\": 1.001}", 0, NULL));
    CHECK(strstr(last_found, "seated") != NULL);
    CHECK(holds_as(head, "\"seat\": {\"obstacle\": \"table\", \"max\": 0.101}", 0, NULL));
    CHECK(!holds_as(head, "\"seat\": {\"rope\": \"apart\", \"obstacle\": \"bar\", \"min\": 0}", 0, NULL));
    CHECK(strstr(last_found, "no knot") != NULL);
}

RUN_TESTS(unit(a_knot_that_does_not_touch_is_an_air_knot), unit(checks_do_not_go_on_without_memory),
          unit(slack_has_two_sides), unit(a_winding_is_near_from_both_sides), unit(linking_has_a_sign),
          unit(a_place_is_within), unit(names_are_the_same_or_not),
          unit(mirror_images_are_asked_for_by_their_m), unit(a_winding_round_a_rope_has_a_spread),
          unit(two_ropes_are_joined), unit(an_extension_says_what_it_was_to_be),
          unit(the_worst_of_a_run_is_asked_for), unit(tight_is_what_the_rope_stops),
          unit(chirality_is_compared))
