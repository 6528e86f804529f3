// SPDX-License-Identifier: MIT

#include "couple/sides.h"
#include "sim/load.h"
#include "sim/model.h"
#include "sim/sheet/sheet.h"

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
    *view = (bi_rope_view){id, bight_rope_curve(world, id), rope->radius, bi_model_of(rope)->give != NULL,
                           rope->rod != NULL};
    return true;
}

double bi_couple_give(const bight_world *world, const bi_rope_view *rope, int32_t node)
{
    const bi_rope *inside = &world->ropes[rope->id.index1 - 1];
    BI_ASSERT(rope->forces && inside->alive);
    return bi_model_of(inside)->give(inside, node);
}

void bi_couple_resist(bight_world *world, const bi_rope_view *rope, const double *hold)
{
    bi_load_resist(&world->ropes[rope->id.index1 - 1], hold);
}

void bi_couple_set_margin(bight_world *world, bight_sheet_id sheet, double margin)
{
    bi_obstacle *obstacle = bi_find_sheet(world, sheet);
    if (obstacle != NULL) {
        obstacle->sheet->margin = margin;
    }
}
