// SPDX-License-Identifier: MIT

#include "sim/cluster.h"



// Union-find with the lowest link as the root.

static int32_t root_of(int32_t *parent, int32_t link)
{
    while (parent[link] != link) {
        parent[link] = parent[parent[link]];
        link = parent[link];
    }
    return link;
}

static void join(int32_t *parent, int32_t a, int32_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
}

int32_t bi_group_clusters(bight_world *world)
{
    int32_t *parent = world->cluster;
    for (int32_t i = 0; i < world->node_count; i++) {
        parent[i] = -1;
    }
    for (int32_t i = 0; i < 2 * world->contact_count; i++) {
        int32_t link = world->contact_links[i];
        if (link >= 0 && parent[link] < 0) {
            parent[link] = link;
        }
    }

    // colliding links share a cluster
    for (int32_t i = 0; i < world->contact_count; i++) {
        int32_t a = world->contact_links[2 * i], b = world->contact_links[2 * i + 1];
        if (b >= 0) {
            join(parent, a, b);
        }
    }

    // adjacent links of different clusters merge them
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t links = rope->alive ? bi_link_count(rope) : 0;
        for (int32_t i = 0; i < links; i++) {
            int32_t link = rope->first + i, next = rope->first + (i + 1 < links ? i + 1 : 0);
            bool adjacent = i + 1 < links || rope->closed;
            if (adjacent && parent[link] >= 0 && parent[next] >= 0) {
                join(parent, link, next);
            }
        }
    }
    int32_t count = 0;
    for (int32_t i = 0; i < world->node_count; i++) {
        if (parent[i] >= 0) {
            parent[i] = root_of(parent, i);
            count += parent[i] == i;
        }
    }
    return count;
}
