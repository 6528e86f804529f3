// SPDX-License-Identifier: MIT
// A rope goes on as one of another model, from the place where it is.

#include "core/error.h"
#include "core/vec3.h"
#include "sim/model.h"
#include "sim/response/response.h"
#include "sim/validate.h"

// A link this much longer or shorter than at rest is no state that every model can go on from: the paper's ropes
// stretch by 0.02, springs by any amount.
#define MOST_STRAIN 0.05

static bight_status check_links(const bight_world *world, const bi_rope *rope, bight_error *error)
{
    for (int32_t l = 0; l < bi_link_count(rope); l++) {
        int32_t i = rope->first + l;
        double share = v3_distance(world->at[i], world->at[bi_next(rope, i)]) / rope->length;
        if (!(fabs(share - 1.0) <= MOST_STRAIN)) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "link %d is %.3g times as long as at rest: let the rope settle to within %g of its length "
                "before it changes its model",
                (int)l, share, MOST_STRAIN);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_world *world, const bi_rope *rope, const bight_rope_def *def,
                          bight_error *error)
{
    if ((unsigned)def->model >= BIGHT_MODEL_COUNT) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "rope model %d is not known: give BIGHT_MODEL_FTL, _PROJECTION or _ROD",
                       (int)def->model);
    }
    if (rope->model == BIGHT_MODEL_SPRING || def->model == BIGHT_MODEL_SPRING) {
        return bi_fail(
            error, BIGHT_ERROR_UNSUPPORTED, 0,
            "a spring rope has nodes that come and go: it keeps its model, and no other rope becomes one");
    }
    bight_status status = check_links(world, rope, error);
    const bi_model *model = bi_models[def->model];
    bight_rope_def whole = *def;
    whole.curve = (bight_curve){world->at + rope->first, rope->count, rope->closed};
    whole.radius = rope->radius;
    whole.link_length = rope->length;
    return status == BIGHT_OK && model->check != NULL ? model->check(world, &whole, error) : status;
}

bight_status bight_rope_set_model(bight_world *world, bight_rope_id id, const bight_rope_def *def,
                                  bight_error *error)
{
    bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such rope");
    }

    // what the rope has of its old model is put aside: a rod is not asked whether it agrees with itself
    bi_rope old = *rope;
    rope->rod = NULL;
    rope->projection = NULL;
    bight_status status = check(world, rope, def, error);
    if (status == BIGHT_OK) {
        rope->model = def->model;
        const bi_model *model = bi_model_of(rope);
        status = model->make != NULL ? model->make(world, rope, def) : BIGHT_OK;
        if (status != BIGHT_OK) {
            bi_fail(error, status, 0, "no memory for a rope of %d nodes", (int)rope->count);
        }
    }
    if (status != BIGHT_OK) {
        *rope = old;
        return status;
    }

    // its nodes, its hands and its certificate stay; what it did in the cycle before does not
    if (bi_models[old.model]->free != NULL) {
        bi_models[old.model]->free(&world->def.env.allocator, &old);
    }
    world->model_count[old.model]--;
    world->model_count[rope->model]++;
    rope->loaded = rope->resists = false;
    rope->next_rest = (bi_response_rest){0};
    bi_response_forget(world);
    for (int32_t i = 0; i < world->hand_count; i++) {
        bi_rope_hand *hand = &world->hands[i];
        if (hand->alive && hand->rope == (int32_t)id.index1 - 1) {
            hand->target = hand->aim = world->at[rope->first + hand->node];
            hand->pull = 0.0;
            hand->pulls = false;
            hand->bears = v3(0, 0, 0);
            hand->stretched = hand->blocked = hand->holds_twist = hand->points = hand->holds_needle = false;
            hand->needle_rank = 0;
        }
    }
    bi_world_edited(world);
    BI_VALIDATE(bi_world_is_valid(world));
    return BIGHT_OK;
}
