// SPDX-License-Identifier: MIT
// Friction acts on the surface of a strand, an arm beside its axis: it turns an elastic rod about itself and is felt less
// where that rolls. A link of direction t whose axis is at p turns by a; its surface at p + r n moves by
//     a t x r n
// so that a force f there has the moment r n x f . t about the axis, and what turning does is in the slip with the same
// factors: friction takes energy and never gives any.

#include "sim/response/response.h"

#include "core/vec3.h"
#include "sim/rod/rod.h"

void bi_grip_turns(const bight_world *world, bi_grip *grip, int32_t link, bight_vec3 out, double share)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    if (!bi_rod_rolls(rope) || !(grip->friction > 0.0)) {
        return;
    }
    bight_vec3 along = v3_sub(world->at[bi_link_end(world, link)], world->at[link]);
    double arm = share * rope->rod->def.twist_friction * rope->radius;
    grip->link[grip->links] = link;
    grip->turns[grip->links++] = v3_mul(arm, v3_cross(v3_unit(along, v3(1, 0, 0)), out));
}

bight_vec3 bi_grip_rolled(const bight_world *world, const bi_grip *grip)
{
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t k = 0; k < grip->links; k++) {
        const bi_rope *rope = &world->ropes[world->rope_of[grip->link[k]]];
        sum = v3_madd(sum, bi_rod_turned(rope, grip->link[k] - rope->first), grip->turns[k]);
    }
    return sum;
}
