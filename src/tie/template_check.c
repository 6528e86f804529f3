// SPDX-License-Identifier: MIT
// The topology of a template: its axis is named like any curve.

#include "bight/template_check.h"

#include "bight/knot.h"
#include "bight/link.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

typedef struct checker {
    const bight_env *env;
    const bight_template_def *def;
    const bight_template *made;
    bight_axis axis;
    bight_template_verdict *verdict;
    bight_error *error;
    bight_vec3 *room; // points of a part or of two strands joined
} checker;

#define ROOM (2 * BIGHT_PIPE_MAX_NODES + 16) // with the way between two strands

// Is the curve's knot called so? Names of sums may be written in any order: "3_1 # m3_1" is what we are told.
static bight_status check_type(checker *c, bight_curve curve, const char *type, const char *what,
                               const char *name)
{
    bight_knot_result result;
    c->verdict->asked++;
    bight_status status = bight_knot_identify(c->env, NULL, &curve, 1, NULL, &result, c->error);
    if (status == BIGHT_OK && strcmp(result.name, type) != 0 && c->verdict->failure[0] == '\0') {
        snprintf(c->verdict->failure, sizeof c->verdict->failure,
                 "%.60s \"%.40s\" is %.40s and should be %.40s", what, name, result.name, type);
    }
    return status;
}

static bight_status check_strands(checker *c)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < c->def->strand_count && status == BIGHT_OK && c->def->topology.types != NULL;
         i++) {
        const bight_axis_strand *s = &c->axis.strands[i];
        status = check_type(c, (bight_curve){s->points, s->count, s->closed}, c->def->topology.types[i],
                            "strand", c->def->strands[i].name);
    }
    return status;
}

static bight_status check_linking(checker *c)
{
    int32_t count = c->def->strand_count;
    const int32_t *wanted = c->def->topology.linking;
    if (wanted == NULL || count < 2) {
        return BIGHT_OK;
    }
    bight_curve curves[BIGHT_PIPE_MAX_STRANDS];
    int32_t linking[BIGHT_PIPE_MAX_STRANDS * BIGHT_PIPE_MAX_STRANDS];
    for (int32_t i = 0; i < count; i++) {
        curves[i] =
            (bight_curve){c->axis.strands[i].points, c->axis.strands[i].count, c->axis.strands[i].closed};
    }
    bight_status status = bight_curves_linking(c->env, NULL, curves, count, NULL, linking, c->error);
    for (int32_t i = 0; i < count * count && status == BIGHT_OK; i++) {
        c->verdict->asked += i % count > i / count;
        if (linking[i] != wanted[i] && c->verdict->failure[0] == '\0') {
            snprintf(c->verdict->failure, sizeof c->verdict->failure,
                     "\"%.40s\" and \"%.40s\" are linked %d and should be %d",
                     c->def->strands[i / count].name, c->def->strands[i % count].name, (int)linking[i],
                     (int)wanted[i]);
        }
    }
    return status;
}

// How far out two joined ends are led, in radii of a ball round both strands.
#define OUTSIDE 3.0
#define ARC 8 // pieces of the way outside

// Where the ray from the end of a strand, along it, leaves the ball: |p + t d - c| = r, the greater t.
static bight_vec3 leave_ball(bight_vec3 before, bight_vec3 end, bight_vec3 centre, double radius)
{
    bight_vec3 d = v3_unit(v3_sub(end, before), v3(1, 0, 0)), p = v3_sub(end, centre);
    double half = v3_dot(p, d), left = half * half - v3_length_squared(p) + radius * radius;
    return v3_madd(end, sqrt(bi_max(left, 0.0)) - half, d);
}

// Strands that are joined at their ends go out along these and round the knot, not straight through it.
static bight_status check_joined(checker *c)
{
    const bight_template_topology *t = &c->def->topology;
    if (t->joined == NULL) {
        return BIGHT_OK;
    }
    const bight_axis_strand *a = &c->axis.strands[0], *b = &c->axis.strands[1];
    int32_t count = 0;
    for (int32_t k = 0; k < a->count; k++) {
        c->room[count++] = a->points[t->joined_ends[0] == 0 ? a->count - 1 - k : k];
    }
    int32_t end = count - 1, first = end + ARC + 2, all = first + b->count;
    for (int32_t k = 0; k < b->count; k++) {
        c->room[first + k] = b->points[t->joined_ends[1] == 0 ? k : b->count - 1 - k];
    }

    // a ball round all
    bight_vec3 centre = v3(0, 0, 0);
    double radius = 0.0;
    for (int32_t k = 0; k < all; k++) {
        bool point = k <= end || k >= first;
        centre = point ? v3_madd(centre, 1.0 / (a->count + b->count), c->room[k]) : centre;
    }
    for (int32_t k = 0; k < all; k++) {
        bool point = k <= end || k >= first;
        radius = point ? bi_max(radius, v3_distance(c->room[k], centre)) : radius;
    }

    // from one end to the other outside it, on the shorter way
    radius *= OUTSIDE;
    bight_vec3 from = leave_ball(c->room[end - 1], c->room[end], centre, radius);
    bight_vec3 to = leave_ball(c->room[first + 1], c->room[first], centre, radius);
    for (int32_t k = 0; k <= ARC; k++) {
        bight_vec3 way = v3_sub(v3_lerp(from, to, (double)k / ARC), centre);
        c->room[end + 1 + k] = v3_madd(centre, radius, v3_unit(way, v3(0, 1, 0)));
    }
    return check_type(c, (bight_curve){c->room, all, false}, t->joined, "the joined strand",
                      c->def->strands[0].name);
}

static bight_status check_parts(checker *c)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < c->def->topology.part_count && status == BIGHT_OK; i++) {
        const bight_template_part *part = &c->def->topology.parts[i];
        const bight_axis_strand *s = &c->axis.strands[part->strand];
        double from = bight_template_arc(c->made, part->strand, part->from);
        double to = bight_template_arc(c->made, part->strand, part->to);
        int32_t count = 0;
        for (int32_t k = 0; k < s->count; k++) {
            if (s->arc[k] >= from && s->arc[k] <= to) {
                c->room[count++] = s->points[k];
            }
        }
        status = check_type(c, (bight_curve){c->room, count, false}, part->type,
                            part->why != NULL ? part->why : "part of", c->def->strands[part->strand].name);
    }
    return status;
}

// Turns of a strand round a bar's axis, right-handed.
static double turns_round(const bight_axis_strand *s, const bight_template_bar *bar)
{
    bight_vec3 way = v3_unit(v3_sub(bar->to, bar->from), v3(1, 0, 0));
    double turns = 0.0;
    int32_t links = s->closed ? s->count : s->count - 1;
    for (int32_t k = 0; k < links; k++) {
        bight_vec3 a = v3_sub(s->points[k], bar->from), b = v3_sub(s->points[(k + 1) % s->count], bar->from);
        a = v3_madd(a, -v3_dot(a, way), way);
        b = v3_madd(b, -v3_dot(b, way), way);
        turns += bi_turn_to(v3_dot(a, b), v3_dot(v3_cross(a, b), way));
    }
    return turns;
}

static void check_turns(checker *c)
{
    const double *wanted = c->def->topology.turns;
    for (int32_t i = 0; i < c->def->strand_count * c->def->bar_count && wanted != NULL; i++) {
        const bight_template_bar *bar = &c->def->bars[i % c->def->bar_count];
        int32_t strand = i / c->def->bar_count;
        double turns = turns_round(&c->axis.strands[strand], bar);
        c->verdict->asked++;
        if (!(fabs(turns - wanted[i]) < 0.3) && c->verdict->failure[0] == '\0') {
            snprintf(c->verdict->failure, sizeof c->verdict->failure,
                     "\"%.40s\" goes %.2f times round \"%.40s\" and should %.2f",
                     c->def->strands[strand].name, turns, bar->name, wanted[i]);
        }
    }
}

bight_status bight_template_check(const bight_env *env, const bight_template *made,
                                  bight_template_verdict *verdict, bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *verdict = (bight_template_verdict){0};
    checker c = {env,
                 bight_template_definition(made),
                 made,
                 bight_template_axis(made),
                 verdict,
                 error,
                 bi_new_array(allocator, ROOM, sizeof *c.room)};
    bight_status status =
        c.room != NULL ? BIGHT_OK : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a check");
    status = status == BIGHT_OK ? check_strands(&c) : status;
    status = status == BIGHT_OK ? check_linking(&c) : status;
    status = status == BIGHT_OK ? check_joined(&c) : status;
    status = status == BIGHT_OK ? check_parts(&c) : status;
    if (status == BIGHT_OK) {
        check_turns(&c);
    }
    bi_free_array(allocator, c.room, ROOM, sizeof *c.room);
    verdict->kept = status == BIGHT_OK && verdict->failure[0] == '\0';
    return status;
}
