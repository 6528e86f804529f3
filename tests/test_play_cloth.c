// SPDX-License-Identifier: MIT
// Scenes with cloth, played: hands, pins, obstacles of two worlds, what is expected, the same bits again.

#include "bight/play.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct stage {
    bight_scene *scene;
    bight_play *play;
    bight_status status;
    bight_error error;
} stage;

static void open_stage(stage *s, const char *text, int32_t threads)
{
    *s = (stage){0};
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &s->scene, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    bight_play_def def = bight_play_def_default();
    def.env.threads = threads;
    if (bight_play_create(s->scene, &def, &s->play, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
}

static void play(stage *s, const char *text)
{
    open_stage(s, text, 1);
    double fraction = 0.0;
    for (bool more = true; more;) {
        s->status = bight_play_step(s->play, &more, &s->error);
        bight_play_progress progress = bight_play_get_progress(s->play);
        CHECK(progress.fraction >= fraction - 1e-12 && progress.fraction <= 1.0);
        fraction = progress.fraction;
    }
}

static void must_be_done(const stage *s)
{
    if (s->status != BIGHT_OK) {
        fail_msg("line %d: %s", (int)s->error.line, s->error.message);
    }
}

static void end(stage *s)
{
    bight_play_destroy(s->play);
    bight_scene_destroy(s->scene);
}

static bight_vec3 vertex(const stage *s, int32_t cloth, int32_t i)
{
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(s->play, cloth, &count);
    CHECK(i < count);
    return at[i];
}

#define SHEET(name, more)                                                                                    \
    "{\"name\": \"" name "\", \"grid\": {\"width\": 0.4, \"height\": 0.4, \"columns\": 8, \"rows\": 8}" more \
    "}"
#define HANGING "\"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 90}, \"pins\": [\"u0v1\", \"u1v1\"]"
#define PLAIN "\"cloth\": {\"thickness\": 0.004}"

// ---- hands and pins ---------------------------------------------------------------------------------

TEST(a_hand_leads_a_vertex_and_lets_it_go)
{
    stage s;
    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                 "a", ", " HANGING) "], \"script\": ["
                                    "{\"grasp\": {\"hand\": \"h\", \"vertex\": \"u1v0\"}}, "
                                    "{\"move\": {\"hand\": \"h\", \"to\": [0.1, -0.1, 0.1], "
                                    "\"speed\": 0.5}}, {\"expect\": {\"lag\": 0.01, \"cloth\": "
                                    "{\"places\": [{\"vertex\": 8, \"point\": [0.1, "
                                    "-0.1, 0.1], \"within\": 5e-4}]}}}]}");
    must_be_done(&s);
    // at most half of 0.4 edges a cycle, from (0.2, -0.2, 0)
    CHECK((double)bight_play_get_progress(s.play).cycles >= floor(sqrt(0.03) / (0.5 * 0.4 * 0.05)));
    bight_cloth_hand_state state;
    CHECK(bight_cloth_hand_get(bight_play_cloth_world(s.play), bight_play_cloth_hand(s.play, 0), &state) ==
          BIGHT_OK);
    CHECK(state.vertex == 8);
    end(&s);

    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                 "a", ", " HANGING) "], \"script\": ["
                                    "{\"grasp\": {\"hand\": \"h\", \"near\": [0.21, -0.2, 0]}}, {\"move\": "
                                    "{\"hand\": \"h\", \"by\": [-0.1, 0.1, "
                                    "0.1]}}, {\"release\": \"h\"}, {\"wait\": {\"cycles\": 150}}]}");
    must_be_done(&s);
    CHECK(bight_play_cloth_hand(s.play, 0).index1 == 0);
    CHECK(vertex(&s, 0, 8).y < -0.15);                              // it fell
    CHECK(v3_distance(vertex(&s, 0, 80), v3(0.2, 0.2, 0)) < 1e-12); // pinned all the while
    end(&s);
}

TEST(a_target_is_gone_to_while_the_script_goes_on)
{
    stage s;
    play(&s,
         "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
             "a", ", " HANGING) "], \"script\": ["
                                "{\"grasp\": {\"hand\": \"h\", \"vertex\": \"u0v0\"}}, {\"target\": "
                                "{\"hand\": \"h\", \"at\": [-0.2, -0.1, "
                                "0.1]}}, {\"wait\": {\"cycles\": 1000, \"settle\": 1e-9}, \"until\": 150}]}");
    must_be_done(&s);
    CHECK(bight_play_get_progress(s.play).cycles == 150);
    CHECK(v3_distance(vertex(&s, 0, 0), v3(-0.2, -0.1, 0.1)) < 0.005);
    end(&s);
}

// Two hands pull a sheet without weight until it is taut between them, and no farther.
TEST(hands_pull_cloth_taut)
{
    stage s;
    play(&s, "{\"bight\": 1, \"cloth\": {\"gravity\": [0, 0, 0]}, \"cloths\": [" SHEET(
                 "a", "") "], \"script\": ["
                          "{\"grasp\": {\"hand\": \"l\", \"vertex\": 36}}, {\"grasp\": {\"hand\": \"r\", "
                          "\"vertex\": 44}}, "
                          "{\"move\": {\"hand\": \"r\", \"by\": [-0.1, 0.02, 0]}}, {\"pull_tight\": "
                          "{\"hands\": [\"l\", \"r\"], "
                          "\"window\": 30}}, {\"expect\": {\"tight\": true, \"cloth\": {\"intersections\": "
                          "0, \"stretch\": 1.35}}}]}");
    must_be_done(&s);
    double apart = v3_distance(vertex(&s, 0, 36), vertex(&s, 0, 44));
    CHECK(apart > 0.4 && apart < 0.4 * 1.2);
    end(&s);
}

// An edge in one hand: it stays straight, and the hand feels the weight of all that hangs from it.
TEST(a_hand_takes_an_edge_and_feels_its_weight)
{
    stage s;
    play(&s,
         "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
             "a",
             ", \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 90}") "], \"script\": ["
                                                                       "{\"grasp\": {\"hand\": \"idle\", "
                                                                       "\"vertices\": [0, 1, \"u0v0\"]}}, "
                                                                       "{\"release\": \"idle\"}, "
                                                                       "{\"grasp\": {\"hand\": \"h\", "
                                                                       "\"vertices\": \"v1\"}}, "
                                                                       "{\"move\": {\"hand\": \"h\", \"by\": "
                                                                       "[0.02, 0.05, 0]}}, "
                                                                       "{\"wait\": {\"cycles\": 300}}]}");
    must_be_done(&s);
    for (int32_t i = 0; i < 9; i++) {
        CHECK(v3_distance(vertex(&s, 0, 72 + i), v3(-0.18 + 0.05 * i, 0.25, 0)) < 1e-9);
    }

    // the row that is held, half a cell of sixteen, carries itself
    bight_play_force force = bight_play_hand_force(s.play, 1);
    double weight = 0.2 * 0.16 * 9.81 * 15.0 / 16.0;
    CHECK(force.felt && force.most >= force.last);
    CHECK_NEAR(force.last / weight, 1.0, 0.02);
    bight_play_force none = bight_play_hand_force(s.play, 2);
    CHECK(!none.felt && none.most == 0.0);
    end(&s);
}

// Weight, then none: what falls stops; the other settings stay as they were.
TEST(settings_of_cloth_change_on_the_way)
{
    stage s;
    play(&s,
         "{\"bight\": 1, \"cloth\": {\"thickness\": 0.004, \"solve_iterations\": 30}, \"cloths\": [" SHEET(
             "a", "") "], \"script\": [{\"wait\": {\"cycles\": 10}}, {\"set\": {\"cloth\": {\"gravity\": "
                      "[0, 0, 0], \"friction\": 0.05, \"newton_iterations\": 2}}}, {\"wait\": {\"cycles\": "
                      "10}}]}");
    must_be_done(&s);
    double step = 9.81 / 3600.0;
    CHECK_NEAR(vertex(&s, 0, 40).y, -10.0 * step, 1e-6);
    bight_cloth_world_def def = bight_cloth_world_get_def(bight_play_cloth_world(s.play));
    CHECK(def.friction == 0.05 && def.newton_iterations == 2 && def.solve_iterations == 30);
    CHECK(def.thickness == 0.004 && def.gravity.y == 0.0);
    end(&s);
}

// Sheets that start through each other: no cycle counts as certified until they are apart.
TEST(cycles_that_begin_tangled_are_not_certified)
{
    stage s;
    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                 "a", "") ", " SHEET("b", ", \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 80}, \"pins\": "
                                          "\"all\"") "], "
                                                     "\"script\": [{\"wait\": {\"cycles\": 5}}]}");
    must_be_done(&s);
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(s.play);
    CHECK(totals.cycles == 5 && totals.certified == 0 && totals.all_certified == 0);
    end(&s);
    play(&s, "{\"bight\": 1, " PLAIN
             ", \"cloths\": [" SHEET("a", "") "], \"script\": [{\"wait\": {\"cycles\": 5}}]}");
    must_be_done(&s);
    CHECK(bight_play_get_cloth_totals(s.play).all_certified == 5);
    end(&s);
}

// A rope that starts through a sheet: words, and the line of the cloth.
TEST(ropes_through_cloth_are_refused)
{
    static const char text[] = "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0.01, -0.5, 0.02], \"to\": "
                               "[0.02, 0.5, 0.01]}, \"radius\": 0.01}],"
                               "\n\"cloths\": [\n" SHEET("a", "") "]}";
    bight_scene *scene;
    bight_play *play;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) == BIGHT_OK);
    CHECK(bight_play_create(scene, NULL, &play, &error) == BIGHT_ERROR_INVALID && play == NULL);
    if (error.line != 3 || strstr(error.message, "ropes and cloth cannot begin so: ") == NULL) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    bight_scene_destroy(scene);
}

TEST(a_hand_that_tears_at_pinned_cloth_gives_up)
{
    stage s;
    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                 "a", ", " HANGING) "], \"script\": ["
                                    "{\"grasp\": {\"hand\": \"h\", \"vertex\": \"u0v0\"}},\n{\"move\": "
                                    "{\"hand\": \"h\", \"by\": [0, -1, 0], "
                                    "\"patience\": 60}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && s.error.line == 2);
    CHECK(strstr(s.error.message, "step 2 (move): \"h\" is") && strstr(s.error.message, "the cloth is taut"));
    CHECK(bight_play_cloth_report(s.play).stretch < 1.35);
    end(&s);
}

// A sheet without gravity stays; pinned it stays under gravity; unpinned it falls as far as it must:
// dt^2 g a step, without inertia.
TEST(pins_hold_and_let_go)
{
    stage s;
    play(&s, "{\"bight\": 1, "
             "\"cloth\": {\"gravity\": [0, -1, 0]}"
             ", \"cloths\": [" SHEET("a", "") "], \"script\": [{\"pin\": {\"vertices\": \"all\"}}, "
                                              "{\"wait\": {\"cycles\": 5}}, {\"expect\": {\"cloth\": "
                                              "{\"places\": [{\"vertex\": 40, \"point\": [0, 0, 0], "
                                              "\"within\": 1e-12}]}}}, {\"unpin\": {\"vertices\": "
                                              "[\"all\"]}}, {\"wait\": {\"cycles\": 10}}]}");
    must_be_done(&s);
    CHECK_NEAR(vertex(&s, 0, 40).y, -10.0 / 3600, 1e-6);
    CHECK_NEAR(vertex(&s, 0, 0).y, -10.0 / 3600, 1e-6);
    end(&s);
}

// Two sheets sewn along facing edges: the lower one hangs from the upper.
TEST(seams_carry)
{
    stage s;
    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET("a", ", " HANGING) ", " SHEET(
                 "b", ", \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 90}, \"position\": "
                      "[0, -0.4045, 0]") "], \"seams\": [{\"cloths\": [\"a\", \"b\"], "
                                         "\"edges\": [\"v0\", \"v1\"]}], \"script\": "
                                         "[{\"wait\": {\"cycles\": "
                                         "120}}, {\"expect\": {\"cloth\": "
                                         "{\"intersections\": 0, \"stretch\": 1.2}}}]}");
    must_be_done(&s);
    for (int32_t i = 0; i <= 8; i++) {
        CHECK(v3_distance(vertex(&s, 0, i), vertex(&s, 1, 72 + i)) < 0.012);
    }
    CHECK(vertex(&s, 1, 4).y > -0.75);
    end(&s);
}

// ---- obstacles --------------------------------------------------------------------------------------

TEST(obstacles_go_no_faster_than_cloth_can_follow)
{
    stage s;
    open_stage(&s,
               "{\"bight\": 1, \"cloth\": {\"thickness\": 0.004, \"steps\": 2}, \"cloths\": [" SHEET(
                   "a", ", \"pins\": \"corners\"") "], \"obstacles\": [{\"name\": \"ball\", \"sphere\": "
                                                   "{\"radius\": 0.05}, "
                                                   "\"position\": [0, -0.06, 0]}], \"script\": [{\"move\": "
                                                   "{\"obstacle\": \"ball\", \"by\": [0, 0.03, 0], "
                                                   "\"speed\": 1}}, {\"wait\": {\"cycles\": 40}}]}",
               1);
    double before = -0.06;
    int64_t arrived = 0;
    for (bool more = true; more;) {
        CHECK(bight_play_step(s.play, &more, &s.error) == BIGHT_OK);
        bight_pose pose = bight_play_pose(s.play, 0), rope;
        bight_obstacle_get(bight_play_world(s.play), bight_play_obstacle(s.play, 0), &rope, NULL);
        CHECK(pose.position.y <= before + 2 * 0.4 * 0.004 + 1e-12);
        CHECK_NEAR(pose.position.y, rope.position.y, 1e-12); // one place in both worlds
        before = pose.position.y;
        arrived = arrived == 0 && before >= -0.03 - 1e-9 ? bight_play_get_progress(s.play).cycles : arrived;
    }
    CHECK((double)arrived >= 0.03 / (2 * 0.4 * 0.004) - 1.0); // cloth may hold it back
    CHECK(vertex(&s, 0, 40).y > 0.02);                        // lifted over the ball's top
    end(&s);
}

// A plank that turns for ever, in a scene of cloth alone.
TEST(motions_go_on_without_ropes)
{
    stage s;
    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                 "a", ", \"pins\": \"all\"") "], \"obstacles\": [{\"box\": "
                                             "{\"size\": [0.02, 0.02, 0.02]}, \"position\": [0, -1, 0], "
                                             "\"motion\": {\"period\": 200}}], \"script\": "
                                             "[{\"wait\": {\"cycles\": 50}}]}");
    must_be_done(&s);
    bight_pose pose = bight_play_pose(s.play, 0);
    CHECK_NEAR(fabs(pose.rotation[1]), sqrt(0.5), 1e-6); // a quarter turn
    end(&s);
}

// ---- expectations -----------------------------------------------------------------------------------

// Each fails when it should, and says what was found. Two crossed sheets: the upright one goes through the
// flat one along a line of 0.4 m.
TEST(expectations_fail_with_their_evidence)
{
    static const struct {
        const char *expect, *words;
    } cases[] = {
        {"\"intersections\": 1", "intersections: expected at most 1, found "},
        {"\"contour\": 0.38", "contour: expected at most 0.38, found 0.389"},
        {"\"settled\": true", "found that there was none"},
        {"\"places\": [{\"vertex\": 40, \"point\": [0, 0, 1], \"within\": 0.5}]",
         "vertex place: expected within 0.5"},
        {"\"places\": [{\"vertex\": 40, \"low\": [0, 0.1, 0]}]", "expected from [0, 0.1, 0]"},
        {"\"places\": [{\"vertex\": 40, \"high\": [0, -0.1, 0]}]", "expected to [0, -0.1, 0]"},
        {"\"apart\": {\"cloths\": [\"a\", \"b\"], \"min\": 0.001}",
         "apart: expected at least 0.001, found 0 "},
        {"\"apart\": {\"cloths\": [\"a\", \"c\"], \"max\": 0.2}", "apart: expected at most 0.2, found 0.3 "},
        {"\"stretch\": 1.4, \"intersections\": 2", "intersections"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "{\"bight\": 1, " PLAIN
                 ", \"cloths\": [%s, %s, %s], \"script\": [\n{\"expect\": {\"cloth\": {%s}}}]}",
                 SHEET("a", ""),
                 SHEET("b", ", \"position\": [0.011, 0.013, 0.007], \"rotation\": {\"axis\": [1, 0, 0], "
                            "\"degrees\": 90}"),
                 SHEET("c", ", \"position\": [0, -0.3, 0]"), cases[i].expect);
        stage s;
        play(&s, text);
        if (s.status != BIGHT_ERROR_EXPECT || s.error.line != 2 ||
            strstr(s.error.message, cases[i].words) == NULL) {
            fail_msg("%s gave %d, line %d: %s", cases[i].expect, (int)s.status, (int)s.error.line,
                     s.error.message);
        }
        end(&s);
    }
}

// A strip held at twice its length: the greatest stretch is 2, whichever way it runs on the pattern.
TEST(stretch_is_that_of_the_deformation)
{
    stage s;
    open_stage(&s,
               "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                   "a", ", \"pins\": \"all\"") "], \"script\": "
                                               "[{\"expect\": {\"cloth\": {\"stretch\": 1.99}}}, "
                                               "{\"expect\": {\"cloth\": {\"stretch\": 2.01}}}]}",
               1);
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(s.play, 0, &count);
    bight_vec3 moved[81];
    CHECK(count == 81);
    for (int32_t i = 0; i < count; i++) {
        // along the diagonal of the pattern
        double along = (at[i].x + at[i].z) / 2.0;
        moved[i] = v3(at[i].x + along, 0, at[i].z + along);
    }
    bight_error error = {0};
    CHECK(bight_cloth_set_positions(bight_play_cloth_world(s.play), bight_play_cloth(s.play, 0), moved,
                                    &error) == BIGHT_OK);
    bool holds;
    CHECK(bight_play_holds(s.play, 0, &holds, &error) == BIGHT_OK && !holds);
    CHECK(bight_play_holds(s.play, 1, &holds, &error) == BIGHT_OK && holds);
    end(&s);
}

TEST(settle_says_how_it_ended)
{
    stage s;
    play(&s, "{\"bight\": 1, " PLAIN
             ", \"cloths\": [" SHEET("a", "") "], \"script\": [\n{\"settle\": {\"cycles\": 30}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && s.error.line == 2);
    CHECK(strstr(s.error.message, "not settled after 30 cycles: vertices still move") != NULL);
    end(&s);
    play(&s,
         "{\"bight\": 1, \"cloth\": {\"gravity\": [0, 0, 0]}, \"cloths\": [" SHEET(
             "a",
             "") "], \"script\": ["
                 "{\"settle\": {}}, {\"expect\": {\"cloth\": {\"settled\": true, \"intersections\": 0}}}]}");
    must_be_done(&s);
    CHECK(bight_play_get_progress(s.play).cycles == 20);
    end(&s);
}

// ---- the same again ---------------------------------------------------------------------------------

static const char with_all[] =
    "{\"bight\": 1, \"cloth\": {\"thickness\": 0.004}, \"ropes\": [{\"name\": \"line\", \"line\": {\"from\": "
    "[-0.3, -0.03, 0.02], "
    "\"to\": [0.3, -0.03, 0.02]}, \"radius\": 0.012}], \"cloths\": [" SHEET(
        "a", "") "], \"obstacles\": [{\"name\": \"ball\", "
                 "\"sphere\": {\"radius\": 0.05}, \"position\": [0, -0.12, 0.1]}], \"script\": [{\"grasp\": "
                 "{\"hand\": \"l\", \"rope\": "
                 "\"line\", \"node\": \"first\"}}, {\"grasp\": {\"hand\": \"r\", \"rope\": \"line\", "
                 "\"node\": \"last\"}}, {\"grasp\": {\"hand\": "
                 "\"h\", \"vertex\": \"u0v0\"}}, {\"move\": {\"hand\": \"h\", \"by\": [0.02, 0.03, 0]}}, "
                 "{\"together\": [{\"hand\": \"l\", \"by\": "
                 "[0.02, 0.02, 0]}, {\"obstacle\": \"ball\", \"by\": [0, 0.02, 0]}]}, {\"release\": \"h\"}, "
                 "{\"wait\": {\"cycles\": 40}}, "
                 "{\"expect\": {\"rollbacks\": 0, \"overlap\": 0.2, \"cloth\": {\"intersections\": 0}}}]}";

TEST(ropes_and_cloth_give_the_same_bits_for_any_threads)
{
    uint64_t first = 0;
    for (int32_t threads = 1; threads <= 3; threads++) {
        stage s;
        open_stage(&s, with_all, threads);
        for (bool more = true; more;) {
            bight_status status = bight_play_step(s.play, &more, &s.error);
            if (status != BIGHT_OK) {
                fail_msg("line %d: %s", (int)s.error.line, s.error.message);
            }
        }
        uint64_t hash = bight_play_hash(s.play);
        first = threads == 1 ? hash : first;
        CHECK(hash == first);
        end(&s);
    }
}

// What a hand did, as a recording has it: targets and waits until cycles. Played back it gives the same bits.
TEST(a_recording_replays_to_the_same_bits)
{
    stage s;
    open_stage(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET("a", ", " HANGING) "]}", 1);
    bight_cloth_world *world = bight_play_cloth_world(s.play);
    bight_cloth_hand_id hand = {0};
    const bight_vec3 way[3] = {{0.13, -0.11, 0.0625}, {0.0625, 0.03, 0.1}, {0.1, 0.01, 0.125}};
    for (int32_t cycle = 0; cycle < 60; cycle++) {
        if (cycle == 10) {
            CHECK(bight_cloth_grasp(world, bight_play_cloth(s.play, 0), 8, &hand, &s.error) == BIGHT_OK);
        }
        if (cycle >= 10 && cycle < 40 && cycle % 10 == 0) {
            CHECK(bight_cloth_hand_set_target(world, hand, way[cycle / 10 - 1]) == BIGHT_OK);
        }
        if (cycle == 40) {
            CHECK(bight_cloth_release(world, hand));
        }
        CHECK(bight_play_coast(s.play, &s.error) == BIGHT_OK);
    }
    uint64_t live = bight_play_hash(s.play);
    end(&s);
    play(&s, "{\"bight\": 1, " PLAIN ", \"cloths\": [" SHEET(
                 "a", ", " HANGING) "], \"script\": [{\"wait\": {\"cycles\": 10}}, "
                                    "{\"grasp\": {\"hand\": \"h\", \"cloth\": \"a\", \"vertex\": 8}}, "
                                    "{\"target\": {\"hand\": \"h\", \"at\": [0.13, "
                                    "-0.11, 0.0625]}}, {\"wait\": {\"cycles\": 999}, \"until\": 20}, "
                                    "{\"target\": {\"hand\": \"h\", \"at\": [0.0625, "
                                    "0.03, 0.1]}}, {\"wait\": {\"cycles\": 999}, \"until\": 30}, "
                                    "{\"target\": {\"hand\": \"h\", \"at\": [0.1, 0.01, "
                                    "0.125]}}, {\"wait\": {\"cycles\": 999}, \"until\": 40}, {\"release\": "
                                    "\"h\"}, {\"wait\": {\"cycles\": 20}}]}");
    must_be_done(&s);
    CHECK(bight_play_hash(s.play) == live);
    end(&s);
}

// ---- memory -----------------------------------------------------------------------------------------

// Each allocation of a short play fails in turn: words, no leak, no crash.
TEST(every_allocation_may_fail)
{
    bight_scene *scene;
    bight_error error = {0};
    CHECK(bight_scene_parse(with_all, strlen(with_all), NULL, NULL, &scene, &error) == BIGHT_OK);
    bool whole = false;
    for (int64_t fail_at = 1; !whole; fail_at += fail_at < 400 ? 1 : 7) {
        failing_allocator c = {.fail_at = fail_at};
        bight_play_def def = bight_play_def_default();
        def.env.allocator = (bight_allocator){failing_resize, &c};
        bight_play *play = NULL;
        error = (bight_error){0};
        bight_status status = bight_play_create(scene, &def, &play, &error);
        bool more = true;
        for (int32_t i = 0; i < 6 && more && status == BIGHT_OK; i++) {
            status = bight_play_step(play, &more, &error);
        }
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, fail_at);
        CHECK_SEED(status == BIGHT_OK || error.message[0] != '\0', fail_at);
        whole = c.calls < fail_at;
        CHECK_SEED(!whole || status == BIGHT_OK, fail_at);
        bight_play_destroy(play);
        CHECK_SEED(c.held == 0, fail_at);
    }
    bight_scene_destroy(scene);
}

// What a cycle of several steps says: counts of all of them, from parting two sheets that lie in one place on,
// as in a twin whose steps are made one by one.
TEST(a_cycle_adds_its_steps_up)
{
#define STEPS(steps)                                                                                         \
    "{\"bight\": 1, \"cloth\": {\"thickness\": 0.002, \"steps\": " steps "}, \"cloths\": ["                  \
    "{\"name\": \"low\", \"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 10, \"rows\": 10}},"       \
    "{\"name\": \"high\", \"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 10, \"rows\": 10}}],"     \
    "\"script\": [{\"wait\": {\"cycles\": 5}}]}"
    stage all, one;
    open_stage(&all, STEPS("3"), 1);
    open_stage(&one, STEPS("1"), 1);
    bool more = true;
    CHECK(bight_play_step(all.play, &more, NULL) == BIGHT_OK &&
          bight_play_step(one.play, &more, NULL) == BIGHT_OK);
    bight_cloth_report whole = bight_play_cloth_report(all.play), step[3];
    step[0] = bight_play_cloth_report(one.play);
    for (int32_t i = 1; i < 3; i++) {
        CHECK(bight_cloth_world_step(bight_play_cloth_world(one.play), &step[i]) == BIGHT_OK);
    }
    CHECK(bight_cloth_world_hash(bight_play_cloth_world(all.play)) ==
          bight_cloth_world_hash(bight_play_cloth_world(one.play)));
    CHECK(step[0].parted > 0 && whole.parted == step[0].parted + step[1].parted + step[2].parted);
    CHECK(whole.iterations == step[0].iterations + step[1].iterations + step[2].iterations);
    CHECK(whole.held == step[0].held + step[1].held + step[2].held);
    CHECK(whole.rounds == step[0].rounds + step[1].rounds + step[2].rounds);
    CHECK(whole.listings == step[0].listings + step[1].listings + step[2].listings && whole.listings > 0);
    CHECK(whole.clamped == step[0].clamped + step[1].clamped + step[2].clamped);
    CHECK(whole.certified == (step[0].certified && step[1].certified && step[2].certified));
    CHECK(fabs(whole.time - step[0].time - step[1].time - step[2].time) < 1e-12);
    CHECK(whole.moved == fmax(fmax(step[0].moved, step[1].moved), step[2].moved));
    CHECK(whole.slip == fmax(fmax(step[0].slip, step[1].slip), step[2].slip));
    CHECK(whole.stretch == fmax(fmax(step[0].stretch, step[1].stretch), step[2].stretch));
    end(&all);
    end(&one);
#undef STEPS
}

// Two sheets in one place are parted before anything moves: every cycle is certified, and they settle. Where
// pins hold them in one place the settle says so, with the number of places.
TEST(sheets_in_one_place)
{
#define TWO(pins)                                                                                            \
    "{\"bight\": 1, \"cloth\": {\"thickness\": 0.002}, \"cloths\": ["                                        \
    "{\"name\": \"low\", \"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 10, \"rows\": 10}," pins   \
    " \"position\": [0, 0.01, 0]},"                                                                          \
    "{\"name\": \"high\", \"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 10, \"rows\": 10}," pins  \
    " \"position\": [0, 0.01, 0]}],"                                                                         \
    "\"obstacles\": [{\"name\": \"floor\", \"box\": {\"size\": [1, 0.1, 1]}, \"position\": [0, -0.05, 0]}],"
    stage s;
    play(&s,
         TWO("") "\"script\": [{\"settle\": {\"cycles\": 300, \"arrive\": false}}, {\"expect\": {\"cloth\": "
                 "{\"intersections\": 0, \"uncertified\": 0, \"apart\": {\"cloths\": [\"low\", \"high\"], "
                 "\"min\": 0.0005}}}}]}");
    must_be_done(&s);
    end(&s);
    play(&s, TWO(" \"pins\": \"corners\",") "\"script\": [{\"settle\": {\"cycles\": 150}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT);
    CHECK(strstr(s.error.message, "not settled after 150 cycles") != NULL);
    CHECK(bight_play_cloth_report(s.play).layers > 0);
    end(&s);
#undef TWO
}

// A grip is where its first vertex is: what a move of it takes is measured from there, 1 m off the origin here.
TEST(a_grip_is_guessed_from_where_it_is)
{
    stage s;
    open_stage(&s,
               "{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 4, "
               "\"rows\": 4}, \"position\": [1000, 0, 0]}], \"script\": [{\"grasp\": {\"hand\": \"a\", "
               "\"vertices\": [7, 8]}}, {\"move\": {\"hand\": \"a\", \"to\": [1000.025, 0.02, 0.025]}}]}",
               1);
    // 0.02 m at 0.4 edges of 25 mm a step
    int64_t expected = bight_play_get_progress(s.play).expected;
    CHECK(expected >= 1 && expected < 100);
    end(&s);
}

// Two sheets that cross in a line: the report knows without a cycle, and whether or not it is asked.
TEST(a_run_without_cycles_reports_what_crosses)
{
#define CROSSED(script)                                                                                      \
    "{\"bight\": 1, \"cloths\": [{\"name\": \"a\", \"grid\": {\"width\": 0.1, \"height\": 0.1, "             \
    "\"columns\": 4, "                                                                                       \
    "\"rows\": 4}}, {\"name\": \"b\", \"grid\": {\"width\": 0.1, \"height\": 0.1, \"columns\": 4, "          \
    "\"rows\": 4}, \"position\": [0.003, 0.031, 0], "                                                        \
    "\"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 90}}], \"script\": [" script "]}"
    stage s;
    play(&s, CROSSED("{\"pin\": {\"cloth\": \"a\", \"vertices\": [0]}}"));
    must_be_done(&s);
    bight_cloth_report report = bight_play_cloth_report(s.play);
    CHECK(bight_play_get_cloth_totals(s.play).cycles == 0 && report.intersections > 0);
    CHECK(report.contour_length > 0.05 && report.contour_length < 0.101);
    end(&s);
    play(&s, CROSSED("{\"expect\": {\"cloth\": {\"intersections\": 0}}}"));
    CHECK(s.status == BIGHT_ERROR_EXPECT);
    CHECK(bight_play_cloth_report(s.play).intersections == report.intersections);
    end(&s);
#undef CROSSED
}

RUN_TESTS(unit(a_run_without_cycles_reports_what_crosses), unit(a_grip_is_guessed_from_where_it_is),
          unit(a_cycle_adds_its_steps_up), unit(sheets_in_one_place),
          unit(a_hand_leads_a_vertex_and_lets_it_go), unit(a_target_is_gone_to_while_the_script_goes_on),
          unit(hands_pull_cloth_taut), unit(a_hand_takes_an_edge_and_feels_its_weight),
          unit(settings_of_cloth_change_on_the_way), unit(cycles_that_begin_tangled_are_not_certified),
          unit(ropes_through_cloth_are_refused), unit(a_hand_that_tears_at_pinned_cloth_gives_up),
          unit(pins_hold_and_let_go), unit(seams_carry), unit(obstacles_go_no_faster_than_cloth_can_follow),
          unit(motions_go_on_without_ropes), unit(expectations_fail_with_their_evidence),
          unit(stretch_is_that_of_the_deformation), unit(settle_says_how_it_ended),
          unit(ropes_and_cloth_give_the_same_bits_for_any_threads),
          unit(a_recording_replays_to_the_same_bits), unit(every_allocation_may_fail))
