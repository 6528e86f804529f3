// SPDX-License-Identifier: MIT

#include "sim/spring/motion.h"

#include "core/vec3.h"

bi_spring_chain bi_spring_chain_of(const bight_world *world, const bi_rope *rope, const bight_vec3 *at)
{
    BI_ASSERT(rope->springs != NULL && rope->count <= rope->springs->room);
    return (bi_spring_chain){.at = at + rope->first,
                             .point = rope->springs->point,
                             .count = rope->count,
                             .closed = rope->closed,
                             .held = world->held + rope->first,
                             .def = &rope->springs->def,
                             .pull = rope->springs->pull,
                             .load = rope->loaded ? rope->load : NULL};
}

// Velocity half a step ago, which the dampers feel: Stoermer's rule needs the force before it knows the
// velocity. A touched point has no step; it has a velocity.
static bight_vec3 late_velocity(const bi_control_point *point, double dt)
{
    if (!point->touched) {
        return v3_mul(1.0 / dt, bi_point_step(point));
    }
    return v3_mul(1.0 / bi_point_mass(point), v3_madd(v3_mul(point->left_mass, point->left_velocity),
                                                      point->right_mass, point->right_velocity));
}

// What the spring from point i to the next pulls point i with: k (d - d0) + c d', c = C / d0.
// @param u, u_next Late velocities of both.
static inline bight_vec3 tension(const bi_spring_chain *chain, int32_t i, bight_vec3 u, bight_vec3 u_next,
                                 double *elastic, double *length)
{
    int32_t next = i + 1 < chain->count ? i + 1 : 0;
    double rest = chain->point[i].rest, inverse = 1.0 / rest, hooke = chain->def->hooke;
    bight_vec3 reach = v3_sub(chain->at[next], chain->at[i]);
    double d = v3_length(reach), longer = d - rest, k = hooke > 0.0 ? hooke : chain->def->stiffness * inverse;
    bight_vec3 along = d > 0.0 ? v3_mul(1.0 / d, reach) : v3(0, 0, 0);
    double rate = v3_dot(v3_sub(u_next, u), along) * inverse;
    *elastic = 0.5 * k * longer * longer;
    *length = d;
    return v3_mul(k * longer + chain->def->damping * rate, along);
}

static bight_vec3 pull_on(const bi_spring_chain *chain, int32_t i)
{
    bight_vec3 sum = v3(0, 0, 0);
    if (i < chain->pull[0].points) {
        sum = chain->pull[0].acceleration;
    }
    if (i >= chain->count - chain->pull[1].points) {
        sum = v3_add(sum, chain->pull[1].acceleration);
    }
    return sum;
}

// The acceleration of a point between two springs.
static inline bight_vec3 acceleration(const bi_spring_chain *chain, int32_t i, bight_vec3 before,
                                      bight_vec3 after, bight_vec3 u)
{
    bight_vec3 a = v3_mul(1.0 / bi_point_mass(&chain->point[i]), v3_sub(after, before));
    a = v3_add(a, v3_add(chain->def->gravity, pull_on(chain, i)));
    if (chain->load != NULL) {
        a = v3_madd(a, 1.0 / bi_point_mass(&chain->point[i]), chain->load[i]);
    }
    return v3_madd(a, -chain->def->drag, u);
}

void bi_spring_pulls(const bi_spring_chain *chain, bi_spring_pull pull[2])
{
    for (int32_t end = 0; end < 2; end++) {
        bi_spring_pull *p = &pull[end];
        p->points = 0;
        p->acceleration = v3(0, 0, 0);
        if (v3_length_squared(p->force) == 0.0) {
            continue;
        }
        double way = 0.0, mass = 0.0;
        int32_t n = chain->count;
        for (int32_t k = 0; k < n && way <= p->section; k++) {
            int32_t i = end == 0 ? k : n - 1 - k, spring = end == 0 ? i : i - 1;
            mass += bi_point_mass(&chain->point[i]);
            way += spring >= 0 && spring < n - 1 ? chain->point[spring].rest : 0.0;
            p->points++;
        }
        p->acceleration = v3_mul(1.0 / mass, p->force);
    }
}

// v and f of one side: Delta t (v + Delta t / 2 f)
static bight_vec3 seeded(bight_vec3 velocity, bight_vec3 f, double dt)
{
    return v3_mul(dt, v3_madd(velocity, 0.5 * dt, f));
}

void bi_spring_seed(const bi_spring_chain *chain)
{
    int32_t n = chain->count;
    double dt = chain->def->time_step, elastic, length;
    for (int32_t i = 0; i < n; i++) {
        bi_control_point *point = &chain->point[i];
        if (!point->touched || (chain->held[i] & BI_IN_HAND)) {
            continue;
        }
        bight_vec3 u = late_velocity(point, dt), before = v3(0, 0, 0), after = v3(0, 0, 0);
        if (i > 0 || chain->closed) {
            int32_t previous = i > 0 ? i - 1 : n - 1;
            before =
                tension(chain, previous, late_velocity(&chain->point[previous], dt), u, &elastic, &length);
        }
        if (i < n - 1 || chain->closed) {
            int32_t next = i + 1 < n ? i + 1 : 0;
            after = tension(chain, i, u, late_velocity(&chain->point[next], dt), &elastic, &length);
        }
        bight_vec3 f = acceleration(chain, i, before, after, u);
        point->left_step = seeded(point->left_velocity, f, dt);
        point->right_step = seeded(point->right_velocity, f, dt);
    }

    // not in the loop: neighbours must see each other as they were
    for (int32_t i = 0; i < n; i++) {
        chain->point[i].touched = chain->point[i].touched && (chain->held[i] & BI_IN_HAND);
    }
}

// The dampers also act between both sides of a point, whose difference would otherwise last for ever: the
// difference falls by 1 / (1 + rate Delta t), the mean stays.
static void join_sides(bi_control_point *point, double rate_dt)
{
    double mass = bi_point_mass(point), lost = rate_dt / (1.0 + rate_dt);
    if (point->left_mass == 0.0 || point->right_mass == 0.0) {
        return;
    }
    bight_vec3 apart = v3_sub(point->right_step, point->left_step);
    point->left_step = v3_madd(point->left_step, lost * point->right_mass / mass, apart);
    point->right_step = v3_madd(point->right_step, -lost * point->left_mass / mass, apart);
}

static void step_point(const bi_spring_chain *chain, int32_t i, bight_vec3 f, double rate)
{
    bi_control_point *point = &chain->point[i];
    double dt = chain->def->time_step;
    join_sides(point, rate * dt);
    if (chain->held[i] & BI_IN_HAND) {
        point->left_velocity = v3_mul(1.0 / dt, point->left_step);
        point->right_velocity = v3_mul(1.0 / dt, point->right_step);
        point->touched = true; // should it be let go
        return;
    }
    point->left_velocity = v3_madd(v3_mul(1.0 / dt, point->left_step), 0.5 * dt, f);
    point->right_velocity = v3_madd(v3_mul(1.0 / dt, point->right_step), 0.5 * dt, f);
    if (point->touched) {
        point->left_step = seeded(point->left_velocity, f, dt);
        point->right_step = seeded(point->right_velocity, f, dt);
        point->touched = false;
    } else {
        point->left_step = v3_madd(point->left_step, dt * dt, f);
        point->right_step = v3_madd(point->right_step, dt * dt, f);
    }
}

static void add_energy(const bi_spring_chain *chain, int32_t i, bight_spring_state *energy)
{
    const bi_control_point *point = &chain->point[i];
    double l = point->left_mass, r = point->right_mass;
    energy->kinetic +=
        0.5 * (l * v3_length_squared(point->left_velocity) + r * v3_length_squared(point->right_velocity));
    energy->momentum = v3_madd(v3_madd(energy->momentum, l, point->left_velocity), r, point->right_velocity);
    energy->gravity -= (l + r) * v3_dot(chain->def->gravity, chain->at[i]);
    energy->mass += l + r;
}

void bi_spring_step(const bi_spring_chain *chain, bight_spring_state *energy)
{
    BI_ASSERT(chain->count >= 2 && chain->def->time_step > 0.0);
    int32_t n = chain->count;
    double dt = chain->def->time_step, elastic, length, c = chain->def->damping;

    energy->kinetic = energy->elastic = energy->gravity = energy->mass = energy->length = energy->stretch =
        energy->rest_length = 0.0;
    energy->momentum = v3(0, 0, 0);

    // a point that has made its step shows its velocity of half a step ago in it, touched or not
    bight_vec3 before = v3(0, 0, 0), first_u = v3_mul(1.0 / dt, bi_point_step(&chain->point[0]));
    double stiff_before = 0.0;
    if (chain->closed) {
        bight_vec3 last_u = v3_mul(1.0 / dt, bi_point_step(&chain->point[n - 1]));
        before = tension(chain, n - 1, last_u, first_u, &elastic, &length);
        stiff_before = c / chain->point[n - 1].rest;
    }

    // before, after: forces of the springs on both sides of point i
    bight_vec3 u = first_u;
    for (int32_t i = 0; i < n; i++) {
        bight_vec3 after = v3(0, 0, 0), u_next = first_u;
        double stiff_after = 0.0;
        if (i < n - 1 || chain->closed) {
            // the last spring of a closed chain leads to a point that has stepped on: its u is kept
            u_next = i + 1 < n ? v3_mul(1.0 / dt, bi_point_step(&chain->point[i + 1])) : first_u;
            after = tension(chain, i, u, u_next, &elastic, &length);
            energy->elastic += elastic;
            energy->length += length;
            energy->rest_length += chain->point[i].rest;
            energy->stretch = bi_max(energy->stretch, length / chain->point[i].rest);
            stiff_after = c / chain->point[i].rest;
        }

        bight_vec3 f = acceleration(chain, i, before, after, u);
        step_point(chain, i, f, (stiff_before + stiff_after) / bi_point_mass(&chain->point[i]));
        add_energy(chain, i, energy);

        before = after;
        stiff_before = stiff_after;
        u = u_next;
    }
}

// With omega^2 = 2 (k + k') / m and gamma = 2 (c + c') / m + drag, dampers half a step late, the recurrence
// is stable while omega^2 h^2 + 2 gamma h < 4.
double bi_spring_stable_step(const bi_spring_chain *chain)
{
    int32_t n = chain->count;
    double least = HUGE_VAL;
    for (int32_t i = 0; i < n; i++) {
        double omega2 = 0.0, gamma = 0.0, give = 2.0 / bi_point_mass(&chain->point[i]);
        for (int32_t side = 0; side < 2; side++) {
            int32_t spring = side == 1 ? i : i > 0 ? i - 1 : n - 1;
            if (chain->closed || spring < n - 1) {
                double rest = chain->point[spring].rest;
                omega2 += give * bi_spring_constant(chain->def, rest);
                gamma += give * chain->def->damping / rest;
            }
        }
        gamma += chain->def->drag;
        least = bi_min(least, 4.0 / (gamma + sqrt(gamma * gamma + 4.0 * omega2)));
    }
    return least;
}
