// SPDX-License-Identifier: MIT

#include "dress/folded.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "core/watch.h"
#include "geom/crossing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_LINE 12

bool bi_folded_ties(const bight_template *made)
{
    const bight_template_def *def = bight_template_definition(made);
    return def->strand_count == 2 && !def->strands[0].closed && !def->strands[1].closed &&
           def->topology.joined != NULL && def->topology.joined_ends[0] == 0 &&
           def->topology.joined_ends[1] == 0 && def->bar_count == 0;
}

static int by_along(const void *a, const void *b)
{
    const double *one = a, *two = b;
    return one[0] < two[0] ? -1 : one[0] > two[0] ? 1 : 0;
}

bight_status bi_folded_line(const bight_allocator *allocator, const double *s, const double *y, int32_t count,
                            double half, int32_t **line, int32_t *line_count, bight_error *error)
{
    double(*found)[2] = bi_new_array(allocator, (size_t)count, sizeof *found);
    int32_t on = 0;
    for (int32_t v = 0; v < count && found != NULL; v++) {
        if (fabs(y[v]) <= 1e-6 * half) {
            found[on][0] = s[v];
            found[on++][1] = v;
        }
    }
    *line = bi_new_array(allocator, (size_t)on, sizeof **line);
    *line_count = on;
    bight_status status = found != NULL && *line != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        qsort(found, (size_t)on, sizeof *found, by_along);
        for (int32_t i = 0; i < on; i++) {
            (*line)[i] = (int32_t)found[i][1];
        }
    }
    bi_free_array(allocator, found, (size_t)count, sizeof *found);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for the line between two tips");
    }
    return on >= LEAST_LINE ? BIGHT_OK
                            : bi_fail(error, BIGHT_ERROR_INVALID, 0,
                                      "the line between the tips has %d vertices, and a knot needs %d: take "
                                      "finer cloth with edges along it, as a square grid",
                                      (int)on, LEAST_LINE);
}

bight_status bi_folded_crossings(const bight_env *env, const bight_cloth_mesh *mesh,
                                 const bight_vec3 *positions, int64_t *count, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bi_surface surface = {0};
    bi_box_tree tree = {0};
    bi_crossings crossings = {0};
    bi_watch watch = bi_watch_from(env);
    bight_status status =
        bi_surface_make(allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &surface);
    status = status == BIGHT_OK
                 ? bi_box_tree_make(allocator, mesh->triangles, mesh->triangle_count, positions, &tree)
                 : status;
    bi_sheet sheet = {&surface, positions, &tree};
    status = status == BIGHT_OK ? bi_crossings_find(allocator, &watch, &sheet, NULL, 1, &crossings) : status;
    *count = crossings.count;
    bi_crossings_free(allocator, &crossings);
    bi_box_tree_free(allocator, &tree);
    bi_surface_free(allocator, &surface);
    return status == BIGHT_OK ? status : bi_fail(error, status, 0, "cloth that crosses cannot be counted");
}

bight_status bi_folded_name(const bight_env *env, const int32_t *line, int32_t line_count,
                            const bight_vec3 *positions, char name[BIGHT_KNOT_MAX_NAME], bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bight_vec3 *points = bi_new_array(allocator, (size_t)line_count, sizeof *points);
    bight_knot_workspace *workspace = bight_knot_workspace_new(env);
    bight_knot_result result = {0};
    bight_status status = points != NULL && workspace != NULL
                              ? BIGHT_OK
                              : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to name a knot");
    for (int32_t i = 0; i < line_count && status == BIGHT_OK; i++) {
        points[i] = positions[line[i]];
    }
    bight_curve curve = {points, line_count, false};
    status =
        status == BIGHT_OK ? bight_knot_identify(env, workspace, &curve, 1, NULL, &result, error) : status;
    snprintf(name, BIGHT_KNOT_MAX_NAME, "%s", status == BIGHT_OK ? result.name : "");
    bight_knot_workspace_free(workspace);
    bi_free_array(allocator, points, (size_t)line_count, sizeof *points);
    return status;
}

// In mean radii of the template: of strands that come near each other, and what is taken beyond.
#define NEAR_RADII 3.3
#define MORE_RADII 2.0

double bi_folded_radius(const bight_axis_strand *strands)
{
    double sum = 0.0, count = 0.0;
    for (int32_t s = 0; s < 2; s++) {
        for (int32_t i = 0; i < strands[s].count; i++) {
            sum += strands[s].radii[i];
            count += 1.0;
        }
    }
    return sum / count;
}

void bi_folded_knot(const bight_axis_strand *strands, int32_t strand, int32_t ends[2])
{
    const bight_axis_strand *one = &strands[strand], *two = &strands[1 - strand];
    double r = bi_folded_radius(strands);
    ends[0] = one->count - 1;
    ends[1] = 0;
    for (int32_t i = 0; i < one->count; i++) {
        double least = HUGE_VAL;
        for (int32_t k = 0; k < two->count; k++) {
            least = bi_min(least, v3_distance(one->points[i], two->points[k]));
        }
        if (least < NEAR_RADII * r) {
            ends[0] = bi_min_int(ends[0], i);
            ends[1] = i;
        }
    }
    bight_vec3 first = one->points[ends[0]], last = one->points[ends[1]];
    while (ends[0] > 0 && v3_distance(one->points[ends[0]], first) < MORE_RADII * r) {
        ends[0]--;
    }
    while (ends[1] < one->count - 1 && v3_distance(one->points[ends[1]], last) < MORE_RADII * r) {
        ends[1]++;
    }
}
