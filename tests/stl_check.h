// SPDX-License-Identifier: MIT
// Is a binary STL file closed? Read back by what its format says, and by nothing of the library.

#pragma once

#include "bight/io.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct edge {
    float from[3], to[3];
} edge;

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(edge));
}

static uint32_t read_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void read_corner(const uint8_t *at, float corner[3])
{
    for (int32_t k = 0; k < 3; k++) {
        uint32_t bits = read_u32(at + 4 * k);
        memcpy(&corner[k], &bits, sizeof bits);
        corner[k] += 0.0f; // -0 is 0
    }
}

// Every edge from p to q has as many from q to p.
static void check_closed(const bight_bytes *bytes)
{
    uint32_t count = read_u32(bytes->data + 80);
    CHECK(bytes->size == 84 + 50 * (size_t)count);
    edge *there = calloc(3 * (size_t)count, sizeof *there), *back = calloc(3 * (size_t)count, sizeof *back);
    CHECK(there != NULL && back != NULL);
    for (uint32_t i = 0; i < count; i++) {
        float corner[3][3];
        for (int32_t k = 0; k < 3; k++) {
            read_corner(bytes->data + 84 + 50 * (size_t)i + 12 + 12 * k, corner[k]);
        }
        for (int32_t k = 0; k < 3; k++) {
            memcpy(there[3 * i + (uint32_t)k].from, corner[k], sizeof corner[k]);
            memcpy(there[3 * i + (uint32_t)k].to, corner[(k + 1) % 3], sizeof corner[k]);
            memcpy(back[3 * i + (uint32_t)k].to, corner[k], sizeof corner[k]);
            memcpy(back[3 * i + (uint32_t)k].from, corner[(k + 1) % 3], sizeof corner[k]);
        }
    }
    qsort(there, 3 * (size_t)count, sizeof *there, compare);
    qsort(back, 3 * (size_t)count, sizeof *back, compare);
    CHECK(memcmp(there, back, 3 * (size_t)count * sizeof *there) == 0);
    free(there);
    free(back);
}
