// SPDX-License-Identifier: MIT

#include "sim/ftl/cluster.h"

// Union-find with the lowest link as the root.

static int32_t root_of(int32_t *parent, int32_t link)
{
    while (parent[link] != link) {
        parent[link] = parent[parent[link]];
        link = parent[link];
    }
    return link;
}

// @return How many groups fewer there are: 1, or 0 when they were one.
static int32_t join(int32_t *parent, int32_t a, int32_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
    return a != b;
}

int32_t bi_group_clusters(bight_world *world)
{
    int32_t *parent = world->cluster, links = 2 * world->contact_count, groups = 0;

    // every link in contact is a group of its own
    for (int32_t i = 0; i < links; i++) {
        int32_t link = world->contact_links[i];
        if (link >= 0 && parent[link] < 0) {
            parent[link] = link;
            groups++;
        }
    }

    // colliding links share a cluster
    for (int32_t i = 0; i < world->contact_count; i++) {
        int32_t a = world->contact_links[2 * i], b = world->contact_links[2 * i + 1];
        if (b >= 0) {
            groups -= join(parent, a, b);
        }
    }

    // adjacent links of different clusters merge them

    for (int32_t i = 0; i < links; i++) {
        int32_t link = world->contact_links[i];
        const bi_rope *rope = link >= 0 ? &world->ropes[world->rope_of[link]] : NULL;
        int32_t next = rope != NULL ? bi_next(rope, link) : -1;
        bool adjacent = rope != NULL && (rope->closed || next - rope->first < bi_link_count(rope));
        if (adjacent && parent[next] >= 0) {
            groups -= join(parent, link, next);
        }
    }

    // roots instead of parents
    for (int32_t i = 0; i < links; i++) {
        int32_t link = world->contact_links[i];
        if (link >= 0) {
            parent[link] = root_of(parent, link);
        }
    }
    return groups;
}

void bi_ungroup_clusters(bight_world *world)
{
    for (int32_t i = 0; i < 2 * world->contact_count; i++) {
        int32_t link = world->contact_links[i];
        if (link >= 0) {
            world->cluster[link] = -1;
        }
    }
}
