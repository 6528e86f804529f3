// SPDX-License-Identifier: MIT
// What knot the middle lines of cloth are, and whether a template asks for it.

#include "bight/dress_knot.h"

#include "bight/link.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/winding.h"

#include <stdio.h>
#include <string.h>

#define CLOSURES 48

typedef struct judging {
    const bight_env *env;
    const bight_template *made;
    const bight_template_def *def;
    double scale;
    const bight_pose *pose;
    const bight_dress_lines *lines;
    const bight_vec3 *places;
    bight_dress_verdict *verdict;
    bight_error *error;
    bight_knot_workspace *workspace;
    bight_vec3 *room; // (all points of all lines) of a part, or of two strands joined
} judging;

static bight_curve line_of(const judging *j, int32_t strand)
{
    int32_t first = j->lines->firsts[strand];
    return (bight_curve){j->places + first, j->lines->firsts[strand + 1] - first,
                         j->def->strands[strand].closed};
}

static bight_vec3 middle_of(bight_curve curve)
{
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < curve.count; i++) {
        sum = v3_madd(sum, 1.0 / curve.count, curve.points[i]);
    }
    return sum;
}

static void append(char *text, size_t size, const char *before, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used > 0 ? before : "", more);
}

// ---- names ----------------------------------------------------------------------------------------------

// By the closure far outside; by most of many closures where that gives another name: an end may be tucked in.
static bight_status name_of(judging *j, bight_curve curve, const char *wanted, char *name, size_t size)
{
    bight_knot_result result;
    bight_status status = bight_knot_identify(j->env, j->workspace, &curve, 1, NULL, &result, j->error);
    if (status != BIGHT_OK) {
        return status;
    }
    snprintf(name, size, "%s", result.name);
    if (curve.closed || strcmp(name, wanted) == 0) {
        return status;
    }
    bight_knot_spectrum spectrum;
    status = bight_knot_identify_sphere(j->env, j->workspace, &curve, CLOSURES, NULL, &spectrum, j->error);
    if (status == BIGHT_OK && spectrum.share_count > 0) {
        snprintf(name, size, "%s", spectrum.shares[0].name);
    }
    return status;
}

static bight_status judge_type(judging *j, bight_curve curve, const char *wanted, const char *joint,
                               const char *what)
{
    bight_dress_verdict *verdict = j->verdict;
    char name[BIGHT_KNOT_MAX_NAME];
    bight_status status = name_of(j, curve, wanted, name, sizeof name);
    if (status != BIGHT_OK) {
        return status;
    }
    verdict->asked++;
    append(verdict->name, sizeof verdict->name, joint, name);
    append(verdict->wanted, sizeof verdict->wanted, joint, wanted);
    if (strcmp(name, wanted) != 0 && verdict->failure[0] == '\0') {
        verdict->place = middle_of(curve);
        snprintf(verdict->failure, sizeof verdict->failure,
                 "%.70s is %.40s and should be %.40s, about [%.4g, %.4g, %.4g]", what, name, wanted,
                 verdict->place.x, verdict->place.y, verdict->place.z);
    }
    return status;
}

static bight_status judge_strands(judging *j)
{
    const bight_template_topology *t = &j->def->topology;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < j->def->strand_count && status == BIGHT_OK && t->types != NULL; i++) {
        char what[80];
        snprintf(what, sizeof what, "the cloth on strand \"%.50s\"", j->def->strands[i].name);
        status = judge_type(j, line_of(j, i), t->types[i], ", ", what);
    }
    return status;
}

static bight_status judge_joined(judging *j)
{
    const bight_template_topology *t = &j->def->topology;
    if (t->joined == NULL) {
        return BIGHT_OK;
    }
    bight_curve a = line_of(j, 0), b = line_of(j, 1);
    int32_t count = 0;
    for (int32_t k = 0; k < a.count; k++) {
        j->room[count++] = a.points[t->joined_ends[0] == 0 ? a.count - 1 - k : k];
    }
    for (int32_t k = 0; k < b.count; k++) {
        j->room[count++] = b.points[t->joined_ends[1] == 0 ? k : b.count - 1 - k];
    }
    return judge_type(j, (bight_curve){j->room, count, false}, t->joined, "; joined ", "the joined cloth");
}

static bight_status judge_parts(judging *j)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < j->def->topology.part_count && status == BIGHT_OK; i++) {
        const bight_template_part *part = &j->def->topology.parts[i];
        double from = j->scale * bight_template_arc(j->made, part->strand, part->from);
        double to = j->scale * bight_template_arc(j->made, part->strand, part->to);
        int32_t count = 0;
        for (int32_t k = j->lines->firsts[part->strand]; k < j->lines->firsts[part->strand + 1]; k++) {
            if (j->lines->points[k].arc >= from && j->lines->points[k].arc <= to) {
                j->room[count++] = j->places[k];
            }
        }
        status = judge_type(j, (bight_curve){j->room, count, false}, part->type, "; in part ",
                            part->why != NULL ? part->why : "a part of the cloth");
    }
    return status;
}

// ---- numbers --------------------------------------------------------------------------------------------

// Far outside the ways round of two loose strands may cross each other, which is nobody's business: where that gives another
// number, Gauss's integral of the strands as they lie decides, as turns round a bar do.
static bool links(bight_curve a, bight_curve b, int32_t wanted)
{
    return (!a.closed || !b.closed) && fabs(bi_gauss_linking(a, b) - wanted) < 0.45;
}

static bight_status judge_linking(judging *j)
{
    int32_t count = j->def->strand_count;
    const int32_t *wanted = j->def->topology.linking;
    if (count < 2) {
        return BIGHT_OK;
    }
    bight_curve curves[BIGHT_PIPE_MAX_STRANDS];
    for (int32_t i = 0; i < count; i++) {
        curves[i] = line_of(j, i);
    }
    bight_dress_verdict *verdict = j->verdict;
    bight_status status =
        bight_curves_linking(j->env, j->workspace, curves, count, NULL, verdict->linking, j->error);
    for (int32_t i = 0; i < count * count && status == BIGHT_OK && wanted != NULL; i++) {
        verdict->asked += i % count > i / count;
        if (verdict->linking[i] != wanted[i] && links(curves[i / count], curves[i % count], wanted[i])) {
            verdict->linking[i] = wanted[i];
        }
        if (verdict->linking[i] != wanted[i] && verdict->failure[0] == '\0') {
            verdict->place = middle_of(curves[i / count]);
            snprintf(verdict->failure, sizeof verdict->failure,
                     "strands \"%.40s\" and \"%.40s\" are linked %d times and should be %d",
                     j->def->strands[i / count].name, j->def->strands[i % count].name,
                     (int)verdict->linking[i], (int)wanted[i]);
        }
    }
    return status;
}

// Turns of a line round a bar's axis, right-handed.
static double turns_round(bight_curve line, bight_vec3 from, bight_vec3 to)
{
    bight_vec3 way = v3_unit(v3_sub(to, from), v3(1, 0, 0));
    double turns = 0.0;
    for (int32_t k = 0; k + 1 < line.count + (line.closed ? 1 : 0); k++) {
        bight_vec3 a = v3_sub(line.points[k], from), b = v3_sub(line.points[(k + 1) % line.count], from);
        a = v3_madd(a, -v3_dot(a, way), way);
        b = v3_madd(b, -v3_dot(b, way), way);
        turns += bi_turn_to(v3_dot(a, b), v3_dot(v3_cross(a, b), way));
    }
    return turns;
}

static bight_vec3 stands_at(const judging *j, bight_vec3 p)
{
    p = v3_mul(j->scale, p);
    if (j->pose == NULL) {
        return p;
    }
    bight_pose pose = bi_pose_normalised(*j->pose);
    return bi_pose_out(&pose, p);
}

// A loose end may swing by a good part of a turn.
static void judge_turns(judging *j)
{
    const double *wanted = j->def->topology.turns;
    for (int32_t i = 0; i < j->def->strand_count * j->def->bar_count && wanted != NULL; i++) {
        const bight_template_bar *bar = &j->def->bars[i % j->def->bar_count];
        int32_t strand = i / j->def->bar_count;
        double turns = turns_round(line_of(j, strand), stands_at(j, bar->from), stands_at(j, bar->to));
        j->verdict->asked++;
        if (!(fabs(turns - wanted[i]) < 0.45) && j->verdict->failure[0] == '\0') {
            j->verdict->place = middle_of(line_of(j, strand));
            snprintf(j->verdict->failure, sizeof j->verdict->failure,
                     "the cloth on strand \"%.40s\" goes %.2f times round \"%.40s\" and should %.2f",
                     j->def->strands[strand].name, turns, bar->name, wanted[i]);
        }
    }
}

// ---- all of it ------------------------------------------------------------------------------------------

bight_status bight_dress_judge(const bight_env *env, const bight_template *made, double scale,
                               const bight_pose *pose, const bight_dress_lines *lines,
                               const bight_vec3 *places, bight_dress_verdict *verdict, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *verdict = (bight_dress_verdict){0};
    judging j = {.env = env,
                 .made = made,
                 .def = bight_template_definition(made),
                 .scale = scale,
                 .pose = pose,
                 .lines = lines,
                 .places = places,
                 .verdict = verdict,
                 .error = error};
    if (lines->strand_count != j.def->strand_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there are %d lines for %d strands of the template",
                       lines->strand_count, j.def->strand_count);
    }
    size_t room = (size_t)lines->firsts[lines->strand_count];
    j.room = bi_new_array(allocator, room, sizeof *j.room);
    j.workspace = bight_knot_workspace_new(env);
    bight_status status = j.room != NULL && j.workspace != NULL
                              ? BIGHT_OK
                              : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to name a knot");
    status = status == BIGHT_OK ? judge_strands(&j) : status;
    status = status == BIGHT_OK ? judge_joined(&j) : status;
    status = status == BIGHT_OK ? judge_parts(&j) : status;
    status = status == BIGHT_OK ? judge_linking(&j) : status;
    if (status == BIGHT_OK) {
        judge_turns(&j);
    }
    verdict->kept = status == BIGHT_OK && verdict->failure[0] == '\0';
    bight_knot_workspace_free(j.workspace);
    bi_free_array(allocator, j.room, room, sizeof *j.room);
    return status;
}
