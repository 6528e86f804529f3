// SPDX-License-Identifier: MIT
// One row of Jc: what projection/touch.c and sheet/touch.c fill in.

#include "core/vec3.h"
#include "sim/projection/contact.h"

void bi_row_set_side(const bight_world *world, bi_contact_row *touch, int32_t side, int32_t link, double s,
                     double sign)
{
    BI_ASSERT((side == 0 || side == 1) && s >= 0.0 && s <= 1.0 && (sign == 1.0 || sign == -1.0));
    int32_t index = world->rope_of[link];
    const bi_rope *rope = &world->ropes[index];
    const bi_projection_rope *rods = rope->projection;
    if (rods == NULL) {
        return;
    }
    int32_t row_a = bi_projection_rope_row(rods, rope->closed, link - rope->first);
    int32_t row_b = bi_projection_rope_row(rods, rope->closed, bi_next(rope, link) - rope->first);
    touch->rope[side] = index;
    touch->row[2 * side] = s < 1.0 ? row_a : row_b;
    touch->share[2 * side] = s < 1.0 ? sign * (1.0 - s) : sign;
    touch->row[2 * side + 1] = s > 0.0 && s < 1.0 ? row_b : -1;
    touch->share[2 * side + 1] = s > 0.0 && s < 1.0 ? sign * s : 0.0;
}

bi_contact_row *bi_next_row(bi_projection_solver *p, const bi_near *near)
{
    bi_contact_row *touch = &p->touches[p->touch_count];
    *touch =
        (bi_contact_row){.rope = {-1, -1}, .row = {-1, -1, -1, -1}, .reach = near->reach, .column = {-1, -1}};
    return touch;
}

void bi_obstacle_row(const bight_world *world, bi_projection_solver *p, const bi_near *near, double s,
                     bi_solid_gap gap)
{
    bi_contact_row *touch = bi_next_row(p, near);
    touch->normal = gap.normal;
    touch->gap = gap.distance - near->reach;
    bi_row_set_side(world, touch, 0, near->a, s, 1.0);
    p->touch_count += v3_length_squared(gap.normal) > 0.5; // deep inside it has no direction
}
