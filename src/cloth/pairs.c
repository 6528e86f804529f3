// SPDX-License-Identifier: MIT

#include "cloth/pairs.h"

#include "cloth/arena.h"
#include "cloth/crease.h"
#include "cloth/near_gap.h"
#include "cloth/world.h"
#include "core/parallel.h"
#include "geom/segment.h"

#include <float.h>
#include <string.h>

// ---- facets ---------------------------------------------------------------------------------------------

static void set_plane(bi_facet *facet, int32_t k, bight_vec3 normal, bight_vec3 through)
{
    bight_vec3 n = v3_unit(normal, v3(0, 0, 0));
    facet->nx[k] = (float)n.x;
    facet->ny[k] = (float)n.y;
    facet->nz[k] = (float)n.z;
    facet->d[k] = (float)v3_dot(n, through);
}

// Two flat pieces of cloth keep each other off with their vertices, and a ridge does so with a flat piece:
// edges matter where ridges meet. Is the edge inside a sheet, and the sheet flat about it?
static bool is_flat(const bight_cloth_world *world, int32_t edge, double cosine2)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t first = surface->edge_first[edge];
    if (cosine2 > 1.0 || surface->edge_first[edge + 1] - first != 2) {
        return false;
    }
    bight_vec3 n[2];
    for (int32_t i = 0; i < 2; i++) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)(surface->edge_sides[first + i] / 3);
        n[i] = v3_cross(v3_sub(world->at[v[1]], world->at[v[0]]), v3_sub(world->at[v[2]], world->at[v[0]]));
    }
    double along = v3_dot(n[0], n[1]);
    return along > 0.0 && along * along >= cosine2 * v3_length_squared(n[0]) * v3_length_squared(n[1]);
}

static void make_facet(const bi_pairs_search *search, int32_t triangle, bi_facet *facet)
{
    const bight_cloth_world *world = search->world;
    const int32_t *v = world->topology.triangles + 3 * (size_t)triangle;
    bight_vec3 x[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_sub(world->at[v[k]], search->origin);
        facet->x[k][0] = (float)x[k].x;
        facet->x[k][1] = (float)x[k].y;
        facet->x[k][2] = (float)x[k].z;
        facet->v[k] = v[k];
    }
    facet->triangle = triangle;
    facet->flat = 0;
    for (int32_t k = 0; k < 3; k++) {
        int32_t edge = world->topology.surface.triangle_edges[3 * (size_t)triangle + (size_t)k];
        facet->flat |= is_flat(world, edge, search->flat_cosine2) ? (uint32_t)1 << k : 0;
    }
    bight_vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    for (int32_t k = 0; k < 3; k++) {
        set_plane(facet, k, v3_cross(v3_sub(x[k == 2 ? 0 : k + 1], x[k]), n), x[k]);
    }
    set_plane(facet, 3, n, x[0]);
}

static void make_facets(void *data, int32_t block)
{
    const bi_pairs_search *search = data;
    const bight_cloth_world *world = search->world;
    int32_t end = bi_cloth_block_end(block, world->topology.triangle_count),
            sheets = world->sheets.triangle_count;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        int32_t t = i < sheets ? world->topology.sheet_tree.order[i]
                               : sheets + world->topology.body_tree.order[i - sheets];
        make_facet(search, t, &search->facets[i]);
    }
}

// Squared cosine of the angle by which a sheet may be bent along an edge that is left out: 30 degrees less
// the growth of the angle before lists are made again. Above 1 when none is flat enough for that.
static double flat_cosine2(const bight_cloth_world *world)
{
    // either height above the edge is about 0.7 edges; its end and the edge move by the margin
    double turn = 4.0 * world->near.margin / (0.7 * world->edge_length), most = 0.5236 - turn;
    double cosine = 1.0 - 0.5 * most * most;
    return most > 0.0 ? cosine * cosine : 2.0;
}

static bi_box root_of(const bi_box_tree *tree)
{
    return tree->boxes[tree->level_first[tree->level_count] - 1];
}

int64_t bi_pairs_bytes(const bight_cloth_world *world)
{
    return (int64_t)bi_arena_size((size_t)world->topology.triangle_count * sizeof(bi_facet));
}

bight_status bi_pairs_start(bi_pairs_search *search)
{
    BI_ASSERT(search->world->topology.built && search->reach > 0.0);
    bight_cloth_world *world = search->world;
    int32_t threads = bi_cloth_threads(world);
    const int32_t *bodies = world->topology.triangles + 3 * (size_t)world->sheets.triangle_count;

    // boxes follow the vertices; now and then leaves are sorted again by where they lie
    if (world->near.listings % 64 == 63) {
        bi_box_tree_sort(&world->topology.sheet_tree, world->topology.triangles, world->at);
    } else {
        bi_box_tree_refit(&world->topology.sheet_tree, world->topology.triangles, world->at, NULL, threads);
    }
    bi_box_tree_refit(&world->topology.body_tree, bodies, world->at, NULL, threads);

    // floats from the middle of the sheets: bodies that are far away round more
    bi_box root = root_of(&world->topology.sheet_tree);
    double middle[3], farthest = 0.0;
    for (int32_t i = 0; i < 3; i++) {
        middle[i] = 0.5 * ((double)root.low[i] + (double)root.high[i]);
        farthest = bi_max(farthest, (double)root.high[i] - middle[i]);
    }
    if (world->topology.body_tree.leaf_count > 0) {
        bi_box body = root_of(&world->topology.body_tree);
        for (int32_t i = 0; i < 3; i++) {
            farthest =
                bi_max(farthest, bi_max((double)body.high[i] - middle[i], middle[i] - (double)body.low[i]));
        }
    }
    search->origin = v3(middle[0], middle[1], middle[2]);

    // A height is three products and three sums of numbers of at most sqrt(3) farthest, of corners and
    // normals that are rounded themselves: within 16 farthest ulps.
    search->loose_reach = bi_float_above(search->reach + 16.0 * (double)FLT_EPSILON * farthest);
    search->flat_cosine2 = flat_cosine2(world);
    search->slack = bi_float_above(search->reach);

    search->facets = bi_cloth_arena_claim(world, world->topology.triangle_count, sizeof *search->facets);
    if (search->facets == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    bi_parallel_for(threads, bi_cloth_blocks(world->topology.triangle_count), make_facets, search);
    return BIGHT_OK;
}

// ---- one pair of triangles ------------------------------------------------------------------------------

// For each corner of b and each side of b, how far they are from a at least.
typedef struct heights {
    float corner[3], side[3], least;
} heights;

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

// Heights of b's corners over the planes of a. False when some plane keeps all of b beyond reach.
static bool look_from(const bi_facet *a, const bi_facet *b, float reach, heights *h)
{
    float over[3][4];
    for (int32_t j = 0; j < 3; j++) {
        float x = b->x[j][0], y = b->x[j][1], z = b->x[j][2];
        for (int32_t k = 0; k < 4; k++) {
            over[j][k] = a->nx[k] * x + a->ny[k] * y + a->nz[k] * z - a->d[k];
        }
    }
    float low[4];
    for (int32_t k = 0; k < 4; k++) {
        low[k] = smaller(over[0][k], smaller(over[1][k], over[2][k]));
    }
    float high = larger(over[0][3], larger(over[1][3], over[2][3]));
    if ((low[0] > reach) | (low[1] > reach) | (low[2] > reach) | (low[3] > reach) | (high < -reach)) {
        return false;
    }
    h->least = larger(larger(low[0], low[1]), larger(low[2], larger(low[3], -high)));
    for (int32_t j = 0; j < 3; j++) {
        const float *p = over[j], *q = over[j == 2 ? 0 : j + 1];
        h->corner[j] = larger(larger(p[0], p[1]), larger(p[2], larger(p[3], -p[3])));
        float side = larger(smaller(p[0], q[0]), larger(smaller(p[1], q[1]), smaller(p[2], q[2])));
        h->side[j] = larger(side, larger(smaller(p[3], q[3]), smaller(-p[3], -q[3])));
    }
    return true;
}

typedef struct pair_job {
    const bi_pairs_search *search;
    int32_t part;
    bool body;
} pair_job;

static void corners_of(const bight_cloth_world *world, const bi_facet *facet, bight_vec3 x[3])
{
    for (int32_t k = 0; k < 3; k++) {
        x[k] = world->at[facet->v[k]];
    }
}

static void find_vertices(const pair_job *here, const bi_facet *from, const bi_facet *to,
                          const bight_vec3 x[3], const bight_vec3 y[3], const heights *h)
{
    bight_cloth_world *world = here->search->world;
    double reach = here->search->reach;
    uint32_t owned = world->topology.surface.owned[from->triangle];
    for (int32_t k = 0; k < 3; k++) {
        if (!(owned & BI_OWNS_VERTEX(k)) || h->corner[k] > here->search->loose_reach) {
            continue;
        }
        double apart2 = bi_point_triangle_closest(x[k], y[0], y[1], y[2]).distance_squared;
        if (apart2 > reach * reach || bi_crease_has_vf(world, from->v[k], to->triangle)) {
            continue;
        }
        const int32_t four[4] = {from->v[k], to->v[0], to->v[1], to->v[2]};
        bi_found_pair pair = {from->v[k], to->triangle, (float)bi_pairs_gap(world, false, four),
                              (float)sqrt(apart2)};
        bi_gather_add(&world->near.found[BI_FOUND_VF], here->part, &pair);
    }
}

static bool far(const bight_vec3 p[2], const bight_vec3 q[2], double reach)
{
    double x = bi_max(bi_min(p[0].x, p[1].x) - bi_max(q[0].x, q[1].x),
                      bi_min(q[0].x, q[1].x) - bi_max(p[0].x, p[1].x));
    double y = bi_max(bi_min(p[0].y, p[1].y) - bi_max(q[0].y, q[1].y),
                      bi_min(q[0].y, q[1].y) - bi_max(p[0].y, p[1].y));
    double z = bi_max(bi_min(p[0].z, p[1].z) - bi_max(q[0].z, q[1].z),
                      bi_min(q[0].z, q[1].z) - bi_max(p[0].z, p[1].z));
    return bi_max(x, bi_max(y, z)) > reach;
}

static void find_edges(const pair_job *here, const bi_facet *a, const bi_facet *b, const bight_vec3 x[3],
                       const bight_vec3 y[3], const heights *of_a, const heights *of_b)
{
    bight_cloth_world *world = here->search->world;
    float loose = here->search->loose_reach;
    uint32_t owned_a = world->topology.surface.owned[a->triangle],
             owned_b = world->topology.surface.owned[b->triangle];
    for (int32_t i = 0; i < 3; i++) {
        if (!(owned_a & BI_OWNS_EDGE(i)) || of_a->side[i] > loose) {
            continue;
        }
        const bight_vec3 p[2] = {x[i], x[i == 2 ? 0 : i + 1]};
        for (int32_t k = 0; k < 3; k++) {
            const bight_vec3 q[2] = {y[k], y[k == 2 ? 0 : k + 1]};

            // edges push below 3/4 of the gap, 1/4 where a sheet is flat about either: reach shrinks likewise
            bool flat = ((a->flat >> i | b->flat >> k) & 1) != 0;
            double share = flat ? BI_FLAT_EDGE_GAP : BI_EDGE_GAP;
            double reach = here->search->reach - (1.0 - share) * world->thickness;
            if (!(owned_b & BI_OWNS_EDGE(k)) || of_b->side[k] > loose || far(p, q, reach) ||
                !bi_pairs_may_cross(p, q, world->near.margin)) {
                continue;
            }

            // the exact distance, where no plane or box rules the pair out; creases list their own pairs
            double apart2 = bi_segment_closest(p[0], p[1], q[0], q[1]).distance_squared;
            int32_t e = world->topology.surface.triangle_edges[3 * (size_t)a->triangle + (size_t)i];
            int32_t f = world->topology.surface.triangle_edges[3 * (size_t)b->triangle + (size_t)k];
            if (apart2 > reach * reach || bi_crease_has_ee(world, e, f)) {
                continue;
            }

            // a < b, so that contacts find their pair again
            int32_t four[4];
            bi_near_vertices(world, true, e < f ? e : f, e < f ? f : e, four);
            bi_found_pair pair = {e < f ? e : f, e < f ? f : e,
                                  (float)(share * bi_pairs_gap(world, true, four)), (float)sqrt(apart2)};
            bi_gather_add(&world->near.found[BI_FOUND_EE], here->part, &pair);
        }
    }
}

static bool share_vertex(const int32_t v[3], const int32_t w[3])
{
    return (v[0] == w[0]) | (v[0] == w[1]) | (v[0] == w[2]) | (v[1] == w[0]) | (v[1] == w[1]) |
           (v[1] == w[2]) | (v[2] == w[0]) | (v[2] == w[1]) | (v[2] == w[2]);
}

// They cannot cross before they have come as much nearer as they are clear of each other.
static void add_close(const pair_job *here, int32_t a, int32_t b, double clear)
{
    uint32_t level = (uint32_t)bi_max(0.0, 63.0 * clear / here->search->world->near.proof);
    level = level < 63 ? level : 63;
    bi_close_triangles pair = {(uint32_t)a | (level & 7) << BI_CLOSE_BITS,
                               (uint32_t)b | (level >> 3) << BI_CLOSE_BITS};
    bi_gather_add(&here->search->world->near.found[BI_FOUND_CLOSE], here->part, &pair);
}

static void visit(void *data, int32_t leaf_a, int32_t leaf_b)
{
    const pair_job *here = data;
    const bi_pairs_search *search = here->search;
    bight_cloth_world *world = search->world;
    const bi_facet *a = &search->facets[leaf_a];
    const bi_facet *b = &search->facets[here->body ? world->sheets.triangle_count + leaf_b : leaf_b];
    heights of_a, of_b;
    if (share_vertex(a->v, b->v) || !look_from(a, b, search->loose_reach, &of_b) ||
        !look_from(b, a, search->loose_reach, &of_a) ||
        ((world->topology.surface.owned[a->triangle] | world->topology.surface.owned[b->triangle]) &
         BI_FOLDED) != 0) {
        return;
    }
    // the clearer of the two looks; floats round by what makes loose_reach of reach
    double clear = (double)larger(of_a.least, of_b.least) - ((double)search->loose_reach - search->reach);
    if (clear <= world->near.proof) {
        add_close(here, a->triangle, b->triangle, clear);
    }
    bight_vec3 x[3], y[3];
    corners_of(world, a, x);
    corners_of(world, b, y);
    find_vertices(here, a, b, x, y, &of_a);
    find_vertices(here, b, a, y, x, &of_b);
    find_edges(here, a, b, x, y, &of_a, &of_b);
}

void bi_pairs_find(const bi_pairs_search *search, int32_t part, int32_t to)
{
    BI_ASSERT(part >= 0 && part < search->world->near.parts.count + search->world->near.body_parts.count);
    const bight_cloth_world *world = search->world;
    int32_t own = world->near.parts.count;
    pair_job here = {search, to, part >= own};
    if (here.body) {
        bi_box_tree_visit(&world->topology.sheet_tree, &world->topology.body_tree, search->slack,
                          world->near.body_parts.pairs[part - own], visit, &here);
    } else {
        bi_box_tree_visit(&world->topology.sheet_tree, NULL, search->slack, world->near.parts.pairs[part],
                          visit, &here);
    }
}
