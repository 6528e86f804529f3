// SPDX-License-Identifier: MIT
// The preconditioner of the linear system: an incomplete Cholesky factor without fill (Meijerink and van der Vorst
// 1977) of the 3 x 3 blocks along edges and across hinges, in patches of neighbouring vertices,
//
//     M = L D L',   L = 1 on the diagonal, blocks where a vertex is tied to an earlier one of its patch.
//
// What joins patches and contacts but for their diagonal blocks are left out, and diagonal blocks are larger by a
// tenth, which makes up for the fill that is dropped. Bending across hinges is no small thing to leave out: without it
// what is left resists even a shift of the whole, with a negative stiffness, and diagonals need three tenths. Where a
// tenth does not do, and next to nothing is left of a diagonal block, all of that block of work is factored again, larger
// by three tenths, then by all of it (Manteuffel 1980); where that does not do either, the diagonal block is taken as it
// is: M is positive definite whatever it is.
//
// Patches have `solve_patch` vertices. Where that is 1 diagonal blocks are taken as they are: M is the matrix's own
// diagonal.
//
// Cloth that is thin bends easily and stretches hardly at all. The blocks of vertices alone know nothing of that, and 40
// iterations with them go a sixtieth of the way that the forces ask for; with this factor they go more than half of it.

#pragma once

#include "cloth/block.h"
#include "cloth/buffer.h"

#include <stdbool.h>

#define BI_INCOMPLETE_BUFFERS(X)                                                                             \
    X(int32_t, order)   /* (count)  vertices, patch after patch */                                           \
    X(int32_t, first)   /* (count + 1)  entries of each, in that order */                                    \
    X(int32_t, lower)   /* (entries)  the earlier vertex, as its place in the order, ascending */            \
    X(int32_t, from)    /* (entries)  its place in elastic.blocks, or -1 - that in topology.flaps */         \
    X(bi_block, factor) /* (entries)  L */                                                                   \
    X(bi_float4, pivot) /* (count x 2)  inverses of D, symmetric: xx yy zz, xy xz yz */

typedef struct bi_incomplete {
    BI_INCOMPLETE_BUFFERS(BI_BUFFER)
    int32_t count; ///< Vertices in the order: in patches those of no obstacle, else all.
} bi_incomplete;

/// Cut the sheets into patches along edges, and list the entries of the factor. Part of building the topology.
bight_status bi_incomplete_cut(bight_cloth_world *world);

/// Blocks of parallel work, whole patches each.
int32_t bi_incomplete_blocks(const bight_cloth_world *world);

/// The factor of a block, from the elastic blocks and the rows.
void bi_incomplete_factor(bight_cloth_world *world, int32_t block);

/// solver.solved = M^-1 solver.residual on a block; 0 where vertices are not free.
/// @return residual . solved
double bi_incomplete_solve(bight_cloth_world *world, int32_t block);
