// SPDX-License-Identifier: MIT
// A definition copied into one block: once to measure, once to write.

#include "core/memory.h"
#include "template/model.h"

#include <string.h>

typedef struct keeper {
    unsigned char *base; // NULL while measuring
    size_t used;
} keeper;

// A copy of `bytes` bytes, NULL while measuring.
static void *keep(keeper *k, const void *from, size_t count, size_t size)
{
    size_t at = k->used;
    k->used += (count * size + 15) / 16 * 16;
    if (k->base == NULL || from == NULL) {
        return NULL;
    }
    if (count > 0) {
        memcpy(k->base + at, from, count * size);
    }
    return k->base + at;
}

static const char *keep_text(keeper *k, const char *text)
{
    return text != NULL ? keep(k, text, strlen(text) + 1, 1) : NULL;
}

static void copy_strand(keeper *k, bight_template_strand *s)
{
    size_t pieces = (size_t)s->pieces;
    s->name = keep_text(k, s->name);
    s->points = keep(k, s->points, s->closed ? 3 * pieces : 3 * pieces + 1, sizeof *s->points);
    s->radii = keep(k, s->radii, s->closed ? pieces : pieces + 1, sizeof *s->radii);
}

static void copy_component(keeper *k, bight_template_component *c)
{
    c->name = keep_text(k, c->name);
    c->label = keep_text(k, c->label);
    c->spans = keep(k, c->spans, (size_t)c->span_count, sizeof *c->spans);
}

static void copy_parameter(keeper *k, bight_template_parameter *p)
{
    p->name = keep_text(k, p->name);
    p->label = keep_text(k, p->label);
    p->unit = keep_text(k, p->unit);
    p->targets = keep(k, p->targets, (size_t)p->target_count, sizeof *p->targets);
}

static void copy_topology(keeper *k, const bight_template_def *def, bight_template_topology *t)
{
    size_t strands = (size_t)def->strand_count;
    const bight_template_topology *from = &def->topology;
    t->name = keep_text(k, from->name);
    t->joined = keep_text(k, from->joined);
    t->linking = keep(k, from->linking, from->linking != NULL ? strands * strands : 0, sizeof *from->linking);
    t->turns =
        keep(k, from->turns, from->turns != NULL ? strands * (size_t)def->bar_count : 0, sizeof *from->turns);
    const char **types = keep(k, from->types, from->types != NULL ? strands : 0, sizeof *from->types);
    for (size_t i = 0; i < strands && from->types != NULL; i++) {
        const char *type = keep_text(k, from->types[i]);
        if (types != NULL) {
            types[i] = type;
        }
    }
    t->types = types;
    bight_template_part *parts = keep(k, from->parts, (size_t)from->part_count, sizeof *from->parts);
    for (int32_t i = 0; i < from->part_count; i++) {
        bight_template_part part = from->parts[i];
        part.type = keep_text(k, part.type);
        part.why = keep_text(k, part.why);
        if (parts != NULL) {
            parts[i] = part;
        }
    }
    t->parts = parts;
}

static void copy_all(keeper *k, const bight_template_def *def, bight_template_def *copy)
{
    *copy = *def;
    copy->name = keep_text(k, def->name);
    copy->title = keep_text(k, def->title);
    copy->source = keep_text(k, def->source);

    // an array is kept, then what its elements point to
#define KEEP_ALL(type, member, number, copy_one)                                                             \
    do {                                                                                                     \
        type *kept = keep(k, def->member, (size_t)def->number, sizeof(type));                                \
        for (int32_t i = 0; i < def->number; i++) {                                                          \
            type one = def->member[i];                                                                       \
            copy_one;                                                                                        \
            if (kept != NULL) {                                                                              \
                kept[i] = one;                                                                               \
            }                                                                                                \
        }                                                                                                    \
        copy->member = kept;                                                                                 \
    } while (0)
    KEEP_ALL(bight_template_strand, strands, strand_count, copy_strand(k, &one));
    KEEP_ALL(bight_template_bar, bars, bar_count, one.name = keep_text(k, one.name));
    KEEP_ALL(bight_template_component, components, component_count, copy_component(k, &one));
    KEEP_ALL(bight_template_parameter, parameters, parameter_count, copy_parameter(k, &one));
#undef KEEP_ALL
    copy_topology(k, def, &copy->topology);
}

bight_status bi_template_copy(const bight_allocator *allocator, const bight_template_def *def,
                              bight_template_def *copy, void **block, size_t *block_size)
{
    keeper measure = {0};
    copy_all(&measure, def, copy);
    *block_size = measure.used;
    *block = bi_new_array(allocator, measure.used, 1);
    if (*block == NULL) {
        *copy = (bight_template_def){0};
        return BIGHT_ERROR_NO_MEMORY;
    }
    keeper write = {.base = *block};
    copy_all(&write, def, copy);
    return BIGHT_OK;
}
