// SPDX-License-Identifier: MIT

#include "cloth/seam.h"

#include "cloth/elastic.h"
#include "cloth/rows.h"
#include "cloth/world.h"
#include "geom/segment.h"

#include <string.h>

bight_status bi_seam_build(bight_cloth_world *world)
{
    if (world->seams.count == 0) {
        return BIGHT_OK;
    }

    BI_CLOTH_RESERVE(world, seams.sewn, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, seams.by_seam, (int64_t)world->vertex_count);
    memset(world->seams.by_seam, 0, (size_t)world->vertex_count);

    // vertices sewn together form a ring; every vertex begins as a ring of its own
    int32_t *next = world->seams.sewn;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        next[i] = i;
    }

    // a seam joins the rings of its two ends, unless they are in one already
    for (int32_t i = 0; i < world->seams.count; i++) {
        int32_t a = world->seams.items[i].v[0], b = world->seams.items[i].v[1], at = next[a];
        while (at != a && at != b) {
            at = next[at];
        }
        // two rings become one when their links are crossed over; one ring would become two
        if (at != b) {
            at = next[a];
            next[a] = next[b];
            next[b] = at;
        }
    }

    // 1: sewn, or next to one that is; 2: several welded into one
    for (int32_t i = 0; i < world->vertex_count; i++) {
        int32_t one = world->welds.into[i];
        if (next[i] != i) {
            world->seams.by_seam[one] |= one != i ? 3 : 1;
            for (int32_t n = world->topology.row_first[one]; n < world->topology.row_first[one + 1]; n++) {
                world->seams.by_seam[world->topology.columns[n]] |= 1;
            }
        }
    }

    return BIGHT_OK;
}

// ---- threads --------------------------------------------------------------------------------------------

static bight_vec3 mean_around(const bight_cloth_world *world, int32_t vertex)
{
    bight_vec3 sum = v3(0, 0, 0);
    int32_t first = world->topology.row_first[vertex], end = world->topology.row_first[vertex + 1];
    for (int32_t n = first; n < end; n++) {
        sum = v3_add(sum, world->at[world->topology.columns[n]]);
    }
    return end > first ? v3_mul(1.0 / (end - first), sum) : world->at[vertex];
}

bool bi_seam_is_open(const bight_cloth_world *world)
{
    bool open = false;
    for (int32_t i = 0; i < world->seams.count && !open; i++) {
        open = world->welds.into[world->seams.items[i].v[0]] != world->welds.into[world->seams.items[i].v[1]];
    }
    return open;
}

// Threads are soft at first, and twice as stiff every so many steps: borders that are drawn together in a
// hurry wind about each other.
#define SOFT 0.01
#define DOUBLED 20

// SOFT 2^(steps / DOUBLED), straight between doublings: pow() has other last bits in other libraries.
static double pull_after(int32_t steps)
{
    return bi_min(SOFT * ldexp(1.0 + (double)(steps % DOUBLED) / DOUBLED, steps / DOUBLED), 1.0);
}

// Energy k/2 (|d| - rest)^2; across the thread only the stiffness that pulls. Two in one place part to where
// their sheets are.
bight_status bi_seam_rows(bight_cloth_world *world)
{
    bight_status status = bi_rows_reserve(world, world->seams.count, 2 * (int64_t)world->seams.count);
    double rest = BI_SEAM_GAP * world->thickness;
    double pull = pull_after(world->seams.drawn);
    for (int32_t i = 0; i < world->seams.count && status == BIGHT_OK; i++) {
        const bi_seam *seam = &world->seams.items[i];
        const int32_t v[2] = {world->welds.into[seam->v[0]], world->welds.into[seam->v[1]]};
        if (v[0] == v[1]) {
            continue;
        }
        const float weights[2] = {1.0f, -1.0f};
        bight_vec3 apart = v3_sub(world->at[v[0]], world->at[v[1]]), way = apart;
        double length = v3_length(apart), k = (double)seam->stiffness * pull;
        if (length < 1e-3 * rest) {
            way = v3_sub(mean_around(world, v[0]), mean_around(world, v[1]));
            way = v3_unit(way, v3(0, 1, 0));
            length = 0.0;
        } else {
            way = v3_mul(1.0 / length, way);
        }
        float stiffness[6];
        bi_rows_stiffness(stiffness, k, length > rest ? k * (1.0 - rest / length) : 0.0, way);
        bi_rows_add(world, v, weights, 2, stiffness, v3_mul(k * (rest - length), way));
    }
    return status;
}

// ---- gaps across seams ----------------------------------------------------------------------------------

static bight_vec3 rest_of(const bight_cloth_world *world, int32_t vertex)
{
    const float *r = world->rest + 3 * (size_t)vertex;
    return v3((double)r[0], (double)r[1], (double)r[2]);
}

// A vertex, an edge or a face.
typedef struct part {
    const int32_t *v;
    int32_t count;
} part;

static double rest_distance(const bight_cloth_world *world, int32_t vertex, part of)
{
    bight_vec3 p = rest_of(world, vertex), r[3];
    for (int32_t i = 0; i < 3; i++) {
        r[i] = rest_of(world, of.v[i < of.count ? i : 0]);
    }
    if (of.count == 3) {
        return sqrt(bi_point_triangle_closest(p, r[0], r[1], r[2]).distance_squared);
    }
    double t = of.count == 2 ? bi_segment_closest_to_point(r[0], r[1], p) : 0.0;
    return v3_distance(p, v3_lerp(r[0], r[1], t));
}

static bool is_by_seam(const bight_cloth_world *world, part of)
{
    bool by = false;
    for (int32_t i = 0; i < of.count; i++) {
        by |= world->seams.by_seam[of.v[i]] != 0;
    }
    return by;
}

// Is a vertex one of a part's, or next to one?
static bool is_next_to(const bight_cloth_world *world, int32_t vertex, part of)
{
    bool next = false;
    for (int32_t i = 0; i < of.count && !next; i++) {
        next = vertex == of.v[i];
        for (int32_t n = world->topology.row_first[of.v[i]];
             n < world->topology.row_first[of.v[i] + 1] && !next; n++) {
            next = vertex == world->topology.columns[n];
        }
    }
    return next;
}

// From a to b through the stitches of one vertex near a, at rest; at least as far as the nearest way.
static double way_through(const bight_cloth_world *world, int32_t vertex, part a, part b, double most)
{
    double least = HUGE_VAL,
           first = world->seams.sewn[vertex] != vertex ? rest_distance(world, vertex, a) : most;
    for (int32_t q = world->seams.sewn[vertex]; first < most && q != vertex; q = world->seams.sewn[q]) {
        int32_t one = world->welds.into[q];
        if (one != vertex && is_next_to(world, one, b)) {
            least = bi_min(least, first + rest_distance(world, one, b));
        }
    }
    return least;
}

double bi_seam_welded_gap(const bight_cloth_world *world, const int32_t v[4])
{
    double shortest = HUGE_VAL;
    for (int32_t i = 0; i < 4 && world->seams.count > 0; i++) {
        if ((world->seams.by_seam[v[i]] & 2) != 0) {
            shortest = bi_min(shortest, (double)world->topology.step_limit[v[i]]);
        }
    }
    return shortest < HUGE_VAL ? bi_min(world->thickness, 0.25 * shortest) : HUGE_VAL;
}

double bi_seam_gap(const bight_cloth_world *world, int32_t first, const int32_t v[4], double gap)
{
    BI_ASSERT((first == 1 || first == 2) && gap >= 0.0);
    part a = {v, first}, b = {v + first, 4 - first};
    if (world->seams.count == 0 || !is_by_seam(world, a) || !is_by_seam(world, b)) {
        return gap;
    }
    double least = HUGE_VAL, most = 2.0 * gap;
    for (int32_t i = 0; i < a.count; i++) {
        least = bi_min(least, way_through(world, a.v[i], a, b, most));
        for (int32_t n = world->topology.row_first[a.v[i]]; n < world->topology.row_first[a.v[i] + 1]; n++) {
            least = bi_min(least, way_through(world, world->topology.columns[n], a, b, most));
        }
    }
    return bi_min(gap, bi_max(0.5 * least, BI_SEAM_GAP * world->thickness));
}
