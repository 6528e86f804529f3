// SPDX-License-Identifier: MIT
// An elastic rod among ropes of other models, for the golden hash (golden_hashes.h). Drawn from the public headers alone.

#pragma once

#include "bight/world.h"

#define GOLDEN_MIXED_CYCLES 400
#define GOLDEN_MIXED_ROPES 4 ///< Beside the rod.

/// A rod that falls across ropes of other models between hands, one of each, and a loose ring of Follow The Leader on top.
/// @param hand Of the rod.
static inline bight_status golden_mixed_build(bight_world *world, bight_hand_id *hand)
{
    static const double circle[12][2] = {{4, 0},  {3.5, 2},   {2, 3.5},   {0, 4},  {-2, 3.5}, {-3.5, 2},
                                         {-4, 0}, {-3.5, -2}, {-2, -3.5}, {0, -4}, {2, -3.5}, {3.5, -2}};
    static const bight_rope_model models[GOLDEN_MIXED_ROPES] = {BIGHT_MODEL_FTL, BIGHT_MODEL_FTL,
                                                                BIGHT_MODEL_PROJECTION, BIGHT_MODEL_SPRING};
    static const double x[GOLDEN_MIXED_ROPES] = {0.0, 0.1, -0.06, -0.13};
    bight_vec3 points[60];
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope = {0};
    bight_status status = BIGHT_OK;
    def.radius = 0.005;
    def.rod.time_step = def.spring.time_step = 0.0005;
    def.spring.density = 2.0;
    for (int32_t k = 0; k < GOLDEN_MIXED_ROPES && status == BIGHT_OK; k++) {
        bool ring = k == 1;
        int32_t count = ring ? 12 : 31;
        for (int32_t i = 0; i < count; i++) {
            points[i] = ring ? (bight_vec3){0.1 + 0.006 * circle[i][0], 0.025, 0.006 * circle[i][1]}
                             : (bight_vec3){x[k], 0.0, 0.01 * (i - 15)};
        }
        def.curve = (bight_curve){points, count, ring};
        def.model = models[k];
        status = bight_rope_create(world, &def, &rope, NULL);
        for (int32_t end = 0; end < 2 && !ring && status == BIGHT_OK; end++) {
            status = bight_hand_grasp(world, rope, end * (count - 1), hand, NULL);
        }
    }
    for (int32_t i = 0; i < 60; i++) {
        points[i] = (bight_vec3){0.006 * (i - 30), 0.011 + 0.0003 * (i % 2), 0.001 * (i % 3)};
    }
    def.model = BIGHT_MODEL_ROD;
    def.rod.gravity = (bight_vec3){0, -9.81, 0};
    def.rod.twist = 1e-3;
    def.rod.twist_friction = 1.0;
    def.curve = (bight_curve){points, 60, false};
    status = status == BIGHT_OK ? bight_rope_create(world, &def, &rope, NULL) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, 0, hand, NULL) : status;
    return status == BIGHT_OK ? bight_hand_grasp(world, rope, 59, hand, NULL) : status;
}

/// Where the hand goes: to and fro, up and down.
static inline void golden_mixed_drive(bight_world *world, bight_hand_id hand, int32_t cycle)
{
    double way = 0.0005 * (cycle % 200 < 100 ? cycle % 100 : 100 - cycle % 100);
    bight_hand_set_target(world, hand, (bight_vec3){0.17 - way, 0.01 + 0.3 * way, way});
}

/// 0 when something could not be made or a step failed.
static inline uint64_t golden_mixed(int32_t threads, int32_t cycles)
{
    bight_world_def world_def = bight_world_def_default();
    bight_world *world;
    bight_hand_id hand = {0};
    world_def.env.threads = threads;
    world_def.gravity = (bight_vec3){0, -1e-4, 0};
    if (bight_world_create(&world_def, &world, NULL) != BIGHT_OK) {
        return 0;
    }
    bool made = golden_mixed_build(world, &hand) == BIGHT_OK;
    for (int32_t cycle = 0; cycle < cycles && made; cycle++) {
        golden_mixed_drive(world, hand, cycle);
        made = bight_world_step(world, NULL) == BIGHT_OK;
    }
    uint64_t hash = made ? bight_world_hash(world) : 0;
    bight_world_destroy(world);
    return hash;
}
