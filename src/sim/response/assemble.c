// SPDX-License-Identifier: MIT
// One Newton step of the group: the matrix A and the right side of all its ropes, without contacts.

#include "sim/response/response.h"

#include "core/vec3.h"
#include "sim/hands.h"
#include "sim/response/forces.h"
#include "sim/rod/rod.h"

// What the drag along a whole rope takes of a hand's force at full speed, and the drag across it at one node.
#define DRAG_ALONG 0.02
#define DRAG_ACROSS 0.05

// The share of that drag which a node in contact has: a tight knot is led as easily as a rope, so that a hand pulls the
// knot along instead of closing the loops that lie free before it.
#define DRAG_IN_CONTACT 0.02

// A slowing rope is dragged less and less, so that it arrives: its last pace counts, but at least this.
#define LEAST_PACE 0.01

double bi_response_speed(const bight_world *world, const bi_rope *rope)
{
    return world->def.speed_limit * bi_min(rope->radius, 0.5 * rope->length);
}

double bi_response_stiffness(const bi_rope *rope)
{
    if (rope->rod != NULL) {
        return rope->rod->def.stretch / (rope->length * rope->rod->def.hand_force);
    }
    return 1.0 / (BI_RESPONSE_GIVE * rope->length);
}

double bi_response_guest_drag(const bight_world *world, const bi_rope *rope, bool in_contact)
{
    const bi_response *r = world->response;
    double speed = bi_response_speed(world, rope), along = DRAG_ALONG / (rope->count * speed);
    double across = DRAG_ACROSS * bi_max(rope->rest.pace, LEAST_PACE) / speed;
    return in_contact ? r->drag * bi_max(along, DRAG_IN_CONTACT * across) : bi_max(along, across);
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

double bi_response_strain(const bight_world *world)
{
    const bi_response *r = world->response;
    double worst = 0.0;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        double inverse = 1.0 / rope->length;
        for (int32_t l = 0; l < bi_link_count(rope) && !bi_response_is_guest(rope); l++) {
            int32_t i = rope->first + l, j = bi_next(rope, i);
            worst = bi_max(worst, fabs(v3_distance(world->at[j], world->at[i]) * inverse - 1.0));
        }
    }
    return worst;
}

// x_i of the last Newton step; what is held does not move.
static bight_vec3 step_of(const bi_chain_node *node)
{
    return node->kind != BI_CHAIN_WALL ? node->x : v3(0, 0, 0);
}

// | e + d | - (|e| + u . d), u = e / |e|: e the link before the step, d what the step adds.
double bi_response_link_error(const bight_world *world)
{
    const bi_response *r = world->response;
    double worst = 0.0;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        double inverse = 1.0 / rope->length;
        for (int32_t l = 0; l < bi_link_count(rope); l++) {
            int32_t i = rope->first + l, j = bi_next(rope, i);
            bight_vec3 now = v3_sub(world->at[j], world->at[i]);
            bight_vec3 before = v3_sub(now, v3_sub(step_of(&r->chain[j]), step_of(&r->chain[i])));
            double linear = v3_dot(now, v3_unit(before, v3(0, 0, 0)));
            worst = bi_max(worst, (v3_length(now) - linear) * inverse);
        }
    }
    return worst;
}

// One node after the other.
//   drag   C = c t t^T + c' (I - t t^T) on the diagonal, C (x0 - x) + c0 g on the right. c0 is c' away from contacts: a
//          weight is the same in all directions and on all nodes, so that ropes at rest hang and hold as heavy ones do
//   links  K = k t t^T + max(T, 0) / |e| (I - t t^T) couples the two nodes, T t pulls at them; without the second part,
//          the stiffness that tension gives across a link, a taut rope overshoots
static void assemble_rope(bight_world *world, const bi_rope *rope)
{
    bi_response *r = world->response;
    double speed = bi_response_speed(world, rope), k = bi_response_stiffness(rope);
    double along = DRAG_ALONG / (rope->count * speed);
    double free_across = DRAG_ACROSS * bi_max(rope->rest.pace, LEAST_PACE) / speed;
    bi_sym3 last = {{0}};
    bight_vec3 pull = v3(0, 0, 0);
    int32_t end = rope->first + rope->count;
    for (int32_t i = rope->first; i < end; i++) {
        bi_chain_node *n = &r->chain[i];
        bi_sym3 *diagonal = &r->block[i].diagonal;

        // the drag, and the link before
        bight_vec3 t = r->along[i];
        bool kept = n->kind == BI_CHAIN_KEPT;
        double across = kept ? DRAG_IN_CONTACT * r->drag * free_across : free_across;
        double more = (kept ? r->drag : 1.0) * along - across;
        bight_vec3 way = v3_sub(world->before[i], world->at[i]);
        double x = more * t.x, y = more * t.y;
        *diagonal = (bi_sym3){{across + x * t.x + last.m[0], x * t.y + last.m[1], x * t.z + last.m[2],
                               across + y * t.y + last.m[3], y * t.z + last.m[4],
                               across + more * t.z * t.z + last.m[5]}};
        n->right = v3_sub(v3_madd(v3_mul(across, way), more * v3_dot(t, way), t), pull);
        n->right = v3_madd(n->right, free_across, sinking_of(world, rope, i));
        if (i + 1 == end && !rope->closed) {
            break;
        }

        // the link behind
        bight_vec3 e = v3_sub(world->at[bi_next(rope, i)], world->at[i]);
        double length = v3_length(e), tension = k * (length - rope->length);
        bight_vec3 u = length > 0.0 ? v3_mul(1.0 / length, e) : v3(1, 0, 0);
        double wide = bi_max(tension, 0.0) / bi_max(length, 0.1 * rope->length), stiff = k - wide;
        x = stiff * u.x;
        y = stiff * u.y;
        last =
            (bi_sym3){{x * u.x + wide, x * u.y, x * u.z, y * u.y + wide, y * u.z, stiff * u.z * u.z + wide}};
        pull = v3_mul(tension, u);
        r->link[i] = last;
        for (int32_t m = 0; m < 6; m++) {
            diagonal->m[m] += last.m[m];
        }
        n->right = v3_add(n->right, pull);
    }

    // the last link of a closed rope
    if (rope->closed) {
        bi_chain_node *n = &r->chain[rope->first];
        for (int32_t m = 0; m < 6; m++) {
            r->block[rope->first].diagonal.m[m] += last.m[m];
        }
        n->right = v3_sub(n->right, pull);
    }
}

// Hands that move: a spring F / d from the node to the aim.
static void assemble_hands(bight_world *world, int32_t rope)
{
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || hand->rope != rope) {
            continue;
        }
        int32_t node = world->ropes[hand->rope].first + hand->node;
        bi_chain_node *n = &world->response->chain[node];
        if (n->kind != BI_CHAIN_WALL) {
            double k = 1.0 / v3_distance(hand->aim, world->before[node]);
            double *diagonal = world->response->block[node].diagonal.m;
            diagonal[0] += k;
            diagonal[3] += k;
            diagonal[5] += k;
            n->right = v3_madd(n->right, k, v3_sub(hand->aim, world->at[node]));
        }
    }
}

void bi_response_start(bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            r->chain[i].kind = BI_CHAIN_FREE;
        }
        bool limp = rope->rod == NULL && !bi_response_is_guest(rope);
        for (int32_t i = rope->first; i < rope->first + rope->count && limp; i++) {
            r->along[i] = direction_at(world, rope, i);
        }
    }
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || !bi_response_solves(world, hand->rope) ||
            bi_response_is_guest(&world->ropes[hand->rope])) {
            continue;
        }
        if (!bi_hand_is_led(world, hand) && !hand->pulls) {
            r->chain[world->ropes[hand->rope].first + hand->node].kind = BI_CHAIN_WALL;
        }
    }
}

void bi_response_assemble(bight_world *world, int32_t rope)
{
    assemble_rope(world, &world->ropes[rope]);
    assemble_hands(world, rope);
}

// Kept are the nodes that contacts pull at.
void bi_response_mark_kept(bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            r->chain[i].kind = r->chain[i].kind == BI_CHAIN_WALL ? BI_CHAIN_WALL : BI_CHAIN_FREE;
        }
    }
    for (int32_t i = 0; i < r->now.count; i++) {
        for (int32_t k = 0; k < r->now.grips[i].nodes; k++) {
            r->chain[r->now.grips[i].node[k]].kind = BI_CHAIN_KEPT;
        }
    }
}

// A Delta = f + J^T force
bight_status bi_response_newton(bight_world *world)
{
    bi_response_mark_kept(world);
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        bi_response_assemble(world, r->ropes[g]);
    }

    bi_chain_system system = {r->chain, r->block, r->order, r->kept, 0, 0};
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        bi_chain_append(&system, r->link, rope->first, rope->count, rope->closed);
    }
    bi_chain_eliminate(&system);
    bight_status status = BIGHT_OK;
    if (r->now.count > 0) {
        status = bi_response_push(world, &system, NULL);
    } else {
        bi_chain_factor_kept(&system);
    }
    if (status == BIGHT_OK) {
        bi_chain_solve(&system);
    }
    return status;
}
