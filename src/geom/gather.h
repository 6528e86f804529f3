// SPDX-License-Identifier: MIT
// Items that are found in parts, on several threads, and put together in the order of the parts. Threads
// never allocate: what does not fit is counted, the room is made afterwards, and those parts run once more.
// Room is kept, so that a step like the one before it allocates nothing.

#pragma once

#include "core/memory.h"
#include "core/watch.h"

#include <string.h>

typedef struct bi_gather_part {
    unsigned char *items;    ///< (capacity x item_size)  owned
    int32_t count, capacity; ///< count may be above capacity: those items are missing
    bool again;              ///< the part must run once more
} bi_gather_part;

/// Start from {.item_size = sizeof(item)}.
typedef struct bi_gather {
    bi_gather_part *parts; ///< (part_capacity)  owned
    int32_t part_count, part_capacity;
    size_t item_size;
} bi_gather;

void bi_gather_free(const bight_allocator *allocator, bi_gather *gather);

/// Add one item to a part: only the thread that runs the part may.
static inline void bi_gather_add(bi_gather *gather, int32_t part, const void *item)
{
    bi_gather_part *at = &gather->parts[part];
    if (at->count < at->capacity) {
        memcpy(at->items + (size_t)at->count * gather->item_size, item, gather->item_size);
    }
    at->count += at->count < INT32_MAX;
}

/// Run the parts 0 .. parts - 1, each from empty, and again those that ran out of room.
/// @param gathers (count) all get `parts` parts
/// @param run     Adds to part `part` of any of them. It may run twice for a part and must then do the same.
/// @param watch   Nullable. @return BIGHT_ERROR_STOPPED when it says stop; nothing is then found.
bight_status bi_gather_run(const bight_allocator *allocator, bi_watch *watch, int32_t threads,
                           bi_gather *const *gathers, int32_t count, int32_t parts,
                           void (*run)(void *data, int32_t part), void *data);

/// Add all items, in the order of the parts, to an array.
/// @param array Address of the item pointer, grown as bi_reserve() does.
/// @param count How many it holds.
bight_status bi_gather_append(const bight_allocator *allocator, const bi_gather *gather, void *array,
                              int32_t *capacity, int32_t *count);

/// All items in the order of the parts, as one array.
/// @param array    Address of the item pointer, grown as bi_reserve() does.
/// @param received Receives how many there are.
bight_status bi_gather_collect(const bight_allocator *allocator, const bi_gather *gather, void *array,
                               int32_t *capacity, int32_t *received);
