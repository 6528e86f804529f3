// SPDX-License-Identifier: MIT
// Reading and writing templates.

#include "core/memory.h"
#include "io/sink.h"
#include "scene/parsed_template.h"
#include "scene/read.h"

#include "bight/suggest.h"

#include <stdio.h>
#include <string.h>

struct bight_template_file {
    bight_template_def def;
    bi_pool pool;
};

typedef struct linker {
    const bi_reader *reader;
    const bi_parsed_template *parsed;
    bight_template_def *def;
} linker;

// ---- names ------------------------------------------------------------------------------------------

// The number of a name among `count` structs that begin with one. -1 after saying what is wrong at path.
static int32_t find(const linker *l, const bi_json_path *path, const char *what, const char *name,
                    const void *list, int32_t count, size_t stride)
{
    for (int32_t i = 0; i < count; i++) {
        const char *const *other = (const void *)((const char *)list + (size_t)i * stride);
        if (strcmp(*other, name) == 0) {
            return i;
        }
    }
    const char *guess = count > 0 ? bight_suggest(name, list, count, stride) : NULL;
    bi_read_fail(l->reader, path, " is \"%.60s\", and there is no %s of that name%s%s%s", name, what,
                 guess != NULL ? ": did you mean \"" : ": name one of this template",
                 guess != NULL ? guess : "", guess != NULL ? "\"?" : "");
    return -1;
}

static int32_t find_strand(const linker *l, const bi_json_path *parent, const char *key, const char *name)
{
    bi_json_path path = {parent, key, 0};
    return find(l, &path, "strand", name, l->parsed->strands, l->parsed->strand_count,
                sizeof(bi_parsed_strand));
}

// ---- parts ------------------------------------------------------------------------------------------

// Radii at the joints that are given, linear between them, and level before the first and behind the last.
static bight_status link_radii(const linker *l, const bi_json_path *path, const bi_parsed_strand *from,
                               int32_t joints, double *radii)
{
    for (int32_t j = 0; j < joints; j++) {
        radii[j] = from->radius_count > 0 ? from->radii[0].radius : from->radius;
    }
    int32_t before = -1;
    for (int32_t k = 0; k < from->radius_count; k++) {
        const bi_parsed_radius *r = &from->radii[k];
        bi_json_path list = {path, "radii", 0}, element = {&list, NULL, k}, at = {&element, "joint", 0};
        if (r->joint >= joints || r->joint <= before) {
            return bi_read_fail(l->reader, &at, " is %d: give rising numbers below %d, the number of joints",
                                (int)r->joint, (int)joints);
        }
        for (int32_t j = before + 1; j <= r->joint && before >= 0; j++) {
            double t = (double)(j - before) / (r->joint - before);
            radii[j] = from->radii[k - 1].radius + t * (r->radius - from->radii[k - 1].radius);
        }
        for (int32_t j = r->joint; j < joints; j++) {
            radii[j] = r->radius;
        }
        before = r->joint;
    }
    return BIGHT_OK;
}

static bight_status link_strand(const linker *l, int32_t index, bight_template_strand *to)
{
    const bi_parsed_strand *from = &l->parsed->strands[index];
    bi_json_path list = {NULL, "strands", 0}, path = {&list, NULL, index}, points = {&path, "points", 0};
    int32_t count = from->points.count, rest = from->closed ? 0 : 1;
    if (count % 3 != rest || count / 3 > BIGHT_TEMPLATE_MAX_PIECES) {
        return bi_read_fail(l->reader, &points, " has %d points: give 3 n%s, n to %d", (int)count,
                            from->closed ? "" : " + 1", BIGHT_TEMPLATE_MAX_PIECES);
    }
    int32_t joints = count / 3 + rest;
    double *radii = bi_pool_new(l->reader->pool, (size_t)joints, sizeof *radii);
    if (radii == NULL) {
        return bi_read_no_memory(l->reader);
    }
    *to = (bight_template_strand){.name = from->name,
                                  .points = from->points.at,
                                  .radii = radii,
                                  .pieces = count / 3,
                                  .closed = from->closed,
                                  .ends = {from->first_end, from->last_end}};
    return link_radii(l, &path, from, joints, radii);
}

static bight_status link_component(const linker *l, int32_t index, bight_template_component *to)
{
    const bi_parsed_component *from = &l->parsed->components[index];
    bi_json_path list = {NULL, "components", 0}, path = {&list, NULL, index}, inner = {&path, "joints", 0};
    bight_template_span *spans = bi_pool_new(l->reader->pool, (size_t)from->joints_count, sizeof *spans);
    if (spans == NULL) {
        return bi_read_no_memory(l->reader);
    }
    for (int32_t k = 0; k < from->joints_count; k++) {
        bi_json_path element = {&inner, NULL, k};
        int32_t strand = find_strand(l, &element, "strand", from->joints[k].strand);
        if (strand < 0) {
            return BIGHT_ERROR_PARSE;
        }
        spans[k] = (bight_template_span){strand, from->joints[k].first, from->joints[k].last};
    }
    *to = (bight_template_component){from->name, from->label, from->pivot, spans, from->joints_count};
    return BIGHT_OK;
}

static bight_status link_does(const linker *l, const bi_json_path *path, const bi_parsed_does *from,
                              bight_template_target *to)
{
    *to = (bight_template_target){(bight_template_effect)from->effect, -1, from->end, from->along, from->by};
    bool strand = to->effect == BIGHT_TEMPLATE_RADIUS || to->effect == BIGHT_TEMPLATE_END;
    bool component = to->effect == BIGHT_TEMPLATE_SCALE || to->effect == BIGHT_TEMPLATE_TURN ||
                     to->effect == BIGHT_TEMPLATE_SHIFT;
    bi_json_path of = {path, "of", 0};
    if (from->of == NULL) {
        bool needed = component || to->effect == BIGHT_TEMPLATE_END;
        return !needed ? BIGHT_OK
                       : bi_read_fail(l->reader, path, " has no \"of\": name the %s",
                                      component ? "component" : "strand");
    }
    if (!strand && !component) {
        return bi_read_fail(l->reader, &of,
                            " is given, and this effect is of the whole template: leave it out");
    }
    to->index = strand ? find_strand(l, path, "of", from->of)
                       : find(l, &of, "component", from->of, l->parsed->components,
                              l->parsed->component_count, sizeof(bi_parsed_component));
    return to->index >= 0 ? BIGHT_OK : BIGHT_ERROR_PARSE;
}

static bight_status link_parameter(const linker *l, int32_t index, bight_template_parameter *to)
{
    const bi_parsed_parameter *from = &l->parsed->parameters[index];
    bi_json_path list = {NULL, "parameters", 0}, path = {&list, NULL, index}, inner = {&path, "does", 0};
    bight_template_target *targets = bi_pool_new(l->reader->pool, (size_t)from->does_count, sizeof *targets);
    if (targets == NULL) {
        return bi_read_no_memory(l->reader);
    }
    *to = (bight_template_parameter){from->name, from->label,     bi_template_units[from->unit],
                                     from->low,  from->high,      from->value,
                                     targets,    from->does_count};
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < from->does_count && status == BIGHT_OK; k++) {
        bi_json_path element = {&inner, NULL, k};
        status = link_does(l, &element, &from->does[k], &targets[k]);
    }
    return status;
}

// ---- topology ---------------------------------------------------------------------------------------

static bight_status link_types(const linker *l, const bi_json_path *path, bight_template_topology *to)
{
    const bi_parsed_topology *from = l->parsed->topology;
    bi_json_path list = {path, "types", 0};
    const char **types = bi_pool_new(l->reader->pool, (size_t)l->def->strand_count, sizeof *types);
    if (types == NULL) {
        return bi_read_no_memory(l->reader);
    }
    for (int32_t k = 0; k < from->type_count; k++) {
        bi_json_path element = {&list, NULL, k};
        int32_t strand = find_strand(l, &element, "strand", from->types[k].strand);
        if (strand < 0) {
            return BIGHT_ERROR_PARSE;
        }
        types[strand] = from->types[k].type;
    }
    for (int32_t i = 0; i < l->def->strand_count; i++) {
        if (types[i] == NULL) {
            return bi_read_fail(l->reader, &list, " leaves out \"%.60s\": give the type of every strand",
                                l->parsed->strands[i].name);
        }
    }
    to->types = types;
    return BIGHT_OK;
}

static bight_status link_linking(const linker *l, const bi_json_path *path, bight_template_topology *to)
{
    const bi_parsed_topology *from = l->parsed->topology;
    bi_json_path list = {path, "linking", 0};
    int32_t count = l->def->strand_count;
    if (from->linking_count == 0) {
        return BIGHT_OK;
    }
    int32_t *linking = bi_pool_new(l->reader->pool, (size_t)(count * count), sizeof *linking);
    if (linking == NULL) {
        return bi_read_no_memory(l->reader);
    }
    for (int32_t k = 0; k < from->linking_count; k++) {
        bi_json_path element = {&list, NULL, k};
        int32_t a = find_strand(l, &element, "strands", from->linking[k].strands.at[0]);
        int32_t b = a >= 0 ? find_strand(l, &element, "strands", from->linking[k].strands.at[1]) : -1;
        if (b < 0) {
            return BIGHT_ERROR_PARSE;
        }
        linking[a * count + b] = linking[b * count + a] = from->linking[k].number;
    }
    to->linking = linking;
    return BIGHT_OK;
}

static bight_status link_parts(const linker *l, const bi_json_path *path, bight_template_topology *to)
{
    const bi_parsed_topology *from = l->parsed->topology;
    bi_json_path list = {path, "parts", 0};
    bight_template_part *parts = bi_pool_new(l->reader->pool, (size_t)from->part_count, sizeof *parts);
    if (parts == NULL) {
        return bi_read_no_memory(l->reader);
    }
    for (int32_t k = 0; k < from->part_count; k++) {
        const bi_parsed_part *part = &from->parts[k];
        bi_json_path element = {&list, NULL, k};
        int32_t strand = find_strand(l, &element, "strand", part->strand);
        if (strand < 0) {
            return BIGHT_ERROR_PARSE;
        }
        parts[k] = (bight_template_part){strand, part->from, part->to, part->type, part->why};
    }
    to->parts = parts;
    to->part_count = from->part_count;
    return BIGHT_OK;
}

static bight_status link_turns(const linker *l, const bi_json_path *path, bight_template_topology *to)
{
    const bi_parsed_topology *from = l->parsed->topology;
    bi_json_path list = {path, "turns", 0};
    size_t count = (size_t)l->def->strand_count * (size_t)l->def->bar_count;
    double *turns = bi_pool_new(l->reader->pool, count, sizeof *turns);
    if (turns == NULL) {
        return bi_read_no_memory(l->reader);
    }
    for (int32_t k = 0; k < from->turns_count; k++) {
        bi_json_path element = {&list, NULL, k}, at = {&element, "bar", 0};
        int32_t strand = find_strand(l, &element, "strand", from->turns[k].strand);
        int32_t bar = strand < 0 ? -1
                                 : find(l, &at, "bar", from->turns[k].bar, l->parsed->bars,
                                        l->parsed->bar_count, sizeof(bi_parsed_bar));
        if (bar < 0) {
            return BIGHT_ERROR_PARSE;
        }
        turns[strand * l->def->bar_count + bar] = from->turns[k].turns;
    }
    to->turns = turns;
    return BIGHT_OK;
}

static bight_status link_topology(const linker *l)
{
    const bi_parsed_topology *from = l->parsed->topology;
    bight_template_topology *to = &l->def->topology;
    if (from == NULL) {
        return BIGHT_OK;
    }
    bi_json_path path = {NULL, "topology", 0};
    to->name = from->name;
    if (from->joined != NULL) {
        to->joined = from->joined->knot;
        to->joined_ends[0] = from->joined->first;
        to->joined_ends[1] = from->joined->other;
    }
    bight_status status = link_types(l, &path, to);
    status = status == BIGHT_OK ? link_linking(l, &path, to) : status;
    status = status == BIGHT_OK ? link_parts(l, &path, to) : status;
    return status == BIGHT_OK && l->def->bar_count > 0 ? link_turns(l, &path, to) : status;
}

// ---- the whole --------------------------------------------------------------------------------------

static bight_status link_all(const linker *l)
{
    const bi_parsed_template *from = l->parsed;
    bight_template_def *def = l->def;
    bi_pool *pool = l->reader->pool;
    bight_template_strand *strands = bi_pool_new(pool, (size_t)from->strand_count, sizeof *strands);
    bight_template_bar *bars = bi_pool_new(pool, (size_t)from->bar_count, sizeof *bars);
    bight_template_component *components =
        bi_pool_new(pool, (size_t)from->component_count, sizeof *components);
    bight_template_parameter *parameters =
        bi_pool_new(pool, (size_t)from->parameter_count, sizeof *parameters);
    if (strands == NULL || bars == NULL || components == NULL || parameters == NULL) {
        return bi_read_no_memory(l->reader);
    }

    *def = (bight_template_def){.name = from->name,
                                .title = from->title,
                                .source = from->source,
                                .paper = from->paper,
                                .strands = strands,
                                .bars = bars,
                                .components = components,
                                .parameters = parameters,
                                .strand_count = from->strand_count,
                                .bar_count = from->bar_count,
                                .component_count = from->component_count,
                                .parameter_count = from->parameter_count,
                                .orientation = from->orientation,
                                .tightness = from->tightness,
                                .gap = from->gap,
                                .least_radius = from->least_radius};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < def->strand_count && status == BIGHT_OK; i++) {
        status = link_strand(l, i, &strands[i]);
    }
    for (int32_t i = 0; i < def->bar_count; i++) {
        bars[i] = (bight_template_bar){from->bars[i].name, from->bars[i].from, from->bars[i].to,
                                       from->bars[i].radius};
    }
    for (int32_t i = 0; i < def->component_count && status == BIGHT_OK; i++) {
        status = link_component(l, i, &components[i]);
    }
    for (int32_t i = 0; i < def->parameter_count && status == BIGHT_OK; i++) {
        status = link_parameter(l, i, &parameters[i]);
    }
    return status == BIGHT_OK ? link_topology(l) : status;
}

void bight_template_close(bight_template_file *file)
{
    if (file != NULL) {
        bi_pool pool = file->pool;
        bi_pool_free(&pool);
        bi_free_array(&pool.allocator, file, 1, sizeof *file);
    }
}

const bight_template_def *bight_template_file_def(const bight_template_file *file)
{
    return &file->def;
}

static bight_status read_all(const bi_reader *reader, bight_template_def *def)
{
    bi_parsed_template *parsed = bi_pool_new(reader->pool, 1, sizeof *parsed);
    if (parsed == NULL) {
        return bi_read_no_memory(reader);
    }
    bight_status status = bi_read_object(reader, reader->root, NULL, &bi_template_table, parsed);
    linker l = {reader, parsed, def};
    return status == BIGHT_OK ? link_all(&l) : status;
}

bight_status bight_template_read(const bight_env *env, const void *text, size_t length,
                                 bight_template_file **file, bight_error *error)
{
    *file = NULL;
    if (length > BIGHT_TEMPLATE_MAX_BYTES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "the template has %zu bytes: give at most %d", length,
                       BIGHT_TEMPLATE_MAX_BYTES);
    }
    bight_allocator allocator = env != NULL ? env->allocator : (bight_allocator){0};
    bi_json_error cause;
    bi_json *json = bi_json_parse(&allocator, text, length, BI_JSON_ANY_ROOT, &cause);
    if (json == NULL) {
        return cause.fault == BI_JSON_NO_MEMORY
                   ? bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the template")
                   : bi_fail(error, BIGHT_ERROR_PARSE, cause.line,
                             "this is not JSON (%.120s): mend the text there", cause.text);
    }
    bight_template_file *fresh = bi_new_array(&allocator, 1, sizeof *fresh);
    if (fresh == NULL) {
        bi_json_free(json);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the template");
    }
    fresh->pool.allocator = allocator;
    bi_reader reader = {&fresh->pool, NULL, json, error};
    bight_status status = read_all(&reader, &fresh->def);
    bi_json_free(json);
    if (status != BIGHT_OK) {
        bight_template_close(fresh);
        return status;
    }
    *file = fresh;
    return BIGHT_OK;
}
