// SPDX-License-Identifier: MIT
// Ropes that change their model: what stays, what is refused, and a knot tied with the fast model that a rod holds.

#include "bench/start_shapes.h"
#include "bight/knot.h"
#include "rod_scene.h"

#define LINKS 120
#define L 0.01

// An overhand knot of unit links, made small.
static bight_rope_def overhand(bight_vec3 *points, bight_rope_model model)
{
    bench_torus_knot(points, LINKS, 3);
    for (int32_t i = 0; i <= LINKS; i++) {
        points[i] = v3_mul(L, points[i]);
    }
    bight_rope_def def = rod_def(points, LINKS + 1, false);
    def.model = model;
    def.link_length = L;
    return def;
}

static void pull(bight_world *world, const bight_hand_id *hand, int32_t cycles, double *gap)
{
    for (int32_t i = 0; i < cycles; i++) {
        bight_vec3 a = scene_hand(world, hand[0]), b = scene_hand(world, hand[1]);
        CHECK(bight_hand_set_target(world, hand[0], v3_lerp(b, a, 2.0)) == BIGHT_OK);
        CHECK(bight_hand_set_target(world, hand[1], v3_lerp(a, b, 2.0)) == BIGHT_OK);
        bight_step_report report = scene_step(world);
        CHECK(!report.cut && !report.rolled_back);
        *gap = fmin(*gap, report.gap);
    }
}

// Tied and half tightened by Follow The Leader, then drawn tight by 20 N as a rod, to and fro.
TEST(a_knot_changes_its_model)
{
    bight_vec3 points[LINKS + 1], kept[LINKS + 1];
    bight_world *world = scene_world();
    bight_rope_def def = overhand(points, BIGHT_MODEL_FTL);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, LINKS)};
    double gap = HUGE_VAL;
    pull(world, hand, 60, &gap);
    static const bight_rope_model models[] = {BIGHT_MODEL_ROD, BIGHT_MODEL_PROJECTION, BIGHT_MODEL_FTL,
                                              BIGHT_MODEL_ROD};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        bight_curve curve = bight_rope_curve(world, rope);
        memcpy(kept, curve.points, sizeof kept);
        def.model = models[k];
        bight_error error = {0};
        if (bight_rope_set_model(world, rope, &def, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        CHECK(bight_rope_get_model(world, rope) == models[k] && bight_rope_radius(world, rope) == R);
        curve = bight_rope_curve(world, rope);
        CHECK(memcmp(kept, curve.points, sizeof kept) == 0);
        CHECK(v3_distance(scene_hand(world, hand[0]), kept[0]) == 0.0);
        if (models[k] == BIGHT_MODEL_ROD) {
            CHECK(rod_state(world, rope).kinetic == 0.0);
        }

        // hands stay where they are until they are sent on; on a projection rope they only pull
        scene_step(world);
        double away = v3_distance(scene_hand(world, hand[0]), kept[0]);
        if (!(away < (models[k] == BIGHT_MODEL_PROJECTION ? 0.05 * R : 1e-9))) {
            fail_msg("%d: the hand went %g", (int)k, away);
        }
        gap = HUGE_VAL;
        pull(world, hand, models[k] == BIGHT_MODEL_ROD ? 400 : 5, &gap);
        CHECK(gap > (models[k] == BIGHT_MODEL_ROD ? 0.98 : 0.9));
    }
    CHECK(rod_state(world, rope).stretch < 1.02);

    bight_curve curve = bight_rope_curve(world, rope);
    bight_env env = {0};
    bight_knot_workspace *workspace = bight_knot_workspace_new(&env);
    bight_knot_result result;
    CHECK(bight_knot_identify(&env, workspace, &curve, 1, NULL, &result, NULL) == BIGHT_OK);
    CHECK(strcmp(result.name, "3_1") == 0);
    bight_knot_workspace_free(workspace);
    bight_world_destroy(world);
}

// A rod with other settings stays where it is; the same bits each time.
TEST(a_rod_takes_other_settings)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 points[21];
        bight_world *world = scene_world();
        line_of(points, 21, v3(0, 0, 0), v3(0.2, 0, 0));
        bight_rope_def def = rod_def(points, 21, false);
        def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id rope = make_rod(world, &def);
        run_rods(world, 20);
        CHECK(rod_state(world, rope).kinetic > 0.0);
        double mass = rod_state(world, rope).mass;
        def.rod.density *= 3.0;
        def.rod.time_step *= 0.5; // no other rod has another
        CHECK(bight_rope_set_model(world, rope, &def, NULL) == BIGHT_OK);
        CHECK(rod_state(world, rope).kinetic == 0.0);
        CHECK_NEAR(rod_state(world, rope).mass, 3.0 * mass, 1e-12);
        run_rods(world, 20);
        hash[k] = bight_world_hash(world);
        bight_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}

// Each refusal says why, and leaves the world as it was to the last bit.
TEST(what_cannot_change_is_refused)
{
    bight_vec3 points[21];
    bight_world *world = scene_world();
    line_of(points, 21, v3(0, 0, 0), v3(0.2, 0, 0));
    bight_rope_def def = rod_def(points, 21, false);
    bight_rope_id rod = make_rod(world, &def);
    for (int32_t i = 0; i < 21; i++) {
        points[i].y += 0.1;
    }
    def.model = BIGHT_MODEL_SPRING;
    bight_rope_id spring = make_rod(world, &def);
    for (int32_t i = 0; i < 21; i++) {
        points[i].y += 0.1;
        points[i].x += i == 20 ? 0.0006 : 0.0;
    }
    def.model = BIGHT_MODEL_FTL;
    def.link_length = 0.01;
    bight_rope_id stretched = make_rod(world, &def);
    uint64_t hash = bight_world_hash(world);

    const struct {
        bight_rope_id rope;
        bight_rope_model model;
        double bend, time_step;
        bight_status status;
        const char *words;
    } cases[] = {
        {spring, BIGHT_MODEL_ROD, 1e-3, 0.002, BIGHT_ERROR_UNSUPPORTED, "nodes that come and go"},
        {rod, BIGHT_MODEL_SPRING, 1e-3, 0.002, BIGHT_ERROR_UNSUPPORTED, "nodes that come and go"},
        {rod, BIGHT_MODEL_COUNT, 1e-3, 0.002, BIGHT_ERROR_UNSUPPORTED, "is not known"},
        {rod, BIGHT_MODEL_ROD, -1.0, 0.002, BIGHT_ERROR_INVALID, "rod.bend is -1"},
        {rod, BIGHT_MODEL_ROD, (double)NAN, 0.002, BIGHT_ERROR_INVALID, "rod.bend"},
        {stretched, BIGHT_MODEL_ROD, 1e-3, 0.002, BIGHT_ERROR_INVALID, "times as long as at rest"},
        {{77, 1}, BIGHT_MODEL_ROD, 1e-3, 0.002, BIGHT_ERROR_STALE, "no such rope"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bight_error error = {0};
        def.model = cases[i].model;
        def.rod.bend = cases[i].bend;
        def.rod.time_step = cases[i].time_step;
        CHECK_SEED(bight_rope_set_model(world, cases[i].rope, &def, &error) == cases[i].status, i);
        if (strstr(error.message, cases[i].words) == NULL) {
            fail_msg("case %d: %s", (int)i, error.message);
        }
        CHECK(bight_world_hash(world) == hash);
    }
    CHECK(bight_rope_get_model(world, rod) == BIGHT_MODEL_ROD);
    bight_world_destroy(world);
}

// Without memory the rope is as it was, whichever allocation fails.
TEST(no_memory_changes_nothing)
{
    failing_allocator memory = {0};
    bight_vec3 points[21];
    bight_world *world = scene_counted_world(&memory);
    line_of(points, 21, v3(0, 0, 0), v3(0.2, 0, 0));
    bight_rope_def def = rod_def(points, 21, false);
    def.model = BIGHT_MODEL_FTL;
    bight_rope_id rope = make_rod(world, &def);
    scene_step(world);
    def.model = BIGHT_MODEL_ROD;
    uint64_t hash = bight_world_hash(world);
    int32_t failures = 0;
    for (bight_status status = BIGHT_ERROR_NO_MEMORY; status != BIGHT_OK; failures++) {
        CHECK(failures < 10);
        memory.fail_at = memory.calls + failures + 1;
        status = bight_rope_set_model(world, rope, &def, NULL);
        CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
        CHECK(status == BIGHT_OK || bight_world_hash(world) == hash);
    }
    memory.fail_at = 0;
    CHECK(failures > 1);
    run_rods(world, 10);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_knot_changes_its_model), unit(a_rod_takes_other_settings),
          unit(what_cannot_change_is_refused), unit(no_memory_changes_nothing))
