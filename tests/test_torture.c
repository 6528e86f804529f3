// SPDX-License-Identifier: MIT

#include "bench/oracle.h"
#include "bench/torture.h"
#include "bench/torture_judge.h"
#include "scene.h"

#include <string.h>

#define SEEDS 40
#define CYCLES 500

// The judge must know one knot from another, and not mind how it lies.
TEST(the_judge_tells_knots_apart)
{
    const uint32_t determinant[5] = {1, 3, 5, 5, 3}; // ring, trefoil, figure-eight, five crossings, trefoil
    oracle_knot seen[5];
    for (int32_t kind = 0; kind < 5; kind++) {
        bight_vec3 nodes[200];
        torture_knot(kind, 200, nodes);
        seen[kind] = oracle_knot_of((bight_curve){nodes, 200, true});
        CHECK(seen[kind].sound && seen[kind].determinant == determinant[kind]);
        for (int32_t i = 0; i < 200; i++) {
            nodes[i] = (bight_vec3){-nodes[i].z, 0.6 * nodes[i].x - 0.8 * nodes[i].y,
                                    0.8 * nodes[i].x + 0.6 * nodes[i].y};
        }
        oracle_knot turned = oracle_knot_of((bight_curve){nodes, 200, true});
        CHECK(turned.sound && !oracle_knots_differ(turned, seen[kind]));
    }
    CHECK(oracle_knots_differ(seen[2], seen[3]) && oracle_knots_differ(seen[0], seen[1]));
    CHECK(!oracle_knots_differ(seen[1], seen[4]));
}

typedef struct extremes {
    double gap, stretch, fastest;
    int32_t cycles, cuts, rollbacks, longest_stop;
} extremes;

static void see(extremes *all, const torture_result *one)
{
    all->gap = fmin(all->gap, one->least_gap);
    all->stretch = fmax(all->stretch, one->greatest_stretch);
    all->fastest = fmax(all->fastest, one->fastest);
    all->cycles += one->cycles;
    all->cuts += one->cuts;
    all->rollbacks += one->rollbacks;
    all->longest_stop = one->longest_stop > all->longest_stop ? one->longest_stop : all->longest_stop;
}

static void print(const char *name, const extremes *all)
{
    print_message(
        "%s: %d cycles, least gap %.4f of touching, longest link %.4f, fastest node %.2f radii, %d cuts, %d "
        "rollbacks, %d at most in a row\n",
        name, (int)all->cycles, all->gap, all->stretch, all->fastest, (int)all->cuts, (int)all->rollbacks,
        (int)all->longest_stop);
}

// The paper's response lets ropes sink into each other, and nothing through anything.
TEST(random_hands_break_nothing)
{
    extremes all = {.gap = HUGE_VAL};
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(24, 8); seed++) {
        torture_result result = torture_run(seed, 120);
        if (result.failed) {
            fail_msg("seed %llu: %s", (unsigned long long)seed, result.message);
        }
        see(&all, &result);
    }
    print("paper", &all);
}

// Ropes in chains, round poles, through rings, jerked and pulled: with the solved response no cycle leaves a gap or a link
// beyond the limits. 10^5 cycles in all.
TEST(the_solved_response_keeps_its_limits)
{
    int32_t cycles = 0;
    for (int32_t kind = TORTURE_LINKED; kind < TORTURE_KINDS; kind++) {
        extremes all = {.gap = HUGE_VAL};
        for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(SEEDS, 2); seed++) {
            torture_def def = {.seed = seed,
                               .cycles = LESS_WHEN_CHECKED(CYCLES, 100),
                               .kind = (torture_kind)kind,
                               .response = BIGHT_RESPONSE_SOLVED};
            torture_result result = torture_run_def(&def);
            if (result.failed || result.beyond) {
                fail_msg("%s, seed %llu: %s", torture_kind_name((torture_kind)kind), (unsigned long long)seed,
                         result.message);
            }
            see(&all, &result);
        }
        cycles += all.cycles;
        print(torture_kind_name((torture_kind)kind), &all);
    }
    CHECK(cycles >= LESS_WHEN_CHECKED(100000, 1000));
}

// The judge says so when something goes beyond: the paper's response does, in each kind of scene where ropes touch.
TEST(the_judge_sees_what_goes_beyond)
{
    int32_t beyond = 0;
    for (int32_t kind = TORTURE_LINKED; kind < TORTURE_KINDS; kind++) {
        torture_def def = {
            .seed = 1, .cycles = 400, .kind = (torture_kind)kind, .response = BIGHT_RESPONSE_PAPER};
        torture_result result = torture_run_def(&def);
        CHECK(!result.beyond || (strstr(result.message, "beyond") != NULL || result.failed));
        beyond += result.beyond;
    }
    CHECK(beyond >= 3);
}

// Two straight ropes, a pole, a ball and a ring at distances that are known.
TEST(the_judge_measures_gaps)
{
    bight_world *world = scene_world();
    torture_scene scene = {.world = world, .rope_count = 2, .obstacle_count = 0};
    scene.ropes[0] = scene_line(world, v3(-5, 0, 0), v3(1, 0, 0), 10, 0.5, 1.0);
    scene.ropes[1] = scene_line(world, v3(0.3, 0.9, -5), v3(0, 0, 1), 10, 0.4, 1.0);
    CHECK_NEAR(torture_judge_gaps(&scene).gap, 1.0, 1e-12);
    bight_world_destroy(world);
    for (int32_t shape = 0; shape < 3; shape++) {
        const bight_shape_kind kinds[3] = {BIGHT_SHAPE_SPHERE, BIGHT_SHAPE_CAPSULE, BIGHT_SHAPE_TORUS};
        const bight_vec3 sizes[3] = {{2, 0, 0}, {2, 7, 0}, {3, 0.5, 0}};
        const double distance[3] = {0.3, 0.3, 0.3}, height[3] = {2.3, 2.3, 0.8};
        world = scene_world();
        scene = (torture_scene){.world = world, .rope_count = 1, .obstacle_count = 1};
        scene.shapes[0] = kinds[shape];
        scene.sizes[0] = sizes[shape];

        // the rope along x passes over the obstacle's middle, or over the ring's tube where it is 3 from the axis
        scene.ropes[0] =
            scene_line(world, shape == 1 ? v3(-4.7, 0, height[shape]) : v3(-4.7, height[shape], 0),
                       v3(1, 0, 0), 10, 0.5, 1.0);
        scene.obstacles[0] = scene_obstacle(world, kinds[shape], sizes[shape], v3(0, 0, 0));
        CHECK_NEAR(torture_judge_gaps(&scene).gap, distance[shape] / 0.5, 1e-6);
        CHECK_NEAR(torture_judge_links(&scene), 1.0, 1e-12);
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(the_judge_tells_knots_apart), unit(the_judge_measures_gaps),
          unit(the_judge_sees_what_goes_beyond), unit(random_hands_break_nothing),
          unit(the_solved_response_keeps_its_limits))
