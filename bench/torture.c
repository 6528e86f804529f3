// SPDX-License-Identifier: MIT

#include "bench/torture.h"

#include "bench/oracle.h"
#include "bench/torture_judge.h"
#include "bench/torture_stage.h"

#include <math.h>
#include <stdio.h>

// What a scene may not lose.
typedef struct topology {
    oracle_knot knots[TORTURE_ROPES];
    int32_t linking[TORTURE_ROPES * TORTURE_ROPES];
    int32_t ringed[TORTURE_ROPES * TORTURE_OBSTACLES]; // linking numbers with the cores of rings
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
        for (int32_t k = 0; k < scene->obstacle_count; k++) {
            bight_vec3 core[TORTURE_CORE];
            if (scene->shapes[k] == BIGHT_SHAPE_TORUS && scene->kind == TORTURE_RINGS) {
                torture_core(scene, k, core);
                seen.ringed[i * TORTURE_OBSTACLES + k] =
                    oracle_linking(a, (bight_curve){core, TORTURE_CORE, true});
            }
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
        for (int32_t k = 0; k < scene->obstacle_count; k++) {
            if (first->ringed[i * TORTURE_OBSTACLES + k] != now.ringed[i * TORTURE_OBSTACLES + k]) {
                fail(result, "the linking number of a closed rope and a ring changed");
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

// The limits of the kind of scene; what begins beyond them may stay so, but not become worse.
typedef struct limits {
    double gap, stretch;
} limits;

static limits limits_of(const torture_scene *scene)
{
    bool pulls = scene->kind == TORTURE_PULLS;
    limits most = {pulls ? TORTURE_PULL_GAP : TORTURE_GAP, pulls ? TORTURE_PULL_STRETCH : TORTURE_STRETCH};
    return (limits){fmin(most.gap, 0.999 * torture_judge_gaps(scene).gap),
                    fmax(most.stretch, 1.001 * torture_judge_links(scene))};
}

static void go_beyond(torture_result *result, const char *what, double value, double limit)
{
    if (!result->beyond) {
        result->beyond = true;
        snprintf(result->message, sizeof result->message, "cycle %d: %s %.4g, beyond %.4g", result->cycles,
                 what, value, limit);
    }
}

static void judge(const torture_scene *scene, const topology *first, const limits *limit,
                  torture_result *result)
{
    double stretch = torture_judge_links(scene);
    if (!isfinite(stretch)) {
        fail(result, "a node is not finite");
        return;
    }

    // the limits of what ropes are
    torture_gaps gaps = torture_judge_gaps(scene);
    result->greatest_stretch = fmax(result->greatest_stretch, stretch);
    result->least_gap = fmin(result->least_gap, gaps.gap);
    if (gaps.gap < limit->gap) {
        go_beyond(result, "least gap", gaps.gap, limit->gap);
    }
    if (stretch > limit->stretch) {
        go_beyond(result, "longest link", stretch, limit->stretch);
    }

    // what no response may do
    judge_topology(scene, first, result);
    if (!(gaps.closest > TORTURE_LEAST_GAP)) {
        fail(result, "two centrelines met");
    }
    if (!(stretch < TORTURE_GREATEST_STRETCH)) {
        fail(result, "a link was torn");
    }
    if (!(result->fastest < TORTURE_FASTEST)) {
        fail(result, "a node flew");
    }
}

torture_result torture_run(uint64_t seed, int32_t cycles)
{
    return torture_run_def(&(torture_def){.seed = seed, .cycles = cycles, .response = BIGHT_RESPONSE_PAPER});
}

torture_result torture_run_def(const torture_def *def)
{
    torture_result result = {.least_gap = HUGE_VAL};
    torture_scene scene;
    bight_error error;
    if (torture_scene_make_kind(def->kind, def->seed, &scene, &error) != BIGHT_OK) {
        fail(&result, error.message);
        return result;
    }
    bight_world_def world = bight_world_get_def(scene.world);
    world.response = def->response;
    if (bight_world_set_def(scene.world, &world, &error) != BIGHT_OK) {
        fail(&result, error.message);
    }

    topology first = topology_of(&scene);
    limits limit = limits_of(&scene);
    int32_t stopped = 0;
    snapshot last;
    judge_speed(&scene, &last, &result);
    while (result.cycles < def->cycles && !result.failed && !(def->stop != NULL && def->stop())) {
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
        judge(&scene, &first, &limit, &result);
    }
    result.hash = bight_world_hash(scene.world);
    bight_world_destroy(scene.world);
    return result;
}

const char *torture_kind_name(torture_kind kind)
{
    static const char *const names[TORTURE_KINDS] = {"random", "linked", "poles", "rings", "jerks", "pulls"};
    return names[kind];
}
