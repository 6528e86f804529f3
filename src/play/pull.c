// SPDX-License-Identifier: MIT
// Hands that pull until nothing gives.

#include "play/pull.h"

#include "core/assert.h"
#include "core/vec3.h"

int32_t bi_pull_start(bight_play *play, bi_hand *const *hands, int32_t count, bight_scene_points directions)
{
    BI_ASSERT(count > 0 && hands != NULL);
    bight_vec3 middle = {0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        hands[i]->origin = bi_hand_position(play, hands[i], NULL);
        middle = v3_madd(middle, 1.0 / count, hands[i]->origin);
    }
    play->mark = 0.0;
    play->mark_cycle = play->cycles;
    play->tight = false;
    for (int32_t i = 0; i < count; i++) {
        bool given = directions.count > 0;
        bight_vec3 direction = given ? directions.at[i] : v3_sub(hands[i]->origin, middle);
        hands[i]->direction = v3_unit(direction, v3(0, 0, 0));
        if (v3_length(hands[i]->direction) < 0.5) {
            return i;
        }
    }
    return -1;
}

void bi_pull_aim(bight_play *play, const bi_hand *hand, double speed)
{
    double gained = v3_dot(v3_sub(bi_hand_position(play, hand, NULL), hand->origin), hand->direction);
    gained += speed * bi_hand_limit(play, hand);
    bi_hand_aim(play, hand, v3_madd(hand->origin, gained, hand->direction));
}

// With the solved response a hand on a Follow The Leader rope is stopped by the rope's force or it is not tight: what
// gains nothing may as well push against an obstacle.
static bool is_held_by_rope(const bight_play *play, const bi_hand *hand)
{
    bight_hand_state state;
    bool on_rope = bight_hand_get(play->world, hand->rope_hand, &state) == BIGHT_OK;
    return !on_rope || bight_world_get_def(play->world).response != BIGHT_RESPONSE_SOLVED ||
           bight_rope_get_model(play->world, state.rope) != BIGHT_MODEL_FTL || state.stretched;
}

double bi_pull_look(bight_play *play, bi_hand *const *hands, int32_t count, int32_t window, double progress,
                    bool *tight)
{
    double gained = 0.0, radius = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 way = v3_sub(bi_hand_position(play, hands[i], NULL), hands[i]->origin);
        gained += v3_dot(way, hands[i]->direction);
        radius = fmax(radius, bi_hand_grain(play, hands[i]));
    }
    if (gained > play->mark + progress * radius) {
        play->mark = gained;
        play->mark_cycle = play->cycles;
    }
    *tight = play->cycles - play->mark_cycle >= window;
    if (*tight) {
        play->tight = true;
        for (int32_t i = 0; i < count; i++) {
            play->tight = play->tight && is_held_by_rope(play, hands[i]);
            bi_hand_aim(play, hands[i], bi_hand_position(play, hands[i], NULL));
        }
    }
    return gained;
}
