// SPDX-License-Identifier: MIT

#include "bench/torture.h"

#include "bench/oracle.h"
#include "bench/torture_scene.h"

#include <math.h>
#include <stdio.h>

// What a scene may not lose.
typedef struct topology {
    oracle_knot knots[TORTURE_ROPES];
    int32_t linking[TORTURE_ROPES * TORTURE_ROPES];
} topology;

static topology topology_of(const torture_scene *scene)
{
    topology seen = {0};
    for (int32_t i = 0; i < scene->rope_count; i++) {
        bight_curve a = bight_rope_curve(scene->world, scene->ropes[i]);
        if (!a.closed) {
            continue;
        }
        seen.knots[i] = oracle_knot_of(a);
        for (int32_t j = i + 1; j < scene->rope_count; j++) {
            bight_curve b = bight_rope_curve(scene->world, scene->ropes[j]);
            seen.linking[i * TORTURE_ROPES + j] = b.closed ? oracle_linking(a, b) : 0;
        }
    }
    return seen;
}

static void fail(torture_result *result, const char *what)
{
    if (!result->failed) {
        result->failed = true;
        snprintf(result->message, sizeof result->message, "cycle %d: %s", result->cycles, what);
    }
}

static void judge_topology(const torture_scene *scene, const topology *first, torture_result *result)
{
    topology now = topology_of(scene);
    for (int32_t i = 0; i < scene->rope_count; i++) {
        if (oracle_knots_differ(first->knots[i], now.knots[i])) {
            fail(result, "the knot in a closed rope changed");
        }
        for (int32_t j = i + 1; j < scene->rope_count; j++) {
            if (first->linking[i * TORTURE_ROPES + j] != now.linking[i * TORTURE_ROPES + j]) {
                fail(result, "the linking number of two closed ropes changed");
            }
        }
    }
}

typedef struct snapshot {
    bight_vec3 at[TORTURE_ROPES][TORTURE_NODES];
} snapshot;

static double distance(bight_vec3 a, bight_vec3 b)
{
    double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

// How far nodes have moved since the snapshot, which is made anew.
static void judge_speed(const torture_scene *scene, snapshot *last, torture_result *result)
{
    for (int32_t r = 0; r < scene->rope_count; r++) {
        bight_curve curve = bight_rope_curve(scene->world, scene->ropes[r]);
        double radius = bight_rope_radius(scene->world, scene->ropes[r]);
        for (int32_t i = 0; i < curve.count; i++) {
            if (result->cycles > 0) {
                result->fastest = fmax(result->fastest, distance(last->at[r][i], curve.points[i]) / radius);
            }
            last->at[r][i] = curve.points[i];
        }
    }
}

static void judge_links(const torture_scene *scene, bight_rope_id rope, torture_result *result)
{
    bight_curve curve = bight_rope_curve(scene->world, rope);
    double total = 0.0, rest = bight_rope_link_length(scene->world, rope);
    int32_t links = curve.closed ? curve.count : curve.count - 1;
    for (int32_t i = 0; i < links; i++) {
        double length = distance(curve.points[i], curve.points[i + 1 < curve.count ? i + 1 : 0]);
        if (!isfinite(length)) {
            fail(result, "a node is not finite");
        }
        total += length;
        result->greatest_stretch = fmax(result->greatest_stretch, length / rest);
    }
    result->greatest_mean_stretch = fmax(result->greatest_mean_stretch, total / (links * rest));
}

static void judge_gaps(const torture_scene *scene, torture_result *result)
{
    for (int32_t i = 0; i < scene->rope_count; i++) {
        bight_curve a = bight_rope_curve(scene->world, scene->ropes[i]);
        double radius = bight_rope_radius(scene->world, scene->ropes[i]);
        double arc = 2.0 * bight_rope_link_length(scene->world, scene->ropes[i]);
        double gap = oracle_least_self_distance(a, 1) / fmin(2.0 * radius, arc);
        result->least_gap = fmin(result->least_gap, gap);
        for (int32_t j = i + 1; j < scene->rope_count; j++) {
            double other = bight_rope_radius(scene->world, scene->ropes[j]);
            gap =
                oracle_least_distance(a, bight_rope_curve(scene->world, scene->ropes[j])) / (radius + other);
            result->least_gap = fmin(result->least_gap, gap);
        }
    }
}

static void judge(const torture_scene *scene, const topology *first, torture_result *result)
{
    for (int32_t i = 0; i < scene->rope_count; i++) {
        judge_links(scene, scene->ropes[i], result);
    }
    if (result->failed) {
        return;
    }
    judge_gaps(scene, result);
    judge_topology(scene, first, result);
    if (!(result->least_gap > TORTURE_LEAST_GAP)) {
        fail(result, "two centrelines met");
    }
    if (!(result->greatest_stretch < TORTURE_GREATEST_STRETCH)) {
        fail(result, "a link was torn");
    }
    if (!(result->fastest < TORTURE_FASTEST)) {
        fail(result, "a node flew");
    }
}

torture_result torture_run(uint64_t seed, int32_t cycles)
{
    return torture_run_until(seed, cycles, NULL);
}

torture_result torture_run_until(uint64_t seed, int32_t cycles, bool (*stop)(void))
{
    torture_result result = {.least_gap = HUGE_VAL};
    torture_scene scene;
    bight_error error;
    if (torture_scene_make(seed, &scene, &error) != BIGHT_OK) {
        fail(&result, error.message);
        return result;
    }
    topology first = topology_of(&scene);
    int32_t stopped = 0;
    snapshot last;
    judge_speed(&scene, &last, &result);
    while (result.cycles < cycles && !result.failed && !(stop != NULL && stop())) {
        bight_step_report report = {0};
        torture_whims(&scene);
        if (bight_world_step(scene.world, &report) != BIGHT_OK) {
            fail(&result, "the step failed");
        }
        result.cycles++;
        result.cuts += report.cut;
        result.rollbacks += report.rolled_back;
        stopped = report.rolled_back ? stopped + 1 : 0;
        result.longest_stop = stopped > result.longest_stop ? stopped : result.longest_stop;
        judge_speed(&scene, &last, &result);
        judge(&scene, &first, &result);
    }
    result.hash = bight_world_hash(scene.world);
    bight_world_destroy(scene.world);
    return result;
}
