// SPDX-License-Identifier: MIT

#include "core/vec3.h"
#include "sim/ftl/cluster.h"
#include "sim/ftl/cluster_body.h"
#include "sim/ftl/follow.h"

// Greatest turn of a cluster in one cycle, radians.
#define MOST_SPIN 0.1

// Part of a pull that a cluster follows when several runs pull.
#define TAUT_SHARE 0.02

// Rotation by the vector w (angle about its direction, small) as a Cayley transform: exact rotation, no sine.
// x + (w x x + (w x (w x x)) / 2) / (1 + |w|^2 / 4)
static bight_vec3 turn(bight_vec3 w, bight_vec3 x)
{
    bight_vec3 wx = v3_cross(w, x);
    bight_vec3 change = v3_madd(wx, 0.5, v3_cross(w, wx));
    return v3_madd(x, 1.0 / (1.0 + 0.25 * v3_dot(w, w)), change);
}

// The sum of the pulls at a body.
typedef struct pulls {
    bight_vec3 sum, moment; // each weighted by its own size; about the centre
    double weight, spread;  // sums of the weights, and of squared arms times weights
} pulls;

// One run wants the body's node a one link behind `from`. Ropes pull; they do not push. Weighted by its
// own size: a slack run must not halve the pull of a taut one, and two equal opposite ones cancel.
static void add_pull(const bight_world *world, const bi_body *body, int32_t a, bight_vec3 from, pulls *all)
{
    bight_vec3 reach = v3_sub(from, world->at[a]);
    double length = v3_length(reach), missing = length - bi_rope_at(world, a)->length;
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
    if (!(world->held[node] & BI_IN_HAND)) {
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
        bight_vec3 at = world->at[world->ftl.body_nodes[body->first_node + k]];
        longest = bi_max(longest, v3_distance(at, body->centre));
    }
    for (int32_t s = body->first_run; s >= 0; s = world->runs[s].next) {
        const bi_run *run = &world->runs[s];
        if (run->other == index && run->forward > 0) {
            const bi_rope *rope = bi_rope_at(world, run->a);
            for (int32_t i = bi_neighbour(rope, run->a, 1); i != run->leader; i = bi_neighbour(rope, i, 1)) {
                longest = bi_max(longest, v3_distance(world->at[i], body->centre));
            }
        }
    }
    return longest;
}

// Move a body and the loops that leave it and come back to it.
static void move_body(bight_world *world, int32_t index, bight_vec3 shift, bight_vec3 spin)
{
    BI_ASSERT(index >= 0 && index < world->body_capacity);
    const bi_body *body = &world->bodies[index];
    double most = world->def.speed_limit * bi_rope_at(world, world->ftl.body_nodes[body->first_node])->radius;
    double length = v3_length(shift), angle = v3_length(spin);
    if (length > most) {
        shift = v3_mul(most / length, shift);
    }

    // a long arm must not swing faster than a hand may move
    double arm = longest_arm(world, index), most_spin = bi_min(MOST_SPIN, most / bi_max(arm, 1e-9 * most));
    if (angle > most_spin) {
        spin = v3_mul(most_spin / angle, spin);
    }

    // x -> centre + turn(x - centre) + shift, for the body and the loops that begin and end in it
    for (int32_t k = 0; k < body->nodes; k++) {
        move_node(world, body, world->ftl.body_nodes[body->first_node + k], shift, spin);
    }

    for (int32_t s = body->first_run; s >= 0; s = world->runs[s].next) {
        const bi_run *run = &world->runs[s];
        if (run->other == index && run->forward > 0) {
            const bi_rope *rope = bi_rope_at(world, run->a);
            for (int32_t i = bi_neighbour(rope, run->a, 1); i != run->leader; i = bi_neighbour(rope, i, 1)) {
                move_node(world, body, i, shift, spin);
            }
        }
    }
}

static void move_by_pulls(bight_world *world, int32_t index, const pulls *all, double share)
{
    if (all->weight > 0.0) {
        // least squares of spin x arm ~ d over the pulls, with the arms' spread as the inertia
        double least = 1e-12 * all->weight *
                       bi_rope_at(world, world->ftl.body_nodes[world->bodies[index].first_node])->length;
        move_body(world, index, v3_mul(share / all->weight, all->sum),
                  v3_mul(share / (all->spread + least), all->moment));
    }
}

// A body held by hands, by an obstacle, or by several runs.
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
    for (int32_t s = body->first_run; s >= 0; s = world->runs[s].next) {
        const bi_run *run = &world->runs[s];
        if (run->other != index && !run->removed) {
            // what the run's other leader suggested for the neighbour is still in right (or left)
            int32_t b = bi_neighbour(bi_rope_at(world, run->a), run->a, run->forward);
            bight_vec3 from = b == run->leader   ? world->at[b]
                              : run->forward > 0 ? world->ftl.right[b]
                                                 : world->ftl.left[b];
            add_pull(world, body, run->a, from, &all);
        }
    }
    move_by_pulls(world, index, &all, TAUT_SHARE);
}

// A body that a single run leads: the run follows its leader alone, then the body follows the run.
static void carry(bight_world *world, int32_t index)
{
    BI_ASSERT(world->bodies[index].carrier >= 0 && world->bodies[index].carrier < world->run_count);
    const bi_body *body = &world->bodies[index];
    const bi_run *run = &world->runs[body->carrier];
    const bi_rope *rope = bi_rope_at(world, run->a);

    // FTL1 along the run, from its leader towards the body
    int32_t previous = run->leader, node = bi_neighbour(rope, previous, -run->forward);
    bight_vec3 direction = v3(1, 0, 0);
    while (node != run->a) {
        world->at[node] = bi_follow_step(world->at[previous], world->before[previous], world->before[node],
                                         rope->length, &direction);
        previous = node;
        node = bi_neighbour(rope, node, -run->forward);
    }

    // the body follows its end
    pulls all = {0};
    add_pull(world, body, run->a, world->at[previous], &all);
    move_by_pulls(world, index, &all, 1.0);
}

// Runs that dangle follow what they hang from.
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
        if (first > 0 && held[first] == BI_IN_CONTACT) {
            bi_follow_one(old, at, first, 0, rope->length);
        }
        if (last < rope->count - 1 && held[last] == BI_IN_CONTACT) {
            bi_follow_one(old, at, last, rope->count - 1, rope->length);
        }
    }
}

bight_status bi_move_clusters(bight_world *world)
{
    int32_t count;
    bight_status status = bi_gather_bodies(world, &count);
    if (status != BIGHT_OK) {
        return status;
    }

    // bodies that are held, then those that are carried, from the hands outwards
    int32_t carried = bi_find_carried(world, count);
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
