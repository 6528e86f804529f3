// SPDX-License-Identifier: MIT
// Strands wound round obstacles: poles, boxes and rings, also moving ones, in scripts and in programs.

#include "manoeuvre_stage.h"

// A rope along x, held at its first end, 60 m of it beyond the obstacle; above it, or below.
#define OVER(obstacle, height)                                                                               \
    "{\"bight\": 1, \"ropes\": [{\"name\": \"rope\", \"line\": {\"from\": [-30, " #height                    \
    ", 0], \"to\": [60, " #height ", 0]}}],\n"                                                               \
    " \"obstacles\": [{\"name\": \"thing\", " obstacle "}], \"strands\": [{\"name\": \"end\"}],\n"
#define SCRIPT " \"script\": [{\"grasp\": {\"hand\": \"far\", \"node\": \"first\"}},\n"
#define POLE "\"capsule\": {\"radius\": 3, \"length\": 60}, \"along\": [0, 0, 1]"
#define ROUND(keys) "{\"wind\": {\"active\": \"end\", \"target\": \"thing\"" keys "}}"

// A helix of angle theta on a tube of radius R = obstacle + strand + a tenth of its thickness spreads 2 pi R turns / tan theta.
TEST(a_strand_is_wound_round_what_has_an_axis)
{
    static const struct {
        const char *obstacle;
        double height, radius;
    } shapes[] = {
        {POLE, 3.7, 3.0},
        {POLE, -3.7, 3.0},
        {"\"box\": {\"size\": [3, 3, 60]}", 2.3, 2.1213203435596424},
        {"\"torus\": {\"radius\": 40, \"tube\": 2}, \"position\": [40, 0, 0]", 2.7, 2.0},
    };
    for (int32_t i = 0; i < 8; i += LESS_WHEN_CHECKED(1, 3)) {
        char text[2000];
        bool left = i % 2 != 0;
        snprintf(text, sizeof text,
                 "{\"bight\": 1, \"ropes\": [{\"name\": \"rope\", \"line\": {\"from\": [-30, %g, 0], \"to\": "
                 "[60, %g, 0]}}],\n"
                 "\"obstacles\": [{\"name\": \"thing\", %s}], \"strands\": [{\"name\": \"end\"}],\n" SCRIPT
                 "{\"wind\": {\"active\": \"end\", \"target\": \"thing\", \"turns\": 1.25, \"angle\": 70, "
                 "\"sign\": \"%s\"}}]}",
                 shapes[i / 2].height, shapes[i / 2].height, shapes[i / 2].obstacle,
                 left ? "negative" : "positive");
        stage s;
        play(&s, text);
        must_be_done(&s);
        expect_clean(&s);
        double turns = 0.0, rope = 0.0, spread = 0.0;
        CHECK(sscanf(s.words, "wound %lf turns with %lf m of rope over %lf m of \"thing\"", &turns, &rope,
                     &spread) == 3);
        double R = shapes[i / 2].radius + 0.5 + 0.1, round = 1.25 * 6.28318530717959 * R;
        CHECK_NEAR(turns, 1.25, 0.05);
        CHECK_NEAR(spread, round / tan(70 * 3.14159265358979 / 180), 0.35);
        CHECK_NEAR(rope, round / sin(70 * 3.14159265358979 / 180), 0.06 * round);
        end(&s);
    }
}

// The same program for two ropes and two obstacles, one of which moves meanwhile; no memory is taken on the way.
TEST(a_program_is_called_with_obstacles)
{
    const char *text =
        "{\"bight\": 1, \"ropes\": [{\"name\": \"rope\", \"line\": {\"from\": [-30, 3.7, 0], \"to\": [60, "
        "3.7, 0]}},"
        "{\"name\": \"rope2\", \"line\": {\"from\": [-30, 3.7, 50], \"to\": [60, 3.7, 50]}}],\n"
        "\"obstacles\": [{\"name\": \"one\", \"capsule\": {\"radius\": 3, \"length\": 40}, \"along\": [0, 0, "
        "1]},"
        "{\"name\": \"two\", \"capsule\": {\"radius\": 3, \"length\": 40}, \"along\": [0, 0, 1], "
        "\"position\": [0, 0, 50],"
        " \"motion\": {\"path\": [[0, 0, 0], [0, -2, 1]], \"speed\": 0.02}}],\n"
        "\"strands\": [{\"name\": \"end\", \"rope\": \"rope\"}, {\"name\": \"other\", \"rope\": "
        "\"rope2\"}],\n"
        "\"manoeuvres\": [{\"name\": \"turn\", \"strands\": [\"S\"], \"obstacles\": [\"O\"], \"steps\": "
        "[{\"wind\": {\"active\": \"S\", \"target\": \"O\", \"turns\": 1}}, {\"tighten\": {\"strands\": "
        "[\"S\"]}}]},"
        "{\"name\": \"turns\", \"strands\": [\"A\", \"B\"], \"obstacles\": [\"P\", \"Q\"], \"steps\": "
        "[{\"manoeuvre\": {\"name\": "
        "\"turn\", \"strands\": [\"B\"], \"obstacles\": [\"Q\"]}}, {\"manoeuvre\": {\"name\": \"turn\", "
        "\"strands\": [\"A\"], "
        "\"obstacles\": [\"P\"], \"mirror\": true}}]}],\n"
        "\"script\": [{\"grasp\": {\"hand\": \"far\", \"rope\": \"rope\", \"node\": \"first\"}},"
        "{\"grasp\": {\"hand\": \"far2\", \"rope\": \"rope2\", \"node\": \"first\"}},"
        "{\"manoeuvre\": {\"name\": \"turns\", \"strands\": [\"end\", \"other\"], \"obstacles\": [\"one\", "
        "\"two\"]}},"
        "{\"expect\": {\"winding\": {\"rope\": \"rope\", \"obstacle\": \"one\", \"turns\": -1.5, "
        "\"tolerance\": 0.3}, "
        "\"rollbacks\": 0}},"
        "{\"expect\": {\"winding\": {\"rope\": \"rope2\", \"obstacle\": \"two\", \"turns\": -1.5, "
        "\"tolerance\": 0.3}}}]}";
    stage s;
    failing_allocator memory = {0};
    play_on(&s, text, &memory, 1);
    must_be_done(&s);
    expect_clean(&s);
    end(&s);
    CHECK(memory.held == 0);
}

TEST(what_cannot_be_wound_round_is_refused)
{
    static const struct {
        const char *text, *words;
        bool parsed;
    } cases[] = {
        {OVER(POLE, 12) SCRIPT ROUND("") "]}",
         "\"end\" is 8.5 m from the obstacle \"thing\" where it is nearest, and should be at most 2 m: bring "
         "it nearer first",
         true},
        {OVER(POLE, 4) SCRIPT ROUND(", \"turns\": 4, \"angle\": 80") "]}",
         "\"end\" is too short: 4 turns at 80 degrees need", true},
        {OVER("\"sphere\": {\"radius\": 3}", 4) SCRIPT ROUND("") "]}",
         "winds round a ball or a mesh, which has no axis: take a capsule, a box or a torus for \"thing\"",
         false},
        {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-30, 4, 0], \"to\": [60, 4, 0]}}], "
         "\"obstacles\": [{\"name\": "
         "\"thing\", " POLE
         "}], \"strands\": [{\"name\": \"end\"}, {\"name\": \"thing\", \"end\": \"first\"}],\n" SCRIPT ROUND(
             "") "]}",
         "could mean a strand or an obstacle: give one of them another name than \"thing\"", false},
        {OVER(POLE, 4) "\"manoeuvres\": [{\"name\": \"turn\", \"strands\": [\"S\"], \"obstacles\": [\"O\"], "
                       "\"steps\": [{\"wind\": "
                       "{\"active\": \"S\", \"target\": \"O\"}}]}],\n \"script\": [{\"manoeuvre\": "
                       "{\"name\": \"turn\", \"strands\": "
                       "[\"end\"]}}]}",
         "calls \"turn\" with 0 obstacles: it works with 1", false},
        {OVER(POLE, 4) "\"manoeuvres\": [{\"name\": \"turn\", \"strands\": [\"S\"], \"obstacles\": [\"O\"], "
                       "\"steps\": [{\"wind\": "
                       "{\"active\": \"S\", \"target\": \"O\"}}]}],\n \"script\": [{\"manoeuvre\": "
                       "{\"name\": \"turn\", \"strands\": "
                       "[\"end\"], \"obstacles\": [\"thin\"]}}]}",
         "is \"thin\", and there is no such obstacle: did you mean \"thing\"?", false},
        {OVER(POLE, 4) "\"manoeuvres\": [{\"name\": \"turn\", \"strands\": [\"S\"], \"steps\": [{\"wind\": "
                       "{\"active\": \"S\", "
                       "\"target\": \"thing\"}}]}],\n \"script\": [{\"manoeuvre\": {\"name\": \"turn\", "
                       "\"strands\": [\"end\"]}}]}",
         "works with a strand that is not in its list of strands: \"thing\"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage s = {0};
        bight_status status =
            bight_scene_parse(cases[i].text, strlen(cases[i].text), NULL, NULL, &s.scene, &s.error);
        CHECK((status == BIGHT_OK) == cases[i].parsed);
        if (status == BIGHT_OK) {
            bight_scene_destroy(s.scene);
            play(&s, cases[i].text);
            CHECK(s.status == BIGHT_ERROR_EXPECT && bight_play_get_progress(s.play).cycles == 0);
            end(&s);
        }
        if (strstr(s.error.message, cases[i].words) == NULL) {
            fail_msg("%s\ninstead of: %s", s.error.message, cases[i].words);
        }
    }
}

RUN_TESTS(unit(a_strand_is_wound_round_what_has_an_axis), unit(a_program_is_called_with_obstacles),
          unit(what_cannot_be_wound_round_is_refused))
