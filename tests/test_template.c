// SPDX-License-Identifier: MIT
// Templates: sampling, edits, radii, the guard.

#include "bight/link.h"
#include "core/hash.h"
#include "core/random.h"
#include "golden_template.h"
#include "template/model.h"
#include "template_shapes.h"
#include "test.h"

#include <stdlib.h>

// ---- small templates --------------------------------------------------------------------------------

// A hairpin of turning radius `bend` between straight legs, in one component that scales it.
typedef struct hairpin {
    shape_strand strand;
    bight_template_strand strands[1];
    bight_template_span span;
    bight_template_component component;
    bight_template_target targets[3];
    bight_template_parameter parameters[3];
    bight_template_def def;
} hairpin;

static void make_hairpin(hairpin *h, double bend, double radius)
{
    shape_begin(&h->strand, v3(-0.6, -bend, 0), radius);
    shape_line(&h->strand, v3(-0.3, -bend, 0));
    shape_line(&h->strand, v3(0, -bend, 0));
    shape_turn(&h->strand, v3(bend, 0, 0), v3(0, bend, 0));
    shape_turn(&h->strand, v3(0, bend, 0), v3(-bend, 0, 0));
    shape_line(&h->strand, v3(-0.3, bend, 0));
    shape_line(&h->strand, v3(-0.6, bend, 0));
    h->strands[0] = shape_strand_of("wire", &h->strand);
    h->span = (bight_template_span){0, 2, 4};
    h->component = (bight_template_component){"bend", "Bend", {0, 0, 0}, &h->span, 1};
    h->targets[0] = (bight_template_target){.effect = BIGHT_TEMPLATE_SCALE, .by = 1.0};
    h->targets[1] = (bight_template_target){.effect = BIGHT_TEMPLATE_RADIUS, .index = -1, .by = 1.0};
    h->targets[2] = (bight_template_target){.effect = BIGHT_TEMPLATE_END, .end = 1, .by = 1.0};
    h->parameters[0] =
        (bight_template_parameter){"bend.scale", "Size", "x", 0.05, 4.0, 1.0, &h->targets[0], 1};
    h->parameters[1] = (bight_template_parameter){"radius", "Radius", "x", 0.1, 8.0, 1.0, &h->targets[1], 1};
    h->parameters[2] = (bight_template_parameter){"tail", "Tail", "m", 0.0, 2.0, 0.0, &h->targets[2], 1};
    h->def = (bight_template_def){.name = "hairpin",
                                  .title = "Hairpin",
                                  .strands = h->strands,
                                  .components = &h->component,
                                  .parameters = h->parameters,
                                  .strand_count = 1,
                                  .component_count = 1,
                                  .parameter_count = 3,
                                  .gap = 0.001,
                                  .least_radius = 0.002};
}

static bight_template *made_of(const bight_template_def *def, const bight_template_limits *limits)
{
    bight_template *made;
    bight_error error = {0};
    if (bight_template_make(NULL, def, limits, &made, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return made;
}

static int64_t crossings_of(const bight_template *made)
{
    bight_pipe pipe;
    bight_pipe_options options = {.sides = 12};
    int64_t pairs = -1;
    CHECK(bight_template_pipe(made, &options, &pipe, NULL) == BIGHT_OK);
    CHECK(bight_pipe_crossings(NULL, &pipe, &pairs, NULL) == BIGHT_OK);
    bight_pipe_free(NULL, &pipe);
    return pairs;
}

// ---- sampling ---------------------------------------------------------------------------------------

TEST(nodes_turn_little_and_lie_on_the_curve)
{
    hairpin h;
    make_hairpin(&h, 0.1, 0.02);
    bight_template *made = made_of(&h.def, NULL);
    bight_axis axis = bight_template_axis(made);
    const bight_axis_strand *s = &axis.strands[0];
    for (int32_t k = 0; k < s->count; k++) {
        bight_vec3 p = s->points[k];
        double off = p.x <= 0.0 ? fabs(fabs(p.y) - 0.1) : fabs(hypot(p.x, p.y) - 0.1);
        CHECK(off < 3e-5 && p.z == 0.0); // what cubic arcs are off a circle: 2.7e-4 of the radius
        CHECK(s->radii[k] == 0.02);
        if (k > 0) {
            CHECK(v3_distance(p, s->points[k - 1]) <= 0.02);
            CHECK_NEAR(s->arc[k] - s->arc[k - 1], v3_distance(p, s->points[k - 1]), 1e-15);
        }
        if (k > 0 && k + 1 < s->count) {
            bight_vec3 a = v3_unit(v3_sub(p, s->points[k - 1]), p),
                       b = v3_unit(v3_sub(s->points[k + 1], p), p);
            CHECK(acos(fmin(1.0, v3_dot(a, b))) <= 15.0 * SHAPE_PI / 180.0);
        }
    }
    CHECK_NEAR(s->length, 1.2 + SHAPE_PI * 0.1, 2e-3);
    CHECK_NEAR(bight_template_arc(made, 0, 3.0), 0.6 + 0.05 * SHAPE_PI, 0.01);
    CHECK(bight_template_arc(made, 0, 0.0) == 0.0);
    CHECK_NEAR(bight_template_arc(made, 0, 6.0), s->length, 1e-12);
    bight_template_free(made);
}

// ---- radii ------------------------------------------------------------------------------------------

// Note T6: a bend too sharp for the radius lowers it there and only there.
TEST(a_sharp_bend_lowers_the_radius_there_alone)
{
    hairpin h;
    make_hairpin(&h, 0.1, 0.02);
    bight_template_limits limits = {.bend = 0.95};
    bight_template *made = made_of(&h.def, &limits);

    // the bend shrinks until r = 1.2 / curvature, its legs stay 0.2 apart at the far ends
    double values[3] = {0.02 / 0.1 / 1.2, 1.0, 0.0};
    bight_template_edit edit;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK);
    CHECK(!edit.stopped && edit.reduced > 0 && edit.least_factor < 0.85 && edit.least_factor > 0.3);
    bight_axis axis = bight_template_axis(made);
    const bight_axis_strand *s = &axis.strands[0];
    int32_t far = 0;
    for (int32_t k = 0; k < s->count; k++) {
        CHECK(s->wanted[k] == 0.02);
        if (s->points[k].x < -0.12) {
            CHECK(memcmp(&s->radii[k], &s->wanted[k], sizeof(double)) == 0);
            far++;
        }
    }
    CHECK(far > 20);
    CHECK(crossings_of(made) == 0);

    // undone, the radii are back, to the bit
    values[0] = 1.0;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK && edit.reduced == 0);
    axis = bight_template_axis(made);
    for (int32_t k = 0; k < axis.strands[0].count; k++) {
        CHECK(axis.strands[0].radii[k] == 0.02);
    }
    bight_template_free(made);
}

// What is mapped keeps r x curvature at 0.6, what is not may go to 0.95; uniform reduces all alike.
TEST(limits_of_bends_and_uniform_reduction)
{
    hairpin h;
    make_hairpin(&h, 0.04, 0.03);
    static const double bends[] = {0.6, 0.95, 0.3};
    for (size_t i = 0; i < 3; i++) {
        bight_template_limits limits = {.bend = bends[i]};
        bight_template *made = made_of(&h.def, &limits);
        double most = 0.0, least = 1.0;
        for (int32_t k = 0; k < made->nodes.first[1]; k++) {
            double length, tangent = bi_nodes_half_turn(&made->nodes, 0, k, &length);
            most = fmax(most, made->nodes.radii[k] * 2.0 * tangent / length);
            least = fmin(least, made->nodes.radii[k]);
        }
        CHECK(most <= bends[i] && most > 0.9 * fmin(bends[i], 0.75));
        CHECK(crossings_of(made) == 0);

        limits.uniform = true;
        CHECK(bight_template_set_limits(made, &limits, NULL) == BIGHT_OK);
        for (int32_t k = 0; k < made->nodes.first[1]; k++) {
            CHECK_NEAR(made->nodes.radii[k], least, 1e-15);
        }
        CHECK(crossings_of(made) == 0);
        bight_template_free(made);
    }

    // the legs are 0.08 apart: at eight times the radius they have no room left to the bend either
    bight_template_limits limits = {.packing = 0.025};
    bight_template *made;
    bight_error error = {0};
    CHECK(bight_template_make(NULL, &h.def, &limits, &made, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "wire") != NULL && strstr(error.message, "bends too sharply") != NULL);
}

// Fat parallel legs share the room between them.
TEST(strands_that_are_near_share_the_room)
{
    hairpin h;
    make_hairpin(&h, 0.1, 0.02);
    bight_template *made = made_of(&h.def, NULL);
    double values[3] = {1.0, 6.0, 0.5};
    bight_template_edit edit;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK);
    if (edit.stopped) {
        fail_msg("%s %g %g %g", edit.reason, edit.reached, edit.arcs[0], edit.arcs[1]);
    }
    CHECK(!edit.stopped);
    CHECK(edit.least_factor < 0.6 && edit.least_factor > 0.3);
    CHECK(crossings_of(made) == 0);
    bight_axis axis = bight_template_axis(made);
    CHECK_NEAR(axis.strands[0].radii[0], 0.0995, 1e-6); // half of 0.2 - gap
    CHECK(axis.strands[0].radii[axis.strands[0].count - 1] == 0.12);
    bight_template_free(made);
}

// ---- the guard --------------------------------------------------------------------------------------

// Two hooks, one hanging in the other, that shifts pull through each other or apart.
typedef struct hooks {
    shape_strand shapes[2];
    bight_template_strand strands[2];
    bight_template_span spans[2];
    bight_template_component components[2];
    bight_template_target targets[3];
    bight_template_parameter parameters[3];
    bight_template_def def;
} hooks;

static void make_hooks(hooks *h)
{
    // a U open to the left in z = 0, and one open to the right in y = 0 that goes through it
    shape_begin(&h->shapes[0], v3(-0.4, -0.1, 0), 0.01);
    shape_line(&h->shapes[0], v3(0, -0.1, 0));
    shape_turn(&h->shapes[0], v3(0.1, 0, 0), v3(0, 0.1, 0));
    shape_turn(&h->shapes[0], v3(0, 0.1, 0), v3(-0.1, 0, 0));
    shape_line(&h->shapes[0], v3(-0.4, 0.1, 0));
    shape_begin(&h->shapes[1], v3(0.4, 0, -0.1), 0.01);
    shape_line(&h->shapes[1], v3(0.06, 0, -0.1));
    shape_turn(&h->shapes[1], v3(-0.1, 0, 0), v3(0, 0, 0.1));
    shape_turn(&h->shapes[1], v3(0, 0, 0.1), v3(0.1, 0, 0));
    shape_line(&h->shapes[1], v3(0.4, 0, 0.1));
    h->strands[0] = shape_strand_of("left", &h->shapes[0]);
    h->strands[1] = shape_strand_of("right", &h->shapes[1]);
    h->spans[0] = (bight_template_span){0, 0, 4};
    h->spans[1] = (bight_template_span){1, 0, 4};
    h->components[0] = (bight_template_component){"left", "Left", {0, 0, 0}, &h->spans[0], 1};
    h->components[1] = (bight_template_component){"right", "Right", {0.06, 0, 0}, &h->spans[1], 1};
    h->targets[0] = (bight_template_target){BIGHT_TEMPLATE_SHIFT, 1, 0, {1, 0, 0}, 1.0};
    h->targets[1] = (bight_template_target){BIGHT_TEMPLATE_TURN, 1, 0, {1, 0, 0}, 1.0};
    h->targets[2] = (bight_template_target){BIGHT_TEMPLATE_TURN, 1, 0, {0, 0, 1}, 1.0};
    h->parameters[0] = (bight_template_parameter){"shift", "Shift", "m", -0.5, 0.5, 0.0, &h->targets[0], 1};
    h->parameters[1] = (bight_template_parameter){"turn", "Turn", "deg", -360, 360, 0.0, &h->targets[1], 1};
    h->parameters[2] = (bight_template_parameter){"swing", "Swing", "deg", -180, 180, 0.0, &h->targets[2], 1};
    h->def = (bight_template_def){.name = "hooks",
                                  .title = "Hooks",
                                  .strands = h->strands,
                                  .components = h->components,
                                  .parameters = h->parameters,
                                  .strand_count = 2,
                                  .component_count = 2,
                                  .parameter_count = 3,
                                  .gap = 0.001,
                                  .least_radius = 0.002};
}

// Linking of the hooks, each closed by a chord far on its own side.
static int32_t linking_of(const bight_template *made)
{
    bight_axis axis = bight_template_axis(made);
    bight_vec3 points[2][600];
    bight_curve curves[2];
    for (int32_t i = 0; i < 2; i++) {
        const bight_axis_strand *s = &axis.strands[i];
        CHECK(s->count < 590);
        memcpy(points[i], s->points, (size_t)s->count * sizeof(bight_vec3));
        curves[i] = (bight_curve){points[i], s->count, true};
    }
    int32_t linking[4];
    CHECK(bight_curves_linking(NULL, NULL, curves, 2, NULL, linking, NULL) == BIGHT_OK);
    return linking[1];
}

// Note T7: pulled through one another they stop, are named, and are linked as before.
TEST(strands_that_would_cross_stop)
{
    hooks h;
    make_hooks(&h);
    bight_template *made = made_of(&h.def, NULL);
    int32_t linked = linking_of(made);
    CHECK(linked == 1 || linked == -1);
    double values[3] = {0.4, 0.0, 0.0};
    bight_template_edit edit;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK);
    CHECK(edit.stopped && edit.reached > 0.1 && edit.reached < 0.5);
    CHECK(edit.strands[0] == 0 && edit.strands[1] == 1 && strstr(edit.reason, "cross") != NULL);
    CHECK(bight_template_values(made)[0] > 0.04 && bight_template_values(made)[0] < 0.14);
    CHECK(linking_of(made) == linked && crossings_of(made) == 0);
    CHECK(fabs(edit.place.x - 0.1) < 0.05);

    // once more: it does not creep through
    for (int32_t i = 0; i < 20; i++) {
        CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK && edit.stopped);
        CHECK(linking_of(made) == linked && crossings_of(made) == 0);
    }
    CHECK(bight_template_values(made)[0] < 0.14);

    // the other way there is room
    values[0] = -0.08;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK && !edit.stopped);
    CHECK(bight_template_values(made)[0] == -0.08);
    bight_template_free(made);
}

// Any edits whatever: the linking stays, the pipe stays clean.
TEST(edits_keep_what_is_linked)
{
    hooks h;
    make_hooks(&h);
    int32_t stopped = 0, done = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(30, 4); seed++) {
        bight_template *made = made_of(&h.def, NULL);
        int32_t linked = linking_of(made);
        bi_random random = bi_random_from(seed);
        for (int32_t i = 0; i < 4; i++) {
            double values[3] = {bi_random_range(&random, -0.3, 0.3), bi_random_range(&random, -360, 360),
                                bi_random_range(&random, -90, 90)};
            bight_template_edit edit;
            CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK);
            stopped += edit.stopped;
            done++;
            CHECK_SEED(linking_of(made) == linked, seed);
            CHECK_SEED(crossings_of(made) == 0, seed);
        }
        bight_template_free(made);
    }
    CHECK(stopped > done / 10 && stopped < done);
}

// Note T8: half a turn of a part that is clear all the way is accepted, also where all of its positions,
// interpolated straight, would meet in its axis.
TEST(half_a_turn_is_accepted)
{
    hairpin h;
    make_hairpin(&h, 0.1, 0.02);
    bight_template_span all = {0, 0, 6};
    h.component.spans = &all;
    h.targets[0] = (bight_template_target){BIGHT_TEMPLATE_TURN, 0, 0, {1, 0, 0}, 1.0};
    h.parameters[0] = (bight_template_parameter){"turn", "Turn", "deg", -360, 360, 0.0, &h.targets[0], 1};
    bight_template *made = made_of(&h.def, NULL);
    double values[3] = {180.0, 1.0, 0.0};
    bight_template_edit edit;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK && !edit.stopped && edit.reached == 1.0);
    CHECK(made->values[0] == 180.0);
    CHECK_NEAR(v3_distance(made->nodes.points[0], v3(-0.6, 0.1, 0)), 0.0, 1e-15);
    bight_template_free(made);
}

// A pole stands in the way.
TEST(bars_stop_edits)
{
    hooks h;
    make_hooks(&h);
    bight_template_bar bar = {"pole", {0.25, -1, 0}, {0.25, 1, 0}, 0.02};
    h.def.bars = &bar;
    h.def.bar_count = 1;
    h.def.strand_count = 1;
    h.def.component_count = 1;
    h.targets[0].index = h.targets[1].index = h.targets[2].index = 0;
    bight_template *made = made_of(&h.def, NULL);
    double values[3] = {0.4, 0.0, 0.0};
    bight_template_edit edit;
    CHECK(bight_template_set(made, values, &edit, NULL) == BIGHT_OK && edit.stopped);
    CHECK(edit.strands[0] == 0 && edit.strands[1] == 1); // strand_count + 0
    CHECK_NEAR(bight_template_values(made)[0], 0.25 - 0.1 - 0.02 - 0.002, 0.01);
    bight_template_free(made);
}

// The straight way goes through a pole; by way of the defaults there is none.
TEST(a_blocked_way_may_have_another)
{
    hooks h;
    make_hooks(&h);
    bight_template_bar bar = {"pole", {0.25, -1, 0}, {0.25, 1, 0}, 0.02};
    h.def.bars = &bar;
    h.def.bar_count = 1;
    h.def.strand_count = h.def.component_count = 1;
    h.targets[0] = (bight_template_target){BIGHT_TEMPLATE_SHIFT, 0, 0, {1, 0, 0}, 1.0};
    h.targets[1] = (bight_template_target){BIGHT_TEMPLATE_SHIFT, 0, 0, {0, 0, 1}, 0.01};
    h.def.parameter_count = 2;
    bight_template *made = made_of(&h.def, NULL);
    double above[2] = {0.4, 30.0}, below[2] = {0.0, -30.0}, beyond[2] = {0.4, -30.0};
    bight_template_edit edit;
    CHECK(bight_template_set(made, above, &edit, NULL) == BIGHT_OK && !edit.stopped);
    CHECK(bight_template_set(made, beyond, &edit, NULL) == BIGHT_OK && !edit.stopped);
    CHECK(bight_template_return(made, above, NULL) == BIGHT_OK);
    CHECK(bight_template_set(made, below, &edit, NULL) == BIGHT_OK && !edit.stopped && edit.reached == 1.0);
    CHECK(made->values[0] == 0.0 && made->values[1] == -30.0);
    bight_template_free(made);
}

// Bends of every sharpness, fat pipes, up to the greatest bend that is allowed: no ring goes through its neighbours.
TEST(bends_of_any_sharpness_are_clean)
{
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(60, 6); i++) {
        hairpin h;
        double bend = 0.02 + 0.003 * i;
        make_hairpin(&h, bend, 0.03);
        h.def.least_radius = 0.001;
        bight_template_limits limits = {.bend = 0.95};
        bight_template *made = made_of(&h.def, &limits);
        for (int32_t k = 1; k <= 4; k++) {
            double values[3] = {0.25 * k, 1.0 + k, 0.0};
            CHECK(bight_template_set(made, values, NULL, NULL) == BIGHT_OK);
            if (crossings_of(made) != 0) {
                fail_msg("bend %g, scale %g", bend, values[0]);
            }
        }
        bight_template_free(made);
    }
}

// ---- undo, bits, memory -----------------------------------------------------------------------------

static uint64_t hash_of(const bight_template *made)
{
    bight_pipe pipe;
    CHECK(bight_template_pipe(made, NULL, &pipe, NULL) == BIGHT_OK);
    uint64_t hash = BI_HASH_START;
    for (int32_t i = 0; i < pipe.vertex_count; i++) {
        hash = bi_hash_vec3(hash, pipe.positions[i]);
    }
    bight_pipe_free(NULL, &pipe);
    return hash;
}

TEST(undo_and_redo_are_the_same_bits)
{
    hooks h;
    make_hooks(&h);
    bight_template *made = made_of(&h.def, NULL);
    double before[3] = {0.0, 0.0, 0.0}, after[3] = {-0.05, 30.0, 10.0};
    uint64_t first = hash_of(made);
    bight_template_edit edit;
    CHECK(bight_template_set(made, after, &edit, NULL) == BIGHT_OK && !edit.stopped);
    uint64_t second = hash_of(made);
    CHECK(first != second);
    CHECK(bight_template_return(made, before, NULL) == BIGHT_OK && hash_of(made) == first);
    CHECK(bight_template_return(made, after, NULL) == BIGHT_OK && hash_of(made) == second);
    CHECK(bight_template_set(made, before, &edit, NULL) == BIGHT_OK && hash_of(made) == first);
    bight_template_free(made);
}

TEST(golden_template_is_what_it_was)
{
    uint64_t hash = golden_template();
    if (hash != GOLDEN_TEMPLATE_HASH) {
        fail_msg("0x%08X%08X", (unsigned)(hash >> 32), (unsigned)hash);
    }
}

TEST(values_out_of_range_change_nothing)
{
    hooks h;
    make_hooks(&h);
    bight_template *made = made_of(&h.def, NULL);
    static const double bad[] = {0.6, -0.6, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < 4; i++) {
        double values[3] = {bad[i], 20.0, 0.0};
        bight_error error = {0};
        CHECK(bight_template_set(made, values, NULL, &error) == BIGHT_ERROR_INVALID);
        CHECK(strstr(error.message, "\"shift\"") != NULL && strstr(error.message, "-0.5 to 0.5 m") != NULL);
        CHECK(made->values[0] == 0.0 && made->values[1] == 0.0);
    }
    CHECK(bight_template_find(made, "swing") == 2 && bight_template_find(made, "sway") == -1);
    bight_template_free(made);
}

TEST(broken_definitions_are_refused)
{
    hooks h;
    bight_template *made;
    bight_error error;
#define REFUSED(change, word)                                                                                \
    do {                                                                                                     \
        make_hooks(&h);                                                                                      \
        change;                                                                                              \
        error = (bight_error){0};                                                                            \
        CHECK(bight_template_make(NULL, &h.def, NULL, &made, &error) == BIGHT_ERROR_INVALID);                \
        if (strstr(error.message, word) == NULL) {                                                           \
            fail_msg("%s: %s", word, error.message);                                                         \
        }                                                                                                    \
    } while (0)
    REFUSED(h.def.name = "", "name");
    REFUSED(h.def.strand_count = 0, "strands");
    REFUSED(h.strands[1].name = "left", "strand 1");
    REFUSED(h.strands[0].pieces = 0, "pieces");
    REFUSED(h.shapes[0].points[4].z = (double)NAN, "point 4 of strand \"left\"");
    REFUSED(h.shapes[1].radii[2] = 0.001, "joint 2 of strand \"right\"");
    REFUSED(h.strands[0].ends[1] = -1.0, "end of strand \"left\"");
    REFUSED(h.spans[1].last = 5, "joints 0 to 4");
    REFUSED(h.spans[1].strand = 2, "names strand 2");
    REFUSED(h.spans[1].strand = 0, "joint is in one");
    REFUSED(h.parameters[1].name = "shift", "parameter 1");
    REFUSED(h.parameters[1].value = 400.0, "\"turn\"");
    REFUSED(h.targets[0].index = 2, "\"shift\", thing 0");
    REFUSED(h.targets[0].along = v3(0, 0, 0), "\"shift\", thing 0");
    REFUSED((h.targets[0].effect = BIGHT_TEMPLATE_SCALE), "factor");
    REFUSED(h.def.least_radius = 0.0, "least_radius");
    REFUSED(h.def.gap = (double)NAN, "gap");
    REFUSED(h.def.topology.joined = "3_1"; h.def.strand_count = 1; h.def.component_count = 1;
            h.def.parameter_count = 0, "joins two strands");

    // a cusp: the strand comes back on itself
    REFUSED(
        for (int32_t i = 4; i <= 12; i++) { h.shapes[0].points[i] = v3(-0.1 * (i - 3) + 0.0, -0.1, 0); },
        "too sharply");
    // two strands in one place
    REFUSED(
        for (int32_t i = 0; i <= 12;
             i++) { h.shapes[1].points[i] = v3_add(h.shapes[0].points[i], v3(0, 0, 1e-3)); },
        "no room");
}

static int never(int64_t *left)
{
    return (*left)-- <= 0;
}

typedef struct memory_count {
    int64_t left;
} memory_count;

static void *scarce(void *user, void *old, size_t old_size, size_t new_size)
{
    memory_count *m = user;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return never(&m->left) ? NULL : realloc(old, new_size);
}

// Every allocation that can fail does: nothing leaks, nothing changes.
TEST(memory_may_run_out_anywhere)
{
    hooks h;
    make_hooks(&h);
    memory_count count = {0};
    bight_env env = {.allocator = {scarce, &count}};
    int32_t failed = 0;
    for (int64_t most = 0;; most++) {
        bight_template *made = NULL;
        bight_error error = {0};
        count.left = most;
        bight_status status = bight_template_make(&env, &h.def, NULL, &made, &error);
        if (status == BIGHT_OK) {
            // pipe and edits of a template whose memory runs out
            double values[3] = {-0.05, 40.0, 0.0};
            for (int64_t more = 0;; more++) {
                count.left = more;
                uint64_t words;
                memcpy(&words, &made->values[1], sizeof words);
                status = bight_template_set(made, values, NULL, &error);
                if (status == BIGHT_OK) {
                    break;
                }
                CHECK(status == BIGHT_ERROR_NO_MEMORY && made->values[1] == 0.0);
                failed++;
            }
            for (int64_t more = 0;; more++) {
                bight_pipe pipe;
                count.left = more;
                status = bight_template_pipe(made, NULL, &pipe, &error);
                if (status == BIGHT_OK) {
                    bight_pipe_free(&env.allocator, &pipe);
                    break;
                }
                CHECK(status == BIGHT_ERROR_NO_MEMORY && pipe.positions == NULL);
            }
            bight_template_free(made);
            break;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY && made == NULL && error.message[0] != '\0');
        failed++;
    }
    CHECK(failed > 20);
}

// ---- fitting ----------------------------------------------------------------------------------------

TEST(strands_are_fitted_to_points)
{
    enum { COUNT = 300 };
    bight_vec3 points[COUNT];
    for (int32_t closed = 0; closed < 2; closed++) {
        for (int32_t k = 0; k < COUNT; k++) {
            double t = 2.0 * SHAPE_PI * k / COUNT;
            points[k] = v3(0.1 * (sin(t) + 2.0 * sin(2.0 * t)), 0.1 * (cos(t) - 2.0 * cos(2.0 * t)),
                           -0.1 * sin(3.0 * t));
        }
        bight_curve curve = {points, COUNT, closed != 0};
        bight_strands strands;
        bight_error error = {0};
        CHECK(bight_strands_fit(NULL, &curve, 1, 0.02, 0.001, &strands, &error) == BIGHT_OK);
        const bight_template_strand *s = &strands.strands[0];
        CHECK(strands.count == 1 && s->closed == (closed != 0) && s->pieces >= 8 && s->pieces <= 40);

        // every point is near the strand, handles of a joint lie on one line through it
        bight_template_def def = {
            .name = "fit", .strands = s, .strand_count = 1, .gap = 0.001, .least_radius = 0.002};
        bight_template *made = made_of(&def, NULL);
        for (int32_t k = 0; k < COUNT; k++) {
            double least = 1.0;
            const bi_nodes *n = &made->nodes;
            for (int32_t j = n->first[0]; j + 1 < n->first[1]; j++) {
                bight_vec3 d = v3_sub(n->points[j + 1], n->points[j]), p = v3_sub(points[k], n->points[j]);
                double t = fmin(1.0, fmax(0.0, v3_dot(p, d) / v3_dot(d, d)));
                least = fmin(least, v3_length(v3_madd(p, -t, d)));
            }
            CHECK(least < 0.0015 || (closed && k > COUNT - 10));
        }
        for (int32_t j = 1; j < s->pieces; j++) {
            bight_vec3 a = v3_sub(s->points[3 * j], s->points[3 * j - 1]);
            bight_vec3 b = v3_sub(s->points[3 * j + 1], s->points[3 * j]);
            CHECK_NEAR(v3_length(v3_cross(a, b)), 0.0, 1e-12);
            CHECK(v3_dot(a, b) > 0.0);
        }
        bight_template_free(made);
        bight_strands_free(NULL, &strands);
    }
}

RUN_TESTS(unit(nodes_turn_little_and_lie_on_the_curve), unit(a_sharp_bend_lowers_the_radius_there_alone),
          unit(limits_of_bends_and_uniform_reduction), unit(strands_that_are_near_share_the_room),
          unit(strands_that_would_cross_stop), unit(edits_keep_what_is_linked), unit(half_a_turn_is_accepted),
          unit(bars_stop_edits), unit(a_blocked_way_may_have_another), unit(bends_of_any_sharpness_are_clean),
          unit(undo_and_redo_are_the_same_bits), unit(golden_template_is_what_it_was),
          unit(values_out_of_range_change_nothing), unit(broken_definitions_are_refused),
          unit(memory_may_run_out_anywhere), unit(strands_are_fitted_to_points))
