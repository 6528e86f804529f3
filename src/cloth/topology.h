// SPDX-License-Identifier: MIT
// What follows from the triangles and the pattern alone: rows of the matrix, masses, bending. Rebuilt after
// each edit, at the next step.

#pragma once

#include "cloth/block.h"
#include "cloth/buffer.h"
#include "cloth/sheet.h"
#include "geom/box_tree.h"
#include "geom/surface.h"

#define BI_TOPOLOGY_BUFFERS(X)                                                                               \
    X(int32_t, triangles)    /* (triangle_count x 3)  those of sheets, then those of obstacles */            \
    X(int32_t, owner)        /* (vertex_count)  obstacle that a vertex is of, or -1 */                       \
    X(uint8_t, around_slots) /* (2 for each of surface.vertex_corners)  places of the next two corners */    \
    X(int32_t, row_first)    /* (vertex_count + 1)  blocks off the diagonal */                               \
    X(int32_t, columns)      /* neighbours along edges, ascending */                                         \
    X(float, bend_edge)      /* (for each of columns)  constant bending, N/m */                              \
    X(float, bend_diagonal)  /* (vertex_count) */                                                            \
    X(int32_t, flap_first)   /* (vertex_count + 1) */                                                        \
    X(bi_row_entry, flaps)   /* vertex across an edge, bending, N/m */                                       \
    X(float, mass)           /* (vertex_count)  kg */                                                        \
    X(float, step_limit)     /* (vertex_count)  shortest edge, metres */

typedef struct bi_topology {
    BI_TOPOLOGY_BUFFERS(BI_BUFFER)
    int32_t triangle_count;            ///< With those of obstacles.
    bool built;                        ///< Fits the sheets.
    bi_surface surface;                ///< Of all triangles.
    bi_box_tree sheet_tree, body_tree; ///< Over those of sheets, and those of obstacles (counted from 0).
} bi_topology;

/// Whether an edge joins two vertices.
static inline bool bi_topology_adjacent(const bi_topology *topology, int32_t a, int32_t b)
{
    bool found = false;
    for (int32_t n = topology->row_first[a]; n < topology->row_first[a + 1]; n++) {
        found |= topology->columns[n] == b;
    }
    return found;
}

/// Build the topology unless it is built. @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE, in
/// a step that is stopped BIGHT_ERROR_STOPPED; it will be tried again.
bight_status bi_cloth_build(bight_cloth_world *world);

/// Weights of a triangle from its corners in the pattern; false when it has no area there.
bool bi_triangle_rest_make(const double corner[3][2], bi_triangle_rest *rest);
