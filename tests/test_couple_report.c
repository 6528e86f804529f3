// SPDX-License-Identifier: MIT
// What a cycle of a couple says of its steps of the cloth: the same steps are made one by one in a twin, and
// put together here. And what it says when a step of either world fails.

#include "couple_scene.h"
#include "failing_memory.h"

#include <string.h>

typedef struct ticks {
    double now;
} ticks;

static double tick(void *user)
{
    ticks *t = user;
    return t->now += 0.125;
}

// A rope just above a sheet that is pinned all round, and hands that press it down and along.
static void press(pair *p, int32_t steps, double height, ticks *clock)
{
    *p = pair_make(0.001, NULL);
    bight_cloth_world_def cloth_def = bight_cloth_world_get_def(p->cloth);
    cloth_def.seconds = tick;
    cloth_def.clock_user = clock;
    CHECK(bight_cloth_world_set_def(p->cloth, &cloth_def, NULL) == BIGHT_OK);
    grid g = grid_make(15, 15, 0.1, 0.1);
    bight_cloth_id cloth = cloth_add(p->cloth, &g, NULL);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        int32_t column = i % g.columns, row = i / g.columns;
        bool border = column == 0 || row == 0 || column == g.columns - 1 || row == g.rows - 1;
        CHECK(bight_cloth_pin(p->cloth, cloth, i, border, NULL) == BIGHT_OK);
    }
    grid_free(&g);
    bight_vec3 points[21];
    for (int32_t i = 0; i <= 20; i++) {
        points[i] = v3(-0.04 + 0.004 * i, height, 0.0005);
    }
    bight_rope_id rope = pair_rope(p, points, 21, false, 0.004, BIGHT_MODEL_FTL);
    bight_handle_id hands[2] = {scene_grasp(p->ropes, rope, 0), scene_grasp(p->ropes, rope, 20)};
    bight_couple_def def = bight_couple_def_default();
    def.cloth_steps = steps;
    pair_tie(p, &def);
    CHECK(bight_handle_set_target(p->ropes, hands[0], v3(-0.03, -0.1, 0.02)) == BIGHT_OK);
    CHECK(bight_handle_set_target(p->ropes, hands[1], v3(0.05, -0.1, 0.02)) == BIGHT_OK);
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

// Counts are summed, measures are the greatest, states the last.
static void check_sum(const bight_cloth_report *all, const bight_cloth_report *step, int32_t count)
{
    bight_cloth_report sum = step[0];
    for (int32_t i = 1; i < count; i++) {
        const bight_cloth_report *s = &step[i];
        sum.held += s->held, sum.rounds += s->rounds, sum.iterations += s->iterations,
            sum.clamped += s->clamped;
        sum.listings += s->listings, sum.breakdowns += s->breakdowns, sum.parted += s->parted;
        sum.time += s->time, sum.detection += s->detection, sum.assembly += s->assembly,
            sum.solve += s->solve;
        sum.moved = greater(sum.moved, s->moved), sum.slip = greater(sum.slip, s->slip);
        sum.stretch = greater(sum.stretch, s->stretch), sum.residual = greater(sum.residual, s->residual);
        sum.certified = sum.certified && s->certified;
        sum.contacts = s->contacts, sum.intersections = s->intersections, sum.unproved = s->unproved;
        sum.lag = s->lag, sum.cord_contacts = s->cord_contacts, sum.layers = s->layers;
    }
    CHECK(all->held == sum.held && all->rounds == sum.rounds && all->iterations == sum.iterations);
    CHECK(all->clamped == sum.clamped && all->listings == sum.listings && all->breakdowns == sum.breakdowns);
    CHECK(all->parted == sum.parted && all->certified == sum.certified && !all->rolled_back);
    CHECK_NEAR(all->time, sum.time, 1e-12);
    CHECK_NEAR(all->detection, sum.detection, 1e-9);
    CHECK_NEAR(all->assembly, sum.assembly, 1e-9);
    CHECK_NEAR(all->solve, sum.solve, 1e-9);
    CHECK(all->moved == sum.moved && all->slip == sum.slip && all->stretch == sum.stretch);
    CHECK(all->residual == sum.residual && all->contacts == sum.contacts && all->lag == sum.lag);
    CHECK(all->intersections == sum.intersections && all->unproved == sum.unproved);
    CHECK(all->cord_contacts == sum.cord_contacts && all->layers == sum.layers);
}

TEST(a_cycle_puts_its_steps_together)
{
    CHECK(bight_couple_def_default().cloth_steps == 4);
    int32_t at_most = 0, slid_less = 0, stretched_less = 0;
    for (int32_t variant = 0; variant < 20; variant++) {
        // one makes all its steps in a cycle, its twin one, and the others by itself
        pair all, one;
        int32_t most = 1 + variant % 5;
        ticks clocks[2] = {{0.0}, {0.0}};
        press(&all, most, 0.00402 + 0.0002 * (variant / 5), &clocks[0]);
        press(&one, 1, 0.00402 + 0.0002 * (variant / 5), &clocks[1]);
        bight_cloth_report whole = pair_step(&all), step[5];
        int32_t steps = (int32_t)bight_couple_get_stats(all.couple).cloth_steps;
        CHECK(steps >= 1 && steps <= most && bight_couple_get_stats(all.couple).cycles == 1);
        at_most += steps == most && most > 1;
        step[0] = pair_step(&one);
        for (int32_t i = 1; i < steps; i++) {
            CHECK(bight_cloth_world_step(one.cloth, &step[i]) == BIGHT_OK);
            slid_less += step[i].slip < step[i - 1].slip;
            stretched_less += step[i].stretch < step[i - 1].stretch;
        }
        CHECK(bight_cloth_world_hash(all.cloth) == bight_cloth_world_hash(one.cloth));
        check_sum(&whole, step, steps);
        CHECK(whole.detection > 0.0 && whole.assembly > 0.0 && whole.solve > 0.0);
        pair_free(&all);
        pair_free(&one);
    }
    print_message("%d cycles of as many steps as may be, %d less slip, %d less stretch\n", (int)at_most,
                  (int)slid_less, (int)stretched_less);
    CHECK(at_most >= 4);
}

// Whatever runs out of memory, in the world of ropes or in that of cloth: the step says so.
TEST(a_step_that_fails_says_so)
{
    failing_allocator memory = {0};
    bight_env env = failing_env(&memory);
    pair p = pair_make(0.001, &env);
    grid g = grid_make(9, 9, 0.05, 0.05);
    cloth_add(p.cloth, &g, NULL);
    grid_free(&g);
    bight_vec3 points[11];
    for (int32_t i = 0; i <= 10; i++) {
        points[i] = v3(-0.02 + 0.004 * i, 0.0041, 0.0005);
    }
    bight_rope_id rope = pair_rope(&p, points, 11, false, 0.004, BIGHT_MODEL_PROJECTION);
    bight_handle_id hand = scene_grasp(p.ropes, rope, 0);
    pair_tie(&p, NULL);
    CHECK(bight_handle_set_target(p.ropes, hand, v3(0, -0.01, 0)) == BIGHT_OK);
    int32_t failures = 0;
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t n = 1; n < 300 && status != BIGHT_OK; n++) {
        memory.fail_at = memory.calls + n;
        memory.fail_after = n % 2 == 0;
        status = bight_couple_step(p.couple, NULL, NULL);
        bool failed = memory.calls >= memory.fail_at;
        memory.fail_at = 0;
        CHECK_SEED(status == (failed ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK), n);
        bight_error why = bight_couple_error(p.couple);
        CHECK_SEED(why.status == status && (why.message[0] != '\0') == failed, n);
        failures += failed;
    }
    CHECK(status == BIGHT_OK && failures > 5);
    pair_step(&p);
    pair_free(&p);
    CHECK(memory.held == 0);
}

// Cloth that was put across a rope: the step is refused before anything moves.
TEST(a_step_that_is_refused_moves_nothing)
{
    pair p;
    ticks clock = {0.0};
    press(&p, 4, 0.00402, &clock);
    pair_step(&p);
    int32_t count;
    const bight_vec3 *now = bight_cloth_positions(p.cloth, (bight_cloth_id){1, 1}, &count);
    bight_vec3 good[225], across[225];
    CHECK(now != NULL && count == 225);
    for (int32_t i = 0; i < count; i++) {
        good[i] = now[i];
        across[i] = v3_add(now[i], v3(0, 0.3 * (now[i].x + 0.01), 0));
    }
    CHECK(bight_cloth_set_positions(p.cloth, (bight_cloth_id){1, 1}, across, NULL) == BIGHT_OK);
    uint64_t cloth = bight_cloth_world_hash(p.cloth);
    bight_curve curve = bight_rope_curve(p.ropes, (bight_rope_id){1, 1});
    bight_vec3 rope[21];
    CHECK(curve.count == 21);
    memcpy(rope, curve.points, sizeof rope);
    CHECK(bight_couple_step(p.couple, NULL, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_couple_error(p.couple).status == BIGHT_ERROR_INVALID);
    CHECK(bight_couple_error(p.couple).message[0] != '\0');
    CHECK(bight_cloth_world_hash(p.cloth) == cloth);
    CHECK(memcmp(bight_rope_curve(p.ropes, (bight_rope_id){1, 1}).points, rope, sizeof rope) == 0);
    CHECK(bight_cloth_set_positions(p.cloth, (bight_cloth_id){1, 1}, good, NULL) == BIGHT_OK);
    pair_step(&p);
    pair_free(&p);
}

RUN_TESTS(unit(a_cycle_puts_its_steps_together), unit(a_step_that_fails_says_so),
          unit(a_step_that_is_refused_moves_nothing))
