// SPDX-License-Identifier: MIT
// One scene whose final state must have the same hash on every compiler, thread count and machine. It draws
// on nothing but the public header, so the same source can be compiled to WebAssembly.

#pragma once

#include "bight/world.h"

#define GOLDEN_CYCLES 400

/// Two ropes and a ring of rope, hands that pull them over and through each other, every shape of obstacle,
/// some of them moving, gravity. 0 when something could not be made.
static inline uint64_t golden_scene(int32_t threads, int32_t cycles)
{
    static const bight_vec3 corner[4] = {{2, 2, 2}, {2, -2, -2}, {-2, 2, -2}, {-2, -2, 2}};
    static const int32_t face[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    bight_world_def world_def = bight_world_def_default();
    bight_world *world;
    world_def.env.threads = threads;
    world_def.gravity = (bight_vec3){0, -0.01, 0};
    if (bight_world_create(&world_def, &world, NULL) != BIGHT_OK) {
        return 0;
    }
    bight_rope_def rope_def = bight_rope_def_default();
    bight_vec3 points[80];
    bight_rope_id first, second, ring;
    bool made = true;
    for (int32_t i = 0; i < 80; i++) {
        points[i] = (bight_vec3){i - 40, 0.25 * (i % 2), 0.125 * (i % 3)};
    }
    rope_def.curve = (bight_curve){points, 80, false};
    made = made && bight_rope_create(world, &rope_def, &first, NULL) == BIGHT_OK;
    for (int32_t i = 0; i < 60; i++) {
        points[i] = (bight_vec3){1.5 + 0.25 * (i % 2), 2.0, 0.75 * i - 22.0};
    }
    rope_def.curve.count = 60;
    rope_def.radius = 0.3;
    made = made && bight_rope_create(world, &rope_def, &second, NULL) == BIGHT_OK;
    static const double circle[24][2] = {{5, 0},       {4.8, 1.3},   {4.3, 2.5},   {3.5, 3.5},   {2.5, 4.3},
                                         {1.3, 4.8},   {0, 5},       {-1.3, 4.8},  {-2.5, 4.3},  {-3.5, 3.5},
                                         {-4.3, 2.5},  {-4.8, 1.3},  {-5, 0},      {-4.8, -1.3}, {-4.3, -2.5},
                                         {-3.5, -3.5}, {-2.5, -4.3}, {-1.3, -4.8}, {0, -5},      {1.3, -4.8},
                                         {2.5, -4.3},  {3.5, -3.5},  {4.3, -2.5},  {4.8, -1.3}};
    for (int32_t i = 0; i < 24; i++) {
        points[i] = (bight_vec3){circle[i][0] - 20.0, circle[i][1], circle[i][0] * 0.125 + 4.0};
    }
    rope_def.curve = (bight_curve){points, 24, true};
    made = made && bight_rope_create(world, &rope_def, &ring, NULL) == BIGHT_OK;

    // one obstacle of each kind
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id obstacles[5];
    for (int32_t kind = 0; kind < 5; kind++) {
        def.kind = (bight_shape_kind)kind;
        def.size = (bight_vec3){2.0, 0.75, 1.5};
        def.points = corner;
        def.triangles = face;
        def.point_count = def.triangle_count = 4;
        def.pose.position = (bight_vec3){12.0 * kind - 24.0, -6.0, 1.0};
        made = made && bight_obstacle_create(world, &def, &obstacles[kind], NULL) == BIGHT_OK;
    }
    bight_hand_id hands[4] = {{0, 0}};
    made = made && bight_hand_grasp(world, first, 0, &hands[0], NULL) == BIGHT_OK;
    made = made && bight_hand_grasp(world, first, 79, &hands[1], NULL) == BIGHT_OK;
    made = made && bight_hand_grasp(world, second, 30, &hands[2], NULL) == BIGHT_OK;
    made = made && bight_hand_grasp(world, ring, 6, &hands[3], NULL) == BIGHT_OK;

    for (int32_t cycle = 0; cycle < cycles && made; cycle++) {
        int32_t leg = cycle / 50 % 4;
        static const double way[4][2] = {{8, 0}, {0, 9}, {-7, 1}, {0, -8}};
        for (int32_t i = 0; i < 4 && cycle % 50 == 0; i++) {
            bight_hand_state state;
            made = made && bight_hand_get(world, hands[i], &state) == BIGHT_OK;
            double side = i % 2 == 0 ? 1.0 : -1.0;
            bight_vec3 to = {state.position.x + way[leg][0] * side, state.position.y - 4.0 + 2.0 * leg,
                             state.position.z + way[leg][1]};
            made = made && bight_hand_set_target(world, hands[i], to) == BIGHT_OK;
        }
        if (cycle % 100 == 20) {
            bight_pose pose = {{12.0 * leg - 24.0, -2.0, 1.0 - leg}, {0.25, 0.5, -0.25 * leg, 0.75}};
            made = made && bight_obstacle_set_target(world, obstacles[leg], pose) == BIGHT_OK;
        }
        made = made && bight_world_step(world, NULL) == BIGHT_OK;
    }
    uint64_t hash = made ? bight_world_hash(world) : 0;
    bight_world_destroy(world);
    return hash;
}

#define GOLDEN_SPRING_CYCLES 3000

/// Spring ropes alone: a loose overhand knot pulled tight by forces, a ring that falls onto it and a rope of
/// the other model, and a ball. 0 when something could not be made or a step failed.
static inline uint64_t golden_springs(int32_t threads, int32_t cycles)
{
    static const double knot[20][3] = {{-60, 0, 0}, {-40, 0, 0},  {-20, 0, 0}, {0, 0, 0},    {8, 4, 2},
                                       {12, 12, 3}, {6, 20, 3},   {-4, 20, 4}, {-11, 12, 5}, {-12, 0, 5},
                                       {-9, -8, 3}, {-2, -9, -3}, {1, -3, -6}, {0, 5, -4},   {3, 10, 2},
                                       {10, 11, 8}, {20, 12, 6},  {36, 8, 2},  {60, 4, 0},   {80, 0, 0}};
    static const double circle[12][2] = {{4, 0},  {3.5, 2},   {2, 3.5},   {0, 4},  {-2, 3.5}, {-3.5, 2},
                                         {-4, 0}, {-3.5, -2}, {-2, -3.5}, {0, -4}, {2, -3.5}, {3.5, -2}};
    bight_world_def world_def = bight_world_def_default();
    bight_world *world;
    world_def.env.threads = threads;
    if (bight_world_create(&world_def, &world, NULL) != BIGHT_OK) {
        return 0;
    }
    bight_rope_def def = bight_rope_def_default();
    def.model = BIGHT_MODEL_SPRING;
    def.radius = 0.005;
    def.spring.stiffness = 5.0;
    def.spring.drag = 3.0;
    def.spring.restitution = 0.75;
    def.spring.gravity = (bight_vec3){0, -2.0, 0};
    bight_vec3 points[400];
    bight_rope_id rope, ring, other;

    // between two corners as many nodes as make links of about 0.009
    int32_t count = 0;
    for (int32_t i = 0; i < 19; i++) {
        double d[3], squared = 0.0;
        for (int32_t k = 0; k < 3; k++) {
            d[k] = 0.006 * (knot[i + 1][k] - knot[i][k]);
            squared += d[k] * d[k];
        }
        int32_t pieces = 1;
        while (0.009 * 0.009 * pieces * pieces < squared) {
            pieces++;
        }
        for (int32_t j = 0; j < pieces; j++) {
            double t = (double)j / pieces;
            points[count++] = (bight_vec3){0.006 * knot[i][0] + t * d[0], 0.006 * knot[i][1] + t * d[1],
                                           0.006 * knot[i][2] + t * d[2]};
        }
    }
    def.curve = (bight_curve){points, count, false};
    bool made = bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK;
    for (int32_t i = 0; i < 12; i++) {
        points[i] = (bight_vec3){0.0045 * circle[i][0], 0.2, 0.0045 * circle[i][1]};
    }
    def.curve = (bight_curve){points, 12, true};
    made = made && bight_rope_create(world, &def, &ring, NULL) == BIGHT_OK;
    for (int32_t i = 0; i < 40; i++) {
        points[i] = (bight_vec3){0.01 * i - 0.2, -0.1, 0.0625 * i * 0.01};
    }
    def.curve = (bight_curve){points, 40, false};
    def.model = BIGHT_MODEL_FTL;
    made = made && bight_rope_create(world, &def, &other, NULL) == BIGHT_OK;
    bight_obstacle_def ball = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    ball.size.x = 0.03;
    ball.pose.position = (bight_vec3){0.1, -0.08, 0.07};
    made = made && bight_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK;
    bight_hand_id hand;
    made = made && bight_hand_grasp(world, other, 0, &hand, NULL) == BIGHT_OK;
    made = made && bight_hand_set_target(world, hand, (bight_vec3){-0.2, 0.1, 0.05}) == BIGHT_OK;
    bight_pose to = {{0.05, 0.02, 0.05}, {0, 0, 0, 1}};
    made = made && bight_obstacle_set_target(world, obstacle, to) == BIGHT_OK;
    made = made && bight_rope_pull(world, rope, 0, 0.05, (bight_vec3){-1, 0.1, 0}, NULL) == BIGHT_OK;
    made = made && bight_rope_pull(world, rope, 1, 0.05, (bight_vec3){1, 0.1, 0}, NULL) == BIGHT_OK;
    for (int32_t cycle = 0; cycle < cycles && made; cycle++) {
        made = bight_world_step(world, NULL) == BIGHT_OK;
    }
    uint64_t hash = made ? bight_world_hash(world) : 0;
    bight_world_destroy(world);
    return hash;
}

/// An overhand knot with links of about one; at least 200 points. @return How many points it has.
static inline int32_t golden_overhand(bight_vec3 *points)
{
    static const double knot[17][3] = {
        {-23.2, 16.1, -15.8}, {-8.6, -1.4, -4.4}, {1.3, -9.8, 1.4},    {7.2, -12, 3.8},   {9.8, -10.4, 4.2},
        {9.6, -7, 3.6},       {7.6, -3.5, 2.5},   {4.1, -0.9, 1.3},    {0, 0, 0},         {-4.1, -0.9, -1.3},
        {-7.6, -3.5, -2.5},   {-9.6, -7, -3.6},   {-9.8, -10.4, -4.2}, {-7.2, -12, -3.8}, {-1.3, -9.8, -1.4},
        {8.6, -1.4, 4.4},     {23.2, 16.1, 15.8}};

    // between two corners as many nodes as make links of about one
    int32_t count = 0;
    for (int32_t i = 0; i < 16; i++) {
        double d[3], squared = 0.0;
        for (int32_t k = 0; k < 3; k++) {
            d[k] = knot[i + 1][k] - knot[i][k];
            squared += d[k] * d[k];
        }
        int32_t pieces = 1;
        while (1.0 * pieces * pieces < squared) {
            pieces++;
        }
        for (int32_t j = 0; j < pieces; j++) {
            double t = (double)j / pieces;
            points[count++] =
                (bight_vec3){knot[i][0] + t * d[0], knot[i][1] + t * d[1], knot[i][2] + t * d[2]};
        }
    }
    return count;
}

#define GOLDEN_PROJECTION_CYCLES 250

/// Projection ropes: an overhand knot that hands pull tight, a ring that falls onto it, a rope of the other
/// model in between, targets, and a ball that moves. 0 when something could not be made or a step failed.
static inline uint64_t golden_projection(int32_t threads, int32_t cycles)
{
    static const double circle[12][2] = {{4, 0},  {3.5, 2},   {2, 3.5},   {0, 4},  {-2, 3.5}, {-3.5, 2},
                                         {-4, 0}, {-3.5, -2}, {-2, -3.5}, {0, -4}, {2, -3.5}, {3.5, -2}};
    bight_world_def world_def = bight_world_def_default();
    bight_world *world;
    world_def.env.threads = threads;
    world_def.gravity = (bight_vec3){0, -0.02, 0};
    if (bight_world_create(&world_def, &world, NULL) != BIGHT_OK) {
        return 0;
    }

    bight_vec3 points[400];
    int32_t count = golden_overhand(points);
    bight_rope_def def = bight_rope_def_default();
    def.model = BIGHT_MODEL_PROJECTION;
    def.radius = 0.45;
    def.curve = (bight_curve){points, count, false};
    bight_rope_id rope, ring, other;
    bool made = bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK;
    bight_hand_id hands[2] = {{0, 0}};
    made = made && bight_hand_grasp(world, rope, 0, &hands[0], NULL) == BIGHT_OK;
    made = made && bight_hand_grasp(world, rope, count - 1, &hands[1], NULL) == BIGHT_OK;
    for (int32_t i = 0; i < 12; i++) {
        points[i] = (bight_vec3){1.5 * circle[i][0], 14.0 + 0.125 * i, 1.5 * circle[i][1]};
    }
    def.curve = (bight_curve){points, 12, true};
    made = made && bight_rope_create(world, &def, &ring, NULL) == BIGHT_OK;
    for (int32_t i = 0; i < 40; i++) {
        points[i] = (bight_vec3){i - 20.0, 9.0, 0.125 * i - 2.5};
    }
    def.curve = (bight_curve){points, 40, false};
    def.model = BIGHT_MODEL_FTL;
    made = made && bight_rope_create(world, &def, &other, NULL) == BIGHT_OK;
    bight_hand_id hand;
    made = made && bight_hand_grasp(world, other, 0, &hand, NULL) == BIGHT_OK;
    bight_obstacle_def ball = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    ball.size.x = 3.0;
    ball.pose.position = (bight_vec3){0, -20, 0};
    made = made && bight_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK;
    bight_pose to = {{0, -6, 0}, {0, 0, 0, 1}};
    made = made && bight_obstacle_set_target(world, obstacle, to) == BIGHT_OK;
    made = made && bight_hand_set_target(world, hands[0], (bight_vec3){-60, 10, -20}) == BIGHT_OK;
    made = made && bight_hand_set_target(world, hands[1], (bight_vec3){60, 10, 20}) == BIGHT_OK;
    for (int32_t cycle = 0; cycle < cycles && made; cycle++) {
        const int32_t nodes[2] = {cycle / 25 % 12, (cycle / 25 + 5) % 12};
        const bight_vec3 places[2] = {{5, 8, 1.0 + 0.03125 * cycle}, {-5, 9, -1}};
        made = bight_rope_set_targets(world, ring, nodes, places, NULL, cycle % 100 < 60 ? 2 : 0, NULL) ==
               BIGHT_OK;
        made = made && bight_world_step(world, NULL) == BIGHT_OK;
    }
    uint64_t hash = made ? bight_world_hash(world) : 0;
    bight_world_destroy(world);
    return hash;
}
