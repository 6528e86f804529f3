// SPDX-License-Identifier: MIT
// One cycle of both worlds: loads, ropes, cloth.

#include "couple/couple.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/vec3.h"

#include <string.h>

#define COUPLE_COOKIE 0xC0B7E164u

// The cloth makes another step in a cycle while a rope is nearer than this, in thicknesses, and the last step
// still moved some vertex by more than this.
#define DEEP 0.3
#define STILL 0.01

// To a rod cloth goes on as it moved in its last step, by this share: both then sink or rise together instead of each waiting
// for the other to give way by itself. Below 1, so that what is left of it dies away.
#define GOES_ON 0.9

bight_couple_def bight_couple_def_default(void)
{
    return (bight_couple_def){.friction = -1.0, .stretch = 1.2, .cloth_steps = 4, .cookie = COUPLE_COOKIE};
}

static bight_status check(const bight_couple_def *def, bight_error *error)
{
    if (def->cookie != COUPLE_COOKIE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the couple definition was not initialised: start from bight_couple_def_default()");
    }
    if (!(def->compliance >= 0.0 && def->compliance <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "compliance is %g: give 0 to 1e6", def->compliance);
    }
    if (!(def->friction <= 10.0) || !isfinite(def->friction)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "friction is %g: give 0 to 10, or below 0 for the cloth world's", def->friction);
    }
    if (!(def->stretch >= 1.01 && def->stretch <= 10.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "stretch is %g: give 1.01 to 10", def->stretch);
    }
    if (def->cloth_steps < 1 || def->cloth_steps > 64) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "cloth_steps is %d: give 1 to 64", def->cloth_steps);
    }
    return BIGHT_OK;
}

bight_status bight_couple_create(bight_world *world, bight_cloth_world *cloth, const bight_couple_def *def,
                                 bight_couple **couple, bight_error *error)
{
    *couple = NULL;
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_allocator allocator = bight_cloth_world_get_def(cloth).env.allocator;
    bight_couple *made = bi_new_array(&allocator, 1, sizeof *made);
    if (made == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a couple");
    }
    *made = (bight_couple){.def = *def, .ropes = world, .cloth = cloth, .allocator = allocator};
    status = bi_couple_show_cloth(made, error);
    status = status == BIGHT_OK ? bi_couple_show_ropes(made, error) : status;
    if (status != BIGHT_OK) {
        bight_couple_destroy(made);
        return status;
    }
    *couple = made;
    return BIGHT_OK;
}

void bight_couple_destroy(bight_couple *couple)
{
    if (couple != NULL) {
        bi_couple_untie(couple);
        bight_allocator allocator = couple->allocator;
        bi_free_array(&allocator, couple, 1, sizeof *couple);
    }
}

// ---- loads ----------------------------------------------------------------------------------------------

// A rope without forces of its own moves by a compliance c times the force in a cycle. The push weakens as
// it moves, so the force is taken where the node will be: F / (1/c + k), k the stiffness of the push. However
// stiff the contact, that never moves it beyond where the push ends. A spring rope feels the force itself,
// unless a time step would take it beyond where the push ends, F dt^2 / m > F / k. A rod's step is implicit, and so
// is what the push does in it: F - S (x - x0), S the stiffness of the contacts. Else a node would leave the push with a
// velocity that nothing damps, and throw the cloth about when it comes back.
static bight_vec3 load_of(const bight_couple *couple, const bi_rope_view *view, int32_t node,
                          bight_vec3 force, double stiffness, double compliance)
{
    if (view->forces) {
        double give = bi_couple_give(couple->ropes, view, node) * stiffness;
        return v3_mul(1.0 / bi_max(give, 1.0), force);
    }
    return v3_mul(compliance / (1.0 + compliance * stiffness), force);
}

static bight_status load_rope(bight_couple *couple, bi_rope_tie *tie, const bi_rope_view *view,
                              double compliance)
{
    int32_t count;
    const bight_vec3 *force = bight_cloth_cord_forces(couple->cloth, tie->cord, &count);
    const double *stiffness = bi_couple_stiffness(couple->cloth, tie->cord);

    bool any = false;
    for (int32_t i = 0; i < count && !any; i++) {
        any = force[i].x != 0.0 || force[i].y != 0.0 || force[i].z != 0.0;
    }
    if ((!any && !tie->loaded) || count != view->curve.count) {
        return BIGHT_OK;
    }

    // a rope that cloth has left loses its load once
    tie->loaded = any;
    if (!any) {
        return bight_rope_set_load(couple->ropes, view->id, NULL, 0, &couple->failure);
    }
    bight_status status =
        bi_reserve(&couple->allocator, &couple->loads, &couple->load_capacity, count, sizeof *couple->loads);
    if (status != BIGHT_OK) {
        return bi_fail(&couple->failure, status, 0, "no memory for the load of %d nodes", count);
    }

    // newtons for rods and springs, metres a cycle for others
    const bight_vec3 *carry;
    const double *hold = bi_couple_hold(couple->cloth, tie->cord, &carry);
    for (int32_t i = 0; i < count; i++) {
        couple->loads[i] = view->rod ? v3_madd(force[i], GOES_ON, carry[i])
                                     : load_of(couple, view, i, force[i], stiffness[i], compliance);
    }
    status = bight_rope_set_load(couple->ropes, view->id, couple->loads, count, &couple->failure);
    if (status == BIGHT_OK && view->rod) {
        bi_couple_resist(couple->ropes, view, hold);
    }
    return status;
}

static bight_status load_ropes(bight_couple *couple)
{
    double stretch = bi_couple_stretch(couple->cloth), compliance = couple->def.compliance;
    if (!(compliance > 0.0)) {
        compliance = stretch > 0.0 ? 0.5 / stretch : 0.0;
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < couple->tie_count && status == BIGHT_OK; i++) {
        bi_rope_view view = {0};
        if (bi_couple_rope(couple->ropes, i, &view) && bi_same_rope(couple->ties[i].rope, view.id)) {
            status = load_rope(couple, &couple->ties[i], &view, compliance);
        }
    }
    return status;
}

// ---- one cycle ------------------------------------------------------------------------------------------

// Counts add up, measures take the greatest, states the last.
static void add_report(bight_cloth_report *sum, const bight_cloth_report *step)
{
    bight_cloth_report all = *step;
    all.certified = step->certified && sum->certified;
    all.rolled_back = step->rolled_back || sum->rolled_back;
    all.held += sum->held;
    all.rounds += sum->rounds;
    all.moved = bi_max(sum->moved, step->moved);
    all.slip = bi_max(sum->slip, step->slip);
    all.stretch = bi_max(sum->stretch, step->stretch);
    all.time += sum->time;
    all.iterations += sum->iterations;
    all.residual = bi_max(sum->residual, step->residual);
    all.clamped += sum->clamped;
    all.parted += sum->parted;
    all.listings += sum->listings;
    all.breakdowns += sum->breakdowns;
    all.detection += sum->detection;
    all.assembly += sum->assembly;
    all.solve += sum->solve;
    *sum = all;
}

// The cloth moves while the ropes rest, in as many steps as it takes to get out of their way.
static bight_status move_cloth(bight_couple *couple, bight_cloth_report *sheets)
{
    double thickness = bi_couple_thickness(couple->cloth);
    bool again = true;
    for (int32_t i = 0; i < couple->def.cloth_steps && again; i++) {
        bight_cloth_report step;
        bool proved = true;
        bight_status status = bight_cloth_world_step(couple->cloth, &step);
        if (status != BIGHT_OK) {
            return bi_fail(&couple->failure, status, 0, "a step of the cloth: %s", bight_status_text(status));
        }

        // the sheets of the ropes' world follow when that crosses no rope
        status = bi_couple_follow_cloth(couple, &proved, &couple->failure);
        if (status != BIGHT_OK) {
            return status;
        }
        if (!proved) {
            // each sheet stays where it was, and those that had moved are put back
            bi_couple_put_back(couple->cloth);
            couple->stats.refused++;
            couple->failure = (bight_error){0};
            return bi_couple_show_cloth(couple, &couple->failure);
        }
        add_report(sheets, &step);
        couple->stats.cloth_steps++;
        couple->stats.touches += step.cord_contacts;
        again = bi_couple_nearest(couple->cloth) < DEEP && step.moved > STILL * thickness;
    }
    return BIGHT_OK;
}

static bight_status step(bight_couple *couple, bight_step_report *ropes, bight_cloth_report *sheets)
{
    // ropes move, pushed by cloth as it is
    bight_status status = bi_couple_show_cloth(couple, &couple->failure);
    status = status == BIGHT_OK ? load_ropes(couple) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    status = bight_world_step(couple->ropes, ropes);
    if (status != BIGHT_OK) {
        couple->failure = bight_world_error(couple->ropes);
        return status;
    }

    // cloth moves while ropes rest
    couple->stats.cycles++;
    status = bi_couple_show_ropes(couple, &couple->failure);
    return status == BIGHT_OK ? move_cloth(couple, sheets) : status;
}

bight_status bight_couple_step(bight_couple *couple, bight_step_report *ropes, bight_cloth_report *sheets)
{
    bight_cloth_report unused;
    sheets = sheets != NULL ? sheets : &unused;
    *sheets = (bight_cloth_report){.certified = true};
    couple->failure = (bight_error){0};

    // what has no words of its own is told by its status
    bight_status status = step(couple, ropes, sheets);
    return status != BIGHT_OK && couple->failure.status == BIGHT_OK
               ? bi_fail(&couple->failure, status, 0, "a cycle of the couple: %s", bight_status_text(status))
               : status;
}

bight_error bight_couple_error(const bight_couple *couple)
{
    return couple->failure;
}

bight_couple_stats bight_couple_get_stats(const bight_couple *couple)
{
    return couple->stats;
}

uint64_t bight_couple_hash(const bight_couple *couple)
{
    uint64_t hash = bi_hash_word(BI_HASH_START, bight_world_hash(couple->ropes));
    hash = bi_hash_word(hash, bight_cloth_world_hash(couple->cloth));
    for (int32_t i = 0; i < couple->tie_count; i++) {
        int32_t count;
        const bight_vec3 *force = bight_cloth_cord_forces(couple->cloth, couple->ties[i].cord, &count);
        for (int32_t k = 0; k < count; k++) {
            hash = bi_hash_vec3(hash, force[k]);
        }
    }
    return hash;
}
