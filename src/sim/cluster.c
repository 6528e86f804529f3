// SPDX-License-Identifier: MIT

#include "sim/cluster.h"

#include "core/vec3.h"
#include "sim/follow.h"

// Greatest turn of a cluster in one cycle, radians.
#define MOST_SPIN 0.1

// ---- grouping: union-find with the lowest link as the root ---------------------------------------------

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

// ---- motion --------------------------------------------------------------------------------------------

static int32_t previous_link(const bi_rope *rope, int32_t node)
{
    if (node > rope->first) {
        return node - 1;
    }
    return rope->closed ? rope->first + rope->count - 1 : -1;
}

static bool has_link(const bi_rope *rope, int32_t node)
{
    return rope->closed || node + 1 < rope->first + rope->count;
}

// The cluster a node belongs to, as the index of its pull, or -1. Links that meet in a node and are both in
// clusters are in the same one.
static int32_t cluster_of(const bight_world *world, const bi_rope *rope, int32_t node)
{
    int32_t previous = previous_link(rope, node);
    int32_t root = has_link(rope, node) ? world->cluster[node] : -1;
    if (root < 0 && previous >= 0) {
        root = world->cluster[previous];
    }
    return root >= 0 ? world->shift_count[root] : -1;
}

// The node next to `node`, or -1 beyond an end.
static int32_t neighbour(const bi_rope *rope, int32_t node, int32_t forward)
{
    int32_t next = node + forward;
    if (next >= rope->first && next < rope->first + rope->count) {
        return next;
    }
    if (!rope->closed) {
        return -1;
    }
    return next < rope->first ? rope->first + rope->count - 1 : rope->first;
}

// The next held node beyond `node` in one direction; -1 when the strand dangles.
static int32_t leader_beyond(const bight_world *world, const bi_rope *rope, int32_t node, int32_t forward)
{
    int32_t i = node;
    for (int32_t k = 1; k < rope->count; k++) {
        i = neighbour(rope, i, forward);
        if (i < 0 || world->held[i] != 0) {
            return i;
        }
    }
    return -1;
}

// Where the strand that leaves the cluster at node a wants it: one more step of FTL1 from the strand's other
// leader, whose suggestion for the neighbour is still in `right` (or `left` for a strand that goes back). So a
// knot follows a hand like any other piece of rope. Ropes pull; they do not push.
static void add_pull(bight_world *world, const bi_rope *rope, int32_t cluster, int32_t a, int32_t forward)
{
    int32_t leader = leader_beyond(world, rope, a, forward);
    if (leader < 0 || (cluster_of(world, rope, leader) == cluster && !(world->held[leader] & BI_GRASPED))) {
        return; // dangles, or comes back to the same cluster
    }
    int32_t b = neighbour(rope, a, forward);
    bight_vec3 from = b == leader ? world->at[b] : forward > 0 ? world->right[b] : world->left[b];
    bight_vec3 reach = v3_sub(from, world->at[a]);
    double length = v3_length(reach), missing = length - rope->length;
    if (!(missing > 0.0)) {
        return;
    }

    // weighted by its own size: a slack strand must not halve the pull of a taut one, and two equal pulls
    // in opposite directions cancel
    bi_pull *pull = &world->pulls[cluster];
    bight_vec3 d = v3_mul(missing / length, reach), arm = v3_sub(world->at[a], pull->centre);
    pull->sum = v3_madd(pull->sum, missing, d);
    pull->moment = v3_madd(pull->moment, missing, v3_cross(arm, d));
    pull->weight += missing;
    pull->spread += missing * v3_dot(arm, arm);
}

// Calls visit for every contact node of every rope, in order.
static void each_node(bight_world *world,
                      void (*visit)(bight_world *world, const bi_rope *rope, int32_t node, int32_t cluster))
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t end = rope->first + (rope->alive ? rope->count : 0);
        for (int32_t i = rope->first; i < end; i++) {
            if (world->held[i] & BI_CONTACT) {
                int32_t cluster = cluster_of(world, rope, i);
                if (cluster >= 0) {
                    visit(world, rope, i, cluster);
                }
            }
        }
    }
}

static void add_node(bight_world *world, const bi_rope *rope, int32_t node, int32_t cluster)
{
    (void)rope;
    bi_pull *pull = &world->pulls[cluster];
    pull->nodes++;
    pull->centre = v3_add(pull->centre, world->at[node]);
    if (world->held[node] & BI_GRASPED) {
        pull->hands++;
        pull->carried = v3_add(pull->carried, v3_sub(world->at[node], world->before[node]));
    }
}

static void add_strands(bight_world *world, const bi_rope *rope, int32_t node, int32_t cluster)
{
    int32_t previous = previous_link(rope, node);
    if (has_link(rope, node) && world->cluster[node] < 0) {
        add_pull(world, rope, cluster, node, 1);
    }
    if (previous >= 0 && world->cluster[previous] < 0) {
        add_pull(world, rope, cluster, node, -1);
    }
}

// Rotation by the vector w (angle about its direction, small) as a Cayley transform: exact rotation, no sine.
// x + (w x x + (w x (w x x)) / 2) / (1 + |w|^2 / 4)
static bight_vec3 turn(bight_vec3 w, bight_vec3 x)
{
    bight_vec3 wx = v3_cross(w, x);
    bight_vec3 change = v3_madd(wx, 0.5, v3_cross(w, wx));
    return v3_madd(x, 1.0 / (1.0 + 0.25 * v3_dot(w, w)), change);
}

// From what pulls at a cluster to how it moves.
static void decide(bi_pull *pull, double most)
{
    pull->shift = pull->spin = v3(0, 0, 0);
    if (pull->anchored) {
        return;
    }
    if (pull->hands > 0) {
        pull->shift = v3_mul(1.0 / pull->hands, pull->carried);
    } else if (pull->weight > 0.0) {
        pull->shift = v3_mul(1.0 / pull->weight, pull->sum);

        // least squares of spin x arm ~ d over the pulls, with the arms' spread as the inertia
        pull->spin = v3_mul(1.0 / (pull->spread + 1e-12 * most), pull->moment);
    }
    double length = v3_length(pull->shift), angle = v3_length(pull->spin);
    if (length > most) {
        pull->shift = v3_mul(most / length, pull->shift);
    }
    if (angle > MOST_SPIN) {
        pull->spin = v3_mul(MOST_SPIN / angle, pull->spin);
    }
}

static void move_node(bight_world *world, const bi_rope *rope, int32_t node, int32_t cluster)
{
    (void)rope;
    const bi_pull *pull = &world->pulls[cluster];
    if (!(world->held[node] & BI_GRASPED)) {
        bight_vec3 arm = v3_sub(world->at[node], pull->centre);
        world->at[node] = v3_add(v3_add(pull->centre, turn(pull->spin, arm)), pull->shift);
    }
}

// Strands that dangle from a cluster follow it.
static void follow_dangling(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (!rope->alive || rope->closed) {
            continue;
        }
        int32_t first = 0, last = rope->count - 1;
        const uint8_t *held = world->held + rope->first;
        while (first < rope->count && held[first] == 0) {
            first++;
        }
        while (last > first && held[last] == 0) {
            last--;
        }
        if (first == rope->count) {
            continue;
        }
        bight_vec3 *at = world->at + rope->first, *old = world->before + rope->first;
        if (first > 0 && held[first] == BI_CONTACT) {
            bi_follow_one(old, at, first, 0, rope->length);
        }
        if (last < rope->count - 1 && held[last] == BI_CONTACT) {
            bi_follow_one(old, at, last, rope->count - 1, rope->length);
        }
    }
}

bight_status bi_move_clusters(bight_world *world)
{
    // number the clusters; a root link remembers its number in shift_count, free in this phase
    int32_t count = 0;
    for (int32_t i = 0; i < world->node_count; i++) {
        if (world->cluster[i] == i) {
            world->shift_count[i] = count++;
        }
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &world->pulls, &world->pull_capacity, count,
                                     sizeof *world->pulls);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < count; i++) {
        world->pulls[i] = (bi_pull){0};
    }
    for (int32_t i = 0; i < world->contact_count; i++) {
        if (world->contact_links[2 * i + 1] < 0) {
            int32_t root = world->cluster[world->contact_links[2 * i]];
            world->pulls[world->shift_count[root]].anchored = true;
        }
    }
    each_node(world, add_node);
    for (int32_t i = 0; i < count; i++) {
        bi_pull *pull = &world->pulls[i];
        pull->centre = v3_mul(1.0 / (pull->nodes > 0 ? pull->nodes : 1), pull->centre);
    }
    each_node(world, add_strands);
    for (int32_t i = 0; i < world->node_count; i++) {
        if (world->cluster[i] == i) {
            const bi_rope *rope = &world->ropes[world->rope_of[i]];
            decide(&world->pulls[world->shift_count[i]], world->def.speed_limit * rope->radius);
        }
    }
    each_node(world, move_node);
    follow_dangling(world);
    return BIGHT_OK;
}
