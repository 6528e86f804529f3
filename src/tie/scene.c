// SPDX-License-Identifier: MIT
// A start shape as a scene: text that can be kept, changed and played again.

#include "bight/tie.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/sink.h"

static void write_points(bi_sink *sink, const bight_start *start)
{
    bi_sink_text(sink, "\"points\": [");
    for (int32_t i = 0; i < start->count; i++) {
        bi_sink_number(sink, i == 0 ? "\n    [" : ",\n    [", start->points[i].x);
        bi_sink_number(sink, ", ", start->points[i].y);
        bi_sink_number(sink, ", ", start->points[i].z);
        bi_sink_text(sink, "]");
    }
    bi_sink_text(sink, "]");
}

static void write_expect(bi_sink *sink, const char *knot, const char *rest)
{
    bi_sink_text(sink, "    {\"expect\": {");
    if (knot != NULL) {
        bi_sink_text(sink, "\"knot\": ");
        bi_sink_json_string(sink, knot);
        bi_sink_text(sink, rest[0] != '\0' ? ", " : "");
    }
    bi_sink_text(sink, rest);
    bi_sink_text(sink, "}},\n");
}

// A spring rope has no limit where hands stop: a steady force of 2 N at each end, over 8 metres of it, draws
// it a fifth longer than at rest. Drag slows it down meanwhile.
_Static_assert(BIGHT_MODEL_ROD == 3 && BIGHT_MODEL_COUNT == 4, "start shapes take models 0 to 3");

#define SPRING "\"model\": \"spring\", \"spring\": {\"drag\": 0.3, \"time_step\": 0.01}, "
#define FORCE 2.0

static void write_force(bi_sink *sink, const char *end, bight_vec3 force)
{
    bi_sink_text(sink, end);
    bi_sink_number(sink, "\"section\": 8, \"force\": [", force.x);
    bi_sink_number(sink, ", ", force.y);
    bi_sink_number(sink, ", ", force.z);
    bi_sink_text(sink, "], \"cycles\": 1000}");
}

static void write_spring_script(bi_sink *sink, const bight_start *start, const char *knot)
{
    bight_vec3 way = v3_unit(v3_sub(start->points[0], start->points[start->count - 1]), v3(-1, 0, 0));
    bi_sink_text(sink, "}],\n  \"script\": [\n    {\"still\": \"loose\"},\n");
    if (knot != NULL) {
        write_expect(sink, knot, "");
    }
    write_force(sink, "    {\"pull\": [{\"end\": \"first\", ", v3_mul(FORCE, way));
    write_force(sink, ", {\"end\": \"last\", ", v3_mul(-FORCE, way));
    bi_sink_text(sink, "]},\n    {\"wait\": {\"cycles\": 20000}},\n");
    write_expect(sink, knot, "\"extension\": {\"min\": 1.1, \"max\": 1.3}");
    bi_sink_text(sink, "    {\"still\": \"tight\"},\n    {\"still\": \"close\", \"close\": 20}\n  ]\n}\n");
}

static void write_script(bi_sink *sink, const char *knot)
{
    bi_sink_text(sink, "}],\n  \"script\": [\n"
                       "    {\"grasp\": {\"hand\": \"one\", \"node\": \"first\"}},\n"
                       "    {\"grasp\": {\"hand\": \"other\", \"node\": \"last\"}},\n"
                       "    {\"still\": \"loose\"},\n");
    if (knot != NULL) {
        write_expect(sink, knot, "");
    }
    bi_sink_text(
        sink, "    {\"pull_tight\": {\"hands\": [\"one\", \"other\"], \"speed\": 1, \"cycles\": 100000}},\n");
    write_expect(sink, knot, "\"tight\": true");
    bi_sink_text(sink, "    {\"still\": \"tight\"},\n    {\"still\": \"close\", \"close\": 20}\n  ]\n}\n");
}

// A closed rod takes the shape that its stiffness gives it.
static void write_settle(bi_sink *sink, const char *knot)
{
    bi_sink_text(sink, "    {\"wait\": {\"cycles\": 10000, \"settle\": 0.00002}},\n");
    write_expect(sink, knot, "\"rollbacks\": 0");
}

bight_status bight_start_scene(const bight_env *env, const bight_start *start, const char *title,
                               const char *knot, bight_bytes *text, bight_error *error)
{
    if (start == NULL || text == NULL || start->count < 2) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a scene needs a start shape and where to write");
    }

    bi_sink sink = {.allocator = env != NULL ? &env->allocator : NULL};
    bi_sink_text(&sink, "{\n  \"bight\": 1,\n");
    if (title != NULL) {
        bi_sink_text(&sink, "  \"title\": ");
        bi_sink_json_string(&sink, title);
        bi_sink_text(&sink, ",\n");
    }

    // the rope: model, radius and points
    bi_sink_text(&sink, "  \"view\": {\"from\": [0.12, 0.3, 1]},\n"
                        "  \"ropes\": [{\"name\": \"rope\", \"color\": \"#d97706\", ");
    if (start->model == BIGHT_MODEL_SPRING) {
        bi_sink_text(&sink, SPRING);
    } else if (start->model == BIGHT_MODEL_PROJECTION) {
        bi_sink_text(&sink, "\"model\": \"projection\", ");
    } else if (start->model == BIGHT_MODEL_ROD) {
        bi_sink_text(&sink, "\"model\": \"rod\", ");
    }
    bi_sink_number(&sink, "\"radius\": ", start->radius);
    bi_sink_text(&sink, start->closed ? ", \"closed\": true, " : ", ");
    write_points(&sink, start);

    // the script: a closed rope is only named; springs are pulled by forces, other models by hands
    if (start->closed) {
        bi_sink_text(&sink, "}],\n  \"script\": [\n");
        write_expect(&sink, knot, "\"rollbacks\": 0");
        if (start->model == BIGHT_MODEL_ROD) {
            write_settle(&sink, knot);
        }
        bi_sink_text(&sink, "    {\"still\": \"closed\"}\n  ]\n}\n");
    } else if (start->model == BIGHT_MODEL_SPRING) {
        write_spring_script(&sink, start, knot);
    } else {
        write_script(&sink, knot);
    }

    *text = sink.bytes;
    if (sink.status != BIGHT_OK) {
        bight_bytes_free(sink.allocator, text);
        *text = (bight_bytes){0};
        return bi_fail(error, sink.status, 0, "no memory for a scene of %d points", (int)start->count);
    }
    return BIGHT_OK;
}

double bight_rope_in_knot(bight_curve curve)
{
    double length = 0.0;
    for (int32_t i = 1; i < curve.count; i++) {
        length += v3_distance(curve.points[i - 1], curve.points[i]);
    }
    double ends = v3_distance(curve.points[0], curve.points[curve.count - 1]);
    return curve.closed ? length + ends : length - ends;
}
