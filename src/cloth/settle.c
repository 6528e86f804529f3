// SPDX-License-Identifier: MIT
// Stepping until cloth rests: the escalation when it stays tangled, the rule for stopping, the best state.

#include "cloth/elastic.h"
#include "cloth/kinematic.h"
#include "cloth/near.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"
#include "cloth/weld.h"
#include "cloth/validate.h"
#include "cloth/world.h"

#include <string.h>

#define QUIET_STEPS 20
#define LYING_STEPS 60.0
#define LYING_OF 200 // one vertex of so many may go on trembling
#define CALM 4       // contacts that may come or go however few there are
#define PATIENCE 30
#define MOST_STRETCH 1.10

const char *bight_cloth_settled_text(bight_cloth_settled settled)
{
    switch (settled) {
#define X(name, words)                                                                                       \
    case BIGHT_CLOTH_##name:                                                                                 \
        return words;
        BIGHT_CLOTH_SETTLED_LIST(X)
#undef X
    }
    return "unknown";
}

// Of the watch: quiet counts steps in a row in which everything held; contacts is of the step before; contour
// is its length when the present rung was last found to help, since the steps since then.
typedef struct settle_job {
    bight_cloth_watch watch;
    int32_t best_crossings; // of the best state, -1 before there is one
    double best_energy;
} settle_job;

static bool few(int32_t changed, int32_t contacts)
{
    int64_t most = contacts > 100 ? contacts : 100;
    return 100 * (int64_t)(changed < 0 ? -changed : changed) <= most;
}

static void set_anchors(bight_cloth_world *world, const bight_cloth_report *report)
{
    if (world->vertex_count > 0) {
        memcpy(world->settle.anchors, world->at, (size_t)world->vertex_count * sizeof *world->at);
    }
    world->settle.resting = 0.0;
    world->settle.contacts = report->contacts;
}

// Loose cloth goes on creeping by more than a thousandth of an edge, to and fro. It lies all the same when in 60
// steps of full length next to nothing (one vertex of 200: corners and creases tremble) went half a thickness and
// contacts changed by less than a hundredth, or by no more than four.
static bool lies(bight_cloth_world *world, const bight_cloth_watch *watch, const bight_cloth_report *report)
{
    bight_status room =
        bi_reserve(&world->def.env.allocator, &world->settle.anchors, &world->settle.anchors_capacity,
                   bi_cloth_at_least_one(world->vertex_count), sizeof *world->at);
    if (room != BIGHT_OK) {
        return false; // without memory only the stricter tests tell
    }
    bool begins = watch->steps == 0 || bi_kinematic_moved(world);
    double most = 0.25 * world->thickness * world->thickness;
    int32_t far = 0, few_of = world->vertex_count / LYING_OF;
    for (int32_t i = 0; i < world->vertex_count && !begins && far <= few_of; i++) {
        far += v3_length_squared(v3_sub(world->at[i], world->settle.anchors[i])) > most;
    }
    if (begins || far > few_of) {
        set_anchors(world, report);
        return false;
    }
    world->settle.resting += report->time / world->def.time_step;
    if (world->settle.resting < LYING_STEPS) {
        return false;
    }
    int32_t changed = report->contacts - world->settle.contacts;
    bool calm = few(changed, report->contacts) || (changed <= CALM && changed >= -CALM);
    set_anchors(world, report);
    return calm;
}

// The first test that failed in this step.
static bight_cloth_settled judge(const bight_cloth_world *world, const bight_cloth_watch *watch,
                                 const bight_cloth_report *report, bool lying)
{
    double still = lying ? HUGE_VAL : 1e-3 * world->edge_length;
    if (report->intersections > 0) {
        return BIGHT_CLOTH_CROSSING;
    }
    if (report->moved > still) {
        return BIGHT_CLOTH_MOVING;
    }
    if (report->slip > still) {
        return BIGHT_CLOTH_SLIPPING;
    }
    if (!lying && !few(report->contacts - watch->contacts, report->contacts)) {
        return BIGHT_CLOTH_TOUCHING;
    }
    if (report->stretch > MOST_STRETCH) {
        return BIGHT_CLOTH_STRETCHED;
    }
    return report->layers > 0 ? BIGHT_CLOTH_LAYERED : BIGHT_CLOTH_SETTLED;
}

// Higher when the contours did not shrink by a twentieth in thirty steps, down again when they are gone. The
// third rung is a shake: locked layers slip through each other, then a proof holds the rest again. When
// three shakes in a row have led to nothing, the rest is given up.
static void climb(bight_cloth_world *world, bight_cloth_watch *watch, const bight_cloth_report *report)
{
    enum { SHAKE = 5, WIDE_RINGS = 1, MOST_SHAKES = 3 };
    bool shrunk = watch->steps == 0 || report->contour_length <= 0.95 * watch->contour;
    watch->since++;
    world->settle.rings = watch->since < SHAKE ? world->settle.rings : 0;
    if (shrunk || report->intersections == 0) {
        watch->contour = report->contour_length;
        watch->since = 0;
        watch->shakes = 0;
        world->settle.rings = 0;
    } else if (watch->since >= PATIENCE) {
        int32_t rung = world->settle.fill ? 3 : world->settle.softness < 1.0 ? 2 : 1;
        world->settle.softness = 0.5;
        world->settle.fill = rung >= 2;
        watch->stuck = watch->shakes >= MOST_SHAKES;
        watch->shakes += rung == 3;
        world->settle.rings = rung == 3 ? WIDE_RINGS : 0;
        watch->level = rung > watch->level ? rung : watch->level;
        watch->since = 0;
    }
    if (report->intersections == 0) {
        bight_cloth_watch_end(world);
        watch->stuck = false;
    }
}

void bight_cloth_watch_step(bight_cloth_world *world, bight_cloth_watch *watch,
                            const bight_cloth_report *report)
{
    bool lying = lies(world, watch, report);
    watch->outcome = judge(world, watch, report, lying);
    watch->quiet = watch->outcome == BIGHT_CLOTH_SETTLED ? watch->quiet + 1 : 0;
    watch->contacts = report->contacts;
    climb(world, watch, report);
    watch->settled = watch->quiet >= QUIET_STEPS || (lying && watch->outcome == BIGHT_CLOTH_SETTLED);
    watch->steps++;
}

void bight_cloth_watch_end(bight_cloth_world *world)
{
    world->settle.softness = 1.0;
    world->settle.fill = false;
    world->settle.rings = 0;
}

// States are compared while hands and obstacles rest. What was kept before one of them moved has it
// elsewhere.
static bight_status keep_best(bight_cloth_world *world, settle_job *s, const bight_cloth_report *report)
{
    s->best_crossings = bi_kinematic_moved(world) ? -1 : s->best_crossings;
    if (s->best_crossings >= 0 && report->intersections > s->best_crossings) {
        return BIGHT_OK;
    }
    BI_CLOTH_RESERVE(world, settle.best, (int64_t)world->vertex_count);
    bight_cloth_energy e = bi_cloth_energy(world);
    double energy = e.stretch + e.limit + e.bend + e.weight;
    if (s->best_crossings < 0 || report->intersections < s->best_crossings || energy <= s->best_energy) {
        memcpy(world->settle.best, world->at, (size_t)world->vertex_count * sizeof *world->at);
        s->best_crossings = report->intersections;
        s->best_energy = energy;
    }
    return BIGHT_OK;
}

// List pairs again and look: lists then follow from the positions alone.
static bight_status look(bight_cloth_world *world)
{
    world->near.listed = false;
    bight_status status = bi_near_update(world, NULL);
    status = status == BIGHT_OK ? bi_tangle_find(world) : status;
    world->tangle.known = status == BIGHT_OK;
    return status;
}

static void list_loops(const bight_cloth_world *world, bight_cloth_settle_report *report)
{
    enum { MOST = sizeof report->loops / sizeof *report->loops };
    bi_sheet all = {&world->topology.surface, world->at, NULL};
    for (int32_t i = 0; i < world->tangle.contours.count; i++) {
        const int32_t *at = world->tangle.contours.crossings + world->tangle.contours.starts[i];
        int32_t pairs = world->tangle.contours.starts[i + 1] - world->tangle.contours.starts[i];
        bight_cloth_loop loop = {
            .pairs = pairs,
            .length = bi_contour_length(&all, NULL, &world->tangle.pierced, &world->tangle.contours, i)};
        for (int32_t k = 0; k < pairs; k++) {
            bi_crossing_place place = bi_crossing_locate(&all, NULL, &world->tangle.pierced.items[at[k]]);
            loop.centre = v3_madd(loop.centre, 1.0 / pairs, place.point);
        }
        // longest first
        int32_t place = report->loop_count < MOST ? report->loop_count++ : MOST - 1;
        if (report->loops[place].length >= loop.length && report->loops[place].pairs > 0) {
            continue;
        }
        while (place > 0 && report->loops[place - 1].length < loop.length) {
            report->loops[place] = report->loops[place - 1];
            place--;
        }
        report->loops[place] = loop;
    }
}

// What may stop it: the caller of this call, and the watch of the world.
typedef struct callers {
    bight_watch watch;
    bight_watch own;
} callers;

static bool any_stops(void *data)
{
    const callers *all = data;
    return (all->own.stop != NULL && all->own.stop(all->own.user)) ||
           (all->watch.stop != NULL && all->watch.stop(all->watch.user));
}

// What the first step of a large world makes takes as long as many steps: both are asked between its parts.
static bight_status build(bight_cloth_world *world, bight_watch own)
{
    callers all = {world->def.env.watch, own};
    world->watch = (bi_watch){.ask = {any_stops, &all}};
    bight_status status = bi_cloth_build(world);
    world->watch = (bi_watch){0};
    return status;
}

bight_status bight_cloth_world_settle(bight_cloth_world *world, int32_t max_steps, bool (*stop)(void *user),
                                      void *user, bight_cloth_settle_report *report)
{
    bight_cloth_settle_report unused;
    report = report != NULL ? report : &unused;
    *report = (bight_cloth_settle_report){0};
    bight_status status = build(world, (bight_watch){stop, user});
    if (status != BIGHT_OK || world->sheets.triangle_count == 0) {
        return status;
    }

    // steps until it rests, is stuck or is stopped; the best state on the way is kept
    settle_job s = {.best_crossings = -1};
    bool stopped = false;
    int32_t most = max_steps > 0 ? max_steps : 2000;
    while (s.watch.steps < most && !s.watch.settled && !s.watch.stuck && !stopped) {
        bight_cloth_report step;
        status = bight_cloth_world_step(world, &step);
        if (status == BIGHT_ERROR_STOPPED) {
            stopped = true; // within a step, which has left no trace
            break;
        }
        status = status == BIGHT_OK ? keep_best(world, &s, &step) : status;
        if (status != BIGHT_OK) {
            return status;
        }
        bight_cloth_watch_step(world, &s.watch, &step);
        report->stretch = step.stretch;
        report->layers = step.layers;
        report->layer_place = step.layer_place;
        report->layer_distance = step.layer_distance;
        stopped = stop != NULL && stop(user);
    }

    // the ladder ends: contacts are hard again, with friction
    bight_cloth_watch_end(world);
    report->outcome = s.watch.outcome;
    report->stuck = s.watch.stuck;
    report->level = s.watch.level;
    report->steps = s.watch.steps;
    if (report->outcome == BIGHT_CLOTH_SETTLED && !s.watch.settled) {
        report->outcome = BIGHT_CLOTH_MOVING; // quiet, but not for long enough
    }

    // a settled state is the best one; otherwise go back to what was
    if (!s.watch.settled && s.best_crossings >= 0) {
        memcpy(world->at, world->settle.best, (size_t)world->vertex_count * sizeof *world->at);
        memset(world->velocity, 0, (size_t)world->vertex_count * sizeof *world->velocity);
        bi_weld_follow(world);
    }

    // what still crosses in the state that was chosen, and along which loops
    status = look(world);
    if (status != BIGHT_OK) {
        return status;
    }

    report->intersections = world->tangle.pierced.count;
    report->contour_length = world->tangle.contour_length;
    report->contours = world->tangle.contours.count;
    report->outcome = world->tangle.pierced.count > 0 ? BIGHT_CLOTH_CROSSING : report->outcome;
    list_loops(world, report);
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return stopped && !s.watch.settled ? BIGHT_ERROR_STOPPED : BIGHT_OK;
}
