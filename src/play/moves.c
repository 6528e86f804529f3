// SPDX-License-Identifier: MIT
// Several hands and obstacles on their ways at once: begun together, over when all are there.

#include "play/mover.h"

#include "core/assert.h"
#include "core/memory.h"
#include "play/hand.h"

bight_status bi_moves_start(bight_play *play, const bight_scene_move *moves, int32_t count)
{
    BI_ASSERT(count == 0 || moves != NULL);
    play->movers = bi_new_array(&play->def.env.allocator, (size_t)count, sizeof *play->movers);
    if (play->movers == NULL) {
        return bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory for its moves");
    }
    play->mover_count = count;
    for (int32_t i = 0; i < count; i++) {
        bight_status status = bi_mover_start(play, &play->movers[i], &moves[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

void bi_moves_end(bight_play *play)
{
    for (int32_t i = 0; i < play->mover_count; i++) {
        bi_mover_free(play, &play->movers[i]);
    }
    bi_free_array(&play->def.env.allocator, play->movers, (size_t)play->mover_count, sizeof *play->movers);
    play->movers = NULL;
    play->mover_count = 0;
}

static const char *why_held_back(const bight_play *play, const bi_mover *mover)
{
    if (mover->hand < 0) {
        return "ropes are in its way";
    }
    if (play->hands[mover->hand].on_cloth) {
        return "the cloth is taut or held: give it more slack, or go less far";
    }
    bight_hand_state state;
    bight_hand_get(play->world, play->hands[mover->hand].rope_hand, &state);
    return state.stretched ? "the rope is taut: give it more slack, or go less far"
           : state.blocked ? "strands are in its way: lead it round them, or slower"
                           : "strands or obstacles hold it back: lead it round them, or slower";
}

bight_status bi_moves_look(bight_play *play, bool *over)
{
    *over = true;
    for (int32_t i = 0; i < play->mover_count; i++) {
        bi_mover *mover = &play->movers[i];
        bool stuck = false;
        bight_status status = bi_mover_look(play, mover, &stuck);
        if (status != BIGHT_OK) {
            return status;
        }
        if (stuck) {
            const char *name = mover->hand >= 0 ? play->scene->hands[mover->hand]
                                                : play->scene->obstacles[mover->obstacle].name;
            return bi_play_fail(
                play, BIGHT_ERROR_EXPECT,
                "\"%.40s\" is %.3g from where it should be and came no nearer in %d cycles; %s", name,
                (1.0 - mover->part) * mover->length + bi_mover_lag(play, mover), (int)mover->patience,
                why_held_back(play, mover));
        }
        *over = *over && mover->done;
    }
    return BIGHT_OK;
}
