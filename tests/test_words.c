// SPDX-License-Identifier: MIT
// What a knot may be called beside what it may hold.

#include "bight/knot_words.h"
#include "bight/play.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A result as naming leaves it: factors with their hands, 'r' or 'l'.
static bight_knot_result knot_of(int32_t factors, const char *const *names, const char *hands)
{
    bight_knot_result result = {.proved = true, .factor_count = factors};
    for (int32_t i = 0; i < factors; i++) {
        snprintf(result.factors[i].name, sizeof result.factors[i].name, "%s", names[i]);
        result.factors[i].handedness = hands[i] == 'r' ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT;
        result.crossings += names[i][0] - '0';
    }
    snprintf(result.name, sizeof result.name, "%s%s%s", factors > 0 ? names[0] : "0_1",
             factors > 1 ? " # " : "", factors > 1 ? names[1] : "");
    return result;
}

static void must_say(const bight_knot_result *result, bight_knot_around around, const char *everyday,
                     const char *qualifier, bool complete)
{
    bight_knot_words words;
    memset(&words, 7, sizeof words);
    bight_knot_words_of(result, &around, &words);
    assert_string_equal(words.everyday, everyday);
    assert_string_equal(words.qualifier, qualifier);
    CHECK(words.complete == complete);
}

TEST(beside_something_a_rope_has_no_everyday_name)
{
    static const char *const trefoils[] = {"3_1", "3_1"};
    bight_knot_result none = knot_of(0, NULL, ""), one = knot_of(1, trefoils, "r"),
                      two = knot_of(2, trefoils, "rr");
    must_say(&none, (bight_knot_around){.poles = 1}, "", "no knot without the pole", false);
    must_say(&none, (bight_knot_around){.poles = 1, .crossings = 4}, "", "no knot without the pole", false);
    must_say(&none, (bight_knot_around){.rings = 2}, "", "no knot without the rings", false);
    must_say(&none, (bight_knot_around){.ropes = 1}, "", "no knot without the other rope", false);
    must_say(&none, (bight_knot_around){.ropes = 1, .poles = 1}, "", "no knot without what it is tied to",
             false);
    must_say(&one, (bight_knot_around){.poles = 1}, "", "without the pole", false);
    must_say(&one, (bight_knot_around){.closed = true, .cloths = 1}, "", "without the cloth", false);
    must_say(&two, (bight_knot_around){.objects = 1}, "", "without what it is tied to", false);
    bight_knot_result unknown = {.name = "unknown", .factor_count = 1};
    must_say(&unknown, (bight_knot_around){.poles = 1}, "", "without the pole", false);
    must_say(&unknown, (bight_knot_around){.closed = true}, "", "", false);
}

TEST(alone_a_rope_has_an_everyday_name_where_each_such_rope_has_it)
{
    static const char *const trefoils[] = {"3_1", "3_1"}, *const surgeons[] = {"3_1", "5_1"};
    static const char *const nameless[] = {"7_2"};
    bight_knot_result none = knot_of(0, NULL, ""), one = knot_of(1, trefoils, "r");
    must_say(&none, (bight_knot_around){.crossings = 0}, "no knot", "", true);
    must_say(&none, (bight_knot_around){.crossings = 1}, "", "unknotted: can be undone with both ends held",
             false);
    must_say(&none, (bight_knot_around){.closed = true, .crossings = 1}, "unknot", "", true);
    must_say(&none, (bight_knot_around){.bare = true, .crossings = 1}, "unknot", "", true);
    must_say(&one, (bight_knot_around){.crossings = 3}, "overhand knot (trefoil)", "", true);
    must_say(&one, (bight_knot_around){.crossings = 4}, "", "type of the overhand knot (trefoil)", true);
    must_say(&one, (bight_knot_around){.closed = true, .crossings = 4}, "overhand knot (trefoil)", "", true);
    bight_knot_result granny = knot_of(2, trefoils, "rr"), square = knot_of(2, trefoils, "rl");
    must_say(&granny, (bight_knot_around){.crossings = 6}, "", "type of the granny knot", true);
    must_say(&square, (bight_knot_around){.crossings = 6}, "", "type of the square knot (reef)", true);
    must_say(&square, (bight_knot_around){.closed = true}, "square knot (reef)", "", true);
    bight_knot_result surgeon = knot_of(2, surgeons, "rl"), other = knot_of(1, nameless, "r");
    must_say(&surgeon, (bight_knot_around){.crossings = 8}, "", "type of the surgeon's knot", true);
    must_say(&other, (bight_knot_around){.crossings = 7}, "", "", true);
    bight_knot_words words;
    bight_knot_words_of(&none, NULL, &words);
    assert_string_equal(words.everyday, "no knot");
}

#define TURNS 40

TEST(crossings_are_those_of_the_best_view)
{
    // a line, an arc, a helix and a loop that lies on itself but not seen from the side: all open from
    // somewhere
    bight_vec3 line[5], arc[TURNS], helix[TURNS], loop[TURNS];
    for (int32_t i = 0; i < 5; i++) {
        line[i] = (bight_vec3){i, 2 * i, -i};
    }
    for (int32_t i = 0; i < TURNS; i++) {
        double a = 2.2 * 3.14159265358979 * i / (TURNS - 1);
        arc[i] = (bight_vec3){cos(a / 2.5), sin(a / 2.5), 0.3 * cos(a / 2.5)};
        helix[i] = (bight_vec3){cos(3 * a), sin(3 * a), 20 * a};
        loop[i] = (bight_vec3){cos(a), sin(a), 0.05 * a};
    }
    CHECK(bight_curve_least_crossings((bight_curve){line, 5, false}, 9) == 0);
    CHECK(bight_curve_least_crossings((bight_curve){arc, TURNS, false}, 9) == 0);
    CHECK(bight_curve_least_crossings((bight_curve){helix, TURNS, false}, 9) == 0);
    CHECK(bight_curve_least_crossings((bight_curve){loop, TURNS, false}, 9) == 0);
    // one and the same place twice is a crossing from everywhere
    bight_vec3 hook[4] = {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, -1, 0}};
    CHECK(bight_curve_least_crossings((bight_curve){hook, 4, false}, 9) == 1);
    bight_vec3 eight[7] = {{-2, -2, 0}, {0, 0, 0}, {2, 2, 0}, {3, 0, 1}, {2, -2, 0}, {0, 0, 0}, {-2, 2, 0}};
    CHECK(bight_curve_least_crossings((bight_curve){eight, 7, false}, 9) >= 1);
}

// The overhand knot: a trefoil opened where it is farthest out, its ends led away. It needs three crossings.
TEST(an_overhand_knot_shows_three_crossings)
{
    bight_vec3 points[100];
    for (int32_t i = 0; i < 100; i++) {
        double a = 3.14159265358979 * (1.0 / 3.0 + 2 * (i + 0.5) / 103), out = i == 0 || i == 99 ? 9 : 1;
        points[i] =
            (bight_vec3){out * (sin(a) + 2 * sin(2 * a)), out * (cos(a) - 2 * cos(2 * a)), -sin(3 * a)};
    }
    CHECK(bight_curve_least_crossings((bight_curve){points, 100, false}, 20) == 3);
    CHECK(bight_curve_least_crossings((bight_curve){points, 100, false}, 1) == 2);
    bight_play_knot knot;
    CHECK(bight_play_name_curve(NULL, (bight_curve){points, 100, false}, 0, &knot, NULL) == BIGHT_OK);
    assert_string_equal(knot.name, "3_1");
    assert_string_equal(knot.words.everyday, "overhand knot (trefoil)");
    bight_knot_around pole = {.poles = 1};
    CHECK(bight_play_name_around(NULL, (bight_curve){points, 100, false}, &pole, 0, &knot, NULL) == BIGHT_OK);
    assert_string_equal(knot.words.everyday, "");
    assert_string_equal(knot.words.qualifier, "without the pole");
}

// ---- what a rope may hold ---------------------------------------------------------------------------

#define ROPE "\"ropes\": [{\"points\": [[-5, 0, 0], [0, 3, 3], [5, 0, 0]], \"radius\": 0.2}]"

TEST(a_rope_may_hold_what_meets_its_box)
{
    static const struct {
        const char *obstacle;
        bool holds;
    } cases[] = {
        {"\"capsule\": {\"radius\": 0.3, \"length\": 20}, \"position\": [0, 0, 1.5]", true},
        {"\"capsule\": {\"radius\": 0.3, \"length\": 20}, \"position\": [0, 0, -1]", false},
        {"\"capsule\": {\"radius\": 0.3, \"length\": 20}, \"position\": [0, 0, -1], \"along\": [0, 0, 1]",
         true},
        {"\"capsule\": {\"radius\": 0.3, \"length\": 20}, \"position\": [0, -5, 1.5], \"along\": [0, 0, 1]",
                  false},
                 {"\"torus\": {\"radius\": 3, \"tube\": 0.2}, \"position\": [0, 0, -1]", true},
        {"\"torus\": {\"radius\": 3, \"tube\": 0.2}, \"position\": [0, 0, -1], \"along\": [0, 0, 1]", false},
        {"\"box\": {\"size\": [40, 2, 40]}, \"position\": [0, -1.5, 0]", false},
        {"\"box\": {\"size\": [0.2, 8, 0.2]}, \"position\": [0, 1.5, 4]", false},
        {"\"box\": {\"size\": [0.2, 8, 0.2]}, \"position\": [0, 1.5, 4], \"along\": [0, 0, 1]", true},
        {"\"sphere\": {\"radius\": 0.5}, \"position\": [0, 0, 2]", true},
        {"\"sphere\": {\"radius\": 0.5}, \"position\": [0, 9, 0]", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, "{\"bight\": 1, " ROPE ", \"obstacles\": [{%s}]}", cases[i].obstacle);
        bight_scene *scene = NULL;
        bight_play *play = NULL;
        bight_error error = {0};
        bool made = bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) == BIGHT_OK &&
                    bight_play_create(scene, NULL, &play, &error) == BIGHT_OK;
        if (!made) {
            fprintf(stderr, "%s: %s\n", cases[i].obstacle, error.message);
        }
        CHECK(made);
        bight_knot_around around = bight_play_around(play, 0);
        CHECK_SEED((around.poles + around.rings + around.objects == 1) == cases[i].holds, i);
        CHECK(around.ropes == 0 && around.cloths == 0 && !around.closed);
        bight_play_knot knot;
        CHECK(bight_play_name(play, 0, &knot, NULL) == BIGHT_OK);
        CHECK_SEED((strncmp(knot.words.qualifier, "no knot without the ", 20) == 0 ||
                    strcmp(knot.words.qualifier, "no knot without what it is tied to") == 0) ==
                       cases[i].holds,
                   i);
        bight_play_destroy(play);
        bight_scene_destroy(scene);
    }
}

RUN_TESTS(unit(beside_something_a_rope_has_no_everyday_name),
          unit(alone_a_rope_has_an_everyday_name_where_each_such_rope_has_it),
          unit(crossings_are_those_of_the_best_view), unit(an_overhand_knot_shows_three_crossings),
          unit(a_rope_may_hold_what_meets_its_box))
