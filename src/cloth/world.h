// SPDX-License-Identifier: MIT
// What a cloth world is made of: vertices, and the states of the parts that work on them, each declared in
// its part's own header. Vertices of all sheets and obstacle meshes lie in one array, in the order in which
// they were added.

#pragma once

#include "cloth/buffer.h"
#include "cloth/bend_friction.h"
#include "cloth/carry.h"
#include "cloth/coarse.h"
#include "cloth/contact.h"
#include "cloth/contact_exempt.h"
#include "cloth/cord.h"
#include "cloth/crease.h"
#include "cloth/elastic.h"
#include "cloth/growth.h"
#include "cloth/hand.h"
#include "cloth/incomplete.h"
#include "cloth/layers.h"
#include "cloth/motion_bound.h"
#include "cloth/near.h"
#include "cloth/obstacle.h"
#include "cloth/rows.h"
#include "cloth/seam.h"
#include "cloth/settle.h"
#include "cloth/sheet.h"
#include "cloth/solve.h"
#include "cloth/step_control.h"
#include "cloth/step_filter.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"
#include "cloth/undo.h"
#include "cloth/weld.h"
#include "cloth/yield_side.h"
#include "core/parallel.h"
#include "core/vec3.h"
#include "core/watch.h"

/// Flags of a vertex.
enum {
    BI_PINNED = 1,     ///< Held by the caller.
    BI_GRASPED = 2,    ///< In a hand.
    BI_BODY = 4,       ///< Of an obstacle mesh.
    BI_TANGLED = 8,    ///< Within a ring of an intersection in this step (cloth/contact_exempt.h).
    BI_LED = 16,       ///< In the hand that is led right now (cloth/kinematic.c).
    BI_SHORTENED = 64, ///< Its motion was shortened in the present round of cloth/step_filter.c.
    BI_HELD = 128      ///< Its motion was shortened in this step.
};
#define BI_FIXED (BI_PINNED | BI_GRASPED | BI_BODY) ///< The solver does not move these.

/// Memory of the step arena (cloth/arena.h).
#define BI_ARENA_BUFFERS(X) X(double, memory)

typedef struct bi_cloth_arena {
    BI_ARENA_BUFFERS(BI_BUFFER)
    size_t used; ///< Bytes that the phase at hand has taken.
} bi_cloth_arena;

/// Vertices, metres and seconds. The first group grows with edits, the second when the topology is built.
#define BI_VERTEX_BUFFERS(X)                                                                                 \
    X(bight_vec3, at)       /* (vertex_count)  where vertices are */                                         \
    X(bight_vec3, velocity) /* (vertex_count)  m/s */                                                        \
    X(uint8_t, flags)       /* (vertex_count) */                                                             \
    X(float, rest)          /* (vertex_count x 3)  in the pattern, of one of its corners */                  \
    X(bight_vec3, before)   /* (vertex_count)  where they were when the step began */                        \
    X(bight_vec3, start)    /* (vertex_count)  where they were when the iteration began */                   \
    X(bight_vec3, goal)     /* (vertex_count)  y of the implicit step */                                     \
    X(double, block_sums)   /* one sum a block of a parallel loop, added up in their order */

/// The parts of a world: field, type, its list of buffers.
#define BI_CLOTH_PARTS(X)                                                                                    \
    X(sheets, bi_cloth_sheets, BI_SHEET_BUFFERS)                                                             \
    X(hands, bi_cloth_hands, BI_HAND_BUFFERS)                                                                \
    X(obstacles, bi_cloth_obstacles, BI_OBSTACLE_BUFFERS)                                                    \
    X(seams, bi_seams, BI_SEAM_BUFFERS)                                                                      \
    X(welds, bi_welds, BI_WELD_BUFFERS)                                                                      \
    X(cords, bi_cords, BI_CORD_BUFFERS)                                                                      \
    X(topology, bi_topology, BI_TOPOLOGY_BUFFERS)                                                            \
    X(creases, bi_creases, BI_CREASE_BUFFERS)                                                                \
    X(bend_friction, bi_bend_friction, BI_BEND_FRICTION_BUFFERS)                                             \
    X(near, bi_near_lists, BI_NEAR_BUFFERS)                                                                  \
    X(clusters, bi_clusters, BI_CLUSTER_BUFFERS)                                                             \
    X(contacts, bi_contacts, BI_CONTACT_BUFFERS)                                                             \
    X(tangle, bi_tangle, BI_TANGLE_BUFFERS)                                                                  \
    X(exempt, bi_exemptions, BI_EXEMPT_BUFFERS)                                                              \
    X(yield, bi_yield_sides, BI_YIELD_SIDE_BUFFERS)                                                          \
    X(elastic, bi_elastic, BI_ELASTIC_BUFFERS)                                                               \
    X(rows, bi_rows, BI_ROW_BUFFERS)                                                                         \
    X(growth, bi_growth, BI_GROWTH_BUFFERS)                                                                  \
    X(carry, bi_carry, BI_CARRY_BUFFERS)                                                                     \
    X(solver, bi_solver, BI_SOLVER_BUFFERS)                                                                  \
    X(incomplete, bi_incomplete, BI_INCOMPLETE_BUFFERS)                                                      \
    X(coarse, bi_coarse, BI_COARSE_BUFFERS)                                                                  \
    X(filter, bi_step_verdicts, BI_FILTER_BUFFERS)                                                           \
    X(settle, bi_settle, BI_SETTLE_BUFFERS)                                                                  \
    X(undo, bi_undo, BI_UNDO_BUFFERS)                                                                        \
    X(arena, bi_cloth_arena, BI_ARENA_BUFFERS)

struct bight_cloth_world {
    bight_cloth_world_def def;
    BI_VERTEX_BUFFERS(BI_BUFFER)
    int32_t vertex_count;
    double thickness;   ///< In force, metres: at most what the shortest edge allows.
    double edge_length; ///< Mean of the sheets' edges at rest, metres.
#define X(part, type, LIST) type part;
    BI_CLOTH_PARTS(X)
#undef X
    bi_layers layers;
    bi_step_control control;
    bi_watch watch; ///< Of the present step. Outside of steps it asks nobody.
};

/// Does the solver move this vertex?
static inline bool bi_cloth_is_free(const bight_cloth_world *world, int32_t vertex)
{
    return (world->flags[vertex] & BI_FIXED) == 0 && world->topology.mass[vertex] > 0.0f;
}

/// Does it move in the solve, by itself or led by a hand?
static inline bool bi_cloth_is_led(const bight_cloth_world *world, int32_t vertex)
{
    return (world->flags[vertex] & (BI_PINNED | BI_BODY)) == 0 && world->topology.mass[vertex] > 0.0f;
}

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
