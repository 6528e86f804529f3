// SPDX-License-Identifier: MIT

#include "cloth/tangle.h"

#include "cloth/crease.h"
#include "cloth/elastic.h"
#include "cloth/near_gap.h"
#include "cloth/pairs.h"
#include "cloth/yield_side.h"
#include "cloth/rows.h"
#include "cloth/contact_exempt.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

// Below this, relative to the edge and normal's lengths, the pairwise form would divide by nearly nothing.
#define GRAZING 0.05

// ---- directions -----------------------------------------------------------------------------------------

bight_vec3 bi_tangle_along(bight_vec3 point, bight_vec3 p, bight_vec3 q, bight_vec3 n,
                           const bight_vec3 *corners, int32_t count)
{
    BI_ASSERT(count >= 0 && (count == 0 || corners != NULL));
    bight_vec3 e = v3_unit(v3_sub(q, p), v3(0, 0, 0)), s = v3(0, 0, 0);
    for (int32_t i = 0; i < count; i++) {
        // into the triangle, across the edge
        bight_vec3 inward = v3_sub(corners[i], point);
        inward = v3_madd(inward, -v3_dot(inward, e), e);
        bight_vec3 m = v3_cross(e, inward), along = v3_unit(v3_cross(n, m), v3(0, 0, 0));
        s = v3_madd(s, v3_dot(along, inward) < 0.0 ? -1.0 : 1.0, along);
    }
    return s;
}

void bi_tangle_gradient(bight_vec3 s, bight_vec3 e, bight_vec3 n, bight_vec3 *edge, bight_vec3 *face)
{
    double ratio = v3_dot(s, e) / v3_dot(n, e);
    *edge = v3_madd(v3_mul(-1.0, s), ratio, n);
    *face = v3_mul(-ratio, n);
}

bight_vec3 bi_tangle_push(bight_vec3 s, bight_vec3 e, bight_vec3 n)
{
    double along = v3_dot(n, e);
    return fabs(along) < GRAZING ? s : v3_madd(s, -2.0 * v3_dot(s, e) / along, n);
}

// ---- what pierces what ----------------------------------------------------------------------------------

// Which corner of the triangle a vertex is: 0 to 2, or -1.
static int32_t corner_of(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex ? 0 : triangle[1] == vertex ? 1 : triangle[2] == vertex ? 2 : -1;
}

// Does some plane, of x or at right angles to it along a side of x, keep the triangles apart except for a
// corner that they share (-1 for none)? Only a quick look: pairs within the tolerance are left to the
// exact test.
static bool apart(const bight_vec3 x[3], const bight_vec3 y[3], int32_t shared_x, int32_t shared_y,
                  double tolerance)
{
    bight_vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    for (int32_t k = 3; k >= 0; k--) {
        int32_t next = k >= 2 ? 0 : k + 1;
        bight_vec3 from = x[k < 3 ? k : shared_x >= 0 ? shared_x : 0];
        bight_vec3 axis = k < 3 ? v3_cross(v3_sub(x[next], x[k]), n) : n;
        double least = tolerance * v3_length(axis), low = HUGE_VAL, high = -HUGE_VAL;
        for (int32_t i = 0; i < 3; i++) {
            // the common corner lies on planes through it
            if (i == shared_y && (k == 3 || k == shared_x || next == shared_x)) {
                continue;
            }
            double h = v3_dot(axis, v3_sub(y[i], from));
            low = bi_min(low, h);
            high = bi_max(high, h);
        }
        if (low > least || (k == 3 && high < -least)) {
            return true;
        }
    }
    return false;
}

static void test_edges(bight_cloth_world *world, int32_t block, int32_t from, int32_t to)
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)from,
                  *w = world->topology.triangles + 3 * (size_t)to;
    for (int32_t k = 0; k < 3; k++) {
        int32_t a = v[k], b = v[k == 2 ? 0 : k + 1];
        if (!(world->topology.surface.owned[from] & BI_OWNS_EDGE(k)) || a == w[0] || a == w[1] || a == w[2] ||
            b == w[0] || b == w[1] || b == w[2]) {
            continue;
        }
        bool swap = a > b;
        const int32_t ranks[5] = {swap ? b : a, swap ? a : b, w[0], w[1], w[2]};
        const bight_vec3 x[5] = {world->at[ranks[0]], world->at[ranks[1]], world->at[w[0]], world->at[w[1]],
                                 world->at[w[2]]};
        if (bi_edge_meets_triangle(x, ranks) == BI_CROSSING) {
            bi_crossing found = {world->topology.surface.triangle_edges[3 * (size_t)from + (size_t)k], to, 0};
            bi_gather_add(&world->near.found[BI_FOUND_PIERCE], block, &found);
        }
    }
}

static void test_pair(bight_cloth_world *world, int32_t block, int32_t a, int32_t b)
{
    double tolerance = 1e-9 * world->edge_length;
    const int32_t *v = world->topology.triangles + 3 * (size_t)a,
                  *w = world->topology.triangles + 3 * (size_t)b;
    bight_vec3 x[3], y[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = world->at[v[k]];
        y[k] = world->at[w[k]];
    }
    int32_t shared = -1, other = -1;
    for (int32_t k = 0; k < 3 && shared < 0; k++) {
        other = corner_of(w, v[k]);
        shared = other >= 0 ? k : -1;
    }
    if (!apart(x, y, shared, other, tolerance) && !apart(y, x, other, shared, tolerance)) {
        test_edges(world, block, a, b);
        test_edges(world, block, b, a);
    }
}

// Triangles with nothing but one vertex in common; those with an edge in common cannot cross.
static void test_around(bight_cloth_world *world, int32_t block, int32_t vertex)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t end = surface->vertex_first[vertex + 1];
    for (int32_t c = surface->vertex_first[vertex]; c < end; c++) {
        int32_t a = surface->vertex_corners[c] / 3;
        const int32_t *v = world->topology.triangles + 3 * (size_t)a;
        for (int32_t d = c + 1; d < end && (surface->owned[a] & BI_FOLDED) == 0; d++) {
            int32_t b = surface->vertex_corners[d] / 3;
            const int32_t *w = world->topology.triangles + 3 * (size_t)b;
            int32_t common =
                (corner_of(w, v[0]) >= 0) + (corner_of(w, v[1]) >= 0) + (corner_of(w, v[2]) >= 0);
            if (common == 1 && (surface->owned[b] & BI_FOLDED) == 0) {
                test_pair(world, block, a, b);
            }
        }
    }
}

// Blocks of pairs that are near, then blocks of vertices where the sheet is sharp.
static void test_block(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    int32_t pairs = bi_cloth_blocks(world->near.close_count), vertices = block - pairs;
    if (block < pairs) {
        // levels were rounded down
        uint32_t moved = (uint32_t)bi_min(63.0, 2.0 * world->near.motion / bi_near_level(world));
        int32_t end = bi_cloth_block_end(block, world->near.close_count);
        for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
            bi_close_triangles pair = world->near.close[i];
            const uint32_t mask = (UINT32_C(1) << BI_CLOSE_BITS) - 1;
            uint32_t level = pair.a >> BI_CLOSE_BITS | pair.b >> BI_CLOSE_BITS << 3;
            if (level <= moved) {
                test_pair(world, block, (int32_t)(pair.a & mask), (int32_t)(pair.b & mask));
            }
        }
        return;
    }
    int32_t end = bi_cloth_block_end(vertices, world->vertex_count);
    for (int32_t i = vertices * BI_CLOTH_BLOCK; i < end; i++) {
        if ((world->creases.flags[i] & BI_CREASE_SHARP) != 0) {
            test_around(world, block, i);
        }
    }
}

bight_status bi_tangle_find(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built && world->near.listed);
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_gather *found = &world->near.found[BI_FOUND_PIERCE];
    bi_crossings *pierced = &world->tangle.pierced;
    found->item_size = sizeof(bi_crossing);
    pierced->count = 0;
    world->tangle.contour_length = 0.0;
    world->tangle.contours.count = 0;

    // exact tests: near triangles, then neighbours where the sheet is sharp
    bight_status status = bi_gather_run(
        allocator, &world->watch, bi_cloth_threads(world), &found, 1,
        bi_cloth_blocks(world->near.close_count) + bi_cloth_blocks(world->vertex_count), test_block, world);
    if (status == BIGHT_OK) {
        status = bi_gather_collect(allocator, found, &pierced->items, &pierced->capacity, &pierced->count);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // nothing crosses: no side yields, no pair is free to cross
    if (pierced->count == 0) {
        memset(world->yield.yields, 0, (size_t)world->vertex_count * sizeof *world->yield.yields);
        return bi_exempt_find(world);
    }

    // crossings join to contours; then which surface is which, who may cross, and which side is sent back
    bi_sheet all = {&world->topology.surface, world->at, NULL};
    status = bi_contours_link(allocator, &all, NULL, pierced, &world->tangle.contours);
    for (int32_t i = 0; i < world->tangle.contours.count && status == BIGHT_OK; i++) {
        world->tangle.contour_length += bi_contour_length(&all, NULL, pierced, &world->tangle.contours, i);
    }
    status = status == BIGHT_OK ? bi_yield_side_roles(world) : status;
    status = status == BIGHT_OK ? bi_exempt_find(world) : status;
    return status == BIGHT_OK ? bi_yield_side_find(world) : status;
}

// ---- rows -------------------------------------------------------------------------------------------------

static double stiffness_of(const bight_cloth_world *world, const int32_t v[5], const float w[5])
{
    double a = 0.0, b = 0.0;
    bool body_a = false, body_b = false;
    for (int32_t i = 0; i < 5; i++) {
        double part = fabs((double)w[i]) * (double)world->elastic.stiffness[v[i]];
        bool body = (world->flags[v[i]] & BI_BODY) != 0;
        a += i < 2 ? part : 0.0;
        b += i < 2 ? 0.0 : part;
        body_a = body_a || (i < 2 && body);
        body_b = body_b || (i >= 2 && body);
    }
    return body_a ? b : body_b ? a : a + b > 0.0 ? a * b / (a + b) : 0.0;
}

static void add_row(bight_cloth_world *world, const bi_sheet *all, const bi_crossing *crossing)
{
    const bi_surface *surface = &world->topology.surface;
    const int32_t *end = surface->edges + 2 * (size_t)crossing->edge;
    const int32_t *face = world->topology.triangles + 3 * (size_t)crossing->triangle;
    bi_crossing_place place = bi_crossing_locate(all, NULL, crossing);
    bight_vec3 p = world->at[end[0]], q = world->at[end[1]], corners[2];
    bight_vec3 n = bi_yield_side_normal(world, crossing->triangle);

    // S has a term for each triangle of the edge, by its third corner
    int32_t count = 0;
    for (int32_t i = surface->edge_first[crossing->edge]; i < surface->edge_first[crossing->edge + 1]; i++) {
        int32_t t = surface->edge_sides[i] / 3, k = surface->edge_sides[i] % 3;
        if (count < 2) {
            corners[count++] = world->at[world->topology.triangles[3 * (size_t)t + (size_t)((k + 2) % 3)]];
        }
    }

    // G = S - 2 (S.E)/(N.E) N, and the way on which its side is sent back (yield_side.h)
    bight_vec3 e = v3_unit(v3_sub(q, p), v3(0, 0, 0));
    bight_vec3 push = bi_tangle_push(bi_tangle_along(place.point, p, q, n, corners, count), e, n);
    push = v3_add(push, world->yield.send[crossing - world->tangle.pierced.items]);
    double length = v3_length(push), part = bi_min(1.0, length);
    if (!(length > 1e-3)) {
        return;
    }

    // p + t (q - p) against the point of the face: k = min(1, |G|) A B / (A + B), f = 2 h k G/|G|
    push = v3_mul(1.0 / length, push);
    const int32_t v[5] = {end[0], end[1], face[0], face[1], face[2]};
    const float w[5] = {(float)(1.0 - place.t), (float)place.t, (float)-place.w[0], (float)-place.w[1],
                        (float)-place.w[2]};
    double stiffness = part * stiffness_of(world, v, w);
    float k[6];
    bi_rows_stiffness(k, stiffness, 0.0, push);
    bi_rows_add(world, v, w, 5, k, v3_mul(2.0 * world->thickness * stiffness, push));
}

// Second rung of the ladder: all of a side that yields is pushed, not its border alone.
static bight_status fill_in(bight_cloth_world *world)
{
    bight_status status = bi_rows_reserve(world, world->vertex_count, world->vertex_count);
    for (int32_t i = 0; i < world->vertex_count && status == BIGHT_OK; i++) {
        int32_t side = world->yield.side_of[i];
        if (side < 0 || world->yield.sides[side / 4].side != side ||
            2 * world->yield.side_size[side] > world->vertex_count) {
            continue;
        }
        const bi_yield_side *yield_side = &world->yield.sides[side / 4];
        double stiffness = 0.25 * (double)world->elastic.stiffness[i];
        float k[6], one = 1.0f;
        bi_rows_stiffness(k, stiffness, 0.0, yield_side->way);
        bi_rows_add(world, &i, &one, 1, k, v3_mul(2.0 * world->thickness * stiffness, yield_side->way));
    }
    return status;
}

bight_status bi_tangle_rows(bight_cloth_world *world)
{
    const bi_crossings *pierced = &world->tangle.pierced;
    bight_status status = bi_rows_reserve(world, pierced->count, 5 * (int64_t)pierced->count);
    bi_sheet all = {&world->topology.surface, world->at, NULL};
    for (int32_t i = 0; i < pierced->count && status == BIGHT_OK; i++) {
        add_row(world, &all, &pierced->items[i]);
    }
    return status == BIGHT_OK && world->settle.fill && pierced->count > 0 ? fill_in(world) : status;
}
