// SPDX-License-Identifier: MIT
// Which nodes are held: looked up eight at a time, because on a long rope hardly any is.

#pragma once

#include <stdint.h>
#include <string.h>

/// The first held node in from .. end - 1, or end.
static inline int32_t bi_next_held(const uint8_t *held, int32_t from, int32_t end)
{
    while (end - from >= 8) {
        uint64_t eight;
        memcpy(&eight, held + from, sizeof eight);
        if (eight != 0) {
            break;
        }
        from += 8;
    }
    while (from < end && held[from] == 0) {
        from++;
    }
    return from;
}
