// SPDX-License-Identifier: MIT
// A template as JSON: numbers with 17 digits, so that what is read again is the same to the bit.

#include "core/error.h"
#include "io/sink.h"
#include "io/text.h"
#include "scene/parsed_template.h"

#include <math.h>

static void put_real(bi_sink *sink, const char *before, double value)
{
    bi_sink_text(sink, before);
    if (sink->status == BIGHT_OK) {
        sink->status = bi_bytes_number(sink->allocator, &sink->bytes, value, 17);
    }
}

static void put_string(bi_sink *sink, const char *before, const char *text)
{
    bi_sink_text(sink, before);
    bi_sink_json_string(sink, text);
}

static void put_point(bi_sink *sink, const char *before, bight_vec3 p)
{
    bi_sink_text(sink, before);
    put_real(sink, "[", p.x);
    put_real(sink, ", ", p.y);
    put_real(sink, ", ", p.z);
    bi_sink_text(sink, "]");
}

// One radius for all joints, or those at which the radius is not on a line between its neighbours.
static void put_radii(bi_sink *sink, const bight_template_strand *s)
{
    int32_t joints = s->closed ? s->pieces : s->pieces + 1;
    bool same = true;
    for (int32_t j = 1; j < joints; j++) {
        same = same && s->radii[j] == s->radii[0];
    }
    put_real(sink, ",\n     \"radius\": ", s->radii[0]);
    for (int32_t j = 0; j < joints && !same; j++) {
        bi_sink_int(sink, j == 0 ? ", \"radii\": [{\"joint\": " : ", {\"joint\": ", j);
        put_real(sink, ", \"radius\": ", s->radii[j]);
        bi_sink_text(sink, j + 1 < joints ? "}" : "}]");
    }
}

static void put_strand(bi_sink *sink, const bight_template_strand *s)
{
    put_string(sink, "\n    {\"name\": ", s->name);
    bi_sink_text(sink, s->closed ? ", \"closed\": true" : "");
    if (s->ends[0] != 0.0 || s->ends[1] != 0.0) {
        put_real(sink, ", \"first_end\": ", s->ends[0]);
        put_real(sink, ", \"last_end\": ", s->ends[1]);
    }
    put_radii(sink, s);
    bi_sink_text(sink, ",\n     \"points\": [");
    for (int32_t i = 0; i < 3 * s->pieces + (s->closed ? 0 : 1); i++) {
        put_point(sink, i == 0 ? "\n       " : i % 3 == 0 ? ",\n       " : ", ", s->points[i]);
    }
    bi_sink_text(sink, "]}");
}

static void put_component(bi_sink *sink, const bight_template_def *def, const bight_template_component *c)
{
    put_string(sink, "\n    {\"name\": ", c->name);
    put_string(sink, ", \"label\": ", c->label);
    put_point(sink, ", \"pivot\": ", c->pivot);
    for (int32_t k = 0; k < c->span_count; k++) {
        put_string(sink, k == 0 ? ",\n     \"joints\": [{\"strand\": " : ", {\"strand\": ",
                   def->strands[c->spans[k].strand].name);
        bi_sink_int(sink, ", \"first\": ", c->spans[k].first);
        bi_sink_int(sink, ", \"last\": ", c->spans[k].last);
        bi_sink_text(sink, "}");
    }
    bi_sink_text(sink, "]}");
}

static void put_target(bi_sink *sink, const bight_template_def *def, const bight_template_target *t)
{
    static const char *const effects[] = {
#define X(name, word, doc) word,
        BIGHT_TEMPLATE_EFFECT_LIST(X)
#undef X
    };
    put_string(sink, "{\"effect\": ", effects[t->effect]);
    bool strand = t->effect == BIGHT_TEMPLATE_RADIUS || t->effect == BIGHT_TEMPLATE_END;
    bool moves = t->effect == BIGHT_TEMPLATE_TURN || t->effect == BIGHT_TEMPLATE_SHIFT;
    if (moves || t->effect == BIGHT_TEMPLATE_SCALE || (strand && t->index >= 0)) {
        put_string(sink, ", \"of\": ", strand ? def->strands[t->index].name : def->components[t->index].name);
    }
    if (t->effect == BIGHT_TEMPLATE_END) {
        bi_sink_text(sink, t->end == 0 ? ", \"end\": \"first\"" : ", \"end\": \"last\"");
    }
    if (moves) {
        put_point(sink, ", \"along\": ", t->along);
    }
    if (t->by != 1.0) {
        put_real(sink, ", \"by\": ", t->by);
    }
    bi_sink_text(sink, "}");
}

static void put_parameter(bi_sink *sink, const bight_template_def *def, const bight_template_parameter *p)
{
    put_string(sink, "\n    {\"name\": ", p->name);
    put_string(sink, ", \"label\": ", p->label);
    put_string(sink, ", \"unit\": ", p->unit);
    put_real(sink, ", \"low\": ", p->low);
    put_real(sink, ", \"high\": ", p->high);
    put_real(sink, ", \"value\": ", p->value);
    for (int32_t k = 0; k < p->target_count; k++) {
        bi_sink_text(sink, k == 0 ? ",\n     \"does\": [" : ", ");
        put_target(sink, def, &p->targets[k]);
    }
    bi_sink_text(sink, "]}");
}

static void put_linking(bi_sink *sink, const bight_template_def *def)
{
    const int32_t *linking = def->topology.linking;
    int32_t count = def->strand_count, written = 0;
    for (int32_t a = 0; a < count && linking != NULL; a++) {
        for (int32_t b = a + 1; b < count; b++) {
            if (linking[a * count + b] != 0 || (a == 0 && b == 1)) {
                put_string(sink,
                           written++ == 0 ? ",\n    \"linking\": [{\"strands\": [" : ", {\"strands\": [",
                           def->strands[a].name);
                put_string(sink, ", ", def->strands[b].name);
                bi_sink_int(sink, "], \"number\": ", linking[a * count + b]);
                bi_sink_text(sink, "}");
            }
        }
    }
    bi_sink_text(sink, written > 0 ? "]" : "");
}

static void put_turns(bi_sink *sink, const bight_template_def *def)
{
    const double *turns = def->topology.turns;
    int32_t written = 0;
    for (int32_t i = 0; i < def->strand_count * def->bar_count && turns != NULL; i++) {
        if (turns[i] != 0.0) {
            put_string(sink, written++ == 0 ? ",\n    \"turns\": [{\"strand\": " : ", {\"strand\": ",
                       def->strands[i / def->bar_count].name);
            put_string(sink, ", \"bar\": ", def->bars[i % def->bar_count].name);
            put_real(sink, ", \"turns\": ", turns[i]);
            bi_sink_text(sink, "}");
        }
    }
    bi_sink_text(sink, written > 0 ? "]" : "");
}

static void put_topology(bi_sink *sink, const bight_template_def *def)
{
    const bight_template_topology *t = &def->topology;
    if (t->name == NULL || t->types == NULL) {
        return;
    }
    put_string(sink, ",\n  \"topology\": {\n    \"name\": ", t->name);
    for (int32_t i = 0; i < def->strand_count; i++) {
        put_string(sink,
                   i == 0 ? ",\n    \"types\": [{\"strand\": " : ", {\"strand\": ", def->strands[i].name);
        put_string(sink, ", \"type\": ", t->types[i]);
        bi_sink_text(sink, i + 1 < def->strand_count ? "}" : "}]");
    }
    put_linking(sink, def);
    if (t->joined != NULL) {
        static const char *const ends[] = {"first", "last"};
        put_string(sink, ",\n    \"joined\": {\"knot\": ", t->joined);
        put_string(sink, ", \"first\": ", ends[t->joined_ends[0]]);
        put_string(sink, ", \"other\": ", ends[t->joined_ends[1]]);
        bi_sink_text(sink, "}");
    }
    for (int32_t k = 0; k < t->part_count; k++) {
        const bight_template_part *part = &t->parts[k];
        put_string(sink, k == 0 ? ",\n    \"parts\": [{\"strand\": " : ",\n      {\"strand\": ",
                   def->strands[part->strand].name);
        put_real(sink, ", \"from\": ", part->from);
        put_real(sink, ", \"to\": ", part->to);
        put_string(sink, ", \"type\": ", part->type);
        put_string(sink, ", \"why\": ", part->why != NULL && part->why[0] != '\0' ? part->why : "-");
        bi_sink_text(sink, k + 1 < t->part_count ? "}" : "}]");
    }
    put_turns(sink, def);
    bi_sink_text(sink, "\n  }");
}

bight_status bight_template_write(const bight_env *env, const bight_template_def *def, bight_bytes *text,
                                  bight_error *error)
{
    *text = (bight_bytes){0};
    bi_sink sink = {env != NULL ? &env->allocator : NULL, {0}, BIGHT_OK};
    put_string(&sink, "{\n  \"bight\": 1,\n  \"template\": ", def->name);
    put_string(&sink, ",\n  \"title\": ", def->title != NULL ? def->title : def->name);
    if (def->source != NULL) {
        put_string(&sink, ",\n  \"source\": ", def->source);
    }
    bi_sink_text(&sink, def->paper ? ",\n  \"paper\": true" : "");
    put_real(&sink, ",\n  \"orientation\": ", def->orientation);
    put_real(&sink, ",\n  \"tightness\": ", def->tightness);
    put_real(&sink, ",\n  \"gap\": ", def->gap);
    put_real(&sink, ",\n  \"least_radius\": ", def->least_radius);

#define PUT_ALL(words, number, put_one)                                                                      \
    for (int32_t i = 0; i < def->number; i++) {                                                              \
        bi_sink_text(&sink, i == 0 ? ",\n  \"" words "\": [" : ",");                                         \
        put_one;                                                                                             \
        bi_sink_text(&sink, i + 1 < def->number ? "" : "]");                                                 \
    }
    PUT_ALL("strands", strand_count, put_strand(&sink, &def->strands[i]))
    PUT_ALL("bars", bar_count, {
        put_string(&sink, "\n    {\"name\": ", def->bars[i].name);
        put_point(&sink, ", \"from\": ", def->bars[i].from);
        put_point(&sink, ", \"to\": ", def->bars[i].to);
        put_real(&sink, ", \"radius\": ", def->bars[i].radius);
        bi_sink_text(&sink, "}");
    })
    PUT_ALL("components", component_count, put_component(&sink, def, &def->components[i]))
    PUT_ALL("parameters", parameter_count, put_parameter(&sink, def, &def->parameters[i]))
#undef PUT_ALL
    put_topology(&sink, def);
    bi_sink_text(&sink, "\n}\n");
    if (sink.status != BIGHT_OK) {
        bight_bytes_free(sink.allocator, &sink.bytes);
        return bi_fail(error, sink.status, 0, "no memory for the text of a template");
    }
    *text = sink.bytes;
    return BIGHT_OK;
}
