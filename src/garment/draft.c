// SPDX-License-Identifier: MIT

#include "garment/draft.h"

#include "core/pi.h"
#include "core/vec3.h"

static bight_sewing_panel *last_panel(bi_draft *draft)
{
    return &draft->pattern.panels[draft->pattern.panel_count - 1];
}

int32_t bi_draft_panel(bi_draft *draft, const char *name, bi_lay lay)
{
    if (draft->status != BIGHT_OK) {
        return 0;
    }
    if (draft->pattern.panel_count == BI_MOST_PIECES ||
        bi_pattern_add_panel(draft->allocator, &draft->pattern, name) == NULL) {
        draft->status = BIGHT_ERROR_NO_MEMORY;
        return 0;
    }
    int32_t panel = draft->pattern.panel_count - 1;
    draft->pieces[panel] = (bi_piece){.lay = lay};
    return panel;
}

static bight_sewing_edge *add_edge(bi_draft *draft, double x, double y)
{
    bight_sewing_edge *edge =
        draft->status == BIGHT_OK ? bi_panel_add_edge(draft->allocator, last_panel(draft), x, y) : NULL;
    draft->status = draft->status == BIGHT_OK && edge == NULL ? BIGHT_ERROR_NO_MEMORY : draft->status;
    return edge;
}

void bi_draft_line(bi_draft *draft, double x, double y)
{
    (void)add_edge(draft, x, y);
}

void bi_draft_quadratic(bi_draft *draft, double x, double y, double cx, double cy)
{
    bight_sewing_edge *edge = add_edge(draft, x, y);
    if (edge != NULL) {
        edge->control_count = 1;
        edge->control[0][0] = cx;
        edge->control[0][1] = cy;
    }
}

void bi_draft_cubic(bi_draft *draft, double x, double y, double cx, double cy, double dx, double dy)
{
    bi_draft_quadratic(draft, x, y, cx, cy);
    if (draft->status == BIGHT_OK) {
        bight_sewing_edge *edge = &last_panel(draft)->edges[last_panel(draft)->edge_count - 1];
        edge->control_count = 2;
        edge->control[1][0] = dx;
        edge->control[1][1] = dy;
    }
}

void bi_draft_lay(bi_draft *draft, bight_vec3 at, bight_vec3 x, bight_vec3 y)
{
    if (draft->status == BIGHT_OK) {
        bight_sewing_panel *panel = last_panel(draft);
        bight_vec3 z = v3_cross(x, y);
        const double rotation[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
        panel->translation = at;
        for (int32_t k = 0; k < 9; k++) {
            panel->rotation[k] = rotation[k];
        }
    }
}

void bi_draft_join(bi_draft *draft, int32_t a, int32_t edge, int32_t b, int32_t other, int32_t way)
{
    if (draft->status == BIGHT_OK) {
        draft->status = bi_pattern_add_stitch(draft->allocator, &draft->pattern,
                                              (bight_sewing_stitch){{a, b}, {edge, other}, true, way});
    }
}

int32_t bi_draft_strip(bi_draft *draft, const char *name, double length, double width,
                       const bi_path_plan *path)
{
    int32_t panel = bi_draft_panel(draft, name, BI_LAY_STRIP);
    bi_draft_line(draft, -0.5 * length, -0.5 * width);
    bi_draft_line(draft, 0.5 * length, -0.5 * width);
    bi_draft_line(draft, 0.5 * length, 0.5 * width);
    bi_draft_line(draft, -0.5 * length, 0.5 * width);
    draft->pieces[panel].path = *path;
    return panel;
}

static void add_bend(bi_path_plan *path, double length, double bend, double twist)
{
    if (length > 0.0 && path->count < BI_MOST_BENDS) {
        path->bends[path->count++] = (bi_bend){length, bend, twist};
    }
}

bi_path_plan bi_loop_path(bight_vec3 middle, double half, double round, double gap, double turn, double tail)
{
    bi_path_plan path = {.origin = v3(middle.x, middle.y, middle.z - round),
                         .tangent = v3(1.0, 0.0, 0.0),
                         .normal = v3(0.0, 0.0, 1.0)};
    add_bend(&path, half, 0.0, 0.0);
    if (half - gap - turn > 0.0) {
        add_bend(&path, PI * round, 1.0 / round, 0.0);
        add_bend(&path, half - gap - turn, 0.0, 0.0);
        add_bend(&path, 0.5 * PI * turn, -1.0 / turn, 0.0);
    } else {
        // no straight front: the half circle is left at an angle a with half + (round + turn) sin a - turn = gap
        double sine = (gap + turn - half) / (round + turn), angle = PI - asin(bi_min(1.0, bi_max(0.0, sine)));
        add_bend(&path, angle * round, 1.0 / round, 0.0);
        add_bend(&path, (angle - 0.5 * PI) * turn, -1.0 / turn, 0.0);
    }
    add_bend(&path, tail, 0.0, 0.0);
    return path;
}

void bi_let_hang(bi_path_plan *path, double over, double bend)
{
    path->bends[path->count - 1] = (bi_bend){0.01, 0.0, 0.0};
    add_bend(path, over, 0.0, 0.5 * PI / over);
    add_bend(path, 0.5 * PI * bend, 1.0 / bend, 0.0);
}
