// SPDX-License-Identifier: MIT
// Elastic rods, for the golden hash (golden_hashes.h). Drawn from the public headers alone, as golden_scene.h.

#pragma once

#include "golden_scene.h"

#define GOLDEN_RODS_CYCLES 500

/// An overhand knot that two hands pull tight, one of which rolls; a twisted ring that falls on it; a rope that hangs over a
/// bar that moves, drawn by a hand of a given force. 0 when something could not be made or a step failed.
static inline uint64_t golden_rods(int32_t threads, int32_t cycles)
{
    static const double circle[12][2] = {{4, 0},  {3.5, 2},   {2, 3.5},   {0, 4},  {-2, 3.5}, {-3.5, 2},
                                         {-4, 0}, {-3.5, -2}, {-2, -3.5}, {0, -4}, {2, -3.5}, {3.5, -2}};
    bight_world_def world_def = bight_world_def_default();
    bight_world *world;
    world_def.env.threads = threads;
    if (bight_world_create(&world_def, &world, NULL) != BIGHT_OK) {
        return 0;
    }

    // metres: links of about 5 mm, a rope of 10 mm
    const double scale = 0.005;
    bight_vec3 points[400];
    int32_t count = golden_overhand(points);
    for (int32_t i = 0; i < count; i++) {
        points[i] = (bight_vec3){scale * points[i].x, scale * points[i].y, scale * points[i].z};
    }
    bight_rope_def def = bight_rope_def_default();
    def.model = BIGHT_MODEL_ROD;
    def.radius = 0.004;
    def.rod.twist = 1e-3;
    def.rod.gravity = (bight_vec3){0, -9.81, 0};
    def.curve = (bight_curve){points, count, false};
    bight_rope_id rope, ring, third;
    bight_hand_id hands[2] = {{0, 0}}, hand;
    bool made = bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK;
    for (int32_t k = 0; k < 2; k++) {
        made = made && bight_hand_grasp(world, rope, k * (count - 1), &hands[k], NULL) == BIGHT_OK;
        made = made && bight_hand_hold_twist(world, hands[k], true) == BIGHT_OK;
    }
    made = made && bight_hand_set_target(world, hands[0], (bight_vec3){-0.5, 0.1, -0.1}) == BIGHT_OK;
    made = made && bight_hand_set_target(world, hands[1], (bight_vec3){0.5, 0.1, 0.1}) == BIGHT_OK;
    made = made && bight_hand_roll(world, hands[1], 4.0) == BIGHT_OK;

    // the ring above it
    for (int32_t i = 0; i < 12; i++) {
        points[i] = (bight_vec3){0.012 * circle[i][0], 0.09 + 0.001 * i, 0.012 * circle[i][1]};
    }
    def.curve = (bight_curve){points, 12, true};
    def.rod.turns = 1.5;
    made = made && bight_rope_create(world, &def, &ring, NULL) == BIGHT_OK;

    // the rope over the bar
    for (int32_t i = 0; i < 60; i++) {
        points[i] = (bight_vec3){0.005 * i - 0.15, 0.3 + 0.0001 * i, 0.2};
    }
    def.curve = (bight_curve){points, 60, false};
    def.rod.turns = 0.0;
    def.rod.twist = 0.0;
    made = made && bight_rope_create(world, &def, &third, NULL) == BIGHT_OK;
    bight_obstacle_def bar = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    bar.kind = BIGHT_SHAPE_CAPSULE;
    bar.size = (bight_vec3){0.02, 0.2, 0};
    bar.pose.position = (bight_vec3){0, 0.27, 0.2};
    bar.pose.rotation[0] = bar.pose.rotation[3] = 0.70710678118654752;
    made = made && bight_obstacle_create(world, &bar, &obstacle, NULL) == BIGHT_OK;
    bar.pose.position.x = 0.03;
    made = made && bight_obstacle_set_target(world, obstacle, bar.pose) == BIGHT_OK;
    made = made && bight_hand_grasp(world, third, 0, &hand, NULL) == BIGHT_OK;
    made = made && bight_hand_set_force(world, hand, (bight_vec3){-0.2, -0.1, 0.0}, NULL) == BIGHT_OK;
    for (int32_t cycle = 0; cycle < cycles && made; cycle++) {
        made = bight_world_step(world, NULL) == BIGHT_OK;
    }
    uint64_t hash = made ? bight_world_hash(world) : 0;
    bight_world_destroy(world);
    return hash;
}
