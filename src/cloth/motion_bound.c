// SPDX-License-Identifier: MIT

#include "cloth/motion_bound.h"

#include "cloth/step_filter_pair.h"
#include "cloth/kinematic.h"
#include "cloth/world.h"
#include "core/parallel.h"
#include "geom/pose.h"

#include <string.h>

#define MOST_CLUSTERS 1024

// The level whose nodes are clusters.
static int32_t level_of(const bi_box_tree *tree)
{
    int32_t level = 0;
    while (level + 1 < tree->level_count &&
           (level < 6 || tree->level_first[level + 1] - tree->level_first[level] > MOST_CLUSTERS)) {
        level++;
    }
    return level;
}

static int32_t width_of(const bi_box_tree *tree)
{
    int32_t level = level_of(tree);
    return tree->leaf_count > 0 ? tree->level_first[level + 1] - tree->level_first[level] : 0;
}

typedef struct motion_job {
    bight_cloth_world *world;
    const bi_box_tree *tree;
    int32_t level, first_triangle;
    bool stepped;
    bi_cluster *clusters;
} motion_job;

static void measure(void *data, int32_t index)
{
    const motion_job *job = data;
    const bight_cloth_world *world = job->world;
    int64_t from = (int64_t)index << job->level, to = from + ((int64_t)1 << job->level);
    to = to < job->tree->leaf_count ? to : job->tree->leaf_count;

    // d = at - listed over the cluster's corners: sum and greatest |d|; and the greatest |at - start|
    bight_vec3 sum = v3(0, 0, 0);
    double farthest = 0.0, deviation = 0.0, step = 0.0;
    for (int64_t leaf = from; leaf < to; leaf++) {
        const int32_t *v =
            world->topology.triangles + 3 * (size_t)(job->first_triangle + job->tree->order[leaf]);
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 d = v3_sub(world->at[v[k]], world->clusters.listed_at[v[k]]);
            sum = v3_add(sum, d);
            farthest = bi_max(farthest, v3_length_squared(d));
            if (job->stepped) {
                step = bi_max(step, v3_length_squared(v3_sub(world->at[v[k]], world->start[v[k]])));
            }
        }
    }

    // deviation: greatest |d - mean|, so that a cluster that is carried as a whole has none
    bight_vec3 mean = v3_mul(1.0 / (3.0 * (double)(to - from)), sum);
    for (int64_t leaf = from; leaf < to; leaf++) {
        const int32_t *v =
            world->topology.triangles + 3 * (size_t)(job->first_triangle + job->tree->order[leaf]);
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 d = v3_sub(v3_sub(world->at[v[k]], world->clusters.listed_at[v[k]]), mean);
            deviation = bi_max(deviation, v3_length_squared(d));
        }
    }

    bi_cluster *cluster = &job->clusters[index];
    cluster->mean = mean;
    cluster->deviation = sqrt(deviation);
    cluster->farthest = sqrt(farthest);
    cluster->step = sqrt(step);
}

// How far apart two boxes are at least: along the axis that parts them most.
static float gap_between(const bi_box *a, const bi_box *b)
{
    float gap = 0.0f;
    for (int32_t i = 0; i < 3; i++) {
        float over = b->low[i] - a->high[i], under = a->low[i] - b->high[i];
        gap = over > gap ? over : gap;
        gap = under > gap ? under : gap;
    }
    return gap;
}

static bight_status pair_up(bight_cloth_world *world, int32_t i, const bi_box *box, const bi_box *others,
                            int32_t from, int32_t to, int32_t first)
{
    float slack = bi_float_above(2.0 * world->near.range + world->thickness);
    BI_CLOTH_RESERVE(world, clusters.pairs, (int64_t)world->clusters.pair_count + to - from);
    for (int32_t k = from; k < to; k++) {
        float gap = gap_between(box, &others[k]);
        if (gap <= slack) {
            world->clusters.pairs[world->clusters.pair_count++] = (bi_cluster_pair){i, first + k, gap};
        }
    }
    return BIGHT_OK;
}

bight_status bi_motion_bound_start(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built && world->near.range > 0.0);
    const bi_box_tree *sheet = &world->topology.sheet_tree, *body = &world->topology.body_tree;
    int32_t sheets = width_of(sheet), bodies = width_of(body);
    const bi_box *sheet_boxes = sheet->boxes + sheet->level_first[level_of(sheet)];
    const bi_box *body_boxes = body->boxes + body->level_first[level_of(body)];
    BI_CLOTH_RESERVE(world, clusters.items, (int64_t)sheets + bodies);
    memset(world->clusters.items, 0, ((size_t)sheets + (size_t)bodies) * sizeof *world->clusters.items);
    world->clusters.pair_count = 0;
    for (int32_t i = 0; i < sheets; i++) {
        bight_status status = pair_up(world, i, &sheet_boxes[i], sheet_boxes, i, sheets, 0);
        if (status == BIGHT_OK) {
            status = pair_up(world, i, &sheet_boxes[i], body_boxes, 0, bodies, sheets);
        }
        if (status != BIGHT_OK) {
            return status;
        }
    }
    memcpy(world->clusters.listed_at, world->at, (size_t)world->vertex_count * sizeof *world->at);
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        world->obstacles.items[i].before = world->obstacles.items[i].pose;
    }
    return BIGHT_OK;
}

// Relative motion of two clusters, less the distance by which their boxes lay beyond the reach of the lists.
static double relative_motion(const bight_cloth_world *world, const bi_cluster_pair *pair)
{
    double reach = world->thickness + 2.0 * world->near.margin;
    const bi_cluster *a = &world->clusters.items[pair->a], *b = &world->clusters.items[pair->b];
    double gone = v3_distance(a->mean, b->mean) + a->deviation + b->deviation;
    return gone - bi_max(0.0, (double)pair->gap - reach);
}

double bi_motion_bound(bight_cloth_world *world, bool stepped, double *farthest)
{
    BI_ASSERT(world->near.listed && farthest != NULL);
    int32_t sheets = width_of(&world->topology.sheet_tree), bodies = width_of(&world->topology.body_tree);
    motion_job jobs[2] = {{world, &world->topology.sheet_tree, level_of(&world->topology.sheet_tree), 0,
                           stepped, world->clusters.items},
                          {world, &world->topology.body_tree, level_of(&world->topology.body_tree),
                           world->sheets.triangle_count, stepped, world->clusters.items + sheets}};
    bi_parallel_for(bi_cloth_threads(world), sheets, measure, &jobs[0]);
    bi_parallel_for(bi_cloth_threads(world), bodies, measure, &jobs[1]);
    double relative = 0.0;
    *farthest = 0.0;
    for (int32_t i = 0; i < sheets + bodies; i++) {
        *farthest = bi_max(*farthest, world->clusters.items[i].farthest);
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        *farthest = bi_max(*farthest, bi_pose_travel(&obstacle->before, &obstacle->pose, obstacle->bound));
    }
    for (int32_t i = 0; i < world->clusters.pair_count; i++) {
        relative = bi_max(relative, relative_motion(world, &world->clusters.pairs[i]));
    }
    return 0.5 * relative;
}

// ---- holding --------------------------------------------------------------------------------------------

static void hold_sheet(bight_cloth_world *world, int32_t index)
{
    const bi_box_tree *tree = &world->topology.sheet_tree;
    int32_t level = level_of(tree);
    double room = bi_filter_reach(world);
    int64_t from = (int64_t)index << level, to = from + ((int64_t)1 << level);
    to = to < tree->leaf_count ? to : tree->leaf_count;
    for (int64_t leaf = from; leaf < to; leaf++) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)tree->order[leaf];
        for (int32_t k = 0; k < 3; k++) {
            bi_filter_shorten_vertex(world, v[k], room);
        }
    }
}

static void hold_bodies(bight_cloth_world *world)
{
    double room = bi_filter_reach(world);
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        bi_cloth_obstacle *body = &world->obstacles.items[i];
        if (body->vertex_count > 0 && bi_kinematic_way(body) > room) {
            bi_filter_shorten_body(world, body, room);
        }
    }
}

bool bi_motion_bound_all_held(const bight_cloth_world *world)
{
    int32_t count = width_of(&world->topology.sheet_tree) + width_of(&world->topology.body_tree);
    bool all = true;
    for (int32_t i = 0; i < count && all; i++) {
        all = world->clusters.items[i].held;
    }
    return all;
}

int32_t bi_motion_bound_hold(bight_cloth_world *world, bool all)
{
    BI_ASSERT(world->near.listed);
    int32_t sheets = width_of(&world->topology.sheet_tree), bodies = width_of(&world->topology.body_tree),
            count = 0;
    bool body = false;

    // room for what a pair must keep (step_filter_pair.h)
    double most = world->near.proof - BI_FILTER_BODY_FLOOR * world->thickness;
    double room = bi_filter_reach(world) * (BI_FILTER_PROVED_SHARE / BI_FILTER_SHARE);
    for (int32_t i = 0; i < sheets + bodies; i++) {
        world->clusters.items[i].held = world->clusters.items[i].step <= room;
    }

    // due: |mean_a - mean_b| + deviation_a + deviation_b may have used up what keeps unlisted pairs apart
    for (int32_t i = 0; i < world->clusters.pair_count && !all; i++) {
        const bi_cluster_pair *pair = &world->clusters.pairs[i];
        bi_cluster *a = &world->clusters.items[pair->a], *b = &world->clusters.items[pair->b];
        if (!(a->held && b->held) && relative_motion(world, pair) >= most) {
            a->due = b->due = true;
        }
    }

    // hold: no vertex moves beyond bi_filter_reach(); one due cluster of an obstacle mesh holds all meshes
    for (int32_t i = 0; i < sheets + bodies; i++) {
        bi_cluster *cluster = &world->clusters.items[i];
        if ((cluster->due || all) && !cluster->held) {
            cluster->held = true;
            count++;
            body = body || i >= sheets;
            if (i < sheets) {
                hold_sheet(world, i);
            }
        }
        cluster->due = false;
    }
    if (body) {
        hold_bodies(world);
    }

    return count;
}
