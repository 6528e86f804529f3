// SPDX-License-Identifier: MIT
// Programs of wrapping: what is read and refused, what a rehearsal finds, and the scene that is made.

#include "bight/scene.h"
#include "bight/wrap.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "read_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAT                                                                                                 \
    "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"table\": true,\n"              \
    " \"place\": {\"room\": [0.25, 0.2, 0.25]},\n \"steps\": [\n"

#define END ", {\"state\": \"end\"}"

static const char good[] =
    FLAT "{\"hold\": [\"a\", \"c\"]}, {\"state\": \"s\"}, {\"settle\": 3},\n"
         "{\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.3, -0.2]}], \"cycles\": 9},\n"
         "{\"set\": {\"friction\": 0.2}}, {\"release\": [\"a\"]}, {\"state\": \"end\"}]}";

static bight_wrap_file *opened(const char *text)
{
    bight_wrap_file *file;
    bight_error error = {0};
    if (bight_wrap_read(NULL, text, strlen(text), &file, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    return file;
}

TEST(a_program_is_read_as_it_is_written)
{
    bight_wrap_file *file = opened(good);
    const bight_wrap_program *p = bight_wrap_file_program(file);
    CHECK(strcmp(p->name, "w") == 0 && p->table && p->step_count == 7 && p->knot_count == 0 &&
          p->pleats == NULL);
    CHECK(p->mass == 0.1 && p->gravity == 9.81 && p->cloth->columns == 40 && p->cloth->thickness == 0.002);
    CHECK(p->steps[0].verb == BIGHT_WRAP_HOLD && p->steps[0].hold.count == 2 && p->steps[0].text_line == 4);
    CHECK(p->steps[1].verb == BIGHT_WRAP_STATE && p->steps[2].verb == BIGHT_WRAP_SETTLE &&
          p->steps[2].settle == 3);
    CHECK(p->steps[3].verb == BIGHT_WRAP_MOVE && p->steps[3].move_count == 1 && p->steps[3].cycles == 9);
    CHECK(p->steps[3].move[0].by.z == -0.2 && p->steps[4].verb == BIGHT_WRAP_SET);
    CHECK(p->steps[4].set->friction == 0.2 && isnan(p->steps[4].set->gravity));
    CHECK(p->steps[5].verb == BIGHT_WRAP_RELEASE && p->steps[6].verb == BIGHT_WRAP_STATE);
    bight_wrap_close(file);
    bight_wrap_close(NULL);
}

// Each bad program, the line and words of its message.
TEST(bad_programs_are_refused_with_line_and_key)
{
    static const struct {
        const char *text;
        int32_t line;
        const char *words;
    } bad[] = {
        {"{\"bight\": 1}", 1, "wrap"},
        {"[1]", 1, ""},
        {"{", 1, "not JSON"},
        {FLAT "{\"hold\": [\"knot\"]}]}", 4, "a flat cloth has no knot to hold"},
        {FLAT "{\"hold\": [\"e\"]}]}", 4, "which is no corner: give a, b, c or d"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"hold\": [\"a\"]}]}", 5, "held already"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"release\": [\"b\"]}]}", 5, "not held"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"move\": [{\"corner\": \"b\", \"by\": [0, 0, 0]}]}]}", 5, "not held"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"move\": [{\"corner\": \"a\", \"by\": [0, 0, 0]}, {\"corner\": \"a\", "
              "\"by\": [0, 0, 0]}]}]}",
         5, "two ways"},
        {FLAT "{\"settle\": 3}]}", 3, "nothing can be lifted"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"state\": \"up/..\"}]}", 5, "names files"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"state\": \"held\"}]}", 5, "another state's or file's name"},
        {FLAT "{\"hold\": [\"a\"]},\n{\"state\": \"object\"}]}", 5, "another state's or file's name"},
        {FLAT "{\"hold\": [\"a\"]}, {\"state\": \"x\"},\n{\"state\": \"x\"}]}", 5,
         "another state's or file's name"},
        {FLAT "{\"hold\": [\"a\"], \"settle\": 3}]}", 4, ""},
        {FLAT "{\"hold\": [\"a\"]}]}", 4, "steps[0] is the last step, and no state"},
        {FLAT "{\"hold\": [\"a\"]}, {\"state\": \"x\"},\n{\"settle\": 2}]}", 5, "end with one"},
        {FLAT "{\"hold\": [\"a\"]}" END "],\n \"pleats\": {\"template\": \"half_knot.json\"}}", 5,
         "give a template that comes along"},
        {FLAT "{\"hold\": [\"a\"]}" END "],\n \"pleats\": {\"template\": \"mine/half_knot\"}}", 5,
         "give a template that comes along"},
        {FLAT "{\"hold\": [\"a\"]}" END "],\n \"pleats\": {\"template\": \"half_knot\",\n \"hold\": "
              "{\"below\": 0.1}}}",
         6, "pleats.hold needs a bag: give bag, above 0 to 150 degrees"},
        {FLAT "{\"hld\": [\"a\"]}]}", 4, "hold"},
        {FLAT "{\"hold\": [\"a\"]}" END "], \"knots\": [{\"lines\": [\"a\", \"c\"], \"wanted\": \"3_1\"}]}",
         4, "need pleats"},
        {FLAT "{\"hold\": [\"a\"]}" END
              "], \"pleats\": {\"template\": \"half_knot\"},\n \"knots\": [{\"lines\": "
              "[\"a\", \"b\"], \"wanted\": \"3_1\"}]}",
         5, "give a and c"},
        {FLAT "{\"hold\": [\"a\"]}],\n \"cloth\": {\"columns\": 41}}", 5, "odd number"},
        {"{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\",\n \"place\": {\"room\": [1, "
         "0, 1]}, "
         "\"steps\": [{\"hold\": [\"a\"]}]}",
         2, "not above 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_wrap_file *file;
        bight_error error = {0};
        bight_status status = bight_wrap_read(NULL, bad[i].text, strlen(bad[i].text), &file, &error);
        if (status != BIGHT_ERROR_PARSE || error.line != bad[i].line ||
            strstr(error.message, bad[i].words) == NULL) {
            fail_msg("%d: status %d, line %d: %s", (int)i, (int)status, (int)error.line, error.message);
        }
        CHECK(file == NULL);
    }
}

// ---- rehearsal --------------------------------------------------------------------------------------

static bight_status rehearse(const bight_wrap_program *program, const char *object,
                             const bight_wrap_wish *wish, bight_mesh *mesh, bight_wrap_plan *plan,
                             bight_error *error)
{
    CHECK(bight_wrap_object_make(NULL, object, mesh, NULL) == BIGHT_OK);
    return bight_wrap_rehearse(NULL, program, wish, mesh, plan, error);
}

// The ways themselves: as long as is said, from under the middle to above it, at first towards their corners and never inside a box
// that is a hundredth smaller.
static void check_ways(const bight_mesh *mesh, const bight_wrap_plan *plan)
{
    bight_geodesic ways[BIGHT_WRAP_CORNERS];
    bight_vec3 e = plan->stand.extent;
    CHECK(bight_wrap_lines(NULL, mesh, plan, ways, NULL) == BIGHT_OK);
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        const bight_vec3 *p = ways[k].points;
        double length = 0.0;
        CHECK(ways[k].count >= 2 && ways[k].length == plan->over[k]);
        for (int32_t i = 0; i < ways[k].count; i++) {
            length += i > 0 ? v3_distance(p[i - 1], p[i]) : 0.0;
            CHECK(fabs(p[i].x) > 0.495 * e.x || fabs(p[i].z) > 0.495 * e.z ||
                  fabs(p[i].y - 0.5 * e.y) > 0.495 * e.y);
        }
        CHECK_NEAR(length, plan->over[k], 1e-9);
        CHECK_NEAR(p[0].y, 0.0, 0.002 * e.y);
        CHECK_NEAR(p[ways[k].count - 1].y, e.y, 0.002 * e.y);
        CHECK(p[1].x * (k == 1 || k == 2 ? 1 : -1) > 0 && p[1].z * (k < 2 ? 1 : -1) > 0);
        bight_geodesic_free(NULL, &ways[k]);
    }
}

// Under the middle of a box of 2 a x b x 2 c, up its side and to the middle above: unfolded, the way through the edge towards which
// it sets out along a diagonal is straight, so at least as long as over the shorter side and not longer than along the diagonal.
TEST(lines_go_round_a_box)
{
    bight_wrap_file *file = opened(good);
    bight_wrap_wish wish = {.length = 0.2};
    bight_mesh mesh;
    bight_wrap_plan plan;
    bight_error error = {0};
    if (rehearse(bight_wrap_file_program(file), "box", &wish, &mesh, &plan, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK_NEAR(plan.stand.extent.x, 0.2, 1e-9);
    CHECK_NEAR(plan.stand.extent.y, 0.1, 1e-9);
    CHECK_NEAR(plan.stand.extent.z, 0.14, 1e-9);
    CHECK_NEAR(plan.line, sqrt(0.5), 1e-12);
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        CHECK(plan.over[k] >= 0.998 * (0.07 + 0.1 + 0.07) && plan.over[k] < 1.5 * 0.24);
    }
    CHECK(plan.needed_line > plan.over[0] && plan.needed_line < plan.line);
    check_ways(&mesh, &plan);
    // in a cloth of the size that is said to be needed it can be done, in a smaller one it cannot
    double needed = plan.needed_size;
    bight_mesh_free(NULL, &mesh);
    wish.size = 1.01 * needed;
    CHECK(rehearse(bight_wrap_file_program(file), "box", &wish, &mesh, &plan, &error) == BIGHT_OK);
    bight_mesh_free(NULL, &mesh);
    wish.size = 0.97 * needed;
    CHECK(rehearse(bight_wrap_file_program(file), "box", &wish, &mesh, &plan, &error) == BIGHT_ERROR_INVALID);
    CHECK_NEAR(plan.needed_size, needed, 0.01 * needed);
    bight_mesh_free(NULL, &mesh);
    bight_wrap_close(file);
}

TEST(what_cannot_be_done_is_refused_with_numbers)
{
    bight_wrap_file
        *file = opened(good),
        *far = opened(
            FLAT "{\"hold\": [\"a\", \"c\"]},\n{\"move\": [{\"corner\": \"a\", \"by\": [-0.5, 0, 0]}]}" END
                 "]}");
    bight_wrap_file *apart = opened(
        FLAT "{\"hold\": [\"a\", \"b\"]},\n{\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.3, -0.9]}]}" END
             "]}");
    static const struct {
        bight_wrap_wish wish;
        int32_t program;
        const char *words;
    } bad[] = {
        {{.size = 0.2, .columns = 0, .thickness = 0, .length = 0.25, .preview = false}, 0, "take a cloth of"},
        {{.length = 0.3}, 0, "no room"},
        {{.length = 0.9}, 0, "half the cloth's diagonal is 0.707 m"},
        {{.size = 0.5, .columns = 20, .thickness = 0.02, .length = 0.125, .preview = false}, 0, "too thick"},
        {{.columns = 10}, 0, "at least 13 x 13 are needed"},
        {{.columns = 41}, 0, "odd numbers"},
        {{.size = 1000}, 0, "is not made"},
        {{.size = 1e-9}, 0, "is not made"},
        {{.thickness = 1e-30}, 0, "is not made"},
        {{.thickness = 2.0}, 0, "is not made"},
        {{.size = 0}, 1, "corner a is out of reach"},
        {{.size = 0}, 2, "out of each other's reach"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        bight_wrap_file *use = bad[i].program == 0 ? file : bad[i].program == 1 ? far : apart;
        bight_mesh mesh;
        bight_wrap_plan plan;
        bight_error error = {0};
        bight_status status =
            rehearse(bight_wrap_file_program(use), "box", &bad[i].wish, &mesh, &plan, &error);
        if (status != BIGHT_ERROR_INVALID || strstr(error.message, bad[i].words) == NULL) {
            fail_msg("%d: status %d: %s", (int)i, (int)status, error.message);
        }
        bight_mesh_free(NULL, &mesh);
    }
    bight_wrap_close(file);
    bight_wrap_close(far);
    bight_wrap_close(apart);
}

static bight_status rehearsed(const char *text, const bight_wrap_wish *wish, bight_wrap_plan *plan,
                              bight_error *error)
{
    bight_wrap_file *file = opened(text);
    bight_mesh mesh;
    bight_status status = rehearse(bight_wrap_file_program(file), "box", wish, &mesh, plan, error);
    bight_mesh_free(NULL, &mesh);
    bight_wrap_close(file);
    return status;
}

// What a refusal says must be taken is taken: the number behind `before`.
static double advice(const bight_error *error, const char *before)
{
    const char *at = strstr(error->message, before);
    if (at == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error->message, before);
        return 0.0;
    }
    return strtod(at + strlen(before), NULL);
}

// Where the room is wider than the cloth, and where it is not.
TEST(what_is_advised_can_be_done)
{
    static const char *const rooms[] = {"2, 2, 2", "0.3, 0.3, 0.3", "0.9, 0.1, 0.9", "10, 0.3, 10"};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        char text[600];
        snprintf(
            text, sizeof text,
            "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"place\": {\"room\": "
            "[%s]},\n\"steps\": [{\"hold\": [\"a\"]}" END "]}",
            rooms[i]);
        bight_wrap_wish wish = {.length = 1.5};
        bight_wrap_plan plan;
        bight_error error = {0};
        CHECK_SEED(rehearsed(text, &wish, &plan, &error) == BIGHT_ERROR_INVALID, i);
        bight_wrap_wish larger = {.size = advice(&error, "take a cloth of "), .length = 1.5};
        bight_wrap_wish smaller = {.length = advice(&error, "object of at most ")};
        CHECK_SEED(larger.size > 1.0 && smaller.length < 1.5, i);
        // room it has then; that lines are long enough is another matter
        if (rehearsed(text, &larger, &plan, &error) != BIGHT_OK) {
            CHECK_SEED(strstr(error.message, "its lines are") != NULL, i);
            larger.size = advice(&error, "take a cloth of ");
            CHECK_SEED(rehearsed(text, &larger, &plan, &error) == BIGHT_OK, i);
        }
        CHECK_SEED(rehearsed(text, &smaller, &plan, &error) == BIGHT_OK ||
                       strstr(error.message, "its lines are") != NULL,
                   i);
    }
    // a tail that is as long as its line leaves nothing for the object, however large the cloth
    bight_wrap_wish wish = {.length = 0.01};
    bight_wrap_plan plan;
    bight_error error = {0};
    CHECK(rehearsed(
              "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"place\": {\"room\": "
              "[1, 1, 1]},"
              "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.6}, \"steps\": [{\"hold\": [\"a\"]}" END
              "]}",
              &wish, &plan, &error) == BIGHT_ERROR_INVALID);
    CHECK(advice(&error, "no cloth is large enough with a tail of ") == 0.6);
}

#define ASIDE                                                                                                \
    "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\",\n"                               \
    " \"place\": {\"room\": [0.2, 0.2, 0.2], \"at\": [0.2, 0, 0.1]},\n \"steps\": [\n"

// Only what is certain is refused: lines of an object that is not in the middle, corners that hang free or were let go.
TEST(reach_is_judged_where_corners_are_known)
{
    static const struct {
        const char *text, *words; // NULL: it can be done
    } cases[] = {
        // a, at (-0.5, 0, 0.5), is 0.806 from under it: nearer or round it, but not farther
        {ASIDE "{\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0, 0.05, 0]}]}",
         "out of reach"},
        {ASIDE "{\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.1, 0.05, 0]}]}", NULL},
        {ASIDE "{\"hold\": [\"b\"]}, {\"move\": [{\"corner\": \"b\", \"by\": [0, 0.4, 0]}]}", "out of reach"},
        // d follows a where it is not held, also if it was, or is taken later
        {FLAT "{\"hold\": [\"a\", \"d\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.9, 0.3, 0]}]}",
         "apart"},
        {FLAT "{\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.9, 0.3, 0]}]}", NULL},
        {FLAT "{\"hold\": [\"a\", \"d\"]}, {\"release\": [\"d\"]}, {\"move\": [{\"corner\": \"a\", \"by\": "
              "[0.9, 0.3, 0]}]}",
         NULL},
        {FLAT
         "{\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.9, 0.3, 0]}]}, {\"hold\": [\"d\"]},"
         "{\"move\": [{\"corner\": \"d\", \"by\": [0, 0.1, 0]}]}",
         NULL},
        // a was let go and has fallen: it is taken from wherever it is
        {FLAT
         "{\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.45, -0.2]}]}, {\"release\": "
         "[\"a\"]},"
         "{\"settle\": 50}, {\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.45, "
         "-0.2]}]}",
         NULL},
        {FLAT "{\"hold\": [\"a\"]}, {\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.45, -0.2]}]},"
              "{\"move\": [{\"corner\": \"a\", \"by\": [0.2, 0.45, -0.2]}]}",
         "out of reach"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        const char *words = cases[i].words;
        snprintf(text, sizeof text, "%s" END "]}", cases[i].text);
        bight_wrap_wish wish = {.length = 0.1};
        bight_wrap_plan plan;
        bight_error error = {0};
        bight_status status = rehearsed(text, &wish, &plan, &error);
        bool same = words == NULL ? status == BIGHT_OK
                                  : status == BIGHT_ERROR_INVALID && error.line > 0 &&
                                        strstr(error.message, words) != NULL;
        if (!same) {
            fail_msg("%d: status %d: %s", (int)i, (int)status, error.message);
        }
    }
}

// ---- scenes -----------------------------------------------------------------------------------------

static bight_bytes shelf; // the object's file

static bight_status read_one(void *user, const char *name, const void **bytes, size_t *length,
                             bight_error *error)
{
    (void)user, (void)error;
    CHECK(strcmp(name, BIGHT_WRAP_OBJECT_FILE) == 0);
    *bytes = shelf.data;
    *length = shelf.size;
    return BIGHT_OK;
}

TEST(the_scene_is_one_that_can_be_read)
{
    bight_wrap_file *file = opened(good);
    const bight_wrap_program *program = bight_wrap_file_program(file);
    bight_wrap_wish wish = {.columns = 20, .size = 1.5};
    bight_mesh mesh;
    bight_wrap_plan plan;
    bight_error error = {0};
    bight_bytes text;
    if (rehearse(program, "car", &wish, &mesh, &plan, &error) != BIGHT_OK ||
        bight_wrap_scene(NULL, program, &plan, &text, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    CHECK(bight_write_obj(NULL, &mesh, &shelf, &error) == BIGHT_OK);
    bight_scene_files files = {.read = read_one};
    bight_scene *scene;
    if (bight_scene_parse(text.data, text.size, &files, NULL, &scene, &error) != BIGHT_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    CHECK(scene->cloth_count == 1 && scene->cloths[0].def.vertex_count == 441 && scene->obstacle_count == 2);
    CHECK(scene->obstacles[1].def.point_count == mesh.vertex_count && scene->obstacles[1].mass == 0.1);
    // to the bit: the object is the one that was rehearsed
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        bight_vec3 p = scene->obstacles[1].def.points[i], q = mesh.positions[i];
        CHECK(p.x == q.x && p.y == q.y && p.z == q.z);
    }
    // states are stills, the lift's two among them
    int32_t stills = 0;
    for (int32_t i = 0; i < scene->script_count; i++) {
        stills += scene->script[i].still != NULL;
    }
    CHECK(stills == 4);

    // it does not stand in the flat cloth; sunk into it, it does
    const bight_cloth_def *cloth = &scene->cloths[0].def;
    for (int32_t sunk = 0; sunk < 2; sunk++) {
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            mesh.positions[i].y += sunk ? -0.03 : plan.at.y;
        }
        bight_wrap_view view = {.points = mesh.positions,
                                .triangles = mesh.triangles,
                                .point_count = mesh.vertex_count,
                                .triangle_count = mesh.triangle_count,
                                .cloth = cloth->positions,
                                .cloth_sides = cloth->triangles,
                                .cloth_count = cloth->vertex_count,
                                .cloth_side_count = cloth->triangle_count};
        int64_t meetings = -1;
        CHECK(bight_wrap_meetings(NULL, &view, &meetings, &error) == BIGHT_OK);
        CHECK((meetings > 0) == (sunk == 1));
    }
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
    bight_bytes_free(NULL, &shelf);
    bight_mesh_free(NULL, &mesh);
    bight_wrap_close(file);
}

// A bag is made round the object, whatever it is: the room is the lying cylinder about it, and the object's middle is on that axis.
TEST(a_bag_is_made_round_the_object)
{
    static const char bag[] =
        "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"gravity\": 0,\n"
        "\"place\": {\"room\": [0.1, 0.06, 0.08], \"lie\": true},\n"
        "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 140, \"hold\": {\"below\": "
        "0.08%s}},\n"
        "\"steps\": [{\"hold\": [\"knot\"]}, {\"state\": \"s\"}]}\n";
    char text[600];
    bight_error error = {0};
    bight_wrap_file *file;
    static const char *const sizes[] = {", \"length\": 0.1", ", \"height\": 0.1",
                                        ", \"length\": 0.1, \"height\": 0.1"};
    for (int32_t i = 0; i < 3; i++) {
        error = (bight_error){0};
        snprintf(text, sizeof text, bag, sizes[i]);
        assert_int_equal(bight_wrap_read(NULL, text, strlen(text), &file, &error), BIGHT_ERROR_PARSE);
        CHECK(error.line == 3 && file == NULL);
        CHECK(strstr(error.message, "pleats.hold is as large as the object") != NULL);
    }
    snprintf(text, sizeof text, bag, "");
    file = opened(text);
    const bight_wrap_program *program = bight_wrap_file_program(file);
    static const char *const objects[] = {"box", "ball", "book"};
    for (int32_t k = 0; k < 3; k++) {
        bight_wrap_wish wish = {.size = 1.5};
        bight_mesh mesh;
        bight_wrap_plan plan;
        bight_bytes scene;
        if (rehearse(program, objects[k], &wish, &mesh, &plan, &error) != BIGHT_OK ||
            bight_wrap_scene(NULL, program, &plan, &scene, &error) != BIGHT_OK) {
            fail_msg("%s: %s", objects[k], error.message);
        }
        double axis = -(plan.hold.below + 0.5 * plan.hold.height), most = 0.0;
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            bight_vec3 p = v3_add(mesh.positions[i], plan.at);
            double r = sqrt((p.y - axis) * (p.y - axis) + p.z * p.z);
            most = fmax(most, r);
            CHECK(fabs(p.x) <= 0.5 * plan.hold.length + 1e-9);
        }
        CHECK_NEAR(most, 0.5 * plan.hold.height, 1e-9);
        CHECK_NEAR(plan.hold.below, 0.12, 1e-12);
        CHECK(memchr(scene.data, 0, scene.size) == NULL);
        char *copy = calloc(scene.size + 1, 1);
        memcpy(copy, scene.data, scene.size);
        CHECK(strstr(copy, "\"hold\": {\"length\": ") != NULL);
        CHECK(strstr(copy, "{\"hand\": \"knot\", \"vertices\": \"knot\"}") != NULL);
        free(copy);
        bight_bytes_free(NULL, &scene);
        bight_mesh_free(NULL, &mesh);
    }
    bight_wrap_close(file);
    CHECK(bight_wrap_hand("knot") == 4 && bight_wrap_hand("d") == 3 && bight_wrap_hand("e") == -1);
}

// Vertices that the scene of a wrap gives to the hand of a corner.
static int32_t read_patch(const char *scene, const char *corner, int32_t *vertices)
{
    char key[40];
    snprintf(key, sizeof key, "\"hand\": \"%s\", \"vertices\": [", corner);
    const char *at = strstr(scene, key);
    CHECK(at != NULL);
    int32_t count = 0;
    char *end;
    for (at += strlen(key); *at != ']'; at = *end == ',' ? end + 1 : end) {
        vertices[count++] = (int32_t)strtol(at, &end, 10);
    }
    return count;
}

// A vertex of the knot is refused where the scene gives it to a corner's hand too, and only there.
TEST(no_vertex_is_in_two_hands)
{
    static const char text[] =
        "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"gravity\": 0,\n"
        "\"place\": {\"room\": [0.1, 0.06, 0.08], \"lie\": true},\n"
        "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 140, \"hold\": {\"below\": "
        "0.08}},\n"
        "\"steps\": [{\"hold\": [\"%s\"]},\n%s{\"hold\": [\"%s\"]}, {\"state\": \"s\"}]}\n";
    static const int32_t columns[] = {12, 40, 62, 100};
    for (int32_t k = 0; k < 4 * BIGHT_WRAP_CORNERS; k++) {
        const char *name = bight_wrap_hand_name(k % BIGHT_WRAP_CORNERS);
        bight_wrap_plan plan = {.size = 1.0, .columns = columns[k / BIGHT_WRAP_CORNERS], .lift = 0.2};
        char one[700], other[700], after[700], release[40];
        snprintf(release, sizeof release, "{\"release\": [\"%s\"]},\n", name);
        snprintf(one, sizeof one, text, name, "", "knot");
        snprintf(other, sizeof other, text, "knot", "", name);
        snprintf(after, sizeof after, text, name, release, "knot");
        bight_wrap_file *files[3] = {opened(one), opened(other), opened(after)};
        bight_bytes bytes;
        bight_error error = {0};
        CHECK(bight_wrap_scene(NULL, bight_wrap_file_program(files[0]), &plan, &bytes, &error) == BIGHT_OK);
        char *scene = calloc(bytes.size + 1, 1);
        memcpy(scene, bytes.data, bytes.size);
        int32_t held[200], count = read_patch(scene, name, held), found = 0;
        for (int32_t v = 0; v < (plan.columns + 1) * (plan.columns + 1); v++) {
            bool both = false;
            for (int32_t i = 0; i < count; i++) {
                both = both || held[i] == v;
            }
            for (int32_t f = 0; f < 3; f++) {
                bight_status status =
                    bight_wrap_hands_apart(bight_wrap_file_program(files[f]), &plan, &v, 1, &error);
                assert_int_equal(status, both && f < 2 ? BIGHT_ERROR_INVALID : BIGHT_OK);
                CHECK(status == BIGHT_OK ||
                      (error.line == 5 && strstr(error.message, "release one") != NULL));
            }
            found += both;
        }
        CHECK(found == count && count > 0);
        free(scene);
        bight_bytes_free(NULL, &bytes);
        for (int32_t f = 0; f < 3; f++) {
            bight_wrap_close(files[f]);
        }
    }
    CHECK(bight_wrap_hand_name(-1) == NULL && bight_wrap_hand_name(BIGHT_WRAP_HANDS) == NULL);
    for (int32_t k = 0; k < BIGHT_WRAP_HANDS; k++) {
        CHECK(bight_wrap_hand(bight_wrap_hand_name(k)) == k);
    }
}

// An object without vertices enough has no hull, and is told so: memory is not to blame.
TEST(what_has_no_hull_is_not_said_to_lack_memory)
{
    bight_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    bight_mesh mesh = {.positions = points, .vertex_count = 3};
    bight_wrap_plan plan = {.stand.extent = {1, 1, 1}};
    bight_geodesic ways[BIGHT_WRAP_CORNERS];
    bight_error error = {0};
    CHECK(bight_wrap_lines(NULL, &mesh, &plan, ways, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "3 vertices have no hull") != NULL);
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        CHECK(ways[k].points == NULL && ways[k].count == 0 && ways[k].length == 0.0);
    }
}

// Whatever lies down stays the same body: its volume has the same sign, its longest side is along x, its shortest upright.
TEST(what_lies_is_turned_not_mirrored)
{
    bight_wrap_file *file = opened(
        "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\",\n"
        " \"place\": {\"room\": [0.25, 0.2, 0.25], \"lie\": true}, \"steps\": [{\"hold\": [\"a\"]}" END "]}");
    for (int32_t i = 0; bight_wrap_object_at(i) != NULL; i++) {
        bight_mesh mesh;
        bight_wrap_plan plan;
        bight_error error = {0};
        bight_wrap_wish wish = {0};
        if (rehearse(bight_wrap_file_program(file), bight_wrap_object_at(i)->name, &wish, &mesh, &plan,
                     &error) != BIGHT_OK) {
            fail_msg("%s: %s", bight_wrap_object_at(i)->name, error.message);
        }
        bight_vec3 e = plan.stand.extent;
        CHECK(e.x >= e.z && e.z >= e.y && e.y > 0.0);
        CHECK(plan.stand.area == 0.0 && plan.stand.margin == 0.0); // it does not rest on its stand
        double volume = 0.0;
        for (int32_t t = 0; t < mesh.triangle_count; t++) {
            const int32_t *c = mesh.triangles + 3 * t;
            volume +=
                v3_dot(mesh.positions[c[0]], v3_cross(mesh.positions[c[1]], mesh.positions[c[2]])) / 6.0;
        }
        CHECK_NEAR(volume, plan.stand.volume, 1e-9);
        bight_mesh_free(NULL, &mesh);
    }
    bight_wrap_close(file);
}

// A program from its text to its scene.
static bight_status all_of_it(const bight_env *env, const char *text, bight_error *error)
{
    bight_wrap_file *file;
    bight_mesh mesh = {0};
    bight_wrap_plan plan;
    bight_bytes scene = {0};
    bight_wrap_wish wish = {0};
    bight_status status = bight_wrap_read(env, text, strlen(text), &file, error);
    if (status == BIGHT_OK) {
        status = bight_wrap_object_make(env, "box", &mesh, error);
        status = status == BIGHT_OK
                     ? bight_wrap_rehearse(env, bight_wrap_file_program(file), &wish, &mesh, &plan, error)
                     : status;
        status = status == BIGHT_OK
                     ? bight_wrap_scene(env, bight_wrap_file_program(file), &plan, &scene, error)
                     : status;
    }
    bight_bytes_free(&env->allocator, &scene);
    bight_mesh_free(&env->allocator, &mesh);
    bight_wrap_close(file);
    return status;
}

TEST(memory_may_fail)
{
    static const char tied[] =
        "{\"bight\": 1, \"wrap\": \"w\", \"title\": \"t\", \"object\": \"box\", \"gravity\": 0,\n"
        "\"cloth\": {\"columns\": 60, \"thickness\": 0.0013},\n"
        "\"place\": {\"room\": [0.1, 0.06, 0.08], \"lie\": true},\n"
        "\"pleats\": {\"template\": \"half_knot\", \"tail\": 0.06, \"bag\": 140, \"hold\": {\"below\": "
        "0.08},\n"
        "\"set\": [{\"parameter\": \"x\", \"value\": 1}]},\n"
        "\"knots\": [{\"lines\": [\"a\", \"c\"], \"wanted\": \"3_1\"}],\n"
        "\"steps\": [{\"hold\": [\"knot\"]}, {\"state\": \"s\"}]}\n";
    static const char *const texts[] = {good, tied};
    for (int32_t i = 0; i < 2; i++) {
        bight_status status = BIGHT_ERROR_NO_MEMORY;
        int64_t at = 1;
        for (; status != BIGHT_OK; at += at < 60 ? 1 : 7) {
            failing_allocator memory = {.fail_at = at, .fail_after = true};
            bight_env env = failing_env(&memory);
            bight_error error = {0};
            status = all_of_it(&env, texts[i], &error);
            if (status != BIGHT_OK && status != BIGHT_ERROR_NO_MEMORY) {
                fail_msg("%d: %s", (int)at, error.message);
            }
            CHECK(memory.held == 0);
        }
        CHECK(at > 60);
    }
}

RUN_TESTS(unit(a_program_is_read_as_it_is_written), unit(bad_programs_are_refused_with_line_and_key),
          unit(lines_go_round_a_box), unit(what_cannot_be_done_is_refused_with_numbers),
          unit(what_is_advised_can_be_done), unit(reach_is_judged_where_corners_are_known),
          unit(the_scene_is_one_that_can_be_read), unit(what_lies_is_turned_not_mirrored),
          unit(a_bag_is_made_round_the_object), unit(no_vertex_is_in_two_hands),
          unit(what_has_no_hull_is_not_said_to_lack_memory), unit(memory_may_fail))
