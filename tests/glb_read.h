// SPDX-License-Identifier: MIT
// A GLB file that the library wrote, taken apart by plain means.

#pragma once

#include "bight/io.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/// Four bytes, the lowest first.
static inline uint32_t glb_word(const uint8_t *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/// The JSON chunk as a string, which the caller frees, and the binary chunk; the frame around both is checked.
static inline char *glb_open(const bight_bytes *bytes, const uint8_t **data, size_t *size)
{
    CHECK(bytes->size % 4 == 0 && memcmp(bytes->data, "glTF", 4) == 0);
    CHECK(glb_word(bytes->data + 4) == 2 && glb_word(bytes->data + 8) == bytes->size);
    size_t json_size = glb_word(bytes->data + 12);
    CHECK(json_size % 4 == 0 && memcmp(bytes->data + 16, "JSON", 4) == 0);
    const uint8_t *chunk = bytes->data + 20 + json_size;
    *size = glb_word(chunk);
    *data = chunk + 8;
    CHECK(*size % 4 == 0 && memcmp(chunk + 4, "BIN", 4) == 0);
    CHECK(*data + *size == bytes->data + bytes->size);
    char *json = calloc(json_size + 1, 1);
    memcpy(json, bytes->data + 20, json_size);
    return json;
}

/// Float k of the view with this number.
static inline double glb_float(const char *json, const uint8_t *data, int32_t view, size_t k)
{
    const char *at = strstr(json, "\"bufferViews\":[");
    for (int32_t i = 0; i <= view; i++) {
        at = strstr(at + 1, "\"byteOffset\":");
        CHECK(at != NULL);
    }
    float number;
    memcpy(&number, data + strtoul(at + 13, NULL, 10) + 4 * k, sizeof number);
    return (double)number;
}
