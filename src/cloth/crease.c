// SPDX-License-Identifier: MIT

#include "cloth/crease.h"

#include "cloth/near_gap.h"
#include "cloth/pairs.h"
#include "cloth/world.h"
#include "core/parallel.h"
#include "geom/segment.h"

#include <string.h>

// Squared cosines between a triangle's normal and the mean of those around the vertex.
#define SHARP_COSINE2 0.5   // beyond 45 degrees
#define LISTED_COSINE2 0.75 // listed in good time, beyond 30 degrees

// ---- topology -------------------------------------------------------------------------------------------

static bool is_inside(const bight_cloth_world *world, int32_t vertex)
{
    const bi_surface *surface = &world->topology.surface;
    bool inside = surface->vertex_first[vertex + 1] > surface->vertex_first[vertex];
    for (int32_t c = surface->vertex_first[vertex]; c < surface->vertex_first[vertex + 1] && inside; c++) {
        int32_t t = surface->vertex_corners[c] / 3, k = surface->vertex_corners[c] % 3;
        const int32_t *edge = surface->triangle_edges + 3 * (size_t)t;
        inside = (surface->owned[t] & BI_FOLDED) == 0 && bi_edge_triangles(surface, edge[k]) == 2 &&
                 bi_edge_triangles(surface, edge[(k + 2) % 3]) == 2;
    }
    return inside;
}

bight_status bi_crease_build(bight_cloth_world *world)
{
    BI_CLOTH_RESERVE(world, creases.flags, (int64_t)world->vertex_count);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bool body = (world->flags[i] & BI_BODY) != 0;
        world->creases.flags[i] = !body && is_inside(world, i) ? BI_CREASE_INSIDE : 0;
    }
    return BIGHT_OK;
}

static bool has(const int32_t *triangle, int32_t vertex)
{
    return (triangle[0] == vertex) | (triangle[1] == vertex) | (triangle[2] == vertex);
}

// Is the edge in a triangle around the vertex?
static bool is_around(const bight_cloth_world *world, int32_t edge, int32_t vertex)
{
    const bi_surface *surface = &world->topology.surface;
    bool found = false;
    for (int32_t n = surface->edge_first[edge]; n < surface->edge_first[edge + 1]; n++) {
        found |= has(world->topology.triangles + 3 * (size_t)(surface->edge_sides[n] / 3), vertex);
    }
    return found;
}

bool bi_crease_has_vf(const bight_cloth_world *world, int32_t vertex, int32_t triangle)
{
    BI_ASSERT(vertex >= 0 && vertex < world->vertex_count && triangle >= 0 &&
              triangle < world->topology.triangle_count);
    const int32_t *corner = world->topology.triangles + 3 * (size_t)triangle;
    return bi_topology_adjacent(&world->topology, vertex, corner[0]) ||
           bi_topology_adjacent(&world->topology, vertex, corner[1]) ||
           bi_topology_adjacent(&world->topology, vertex, corner[2]);
}

bool bi_crease_has_ee(const bight_cloth_world *world, int32_t e, int32_t f)
{
    BI_ASSERT(e >= 0 && f >= 0 && e != f && e < world->topology.surface.edge_count);
    BI_ASSERT(f < world->topology.surface.edge_count);
    const bi_surface *surface = &world->topology.surface;
    bool found = false;
    for (int32_t n = surface->edge_first[e]; n < surface->edge_first[e + 1] && !found; n++) {
        const int32_t *corner = world->topology.triangles + 3 * (size_t)(surface->edge_sides[n] / 3);
        found = is_around(world, f, corner[0]) || is_around(world, f, corner[1]) ||
                is_around(world, f, corner[2]);
    }
    return found;
}

// ---- how sharp ------------------------------------------------------------------------------------------

// The least squared cosine between the triangles' normals and their mean; -1 where they do not wind
// once around.
static double flatness_of(const bight_cloth_world *world, int32_t vertex)
{
    enum { MOST = 24 };
    const bi_surface *surface = &world->topology.surface;
    int32_t first = surface->vertex_first[vertex], count = surface->vertex_first[vertex + 1] - first;
    if (count > MOST) {
        return -1.0;
    }

    // n[i] = p[i] x q[i] for each triangle around the vertex, and their sum m
    bight_vec3 at = world->at[vertex], p[MOST], q[MOST], normal[MOST], mean = v3(0, 0, 0);
    for (int32_t i = 0; i < count; i++) {
        int32_t c = surface->vertex_corners[first + i], k = c % 3;
        const int32_t *v = world->topology.triangles + (c - k);
        p[i] = v3_sub(world->at[v[k == 2 ? 0 : k + 1]], at);
        q[i] = v3_sub(world->at[v[k == 0 ? 2 : k - 1]], at);
        normal[i] = v3_cross(p[i], q[i]);
        mean = v3_add(mean, normal[i]);
    }

    // least (n[i].m)^2 / (|n[i]|^2 |m|^2); every n[i].m must be positive
    double least = 1.0, mean2 = v3_length_squared(mean);
    bight_vec3 half = v3_cross(mean, p[0]);
    int32_t upwards = 0;
    for (int32_t i = 0; i < count; i++) {
        double along = v3_dot(normal[i], mean), both = v3_length_squared(normal[i]) * mean2;
        if (!(along > 0.0) || !(both > 0.0)) {
            return -1.0;
        }
        least = bi_min(least, along * along / both);
        // all triangles turn the same way: they cross a half plane once a round
        upwards += v3_dot(half, p[i]) < 0.0 && v3_dot(half, q[i]) >= 0.0;
    }

    return upwards == 1 ? least : -1.0;
}

typedef struct crease_job {
    bight_cloth_world *world;
    bool list_all;
} crease_job;

static void look(void *data, int32_t block)
{
    const crease_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count), fresh = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        uint8_t is = world->creases.flags[i] &
                     (job->list_all ? BI_CREASE_INSIDE : BI_CREASE_INSIDE | BI_CREASE_LISTED);
        if ((world->flags[i] & BI_BODY) != 0) {
            continue;
        }
        double flat = (is & BI_CREASE_INSIDE) != 0 ? flatness_of(world, i) : -1.0;
        is |= flat < SHARP_COSINE2 ? BI_CREASE_SHARP : 0;
        if ((is & BI_CREASE_LISTED) == 0 && flat < (job->list_all ? LISTED_COSINE2 : SHARP_COSINE2)) {
            is |= BI_CREASE_NEW;
            fresh++;
        }
        world->creases.flags[i] = is;
    }
    world->block_sums[block] = fresh;
}

bool bi_crease_look(bight_cloth_world *world, bool list_all)
{
    crease_job job = {world, list_all};
    int32_t blocks = bi_cloth_blocks(world->vertex_count);
    bi_parallel_for(bi_cloth_threads(world), blocks, look, &job);
    double fresh = 0.0;
    for (int32_t i = 0; i < blocks; i++) {
        fresh += world->block_sums[i];
    }
    return fresh > 0.0;
}

void bi_crease_listed(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        uint32_t is = world->creases.flags[i];
        is |= (is & BI_CREASE_NEW) != 0 ? BI_CREASE_LISTED : 0u;
        world->creases.flags[i] = (uint8_t)(is & ~(uint32_t)BI_CREASE_NEW);
    }
}

// ---- pairs around a vertex ------------------------------------------------------------------------------

// Is it this vertex's turn, as far as another one is concerned that the pair lies around as well? The last of
// them to be listed adds the pair, so that it is there once; while one is flat the pair is none.
static bool is_turn(const bight_cloth_world *world, int32_t vertex, int32_t other)
{
    uint8_t is = world->creases.flags[other];
    return (is & BI_CREASE_NEW) != 0 ? other <= vertex : (is & BI_CREASE_LISTED) != 0;
}

static void add_vertex(const bight_cloth_world *world, int32_t part, int32_t around, int32_t v, int32_t t)
{
    const int32_t *corner = world->topology.triangles + 3 * (size_t)t;
    double apart2 = bi_point_triangle_closest(world->at[v], world->at[corner[0]], world->at[corner[1]],
                                              world->at[corner[2]])
                        .distance_squared,
           most = world->thickness + 2.0 * world->near.margin;
    if (apart2 > most * most) {
        return;
    }
    for (int32_t k = 0; k < 3; k++) {
        if (corner[k] != around && bi_topology_adjacent(&world->topology, v, corner[k]) &&
            !is_turn(world, around, corner[k])) {
            return;
        }
    }
    const int32_t four[4] = {v, corner[0], corner[1], corner[2]};
    double gap = bi_pairs_neighbour_gap(world, false, four), reach = gap + 2.0 * world->near.margin;
    if (apart2 <= reach * reach) {
        bi_found_pair pair = {v, t, (float)gap, (float)sqrt(apart2)};
        bi_gather_add((bi_gather *)&world->near.found[BI_FOUND_VF], part, &pair);
    }
}

static bool is_edge_turn(const bight_cloth_world *world, int32_t around, int32_t e, int32_t f)
{
    const bi_surface *surface = &world->topology.surface;
    for (int32_t n = surface->edge_first[e]; n < surface->edge_first[e + 1]; n++) {
        const int32_t *corner = world->topology.triangles + 3 * (size_t)(surface->edge_sides[n] / 3);
        for (int32_t k = 0; k < 3; k++) {
            if (corner[k] != around && !is_turn(world, around, corner[k]) && is_around(world, f, corner[k])) {
                return false;
            }
        }
    }
    return true;
}

static void add_edges(const bight_cloth_world *world, int32_t part, int32_t around, int32_t e, int32_t f)
{
    int32_t four[4];
    bi_near_vertices(world, true, e < f ? e : f, e < f ? f : e, four);
    if (four[0] == four[2] || four[0] == four[3] || four[1] == four[2] || four[1] == four[3]) {
        return;
    }
    const bight_vec3 p[2] = {world->at[four[0]], world->at[four[1]]};
    const bight_vec3 q[2] = {world->at[four[2]], world->at[four[3]]};
    double most = BI_EDGE_GAP * world->thickness + 2.0 * world->near.margin;
    double apart2 = bi_segment_closest(p[0], p[1], q[0], q[1]).distance_squared;
    if (apart2 > most * most || !bi_pairs_may_cross(p, q, world->near.margin)) {
        return;
    }
    double gap = BI_EDGE_GAP * bi_pairs_neighbour_gap(world, true, four),
           reach = gap + 2.0 * world->near.margin;
    if (apart2 <= reach * reach && is_edge_turn(world, around, e, f)) {
        bi_found_pair pair = {e < f ? e : f, e < f ? f : e, (float)gap, (float)sqrt(apart2)};
        bi_gather_add((bi_gather *)&world->near.found[BI_FOUND_EE], part, &pair);
    }
}

// Of the triangles around a vertex the first that has an edge minds it.
static bool minds(const bight_cloth_world *world, int32_t vertex, int32_t t, int32_t edge)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t n = surface->edge_first[edge];
    while (!has(world->topology.triangles + 3 * (size_t)(surface->edge_sides[n] / 3), vertex)) {
        n++;
    }
    return surface->edge_sides[n] / 3 == t;
}

static void find_around(const bight_cloth_world *world, int32_t part, int32_t vertex)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t end = surface->vertex_first[vertex + 1];
    for (int32_t c = surface->vertex_first[vertex]; c < end; c++) {
        int32_t t = surface->vertex_corners[c] / 3;
        if ((surface->owned[t] & BI_FOLDED) != 0) {
            continue;
        }
        const int32_t *corner = world->topology.triangles + 3 * (size_t)t;
        for (int32_t n = world->topology.row_first[vertex]; n < world->topology.row_first[vertex + 1]; n++) {
            if (!has(corner, world->topology.columns[n])) {
                add_vertex(world, part, vertex, world->topology.columns[n], t);
            }
        }
        for (int32_t d = c + 1; d < end; d++) {
            int32_t u = surface->vertex_corners[d] / 3;
            for (int32_t i = 0; i < 9 && (surface->owned[u] & BI_FOLDED) == 0; i++) {
                int32_t e = surface->triangle_edges[3 * (size_t)t + (size_t)(i / 3)];
                int32_t f = surface->triangle_edges[3 * (size_t)u + (size_t)(i % 3)];
                if (e != f && minds(world, vertex, t, e) && minds(world, vertex, u, f)) {
                    add_edges(world, part, vertex, e, f);
                }
            }
        }
    }
}

void bi_crease_find(const bight_cloth_world *world, int32_t block, int32_t part)
{
    BI_ASSERT(block >= 0 && block < bi_cloth_blocks(world->vertex_count));
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        if ((world->creases.flags[i] & BI_CREASE_NEW) != 0) {
            find_around(world, part, i);
        }
    }
}
