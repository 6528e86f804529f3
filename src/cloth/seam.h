// SPDX-License-Identifier: MIT
// Seams: vertices that are sewn together, and pairs near them.
//
// Threads pull sewn vertices to a tenth of the thickness, and what has come that near is welded
// (cloth/weld.h). Until then vertices and faces about a seam push each other off as they would if the two
// sheets were one: below half their distance at rest, measured across the seam.

#pragma once

#include "cloth/buffer.h"

typedef struct bi_seam {
    int32_t v[2];
    float stiffness;
} bi_seam;

#define BI_SEAM_BUFFERS(X)                                                                                   \
    X(bi_seam, items)                                                                                        \
    X(int32_t, sewn)    /* (vertex_count)  next of those sewn together, in a ring */                         \
    X(uint8_t, by_seam) /* (vertex_count)  1: sewn, or next to one that is; 2: several in one */

typedef struct bi_seams {
    BI_SEAM_BUFFERS(BI_BUFFER)
    int32_t count;
    int32_t drawn; ///< Steps in which threads have drawn at seams that are open.
} bi_seams;

/// Sewn vertices rest so many thicknesses apart.
#define BI_SEAM_GAP 0.1

/// Which vertices are sewn to which; once rows are known (cloth/topology.c).
bight_status bi_seam_build(bight_cloth_world *world);

/// Are any sewn vertices not welded yet?
bool bi_seam_is_open(const bight_cloth_world *world);

/// Add the threads to the system.
bight_status bi_seam_rows(bight_cloth_world *world);

/// The gap of a pair that has a welded vertex: patterns of several sheets meet there, and the pair's own
/// shape at rest is in none. HUGE_VAL for others.
double bi_seam_welded_gap(const bight_cloth_world *world, const int32_t v[4]);

/// The gap of a pair: vertex and face, or edge and edge, as bi_near_vertices() lists them.
/// @param first How many of the four are of the first: 1 or 2.
/// @param gap   What it would be without seams, metres.
double bi_seam_gap(const bight_cloth_world *world, int32_t first, const int32_t v[4], double gap);
