// SPDX-License-Identifier: MIT
// Safe mode under hands and obstacles that move at random: nothing crosses, and threads change no bit.

#include "cloth_safe_stage.h"

typedef struct torture {
    bi_random random;
    grid g[2];
    bight_cloth_world *world;
    bight_cloth_id cloth[2];
    bight_cloth_hand_id hands[4];
    bight_cloth_obstacle_id obstacles[2];
    int64_t held;
} torture;

static torture torture_make(uint64_t seed, int32_t threads, const bight_allocator *allocator)
{
    torture t = {.random = bi_random_from(seed)};
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.inertia = seed % 2 == 0 ? 1.0 : 0.0;
    def.friction = bi_random_range(&t.random, 0.0, 0.6);
    def.env.threads = threads;
    def.solve_iterations = seed % 3 == 0 ? 4 : 40; // too few, so that motion is wild
    if (allocator != NULL) {
        def.env.allocator = *allocator;
    }
    t.world = cloth_world(&def);
    for (int32_t n = 0; n < 2; n++) {
        t.g[n] = grid_make(11 - n, 11 - n, 0.05, 0.045);
        for (int32_t i = 0; i < t.g[n].vertex_count; i++) {
            t.g[n].positions[i].y = 0.0015 * n + 0.0004 * bi_random_unit(&t.random);
        }
        t.cloth[n] = cloth_add(t.world, &t.g[n], NULL);
    }
    for (int32_t n = 0; n < 4; n++) {
        int32_t vertex = bi_random_below(&t.random, 25) + 25 * (n / 2);
        while (bight_cloth_grasp(t.world, t.cloth[n % 2], vertex, &t.hands[n], NULL) != BIGHT_OK) {
            vertex++;
        }
    }
    bight_cloth_obstacle_def shape = obstacle_of(BIGHT_SHAPE_MESH);
    shape.pose.position = v3(0.01, 0.02, 0.0);
    CHECK(bight_cloth_obstacle_create(t.world, &shape, &t.obstacles[0], NULL) == BIGHT_OK);
    shape = obstacle_of(BIGHT_SHAPE_SPHERE);
    shape.pose.position = v3(-0.01, -0.02, 0.0);
    CHECK(bight_cloth_obstacle_create(t.world, &shape, &t.obstacles[1], NULL) == BIGHT_OK);
    return t;
}

static void torture_orders(torture *t, int32_t step)
{
    if (step % 6 != 0) {
        return;
    }
    for (int32_t n = 0; n < 4; n++) {
        bight_cloth_hand_set_target(t->world, t->hands[n], bi_random_vec3(&t->random, 0.05));
    }
    for (int32_t n = 0; n < 2; n++) {
        bight_pose to = {.position = bi_random_vec3(&t->random, 0.03),
                         .rotation = {bi_random_unit(&t->random), bi_random_unit(&t->random), 0.2, 0.5}};
        bight_cloth_obstacle_set_target(t->world, t->obstacles[n], to);
    }
}

static void torture_free(torture *t)
{
    bight_cloth_world_destroy(t->world);
    grid_free(&t->g[0]);
    grid_free(&t->g[1]);
}

TEST(torture_never_crosses)
{
    int64_t held = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(6, 2); seed++) {
        torture t = torture_make(seed, 1, NULL);
        for (int32_t step = 0; step < LESS_WHEN_CHECKED(150, 80); step++) {
            torture_orders(&t, step);
            held += judged_step(t.world, seed).held;
        }
        torture_free(&t);
    }
    CHECK(held > LESS_WHEN_CHECKED(100, 30)); // it was needed
}

TEST(same_bits_for_any_number_of_threads)
{
    uint64_t hash[3] = {0, 0, 0};
    for (int32_t threads = 1; threads <= LESS_WHEN_CHECKED(3, 2); threads++) {
        torture t = torture_make(6, threads, NULL);
        for (int32_t step = 0; step < LESS_WHEN_CHECKED(120, 60); step++) {
            torture_orders(&t, step);
            t.held += cloth_steps(t.world, 1).held;
        }
        CHECK(t.held > 0);
        hash[threads - 1] = bight_cloth_world_hash(t.world);
        torture_free(&t);
    }
    CHECK(hash[0] == hash[1] && hash[0] == LESS_WHEN_CHECKED(hash[2], hash[1]));
}

RUN_TESTS(unit(torture_never_crosses), unit(same_bits_for_any_number_of_threads))
