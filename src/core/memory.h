// SPDX-License-Identifier: MIT
// Memory through the caller's allocator, sizes that cannot overflow, and growable arrays.

#pragma once

#include "bight/base.h"

/// Resize through the allocator (see bight_allocator.resize). A zero allocator uses realloc and free.
void *bi_resize(const bight_allocator *allocator, void *old, size_t old_size, size_t new_size);

/// count * size into *total; false when it does not fit (wasm32 has a 32-bit size_t).
static inline bool bi_size_mul(size_t count, size_t size, size_t *total)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return false;
    }
    *total = count * size;
    return true;
}

/// A fresh array of count zeroed elements, or NULL. Free it with bi_free_array and the same count.
void *bi_new_array(const bight_allocator *allocator, size_t count, size_t element_size);

/// Give back what bi_new_array made. NULL is fine.
void bi_free_array(const bight_allocator *allocator, void *array, size_t count, size_t element_size);

/// Make room for at least `needed` elements, at least doubling. Nothing happens when there is room.
/// @param array    Address of the element pointer (any object pointer type).
/// @param capacity Elements allocated; updated on success only.
/// @return BIGHT_ERROR_NO_MEMORY or BIGHT_ERROR_TOO_LARGE; the old array is then still good.
bight_status bi_reserve(const bight_allocator *allocator, void *array, int32_t *capacity, int64_t needed,
                        size_t element_size);
