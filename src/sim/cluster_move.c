// SPDX-License-Identifier: MIT

#include "core/vec3.h"
#include "sim/cluster.h"
#include "sim/follow.h"
#include "sim/held.h"

// Greatest turn of a cluster in one cycle, radians.
#define MOST_SPIN 0.1

// Part of a pull that a cluster follows when several strands pull.
#define TAUT_SHARE 0.02

// ---- walking along ropes -------------------------------------------------------------------------------

static const bi_rope *rope_at(const bight_world *world, int32_t node)
{
    return &world->ropes[world->rope_of[node]];
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

// The link between a node and its neighbour, or -1.
static int32_t link_beside(const bi_rope *rope, int32_t node, int32_t forward)
{
    int32_t next = neighbour(rope, node, forward);
    return next < 0 ? -1 : forward > 0 ? node : next;
}

// The body a node belongs to, or -1. Links that meet in a node and are both in clusters are in the same one.
static int32_t body_of(const bight_world *world, int32_t node)
{
    const bi_rope *rope = rope_at(world, node);
    for (int32_t forward = -1; forward <= 1; forward += 2) {
        int32_t link = link_beside(rope, node, forward);
        if (link >= 0 && world->cluster[link] >= 0) {
            return world->shift_count[world->cluster[link]];
        }
    }
    return -1;
}

// ---- gathering -----------------------------------------------------------------------------------------

// Number the clusters; a root link, whose first node is held, remembers its number in shift_count, free in
// this phase.
static bight_status number_bodies(bight_world *world, int32_t *count)
{
    *count = 0;
    int32_t nodes = world->node_count;
    for (int32_t i = bi_next_held(world->held, 0, nodes); i < nodes;
         i = bi_next_held(world->held, i + 1, nodes)) {
        if (world->cluster[i] == i) {
            world->shift_count[i] = (*count)++;
        }
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &world->bodies, &world->body_capacity, *count,
                                     sizeof *world->bodies);
    for (int32_t i = 0; i < *count && status == BIGHT_OK; i++) {
        world->bodies[i] = (bi_body){.first_strand = -1, .carrier = -1};
    }
    for (int32_t i = 0; i < world->contact_count && status == BIGHT_OK; i++) {
        if (world->contact_links[2 * i] >= 0 && world->contact_links[2 * i + 1] < 0) {
            int32_t root = world->cluster[world->contact_links[2 * i]];
            world->bodies[world->shift_count[root]].anchored = true;
        }
    }
    return status;
}

// List each body's nodes behind one another in world->constrained, free in this phase.
static void list_nodes(bight_world *world, int32_t count)
{
    int32_t nodes = world->node_count;
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = bi_next_held(world->held, 0, nodes); i < nodes;
             i = bi_next_held(world->held, i + 1, nodes)) {
            int32_t body = world->held[i] & BI_CONTACT ? body_of(world, i) : -1;
            if (body < 0) {
                continue;
            }
            bi_body *of = &world->bodies[body];
            if (pass == 1) {
                world->constrained[of->first_node + of->nodes] = i;
            }
            of->nodes++;
        }
        int32_t first = 0;
        for (int32_t k = 0; k < count && pass == 0; k++) {
            world->bodies[k].first_node = first;
            first += world->bodies[k].nodes;
            world->bodies[k].nodes = 0;
        }
    }
}

static void measure_body(bight_world *world, bi_body *body)
{
    for (int32_t k = 0; k < body->nodes; k++) {
        int32_t node = world->constrained[body->first_node + k];
        body->centre = v3_madd(body->centre, 1.0 / body->nodes, world->at[node]);
        if (world->held[node] & BI_GRASPED) {
            body->hands++;
            body->carried = v3_add(body->carried, v3_sub(world->at[node], world->before[node]));
        }
    }
}

// The strand that leaves the body at node a in one direction, if it ends in another held node.
static bight_status add_strand(bight_world *world, int32_t body, int32_t a, int32_t forward)
{
    const bi_rope *rope = rope_at(world, a);
    int32_t link = link_beside(rope, a, forward);
    if (link < 0 || world->cluster[link] >= 0) {
        return BIGHT_OK;
    }
    int32_t leader = a;
    for (int32_t k = 1; k <= rope->count; k++) {
        leader = neighbour(rope, leader, forward);
        if (leader < 0 || world->held[leader] != 0) {
            break;
        }
    }
    if (leader < 0) {
        return BIGHT_OK; // it dangles
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &world->strands, &world->strand_capacity,
                                     (int64_t)world->strand_count + 1, sizeof *world->strands);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t other = world->held[leader] & BI_CONTACT ? body_of(world, leader) : -1;
    bi_body *of = &world->bodies[body];
    of->leads += other != body;
    world->strands[world->strand_count] =
        (bi_strand){.a = a, .leader = leader, .forward = forward, .other = other, .next = of->first_strand};
    of->first_strand = world->strand_count++;
    return BIGHT_OK;
}

static bight_status gather(bight_world *world, int32_t *count)
{
    bight_status status = number_bodies(world, count);
    if (status != BIGHT_OK) {
        return status;
    }
    list_nodes(world, *count);
    world->strand_count = 0;
    for (int32_t i = 0; i < *count && status == BIGHT_OK; i++) {
        bi_body *body = &world->bodies[i];
        measure_body(world, body);
        for (int32_t k = 0; k < body->nodes && status == BIGHT_OK; k++) {
            int32_t node = world->constrained[body->first_node + k];
            status = add_strand(world, i, node, 1);
            status = status == BIGHT_OK ? add_strand(world, i, node, -1) : status;
        }
    }
    return status;
}

// ---- who is carried by whom ----------------------------------------------------------------------------

static bool can_be_carried(const bi_body *body)
{
    return body->leads == 1 && body->hands == 0 && !body->anchored && body->carrier < 0;
}

// Take the bodies that a single strand leads off the tree of strands, outermost first. Each remembers the one
// taken before it, so that the last, which is nearest to the hands, is carried first.
// @return The last body taken, or -1.
static int32_t find_carried(bight_world *world, int32_t count)
{
    int32_t last = -1;
    for (int32_t i = 0; i < count; i++) {
        int32_t body = i;
        while (body >= 0 && can_be_carried(&world->bodies[body])) {
            bi_body *of = &world->bodies[body];
            int32_t strand = of->first_strand;
            while (world->strands[strand].removed || world->strands[strand].other == body) {
                strand = world->strands[strand].next;
            }
            of->carrier = strand;
            of->carried_after = last;
            last = body;

            // the same strand seen from its other end no longer leads anything
            int32_t other = world->strands[strand].other;
            if (other >= 0) {
                int32_t back = world->bodies[other].first_strand;
                while (back >= 0 && (world->strands[back].leader != world->strands[strand].a ||
                                     world->strands[back].a != world->strands[strand].leader ||
                                     world->strands[back].forward != -world->strands[strand].forward)) {
                    back = world->strands[back].next;
                }
                if (back >= 0) {
                    world->strands[back].removed = true;
                    world->bodies[other].leads--;
                }
            }
            body = other;
        }
    }
    return last;
}

// ---- motion --------------------------------------------------------------------------------------------

// Rotation by the vector w (angle about its direction, small) as a Cayley transform: exact rotation, no sine.
// x + (w x x + (w x (w x x)) / 2) / (1 + |w|^2 / 4)
static bight_vec3 turn(bight_vec3 w, bight_vec3 x)
{
    bight_vec3 wx = v3_cross(w, x);
    bight_vec3 change = v3_madd(wx, 0.5, v3_cross(w, wx));
    return v3_madd(x, 1.0 / (1.0 + 0.25 * v3_dot(w, w)), change);
}

// What the pulls at a body come to.
typedef struct pulls {
    bight_vec3 sum, moment; // each weighted by its own size; about the centre
    double weight, spread;  // sums of the weights, and of squared arms times weights
} pulls;

// One strand wants the body's node a one link behind `from`. Ropes pull; they do not push. Weighted by its
// own size: a slack strand must not halve the pull of a taut one, and two equal opposite ones cancel.
static void add_pull(const bight_world *world, const bi_body *body, int32_t a, bight_vec3 from, pulls *all)
{
    bight_vec3 reach = v3_sub(from, world->at[a]);
    double length = v3_length(reach), missing = length - rope_at(world, a)->length;
    if (!(missing > 0.0)) {
        return;
    }
    bight_vec3 d = v3_mul(missing / length, reach), arm = v3_sub(world->at[a], body->centre);
    all->sum = v3_madd(all->sum, missing, d);
    all->moment = v3_madd(all->moment, missing, v3_cross(arm, d));
    all->weight += missing;
    all->spread += missing * v3_dot(arm, arm);
}

static void move_node(bight_world *world, const bi_body *body, int32_t node, bight_vec3 shift,
                      bight_vec3 spin)
{
    if (!(world->held[node] & BI_GRASPED)) {
        bight_vec3 arm = v3_sub(world->at[node], body->centre);
        world->at[node] = v3_add(v3_add(body->centre, turn(spin, arm)), shift);
    }
}

// Farthest node of a body or of its loops from its centre.
static double longest_arm(const bight_world *world, int32_t index)
{
    const bi_body *body = &world->bodies[index];
    double longest = 0.0;
    for (int32_t k = 0; k < body->nodes; k++) {
        bight_vec3 at = world->at[world->constrained[body->first_node + k]];
        longest = bi_max(longest, v3_distance(at, body->centre));
    }
    for (int32_t s = body->first_strand; s >= 0; s = world->strands[s].next) {
        const bi_strand *strand = &world->strands[s];
        if (strand->other == index && strand->forward > 0) {
            const bi_rope *rope = rope_at(world, strand->a);
            for (int32_t i = neighbour(rope, strand->a, 1); i != strand->leader; i = neighbour(rope, i, 1)) {
                longest = bi_max(longest, v3_distance(world->at[i], body->centre));
            }
        }
    }
    return longest;
}

// Move a body and the loops that leave it and come back to it.
static void move_body(bight_world *world, int32_t index, bight_vec3 shift, bight_vec3 spin)
{
    const bi_body *body = &world->bodies[index];
    double most = world->def.speed_limit * rope_at(world, world->constrained[body->first_node])->radius;
    double length = v3_length(shift), angle = v3_length(spin);
    if (length > most) {
        shift = v3_mul(most / length, shift);
    }

    // a long arm must not swing faster than a hand may go
    double arm = longest_arm(world, index), most_spin = bi_min(MOST_SPIN, most / bi_max(arm, 1e-9 * most));
    if (angle > most_spin) {
        spin = v3_mul(most_spin / angle, spin);
    }
    for (int32_t k = 0; k < body->nodes; k++) {
        move_node(world, body, world->constrained[body->first_node + k], shift, spin);
    }
    for (int32_t s = body->first_strand; s >= 0; s = world->strands[s].next) {
        const bi_strand *strand = &world->strands[s];
        if (strand->other == index && strand->forward > 0) {
            const bi_rope *rope = rope_at(world, strand->a);
            for (int32_t i = neighbour(rope, strand->a, 1); i != strand->leader; i = neighbour(rope, i, 1)) {
                move_node(world, body, i, shift, spin);
            }
        }
    }
}

static void move_by_pulls(bight_world *world, int32_t index, const pulls *all, double share)
{
    if (all->weight > 0.0) {
        // least squares of spin x arm ~ d over the pulls, with the arms' spread as the inertia
        double least =
            1e-12 * all->weight * rope_at(world, world->constrained[world->bodies[index].first_node])->length;
        move_body(world, index, v3_mul(share / all->weight, all->sum),
                  v3_mul(share / (all->spread + least), all->moment));
    }
}

// A body held by hands, by an obstacle, or by several strands.
static void move_held(bight_world *world, int32_t index)
{
    const bi_body *body = &world->bodies[index];
    if (body->anchored) {
        return;
    }
    if (body->hands > 0) {
        move_body(world, index, v3_mul(1.0 / body->hands, body->carried), v3(0, 0, 0));
        return;
    }
    pulls all = {0};
    for (int32_t s = body->first_strand; s >= 0; s = world->strands[s].next) {
        const bi_strand *strand = &world->strands[s];
        if (strand->other != index && !strand->removed) {
            // what the strand's other leader suggested for the neighbour is still in right (or left)
            int32_t b = neighbour(rope_at(world, strand->a), strand->a, strand->forward);
            bight_vec3 from = b == strand->leader   ? world->at[b]
                              : strand->forward > 0 ? world->right[b]
                                                    : world->left[b];
            add_pull(world, body, strand->a, from, &all);
        }
    }
    move_by_pulls(world, index, &all, TAUT_SHARE);
}

// A body that a single strand leads: the strand follows its leader alone, then the body follows the strand.
static void carry(bight_world *world, int32_t index)
{
    const bi_body *body = &world->bodies[index];
    const bi_strand *strand = &world->strands[body->carrier];
    const bi_rope *rope = rope_at(world, strand->a);
    int32_t previous = strand->leader, node = neighbour(rope, previous, -strand->forward);
    bight_vec3 direction = v3(1, 0, 0);
    while (node != strand->a) {
        world->at[node] = bi_follow_step(world->at[previous], world->before[previous], world->before[node],
                                         rope->length, &direction);
        previous = node;
        node = neighbour(rope, node, -strand->forward);
    }
    pulls all = {0};
    add_pull(world, body, strand->a, world->at[previous], &all);
    move_by_pulls(world, index, &all, 1.0);
}

// Strands that dangle follow what they hang from.
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
    int32_t count;
    bight_status status = gather(world, &count);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t carried = find_carried(world, count);
    for (int32_t i = 0; i < count; i++) {
        if (world->bodies[i].carrier < 0) {
            move_held(world, i);
        }
    }
    for (int32_t i = carried; i >= 0; i = world->bodies[i].carried_after) {
        carry(world, i);
    }
    follow_dangling(world);
    return BIGHT_OK;
}
