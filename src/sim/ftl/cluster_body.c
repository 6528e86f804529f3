// SPDX-License-Identifier: MIT

#include "sim/ftl/cluster_body.h"

#include "core/vec3.h"
#include "sim/held.h"

// The link between a node and its neighbour, or -1.
static int32_t link_beside(const bi_rope *rope, int32_t node, int32_t forward)
{
    int32_t next = bi_neighbour(rope, node, forward);
    return next < 0 ? -1 : forward > 0 ? node : next;
}

// The body a node belongs to, or -1. Links that meet in a node and are both in clusters are in the same one.
static int32_t body_of(const bight_world *world, int32_t node)
{
    const bi_rope *rope = bi_rope_at(world, node);
    for (int32_t forward = -1; forward <= 1; forward += 2) {
        int32_t link = link_beside(rope, node, forward);
        if (link >= 0 && world->cluster[link] >= 0) {
            return world->shift_count[world->cluster[link]];
        }
    }
    return -1;
}

// Number the clusters; a root link, whose first node is held, remembers its number in shift_count.
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
        if (world->contact_links[2 * i] >= 0 && world->contact_links[2 * i + 1] == BI_OBSTACLE_LINK) {
            int32_t root = world->cluster[world->contact_links[2 * i]];
            world->bodies[world->shift_count[root]].anchored = true;
        }
    }
    return status;
}

// List each body's nodes behind one another in world->constrained.
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
    const bi_rope *rope = bi_rope_at(world, a);
    int32_t link = link_beside(rope, a, forward);
    if (link < 0 || world->cluster[link] >= 0) {
        return BIGHT_OK;
    }
    int32_t leader = a;
    for (int32_t k = 1; k <= rope->count; k++) {
        leader = bi_neighbour(rope, leader, forward);
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

bight_status bi_gather_bodies(bight_world *world, int32_t *count)
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

static bool can_be_carried(const bi_body *body)
{
    return body->leads == 1 && body->hands == 0 && !body->anchored && body->carrier < 0;
}

int32_t bi_find_carried(bight_world *world, int32_t count)
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
