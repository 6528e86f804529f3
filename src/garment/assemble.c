// SPDX-License-Identifier: MIT

#include "garment/assemble.h"

#include "core/disjoint.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <string.h>

#define MOST_VERTICES 1000000

void bi_cut_free(const bight_allocator *allocator, bi_cut *cut)
{
    size_t panels = (size_t)cut->panel_count;
    size_t places = cut->first == NULL ? 0 : (size_t)cut->first[panels];
    for (int32_t i = 0; cut->flats != NULL && i < cut->panel_count; i++) {
        bi_flat_free(allocator, &cut->flats[i]);
    }
    bi_free_array(allocator, cut->flats, panels, sizeof *cut->flats);
    bi_free_array(allocator, cut->vertex, places, sizeof *cut->vertex);
    bi_free_array(allocator, cut->first, panels + 1, sizeof *cut->first);
    bi_free_array(allocator, cut->shift, panels, 2 * sizeof *cut->shift);
    bi_free_array(allocator, cut->sides, panels, sizeof *cut->sides);
    bi_free_array(allocator, cut->sewn, (size_t)cut->sewn_capacity, 2 * sizeof *cut->sewn);
    *cut = (bi_cut){0};
}

void bight_sewing_report_free(const bight_allocator *allocator, bight_sewing_report *report)
{
    if (report != NULL) {
        bi_free_array(allocator, report->seams, (size_t)report->seam_count, sizeof *report->seams);
        *report = (bight_sewing_report){0};
    }
}

// ---- how edges are divided ------------------------------------------------------------------------------

// All edges of the pattern in one row, and what is known about each.
typedef struct edge_list {
    int32_t *first;  // (panel_count + 1) the first edge of each panel
    int32_t *root;   // (count) union-find over stitches
    const double *each; // (panel_count) NULL: all panels have the edge length below
    double edge;        // metres
    double *length;  // (count)
    double *sum;     // (count) of lengths, at the root
    int32_t *number; // (count) of edges, at the root
    int32_t *divisions;
    int32_t *start; // (count) the first border vertex of the edge, in its panel
    int32_t count, panels;
} edge_list;

static double edge_of(const edge_list *edges, int32_t panel)
{
    return edges->each == NULL ? edges->edge : edges->each[panel];
}

static void free_edges(const bight_allocator *allocator, edge_list *edges)
{
    size_t count = (size_t)edges->count;
    bi_free_array(allocator, edges->first, (size_t)edges->panels + 1, sizeof *edges->first);
    bi_free_array(allocator, edges->root, count, sizeof *edges->root);
    bi_free_array(allocator, edges->length, count, sizeof *edges->length);
    bi_free_array(allocator, edges->sum, count, sizeof *edges->sum);
    bi_free_array(allocator, edges->number, count, sizeof *edges->number);
    bi_free_array(allocator, edges->divisions, count, sizeof *edges->divisions);
    bi_free_array(allocator, edges->start, count, sizeof *edges->start);
}

static bight_status check_pattern(const bight_sewing *pattern, bight_error *error)
{
    for (int32_t p = 0; p < pattern->panel_count; p++) {
        const bight_sewing_panel *panel = &pattern->panels[p];
        if (panel->edge_count < 2) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "panel '%s' has %d edges: an outline needs two or more", panel->name.text,
                           panel->edge_count);
        }
        bool finite = isfinite(panel->translation.x + panel->translation.y + panel->translation.z);
        for (int32_t k = 0; k < 9; k++) {
            finite = finite && isfinite(panel->rotation[k]);
        }
        for (int32_t e = 0; e < panel->edge_count; e++) {
            const bight_sewing_edge *edge = &panel->edges[e];
            const double numbers[7] = {edge->from[0],       edge->from[1],       edge->control[0][0],
                                       edge->control[0][1], edge->control[1][0], edge->control[1][1],
                                       edge->bulge};
            for (int32_t k = 0; k < 7; k++) {
                finite = finite && fabs(numbers[k]) <= 1e6;
            }
            double length = finite ? bi_edge_length(panel, e) : 0.0;
            if (!finite || !(length > 1e-6)) {
                return bi_fail(
                    error, BIGHT_ERROR_INVALID, 0,
                    finite ? "edge %d of panel '%s' has no length: leave one of its vertices out"
                           : "edge %d of panel '%s' has a number that is not one, or beyond 1,000,000 m",
                    e, panel->name.text);
            }
        }
    }
    for (int32_t s = 0; s < pattern->stitch_count; s++) {
        const bight_sewing_stitch *stitch = &pattern->stitches[s];
        for (int32_t k = 0; k < 2; k++) {
            int32_t p = stitch->panel[k];
            if (p < 0 || p >= pattern->panel_count || stitch->edge[k] < 0 ||
                stitch->edge[k] >= pattern->panels[p].edge_count) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0, "stitch %d names an edge that is not there", s);
            }
        }
        if (stitch->panel[0] == stitch->panel[1] && stitch->edge[0] == stitch->edge[1]) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "stitch %d sews an edge to itself", s);
        }
    }
    return BIGHT_OK;
}

static bight_status divide_edges(const bight_allocator *allocator, const bight_sewing *pattern,
                                 edge_list *edges)
{
    edges->panels = pattern->panel_count;
    edges->first = bi_new_array(allocator, (size_t)edges->panels + 1, sizeof *edges->first);
    if (edges->first == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t p = 0; p < edges->panels; p++) {
        edges->first[p + 1] = edges->first[p] + pattern->panels[p].edge_count;
    }
    edges->count = edges->first[edges->panels];
    size_t count = (size_t)edges->count;
    edges->root = bi_new_array(allocator, count, sizeof *edges->root);
    edges->length = bi_new_array(allocator, count, sizeof *edges->length);
    edges->sum = bi_new_array(allocator, count, sizeof *edges->sum);
    edges->number = bi_new_array(allocator, count, sizeof *edges->number);
    edges->divisions = bi_new_array(allocator, count, sizeof *edges->divisions);
    edges->start = bi_new_array(allocator, count, sizeof *edges->start);
    if (edges->root == NULL || edges->length == NULL || edges->sum == NULL || edges->number == NULL ||
        edges->divisions == NULL || edges->start == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // edges that are sewn to each other make one set; its mean length says into how many pieces all of it goes
    for (int32_t i = 0; i < edges->count; i++) {
        edges->root[i] = i;
    }
    for (int32_t s = 0; s < pattern->stitch_count; s++) {
        const bight_sewing_stitch *stitch = &pattern->stitches[s];
        bi_set_join(edges->root, edges->first[stitch->panel[0]] + stitch->edge[0],
                    edges->first[stitch->panel[1]] + stitch->edge[1]);
    }
    for (int32_t p = 0; p < edges->panels; p++) {
        for (int32_t e = 0; e < pattern->panels[p].edge_count; e++) {
            int32_t i = edges->first[p] + e, root = bi_set_root(edges->root, i);
            edges->length[i] = bi_edge_length(&pattern->panels[p], e);
            edges->sum[root] += edges->length[i];
            edges->number[root]++;
        }
    }
    double all = 0.0;
    for (int32_t i = 0, p = 0; i < edges->count; i++) {
        int32_t root = bi_set_root(edges->root, i);
        p += i == edges->first[p + 1] ? 1 : 0;
        double pieces = nearbyint(edges->sum[root] / edges->number[root] / edge_of(edges, p));
        pieces = bi_max(1.0, pieces);
        all += pieces;
        if (all > MOST_VERTICES) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        edges->divisions[i] = (int32_t)pieces;
    }
    return BIGHT_OK;
}

// ---- panels ---------------------------------------------------------------------------------------------

// The border of a panel, counter-clockwise: an outline that runs clockwise is taken backwards.
static bight_status cut_panel(const bight_allocator *allocator, const bight_sewing *pattern, edge_list *edges,
                              int32_t p, bi_flat *flat, bight_error *error)
{
    const bight_sewing_panel *panel = &pattern->panels[p];
    int32_t count = 0;
    for (int32_t e = 0; e < panel->edge_count; e++) {
        edges->start[edges->first[p] + e] = count;
        count += edges->divisions[edges->first[p] + e];
    }
    bool backwards = bi_panel_turn(panel) < 0.0;
    double *border = bi_new_array(allocator, (size_t)count, 2 * sizeof *border);
    if (border == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to cut panel '%s'", panel->name.text);
    }
    for (int32_t e = 0; e < panel->edge_count; e++) {
        int32_t i = edges->first[p] + e;
        bi_edge_divide(panel, e, edges->divisions[i], border + 2 * edges->start[i]);
    }
    for (int32_t i = 1; backwards && i < count - i; i++) { // the first vertex stays the first
        for (int32_t k = 0; k < 2; k++) {
            double swap = border[2 * i + k];
            border[2 * i + k] = border[2 * (count - i) + k];
            border[2 * (count - i) + k] = swap;
        }
    }

    int32_t fault = -1;
    bight_status status = count < 3
                              ? BIGHT_ERROR_INVALID
                              : bi_flat_make(allocator, border, &count, 1, edge_of(edges, p), flat, &fault);
    if (status == BIGHT_ERROR_INVALID) {
        const double *at = border + 2 * (fault < 0 ? 0 : fault);
        (void)bi_fail(
            error, status, 0,
            fault < 0 ? "panel '%s' has fewer than three border vertices near (%g, %g): ask for shorter edges"
                      : "the outline of panel '%s' touches or crosses itself near (%g, %g) m: draw it apart, "
                        "or ask for shorter edges",
            panel->name.text, at[0], at[1]);
    } else if (status != BIGHT_OK) {
        (void)bi_fail(error, status, 0,
                      status == BIGHT_ERROR_TOO_LARGE
                          ? "panel '%s' has more than 1,000,000 vertices: ask for longer edges"
                          : "no memory to cut panel '%s'",
                      panel->name.text);
    }
    bi_free_array(allocator, border, (size_t)count, 2 * sizeof *border);
    if (status == BIGHT_OK && flat->triangle_count == 0) {
        status = bi_fail(error, BIGHT_ERROR_INVALID, 0, "panel '%s' has no area", panel->name.text);
    }
    return status;
}

// Border vertex j of an edge (its divisions + 1) in the panel's flat mesh.
static int32_t border_vertex(const bight_sewing *pattern, const edge_list *edges, int32_t p, int32_t e,
                             int32_t j)
{
    const bight_sewing_panel *panel = &pattern->panels[p];
    int32_t i = edges->first[p] + e, last = edges->first[p + 1] - 1;
    int32_t count = edges->start[last] + edges->divisions[last];
    int32_t at = (edges->start[i] + j) % count;
    return bi_panel_turn(panel) < 0.0 ? (count - at) % count : at;
}

// Do the edges run against each other? The way that brings their ends nearest; against, where both do.
static bool runs_against(const bight_sewing *pattern, const bight_sewing_stitch *stitch)
{
    bight_vec3 ends[2][2];
    if (stitch->way != 0) {
        return stitch->way < 0;
    }
    for (int32_t k = 0; k < 2; k++) {
        const bight_sewing_panel *panel = &pattern->panels[stitch->panel[k]];
        for (int32_t j = 0; j < 2; j++) {
            double place[2];
            bi_edge_at(panel, stitch->edge[k], j, place);
            ends[k][j] = bi_panel_place(panel, place);
        }
    }
    double along = v3_length(v3_sub(ends[0][0], ends[1][0])) + v3_length(v3_sub(ends[0][1], ends[1][1]));
    double against = v3_length(v3_sub(ends[0][0], ends[1][1])) + v3_length(v3_sub(ends[0][1], ends[1][0]));
    return against <= along * (1.0 + 1e-9);
}

static bight_status sew(const bight_allocator *allocator, const bight_sewing *pattern, const edge_list *edges,
                        bi_cut *cut, bight_sewing_report *report)
{
    for (int32_t i = 0; i < cut->first[cut->panel_count]; i++) {
        cut->vertex[i] = i;
    }

    // joined edges first: what is one vertex must be known before threads are counted
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t s = 0; s < pattern->stitch_count; s++) {
            const bight_sewing_stitch *stitch = &pattern->stitches[s];
            int32_t one = edges->first[stitch->panel[0]] + stitch->edge[0];
            int32_t two = edges->first[stitch->panel[1]] + stitch->edge[1], count = edges->divisions[one];
            bool against = runs_against(pattern, stitch);
            for (int32_t j = 0; j <= count && stitch->joined == (pass == 0); j++) {
                int32_t a = cut->first[stitch->panel[0]] +
                            border_vertex(pattern, edges, stitch->panel[0], stitch->edge[0], j);
                int32_t b =
                    cut->first[stitch->panel[1]] +
                    border_vertex(pattern, edges, stitch->panel[1], stitch->edge[1], against ? count - j : j);
                if (stitch->joined) {
                    a = bi_set_root(cut->vertex, a);
                    b = bi_set_root(cut->vertex, b);
                    cut->vertex[a > b ? a : b] = a > b ? b : a;
                    continue;
                }
                bight_status status = bi_reserve(allocator, &cut->sewn, &cut->sewn_capacity,
                                                 (int64_t)cut->sewn_count + 1, 2 * sizeof *cut->sewn);
                if (status != BIGHT_OK) {
                    return status;
                }
                cut->sewn[2 * cut->sewn_count] = a;
                cut->sewn[2 * cut->sewn_count + 1] = b;
                cut->sewn_count++;
            }
            if (report != NULL && pass == 0) {
                double a = edges->length[one], b = edges->length[two];
                report->seams[s] =
                    (bight_sewing_seam){{a, b}, bi_max(a, b) / bi_min(a, b) - 1.0, count, against};
            }
        }
    }

    // numbers of vertices, in the order of the panels' places; below 0 while they are being given. A root comes before
    // all that it stands for.
    int32_t places = cut->first[cut->panel_count];
    for (int32_t i = 0; i < places; i++) {
        cut->vertex[i] = bi_set_root(cut->vertex, i);
    }
    for (int32_t i = 0; i < places; i++) {
        int32_t root = cut->vertex[i];
        cut->vertex[i] = root == i ? -1 - cut->vertex_count++ : cut->vertex[root];
    }
    for (int32_t i = 0; i < places; i++) {
        cut->vertex[i] = -1 - cut->vertex[i];
    }
    int32_t kept = 0;
    for (int32_t s = 0; s < cut->sewn_count; s++) {
        int32_t a = cut->vertex[cut->sewn[2 * s]], b = cut->vertex[cut->sewn[2 * s + 1]];
        bool known = a == b;
        for (int32_t i = kept - 1; i >= 0 && !known; i--) {
            known = (cut->sewn[2 * i] == a && cut->sewn[2 * i + 1] == b) ||
                    (cut->sewn[2 * i] == b && cut->sewn[2 * i + 1] == a);
        }
        if (!known) {
            cut->sewn[2 * kept] = a;
            cut->sewn[2 * kept + 1] = b;
            kept++;
        }
    }
    cut->sewn_count = kept;
    return BIGHT_OK;
}

// Sewn panels face one way when their borders, both counter-clockwise, run against each other along the stitch. From the first
// panel on, those that do not are turned over; where a ring of panels cannot agree the earlier ones decide.
static void turn_over(const bight_sewing *pattern, bi_cut *cut)
{
    bool more = true;
    for (int32_t p = 0; p < cut->panel_count; p++) {
        cut->sides[p] = 0;
    }
    for (int32_t p = 0; p < cut->panel_count; p++) {
        cut->sides[p] = cut->sides[p] == 0 ? 1 : cut->sides[p];
        for (more = true; more;) {
            more = false;
            for (int32_t s = 0; s < pattern->stitch_count; s++) {
                const bight_sewing_stitch *stitch = &pattern->stitches[s];
                int32_t *one = &cut->sides[stitch->panel[0]], *two = &cut->sides[stitch->panel[1]];
                bool agree = runs_against(pattern, stitch);
                for (int32_t k = 0; k < 2; k++) {
                    agree = bi_panel_turn(&pattern->panels[stitch->panel[k]]) < 0.0 ? !agree : agree;
                }
                if ((*one == 0) != (*two == 0)) {
                    *(*one == 0 ? one : two) = (*one + *two) * (agree ? 1 : -1);
                    more = true;
                }
            }
        }
    }
    for (int32_t p = 0; p < cut->panel_count; p++) {
        bi_flat *flat = &cut->flats[p];
        for (int32_t t = 0; t < flat->triangle_count && cut->sides[p] < 0; t++) {
            int32_t corner = flat->triangles[3 * t + 1];
            flat->triangles[3 * t + 1] = flat->triangles[3 * t + 2];
            flat->triangles[3 * t + 2] = corner;
        }
    }
}

static void measure(const bi_cut *cut, bight_sewing_report *report)
{
    double sum = 0.0;
    int64_t count = 0;
    report->least_angle = 180.0;
    for (int32_t p = 0; p < cut->panel_count; p++) {
        const bi_flat *flat = &cut->flats[p];
        report->least_angle = bi_min(report->least_angle, flat->least_angle);
        for (int32_t i = 0; i < 3 * flat->triangle_count; i++) {
            const double *a = flat->places + 2 * flat->triangles[i],
                         *b = flat->places + 2 * flat->triangles[i - i % 3 + (i + 1) % 3];
            double length = bi_length_2d(b[0] - a[0], b[1] - a[1]);
            report->shortest_edge = count == 0 ? length : bi_min(report->shortest_edge, length);
            report->longest_edge = bi_max(report->longest_edge, length);
            sum += length;
            count++;
        }
    }
    report->mean_edge = count > 0 ? sum / (double)count : 0.0;
}

static bight_status cut_all(const bight_allocator *allocator, const bight_sewing *pattern, edge_list *edges,
                            bi_cut *cut, bight_sewing_report *report, bight_error *error)
{
    bight_status status = divide_edges(allocator, pattern, edges);
    if (status == BIGHT_ERROR_TOO_LARGE) {
        return bi_fail(error, status, 0, "the outlines have more than 1,000,000 edges: ask for longer ones");
    }
    size_t panels = (size_t)pattern->panel_count;
    cut->panel_count = pattern->panel_count;
    if (status == BIGHT_OK) {
        cut->flats = bi_new_array(allocator, panels, sizeof *cut->flats);
        cut->shift = bi_new_array(allocator, panels, 2 * sizeof *cut->shift);
        cut->sides = bi_new_array(allocator, panels, sizeof *cut->sides);
    }
    if (status != BIGHT_OK || cut->flats == NULL || cut->shift == NULL || cut->sides == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to cut a pattern of %d panels",
                       cut->panel_count);
    }

    // each panel, and where it lies on the pattern: one beside the other, 5 cm apart
    double right = 0.0;
    int64_t places = 0;
    for (int32_t p = 0; p < cut->panel_count; p++) {
        bi_flat *flat = &cut->flats[p];
        status = cut_panel(allocator, pattern, edges, p, flat, error);
        if (status != BIGHT_OK) {
            return status;
        }
        double low = flat->places[0], high = low, bottom = flat->places[1];
        for (int32_t i = 1; i < flat->vertex_count; i++) {
            low = bi_min(low, flat->places[2 * i]);
            high = bi_max(high, flat->places[2 * i]);
            bottom = bi_min(bottom, flat->places[2 * i + 1]);
        }
        cut->shift[2 * p] = right - low;
        cut->shift[2 * p + 1] = -bottom;
        right += high - low + 0.05;
        places += flat->vertex_count;
        if (places > MOST_VERTICES) {
            return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0,
                           "more than 1,000,000 vertices: ask for longer edges");
        }
    }

    cut->first = bi_new_array(allocator, panels + 1, sizeof *cut->first);
    for (int32_t p = 0; p < cut->panel_count && cut->first != NULL; p++) {
        cut->first[p + 1] = cut->first[p] + cut->flats[p].vertex_count;
    }
    cut->vertex = cut->first == NULL ? NULL : bi_new_array(allocator, (size_t)places, sizeof *cut->vertex);
    if (report != NULL) {
        report->seams = bi_new_array(allocator, (size_t)pattern->stitch_count, sizeof *report->seams);
        report->seam_count = report->seams == NULL ? 0 : pattern->stitch_count;
    }
    if (cut->vertex == NULL || (report != NULL && pattern->stitch_count > 0 && report->seams == NULL)) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to cut a pattern of %d panels",
                       cut->panel_count);
    }
    status = sew(allocator, pattern, edges, cut, report);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for the seams of a pattern");
    }
    turn_over(pattern, cut);
    if (report != NULL) {
        measure(cut, report);
    }
    return BIGHT_OK;
}

bight_status bi_cut_make(const bight_allocator *allocator, const bight_sewing *pattern, double edge,
                         const double *edges, bi_cut *cut, bight_sewing_report *report, bight_error *error)
{
    *cut = (bi_cut){0};
    if (report != NULL) {
        *report = (bight_sewing_report){0};
    }
    if (!(edge > 0.0) || !isfinite(edge) || pattern->panel_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       pattern->panel_count < 1 ? "the pattern has no panels"
                                                : "the edge length must be above 0");
    }
    edge_list all = {.edge = edge, .each = edges};
    bight_status status = check_pattern(pattern, error);
    status = status == BIGHT_OK ? cut_all(allocator, pattern, &all, cut, report, error) : status;
    free_edges(allocator, &all);
    if (status != BIGHT_OK) {
        bi_cut_free(allocator, cut);
        bight_sewing_report_free(allocator, report);
    }
    return status;
}

// ---- the mesh -------------------------------------------------------------------------------------------

static void fill(const bight_sewing *pattern, const bi_cut *cut, const bi_pose *pose, int32_t *shares,
                 bight_cloth_mesh *mesh)
{
    int32_t triangle = 0;
    for (int32_t p = 0; p < cut->panel_count; p++) {
        const bi_flat *flat = &cut->flats[p];
        mesh->names[p] = pattern->panels[p].name;
        for (int32_t i = 0; i < flat->vertex_count; i++) {
            int32_t at = cut->first[p] + i, vertex = cut->vertex[at];
            const double *place = flat->places + 2 * i;
            bight_vec3 there =
                pose == NULL ? bi_panel_place(&pattern->panels[p], place) : pose->at(pose->user, p, place);
            mesh->positions[vertex] = v3_add(mesh->positions[vertex], there);
            shares[vertex]++;
            mesh->uv[2 * at] = place[0] + cut->shift[2 * p];
            mesh->uv[2 * at + 1] = place[1] + cut->shift[2 * p + 1];
        }
        for (int32_t t = 0; t < flat->triangle_count; t++, triangle++) {
            for (int32_t k = 0; k < 3; k++) {
                int32_t at = cut->first[p] + flat->triangles[3 * t + k];
                mesh->uv_triangles[3 * triangle + k] = at;
                mesh->triangles[3 * triangle + k] = cut->vertex[at];
            }
            mesh->faces[triangle] = triangle;
            mesh->groups[triangle] = p;
        }
    }
    for (int32_t v = 0; v < cut->vertex_count; v++) {
        mesh->positions[v] = v3_mul(1.0 / shares[v], mesh->positions[v]);
    }
    if (cut->sewn_count > 0) {
        memcpy(mesh->seams, cut->sewn, 2 * (size_t)cut->sewn_count * sizeof *mesh->seams);
    }
}

bight_status bi_cut_mesh(const bight_env *env, const bight_sewing *pattern, const bi_cut *cut,
                         const bi_pose *pose, bight_cloth_mesh *mesh, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    int32_t places = cut->first[cut->panel_count], triangles = 0;
    for (int32_t p = 0; p < cut->panel_count; p++) {
        triangles += cut->flats[p].triangle_count;
    }
    *mesh = (bight_cloth_mesh){0};
    int32_t *room = mesh->capacities;
    bight_status status =
        bi_reserve(allocator, &mesh->positions, &room[0], cut->vertex_count, sizeof *mesh->positions);
    status = status != BIGHT_OK ? status
                                : bi_reserve(allocator, &mesh->uv, &room[1], places, 2 * sizeof *mesh->uv);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->triangles, &room[2], triangles, 3 * sizeof *mesh->triangles);
    status = status != BIGHT_OK ? status
                                : bi_reserve(allocator, &mesh->uv_triangles, &room[3], triangles,
                                             3 * sizeof *mesh->uv_triangles);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->faces, &room[4], triangles, sizeof *mesh->faces);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->groups, &room[5], triangles, sizeof *mesh->groups);
    status = status != BIGHT_OK
                 ? status
                 : bi_reserve(allocator, &mesh->names, &room[6], cut->panel_count, sizeof *mesh->names);
    status = status != BIGHT_OK || cut->sewn_count == 0
                 ? status
                 : bi_reserve(allocator, &mesh->seams, &room[7], cut->sewn_count, 2 * sizeof *mesh->seams);
    int32_t *shares = bi_new_array(allocator, (size_t)cut->vertex_count, sizeof *shares);
    if (status != BIGHT_OK || shares == NULL) {
        bi_free_array(allocator, shares, (size_t)cut->vertex_count, sizeof *shares);
        bight_cloth_mesh_free(allocator, mesh);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a mesh of %d triangles", triangles);
    }
    memset(mesh->positions, 0, (size_t)cut->vertex_count * sizeof *mesh->positions);
    mesh->vertex_count = cut->vertex_count;
    mesh->uv_count = places;
    mesh->triangle_count = mesh->face_count = triangles;
    mesh->group_count = cut->panel_count;
    mesh->seam_count = cut->sewn_count;
    fill(pattern, cut, pose, shares, mesh);
    bi_free_array(allocator, shares, (size_t)cut->vertex_count, sizeof *shares);
    return BIGHT_OK;
}

bight_status bight_sewing_mesh(const bight_env *env, const bight_sewing *pattern, double edge,
                               bight_cloth_mesh *mesh, bight_sewing_report *report, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *mesh = (bight_cloth_mesh){0};
    bi_cut cut;
    bight_status status = bi_cut_make(allocator, pattern, edge, NULL, &cut, report, error);
    if (status == BIGHT_OK) {
        status = bi_cut_mesh(env, pattern, &cut, NULL, mesh, error);
        bi_cut_free(allocator, &cut);
        if (status != BIGHT_OK) {
            bight_sewing_report_free(allocator, report);
        }
    }
    return status;
}
