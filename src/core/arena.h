// SPDX-License-Identifier: MIT
// An arena: one piece of memory from which the phases of a step take arrays and to which they give them back,
// the last taken first. Whoever owns the memory makes it large enough before; taking cannot fail.

#pragma once

#include "core/assert.h"

#include <stddef.h>
#include <string.h>

/// What `bytes` take of an arena: whole doubles, so that everything taken is aligned.
static inline size_t bi_arena_size(size_t bytes)
{
    return (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

/// Take bytes, content undefined. @param used Bytes taken so far, of `capacity`; grows.
static inline void *bi_arena_push(void *memory, size_t capacity, size_t *used, size_t bytes)
{
    BI_ASSERT(*used <= capacity && bi_arena_size(bytes) <= capacity - *used);
    void *taken = (unsigned char *)memory + *used;
    *used += bi_arena_size(bytes);
    (void)capacity;
    return taken;
}

/// Give back everything that was taken since *used was `mark`.
static inline void bi_arena_pop(void *memory, size_t *used, size_t mark)
{
    BI_ASSERT(mark <= *used);
#ifndef NDEBUG
    if (*used > mark) {
        memset((unsigned char *)memory + mark, 0xFF, *used - mark); // NaN for who still reads it
    }
#endif
    (void)memory;
    *used = mark;
}
