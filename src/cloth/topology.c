// SPDX-License-Identifier: MIT

#include "cloth/topology.h"

#include "cloth/bending.h"
#include "cloth/coarse.h"
#include "cloth/crease.h"
#include "cloth/pairs.h"
#include "cloth/seam.h"

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
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bodies += world->obstacles[i].triangle_count;
    }
    BI_CLOTH_RESERVE(world, triangles, 3 * ((int64_t)world->sheet_triangle_count + bodies));
    int32_t *to = world->triangles;
    for (int32_t i = 0; i < world->panel_count; i++) {
        const bi_panel *panel = &world->panels[i];
        size_t from = 3 * (size_t)panel->first_triangle; // a number: without triangles the array is NULL
        for (int32_t k = 0; k < 3 * panel->triangle_count; k++) {
            *to++ = world->weld[world->sheet_triangles[from + (size_t)k] + panel->first_vertex];
        }
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_cloth_obstacle *body = &world->obstacles[i];
        size_t from = 3 * (size_t)body->first_triangle;
        for (int32_t k = 0; k < 3 * body->triangle_count; k++) {
            *to++ = world->body_triangles[from + (size_t)k] + body->first_vertex;
        }
    }
    world->triangle_count = world->sheet_triangle_count + bodies;
    return BIGHT_OK;
}

static bight_status find_owners(bight_cloth_world *world)
{
    BI_CLOTH_RESERVE(world, owner, (int64_t)world->vertex_count);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->owner[i] = -1;
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_cloth_obstacle *body = &world->obstacles[i];
        for (int32_t k = 0; k < body->vertex_count; k++) {
            world->owner[body->first_vertex + k] = i;
        }
    }
    return BIGHT_OK;
}

static bight_status make_trees(bight_cloth_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_surface_free(allocator, &world->surface);
    bi_box_tree_free(allocator, &world->sheet_tree);
    bi_box_tree_free(allocator, &world->body_tree);
    bight_status status = bi_surface_make(allocator, world->triangles, world->triangle_count,
                                          world->vertex_count, &world->surface);
    if (status == BIGHT_OK) {
        status = bi_box_tree_make(allocator, world->triangles, world->sheet_triangle_count, world->at,
                                  &world->sheet_tree);
    }
    if (status == BIGHT_OK) {
        status = bi_box_tree_make(allocator, world->triangles + 3 * (size_t)world->sheet_triangle_count,
                                  world->triangle_count - world->sheet_triangle_count, world->at,
                                  &world->body_tree);
    }
    return status;
}

// Edges are sorted by their lower end, so each row comes out ascending.
static bight_status make_rows(bight_cloth_world *world)
{
    int32_t vertices = world->vertex_count;
    const bi_surface *surface = &world->surface;
    BI_CLOTH_RESERVE(world, row_first, (int64_t)vertices + 1);
    BI_CLOTH_RESERVE(world, columns, 2 * (int64_t)surface->edge_count);
    BI_CLOTH_RESERVE(world, bend_edge, 2 * (int64_t)surface->edge_count);
    int64_t blocks = 2 * (int64_t)surface->edge_count + 1, facets = bi_pairs_blocks(world);
    BI_CLOTH_RESERVE(world, blocks, blocks > facets ? blocks : facets);
    BI_CLOTH_RESERVE(world, scratch, (int64_t)vertices + 1);
    int32_t *first = world->row_first, *filled = world->scratch;
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
        world->columns[filled[a]++] = b;
        world->columns[filled[b]++] = a;
    }
    return BIGHT_OK;
}

// Place of column j in row i, counted from the row's first block.
static int32_t slot_of(const bight_cloth_world *world, int32_t i, int32_t j)
{
    int32_t at = world->row_first[i];
    while (world->columns[at] != j) {
        at++;
    }
    return at - world->row_first[i];
}

static bight_status make_slots(bight_cloth_world *world)
{
    const bi_surface *surface = &world->surface;
    BI_CLOTH_RESERVE(world, around_slots, 6 * (int64_t)world->triangle_count);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if (world->row_first[i + 1] - world->row_first[i] > UINT8_MAX + 1) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        for (int32_t c = surface->vertex_first[i]; c < surface->vertex_first[i + 1]; c++) {
            int32_t t = surface->vertex_corners[c] / 3, k = surface->vertex_corners[c] % 3;
            for (int32_t n = 1; n <= 2; n++) {
                int32_t j = world->triangles[3 * (size_t)t + (size_t)((k + n) % 3)];
                world->around_slots[2 * c + n - 1] = (uint8_t)slot_of(world, i, j);
            }
        }
    }
    return BIGHT_OK;
}

// The hinge of an edge between exactly two triangles of sheets; its vertices: edge, then across.
static bool hinge_of(const bight_cloth_world *world, int32_t edge, int32_t v[4], bi_hinge *hinge,
                     int32_t *sheet)
{
    const bi_surface *surface = &world->surface;
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
        if (t >= world->sheet_triangle_count) {
            return false;
        }
        double corner[3][2];
        rest_corners(&world->sheet_rests[t], corner);
        const int32_t *at = world->triangles + 3 * (size_t)t;
        int32_t low = at[k] == v[0] ? k : (k + 1) % 3, high = at[k] == v[0] ? (k + 1) % 3 : k;
        memcpy(rest[n][0], corner[low], sizeof corner[0]);
        memcpy(rest[n][1], corner[high], sizeof corner[0]);
        memcpy(rest[n][2], corner[(k + 2) % 3], sizeof corner[0]);
        v[2 + n] = at[(k + 2) % 3];
        *sheet = world->sheet_rests[t].sheet;
        bend = world->panels[*sheet].material.bend;
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
    for (int32_t i = 0; i < world->panel_count; i++) {
        bi_panel *panel = &world->panels[i];
        double wanted = 0.0, found = 0.0;
        for (int32_t n = 3 * panel->first_triangle; n < 3 * (panel->first_triangle + panel->triangle_count);
             n++) {
            int32_t edge = world->surface.triangle_edges[n], v[4], sheet;
            bi_hinge hinge;
            // by one of its two sides, so that it counts once
            if (n == world->surface.edge_sides[world->surface.edge_first[edge]] &&
                hinge_of(world, edge, v, &hinge, &sheet)) {
                wanted += 0.5 * panel->material.bend * hinge.area;
                found += hinge.energy;
            }
        }
        panel->bend_scale = found > 0.0 ? wanted / found : 1.0;
    }
}

// Energy q/2 (sum of c_i x_i)^2: the matrix entry of i and j is q c_i c_j. Entries along edges join the
// blocks; the one across the hinge is kept apart.
static bight_status make_bending(bight_cloth_world *world)
{
    const bi_surface *surface = &world->surface;
    int32_t vertices = world->vertex_count, sheet = 0, v[4];
    bi_hinge hinge;
    scale_bending(world);

    // stiffness is summed up over hinges, so it starts from zero
    BI_CLOTH_RESERVE(world, bend_diagonal, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, flap_first, (int64_t)vertices + 1);
    if (vertices > 0) {
        memset(world->bend_diagonal, 0, (size_t)vertices * sizeof *world->bend_diagonal);
    }
    if (surface->edge_count > 0) {
        memset(world->bend_edge, 0, 2 * (size_t)surface->edge_count * sizeof *world->bend_edge);
    }
    memset(world->flap_first, 0, ((size_t)vertices + 1) * sizeof *world->flap_first);

    // rows of flaps: entries of each vertex are counted, then counts become places
    for (int32_t e = 0; e < surface->edge_count; e++) {
        if (hinge_of(world, e, v, &hinge, &sheet)) {
            world->flap_first[v[2] + 1]++;
            world->flap_first[v[3] + 1]++;
        }
    }
    for (int32_t i = 0; i < vertices; i++) {
        world->flap_first[i + 1] += world->flap_first[i];
        world->scratch[i] = world->flap_first[i];
    }

    // K[i][j] += q c_i c_j: on the diagonal, along edges, and from 2 to 3 across the hinge (2 + 3 = 5)
    BI_CLOTH_RESERVE(world, flaps, (int64_t)world->flap_first[vertices]);
    for (int32_t e = 0; e < surface->edge_count; e++) {
        if (!hinge_of(world, e, v, &hinge, &sheet)) {
            continue;
        }
        const double *c = hinge.weight;
        hinge.stiffness *= world->panels[sheet].bend_scale;
        for (int32_t a = 0; a < 4; a++) {
            world->bend_diagonal[v[a]] += (float)(hinge.stiffness * c[a] * c[a]);
            for (int32_t b = 0; b < 4; b++) {
                if (a != b && a + b != 5) {
                    int32_t at = world->row_first[v[a]] + slot_of(world, v[a], v[b]);
                    world->bend_edge[at] += (float)(hinge.stiffness * c[a] * c[b]);
                }
            }
        }
        float across = (float)(hinge.stiffness * c[2] * c[3]);
        world->flaps[world->scratch[v[2]]++] = (bi_row_entry){v[3], across};
        world->flaps[world->scratch[v[3]]++] = (bi_row_entry){v[2], across};
    }
    return BIGHT_OK;
}

static bight_status make_masses(bight_cloth_world *world)
{
    int32_t vertices = world->vertex_count;
    BI_CLOTH_RESERVE(world, mass, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, step_limit, (int64_t)vertices);
    for (int32_t i = 0; i < vertices; i++) {
        world->mass[i] = 0.0f;
        world->step_limit[i] = INFINITY;
    }

    // a third of density times area for each corner; the shortest edge for each vertex
    double sum = 0.0;
    for (int32_t t = 0; t < world->sheet_triangle_count; t++) {
        const bi_triangle_rest *rest = &world->sheet_rests[t];
        double corner[3][2];
        rest_corners(rest, corner);
        for (int32_t k = 0; k < 3; k++) {
            const double *p = corner[k], *q = corner[(k + 1) % 3];
            float length = (float)sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]));
            int32_t a = world->triangles[3 * (size_t)t + (size_t)k];
            int32_t b = world->triangles[3 * (size_t)t + (size_t)((k + 1) % 3)];
            world->mass[a] += (float)world->panels[rest->sheet].material.density * rest->area / 3.0f;
            world->step_limit[a] = length < world->step_limit[a] ? length : world->step_limit[a];
            world->step_limit[b] = length < world->step_limit[b] ? length : world->step_limit[b];
            sum += (double)length;
        }
    }

    // h = min(given thickness, 0.45 mean edge): most edges are then longer than 2 h
    double sides = 3.0 * world->sheet_triangle_count;
    world->edge_length = sides > 0.0 ? sum / sides : 1.0;
    world->thickness = bi_min(world->def.thickness, 0.45 * world->edge_length);
    return BIGHT_OK;
}

// Room for everything else that has one element a vertex or triangle.
static bight_status make_room(bight_cloth_world *world)
{
    int64_t vertices = world->vertex_count;
    BI_CLOTH_RESERVE(world, before, vertices);
    BI_CLOTH_RESERVE(world, start, vertices);
    BI_CLOTH_RESERVE(world, goal, vertices);
    BI_CLOTH_RESERVE(world, move_limit, vertices);
    BI_CLOTH_RESERVE(world, listed, vertices);
    BI_CLOTH_RESERVE(world, pulls, (int64_t)world->sheet_triangle_count);
    BI_CLOTH_RESERVE(world, diagonal, vertices + 1);
    BI_CLOTH_RESERVE(world, stiffness, vertices);
    BI_CLOTH_RESERVE(world, force, vertices);
    BI_CLOTH_RESERVE(world, inverse, 2 * vertices);
    BI_CLOTH_RESERVE(world, move, vertices);
    BI_CLOTH_RESERVE(world, residual, vertices);
    BI_CLOTH_RESERVE(world, direction, vertices);
    BI_CLOTH_RESERVE(world, product, vertices);
    BI_CLOTH_RESERVE(world, touch_first, vertices + 1);
    BI_CLOTH_RESERVE(world, yields, vertices);
    int64_t most = vertices > world->triangle_count ? vertices : world->triangle_count;
    BI_CLOTH_RESERVE(world, partial, 4 * (int64_t)bi_cloth_blocks((int32_t)most) + 4);
    for (int64_t i = 0; i < vertices; i++) {
        world->move[i] = (bi_float4){0};
        world->yields[i] = 0;
    }
    return BIGHT_OK;
}

bight_status bi_cloth_build(bight_cloth_world *world)
{
    if (world->built) {
        return BIGHT_OK;
    }
    bight_status (*const parts[])(bight_cloth_world *) = {
        join_triangles, find_owners, make_trees,      make_rows,     make_slots,   make_bending,
        make_masses,    make_room,   bi_crease_build, bi_coarse_cut, bi_seam_build};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bight_status status = parts[i](world);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    world->built = true;
    world->listed_once = false;
    world->cords_listed = false;
    return BIGHT_OK;
}
