// SPDX-License-Identifier: MIT

#include "sim/ftl/cluster.h"

#include "core/disjoint.h"

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
            groups -= bi_set_join(parent, a, b);
        }
    }

    // adjacent links of different clusters merge them

    for (int32_t i = 0; i < links; i++) {
        int32_t link = world->contact_links[i];
        const bi_rope *rope = link >= 0 ? &world->ropes[world->rope_of[link]] : NULL;
        int32_t next = rope != NULL ? bi_next(rope, link) : -1;
        bool adjacent = rope != NULL && (rope->closed || next - rope->first < bi_link_count(rope));
        if (adjacent && parent[next] >= 0) {
            groups -= bi_set_join(parent, link, next);
        }
    }

    // roots instead of parents
    for (int32_t i = 0; i < links; i++) {
        int32_t link = world->contact_links[i];
        if (link >= 0) {
            parent[link] = bi_set_root(parent, link);
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
