// SPDX-License-Identifier: MIT
// Memory that a world of cloth owns. Each part of a world lists its buffers once, in a macro LIST(X) of
// X(element type, name); fields, growing, freeing and counting follow from the list.

#pragma once

#include "bight/cloth.h"
#include "core/assert.h"
#include "core/memory.h"

/// The fields of one buffer: LIST(BI_BUFFER) inside a struct declares all of a part.
#define BI_BUFFER(type, name)                                                                                \
    type *name;                                                                                              \
    int32_t name##_capacity;

static inline int64_t bi_cloth_at_least_one(int64_t count)
{
    return count > 0 ? count : 1;
}

/// Room for `count` elements in a buffer of the world, named with its part (near.close); returns from the
/// caller on failure. A buffer is never NULL afterwards, not even for no elements: NULL + 0 and
/// memset(NULL, 0, 0) are undefined in C17.
#define BI_CLOTH_RESERVE(world, name, count)                                                                 \
    do {                                                                                                     \
        bight_status reserve_status_ =                                                                       \
            bi_reserve(&(world)->def.env.allocator, &(world)->name, &(world)->name##_capacity,               \
                       bi_cloth_at_least_one(count), sizeof *(world)->name);                                 \
        if (reserve_status_ != BIGHT_OK) {                                                                   \
            return reserve_status_;                                                                          \
        }                                                                                                    \
    } while (0)
