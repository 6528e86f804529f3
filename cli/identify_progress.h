// SPDX-License-Identifier: MIT
// How far a long run has come, on a terminal.

#pragma once

#include "cli/identify_read.h"

/// All zero: nothing has been named.
typedef struct identify_progress {
    int64_t printed;
    double began;      ///< when the first answer came, s
    bool known, shown; ///< shown: stderr is a terminal, and answers go elsewhere
} identify_progress;

/// One more curve has been named: draws the bar on stderr once the run has taken half a second, unless the answers
/// themselves go to a terminal.
void identify_progress_step(identify_progress *progress, const identify_reader *reader);
