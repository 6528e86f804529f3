// SPDX-License-Identifier: MIT
// A template: made, edited, asked for its axis and its pipe.

#include "core/error.h"
#include "core/memory.h"
#include "core/pi.h"
#include "template/model.h"

#include <string.h>

#define BEND 0.6 // where cloth is mapped
#define MOST_BEND 0.95

static bight_status no_memory(bight_error *error)
{
    return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a template");
}

// ---- what holds -------------------------------------------------------------------------------------

static void view_axis(bight_template *made)
{
    bi_nodes *n = &made->nodes;
    for (int32_t i = 0; i < n->strand_count; i++) {
        int32_t first = n->first[i];
        made->axis[i] = (bight_axis_strand){.points = n->points + first,
                                            .radii = n->radii + first,
                                            .wanted = n->wanted + first,
                                            .arc = n->arc + first,
                                            .length = n->length[i],
                                            .count = n->first[i + 1] - first,
                                            .closed = n->closed[i]};
    }
}

// Nodes and radii for some values, without a look at the way there.
static bight_status build(const bight_template *made, const bight_template_limits *limits,
                          const double *values, bi_nodes *nodes, double turn[2], bi_trouble *trouble)
{
    const bight_allocator *allocator = &made->allocator;
    bi_posed posed = {0};
    bi_density density = {0};
    bight_status status = bi_posed_make(allocator, &made->def, &posed);
    if (status == BIGHT_OK) {
        bi_posed_set(&made->def, values, &posed);
        turn[0] = posed.orientation;
        turn[1] = posed.tightness;
        status = bi_density_make(allocator, &posed, &density);
    }
    status = status == BIGHT_OK ? bi_nodes_sample(allocator, &density, &posed, nodes) : status;
    status = status == BIGHT_OK ? bi_fit_radii(allocator, &made->def, limits, nodes, trouble) : status;
    bi_density_free(allocator, &density);
    bi_posed_free(allocator, &posed);
    return status;
}

// Values and nodes become those that hold.
static void take(bight_template *made, const double *values, bi_nodes *nodes, const double turn[2])
{
    memcpy(made->values, values, (size_t)made->def.parameter_count * sizeof *values);
    bi_nodes old = made->nodes;
    made->nodes = *nodes;
    bi_nodes_free(&made->allocator, &old);
    *nodes = (bi_nodes){0};
    made->orientation = turn[0];
    made->tightness = turn[1];
    view_axis(made);
}

// ---- words ------------------------------------------------------------------------------------------

static const char *name_of(const bight_template_def *def, int32_t index)
{
    return index >= def->strand_count ? def->bars[index - def->strand_count].name : def->strands[index].name;
}

static bight_status fail_at(const bight_template_def *def, const bi_trouble *trouble, bight_error *error)
{
    const char *a = trouble->strands[0] >= 0 ? name_of(def, trouble->strands[0]) : "";
    if (trouble->strands[1] < 0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s: strand \"%.40s\" at %.4g m (%.4g, %.4g, %.4g)",
                       trouble->reason, a, trouble->arcs[0], trouble->place.x, trouble->place.y,
                       trouble->place.z);
    }
    return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s: \"%.40s\" at %.4g m and \"%.40s\" at %.4g m",
                   trouble->reason, a, trouble->arcs[0], name_of(def, trouble->strands[1]), trouble->arcs[1]);
}

static bight_status fail_status(bight_status status, bight_error *error)
{
    if (status == BIGHT_ERROR_TOO_LARGE) {
        return bi_fail(error, status, 0, "a strand needs more than %d nodes: make its radii larger",
                       BIGHT_PIPE_MAX_NODES);
    }
    return status == BIGHT_ERROR_NO_MEMORY ? no_memory(error) : status;
}

static bight_status check_values(const bight_template_def *def, const double *values, bight_error *error)
{
    for (int32_t i = 0; i < def->parameter_count; i++) {
        const bight_template_parameter *p = &def->parameters[i];
        if (!(values[i] >= p->low && values[i] <= p->high)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "parameter \"%.60s\" is %g: give %g to %g%s%.8s",
                           p->name, values[i], p->low, p->high, p->unit[0] != '\0' ? " " : "", p->unit);
        }
    }
    return BIGHT_OK;
}

static bight_status check_limits(const bight_template_limits *limits, bight_template_limits *filled,
                                 bight_error *error)
{
    *filled = limits != NULL ? *limits : (bight_template_limits){0};
    filled->bend = filled->bend != 0.0 ? filled->bend : BEND;
    if (!(filled->bend >= 0.05 && filled->bend <= MOST_BEND)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a bend of %g: give 0.05 to %g", filled->bend,
                       MOST_BEND);
    }
    if (!(filled->packing >= 0.0 && filled->packing <= 1e3)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a packing radius of %g m: give 0 to 1000",
                       filled->packing);
    }
    return BIGHT_OK;
}

// ---- making -----------------------------------------------------------------------------------------

void bight_template_free(bight_template *made)
{
    if (made != NULL) {
        bight_allocator allocator = made->allocator;
        size_t count = (size_t)made->def.parameter_count;
        bi_nodes_free(&allocator, &made->nodes);
        bi_free_array(&allocator, made->values, count, sizeof *made->values);
        bi_free_array(&allocator, made->scratch, count, 4 * sizeof *made->scratch);
        bi_free_array(&allocator, made->block, made->block_size, 1);
        bi_free_array(&allocator, made, 1, sizeof *made);
    }
}

static bight_status set_up(bight_template *made, bight_error *error)
{
    size_t count = (size_t)made->def.parameter_count;
    made->values = bi_new_array(&made->allocator, count, sizeof *made->values);
    made->scratch = bi_new_array(&made->allocator, count, 4 * sizeof *made->scratch);
    if (made->values == NULL || made->scratch == NULL) {
        return no_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        made->scratch[i] = made->def.parameters[i].value;
    }

    bi_trouble trouble = {0};
    bi_nodes nodes = {0};
    double turn[2];
    bight_status status = build(made, &made->limits, made->scratch, &nodes, turn, &trouble);
    if (status == BIGHT_OK && trouble.reason == NULL) {
        take(made, made->scratch, &nodes, turn);
        return BIGHT_OK;
    }
    bi_nodes_free(&made->allocator, &nodes);
    return status == BIGHT_OK ? fail_at(&made->def, &trouble, error) : fail_status(status, error);
}

bight_status bight_template_make(const bight_env *env, const bight_template_def *def,
                                 const bight_template_limits *limits, bight_template **made,
                                 bight_error *error)
{
    if (def == NULL || made == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a template needs a definition and a place to put it");
    }
    *made = NULL;
    bight_template_limits filled;
    bight_status status = bi_template_validate(def, error);
    status = status == BIGHT_OK ? check_limits(limits, &filled, error) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    bight_allocator allocator = env != NULL ? env->allocator : (bight_allocator){0};
    bight_template *fresh = bi_new_array(&allocator, 1, sizeof *fresh);
    if (fresh == NULL) {
        return no_memory(error);
    }
    fresh->allocator = allocator;
    fresh->limits = filled;
    status = bi_template_copy(&allocator, def, &fresh->def, &fresh->block, &fresh->block_size);
    status = status == BIGHT_OK ? set_up(fresh, error) : no_memory(error);
    if (status != BIGHT_OK) {
        bight_template_free(fresh);
        return status;
    }
    *made = fresh;
    return BIGHT_OK;
}

const bight_template_def *bight_template_definition(const bight_template *made)
{
    return &made->def;
}

int32_t bight_template_find(const bight_template *made, const char *name)
{
    for (int32_t i = 0; i < made->def.parameter_count; i++) {
        if (strcmp(made->def.parameters[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const double *bight_template_values(const bight_template *made)
{
    return made->values;
}

double bight_template_orientation(const bight_template *made)
{
    return made->orientation;
}

double bight_template_tightness(const bight_template *made)
{
    return made->tightness;
}

// ---- edits ------------------------------------------------------------------------------------------

static void put_trouble(const bi_trouble *trouble, bight_template_edit *edit)
{
    edit->stopped = true;
    edit->reason = trouble->reason;
    edit->place = trouble->place;
    for (int32_t i = 0; i < 2; i++) {
        edit->strands[i] = trouble->strands[i];
        edit->arcs[i] = trouble->arcs[i];
    }
}

// Go as far along a proved way as radii find room: to its end, or by halving.
static bight_status settle_on(bight_template *made, const bi_way *way, int32_t proved,
                              bight_template_edit *edit)
{
    bi_nodes nodes = {0};
    bi_trouble trouble;
    double turn[2], *values = made->scratch;
    int32_t good = 0, bad = proved + 1;
    bight_status status = BIGHT_OK;
    for (int32_t t = proved; t > 0 && bad - good > 1 && status == BIGHT_OK; t = (good + bad) / 2) {
        bi_way_values(way, t, values);
        status = build(made, &made->limits, values, &nodes, turn, &trouble);
        if (status == BIGHT_OK && trouble.reason == NULL) {
            take(made, values, &nodes, turn);
            good = t;
        } else if (status == BIGHT_OK) {
            if (!edit->stopped) {
                put_trouble(&trouble, edit);
            }
            bad = t;
        }
    }
    bi_nodes_free(&made->allocator, &nodes);
    edit->reached = (double)good / BI_WAY_STEPS;
    return status;
}

// The straight way; where that is blocked, by way of the defaults.
static bight_status find_way(bight_template *made, const double *from, const double *to, double *defaults,
                             double *at, bight_template_edit *edit)
{
    bi_way way = {made, from, to, at};
    bi_trouble trouble, detour;
    int32_t reached;
    bight_status status = bi_guard(&way, &reached, &edit->steps, &trouble);
    if (status != BIGHT_OK) {
        return status;
    }
    if (reached < BI_WAY_STEPS) {
        size_t bytes = (size_t)made->def.parameter_count * sizeof *from;
        for (int32_t i = 0; i < made->def.parameter_count; i++) {
            defaults[i] = made->def.parameters[i].value;
        }
        if (memcmp(defaults, from, bytes) != 0 && memcmp(defaults, to, bytes) != 0) {
            bi_way back = {made, from, defaults, at}, out = {made, defaults, to, at};
            int32_t part = 0;
            status = bi_guard(&back, &part, &edit->steps, &detour);
            if (status == BIGHT_OK && part == BI_WAY_STEPS) {
                status = bi_guard(&out, &part, &edit->steps, &detour);
            } else {
                part = 0;
            }
            reached = part == BI_WAY_STEPS ? part : reached;
        }
        if (status == BIGHT_OK && reached < BI_WAY_STEPS) {
            put_trouble(&trouble, edit);
        }
    }
    return status == BIGHT_OK ? settle_on(made, &way, reached, edit) : status;
}

static void count_reduced(const bight_template *made, bight_template_edit *edit)
{
    const bi_nodes *n = &made->nodes;
    edit->least_factor = 1.0;
    for (int32_t k = 0; k < n->first[n->strand_count]; k++) {
        edit->reduced += n->radii[k] < n->wanted[k];
        edit->least_factor = bi_min(edit->least_factor, n->radii[k] / n->wanted[k]);
    }
}

bight_status bight_template_set(bight_template *made, const double *values, bight_template_edit *edit,
                                bight_error *error)
{
    bight_template_edit unseen;
    edit = edit != NULL ? edit : &unseen;
    *edit = (bight_template_edit){.reason = "", .strands = {-1, -1}, .reached = 1.0};
    bight_status status = check_values(&made->def, values, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // from, to, defaults and a place for values on the way: the template's own values change while it goes
    size_t count = (size_t)made->def.parameter_count;
    double *room = bi_new_array(&made->allocator, count, 4 * sizeof *room);
    if (room == NULL) {
        return no_memory(error);
    }
    if (count > 0) {
        memcpy(room, made->values, count * sizeof *room);
        memcpy(room + count, values, count * sizeof *room);
    }
    if (count > 0 && memcmp(made->values, values, count * sizeof *values) != 0) {
        status = find_way(made, room, room + count, room + 2 * count, room + 3 * count, edit);
        status = status != BIGHT_OK ? fail_status(status, error) : status;
    }
    bi_free_array(&made->allocator, room, count, 4 * sizeof *room);
    count_reduced(made, edit);
    return status;
}

// Build for some values and limits, and let them hold if that is possible.
static bight_status rebuild(bight_template *made, const bight_template_limits *limits, const double *values,
                            bight_error *error)
{
    bi_nodes nodes = {0};
    bi_trouble trouble = {0};
    double turn[2];
    bight_status status = build(made, limits, values, &nodes, turn, &trouble);
    if (status == BIGHT_OK && trouble.reason == NULL) {
        take(made, values, &nodes, turn);
        return BIGHT_OK;
    }
    bi_nodes_free(&made->allocator, &nodes);
    return status == BIGHT_OK ? fail_at(&made->def, &trouble, error) : fail_status(status, error);
}

bight_status bight_template_return(bight_template *made, const double *values, bight_error *error)
{
    bight_status status = check_values(&made->def, values, error);
    return status == BIGHT_OK ? rebuild(made, &made->limits, values, error) : status;
}

bight_status bight_template_set_limits(bight_template *made, const bight_template_limits *limits,
                                       bight_error *error)
{
    bight_template_limits filled;
    bight_status status = check_limits(limits, &filled, error);
    if (status == BIGHT_OK) {
        size_t bytes = (size_t)made->def.parameter_count * sizeof *made->values;
        if (bytes > 0) {
            memcpy(made->scratch, made->values, bytes);
        }
        status = rebuild(made, &filled, made->scratch, error);
    }
    if (status == BIGHT_OK) {
        made->limits = filled;
    }
    return status;
}

// ---- what is built of it ----------------------------------------------------------------------------

bight_axis bight_template_axis(const bight_template *made)
{
    return (bight_axis){made->axis, made->def.strand_count};
}

double bight_template_arc(const bight_template *made, int32_t strand, double joint)
{
    // an open strand's first end is its first posed piece
    const bi_nodes *n = &made->nodes;
    double place = joint + (n->closed[strand] ? 0.0 : 1.0);
    int32_t low = n->first[strand], high = n->first[strand + 1] - 1;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (n->place[middle] <= place) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double span = n->place[high] - n->place[low];
    double t = span > 0.0 ? bi_min(1.0, bi_max(0.0, (place - n->place[low]) / span)) : 0.0;
    return n->arc[low] + t * (n->arc[high] - n->arc[low]);
}

bight_status bight_template_pipe(const bight_template *made, const bight_pipe_options *options,
                                 bight_pipe *pipe, bight_error *error)
{
    bight_env env = {.allocator = made->allocator};
    bight_pipe_options all = options != NULL ? *options : (bight_pipe_options){0};
    all.orientation += made->orientation * (PI / 180.0);
    bight_axis axis = bight_template_axis(made);
    return bight_pipe_make(&env, &axis, &all, pipe, error);
}
