// SPDX-License-Identifier: MIT

#include "bight/play.h"
#include "core/vec3.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE "\"ropes\": [{\"name\": \"line\", \"line\": {\"from\": [-20, 0, 0], \"to\": [20, 0, 0]}}]"
#define GRASP_BOTH                                                                                           \
    "{\"grasp\": {\"hand\": \"left\", \"node\": \"first\"}}, {\"grasp\": {\"hand\": \"right\", \"node\": "   \
    "\"last\"}}"

// ---- a play and what it told ------------------------------------------------------------------------

typedef struct stage {
    bight_scene *scene;
    bight_play *play;
    bight_status status;
    bight_error error;
    char told[4000]; // one word an event
    double farthest; // of any node in one cycle, as seen from outside
    bight_vec3 before[600];
} stage;

static void listen(void *user, const bight_play *play, const bight_play_event *event)
{
    static const char *const words[] = {"begin", "end", "still", "check", "knot", "cycle"};
    stage *s = user;
    CHECK(bight_play_get_progress(play).cycles == event->cycle);
    if (event->kind == BIGHT_PLAY_CYCLE) {
        return;
    }
    size_t used = strlen(s->told);
    snprintf(s->told + used, sizeof s->told - used, "%s%d ", words[event->kind], (int)event->step);
}

static void look(stage *s, bool measure)
{
    bight_curve curve = bight_play_curve(s->play, 0);
    for (int32_t i = 0; i < curve.count && i < 600; i++) {
        if (measure) {
            s->farthest = fmax(s->farthest, v3_distance(s->before[i], curve.points[i]));
        }
        s->before[i] = curve.points[i];
    }
}

static void play_with(stage *s, const char *text, bight_play_def def)
{
    memset(s, 0, sizeof *s);
    bight_error error = {0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &s->scene, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    def.event = listen;
    def.user = s;
    if (bight_play_create(s->scene, &def, &s->play, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    look(s, false);
    bool more = true;
    double fraction = 0.0;
    while (more) {
        s->status = bight_play_step(s->play, &more, &s->error);
        bight_play_progress progress = bight_play_get_progress(s->play);
        CHECK(progress.fraction >= fraction - 1e-12 && progress.fraction <= 1.0);
        fraction = progress.fraction;
        look(s, true);
    }
}

static void play(stage *s, const char *text)
{
    play_with(s, text, bight_play_def_default());
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

static bight_vec3 node(const stage *s, int32_t rope, int32_t i)
{
    bight_curve curve = bight_play_curve(s->play, rope);
    return curve.points[i < 0 ? curve.count + i : i];
}

static void check_at(bight_vec3 at, double x, double y, double z, double tolerance)
{
    CHECK_NEAR(at.x, x, tolerance);
    CHECK_NEAR(at.y, y, tolerance);
    CHECK_NEAR(at.z, z, tolerance);
}

// ---- hands ------------------------------------------------------------------------------------------

TEST(hands_arrive_at_the_speed_they_were_told)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
             ", {\"move\": {\"hand\": \"right\", \"to\": [16, 0, 8], \"speed\": 0.5}}]}");
    must_be_done(&s);
    check_at(node(&s, 0, -1), 16, 0, 8, 0.006);
    // sqrt(80) metres at half of 0.9 times the radius 0.5 a cycle
    CHECK_NEAR((double)bight_play_get_progress(s.play).cycles, sqrt(80.0) / 0.225, 2.0);
    CHECK(strcmp(s.told, "begin0 end0 begin1 end1 begin2 end2 ") == 0);
    end(&s);
}

TEST(relative_and_smooth_paths_go_through_their_points)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
             ", {\"move\": {\"hand\": \"right\", \"by\": [[-5, 3, 0], [-9, 0, 1]], \"smooth\": true}}"
             ", {\"move\": {\"hand\": \"left\", \"by\": [1, 0, 0], \"cycles\": 50}}]}");
    must_be_done(&s);
    check_at(node(&s, 0, -1), 11, 0, 1, 0.006);
    check_at(node(&s, 0, 0), -19, 0, 0, 0.006);
    end(&s);
}

// A quarter turn round y seen from above takes x to -z.
TEST(turns_go_round_their_axis)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
             ", {\"move\": {\"hand\": \"right\", \"to\": [[16, 6, 0], [12, 0, 0]]}}"
             ", {\"move\": {\"hand\": \"right\", \"turns\": 0.25, \"center\": [2, 0, 0], \"rise\": 3}}]}");
    must_be_done(&s);
    check_at(node(&s, 0, -1), 2, 3, -10, 0.006);
    end(&s);
}

TEST(together_ends_with_the_last)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
             ", {\"together\": [{\"hand\": \"left\", \"by\": [0, 3, 0], \"cycles\": 20},"
             " {\"hand\": \"right\", \"by\": [-2, 8, 0], \"cycles\": 100}]}]}");
    must_be_done(&s);
    CHECK_NEAR((double)bight_play_get_progress(s.play).cycles, 100.0, 3.0);
    check_at(node(&s, 0, 0), -20, 3, 0, 0.006);
    check_at(node(&s, 0, -1), 18, 8, 0, 0.006);
    end(&s);
}

TEST(the_nearest_node_is_grasped_and_release_lets_go)
{
    stage s;
    play(&s,
         "{\"bight\": 1, " LINE ", \"script\": [{\"grasp\": {\"hand\": \"h\", \"near\": [3.2, 5, 0]}},"
         " {\"move\": {\"hand\": \"h\", \"by\": [0, 6, 0]}}, {\"release\": \"h\"},"
         " {\"grasp\": {\"hand\": \"h\", \"node\": 0}}, {\"move\": {\"hand\": \"h\", \"by\": [0, 1, 0]}}]}");
    must_be_done(&s);
    check_at(node(&s, 0, 23), 3, 6, 0, 0.5);
    end(&s);
}

// "100 R per requested update": the target runs ahead, the hand keeps to its limit.
TEST(a_target_that_runs_ahead_is_followed_within_the_limit)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
             ", {\"move\": {\"hand\": \"right\", \"to\": [-10, 5, 3], \"speed\": 100}}]}");
    must_be_done(&s);
    check_at(node(&s, 0, -1), -10, 5, 3, 0.006);
    CHECK(bight_play_get_progress(s.play).cycles > 60);
    end(&s);
}

// ---- failures ---------------------------------------------------------------------------------------

TEST(a_hand_that_cannot_arrive_says_why)
{
    stage s;
    play(&s, "{\"bight\": 1,\n " LINE ",\n \"script\": [" GRASP_BOTH
             ",\n  {\"move\": {\"hand\": \"right\", \"by\": [10, 0, 0], \"patience\": 100}}, {\"wait\": "
             "{\"cycles\": "
             "1}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && s.error.line == 4);
    CHECK(strstr(s.error.message, "step 3 (move): \"right\" is 9.") != NULL);
    CHECK(strstr(s.error.message, "the rope is taut") != NULL);
    // and keeps saying so
    bool more = true;
    bight_error again = {0};
    CHECK(bight_play_step(s.play, &more, &again) == BIGHT_ERROR_EXPECT && !more);
    CHECK(strcmp(again.message, s.error.message) == 0);
    end(&s);
}

TEST(a_hand_that_need_not_arrive_stays_where_it_was_stopped)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
             ", {\"move\": {\"hand\": \"right\", \"by\": [10, 0, 0], \"arrive\": false, \"patience\": 50}},"
             " {\"expect\": {\"lag\": 0.01, \"stretch\": 1.025}}]}");
    must_be_done(&s);
    CHECK(node(&s, 0, -1).x > 20.05 && node(&s, 0, -1).x < 20.1);
    end(&s);
}

static bight_status call_it_reef(void *user, bight_curve curve, bight_play_knot *knot)
{
    (void)user, (void)curve;
    *knot = (bight_play_knot){
        .name = "3_1 # m3_1", .traditional = "square knot (reef)", .chirality = BIGHT_CHIRALITY_MIXED};
    return BIGHT_OK;
}

TEST(knots_are_expected_by_everyday_names_too)
{
    static const struct {
        const char *name;
        bool holds;
    } cases[] = {{"3_1 # 3_1", true},
                 {"3_1 # m3_1", true},
                 {"m3_1 # m3_1", false},
                 {"3_1 # 4_1", false},
                 {"reef", true},
                 {"Reef knot", true},
                 {"square", true},
                 {"square knot", true},
                 {"knot", false},
                 {"squar", false},
                 {"square knot (reef", false},
                 {"granny", false},
                 {"3_1", false},
                 {"reef knot knot", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage s;
        char text[600];
        snprintf(text, sizeof text,
                 "{\"bight\": 1, " LINE ", \"script\": [{\"expect\": {\"knot\": \"%s\"}}]}", cases[i].name);
        bight_play_def def = bight_play_def_default();
        def.name = call_it_reef;
        play_with(&s, text, def);
        CHECK_SEED((s.status == BIGHT_OK) == cases[i].holds, i);
        end(&s);
    }
}

TEST(expectations_that_do_not_hold_fail_at_the_end_with_evidence)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [\n{\"expect\": {\"knot\": \"3_1\", \"overlap\": 0}},\n"
             " {\"wait\": {\"cycles\": 5}}, {\"expect\": {\"knot\": \"0_1\"}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && s.error.line == 2);
    CHECK(strstr(s.error.message, "step 1 (expect): knot: expected 3_1, found 0_1") != NULL);
    int32_t count;
    const bight_play_check *checks = bight_play_checks(s.play, &count);
    CHECK(count == 3 && !checks[0].holds && checks[1].holds && checks[2].holds);
    CHECK(checks[2].step == 2 && checks[2].cycle == 5 && strcmp(checks[2].what, "knot") == 0);
    CHECK(bight_play_get_progress(s.play).cycles == 5);
    end(&s);
}

TEST(pull_tight_that_never_ends_is_stopped)
{
    stage s;
    play(&s,
         "{\"bight\": 1, " LINE ", \"script\": [" GRASP_BOTH
         ", {\"pull_tight\": {\"hands\": [\"left\", \"right\"], \"directions\": [[1, 0, 0.1], [1, 0, 0.1]], "
         "\"cycles\": 300}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT);
    CHECK(strstr(s.error.message, "step 3 (pull_tight): not tight after 300 cycles") != NULL);
    CHECK(strstr(s.error.message, "lag") != NULL);
    end(&s);
}

TEST(the_cycle_limit_ends_a_play)
{
    stage s;
    bight_play_def def = bight_play_def_default();
    def.cycle_limit = 10;
    play_with(&s, "{\"bight\": 1, " LINE ", \"script\": [{\"wait\": {\"cycles\": 100}}]}", def);
    CHECK(s.status == BIGHT_ERROR_EXPECT && bight_play_get_progress(s.play).cycles == 10);
    end(&s);
}

TEST(a_rope_inside_an_obstacle_is_refused_with_its_line)
{
    static const char text[] = "{\"bight\": 1, " LINE ", \"obstacles\": [\n{\"sphere\": {\"radius\": 2}}]}";
    bight_scene *scene;
    bight_play *made;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, sizeof text - 1, NULL, NULL, &scene, &error) == BIGHT_OK);
    CHECK(bight_play_create(scene, NULL, &made, &error) == BIGHT_ERROR_INVALID && made == NULL);
    CHECK(error.line == 2 && strstr(error.message, "obstacles[0] (\"obstacle1\") cannot be made") != NULL);
    bight_scene_destroy(scene);
}

// ---- tight ------------------------------------------------------------------------------------------

// A slack rope without a knot is tight when it is straight.
TEST(pull_tight_makes_a_slack_rope_straight)
{
    stage s;
    play(&s, "{\"bight\": 1, \"ropes\": [{\"points\": [[-15, 0, 0], [-5, 6, 1], [5, -6, 0], [15, 0, 0]], "
             "\"smooth\": true, \"link_length\": 1}], \"script\": [" GRASP_BOTH
             ", {\"pull_tight\": {\"hands\": [\"left\", \"right\"]}},"
             " {\"expect\": {\"tight\": true, \"knot\": \"0_1\", \"stretch\": 1.025, \"rollbacks\": 0,"
             " \"slack\": {\"hands\": [\"left\", \"right\"], \"max\": 0.2}}}, {\"still\": \"straight\"}]}");
    must_be_done(&s);
    CHECK(bight_play_get_progress(s.play).cycles < 1500);
    CHECK(strstr(s.told, "still4") != NULL);
    end(&s);
}

// An open overhand knot, laid loosely by three lobes in the plane that rise and fall where they cross:
// (sin t + 2 sin 2t, cos t - 2 cos 2t, -sin 3t), cut open at t = pi, with straight tails.
static void overhand(char *text, size_t size, const char *mirror)
{
    size_t used =
        (size_t)snprintf(text, size, "{\"bight\": 1, \"ropes\": [{\"name\": \"cord\", \"points\": [");
    enum { POINTS = 60 };
    double sign = mirror[0] == '-' ? -1.0 : 1.0;
    for (int32_t i = -1; i <= POINTS + 1; i++) {
        double u = i < 0 ? 0.0 : i > POINTS ? 1.0 : (double)i / POINTS;
        double t = 3.5 + (6.283185307179586 - 0.7) * u, r = 5.0;
        double x = r * (sin(t) + 2.0 * sin(2.0 * t)), y = r * (cos(t) - 2.0 * cos(2.0 * t)),
               z = -0.6 * r * sin(3.0 * t);
        if (i < 0 || i > POINTS) { // tails lead out past the lobe
            x = i < 0 ? 40.0 : -40.0;
            y = -14.5;
        }
        used += (size_t)snprintf(text + used, size - used, "%s[%.9f, %.9f, %.9f]", i < 0 ? "" : ", ", x, y,
                                 sign * z);
    }
    snprintf(text + used, size - used,
             "], \"link_length\": 1}], \"script\": [" GRASP_BOTH
             ", {\"expect\": {\"knot\": \"3_1\"}}, {\"pull_tight\": {\"hands\": [\"left\", \"right\"], "
             "\"directions\": "
             "[[1, 0, 0], [-1, 0, 0]]}}, {\"expect\": {\"knot\": \"3_1\", \"tight\": true, \"rollbacks\": 0, "
             "\"stretch\": 1.05, \"overlap\": 0.2, \"slack\": {\"hands\": [\"left\", \"right\"], \"min\": 5, "
             "\"max\": 16}}}]}");
}

TEST(an_overhand_knot_is_pulled_tight_and_keeps_its_name)
{
    static char text[20000];
    for (int32_t hand = 0; hand < 2; hand++) {
        stage s;
        overhand(text, sizeof text, hand == 0 ? "+" : "-");
        bight_play_def def = bight_play_def_default();
        def.name_every = 50;
        play_with(&s, text, def);
        must_be_done(&s);
        bight_play_knot knot;
        CHECK(bight_play_name(s.play, 0, &knot, NULL) == BIGHT_OK && knot.proved);
        CHECK(strstr(knot.traditional, "overhand") != NULL);
        static bight_play_chirality first;
        CHECK(hand == 0 || knot.chirality != first);
        first = knot.chirality;
        // one look at the start, and never another name
        char *look_at = strstr(s.told, "knot");
        CHECK(look_at != NULL && strstr(look_at + 4, "knot") == NULL);
        end(&s);
    }
}

// ---- obstacles, waiting, settings -------------------------------------------------------------------

TEST(obstacles_move_along_paths_and_turn)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"obstacles\": ["
             "{\"name\": \"ball\", \"sphere\": {\"radius\": 1}, \"position\": [0, 10, 0]},"
             "{\"name\": \"wheel\", \"box\": {\"size\": [2, 2, 2]}, \"position\": [0, -10, 0], \"motion\": "
             "{\"period\": "
             "400}}], \"script\": [{\"move\": {\"obstacle\": \"ball\", \"to\": [[5, 10, 0], [5, 15, 0]]}},"
             " {\"move\": {\"obstacle\": \"ball\", \"turns\": 0.5, \"axis\": [0, 0, 1]}}]}");
    must_be_done(&s);
    bight_pose ball = bight_play_pose(s.play, 0), wheel = bight_play_pose(s.play, 1);
    check_at(ball.position, 5, 15, 0, 0.006);
    CHECK_NEAR(fabs(ball.rotation[2]), 1.0, 0.01);
    CHECK(fabs(wheel.rotation[1]) > 0.1 && wheel.rotation[0] == 0.0);
    end(&s);
}

TEST(waiting_ends_when_the_rope_has_settled)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [{\"wait\": {\"cycles\": 500, \"settle\": 0.001}}]}");
    CHECK(s.status == BIGHT_OK && bight_play_get_progress(s.play).cycles == 10);
    end(&s);
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [{\"wait\": {\"cycles\": 50}}]}");
    CHECK(s.status == BIGHT_OK && bight_play_get_progress(s.play).cycles == 50);
    end(&s);
}

TEST(settings_change_while_it_runs)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE ", \"script\": [{\"set\": {\"slip\": 0.4, \"gravity\": [0, -0.1, 0]}},"
             " {\"wait\": {\"cycles\": 10}}]}");
    must_be_done(&s);
    bight_world_def def = bight_world_get_def(bight_play_world(s.play));
    CHECK(def.slip == 0.4 && def.speed_limit == 0.9 && def.gravity.y == -0.1);
    CHECK_NEAR(node(&s, 0, 20).y, -1.0, 1e-9);
    end(&s);
}

TEST(a_winding_is_counted_with_its_sign)
{
    stage s;
    // two and a half turns of a helix round y
    static char text[8000];
    size_t used =
        (size_t)snprintf(text, sizeof text, "{\"bight\": 1, \"ropes\": [{\"radius\": 0.3, \"points\": [");
    for (int32_t i = 0; i <= 100; i++) {
        double t = 6.283185307179586 * 2.5 * i / 100;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s[%.6f, %.6f, %.6f]", i > 0 ? ", " : "",
                                 3.0 * cos(t), 0.08 * i, -3.0 * sin(t));
    }
    snprintf(
        text + used, sizeof text - used,
        "]}], \"obstacles\": [{\"name\": \"pole\", \"capsule\": {\"radius\": 2, \"length\": 20}}], "
        "\"script\": "
        "[{\"expect\": {\"winding\": {\"obstacle\": \"pole\", \"turns\": 2.5, \"tolerance\": 0.001}}}]}");
    play(&s, text);
    must_be_done(&s);
    end(&s);
}

TEST(nothing_to_do_is_done_at_once)
{
    stage s;
    play(&s, "{\"bight\": 1, " LINE "}");
    CHECK(s.status == BIGHT_OK && bight_play_get_progress(s.play).cycles == 0);
    CHECK(bight_play_get_progress(s.play).fraction == 1.0);
    end(&s);
}

// Same scene, any number of threads: the same bits.
TEST(threads_do_not_change_the_result)
{
    static char text[20000];
    overhand(text, sizeof text, "+");
    uint64_t hash = 0;
    for (int32_t threads = 1; threads <= 3; threads += 2) {
        stage s;
        bight_play_def def = bight_play_def_default();
        def.env.threads = threads;
        play_with(&s, text, def);
        uint64_t found = bight_world_hash(bight_play_world(s.play));
        CHECK(threads == 1 || found == hash);
        hash = found;
        end(&s);
    }
}

RUN_TESTS(unit(hands_arrive_at_the_speed_they_were_told),
          unit(relative_and_smooth_paths_go_through_their_points), unit(turns_go_round_their_axis),
          unit(together_ends_with_the_last), unit(the_nearest_node_is_grasped_and_release_lets_go),
          unit(a_target_that_runs_ahead_is_followed_within_the_limit),
          unit(a_hand_that_cannot_arrive_says_why),
          unit(a_hand_that_need_not_arrive_stays_where_it_was_stopped),
          unit(expectations_that_do_not_hold_fail_at_the_end_with_evidence),
          unit(pull_tight_that_never_ends_is_stopped), unit(the_cycle_limit_ends_a_play),
          unit(a_rope_inside_an_obstacle_is_refused_with_its_line),
          unit(pull_tight_makes_a_slack_rope_straight),
          unit(an_overhand_knot_is_pulled_tight_and_keeps_its_name),
          unit(knots_are_expected_by_everyday_names_too), unit(obstacles_move_along_paths_and_turn),
          unit(waiting_ends_when_the_rope_has_settled), unit(settings_change_while_it_runs),
          unit(a_winding_is_counted_with_its_sign), unit(nothing_to_do_is_done_at_once),
          unit(threads_do_not_change_the_result))
