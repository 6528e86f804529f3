// SPDX-License-Identifier: MIT

#include "cloth/drift.h"

#include "core/parallel.h"
#include "geom/pose.h"

#include <string.h>

#define MOST_CLUSTERS 1024

// The level whose nodes are clusters.
static int32_t level_of(const bi_box_tree *tree)
{
    int32_t level = 0;
    while (level + 1 < tree->level_count &&
           (level < 5 || tree->level_first[level + 1] - tree->level_first[level] > MOST_CLUSTERS)) {
        level++;
    }
    return level;
}

static int32_t width_of(const bi_box_tree *tree)
{
    int32_t level = level_of(tree);
    return tree->leaf_count > 0 ? tree->level_first[level + 1] - tree->level_first[level] : 0;
}

typedef struct drifting {
    bight_cloth_world *world;
    const bi_box_tree *tree;
    int32_t level, first_triangle;
    bi_cluster *clusters;
} drifting;

static void measure(void *data, int32_t index)
{
    const drifting *job = data;
    const bight_cloth_world *world = job->world;
    int64_t from = (int64_t)index << job->level, to = from + ((int64_t)1 << job->level);
    to = to < job->tree->leaf_count ? to : job->tree->leaf_count;
    bight_vec3 sum = v3(0, 0, 0);
    double farthest = 0.0, deviation = 0.0;
    for (int64_t leaf = from; leaf < to; leaf++) {
        const int32_t *v = world->triangles + 3 * (size_t)(job->first_triangle + job->tree->order[leaf]);
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 d = v3_sub(world->at[v[k]], world->listed[v[k]]);
            sum = v3_add(sum, d);
            farthest = bi_max(farthest, v3_length_squared(d));
        }
    }
    bight_vec3 mean = v3_mul(1.0 / (3.0 * (double)(to - from)), sum);
    for (int64_t leaf = from; leaf < to; leaf++) {
        const int32_t *v = world->triangles + 3 * (size_t)(job->first_triangle + job->tree->order[leaf]);
        for (int32_t k = 0; k < 3; k++) {
            bight_vec3 d = v3_sub(v3_sub(world->at[v[k]], world->listed[v[k]]), mean);
            deviation = bi_max(deviation, v3_length_squared(d));
        }
    }
    job->clusters[index] = (bi_cluster){mean, sqrt(deviation), sqrt(farthest)};
}

bight_status bi_drift_start(bight_cloth_world *world)
{
    const bi_box_tree *sheet = &world->sheet_tree, *body = &world->body_tree;
    int32_t sheets = width_of(sheet), bodies = width_of(body);
    const bi_box *sheet_boxes = sheet->boxes + sheet->level_first[level_of(sheet)];
    const bi_box *body_boxes = body->boxes + body->level_first[level_of(body)];
    float slack = bi_float_above(2.0 * world->range + world->thickness);
    BI_CLOTH_RESERVE(world, clusters, (int64_t)sheets + bodies);
    world->cluster_pair_count = 0;
    for (int32_t i = 0; i < sheets; i++) {
        BI_CLOTH_RESERVE(world, cluster_pairs, (int64_t)world->cluster_pair_count + sheets + bodies);
        for (int32_t k = i; k < sheets; k++) {
            if (bi_boxes_near(&sheet_boxes[i], &sheet_boxes[k], slack)) {
                world->cluster_pairs[world->cluster_pair_count++] = (bi_leaf_pair){i, k};
            }
        }
        for (int32_t k = 0; k < bodies; k++) {
            if (bi_boxes_near(&sheet_boxes[i], &body_boxes[k], slack)) {
                world->cluster_pairs[world->cluster_pair_count++] = (bi_leaf_pair){i, sheets + k};
            }
        }
    }
    memcpy(world->listed, world->at, (size_t)world->vertex_count * sizeof *world->at);
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        world->obstacles[i].before = world->obstacles[i].pose;
    }
    return BIGHT_OK;
}

double bi_drift(bight_cloth_world *world)
{
    int32_t sheets = width_of(&world->sheet_tree), bodies = width_of(&world->body_tree);
    drifting jobs[2] = {{world, &world->sheet_tree, level_of(&world->sheet_tree), 0, world->clusters},
                        {world, &world->body_tree, level_of(&world->body_tree), world->sheet_triangle_count,
                         world->clusters + sheets}};
    bi_parallel_for(bi_cloth_threads(world), sheets, measure, &jobs[0]);
    bi_parallel_for(bi_cloth_threads(world), bodies, measure, &jobs[1]);
    double farthest = 0.0, relative = 0.0;
    for (int32_t i = 0; i < sheets + bodies; i++) {
        farthest = bi_max(farthest, world->clusters[i].farthest);
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles[i];
        farthest = bi_max(farthest, bi_pose_travel(&obstacle->before, &obstacle->pose, obstacle->bound));
    }
    if (farthest > world->range) {
        return HUGE_VAL;
    }
    for (int32_t i = 0; i < world->cluster_pair_count; i++) {
        const bi_cluster *a = &world->clusters[world->cluster_pairs[i].a];
        const bi_cluster *b = &world->clusters[world->cluster_pairs[i].b];
        relative = bi_max(relative, v3_distance(a->mean, b->mean) + a->deviation + b->deviation);
    }
    return 0.5 * relative;
}
