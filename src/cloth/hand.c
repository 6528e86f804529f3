// SPDX-License-Identifier: MIT
// Hands: grasping vertices, moving them, letting go.

#include "cloth/hand.h"

#include "cloth/kinematic.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/error.h"

// ---- grasping -------------------------------------------------------------------------------------------

static bight_status check(const bight_cloth_world *world, const bi_cloth_sheet *panel,
                          const int32_t *vertices, int32_t count, bight_error *error)
{
    if (panel == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such sheet");
    }
    if (count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a hand without a vertex holds nothing: name one");
    }
    for (int32_t i = 0; i < count; i++) {
        if (vertices[i] < 0 || vertices[i] >= panel->vertex_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "vertex %d does not exist: the sheet has vertices 0 to %d", vertices[i],
                           panel->vertex_count - 1);
        }
        if (world->flags[world->welds.into[panel->first_vertex + vertices[i]]] & BI_GRASPED) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d is in another hand already",
                           vertices[i]);
        }
    }
    return BIGHT_OK;
}

// The slot of a hand that let go, or a new one; room for its grips.
static bight_status make_room(bight_cloth_world *world, int32_t count, int32_t *slot)
{
    bi_cloth_hands *hands = &world->hands;
    *slot = 0;
    while (*slot < hands->count && hands->items[*slot].alive) {
        (*slot)++;
    }
    BI_CLOTH_RESERVE(world, hands.grips, (int64_t)hands->grip_count + count);
    BI_CLOTH_RESERVE(world, hands.items, (int64_t)hands->count + 1);
    if (*slot == hands->count) {
        hands->items[hands->count++] = (bi_cloth_hand){0};
    }
    return BIGHT_OK;
}

bight_status bight_cloth_grasp_many(bight_cloth_world *world, bight_cloth_id cloth, const int32_t *vertices,
                                    int32_t count, bight_cloth_hand_id *id, bight_error *error)
{
    *id = (bight_cloth_hand_id){0};
    const bi_cloth_sheet *panel = bi_find_cloth_sheet(world, cloth);
    int32_t slot;
    bight_status status = check(world, panel, vertices, count, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = make_room(world, count, &slot);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a hand");
    }

    // a welded vertex is grasped as the one that it has become, and each vertex once
    bi_cloth_hands *hands = &world->hands;
    bi_cloth_hand *hand = &hands->items[slot];
    *hand = (bi_cloth_hand){.alive = true,
                            .generation = hand->generation + 1,
                            .sheet = (int32_t)cloth.index1 - 1,
                            .first = hands->grip_count};
    for (int32_t i = 0; i < count; i++) {
        int32_t asked = panel->first_vertex + vertices[i], at = world->welds.into[asked];
        if ((world->flags[at] & BI_GRASPED) == 0) {
            world->flags[at] |= BI_GRASPED;
            hands->grips[hands->grip_count++] = (bi_cloth_grip){.vertex = at, .asked = asked};
        }
    }
    hand->count = hands->grip_count - hand->first;

    // the hand begins in the middle of them; ids of earlier hands in this slot are stale
    hand->target = bi_cloth_hand_at(world, hand);
    for (int32_t n = hand->first; n < hand->first + hand->count && hand->count > 1; n++) {
        hands->grips[n].offset = v3_sub(world->at[hands->grips[n].vertex], hand->target);
    }
    *id = (bight_cloth_hand_id){(uint32_t)slot + 1, hand->generation};
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

bight_status bight_cloth_grasp(bight_cloth_world *world, bight_cloth_id cloth, int32_t vertex,
                               bight_cloth_hand_id *id, bight_error *error)
{
    return bight_cloth_grasp_many(world, cloth, &vertex, 1, id, error);
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

    // its grips go, those of later hands move up
    bi_cloth_hands *hands = &world->hands;
    for (int32_t n = hand->first; n < hand->first + hand->count; n++) {
        world->flags[hands->grips[n].vertex] &= (uint8_t)~BI_GRASPED;
    }
    for (int32_t n = hand->first + hand->count; n < hands->grip_count; n++) {
        hands->grips[n - hand->count] = hands->grips[n];
    }
    hands->grip_count -= hand->count;
    for (int32_t i = 0; i < hands->count; i++) {
        bool later = hands->items[i].alive && hands->items[i].first > hand->first;
        hands->items[i].first -= later ? hand->count : 0;
    }
    hand->alive = false;
    hand->count = 0;
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
    bight_vec3 at = bi_cloth_hand_at(world, hand);
    *state = (bight_cloth_hand_state){.position = at,
                                      .target = hand->target,
                                      .pull = hand->pull,
                                      .force = v3_length(hand->pull),
                                      .lag = v3_distance(at, hand->target),
                                      .cloth = {(uint32_t)hand->sheet + 1, panel->generation},
                                      .vertex = world->hands.grips[hand->first].asked - panel->first_vertex,
                                      .count = hand->count};
    return BIGHT_OK;
}
