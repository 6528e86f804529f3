// SPDX-License-Identifier: MIT
// Which pairs may touch or cross before some vertex has moved by world->near.margin: the broad phase.

#pragma once

#include "cloth/buffer.h"
#include "geom/box_tree.h"
#include "geom/gather.h"

/// A vertex and a triangle, or two edges, near enough to touch before near pairs are listed again.
typedef struct bi_near_pair {
    int32_t a, b;    ///< Vertex and triangle, or edge and edge (a < b).
    float gap;       ///< They push each other below this distance.
    int32_t contact; ///< Index into contacts, or -1.
    float distance;  ///< In this iteration, INFINITY when they do not face each other.
    uint16_t clear;  ///< How far apart they were at least when listed, in near.clear_unit.
    int8_t side;     ///< Of a on b when last seen apart: 1, -1, 0 not known.
    bool active;     ///< In contact in this iteration.
} bi_near_pair;

/// Two triangles, each with 3 bits of how far apart they were at least when listed: low ones with a.
typedef struct bi_close_triangles {
    uint32_t a, b;
} bi_close_triangles;

#define BI_CLOSE_BITS 29 ///< That number triangles (geom/box_tree.h takes no more).

/// What near.found holds.
enum { BI_FOUND_CLOSE, BI_FOUND_VF, BI_FOUND_EE, BI_FOUND_PIERCE, BI_FOUND_KINDS };

#define BI_NEAR_BUFFERS(X)                                                                                   \
    X(bi_close_triangles, close)  /* (close_count)  triangles near each other */                             \
    X(bi_near_pair, vertex_faces) /* (vertex_face_count) */                                                  \
    X(bi_near_pair, edge_edges)   /* (edge_edge_count) */                                                    \
    X(bi_near_pair, solids)       /* (solid_count)  a: vertex, or vertex_count + edge; b: obstacle */        \
    X(int32_t, table)             /* (table_mask + 1)  hash of pairs in contact */

typedef struct bi_near_lists {
    BI_NEAR_BUFFERS(BI_BUFFER)
    int32_t close_count, vertex_face_count, edge_edge_count, solid_count;
    uint32_t table_mask;
    bi_pair_list parts, body_parts;  ///< Scratch of traversals.
    bi_gather found[BI_FOUND_KINDS]; ///< Pairs found, by kind.
    bool listed;                     ///< The lists fit the topology.
    double margin;     ///< They hold until things near each other have moved by twice this, metres.
    double range;      ///< They hold until something has moved this far, metres.
    double proof;      ///< Pairs of triangles beyond this distance when listed are not in close, metres.
    double clear_unit; ///< Of bi_near_pair.clear: the reach of the lists over 65,535, metres.
    double room;       ///< At most 1: part of the greatest margin that keeps the lists short.
    double motion;     ///< Half of how far things near each other have moved since they were listed, metres.
    double pace;       ///< Of that, in the last iteration, or half of the one before.
    int32_t listings;  ///< In all.
} bi_near_lists;

/// Rebuild the lists of near pairs at the present positions, if the old ones no longer hold.
/// @param listed Nullable: incremented when the lists were made.
bight_status bi_near_update(bight_cloth_world *world, int32_t *listed);

/// A pair of world->near.close: its triangles, and how many levels they were apart at least when listed.
static inline int32_t bi_close_first(bi_close_triangles pair)
{
    return (int32_t)(pair.a & ((UINT32_C(1) << BI_CLOSE_BITS) - 1));
}

static inline int32_t bi_close_second(bi_close_triangles pair)
{
    return (int32_t)(pair.b & ((UINT32_C(1) << BI_CLOSE_BITS) - 1));
}

static inline uint32_t bi_close_level(bi_close_triangles pair)
{
    return pair.a >> BI_CLOSE_BITS | pair.b >> BI_CLOSE_BITS << 3;
}
