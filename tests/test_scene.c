// SPDX-License-Identifier: MIT
// Good scenes are read whole; whatever else comes gets an answer in words.

#include "core/vec3.h"
#include "scene_faults.h"
#include "scene_text.h"

#include <stdlib.h>

// ---- good scenes ------------------------------------------------------------------------------------

static const char full[] =
    "{\"bight\": 1, \"title\": \"all of it\", \"$schema\": \"x\", \"note\": \"n\",\n"
    " \"world\": {\"slip\": 0.1, \"gravity\": [0, -0.01, 0]},\n"
    " \"view\": {\"from\": [0, 0, 2], \"frames\": 10},\n"
    " \"ropes\": [\n"
    "  {\"name\": \"a\", \"line\": {\"from\": [0, 0, 0], \"to\": [10, 0, 0]}, \"links\": 20, \"radius\": "
    "0.25,\n"
    "   \"color\": \"#C08040\"},\n"
    "  {\"points\": [[0, 5, 0], [4, 5, 0], [4, 9, 0], [0, 9, 0]], \"closed\": true, \"smooth\": true,\n"
    "   \"link_length\": 0.5, \"radius\": 0.2},\n"
    "  {\"file\": \"curve.xyz\", \"model\": \"ftl\"},"
    "  {\"line\": {\"from\": [0, 0, 7], \"to\": [9, 0, 7]}, \"model\": \"projection\", \"projection\": "
    "{\"bend_weight\": 5}}],\n"
    " \"obstacles\": [\n"
    "  {\"name\": \"pole\", \"capsule\": {\"radius\": 1, \"length\": 8}, \"position\": [0, -5, 0], "
    "\"along\": [0, 0, 1]},\n"
    "  {\"torus\": {\"radius\": 3, \"tube\": 0.5}, \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 90}},\n"
    "  {\"sphere\": {\"radius\": 2}, \"motion\": {\"path\": [[0, 0, 9]], \"speed\": 0.1}},\n"
    "  {\"box\": {\"size\": [1, 2, 3]}, \"motion\": {\"period\": -500}},\n"
    "  {\"mesh\": {\"file\": \"solid.obj\", \"scale\": 2}, \"position\": [50, 0, 0]}],\n"
    " \"script\": [\n"
    "  {\"grasp\": {\"hand\": \"left\", \"rope\": \"a\", \"node\": \"first\"}},\n"
    "  {\"grasp\": {\"hand\": \"right\", \"node\": -1}},\n"
    "  {\"grasp\": {\"hand\": \"third\", \"near\": [5, 0, 0]}},\n"
    "  {\"move\": {\"hand\": \"left\", \"to\": [1, 2, 3]}},\n"
    "  {\"move\": {\"hand\": \"left\", \"by\": [[1, 0, 0], [2, 0, 0]], \"smooth\": true, \"speed\": 1}},\n"
    "  {\"together\": [{\"hand\": \"left\", \"turns\": 2, \"axis\": [0, 0, 1], \"cycles\": 500},\n"
    "                {\"obstacle\": \"pole\", \"by\": [0, 1, 0], \"arrive\": false}]},\n"
    "  {\"release\": \"third\"},\n"
    "  {\"wait\": {\"cycles\": 3, \"settle\": 0.001}},\n"
    "  {\"pull_tight\": {\"hands\": [\"left\", \"right\"], \"directions\": [[-1, 0, 0], [1, 0, 0]]}},\n"
    "  {\"still\": \"tight\", \"close\": 20},\n"
    "  {\"set\": {\"slip\": 0.3}},\n"
    "  {\"expect\": {\"rope\": \"a\", \"knot\": \"3_1\", \"chirality\": \"left\", \"overlap\": 0.1, "
    "\"rollbacks\": 0,\n"
    "    \"winding\": {\"obstacle\": \"pole\", \"turns\": 2}, \"linking\": {\"ropes\": [\"a\", \"rope2\"], "
    "\"number\": 0},\n"
    "    \"slack\": {\"hands\": [\"left\", \"right\"], \"max\": 20}, \"place\": {\"node\": 3, \"point\": [0, "
    "0, 0], "
    "\"within\": 1}}},\n"
    "  {\"release\": [\"left\", \"right\"], \"note\": \"the end\"},\n"
    "  {\"manoeuvre\": {\"name\": \"twice\", \"strands\": [\"s\", \"t\"], \"mirror\": true}},\n"
    "  {\"wind\": {\"active\": \"s\", \"target\": \"t\", \"angle\": 40}},\n"
    "  {\"let_go\": \"s\"}],\n"
    " \"strands\": [{\"name\": \"s\", \"end\": \"first\"}, {\"name\": \"t\", \"tail\": 3, \"bottom\": 4}],\n"
    " \"manoeuvres\": [{\"name\": \"twice\", \"strands\": [\"A\", \"B\"], \"steps\": [\n"
    "  {\"manoeuvre\": {\"name\": \"reef_knot\", \"strands\": [\"B\", \"A\"], \"angle\": 50}},\n"
    "  {\"tighten\": {\"strands\": \"A\", \"directions\": [[1, 0, 0]]}}]}]}\n";

TEST(a_full_scene_is_read)
{
    bight_scene *scene;
    bight_error error;
    if (parse(full, &scene, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    CHECK(folder.open == 0);
    CHECK(scene->version == 1 && strcmp(scene->title, "all of it") == 0);
    CHECK(scene->world->slip == 0.1 && scene->world->speed_limit == 0.9 && scene->world->gravity.y == -0.01);
    CHECK(scene->view->frames == 10 && scene->view->width == 1280 && scene->view->up.y == 1.0);
    CHECK(scene->view->film_width == 640 && scene->view->film_height == 360);

    CHECK(scene->rope_count == 4);
    const bight_scene_rope *a = &scene->ropes[0];
    CHECK(a->curve.count == 21 && !a->curve.closed && a->color == 0xC08040 && a->radius == 0.25);
    CHECK_NEAR(a->curve.points[7].x, 3.5, 1e-12);
    CHECK(a->text_line == 5);
    CHECK(strcmp(scene->ropes[1].name, "rope2") == 0 && scene->ropes[1].curve.closed);
    CHECK(scene->ropes[2].curve.count == 3 && scene->ropes[2].radius == 0.5);

    const bight_scene_projection *weights = scene->ropes[3].projection;
    bight_projection_def usual = bight_projection_def_default();
    CHECK(scene->ropes[3].model == BIGHT_MODEL_PROJECTION && scene->ropes[0].projection == NULL);
    CHECK(weights->bend_weight == 5.0 && weights->stretch_weight == usual.stretch_weight &&
          weights->stretch_growth == usual.stretch_growth && weights->target_weight == usual.target_weight &&
          weights->tolerance == usual.tolerance && weights->iterations == usual.iterations &&
          weights->rigid == usual.rigid);

    CHECK(scene->obstacle_count == 5);
    CHECK(scene->obstacles[0].def.kind == BIGHT_SHAPE_CAPSULE && scene->obstacles[0].def.size.y == 4.0);
    CHECK_NEAR(scene->obstacles[0].def.pose.rotation[0], sqrt(0.5), 1e-15);
    CHECK_NEAR(scene->obstacles[1].def.pose.rotation[0], sqrt(0.5), 1e-15);
    CHECK(scene->obstacles[2].motion->speed == 0.1 && scene->obstacles[2].motion->kind == 0);
    CHECK(scene->obstacles[3].def.size.z == 1.5 && scene->obstacles[3].motion->kind == 1);
    CHECK(scene->obstacles[4].def.triangle_count == 4 && scene->obstacles[4].def.points[1].x == 2.0);

    CHECK(scene->script_count == 16 && scene->hand_count == 3);
    CHECK(strcmp(scene->hands[1], "right") == 0);
    CHECK(scene->script[0].verb == BIGHT_VERB_GRASP && scene->script[0].grasp->hand_index == 0);
    CHECK(bight_scene_node(scene->script[1].grasp->node, 21) == 20);
    CHECK(scene->script[4].move->by.count == 2 && scene->script[4].move->smooth);
    CHECK(scene->script[5].together.count == 2 && scene->script[5].together.at[1].obstacle_index == 0);
    CHECK(!scene->script[5].together.at[1].arrive && scene->script[5].together.at[0].arrive);
    CHECK(scene->script[8].text_line == 26 && scene->script[8].pull_tight->hand_indices[1] == 1);
    const bight_scene_expect *expect = scene->script[11].expect;
    CHECK(expect->chirality == 0 && expect->rollbacks == 0 && expect->cuts == -1 && isnan(expect->stretch));
    CHECK(expect->winding->about == 0 && expect->winding->tolerance == 0.25);
    CHECK(expect->linking->rope_indices[1] == 1);

    // the reef knot of B round A is two half knots, mirrored; then A is pulled
    const bight_scene_program *program = &scene->script[13].program;
    CHECK(scene->strand_count == 2 && scene->manoeuvre_count == 1 && program->count == 7);
    CHECK(program->at[0].cross->active_index == 1 && program->at[0].cross->sign == 1);
    CHECK(program->at[1].wind->angle == 50.0 && program->at[1].wind->sign == 1);
    CHECK(program->at[3].cross->active_index == 0 && program->at[3].cross->sign == 0);
    CHECK(program->at[6].kind == BIGHT_ACTION_TIGHTEN && program->at[6].tighten->strand_indices[0] == 0);
    CHECK(strcmp(program->at[5].program, "half_knot") == 0 && strcmp(program->at[6].program, "twice") == 0);
    CHECK(scene->script[14].program.count == 1 && scene->script[14].program.at[0].wind->angle == 40.0);
    CHECK(scene->script[15].program.at[0].let_go_indices[0] == 0);
    bight_scene_destroy(scene);
}

// equal links; half way between two of four points on a circle of 5 the spline is at 4.42 (by hand)
TEST(smooth_closed_ropes_have_equal_links)
{
    bight_scene *scene;
    bight_error error;
    CHECK(
        parse(
            "{\"bight\": 1, \"ropes\": [{\"points\": [[5,0,0],[0,5,0],[-5,0,0],[0,-5,0]], \"closed\": true, "
            "\"smooth\": true, \"links\": 40, \"radius\": 0.1}]}",
            &scene, &error) == BIGHT_OK);
    bight_curve curve = scene->ropes[0].curve;
    CHECK(curve.count == 40 && curve.closed);
    double first = v3_distance(curve.points[0], curve.points[1]);
    for (int32_t i = 0; i < 40; i++) {
        CHECK_NEAR(v3_distance(curve.points[i], curve.points[(i + 1) % 40]), first, 1e-3 * first);
        CHECK(v3_length(curve.points[i]) < 5.0 + 1e-9 && v3_length(curve.points[i]) > 4.4);
    }
    bight_scene_destroy(scene);
}

TEST(a_line_has_links_of_one_diameter)
{
    bight_scene *scene;
    bight_error error;
    CHECK(parse("\xEF\xBB\xBF{\"bight\": 1.0, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [0,0,40]}, "
                "\"radius\": 0.5}]}",
                &scene, &error) == BIGHT_OK);
    CHECK(scene->ropes[0].curve.count == 41);
    CHECK(strcmp(scene->ropes[0].name, "rope1") == 0);
    bight_scene_destroy(scene);
}

// ---- texts that are no scenes ------------------------------------------------------------------------

TEST(deep_nesting_is_refused)
{
    size_t depth = 200000;
    char *text = malloc(depth + 20);
    CHECK(text != NULL);
    memset(text, '[', depth);
    bight_scene *scene;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, depth, NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "nested") != NULL);
    free(text);
}

TEST(zero_bytes_and_too_many_bytes_are_refused)
{
    bight_scene *scene;
    bight_error error = {0};
    CHECK(bight_scene_parse("{\"bight\"\0: 1}", 13, NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "byte 9 is 0x00") != NULL);
    CHECK(bight_scene_parse("x", (size_t)BIGHT_MAX_SCENE_BYTES + 1, NULL, NULL, &scene, &error) ==
          BIGHT_ERROR_TOO_LARGE);
    CHECK(bight_scene_parse(NULL, 0, NULL, NULL, &scene, NULL) == BIGHT_ERROR_PARSE);
}

TEST(files_need_a_reader)
{
    static const char text[] = "{\"bight\": 1, \"ropes\": [{\"file\": \"curve.xyz\"}]}";
    bight_scene *scene;
    bight_error error = {0};
    CHECK(bight_scene_parse(text, sizeof text - 1, NULL, NULL, &scene, &error) == BIGHT_ERROR_PARSE);
    CHECK(strstr(error.message, "no files can be read") != NULL);
}

// No prefix of a scene is a scene, and each says so on a line that exists.
TEST(every_truncation_is_an_error)
{
    for (size_t length = 0; length < sizeof full - 2; length++) {
        bight_scene *scene;
        bight_error error = {0};
        CHECK_SEED(bight_scene_parse(full, length, &memory_files, NULL, &scene, &error) != BIGHT_OK, length);
        CHECK_SEED(error.line >= 1 && error.line <= 40 && error.message[0] != '\0', length);
    }
}

TEST(mutations_never_crash)
{
    check_mutations(full, "{}[]\",:0123456789-.eE truefalsn\\\n", &folder);
}

TEST(every_allocation_may_fail)
{
    check_lack_of_memory(full, &folder);
}

RUN_TESTS(unit(a_full_scene_is_read), unit(smooth_closed_ropes_have_equal_links),
          unit(a_line_has_links_of_one_diameter), unit(deep_nesting_is_refused),
          unit(zero_bytes_and_too_many_bytes_are_refused), unit(files_need_a_reader),
          unit(every_truncation_is_an_error), unit(mutations_never_crash), unit(every_allocation_may_fail))
