// SPDX-License-Identifier: MIT
// The worst that ropes have been through, recomputed from positions alone with distances of the test's own.

#include "bight/io.h"
#include "bight/play.h"
#include "near_world.h"

#include <string.h>

enum { MOST_NODES = 200 };

typedef struct judge {
    double stretch, gap, motion;
    int64_t cycles[3];
    double now_stretch, now_gap; // of the last cycle
    int32_t jammed;              // and pairs that it did not open
    bight_vec3 before[MOST_NODES];
} judge;

static void remember(judge *seen, const bight_world *world)
{
    memcpy(seen->before, world->at, (size_t)world->node_count * sizeof *seen->before);
}

// The gap of two links: over both radii, or over nine tenths of the rope between them; a bend does not count,
// nor do two links with one between them.
static double gap_at(const bight_world *world, const bight_vec3 *at, int32_t a, int32_t b)
{
    const bi_rope *rope = &world->ropes[world->rope_of[a]], *other = &world->ropes[world->rope_of[b]];
    int32_t between = near_world_between(world, a, b);
    double touching = rope->radius + other->radius, arc = between < 0 ? HUGE_VAL : between * rope->length;
    if (between == 1 || arc < 3.1 * rope->radius) {
        return HUGE_VAL;
    }
    double distance =
        plain_segments(at[a], at[near_world_end(world, a)], at[b], at[near_world_end(world, b)]);
    return distance / fmin(touching, 0.9 * arc);
}

static double gap_of(const bight_world *world, int32_t a, int32_t b)
{
    return gap_at(world, world->at, a, b);
}

static double ball_gap(const bi_obstacle *obstacle, bight_vec3 centre, bight_vec3 p, bight_vec3 q,
                       double radius)
{
    return (plain_point_segment(centre, p, q) - obstacle->solid.size.x) / radius;
}

// Jammed: below 0.98 of touching and no farther apart than when the cycle began.
static void see_gap(judge *seen, double gap, double before, int64_t cycle)
{
    seen->cycles[1] = gap < seen->gap * (1.0 - 1e-9) ? cycle : seen->cycles[1];
    seen->gap = fmin(seen->gap, gap);
    seen->now_gap = fmin(seen->now_gap, gap);
    seen->jammed += gap < 0.98 && gap <= before + 1e-9;
}

static void judge_cycle(judge *seen, const bight_world *world, int64_t cycle)
{
    int32_t link[MOST_NODES], count = near_world_links(world, link);
    double speed = bight_world_get_def(world).speed_limit;
    seen->now_gap = HUGE_VAL;
    seen->now_stretch = 0.0;
    seen->jammed = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t a = link[i], end = near_world_end(world, a);
        const bi_rope *rope = &world->ropes[world->rope_of[a]];
        double stretch = v3_distance(world->at[a], world->at[end]) / rope->length;
        seen->cycles[0] = stretch > seen->stretch * (1.0 + 1e-9) ? cycle : seen->cycles[0];
        seen->stretch = fmax(seen->stretch, stretch);
        seen->now_stretch = fmax(seen->now_stretch, stretch);
        for (int32_t n = 0; n < 2; n++) {
            int32_t node = n == 0 ? a : end;
            double motion = v3_distance(world->at[node], seen->before[node]) / (speed * rope->radius);
            seen->cycles[2] = motion > seen->motion * (1.0 + 1e-9) ? cycle : seen->cycles[2];
            seen->motion = fmax(seen->motion, motion);
        }
        for (int32_t k = i + 1; k < count; k++) {
            see_gap(seen, gap_of(world, a, link[k]), gap_at(world, seen->before, a, link[k]), cycle);
        }
        for (int32_t o = 0; o < world->obstacle_count; o++) {
            const bi_obstacle *obstacle = &world->obstacles[o];
            if (obstacle->alive && obstacle->solid.kind == BIGHT_SHAPE_SPHERE) {
                double gap =
                    ball_gap(obstacle, obstacle->pose.position, world->at[a], world->at[end], rope->radius);
                double before = ball_gap(obstacle, obstacle->before.position, seen->before[a],
                                         seen->before[end], rope->radius);
                see_gap(seen, fmax(gap, 0.0), fmax(before, 0.0), cycle);
            }
        }
    }
    remember(seen, world);
}

static void check_same(const judge *seen, const bight_world *world, uint64_t seed)
{
    bight_world_worst worst = bight_world_get_worst(world);
    CHECK_SEED(fabs(worst.stretch - seen->stretch) <= 1e-9 * seen->stretch, seed);
    CHECK_SEED(fabs(worst.motion - seen->motion) <= 1e-9 * seen->motion, seed);

    // what came nowhere near anything has no gap to speak of
    CHECK_SEED(seen->gap >= 1.0 ? worst.gap >= 1.0 - 1e-9 : fabs(worst.gap - seen->gap) <= 1e-9, seed);

    // hands go at the limit for many cycles: which of them rounding takes is open
    CHECK_SEED(worst.stretch_cycle >= seen->cycles[0] && worst.motion_cycle >= seen->cycles[2], seed);
    CHECK_SEED(seen->gap >= 1.0 || worst.gap_cycle >= seen->cycles[1], seed);
}

// What the cycle's report says of the state that it led to.
static void check_report(const judge *seen, const bight_step_report *report, uint64_t seed)
{
    CHECK_SEED(fabs(report->stretch - seen->now_stretch) <= 1e-9 * seen->now_stretch, seed);
    CHECK_SEED(seen->now_gap >= 1.0 ? report->gap >= 1.0 - 1e-9 : fabs(report->gap - seen->now_gap) <= 1e-9,
               seed);
    CHECK_SEED(report->jammed == seen->jammed, seed);
}

// Does the place that is named have the value that is said?
static void check_place(const bight_world *world)
{
    bight_world_worst worst = bight_world_get_worst(world);
    bight_curve curve = bight_rope_curve(world, worst.stretch_rope);
    int64_t now = bight_world_get_stats(world).cycles;
    if (worst.stretch_cycle == now && curve.points != NULL) {
        double rest = bight_rope_link_length(world, worst.stretch_rope);
        CHECK_NEAR(scene_link(curve, worst.stretch_link) / rest, worst.stretch, 1e-9);
    }
    if (worst.gap_cycle == now && worst.gap_obstacle.index1 == 0) {
        int32_t a = world->ropes[worst.gap_rope[0].index1 - 1].first + worst.gap_link[0];
        int32_t b = world->ropes[worst.gap_rope[1].index1 - 1].first + worst.gap_link[1];
        CHECK_NEAR(gap_of(world, a, b), worst.gap, 1e-9);
    }
}

// The scene whose rope was stretched without a word.
TEST(the_scene_that_said_done)
{
    bight_bytes text;
    bight_scene *scene;
    bight_play *play;
    judge seen = {.gap = HUGE_VAL};
    CHECK(bight_read_file(NULL, BIGHT_SOURCE_DIR "/tests/cases/stretch-4.6.json", 0, &text, NULL) ==
          BIGHT_OK);
    CHECK(bight_scene_parse((const char *)text.data, text.size, NULL, NULL, &scene, NULL) == BIGHT_OK);
    CHECK(bight_play_create(scene, NULL, &play, NULL) == BIGHT_OK);
    bight_world *world = bight_play_world(play);
    bool more = true;
    remember(&seen, world);
    for (int64_t cycle = 1; more; cycle++) {
        CHECK(bight_play_step(play, &more, NULL) == BIGHT_OK);
        if (more) {
            // of the obstacles the torus and the box are far away: their gap stays above the ropes'
            judge_cycle(&seen, world, cycle);
            check_place(world);
        }
    }
    print_message("stretch %g, gap %g, motion %g\n", seen.stretch, seen.gap, seen.motion);
    check_same(&seen, world, 0);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
}

// Small worlds, hands that are sent anywhere, speed limits that change: the same figures after each cycle.
TEST(every_cycle_is_measured)
{
    int32_t pressed = 0;
    int64_t jammed = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        near_world made = near_world_make(seed);
        bight_world *world = made.world;
        bi_random random = bi_random_from(seed);
        judge seen = {.gap = HUGE_VAL};
        bight_world_worst none = bight_world_get_worst(world);
        CHECK(none.stretch == 0.0 && none.motion == 0.0 && isinf(none.gap) && none.gap_cycle == 0);
        bight_obstacle_destroy(world, made.mesh);
        bight_hand_id hand[8];
        int32_t hands = 0;
        for (int32_t r = 0; r < world->rope_count && hands < 7; r++) {
            bight_rope_id rope = {(uint32_t)r + 1, world->ropes[r].generation};
            if (world->ropes[r].alive) {
                hand[hands++] = scene_grasp(world, rope, 0);
                hand[hands++] = scene_grasp(world, rope, world->ropes[r].count - 1);
            }
        }
        remember(&seen, world);
        for (int64_t cycle = 1; cycle <= 40 && hands > 0; cycle++) {
            for (int32_t i = 0; i < hands && cycle % 10 == 1; i++) {
                bight_hand_set_target(world, hand[i], bi_random_vec3(&random, 3.0));
            }
            bight_world_def def = bight_world_get_def(world);
            def.speed_limit = bi_random_range(&random, 0.1, 0.98);
            CHECK(bight_world_set_def(world, &def, NULL) == BIGHT_OK);
            bight_step_report report = scene_step(world);
            judge_cycle(&seen, world, cycle);
            check_report(&seen, &report, seed);
            jammed += seen.jammed;
            CHECK_SEED(bight_world_get_worst(world).jammed >= seen.jammed, seed);
            check_same(&seen, world, seed);
            check_place(world);
        }
        pressed += seen.gap < 0.9;
        bight_world_destroy(world);
    }
    print_message("%d worlds with something pressed in, %lld jammed pairs\n", pressed, (long long)jammed);
    CHECK(pressed > 20 && jammed > 100);
}

RUN_TESTS(unit(the_scene_that_said_done), unit(every_cycle_is_measured))
