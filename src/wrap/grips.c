// SPDX-License-Identifier: MIT
// No vertex may be in two hands.

#include "wrap/grips.h"

#include "bight/wrap.h"

#include "core/error.h"

#include <stdlib.h>

static const char *const names[BIGHT_WRAP_HANDS] = {"a", "b", "c", "d", "knot"};

const char *bight_wrap_hand_name(int32_t hand)
{
    return hand >= 0 && hand < BIGHT_WRAP_HANDS ? names[hand] : NULL;
}

static bool in_patch(int32_t columns, int32_t corner, int32_t vertex)
{
    int32_t u = corner == 1 || corner == 2 ? columns : 0, v = corner >= 2 ? columns : 0;
    return abs(vertex % (columns + 1) - u) + abs(vertex / (columns + 1) - v) <= bi_wrap_patch(columns);
}

bight_status bight_wrap_hands_apart(const bight_wrap_program *program, const bight_wrap_plan *plan,
                                    const int32_t *upper, int32_t upper_count, bight_error *error)
{
    // vertices that each corner's patch has in common with the knot
    int32_t common[BIGHT_WRAP_CORNERS] = {0};
    bool held[BIGHT_WRAP_HANDS] = {false};
    for (int32_t i = 0; i < upper_count; i++) {
        for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
            common[k] += in_patch(plan->columns, k, upper[i]);
        }
    }
    for (int32_t i = 0; i < program->step_count; i++) {
        const bight_wrap_step *step = &program->steps[i];
        for (int32_t m = 0; step->verb == BIGHT_WRAP_HOLD && m < step->hold.count; m++) {
            held[bight_wrap_hand(step->hold.at[m])] = true;
        }
        for (int32_t m = 0; step->verb == BIGHT_WRAP_RELEASE && m < step->release.count; m++) {
            held[bight_wrap_hand(step->release.at[m])] = false;
        }
        for (int32_t k = 0; k < BIGHT_WRAP_CORNERS && held[BIGHT_WRAP_CORNERS]; k++) {
            if (held[k] && common[k] > 0) {
                return bi_fail(error, BIGHT_ERROR_INVALID, step->text_line,
                               "steps[%d]: hands would hold corner %s and the knot at once, which have %d "
                               "vertices in common: release one before the other is taken, or take finer or "
                               "thinner cloth",
                               (int)i, names[k], (int)common[k]);
            }
        }
    }
    return BIGHT_OK;
}
