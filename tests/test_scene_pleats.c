// SPDX-License-Identifier: MIT
// Scenes that begin with two corners of a cloth gathered and tied: played, proved, judged, refused.

#include "bight/play.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "folder.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRID(w, h, columns, rows)                                                                            \
    "{\"grid\": {\"width\": " w ", \"height\": " h ", \"columns\": " columns ", \"rows\": " rows "}, "
#define SCENE(cloth, script)                                                                                 \
    "{\"bight\": 1, \"cloth\": {\"thickness\": 0.002, \"friction\": 0.1, \"gravity\": [0, 0, 0], "           \
    "\"time_step\": 0.01}, \"cloths\": [" cloth "], \"script\": [" script "]}"
#define TIED "{\"expect\": {\"cloth\": {\"tied\": true, \"intersections\": 0, \"uncertified\": 0}}}"

static bight_status parse(const char *text, const bight_env *env, bight_scene **scene, bight_error *error)
{
    folder none = {.path = BIGHT_SOURCE_DIR};
    bight_scene_files files = folder_files(&none);
    return bight_scene_parse(text, strlen(text), &files, env, scene, error);
}

static bight_play *begin(const char *text, bight_scene **scene)
{
    bight_play *play = NULL;
    bight_error error = {0};
    if (parse(text, NULL, scene, &error) != BIGHT_OK ||
        bight_play_create(*scene, NULL, &play, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return play;
}

static void play_on(bight_play *play)
{
    bight_error error = {0};
    bool more = true;
    while (more) {
        if (bight_play_step(play, &more, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
    }
}

static void refused(const char *text, const char *words)
{
    bight_scene *scene = NULL;
    bight_error error = {0};
    assert_int_equal(parse(text, NULL, &scene, &error), BIGHT_ERROR_PARSE);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" is not in: %s", words, error.message);
    }
}

TEST(corners_are_tied_clean_and_every_cycle_is_proved)
{
    bight_scene *scene;
    bight_play *play = begin(SCENE(GRID("1", "1", "40", "40") "\"pleats\": {\"template\": \"half_knot\"}}",
                                   TIED ", {\"wait\": {\"cycles\": 12}}, " TIED),
                             &scene);
    play_on(play);
    int32_t count, tied = 0;
    const bight_play_check *checks = bight_play_checks(play, &count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(checks[i].holds);
        tied += strcmp(checks[i].what, "tied") == 0 && strcmp(checks[i].found, "3_1") == 0 ? 1 : 0;
    }
    assert_int_equal(tied, 2);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// The other two corners, moved and turned: the same shape elsewhere.
TEST(a_pose_moves_what_is_tied)
{
#define WITH(pose)                                                                                           \
    SCENE(GRID("1", "1", "40", "40") pose                                                                    \
          "\"pleats\": {\"template\": \"half_knot\", \"corners\": \"u1v0 u0v1\"}}",                          \
          TIED)
    bight_scene *here, *there;
    bight_play *one = begin(WITH(""), &here);
    bight_play *two = begin(
        WITH("\"position\": [1, 2, 3], \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 90}, "), &there);
    play_on(one);
    play_on(two);
    int32_t count;
    const bight_vec3 *p = bight_play_cloth_positions(one, 0, &count),
                     *q = bight_play_cloth_positions(two, 0, &count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(v3_distance(q[i], v3(1 - p[i].y, 2 + p[i].x, 3 + p[i].z)) < 1e-9);
    }
    // tips are the corners that were asked for: far from the knot, which is where the cloth was put
    CHECK(v3_length(p[40]) > 0.1 && v3_length(p[40 * 41]) > 0.1);
    bight_play_destroy(one);
    bight_play_destroy(two);
    bight_scene_destroy(here);
    bight_scene_destroy(there);
}

TEST(what_cannot_be_tied_is_refused_with_its_place)
{
#define HALF "\"pleats\": {\"template\": \"half_knot\"}}"
    refused(SCENE(GRID("1", "0.9", "40", "40") HALF, TIED), "cloths[0].pleats need a square grid");
    refused(SCENE(GRID("1", "1", "40", "38") HALF, TIED), "need a square grid");
    refused(SCENE(GRID("1", "1", "41", "41") HALF, TIED), "an even number");
    refused(SCENE(GRID("1", "1", "40", "40") "\"pleats\": {\"template\": \"overhand\"}}", TIED),
            "does not tie two corners: take one of two open strands");
    refused(SCENE(GRID("1", "1", "40", "40") "\"pleats\": {\"template\": \"half_knot\", \"bag\": 100, "
                                             "\"tail\": 0.06, \"squares\": 12}}",
                  TIED),
            "of cloth on either side of the middle, and a bag needs");
    refused(SCENE(GRID("1", "1", "8", "8") HALF, TIED), "the line between the tips has 9 vertices");
    refused(SCENE(GRID("0.3", "0.3", "40", "40") HALF, TIED), "thinner or larger cloth");
    refused(
        SCENE(GRID("1", "1", "40", "40") "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.8}}", TIED),
        "less than half of the line between the tips");
    refused(SCENE(GRID("1", "1", "40",
                       "40") "\"pleats\": {\"template\": \"half_knot\", \"set\": [{\"parameter\": "
                             "\"tails\", \"value\": 1}]}}",
                  TIED),
            "which template half_knot does not have");
}

// What is carried lies in the bag from the start: neither the cloth nor the box has to be led there.
TEST(a_box_lies_in_a_bag)
{
    bight_scene *scene;
    bight_play *play = begin(
        "{\"bight\": 1, \"cloth\": {\"thickness\": 0.002, \"time_step\": 0.01}, \"cloths\": [" GRID(
            "1", "1", "40", "40") "\"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 180}, \"pleats\": "
                                  "{\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 100}}], "
                                  "\"obstacles\": [{\"name\": \"box\", \"box\": {\"size\": [0.08, 0.036, "
                                  "0.08]}, \"position\": [0, -0.072, 0], \"mass\": 0.2}], \"script\": "
                                  "[" TIED ", {\"wait\": {\"cycles\": 10}}, " TIED "]}",
        &scene);
    play_on(play);
    int32_t count, checked;
    const bight_vec3 *x = bight_play_cloth_positions(play, 0, &count);
    const bight_play_check *checks = bight_play_checks(play, &checked);
    for (int32_t i = 0; i < checked; i++) {
        CHECK(checks[i].holds);
    }

    // cloth below it, on both sides of it, and at both ends
    double low = 0.0, sides[2] = {0, 0}, ends[2] = {0, 0};
    for (int32_t i = 0; i < count; i++) {
        low = fmin(low, fabs(x[i].x) < 0.05 && fabs(x[i].z) < 0.04 ? x[i].y : 0.0);
        bool beside = fabs(x[i].y + 0.072) < 0.017;
        sides[x[i].z > 0.0] += beside && fabs(x[i].x) < 0.04 && fabs(x[i].z) > 0.04 ? 1.0 : 0.0;
        ends[x[i].x > 0.0] += beside && fabs(x[i].z) < 0.04 && fabs(x[i].x) > 0.04 ? 1.0 : 0.0;
    }
    print_message("lowest %.3f m, beside the box %g and %g vertices, at its ends %g and %g\n", low, sides[0],
                  sides[1], ends[0], ends[1]);
    CHECK(low < -0.09 && sides[0] > 3 && sides[1] > 3 && ends[0] > 3 && ends[1] > 3);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// A flat cloth's line is no knot: the judge sees the line, not the asking.
TEST(a_line_that_is_no_knot_is_named_so)
{
    bight_scene *scene;
    bight_play *play = begin(SCENE(GRID("1", "1", "40", "40") HALF, TIED), &scene);
    bight_vec3 flat[41 * 41];
    for (int32_t i = 0; i < 41 * 41; i++) {
        flat[i] = v3(i % 41, 0.01 * (i % 7), i / 41);
    }
    char name[BIGHT_KNOT_MAX_NAME];
    bight_error error = {0};
    const bight_scene_pleat *pleats = scene->cloths[0].pleats;
    assert_int_equal(bight_pleat_name(NULL, pleats->folded, flat, name, &error), BIGHT_OK);
    assert_string_equal(name, "0_1");
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// Pins name the knot as steps and hands do: its vertices stay where they are, the rest moves.
TEST(pins_may_name_the_knot)
{
    bight_scene *scene;
    bight_play *play =
        begin("{\"bight\": 1, \"cloth\": {\"thickness\": 0.002, \"time_step\": 0.01}, \"cloths\": [" GRID(
                  "1", "1", "40", "40") "\"pins\": [\"knot\"], \"pleats\": {\"template\": \"half_knot\"}}], "
                                        "\"script\": [{\"wait\": {\"cycles\": 5}}]}",
              &scene);
    const bight_scene_cloth *cloth = &scene->cloths[0];
    const bight_pleats *folded = cloth->pleats->folded;
    CHECK(cloth->pinned.count == folded->upper_count && folded->upper_count > 4);
    int32_t count, moved = 0;
    bight_vec3 before[41 * 41];
    memcpy(before, bight_play_cloth_positions(play, 0, &count), sizeof before);
    assert_int_equal(count, 41 * 41);
    play_on(play);
    const bight_vec3 *x = bight_play_cloth_positions(play, 0, &count);
    for (int32_t i = 0; i < folded->upper_count; i++) {
        CHECK(v3_distance(x[folded->upper[i]], before[folded->upper[i]]) < 1e-12);
    }
    for (int32_t i = 0; i < count; i++) {
        moved += v3_distance(x[i], before[i]) > 1e-4;
    }
    CHECK(moved > 500);
    bight_play_destroy(play);
    bight_scene_destroy(scene);

    refused(SCENE(GRID("1", "1", "40", "40") "\"pins\": [\"knot\"]}", TIED), "which has no pleats");
}

TEST(memory_that_runs_out_leaves_nothing)
{
    // side by side, and as a bag round something, the knot of which is held
    static const char *const texts[] = {
        SCENE(GRID("1", "1", "40", "40") HALF, TIED),
        SCENE(GRID("1.5", "1.5", "60", "60") "\"name\": \"c\", \"pleats\": {\"template\": \"half_knot\", "
                                             "\"tail\": 0.09, \"bag\": 140, \"hold\": {\"length\": 0.1, "
                                             "\"height\": 0.09, \"below\": 0.12}}}",
              "{\"grasp\": {\"hand\": \"h\", \"vertices\": \"knot\"}}, " TIED)};
    for (int32_t i = 0; i < 2; i++) {
        bight_status status = BIGHT_ERROR_NO_MEMORY;
        int64_t fail = 1;
        for (; status != BIGHT_OK && fail < 100000; fail = fail < 40 ? fail + 1 : fail * 3 / 2) {
            failing_allocator state = {.fail_at = fail};
            bight_env env = failing_env(&state);
            bight_scene *scene = NULL;
            bight_error error = {0};
            status = parse(texts[i], &env, &scene, &error);
            if (status != BIGHT_ERROR_NO_MEMORY && !(status == BIGHT_OK && state.calls < fail)) {
                fail_msg("%d, %d: %s", (int)i, (int)fail, error.message);
            }
            CHECK(status != BIGHT_OK || fail > 40);
            bight_scene_destroy(scene);
            assert_int_equal(state.held, 0);
        }
        assert_int_equal(status, BIGHT_OK);
    }
}

RUN_TESTS(unit(corners_are_tied_clean_and_every_cycle_is_proved), unit(a_pose_moves_what_is_tied),
          unit(what_cannot_be_tied_is_refused_with_its_place), unit(a_box_lies_in_a_bag),
          unit(a_line_that_is_no_knot_is_named_so), unit(pins_may_name_the_knot),
          unit(memory_that_runs_out_leaves_nothing))
