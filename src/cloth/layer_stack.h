// SPDX-License-Identifier: MIT
// Which layers lie in one place and how they are stacked: overlaps of triangles, flaps, their order, their
// levels (the convention is in layers.h). Nothing moves here.

#pragma once

#include "cloth/world.h"

/// Two triangles in one place; side: 1 when they face the same way, -1 when not.
typedef struct bi_layer_overlap {
    int32_t a, b, side;
} bi_layer_overlap;

/// A flap in its stack.
typedef struct bi_flap {
    int32_t first; ///< Its lowest triangle.
    int32_t level; ///< How many lie below it in a row.
    int32_t stack; ///< Lowest flap of its stack.
    int32_t order; ///< Place in the order of all.
    int8_t up;     ///< 1 when up is where its faces face, -1, 0: not known yet.
    bool body;     ///< Of an obstacle.
} bi_flap;

/// One search. The caller frees the arrays.
typedef struct bi_layer_job {
    bight_cloth_world *world;
    double near;                ///< Heights that count as none, metres.
    bi_layer_overlap *overlaps; ///< (count of overlap_capacity)
    int32_t count, overlap_capacity;
    int32_t *flap_of; ///< (triangle_count)  set of each triangle, then its flap, -1: none
    bi_flap *flaps;   ///< (flap_count of flap_capacity)
    int32_t *queue;   ///< (flap_count of queue_capacity)  flaps in their order
    int32_t flap_count, flap_capacity, queue_capacity;
} bi_layer_job;

static inline void bi_layer_corners(const bight_cloth_world *world, int32_t t, bight_vec3 x[3])
{
    for (int32_t k = 0; k < 3; k++) {
        x[k] = world->at[world->topology.triangles[3 * (size_t)t + (size_t)k]];
    }
}

static inline bight_vec3 bi_layer_normal(const bight_vec3 x[3])
{
    return v3_unit(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])), v3(0, 0, 0));
}

/// Find the triangles that lie in one place, among near pairs and around sharp vertices.
bight_status bi_layer_find_overlaps(bi_layer_job *job);

/// Join overlapping triangles to flaps, numbered in the order of their lowest triangles. flap_of must have
/// room for all triangles.
bight_status bi_layer_find_flaps(bi_layer_job *job);

/// Put flaps in their order, obstacles first. Means nothing once the watch has stopped; nor does the next.
void bi_layer_order_flaps(bi_layer_job *job);

/// Say of each flap which way is up, and its level.
void bi_layer_stack_up(bi_layer_job *job);

/// The height of a flap in its stack, in strides: the middle of the stack stays, or its obstacle does.
double bi_layer_height(const bi_layer_job *job, const bi_flap *of);
