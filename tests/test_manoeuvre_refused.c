// SPDX-License-Identifier: MIT
// Manoeuvres that cannot be done, or do not get on, say so.

#include "manoeuvre_stage.h"

// Refused with the numbers before anything has moved.
TEST(impossible_manoeuvres_are_refused_before_they_start)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        // strands too short
        {ONE_ROPE("", "", 40, 90) "\"script\": [" CROSS "]}",
         "\"left\" is too short: its tail should be 90 m, and the whole rope has 80 m"},
        {ONE_ROPE("", "", 40, 45) "\"script\": [" CROSS "]}",
         "tails of 45 m and 45 m leave nothing between them of 80 m of rope"},
        {ONE_ROPE("", "", 40,
                  18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", \"height\": "
                      "30}}]}",
         "\"left\" is too short, or too far away: from its bottom (node 35) to the crossing it needs 32.01 m "
         "of "
         "rope, and has 17 m before its tail of 18 m"},
        {ONE_ROPE("", "", 40, 7) "\"script\": [\n{\"self_knot\": " BOTH "}]}",
         "step 1 (self_knot): part 2 (wind): \"left\" is too short: 1 turns at 60 degrees need 8 m of rope "
         "beyond the crossing, and its tail has 7 m"},
        {TWO_ROPES("", "-") WIND(", \"turns\": 9") "]}",
         "\"active\" is too short: 9 turns at 60 degrees need 71.59 m of rope beyond the crossing, and it "
         "has "
         "4"},
        {TWO_ROPES("", "-") WIND(", \"turns\": 5, \"angle\": 20") "]}",
         "\"target\" is too short: 5 turns at 20 "
         "degrees spread over"},
        // too far apart
        {TWO_ROPES("", "-1") WIND("") "]}", "\"active\" and \"target\" are 11.1 m apart where they are "
                                            "nearest, and should be at most 2.2 m: cross "
                                            "them first"},
        {ONE_ROPE("", "", 40,
                  18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", \"at\": [0, 0, "
                      "60]}}]}",
         "too far away"},
        // obstacles
        {ONE_ROPE(
             "", "", 40,
             18) "\"obstacles\": [{\"name\": \"ball\", \"sphere\": {\"radius\": 3}, \"position\": [0, 9, "
                 "0]}], \"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
                 "\"at\": [0, 9, 1]}}]}",
         "the crossing point [0, 9, 1] is in the obstacle \"ball\" or 3 m too near it"},
        {TWO_ROPES("", "-")
             WIND("") "], \"obstacles\": [{\"name\": \"post\", \"capsule\": {\"radius\": 1, \"length\": 60}, "
                      "\"position\": [-5, 0, 2.2]}]}",
         "is in the obstacle \"post\" or"},
        {TWO_ROPES("", "-")
             WIND("") "], \"obstacles\": [{\"name\": \"box\", \"box\": {\"size\": [3, 30, 2]}, "
                      "\"position\": [-5, 0, 2]}]}",
         "is in the obstacle \"box\" or"},
        // hands
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"grasp\": {\"hand\": \"mine\", \"node\": 5}}, " CROSS "]}",
         "node 5 of \"rope\" is needed, and the hand \"mine\" holds it: release it first"},
        {TWO_ROPES("",
                   "-") "{\"grasp\": {\"hand\": \"mine\", \"rope\": \"blue\", \"node\": 25}}, " WIND("") "]}",
         "node 25 of \"blue\" is needed, and the hand \"mine\" holds it"},
        // geometry
        {TWO_ROPES("", "-") WIND(", \"sign\": \"negative\"") "]}",
         "a negative winding would undo the crossing"},
        {TWO_ROPES("", "-") WIND(", \"turns\": 1000, \"angle\": 5") "]}", "turns are too many"},
        {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [0, 30, 0]}}, {\"line\": "
         "{\"from\": [0, "
         "-40, 0], \"to\": [0, -5, 0]}}], \"strands\": [{\"name\": \"left\", \"rope\": \"rope1\"}, "
         "{\"name\": "
         "\"right\", \"rope\": \"rope2\"}], \"script\": [" CROSS "]}",
         "stand above each other: nothing says which way is across"},
        {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [30, 0, 0]}}, {\"line\": "
         "{\"from\": [0, 0, "
         "9], \"to\": [30, 0, 9]}}], \"strands\": [{\"name\": \"left\", \"rope\": \"rope1\", \"bottom\": "
         "20}, {\"name\": "
         "\"right\", \"rope\": \"rope2\"}], \"script\": [" CROSS "]}",
         "the bottom of \"left\" is node 20, which is not below its crossing point, node 10"},
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"tighten\": {\"strands\": \"left\"}}]}",
         "nothing says where the tip of \"left\" should be pulled"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage s;
        play(&s, cases[i].text);
        if (s.status != BIGHT_ERROR_EXPECT || strstr(s.error.message, cases[i].words) == NULL ||
            s.error.line < 1) {
            fail_msg("%s\ngave status %d, line %d: %s\nwanted: %s", cases[i].text, (int)s.status,
                     (int)s.error.line, s.error.message, cases[i].words);
        }
        CHECK(bight_play_get_progress(s.play).cycles == 0);
        end(&s);
    }
}

// An octahedron from a file: inside, and outside but too near.
static bight_status read_octahedron(void *user, const char *name, const void **bytes, size_t *length,
                                    bight_error *error)
{
    static const char mesh[] = "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n"
                               "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n";
    (void)user, (void)name, (void)error;
    *bytes = mesh;
    *length = sizeof mesh - 1;
    return BIGHT_OK;
}

TEST(meshes_are_in_the_way_too)
{
    static const struct {
        const char *at, *words;
    } cases[] = {{"[0, 9, 0]", "is in the obstacle \"stone\" or 2.73"},
                 {"[0, 9, 3.5]", "is in the obstacle \"stone\" or 0.5 m too near it"},
                 {"[0, 9, 4.5]", NULL}};
    for (int32_t i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 ONE_ROPE("", "", 40,
                          18) "\"obstacles\": [{\"name\": \"stone\", \"mesh\": {\"file\": \"o.obj\", "
                              "\"scale\": 3}, \"position\": [0, 9, 0]}], \"script\": [{\"cross\": "
                              "{\"active\": \"left\", \"target\": \"right\", \"at\": %s, \"cycles\": 1}}]}",
                 cases[i].at);
        bight_scene_files files = {.read = read_octahedron};
        stage s = {0};
        CHECK(bight_scene_parse(text, strlen(text), &files, NULL, &s.scene, &s.error) == BIGHT_OK);
        CHECK(bight_play_create(s.scene, NULL, &s.play, &s.error) == BIGHT_OK);
        bool more;
        s.status = bight_play_step(s.play, &more, &s.error);
        const char *wanted = cases[i].words != NULL ? cases[i].words : "not done after 1 cycles";
        if (s.status != BIGHT_ERROR_EXPECT || strstr(s.error.message, wanted) == NULL) {
            fail_msg("%s: %s", cases[i].at, s.error.message);
        }
        end(&s);
    }
}

// A target that is bent too sharply, or too taut to be straightened.
TEST(targets_of_a_bad_shape_are_refused)
{
    stage s;
    play(
        &s,
        "{\"bight\": 1, \"ropes\": [{\"name\": \"red\", \"points\": [[-10, 0, 0], [0, 6, 0], [10, 0, 0]], "
        "\"link_length\": 1}, {\"name\": \"blue\", \"line\": {\"from\": [-5, -20, -1.1], \"to\": [-2, 40, "
        "-1.1]}}], \"strands\": [{\"name\": \"target\", \"rope\": \"red\"}, {\"name\": \"active\", \"rope\": "
        "\"blue\"}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": \"first\"}}, "
        "{\"grasp\": {\"hand\": \"b\", \"rope\": \"red\", \"node\": \"last\"}}, " WIND(
            ", \"angle\": 45") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "\"target\" is too taut") != NULL);
    CHECK(bight_play_get_progress(s.play).cycles == 0);
    end(&s);
    play(
        &s,
        "{\"bight\": 1, \"ropes\": [{\"name\": \"red\", \"points\": [[-10, 0, 0], [0, 0, 0], [-9, 3, 0]], "
        "\"link_length\": 1}, {\"name\": \"blue\", \"line\": {\"from\": [-5, -20, -1.1], \"to\": [-2, 40, "
        "-1.1]}}], \"strands\": [{\"name\": \"target\", \"rope\": \"red\"}, {\"name\": \"active\", \"rope\": "
        "\"blue\"}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": "
        "\"first\"}}, " WIND(", \"angle\": 35, \"meanwhile\": [{\"hand\": \"a\", \"by\": [0, 1, 0]}]") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "bends too sharply") != NULL);
    end(&s);
}

// A crossing is used up by its winding.
TEST(a_crossing_is_wound_once)
{
    stage s;
    play(&s, TWO_ROPES("", "-") WIND(", \"turns\": 1") ", " WIND(", \"turns\": 1") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT &&
          strstr(s.error.message, "\"active\" is wound round \"target\" already: cross them again") != NULL);
    end(&s);

    // nobody crossed them, and still it is known where to pull
    play(&s, TWO_ROPES("", "-")
                 WIND(", \"turns\": 1") ", {\"tighten\": {\"strands\": \"active\", \"hold\": true}},"
                                        "{\"expect\": {\"tight\": true, \"winding\": {\"rope\": \"blue\", "
                                        "\"target\": \"red\", \"turns\": 1.5, "
                                        "\"tolerance\": 0.3}}}]}");
    must_be_done(&s);
    end(&s);
}

// What goes wrong on the way says where it stood: time, and obstacles that hold a strand back.
TEST(manoeuvres_that_do_not_get_on_say_so)
{
    stage s;
    play(&s,
         ONE_ROPE("", "", 40, 18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
                                  "\"cycles\": 20}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "not done after 20 cycles") != NULL);
    end(&s);
    play(&s, ONE_ROPE("", "", 40,
                      18) "\"obstacles\": [{\"box\": {\"size\": [200, 1, 200]}, \"position\": [0, 2, 0]}], "
                          "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
                          "\"patience\": 50}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT &&
          strstr(s.error.message, "to be lifted and came no nearer in 50 cycles") != NULL);
    end(&s);
    play(&s, TWO_ROPES("", "-") WIND(", \"cycles\": 30") "]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && strstr(s.error.message, "not done after 30 cycles") != NULL);
    end(&s);
}

RUN_TESTS(unit(impossible_manoeuvres_are_refused_before_they_start), unit(meshes_are_in_the_way_too),
          unit(targets_of_a_bad_shape_are_refused), unit(a_crossing_is_wound_once),
          unit(manoeuvres_that_do_not_get_on_say_so))
