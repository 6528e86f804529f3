// SPDX-License-Identifier: MIT
// Squares of cloth as the benches start them.

#pragma once

#include "bight/cloth.h"

/// Between neighbours along a row, metres.
#define BENCH_EDGE 0.005

typedef struct bench_sheet {
    bight_vec3 *positions; ///< (vertex_count)
    double *uv;            ///< (vertex_count x 2)
    int32_t *triangles;    ///< (triangle_count x 3)
    int32_t side, vertex_count, triangle_count;
    double size; ///< Metres.
} bench_sheet;

/// side x side vertices; positions are not set yet. Ends the program when there is no memory.
bench_sheet bench_sheet_make(int32_t side);
void bench_sheet_free(bench_sheet *s);

/// Flat in the plane y = 0.
void bench_sheet_lay_flat(bench_sheet *s);

/// Folded to and fro in layers 50 mm long that rise by 2.2 mm each, the lowest just above the floor y = 0:
/// the weight presses them together.
void bench_sheet_lay_folded(bench_sheet *s);
