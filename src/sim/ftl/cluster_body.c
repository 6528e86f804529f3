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
            return world->ftl.body_of[world->cluster[link]];
        }
    }
    return -1;
}

// Number the clusters; a root link, whose first node is held, has its number in body_of.
static bight_status number_bodies(bight_world *world, int32_t *count)
{
    *count = 0;
    int32_t nodes = world->node_count;
    for (int32_t i = bi_next_held(world->held, 0, nodes); i < nodes;
         i = bi_next_held(world->held, i + 1, nodes)) {
        if (world->cluster[i] == i) {
            world->ftl.body_of[i] = (*count)++;
        }
    }
    bight_status status = bi_reserve(&world->def.env.allocator, &world->bodies, &world->body_capacity, *count,
                                     sizeof *world->bodies);
    for (int32_t i = 0; i < *count && status == BIGHT_OK; i++) {
        world->bodies[i] = (bi_body){.first_run = -1, .carrier = -1};
    }
    for (int32_t i = 0; i < world->contact_count && status == BIGHT_OK; i++) {
        if (world->contact_links[2 * i] >= 0 && world->contact_links[2 * i + 1] == BI_OBSTACLE_LINK) {
            int32_t root = world->cluster[world->contact_links[2 * i]];
            world->bodies[world->ftl.body_of[root]].anchored = true;
        }
    }
    return status;
}

// List each body's nodes behind one another in world->ftl.body_nodes.
static void list_nodes(bight_world *world, int32_t count)
{
    int32_t nodes = world->node_count;
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = bi_next_held(world->held, 0, nodes); i < nodes;
             i = bi_next_held(world->held, i + 1, nodes)) {
            int32_t body = world->held[i] & BI_IN_CONTACT ? body_of(world, i) : -1;
            if (body < 0) {
                continue;
            }
            bi_body *of = &world->bodies[body];
            if (pass == 1) {
                world->ftl.body_nodes[of->first_node + of->nodes] = i;
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
        int32_t node = world->ftl.body_nodes[body->first_node + k];
        body->centre = v3_madd(body->centre, 1.0 / body->nodes, world->at[node]);
        if (world->held[node] & BI_IN_HAND) {
            body->hands++;
            body->carried = v3_add(body->carried, v3_sub(world->at[node], world->before[node]));
        }
    }
}

// The run that leaves the body at node a in one direction, if it ends in another held node.
static bight_status add_run(bight_world *world, int32_t body, int32_t a, int32_t forward)
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

    bight_status status = bi_reserve(&world->def.env.allocator, &world->runs, &world->run_capacity,
                                     (int64_t)world->run_count + 1, sizeof *world->runs);
    if (status != BIGHT_OK) {
        return status;
    }

    int32_t other = world->held[leader] & BI_IN_CONTACT ? body_of(world, leader) : -1;
    bi_body *of = &world->bodies[body];
    of->leads += other != body;
    world->runs[world->run_count] =
        (bi_run){.a = a, .leader = leader, .forward = forward, .other = other, .next = of->first_run};
    of->first_run = world->run_count++;
    return BIGHT_OK;
}

bight_status bi_gather_bodies(bight_world *world, int32_t *count)
{
    BI_ASSERT(world->ftl.body_of != NULL && world->ftl.body_nodes != NULL);
    bight_status status = number_bodies(world, count);
    if (status != BIGHT_OK) {
        return status;
    }
    list_nodes(world, *count);
    world->run_count = 0;
    for (int32_t i = 0; i < *count && status == BIGHT_OK; i++) {
        bi_body *body = &world->bodies[i];
        measure_body(world, body);
        for (int32_t k = 0; k < body->nodes && status == BIGHT_OK; k++) {
            int32_t node = world->ftl.body_nodes[body->first_node + k];
            status = add_run(world, i, node, 1);
            status = status == BIGHT_OK ? add_run(world, i, node, -1) : status;
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

            // the one run that leads it carries it
            int32_t run = of->first_run;
            while (world->runs[run].removed || world->runs[run].other == body) {
                run = world->runs[run].next;
            }
            of->carrier = run;
            of->carried_after = last;
            last = body;

            // the same run seen from its other end no longer leads anything
            int32_t other = world->runs[run].other;
            if (other >= 0) {
                int32_t back = world->bodies[other].first_run;
                while (back >= 0 && (world->runs[back].leader != world->runs[run].a ||
                                     world->runs[back].a != world->runs[run].leader ||
                                     world->runs[back].forward != -world->runs[run].forward)) {
                    back = world->runs[back].next;
                }
                if (back >= 0) {
                    world->runs[back].removed = true;
                    world->bodies[other].leads--;
                }
            }
            body = other;
        }
    }
    return last;
}
