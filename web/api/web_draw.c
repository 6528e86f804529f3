// SPDX-License-Identifier: MIT
// Lines that hands follow: over or under what they cross (bight/drawn.h).

#include "web_state.h"

#include <stdlib.h>

static bw_line *line_of(int32_t hand)
{
    for (int32_t i = 0; i < bw_now.line_count; i++) {
        if (bw_now.lines[i].hand == hand) {
            return &bw_now.lines[i];
        }
    }
    return NULL;
}

int32_t bw_draw(int32_t hand, double x, double y, double z, double ux, double uy, double uz)
{
    bw_draw_end(hand);
    bw_line *grown = realloc(bw_now.lines, ((size_t)bw_now.line_count + 1) * sizeof *grown);
    if (grown == NULL) {
        return bw_fail_words("no memory for a line");
    }
    bw_now.lines = grown;
    bight_drawn_def def = bight_drawn_def_default();
    def.origin = (bight_vec3){x, y, z};
    def.up = (bight_vec3){ux, uy, uz};
    bw_line line = {.hand = hand};
    bight_error error = {0};
    if (bight_drawn_create(bw_now.world, bw_rope_hand(hand), &def, &line.drawn, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    bw_now.lines[bw_now.line_count++] = line;
    return 0;
}

int32_t bw_draw_to(int32_t hand, double x, double y, double z, int32_t under)
{
    bw_line *line = line_of(hand);
    bight_error error = {0};
    if (line == NULL) {
        return bw_fail_words("this hand follows no line");
    }
    bight_side side = under != 0 ? BIGHT_UNDER : BIGHT_OVER;
    if (bight_drawn_to(line->drawn, (bight_vec3){x, y, z}, side, &error) != BIGHT_OK) {
        return bw_fail(&error);
    }
    line->state.left = 1.0; // until it is stepped
    return 0;
}

void bw_draw_end(int32_t hand)
{
    bw_line *line = line_of(hand);
    if (line != NULL) {
        bight_drawn_free(line->drawn);
        *line = bw_now.lines[--bw_now.line_count];
    }
}

void bw_draw_step(void)
{
    for (int32_t i = bw_now.line_count - 1; i >= 0; i--) {
        bw_line *line = &bw_now.lines[i];
        if (bight_drawn_step(line->drawn, &line->state) != BIGHT_OK) {
            bw_draw_end(line->hand);
        }
    }
}

int32_t bw_drawn(int32_t hand)
{
    const bw_line *line = line_of(hand);
    if (line == NULL) {
        return 0;
    }
    const bight_drawn_state *state = &line->state;
    int32_t rope = -1;
    for (int32_t i = 0; state->crossing && i < bw_rope_count(); i++) {
        rope = bight_play_rope(bw_now.play, i).index1 == state->rope.index1 ? i : rope;
    }
    bw_numbers[0] = state->left;
    bw_numbers[1] = state->height;
    bw_numbers[2] = state->crossing;
    bw_numbers[3] = state->side == BIGHT_UNDER;
    bw_numbers[4] = rope;
    bw_numbers[5] = state->link;
    bw_numbers[6] = state->waiting;
    return 1;
}
