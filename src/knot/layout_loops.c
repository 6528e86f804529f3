// SPDX-License-Identifier: MIT
// From the places of points to loops, piece beside piece.

#include "knot/layout.h"

#include "core/memory.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586
#define MARGIN 4.0       // between pieces
#define CIRCLE_POINTS 24 // of a component without a crossing

static bight_status add_point(bi_layout *layout, bi_point point, int8_t level)
{
    bight_status status = bi_reserve(&layout->allocator, &layout->points, &layout->point_capacity,
                                     (int64_t)layout->point_count + 1, sizeof *layout->points);
    if (status == BIGHT_OK) {
        status = bi_reserve(&layout->allocator, &layout->level, &layout->level_capacity,
                            (int64_t)layout->point_count + 1, sizeof *layout->level);
    }
    if (status == BIGHT_OK) {
        layout->points[layout->point_count] = point;
        layout->level[layout->point_count++] = level;
    }
    return status;
}

static bight_status end_loop(bi_layout *layout)
{
    bight_status status = bi_reserve(&layout->allocator, &layout->starts, &layout->start_capacity,
                                     (int64_t)layout->loop_count + 2, sizeof *layout->starts);
    if (status == BIGHT_OK) {
        layout->starts[0] = 0;
        layout->starts[++layout->loop_count] = layout->point_count;
    }
    return status;
}

// Follows each component from its first crossing. `seen` (4 crossings).
static bight_status add_loops(bi_layout *layout, const bi_faces *faces, const bi_point *centre, int32_t *seen)
{
    const bi_diagram *diagram = faces->diagram;
    int32_t darts = 4 * diagram->crossings;
    memset(seen, 0, (size_t)darts * sizeof *seen);
    bight_status status = BIGHT_OK;
    for (int32_t start = 0; start < darts && status == BIGHT_OK; start++) {
        if (seen[start] || !bi_is_out(diagram, start)) {
            continue;
        }
        for (int32_t d = start; !seen[d] && status == BIGHT_OK; d = bi_opposite(diagram->mate[d])) {
            seen[d] = 1;
            status = add_point(layout, centre[bi_crossing(d)], bi_is_over(d) ? 1 : -1);
            for (int32_t step = 1; step <= BI_LAYOUT_STEPS && status == BIGHT_OK; step++) {
                status = add_point(layout, centre[bi_layout_point(faces, d, step)], 0);
            }
        }
        status = status == BIGHT_OK ? end_loop(layout) : status;
    }
    return status;
}

// The points from `from` on are moved to the right of those before, at the same height.
static void set_beside(bi_layout *layout, int32_t from)
{
    bi_point low = {(double)INFINITY, (double)INFINITY}, high = {(double)-INFINITY, (double)-INFINITY};
    for (int32_t i = from; i < layout->point_count; i++) {
        bi_point p = layout->points[i];
        low = (bi_point){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (bi_point){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    double dx = (from == 0 ? 0.0 : layout->high.x + MARGIN) - low.x, dy = -0.5 * (low.y + high.y);
    for (int32_t i = from; i < layout->point_count; i++) {
        layout->points[i].x += dx;
        layout->points[i].y += dy;
    }
    double height = 0.5 * (high.y - low.y);
    layout->low = (bi_point){0.0, from == 0 ? -height : fmin(layout->low.y, -height)};
    layout->high = (bi_point){high.x + dx, from == 0 ? height : fmax(layout->high.y, height)};
}

// Turn the drawing about its centre so that it is as wide as it can be: tables print knots lying down.
static void lay_down(bi_point *points, int32_t count)
{
    double best = 0.0, best_angle = 0.0;
    for (int32_t k = 0; k < 36; k++) {
        double angle = TURN * k / 72.0, low = 0.0, high = 0.0, left = 0.0, right = 0.0;
        for (int32_t i = 0; i < count; i++) {
            double x = points[i].x * cos(angle) - points[i].y * sin(angle);
            double y = points[i].x * sin(angle) + points[i].y * cos(angle);
            left = i == 0 ? x : fmin(left, x), right = i == 0 ? x : fmax(right, x);
            low = i == 0 ? y : fmin(low, y), high = i == 0 ? y : fmax(high, y);
        }
        double shape = (right - left) / (high - low);
        if (shape > best + 1e-6) {
            best = shape;
            best_angle = angle;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        bi_point p = points[i];
        points[i].x = p.x * cos(best_angle) - p.y * sin(best_angle);
        points[i].y = p.x * sin(best_angle) + p.y * cos(best_angle);
    }
}

bight_status bi_layout_append(bi_layout *layout, const bi_faces *faces, bi_point *points, int32_t count,
                              int32_t *seen)
{
    int32_t from = layout->point_count;
    lay_down(points, count);
    bight_status status = add_loops(layout, faces, points, seen);
    if (status == BIGHT_OK) {
        set_beside(layout, from);
    }
    return status;
}

bight_status bi_layout_append_circle(bi_layout *layout)
{
    const int32_t count = CIRCLE_POINTS;
    int32_t from = layout->point_count;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        double angle = TURN * i / count, radius = count / TURN;
        status = add_point(layout, (bi_point){radius * cos(angle), radius * sin(angle)}, 0);
    }
    status = status == BIGHT_OK ? end_loop(layout) : status;
    if (status == BIGHT_OK) {
        set_beside(layout, from);
    }
    return status;
}
