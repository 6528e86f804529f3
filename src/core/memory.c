// SPDX-License-Identifier: MIT

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

void *bi_resize(const bight_allocator *allocator, void *old, size_t old_size, size_t new_size)
{
    if (allocator != NULL && allocator->resize != NULL) {
        return allocator->resize(allocator->user, old, old_size, new_size);
    }
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

void *bi_new_array(const bight_allocator *allocator, size_t count, size_t element_size)
{
    size_t size;
    if (!bi_size_mul(count == 0 ? 1 : count, element_size, &size)) {
        return NULL;
    }
    void *array = bi_resize(allocator, NULL, 0, size);
    if (array != NULL) {
        memset(array, 0, size);
    }
    return array;
}

void bi_free_array(const bight_allocator *allocator, void *array, size_t count, size_t element_size)
{
    if (array != NULL) {
        bi_resize(allocator, array, (count == 0 ? 1 : count) * element_size, 0);
    }
}

// Elements up to which a buffer doubles.
#define GENEROUS 4096

bight_status bi_reserve(const bight_allocator *allocator, void *array, int32_t *capacity, int64_t needed,
                        size_t element_size)
{
    if (needed <= *capacity) {
        return BIGHT_OK;
    }
    // twice as much while that is little, an eighth more where it is much
    int64_t grown_to = (int64_t)*capacity + (*capacity < GENEROUS ? *capacity : *capacity / 8);
    int64_t wanted = grown_to > needed ? grown_to : needed;
    wanted = wanted < 16 ? 16 : wanted;
    wanted = wanted > INT32_MAX ? INT32_MAX : wanted;
    size_t size;
    if (wanted < needed || !bi_size_mul((size_t)wanted, element_size, &size)) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    // the pointer is read and written as bytes: `array` may be the address of any object pointer
    void *old;
    memcpy(&old, array, sizeof old);
    void *grown = bi_resize(allocator, old, (size_t)*capacity * element_size, size);
    if (grown == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(array, &grown, sizeof grown);
    *capacity = (int32_t)wanted;
    return BIGHT_OK;
}

void bight_bytes_free(const bight_allocator *allocator, bight_bytes *bytes)
{
    if (bytes != NULL) {
        bi_free_array(allocator, bytes->data, (size_t)bytes->capacity, 1);
        *bytes = (bight_bytes){0};
    }
}
