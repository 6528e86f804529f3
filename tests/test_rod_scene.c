// SPDX-License-Identifier: MIT
// Knots of the book tied with rods: scenes rewritten at a real size, start shapes in metres, the step "model".

#include "bight/play.h"
#include "book.h"
#include "core/vec3.h"
#include "play_through.h"

#include <string.h>

static void tie_with_rods(const bight_book *book, const char *name)
{
    const bight_book_knot *knot = bight_book_find(book, name);
    CHECK(knot != NULL);
    bight_bytes text;
    bight_error error = {0};
    if (bight_scene_with_rods(NULL, knot->text, knot->text_length, NULL, NULL, &text, &error) != BIGHT_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    play_through(name, (const char *)text.data, text.size, NULL);
    bight_bytes_free(NULL, &text);
}

// All that the scenes expect of the fast rope holds with rods. (All 47 knots are looked at by hand; these are quick ones.)
TEST(knots_of_the_book_are_set_by_rods)
{
    bight_book *book = open_book();
    static const char *const names[] = {"overhand knot",    "figure-eight knot", "sheet bend", "thief knot",
                                        "zeppelin bend",    "clove hitch",       "cow hitch",  "square knot",
                                        "constrictor knot", "carrick bend",      "bowknot",    "daisy chain"};
    for (size_t i = LESS_WHEN_CHECKED(0, 8); i < sizeof names / sizeof *names; i++) {
        tie_with_rods(book, names[i]);
    }
    bight_book_close(book);
}

// Every length of a scene is scaled and nothing else, by comparing the two scenes that are read; the text is one that is
// written to the same text when it is written again with its own radius.
TEST(lengths_are_scaled_and_nothing_else)
{
    bight_book *book = open_book();
    int32_t count, looked = 0;
    const bight_book_knot *knots = bight_book_knots(book, &count);
    for (int32_t k = 0; k < count; k++) {
        if (knots[k].way != BIGHT_BOOK_SCENE) {
            continue;
        }
        bight_scene *from, *to;
        bight_bytes text;
        bight_error error = {0};
        double radius = 0.003;
        CHECK(bight_scene_parse(knots[k].text, knots[k].text_length, NULL, NULL, &from, NULL) == BIGHT_OK);
        CHECK(bight_scene_with_rods(NULL, knots[k].text, knots[k].text_length, NULL,
                                    &(bight_rod_scene_options){.radius = radius}, &text, &error) == BIGHT_OK);
        if (bight_scene_parse(text.data, text.size, NULL, NULL, &to, &error) != BIGHT_OK) {
            fail_msg("%s:%d: %s", knots[k].file, (int)error.line, error.message);
        }
        double scale = radius / from->ropes[0].radius;
        CHECK(to->rope_count == from->rope_count && to->obstacle_count == from->obstacle_count);
        CHECK(to->script_count > from->script_count);
        for (int32_t r = 0; r < from->rope_count; r++) {
            const bight_scene_rope *a = &from->ropes[r], *b = &to->ropes[r];
            CHECK(a->curve.count == b->curve.count && a->color == b->color && strcmp(a->name, b->name) == 0);
            CHECK_NEAR(b->radius, scale * a->radius, 1e-8 * b->radius);
            for (int32_t i = 0; i < a->curve.count; i++) {
                double off = v3_distance(b->curve.points[i], v3_mul(scale, a->curve.points[i]));
                CHECK(off < 1e-5 * b->radius);
            }
        }
        for (int32_t o = 0; o < from->obstacle_count; o++) {
            bight_vec3 a = from->obstacles[o].position, b = to->obstacles[o].position;
            CHECK(v3_distance(b, v3_mul(scale, a)) < 1e-5 * radius);
        }

        // the steps that were there are there, in order, at most four of `model` and one `wait` besides
        int32_t at = 0, models = 0;
        for (int32_t s = 0; s < to->script_count; s++) {
            const bight_scene_step *step = &to->script[s];
            models += step->verb == BIGHT_VERB_MODEL;
            if (at < from->script_count && step->verb == from->script[at].verb) {
                const bight_scene_step *old = &from->script[at++];
                if (step->verb == BIGHT_VERB_MOVE && old->move->to.count > 0) {
                    CHECK(v3_distance(step->move->to.at[0], v3_mul(scale, old->move->to.at[0])) <
                          1e-5 * radius);
                    CHECK(step->move->speed == old->move->speed);
                } else if (step->verb == BIGHT_VERB_PULL_TIGHT) {
                    CHECK(step->pull_tight->progress == old->pull_tight->progress);
                    for (int32_t d = 0; d < old->pull_tight->directions.count; d++) {
                        bight_vec3 a = old->pull_tight->directions.at[d],
                                   b = step->pull_tight->directions.at[d];
                        CHECK(v3_distance(a, b) < 1e-6);
                    }
                } else if (step->verb == BIGHT_VERB_STILL) {
                    CHECK(strcmp(step->still, old->still) == 0);
                }
            }
        }
        CHECK(at == from->script_count && models > 0);
        looked++;
        bight_scene_destroy(from);
        bight_scene_destroy(to);
        bight_bytes_free(NULL, &text);
    }
    CHECK(looked == 42); // all that are tied by hands
    bight_book_close(book);
}

// What friction rods have in the last pull_tight and after it, NAN: their own.
static void frictions(const char *text, size_t length, const char *material, double *during, double *after)
{
    bight_bytes bytes;
    bight_scene *scene;
    CHECK(bight_scene_with_rods(NULL, text, length, NULL, &(bight_rod_scene_options){.material = material},
                                &bytes, NULL) == BIGHT_OK);
    CHECK(bight_scene_parse(bytes.data, bytes.size, NULL, NULL, &scene, NULL) == BIGHT_OK);
    double now = (double)NAN;
    *during = *after = (double)NAN;
    for (int32_t s = 0; s < scene->script_count; s++) {
        now = scene->script[s].verb == BIGHT_VERB_MODEL ? scene->script[s].model->friction : now;
        *during = scene->script[s].verb == BIGHT_VERB_PULL_TIGHT ? now : *during;
    }
    *after = now;
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &bytes);
}

// Hands that have all ends work a knot into shape with little friction, and never with more than the rope's; where an end
// is free, where it is let go, or where the scene says what friction there is, they do not.
TEST(hands_work_a_knot_into_shape)
{
    bight_book *book = open_book();
    const bight_book_knot *zeppelin = bight_book_find(book, "zeppelin bend");
    double during, after;
    frictions(zeppelin->text, zeppelin->text_length, NULL, &during, &after);
    CHECK(during == 0.05 && isnan(after));
#define ROPE                                                                                                 \
    "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}%s}], \"script\": [%s"    \
    "{\"grasp\": {\"hand\": \"a\", \"node\": \"first\"}}, {\"grasp\": {\"hand\": \"b\", \"node\": %s}}%s, "  \
    "{\"pull_tight\": {\"hands\": [\"a\", \"b\"]}}]}"
    static const struct {
        const char *rod, *set, *node, *then;
        double during;
    } scenes[] = {
        {"", "", "\"last\"", "", 0.05},
        {"", "", "9", "", 0.05},
        {"", "", "8", "", (double)NAN},
        {"", "{\"set\": {\"friction\": 0.4}}, ", "\"last\"", "", (double)NAN},
        {"", "", "\"last\"", ", {\"release\": [\"b\"]}, {\"grasp\": {\"hand\": \"b\", \"node\": 5}}",
         (double)NAN},
        {", \"rod\": {\"friction\": 0.02}", "", "\"last\"", "", 0.02},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        char text[600];
        int length =
            snprintf(text, sizeof text, ROPE, scenes[i].rod, scenes[i].set, scenes[i].node, scenes[i].then);
        frictions(text, (size_t)length, NULL, &during, &after);
        bool same = isnan(scenes[i].during) ? isnan(during) : during == scenes[i].during;
        if (!same || !isnan(after)) {
            fail_msg("scene %d: %g during, %g after", (int)i, during, after);
        }
    }
    bight_book_close(book);
}

// A start shape for rods is that of other ropes, a hundredth as large.
TEST(start_shapes_for_rods_are_in_metres)
{
    bight_diagram *diagram;
    bight_start unit, rod;
    CHECK(bight_tie_diagram(NULL, NULL, "5_2", false, &diagram, NULL) == BIGHT_OK);
    CHECK(bight_start_make(NULL, diagram, NULL, &unit, NULL) == BIGHT_OK);
    bight_start_options options = {.model = BIGHT_MODEL_ROD};
    CHECK(bight_start_make(NULL, diagram, &options, &rod, NULL) == BIGHT_OK);
    CHECK(unit.count == rod.count && rod.radius == 0.005 && rod.clearance == unit.clearance);
    for (int32_t i = 0; i < rod.count; i++) {
        CHECK(v3_distance(rod.points[i], v3_mul(0.01, unit.points[i])) < 1e-12);
    }
    bight_start_free(NULL, &rod);
    options.radius = (double)NAN;
    CHECK(bight_start_make(NULL, diagram, &options, &rod, NULL) == BIGHT_ERROR_INVALID);
    bight_start_free(NULL, &unit);

    // tied and drawn tight; closed, it settles
    for (int32_t closed = 0; closed < 2; closed++) {
        bight_bytes text;
        options = (bight_start_options){.model = BIGHT_MODEL_ROD, .closed = closed};
        CHECK(bight_start_make(NULL, diagram, &options, &rod, NULL) == BIGHT_OK);
        CHECK(bight_start_scene(NULL, &rod, "rod", "5_2", &text, NULL) == BIGHT_OK);
        play_through(closed ? "5_2, closed" : "5_2", (const char *)text.data, text.size, NULL);
        bight_bytes_free(NULL, &text);
        bight_start_free(NULL, &rod);
    }
    bight_diagram_free(diagram);
}

#define LINE "{\"bight\": 1, \"ropes\": [{\"line\": {\"from\": [0, 0, 0], \"to\": [9, 0, 0]}"

static void refused(const char *text, const char *words, bight_status wanted)
{
    bight_bytes bytes;
    bight_error error = {0};
    bight_status status = bight_scene_with_rods(NULL, text, strlen(text), NULL, NULL, &bytes, &error);
    if (status != wanted || strstr(error.message, words) == NULL) {
        fail_msg("%d: %s", (int)status, error.message);
    }
    CHECK(bytes.data == NULL);
}

TEST(what_cannot_have_rods_is_refused)
{
    refused("{\"bight\": 1}", "give", BIGHT_ERROR_PARSE);
    refused(LINE ", \"model\": \"spring\"}], \"script\": []}", "has a model of its own",
            BIGHT_ERROR_UNSUPPORTED);
    refused("{\"bight\": 1, \"cloths\": [{\"grid\": {\"width\": 1, \"height\": 1, \"columns\": 2, \"rows\": "
            "2}}]}",
            "no rope", BIGHT_ERROR_UNSUPPORTED);
    bight_bytes bytes;
    static const char text[] = LINE "}]}";
    CHECK(bight_scene_with_rods(NULL, text, strlen(text), NULL, &(bight_rod_scene_options){.radius = -1.0},
                                &bytes, NULL) == BIGHT_ERROR_INVALID);

    // the step itself
    static const char *const steps[][2] = {
        {"{\"model\": {\"to\": \"spring\"}}", "give"},
        {"{\"model\": {\"to\": \"ftl\", \"friction\": 0.1}}", "is for rods"},
        {"{\"model\": {\"to\": \"rod\", \"ropes\": \"x\"}}", "\"x\""},
        {"{\"model\": {}}", "to"},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        char scene_text[400];
        bight_scene *scene;
        bight_error error = {0};
        snprintf(scene_text, sizeof scene_text, LINE "}], \"script\": [%s]}", steps[i][0]);
        CHECK(bight_scene_parse(scene_text, strlen(scene_text), NULL, NULL, &scene, &error) ==
              BIGHT_ERROR_PARSE);
        if (strstr(error.message, steps[i][1]) == NULL) {
            fail_msg("%s: %s", steps[i][0], error.message);
        }
    }
}

RUN_TESTS(unit(knots_of_the_book_are_set_by_rods), unit(lengths_are_scaled_and_nothing_else),
          unit(hands_work_a_knot_into_shape), unit(start_shapes_for_rods_are_in_metres),
          unit(what_cannot_have_rods_is_refused))
