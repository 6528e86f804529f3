// SPDX-License-Identifier: MIT

#include "bight/scene.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROPE "\"ropes\": [{\"name\": \"line\", \"line\": {\"from\": [0, 0, 0], \"to\": [10, 0, 0]}}]"

#define STRANDS ROPE ", \"strands\": [{\"name\": \"left\", \"end\": \"first\"}, {\"name\": \"right\"}]"

// ---- files that scenes name, from memory ------------------------------------------------------------

static int32_t open_files;

static bight_status read_memory(void *user, const char *name, const void **bytes, size_t *length,
                                bight_error *error)
{
    static const char curve[] = "0 0 0\n1 0 0\n2 0 0\n", bad[] = "0 0 0\n1 0 zero\n";
    static const char tetrahedron[] =
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    (void)user;
    const char *text = strcmp(name, "curve.xyz") == 0   ? curve
                       : strcmp(name, "bad.xyz") == 0   ? bad
                       : strcmp(name, "solid.obj") == 0 ? tetrahedron
                                                        : NULL;
    if (text == NULL) {
        snprintf(error->message, sizeof error->message, "there is no such file");
        return BIGHT_ERROR_IO;
    }
    *bytes = text;
    *length = strlen(text);
    open_files++;
    return BIGHT_OK;
}

static void release_memory(void *user, const void *bytes, size_t length)
{
    (void)user, (void)bytes, (void)length;
    open_files--;
}

static const bight_scene_files memory_files = {read_memory, release_memory, NULL};

static bight_status parse(const char *text, bight_scene **scene, bight_error *error)
{
    *error = (bight_error){0};
    return bight_scene_parse(text, strlen(text), &memory_files, NULL, scene, error);
}

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
    CHECK(open_files == 0);
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

// ---- bad scenes -------------------------------------------------------------------------------------

static const struct {
    const char *text;
    int32_t line;
    const char *words; // part of the message
} bad_scenes[] = {
    // the text
    {"", 1, "empty"},
    {" \n\n ", 3, "empty"},
    {"{\"bight\": 1,\n\"ropes\": [", 2, "cut off"},
    {"{\"bight\": 1,\n\"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [10, 0", 2, "cut off"},
    {"{\"bight\": 1,\n\"ropes\": x}", 2, "not JSON"},
    {"\n{\"bight\": NaN}", 2, "not JSON"},
    {"{\"bight\": 1, \"bight\": 1}", 1, "twice"},
    {"{\"bight\": 1e999}", 1, "too large"},
    {"{\"bight\": 99999999999999999999}", 1, "too large"},
    {"{\"bight\": 1, " ROPE "}}", 1, "more text"},
    {"\x01\x02\x03", 1, "byte 1 is 0x01"},
    {"{\n\"title\": \"\xFF\"}", 2, "not UTF-8"},
    {"{\n\"title\": \"\xC0\xAF\"}", 2, "not UTF-8"},
    {"{\n\"title\": \"\xED\xA0\x80\"}", 2, "not UTF-8"},
    {"[]", 1, "the scene is not an object"},
    {"7", 1, "the scene is not an object"},
    // keys
    {"{\n" ROPE "}", 1, "the scene has no \"bight\""},
    {"{\"bight\": 2,\n" ROPE "}", 1, "bight is 2"},
    {"{\"bight\": 1}", 1, "has none of ropes, cloths: give one"},
    {"{\"bight\": 1, \"ropes\": []}", 1, "ropes is not a list of at least 1"},
    {"{\"bight\": 1,\n\"robes\": 1, " ROPE "}", 2,
     "robes is not a key of the scene format: did you mean \"ropes\"?"},
    {"{\"bight\": 1,\n" ROPE ",\n\"qqqqqqqqqq\": 1}", 3, "the keys here are bight, "},
    {"{\"bight\": 1, " ROPE ",\n\"world\":\n{\"slip\":\n0.7}}", 3,
     "world.slip is 0.7: give a number from 0 to 0.5"},
    {"{\"bight\": 1, " ROPE ",\n\"world\": 3}", 2, "world is not an object"},
    {"{\"bight\": 1, " ROPE ",\n\"world\": {\"gravity\": [0, -3, 0]}}", 2,
     "world.gravity is 3 long: give at most 0.45"},
    {"{\"bight\": 1, " ROPE ",\n\"view\": {\"width\": 101}}", 2, "view.width is 101: give an even number"},
    {"{\"bight\": 1, " ROPE ",\n\"view\": {\"film_height\": 33}}", 2, "view.film_height is 33: give an even"},
    {"{\"bight\": 1, " ROPE ",\n\"view\": {\"up\": [0.4, 0.6, 1]}}", 2, "up parallel to from"},
    // ropes
    {"{\"bight\": 1, \"ropes\": [\n{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]},\n\"radius\": -1}]}", 3,
     "ropes[0].radius is -1: give a number above 0"},
    {"{\"bight\": 1, \"ropes\": [\n{\"radius\": 1}]}", 2, "ropes[0] has none of line, points, file"},
    {"{\"bight\": 1, \"ropes\": [\n{\"file\": \"a\", \"points\": [[0,0,0],[1,0,0]]}]}", 2,
     "has more than one of line, points, file"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]},\n\"links\": 1000000000}]}",
     2, "ropes[0].links is 1000000000: give a whole number from 1 to 3999999"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]},\n\"links\": 2.5}]}", 2,
     "ropes[0].links is 2.5"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1,0,0]}, \"link_length\": 1e-9}]}",
     1, "comes to 1e+09 links"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [1e10,0,0]}}]}", 1,
     "ropes[0].line.to[0] is 1e+10"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [0,0,0]}}]}", 1, "in one place"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0],\n[1,0,0]]}]}", 2,
     "points 1 and 2 are in one place"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],\n[1,0]]}]}", 2,
     "points[1] is a list of 2: give three numbers"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0]]}]}", 1, "at least 2 points"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"closed\": true}]}", 1, "give at least 3"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"smooth\": true}]}", 1, "add links"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"smooth\": 1}]}", 1, "give true or false"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"color\": \"red\"}]}", 1,
     "a colour such as"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"model\": \"silk\"}]}", 1,
     "is \"silk\": give one of \"ftl\", \"spring\""},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"projection\": {}}]}", 1,
     "projection is for the model \"projection\": give that model"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"model\": \"projection\",\n"
     "\"projection\": {\"bend_weight\": -1}}]}",
     2, "bend_weight is -1"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"links\": 2, \"link_length\": 1}]}", 1,
     "both"},
    {"{\"bight\": 1, \"ropes\": [{\"name\": \"a\", \"points\": [[0,0,0],[1,0,0]]},\n"
     "{\"name\": \"a\", \"points\": [[0,0,5],[1,0,5]]}]}",
     2, "ropes[1].name is \"a\", as another"},
    {"{\"bight\": 1, \"ropes\": [\n{\"file\": \"none.xyz\"}]}", 2, "none.xyz: there is no such file"},
    {"{\"bight\": 1, \"ropes\": [\n{\"file\": \"bad.xyz\"}]}", 2, "bad.xyz:2:"},
    // obstacles
    {"{\"bight\": 1, " ROPE ",\n\"obstacles\": [\n{\"sphere\": {\"radius\": 0}}]}", 3,
     "obstacles[0].sphere.radius is 0: give a number above 0"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"sphere\": {}}]}", 1,
     "obstacles[0].sphere has no \"radius\""},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"torus\": {\"radius\": 1, \"tube\": 2}}]}", 1, "tube is 2"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"box\": {\"size\": [1, 0, 1]}}]}", 1,
     "not above 0 in all three"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"sphere\": {\"radius\": 1}, \"along\": [0,0,0]}]}", 1,
     "no direction"},
    {"{\"bight\": 1, " ROPE
     ", \"obstacles\": [{\"sphere\": {\"radius\": 1}, \"along\": [0,0,1], \"rotation\": "
     "{\"axis\": [0,0,1], \"degrees\": 3}}]}",
     1, "more than one of along, rotation"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"sphere\": {\"radius\": 1}, \"motion\": {\"period\": 0}}]}",
     1, "period is 0"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"mesh\": {\"file\": \"none.obj\"}}]}", 1, "no such file"},
    // scripts
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{}]}", 2, "script[0] has none of grasp, move, together"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"still\": \"a\", \"wait\": {\"cycles\": 1}}]}", 2,
     "more than one of"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grap\": {}}]}", 2, "did you mean \"grasp\"?"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"rope\": \"lime\", \"node\": 0}}]}",
     2, "script[0].grasp.rope is \"lime\", and there is no such rope: did you mean \"line\"?"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": 11}}]}", 2,
     "node is 11, but \"line\" has 11 nodes: give -11 to 10"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": \"fist\"}}]}", 2,
     "node is \"fist\": give \"first\""},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": 0}},\n"
     "{\"grasp\": {\"hand\": \"a\", \"node\": 1}}]}",
     3, "holds something already"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"grasp\": {\"hand\": \"a\", \"node\": 10}},\n"
     "{\"grasp\": {\"hand\": \"b\", \"node\": \"last\"}}]}",
     3, "\"a\" holds already"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"release\": \"left\"}]}", 2, "there is no such hand"},
    {"{\"bight\": 1, " ROPE ", \"script\": [{\"grasp\": {\"hand\": \"left\", \"node\": 0}},\n"
     "{\"move\": {\"hand\": \"leff\", \"to\": [0,0,0]}}]}",
     2, "did you mean \"left\"?"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"left\", \"node\": 0}}, {\"release\": \"left\"},\n"
     "{\"move\": {\"hand\": \"left\", \"to\": [0,0,0]}}]}",
     2, "holds nothing here"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"move\": {\"to\": [0,0,0]}}]}", 2,
     "either a hand or an obstacle"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"move\": {\"obstacle\": \"x\", \"to\": [0,0,0]}}]}", 2,
     "there is no such obstacle"},
    {"{\"bight\": 1, " ROPE ", \"obstacles\": [{\"name\": \"o\", \"sphere\": {\"radius\": 1}, \"motion\": "
     "{\"period\": 9}}], \"script\": [\n{\"move\": {\"obstacle\": \"o\", \"to\": [0,0,0]}}]}",
     2, "a motion of its own"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"l\", \"node\": 0}},\n{\"move\": {\"hand\": \"l\", "
     "\"to\": [0,0,0], \"speed\": 0}}]}",
     2, "speed is 0: give a number above 0"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"l\", \"node\": 0}},\n{\"pull_tight\": {\"hands\": "
     "\"l\"}}]}",
     2, "no directions"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [{\"grasp\": {\"hand\": \"l\", \"node\": 0}},\n{\"pull_tight\": {\"hands\": "
     "[\"l\", \"l\"]}}]}",
     2, "name each only once"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"still\": \"a/b\"}]}", 2, "letters, digits"},
    {"{\"bight\": 1, " ROPE ", \"script\": [{\"still\": \"a\"},\n{\"still\": \"a\"}]}", 2, "a second time"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"wait\": {\"cycles\": 1}, \"close\": 3}]}", 2,
     "with still only"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"expect\": {}}]}", 2, "has none of knot"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"expect\": {\"chirality\": \"up\"}}]}", 2, "one of \"left\""},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"expect\": {\"winding\": {\"obstacle\": \"q\", \"turns\": 1}}}]}",
     2, "there is no such obstacle"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"wait\": {\"cycles\": 0}}]}", 2, "wait.cycles is 0"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"set\": {}}]}", 2, "has none of slip"},
    // spring ropes
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]},\n\"spring\": {\"density\": "
     "0}}]}",
     2, "ropes[0].spring.density is 0: give a number from 1e-09"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]},\n\"spring\": {\"beta\": "
     "3}}]}",
     2, "ropes[0].spring.beta is 3: give a number from 0.001 to 2"},
    {"{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0,0,0], \"to\": [9,0,0]},\n\"spring\": {\"dumping\": "
     "3}}]}",
     2, "did you mean \"damping\"?"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"pull\": [{\"end\": \"first\", \"force\": [1,0,0]}]}]}", 2,
     "which is no spring rope: give it"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"pull\": [{\"force\": [1,0,0]}]}]}", 2, "has no \"end\""},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"pull\": [{\"end\": \"middle\", \"force\": [1,0,0]}]}]}", 2,
     "give one of \"first\", \"last\""},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[9,0,0],[5,8,0]], \"closed\": true, \"links\": 30, "
     "\"model\": "
     "\"spring\"}], \"script\": [\n{\"pull\": [{\"end\": \"first\", \"force\": [1,0,0]}]}]}",
     2, "which is closed: only an end can be pulled"},
    {"{\"bight\": 1, " ROPE ", \"script\": [\n{\"expect\": {\"extension\": {}}}]}", 2, "neither min nor max"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"expect\": {\"extension\": {\"min\": 1, \"from\": 0.5, \"to\": 0.2}}}]}",
     2, "to must be greater"},
    {"{\"bight\": 1, " ROPE
     ", \"script\": [\n{\"expect\": {\"extension\": {\"min\": 1, \"rope\": \"lime\"}}}]}",
     2, "did you mean \"line\"?"},
    // manoeuvres
    {"{\"bight\": 1, " ROPE ",\n\"strands\": [{\"name\": \"a\", \"rope\": \"lime\"}]}", 2,
     "strands[0].rope is \"lime\", and there is no such rope: did you mean \"line\"?"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [{\"name\": \"a\"},\n{\"name\": \"b\"}]}", 2,
     "strands[1] is the same end of \"line\" as strands[0]"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [{\"name\": \"a\"},\n{\"name\": \"a\", \"end\": \"first\"}]}", 2,
     "strands[1].name is \"a\", as another"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [\n{\"name\": \"a\", \"tail\": 0}]}", 2,
     "strands[0].tail is 0: give a number above 0"},
    {"{\"bight\": 1, " ROPE ", \"strands\": [\n{\"name\": \"a\", \"bottom\": 99}]}", 2,
     "strands[0].bottom is 99, but \"line\" has 11 nodes"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0],[0,1,0]], \"closed\": true}],\n\"strands\": "
     "[{\"name\": \"a\"}]}",
     2, "strands[0] is an end of \"rope1\", which is closed"},
    {"{\"bight\": 1, \"ropes\": [{\"points\": [[0,0,0],[1,0,0]], \"model\": \"spring\"}],\n\"strands\": "
     "[{\"name\": \"a\"}]}",
     2, "a spring rope, whose nodes come and go"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"cross\": {\"active\": \"left\", \"target\": \"rigth\"}}]}",
     2, "script[0].cross.target is \"rigth\", and there is no such strand: did you mean \"right\"?"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"cross\": {\"active\": \"left\", \"target\": \"left\"}}]}",
     2, "one strand as active and target: \"left\""},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"wind\": {\"active\": \"left\", \"target\": \"right\", "
     "\"angle\": 90}}]}",
     2, "script[0].wind.angle is 90: give a number from 5 to 85 (degrees)"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"wind\": {\"active\": \"left\", \"target\": \"right\", "
     "\"turns\": -1}}]}",
     2, "turns is -1: give a number above 0"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"cross\": {\"active\": \"left\", \"target\": \"right\", "
     "\"sign\": 1}}]}",
     2, "sign is 1: give one of \"positive\", \"negative\""},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"tighten\": {\"strands\": [\"left\", \"right\"], "
     "\"directions\": [[1, 0, 0]]}}]}",
     2, "one direction for each strand"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"let_go\": \"lift\"}]}", 2,
     "script[0].let_go is \"lift\", and there is no such strand: did you mean \"left\"?"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"manoeuvre\": {\"name\": \"grany_knot\", \"strands\": [\"left\", "
     "\"right\"]}}]}",
     2, "there is no such manoeuvre: did you mean \"granny_knot\"?"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"reef_knot\": {\"strands\": \"left\"}}]}", 2,
     "calls \"reef_knot\" with 1 strands: it works with 2"},
    {"{\"bight\": 1, " STRANDS ",\n\"manoeuvres\": [{\"name\": \"reef_knot\", \"strands\": \"a\", \"steps\": "
     "[{\"let_go\": \"a\"}]}]}",
     2, "manoeuvres[0].name is \"reef_knot\", which the library has"},
    {"{\"bight\": 1, " STRANDS
     ", \"manoeuvres\": [{\"name\": \"m\", \"strands\": \"a\", \"steps\": [{\"let_go\": "
     "\"b\"}]}],\n\"script\": [\n{\"manoeuvre\": {\"name\": \"m\", \"strands\": \"left\"}}]}",
     3, "the manoeuvre \"m\" works with a strand that is not in its list of strands: \"b\""},
    {"{\"bight\": 1, " STRANDS
     ", \"manoeuvres\": [{\"name\": \"m\", \"strands\": \"a\", \"steps\": [{\"manoeuvre\": "
     "{\"name\": \"m\", \"strands\": \"a\"}}]}],\n\"script\": [\n{\"manoeuvre\": {\"name\": \"m\", "
     "\"strands\": "
     "\"left\"}}]}",
     3, "does one call itself?"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"wind\": {\"active\": \"left\", \"target\": \"right\", "
     "\"meanwhile\": [{\"hand\": \"h\", \"to\": [0, 0, 0]}]}}]}",
     2, "there is no such hand"},
    {"{\"bight\": 1, " STRANDS
     ", \"script\": [\n{\"expect\": {\"winding\": {\"target\": \"line\", \"turns\": 1}}}]}",
     2, "is the rope itself"},
    {"{\"bight\": 1, " STRANDS ", \"script\": [\n{\"expect\": {\"winding\": {\"turns\": 1}}}]}", 2,
     "either an obstacle or a target"},
};

TEST(bad_scenes_get_line_key_and_reason)
{
    for (size_t i = 0; i < sizeof bad_scenes / sizeof *bad_scenes; i++) {
        bight_scene *scene = (bight_scene *)1;
        bight_error error;
        bight_status status = parse(bad_scenes[i].text, &scene, &error);
        if (status == BIGHT_OK || scene != NULL || strstr(error.message, bad_scenes[i].words) == NULL ||
            error.line != bad_scenes[i].line || error.status != status) {
            fail_msg("%s\ngave status %d, line %d: %s\nwanted line %d: %s", bad_scenes[i].text, (int)status,
                     (int)error.line, error.message, (int)bad_scenes[i].line, bad_scenes[i].words);
        }
        CHECK(open_files == 0);
    }
}

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

// Whatever is changed: an answer, and words when it is no.
TEST(mutations_never_crash)
{
    char text[sizeof full];
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        memcpy(text, full, sizeof full);
        int32_t changes = 1 + bi_random_below(&random, 4);
        for (int32_t i = 0; i < changes; i++) {
            static const char letters[] = "{}[]\",:0123456789-.eE truefalsn\\\n";
            int32_t at = bi_random_below(&random, (int32_t)sizeof full - 1);
            text[at] = letters[bi_random_below(&random, (int32_t)sizeof letters - 1)];
        }
        bight_scene *scene;
        bight_error error = {0};
        bight_status status = bight_scene_parse(text, sizeof full - 1, &memory_files, NULL, &scene, &error);
        CHECK_SEED((status == BIGHT_OK) == (scene != NULL), seed);
        CHECK_SEED(status == BIGHT_OK || error.message[0] != '\0', seed);
        bight_scene_destroy(scene);
    }
}

// ---- memory -----------------------------------------------------------------------------------------

// The first, the second, ... allocation fails in turn; nothing leaks and the answer says what happened.
TEST(every_allocation_may_fail)
{
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t fail_at = 1; status != BIGHT_OK; fail_at++) {
        failing_allocator c = {.fail_at = fail_at};
        bight_env env = failing_env(&c);
        bight_scene *scene;
        bight_error error = {0};
        status = bight_scene_parse(full, sizeof full - 1, &memory_files, &env, &scene, &error);
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, fail_at);
        CHECK_SEED(status == BIGHT_OK || (scene == NULL && c.held == 0), fail_at);
        bight_scene_destroy(scene);
        CHECK_SEED(c.held == 0, fail_at);
        CHECK_SEED(open_files == 0, fail_at);
        CHECK_SEED(fail_at < 10000, fail_at);
    }
}

// ---- schema and manual ------------------------------------------------------------------------------

typedef struct text {
    char bytes[1 << 17];
    size_t length;
} text;

static void collect(void *user, const char *piece, size_t length)
{
    text *t = user;
    CHECK(t->length + length < sizeof t->bytes);
    memcpy(t->bytes + t->length, piece, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

static size_t read_source(const char *name, char *bytes, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", BIGHT_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t length = fread(bytes, 1, size - 1, file);
    fclose(file);
    bytes[length] = '\0';
    return length;
}

// bight help scene --schema > docs/scene.schema.json
TEST(committed_schema_is_the_generated_one)
{
    static text generated;
    static char committed[1 << 17];
    bight_scene_schema(collect, &generated);
    read_source("docs/scene.schema.json", committed, sizeof committed);
    CHECK(strcmp(generated.bytes, committed) == 0);
}

TEST(manual_ends_with_the_generated_tables)
{
    static text generated;
    static char manual[1 << 17];
    bight_scene_reference(collect, &generated);
    size_t length = read_source("docs/scene.md", manual, sizeof manual);
    CHECK(length > generated.length);
    CHECK(strcmp(manual + length - generated.length, generated.bytes) == 0);
}

// The example in the manual is a scene.
// every example of the manual that is a whole scene
TEST(manual_examples_are_scenes)
{
    static char manual[1 << 17];
    read_source("docs/scene.md", manual, sizeof manual);
    int32_t count = 0;
    for (char *start = strstr(manual, "```json\n{\n  \"bight\""); start != NULL;
         start = strstr(start + 1, "```json\n{\n  \"bight\"")) {
        char *end = strstr(start + 8, "```");
        CHECK(end != NULL);
        bight_scene *scene;
        bight_error error = {0};
        if (bight_scene_parse(start + 8, (size_t)(end - start) - 8, NULL, NULL, &scene, &error) != BIGHT_OK) {
            fail_msg("line %d: %s", (int)error.line, error.message);
        }
        bight_scene_destroy(scene);
        count++;
    }
    CHECK(count == 3);
}

RUN_TESTS(unit(a_full_scene_is_read), unit(smooth_closed_ropes_have_equal_links),
          unit(a_line_has_links_of_one_diameter), unit(bad_scenes_get_line_key_and_reason),
          unit(deep_nesting_is_refused), unit(zero_bytes_and_too_many_bytes_are_refused),
          unit(files_need_a_reader), unit(every_truncation_is_an_error), unit(mutations_never_crash),
          unit(every_allocation_may_fail), unit(committed_schema_is_the_generated_one),
          unit(manual_ends_with_the_generated_tables), unit(manual_examples_are_scenes))
