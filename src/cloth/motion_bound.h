// SPDX-License-Identifier: MIT
// How long a list of near pairs holds. Cloth that falls or is carried moves far, but neighbouring parts of it
// move alike: what counts is how far things have moved relative to what was near them. Triangles are taken in
// clusters (nodes of the hierarchy); a cluster's motion is its mean and the greatest deviation from it.

#pragma once

#include "cloth/buffer.h"

/// How a node of a hierarchy has moved since near pairs were listed.
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

#define BI_CLUSTER_BUFFERS(X)                                                                                \
    X(bi_cluster, items)      /* of sheets, then of obstacles */                                             \
    X(bi_cluster_pair, pairs) /* (pair_count)  those near each other when listed */                          \
    X(bight_vec3, listed_at)  /* (vertex_count)  where vertices were when near pairs were listed */

typedef struct bi_clusters {
    BI_CLUSTER_BUFFERS(BI_BUFFER)
    int32_t pair_count;
} bi_clusters;

/// Restart from the present positions: clusters within world->near.range of each other are paired. The trees
/// must be fitted to them.
bight_status bi_motion_bound_start(bight_cloth_world *world);

/// Half the greatest relative motion of paired clusters, as far as it matters: pairs beyond
/// the reach of the lists may come as much nearer for nothing. The lists hold while it is at most
/// world->near.margin.
/// @param stepped  The iteration began at world->start: measure how far clusters have gone in it, too.
/// @param farthest Receives how far anything has moved; what pairing covers ends at world->near.range.
double bi_motion_bound(bight_cloth_world *world, bool stepped, double *farthest);

/// Does everything move at most bi_filter_reach() in this iteration, as bi_motion_bound_hold() has found?
bool bi_motion_bound_all_held(const bight_cloth_world *world);

/// Hold what triangles that are not listed might meet: clusters that have come nearer to each other than
/// world->near.proof allows, as bi_motion_bound() has last measured them. Their vertices go back along their
/// way into the balls of radius bi_filter_reach() around where they started, and so do obstacle meshes.
/// @param all Hold all of them.
/// @return How many were not held before.
int32_t bi_motion_bound_hold(bight_cloth_world *world, bool all);
