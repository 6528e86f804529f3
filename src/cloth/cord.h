// SPDX-License-Identifier: MIT
// Ropes as cloth sees them: chains of capsules that rest while the cloth moves.
//
// What touches is a feature of the cloth and a link of a cord. Features are numbered: vertices, then edges
// (vertex_count + edge), then faces (vertex_count + edge_count + face). A vertex or the inside of an edge
// touches where it is nearest to a link; a face where a node of the cord is over its inside (its link is
// then the node). A corner of the cord belongs to the link that begins there.
//
// That cloth and cords never cross is not left to these contacts. At the start of each step each vertex is
// given room: 0.9 of the distance from the triangles around it to the nearest centreline. While every vertex
// is within its room, no triangle has met a centreline that rests, whatever its path.

#pragma once

#include "cloth/buffer.h"
#include "cloth/contact.h"
#include "cloth/narrow.h"
#include "cloth/near.h"

/// Link i joins nodes i and i + 1 of all cords, or i and its cord's first.
typedef struct bi_cord {
    bool alive, closed;
    bool moved;        ///< Since the last step.
    bool moved_before; ///< Between that and the one before.
    uint32_t generation;
    int32_t first, count; ///< Its nodes.
    double radius, friction;
} bi_cord;

#define BI_CORD_BUFFERS(X)                                                                                   \
    X(bi_cord, items)                                                                                        \
    X(bight_vec3, nodes)     /* (node_count)  of all cords */                                                \
    X(bight_vec3, was)       /* (node_count)  where they were in the last step */                            \
    X(bight_vec3, spare)     /* the same before a move */                                                    \
    X(double, arc)           /* scratch: length of the cord up to each node, before and after */             \
    X(int32_t, links)        /* (x 3)  each node and twice the next; an end that has none itself */          \
    X(int32_t, cord_of)      /* (node_count)  which cord */                                                  \
    X(bi_box, boxes)         /* of tree */                                                                   \
    X(int32_t, order)        /* (link_count)  nodes that begin a link */                                     \
    X(bight_vec3, force)     /* (node_count)  N */                                                           \
    X(double, stiffness)     /* (node_count)  of the contacts that push it, N/m */                           \
    X(bight_vec3, carry)     /* (node_count)  those times how the cloth moved in the step, N */              \
    X(double, hold)          /* (node_count x 6)  the same by direction: xx xy xz yy yz zz, N/m */           \
    X(bi_leaf_pair, close)   /* (close_count)  link and triangle near each other */                          \
    X(double, distance)      /* (close_count)  when the step began, metres */                                \
    X(bi_near_pair, pairs)   /* (pair_count)  a: vertex, edge or face, as above; b: link */                  \
    X(bight_vec3, listed_at) /* (vertex_count)  where vertices were when those were listed */                \
    X(double, room)          /* (vertex_count)  how far from `before` each may be, metres */                 \
    X(int32_t, table)        /* hash of features in contact with cords */                                    \
    X(int32_t, chain)        /* (contacts.count)  next contact of that hash, or -1 */

typedef struct bi_cords {
    BI_CORD_BUFFERS(BI_BUFFER)
    int32_t count, node_count, link_count, close_count, pair_count;
    bi_box_tree tree;   ///< Over links; its memory is boxes and order.
    bi_pair_list parts; ///< Scratch of its traversal.
    bi_gather found[2]; ///< close, pairs.
    bool listed;        ///< Those fit the cords and the topology.
    double margin;      ///< They hold until a vertex has moved half as far, metres.
    double motion;      ///< How far any has moved since, when last looked, metres.
    double nearest;     ///< Cloth to the surface of a cord after the last step, in gaps; at most 1.
    int32_t piercings;  ///< Links through triangles at the end of the last step.
} bi_cords;

/// Look up a cord. @return NULL for a stale id.
bi_cord *bi_find_cord(const bight_cloth_world *world, bight_cloth_cord_id id);

/// The link before and after one, or -1.
int32_t bi_cord_before(const bight_cloth_world *world, int32_t link);
int32_t bi_cord_after(const bight_cloth_world *world, int32_t link);

// ---- near pairs (cloth/cord_near.c) ----------------------------------------------------------------

/// List links and triangles near each other, and the features that may touch. The topology must be built.
bight_status bi_cords_list(bight_cloth_world *world);

/// Rebuild the lists if they no longer hold.
bight_status bi_cords_update(bight_cloth_world *world);

/// At the start of a step: lists that hold, and the room of each vertex.
bight_status bi_cords_begin(bight_cloth_world *world);

/// Take vertices that left their room back into it, towards where they were when the step began.
void bi_cords_hold(bight_cloth_world *world);

/// Test exactly which links go through triangles, of those listed.
/// @param cord Nullable: links of this one alone.
/// @param first  Nullable: receives link and triangle of the first.
/// @return How many.
int32_t bi_cords_pierce(const bight_cloth_world *world, const bi_cord *cord, bi_leaf_pair *first);

/// Bytes that are not in the world's buffers.
size_t bi_cords_bytes(const bight_cloth_world *world);

// ---- facing (cloth/cord_face.c) ------------------------------------------------------------------------

/// Do a feature and a link face each other, how far is the feature from the cord's surface, which way?
/// @param v     Receives the feature's vertices; unused ones repeat the first.
/// @param along Nullable: receives where on the link.
bool bi_cord_face(const bight_cloth_world *world, int32_t feature, int32_t link, int32_t v[4],
                  bi_facing *facing, float *along);

/// Where an anchor on a cord is. @param local From the axis, metres.
bight_vec3 bi_cord_anchor(const bight_cloth_world *world, const bi_anchor *anchor, bight_vec3 local);

/// An edge that lies on a cord like a plank on a log is pushed where it touches, and that place wanders by
/// the radius times the angle as it rocks. What it meets is this stiffness of the difference of its ends
/// along the normal, N/m: load rho / t^2, with rho from the axis and t the edge's extent around it (the
/// second derivative of the distance with respect to the place, eliminated). Without it edges rock to and fro
/// for ever. 0 for other features.
double bi_cord_rocking(const bight_cloth_world *world, const bi_contact *contact);

/// How far its link has taken an anchor since the last step.
bight_vec3 bi_cord_motion(const bight_cloth_world *world, const bi_anchor *anchor);

// ---- from step to step (cloth/cord_contact.c) ---------------------------------------------------------

/// Tell near pairs which contact of the step before they continue: that of the same feature with the same
/// link or with a neighbour of it.
bight_status bi_cords_recall(bight_cloth_world *world);

/// At the end of a step: the forces on nodes, and what the report says about cords.
void bi_cords_finish(bight_cloth_world *world, bight_cloth_report *report);

/// Stiffness against each node of a cord of the contacts that push it, N/m. NULL for a stale id.
const double *bi_cord_stiffness(const bight_cloth_world *world, bight_cloth_cord_id id);

/// How its contacts resist the motion of each node, N/m: along their normals, and where they stick in all directions.
/// @return (node_count x 6) xx xy xz yy yz zz; NULL for a stale id.
/// @param carry Receives (node_count) that times how the cloth at its contacts moved in the step, N.
const double *bi_cord_hold(const bight_cloth_world *world, bight_cloth_cord_id id, const bight_vec3 **carry);

uint64_t bi_cords_hash(const bight_cloth_world *world, uint64_t hash);
