// SPDX-License-Identifier: MIT

#include "cloth/topology.h"

#include "cloth/bend_friction.h"

#include "cloth/bending.h"
#include "cloth/coarse.h"
#include "cloth/crease.h"
#include "cloth/incomplete.h"
#include "cloth/arena.h"
#include "cloth/pairs.h"
#include "cloth/rows.h"
#include "cloth/seam.h"
#include "cloth/validate.h"
#include "cloth/world.h"

#include <string.h>

// F = sum of x_i (u_i, v_i): rows of the inverse of [p1 - p0, p2 - p0] are the weights of corners 1 and 2.
bool bi_triangle_rest_make(const double corner[3][2], bi_triangle_rest *rest)
{
    double ax = corner[1][0] - corner[0][0], ay = corner[1][1] - corner[0][1];
    double bx = corner[2][0] - corner[0][0], by = corner[2][1] - corner[0][1];
    double det = ax * by - bx * ay, longest = bi_max(ax * ax + ay * ay, bx * bx + by * by);
    if (!(fabs(det) > 1e-10 * longest)) {
        return false;
    }
    rest->u[0] = (float)(by / det);
    rest->v[0] = (float)(-bx / det);
    rest->u[1] = (float)(-ay / det);
    rest->v[1] = (float)(ax / det);
    rest->area = (float)(0.5 * fabs(det));
    return isfinite(rest->u[0]) && isfinite(rest->v[0]) && isfinite(rest->u[1]) && isfinite(rest->v[1]) &&
           rest->area > 0.0f;
}

// A triangle's shape in the pattern from its weights, first corner at the origin.
static void rest_corners(const bi_triangle_rest *rest, double corner[3][2])
{
    double u1 = (double)rest->u[0], v1 = (double)rest->v[0], u2 = (double)rest->u[1], v2 = (double)rest->v[1];
    double det = u1 * v2 - v1 * u2;
    corner[0][0] = corner[0][1] = 0.0;
    corner[1][0] = v2 / det;
    corner[1][1] = -u2 / det;
    corner[2][0] = -v1 / det;
    corner[2][1] = u1 / det;
}

static bight_status join_triangles(bight_cloth_world *world)
{
    int32_t bodies = 0;
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        bodies += world->obstacles.items[i].triangle_count;
    }
    BI_CLOTH_RESERVE(world, topology.triangles, 3 * ((int64_t)world->sheets.triangle_count + bodies));
    int32_t *to = world->topology.triangles;
    for (int32_t i = 0; i < world->sheets.count; i++) {
        const bi_cloth_sheet *panel = &world->sheets.items[i];
        size_t from = 3 * (size_t)panel->first_triangle; // a number: without triangles the array is NULL
        for (int32_t k = 0; k < 3 * panel->triangle_count; k++) {
            *to++ = world->welds.into[world->sheets.triangles[from + (size_t)k] + panel->first_vertex];
        }
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        const bi_cloth_obstacle *body = &world->obstacles.items[i];
        size_t from = 3 * (size_t)body->first_triangle;
        for (int32_t k = 0; k < 3 * body->triangle_count; k++) {
            *to++ = world->obstacles.triangles[from + (size_t)k] + body->first_vertex;
        }
    }
    world->topology.triangle_count = world->sheets.triangle_count + bodies;
    return BIGHT_OK;
}

static bight_status find_owners(bight_cloth_world *world)
{
    BI_CLOTH_RESERVE(world, topology.owner, (int64_t)world->vertex_count);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->topology.owner[i] = -1;
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        const bi_cloth_obstacle *body = &world->obstacles.items[i];
        for (int32_t k = 0; k < body->vertex_count; k++) {
            world->topology.owner[body->first_vertex + k] = i;
        }
    }
    return BIGHT_OK;
}

static bight_status make_trees(bight_cloth_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_surface_free(allocator, &world->topology.surface);
    bi_box_tree_free(allocator, &world->topology.sheet_tree);
    bi_box_tree_free(allocator, &world->topology.body_tree);
    bight_status status =
        bi_surface_make(allocator, world->topology.triangles, world->topology.triangle_count,
                        world->vertex_count, &world->topology.surface);
    if (status == BIGHT_OK) {
        status = bi_box_tree_make(allocator, world->topology.triangles, world->sheets.triangle_count,
                                  world->at, &world->topology.sheet_tree);
    }
    if (status == BIGHT_OK) {
        status =
            bi_box_tree_make(allocator, world->topology.triangles + 3 * (size_t)world->sheets.triangle_count,
                             world->topology.triangle_count - world->sheets.triangle_count, world->at,
                             &world->topology.body_tree);
    }
    return status;
}

// Edges are sorted by their lower end, so each row comes out ascending.
static bight_status make_rows(bight_cloth_world *world)
{
    int32_t vertices = world->vertex_count;
    const bi_surface *surface = &world->topology.surface;
    BI_CLOTH_RESERVE(world, topology.row_first, (int64_t)vertices + 1);
    BI_CLOTH_RESERVE(world, topology.columns, 2 * (int64_t)surface->edge_count);
    BI_CLOTH_RESERVE(world, topology.bend_edge, 2 * (int64_t)surface->edge_count);
    BI_CLOTH_RESERVE(world, elastic.blocks, 2 * (int64_t)surface->edge_count + 1);
    int32_t *first = world->topology.row_first;
    int32_t *filled = bi_cloth_arena_claim(world, vertices, sizeof *filled); // of each row so far
    if (filled == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // neighbours of each vertex are counted, counts become places, places are filled
    memset(first, 0, ((size_t)vertices + 1) * sizeof *first);
    for (int32_t e = 0; e < surface->edge_count; e++) {
        first[surface->edges[2 * e] + 1]++;
        first[surface->edges[2 * e + 1] + 1]++;
    }
    for (int32_t i = 0; i < vertices; i++) {
        first[i + 1] += first[i];
        filled[i] = first[i];
    }
    for (int32_t e = 0; e < surface->edge_count; e++) {
        int32_t a = surface->edges[2 * e], b = surface->edges[2 * e + 1];
        world->topology.columns[filled[a]++] = b;
        world->topology.columns[filled[b]++] = a;
    }

    return BIGHT_OK;
}

// Place of column j in row i, counted from the row's first block.
static int32_t slot_of(const bight_cloth_world *world, int32_t i, int32_t j)
{
    int32_t at = world->topology.row_first[i];
    while (world->topology.columns[at] != j) {
        at++;
    }
    return at - world->topology.row_first[i];
}

static bight_status make_slots(bight_cloth_world *world)
{
    const bi_surface *surface = &world->topology.surface;
    BI_CLOTH_RESERVE(world, topology.around_slots, 6 * (int64_t)world->topology.triangle_count);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if (world->topology.row_first[i + 1] - world->topology.row_first[i] > UINT8_MAX + 1) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        for (int32_t c = surface->vertex_first[i]; c < surface->vertex_first[i + 1]; c++) {
            int32_t t = surface->vertex_corners[c] / 3, k = surface->vertex_corners[c] % 3;
            for (int32_t n = 1; n <= 2; n++) {
                int32_t j = world->topology.triangles[3 * (size_t)t + (size_t)((k + n) % 3)];
                world->topology.around_slots[2 * c + n - 1] = (uint8_t)slot_of(world, i, j);
            }
        }
    }
    return BIGHT_OK;
}

// The hinge of an edge between exactly two triangles of sheets; its vertices: edge, then across.
static bool hinge_of(const bight_cloth_world *world, int32_t edge, int32_t v[4], bi_hinge *hinge,
                     int32_t *sheet)
{
    const bi_surface *surface = &world->topology.surface;
    if (bi_edge_triangles(surface, edge) != 2) {
        return false;
    }

    v[0] = surface->edges[2 * edge];
    v[1] = surface->edges[2 * edge + 1];

    // both triangles at rest, corners as bi_hinge_make() wants them: v[0], v[1], the one across
    double rest[2][3][2];
    double bend = 0.0;
    for (int32_t n = 0; n < 2; n++) {
        int32_t side = surface->edge_sides[surface->edge_first[edge] + n], t = side / 3, k = side % 3;
        if (t >= world->sheets.triangle_count) {
            return false;
        }
        double corner[3][2];
        rest_corners(&world->sheets.rests[t], corner);
        const int32_t *at = world->topology.triangles + 3 * (size_t)t;
        int32_t low = at[k] == v[0] ? k : (k + 1) % 3, high = at[k] == v[0] ? (k + 1) % 3 : k;
        memcpy(rest[n][0], corner[low], sizeof corner[0]);
        memcpy(rest[n][1], corner[high], sizeof corner[0]);
        memcpy(rest[n][2], corner[(k + 2) % 3], sizeof corner[0]);
        v[2 + n] = at[(k + 2) % 3];
        *sheet = world->sheets.rests[t].sheet;
        bend = world->sheets.items[*sheet].material.bend;
    }

    // two triangles with the same three corners lie on each other: no hinge
    if (v[2] == v[3]) {
        return false;
    }

    *hinge = bi_hinge_make(bend, (const double(*)[3][2])rest);
    return true;
}

// Curvature 1 has the energy bend/2 an area; see cloth/bending.h.
static void scale_bending(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->sheets.count; i++) {
        bi_cloth_sheet *panel = &world->sheets.items[i];
        double wanted = 0.0, found = 0.0, area = 0.0, turn = 0.0;
        for (int32_t n = 3 * panel->first_triangle; n < 3 * (panel->first_triangle + panel->triangle_count);
             n++) {
            int32_t edge = world->topology.surface.triangle_edges[n], v[4], sheet;
            bi_hinge hinge;
            // by one of its two sides, so that it counts once
            if (n == world->topology.surface.edge_sides[world->topology.surface.edge_first[edge]] &&
                hinge_of(world, edge, v, &hinge, &sheet)) {
                wanted += 0.5 * panel->material.bend * hinge.area;
                found += hinge.energy;
                area += hinge.area;
                turn += hinge.turn;
            }
        }
        panel->bend_scale = found > 0.0 ? wanted / found : 1.0;
        panel->friction_scale = turn > 0.0 ? area / turn : 1.0;
    }
}

// Energy q/2 (sum of c_i x_i)^2: the matrix entry of i and j is q c_i c_j. Entries along edges join the
// blocks; the one across the hinge is kept apart.
static bight_status make_bending(bight_cloth_world *world)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t vertices = world->vertex_count, sheet = 0, v[4];
    bi_hinge hinge;
    scale_bending(world);

    // stiffness is summed up over hinges, so it starts from zero
    BI_CLOTH_RESERVE(world, topology.bend_diagonal, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, topology.flap_first, (int64_t)vertices + 1);
    if (vertices > 0) {
        memset(world->topology.bend_diagonal, 0, (size_t)vertices * sizeof *world->topology.bend_diagonal);
    }
    if (surface->edge_count > 0) {
        memset(world->topology.bend_edge, 0,
               2 * (size_t)surface->edge_count * sizeof *world->topology.bend_edge);
    }
    memset(world->topology.flap_first, 0, ((size_t)vertices + 1) * sizeof *world->topology.flap_first);

    int32_t *place = bi_cloth_arena_claim(world, vertices, sizeof *place); // of each row's next flap
    if (place == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // rows of flaps: entries of each vertex are counted, then counts become places
    for (int32_t e = 0; e < surface->edge_count; e++) {
        if (hinge_of(world, e, v, &hinge, &sheet)) {
            world->topology.flap_first[v[2] + 1]++;
            world->topology.flap_first[v[3] + 1]++;
        }
    }
    for (int32_t i = 0; i < vertices; i++) {
        world->topology.flap_first[i + 1] += world->topology.flap_first[i];
        place[i] = world->topology.flap_first[i];
    }

    bight_status status = bi_bend_friction_reserve(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // K[i][j] += q c_i c_j: on the diagonal, along edges, and from 2 to 3 across the hinge (2 + 3 = 5)
    BI_CLOTH_RESERVE(world, topology.flaps, (int64_t)world->topology.flap_first[vertices]);
    for (int32_t e = 0; e < surface->edge_count; e++) {
        if (!hinge_of(world, e, v, &hinge, &sheet)) {
            continue;
        }
        const double *c = hinge.weight;
        hinge.stiffness *= world->sheets.items[sheet].bend_scale;
        bool rubs = bi_bend_friction_add(world, e, v, &hinge, sheet);
        for (int32_t a = 0; a < 4; a++) {
            world->topology.bend_diagonal[v[a]] += (float)(hinge.stiffness * c[a] * c[a]);
            for (int32_t b = 0; b < 4; b++) {
                if (a != b && a + b != 5) {
                    int32_t at = world->topology.row_first[v[a]] + slot_of(world, v[a], v[b]);
                    world->topology.bend_edge[at] += (float)(hinge.stiffness * c[a] * c[b]);
                }
            }
        }
        float across = (float)(hinge.stiffness * c[2] * c[3]);
        if (rubs) { // else it would be the places of an earlier one
            bi_bend_friction_place(world, place[v[2]], place[v[3]]);
        }
        world->topology.flaps[place[v[2]]++] = (bi_row_entry){v[3], across};
        world->topology.flaps[place[v[3]]++] = (bi_row_entry){v[2], across};
    }

    return bi_bend_friction_keep(world);
}

static bight_status make_masses(bight_cloth_world *world)
{
    int32_t vertices = world->vertex_count;
    BI_CLOTH_RESERVE(world, topology.mass, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, topology.step_limit, (int64_t)vertices);
    for (int32_t i = 0; i < vertices; i++) {
        world->topology.mass[i] = 0.0f;
        world->topology.step_limit[i] = INFINITY;
    }

    // a third of density times area for each corner; the shortest edge for each vertex
    double sum = 0.0;
    for (int32_t t = 0; t < world->sheets.triangle_count; t++) {
        const bi_triangle_rest *rest = &world->sheets.rests[t];
        double corner[3][2];
        rest_corners(rest, corner);
        for (int32_t k = 0; k < 3; k++) {
            const double *p = corner[k], *q = corner[(k + 1) % 3];
            float length = (float)sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]));
            int32_t a = world->topology.triangles[3 * (size_t)t + (size_t)k];
            int32_t b = world->topology.triangles[3 * (size_t)t + (size_t)((k + 1) % 3)];
            world->topology.mass[a] +=
                (float)world->sheets.items[rest->sheet].material.density * rest->area / 3.0f;
            world->topology.step_limit[a] =
                length < world->topology.step_limit[a] ? length : world->topology.step_limit[a];
            world->topology.step_limit[b] =
                length < world->topology.step_limit[b] ? length : world->topology.step_limit[b];
            sum += (double)length;
        }
    }

    // h = min(given thickness, 0.45 mean edge): most edges are then longer than 2 h
    double sides = 3.0 * world->sheets.triangle_count;
    world->edge_length = sides > 0.0 ? sum / sides : 1.0;
    world->thickness = bi_min(world->def.thickness, 0.45 * world->edge_length);
    return BIGHT_OK;
}

// Room for everything else that has one element a vertex or triangle.
static bight_status make_room(bight_cloth_world *world)
{
    int64_t vertices = world->vertex_count, unknowns = bi_rigid_unknowns(world);
    BI_CLOTH_RESERVE(world, before, vertices);
    BI_CLOTH_RESERVE(world, start, vertices);
    BI_CLOTH_RESERVE(world, goal, vertices);
    BI_CLOTH_RESERVE(world, contacts.move_limit, vertices);
    BI_CLOTH_RESERVE(world, clusters.listed_at, vertices);
    BI_CLOTH_RESERVE(world, elastic.diagonal, vertices + 1);
    BI_CLOTH_RESERVE(world, elastic.stiffness, vertices);
    BI_CLOTH_RESERVE(world, elastic.force, unknowns);
    BI_CLOTH_RESERVE(world, solver.solved, vertices);
    BI_CLOTH_RESERVE(world, solver.move, unknowns);
    BI_CLOTH_RESERVE(world, solver.residual, unknowns);
    BI_CLOTH_RESERVE(world, solver.direction, unknowns);
    BI_CLOTH_RESERVE(world, solver.product, unknowns);
    BI_CLOTH_RESERVE(world, rows.touch_first, unknowns + 1);
    BI_CLOTH_RESERVE(world, yield.yields, vertices);

    // the step arena: for what takes most of it while no list has grown
    int64_t facets = bi_pairs_bytes(world), pulls = bi_elastic_bytes(world);
    bight_status status = bi_cloth_arena_reserve(world, facets > pulls ? facets : pulls);
    if (status != BIGHT_OK) {
        return status;
    }

    // reductions of up to four sums a block
    int64_t most = vertices > world->topology.triangle_count ? vertices : world->topology.triangle_count;
    BI_CLOTH_RESERVE(world, block_sums, 4 * (int64_t)bi_cloth_blocks((int32_t)most) + 4);

    // the first system starts from zero, and no side of a contour has yielded
    for (int64_t i = 0; i < unknowns; i++) {
        world->solver.move[i] = (bi_float4){0};
    }
    for (int64_t i = 0; i < vertices; i++) {
        world->solver.solved[i] = (bi_float4){0};
        world->yield.yields[i] = 0;
    }

    return BIGHT_OK;
}

bight_status bi_cloth_build(bight_cloth_world *world)
{
    if (world->topology.built) {
        return BIGHT_OK;
    }
    bi_rows_release(world);
    bight_status (*const parts[])(bight_cloth_world *) = {
        join_triangles, find_owners,   make_trees,      make_rows,       make_slots,
        make_bending,   make_masses,   make_room,       bi_crease_build, bi_incomplete_cut,
        bi_coarse_cut,  bi_seam_build, bi_growth_build, bi_carry_build};
    // after a stop between two parts all are built again
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bight_status status = bi_watch_ask(&world->watch) ? BIGHT_ERROR_STOPPED : parts[i](world);
        bi_cloth_arena_release(world, 0);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    world->topology.built = true;
    world->near.listed = false;
    world->cords.listed = false;
    BI_VALIDATE(bi_topology_is_valid(world));
    return BIGHT_OK;
}
