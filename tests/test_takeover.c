// SPDX-License-Identifier: MIT
// A script that is left by hand, and the script that says the same to the cycle.

#include "bight/play.h"
#include "core/vec3.h"
#include "test.h"

#include <string.h>

#define ROPE "\"ropes\": [{\"name\": \"rope\", \"line\": {\"from\": [-30, 0, 0], \"to\": [0, 0, 0]}}]"
#define FAN                                                                                                  \
    "\"obstacles\": [{\"name\": \"ball\", \"sphere\": {\"radius\": 2}, \"position\": [-15, 12, 0], "         \
    "\"motion\": {\"path\": [[-15, -12, 0]]}}]"
#define LEAD                                                                                                 \
    "{\"grasp\": {\"hand\": \"end\", \"node\": \"last\"}}, "                                                 \
    "{\"move\": {\"hand\": \"end\", \"to\": [[6, 6, 2], [-8, 9, 3]], \"speed\": 0.8}"

typedef struct stage {
    bight_scene *scene;
    bight_play *play;
} stage;

static stage begin(const char *text)
{
    stage s;
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &s.scene, &error) != BIGHT_OK ||
        bight_play_create(s.scene, NULL, &s.play, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    return s;
}

static void end(stage *s)
{
    bight_play_destroy(s->play);
    bight_scene_destroy(s->scene);
}

static void play_cycles(stage *s, int32_t cycles)
{
    bool more = true;
    for (int32_t i = 0; i < cycles; i++) {
        CHECK(bight_play_step(s->play, &more, NULL) == BIGHT_OK && more);
    }
}

static void coast(stage *s, int32_t cycles)
{
    for (int32_t i = 0; i < cycles; i++) {
        CHECK(bight_play_coast(s->play, NULL) == BIGHT_OK);
    }
}

static uint64_t hash(const stage *s)
{
    return bight_world_hash(bight_play_world(s->play));
}

static uint64_t hash_at_the_end(const char *text)
{
    stage s = begin(text);
    bool more = true;
    bight_error error = {0};
    while (more) {
        if (bight_play_step(s.play, &more, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
    }
    uint64_t found = hash(&s);
    end(&s);
    return found;
}

TEST(what_hands_do_after_taking_over_can_be_written_as_a_script)
{
    stage s = begin("{\"bight\": 1, " ROPE ", " FAN ", \"script\": [" LEAD "}]}");
    play_cycles(&s, 21);
    bight_world *world = bight_play_world(s.play);
    bight_hand_id lead = bight_play_hand(s.play, 0), second;
    CHECK(bight_hand_set_target(world, lead, v3(-9.25, 1.0 / 3.0, -4.125)) == BIGHT_OK);
    coast(&s, 7);
    CHECK(bight_hand_grasp(world, bight_play_rope(s.play, 0), 3, &second, NULL) == BIGHT_OK);
    CHECK(bight_hand_set_target(world, second, v3(-20, -5, 0.1)) == BIGHT_OK);
    coast(&s, 30);
    CHECK(bight_hand_release(world, lead));
    coast(&s, 11);
    uint64_t by_hand = hash(&s);
    CHECK(bight_play_get_progress(s.play).cycles == 69);
    end(&s);

    uint64_t by_script = hash_at_the_end(
        "{\"bight\": 1, " ROPE ", " FAN ", \"script\": [" LEAD ", \"until\": 21}, "
        "{\"target\": {\"hand\": \"end\", \"at\": [-9.25, 0.3333333333333333, -4.125]}}, "
        "{\"wait\": {\"cycles\": 7}}, {\"grasp\": {\"hand\": \"hand1\", \"node\": 3}}, "
        "{\"target\": {\"hand\": \"hand1\", \"at\": [-20, -5, 0.1]}}, {\"wait\": {\"cycles\": 30}}, "
        "{\"release\": \"end\"}, {\"wait\": {\"cycles\": 11}}]}");
    CHECK(by_script == by_hand);
}

TEST(a_step_cut_off_leaves_hands_their_targets)
{
    stage s = begin("{\"bight\": 1, " ROPE ", \"script\": [" LEAD ", \"until\": 10}, "
                    "{\"wait\": {\"cycles\": 50}}]}");
    play_cycles(&s, 10);
    bight_hand_state there, later;
    bight_hand_get(bight_play_world(s.play), bight_play_hand(s.play, 0), &there);
    play_cycles(&s, 20);
    bight_hand_get(bight_play_world(s.play), bight_play_hand(s.play, 0), &later);
    CHECK(v3_distance(there.target, later.target) == 0.0 && later.lag < 1e-9);
    end(&s);
}

TEST(a_step_whose_time_is_over_is_passed_over)
{
    stage s = begin("{\"bight\": 1, " ROPE ", \"script\": [{\"wait\": {\"cycles\": 9}}, "
                    "{\"wait\": {\"cycles\": 100}, \"until\": 9}, {\"wait\": {\"cycles\": 5}, \"until\": 4}, "
                    "{\"wait\": {\"cycles\": 2}, \"until\": 400}]}");
    CHECK(bight_play_get_progress(s.play).expected == 11);
    play_cycles(&s, 11);
    bool more = true;
    CHECK(bight_play_step(s.play, &more, NULL) == BIGHT_OK && !more);
    end(&s);
}

TEST(a_target_holds_until_the_next)
{
    stage s = begin("{\"bight\": 1, " ROPE ", \"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": -1}}, "
                    "{\"target\": {\"hand\": \"a\", \"at\": [0, 4.5, 0]}}, {\"wait\": {\"cycles\": 12}}]}");
    play_cycles(&s, 12);
    bight_hand_state state;
    bight_hand_get(bight_play_world(s.play), bight_play_hand(s.play, 0), &state);
    // 0.9 radii a cycle: 4.5 takes ten
    CHECK(v3_distance(state.position, v3(0, 4.5, 0)) < 1e-9);
    end(&s);
}

TEST(an_expectation_can_be_asked_at_any_time)
{
    stage s = begin("{\"bight\": 1, " ROPE ", \"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": -1}}, "
                    "{\"move\": {\"hand\": \"a\", \"to\": [0, 9, 0]}}, "
                    "{\"expect\": {\"place\": {\"node\": -1, \"point\": [0, 9, 0], \"within\": 0.5}}}]}");
    bool holds = true;
    bight_error error = {0};
    CHECK(bight_play_holds(s.play, 1, &holds, &error) == BIGHT_ERROR_INVALID && !holds);
    CHECK(bight_play_holds(s.play, 3, &holds, &error) == BIGHT_ERROR_INVALID && !holds);
    CHECK(bight_play_holds(s.play, 2, &holds, NULL) == BIGHT_OK && !holds);
    play_cycles(&s, 39);
    CHECK(bight_play_holds(s.play, 2, &holds, NULL) == BIGHT_OK && holds);
    int32_t checks = -1;
    bight_play_checks(s.play, &checks);
    CHECK(checks == 0);
    end(&s);
}

TEST(slack_is_measured_between_the_ends_when_no_hands_are_named)
{
    // two sides of a right angle, 6 and 8 long, diameter one: 14 of rope over a distance of 10
    stage s = begin(
        "{\"bight\": 1, \"ropes\": [{\"points\": [[6, 0, 0], [0, 0, 0], [0, 8, 0]], \"link_length\": 1}], "
        "\"script\": [{\"expect\": {\"slack\": {\"max\": 4.001}}}, {\"expect\": {\"slack\": {\"max\": "
        "3.999}}}, "
        "{\"expect\": {\"slack\": {\"min\": 3.999}}}]}");
    bool holds[3];
    for (int32_t i = 0; i < 3; i++) {
        CHECK(bight_play_holds(s.play, i, &holds[i], NULL) == BIGHT_OK);
    }
    CHECK(holds[0] && !holds[1] && holds[2]);
    end(&s);
}

TEST(until_goes_only_with_steps_that_take_time)
{
    const char *text = "{\"bight\": 1, " ROPE ",\n\"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": 0}, "
                       "\"until\": 3}]}";
    bight_scene *scene = NULL;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
    CHECK(error.line == 2 && strstr(error.message, "script[0].until goes with") != NULL);
    text = "{\"bight\": 1, " ROPE ", \"script\": [{\"target\": {\"hand\": \"a\", \"at\": [0, 0, 0]}}]}";
    CHECK(bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "script[0].target.hand") != NULL);
}

RUN_TESTS(unit(what_hands_do_after_taking_over_can_be_written_as_a_script),
          unit(a_step_cut_off_leaves_hands_their_targets), unit(a_step_whose_time_is_over_is_passed_over),
          unit(a_target_holds_until_the_next), unit(an_expectation_can_be_asked_at_any_time),
          unit(slack_is_measured_between_the_ends_when_no_hands_are_named),
          unit(until_goes_only_with_steps_that_take_time))
