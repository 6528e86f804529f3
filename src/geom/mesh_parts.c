// SPDX-License-Identifier: MIT

#include "geom/mesh_parts.h"

#include "core/assert.h"
#include "core/memory.h"

int32_t bi_set_find(int32_t *parent, int32_t i)
{
    BI_ASSERT(i >= 0);
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

void bi_set_join(int32_t *parent, int32_t a, int32_t b)
{
    int32_t root_a = bi_set_find(parent, a), root_b = bi_set_find(parent, b);
    if (root_a < root_b) {
        parent[root_b] = root_a;
    } else {
        parent[root_a] = root_b;
    }
}

// ---- fans -----------------------------------------------------------------------------------------------

static void join_sides(const bi_surface *surface, int32_t edge, int32_t s, int32_t t, int32_t *parent)
{
    for (size_t k = 0; k < 2; k++) {
        int32_t vertex = surface->edges[2 * (size_t)edge + k];
        bi_set_join(parent, bi_side_corner(surface, s, vertex), bi_side_corner(surface, t, vertex));
    }
}

// Sides that run from low to high are taken in turn with those that run back: a pair as soon as there is one.
static void join_pairs(const bi_surface *surface, int32_t edge, int32_t *parent)
{
    int32_t to = surface->edge_first[edge + 1], forward = surface->edge_first[edge], back = forward;
    for (;;) {
        int32_t low = surface->edges[2 * (size_t)edge];
        while (forward < to && (surface->triangles[surface->edge_sides[forward]] != low ||
                                (surface->owned[surface->edge_sides[forward] / 3] & BI_FOLDED))) {
            forward++;
        }
        while (back < to && (surface->triangles[surface->edge_sides[back]] == low ||
                             (surface->owned[surface->edge_sides[back] / 3] & BI_FOLDED))) {
            back++;
        }
        if (forward == to || back == to) {
            return;
        }
        join_sides(surface, edge, surface->edge_sides[forward++], surface->edge_sides[back++], parent);
    }
}

void bi_corner_fans(const bi_surface *surface, bool strict, int32_t *parent)
{
    for (int32_t i = 0; i < 3 * surface->triangle_count; i++) {
        parent[i] = i;
    }
    for (int32_t e = 0; e < surface->edge_count; e++) {
        int32_t last = -1, count = 0;
        for (int32_t i = surface->edge_first[e]; i < surface->edge_first[e + 1]; i++) {
            count += !(surface->owned[surface->edge_sides[i] / 3] & BI_FOLDED);
        }
        if (strict && count > 2) {
            join_pairs(surface, e, parent);
            continue;
        }
        for (int32_t i = surface->edge_first[e]; i < surface->edge_first[e + 1]; i++) {
            int32_t side = surface->edge_sides[i];
            if (surface->owned[side / 3] & BI_FOLDED) {
                continue;
            }
            if (last >= 0) {
                join_sides(surface, e, last, side, parent);
            }
            last = side;
        }
    }
}

// ---- turns ----------------------------------------------------------------------------------------------

// The other side of an edge of two triangles that are not folded, -1 otherwise.
static int32_t across(const bi_surface *surface, int32_t side)
{
    int32_t edge = surface->triangle_edges[side], other = -1, count = 0;
    for (int32_t i = surface->edge_first[edge]; i < surface->edge_first[edge + 1] && count <= 2; i++) {
        int32_t here = surface->edge_sides[i];
        if (!(surface->owned[here / 3] & BI_FOLDED)) {
            other = here == side ? other : here;
            count++;
        }
    }
    return count == 2 ? other : -1;
}

// Spread over one part from its first triangle. Returns how many it has; *against counts those turned over.
static int32_t spread(const bi_surface *surface, bi_turns *turns, int32_t start, int32_t *against,
                      int32_t *bad_edge)
{
    int32_t count = 0;
    turns->queue[count++] = start;
    turns->turned[start] = 0;
    *against = 0;
    *bad_edge = -1;
    for (int32_t next = 0; next < count; next++) {
        int32_t t = turns->queue[next];
        *against += turns->turned[t];
        for (int32_t k = 0; k < 3; k++) {
            int32_t side = 3 * t + k, other = across(surface, side);
            if (other < 0) {
                continue;
            }
            // two triangles that face one way run along their edge in opposite directions
            bool same = surface->triangles[side] == surface->triangles[other];
            int8_t wanted = same ? (int8_t)(1 - turns->turned[t]) : turns->turned[t];
            if (turns->turned[other / 3] == 2) {
                turns->turned[other / 3] = wanted;
                turns->queue[count++] = other / 3;
            } else if (turns->turned[other / 3] != wanted && *bad_edge < 0) {
                *bad_edge = surface->triangle_edges[side];
            }
        }
    }
    return count;
}

void bi_find_turns(const bi_surface *surface, bi_turns *turns)
{
    turns->one_sided_count = 0;
    for (int32_t t = 0; t < surface->triangle_count; t++) {
        turns->turned[t] = surface->owned[t] & BI_FOLDED ? -1 : 2; // 2: not seen yet
    }
    for (int32_t t = 0; t < surface->triangle_count; t++) {
        if (turns->turned[t] != 2) {
            continue;
        }
        int32_t against, bad_edge, count = spread(surface, turns, t, &against, &bad_edge);
        if (bad_edge >= 0) {
            turns->one_sided[turns->one_sided_count++] = bad_edge;
        }
        for (int32_t i = 0; i < count; i++) {
            int8_t *turned = &turns->turned[turns->queue[i]];
            *turned = bad_edge >= 0 ? 0 : 2 * against > count ? (int8_t)(1 - *turned) : *turned;
        }
    }
}

// ---- panels ---------------------------------------------------------------------------------------------

static bool same_place(const bight_cloth_mesh *mesh, const bi_surface *surface, int32_t side, int32_t other)
{
    for (size_t k = 0; k < 2; k++) {
        int32_t vertex = surface->edges[2 * (size_t)surface->triangle_edges[side] + k];
        int32_t here = mesh->uv_triangles[bi_side_corner(surface, side, vertex)];
        if (here != mesh->uv_triangles[bi_side_corner(surface, other, vertex)]) {
            return false;
        }
    }
    return true;
}

bight_status bight_cloth_mesh_panels(const bight_env *env, const bight_cloth_mesh *mesh, int32_t *panels,
                                     int32_t *count)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bi_surface surface;
    *count = 0;
    bight_status status =
        bi_surface_make(allocator, mesh->triangles, mesh->triangle_count, mesh->vertex_count, &surface);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        panels[t] = t;
    }

    for (int32_t e = 0; e < surface.edge_count; e++) {
        int32_t first = surface.edge_first[e];
        for (int32_t i = first + 1; i < surface.edge_first[e + 1]; i++) {
            int32_t side = surface.edge_sides[i], other = surface.edge_sides[i - 1];
            if (mesh->uv_count == 0 || same_place(mesh, &surface, side, other)) {
                bi_set_join(panels, side / 3, other / 3);
            }
        }
    }

    // the lowest of each set comes first, and then has its number already
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        panels[t] = bi_set_find(panels, t);
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        panels[t] = panels[t] == t ? -1 - (*count)++ : panels[t];
    }

    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        panels[t] = panels[t] >= 0 ? panels[panels[t]] : panels[t];
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        panels[t] = -1 - panels[t];
    }

    bi_surface_free(allocator, &surface);
    return BIGHT_OK;
}
