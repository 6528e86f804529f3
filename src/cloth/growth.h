// SPDX-License-Identifier: MIT
// No step stretches cloth beyond what it bears: where a step would, its motion is shortened or not made.
//
// The excess of a triangle is its stretch less its material's strain_limit. Triangles with an excess above
// BI_GROWTH_FREE form islands, joined by common vertices; e0 and e1 are the greatest excess of an island when
// an iteration begins and ends. The iteration is accepted there if
//
//     e1 <= max(BI_GROWTH_FREE, min(e0 + r(e0), max(BI_GROWTH_MOST, e0))),
//     r(e) = 0.005 clamp((BI_GROWTH_MOST - e) / 0.04, 0.2, 1)
//
// Otherwise the motion of the island is halved, fading out over the rings around it, and safe mode proves what
// is left; after a few such tries the pieces of cloth with islands that still grow stay where they were. So a
// step never ends with more than the greatest of BI_GROWTH_MOST and what there was before.
//
// Shortening saves one step. `damping` (0 where all is well) shortens what the next solve proposes there.

#pragma once

#include "cloth/buffer.h"

/// Excess that needs no look, and the most that a step may lead to.
#define BI_GROWTH_FREE 0.01
#define BI_GROWTH_MOST 0.0499 // 1.10, rounding included

#define BI_GROWTH_BUFFERS(X)                                                                                 \
    X(float, before)        /* (sheets.triangle_count)  excess when the iteration began */                   \
    X(float, after)         /* (sheets.triangle_count)  and now */                                           \
    X(int32_t, islands)     /* (sheets.triangle_count)  triangles, island after island */                    \
    X(int32_t, around)      /* (vertex_count)  vertices of what was refused and rings around them */         \
    X(bight_vec3, proposed) /* (vertex_count)  where the iteration wanted them */                            \
    X(float, share)         /* (vertex_count)  part of that way that is left */                              \
    X(float, damping)       /* (vertex_count)  of the next solve, against the stiffness of the vertex */     \
    X(uint8_t, mark)        /* (larger of both counts)  scratch */                                           \
    X(uint8_t, doubted)     /* (vertex_count)  refused in this step */                                       \
    X(uint8_t, excused)     /* (vertex_count)  the rule does not hold there */

typedef struct bi_growth {
    BI_GROWTH_BUFFERS(BI_BUFFER)
    double ceiling;  ///< What triangles above BI_GROWTH_MOST may have.
    int32_t refused; ///< Vertices in `around`.
} bi_growth;

/// Note what the iteration proposes: world->at as it is now.
void bi_growth_propose(bight_cloth_world *world);

/// Look at the motion from world->start to world->at. False when some island grows too much.
bool bi_growth_accepts(bight_cloth_world *world);

/// Put vertices back along their way where bi_growth_accepts() has refused it. Obstacles stay.
/// @param tries So many times before in this iteration.
/// @return False when everything stays where it was; nothing needs a proof then.
bool bi_growth_shorten(bight_cloth_world *world, int32_t tries);

/// At the end of a step: trust less what was refused, a little more what was not.
void bi_growth_learn(bight_cloth_world *world);

/// Room for all of it, when the topology is built.
bight_status bi_growth_build(bight_cloth_world *world);
