// SPDX-License-Identifier: MIT
// Hands that hold a needle, and turn it.

#include "sim/rod/needle.h"

#include "core/turn.h"
#include "geom/pose.h"
#include "sim/rod/rod.h"

#include <string.h>

#define TURN 6.283185307179586 // radians

// The needle whose node the hand holds, or NULL.
static bi_needle *needle_of(const bi_rope *rope, int32_t node)
{
    bi_needle *needle = rope->rod != NULL ? rope->rod->needle : NULL;
    return bi_needle_has(needle, node) || bi_needle_has(needle, node - 1) ? needle : NULL;
}

static void wake(bight_world *world, const bi_rope_hand *hand)
{
    world->ropes[hand->rope].rest.still = 0;
    bi_world_woken(world);
}

// Hands that hold the needle of a hand's rope beside it.
static int32_t count_others(const bight_world *world, const bi_rope_hand *hand)
{
    int32_t count = 0;
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *other = &world->hands[h];
        count += other != hand && other->alive && other->holds_needle && other->rope == hand->rope;
    }
    return count;
}

void bi_needle_let_go(bight_world *world, bi_rope_hand *hand)
{
    if (!hand->holds_needle) {
        return;
    }
    for (int32_t h = 0; h < world->hand_count; h++) {
        bi_rope_hand *other = &world->hands[h];
        if (other != hand && other->alive && other->holds_needle && other->rope == hand->rope &&
            other->needle_rank > hand->needle_rank) {
            other->needle_rank--;
        }
    }
    if (hand->needle_rank == 0) {
        bi_needle *needle = world->ropes[hand->rope].rod->needle;
        needle->torque = v3(0, 0, 0);
        needle->hand = -1;
        needle->stiff = 0.0;
        needle->fixed = false;
    }
    hand->holds_needle = false;
    hand->needle_rank = 0;
}

bight_status bight_hand_hold_needle(bight_world *world, bight_hand_id id, bool holds)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    const bi_needle *needle = needle_of(&world->ropes[hand->rope], hand->node);
    if (needle == NULL) {
        return BIGHT_ERROR_INVALID;
    }
    if (hand->holds_needle == holds) {
        return BIGHT_OK;
    }
    if (holds) {
        hand->needle_rank = count_others(world, hand);
        hand->holds_needle = true;
        memcpy(hand->turn_target, needle->turn, sizeof hand->turn_target);
    } else {
        bi_needle_let_go(world, hand);
    }
    wake(world, hand);
    return BIGHT_OK;
}

bight_status bight_hand_turn(bight_world *world, bight_hand_id id, const double rotation[4])
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    double most = 0.0;
    for (int32_t k = 0; k < 4; k++) {
        if (!isfinite(rotation[k])) {
            return BIGHT_ERROR_INVALID;
        }
        most = bi_max(most, fabs(rotation[k]));
    }
    if (!(most > 0.0) || !hand->holds_needle) {
        return BIGHT_ERROR_INVALID;
    }
    bight_pose to = {
        .rotation = {rotation[0] / most, rotation[1] / most, rotation[2] / most, rotation[3] / most}};
    to = bi_pose_normalised(to);
    memcpy(hand->turn_target, to.rotation, sizeof to.rotation);
    wake(world, hand);
    return BIGHT_OK;
}

bight_status bight_hand_torque(const bight_world *world, bight_hand_id id, bight_vec3 *torque)
{
    *torque = v3(0, 0, 0);
    const bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!hand->holds_needle) {
        return BIGHT_ERROR_UNSUPPORTED;
    }
    const bi_needle *needle = world->ropes[hand->rope].rod->needle;
    *torque = hand->needle_rank == 0 ? needle->torque : v3(0, 0, 0);
    return BIGHT_OK;
}

void bi_needle_tell(const bi_rope *rope, const bi_rope_hand *hand, bight_hand_state *state)
{
    const bi_needle *needle = needle_of(rope, hand->node);
    state->rotation[3] = 1.0;
    if (needle != NULL) {
        memcpy(state->rotation, needle->turn, sizeof state->rotation);
    }
    if (needle != NULL && hand->holds_needle) {
        double half = 0.5 * v3_length(bi_turn_between(needle->turn, hand->turn_target)); // its sine
        state->turn_lag = 2.0 * TURN * bi_turn_to(sqrt(bi_max(1.0 - half * half, 0.0)), half);
    }
}
