// SPDX-License-Identifier: MIT

#include "cloth/step_filter.h"

#include "cloth/motion_bound.h"
#include "cloth/step_filter_pair.h"
#include "cloth/kinematic.h"
#include "cloth/near_gap.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

// Rounds of shortening; when some pair is still not proved then, nothing moves at all.
#define MOST_ROUNDS 24

// And of holding clusters; after these all are held.
#define MOST_HOLDS 6

// From this round on what fails stays where it was: in packed layers shortening one thing takes the proof
// from the next, and so on.
#define PATIENT_ROUNDS 8

typedef struct filter_job {
    bight_cloth_world *world;
    bool again;    // not the first round: only pairs whose vertices were shortened in the last one
    bool moving;   // some obstacle mesh moves
    bool failed;   // some pair is not proved
    double motion; // at the end (cloth/motion_bound.h)
} filter_job;

// ---- pairs of triangles -----------------------------------------------------------------------------------

static void judge_block(void *data, int32_t block)
{
    const filter_job *job = data;
    bight_cloth_world *world = job->world;
    double floor = BI_FILTER_FLOOR * world->thickness;
    double body_floor = job->moving ? BI_FILTER_BODY_FLOOR * world->thickness : floor;
    // relative motion since pairs were listed is convex in time: greatest at the start or at the end
    double unit = bi_near_level(world), gone = 2.0 * bi_max(world->near.motion, job->motion);
    int32_t end = bi_cloth_block_end(block, world->near.close_count), failed = 0, touching = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_close_triangles pair = world->near.close[i];
        int32_t verdict = BI_FILTER_PROVED, a = bi_close_first(pair), b = bi_close_second(pair);
        if (job->again && !((bi_filter_flags(world, a) | bi_filter_flags(world, b)) & BI_SHORTENED)) {
            verdict = world->filter.verdicts[i];
        } else if (job->again || unit * bi_close_level(pair) <= gone + body_floor) {
            verdict = bi_filter_judge(world, a, b, b < world->sheets.triangle_count ? floor : body_floor);
        }
        world->filter.verdicts[i] = (uint8_t)verdict;
        failed += verdict == BI_FILTER_FAILED;
        touching += verdict == BI_FILTER_TOUCHING;
    }
    world->filter.verdict_counts[2 * block] = failed;
    world->filter.verdict_counts[2 * block + 1] = touching;
}

static void forget_shortened(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->flags[i] &= (uint8_t)~BI_SHORTENED;
    }
}

// Nothing moves in this iteration; the next one tries half the time step, and half the way: where cloth is stretched far every vertex
// goes as far as it may however short the step is, and the same would be proposed for ever.
static void hold_all(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bool moved = v3_distance(world->at[i], world->start[i]) > 0.0;
        world->flags[i] |= moved && !(world->flags[i] & BI_BODY) ? BI_HELD : 0;
    }
    bi_kinematic_return(world);
    memcpy(world->at, world->start, (size_t)world->vertex_count * sizeof *world->at);
    world->control.scale = bi_max(0.5 * world->control.scale, 1.0 / 64.0);
    world->control.reach = bi_max(0.5 * world->control.reach, 1.0 / 64.0);
    world->control.calm = 0;
}

// ---- all of them ----------------------------------------------------------------------------------------

static bool any_body_moves(const bight_cloth_world *world)
{
    bool moves = false;
    for (int32_t i = 0; i < world->obstacles.count && !moves; i++) {
        moves =
            world->obstacles.items[i].vertex_count > 0 && bi_kinematic_way(&world->obstacles.items[i]) > 0.0;
    }
    return moves;
}

// Measure relative motion at the end, and hold clusters that might meet others without a listed pair. Where
// all are held already no shortening changes that.
static void hold_unlisted(filter_job *job)
{
    double farthest;
    int32_t held = job->again && bi_motion_bound_all_held(job->world) ? 0 : 1;
    for (int32_t round = 0; held > 0 && !bi_watch_ask(&job->world->watch); round++) {
        job->motion = bi_motion_bound(job->world, true, &farthest);
        held = bi_motion_bound_hold(job->world, round == MOST_HOLDS || farthest > job->world->near.range);
    }
}

// Look at everything; whether all is proved. Counts what no proof covers. Means nothing once the watch has
// stopped.
static bool all_proved(filter_job *job, int32_t *touching)
{
    bight_cloth_world *world = job->world;
    int32_t blocks = bi_cloth_blocks(world->near.close_count), failed = 0;
    hold_unlisted(job);
    *touching = 0;
    if (!bi_cloth_run(world, blocks, judge_block, job)) {
        return false;
    }
    for (int32_t i = 0; i < blocks; i++) {
        failed += world->filter.verdict_counts[2 * i];
        *touching += world->filter.verdict_counts[2 * i + 1];
    }
    job->failed = failed > 0;
    failed += bi_filter_fans(world, job->again, touching);
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        bool solid = world->obstacles.items[i].solid.kind != BIGHT_SHAPE_MESH;
        failed += solid ? bi_filter_solid(world, &world->obstacles.items[i], touching) : 0;
    }
    return failed == 0;
}

static void shorten_all(const filter_job *job)
{
    bight_cloth_world *world = job->world;
    int32_t blocks = bi_cloth_blocks(world->near.close_count);
    forget_shortened(world);
    for (int32_t i = 0; i < blocks && job->failed; i++) {
        int32_t end = bi_cloth_block_end(i, world->near.close_count);
        for (int32_t k = i * BI_CLOTH_BLOCK; k < end && world->filter.verdict_counts[2 * i] > 0; k++) {
            if (world->filter.verdicts[k] == BI_FILTER_FAILED) {
                bi_filter_shorten_pair(world, bi_close_first(world->near.close[k]),
                                       bi_close_second(world->near.close[k]));
            }
        }
    }
    bi_filter_fans_shorten(world);
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        if (world->obstacles.items[i].solid.kind != BIGHT_SHAPE_MESH) {
            bi_filter_solid_shorten(world, &world->obstacles.items[i]);
        }
    }
}

bight_status bi_step_filter(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds)
{
    BI_ASSERT(world->topology.built && world->near.listed && report != NULL && rounds != NULL);
    int32_t items = world->near.close_capacity > world->sheets.triangle_count ? world->near.close_capacity
                                                                              : world->sheets.triangle_count;
    BI_CLOTH_RESERVE(world, filter.verdicts, (int64_t)items);
    BI_CLOTH_RESERVE(world, filter.verdict_counts, 2 * (int64_t)bi_cloth_blocks(items));
    BI_CLOTH_RESERVE(world, filter.solid_slack, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, filter.solid_beyond, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, filter.fan_counts, 2 * (int64_t)bi_cloth_blocks(world->vertex_count));
    BI_CLOTH_RESERVE(world, filter.solid_counts, 2 * (int64_t)bi_cloth_blocks(world->sheets.triangle_count));

    // prove every pair; shorten what failed, and prove again what that has changed
    filter_job job = {.world = world, .moving = any_body_moves(world)};
    int32_t touching = 0;
    *rounds = 0;
    forget_shortened(world);
    bool proved = all_proved(&job, &touching);
    for (; !proved && *rounds < MOST_ROUNDS && !bi_watch_ask(&world->watch); (*rounds)++) {
        world->filter.impatient = *rounds >= PATIENT_ROUNDS;
        shorten_all(&job);
        job.again = true;
        proved = all_proved(&job, &touching);
    }
    world->filter.impatient = false;
    if (world->watch.stopped) {
        return BIGHT_ERROR_STOPPED;
    }

    // after the last round nothing moves, which needs no proof
    if (!proved) {
        hold_all(world);
    }

    // expected motion for the next lists
    world->near.pace = bi_max(0.5 * world->near.pace, job.motion - world->near.motion);
    report->unproved += touching;
    report->rounds = *rounds > report->rounds ? *rounds : report->rounds;
    return BIGHT_OK;
}
