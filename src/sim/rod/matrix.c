// SPDX-License-Identifier: MIT
// The matrix and the right side of one rod, without contacts. A node at rest in a hand is a wall: its row is the unit
// matrix, and nothing is coupled to it.

#include "sim/rod/rod.h"

#include "core/vec3.h"
#include "sim/load.h"
#include "sim/response/response.h"

#include <string.h>

// The drag of the air, the bed, inertia and what pulls at a node.
//     m/s^2 (x - y) + c/s (x - x0 - lag),   y = x0 + lag + s speed + s^2 (g + load / m)
// With implicit Euler s = h, lag = 0 and speed = v (swing.c).
static void add_inertia(bight_world *world, const bi_rope *rope, int32_t i)
{
    const bight_rod_def *def = &rope->rod->def;
    bi_chain_node *n = &world->response->chain[rope->first + i];
    bi_rod_step step = bi_rod_step_of(rope->rod, i);
    double h = step.s, m = bi_rod_mass(rope, i), share = bi_rod_thread(rope, i) / def->density;
    double heavy = m / (h * h), slow = def->drag * share / h;
    bight_vec3 x0 = world->before[rope->first + i];
    bight_vec3 way = v3_sub(v3_sub(world->at[rope->first + i], x0), step.lag);
    bight_vec3 free = v3_madd(v3_mul(h, step.speed), h * h, def->gravity);
    if (rope->loaded) {
        free = v3_madd(free, h * h / m, rope->load[i]);
    }
    n->right = v3_sub(v3_mul(heavy, v3_sub(free, way)), v3_mul(slow, way));
    rope->rod->node[i].diagonal = (bi_sym3){{heavy + slow, 0.0, 0.0, heavy + slow, 0.0, heavy + slow}};
    if (rope->loaded && rope->resists) {
        bi_sym3 resistance;
        memcpy(resistance.m, bi_load_resistance(rope, i), sizeof resistance.m);
        bi_sym3_add(&rope->rod->node[i].diagonal, &resistance);
        n->right = v3_sub(n->right, bi_sym3_times(&resistance, v3_add(way, step.lag)));
    }
    if (def->bed > 0.0) {
        bi_sym3 bed = bi_rod_bed(world, rope, i);
        bi_sym3_add(&rope->rod->node[i].diagonal, &bed);
        n->right = v3_sub(n->right, bi_sym3_times(&bed, v3_add(way, step.lag)));
    }
}

// A link e of tension T = EA (|e| / l - 1):
//     EA/l t t^T + max(T, 0) / |e| (I - t t^T)
// Without the second part, the stiffness that tension gives across a link, a taut rope overshoots.
static void add_link(bight_world *world, bi_rope *rope, int32_t i, int32_t j)
{
    bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    const bight_vec3 *x = world->at + rope->first;
    bight_vec3 e = v3_sub(x[j], x[i]);
    double length = v3_length(e), k = rod->def.stretch / rope->length, tension = k * (length - rope->length);
    bight_vec3 t = length > 0.0 ? v3_mul(1.0 / length, e) : v3(1, 0, 0);
    double wide = bi_max(tension, 0.0) / bi_max(length, 0.1 * rope->length), stiff = k - wide;
    double a = stiff * t.x, b = stiff * t.y;
    bi_sym3 s = {{a * t.x + wide, a * t.y, a * t.z, b * t.y + wide, b * t.z, stiff * t.z * t.z + wide}};
    bi_sym3_add(&rod->node[i].diagonal, &s);
    bi_sym3_add(&rod->node[j].diagonal, &s);
    bi_mat3 full = bi_sym3_full(&s);
    for (int32_t q = 0; q < 9; q++) {
        rod->node[i].next.m[q] -= full.m[q]; // symmetric: the same block for a closed rod's last link
    }
    chain[i].right = v3_madd(chain[i].right, tension, t);
    chain[j].right = v3_madd(chain[j].right, -tension, t);
}

static void add_unit(double *m, int32_t x, int32_t y, int32_t z, double by)
{
    m[x] += by;
    m[y] += by;
    m[z] += by;
}

// The stencil (1, -2, 1) around node i, times B/l^3; damping resists its change since the step began.
static void add_bend(bight_world *world, bi_rope *rope, int32_t last, int32_t i, int32_t next)
{
    bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    const bight_vec3 *x = world->at + rope->first, *x0 = world->before + rope->first;
    double l = rope->length, k = rod->def.bend / (l * l * l),
           slow = k * rod->def.damping / rod->def.time_step;
    bight_vec3 now = v3_madd(v3_add(x[last], x[next]), -2.0, x[i]);
    bight_vec3 was = v3_madd(v3_add(x0[last], x0[next]), -2.0, x0[i]);
    bight_vec3 force = v3_madd(v3_mul(k, now), slow, v3_sub(now, was));
    chain[last].right = v3_sub(chain[last].right, force);
    chain[i].right = v3_madd(chain[i].right, 2.0, force);
    chain[next].right = v3_sub(chain[next].right, force);

    k += slow;
    add_unit(rod->node[last].diagonal.m, 0, 3, 5, k);
    add_unit(rod->node[i].diagonal.m, 0, 3, 5, 4.0 * k);
    add_unit(rod->node[next].diagonal.m, 0, 3, 5, k);
    add_unit(rod->node[last].next.m, 0, 4, 8, -2.0 * k);
    add_unit(rod->node[i].next.m, 0, 4, 8, -2.0 * k);
    rod->node[last].far += k;
}

// Rows and columns of nodes that do not move.
static void set_walls(bight_world *world, bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    int32_t n = rope->count;
    for (int32_t i = 0; i < n; i++) {
        if (chain[i].kind != BI_CHAIN_WALL) {
            continue;
        }
        rod->node[i].diagonal = (bi_sym3){{1.0, 0.0, 0.0, 1.0, 0.0, 1.0}};
        rod->node[i].next = (bi_mat3){{0}};
        rod->node[i].far = 0.0;
        rod->node[(i + n - 1) % n].next = (bi_mat3){{0}};
        rod->node[(i + n - 2) % n].far = 0.0;
        chain[i].right = v3(0, 0, 0);
        for (int32_t r = 0; rod->twist != NULL && r < rod->twist->unknowns; r++) {
            rod->twist->pull[rod->count * r + i] = v3(0, 0, 0);
        }
    }
}

// The link e that a hand makes point along d, as stiff against leaving d as against stretching:
//     EA/(2 l) |e - d (d . e)|^2
static void add_pointing(bight_world *world, bi_rope *rope, const bi_rope_hand *hand)
{
    bi_rod *rod = rope->rod;
    bi_chain_node *chain = world->response->chain + rope->first;
    int32_t i = bi_held_link(rope, hand->node), j = i + 1 < rope->count ? i + 1 : 0;
    bight_vec3 d = bi_next_direction(hand), force = bi_pointing_force(world, rope, hand);
    double k = rod->def.stretch / rope->length;
    bi_sym3 s = {{k * (1.0 - d.x * d.x), -k * d.x * d.y, -k * d.x * d.z, k * (1.0 - d.y * d.y),
                  -k * d.y * d.z, k * (1.0 - d.z * d.z)}};
    bi_sym3_add(&rod->node[i].diagonal, &s);
    bi_sym3_add(&rod->node[j].diagonal, &s);
    bi_mat3 full = bi_sym3_full(&s);
    for (int32_t q = 0; q < 9; q++) {
        rod->node[i].next.m[q] -= full.m[q];
    }
    chain[i].right = v3_add(chain[i].right, force);
    chain[j].right = v3_sub(chain[j].right, force);
}

void bi_rod_assemble(bight_world *world, bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    int32_t n = rope->count;
    for (int32_t i = 0; i < n; i++) {
        rod->node[i].next = (bi_mat3){{0}};
        rod->node[i].far = 0.0;
        add_inertia(world, rope, i);
    }
    for (int32_t i = 0; i < bi_link_count(rope); i++) {
        if (!bi_needle_has(rod->needle, i)) {
            add_link(world, rope, i, i + 1 < n ? i + 1 : 0);
        }
    }
    for (int32_t i = rope->closed ? 0 : 1; i < (rope->closed ? n : n - 1); i++) {
        if (!bi_is_stiff(rope, i)) {
            add_bend(world, rope, i > 0 ? i - 1 : n - 1, i, i + 1 < n ? i + 1 : 0);
        }
    }
    if (rod->needle != NULL) {
        bi_twist_wind_needle(world, rope);
        bi_needle_assemble(world, rope);
    }

    if (rod->twist != NULL) {
        bi_twist_assemble(world, rope);
    }

    // hands that move: a spring F / d from the node to the aim
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (!hand->alive || &world->ropes[hand->rope] != rope) {
            continue;
        }
        if (hand->points) {
            add_pointing(world, rope, hand);
        }
        int32_t i = hand->node, node = rope->first + i;
        bi_chain_node *c = &world->response->chain[node];
        double d = v3_distance(hand->aim, world->before[node]);
        if (hand->pulls) {
            bi_rod_add_pull(world, rope, hand, &rod->node[i].diagonal, &c->right);
        } else if (c->kind != BI_CHAIN_WALL && d > 0.0) {
            double k = rod->def.hand_force / d;
            add_unit(rod->node[i].diagonal.m, 0, 3, 5, k);
            c->right = v3_madd(c->right, k, v3_sub(hand->aim, world->at[node]));
        }
    }
    set_walls(world, rope);
}
