// SPDX-License-Identifier: MIT
// Tightening (Wang, Komura 2012, section 4, step 4): the ends of the strands are pulled.

#include "play/tighten.h"

#include "core/vec3.h"
#include "play/finger.h"
#include "play/pull.h"

#include <stdio.h>

// along the line on which the strand was crossed, away from the crossing
static bight_vec3 natural_direction(const bight_play *play, int32_t strand)
{
    const bi_cross_frame *crossing = &play->control->crossing;
    if (strand == crossing->active) {
        return crossing->x;
    }
    return strand == crossing->target ? v3_mul(-1.0, crossing->x) : v3(0, 0, 0);
}

// Something that holds the strand below makes a bottom nearer to the tip needless: a second winding is pulled
// down on the first one, not on hands at its exits.
static void drop_upper_bottoms(bight_play *play, const bi_strand_view *view)
{
    bi_control *control = play->control;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger finger = control->fingers[i];
        bool upper = false;
        for (int32_t k = 0; k < control->finger_count; k++) {
            const bi_finger *other = &control->fingers[k];
            upper = upper || (other->role == BI_FINGER_BOTTOM && other->strand == view->index &&
                              (finger.node - other->node) * view->forward > 0);
        }
        for (int32_t k = 0; k < play->scene->hand_count; k++) {
            bight_hand_state state;
            upper = upper || (play->hands[k].rope == view->rope &&
                              bight_hand_get(play->world, play->hands[k].rope_hand, &state) == BIGHT_OK &&
                              (finger.node - state.node) * view->forward > 0);
        }
        if (upper && finger.role == BI_FINGER_BOTTOM && finger.strand == view->index) {
            bight_hand_release(play->world, finger.rope_hand);
            control->fingers[i--] = control->fingers[--control->finger_count];
        }
    }
}

bight_status bi_tighten_enter(bight_play *play, const bight_scene_tighten *tighten)
{
    bi_control *control = play->control;
    control->puller_count = tighten->strands.count;

    // the tips must be free; each is pulled along the line of its crossing, if it has one
    bight_vec3 directions[8];
    bool natural = tighten->directions.count == 0;
    for (int32_t i = 0; i < control->puller_count; i++) {
        bi_strand_view view = bi_strand_see(play, tighten->strand_indices[i]);
        bight_status status = bi_finger_free_nodes(play, &view, view.tip, 1, 1);
        if (status != BIGHT_OK) {
            return status;
        }
        directions[i] = natural_direction(play, view.index);
        natural = natural && v3_length(directions[i]) > 0.5;
    }

    // tips and lowest bottoms stay held: all other fingers let go of the rope, which has to slip
    bi_hand *hands[8];
    for (int32_t i = 0; i < control->puller_count; i++) {
        bi_strand_view view = bi_strand_see(play, tighten->strand_indices[i]);
        bi_finger_release(play, view.index,
                          BI_ALL_ROLES & ~(BI_ROLE(BI_FINGER_TIP) | BI_ROLE(BI_FINGER_BOTTOM)));
        drop_upper_bottoms(play, &view);
        bi_finger *finger;
        bight_status status = bi_finger_take(play, &view, view.tip, BI_FINGER_TIP, &finger);
        if (status != BIGHT_OK) {
            return status;
        }
        control->pullers[i] = (bi_hand){.rope_hand = finger->rope_hand, .rope = view.rope};
        hands[i] = &control->pullers[i];
    }

    // unless every strand has its own line, the scene's directions or away from the tips' middle
    bight_scene_points given =
        natural ? (bight_scene_points){directions, control->puller_count} : tighten->directions;
    int32_t aimless = bi_pull_start(play, hands, control->puller_count, given);
    return aimless < 0 ? BIGHT_OK
                       : bi_control_fail(play,
                                         "nothing says where the tip of \"%.40s\" should be pulled: cross it "
                                         "first, or give directions",
                                         tighten->strands.at[aimless]);
}

void bi_tighten_aim(bight_play *play, const bight_scene_tighten *tighten)
{
    for (int32_t i = 0; i < play->control->puller_count; i++) {
        bi_pull_aim(play, &play->control->pullers[i], tighten->speed);
    }
}

bight_status bi_tighten_look(bight_play *play, const bight_scene_tighten *tighten, bool *over)
{
    bi_control *control = play->control;
    bi_hand *hands[8];
    for (int32_t i = 0; i < control->puller_count; i++) {
        hands[i] = &control->pullers[i];
    }
    double gained =
        bi_pull_look(play, hands, control->puller_count, tighten->window, tighten->progress, over);
    int64_t cycles = play->cycles - control->entered_at;
    if (*over) {
        snprintf(play->words, sizeof play->words, "tight after %lld cycles, tips pulled %.4g in all",
                 (long long)cycles, gained);
        for (int32_t i = 0; i < control->puller_count && !tighten->hold; i++) {
            bi_finger_release(play, tighten->strand_indices[i], BI_ALL_ROLES);
        }
    }
    return BIGHT_OK;
}
