// SPDX-License-Identifier: MIT
// The knot of a rope that is being played.

#include "bight/knot_words.h"
#include "knot/everyday.h"
#include "play/play_state.h"

#include <stdio.h>
#include <string.h>

const char *bight_play_chirality_name(bight_play_chirality chirality)
{
    static const char *const names[] = {"left", "right", "none", "mixed", "unknown"};
    return (uint32_t)chirality <= BIGHT_CHIRALITY_UNKNOWN ? names[chirality] : "unknown";
}

static bight_play_chirality chirality_of(const bight_knot_result *result)
{
    bool left = false, right = false;
    for (int32_t i = 0; i < result->factor_count; i++) {
        if (i >= BIGHT_KNOT_MAX_FACTORS || result->factors[i].handedness == BIGHT_HANDEDNESS_UNKNOWN) {
            return BIGHT_CHIRALITY_UNKNOWN;
        }
        left = left || result->factors[i].handedness == BIGHT_HANDEDNESS_LEFT;
        right = right || result->factors[i].handedness == BIGHT_HANDEDNESS_RIGHT;
    }
    return left && right ? BIGHT_CHIRALITY_MIXED
           : left        ? BIGHT_CHIRALITY_LEFT
           : right       ? BIGHT_CHIRALITY_RIGHT
                         : BIGHT_CHIRALITY_NONE;
}

bight_status bight_play_name_around(const bight_env *env, bight_curve curve, const bight_knot_around *around,
                                    uint64_t seed, bight_play_knot *knot, bight_error *error)
{
    *knot = (bight_play_knot){.name = "unknown", .chirality = BIGHT_CHIRALITY_UNKNOWN};
    bight_knot_options options = {.seed = seed};
    bight_knot_result result;
    bight_status status = bight_knot_identify(env, NULL, &curve, 1, &options, &result, error);
    if (status != BIGHT_OK) {
        return status;
    }
    snprintf(knot->name, sizeof knot->name, "%s", result.name);
    snprintf(knot->traditional, sizeof knot->traditional, "%s", result.traditional);
    knot->proved = result.proved;
    knot->chirality = result.proved ? chirality_of(&result) : BIGHT_CHIRALITY_UNKNOWN;

    bight_knot_around now = around != NULL ? *around : (bight_knot_around){.closed = curve.closed};
    now.crossings = curve.closed ? 0 : bight_curve_least_crossings(curve, result.crossings);
    bight_knot_words_of(&result, &now, &knot->words);
    return BIGHT_OK;
}

bight_status bight_play_name_curve(const bight_env *env, bight_curve curve, uint64_t seed,
                                   bight_play_knot *knot, bight_error *error)
{
    return bight_play_name_around(env, curve, NULL, seed, knot, error);
}

bight_status bight_play_name(bight_play *play, int32_t rope, bight_play_knot *knot, bight_error *error)
{
    *knot = (bight_play_knot){.name = "unknown", .chirality = BIGHT_CHIRALITY_UNKNOWN};
    bight_curve curve = bight_play_curve(play, rope);
    if (curve.points == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no rope %d", (int)rope);
    }
    bight_knot_around around = bight_play_around(play, rope);
    if (play->def.name == NULL) {
        return bight_play_name_around(&play->def.env, curve, &around, play->def.seed, knot, error);
    }

    // who names knows the curve alone
    bight_status status = play->def.name(play->def.user, curve, knot);
    if (status == BIGHT_OK) {
        bi_words_beside(strcmp(knot->name, "0_1") == 0, &around, &knot->words);
    }
    return status;
}
