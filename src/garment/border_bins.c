// SPDX-License-Identifier: MIT

#include "garment/border_bins.h"

#include "core/memory.h"

#include <math.h>

void bi_border_bins_free(const bight_allocator *allocator, bi_border_bins *bins)
{
    bi_free_array(allocator, bins->next, (size_t)bins->count, sizeof *bins->next);
    bi_free_array(allocator, bins->chain, (size_t)bins->count, sizeof *bins->chain);
    bi_free_array(allocator, bins->first, (size_t)bins->columns * (size_t)bins->rows, sizeof *bins->first);
    *bins = (bi_border_bins){0};
}

static int32_t square(const bi_border_bins *bins, double place, int32_t axis)
{
    int32_t count = axis == 0 ? bins->columns : bins->rows;
    double at = floor((place - bins->low[axis]) / bins->size);
    return at < 0.0 ? 0 : at > count - 1.0 ? count - 1 : (int32_t)at;
}

bight_status bi_border_bins_make(const bight_allocator *allocator, const double *border, const int32_t *loops,
                                 int32_t loop_count, const double low[2], const double high[2], double edge,
                                 bi_border_bins *bins)
{
    int32_t count = 0;
    for (int32_t l = 0; l < loop_count; l++) {
        count += loops[l];
    }
    double size = fmax(edge, fmax(high[0] - low[0], high[1] - low[1]) / 2000.0);
    *bins = (bi_border_bins){.border = border,
                             .count = count,
                             .columns = (int32_t)((high[0] - low[0]) / size) + 1,
                             .rows = (int32_t)((high[1] - low[1]) / size) + 1,
                             .low = {low[0], low[1]},
                             .size = size};
    size_t squares = (size_t)bins->columns * (size_t)bins->rows;
    bins->next = bi_new_array(allocator, (size_t)count, sizeof *bins->next);
    bins->chain = bi_new_array(allocator, (size_t)count, sizeof *bins->chain);
    bins->first = bi_new_array(allocator, squares, sizeof *bins->first);
    if (bins->next == NULL || bins->chain == NULL || bins->first == NULL) {
        bi_border_bins_free(allocator, bins);
        return BIGHT_ERROR_NO_MEMORY;
    }

    for (size_t i = 0; i < squares; i++) {
        bins->first[i] = -1;
    }
    int32_t first = 0;
    for (int32_t l = 0; l < loop_count; l++) {
        for (int32_t i = 0; i < loops[l]; i++) {
            int32_t point = first + i;
            bins->next[point] = first + (i + 1) % loops[l];
            int32_t at =
                square(bins, border[2 * point], 0) + bins->columns * square(bins, border[2 * point + 1], 1);
            bins->chain[point] = bins->first[at];
            bins->first[at] = point;
        }
        first += loops[l];
    }
    return BIGHT_OK;
}

static double to_edge(const double a[2], const double b[2], const double place[2])
{
    double x = b[0] - a[0], y = b[1] - a[1], px = place[0] - a[0], py = place[1] - a[1];
    double length = x * x + y * y, along = px * x + py * y;
    double t = along <= 0.0 ? 0.0 : along >= length ? 1.0 : along / length;
    double dx = px - t * x, dy = py - t * y;
    return dx * dx + dy * dy;
}

double bi_border_distance(const bi_border_bins *bins, const double place[2])
{
    int32_t column = square(bins, place[0], 0), row = square(bins, place[1], 1);
    double least = 1e300;
    for (int32_t y = row - 2; y <= row + 2; y++) {
        for (int32_t x = column - 2; x <= column + 2; x++) {
            if (x < 0 || y < 0 || x >= bins->columns || y >= bins->rows) {
                continue;
            }
            for (int32_t i = bins->first[x + bins->columns * y]; i >= 0; i = bins->chain[i]) {
                least = fmin(least, to_edge(bins->border + 2 * i, bins->border + 2 * bins->next[i], place));
            }
        }
    }
    return sqrt(least);
}
