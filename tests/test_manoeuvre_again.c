// SPDX-License-Identifier: MIT
// Calls that reach states, are tried again and have time-outs: what is put back is put back to the bit.

#include "manoeuvre_stage.h"

#define STRANDS "\"strands\": [\"left\", \"right\"]"

// A tail of 7 m is too short for a winding; the cross before it moves the rope for hundreds of cycles.
static const char first_short[] = ONE_ROPE(
    "", "", 40, 18) "\"manoeuvres\": [{\"name\": \"tie\", \"strands\": [\"C\", \"T\"], \"steps\": ["
                    "{\"cross\": {\"active\": \"C\", \"target\": \"T\", \"tail\": 7}},"
                    "{\"wind\": {\"active\": \"C\", \"target\": \"T\"}},"
                    "{\"goal\": {\"strand\": \"C\", \"knot\": \"overhand\"}},"
                    "{\"tighten\": {\"strands\": [\"C\", \"T\"]}}]}],\n"
                    "\"script\": [{\"wait\": {\"cycles\": 3}}, {\"manoeuvre\": {\"name\": \"tie\", " STRANDS
                    ", \"state\": \"tied\", \"retry\": [{\"tail\": 7.4}, {\"tail\": 18}]}}]}";

static const char at_once[] = ONE_ROPE(
    "", "", 40, 18) "\"manoeuvres\": [{\"name\": \"tie\", \"strands\": [\"C\", \"T\"], \"steps\": ["
                    "{\"cross\": {\"active\": \"C\", \"target\": \"T\", \"tail\": 18}},"
                    "{\"wind\": {\"active\": \"C\", \"target\": \"T\"}},"
                    "{\"tighten\": {\"strands\": [\"C\", \"T\"]}}]}],\n"
                    "\"script\": [{\"wait\": {\"cycles\": 3}}, {\"manoeuvre\": {\"name\": \"tie\", " STRANDS
                    "}}]}";

TEST(what_failed_before_leaves_no_trace)
{
    stage again, once;
    failing_allocator memory = {0};
    play_on(&again, first_short, &memory, 1);
    must_be_done(&again);
    failing_allocator other = {0};
    play_on(&once, at_once, &other, 1);
    must_be_done(&once);
    expect_clean(&again);
    CHECK(memory.held < other.held + other.held / 2); // what was kept for a call is given back at its end
    expect_knot(&again, "3_1", BIGHT_CHIRALITY_RIGHT);

    // the same bits, cycles and statistics as of a run that never failed
    CHECK(bight_play_hash(again.play) == bight_play_hash(once.play));
    CHECK(bight_play_get_progress(again.play).cycles == bight_play_get_progress(once.play).cycles);
    CHECK(bight_world_get_stats(bight_play_world(again.play)).cycles ==
          bight_world_get_stats(bight_play_world(once.play)).cycles);
    int32_t count;
    const bight_play_state *states = bight_play_states(again.play, &count);
    CHECK(count == 1 && strcmp(states[0].name, "tied") == 0 && states[0].reached && states[0].tries == 3 &&
          states[0].step == 1 && states[0].cycle == bight_play_get_progress(again.play).cycles);
    CHECK(bight_play_states(once.play, &count) == NULL && count == 0);
    end(&once);
    end(&again);
    CHECK(memory.held == 0);
}

// A goal that is not reached fails the call it stands in; calls inside are tried first, then those around them.
TEST(goals_fail_calls_from_the_inside_out)
{
    static const char text[] = ONE_ROPE(
        "", "", 40,
        18) "\"manoeuvres\": [{\"name\": \"inner\", \"strands\": [\"C\", \"T\"], \"steps\": ["
            "{\"cross\": {\"active\": \"C\", \"target\": \"T\"}},"
            "{\"wind\": {\"active\": \"C\", \"target\": \"T\"}},"
            "{\"goal\": {\"strand\": \"C\", \"knot\": \"4_1\"}}]},"
            "{\"name\": \"outer\", \"strands\": [\"C\", \"T\"], \"steps\": ["
            "{\"manoeuvre\": {\"name\": \"inner\", \"strands\": [\"C\", \"T\"], \"state\": \"wound\", "
            "\"retry\": [{\"angle\": 70}]}}, {\"tighten\": {\"strands\": [\"C\"]}}]}],\n"
            "\"script\": [{\"manoeuvre\": {\"name\": \"outer\", " STRANDS
            ", \"state\": \"all\", \"retry\": [{\"speed\": 1}]}}]}";
    stage s;
    play(&s, text);
    CHECK(s.status == BIGHT_ERROR_EXPECT);
    if (strstr(s.error.message,
               "step 1 (manoeuvre): part 3 (goal): the knot of \"rope\" should be 4_1 and is 3_1") == NULL) {
        fail_msg("%s", s.error.message);
    }
    int32_t count;
    const bight_play_state *states = bight_play_states(s.play, &count);
    CHECK(count == 2 && strcmp(states[0].name, "all") == 0 && !states[0].reached && states[0].tries == 2);
    CHECK(strcmp(states[1].name, "wound") == 0 && !states[1].reached && states[1].tries == 2);
    end(&s);
}

TEST(a_call_that_takes_too_long_fails)
{
    stage s;
    play(&s, ONE_ROPE("", "", 40, 18) "\"script\": [{\"half_knot\": {" STRANDS ", \"timeout\": 90}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT);
    CHECK(strstr(s.error.message, "\"half_knot\" is not done after 90 cycles, its time-out") != NULL);
    CHECK(bight_play_get_progress(s.play).cycles == 90);
    end(&s);

    // with more speed it is done: what is tried inside a call goes before what is tried around it
    play(&s, ONE_ROPE("", "", 40,
                      18) "\"manoeuvres\": [{\"name\": \"slow\", \"strands\": [\"C\", \"T\"], \"steps\": ["
                          "{\"cross\": {\"active\": \"C\", \"target\": \"T\", \"speed\": 0.02}}]}],"
                          "\"script\": [{\"manoeuvre\": {\"name\": \"slow\", " STRANDS
                          ", \"timeout\": 600, \"state\": \"crossed\", \"retry\": [{\"speed\": 1}]}}]}");
    must_be_done(&s);
    int32_t count;
    const bight_play_state *states = bight_play_states(s.play, &count);
    CHECK(count == 1 && states[0].reached && states[0].tries == 2 && states[0].cycle < 600);
    end(&s);
}

// The knot with what it holds: two ropes make a square knot, and no granny.
TEST(goals_know_what_sailors_call_it)
{
    static const char *const names[] = {"square knot", "granny knot"};
    for (int32_t i = 0; i < 2; i++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            "{\"bight\": 1, \"ropes\": [{\"name\": \"a\", \"line\": {\"from\": [-40, 0, 0], \"to\": [30, 0, "
            "0]}},"
            "{\"name\": \"b\", \"line\": {\"from\": [40, 0, 6], \"to\": [-30, 0, 6]}}],\n"
            "\"strands\": [{\"name\": \"A\", \"rope\": \"a\", \"tail\": 20}, {\"name\": \"B\", \"rope\": "
            "\"b\", \"tail\": 20}],\n"
            "\"manoeuvres\": [{\"name\": \"join\", \"strands\": [\"C\", \"T\"], \"steps\": ["
            "{\"manoeuvre\": {\"name\": \"reef_knot\", \"strands\": [\"C\", \"T\"]}},"
            "{\"goal\": {\"strand\": \"C\", \"everyday\": \"%s\"}}]}],\n"
            "\"script\": [{\"grasp\": {\"hand\": \"l\", \"rope\": \"a\", \"node\": 0}},"
            "{\"grasp\": {\"hand\": \"r\", \"rope\": \"b\", \"node\": 0}},"
            "{\"manoeuvre\": {\"name\": \"join\", \"strands\": [\"A\", \"B\"], \"state\": \"joined\"}}]}",
            names[i]);
        stage s;
        play(&s, text);
        if (i == 0) {
            must_be_done(&s);
        } else {
            CHECK(s.status == BIGHT_ERROR_EXPECT);
            CHECK(strstr(s.error.message, "\"a\" should make a granny knot and makes square knot") != NULL);
        }
        end(&s);
    }
}

TEST(every_allocation_of_a_second_try_may_fail)
{
    failing_allocator count = {0};
    stage s;
    play_on(&s, first_short, &count, 1);
    must_be_done(&s);
    end(&s);
    for (int64_t fail = 1; fail <= count.calls; fail += 1 + count.calls / LESS_WHEN_CHECKED(60, 12)) {
        failing_allocator memory = {.fail_at = fail};
        play_on(&s, first_short, &memory, 1);
        if (s.status != BIGHT_OK && s.status != BIGHT_ERROR_NO_MEMORY) {
            fail_msg("allocation %d: %s", (int)fail, s.error.message);
        }
        end(&s);
        CHECK_SEED(memory.held == 0, fail);
    }
}

RUN_TESTS(unit(what_failed_before_leaves_no_trace), unit(goals_fail_calls_from_the_inside_out),
          unit(a_call_that_takes_too_long_fails), unit(goals_know_what_sailors_call_it),
          unit(every_allocation_of_a_second_try_may_fail))
