// SPDX-License-Identifier: MIT
// The rows of Jc for a rope and a sheet. A link lies over many triangles of cloth, and a row for each would
// say the same again and again, in a dense matrix. What matters of each side of the link are the closest
// points and the points closest to either end: neighbours share their node, and with it that row.

#include "core/vec3.h"
#include "geom/segment.h"
#include "sim/arena.h"
#include "sim/near.h"
#include "sim/obstacle.h"
#include "sim/obstacle_mesh.h"
#include "sim/projection/contact.h"

// Sides of one sheet that a link may have rows for, and the rows of each.
#define MOST_SIDES 4
#define ROWS_OF_SIDE 3

// How much nearer than both ends say, in reaches, the middle of a link must be to have a row of its own.
#define BULGE 0.02

// Triangles whose directions differ by less than 60 degrees are on one side of the link.
#define ONE_SIDE 0.5

static const bi_near *near_of(const bight_world *world, const bi_projection_solver *p, int32_t pair)
{
    return &world->near[p->pairs[pair]];
}

static bi_solid_gap gap_of_point(const bight_vec3 corner[3], bight_vec3 at, double s)
{
    bi_point_triangle closest = bi_point_triangle_closest(at, corner[0], corner[1], corner[2]);
    double distance = sqrt(closest.distance_squared);
    bight_vec3 away = v3_sub(at, closest.on_triangle);
    return (bi_solid_gap){s, distance, distance > 0.0 ? v3_mul(1.0 / distance, away) : v3(0, 0, 0)};
}

static bi_sheet_gap measure(const bight_world *world, const bi_near *near, int32_t pair)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t end = bi_next(&world->ropes[world->rope_of[near->a]], near->a);
    bight_vec3 a = world->at[near->a], b = world->at[end], corner[3];
    bi_sheet_gap gap = {.pair = pair,
                        .triangle = near->b,
                        .closest = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, a, b)};
    bi_obstacle_triangle(obstacle, near->b, corner);
    gap.end[0] = gap_of_point(corner, a, 0.0); // also when closest: the link next to it must find the same
    gap.end[1] = gap_of_point(corner, b, 1.0);
    return gap;
}

static void add_row(const bight_world *world, bi_projection_solver *p, int32_t first, int32_t pair,
                    bi_solid_gap gap)
{
    int32_t before = p->touch_count;
    bi_obstacle_row(world, p, near_of(world, p, first + pair), gap.s, gap);
    if (p->touch_count > before) {
        p->touches[before].pair = pair;
    }
}

// The rows of one side: the closest triangle of all that are left, and those closest to the ends on that
// side.
// @return False when nothing is left that may be met.
static bool add_side(const bight_world *world, bi_projection_solver *p, int32_t first, int32_t count,
                     double beyond)
{
    // the closest of all that have no row yet
    bi_sheet_gap *best = NULL;
    for (int32_t i = 0; i < count; i++) {
        bi_sheet_gap *gap = &p->gaps[i];
        bool closer = best == NULL || gap->closest.distance < best->closest.distance ||
                      (gap->closest.distance == best->closest.distance && gap->pair < best->pair);
        best = !gap->done && closer ? gap : best;
    }

    double reach = best != NULL ? near_of(world, p, first + best->pair)->reach + beyond : 0.0;
    if (best == NULL || best->closest.distance > reach) {
        return false;
    }

    // what lies on the same side has its row with it; of that the closest to either end
    const bi_sheet_gap *at_end[2] = {best, best};
    bight_vec3 normal = best->closest.normal;
    best->done = true;
    for (int32_t i = 0; i < count; i++) {
        bi_sheet_gap *gap = &p->gaps[i];
        if (gap->done || v3_dot(gap->closest.normal, normal) < ONE_SIDE) {
            continue;
        }
        gap->done = true;
        for (int32_t end = 0; end < 2; end++) {
            double here = gap->end[end].distance, least = at_end[end]->end[end].distance;
            bool lower = gap->triangle < at_end[end]->triangle;
            at_end[end] = here < least || (here == least && lower) ? gap : at_end[end];
        }
    }

    // the middle has a row of its own where it is nearer than the ends say
    double between =
        (1.0 - best->closest.s) * at_end[0]->end[0].distance + best->closest.s * at_end[1]->end[1].distance;
    if (between > best->closest.distance + BULGE * (reach - beyond)) {
        add_row(world, p, first, best->pair, best->closest);
    }

    for (int32_t end = 0; end < 2; end++) {
        if (at_end[end]->end[end].distance <= reach) {
            add_row(world, p, first, at_end[end]->pair, at_end[end]->end[end]);
        }
    }
    return true;
}

// Pairs are chained by link; a link's chain hangs on its own number.
bight_status bi_sheet_rows(bight_world *world, bi_projection_solver *p, int32_t first, int32_t from,
                           int32_t to)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    size_t mark = bi_arena_mark(world);
    int32_t *head = bi_arena_take(world, sizeof *head); // of a link: the first pair of its chain, or -1
    double beyond = bi_thinnest(world);                 // no node moves more in a cycle

    // chain the pairs that may meet in this cycle by link
    for (int32_t pair = from; pair < to; pair++) {
        head[near_of(world, p, first + pair)->a] = -1;
    }
    for (int32_t pair = from; pair < to; pair++) {
        bi_near *near = &world->near[p->pairs[first + pair]];
        if (near->distance <= near->reach + beyond) {
            near->next = head[near->a];
            head[near->a] = pair;
        }
    }

    // for each link: its gaps, then up to MOST_SIDES sides of the sheet
    bight_status status = BIGHT_OK;
    for (int32_t pair = from; pair < to && status == BIGHT_OK; pair++) {
        int32_t link = near_of(world, p, first + pair)->a, count = 0;
        for (int32_t i = head[link]; i >= 0 && status == BIGHT_OK; i = near_of(world, p, first + i)->next) {
            status = bi_reserve(allocator, &p->gaps, &p->gap_capacity, (int64_t)count + 1, sizeof *p->gaps);
            if (status == BIGHT_OK) {
                p->gaps[count++] = measure(world, near_of(world, p, first + i), i);
            }
        }

        head[link] = -1;

        if (status == BIGHT_OK && count > 0) {
            status = bi_reserve(allocator, &p->touches, &p->touch_capacity,
                                (int64_t)p->touch_count + MOST_SIDES * ROWS_OF_SIDE, sizeof *p->touches);
        }
        for (int32_t side = 0; side < MOST_SIDES && status == BIGHT_OK; side++) {
            if (!add_side(world, p, first, count, beyond)) {
                break;
            }
        }
    }
    bi_arena_release(world, mark);
    return status;
}
