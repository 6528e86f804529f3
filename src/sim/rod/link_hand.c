// SPDX-License-Identifier: MIT
// Hands that hold a link of a rod against turning, turn it about itself, or point it somewhere.

#include "sim/rod/link_hand.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "sim/rod/rod.h"

// Cosine and sine of BIGHT_HAND_TURN.
#define COSINE 0.998750260394966
#define SINE 0.049979169270678

int32_t bi_held_link(const bi_rope *rope, int32_t node)
{
    return !rope->closed && node == rope->count - 1 ? node - 1 : node;
}

double bi_next_roll(const bi_rope_hand *hand)
{
    double way = hand->roll_target - hand->roll;
    bool there = fabs(way) <= BIGHT_HAND_TURN;
    return there ? hand->roll_target : hand->roll + (way > 0.0 ? BIGHT_HAND_TURN : -BIGHT_HAND_TURN);
}

bight_vec3 bi_next_direction(const bi_rope_hand *hand)
{
    bight_vec3 d = hand->direction, to = hand->direction_target;
    if (v3_dot(d, to) >= COSINE) {
        return to;
    }

    // half a turn away every way is as good
    bight_vec3 across = v3_madd(to, -v3_dot(to, d), d);
    bight_vec3 other = v3_cross(d, fabs(d.x) < 0.5 ? v3(1, 0, 0) : v3(0, 1, 0));
    across = v3_length_squared(across) > 1e-20 ? across : other;
    return v3_unit(v3_madd(v3_mul(COSINE, d), SINE, v3_unit(across, d)), d);
}

// EA/l (e - d (d . e)), e the link and d where it is to point
bight_vec3 bi_pointing_force(const bight_world *world, const bi_rope *rope, const bi_rope_hand *hand)
{
    int32_t i = rope->first + bi_held_link(rope, hand->node);
    bight_vec3 d = bi_next_direction(hand), e = v3_sub(world->at[bi_next(rope, i)], world->at[i]);
    return v3_mul(rope->rod->def.stretch / rope->length, v3_madd(e, -v3_dot(d, e), d));
}

bool bi_link_hand_turns(const bi_rope_hand *hand)
{
    bight_vec3 d = hand->direction, to = hand->direction_target;
    return (hand->holds_twist && hand->roll != hand->roll_target) ||
           (hand->points && (d.x != to.x || d.y != to.y || d.z != to.z));
}

// That, or a needle that is not where it is to be. Something may stop it.
static bool wants_to_turn(const bight_world *world, const bi_rope_hand *hand)
{
    return bi_link_hand_turns(hand) ||
           (hand->holds_needle && v3_length(bi_turn_between(world->ropes[hand->rope].rod->needle->turn,
                                                            hand->turn_target)) > BI_NEEDLE_AT_REST);
}

void bi_link_hands_begin(bight_world *world)
{
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (hand->alive && wants_to_turn(world, hand)) {
            world->ropes[hand->rope].rest.still = 0;
        }
    }
}

void bi_link_hands_commit(bight_world *world)
{
    for (int32_t h = 0; h < world->hand_count; h++) {
        bi_rope_hand *hand = &world->hands[h];
        if (hand->alive && bi_link_hand_turns(hand)) {
            hand->roll = bi_next_roll(hand);
            hand->direction = hand->points ? bi_next_direction(hand) : hand->direction;
        }
    }
}

uint64_t bi_link_hand_hash(uint64_t hash, const bi_rope_hand *hand)
{
    if (hand->alive && hand->holds_twist) {
        hash = bi_hash_double(bi_hash_double(hash, hand->roll), hand->roll_target);
    }
    if (hand->alive && hand->points) {
        hash = bi_hash_vec3(bi_hash_vec3(hash, hand->direction), hand->direction_target);
    }
    for (int32_t k = 0; hand->alive && hand->holds_needle && k < 4; k++) {
        hash = bi_hash_double(hash, hand->turn_target[k]);
    }
    if (hand->alive && hand->holds_needle && hand->needle_rank > 0) {
        hash = bi_hash_word(hash, (uint64_t)hand->needle_rank);
    }
    return hash;
}

// ---- orders --------------------------------------------------------------------------------------------------

// A rope that rests is solved for again.
static void wake(bight_world *world, const bi_rope_hand *hand)
{
    world->ropes[hand->rope].rest.still = 0;
    bi_world_woken(world);
}

bight_status bight_hand_hold_twist(bight_world *world, bight_hand_id id, bool holds)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    const bi_rope *rope = &world->ropes[hand->rope];
    if (rope->rod == NULL || rope->rod->twist == NULL ||
        bi_needle_has(rope->rod->needle, bi_held_link(rope, hand->node))) {
        return BIGHT_ERROR_INVALID;
    }
    if (hand->holds_twist == holds) {
        return BIGHT_OK;
    }
    int32_t others = rope->rod->needle != NULL; // that holds it, too
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *other = &world->hands[h];
        others += other->alive && other->holds_twist && other->rope == hand->rope;
    }
    if (holds && others == BIGHT_TWIST_HANDS) {
        return BIGHT_ERROR_INVALID;
    }
    hand->holds_twist = holds;
    hand->roll = hand->roll_target = 0.0;
    wake(world, hand);
    return BIGHT_OK;
}

bight_status bight_hand_roll(bight_world *world, bight_hand_id id, double radians)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!(fabs(radians) <= 1e9) || !hand->holds_twist) {
        return BIGHT_ERROR_INVALID;
    }
    hand->roll_target = radians;
    wake(world, hand);
    return BIGHT_OK;
}

bight_status bight_hand_point(bight_world *world, bight_hand_id id, bight_vec3 direction)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    const bi_rope *rope = &world->ropes[hand->rope];
    double most = bi_max(bi_max(fabs(direction.x), fabs(direction.y)), fabs(direction.z));
    if (!v3_is_finite(direction) || rope->rod == NULL) {
        return BIGHT_ERROR_INVALID;
    }
    bool points = most > 0.0;
    if (points && !hand->points) {

        // from where the link points now
        int32_t link = rope->first + bi_held_link(rope, hand->node);
        hand->direction = v3_unit(v3_sub(world->at[bi_next(rope, link)], world->at[link]), v3(1, 0, 0));
    }
    hand->points = points;
    hand->direction_target = points ? v3_unit(v3_mul(1.0 / most, direction), v3(1, 0, 0)) : direction;
    wake(world, hand);
    return BIGHT_OK;
}
