// SPDX-License-Identifier: MIT
// Calls of programs that reach states, may be tried again and have time-outs (Wang, Komura 2012, figure 2). What has been tried is
// kept apart from the play, which is put back as it was where a call began.

#pragma once

#include "play/control_state.h"

/// NULL where no script of the scene calls anything with a state, tries or a time-out; nor without memory, *good: false.
bi_attempts *bi_attempts_new(const bight_scene *scene, const bight_allocator *base, bool *good);
void bi_attempts_free(bi_attempts *attempts);

/// What the play and its worlds take their memory from: it is kept where some call may be tried again.
bight_allocator bi_attempts_allocator(bi_attempts *attempts, const bight_allocator *base);

/// The step's program begins: nothing is open. Before an action the calls that begin with it are opened, after one those
/// that end with it are closed, their states reached.
void bi_attempts_begin(bight_play *play);
bight_status bi_attempts_open(bight_play *play);
bight_status bi_attempts_close(bight_play *play);

/// Fail when a call takes longer than it may.
bight_status bi_attempts_look(bight_play *play);

/// An action of the step's program with the values that are tried now: in `copy`, where there is something to try.
const bight_scene_action *bi_attempts_see(const bight_play *play, int32_t action, bi_action *copy);

/// After a failure: is there something left to try? If so the play is where the innermost such call began, and its next values
/// are in force. If not, the states that were not reached are told.
bool bi_attempts_again(bight_play *play);
