// SPDX-License-Identifier: MIT
// The cycle.

#include "core/error.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/arena.h"
#include "sim/certify.h"
#include "sim/contact.h"
#include "sim/hands.h"
#include "sim/rod/rod.h"
#include "sim/model.h"
#include "sim/near.h"
#include "sim/obstacle.h"
#include "sim/response/response.h"
#include "sim/sleep.h"
#include "sim/taut.h"
#include "sim/validate.h"
#include "sim/worst.h"

#include <string.h>

// A motion of which less than this part can be proved is not made at all.
#define LEAST_PART 0.02

// Half of what an island's proof allows, to stop well before the crossing, so that the overlap it makes can
// push the links apart; nothing when that is too little to be worth it, or when it was looked at too often.
static double part_to_take(const bi_island *island, bool last)
{
    if (island->part >= 1.0) {
        return 1.0;
    }
    double part = 0.5 * island->part;
    return last || island->taken * part < LEAST_PART ? 0.0 : part;
}

// Take only a part of the way from `before`: each island moves on the straight line that was proved for it.
static void shorten(bight_world *world, bool last)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rope *rope = &world->ropes[r];
        double part = part_to_take(&rope->island, last);
        rope->island.taken *= part;
        for (int32_t i = rope->first; i < rope->first + rope->count && rope->alive && part < 1.0; i++) {
            // not by way of the proposed position when nothing is taken: that may not be a number
            world->at[i] = part > 0.0 ? v3_lerp(world->before[i], world->at[i], part) : world->before[i];
        }
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bi_obstacle *obstacle = &world->obstacles[i];
        double part = part_to_take(&obstacle->island, last);
        obstacle->island.taken *= part;
        if (obstacle->alive && part < 1.0) {
            obstacle->pose = bi_pose_blend(&obstacle->before, &obstacle->pose, part);
            bi_obstacle_place(obstacle);
        }
    }
}

// Before anything moves: models add and remove nodes, near pairs are listed, the state is kept for
// roll_back(). A failure leaves a valid state, so there is nothing to undo.
static bight_status begin(bight_world *world)
{
    bight_status status = bi_models_begin(world);
    bool narrow = bi_response_is_solved(world) && bi_response_needs_list(world);
    if (status == BIGHT_OK && (!world->near_valid || narrow)) {
        status = bi_find_near(world, world->at, bi_usual_margin(world));
    }
    if (status != BIGHT_OK) {
        return status;
    }
    world->last_contacts.kept = false;
    memcpy(world->before, world->at, (size_t)world->node_count * sizeof *world->at);
    for (int32_t r = 0; r < world->rope_count; r++) {
        world->ropes[r].knotted_before = world->ropes[r].knotted;
        world->ropes[r].engaged_before = world->ropes[r].engaged;
    }
    if (bi_response_is_solved(world)) {
        bi_response_engage(world);
    }
    return BIGHT_OK;
}

// Steps 1 and 2 of the paper's cycle: obstacles and hands, then the motion of every model.
static bight_status propose(bight_world *world, bight_step_report *report)
{
    bi_obstacles_advance(world, world->def.speed_limit * bi_thinnest(world));
    report->clusters = bi_models_hold(world);
    report->stretch_stops = bi_move_hands(world);
    bight_status status = bi_models_propose(world);
    bi_models_release(world);
    bi_sleep_keep(world);
    if (status == BIGHT_OK && bi_response_is_solved(world)) {
        status = bi_response_solve(world);
    }

    // a rope counts as touching for some cycles after its last contact
    for (int32_t r = 0; r < world->rope_count; r++) {
        world->ropes[r].knotted -= world->ropes[r].alive && world->ropes[r].knotted > 0;
    }
    return status;
}

static bool any_obstacle_turns(const bight_world *world)
{
    bool turns = false;
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        turns = turns || (obstacle->alive && memcmp(obstacle->before.rotation, obstacle->pose.rotation,
                                                    sizeof obstacle->pose.rotation) != 0);
    }
    return turns;
}

// Times that a cut motion is looked at again.
#define PROOFS 4

// Prove the proposed motion, or the part of it that can be proved.
static bight_status prove(bight_world *world, bight_step_report *report)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        world->ropes[r].island.taken = 1.0;
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        world->obstacles[i].island.taken = 1.0;
    }

    // a part that is proved of a straight way may not be of a turn: look again
    for (int32_t proof = 0; proof < PROOFS; proof++) {
        double least;
        bight_status status = bi_certify(world, world->before, world->at, true, &least);
        if (status != BIGHT_OK) {
            return status;
        }
        if (least >= 1.0) {
            break;
        }
        shorten(world, proof + 1 == PROOFS);

        // half of a straight way is proved with the whole; half of a turn does not lie on the way that was
        if (!any_obstacle_turns(world)) {
            break;
        }
    }

    // the least of all ropes is what the cycle made
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (world->ropes[r].alive) {
            report->advanced = bi_min(report->advanced, world->ropes[r].island.taken);
        }
    }
    report->cut = report->advanced > 0.0 && report->advanced < 1.0;
    report->rolled_back = report->advanced == 0.0;
    return BIGHT_OK;
}

// The shifts to `to` are proved for a part of their way on some island: move half of that part there.
static void shift_in_part(bight_world *world, const bight_vec3 *to)
{
    double most = 0.0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        double part = rope->island.part < 1.0 ? 0.5 * rope->island.part : 1.0;
        for (int32_t i = rope->first; i < rope->first + rope->count && rope->alive; i++) {
            world->at[i] = part < 1.0 ? v3_lerp(world->at[i], to[i], part) : to[i];
            world->moved[i] *= part * part;
            most = bi_max(world->moved[i], most);
        }
    }
    bi_near_moved(world, sqrt(most));
}

// Shift the nodes to `to` as far as that is proved, like any other motion.
static bight_status shift(bight_world *world, bight_vec3 *to)
{
    bi_models_limit_strain(world, to);
    double least;
    bight_status status = bi_certify(world, world->at, to, false, &least);
    if (status != BIGHT_OK) {
        return status;
    }
    world->stats.response_cuts += least < 1.0;
    if (least >= 1.0) {
        memcpy(world->at, to, (size_t)world->node_count * sizeof *world->at);
        bi_near_moved(world, world->farthest);
    } else {
        shift_in_part(world, to);
    }
    return BIGHT_OK;
}

// Steps 3 and 4 of the paper's cycle: find collisions, remove overlaps.
// @param listed The near pairs of world->at are listed already.
static bight_status remove_overlaps(bight_world *world, bool listed, bool *shifts)
{
    *shifts = false;
    bight_status status = listed ? BIGHT_OK : bi_find_near(world, world->at, bi_usual_margin(world));
    if (status != BIGHT_OK) {
        return status;
    }
    size_t mark = bi_arena_mark(world);
    bight_vec3 *to = bi_arena_take(world, sizeof *to);
    status = bi_respond(world, world->at, to, shifts);
    if (status == BIGHT_OK && *shifts) {
        status = shift(world, to);
    }
    bi_arena_release(world, mark);
    return status;
}

// How far any node moved in the whole cycle.
static double farthest(const bight_world *world)
{
    double most = 0.0;
    for (int32_t i = 0; i < world->node_count; i++) {
        double squared = v3_length_squared(v3_sub(world->at[i], world->before[i]));
        most = squared > most ? squared : most;
    }
    return sqrt(most);
}

// A hand that pulls with this share of its force hardly moves any more: what it pulls at is taut.
#define TAUT 0.9

// The share of its way that a hand was held back by, which with the solved response is its force, F |aim - x| / d; what
// a rope pulls at one at rest.
static double pull_of(const bight_world *world, const bi_rope_hand *hand)
{
    if (hand->pulls) {
        return v3_length(hand->force) / world->ropes[hand->rope].rod->def.hand_force;
    }
    if (!bi_hand_is_led(world, hand)) {
        return bi_response_hold(world, hand);
    }
    int32_t node = world->ropes[hand->rope].first + hand->node;
    double d = v3_distance(hand->aim, world->before[node]);
    return bi_min(v3_distance(hand->aim, world->at[node]) / d, 1.0);
}

// How far hands are from where they should be, what holds them back, and how hard they pull.
static void look_at_hands(bight_world *world, bight_step_report *report)
{
    for (int32_t i = 0; i < world->hand_count; i++) {
        bi_rope_hand *hand = &world->hands[i];
        if (!hand->alive) {
            continue;
        }
        const bi_rope *rope = &world->ropes[hand->rope];
        bight_vec3 at = world->at[rope->first + hand->node];
        double lag = v3_distance(at, hand->target);
        hand->pull = pull_of(world, hand);
        if (rope->engaged > 0 && bi_response_may_solve(rope) && lag > 0.0) {
            hand->stretched = hand->pull > TAUT;
            report->stretch_stops += hand->stretched;
        }
        hand->blocked = lag > 0.0 && world->ropes[hand->rope].island.taken < 1.0;
        report->blocked += hand->blocked;
        report->lag = bi_max(lag, report->lag);
        report->pull = bi_max(hand->pull, report->pull);
    }
}

static void publish(bight_world *world, bool shifts, bight_step_report *report)
{
    // with nothing cut and nothing shifted the motion is the one that was proved
    bool whole = !shifts && report->advanced >= 1.0 && world->node_count > 0;
    report->moved = whole ? world->farthest : farthest(world);
    report->contacts = world->contact_count;
    look_at_hands(world, report);

    // the sums over all cycles
    bight_world_stats *stats = &world->stats;
    stats->cycles++;
    stats->certified++;
    stats->cuts += report->cut;
    stats->rollbacks += report->rolled_back;
    stats->contacts += report->contacts;
    stats->stretch_stops += report->stretch_stops;
    report->gap = HUGE_VAL;
    if (world->node_count > 0) {
        bi_worst_look(world, !shifts, report);
        bi_taut_mark(world);
    }
    bi_taut_look(world, report);
}

// Ropes and obstacles where they were when the cycle began.
static void restore_positions(bight_world *world)
{
    memcpy(world->at, world->before, (size_t)world->node_count * sizeof *world->at);
    for (int32_t r = 0; r < world->rope_count; r++) {
        world->ropes[r].knotted = world->ropes[r].knotted_before;
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        if (world->obstacles[i].alive) {
            world->obstacles[i].pose = world->obstacles[i].before;
            bi_obstacle_place(&world->obstacles[i]);
        }
    }
}

// A failed cycle leaves the world as it was when begin() was done.
static void roll_back(bight_world *world)
{
    restore_positions(world);
    for (int32_t r = 0; r < world->rope_count; r++) {
        world->ropes[r].engaged = world->ropes[r].engaged_before;
    }
    bi_models_restore(world);
    if (world->last_contacts.kept) {
        bi_swap_contacts(world);
    }

    // near pairs are found again; contacts are state, and stay
    bi_world_restored(world);
}

// Propose a motion and prove it. What then turns out to have sunk into something, with the solved response, is solved
// for as well: the cycle is made again from where it began.
#define ATTEMPTS 4

// @param listed Receives whether the near pairs of world->at are listed.
static bight_status advance(bight_world *world, bight_step_report *report, bool *listed)
{
    *listed = false;
    for (int32_t attempt = 0;; attempt++) {
        *report = (bight_step_report){.advanced = 1.0};
        bight_status status = propose(world, report);
        if (status == BIGHT_OK) {
            status = prove(world, report);
        }
        if (status != BIGHT_OK || !bi_response_is_solved(world) || attempt + 1 == ATTEMPTS) {
            return status;
        }

        // of ropes that rest the list is still the one of the cycle before
        if (!bi_response_rests(world)) {
            status = bi_find_near(world, world->at, bi_usual_margin(world));
        }
        if (status != BIGHT_OK || bi_response_rests(world) || !bi_response_engage_more(world)) {
            *listed = status == BIGHT_OK;
            return status;
        }

        restore_positions(world);
        bi_models_restore(world);
        status = bi_find_near(world, world->at, bi_usual_margin(world));
        if (status != BIGHT_OK) {
            return status;
        }
    }
}

// The cycle of a world with ropes.
static bight_status cycle(bight_world *world, bool *shifts, bight_step_report *report)
{
    bight_status status = begin(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // hands and models propose, the certificate says how much of it may be done
    bool listed = false;
    status = advance(world, report, &listed);

    // what overlaps is pushed apart; velocities and energies come from where everything is now
    if (status == BIGHT_OK) {
        bi_models_cut(world);
        bi_response_strike(world);
        status = remove_overlaps(world, listed, shifts);
    }
    if (status == BIGHT_OK) {
        status = bi_models_end(world);
    }

    if (status != BIGHT_OK) {
        roll_back(world);
        return status;
    }
    bi_models_commit(world);
    bi_response_commit(world);
    return BIGHT_OK;
}

bight_status bight_world_step(bight_world *world, bight_step_report *report)
{
    bight_step_report local = {.advanced = 1.0};
    bool shifts = false;
    world->failure = (bight_error){0};
    if (bi_sleep_goes_on(world, report)) {
        return BIGHT_OK;
    }

    bight_world_stats before = world->stats;
    if (world->node_count > 0) {
        bight_status status = cycle(world, &shifts, &local);
        BI_VALIDATE(bi_world_is_valid(world));
        if (status != BIGHT_OK) {
            return status;
        }
    } else {
        bi_obstacles_advance(world, HUGE_VAL); // nothing is in their way
    }

    publish(world, shifts, &local);
    bi_sleep_look(world, shifts, &before, &local);
    if (report != NULL) {
        *report = local;
    }
    return BIGHT_OK;
}
