// SPDX-License-Identifier: MIT
// Expectations about cloth. Intersections are computed from the positions alone: no list of the simulation
// is asked.

#include "play/sheets_check.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "geom/close_pairs.h"
#include "geom/contour.h"

#include <stdio.h>
#include <string.h>

/// Some cloths as one mesh.
typedef struct gathered {
    const bight_allocator *allocator;
    bight_vec3 *positions; ///< (vertex_count)
    int32_t *triangles;    ///< (triangle_count x 3)
    int32_t *group;        ///< (vertex_count) vertices that are sewn together have the same number
    int32_t vertex_count, triangle_count;
    bi_surface surface;
    bi_box_tree tree;
    bi_crossings crossings;
    bi_contours contours;
} gathered;

static void let_go(gathered *g)
{
    bi_free_array(g->allocator, g->positions, (size_t)g->vertex_count, sizeof *g->positions);
    bi_free_array(g->allocator, g->triangles, 3 * (size_t)g->triangle_count, sizeof *g->triangles);
    bi_free_array(g->allocator, g->group, (size_t)g->vertex_count, sizeof *g->group);
    bi_crossings_free(g->allocator, &g->crossings);
    bi_contours_free(g->allocator, &g->contours);
    bi_box_tree_free(g->allocator, &g->tree);
    bi_surface_free(g->allocator, &g->surface);
}

static int32_t first_vertex(const bight_play *play, int32_t cloth)
{
    int32_t first = 0;
    for (int32_t i = 0; i < cloth; i++) {
        first += play->scene->cloths[i].def.vertex_count;
    }
    return first;
}

// Cloths `from` to `to` - 1.
static bight_status gather(const bight_play *play, int32_t from, int32_t to, gathered *g)
{
    *g = (gathered){.allocator = &play->def.env.allocator};
    for (int32_t i = from; i < to; i++) {
        g->vertex_count += play->scene->cloths[i].def.vertex_count;
        g->triangle_count += play->scene->cloths[i].def.triangle_count;
    }
    g->positions = bi_new_array(g->allocator, (size_t)g->vertex_count, sizeof *g->positions);
    g->triangles = bi_new_array(g->allocator, 3 * (size_t)g->triangle_count, sizeof *g->triangles);
    g->group = bi_new_array(g->allocator, (size_t)g->vertex_count, sizeof *g->group);
    if (g->positions == NULL || g->triangles == NULL || g->group == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    int32_t vertex = 0, corner = 0, count;
    for (int32_t i = from; i < to; i++) {
        const bight_cloth_def *def = &play->scene->cloths[i].def;
        memcpy(g->positions + vertex, bight_play_cloth_positions(play, i, &count),
               (size_t)def->vertex_count * sizeof *g->positions);
        for (int32_t k = 0; k < 3 * def->triangle_count; k++) {
            g->triangles[corner++] = vertex + def->triangles[k];
        }
        vertex += def->vertex_count;
    }
    bight_status status =
        bi_surface_make(g->allocator, g->triangles, g->triangle_count, g->vertex_count, &g->surface);
    return status == BIGHT_OK
               ? bi_box_tree_make(g->allocator, g->triangles, g->triangle_count, g->positions, &g->tree)
               : status;
}

// ---- intersections ----------------------------------------------------------------------------------

static int32_t root(int32_t *group, int32_t v)
{
    while (group[v] != v) {
        group[v] = group[group[v]];
        v = group[v];
    }
    return v;
}

static void sew(gathered *g, int32_t first, int32_t second, bight_scene_pairs pairs)
{
    for (int32_t i = 0; i < pairs.count; i++) {
        int32_t a = root(g->group, first + pairs.at[2 * i]), b = root(g->group, second + pairs.at[2 * i + 1]);
        g->group[a > b ? a : b] = a > b ? b : a;
    }
}

// Where cloth is sewn together an edge and a face that share a stitch are neighbours, as in one sheet.
static void drop_stitched(const bight_play *play, gathered *g)
{
    const bight_scene *scene = play->scene;
    for (int32_t i = 0; i < g->vertex_count; i++) {
        g->group[i] = i;
    }
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        sew(g, first_vertex(play, i), first_vertex(play, i), scene->cloths[i].sewn);
    }
    for (int32_t i = 0; i < scene->seam_count; i++) {
        const bight_scene_seam *seam = &scene->seams[i];
        sew(g, first_vertex(play, seam->cloth_indices[0]), first_vertex(play, seam->cloth_indices[1]),
            seam->sewn);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < g->crossings.count; i++) {
        const int32_t *ends = g->surface.edges + 2 * (size_t)g->crossings.items[i].edge;
        const int32_t *corners = g->triangles + 3 * (size_t)g->crossings.items[i].triangle;
        bool stitched = false;
        for (int32_t k = 0; k < 6 && !stitched; k++) {
            stitched = root(g->group, ends[k / 3]) == root(g->group, corners[k % 3]);
        }
        if (!stitched) {
            g->crossings.items[kept++] = g->crossings.items[i];
        }
    }
    g->crossings.count = kept;
}

static bight_status count_crossings(const bight_play *play, int32_t *count, double *contour)
{
    gathered g;
    bi_watch watch = bi_watch_from(&play->def.env);
    bight_status status = gather(play, 0, play->scene->cloth_count, &g);
    bi_sheet all = {&g.surface, g.positions, &g.tree};
    if (status == BIGHT_OK) {
        status = bi_crossings_find(g.allocator, &watch, &all, NULL, play->def.env.threads, &g.crossings);
    }
    if (status == BIGHT_OK) {
        drop_stitched(play, &g);
        status = bi_contours_link(g.allocator, &all, NULL, &g.crossings, &g.contours);
    }
    *count = g.crossings.count;
    *contour = 0.0;
    for (int32_t i = 0; i < g.contours.count && status == BIGHT_OK; i++) {
        *contour += bi_contour_length(&all, NULL, &g.crossings, &g.contours, i);
    }
    let_go(&g);
    return status;
}

bight_status bi_sheets_look(bight_play *play)
{
    if (play->scene->cloth_count == 0 || play->cloth_totals.cycles > 0) {
        return BIGHT_OK;
    }
    bight_cloth_report *report = &play->cloth_report;
    bight_status status = count_crossings(play, &report->intersections, &report->contour_length);
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "no memory to look for intersections");
}

// ---- how far apart ----------------------------------------------------------------------------------

static double least_distance(const bi_close_list *list, double least)
{
    for (int32_t i = 0; i < list->count; i++) {
        least = fmin(least, list->pairs[i].distance);
    }
    return least;
}

static double box_size(const bight_vec3 *at, int32_t count)
{
    bight_vec3 low = at[0], high = at[0];
    for (int32_t i = 1; i < count; i++) {
        low = v3(fmin(low.x, at[i].x), fmin(low.y, at[i].y), fmin(low.z, at[i].z));
        high = v3(fmax(high.x, at[i].x), fmax(high.y, at[i].y), fmax(high.z, at[i].z));
    }
    return v3_distance(low, high);
}

// An upper bound to begin with: from the first vertex of one to all of the other.
static double some_distance(const gathered *a, const gathered *b)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < b->vertex_count; i++) {
        least = fmin(least, v3_distance(a->positions[0], b->positions[i]));
    }
    return least;
}

// Reaches that double until something is near: lists stay short, whatever the distance.
static bight_status measure_apart(const bight_play *play, const int32_t cloths[2], double *distance)
{
    gathered g[2];
    bi_watch watch = bi_watch_from(&play->def.env);
    bight_status status = gather(play, cloths[0], cloths[0] + 1, &g[0]);
    bight_status other = gather(play, cloths[1], cloths[1] + 1, &g[1]);
    status = status == BIGHT_OK ? other : status;
    bi_sheet a = {&g[0].surface, g[0].positions, &g[0].tree}, b = {&g[1].surface, g[1].positions, &g[1].tree};
    bi_close_pairs close = {0};

    // cloths that cross are 0 apart
    *distance = HUGE_VAL;
    if (status == BIGHT_OK) {
        status = bi_crossings_find(g[0].allocator, &watch, &a, &b, play->def.env.threads, &g[0].crossings);
        *distance = g[0].crossings.count > 0 ? 0.0 : HUGE_VAL;
    }

    // otherwise the nearest pair within reach, at first a thousandth of a cloth's size, at last the bound
    if (status == BIGHT_OK && *distance > 0.0) {
        double most = some_distance(&g[0], &g[1]);
        double reach = 1e-3 * box_size(g[0].positions, g[0].vertex_count);
        while (status == BIGHT_OK && *distance == HUGE_VAL) {
            reach = fmin(reach, most);
            status =
                bi_close_pairs_find(g[0].allocator, &watch, &a, &b, reach, play->def.env.threads, &close);
            *distance = least_distance(&close.vertex_triangle, *distance);
            *distance = least_distance(&close.triangle_vertex, *distance);
            *distance = least_distance(&close.edge_edge, *distance);
            if (reach >= most && *distance == HUGE_VAL) {
                *distance = most;
            }
            reach *= 2.0;
        }
    }

    bi_close_pairs_free(g[0].allocator, &close);
    let_go(&g[0]);
    let_go(&g[1]);
    return status;
}

static bight_status check_apart(bight_play *play, const bight_scene_apart *apart)
{
    double distance;
    bight_status status = measure_apart(play, apart->cloth_indices, &distance);
    if (status != BIGHT_OK) {
        return bi_play_fail(play, status, "no memory to measure how far cloths are apart");
    }
    char expected[80], found[120];
    if (isnan(apart->min)) {
        snprintf(expected, sizeof expected, "at most %.6g", apart->max);
    } else if (isnan(apart->max)) {
        snprintf(expected, sizeof expected, "at least %.6g", apart->min);
    } else {
        snprintf(expected, sizeof expected, "%.6g to %.6g", apart->min, apart->max);
    }
    snprintf(found, sizeof found, "%.6g between \"%.40s\" and \"%.40s\"", distance, apart->cloths.at[0],
             apart->cloths.at[1]);
    bool holds = !(distance < apart->min) && !(distance > apart->max);
    return bi_expect_record(play, "apart", holds, expected, found);
}

// ---- places -----------------------------------------------------------------------------------------

static bight_status check_place(bight_play *play, const bight_scene_vertex_place *place)
{
    int32_t count;
    bight_vec3 at = bight_play_cloth_positions(play, place->cloth_index, &count)[place->vertex_index];
    char expected[136], found[136];
    bool holds = true;
    size_t used = 0;
    expected[0] = '\0';

    // in a ball round a point
    if (place->point.count > 0) {
        bight_vec3 p = place->point.at[0];
        holds = v3_distance(at, p) <= place->within;
        used += (size_t)snprintf(expected, sizeof expected, "within %.4g of [%.4g, %.4g, %.4g]",
                                 place->within, p.x, p.y, p.z);
    }

    // and in a box, either corner of which may be left open
    if (place->low.count > 0) {
        bight_vec3 p = place->low.at[0];
        holds = holds && at.x >= p.x && at.y >= p.y && at.z >= p.z;
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%sfrom [%.4g, %.4g, %.4g]",
                                 used > 0 ? ", " : "", p.x, p.y, p.z);
    }
    if (place->high.count > 0 && used < sizeof expected) {
        bight_vec3 p = place->high.at[0];
        holds = holds && at.x <= p.x && at.y <= p.y && at.z <= p.z;
        snprintf(expected + used, sizeof expected - used, "%sto [%.4g, %.4g, %.4g]", used > 0 ? " " : "", p.x,
                 p.y, p.z);
    }

    snprintf(found, sizeof found, "[%.6g, %.6g, %.6g] (vertex %d of \"%.40s\")", at.x, at.y, at.z,
             (int)place->vertex_index, play->scene->cloths[place->cloth_index].name);
    return bi_expect_record(play, "vertex place", holds, expected, found);
}

// ---- stretch ----------------------------------------------------------------------------------------

// Greatest singular value of F, from the pattern, or the shape at first, to space: F^T F has the entries
// a = |F u|^2, b = F u . F v, c = |F v|^2.
static double stretch_of(const bight_cloth_def *def, const bight_vec3 *at, int32_t triangle)
{
    const int32_t *v = def->triangles + 3 * (size_t)triangle;
    const int32_t *w = def->uv_triangles != NULL ? def->uv_triangles + 3 * (size_t)triangle : v;
    double p[2], q[2];
    if (def->uv != NULL) {
        const double *o = def->uv + 2 * (size_t)w[0], *x = def->uv + 2 * (size_t)w[1];
        const double *y = def->uv + 2 * (size_t)w[2];
        p[0] = x[0] - o[0];
        p[1] = x[1] - o[1];
        q[0] = y[0] - o[0];
        q[1] = y[1] - o[1];
    } else {
        bight_vec3 x = v3_sub(def->positions[v[1]], def->positions[v[0]]);
        bight_vec3 y = v3_sub(def->positions[v[2]], def->positions[v[0]]);
        p[0] = v3_length(x);
        p[1] = 0.0;
        q[0] = v3_dot(x, y) / p[0];
        q[1] = v3_length(v3_cross(x, y)) / p[0];
    }
    bight_vec3 d = v3_sub(at[v[1]], at[v[0]]), e = v3_sub(at[v[2]], at[v[0]]);
    double scale = 1.0 / (p[0] * q[1] - p[1] * q[0]);
    bight_vec3 u = v3_mul(scale, v3_madd(v3_mul(q[1], d), -p[1], e));
    bight_vec3 t = v3_mul(scale, v3_madd(v3_mul(-q[0], d), p[0], e));
    double a = v3_dot(u, u), b = v3_dot(u, t), c = v3_dot(t, t);
    return sqrt(0.5 * (a + c + sqrt((a - c) * (a - c) + 4.0 * b * b)));
}

static bight_status check_stretch(bight_play *play, double most)
{
    double worst = 0.0;
    int32_t triangle = 0, cloth = 0;
    for (int32_t i = 0; i < play->scene->cloth_count; i++) {
        int32_t count;
        const bight_vec3 *at = bight_play_cloth_positions(play, i, &count);
        const bight_cloth_def *def = &play->scene->cloths[i].def;
        for (int32_t t = 0; t < def->triangle_count; t++) {
            double stretch = stretch_of(def, at, t);
            if (stretch > worst) {
                worst = stretch;
                triangle = t;
                cloth = i;
            }
        }
    }
    char where[80];
    snprintf(where, sizeof where, " (triangle %d of \"%.40s\")", (int)triangle,
             play->scene->cloths[cloth].name);
    return bi_expect_most(play, "cloth stretch", worst, most, where);
}

// ---- knots ------------------------------------------------------------------------------------------

// A line of a gathered cloth: is it tied as its template says?
static bight_status check_line(bight_play *play, int32_t cloth, bool above)
{
    const bight_scene_pleat *pleats = play->scene->cloths[cloth].pleats;
    int32_t count;
    char found[BIGHT_KNOT_MAX_NAME];
    bight_error why = {0};
    const bight_vec3 *at = bight_play_cloth_positions(play, cloth, &count);
    bight_status status =
        (above ? bight_pleat_name_above : bight_pleat_name)(&play->def.env, pleats->folded, at, found, &why);
    if (status == BIGHT_ERROR_NO_MEMORY) {
        return bi_play_fail(play, status, "no memory to name a knot");
    }
    const char *wanted =
        bight_template_definition(above ? pleats->made_above : pleats->made)->topology.joined;
    bool same = status == BIGHT_OK && strcmp(found, wanted) == 0;
    return bi_expect_record(play, above ? "tied above" : "tied", same, wanted,
                            status == BIGHT_OK ? found : why.message);
}

static bight_status check_corners(bight_play *play)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < play->scene->cloth_count && status == BIGHT_OK; i++) {
        const bight_scene_pleat *pleats = play->scene->cloths[i].pleats;
        if (pleats != NULL) {
            status = check_line(play, i, false);
            status = status == BIGHT_OK && pleats->above != NULL ? check_line(play, i, true) : status;
        }
    }
    return status;
}

// ---- all of them ------------------------------------------------------------------------------------

bight_status bi_sheets_check(bight_play *play, const bight_scene_cloth_expect *expect)
{
    bight_status status = BIGHT_OK;

    // edges through triangles, and the length of the curves along which surfaces cross
    if (expect->intersections >= 0 || !isnan(expect->contour)) {
        int32_t count;
        double contour;
        status = count_crossings(play, &count, &contour);
        if (status != BIGHT_OK) {
            return bi_play_fail(play, status, "no memory to look for intersections");
        }
        if (expect->intersections >= 0) {
            status = bi_expect_most(play, "intersections", count, expect->intersections, "");
        }
        if (status == BIGHT_OK && !isnan(expect->contour)) {
            status = bi_expect_most(play, "contour", contour, expect->contour, "");
        }
    }

    // the simulation's own record: cycles without a certificate, whether cloth came to rest
    if (status == BIGHT_OK && expect->uncertified >= 0) {
        int64_t found = play->cloth_totals.cycles - play->cloth_totals.certified;
        status = bi_expect_most(play, "uncertified", (double)found, expect->uncertified, "");
    }

    if (status == BIGHT_OK && expect->settled) {
        status =
            bi_expect_record(play, "settled", play->settled, "the last settle ended with all cloth at rest",
                             play->settled           ? "it did"
                             : play->watch.steps > 0 ? bight_cloth_settled_text(bight_play_settled(play))
                                                     : "that there was none");
    }

    // the shape now: strain of triangles, places of vertices, the distance between two cloths
    if (status == BIGHT_OK && !isnan(expect->stretch)) {
        status = check_stretch(play, expect->stretch);
    }
    if (status == BIGHT_OK && expect->tied) {
        status = check_corners(play);
    }
    for (int32_t i = 0; i < expect->places.count && status == BIGHT_OK; i++) {
        status = check_place(play, &expect->places.at[i]);
    }
    return status == BIGHT_OK && expect->apart != NULL ? check_apart(play, expect->apart) : status;
}
