// SPDX-License-Identifier: MIT
// The allocator of scene.h; include it in one file of a test.

#pragma once

#include "scene.h"

#include <stdlib.h>

void *scene_resize(void *user, void *old, size_t old_size, size_t new_size)
{
    scene_memory *memory = user;
    if (new_size == 0) {
        memory->held -= (int64_t)old_size;
        free(old);
        return NULL;
    }
    memory->calls++;
    if (memory->fail_at > 0 &&
        (memory->calls == memory->fail_at || (memory->fail_after && memory->calls > memory->fail_at))) {
        return NULL;
    }
    void *fresh = realloc(old, new_size);
    memory->held += fresh != NULL ? (int64_t)new_size - (int64_t)old_size : 0;
    return fresh;
}
