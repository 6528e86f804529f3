// SPDX-License-Identifier: MIT

#include "garment/outline.h"

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"

#include <math.h>
#include <stdio.h>

// Pieces in which the length of a curved edge is measured.
#define PIECES 256

void bight_sewing_free(const bight_allocator *allocator, bight_sewing *pattern)
{
    if (pattern == NULL) {
        return;
    }
    for (int32_t i = 0; i < pattern->panel_count; i++) {
        bight_sewing_panel *panel = &pattern->panels[i];
        bi_free_array(allocator, panel->edges, (size_t)panel->edge_capacity, sizeof *panel->edges);
    }
    bi_free_array(allocator, pattern->panels, (size_t)pattern->capacities[0], sizeof *pattern->panels);
    bi_free_array(allocator, pattern->stitches, (size_t)pattern->capacities[1], sizeof *pattern->stitches);
    *pattern = (bight_sewing){0};
}

bight_sewing_panel *bi_pattern_add_panel(const bight_allocator *allocator, bight_sewing *pattern,
                                         const char *name)
{
    if (bi_reserve(allocator, &pattern->panels, &pattern->capacities[0], (int64_t)pattern->panel_count + 1,
                   sizeof *pattern->panels) != BIGHT_OK) {
        return NULL;
    }
    bight_sewing_panel *panel = &pattern->panels[pattern->panel_count++];
    *panel = (bight_sewing_panel){.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    (void)snprintf(panel->name.text, sizeof panel->name.text, "%s", name);
    return panel;
}

bight_sewing_edge *bi_panel_add_edge(const bight_allocator *allocator, bight_sewing_panel *panel, double x,
                                     double y)
{
    if (bi_reserve(allocator, &panel->edges, &panel->edge_capacity, (int64_t)panel->edge_count + 1,
                   sizeof *panel->edges) != BIGHT_OK) {
        return NULL;
    }
    bight_sewing_edge *edge = &panel->edges[panel->edge_count++];
    *edge = (bight_sewing_edge){.from = {x, y}};
    return edge;
}

bight_status bi_pattern_add_stitch(const bight_allocator *allocator, bight_sewing *pattern,
                                   bight_sewing_stitch stitch)
{
    bight_status status = bi_reserve(allocator, &pattern->stitches, &pattern->capacities[1],
                                     (int64_t)pattern->stitch_count + 1, sizeof *pattern->stitches);
    if (status == BIGHT_OK) {
        pattern->stitches[pattern->stitch_count++] = stitch;
    }
    return status;
}

// An arc of angle 4 atan(bulge) over the chord a-b. With the chord's unit frame (e, n), n to its left, and half its
// length h, the centre is m + n h (1 - bulge^2) / (2 bulge); a positive bulge runs to the right of the chord.
static void arc_at(const double a[2], const double b[2], double bulge, double t, double place[2])
{
    double x = b[0] - a[0], y = b[1] - a[1], far = (1.0 - bulge * bulge) / (4.0 * bulge);
    double centre[2] = {0.5 * (a[0] + b[0]) - y * far, 0.5 * (a[1] + b[1]) + x * far};
    bi_turn turn = bi_turn_of(4.0 * bi_turn_to(1.0, bulge) * t);
    double c = turn.cosine, s = turn.sine;
    double rx = a[0] - centre[0], ry = a[1] - centre[1];
    place[0] = centre[0] + c * rx - s * ry;
    place[1] = centre[1] + s * rx + c * ry;
}

void bi_edge_at(const bight_sewing_panel *panel, int32_t edge, double t, double place[2])
{
    const bight_sewing_edge *e = &panel->edges[edge];
    const double *a = e->from, *b = panel->edges[(edge + 1) % panel->edge_count].from;
    if (t <= 0.0 || t >= 1.0) { // ends to the bit
        const double *end = t <= 0.0 ? a : b;
        place[0] = end[0];
        place[1] = end[1];
        return;
    }
    double s = 1.0 - t;
    if (e->control_count == 0 && e->bulge != 0.0) {
        arc_at(a, b, e->bulge, t, place);
        return;
    }
    for (int32_t k = 0; k < 2; k++) {
        double c = e->control[0][k], d = e->control[1][k];
        place[k] = e->control_count == 0 ? s * a[k] + t * b[k]
                   : e->control_count == 1
                       ? s * s * a[k] + 2.0 * s * t * c + t * t * b[k]
                       : s * s * s * a[k] + 3.0 * s * s * t * c + 3.0 * s * t * t * d + t * t * t * b[k];
    }
}

static bool is_straight(const bight_sewing_edge *edge)
{
    return edge->control_count == 0 && edge->bulge == 0.0;
}

double bi_edge_length(const bight_sewing_panel *panel, int32_t edge)
{
    int32_t pieces = is_straight(&panel->edges[edge]) ? 1 : PIECES;
    double length = 0.0, last[2], next[2];
    bi_edge_at(panel, edge, 0.0, last);
    for (int32_t i = 1; i <= pieces; i++) {
        bi_edge_at(panel, edge, (double)i / pieces, next);
        length += bi_length_2d(next[0] - last[0], next[1] - last[1]);
        last[0] = next[0];
        last[1] = next[1];
    }
    return length;
}

void bi_edge_divide(const bight_sewing_panel *panel, int32_t edge, int32_t divisions, double *places)
{
    if (is_straight(&panel->edges[edge])) {
        for (int32_t i = 0; i < divisions; i++) {
            bi_edge_at(panel, edge, (double)i / divisions, places + 2 * i);
        }
        return;
    }

    // walk along the curve in small pieces; at each whole division of the length interpolate its parameter
    int32_t pieces = divisions * 4 > PIECES ? divisions * 4 : PIECES;
    double length = 0.0, last[2], next[2];
    bi_edge_at(panel, edge, 0.0, last);
    for (int32_t i = 1; i <= pieces; i++) {
        bi_edge_at(panel, edge, (double)i / pieces, next);
        length += bi_length_2d(next[0] - last[0], next[1] - last[1]);
        last[0] = next[0];
        last[1] = next[1];
    }
    double gone = 0.0;
    int32_t done = 0;
    bi_edge_at(panel, edge, 0.0, last);
    for (int32_t i = 1; i <= pieces && done < divisions; i++) {
        bi_edge_at(panel, edge, (double)i / pieces, next);
        double step = bi_length_2d(next[0] - last[0], next[1] - last[1]);
        while (done < divisions && (gone + step >= length * done / divisions || i == pieces)) {
            double part = step > 0.0 ? fmin(1.0, fmax(0.0, (length * done / divisions - gone) / step)) : 0.0;
            bi_edge_at(panel, edge, (i - 1 + part) / pieces, places + 2 * done);
            done++;
        }
        gone += step;
        last[0] = next[0];
        last[1] = next[1];
    }
}

double bi_panel_turn(const bight_sewing_panel *panel)
{
    double turn = 0.0;
    for (int32_t e = 0; e < panel->edge_count; e++) {
        double last[2], next[2];
        bi_edge_at(panel, e, 0.0, last);
        for (int32_t i = 1; i <= 16; i++) {
            bi_edge_at(panel, e, i / 16.0, next);
            turn += last[0] * next[1] - last[1] * next[0];
            last[0] = next[0];
            last[1] = next[1];
        }
    }
    return turn;
}

bight_vec3 bi_panel_place(const bight_sewing_panel *panel, const double place[2])
{
    const double *r = panel->rotation;
    return (bight_vec3){panel->translation.x + r[0] * place[0] + r[1] * place[1],
                        panel->translation.y + r[3] * place[0] + r[4] * place[1],
                        panel->translation.z + r[6] * place[0] + r[7] * place[1]};
}
