// SPDX-License-Identifier: MIT
// What a cloth world is made of. Vertices of all sheets and obstacle meshes lie in one array, in the order in
// which they were added, and so do triangles.

#pragma once

#include "bight/cloth.h"
#include "cloth/membrane.h"
#include "core/assert.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/vec3.h"
#include "core/watch.h"
#include "geom/contour.h"
#include "geom/solid.h"

enum {
    BI_PINNED = 1,     ///< Held by the caller.
    BI_GRASPED = 2,    ///< In a hand.
    BI_BODY = 4,       ///< Of an obstacle mesh.
    BI_TANGLED = 8,    ///< Within a ring of an intersection in this step (cloth/contact_exempt.h).
    BI_SHORTENED = 64, ///< Its motion was shortened in the present round of cloth/step_filter.c.
    BI_HELD = 128      ///< Its motion was shortened in this step.
};
#define BI_FIXED (BI_PINNED | BI_GRASPED | BI_BODY) ///< The solver does not move these.

/// One 3 x 3 block of the matrix, column after column. Loads of four reach one number beyond it, so that
/// buffers of blocks have one block more than they hold.
typedef struct bi_block {
    float column[3][3];
} bi_block;

/// Three numbers and padding.
typedef struct bi_float4 {
    float x, y, z, w;
} bi_float4;

/// A vertex and a triangle, or two edges, near enough to touch before near pairs are listed anew.
typedef struct bi_near_pair {
    int32_t a, b;    ///< Vertex and triangle, or edge and edge (a < b).
    float gap;       ///< They push each other below this distance.
    int32_t contact; ///< Index into contacts, or -1.
    float distance;  ///< In this iteration, INFINITY when they do not face each other.
    uint16_t clear;  ///< How far apart they were at least when listed, in world->clear_unit.
    int8_t side;     ///< Of a on b when last seen apart: 1, -1, 0 not known.
    bool active;     ///< In contact in this iteration.
} bi_near_pair;

/// Two triangles, each with 3 bits of how far apart they were at least when listed: low ones with a.
typedef struct bi_close_triangles {
    uint32_t a, b;
} bi_close_triangles;

#define BI_CLOSE_BITS 29 ///< That number triangles (geom/box_tree.h takes no more).

/// What kind of row of the system.
typedef enum bi_row_kind {
    BI_ROW_VF,
    BI_ROW_EE,
    BI_ROW_SOLID,
    BI_ROW_EF,
    BI_ROW_SEAM,
    BI_ROW_CORD
} bi_row_kind;

/// A stick anchor: the material points that touched when they last stuck, and how far they were from sliding
/// then.
typedef struct bi_anchor {
    float weight[4]; ///< Of the contact's vertices.
    float offset[3]; ///< Tangential, metres.
    float local[3];  ///< Against a solid: the point in its frame. Of a cord: from its axis, world frame.
    int32_t link;    ///< Of a cord.
    float along;     ///< Where on the link, 0 to 1.
    float slid[2];   ///< Metres in the last step in which the cord or obstacle had rested, and had moved.
    bool set;
} bi_anchor;

/// What is kept of a contact of the iteration before.
typedef struct bi_old_contact {
    bi_anchor anchor;
    float slip;
} bi_old_contact;

/// One active contact.
typedef struct bi_contact {
    uint8_t kind;    ///< bi_row_kind: VF, EE, SOLID or CORD
    int8_t side;     ///< As in its near pair.
    int32_t a, b;    ///< As in its near pair.
    int32_t v[4];    ///< Vertices; unused ones repeat the first with weight zero.
    float weight[4]; ///< Sum to zero; to one against a solid and a cord.
    float distance, gap;
    float normal[3];
    float stiffness; ///< Along the normal, N/m.
    float grip;      ///< Along the surface while it sticks, N/m.
    float load;      ///< Normal force, N.
    float slip;      ///< How far it slid in this step, metres.
    float along;     ///< Of a cord: where on its link it touches, 0 to 1.
    bi_anchor anchor;
} bi_contact;

/// A row of the system: stiffness between weighted sums of vertices, and the force along it.
typedef struct bi_row {
    float k[6];    ///< Symmetric 3 x 3: xx, yy, zz, xy, xz, yz, N/m.
    float f[3];    ///< Force on a vertex of weight one, N.
    int32_t first; ///< Its entries.
    int32_t count;
} bi_row;

typedef struct bi_row_entry {
    int32_t index; ///< Vertex of a row, or row of a vertex.
    float weight;
} bi_row_entry;

typedef struct bi_panel {
    uint32_t generation;
    int32_t first_vertex, vertex_count, first_triangle, triangle_count;
    bight_cloth_material material;
    double near_cords; ///< Greatest stretch of its triangles near cords, after the last step; 1 without any.
    double bend_scale; ///< Makes the hinges of this sheet as stiff as the material says (cloth/bending.h).
} bi_panel;

typedef struct bi_cloth_hand {
    bool alive;
    uint32_t generation;
    int32_t sheet, vertex; ///< Vertex of the world.
    int32_t asked;         ///< The same before it was welded to another.
    bight_vec3 target, pull;
} bi_cloth_hand;

typedef struct bi_cloth_obstacle {
    uint32_t generation;
    bi_solid solid; ///< kind BIGHT_SHAPE_MESH: vertices of the world
    double bound;   ///< Radius around the local origin that holds all of it.
    double friction;
    bight_pose pose, before, target;
    bight_pose start;  ///< Where it was when the iteration began.
    bight_pose began;  ///< Where it was when the step began.
    bight_pose rubbed; ///< Where it was when the last system was made; it moves after that.
    bool moved;        ///< Since then.
    bool moved_before; ///< Between that and the one before.
    bool unproved;     ///< In the present round of cloth/step_filter.c.
    bight_vec3 force;
    int32_t first_vertex, vertex_count, first_triangle, triangle_count;
    int32_t first_local; ///< Into locals.
} bi_cloth_obstacle;

/// A rope as cloth sees it (cloth/cord.h). Link i joins nodes i and i + 1 of all cords, or i and its
/// cord's first.
typedef struct bi_cloth_cord {
    bool alive, closed;
    bool moved;        ///< Since the last step.
    bool moved_before; ///< Between that and the one before.
    uint32_t generation;
    int32_t first, count; ///< Its nodes.
    double radius, friction;
} bi_cloth_cord;

/// The side of a contour that gives way (cloth/yield_side.c): its number, or -1, and where to, unit.
typedef struct bi_yield_side {
    int32_t side;
    bight_vec3 way;
} bi_yield_side;

/// How a node of a hierarchy has moved since near pairs were listed (cloth/motion_bound.c).
typedef struct bi_cluster {
    bight_vec3 mean;
    double deviation, farthest; ///< Greatest over its vertices: from the mean, and in all.
    double step;                ///< Greatest over its vertices in this iteration.
    bool due;                   ///< To be held.
    bool held;                  ///< step is at most bi_filter_reach()
} bi_cluster;

/// Two nodes that may come near each other, and how far apart they were at least when near pairs were listed,
/// metres.
typedef struct bi_cluster_pair {
    int32_t a, b;
    float gap;
} bi_cluster_pair;

/// A vertex near one of the two surfaces of a contour (cloth/contact_exempt.c).
typedef struct bi_exempt_label {
    int32_t vertex, label;
} bi_exempt_label;

typedef struct bi_seam {
    int32_t v[2];
    float stiffness;
} bi_seam;

/// Weights of a triangle: F u = sum of u[i] x[i], F v = sum of v[i] x[i], with those of the first corner
/// minus the sum of the others.
typedef struct bi_triangle_rest {
    float u[2], v[2], area;
    int32_t sheet;
} bi_triangle_rest;

/// Everything that is allocated: element type, name. Each has a capacity name_capacity.
/// The first group grows with edits, the second with the topology, the last with what happens in steps.
#define BI_CLOTH_BUFFERS(X)                                                                                  \
    X(bi_panel, panels)                                                                                      \
    X(bi_cloth_hand, hands)                                                                                  \
    X(bi_cloth_obstacle, obstacles)                                                                          \
    X(bi_seam, seams)                                                                                        \
    X(bight_vec3, locals)            /* obstacle meshes in their own frames */                               \
    X(bight_vec3, at)                /* (vertex_count)  where vertices are */                                \
    X(bight_vec3, before)            /* (vertex_count)  where they were when the step began */               \
    X(bight_vec3, start)             /* (vertex_count)  where they were when the iteration began */          \
    X(bight_vec3, goal)              /* (vertex_count)  y of the implicit step */                            \
    X(bight_vec3, velocity)          /* (vertex_count)  m/s */                                               \
    X(bight_vec3, listed)            /* (vertex_count)  where they were when near pairs were listed */       \
    X(uint8_t, flags)                /* (vertex_count) */                                                    \
    X(uint8_t, creases)              /* (vertex_count)  cloth/crease.h */                                    \
    X(float, rest)                   /* (vertex_count x 3)  in the pattern, of one of its corners */         \
    X(int32_t, weld)                 /* (vertex_count)  the vertex that it is one with (cloth/weld.h) */     \
    X(int32_t, weld_was)             /* (vertex_count)  scratch, as are the next two */                      \
    X(bight_vec3, weld_at)           /* (vertex_count) */                                                    \
    X(uint8_t, weld_state)           /* (seam_count) */                                                      \
    X(int32_t, sheet_triangles)      /* (x 3)  as given, indices from the sheet's first vertex */            \
    X(bi_triangle_rest, sheet_rests) /* of sheet_triangles */                                                \
    X(int32_t, body_triangles)       /* (x 3)  as given, indices from the body's first vertex */             \
    /* ---- topology (cloth/topology.c) */                                                                   \
    X(int32_t, triangles)    /* (triangle_count x 3)  those of sheets, then those of obstacles */            \
    X(int32_t, owner)        /* (vertex_count)  obstacle that a vertex is of, or -1 */                       \
    X(uint8_t, around_slots) /* (2 for each of surface.vertex_corners)  places of the next two corners */    \
    X(int32_t, row_first)    /* (vertex_count + 1)  blocks off the diagonal */                               \
    X(int32_t, columns)      /* neighbours along edges, ascending */                                         \
    X(float, bend_edge)      /* (for each of columns)  constant bending, N/m */                              \
    X(float, bend_diagonal)  /* (vertex_count) */                                                            \
    X(int32_t, flap_first)   /* (vertex_count + 1) */                                                        \
    X(bi_row_entry, flaps)   /* vertex across an edge, bending, N/m */                                       \
    X(int32_t, sewn)         /* (vertex_count)  next of those sewn together, round; cloth/seam.h */          \
    X(uint8_t, by_seam)      /* (vertex_count)  1: sewn, or next to one that is; 2: several in one */        \
    X(float, mass)           /* (vertex_count)  kg */                                                        \
    X(float, step_limit)     /* (vertex_count)  shortest edge, metres */                                     \
    X(float, move_limit)     /* (vertex_count)  how far this iteration may go, metres */                     \
    /* ---- one linear system (cloth/elastic.c, cloth/solve.c) */                                            \
    X(bi_membrane_pull, pulls) /* (triangle_count) */                                                        \
    X(bi_block, blocks)        /* (for each of columns) */                                                   \
    X(bi_block, diagonal)      /* (vertex_count) */                                                          \
    X(float, stiffness)        /* (vertex_count)  mean of the elastic diagonal, N/m */                       \
    X(bi_float4, force)        /* (vertex_count)  right side, N */                                           \
    X(bi_float4, inverse)      /* (vertex_count x 2)  of the diagonal block, symmetric */                    \
    X(bi_float4, move)         /* (vertex_count)  unknown, metres */                                         \
    X(bi_float4, residual)     /* (vertex_count) */                                                          \
    X(bi_float4, direction)    /* (vertex_count) */                                                          \
    X(bi_float4, product)      /* (vertex_count) */                                                          \
    X(int32_t, cell_of)        /* (vertex_count)  cell of the coarse level (cloth/coarse.c), or -1 */        \
    X(int32_t, cell_first)     /* (cell_count + 1) */                                                        \
    X(int32_t, cell_members)   /* vertices of each cell */                                                   \
    X(double, coarse)          /* (3 cell_count x 3 cell_count)  its matrix, factored */                     \
    X(double, coarse_right)    /* (3 cell_count)  its right side, then its solution */                       \
    X(double, partial)         /* sums of blocks */                                                          \
    /* ---- rows (cloth/rows.c) */                                                                           \
    X(bi_row, rows)         /* (row_count) */                                                                \
    X(int32_t, touch_first) /* (vertex_count + 1) */                                                         \
    /* ---- near pairs, contacts, crossings */                                                               \
    X(bi_close_triangles, close)      /* (close_count)  triangles near each other */                         \
    X(bi_near_pair, vertex_faces)     /* (vertex_face_count) */                                              \
    X(bi_near_pair, edge_edges)       /* (edge_edge_count) */                                                \
    X(bi_near_pair, solids)           /* (solid_count)  a: vertex, or vertex_count + edge; b: obstacle */    \
    X(bi_contact, contacts)           /* (contact_count) */                                                  \
    X(bi_cluster, clusters)           /* of sheets, then of obstacles */                                     \
    X(bi_cluster_pair, cluster_pairs) /* (cluster_pair_count)  those near each other when listed */          \
    X(int32_t, table)                 /* hash of pairs in contact */                                         \
    X(uint8_t, roles)                 /* (for each of contours.crossings)  which surface pierces: 0 or 1 */  \
    X(bi_exempt_label, exempt_found)  /* which vertices are near which contours, in the order of those */    \
    X(int32_t, exempt_seen)           /* (vertex_count)  scratch: label that was last given to each */       \
    X(int32_t, exempt_first)          /* (vertex_count + 1) */                                               \
    X(int32_t, exempt_labels)         /* of each vertex */                                                   \
    X(uint8_t, yields)    /* (vertex_count)  did it give way when contours were last looked at? */           \
    X(int32_t, reached)   /* (vertex_count)  scratch of floods (cloth/yield_side.c) */                       \
    X(int32_t, side_of)   /* (vertex_count)  nearest side of a contour (cloth/yield_side.c), or -1 */        \
    X(int32_t, side_size) /* (4 for each contour)  vertices */                                               \
    X(bi_yield_side, yield_sides) /* (for each contour)  which side gives way */                             \
    X(bight_vec3, send)           /* (for each crossing)  which way its edge goes to leave the face */       \
    X(uint8_t, verdicts)          /* (close_count)  cloth/step_filter.c */                                   \
    X(int32_t, verdict_counts)    /* (2 for each block of close) */                                          \
    X(int32_t, fan_counts)        /* (2 for each block of vertices)  cloth/step_filter_fan.c */              \
    X(double, solid_slack)        /* (vertex_count)  cloth/step_filter_solid.c */                            \
    X(uint8_t, solid_beyond)      /* (vertex_count) */                                                       \
    X(int32_t, solid_counts)      /* (2 for each block of sheet triangles) */                                \
    X(int32_t, scratch)                                                                                      \
    /* ---- cords (cloth/cord.c, cord_near.c, cord_contact.c) */                                             \
    X(bi_cloth_cord, cords)                                                                                  \
    X(bight_vec3, cord_nodes)   /* (cord_node_count)  of all cords */                                        \
    X(bight_vec3, cord_was)     /* (cord_node_count)  where they were in the last step */                    \
    X(bight_vec3, cord_spare)   /* the same before a move */                                                 \
    X(double, cord_arc)         /* scratch: length of the cord up to each node, before and after */          \
    X(int32_t, cord_links)      /* (x 3)  each node and twice the next; an end that has none itself */       \
    X(int32_t, cord_of)         /* (cord_node_count)  which cord */                                          \
    X(bi_box, cord_boxes)       /* of cord_tree */                                                           \
    X(int32_t, cord_order)      /* (cord_link_count)  nodes that begin a link */                             \
    X(bight_vec3, cord_force)   /* (cord_node_count)  N */                                                   \
    X(double, cord_stiffness)   /* (cord_node_count)  of the contacts that push it, N/m */                   \
    X(bi_leaf_pair, cord_close) /* (cord_close_count)  link and triangle near each other */                  \
    X(double, cord_distance)    /* (cord_close_count)  when the step began, metres */                        \
    X(bi_near_pair, cord_pairs) /* (cord_pair_count)  a: vertex, edge, face (cloth/cord.h); b: link */       \
    X(bight_vec3, cord_listed)  /* (vertex_count)  where vertices were when those were listed */             \
    X(double, cord_room)        /* (vertex_count)  how far from `before` each may be, metres */              \
    X(int32_t, cord_table)      /* hash of features in contact with cords */                                 \
    X(int32_t, cord_chain)      /* (contact_count)  next contact of that hash, or -1 */                      \
    X(bight_vec3, best)         /* (vertex_count)  settling: the best state so far */                        \
    /* ---- what was before a step that may be stopped (cloth/undo.c) */                                     \
    X(bi_contact, kept_contacts)         /* (kept.contact_count) */                                          \
    X(bi_crossing, kept_pierced)         /* (kept.pierced_count) */                                          \
    X(bi_cloth_obstacle, kept_obstacles) /* (obstacle_count) */                                              \
    X(bi_float4, kept_move)              /* (vertex_count)  as are the rest */                               \
    X(uint8_t, kept_flags)                                                                                   \
    X(uint8_t, kept_yields)                                                                                  \
    X(bight_vec3, kept_at) /* this and the next two only if kept.all */                                      \
    X(bight_vec3, kept_velocity)                                                                             \
    X(int32_t, kept_weld)

/// The numbers among what was before a step that may be stopped (cloth/undo.h).
typedef struct bi_cloth_kept {
    bool built, parted, slow;
    bool all; ///< Seams may be welded or layers parted: what they change is kept as well.
    int32_t contact_count, pierced_count, calm, drawn;
    double scale, room, moved, pace, contour_length;
} bi_cloth_kept;

struct bight_cloth_world {
    bight_cloth_world_def def;
#define X(type, name)                                                                                        \
    type *name;                                                                                              \
    int32_t name##_capacity;
    BI_CLOTH_BUFFERS(X)
#undef X
    int32_t panel_count, hand_count, obstacle_count, seam_count, local_count;
    int32_t cord_count, cord_node_count, cord_link_count, cord_close_count, cord_pair_count;
    int32_t vertex_count;
    int32_t sheet_triangle_count; ///< These come first in triangles.
    int32_t triangle_count;       ///< With those of obstacles.
    int32_t row_count, row_entry_count;
    bi_row_entry
        *row_entries;      ///< (row_entry_count)  vertices of each row; this and the next two: cloth/rows.c
    bi_row_entry *touches; ///< (row_entry_count)  rows of each vertex
    bi_float4 *row_pull;   ///< (row_count)  k times the row's motion
    int32_t close_count, vertex_face_count, edge_edge_count, solid_count;
    int32_t contact_count;
    bi_surface surface;                ///< Of all triangles.
    bi_box_tree sheet_tree, body_tree; ///< Over those of sheets, and those of obstacles (counted from 0).
    bi_pair_list parts, body_parts;    ///< Scratch of traversals.
    bi_gather found[4];                ///< What is found: triangles, vertex-face, edge-edge, crossings.

    bi_box_tree cord_tree;   ///< Over links; its memory is cord_boxes and cord_order.
    bi_pair_list cord_parts; ///< Scratch of its traversal.
    bi_gather cord_found[2]; ///< cord_close, cord_pairs.
    bool cords_listed;       ///< Those fit the cords and the topology.
    double cord_margin;      ///< They hold until a vertex has moved this far.
    double cord_motion;      ///< How far any has moved since, when last looked.
    double cord_nearest;     ///< Cloth to the surface of a cord after the last step, in gaps; at most 1.
    int32_t cord_piercings;  ///< Links through triangles at the end of the last step.

    bool built;        ///< Topology fits the sheets.
    bool parted;       ///< What lies in one place was looked for since vertices were put anywhere.
    bool listed_once;  ///< Near pairs fit the topology.
    bool looked;       ///< What pierces what is known for the present positions.
    double margin;     ///< Lists of near pairs hold until things near each other have moved by twice this.
    double clear_unit; ///< Of bi_near_pair.clear: the reach of the lists over 65,535.
    double proof;      ///< Pairs of triangles farther apart than this when listed are not in close, metres.
    double range;      ///< They hold until something has moved this far.
    double room;       ///< At most 1: part of the greatest margin that keeps the lists short.
    int32_t cluster_pair_count;
    double motion;                     ///< Half of how far things near each other have moved since then.
    double pace;                       ///< Of that, in the last iteration, or half of the one before.
    int32_t listings;                  ///< Of near pairs, in all.
    uint32_t table_mask;               ///< Size of table less one.
    bool impatient;                    ///< What fails now does not move at all (cloth/step_filter.c).
    double scale;                      ///< Of the time step, after trouble: at most 1.
    int32_t cell_count;                ///< Of the coarse level; 0 when it is not used.
    bool slow;                         ///< The last linear system took many iterations.
    int32_t calm;                      ///< Steps without trouble since the scale was changed.
    double last_contour, last_stretch; ///< Of the step before.
    double dt;                         ///< Time step of the present step.
    int32_t drawn;                     ///< Steps in which threads have drawn at seams that are open.
    double softness;                   ///< Ladder: contact stiffness near contours is multiplied by this.
    bool fill;                         ///< Ladder: push whole regions inside contours.
    int32_t rings;                     ///< Ladder: so many rings more around intersections have no contacts.
    double thickness;                  ///< In force: at most what the shortest edge allows.
    bi_crossings pierced;              ///< Edges through faces at the present positions.
    bi_contours contours;              ///< The curves they lie on.
    double contour_length;             ///< Of all of them, metres.
    double edge_length;                ///< Mean of the sheets' edges at rest, metres.
    double moved;                      ///< Farthest that any vertex moved in the last iteration.
    int64_t steps;
    bi_cloth_kept kept;
    bi_watch watch; ///< Of the present step. Outside of steps it asks nobody.
};

static inline int64_t bi_cloth_at_least_one(int64_t count)
{
    return count > 0 ? count : 1;
}

/// Room for `count` elements in a buffer of the world; returns from the caller on failure. A buffer is never
/// NULL afterwards, not even for no elements: NULL + 0 and memset(NULL, 0, 0) are undefined in C17.
#define BI_CLOTH_RESERVE(world, name, count)                                                                 \
    do {                                                                                                     \
        bight_status reserve_status_ =                                                                       \
            bi_reserve(&(world)->def.env.allocator, &(world)->name, &(world)->name##_capacity,               \
                       bi_cloth_at_least_one(count), sizeof *(world)->name);                                 \
        if (reserve_status_ != BIGHT_OK) {                                                                   \
            return reserve_status_;                                                                          \
        }                                                                                                    \
    } while (0)

/// The coarse level of the preconditioner is for systems that may take that many iterations, of sheets that
/// have that many vertices; it comes in after one that did take so many, and goes after one that took few.
enum { BI_COARSE_ITERATIONS = 80, BI_COARSE_VERTICES = 2000, BI_COARSE_FEW = 15 };

bi_panel *bi_find_panel(const bight_cloth_world *world, bight_cloth_id id);

/// Threads that loops may use.
static inline int32_t bi_cloth_threads(const bight_cloth_world *world)
{
    return world->def.env.threads;
}

/// bi_parallel_for() in a step, until the watch says stop.
/// @return Did all blocks run? If not, nothing that they write may be read.
static inline bool bi_cloth_run(bight_cloth_world *world, int32_t blocks,
                                void (*run)(void *data, int32_t block), void *data)
{
    return bi_parallel_for_watched(&world->watch, bi_cloth_threads(world), blocks, run, data);
}

/// Items a parallel block.
#define BI_CLOTH_BLOCK 512

static inline int32_t bi_cloth_blocks(int32_t items)
{
    return (items + BI_CLOTH_BLOCK - 1) / BI_CLOTH_BLOCK;
}

static inline int32_t bi_cloth_block_end(int32_t block, int32_t items)
{
    int64_t end = ((int64_t)block + 1) * BI_CLOTH_BLOCK;
    return end < items ? (int32_t)end : items;
}
