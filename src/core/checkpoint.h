// SPDX-License-Identifier: MIT
// Memory that can be put back as it was. All blocks of one allocator are copied at a mark; going back to it writes the copies
// into the same places, so pointers between them hold, and frees what came since. What a mark may need is not freed before the
// mark is dropped.

#pragma once

#include "bight/base.h"

typedef struct bi_checkpoint bi_checkpoint;

/// @param base Where memory comes from; NULL: malloc and free.
/// @return NULL without memory. Free it with bi_checkpoint_free().
bi_checkpoint *bi_checkpoint_new(const bight_allocator *base);

/// Blocks that are still there go too. NULL is fine.
void bi_checkpoint_free(bi_checkpoint *checkpoint);

/// The allocator whose blocks are kept. One thread at a time may use it.
bight_allocator bi_checkpoint_allocator(bi_checkpoint *checkpoint);

/// Keep the state of all blocks.
/// @return The mark, 0, 1, 2 and so on; -1 without memory.
int32_t bi_checkpoint_keep(bi_checkpoint *checkpoint);

/// Back to a mark. It stays; later ones are dropped.
void bi_checkpoint_restore(bi_checkpoint *checkpoint, int32_t mark);

/// A mark and all later ones are not needed any more.
void bi_checkpoint_drop(bi_checkpoint *checkpoint, int32_t mark);
