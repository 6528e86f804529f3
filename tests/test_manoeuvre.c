// SPDX-License-Identifier: MIT
// Manoeuvres: knots that crossing and winding make, what they measure, and what is refused before it starts.

#include "manoeuvre_stage.h"

// ---- knots ------------------------------------------------------------------------------------------

// A cross is half a turn and a winding one: T(2, 3) and its sums, right-handed unless mirrored, for each
// model, with and without gravity, at another scale, with other links, and at other angles.
TEST(programs_tie_the_knots_they_are_called)
{
    static const struct {
        const char *text, *knot;
        bight_play_chirality chirality;
    } knots[] = {
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1", BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE("", "", 40, 18) "\"script\": [{\"self_knot\": " MIRROR "}]}", "3_1", BIGHT_CHIRALITY_LEFT},
        {ONE_ROPE("", GRAVITY, 50, 18) "\"script\": [{\"half_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(PROJECTION, "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(PROJECTION, GRAVITY, 50, 18) "\"script\": [{\"self_knot\": " MIRROR "}]}", "3_1",
         BIGHT_CHIRALITY_LEFT},
        {ONE_ROPE(", \"radius\": 0.005", "", 0.4, 0.18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(", \"links\": 130", "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", "3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE("", "", 45,
                  20) "\"script\": [{\"self_knot\": {\"strands\": [\"right\", \"left\"], \"angle\": "
                      "75}}]}",
         "3_1", BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE(PROJECTION, "", 70, 18) "\"script\": [{\"granny_knot\": " BOTH "}]}", "3_1 # 3_1",
         BIGHT_CHIRALITY_RIGHT},
        {ONE_ROPE("", "", 75, 18) "\"script\": [{\"reef_knot\": " BOTH "}]}", "3_1 # m3_1",
         BIGHT_CHIRALITY_MIXED},
        {ONE_ROPE(PROJECTION, "", 90, 26) "\"script\": [{\"surgeons_knot\": " MIRROR "}]}", "3_1 # m5_1",
         BIGHT_CHIRALITY_MIXED},
        {ONE_ROPE(PROJECTION, "", 60, 26) "\"script\": [{\"manoeuvre\": {\"name\": \"double_half_knot\", "
                                          "\"strands\": [\"left\", \"right\"]}}]}",
         "5_1", BIGHT_CHIRALITY_RIGHT},
    };
    for (size_t i = 0; i < sizeof knots / sizeof *knots; i += LESS_WHEN_CHECKED(1, 3)) {
        stage s;
        play(&s, knots[i].text);
        must_be_done(&s);
        expect_knot(&s, knots[i].knot, knots[i].chirality);
        expect_clean(&s);
        end(&s);
    }
}

// What winding adds: nothing after the cross, three crossings after a whole turn, none of them after half of
// an opposite one, which is refused.
TEST(a_cross_alone_ties_nothing)
{
    stage s;
    play(&s, ONE_ROPE("", "", 40,
                      18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\"}}]}");
    must_be_done(&s);
    expect_knot(&s, "0_1", BIGHT_CHIRALITY_NONE);
    end(&s);
}

// Two ropes that are held at their far ends, lying beside each other or apart: the first half knot has them side by side, taut,
// and the second is tied with what rope is left.
TEST(two_ropes_that_are_held_at_their_far_ends_are_joined)
{
    static const struct {
        double in, aside;
        const char *knot, *name;
    } cases[] = {{30, 0.9, "reef_knot", "square knot"},
                 {30, 6.0, "granny_knot", "granny knot"},
                 {40, 6.0, "reef_knot", "square knot"},
                 {40, 6.0, "granny_knot", "granny knot"},
                 {30, 0.9, "granny_knot", "granny knot"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += LESS_WHEN_CHECKED(1, 3)) {
        char text[2000];
        snprintf(text, sizeof text,
                 "{\"bight\": 1, \"ropes\": [{\"name\": \"a\", \"line\": {\"from\": [-40, 0, 0], \"to\": "
                 "[%g, 0, 0]}},"
                 "{\"name\": \"b\", \"line\": {\"from\": [40, 0, %g], \"to\": [-%g, 0, %g]}}],\n"
                 "\"strands\": [{\"name\": \"A\", \"rope\": \"a\", \"tail\": 20}, {\"name\": \"B\", "
                 "\"rope\": \"b\", "
                 "\"tail\": 20}],\n\"script\": [{\"grasp\": {\"hand\": \"l\", \"rope\": \"a\", \"node\": 0}},"
                 "{\"grasp\": {\"hand\": \"r\", \"rope\": \"b\", \"node\": 0}},{\"%s\": {\"strands\": "
                 "[\"A\", \"B\"]}}]}",
                 cases[i].in, cases[i].aside, cases[i].in, cases[i].aside, cases[i].knot);
        stage s;
        play(&s, text);
        must_be_done(&s);
        expect_clean(&s);
        bight_sailor_name name;
        CHECK(bight_play_sailor(s.play, 0, &name, NULL) == BIGHT_OK);
        if (strcmp(name.name, cases[i].name) != 0) {
            fail_msg("%g %g: %s instead of %s", cases[i].in, cases[i].aside, name.name, cases[i].name);
        }
        end(&s);
    }
}

// ---- windings ---------------------------------------------------------------------------------------

// The strand lies on the helix of its angle: it turns as often as was asked, and spreads 2 pi R turns / tan.
TEST(the_angle_decides_the_spread)
{
    const double angles[] = {30, 45, 60, 75};
    double before = 1e9;
    for (int32_t i = 0; i < 4; i++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            TWO_ROPES("", "-") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 2, "
                               "\"angle\": %g}}]}",
            angles[i]);
        stage s;
        play(&s, text);
        must_be_done(&s);
        expect_clean(&s);
        double turns = 0.0, rope = 0.0, spread = 0.0;
        CHECK(sscanf(s.words, "wound %lf turns with %lf m of rope over %lf m", &turns, &rope, &spread) == 3);
        double theta = angles[i] * 3.14159265358979 / 180.0, round = 2.0 * 6.28318530717959 * 1.1;
        CHECK_NEAR(turns, 2.0, 0.05);
        CHECK_NEAR(spread, round / tan(theta), 0.06 * round / tan(theta) + 0.1);
        // chords are shorter than the arcs
        CHECK(rope < round / sin(theta) && rope > 0.94 * round / sin(theta));
        CHECK(spread < before);
        before = spread;
        end(&s);
    }
}

// The handedness that was asked for, whichever way it is measured: cross and winding add up to 2.5 turns.
TEST(windings_have_the_sign_they_were_told)
{
    static const char *const texts[] = {
        TWO_ROPES("",
                  "-") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 2}},"
                       "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": 2.5, "
                       "\"least_spread\": 7, \"most_spread\": 9}, \"rollbacks\": 0, \"cuts\": 0}}]}",
        TWO_ROPES(PROJECTION,
                  "") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 2, "
                      "\"sign\": \"negative\"}},"
                      "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": "
                      "-2.5}, \"linking\": {\"ropes\": [\"blue\", \"red\"], \"number\": -2.4, "
                      "\"tolerance\": 0.2}, \"rollbacks\": 0}}]}"};
    for (int32_t i = 0; i < 2; i++) {
        stage s;
        play(&s, texts[i]);
        must_be_done(&s);
        end(&s);
    }
}

// The target moves while it is wound on, past a post in the way of the tail; no memory is taken on the way.
TEST(a_moving_target_is_wound_on)
{
    static const char *const models[] = {TWO_ROPES("", "-") "", TWO_ROPES(PROJECTION, "-") ""};
    for (int32_t i = 0; i < 2; i++) {
        char text[3000];
        snprintf(
            text, sizeof text,
            "%s{\"release\": \"c\"}, {\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": "
            "1.5, \"meanwhile\": ["
            "{\"hand\": \"a\", \"by\": [[3, 3, 0], [3, 5, 3], [3, 0, 5]], \"smooth\": true, \"speed\": 0.2},"
            "{\"hand\": \"b\", \"by\": [[-3, -3, 0], [-3, 0, -4], [-3, 5, -2]], \"smooth\": true, "
            "\"speed\": 0.2}]}},"
            "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": 2}, "
            "\"rollbacks\": 0}}],\n"
            "\"obstacles\": [{\"name\": \"post\", \"capsule\": {\"radius\": 1, \"length\": 50}, "
            "\"position\": [-6, 0, -8]}]}",
            models[i]);
        stage s;
        failing_allocator memory = {0};
        play_on(&s, text, &memory, 1);
        must_be_done(&s);
        end(&s);
        CHECK(memory.held == 0);
    }
}

// The target is an arc of 220 degrees and stays one (solved for, a slack rope would not keep its shape): the tube is bent, and the axis turns too far for the
// winding integral, so Gauss's counts.
TEST(a_bent_target_is_wound_on_along_its_bend)
{
    static const char *const models[] = {"ftl", "projection"};
    for (int32_t i = 0; i < 2; i++) {
        char text[6000];
        int32_t used =
            snprintf(text, sizeof text,
                     "{\"bight\": 1, \"world\": {\"response\": \"paper\"}, \"ropes\": [{\"name\": \"blue\", "
                     "\"model\": \"%s\", \"line\": "
                     "{\"from\": [14.7, 6.55, -15], \"to\": [14.7, 6.55, 31]}}, {\"name\": \"red\", "
                     "\"model\": \"%s\", \"smooth\": true, \"link_length\": 1, \"points\": [",
                     models[i], models[i]);
        for (int32_t a = 0; a <= 220; a += 4) {
            double angle = a * 3.14159265358979 / 180.0;
            used += snprintf(text + used, sizeof text - (size_t)used, "%s[%.6f, %.6f, 0]", a > 0 ? ", " : "",
                             15.0 * cos(angle), 15.0 * sin(angle));
        }
        snprintf(
            text + used, sizeof text - (size_t)used,
            "]}], \"strands\": [{\"name\": \"target\", \"rope\": \"red\"}, {\"name\": \"active\", \"rope\": "
            "\"blue\"}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"rope\": \"red\", \"node\": "
            "\"first\"}}, "
            "{\"grasp\": {\"hand\": \"b\", \"rope\": \"red\", \"node\": \"last\"}}, {\"grasp\": {\"hand\": "
            "\"m\", "
            "\"rope\": \"red\", \"node\": \"middle\"}}, {\"grasp\": {\"hand\": \"c\", \"rope\": \"blue\", "
            "\"node\": \"first\"}}, {\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": "
            "2, "
            "\"sign\": \"negative\", \"lead\": 8, \"meanwhile\": [{\"hand\": \"a\", \"by\": [0, 0.5, 0]}]}}, "
            "{\"expect\": {\"winding\": {\"rope\": \"blue\", \"target\": \"red\", \"turns\": -2.2, "
            "\"tolerance\": 0.3}, \"rollbacks\": 0}}]}");
        stage s;
        play(&s, text);
        must_be_done(&s);
        end(&s);
    }
}

// G is built in every cycle, and nothing is taken for it in hundreds of cycles: only the lists of hands and of the
// response's contacts double, as more nodes are held and touch.
TEST(a_warm_winding_takes_no_memory)
{
    stage s;
    failing_allocator memory = {0};
    play_on(&s,
            TWO_ROPES("", "-") "{\"wind\": {\"active\": \"active\", \"target\": \"target\", \"turns\": 3, "
                               "\"meanwhile\": [{\"hand\": \"a\", \"by\": [2, 3, 2], \"speed\": 0.05}]}}]}",
            &memory, 1);
    must_be_done(&s);
    if (s.calls[0] == 0 || s.calls[1] > s.calls[0] + 64) {
        fail_msg("%d calls for memory, then %d", (int)s.calls[0], (int)s.calls[1]);
    }
    end(&s);
}

TEST(threads_do_not_change_a_manoeuvre)
{
    uint64_t hashes[2];
    for (int32_t i = 0; i < 2; i++) {
        stage s;
        play_on(&s, ONE_ROPE("", "", 40, 18) "\"script\": [{\"self_knot\": " BOTH "}]}", NULL,
                i == 0 ? 1 : 3);
        must_be_done(&s);
        hashes[i] = bight_world_hash(bight_play_world(s.play));
        end(&s);
    }
    CHECK(hashes[0] == hashes[1]);
}

// ---- holding ----------------------------------------------------------------------------------------

// What a manoeuvre holds nobody else can take; after let_go everybody can.
TEST(let_go_lets_go)
{
    stage s;
    play(&s,
         ONE_ROPE("", "", 40, 18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\"}},"
                                  "{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}]}");
    if (s.status == BIGHT_OK || strstr(s.error.message, "in another hand already") == NULL) {
        fail_msg("%d: %s", (int)s.status, s.error.message);
    }
    end(&s);
    play(&s,
         ONE_ROPE("", "", 40, 18) "\"script\": [{\"cross\": {\"active\": \"left\", \"target\": \"right\"}},"
                                  "{\"let_go\": [\"left\", \"right\"]},"
                                  "{\"grasp\": {\"hand\": \"h\", \"node\": \"first\"}}]}");
    must_be_done(&s);
    for (int32_t node = 1; node <= 80; node++) {
        bight_hand_id id;
        CHECK(bight_hand_grasp(bight_play_world(s.play), bight_play_rope(s.play, 0), node, &id, NULL) ==
              BIGHT_OK);
    }
    end(&s);
}

// What one program holds stays where it is while another works elsewhere.
TEST(what_is_held_stays_while_others_are_tied)
{
    stage s;
    play(&s,
         "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [-40, 0, 0], \"to\": [40, 0, 0]}}, {\"line\": "
         "{\"from\": "
         "[-40, 0, 90], \"to\": [40, 0, 90]}}],\n"
         "\"strands\": [{\"name\": \"a\", \"rope\": \"rope1\", \"end\": \"first\", \"tail\": 18}, {\"name\": "
         "\"b\", "
         "\"rope\": \"rope1\", \"tail\": 18}, {\"name\": \"c\", \"rope\": \"rope2\", \"end\": \"first\", "
         "\"tail\": 18}, "
         "{\"name\": \"d\", \"rope\": \"rope2\", \"tail\": 18}],\n"
         "\"script\": [{\"self_knot\": {\"strands\": [\"a\", \"b\"]}}, {\"self_knot\": {\"strands\": [\"c\", "
         "\"d\"]}}]}");
    must_be_done(&s);
    expect_knot(&s, "3_1", BIGHT_CHIRALITY_RIGHT);
    bight_curve first = bight_play_curve(s.play, 0), second = bight_play_curve(s.play, 1);
    for (int32_t i = 0; i < 2; i++) {
        // the same motion, 90 m aside: pulled as far as each other
        bight_vec3 apart = v3_sub(second.points[i * 80], first.points[i * 80]);
        CHECK(v3_distance(apart, v3(0, 0, 90)) < 0.5);
    }
    end(&s);
}

// ---- memory -----------------------------------------------------------------------------------------

// Each allocation of the manoeuvre fails in turn: an answer, and nothing leaks.
TEST(every_allocation_of_a_winding_may_fail)
{
    static const char text[] = TWO_ROPES("", "-") WIND(", \"turns\": 1, \"cycles\": 3") "]}";
    for (int64_t fail_at = 1; fail_at < 1000; fail_at++) {
        stage s;
        failing_allocator memory = {.fail_at = fail_at};
        play_on(&s, text, &memory, 1);
        bool timed_out = s.status == BIGHT_ERROR_EXPECT;
        CHECK_SEED(timed_out || s.status == BIGHT_ERROR_NO_MEMORY, fail_at);
        end(&s);
        CHECK_SEED(memory.held == 0, fail_at);
        if (timed_out && memory.calls < fail_at) {
            return;
        }
    }
    fail();
}

RUN_TESTS(unit(programs_tie_the_knots_they_are_called),
          unit(two_ropes_that_are_held_at_their_far_ends_are_joined), unit(a_cross_alone_ties_nothing),
          unit(the_angle_decides_the_spread), unit(windings_have_the_sign_they_were_told),
          unit(a_moving_target_is_wound_on), unit(a_bent_target_is_wound_on_along_its_bend),
          unit(a_warm_winding_takes_no_memory), unit(threads_do_not_change_a_manoeuvre), unit(let_go_lets_go),
          unit(what_is_held_stays_while_others_are_tied), unit(every_allocation_of_a_winding_may_fail))
