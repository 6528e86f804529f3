// SPDX-License-Identifier: MIT
// Hands: grasping vertices, moving them, letting go.

#include "cloth/hand.h"

#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/error.h"

bight_status bight_cloth_grasp(bight_cloth_world *world, bight_cloth_id cloth, int32_t vertex,
                               bight_cloth_hand_id *id, bight_error *error)
{
    *id = (bight_cloth_hand_id){0};
    const bi_cloth_sheet *panel = bi_find_cloth_sheet(world, cloth);
    if (panel == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such sheet");
    }

    if (vertex < 0 || vertex >= panel->vertex_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "vertex %d does not exist: the sheet has vertices 0 to %d", vertex,
                       panel->vertex_count - 1);
    }

    // a welded vertex is grasped as the one that it has become
    int32_t asked = panel->first_vertex + vertex, at = world->welds.into[asked], slot = 0;
    if (world->flags[at] & BI_GRASPED) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d is in another hand already", vertex);
    }

    // the slot of a hand that let go, or a new one
    while (slot < world->hands.count && world->hands.items[slot].alive) {
        slot++;
    }
    if (slot == world->hands.count) {
        bight_status status =
            bi_reserve(&world->def.env.allocator, &world->hands.items, &world->hands.items_capacity,
                       (int64_t)world->hands.count + 1, sizeof *world->hands.items);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, 0, "no memory for a hand");
        }
        world->hands.items[world->hands.count++] = (bi_cloth_hand){0};
    }

    // the hand begins where the vertex is; ids of earlier hands in this slot are stale
    uint32_t generation = world->hands.items[slot].generation + 1;
    world->hands.items[slot] = (bi_cloth_hand){.alive = true,
                                               .generation = generation,
                                               .sheet = (int32_t)cloth.index1 - 1,
                                               .vertex = at,
                                               .asked = asked,
                                               .target = world->at[at]};
    world->flags[at] |= BI_GRASPED;
    *id = (bight_cloth_hand_id){(uint32_t)slot + 1, generation};
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

static bi_cloth_hand *find_hand(const bight_cloth_world *world, bight_cloth_hand_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->hands.count) {
        return NULL;
    }
    bi_cloth_hand *hand = &world->hands.items[id.index1 - 1];
    return hand->alive && hand->generation == id.generation ? hand : NULL;
}

bool bight_cloth_release(bight_cloth_world *world, bight_cloth_hand_id id)
{
    bi_cloth_hand *hand = find_hand(world, id);
    if (hand == NULL) {
        return false;
    }
    hand->alive = false;
    world->flags[hand->vertex] &= (uint8_t)~BI_GRASPED;
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return true;
}

bight_status bight_cloth_hand_set_target(bight_cloth_world *world, bight_cloth_hand_id id, bight_vec3 target)
{
    bi_cloth_hand *hand = find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!v3_is_finite(target) || v3_length(target) > 1e6) {
        return BIGHT_ERROR_INVALID;
    }
    hand->target = target;
    return BIGHT_OK;
}

bight_status bight_cloth_hand_get(const bight_cloth_world *world, bight_cloth_hand_id id,
                                  bight_cloth_hand_state *state)
{
    *state = (bight_cloth_hand_state){0};
    const bi_cloth_hand *hand = find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    const bi_cloth_sheet *panel = &world->sheets.items[hand->sheet];
    bight_vec3 at = world->at[hand->vertex];
    *state = (bight_cloth_hand_state){.position = at,
                                      .target = hand->target,
                                      .pull = hand->pull,
                                      .lag = v3_distance(at, hand->target),
                                      .cloth = {(uint32_t)hand->sheet + 1, panel->generation},
                                      .vertex = hand->asked - panel->first_vertex};
    return BIGHT_OK;
}
