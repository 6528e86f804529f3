// SPDX-License-Identifier: MIT
// Scenes whose cloth is dressed with knots: read, played, laid anew, refused.

#include "bight/play.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "folder.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A ribbon as long as the strand of an overhand knot and as wide as its pipe is round.
#define HEAD                                                                                                 \
    "{\"bight\": 1, \"cloth\": {\"thickness\": 0.001, \"friction\": 0.1, \"gravity\": [0, 0, 0], "           \
    "\"time_step\": 0.1}, "                                                                                  \
    "\"cloths\": [{\"name\": \"ribbon\", \"grid\": {\"width\": 1.1, \"height\": 0.072, \"columns\": 122, "   \
    "\"rows\": 8}, \"material\": {\"bend\": 2e-5}}], "
#define REGION                                                                                               \
    "\"regions\": [{\"rectangle\": {\"u\": 0.55, \"v\": 0.036, \"length\": 1.1, \"width\": 0.072}}]"
#define DRESS "\"dress\": [{\"name\": \"knot\", \"template\": \"overhand\", " REGION "}], "
#define TURNED                                                                                               \
    "\"dress\": [{\"name\": \"knot\", \"template\": \"overhand\", \"set\": [{\"parameter\": \"knot.turn\", " \
    "\"value\": 20}], " REGION "}], "

static bight_status parse(const char *text, bight_scene **scene, bight_error *error)
{
    folder none = {.path = BIGHT_SOURCE_DIR};
    bight_scene_files files = folder_files(&none);
    return bight_scene_parse(text, strlen(text), &files, NULL, scene, error);
}

static bight_scene *read_scene(const char *text)
{
    bight_scene *scene;
    bight_error error = {0};
    if (parse(text, &scene, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return scene;
}

static bight_play *begin(const bight_scene *scene)
{
    bight_play *play;
    bight_error error = {0};
    if (bight_play_create(scene, NULL, &play, &error) != BIGHT_OK) {
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

TEST(a_scene_lays_cloth_on_a_template)
{
    bight_scene *scene = read_scene(HEAD DRESS "\"script\": []}");
    const bight_scene_dress *dress = &scene->dress[0];
    assert_int_equal(scene->dress_count, 1);
    CHECK(dress->knot->before.kept && dress->mesh->vertex_count == dress->knot->map.vertex_count);
    CHECK(dress->knot->map.refined > 0); // squares of 9 mm
    assert_int_equal(scene->cloths[0].def.vertex_count, dress->mesh->vertex_count);
    assert_int_equal(memcmp(scene->cloths[0].def.positions, dress->knot->cloth.positions,
                            (size_t)dress->mesh->vertex_count * sizeof(bight_vec3)),
                     0);
    CHECK(scene->cloths[0].edge < 0.006);
    bight_scene_destroy(scene);
}

// Led by its ends the knot becomes smaller, is what it was, and all of it is proved.
TEST(a_knot_is_led_tight_and_kept)
{
    bight_scene *scene = read_scene(
        HEAD DRESS "\"script\": [{\"expect\": {\"dressed\": \"knot\"}}, {\"settle\": {\"cycles\": 20, "
                   "\"arrive\": false}}, {\"lead\": {\"cycles\": 30}}, {\"expect\": {\"dressed\": "
                   "[\"knot\"], \"cloth\": {\"intersections\": 0, \"uncertified\": 0}}}]}");
    bight_play *play = begin(scene);
    const bight_dress_leads *leads = &scene->dress[0].knot->leads;
    int32_t count;
    bight_error error = {0};
    bool more = true;
    double apart[2] = {0, 0};
    while (more) {
        const bight_vec3 *x = bight_play_cloth_positions(play, 0, &count);
        int64_t cycles = bight_play_get_progress(play).cycles;
        double now =
            v3_distance(x[leads->vertices[leads->items[0].first]], x[leads->vertices[leads->items[1].first]]);
        apart[0] = cycles <= 20 ? now : apart[0];
        apart[1] = now;
        if (bight_play_step(play, &more, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
    }
    CHECK(apart[1] > apart[0] + 0.01);
    int32_t checks;
    const bight_play_check *found = bight_play_checks(play, &checks);
    assert_int_equal(checks, 5);
    for (int32_t i = 0; i < checks; i++) {
        CHECK(found[i].holds);
    }
    bight_play_cloth_totals totals = bight_play_get_cloth_totals(play);
    CHECK(totals.clean == 1 && totals.doubtful == 0 && totals.certified == totals.cycles);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// Hands that the cloth holds are not waited for: all but the ends of the ribbon is pinned.
TEST(hands_that_come_no_nearer_end_the_lead)
{
    enum { COLUMNS = 123, ROWS = 9, ENDS = 4 };
    char text[12000];
    int at = snprintf(
        text, sizeof text, "%s",
        "{\"bight\": 1, \"cloth\": {\"thickness\": 0.001, \"gravity\": [0, 0, 0], \"time_step\": 0.1}, "
        "\"cloths\": [{\"name\": \"ribbon\", \"grid\": {\"width\": 1.1, \"height\": 0.072, "
        "\"columns\": 122, \"rows\": 8}, \"material\": {\"bend\": 2e-5}, \"pins\": [");
    for (int row = 0; row < ROWS; row++) {
        for (int column = ENDS; column < COLUMNS - ENDS; column++) {
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%d",
                           at > 0 && text[at - 1] == '[' ? "" : ", ", row * COLUMNS + column);
        }
    }
    snprintf(text + at, sizeof text - (size_t)at, "%s",
             "]}], " DRESS "\"script\": [{\"lead\": {\"cycles\": 400}}]}");
    bight_scene *scene = read_scene(text);
    bight_play *play = begin(scene);
    play_on(play);
    int64_t cycles = bight_play_get_progress(play).cycles;
    CHECK_SEED(cycles >= 60 && cycles < 200, cycles);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// A knot that is pulled out is not that knot.
TEST(a_lost_knot_is_told)
{
    bight_scene *scene = read_scene(HEAD DRESS "\"script\": [{\"expect\": {\"dressed\": \"knot\"}}]}");
    bight_play *play = begin(scene);
    const bight_scene_dress *dress = &scene->dress[0];
    bight_vec3 *flat = calloc((size_t)dress->mesh->vertex_count, sizeof *flat);
    for (int32_t i = 0; i < 3 * dress->mesh->triangle_count; i++) {
        const double *uv = dress->mesh->uv + 2 * dress->mesh->uv_triangles[i];
        flat[dress->mesh->triangles[i]] = v3(uv[0], 0.0, uv[1]);
    }
    bight_error error = {0};
    assert_int_equal(
        bight_cloth_set_positions(bight_play_cloth_world(play), bight_play_cloth(play, 0), flat, &error),
        BIGHT_OK);
    bool more;
    assert_int_equal(bight_play_step(play, &more, &error), BIGHT_ERROR_EXPECT);
    CHECK(strstr(error.message, "is 0_1 and should be 3_1") != NULL);
    int32_t count;
    const bight_play_check *checks = bight_play_checks(play, &count);
    CHECK(count > 0 && strcmp(checks[0].what, "dressed") == 0 && !checks[0].holds);
    free(flat);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
}

// Three knots later all is as if the last had been the first, to the bit.
TEST(laid_anew_is_as_laid_at_first)
{
    bight_scene *fresh = read_scene(HEAD TURNED "\"script\": [{\"wait\": {\"cycles\": 4}}]}");
    bight_scene *scene = read_scene(
        HEAD DRESS
        "\"script\": [{\"settle\": {\"cycles\": 5, \"arrive\": false}}, {\"redress\": {\"set\": "
        "[{\"parameter\": "
        "\"knot.turn\", \"value\": -20}]}}, {\"wait\": {\"cycles\": 3}}, {\"redress\": {\"set\": "
        "[{\"parameter\": \"tails.spread\", \"value\": 10}, {\"parameter\": \"orientation\", \"value\": "
        "40}]}}, "
        "{\"wait\": {\"cycles\": 2}}, {\"redress\": {\"template\": \"overhand\", \"set\": [{\"parameter\": "
        "\"knot.turn\", \"value\": 20}]}}, {\"wait\": {\"cycles\": 4}}, {\"expect\": {\"dressed\": "
        "\"knot\"}}]}");
    bight_play *one = begin(fresh), *other = begin(scene);
    play_on(one);
    play_on(other);
    CHECK(bight_cloth_world_hash(bight_play_cloth_world(one)) ==
          bight_cloth_world_hash(bight_play_cloth_world(other)));
    bight_play_destroy(one);
    bight_play_destroy(other);
    bight_scene_destroy(fresh);
    bight_scene_destroy(scene);
}

// A region that is moved is the one that could have been given at first.
TEST(other_regions_are_laid_as_if_they_had_been_first)
{
#define NARROW                                                                                               \
    "\"regions\": [{\"rectangle\": {\"u\": 0.55, \"v\": 0.036, \"length\": 1.1, \"width\": 0.072, "          \
    "\"padding\": "                                                                                          \
    "0.01}}]"
    bight_scene *fresh = read_scene(HEAD "\"dress\": [{\"template\": \"overhand\", " NARROW
                                         "}], \"script\": [{\"wait\": {\"cycles\": 3}}]}");
    bight_scene *scene =
        read_scene(HEAD DRESS "\"script\": [{\"wait\": {\"cycles\": 2}}, {\"redress\": {" NARROW
                              "}}, {\"wait\": {\"cycles\": 3}}]}");
    bight_play *one = begin(fresh), *other = begin(scene);
    play_on(one);
    play_on(other);
    CHECK(bight_cloth_world_hash(bight_play_cloth_world(one)) ==
          bight_cloth_world_hash(bight_play_cloth_world(other)));
    bight_play_destroy(one);
    bight_play_destroy(other);
    bight_scene_destroy(fresh);
    bight_scene_destroy(scene);
}

// Going on with another script ends in the state of the whole script, wherever the first one is left.
TEST(a_play_goes_on_with_another_script)
{
#define TURN                                                                                                 \
    "{\"redress\": {\"template\": \"overhand\", \"set\": [{\"parameter\": \"knot.turn\", \"value\": 20}]}}"
#define AFTER                                                                                                \
    TURN ", {\"settle\": {\"cycles\": 4, \"arrive\": false}}, {\"expect\": {\"dressed\": \"knot\"}}]}"
#define SETTLE "{\"settle\": {\"cycles\": 4, \"arrive\": false}%s}, "
#define LEAD "{\"lead\": {\"dress\": \"knot\", \"cycles\": 5}%s}, "
    bight_scene *scene =
        read_scene(HEAD DRESS "\"script\": [{\"settle\": {\"cycles\": 4, \"arrive\": false}}, "
                              "{\"lead\": {\"dress\": \"knot\", \"cycles\": 5}}]}");
    bight_error error = {0};
    for (int32_t left = 2; left <= 10; left += 4) {
        // cut off in the first step, in the second, or done
        char text[3000], cut[40];
        snprintf(cut, sizeof cut, ", \"until\": %d", (int)left);
        bool first = left <= 4, second = left > 4 && left <= 8;
        snprintf(text, sizeof text,
                 first ? HEAD DRESS "\"script\": [" SETTLE AFTER
                       : HEAD DRESS "\"script\": [" SETTLE LEAD AFTER,
                 first ? cut : "", second ? cut : "");
        bight_scene *whole = read_scene(text);
        bight_play *one = begin(whole), *other = begin(scene);
        play_on(one);
        bool more = true;
        for (int32_t i = 0; i < left; i++) {
            assert_int_equal(bight_play_step(other, &more, &error), BIGHT_OK);
        }
        CHECK(more == (left <= 9));
        if (bight_play_go_on(other, whole, &error) != BIGHT_OK) {
            fail_msg("left at %d: %s", (int)left, error.message);
        }
        CHECK(bight_play_dress_knot(other, 0) != scene->dress[0].knot);
        assert_int_equal(bight_play_get_progress(other).cycles, left <= 9 ? left : 9);
        play_on(other);
        CHECK(bight_play_hash(one) == bight_play_hash(other));
        bight_play_destroy(one);
        bight_play_destroy(other);
        bight_scene_destroy(whole);
    }

    // a script that has ended before is of another play
    bight_scene *shorter = read_scene(HEAD DRESS "\"script\": []}");
    bight_play *play = begin(scene);
    bool more;
    assert_int_equal(bight_play_step(play, &more, &error), BIGHT_OK);
    assert_int_equal(bight_play_go_on(play, shorter, &error), BIGHT_ERROR_INVALID);
    assert_int_equal(bight_play_step(play, &more, &error), BIGHT_OK);
    bight_play_destroy(play);
    bight_scene_destroy(shorter);
    bight_scene_destroy(scene);
}

// What was set before holds on, and the knot that is judged is the new one.
TEST(values_are_kept_from_knot_to_knot)
{
    bight_scene *fresh = read_scene(
        HEAD
        "\"dress\": [{\"template\": \"overhand\", \"set\": [{\"parameter\": \"knot.turn\", \"value\": -20}, "
        "{\"parameter\": \"tails.spread\", \"value\": 10}], " REGION
        "}], \"script\": [{\"wait\": {\"cycles\": 2}}]}");
    bight_scene *scene = read_scene(
        HEAD DRESS "\"script\": [{\"redress\": {\"set\": [{\"parameter\": \"knot.turn\", \"value\": "
                   "-20}]}}, {\"wait\": {\"cycles\": 1}}, {\"redress\": {\"set\": [{\"parameter\": "
                   "\"tails.spread\", \"value\": 10}]}}, {\"wait\": {\"cycles\": 2}}]}");
    bight_play *one = begin(fresh), *other = begin(scene);
    CHECK(bight_play_dress_knot(other, 0) == scene->dress[0].knot);
    play_on(one);
    play_on(other);
    CHECK(bight_play_dress_knot(other, 0) != scene->dress[0].knot);
    CHECK(memcmp(bight_play_dress_knot(other, 0)->cloth.positions, fresh->dress[0].knot->cloth.positions,
                 (size_t)fresh->cloths[0].def.vertex_count * sizeof(bight_vec3)) == 0);
    CHECK(bight_cloth_world_hash(bight_play_cloth_world(one)) ==
          bight_cloth_world_hash(bight_play_cloth_world(other)));
    bight_play_destroy(one);
    bight_play_destroy(other);
    bight_scene_destroy(fresh);
    bight_scene_destroy(scene);
}

// A knot whose radii are reduced alike is laid anew with radii that are reduced alike.
TEST(a_uniform_pipe_stays_uniform)
{
#define THICK                                                                                                \
    "\"set\": [{\"parameter\": \"radius\", \"value\": 1.6}, {\"parameter\": \"knot.scale\", \"value\": "     \
    "0.9}]"
#define UNIFORM "\"dress\": [{\"template\": \"overhand\", \"uniform\": true, "
#define WAIT "\"script\": [{\"wait\": {\"cycles\": 2}}]}"
    bight_scene *fresh = read_scene(HEAD UNIFORM THICK ", " REGION "}], " WAIT);
    bight_scene *plain =
        read_scene(HEAD "\"dress\": [{\"template\": \"overhand\", " THICK ", " REGION "}], " WAIT);
    bight_scene *scene =
        read_scene(HEAD UNIFORM REGION "}], \"script\": [{\"wait\": {\"cycles\": 1}}, {\"redress\": {" THICK
                                       "}}, {\"wait\": {\"cycles\": 2}}]}");
    bight_play *one = begin(fresh), *other = begin(scene), *third = begin(plain);
    play_on(one), play_on(other), play_on(third);
    uint64_t hash = bight_cloth_world_hash(bight_play_cloth_world(one));
    CHECK(hash == bight_cloth_world_hash(bight_play_cloth_world(other)));
    CHECK(hash != bight_cloth_world_hash(bight_play_cloth_world(third)));
    bight_play_destroy(one), bight_play_destroy(other), bight_play_destroy(third);
    bight_scene_destroy(fresh), bight_scene_destroy(plain), bight_scene_destroy(scene);
}

TEST(what_cannot_be_is_refused_with_its_place)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        {HEAD "\"dress\": [{\"template\": \"overhnd\", " REGION "}]}", "dress[0].template"},
        {HEAD "\"dress\": [{\"template\": \"overhand\", \"cloth\": \"scarf\", " REGION "}]}",
         "dress[0].cloth is \"scarf\", and no cloth is called so"},
        {HEAD "\"dress\": [{\"template\": \"overhand\", \"set\": [{\"parameter\": \"knot.trun\", \"value\": "
              "1}], " REGION "}]}",
         "did you mean \"knot.turn\"?"},
        {HEAD "\"dress\": [{\"template\": \"overhand\", \"set\": [{\"parameter\": \"knot.turn\", \"value\": "
              "99}], " REGION "}]}",
         "dress[0].set[0].value is 99: give -30 to 30 deg"},
        {HEAD "\"dress\": [{\"template\": \"reef\", " REGION "}]}",
         "names no strand, and template reef has 2"},
        {HEAD "\"dress\": [{\"template\": \"overhand\", \"regions\": [{\"strand\": \"x\", \"rectangle\": "
              "{\"u\": 0.55, "
              "\"v\": 0.036, \"length\": 1.1, \"width\": 0.072}}]}]}",
         "dress[0].regions[0].strand is \"x\""},
        {HEAD
         "\"dress\": [{\"template\": \"overhand\", \"regions\": [{\"rectangle\": {\"u\": 2.9, \"v\": 0.036, "
         "\"length\": 1.1, \"width\": 0.072}}]}]}",
         "off the pattern"},
        {HEAD "\"dress\": [{\"template\": \"overhand\", \"keep_mesh\": true, " REGION "}]}", "0.005978"},
        {HEAD "\"dress\": [{\"template\": \"overhand\", " REGION "}, {\"template\": \"overhand\", " REGION
              "}]}",
         "a second time"},
        {HEAD "\"script\": [{\"lead\": {}}]}", "the scene has none: add \"dress\""},
        {HEAD DRESS "\"script\": [{\"lead\": {\"dress\": \"bow\"}}]}", "script[0].lead.dress"},
        {HEAD DRESS "\"script\": [{\"redress\": {}}]}", "changes nothing"},
        {HEAD DRESS "\"script\": [{\"redress\": {\"regions\": [{\"rectangle\": {\"u\": 0.2, \"v\": 0.036, "
                    "\"length\": 0.1, "
                    "\"width\": 0.07}}, {\"rectangle\": {\"u\": 0.9, \"v\": 0.036, \"length\": 0.1, "
                    "\"width\": 0.07}}]}}]}",
         "script[0].redress.regions are 2, and \"knot\" has 1"},
        {HEAD DRESS "\"script\": [{\"redress\": {\"template\": \"reef\"}}]}", "has 2 strands"},
        {HEAD DRESS
         "\"script\": [{\"redress\": {\"template\": \"bow\", \"set\": [{\"parameter\": \"knot.turn\", "
         "\"value\": 1}]}}]}",
         "which template bow does not have"},
        {HEAD DRESS
         "\"script\": [{\"grasp\": {\"hand\": \"a\", \"vertices\": \"u0\"}}, {\"redress\": {\"padding\": "
         "0.01}}]}",
         "that \"a\" holds: release it first"},
        {HEAD DRESS "\"script\": [{\"expect\": {\"dressed\": \"bow\"}}]}", "dressed[0]"},
        {HEAD
         "\"dress\": [{\"template\": \"overhand\", \"regions\": [{\"rectangle\": {\"u\": 0.9, \"v\": 0.036, "
         "\"length\": 1.1, \"width\": 0.072}}]}]}",
         "should be 3_1, about ["},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_scene *scene = NULL;
        bight_error error = {0};
        bight_status status = parse(bad[i].text, &scene, &error);
        if (status == BIGHT_OK || scene != NULL || strstr(error.message, bad[i].words) == NULL) {
            fail_msg("%d: \"%s\" should have \"%s\"", (int)i, error.message, bad[i].words);
        }
    }
}

// Wherever memory ends, all that was taken is given back.
TEST(memory_may_end)
{
    folder none = {.path = BIGHT_SOURCE_DIR};
    bight_scene_files files = folder_files(&none);
    const char *text = HEAD DRESS "\"script\": [{\"redress\": {\"template\": \"pretzel\"}}]}";
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    int32_t refused = 0;
    for (int64_t at = 40; status != BIGHT_OK; at += 1 + at / LESS_WHEN_CHECKED(6, 3)) {
        failing_allocator state = {.fail_at = at, .fail_after = true};
        bight_env env = failing_env(&state);
        bight_scene *scene;
        bight_error error = {0};
        status = bight_scene_parse(text, strlen(text), &files, &env, &scene, &error);
        CHECK(status == BIGHT_OK || (status == BIGHT_ERROR_NO_MEMORY && scene == NULL));
        refused += status != BIGHT_OK;
        bight_scene_destroy(scene);
        if (state.held != 0) {
            fail_msg("request %d: %lld bytes are held", (int)at, (long long)state.held);
        }
    }
    CHECK(refused > LESS_WHEN_CHECKED(10, 5));
}

RUN_TESTS(unit(a_scene_lays_cloth_on_a_template), unit(a_knot_is_led_tight_and_kept),
          unit(hands_that_come_no_nearer_end_the_lead), unit(a_lost_knot_is_told),
          unit(laid_anew_is_as_laid_at_first), unit(other_regions_are_laid_as_if_they_had_been_first),
          unit(a_play_goes_on_with_another_script), unit(values_are_kept_from_knot_to_knot),
          unit(a_uniform_pipe_stays_uniform), unit(memory_may_end),
          unit(what_cannot_be_is_refused_with_its_place))
