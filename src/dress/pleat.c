// SPDX-License-Identifier: MIT
// Cloth folded in pleats and laid along a knotted curve. A pattern's place is (s, y): along the line from tip to tip, from its
// middle, and to the side of it. Folds are lines of constant y, so folding is bending round straight lines, which stretches
// nothing (docs/cloth.md, "Gathered corners").

#include "bight/pleat.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "dress/folded.h"
#include "dress/pleat_axis.h"
#include "dress/pleat_open.h"
#include "dress/pleat_slack.h"

#include <string.h>

#define OPEN 0.5
#define TAIL 0.22   // of the half line
#define PITCH 1.1   // thicknesses from layer to layer
#define MOST_BAG 2.62
#define LINE 1.5        // pleats below the knot's middle: what a bag that holds nothing goes round
#define END 1.15        // radians, that folds turn where a bag that holds something ends
#define OFF 0.65        // pleats, that the cloth stays off what it holds
#define SLACK_ROUNDS 48 // that make the curve shorter
#define LEAST_BAG 0.12  // of the half line, on either side of the middle, that a knot must leave

static const double rooms[] = {1.0, 1.12, 1.25, 1.4, 1.6, 1.85};

typedef struct folding {
    const bight_env *env;
    const bight_allocator *allocator;
    const bight_cloth_mesh *mesh;
    const bight_template *made;
    const bight_pleat_options *options;
    bight_pleats *pleats;
    bi_pleat_axis *axis;
    double *along, *aside; // (vertex_count) s and y, metres
    double half;           // metres from the middle of the line to a tip
    double thickness, open, tail;
    double whole; // metres on either side of the middle that are the bag
    bight_error *error;
} folding;

// ---- the pattern ----------------------------------------------------------------------------------------

static bool holds(const bight_pleat_options *o)
{
    return o->hold[0] > 0.0;
}

static bight_status out_of_range(const folding *f, const char *what, double is, const char *range)
{
    return bi_fail(f->error, BIGHT_ERROR_INVALID, 0, "%s is %g: give %s", what, is, range);
}

static bool in(double x, double low, double high)
{
    return x >= low && x <= high;
}

// What a bag is to hold, by one mend each.
static bight_status check_hold(const folding *f)
{
    const bight_pleat_options *o = f->options;
    double length = o->hold[0], height = o->hold[1];
    if (length == 0.0 && height == 0.0 && o->below == 0.0) {
        return BIGHT_OK;
    }
    if (length == 0.0 && height == 0.0) {
        return bi_fail(
            f->error, BIGHT_ERROR_INVALID, 0,
            "below is %g m, and there is nothing to hold so far below the knot: give hold a length "
            "and a height, or no below",
            o->below);
    }
    if (length == 0.0 || height == 0.0) {
        return bi_fail(f->error, BIGHT_ERROR_INVALID, 0,
                       "what a bag is to hold has the length %g m and the height %g m: give both above 0, or "
                       "neither",
                       length, height);
    }
    if (o->bag == 0.0) {
        return bi_fail(f->error, BIGHT_ERROR_INVALID, 0,
                       "something is to be held and there is no bag round it: give a bag above 0 to 2.62 "
                       "radians (150 degrees), or nothing to hold");
    }
    return !in(length, 0.0, 100.0)
               ? out_of_range(f, "the length that a bag is to hold", length, "above 0 to 100 m")
           : !in(height, 0.0, 100.0)
               ? out_of_range(f, "the height that a bag is to hold", height, "above 0 to 100 m")
           : !in(o->below, 0.0, 100.0)
               ? out_of_range(f, "how far below the knot a bag holds something", o->below, "0 to 100 m")
               : BIGHT_OK;
}

static bight_status check(const folding *f)
{
    const bight_template_def *def = bight_template_definition(f->made);
    const bight_pleat_options *o = f->options;
    if (!bi_folded_ties(f->made)) {
        return bi_fail(f->error, BIGHT_ERROR_INVALID, 0,
                       "template %.40s does not tie two corners: take one of two open strands that are "
                       "joined at their first ends, as half_knot or reef",
                       def->name);
    }
    const struct {
        bool good;
        const char *what;
        double is;
        const char *range;
    } rules[] = {
        {f->half > 0.0 && f->half <= 1e4, "the way between the tips", 2.0 * f->half,
         "tips up to 2e4 m apart"},
        {in(f->thickness, 1e-6, 0.1), "the thickness of the cloth", f->thickness, "1e-6 to 0.1 m"},
        {in(f->open, 0.0, 0.9), "how far the middle opens", f->open, "0 to 0.9"},
        {in(o->bag, 0.0, MOST_BAG), "a bag's angle", o->bag, "0 to 2.62 radians (150 degrees)"},
        {f->tail >= 0.0 && f->tail < f->half, "the tail", f->tail,
         "0 m to less than half of the line between the tips"},
        {o->grain >= 1e-6 * f->half && o->grain <= 100.0, "the grain", o->grain,
         "a millionth of the cloth's half length to 100 m"},
        {in(o->grains, 0, 10000), "the width of a pleat in grains", o->grains, "0 to 10000"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (!rules[i].good) {
            return out_of_range(f, rules[i].what, rules[i].is, rules[i].range);
        }
    }
    return check_hold(f);
}

// s along the line, y to the left of it
static bight_status lay_flat(folding *f)
{
    const double(*tips)[2] = f->options->tips;
    const bight_cloth_mesh *mesh = f->mesh;
    double u = (tips[1][0] - tips[0][0]) / (2.0 * f->half), v = (tips[1][1] - tips[0][1]) / (2.0 * f->half);
    double x = 0.5 * (tips[0][0] + tips[1][0]), y = 0.5 * (tips[0][1] + tips[1][1]), far = 0.0;
    for (int32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        int32_t vertex = mesh->triangles[c], place = mesh->uv_triangles[c];
        if (place < 0 || place >= mesh->uv_count) {
            return bi_fail(f->error, BIGHT_ERROR_INVALID, 0, "face %d has no place on the pattern",
                           c / 3 + 1);
        }
        double p = mesh->uv[2 * place] - x, q = mesh->uv[2 * place + 1] - y;
        if (!isfinite(p) || !isfinite(q)) {
            return bi_fail(f->error, BIGHT_ERROR_INVALID, 0,
                           "a corner of face %d has no number for its place on the pattern", c / 3 + 1);
        }
        f->along[vertex] = p * u + q * v;
        f->aside[vertex] = q * u - p * v;
        far = bi_max(far, fabs(f->along[vertex]));
    }
    return far <= f->half * (1.0 + 1e-6) && far >= f->half * (1.0 - 1e-6)
               ? BIGHT_OK
               : bi_fail(
                     f->error, BIGHT_ERROR_INVALID, 0,
                     "the tips are %.4g m apart and the cloth is %.4g m long that way: give corners of it",
                     2.0 * f->half, 2.0 * far);
}

// ---- how wide and how thick -----------------------------------------------------------------------------

// A strand's cross-section has area W g PITCH, W the cloth's width there. Square, at half of the way to the tip, where the knot
// will be, W is the half length: pleats are sqrt(W g PITCH) wide, to the nearest multiple of the grain.
static void choose_pleat(folding *f)
{
    double wanted = sqrt(f->half * f->thickness * PITCH);
    int32_t grains =
        f->options->grains > 0 ? f->options->grains : (int32_t)(wanted / f->options->grain + 0.5);
    f->pleats->pleat = (grains > 0 ? grains : 1) * f->options->grain;
}

// Round each cross-section: half a pleat one way, half of the layers the other. d metres from a tip cloth is 2 d wide.
static void give_room(folding *f, double room)
{
    double p = f->pleats->pleat;
    f->axis->spacing = 2.0 * f->half / (BI_PLEAT_NODES - 1);
    f->axis->tail = f->tail;
    for (int32_t i = 0; i < BI_PLEAT_NODES; i++) {
        int32_t steps = bi_min_int(i, BI_PLEAT_NODES - 1 - i);
        double d = steps * f->axis->spacing, wide = bi_min(0.5 * p, d), high = d * PITCH * f->thickness / p;
        f->axis->radii[i] = room * bi_max(2.0 * f->thickness, sqrt(wide * wide + high * high));
    }
    f->pleats->room = room;

    // pleats stand half their width off the middle of the cloth, and in the corners of what is held there is less room
    const bight_pleat_options *o = f->options;
    double off = OFF * p + 2.0 * f->thickness;
    f->axis->hold[0] = holds(o) ? 0.5 * o->hold[0] + off : 0.0;
    f->axis->hold[1] = holds(o) ? 0.5 * o->hold[1] + off : 0.0;
    f->axis->below = o->below + 0.5 * o->hold[1];
}

// ---- folding --------------------------------------------------------------------------------------------

static void fold(folding *f)
{
    double p = f->pleats->pleat;
    bi_pleat_open open = {.axis = f->axis,
                          .pleat = p,
                          .shut = PITCH * f->thickness / p,
                          .half = f->half,
                          .open = f->open,
                          .bag = f->options->bag,
                          .end = holds(f->options) ? END : 0.0,
                          .wide = f->axis->hold[1],
                          .line = holds(f->options) ? f->axis->below : LINE * p};
    bi_pleat_open_make(&open);
    f->whole = open.whole;
    for (int32_t v = 0; v < f->mesh->vertex_count; v++) {
        f->pleats->positions[v] = bi_pleat_open_at(&open, f->along[v], f->aside[v]);
    }
}

// On either side of the middle, metres.
static double least_bag(const folding *f)
{
    return holds(f->options) ? 0.5 * f->options->hold[0] : LEAST_BAG * f->half;
}

static bool is_open(const folding *f)
{
    return f->options->bag == 0.0 || f->whole >= least_bag(f);
}

// Folded, and the curve made shorter until nothing is stretched beyond what cloth bears.
static void lay(folding *f)
{
    bi_pleat_laid laid = {f->mesh, f->along, f->aside, f->pleats->positions};
    fold(f);
    // the last folding is measured too
    for (int32_t k = 0; is_open(f) && bi_pleat_slack(&laid, f->axis, f->pleats->stretch) && k < SLACK_ROUNDS;
         k++) {
        bi_pleat_axis_again(f->axis);
        fold(f);
    }
}

// The knot's cloth on the side of its middle that the bight is not on.
static bight_status take_upper(folding *f)
{
    const bi_pleat_axis *axis = f->axis;
    bight_pleats *pleats = f->pleats;
    bight_vec3 bight, inward, across;
    bi_pleat_axis_at(axis, 0.0, &bight, &inward, &across);
    pleats->upper = bi_new_array(f->allocator, (size_t)pleats->vertex_count, sizeof *pleats->upper);
    if (pleats->upper == NULL) {
        return bi_fail(f->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for pleats");
    }
    for (int32_t v = 0; v < pleats->vertex_count; v++) {
        double s = fabs(f->along[v]);
        if (s >= axis->reach && s <= axis->last && v3_dot(pleats->positions[v], bight) < 0.0) {
            pleats->upper[pleats->upper_count++] = v;
        }
    }
    return BIGHT_OK;
}

// ---- what came of it ------------------------------------------------------------------------------------

bight_status bight_pleat_name(const bight_env *env, const bight_pleats *pleats, const bight_vec3 *positions,
                              char name[BIGHT_KNOT_MAX_NAME], bight_error *error)
{
    return bi_folded_name(env, pleats->line, pleats->line_count, positions, name, error);
}

bight_status bight_pleat_name_above(const bight_env *env, const bight_pleats *pleats,
                                    const bight_vec3 *positions, char name[BIGHT_KNOT_MAX_NAME],
                                    bight_error *error)
{
    return bi_folded_name(env, pleats->above, pleats->above_count, positions, name, error);
}

// ---- all of it ------------------------------------------------------------------------------------------

static bight_status refuse(const folding *f)
{
    const bight_pleats *p = f->pleats;
    if (!is_open(f)) {
        return bi_fail(f->error, BIGHT_ERROR_INVALID, 0,
                       "the knot leaves %.3g m of cloth on either side of the middle, and a bag needs %.3g: "
                       "take a shorter "
                       "tail, thinner or larger cloth",
                       f->whole, least_bag(f));
    }
    return bi_fail(
        f->error, BIGHT_ERROR_INVALID, 0,
        "cloth goes through cloth %lld times, pleats %.3g m wide and the strand bent to %.3g m: take "
        "finer, thinner or larger cloth",
        (long long)p->intersections, p->pleat, f->axis->bend);
}

// Where strands were crowded the curve may have lost its knot: more room, then.
static bight_status try_rooms(folding *f)
{
    bight_axis strands = bight_template_axis(f->made);
    const char *wanted = bight_template_definition(f->made)->topology.joined;
    bight_status status = BIGHT_OK;
    bool good = false;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms && status == BIGHT_OK && !good; i++) {
        give_room(f, rooms[i]);
        bi_pleat_axis_make(&strands, f->axis);
        lay(f);
        status =
            bi_folded_crossings(f->env, f->mesh, f->pleats->positions, &f->pleats->intersections, f->error);
        if (status == BIGHT_OK && f->pleats->intersections == 0 && is_open(f)) {
            status = bight_pleat_name(f->env, f->pleats, f->pleats->positions, f->pleats->knot, f->error);
            good = status == BIGHT_OK && strcmp(f->pleats->knot, wanted) == 0;
        }
    }
    f->pleats->bend = f->axis->bend;
    if (status != BIGHT_OK || good) {
        return status == BIGHT_OK ? take_upper(f) : status;
    }
    return f->pleats->intersections != 0 || !is_open(f)
               ? refuse(f)
               : bi_fail(
                     f->error, BIGHT_ERROR_INVALID, 0,
                     "the line from tip to tip is %.40s and should be %.40s: take thinner or larger cloth",
                     f->pleats->knot, wanted);
}

bight_status bight_pleat_make(const bight_env *env, const bight_cloth_mesh *mesh, const bight_template *made,
                              const bight_pleat_options *options, bight_pleats *pleats, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    size_t count = (size_t)mesh->vertex_count;
    double u = options->tips[1][0] - options->tips[0][0], v = options->tips[1][1] - options->tips[0][1];
    *pleats = (bight_pleats){.vertex_count = mesh->vertex_count};
    folding f = {.env = env,
                 .allocator = allocator,
                 .mesh = mesh,
                 .made = made,
                 .options = options,
                 .pleats = pleats,
                 .half = 0.5 * bi_length_2d(u, v),
                 .thickness = options->thickness != 0.0 ? options->thickness : 0.001,
                 .tail = options->tail != 0.0 ? options->tail : TAIL * 0.5 * bi_length_2d(u, v),
                 .open = options->open != 0.0 ? options->open : OPEN,
                 .error = error};
    f.axis = bi_new_array(allocator, 1, sizeof *f.axis);
    f.along = bi_new_array(allocator, count, sizeof *f.along);
    f.aside = bi_new_array(allocator, count, sizeof *f.aside);
    pleats->positions = bi_new_array(allocator, count, sizeof *pleats->positions);
    bool room = f.axis != NULL && f.along != NULL && f.aside != NULL && pleats->positions != NULL;
    bight_status status = room ? check(&f) : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for pleats");
    status = status == BIGHT_OK ? lay_flat(&f) : status;
    status = status == BIGHT_OK ? bi_folded_line(allocator, f.along, f.aside, pleats->vertex_count, f.half,
                                                 &pleats->line, &pleats->line_count, error)
                                : status;
    if (status == BIGHT_OK) {
        choose_pleat(&f);
        status = try_rooms(&f);
    }
    bi_free_array(allocator, f.axis, 1, sizeof *f.axis);
    bi_free_array(allocator, f.along, count, sizeof *f.along);
    bi_free_array(allocator, f.aside, count, sizeof *f.aside);
    if (status != BIGHT_OK) {
        bight_pleat_free(allocator, pleats);
    }
    return status;
}

void bight_pleat_free(const bight_allocator *allocator, bight_pleats *pleats)
{
    if (pleats != NULL) {
        bi_free_array(allocator, pleats->positions, (size_t)pleats->vertex_count, sizeof *pleats->positions);
        bi_free_array(allocator, pleats->upper, (size_t)pleats->vertex_count, sizeof *pleats->upper);
        bi_free_array(allocator, pleats->line, (size_t)pleats->line_count, sizeof *pleats->line);
        bi_free_array(allocator, pleats->above, (size_t)pleats->above_count, sizeof *pleats->above);
        *pleats = (bight_pleats){0};
    }
}
