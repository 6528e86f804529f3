// SPDX-License-Identifier: MIT

#include "couple/sides.h"
#include "sim/world_state.h"

int32_t bi_couple_rope_slots(const bight_world *world)
{
    return world->rope_count;
}

bool bi_couple_rope(const bight_world *world, int32_t slot, bi_rope_view *view)
{
    const bi_rope *rope = &world->ropes[slot];
    if (!rope->alive) {
        return false;
    }
    bight_rope_id id = {(uint32_t)slot + 1, rope->generation};
    *view = (bi_rope_view){id, bight_rope_curve(world, id), rope->radius, rope->model == BIGHT_MODEL_SPRING};
    return true;
}
