// SPDX-License-Identifier: MIT
// Which frames of a trajectory are named: --frames FIRST:LAST:STEP.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Frames first, first + step, ... up to last, counted from 1. All zero: every one.
typedef struct identify_frames {
    int64_t first, last, step;
} identify_frames;

/// Read "FIRST:LAST:STEP", of which each may be empty, and the later ones left out: "5" is that frame alone, "100:" all from
/// there on, "::10" every tenth. Prints the fault and returns false. NULL text: *frames stay.
bool identify_frames_read(const char *text, identify_frames *frames);

/// Were frames asked for?
static inline bool identify_frames_asked(const identify_frames *frames)
{
    return frames->step > 0;
}

/// Is this frame among them? Any is, when none were asked for.
static inline bool identify_frames_have(const identify_frames *frames, int64_t frame)
{
    return frames->step == 0 ||
           (frame >= frames->first && frame <= frames->last && (frame - frames->first) % frames->step == 0);
}
