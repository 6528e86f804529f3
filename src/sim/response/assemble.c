// SPDX-License-Identifier: MIT
// One Newton step of the group: the matrix A and the right side of all its ropes, without contacts.

#include "sim/response/response.h"

#include "core/vec3.h"

// Stretch of a link at which a hand pulls with all its force.
#define GIVE 0.002

// What the drag along a whole rope takes of a hand's force at full speed, and the drag across it at one node.
#define DRAG_ALONG 0.02
#define DRAG_ACROSS 0.05

// A slowing rope is dragged less and less, so that it arrives: its last pace counts, but at least this.
#define LEAST_PACE 0.01

double bi_response_speed(const bight_world *world, const bi_rope *rope)
{
    return world->def.speed_limit * bi_min(rope->radius, 0.5 * rope->length);
}

double bi_response_stiffness(const bi_rope *rope)
{
    return 1.0 / (GIVE * rope->length);
}

// Where the rope went through a node when the cycle began.
static bight_vec3 direction_at(const bight_world *world, const bi_rope *rope, int32_t node)
{
    const bight_vec3 *x = world->before;
    int32_t end = rope->first + rope->count - 1;
    int32_t next = node < end ? node + 1 : rope->closed ? rope->first : node;
    int32_t last = node > rope->first ? node - 1 : rope->closed ? end : node;
    return v3_unit(v3_sub(x[next], x[last]), v3(0, 0, 0));
}

// What gravity and loads ask of a node, metres, no more than the speed limit.
static bight_vec3 sinking_of(const bight_world *world, const bi_rope *rope, int32_t node)
{
    bight_vec3 g = world->def.gravity;
    bight_vec3 sink = rope->loaded ? v3_add(g, rope->load[node - rope->first]) : g;
    double size = v3_length(sink), most = world->def.speed_limit * rope->radius;
    return size > most ? v3_mul(most / size, sink) : sink;
}

// Drag: C = c t t^T + c' (I - t t^T) on the diagonal, C (x0 + g - x) on the right.
static void assemble_drag(bight_world *world, const bi_rope *rope)
{
    double speed = bi_response_speed(world, rope);
    double along = DRAG_ALONG / (rope->count * speed);
    double across = DRAG_ACROSS * bi_max(rope->rest.pace, LEAST_PACE) / speed, more = along - across;
    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        bi_chain_node *n = &world->response->chain[i];
        bight_vec3 t = direction_at(world, rope, i);
        bight_vec3 way = v3_add(sinking_of(world, rope, i), v3_sub(world->before[i], world->at[i]));
        n->diagonal = (bi_sym3){{across + more * t.x * t.x, more * t.x * t.y, more * t.x * t.z,
                                 across + more * t.y * t.y, more * t.y * t.z, across + more * t.z * t.z}};
        n->right = v3_madd(v3_mul(across, way), more * v3_dot(t, way), t);
    }
}

// Links: K = k t t^T + max(T, 0) / |e| (I - t t^T) couples the two nodes, T t pulls at them. Without the second part,
// the stiffness that tension gives across a link, a taut rope overshoots.
static double assemble_links(bight_world *world, const bi_rope *rope)
{
    bi_response *r = world->response;
    double k = bi_response_stiffness(rope), worst = 0.0;
    for (int32_t l = 0; l < bi_link_count(rope); l++) {
        int32_t i = rope->first + l, j = bi_next(rope, i);
        bight_vec3 e = v3_sub(world->at[j], world->at[i]);
        double length = v3_length(e), tension = k * (length - rope->length);
        bight_vec3 t = v3_unit(e, v3(1, 0, 0));
        double across = bi_max(tension, 0.0) / bi_max(length, 0.1 * rope->length), more = k - across;
        bi_sym3 stiff = {{more * t.x * t.x + across, more * t.x * t.y, more * t.x * t.z,
                          more * t.y * t.y + across, more * t.y * t.z, more * t.z * t.z + across}};

        r->link[i] = stiff;
        for (int32_t m = 0; m < 6; m++) {
            r->chain[i].diagonal.m[m] += stiff.m[m];
            r->chain[j].diagonal.m[m] += stiff.m[m];
        }
        r->chain[i].right = v3_madd(r->chain[i].right, tension, t);
        r->chain[j].right = v3_madd(r->chain[j].right, -tension, t);
        worst = bi_max(worst, fabs(length / rope->length - 1.0));
    }
    return worst;
}

// Hands that move: a spring F / d from the node to the aim.
static void assemble_hands(bight_world *world)
{
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || !bi_response_solves(world, hand->rope)) {
            continue;
        }
        int32_t node = world->ropes[hand->rope].first + hand->node;
        bi_chain_node *n = &world->response->chain[node];
        if (n->kind != BI_CHAIN_WALL) {
            double k = 1.0 / v3_distance(hand->aim, world->before[node]);
            n->diagonal.m[0] += k;
            n->diagonal.m[3] += k;
            n->diagonal.m[5] += k;
            n->right = v3_madd(n->right, k, v3_sub(hand->aim, world->at[node]));
        }
    }
}

void bi_response_mark_walls(bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        for (int32_t i = rope->first; i < rope->first + rope->count && bi_response_solves(world, q); i++) {
            r->chain[i].kind = BI_CHAIN_FREE;
        }
    }
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || !bi_response_solves(world, hand->rope)) {
            continue;
        }
        const bi_rope *rope = &world->ropes[hand->rope];
        int32_t node = rope->first + hand->node;
        if (v3_distance(hand->aim, world->before[node]) <= 1e-9 * rope->radius) {
            r->chain[node].kind = BI_CHAIN_WALL;
        }
    }
}

// Kept are the nodes that contacts pull at.
static void mark_kept(bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        for (int32_t i = rope->first; i < rope->first + rope->count && bi_response_solves(world, q); i++) {
            r->chain[i].kind = r->chain[i].kind == BI_CHAIN_WALL ? BI_CHAIN_WALL : BI_CHAIN_FREE;
        }
    }
    for (int32_t i = 0; i < r->now.count; i++) {
        for (int32_t k = 0; k < r->now.grips[i].nodes; k++) {
            r->chain[r->now.grips[i].node[k]].kind = BI_CHAIN_KEPT;
        }
    }
}

double bi_response_assemble(bight_world *world)
{
    double worst = 0.0;
    mark_kept(world);
    for (int32_t q = 0; q < world->rope_count; q++) {
        if (bi_response_solves(world, q)) {
            assemble_drag(world, &world->ropes[q]);
            worst = bi_max(worst, assemble_links(world, &world->ropes[q]));
        }
    }
    assemble_hands(world);
    return worst;
}
