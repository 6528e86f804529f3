// SPDX-License-Identifier: MIT

#include "cloth/safe.h"

#include "core/vec3.h"

#include <string.h>

// Of the distance of a pair each side may use this much.
#define SHARE 0.45

// Distances are right to this share of the size of a pair (segment.h); what is not sure is not used.
#define DISTANCE_ERROR 2e-9

#define STEPS_BETWEEN_DETECTIONS 8
#define MOST_BACKTRACKS 60

void bi_safe_free(bi_safe *safe)
{
    if (safe->surface == NULL) {
        return;
    }
    const bight_allocator *allocator = safe->allocator;
    size_t vertices = (size_t)safe->surface->vertex_count;
    bi_box_tree_free(allocator, &safe->tree);
    bi_close_pairs_free(allocator, &safe->close);
    bi_crossings_free(allocator, &safe->crossings);
    bi_free_array(allocator, safe->centre, vertices, sizeof *safe->centre);
    bi_free_array(allocator, safe->bound, vertices, sizeof *safe->bound);
    bi_free_array(allocator, safe->at, vertices, sizeof *safe->at);
    *safe = (bi_safe){0};
}

bight_status bi_safe_make(const bight_allocator *allocator, const bi_surface *surface,
                          const bight_vec3 *positions, bi_safe *safe)
{
    size_t vertices = (size_t)surface->vertex_count;
    *safe = (bi_safe){.allocator = allocator, .surface = surface, .age = -1};
    safe->centre = bi_new_array(allocator, vertices, sizeof *safe->centre);
    safe->bound = bi_new_array(allocator, vertices, sizeof *safe->bound);
    safe->at = bi_new_array(allocator, vertices, sizeof *safe->at);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (safe->centre != NULL && safe->bound != NULL && safe->at != NULL) {
        status =
            bi_box_tree_make(allocator, surface->triangles, surface->triangle_count, positions, &safe->tree);
    }
    if (status != BIGHT_OK) {
        bi_safe_free(safe);
    }
    return status;
}

// ---- the exact test ---------------------------------------------------------------------------------------

static bight_status find_crossings(bi_safe *safe, const bight_vec3 *positions, int32_t threads)
{
    bi_box_tree_refit(&safe->tree, safe->surface->triangles, positions, NULL, threads);
    bi_sheet sheet = {safe->surface, positions, &safe->tree};
    return bi_crossings_find(safe->allocator, &sheet, NULL, threads, &safe->crossings);
}

bight_status bi_safe_start(bi_safe *safe, const bight_vec3 *positions, int32_t threads)
{
    safe->age = -1;
    bight_status status = find_crossings(safe, positions, threads);
    safe->touching = safe->crossings.touching;
    return status == BIGHT_OK && safe->crossings.count > 0 ? BIGHT_ERROR_INVALID : status;
}

static bool is_clean(const bi_safe *safe)
{
    return safe->crossings.count == 0 && safe->crossings.touching <= safe->touching;
}

// ---- bounds -----------------------------------------------------------------------------------------------

static double longest_edge(const bi_surface *surface, const bight_vec3 *positions)
{
    double longest = 0.0;
    for (int32_t e = 0; e < surface->edge_count; e++) {
        const int32_t *end = surface->edges + 2 * (size_t)e;
        longest = bi_max(longest, v3_length_squared(v3_sub(positions[end[1]], positions[end[0]])));
    }
    return sqrt(longest);
}

static void lower(bi_safe *safe, const int32_t *vertices, int32_t count, double bound)
{
    for (int32_t i = 0; i < count; i++) {
        safe->bound[vertices[i]] = bi_min(safe->bound[vertices[i]], bound);
    }
}

static bight_status detect(bi_safe *safe, const bight_vec3 *positions, const bi_safe_options *options)
{
    const bi_surface *surface = safe->surface;
    bi_box_tree_refit(&safe->tree, surface->triangles, positions, NULL, options->threads);
    bi_sheet sheet = {surface, positions, &safe->tree};
    bight_status status =
        bi_close_pairs_find(safe->allocator, &sheet, NULL, options->reach, options->threads, &safe->close);
    if (status != BIGHT_OK) {
        return status;
    }
    memcpy(safe->centre, positions, (size_t)surface->vertex_count * sizeof *positions);
    for (int32_t v = 0; v < surface->vertex_count; v++) {
        safe->bound[v] = SHARE * options->reach;
    }
    double unsure = DISTANCE_ERROR * (longest_edge(surface, positions) + options->reach);
    const bi_close_list *list = &safe->close.vertex_triangle;
    for (int32_t i = 0; i < list->count; i++) {
        double bound = SHARE * bi_max(0.0, list->pairs[i].distance - unsure);
        lower(safe, &list->pairs[i].a, 1, bound);
        lower(safe, surface->triangles + 3 * (size_t)list->pairs[i].b, 3, bound);
    }
    list = &safe->close.edge_edge;
    for (int32_t i = 0; i < list->count; i++) {
        double bound = SHARE * bi_max(0.0, list->pairs[i].distance - unsure);
        lower(safe, surface->edges + 2 * (size_t)list->pairs[i].a, 2, bound);
        lower(safe, surface->edges + 2 * (size_t)list->pairs[i].b, 2, bound);
    }
    safe->age = 0;
    return BIGHT_OK;
}

static bool within_bounds(const bi_safe *safe, const bight_vec3 *positions)
{
    for (int32_t v = 0; v < safe->surface->vertex_count; v++) {
        // a vertex at its bound is out of it by rounding
        if (v3_distance(positions[v], safe->centre[v]) > (1.0 + 1e-9) * safe->bound[v]) {
            return false;
        }
    }
    return true;
}

// The nearest place within the bound. Returns whether the vertex was held.
static bool hold(const bi_safe *safe, int32_t vertex, bight_vec3 *at)
{
    bight_vec3 way = v3_sub(*at, safe->centre[vertex]);
    double length = v3_length(way), bound = safe->bound[vertex];
    if (length <= bound) {
        return false;
    }
    *at = v3_madd(safe->centre[vertex], bound / length, way);
    return true;
}

// ---- a step -----------------------------------------------------------------------------------------------

// From `at` towards `goal` within the bounds; `at` is where vertices are afterwards. Counts those held.
static int32_t move(const bi_safe *safe, bight_vec3 *at, const bight_vec3 *goal)
{
    int32_t held = 0;
    for (int32_t v = 0; v < safe->surface->vertex_count; v++) {
        bight_vec3 to = goal[v];
        held += hold(safe, v, &to);
        at[v] = to;
    }
    return held;
}

static void note_missed(const bight_vec3 *at, const bight_vec3 *goal, int32_t count, bi_safe_report *report)
{
    for (int32_t v = 0; v < count; v++) {
        double missed = v3_distance(at[v], goal[v]);
        report->stopped += missed > 0.0;
        report->missed = bi_max(report->missed, missed);
    }
}

// Shorten the way until the end is clean; back to the start when nothing helps.
static bight_status backtrack(bi_safe *safe, const bight_vec3 *before, bight_vec3 *at, int32_t threads,
                              bi_safe_report *report)
{
    bight_status status = find_crossings(safe, at, threads);
    size_t vertices = (size_t)safe->surface->vertex_count;
    while (status == BIGHT_OK && !is_clean(safe)) {
        safe->age = -1;
        if (++report->backtracks == MOST_BACKTRACKS) {
            memcpy(at, before, vertices * sizeof *at);
            return BIGHT_OK;
        }
        for (size_t v = 0; v < vertices; v++) {
            at[v] = v3_lerp(before[v], at[v], 0.9);
        }
        status = find_crossings(safe, at, threads);
    }
    return status;
}

static bight_status step(bi_safe *safe, const bight_vec3 *before, const bight_vec3 *goal, bight_vec3 *at,
                         const bi_safe_options *options, bi_safe_report *report)
{
    int32_t vertices = safe->surface->vertex_count;
    bool stale = safe->age < 0 || safe->age >= STEPS_BETWEEN_DETECTIONS || safe->crowded;
    stale = stale || !within_bounds(safe, before);
    memcpy(at, before, (size_t)vertices * sizeof *at);
    for (int32_t i = 0; i < options->substeps; i++) {
        if (stale) {
            bight_status status = detect(safe, at, options);
            if (status != BIGHT_OK) {
                return status;
            }
            report->detections++;
        }
        int32_t held = move(safe, at, goal);
        safe->crowded = (int64_t)held * 100 > vertices;
        if (held == 0) {
            break;
        }
        stale = true;
    }
    safe->age++;
    return options->assert_exact ? backtrack(safe, before, at, options->threads, report) : BIGHT_OK;
}

bight_status bi_safe_step(bi_safe *safe, const bight_vec3 *before, bight_vec3 *proposed,
                          const bi_safe_options *options, bi_safe_report *report)
{
    bi_safe_report ignored, *told = report != NULL ? report : &ignored;
    *told = (bi_safe_report){0};
    bight_vec3 *at = safe->at;
    bight_status status = step(safe, before, proposed, at, options, told);
    size_t vertices = (size_t)safe->surface->vertex_count;
    if (status != BIGHT_OK) {
        safe->age = -1;
        memcpy(proposed, before, vertices * sizeof *proposed);
        return status;
    }
    note_missed(at, proposed, safe->surface->vertex_count, told);
    memcpy(proposed, at, vertices * sizeof *proposed);
    return BIGHT_OK;
}
