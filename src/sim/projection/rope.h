// SPDX-License-Identifier: MIT
// One projection rope: what it owns, and its part of equation (8) of Wang, Komura 2012 ("the paper" in these
// files).

#pragma once

#include "sim/projection/band.h"
#include "sim/world_state.h"

/// A wanted place of one node.
typedef struct bi_target {
    int32_t node; ///< Counted from the rope's first.
    double weight;
    bight_vec3 point;
} bi_target;

struct bi_projection_rope {
    bight_projection_def def;
    int32_t nodes, width; ///< Width of the band: 8, or 14 for a closed rope.
    bi_band band;         ///< The matrix, then its factor.
    double *step;         ///< (3 x nodes)  right side, then motion, in the band's order
    double *weight;       ///< (nodes)  2 a of link i in the matrix at hand
    double *tension;      ///< (nodes)  2 a Ce of link i, what it pulled with in the last cycle
    double *pull;         ///< (nodes)  the same, being summed in this cycle
    bi_target *targets;   ///< (target_count of nodes)  what bight_rope_set_targets() asked
    bi_target *aims;      ///< (aim_count of 2 x nodes)  where targets and hands want to be after this cycle
    uint8_t *listed;      ///< (nodes)  scratch: the node is in the list that is being checked
    int32_t target_count, aim_count;
    bool solved;    ///< `step` is where (8) leads from the nodes where they are.
    double stretch; ///< Of the worst link there.
    double ease;   ///< Part of the bending weight that this cycle takes, so that no node moves too far.
    double eased;  ///< The same of the last cycle.
    int32_t group; ///< Union-find over ropes that may touch each other in this cycle, by index.
    int32_t first_pair, pair_count; ///< Of a group's lowest rope: its near pairs.
};

/// @return NULL without memory.
bi_projection_rope *bi_projection_rope_make(const bight_allocator *allocator, const bight_projection_def *def,
                                            int32_t nodes, bool closed);

/// NULL is fine.
void bi_projection_rope_free(const bight_allocator *allocator, bi_projection_rope *projection);

size_t bi_projection_rope_bytes(const bi_projection_rope *projection);

/// Mix in all that decides its future besides its nodes.
uint64_t bi_projection_rope_hash(uint64_t hash, const bi_projection_rope *rods);

/// @return BIGHT_ERROR_INVALID naming the value that is out of range.
bight_status bi_projection_rope_check(const bight_projection_def *def, bight_error *error);

/// Row of the band for the x of a node. A closed rope is folded flat, 0, n - 1, 1, n - 2 and so on, so that
/// neighbours stay near each other over its seam.
static inline int32_t bi_projection_rope_row(const bi_projection_rope *projection, bool closed, int32_t node)
{
    int32_t n = projection->nodes, place = node;
    if (closed) {
        place = 2 * node < n ? 2 * node : 2 * (n - 1 - node) + 1;
    }
    return 3 * place;
}

/// Fill the band with I + a Je' Je + b Jb' Jb + c Jk' Jk and the tension's own stiffness, and `step` with
/// minus the gradient of the penalties, both at the nodes `at` (the rope's first). The aims are the targets.
/// @return Greatest | |d| / r - 1 | of a link d of rest length r.
double bi_projection_rope_assemble(bi_projection_rope *rods, bool closed, double length, const bight_vec3 *at,
                                   const bight_vec3 *from);

/// Add to `pull` what the links pull with once the nodes `at` will have moved by `step`.
void bi_projection_rope_account(bi_projection_rope *projection, bool closed, double length,
                                const bight_vec3 *at);

/// The penalties' sum 1/2 a |Ce|^2 + 1/2 b |Cb|^2 + 1/2 c |Ck|^2 with constant weights a, b, c, in square
/// metres: what the gradient above is of. For tests.
double bi_projection_rope_energy(const bight_projection_def *def, bool closed, double length,
                                 const bight_vec3 *at, int32_t nodes, const bi_target *targets,
                                 int32_t target_count);

/// exp(x) for 0 <= x from + * alone: the same on every machine. Above 14 it is exp(14).
double bi_projection_rope_exp(double x);
