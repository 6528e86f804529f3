// SPDX-License-Identifier: MIT
// Is a definition sound? Ranges, names, numbers of joints; not yet where its strands are.

#include "core/error.h"
#include "template/model.h"

#include <string.h>

#define FAR 1e3 // metres
#define MOST_RADIUS 10.0
#define MOST_TARGETS 64
#define MOST_SPANS 64
#define MOST_PARTS 16

static int32_t joint_count(const bight_template_strand *strand)
{
    return strand->closed ? strand->pieces : strand->pieces + 1;
}

static bool is_near(bight_vec3 p)
{
    return fabs(p.x) <= FAR && fabs(p.y) <= FAR && fabs(p.z) <= FAR;
}

static bool is_named(const char *name)
{
    return name != NULL && name[0] != '\0' && strlen(name) < 64;
}

// Is the name at `at` in a list of `stride` bytes an element one of an earlier element?
static bool is_taken(const void *list, size_t stride, int32_t at)
{
    const char *const *name = (const void *)((const char *)list + (size_t)at * stride);
    for (int32_t i = 0; i < at; i++) {
        const char *const *other = (const void *)((const char *)list + (size_t)i * stride);
        if (strcmp(*name, *other) == 0) {
            return true;
        }
    }
    return false;
}

static bight_status check_strand(const bight_template_def *def, int32_t index, bight_error *error)
{
    const bight_template_strand *s = &def->strands[index];
    if (!is_named(s->name) || is_taken(def->strands, sizeof *s, index)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "strand %d has no name of its own: give it one",
                       (int)index);
    }
    int32_t least = s->closed ? 2 : 1;
    if (s->pieces < least || s->pieces > BIGHT_TEMPLATE_MAX_PIECES || s->points == NULL || s->radii == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "strand \"%s\" has %d pieces: give %d to %d", s->name,
                       (int)s->pieces, (int)least, BIGHT_TEMPLATE_MAX_PIECES);
    }
    for (int32_t i = 0; i < 3 * s->pieces + (s->closed ? 0 : 1); i++) {
        if (!is_near(s->points[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d of strand \"%s\" is not a number, or more than %g m away", (int)i,
                           s->name, FAR);
        }
    }
    for (int32_t i = 0; i < joint_count(s); i++) {
        if (!(s->radii[i] >= def->least_radius && s->radii[i] <= MOST_RADIUS)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "the radius at joint %d of strand \"%s\" is %g: give %g (least_radius) to %g",
                           (int)i, s->name, s->radii[i], def->least_radius, MOST_RADIUS);
        }
    }
    for (int32_t k = 0; k < 2; k++) {
        double most = s->closed ? 0.0 : 10.0;
        if (!(s->ends[k] >= 0.0 && s->ends[k] <= most)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "an end of strand \"%s\" is %g m long: give 0 to %g", s->name, s->ends[k], most);
        }
    }
    return BIGHT_OK;
}

static bight_status check_bar(const bight_template_def *def, int32_t index, bight_error *error)
{
    const bight_template_bar *b = &def->bars[index];
    if (!is_named(b->name) || is_taken(def->bars, sizeof *b, index)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "bar %d has no name of its own: give it one",
                       (int)index);
    }
    if (!is_near(b->from) || !is_near(b->to) || !(b->radius > 0.0 && b->radius <= MOST_RADIUS) ||
        !(v3_distance(b->from, b->to) > 1e-9)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "bar \"%s\" needs two different ends within %g m and a radius above 0", b->name, FAR);
    }
    return BIGHT_OK;
}

// Is a joint of the span in an earlier one?
static bool is_claimed(const bight_template_def *def, int32_t component, int32_t span)
{
    const bight_template_span *s = &def->components[component].spans[span];
    for (int32_t c = 0; c <= component; c++) {
        int32_t end = c == component ? span : def->components[c].span_count;
        for (int32_t k = 0; k < end; k++) {
            const bight_template_span *other = &def->components[c].spans[k];
            if (other->strand == s->strand && other->first <= s->last && s->first <= other->last) {
                return true;
            }
        }
    }
    return false;
}

static bight_status check_component(const bight_template_def *def, int32_t index, bight_error *error)
{
    const bight_template_component *c = &def->components[index];
    if (!is_named(c->name) || is_taken(def->components, sizeof *c, index)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "component %d has no name of its own: give it one",
                       (int)index);
    }
    if (c->label == NULL || !is_near(c->pivot) || c->span_count < 1 || c->span_count > MOST_SPANS ||
        c->spans == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "component \"%s\" needs a label, a pivot within %g m and 1 to %d spans of joints",
                       c->name, FAR, MOST_SPANS);
    }
    for (int32_t k = 0; k < c->span_count; k++) {
        const bight_template_span *s = &c->spans[k];
        if (s->strand < 0 || s->strand >= def->strand_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "component \"%s\" names strand %d: there are %d",
                           c->name, (int)s->strand, (int)def->strand_count);
        }
        int32_t joints = joint_count(&def->strands[s->strand]);
        if (s->first < 0 || s->last < s->first || s->last >= joints) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "component \"%s\" has joints %d to %d of a strand with joints 0 to %d", c->name,
                           (int)s->first, (int)s->last, (int)joints - 1);
        }
        if (is_claimed(def, index, k)) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "component \"%s\" has joints that another span has, among %d to %d: a joint is in one",
                c->name, (int)s->first, (int)s->last);
        }
    }
    return BIGHT_OK;
}

static bool is_target_sound(const bight_template_def *def, const bight_template_target *t)
{
    switch (t->effect) {
    case BIGHT_TEMPLATE_RADIUS:
        return t->index >= -1 && t->index < def->strand_count && (t->by == 1.0 || t->by == -1.0);
    case BIGHT_TEMPLATE_END:
        return t->index >= 0 && t->index < def->strand_count && !def->strands[t->index].closed &&
               (t->end == 0 || t->end == 1);
    case BIGHT_TEMPLATE_SCALE:
        return t->index >= 0 && t->index < def->component_count && (t->by == 1.0 || t->by == -1.0);
    case BIGHT_TEMPLATE_TURN:
    case BIGHT_TEMPLATE_SHIFT:
        return t->index >= 0 && t->index < def->component_count && is_near(t->along) &&
               v3_length(t->along) > 1e-9;
    case BIGHT_TEMPLATE_ORIENTATION:
    case BIGHT_TEMPLATE_TIGHTNESS:
        return true;
    default:
        return false;
    }
}

static bight_status check_parameter(const bight_template_def *def, int32_t index, bight_error *error)
{
    const bight_template_parameter *p = &def->parameters[index];
    if (!is_named(p->name) || is_taken(def->parameters, sizeof *p, index)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "parameter %d has no name of its own: give it one",
                       (int)index);
    }
    if (p->label == NULL || p->unit == NULL || !(p->low < p->high) ||
        !(p->value >= p->low && p->value <= p->high) || !(fabs(p->low) <= 1e6 && fabs(p->high) <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "parameter \"%s\" needs a label, a unit, and a default in its range [%g, %g]", p->name,
                       p->low, p->high);
    }
    if (p->target_count < 1 || p->target_count > MOST_TARGETS || p->targets == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "parameter \"%s\" does %d things: give 1 to %d",
                       p->name, (int)p->target_count, MOST_TARGETS);
    }
    for (int32_t k = 0; k < p->target_count; k++) {
        const bight_template_target *t = &p->targets[k];
        bool factor = t->effect == BIGHT_TEMPLATE_RADIUS || t->effect == BIGHT_TEMPLATE_SCALE;
        if (!is_target_sound(def, t) || !(fabs(t->by) > 0.0 && fabs(t->by) <= 1e3)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "parameter \"%s\", thing %d that it does: there is no such strand, end, component "
                           "or direction, "
                           "or its `by` is out of range (a factor's is 1 or -1)",
                           p->name, (int)k);
        }
        if (factor && !(p->low > 0.0)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "parameter \"%s\" is a factor, and its range begins at %g", p->name, p->low);
        }
    }
    return BIGHT_OK;
}

static bight_status check_topology(const bight_template_def *def, bight_error *error)
{
    const bight_template_topology *t = &def->topology;
    if (t->part_count < 0 || t->part_count > MOST_PARTS || (t->part_count > 0 && t->parts == NULL)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the topology has %d parts: give 0 to %d",
                       (int)t->part_count, MOST_PARTS);
    }
    for (int32_t i = 0; i < t->part_count; i++) {
        const bight_template_part *part = &t->parts[i];
        double last =
            part->strand >= 0 && part->strand < def->strand_count ? def->strands[part->strand].pieces : -1.0;
        if (!(part->from >= 0.0 && part->from < part->to && part->to <= last) || part->type == NULL) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "part %d of the topology: no such joints of a strand, or no type", (int)i);
        }
    }
    if (t->joined != NULL && def->strand_count < 2) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the topology joins two strands and there is one");
    }
    return BIGHT_OK;
}

static bight_status check_range(const char *what, int32_t count, int32_t least, int32_t most,
                                const void *list, bight_error *error)
{
    if (count < least || count > most || (count > 0 && list == NULL)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a template of %d %s: give %d to %d", (int)count, what,
                       (int)least, (int)most);
    }
    return BIGHT_OK;
}

bight_status bi_template_validate(const bight_template_def *def, bight_error *error)
{
    if (!is_named(def->name)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a template needs a name of 1 to 63 bytes");
    }
    if (!(fabs(def->orientation) <= 3600.0) || !(def->tightness >= 0.0 && def->tightness <= 1.0) ||
        !(def->gap >= 0.0 && def->gap <= 1.0) ||
        !(def->least_radius > 1e-6 && def->least_radius <= MOST_RADIUS)) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "a template's orientation is -3600 to 3600 degrees, its tightness 0 to 1, its gap 0 to 1 m and "
            "its least_radius 1e-6 to 10 m");
    }

    bight_status status =
        check_range("strands", def->strand_count, 1, BIGHT_PIPE_MAX_STRANDS, def->strands, error);
    status = status == BIGHT_OK
                 ? check_range("bars", def->bar_count, 0, BIGHT_TEMPLATE_MAX_BARS, def->bars, error)
                 : status;
    status = status == BIGHT_OK ? check_range("components", def->component_count, 0,
                                              BIGHT_TEMPLATE_MAX_COMPONENTS, def->components, error)
                                : status;
    status = status == BIGHT_OK ? check_range("parameters", def->parameter_count, 0,
                                              BIGHT_TEMPLATE_MAX_PARAMETERS, def->parameters, error)
                                : status;
    for (int32_t i = 0; status == BIGHT_OK && i < def->strand_count; i++) {
        status = check_strand(def, i, error);
    }
    for (int32_t i = 0; status == BIGHT_OK && i < def->bar_count; i++) {
        status = check_bar(def, i, error);
    }
    for (int32_t i = 0; status == BIGHT_OK && i < def->component_count; i++) {
        status = check_component(def, i, error);
    }
    for (int32_t i = 0; status == BIGHT_OK && i < def->parameter_count; i++) {
        status = check_parameter(def, i, error);
    }
    return status == BIGHT_OK ? check_topology(def, error) : status;
}
