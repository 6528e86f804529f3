// SPDX-License-Identifier: MIT

#include "cloth/carry.h"
#include "cloth/contact.h"
#include "cloth/elastic.h"
#include "cloth/growth.h"
#include "cloth/kinematic.h"
#include "cloth/layers.h"
#include "cloth/near.h"
#include "cloth/rigid.h"
#include "cloth/rows.h"
#include "cloth/seam.h"
#include "cloth/solve.h"
#include "cloth/step_filter.h"
#include "cloth/cord.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"
#include "cloth/undo.h"
#include "cloth/weld.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <assert.h>
#include <string.h>

// With assertions the exact test is run after every iteration.
#ifdef NDEBUG
#define ALWAYS_EXACT false
#else
#define ALWAYS_EXACT true
#endif

// Near intersections this much of a vertex's motion is kept at least: pushes there change from step to step
// as contours move from triangle to triangle, and what they have in common adds up.
#define TANGLED_INERTIA 0.7

static double now(const bight_cloth_world *world)
{
    return world->def.seconds != NULL ? world->def.seconds(world->def.clock_user) : 0.0;
}

// y = x + dt v + dt^2 gravity, with the part of v that inertia keeps
static void set_goals(bight_cloth_world *world)
{
    double dt = world->control.dt, kept = world->def.inertia * dt / (1.0 + world->def.air_drag * dt);
    // what swings while threads draw it together winds about itself
    kept = bi_seam_is_open(world) ? 0.0 : kept;
    world->control.kept = kept;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bight_vec3 x = world->at[i];
        world->before[i] = x;
        world->flags[i] &= (uint8_t)~BI_HELD;
        bool free = bi_cloth_is_free(world, i), tangled = (world->flags[i] & BI_TANGLED) != 0;
        double carry = tangled ? bi_max(kept, TANGLED_INERTIA * dt) : kept;
        world->goal[i] =
            free ? v3_madd(v3_madd(x, carry, world->velocity[i]), dt * dt, world->def.gravity) : x;
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        world->obstacles.items[i].began = world->obstacles.items[i].start = world->obstacles.items[i].pose;
    }
}

// Near pairs and crossings at the present positions; known_clean: there are no crossings.
static bight_status look(bight_cloth_world *world, bool known_clean, bight_cloth_report *report)
{
    double start = now(world);
    bight_status status = bi_near_update(world, &report->listings);
    status = status == BIGHT_OK && !known_clean ? bi_tangle_find(world) : status;
    world->tangle.known = status == BIGHT_OK;
    report->detection += now(world) - start;
    return status;
}

// One linear system from the present positions.
static bight_status assemble(bight_cloth_world *world, bool first, bight_cloth_report *report)
{
    double start = now(world);
    double stretch = bi_cloth_elastic(world);
    if (world->watch.stopped) {
        return BIGHT_ERROR_STOPPED;
    }
    report->stretch = first ? stretch : bi_max(report->stretch, stretch);
    double elastic = now(world);
    report->assembly += elastic - start;
    bight_status status = bi_contact_find(world);
    double found = now(world);
    report->detection += found - elastic;
    bi_rows_clear(world);
    status = status == BIGHT_OK ? bi_contact_rows(world) : status;
    status = status == BIGHT_OK ? bi_tangle_rows(world) : status;
    status = status == BIGHT_OK ? bi_seam_rows(world) : status;
    bi_rigid_forces(world);
    status = status == BIGHT_OK ? bi_rows_finish(world) : status;
    report->assembly += now(world) - found;
    return status;
}

// Move by the solution, each vertex at most its own limit.
static void apply(bight_cloth_world *world, bight_cloth_report *report)
{
    double most = 0.0;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if (!bi_cloth_is_free(world, i)) {
            continue;
        }
        const bi_float4 *move = &world->solver.move[i];
        bight_vec3 d = v3((double)move->x, (double)move->y, (double)move->z);
        double length = v3_length(d), limit = world->control.reach * (double)world->contacts.move_limit[i];
        if (length > limit) {
            d = v3_mul(limit / length, d);
            length = limit;
            report->clamped++;
        }
        most = bi_max(most, length);
        world->at[i] = v3_add(world->at[i], d);
    }
    world->control.moved = most;
}

// Back to where the step began.
static void undo(bight_cloth_world *world)
{
    memcpy(world->at, world->before, (size_t)world->vertex_count * sizeof *world->at);
    bi_kinematic_undo(world);
    world->tangle.known = false;
}

// What was proved to be clean and is not would be a mistake in cloth/step_filter.c or cloth/near.c.
static bight_status contradict(bight_cloth_world *world, bight_cloth_report *report)
{
    undo(world);
    report->rolled_back = true;
    BI_ASSERT(!report->rolled_back); // builds with assertions end here: the proof has a mistake
    report->certified = false;
    world->control.scale = bi_max(0.5 * world->control.scale, 1.0 / 64.0);
    return look(world, false, report);
}

static bight_status go_on(bight_cloth_world *world)
{
    return bi_watch_ask(&world->watch) ? BIGHT_ERROR_STOPPED : BIGHT_OK;
}

// Safe mode proves what is proposed, or what is left of it where cloth would grow too much.
static bight_status take(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds)
{
    int32_t unproved = report->unproved, tries = 0;
    double pace = world->near.pace;
    bi_growth_propose(world);
    bight_status status = bi_step_filter(world, report, rounds);
    while (status == BIGHT_OK && !bi_growth_accepts(world) && bi_growth_shorten(world, tries++)) {
        report->unproved = unproved;
        world->near.pace = pace;
        status = bi_step_filter(world, report, rounds);
    }
    return status;
}

static bight_status iterate(bight_cloth_world *world, bool first, bight_cloth_report *report)
{
    bight_status status = world->tangle.known && world->near.listed ? BIGHT_OK : look(world, false, report);
    status = status == BIGHT_OK ? assemble(world, first, report) : status;
    status = status == BIGHT_OK ? go_on(world) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // (M/dt^2 + H + rows) dx = f, with what hands move as given
    double begin = now(world);
    bool led = bi_kinematic_lead(world);
    const bi_solve_settings settings = {.most = world->def.solve_iterations,
                                        .tolerance = world->def.solve_tolerance,
                                        .led = led,
                                        .time = first ? world->control.dt : 0.0};
    bi_solve_report solved = bi_cloth_solve(world, &settings);
    report->solve += now(world) - begin;
    report->iterations += solved.iterations;
    report->residual = solved.residual;
    bi_rows_release(world);
    if (world->watch.stopped) {
        return BIGHT_ERROR_STOPPED;
    }

    if (solved.broken) {
        // no cloth moves in this iteration; the next one has half the time step
        memset(world->solver.move, 0, (size_t)bi_rigid_unknowns(world) * sizeof *world->solver.move);
        world->control.scale = bi_max(0.5 * world->control.scale, 1.0 / 64.0);
        world->control.calm = 0;
        report->breakdowns++;
    }

    // x <- x + dx, each vertex within its own limit; hands and obstacles move towards their targets
    bool clean = world->tangle.pierced.count == 0;
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    apply(world, report);
    bi_rigid_aim(world);
    bi_kinematic_advance(world);
    bi_cords_hold(world); // rooms are convex: what the step filter shortens stays within them

    // then every motion is shortened until it is proved that nothing meets in between and nothing grows too
    // much
    begin = now(world);
    int32_t rounds = 0;
    status = take(world, report, &rounds);
    bi_rigid_rest(world);
    if (status == BIGHT_OK) { // else there may be no room for what it would read
        bi_layers_count(world, report);
    }
    report->detection += now(world) - begin;
    report->certified = report->certified && clean && report->unproved == 0;

    // one look that found all pairs parted is an exact test; it is checked by another now and then
    bool known_clean = report->certified && rounds == 0 && !ALWAYS_EXACT && world->control.steps % 16 != 0;
    status = status == BIGHT_OK ? look(world, known_clean, report) : status;
    return status == BIGHT_OK && clean && world->tangle.pierced.count > 0 ? contradict(world, report)
                                                                          : status;
}

// Half the time step when things got worse, half as long again after three steps without trouble.
static void adapt(bight_cloth_world *world, const bight_cloth_report *report)
{
    bool longer = report->contour_length > 1.05 * world->control.last_contour + 0.1 * world->edge_length &&
                  world->control.last_contour > 0.0;
    if (longer) {
        world->control.scale = bi_max(0.5 * world->control.scale, 1.0 / 64.0);
        world->control.calm = 0;
    } else if (++world->control.calm >= 3) {
        world->control.scale = bi_min(1.5 * world->control.scale, 1.0);
        world->control.reach = bi_min(1.5 * world->control.reach, 1.0);
        world->control.calm = 0;
    }
    world->control.last_contour = report->contour_length;
}

static void finish(bight_cloth_world *world, bight_cloth_report *report)
{
    bi_weld_follow(world);
    bi_bend_friction_slip(world);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bight_vec3 d = v3_sub(world->at[i], world->before[i]);
        report->moved = bi_max(report->moved, v3_length_squared(d));
        report->held += (world->flags[i] & BI_HELD) != 0;
        world->velocity[i] = v3_mul(1.0 / world->control.dt, d);
    }
    report->moved = bi_max(bi_max(sqrt(report->moved), bi_rigid_finish(world)), world->carry.moved);
    for (int32_t i = 0; i < world->contacts.count; i++) {
        report->slip = bi_max(report->slip, (double)world->contacts.items[i].slip);
    }
    report->contacts = world->contacts.count;
    report->intersections = world->tangle.pierced.count;
    report->contour_length = world->tangle.contour_length;
    report->time = world->control.dt;
    report->lag = bi_kinematic_lag(world);
}

static bight_status advance(bight_cloth_world *world, bight_cloth_report *report)
{
    bight_status status = bi_weld(world);
    status = status == BIGHT_OK ? bi_layers_part(world, report) : status;
    status = status == BIGHT_OK ? go_on(world) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    // what hands carry must not cross; then it does not afterwards, and the lists are told what came nearer to each other
    if (world->hands.grip_count > 0 && !(world->tangle.known && world->near.listed)) {
        status = look(world, false, report);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    if (bi_carry_on(world)) {
        status = look(world, true, report);
        if (status != BIGHT_OK) {
            bi_carry_back(world);
            return status;
        }
    }
    world->control.dt = world->def.time_step * world->control.scale;
    set_goals(world);
    for (int32_t i = 0; i < world->contacts.count; i++) {
        world->contacts.items[i].slip = 0.0f;
    }
    status = bi_cords_begin(world);
    for (int32_t i = 0; i < world->def.newton_iterations && status == BIGHT_OK && !report->rolled_back; i++) {
        status = iterate(world, i == 0, report);
    }
    if (status != BIGHT_OK) {
        undo(world);
        bi_carry_back(world);
        return status;
    }
    finish(world, report);
    bi_cords_finish(world, report);
    adapt(world, report);
    bi_growth_learn(world);
    world->seams.drawn += bi_seam_is_open(world) && world->seams.drawn < 1000;
    world->control.steps++;
    return BIGHT_OK;
}

bight_status bight_cloth_world_step(bight_cloth_world *world, bight_cloth_report *report)
{
    bight_cloth_report unused;
    report = report != NULL ? report : &unused;
    bool was_built = world->topology.built, watched = world->def.env.watch.stop != NULL;

    // in a large world this takes long, too
    world->watch = bi_watch_from(&world->def.env);
    bight_status status = bi_cloth_build(world);
    world->watch = (bi_watch){0};
    *report = (bight_cloth_report){.certified = status != BIGHT_ERROR_STOPPED};
    if (status != BIGHT_OK || world->sheets.triangle_count == 0) {
        return status;
    }
    status = watched ? bi_undo_keep(world, was_built) : BIGHT_OK;
    if (status != BIGHT_OK) {
        return status;
    }

    // a step that is stopped leaves no trace
    world->watch = bi_watch_from(&world->def.env);
    status = advance(world, report);
    world->watch = (bi_watch){0};
    bi_rows_release(world);
    if (status == BIGHT_ERROR_STOPPED) {
        bi_undo_restore(world);
        *report = (bight_cloth_report){0};
    }
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return status;
}
