// SPDX-License-Identifier: MIT

#include "couple/sides.h"
#include "sim/sheet/sheet.h"
#include "sim/spring/spring.h"
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

double bi_couple_give(const bight_world *world, const bi_rope_view *rope, int32_t node)
{
    const bi_springs *springs = world->ropes[rope->id.index1 - 1].springs;
    double mass = bi_point_mass(&springs->point[node]), dt = springs->def.time_step;
    return mass > 0.0 ? dt * dt / mass : 0.0;
}

void bi_couple_set_margin(bight_world *world, bight_sheet_id sheet, double margin)
{
    bi_obstacle *obstacle = bi_find_sheet(world, sheet);
    if (obstacle != NULL) {
        obstacle->sheet->margin = margin;
    }
}
