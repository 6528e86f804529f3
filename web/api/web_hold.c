// SPDX-License-Identifier: MIT
// Does it hold? The knot of a text is tied, set and pulled (bight/hold.h). The open scene is not looked at.

#include "web_state.h"

#include "bight/hold.h"

static bight_hold *held;

int32_t bw_hold(const char *text, size_t size, const char *material, double friction)
{
    bight_hold_free(held);
    held = NULL;
    bight_hold_options options = {.material = material[0] != '\0' ? material : NULL};
    bight_hold_pull pull;
    bight_error error = {0};
    if (bight_hold_make(NULL, text, size, &options, &held, &error) != BIGHT_OK ||
        bight_hold_try(held, friction, &pull, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    bw_numbers[0] = bight_hold_judge(&pull);
    bw_numbers[1] = pull.drawn;
    bw_numbers[2] = pull.load;
    bw_numbers[3] = pull.friction;
    bw_numbers[4] = bight_hold_scene(held)->ropes[0].radius;
    bw_numbers[5] = pull.capsized_rope;
    bw_numbers[6] = pull.capsized_load;
    return 0;
}

int32_t bw_hold_loop(const double *points, int32_t count, int32_t last, double apart)
{
    int32_t nodes[2];
    bight_curve rope = {(const bight_vec3 *)points, count, false};
    bight_error error = {0};
    bight_status status =
        bight_hold_loop(NULL, rope, last != 0 ? BIGHT_END_LAST : BIGHT_END_FIRST, apart, nodes, &error);
    bw_numbers[0] = nodes[0];
    bw_numbers[1] = nodes[1];
    return status == BIGHT_OK && nodes[0] >= 0;
}

const double *bw_held_points(int32_t rope)
{
    bight_curve curve = bight_hold_curve(held, rope);
    bw_numbers[0] = curve.count;
    return (const double *)curve.points;
}
