// SPDX-License-Identifier: MIT
// An allocator that counts, and fails on demand.

#pragma once

#include "bight/base.h"

#include <stdlib.h>

/// Counts what is asked for and held.
typedef struct failing_allocator {
    int64_t calls;   ///< Requests for memory so far.
    int64_t fail_at; ///< The request that fails, counted from 1; 0 for none.
    bool fail_after; ///< All later ones fail too.
    int64_t held;    ///< Bytes.
} failing_allocator;

static inline void *failing_resize(void *user, void *old, size_t old_size, size_t new_size)
{
    failing_allocator *state = user;
    if (new_size == 0) {
        state->held -= (int64_t)old_size;
        free(old);
        return NULL;
    }
    state->calls++;
    if (state->fail_at > 0 &&
        (state->calls == state->fail_at || (state->fail_after && state->calls > state->fail_at))) {
        return NULL;
    }
    void *fresh = realloc(old, new_size);
    state->held += fresh != NULL ? (int64_t)new_size - (int64_t)old_size : 0;
    return fresh;
}

static inline bight_env failing_env(failing_allocator *state)
{
    return (bight_env){.allocator = {failing_resize, state}};
}
