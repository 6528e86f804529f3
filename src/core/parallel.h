// SPDX-License-Identifier: MIT
// Loops over fixed blocks on several threads. Block borders depend on the data alone, never on the
// number of threads, so results that are combined in block order are the same for any thread count.

#pragma once

#include "core/watch.h"

/// Nodes, links and the like that are worth a block of their own: about a tenth of a millisecond of work.
#define BI_PARALLEL_BLOCK 4096

/// Call run(data, block) once for each block in 0 .. blocks - 1, on up to `threads` threads.
/// Blocks run in any order: a block writes only what no other block reads or writes.
void bi_parallel_for(int32_t threads, int32_t blocks, void (*run)(void *data, int32_t block), void *data);

/// The same, until the watch says stop: blocks that have not begun are then left out, so that what they write
/// is not to be read. Only the thread that calls asks, before each block that it runs itself.
/// @param watch Nullable: then all run.
/// @return Did all of them run? If not, watch->stopped is set.
bool bi_parallel_for_watched(bi_watch *watch, int32_t threads, int32_t blocks,
                             void (*run)(void *data, int32_t block), void *data);
