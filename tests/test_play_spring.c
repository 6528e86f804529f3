// SPDX-License-Identifier: MIT
// Scenes with spring ropes.

#include "bight/play.h"
#include "core/vec3.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define ROPE(more)                                                                                           \
    "{\"bight\": 1, \"ropes\": [{\"name\": \"line\", \"model\": \"spring\", \"radius\": 0.005, \"line\": "   \
    "{\"from\": [-0.2, 0, 0], \"to\": [0.2, 0, 0]}, \"link_length\": 0.008, \"spring\": {" more "}}], "

typedef struct stage {
    bight_scene *scene;
    bight_play *play;
    bight_status status;
    bight_error error;
} stage;

static void play(stage *s, const char *text)
{
    *s = (stage){0};
    if (bight_scene_parse(text, strlen(text), NULL, NULL, &s->scene, &s->error) != BIGHT_OK ||
        bight_play_create(s->scene, NULL, &s->play, &s->error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)s->error.line, s->error.message);
    }
    for (bool more = true; more;) {
        s->status = bight_play_step(s->play, &more, &s->error);
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

// What a scene leaves out is what the library's own definition has.
TEST(defaults_are_the_librarys)
{
    static const char text[] = "{\"bight\": 1, \"ropes\": [{\"points\": [[0, 0, 0], [1, 0, 0]]}]}";
    bight_scene *scene;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) == BIGHT_OK);
    bight_spring_def given = bight_rope_def_default().spring, read = *scene->ropes[0].spring;
    CHECK(given.stiffness == read.stiffness && given.hooke == read.hooke && given.damping == read.damping);
    CHECK(given.drag == read.drag && given.density == read.density && given.alpha == read.alpha);
    CHECK(given.beta == read.beta && given.time_step == read.time_step && given.longest == read.longest);
    CHECK(given.restitution == read.restitution && v3_distance(given.gravity, read.gravity) == 0.0);
    bight_scene_destroy(scene);
}

// Both ends pulled evenly up to 1 N and held: 1 + F / K. Let go, it is as long as it was.
TEST(forces_grow_and_end)
{
    stage s;
    play(&s,
         ROPE("\"stiffness\": 10, \"drag\": 30, \"damping\": 0.002") "\"script\": [{\"pull\": [{\"end\": "
                                                                     "\"first\", \"force\": [-1, 0, 0], "
                                                                     "\"cycles\": 500},"
                                                                     "{\"end\": \"last\", \"force\": [1, 0, "
                                                                     "0], \"cycles\": 1000}]},"
                                                                     "{\"wait\": {\"cycles\": 8000}},"
                                                                     "{\"expect\": {\"extension\": {\"min\": "
                                                                     "1.0999, \"max\": 1.1001}, \"kinetic\": "
                                                                     "1e-9, \"stretch\": 1.1001}},"
                                                                     "{\"expect\": {\"extension\": "
                                                                     "{\"from\": 0.25, \"to\": 0.5, \"min\": "
                                                                     "1.0999, \"max\": 1.1001}}},"
                                                                     "{\"pull\": [{\"end\": \"first\", "
                                                                     "\"force\": [0, 0, 0]}, {\"end\": "
                                                                     "\"last\", \"force\": [0, 0, 0]}]},"
                                                                     "{\"wait\": {\"cycles\": 8000}},"
                                                                     "{\"expect\": {\"extension\": {\"min\": "
                                                                     "0.9999, \"max\": 1.0001}}}]}");
    must_be_done(&s);
    CHECK(bight_play_get_progress(s.play).cycles == 1000 + 8000 + 8000);
    end(&s);
}

TEST(expectations_that_fail_show_what_was_found)
{
    stage s;
    play(&s, ROPE("") "\"script\": [\n{\"expect\": {\"extension\": {\"min\": 1.2, \"max\": 1.3}}},"
                      "{\"expect\": {\"kinetic\": 1}}]}");
    CHECK(s.status == BIGHT_ERROR_EXPECT && s.error.line == 2);
    CHECK(strstr(s.error.message, "extension: expected 1.2 to 1.3, found 1 (from 0 to 1 of the rope)") !=
          NULL);
    int32_t count;
    const bight_play_check *checks = bight_play_checks(s.play, &count);
    CHECK(count == 2 && !checks[0].holds && checks[1].holds && strcmp(checks[1].found, "0") == 0);
    end(&s);
}

// Node 25 of 50 is the middle one, also when there are more points than the scene laid out.
TEST(nodes_are_named_by_their_share)
{
    stage s;
    play(&s, ROPE("\"drag\": 30") "\"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": \"first\"}}, "
                                  "{\"grasp\": {\"hand\": \"b\", \"node\": -1}},"
                                  "{\"move\": {\"hand\": \"b\", \"by\": [0.16, 0, 0], \"cycles\": 4000}}, "
                                  "{\"wait\": {\"cycles\": 4000}},"
                                  "{\"grasp\": {\"hand\": \"c\", \"node\": 25}},"
                                  "{\"expect\": {\"extension\": {\"min\": 1.3999, \"max\": 1.4001}, "
                                  "\"place\": {\"node\": \"middle\", "
                                  "\"point\": [0.08, 0, 0], \"within\": 0.003}}}]}");
    must_be_done(&s);
    CHECK(bight_play_curve(s.play, 0).count > 51);
    end(&s);
}

TEST(divergence_ends_the_run_with_its_reason)
{
    stage s;
    play(&s,
         ROPE("\"time_step\": 0.002") "\"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": \"first\"}},\n"
                                      "{\"move\": {\"hand\": \"a\", \"by\": [-0.05, 0, 0], \"cycles\": 100}},"
                                      "{\"wait\": {\"cycles\": 10000}}]}");
    CHECK(s.status == BIGHT_ERROR_DIVERGED && s.error.line == 2);
    CHECK(strstr(s.error.message, "(move): rope 0 diverges: ") != NULL);
    CHECK(strstr(s.error.message, "lower spring.time_step") != NULL);
    end(&s);
}

TEST(worlds_refusals_name_the_rope)
{
    static const char text[] =
        "{\"bight\": 1, \"ropes\": [\n{\"name\": \"line\", \"model\": \"spring\", \"line\": {\"from\": "
        "[0, 0, 0], \"to\": [9, 0, 0]}, \"spring\": {\"alpha\": 1.8, \"beta\": 1.7}}]}";
    bight_scene *scene;
    bight_play *made;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, strlen(text), NULL, NULL, &scene, &error) == BIGHT_OK);
    CHECK(bight_play_create(scene, NULL, &made, &error) == BIGHT_ERROR_INVALID && error.line == 2);
    CHECK(strstr(error.message, "ropes[0] (\"line\") cannot be made: spring.alpha is 1.8") != NULL);
    bight_scene_destroy(scene);
}

RUN_TESTS(unit(defaults_are_the_librarys), unit(forces_grow_and_end),
          unit(expectations_that_fail_show_what_was_found), unit(nodes_are_named_by_their_share),
          unit(divergence_ends_the_run_with_its_reason), unit(worlds_refusals_name_the_rope))
