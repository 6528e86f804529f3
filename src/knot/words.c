// SPDX-License-Identifier: MIT
// What may be said of a rope's knot: nothing rather than something wrong.

#include "knot/everyday.h"

#include <stdio.h>

// "the pole", "the other ropes"; of several kinds it is not said which
static const char *held_by(const bight_knot_around *around)
{
    const struct {
        int32_t count;
        const char *one, *many;
    } kinds[] = {{around->poles, "the pole", "the poles"},
                 {around->rings, "the ring", "the rings"},
                 {around->objects, "what it is tied to", "what it is tied to"},
                 {around->ropes, "the other rope", "the other ropes"},
                 {around->cloths, "the cloth", "the cloths"}};
    const char *words = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].count > 0 && words != NULL) {
            return "what it is tied to";
        }
        words = kinds[i].count > 1 ? kinds[i].many : kinds[i].count == 1 ? kinds[i].one : words;
    }
    return words;
}

bool bi_words_beside(bool unknotted, const bight_knot_around *around, bight_knot_words *words)
{
    const char *held = held_by(around);
    if (held == NULL) {
        return false;
    }
    *words = (bight_knot_words){.complete = false};
    snprintf(words->qualifier, sizeof words->qualifier, "%swithout %s", unknotted ? "no knot " : "", held);
    return true;
}

void bight_knot_words_of(const bight_knot_result *result, const bight_knot_around *around,
                         bight_knot_words *words)
{
    static const bight_knot_around alone = {.poles = 0};
    around = around != NULL ? around : &alone;
    bool unknotted = result->proved && result->factor_count == 0;
    if (bi_words_beside(unknotted, around, words)) {
        return;
    }

    *words = (bight_knot_words){.complete = result->proved};
    if (!result->proved) {
        return;
    }

    // a curve without a knot
    bool as_curve = around->closed || around->bare;
    if (unknotted && around->crossings > 0 && !as_curve) {
        words->complete = false;
        snprintf(words->qualifier, sizeof words->qualifier, "unknotted: can be undone with both ends held");
        return;
    }

    if (unknotted) {
        snprintf(words->everyday, sizeof words->everyday, "%s", as_curve ? "unknot" : "no knot");
        return;
    }

    // a knot type
    const char *type = bi_everyday_name(result);
    bool plain = result->factor_count == 1 && around->crossings <= result->crossings;
    if (around->closed || plain) {
        snprintf(words->everyday, sizeof words->everyday, "%s", type);
    } else if (type[0] != '\0') {
        snprintf(words->qualifier, sizeof words->qualifier, "type of the %s", type);
    }
}
