// SPDX-License-Identifier: MIT
// Pieces of the matrix and of vectors, in float.

#pragma once

#include <stdint.h>

/// One 3 x 3 block of the matrix, column after column. Loads of four reach one number beyond it, so that
/// buffers of blocks have one block more than they hold.
typedef struct bi_block {
    float column[3][3];
} bi_block;

/// Three numbers and padding.
typedef struct bi_float4 {
    float x, y, z, w;
} bi_float4;

/// An entry of a sparse row.
typedef struct bi_row_entry {
    int32_t index; ///< Vertex of a row, or row of a vertex.
    float weight;
} bi_row_entry;
