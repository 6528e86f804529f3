// SPDX-License-Identifier: MIT
// A rehearsed wrap as a scene: text that can be kept, changed and played again.

#include "bight/wrap.h"

#include "core/error.h"
#include "core/vec3.h"
#include "io/sink.h"
#include "wrap/grips.h"

typedef struct writer {
    bi_sink *sink;
    const bight_wrap_program *program;
    const bight_wrap_plan *plan;
    bool held[BIGHT_WRAP_HANDS];
    bool first;    // no step was written yet
    int64_t until; // cycles when the step is over at last
} writer;

static void put(writer *w, const char *text)
{
    bi_sink_text(w->sink, text);
}

static void put_point(writer *w, const char *before, bight_vec3 p)
{
    bi_sink_number(w->sink, before, p.x);
    bi_sink_number(w->sink, ", ", p.y);
    bi_sink_number(w->sink, ", ", p.z);
    put(w, "]");
}

static void begin_step(writer *w)
{
    put(w, w->first ? "    {" : ",\n    {");
    w->first = false;
}

// ---- the world --------------------------------------------------------------------------------------

static void write_cloth(writer *w)
{
    const bight_wrap_plan *plan = w->plan;
    const bight_wrap_cloth *cloth = w->program->cloth;
    const bight_scene_pleat *pleats = w->program->pleats;
    bi_sink_number(w->sink, "  \"cloth\": {\"thickness\": ", plan->thickness);
    bi_sink_number(w->sink, ", \"friction\": ", cloth->friction);
    bi_sink_number(w->sink, ", \"gravity\": [0, ", -w->program->gravity);
    put(w, pleats != NULL ? ", 0], \"time_step\": 0.01},\n" : ", 0]},\n");
    bi_sink_number(
        w->sink,
        "  \"cloths\": [\n    {\n      \"name\": \"cloth\",\n      \"grid\": {\"width\": ", plan->size);
    bi_sink_number(w->sink, ", \"height\": ", plan->size);
    bi_sink_int(w->sink, ", \"columns\": ", plan->columns);
    bi_sink_int(w->sink, ", \"rows\": ", plan->columns);
    put(w, "},\n");
    if (pleats == NULL) {
        bi_sink_number(w->sink, "      \"position\": [0, ", 0.75 * plan->thickness);
        put(w, ", 0],\n");
    } else {
        // below one knot the bag hangs as if the knot stood on it
        put(w, pleats->above == NULL ? "      \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 180},\n" : "");
        put(w, "      \"pleats\": {\"template\": ");
        bi_sink_json_string(w->sink, pleats->file);
        if (pleats->above != NULL) {
            put(w, ", \"above\": ");
            bi_sink_json_string(w->sink, pleats->above);
        }
        for (int32_t i = 0; i < pleats->set_count; i++) {
            put(w, i == 0 ? ", \"set\": [" : ", ");
            put(w, "{\"parameter\": ");
            bi_sink_json_string(w->sink, pleats->set[i].parameter);
            bi_sink_number(w->sink, ", \"value\": ", pleats->set[i].value);
            put(w, i == pleats->set_count - 1 ? "}]" : "}");
        }
        put(w, pleats->corners == 1 ? ", \"corners\": \"u1v0 u0v1\"" : "");
        bi_sink_int(w->sink, ", \"squares\": ", pleats->squares);
        bi_sink_number(w->sink, ", \"tail\": ", pleats->tail * plan->size);
        bi_sink_number(w->sink, ", \"open\": ", pleats->open);
        bi_sink_number(w->sink, ", \"bag\": ", pleats->bag);
        if (pleats->hold != NULL || pleats->above != NULL) {
            bi_sink_number(w->sink, ", \"hold\": {\"length\": ", plan->hold.length);
            bi_sink_number(w->sink, ", \"height\": ", plan->hold.height);
            bi_sink_number(w->sink, ", \"below\": ", plan->hold.below);
            put(w, "}");
        }
        put(w, "},\n");
    }
    bi_sink_number(w->sink, "      \"material\": {\"bend\": ", cloth->bend);
    bi_sink_number(w->sink, ", \"shear\": ", cloth->shear);
    bi_sink_number(w->sink, ", \"compress\": ", cloth->compress);
    bi_sink_number(w->sink,
                   "},\n      \"look\": {\"color\": \"#7a2f5d\", \"weave\": \"checks\", \"repeat\": ",
                   0.05 * plan->size);
    put(w, "}\n    }\n  ],\n");
}

static void write_obstacles(writer *w)
{
    double size = w->plan->size;
    put(w, "  \"obstacles\": [\n");
    if (w->program->table) {
        bi_sink_number(w->sink, "    {\"name\": \"table\", \"box\": {\"size\": [", 1.5 * size);
        bi_sink_number(w->sink, ", ", 0.04 * size);
        bi_sink_number(w->sink, ", ", 1.5 * size);
        bi_sink_number(w->sink, "]}, \"position\": [0, ", -0.02 * size);
        put(w, ", 0], \"color\": \"#b9a58c\"},\n");
    }
    put(w,
        "    {\n      \"name\": \"object\",\n      \"mesh\": {\"file\": \"" BIGHT_WRAP_OBJECT_FILE "\"},\n");
    put_point(w, "      \"position\": [", w->plan->at);
    bi_sink_number(w->sink, ",\n      \"mass\": ", w->program->mass);
    put(w, ",\n      \"color\": \"#d9b36c\"\n    }\n  ],\n");
}

// ---- steps ------------------------------------------------------------------------------------------

// A corner is held by its patch, a knot by its upper side.
static void write_grip(writer *w, const char *name)
{
    int32_t corner = bight_wrap_hand(name), n = w->plan->columns, reach = bi_wrap_patch(n);
    begin_step(w);
    put(w, "\"grasp\": {\"hand\": \"");
    put(w, name);
    w->held[corner] = true;
    if (corner == BIGHT_WRAP_CORNERS) {
        put(w, "\", \"vertices\": \"knot\"}}");
        return;
    }
    put(w, "\", \"vertices\": [");
    bool first = true;
    for (int32_t j = 0; j <= reach; j++) {
        for (int32_t i = 0; i + j <= reach; i++) {
            int32_t u = corner == 1 || corner == 2 ? n - i : i, v = corner >= 2 ? n - j : j;
            bi_sink_int(w->sink, first ? "" : ", ", (int64_t)v * (n + 1) + u);
            first = false;
        }
    }
    put(w, "]}}");
}

static void write_state(writer *w, const char *name)
{
    begin_step(w);
    put(w, "\"still\": ");
    bi_sink_json_string(w->sink, name);
    put(w, "}");
    begin_step(w);
    put(w, "\"expect\": {\"cloth\": {\"intersections\": 0, \"uncertified\": 0");
    put(w, w->program->pleats != NULL ? ", \"tied\": true}}}" : "}}}");
}

// Hands go beside each other, and the step is over when they have come there or its time is.
static void write_moves(writer *w, const bight_wrap_move *moves, int32_t count, double scale, int32_t cycles)
{
    begin_step(w);
    put(w, "\"together\": [");
    for (int32_t i = 0; i < count; i++) {
        put(w, i == 0 ? "\n      {\"hand\": " : ",\n      {\"hand\": ");
        bi_sink_json_string(w->sink, moves[i].corner);
        put_point(w, ", \"by\": [", v3_mul(scale, moves[i].by));
        put(w, ", \"arrive\": false, \"speed\": 1}");
    }
    w->until += cycles;
    bi_sink_int(w->sink, "\n    ], \"until\": ", w->until);
    put(w, "}");
}

static void write_set(writer *w, const bight_wrap_set *set)
{
    begin_step(w);
    put(w, "\"set\": {\"cloth\": {");
    if (!isnan(set->gravity)) {
        bi_sink_number(w->sink, "\"gravity\": [0, ", -set->gravity);
        put(w, isnan(set->friction) ? ", 0]" : ", 0], ");
    }
    if (!isnan(set->friction)) {
        bi_sink_number(w->sink, "\"friction\": ", set->friction);
    }
    put(w, "}}}");
}

static void write_step(writer *w, const bight_wrap_step *step)
{
    switch (step->verb) {
    case BIGHT_WRAP_STATE:
        write_state(w, step->state);
        break;
    case BIGHT_WRAP_HOLD:
        for (int32_t i = 0; i < step->hold.count; i++) {
            write_grip(w, step->hold.at[i]);
        }
        break;
    case BIGHT_WRAP_RELEASE:
        begin_step(w);
        put(w, "\"release\": [");
        for (int32_t i = 0; i < step->release.count; i++) {
            put(w, i == 0 ? "" : ", ");
            bi_sink_json_string(w->sink, step->release.at[i]);
            w->held[bight_wrap_hand(step->release.at[i])] = false;
        }
        put(w, "]}");
        break;
    case BIGHT_WRAP_SETTLE:
        begin_step(w);
        bi_sink_int(w->sink, "\"settle\": {\"cycles\": ", step->settle);
        put(w, ", \"arrive\": false}}");
        w->until += step->settle;
        break;
    case BIGHT_WRAP_MOVE:
        write_moves(w, step->move, step->move_count, w->plan->size, step->cycles);
        break;
    case BIGHT_WRAP_SET:
        write_set(w, step->set);
        break;
    }
}

// All held corners go up; then it hangs.
static void write_lift(writer *w)
{
    bight_wrap_move moves[BIGHT_WRAP_HANDS];
    int32_t count = 0;
    for (int32_t k = 0; k < BIGHT_WRAP_HANDS; k++) {
        if (w->held[k]) {
            moves[count++] = (bight_wrap_move){bight_wrap_hand_name(k), v3(0, 1, 0)};
        }
    }
    write_moves(w, moves, count, w->plan->lift, w->plan->lift_cycles);
    write_state(w, BIGHT_WRAP_LIFTED);
    begin_step(w);
    bi_sink_int(w->sink, "\"wait\": {\"cycles\": ", w->plan->hold_cycles);
    put(w, "}}");
    write_state(w, BIGHT_WRAP_HELD);
}

bight_status bight_wrap_scene(const bight_env *env, const bight_wrap_program *program,
                              const bight_wrap_plan *plan, bight_bytes *text, bight_error *error)
{
    bi_sink sink = {.allocator = env != NULL ? &env->allocator : NULL};
    writer w = {.sink = &sink, .program = program, .plan = plan, .first = true};
    put(&w, "{\n  \"bight\": 1,\n  \"title\": ");
    bi_sink_json_string(&sink, program->title);
    put(&w, ",\n  \"view\": {\"from\": [0.5, 0.35, 1], \"film_width\": 480, \"film_height\": 360},\n");
    write_cloth(&w);
    write_obstacles(&w);
    put(&w, "  \"script\": [\n");
    for (int32_t i = 0; i < program->step_count; i++) {
        write_step(&w, &program->steps[i]);
    }
    write_lift(&w);
    put(&w, "\n  ]\n}\n");
    *text = sink.bytes;
    if (sink.status != BIGHT_OK) {
        bight_bytes_free(sink.allocator, text);
        *text = (bight_bytes){0};
        return bi_fail(error, sink.status, 0, "no memory for a scene of %d steps", (int)program->step_count);
    }
    return BIGHT_OK;
}
