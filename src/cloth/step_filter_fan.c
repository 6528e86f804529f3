// SPDX-License-Identifier: MIT
// Safe mode for triangles with one vertex in common.
//
// Around a vertex that is not sharp (crease.h) all triangles face within 45 degrees of a common direction and
// wind once around it. While none of them turns by 45 degrees, all keep facing that way, so seen along it
// they stay side by side: nothing crosses. With sides p and q and their changes dp and dq on the way, the
// normal p x q changes by at most |p||dq| + |q||dp| + |dp||dq|; below sin(45 degrees) of its length it turns
// less than that. Where this is not so, and at sharp vertices, each pair is judged like any other.

#include "cloth/step_filter_pair.h"

#include "cloth/crease.h"
#include "cloth/world.h"
#include "core/parallel.h"

// Squared: a little below sin(45 degrees).
#define STEADY2 0.49

static bool is_steady(const bight_cloth_world *world, int32_t t)
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)t;
    const bight_vec3 *x = world->start, *y = world->at;
    bight_vec3 p = v3_sub(x[v[1]], x[v[0]]), q = v3_sub(x[v[2]], x[v[0]]);
    bight_vec3 dp = v3_sub(v3_sub(y[v[1]], y[v[0]]), p), dq = v3_sub(v3_sub(y[v[2]], y[v[0]]), q);
    double p2 = v3_length_squared(p), q2 = v3_length_squared(q);
    double dp2 = v3_length_squared(dp), dq2 = v3_length_squared(dq);
    // (a + b + c)^2 <= 3 (a^2 + b^2 + c^2)
    return 3.0 * (p2 * dq2 + q2 * dp2 + dp2 * dq2) < STEADY2 * v3_length_squared(v3_cross(p, q));
}

typedef struct turn_job {
    bight_cloth_world *world;
    bool again;
} turn_job;

static bool turns(const turn_job *job, int32_t t)
{
    const bight_cloth_world *world = job->world;
    const int32_t *v = world->topology.triangles + 3 * (size_t)t;
    uint8_t flags = world->flags[v[0]] | world->flags[v[1]] | world->flags[v[2]];
    return (!job->again || (flags & BI_SHORTENED) != 0) && !is_steady(world, t);
}

static void look_at_triangles(void *data, int32_t block)
{
    const turn_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->sheets.triangle_count), count = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        count += turns(job, i);
    }
    world->filter.solid_counts[block] = count;
}

// Vertices of triangles that turn; until creases are next looked at.
static void mark_turning(bight_cloth_world *world, bool again)
{
    turn_job job = {world, again};
    int32_t blocks = bi_cloth_blocks(world->sheets.triangle_count);
    bi_parallel_for(bi_cloth_threads(world), blocks, look_at_triangles, &job);
    for (int32_t block = 0; block < blocks; block++) {
        int32_t end = bi_cloth_block_end(block, world->sheets.triangle_count);
        for (int32_t i = block * BI_CLOTH_BLOCK; i < end && world->filter.solid_counts[block] > 0; i++) {
            for (int32_t k = 0; k < 3 && turns(&job, i); k++) {
                world->creases.flags[world->topology.triangles[3 * (size_t)i + (size_t)k]] |= BI_CREASE_TURNS;
            }
        }
    }
}

static int32_t common_vertices(const int32_t *v, const int32_t *w)
{
    int32_t common = 0;
    for (int32_t k = 0; k < 3; k++) {
        common += v[k] == w[0] || v[k] == w[1] || v[k] == w[2];
    }
    return common;
}

// Judge the pairs around a vertex, and shorten those that fail if asked to.
static void judge_around(bight_cloth_world *world, int32_t vertex, bool shorten, int32_t *failed,
                         int32_t *touching)
{
    const bi_surface *surface = &world->topology.surface;
    int32_t end = surface->vertex_first[vertex + 1];
    double least = BI_FILTER_FLOOR * world->thickness;
    for (int32_t c = surface->vertex_first[vertex]; c < end; c++) {
        int32_t a = surface->vertex_corners[c] / 3;
        for (int32_t d = c + 1; d < end && (surface->owned[a] & BI_FOLDED) == 0; d++) {
            int32_t b = surface->vertex_corners[d] / 3;
            if ((surface->owned[b] & BI_FOLDED) != 0 ||
                common_vertices(world->topology.triangles + 3 * (size_t)a,
                                world->topology.triangles + 3 * (size_t)b) != 1) {
                continue;
            }
            int32_t verdict = bi_filter_judge(world, a, b, least);
            *failed += verdict == BI_FILTER_FAILED;
            *touching += verdict == BI_FILTER_TOUCHING;
            if (shorten && verdict == BI_FILTER_FAILED) {
                bi_filter_shorten_pair(world, a, b);
            }
        }
    }
}

static void judge_block(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    int32_t end = bi_cloth_block_end(block, world->vertex_count), failed = 0, touching = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        if ((world->creases.flags[i] & (BI_CREASE_SHARP | BI_CREASE_TURNS)) != 0) {
            judge_around(world, i, false, &failed, &touching);
        }
    }
    world->filter.fan_counts[2 * block] = failed;
    world->filter.fan_counts[2 * block + 1] = touching;
}

int32_t bi_filter_fans(bight_cloth_world *world, bool again, int32_t *touching)
{
    BI_ASSERT(world->topology.built && touching != NULL);
    mark_turning(world, again);
    int32_t blocks = bi_cloth_blocks(world->vertex_count), failed = 0;
    if (!bi_cloth_run(world, blocks, judge_block, world)) {
        return 0;
    }
    for (int32_t i = 0; i < blocks; i++) {
        failed += world->filter.fan_counts[2 * i];
        *touching += world->filter.fan_counts[2 * i + 1];
    }
    return failed;
}

void bi_filter_fans_shorten(bight_cloth_world *world)
{
    for (int32_t block = 0; block < bi_cloth_blocks(world->vertex_count); block++) {
        int32_t end = bi_cloth_block_end(block, world->vertex_count), failed = 0, touching = 0;
        for (int32_t i = block * BI_CLOTH_BLOCK; i < end && world->filter.fan_counts[2 * block] > 0; i++) {
            if ((world->creases.flags[i] & (BI_CREASE_SHARP | BI_CREASE_TURNS)) != 0) {
                judge_around(world, i, true, &failed, &touching);
            }
        }
    }
}
