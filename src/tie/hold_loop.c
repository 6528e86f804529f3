// SPDX-License-Identifier: MIT
// A loop knot is pulled by its loop: by its ends alone a bowline is no knot at all.

#include "bight/hold.h"
#include "bight/sailor.h"
#include "core/error.h"
#include "core/vec3.h"

// The vertex so far along the rope from another one, forwards or backwards; an end at most.
static int32_t away(bight_curve rope, int32_t from, int32_t step, double length)
{
    int32_t at = from;
    while (length > 0.0 && at + step >= 0 && at + step < rope.count) {
        length -= v3_distance(rope.points[at], rope.points[at + step]);
        at += step;
    }
    return at;
}

bight_status bight_hold_loop(const bight_env *env, bight_curve rope, bight_rope_end standing, double apart,
                             int32_t nodes[2], bight_error *error)
{
    nodes[0] = nodes[1] = -1;
    if (!(apart > 0.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "apart is %g: give more than 0", apart);
    }
    bight_sailor_load load = standing == BIGHT_END_LAST ? BIGHT_SAILOR_LOAD_LAST : BIGHT_SAILOR_LOAD_FIRST;
    bight_sailor_setting setting = {.ropes = &rope, .rope_count = 1, .loads = &load};
    bight_sailor_name name;
    bight_status status = bight_sailor_identify(env, NULL, &setting, &name, error);
    if (status == BIGHT_OK && name.name[0] != '\0' && name.loop >= 0) {
        nodes[0] = away(rope, name.loop, -1, 0.5 * apart);
        nodes[1] = away(rope, name.loop, 1, 0.5 * apart);
    }
    return status;
}
