// SPDX-License-Identifier: MIT

#include "bight/couple.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/memory.h"

#include <math.h>

#define COUPLE_COOKIE 0xC0B7E164u

struct bight_couple {
    bight_couple_def def;
    bight_world *ropes;
    bight_cloth_world *cloth;
    bight_allocator allocator;
    bight_couple_stats stats;
    bight_error failure;
};

bight_couple_def bight_couple_def_default(void)
{
    return (bight_couple_def){.friction = -1.0, .cloth_steps = 4, .cookie = COUPLE_COOKIE};
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
    *couple = made;
    return BIGHT_OK;
}

void bight_couple_destroy(bight_couple *couple)
{
    if (couple != NULL) {
        bight_allocator allocator = couple->allocator;
        bi_free_array(&allocator, couple, 1, sizeof *couple);
    }
}

bight_status bight_couple_step(bight_couple *couple, bight_step_report *ropes, bight_cloth_report *sheets)
{
    bight_status status = bight_world_step(couple->ropes, ropes);
    couple->failure = bight_world_error(couple->ropes);
    if (status == BIGHT_OK) {
        couple->stats.cycles++;
        status = bight_cloth_world_step(couple->cloth, sheets);
        couple->stats.cloth_steps += status == BIGHT_OK;
    }
    return status;
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
    return bi_hash_word(bi_hash_word(BI_HASH_START, bight_world_hash(couple->ropes)),
                        bight_cloth_world_hash(couple->cloth));
}
