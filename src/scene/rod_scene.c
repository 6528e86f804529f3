// SPDX-License-Identifier: MIT
// A scene of ropes without size or force, rewritten: tied as it was, but as large as a rope of a given radius, and
// pulled with elastic rods. The tables say which numbers are lengths.

#include "bight/material.h"
#include "bight/scene.h"

#include "core/error.h"
#include "io/json.h"
#include "io/sink.h"
#include "scene/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORKED 0.05 // friction of rods that hands work into shape

typedef struct rewriter {
    bi_sink sink;
    double scale;    // metres per metre of the scene
    double friction; // of the scene's world
    double worked;   // of the rods in the last pull_tight, NAN: their own, or what the scene says
    const char *material; // of its ropes, NULL: none
} rewriter;

static void put(rewriter *w, const bi_json *json, const bi_table *table, double scale, int32_t depth);

static void put_line(rewriter *w, int32_t depth)
{
    bi_sink_text(&w->sink, "\n");
    for (int32_t i = 0; i < depth; i++) {
        bi_sink_text(&w->sink, "  ");
    }
}

static void put_number(rewriter *w, const bi_json *json, double scale)
{
    if (bi_json_is(json, BI_JSON_INTEGER) && scale == 1.0) {
        bi_sink_int(&w->sink, "", bi_json_integer(json));
    } else {
        bi_sink_number(&w->sink, "", scale * bi_json_number(json));
    }
}

// ---- lengths ----------------------------------------------------------------------------------------

static bool is_length(const bi_field *field)
{
    static const char *const units[] = {"metres", "metres per cycle", "metres per unit of the file"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (field->unit != NULL && strcmp(field->unit, units[i]) == 0) {
            return true;
        }
    }
    return false;
}

static const bi_field *find_field(const bi_table *table, const char *key)
{
    for (int32_t i = 0; table != NULL && i < table->field_count; i++) {
        if (strcmp(table->fields[i].name, key) == 0) {
            return &table->fields[i];
        }
    }
    return NULL;
}

// ---- steps ------------------------------------------------------------------------------------------

static void put_model(rewriter *w, double friction, bool more, int32_t depth)
{
    put_line(w, depth);
    bi_sink_text(&w->sink, "{\"model\": {\"to\": \"rod\"");
    if (!isnan(friction)) {
        bi_sink_number(&w->sink, ", \"friction\": ", friction);
    }
    bi_sink_text(&w->sink, more ? "}}," : "}}");
}

// Ropes become rods before the last pull that tightens; without one after the last step that does something, and then
// they settle.
static size_t turning_point(const bi_json *script)
{
    size_t pull = SIZE_MAX, last = 0;
    for (size_t i = 0; i < bi_json_count(script); i++) {
        const bi_json *step = bi_json_at(script, i);
        bool looks = bi_json_get(step, "expect") != NULL || bi_json_get(step, "still") != NULL;
        pull = bi_json_get(step, "pull_tight") != NULL ? i : pull;
        last = looks ? last : i + 1;
    }
    return pull != SIZE_MAX ? pull : last;
}

// Less friction than the world's works a knot into shape: it is then that of the rods, too, which have their own back when
// the world has. A scene that says nothing of friction is drawn up by hands that work it: with friction its strands stick where
// they first touch, and it stays open.
static void put_script(rewriter *w, const bi_json *script, const bi_table *table, int32_t depth)
{
    size_t turn = turning_point(script), count = bi_json_count(script);
    double friction = w->worked;
    for (size_t i = 0; i <= count; i++) {
        const bi_json *step = bi_json_at(script, i);
        const bi_json *given = bi_json_get(bi_json_get(step, "set"), "friction");
        if (given != NULL) {
            friction = bi_json_number(given) < w->friction ? bi_json_number(given) : (double)NAN;
        }
        if (i == turn || (i > turn && given != NULL)) {
            put_model(w, friction, true, depth);
        }
        if (i == turn && bi_json_get(step, "pull_tight") == NULL) {
            put_line(w, depth);
            bi_sink_text(&w->sink, "{\"wait\": {\"cycles\": 500}}");
            bi_sink_text(&w->sink, i < count ? "," : "");
        }
        if (i < count) {
            put_line(w, depth);
            put(w, step, table, 1.0, depth);
            bool more = i + 1 < count || turn == count, back = !isnan(w->worked) && i == turn;
            bi_sink_text(&w->sink, more || back ? "," : "");
            if (back) {
                put_model(w, (double)NAN, more, depth);
            }
        }
    }
}

// ---- any value --------------------------------------------------------------------------------------

static void put_object(rewriter *w, const bi_json *json, const bi_table *table, double scale, int32_t depth)
{
    bool first = true;
    bi_sink_text(&w->sink, "{");
    if (table == &bi_rope_table && bi_json_get(json, "radius") == NULL) {
        bi_sink_number(&w->sink, "\"radius\": ", w->scale * BIGHT_ROPE_RADIUS);
        first = false;
    }
    if (table == &bi_rope_table && w->material != NULL) {
        bi_sink_text(&w->sink, first ? "\"material\": " : ", \"material\": ");
        bi_sink_json_string(&w->sink, w->material);
        first = false;
    }
    for (size_t i = 0;; i++) {
        bi_json_pair pair = bi_json_member(json, i);
        if (pair.key == NULL) {
            break;
        }
        const bi_field *field = find_field(table, pair.key);
        bi_sink_text(&w->sink, first ? "" : ",");
        if (depth == 0) {
            put_line(w, 1);
        } else if (!first) {
            bi_sink_text(&w->sink, " ");
        }
        first = false;
        bi_sink_json_string(&w->sink, pair.key);
        bi_sink_text(&w->sink, ": ");
        if (field != NULL && field->table == &bi_step_table) {
            bi_sink_text(&w->sink, "[");
            put_script(w, pair.value, field->table, depth + 2);
            put_line(w, depth + 1);
            bi_sink_text(&w->sink, "]");
        } else {
            double by = scale != 1.0 || (field != NULL && is_length(field)) ? w->scale : 1.0;
            put(w, pair.value, field != NULL ? field->table : NULL, by, depth + 1);
        }
    }
    if (depth == 0) {
        put_line(w, 0);
    }
    bi_sink_text(&w->sink, "}");
}

// Recursion follows the text, whose depth bi_json_parse() limits to what bight_scene_parse() has read before.
static void put(rewriter *w, const bi_json *json, const bi_table *table, double scale, int32_t depth)
{
    switch (bi_json_kind_of(json)) {
    case BI_JSON_OBJECT:
        put_object(w, json, table, scale, depth);
        break;
    case BI_JSON_ARRAY:
        bi_sink_text(&w->sink, "[");
        for (size_t i = 0; i < bi_json_count(json); i++) {
            bi_sink_text(&w->sink, i > 0 ? ", " : "");
            put(w, bi_json_at(json, i), table, scale, depth + 1);
        }
        bi_sink_text(&w->sink, "]");
        break;
    case BI_JSON_STRING:
        bi_sink_json_string(&w->sink, bi_json_string(json));
        break;
    case BI_JSON_INTEGER:
    case BI_JSON_REAL:
        put_number(w, json, scale);
        break;
    case BI_JSON_TRUE:
    case BI_JSON_FALSE:
        bi_sink_text(&w->sink, bi_json_is(json, BI_JSON_TRUE) ? "true" : "false");
        break;
    default:
        bi_sink_text(&w->sink, "null");
        break;
    }
}

// ---- which are worked into shape --------------------------------------------------------------------

// Whether an end of a rope is in a hand that pulls when a step begins.
static bool is_held(const bight_scene *scene, int32_t step, int32_t rope, int32_t end)
{
    const bight_scene_pull *pull = scene->script[step].pull_tight;
    int32_t count = scene->ropes[rope].curve.count;
    for (int32_t h = 0; h < pull->hands.count; h++) {
        int32_t hand = pull->hand_indices[h];
        bool held = false;
        for (int32_t s = 0; s < step; s++) {
            const bight_scene_step *at = &scene->script[s];
            if (at->verb == BIGHT_VERB_GRASP && at->grasp->hand_index == hand) {
                held = at->grasp->rope_index == rope && at->grasp->kind == BIGHT_GRASP_NODE &&
                       bight_scene_node(at->grasp->node, count) == end;
            }
            for (int32_t i = 0; at->verb == BIGHT_VERB_RELEASE && i < at->release.count; i++) {
                held = held && at->release_indices[i] != hand;
            }
        }
        if (held) {
            return true;
        }
    }
    return false;
}

// @return NAN for a scene that says what friction there is, or lets an end run free.
static double worked_friction(const bight_scene *scene, const bight_material *material)
{
    int32_t last = -1;
    double friction = WORKED;
    for (int32_t s = 0; s < scene->script_count; s++) {
        const bight_scene_step *step = &scene->script[s];
        last = step->verb == BIGHT_VERB_PULL_TIGHT ? s : last;
        friction = step->verb == BIGHT_VERB_SET && !isnan(step->set->friction) ? (double)NAN : friction;
    }
    for (int32_t r = 0; r < scene->rope_count; r++) {
        bool closed = scene->ropes[r].curve.closed;
        if (last < 0 || (!closed && !(is_held(scene, last, r, 0) &&
                                      is_held(scene, last, r, scene->ropes[r].curve.count - 1)))) {
            return (double)NAN;
        }
        bight_rod_def rod = *scene->ropes[r].rod;
        if (material != NULL) {
            bight_material_apply(material, &rod);
        }
        friction = isnan(friction) ? friction : fmin(friction, rod.friction);
    }
    return friction;
}

// ---- which texts can be rewritten ----------------------------------------------------------------------

static bight_status check(const bight_scene *scene, bight_error *error)
{
    if (scene->rope_count == 0 || scene->cloth_count > 0) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "the scene has %s: only scenes of ropes can have rods",
                       scene->rope_count == 0 ? "no rope" : "cloth");
    }
    for (int32_t i = 0; i < scene->rope_count; i++) {
        const bight_scene_rope *rope = &scene->ropes[i];
        if (rope->model != BIGHT_MODEL_FTL || rope->curve_kind == BIGHT_CURVE_FILE ||
            rope->material != NULL) {
            return bi_fail(
                error, BIGHT_ERROR_UNSUPPORTED, rope->text_line,
                "ropes[%d] (\"%.40s\") %s: only ropes of the model \"ftl\" whose points the scene gives can "
                "become rods",
                (int)i, rope->name,
                rope->model != BIGHT_MODEL_FTL ? "has a model of its own"
                : rope->material != NULL       ? "has a material, and so its size"
                                               : "is from a file");
        }
    }
    for (int32_t i = 0; i < scene->obstacle_count; i++) {
        if (scene->obstacles[i].kind == BIGHT_SHAPE_MESH && scene->obstacles[i].mesh->file == NULL) {
            return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, scene->obstacles[i].text_line,
                           "obstacles[%d] is made by code, at its own size: give a mesh from a file", (int)i);
        }
    }
    return BIGHT_OK;
}

bight_status bight_scene_with_rods(const bight_env *env, const char *text, size_t length,
                                   const bight_scene_files *files, const bight_rod_scene_options *options,
                                   bight_bytes *bytes, bight_error *error)
{
    static const bight_rod_scene_options defaults = {0};
    options = options != NULL ? options : &defaults;
    *bytes = (bight_bytes){0};
    const bight_material *material = bight_material_find(options->material);
    if (material == NULL && options->material != NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "there is no material \"%.40s\": see bight help materials", options->material);
    }
    double usual = material != NULL ? material->radius : BIGHT_ROD_RADIUS;
    double radius = options->radius != 0.0 ? options->radius : usual;
    if (!(radius > 0.0 && radius <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a radius of %g metres: give one above 0", radius);
    }

    // only a text that is a scene is rewritten
    bight_scene *scene = NULL;
    bight_status status = bight_scene_parse(text, length, files, env, &scene, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = check(scene, error);
    double scale = scene->rope_count > 0 ? radius / scene->ropes[0].radius : 1.0;
    double friction = scene->world->friction, worked = worked_friction(scene, material);
    bight_scene_destroy(scene);
    if (status != BIGHT_OK) {
        return status;
    }

    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bi_json_error cause;
    bi_json *root = bi_json_parse(allocator, text, length, BI_JSON_LIST_ROOT, &cause);
    if (root == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to write a scene");
    }
    rewriter w = {.sink = {.allocator = allocator},
                  .scale = scale,
                  .friction = friction,
                  .worked = worked,
                  .material = options->material};
    put(&w, root, &bi_scene_table, 1.0, 0);
    bi_sink_text(&w.sink, "\n");
    bi_json_free(root);
    if (w.sink.status != BIGHT_OK) {
        bight_bytes_free(allocator, &w.sink.bytes);
        return bi_fail(error, w.sink.status, 0, "no memory to write a scene");
    }
    *bytes = w.sink.bytes;
    return BIGHT_OK;
}
