// SPDX-License-Identifier: MIT
// Implicit Euler as a minimum of energy: D is how far nodes have moved since the cycle began, v their velocities then.
//   m / (2 dt^2) |D - dt v|^2 - D . forces  +  EA / (2 l) (|e| - l)^2  +  B / (2 l^3) |x- - 2 x + x+|^2
// The last is 2 - 2 cos of the turn where links keep their length, and its matrix is constant.

#include "sim/rod/rod.h"

#include "core/vec3.h"

double bi_rod_mass(const bi_rope *rope, int32_t node)
{
    bool end = !rope->closed && (node == 0 || node == rope->count - 1);
    return rope->rod->def.density * rope->length * (end ? 0.5 : 1.0);
}

// ---- hands that pull ----------------------------------------------------------------------------------

// F d (1 - d . D / (dt speed)): the pull dwindles with the speed along it.
static void add_pulls(const bight_world *world, const bi_rope *rope, double dt)
{
    bi_rod *rod = rope->rod;
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        if (!hand->alive || !hand->pulls || &world->ropes[hand->rope] != rope) {
            continue;
        }
        int32_t node = rope->first + hand->node, place = bi_rod_place(rod, hand->node);
        double size = v3_length(hand->force), less = 0.0;
        bight_vec3 along = v3_unit(hand->force, v3(0, 0, 0));
        if (hand->speed > 0.0) {
            double most = size / (dt * hand->speed);
            less = most * v3_dot(along, v3_sub(world->at[node], world->before[node]));
            bi_strip_add(&rod->strip, place, place, 0.0, most, along);
        }
        rod->right[place] = v3_add(rod->right[place], v3_madd(hand->force, -less, along));
    }
}

// ---- terms ----------------------------------------------------------------------------------------------

static void add_inertia(const bight_world *world, const bi_rope *rope, double dt)
{
    bi_rod *rod = rope->rod;
    for (int32_t i = 0; i < rod->nodes; i++) {
        int32_t node = rope->first + i, place = bi_rod_place(rod, i);
        double mass = bi_rod_mass(rope, i), inertia = mass / (dt * dt), air = mass * rod->def.drag / dt;
        bight_vec3 moved = v3_sub(world->at[node], world->before[node]);
        bight_vec3 force = v3_mul(mass, rod->def.gravity);
        force = rope->loaded ? v3_add(force, rope->load[i]) : force;
        force = v3_madd(force, inertia * dt, rod->velocity[i]);
        rod->right[place] = v3_madd(force, -(inertia + air), moved);
        bi_strip_add(&rod->strip, place, place, inertia + air, 0.0, v3(0, 0, 0));
    }
}

static void add_stretch(const bight_world *world, const bi_rope *rope, double dt)
{
    bi_rod *rod = rope->rod;
    double k = rod->def.stretch / rope->length, ahead = rod->def.damping / dt;
    for (int32_t i = 0; i < rod->links; i++) {
        int32_t a = rope->first + i, b = bi_next(rope, a);
        int32_t p = bi_rod_place(rod, i), q = bi_rod_place(rod, b - rope->first);
        bight_vec3 e = v3_sub(world->at[b], world->at[a]);
        double length = v3_length(e);
        bight_vec3 t = v3_mul(1.0 / bi_max(length, 1e-6 * rope->length), e);
        double across = bi_max(rod->next_tension[i], 0.0) / bi_max(length, 0.1 * rope->length);
        double along = k * (1.0 + ahead) - across;
        bi_strip_add(&rod->strip, p, p, across, along, t);
        bi_strip_add(&rod->strip, q, q, across, along, t);
        bi_strip_add(&rod->strip, p, q, -across, -along, t);

        double tension = k * (length - rope->length);
        if (ahead > 0.0) {
            tension += k * ahead * (length - v3_dot(t, v3_sub(world->before[b], world->before[a])));
        }
        rod->right[p] = v3_madd(rod->right[p], tension, t);
        rod->right[q] = v3_madd(rod->right[q], -tension, t);
    }
}

static bight_vec3 second_difference(const bight_vec3 *x, int32_t before, int32_t i, int32_t after)
{
    return v3_add(v3_sub(x[before], x[i]), v3_sub(x[after], x[i]));
}

static void add_bend(const bight_world *world, const bi_rope *rope, double dt)
{
    bi_rod *rod = rope->rod;
    int32_t n = rod->nodes, first = rope->closed ? 0 : 1, end = rope->closed ? n : n - 1;
    double c = rod->def.bend / (rope->length * rope->length * rope->length), ahead = rod->def.damping / dt;
    const bight_vec3 *at = world->at + rope->first, *before = world->before + rope->first, none = {0};
    for (int32_t i = first; i < end && c > 0.0; i++) {
        int32_t h = i > 0 ? i - 1 : n - 1, j = i + 1 < n ? i + 1 : 0;
        bight_vec3 now = second_difference(at, h, i, j);
        if (ahead > 0.0) {
            now = v3_madd(now, ahead, v3_sub(now, second_difference(before, h, i, j)));
        }
        bight_vec3 force = v3_mul(c, now);
        int32_t p = bi_rod_place(rod, h), q = bi_rod_place(rod, i), r = bi_rod_place(rod, j);
        rod->right[p] = v3_sub(rod->right[p], force);
        rod->right[q] = v3_madd(rod->right[q], 2.0, force);
        rod->right[r] = v3_sub(rod->right[r], force);

        double s = c * (1.0 + ahead);
        bi_strip_add(&rod->strip, p, p, s, 0.0, none);
        bi_strip_add(&rod->strip, q, q, 4.0 * s, 0.0, none);
        bi_strip_add(&rod->strip, r, r, s, 0.0, none);
        bi_strip_add(&rod->strip, p, q, -2.0 * s, 0.0, none);
        bi_strip_add(&rod->strip, q, r, -2.0 * s, 0.0, none);
        bi_strip_add(&rod->strip, p, r, s, 0.0, none);
    }
}

void bi_rod_assemble(const bight_world *world, const bi_rope *rope, double dt)
{
    bi_rod *rod = rope->rod;
    bi_strip_clear(&rod->strip);
    add_inertia(world, rope, dt);
    add_stretch(world, rope, dt);
    add_bend(world, rope, dt);
    add_pulls(world, rope, dt);
    for (int32_t i = 0; i < rod->nodes; i++) {
        if (rod->fixed[i]) {
            int32_t place = bi_rod_place(rod, i);
            bi_strip_fix(&rod->strip, place);
            rod->right[place] = v3(0, 0, 0);
        }
    }
}

double bi_rod_account(const bight_world *world, const bi_rope *rope, double dt)
{
    bi_rod *rod = rope->rod;
    double k = rod->def.stretch / rope->length, worst = 0.0;
    (void)dt;
    for (int32_t i = 0; i < rod->links; i++) {
        int32_t a = rope->first + i, b = bi_next(rope, a);
        int32_t p = bi_rod_place(rod, i), q = bi_rod_place(rod, b - rope->first);

        // where the link was before the step
        bight_vec3 by = v3_sub(rod->step[q], rod->step[p]);
        bight_vec3 now = v3_sub(world->at[b], world->at[a]), was = v3_sub(now, by);
        double length = v3_length(was);
        double tension = k * (length - rope->length + v3_dot(was, by) / bi_max(length, 1e-6 * rope->length));
        rod->next_tension[i] = tension;
        worst = bi_max(worst, fabs(k * (v3_length(now) - rope->length) - tension));
    }
    return worst / rod->def.stretch;
}

bight_vec3 bi_rod_inner_force(const bight_world *world, const bi_rope *rope, int32_t node,
                              const double *tension)
{
    const bi_rod *rod = rope->rod;
    int32_t n = rod->nodes;
    const bight_vec3 *at = world->at + rope->first;
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t side = -1; side <= 1; side += 2) {
        int32_t other = node + side, link = side < 0 ? node - 1 : node;
        if (rope->closed) {
            other = (other + n) % n;
            link = (link + n) % n;
        }
        if (other >= 0 && other < n) {
            bight_vec3 e = v3_sub(at[other], at[node]);
            sum = v3_madd(sum, tension[link], v3_unit(e, v3(0, 0, 0)));
        }
    }

    // the three second differences that the node is part of
    double c = rod->def.bend / (rope->length * rope->length * rope->length);
    for (int32_t k = -1; k <= 1; k++) {
        int32_t i = node + k, h = i - 1, j = i + 1;
        if (!rope->closed && (h < 0 || j >= n)) {
            continue;
        }
        h = (h + n) % n;
        i = (i + n) % n;
        j = (j + n) % n;
        sum = v3_madd(sum, k == 0 ? 2.0 * c : -c, second_difference(at, h, i, j));
    }
    return sum;
}
