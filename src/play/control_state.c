// SPDX-License-Identifier: MIT
// What every manoeuvre needs: the action that is carried out, and how it fails.

#include "play/control_state.h"

#include "core/assert.h"

#include <stdarg.h>
#include <stdio.h>

static const bight_scene_step *step_now(const bight_play *play)
{
    return &play->scene->script[play->step];
}

const bight_scene_action *bi_control_action(const bight_play *play)
{
    BI_ASSERT(play->control != NULL);
    return &play->control->now.action;
}

static const char *word_of(bight_scene_action_kind kind)
{
    static const char *const words[] = {"cross", "wind", "tighten", "let_go", "manoeuvre", "goal"};
    return words[kind];
}

bight_status bi_control_fail(bight_play *play, const char *format, ...)
{
    char words[248];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (step_now(play)->program.count == 1) {
        return bi_play_fail(play, BIGHT_ERROR_EXPECT, "%s", words);
    }
    return bi_play_fail(play, BIGHT_ERROR_EXPECT, "part %d (%s): %s", (int)play->control->action + 1,
                        word_of(bi_control_action(play)->kind), words);
}
