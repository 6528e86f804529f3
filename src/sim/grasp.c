// SPDX-License-Identifier: MIT

#include "core/error.h"
#include "core/vec3.h"
#include "sim/rod/needle.h"
#include "sim/validate.h"
#include "sim/world_state.h"

static bight_status take_slot(bight_world *world, int32_t *slot)
{
    for (int32_t i = 0; i < world->hand_count; i++) {
        if (!world->hands[i].alive) {
            *slot = i;
            return BIGHT_OK;
        }
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &world->hands, &world->hand_capacity,
                                     (int64_t)world->hand_count + 1, sizeof *world->hands);
    if (status == BIGHT_OK) {
        *slot = world->hand_count++;
        world->hands[*slot] = (bi_rope_hand){0};
    }
    return status;
}

bight_status bight_hand_grasp(bight_world *world, bight_rope_id rope_id, int32_t node, bight_hand_id *id,
                              bight_error *error)
{
    *id = (bight_hand_id){0};
    const bi_rope *rope = bi_find_rope(world, rope_id);
    if (rope == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such rope");
    }

    if (node < 0 || node >= rope->count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "node %d does not exist: the rope has nodes 0 to %d",
                       node, rope->count - 1);
    }

    if (world->held[rope->first + node] & BI_IN_HAND) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "node %d is in another hand already", node);
    }

    int32_t slot = 0;
    bight_status status = take_slot(world, &slot);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a hand");
    }

    uint32_t generation = world->hands[slot].generation + 1;
    world->hands[slot] = (bi_rope_hand){.alive = true,
                                        .generation = generation,
                                        .rope = (int32_t)rope_id.index1 - 1,
                                        .node = node,
                                        .target = world->at[rope->first + node]};
    world->held[rope->first + node] |= BI_IN_HAND;
    *id = (bight_hand_id){(uint32_t)slot + 1, generation};
    BI_VALIDATE(bi_world_is_valid(world));
    return BIGHT_OK;
}

bool bight_hand_release(bight_world *world, bight_hand_id id)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return false;
    }
    world->held[world->ropes[hand->rope].first + hand->node] &= (uint8_t)~BI_IN_HAND;
    bi_needle_let_go(world, hand);
    hand->alive = false;
    BI_VALIDATE(bi_world_is_valid(world));
    return true;
}

bight_status bight_hand_set_target(bight_world *world, bight_hand_id id, bight_vec3 target)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!v3_is_finite(target)) {
        return BIGHT_ERROR_INVALID;
    }
    hand->target = target;
    hand->pulls = false;
    return BIGHT_OK;
}

bight_status bight_hand_get(const bight_world *world, bight_hand_id id, bight_hand_state *state)
{
    *state = (bight_hand_state){0};
    const bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    const bi_rope *rope = &world->ropes[hand->rope];
    *state = (bight_hand_state){.position = world->at[rope->first + hand->node],
                                .target = hand->target,
                                .stretched = hand->stretched,
                                .blocked = hand->blocked,
                                .pull = hand->pull,
                                .pulls = hand->pulls,
                                .force = hand->pulls ? hand->force : v3(0, 0, 0),
                                .rope = {(uint32_t)hand->rope + 1, rope->generation},
                                .node = hand->node,
                                .roll = hand->roll};
    state->lag = v3_distance(state->position, state->target);
    bi_needle_tell(rope, hand, state);
    return BIGHT_OK;
}
