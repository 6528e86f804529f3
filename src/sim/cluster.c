// SPDX-License-Identifier: MIT

#include "sim/cluster.h"

#include "core/vec3.h"
#include "sim/follow.h"

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

// What pulls at one cluster.
typedef struct pull {
    bight_vec3 centre;       // mean of its nodes
    bight_vec3 sum, moment;  // of pulls weighted by their own size, about the centre
    double weight;           // sum of the weights
    double spread;           // sum of squared arms, weighted
    bight_vec3 carried;      // mean motion of hands on it
    int32_t nodes, hands;
    bool anchored;           // touches an obstacle
} pull;

// Visits the links of one cluster; clusters are few and small, so each walks its own rope range.
static bool link_in(const bight_world *world, const bi_rope *rope, int32_t link, int32_t root)
{
    if (link < rope->first || link >= rope->first + bi_link_count(rope)) {
        return false;
    }
    return world->cluster[link] == root;
}

static int32_t previous_link(const bi_rope *rope, int32_t node)
{
    if (node > rope->first) {
        return node - 1;
    }
    return rope->closed ? rope->first + rope->count - 1 : -1;
}

static bool node_in(const bight_world *world, const bi_rope *rope, int32_t node, int32_t root)
{
    int32_t previous = previous_link(rope, node);
    return link_in(world, rope, node, root) || (previous >= 0 && link_in(world, rope, previous, root));
}

// The next held node beyond `from` in one direction; -1 when the strand dangles.
static int32_t leader_beyond(const bight_world *world, const bi_rope *rope, int32_t from, int32_t forward)
{
    int32_t i = from;
    for (int32_t k = 1; k < rope->count; k++) {
        i += forward;
        if (i < rope->first || i >= rope->first + rope->count) {
            if (!rope->closed) {
                return -1;
            }
            i = i < rope->first ? rope->first + rope->count - 1 : rope->first;
        }
        if (world->held[i] != 0) {
            return i;
        }
    }
    return -1;
}

// The pull of the strand that leaves the cluster at node a towards its neighbour b: what is missing to make
// the link between them as long as it should be. Ropes pull; they do not push.
static void add_pull(const bight_world *world, const bi_rope *rope, int32_t root, int32_t a, int32_t forward,
                     pull *pulls)
{
    int32_t leader = leader_beyond(world, rope, a, forward);
    if (leader < 0 || (node_in(world, rope, leader, root) && !(world->held[leader] & BI_GRASPED))) {
        return; // dangles, or comes back to the same cluster
    }
    int32_t b = a + forward;
    if (b < rope->first || b >= rope->first + rope->count) {
        b = b < rope->first ? rope->first + rope->count - 1 : rope->first;
    }
    bight_vec3 reach = v3_sub(world->at[b], world->at[a]);
    double length = v3_length(reach), missing = length - rope->length;
    if (!(missing > 0.0)) {
        return;
    }

    // weighted by its own size: a slack strand must not halve the pull of a taut one, and two equal pulls
    // in opposite directions cancel
    bight_vec3 d = v3_mul(missing / length, reach), arm = v3_sub(world->at[a], pulls->centre);
    pulls->sum = v3_madd(pulls->sum, missing, d);
    pulls->moment = v3_madd(pulls->moment, missing, v3_cross(arm, d));
    pulls->weight += missing;
    pulls->spread += missing * v3_dot(arm, arm);
}

static pull gather(const bight_world *world, int32_t root)
{
    pull pulls = {0};
    for (int32_t i = 0; i < world->contact_count; i++) {
        int32_t a = world->contact_links[2 * i], b = world->contact_links[2 * i + 1];
        pulls.anchored = pulls.anchored || (b < 0 && world->cluster[a] == root);
    }
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t r = 0; r < world->rope_count; r++) {
            const bi_rope *rope = &world->ropes[r];
            int32_t end = rope->first + (rope->alive ? rope->count : 0);
            for (int32_t i = rope->first > root ? rope->first : rope->first; i < end; i++) {
                if (!(world->held[i] & BI_CONTACT) || !node_in(world, rope, i, root)) {
                    continue;
                }
                if (pass == 0) {
                    pulls.nodes++;
                    pulls.centre = v3_add(pulls.centre, world->at[i]);
                    if (world->held[i] & BI_GRASPED) {
                        pulls.hands++;
                        pulls.carried = v3_add(pulls.carried, v3_sub(world->at[i], world->before[i]));
                    }
                    continue;
                }
                int32_t previous = previous_link(rope, i);
                bool has_next = rope->closed || i + 1 < end;
                if (has_next && !link_in(world, rope, i, root)) {
                    add_pull(world, rope, root, i, 1, &pulls);
                }
                if (previous >= 0 && !link_in(world, rope, previous, root)) {
                    add_pull(world, rope, root, i, -1, &pulls);
                }
            }
        }
        if (pass == 0 && pulls.nodes > 0) {
            pulls.centre = v3_mul(1.0 / pulls.nodes, pulls.centre);
        }
    }
    return pulls;
}

// Rotation by the vector w (angle about its direction, small) as a Cayley transform: exact rotation, no sine.
// x + (w x x + (w x (w x x)) / 2) / (1 + |w|^2 / 4)
static bight_vec3 turn(bight_vec3 w, bight_vec3 x)
{
    bight_vec3 wx = v3_cross(w, x);
    bight_vec3 change = v3_madd(wx, 0.5, v3_cross(w, wx));
    return v3_madd(x, 1.0 / (1.0 + 0.25 * v3_dot(w, w)), change);
}

static void move_cluster(bight_world *world, int32_t root, const pull *pulls, double most)
{
    bight_vec3 shift, spin = v3(0, 0, 0);
    if (pulls->hands > 0) {
        shift = v3_mul(1.0 / pulls->hands, pulls->carried);
    } else if (pulls->weight > 0.0) {
        shift = v3_mul(1.0 / pulls->weight, pulls->sum);

        // least squares of arm x w ~ d over the pulls, with the arms' spread as the inertia
        double inertia = pulls->spread + 1e-12 * most;
        spin = v3_mul(1.0 / inertia, pulls->moment);
    } else {
        return;
    }
    double length = v3_length(shift);
    if (length > most) {
        shift = v3_mul(most / length, shift);
    }
    double angle = v3_length(spin);
    if (angle > 0.1) {
        spin = v3_mul(0.1 / angle, spin);
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t end = rope->first + (rope->alive ? rope->count : 0);
        for (int32_t i = rope->first; i < end; i++) {
            if ((world->held[i] & BI_CONTACT) && !(world->held[i] & BI_GRASPED) && node_in(world, rope, i, root)) {
                bight_vec3 arm = v3_sub(world->at[i], pulls->centre);
                world->at[i] = v3_add(v3_add(pulls->centre, turn(spin, arm)), shift);
            }
        }
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

void bi_move_clusters(bight_world *world)
{
    bool moved = false;
    for (int32_t i = 0; i < world->node_count; i++) {
        if (world->cluster[i] != i) {
            continue;
        }
        pull pulls = gather(world, i);
        if (!pulls.anchored) {
            const bi_rope *rope = &world->ropes[world->rope_of[i]];
            move_cluster(world, i, &pulls, world->def.speed_limit * rope->radius);
            moved = true;
        }
    }
    if (moved) {
        follow_dangling(world);
    }
}
