// SPDX-License-Identifier: MIT
// One pass: H D = g + J^T f with the forces f of contacts, found on W = J H^-1 J^T.

#include "core/vec3.h"
#include "sim/rod/rod.h"
#include "solve/coulomb.h"

#include <string.h>

// A contact gives way by so much, metres a newton, so that forces are determined where more contacts press than there
// are freedoms. Only along the normal: along the tangents it would creep.
#define GIVE 1e-6

// What a sweep may still change, in radii.
#define ENOUGH 1e-4

// ---- where the core is --------------------------------------------------------------------------------

static void mark_touched(const bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (bi_is_rod(&world->ropes[r])) {
            memset(world->ropes[r].rod->touched, 0, (size_t)world->ropes[r].rod->nodes);
        }
    }
    for (int32_t i = 0; i < world->rods->now.count; i++) {
        const bi_rod_contact *c = &world->rods->now.at[i];
        for (int32_t k = 0; k < c->nodes; k++) {
            const bi_rope *rope = &world->ropes[world->rope_of[c->node[k]]];
            rope->rod->touched[c->node[k] - rope->first] = 1;
        }
    }
}

// A ring begins behind the last touched node before the longest run that nothing touches.
static void open_ring(bi_rod *rod)
{
    int32_t n = rod->nodes, run = 0, longest = 0, end = 0;
    for (int32_t i = 0; i < 2 * n; i++) {
        run = rod->touched[i % n] ? 0 : run + 1;
        if (run > longest && run <= n) {
            longest = run;
            end = i + 1;
        }
    }
    rod->origin = ((end - longest) % n + n) % n;
    rod->strip.first = longest;
    rod->strip.last = n - 1;
}

static void find_core(bi_rod *rod)
{
    int32_t n = rod->nodes, first = n, last = -1;
    if (rod->strip.closed) {
        open_ring(rod);
        return;
    }
    for (int32_t i = 0; i < n; i++) {
        first = rod->touched[i] && first == n ? i : first;
        last = rod->touched[i] ? i : last;
    }
    rod->origin = 0;
    if (first == n) {
        rod->strip.first = n;
        rod->strip.last = n - 1;
        return;
    }
    // at least two nodes
    rod->strip.first = bi_min_int(first, n - 2);
    rod->strip.last = last > rod->strip.first ? last : rod->strip.first + 1;
}

// ---- W ------------------------------------------------------------------------------------------------

static bight_status reserve(bight_world *world, double **array, int32_t *capacity, int64_t needed)
{
    return bi_reserve(&world->def.env.allocator, array, capacity, needed, sizeof **array);
}

static bool is_on(const bight_world *world, int32_t r, const bi_rod_contact *c, int32_t k)
{
    return world->rope_of[c->node[k]] == r;
}

static bool belongs(const bight_world *world, int32_t r, const bi_rod_contact *c)
{
    bool any = false;
    for (int32_t k = 0; k < c->nodes; k++) {
        any = any || is_on(world, r, c, k);
    }
    return any;
}

// One rope's part of W: its columns of J^T through half of the factor, then their products.
static bight_status add_rope(bight_world *world, int32_t r)
{
    bi_rod_solver *solver = world->rods;
    const bi_rope *rope = &world->ropes[r];
    bi_rod *rod = rope->rod;
    int32_t m = 0, n = 3 * solver->now.count;
    for (int32_t i = 0; i < solver->now.count; i++) {
        m += belongs(world, r, &solver->now.at[i]);
    }
    if (m == 0) {
        return BIGHT_OK;
    }
    int32_t columns = 3 * m, core = rod->strip.last - rod->strip.first + 1;
    int64_t size = 3 * (int64_t)core * columns;
    bight_status status = reserve(world, &solver->y, &solver->y_capacity, 2 * size);
    if (status == BIGHT_OK) {
        status = reserve(world, &solver->w_part, &solver->w_part_capacity, (int64_t)columns * columns + m);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    double *y = solver->y, *z = y + size, *w = solver->w_part, *place = w + (ptrdiff_t)columns * columns;
    memset(y, 0, (size_t)size * sizeof *y);
    memset(w, 0, (size_t)columns * (size_t)columns * sizeof *w);
    for (int32_t i = 0, column = 0; i < solver->now.count; i++) {
        bi_rod_contact *c = &solver->now.at[i];
        if (!belongs(world, r, c)) {
            continue;
        }
        place[column / 3] = i;
        for (int32_t k = 0; k < c->nodes; k++) {
            if (!is_on(world, r, c, k)) {
                continue;
            }
            double *at =
                y +
                3 * (ptrdiff_t)columns * (bi_rod_place(rod, c->node[k] - rope->first) - rod->strip.first) +
                column;
            for (int32_t d = 0; d < 3; d++) {
                at[d] += c->weight[k] * c->axis[d].x;
                at[columns + d] += c->weight[k] * c->axis[d].y;
                at[2 * columns + d] += c->weight[k] * c->axis[d].z;
            }
        }
        column += 3;
    }
    bi_strip_half_solve(&rod->strip, y, z, columns);

    // w = y^T z, the upper triangle
    for (int32_t row = 0; row < 3 * core; row++) {
        const double *a = y + (ptrdiff_t)row * columns, *b = z + (ptrdiff_t)row * columns;
        for (int32_t p = 0; p < columns; p++) {
            double s = a[p], *to = w + (ptrdiff_t)p * columns;
            for (int32_t q = p; q < columns && s != 0.0; q++) {
                to[q] += s * b[q];
            }
        }
    }
    for (int32_t p = 0; p < columns; p++) {
        for (int32_t q = p; q < columns; q++) {
            int32_t i = 3 * (int32_t)place[p / 3] + p % 3, k = 3 * (int32_t)place[q / 3] + q % 3;
            double by = w[(ptrdiff_t)p * columns + q];
            solver->w[(ptrdiff_t)i * n + k] += by;
            solver->w[(ptrdiff_t)k * n + i] += i != k ? by : 0.0;
        }
    }
    return BIGHT_OK;
}

// ---- the pass -------------------------------------------------------------------------------------------

static bight_vec3 *step_of(const bight_world *world, int32_t node)
{
    const bi_rope *rope = &world->ropes[world->rope_of[node]];
    return &rope->rod->step[bi_rod_place(rope->rod, node - rope->first)];
}

// Forces of contacts so that gaps stay open and slip stops.
static bight_status find_forces(bight_world *world)
{
    bi_rod_solver *solver = world->rods;
    int32_t m = solver->now.count, n = 3 * m;
    bight_status status = reserve(world, &solver->w, &solver->w_capacity, (int64_t)n * n);
    if (status == BIGHT_OK) {
        status = reserve(world, &solver->start, &solver->start_capacity, 2 * (int64_t)n + m);
    }
    if (status == BIGHT_OK) {
        status = reserve(world, &solver->scratch, &solver->scratch_capacity, bi_coulomb_scratch(m));
    }
    if (status != BIGHT_OK) {
        return status;
    }
    memset(solver->w, 0, (size_t)n * (size_t)n * sizeof *solver->w);
    for (int32_t r = 0; r < world->rope_count && status == BIGHT_OK; r++) {
        status = bi_is_rod(&world->ropes[r]) ? add_rope(world, r) : BIGHT_OK;
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // what would be without forces, and the forces that were
    double *start = solver->start, *force = start + n, *friction = force + n;
    for (int32_t i = 0; i < m; i++) {
        const bi_rod_contact *c = &solver->now.at[i];
        bight_vec3 by = v3(0, 0, 0);
        for (int32_t k = 0; k < c->nodes; k++) {
            by = v3_madd(by, c->weight[k], *step_of(world, c->node[k]));
        }
        start[3 * i] = c->gap + v3_dot(c->axis[0], by);
        bight_vec3 slip = v3_add(c->slip, by);
        start[3 * i + 1] = v3_dot(c->axis[1], slip);
        start[3 * i + 2] = v3_dot(c->axis[2], slip);
        for (int32_t d = 0; d < 3; d++) {
            force[3 * i + d] = v3_dot(c->axis[d], c->force);
        }
        friction[i] = c->friction;
        solver->w[(ptrdiff_t)(3 * i) * n + 3 * i] += GIVE;
    }
    bi_coulomb problem = {m, solver->w, start, friction, force, ENOUGH * bi_thinnest(world), solver->scratch};
    int32_t sweeps;
    solver->error = bi_coulomb_solve(&problem, &sweeps);
    for (int32_t i = 0; i < m; i++) {
        bi_rod_contact *c = &solver->now.at[i];
        c->force = v3_mul(force[3 * i], c->axis[0]);
        c->force = v3_madd(c->force, force[3 * i + 1], c->axis[1]);
        c->force = v3_madd(c->force, force[3 * i + 2], c->axis[2]);
    }
    return BIGHT_OK;
}

static void solve_ropes(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rod *rod = world->ropes[r].rod;
        if (bi_is_rod(&world->ropes[r])) {
            bi_strip_solve(&rod->strip, rod->step);
        }
    }
}

bight_status bi_rod_solve(bight_world *world, bool *sound)
{
    bi_rod_solver *solver = world->rods;
    *sound = true;
    solver->error = 0.0;
    mark_touched(world);
    for (int32_t r = 0; r < world->rope_count && *sound; r++) {
        bi_rope *rope = &world->ropes[r];
        if (bi_is_rod(rope)) {
            find_core(rope->rod);
            bi_rod_assemble(world, rope, solver->step);
            *sound = bi_strip_factor(&rope->rod->strip);
            memcpy(rope->rod->step, rope->rod->right, (size_t)rope->rod->nodes * sizeof *rope->rod->step);
        }
    }
    if (!*sound) {
        return BIGHT_OK;
    }
    solve_ropes(world);
    if (solver->now.count == 0) {
        return BIGHT_OK;
    }
    bight_status status = find_forces(world);
    for (int32_t r = 0; r < world->rope_count && status == BIGHT_OK; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (bi_is_rod(rope)) {
            memcpy(rope->rod->step, rope->rod->right, (size_t)rope->rod->nodes * sizeof *rope->rod->step);
        }
    }
    for (int32_t i = 0; i < solver->now.count && status == BIGHT_OK; i++) {
        const bi_rod_contact *c = &solver->now.at[i];
        for (int32_t k = 0; k < c->nodes; k++) {
            bight_vec3 *at = step_of(world, c->node[k]);
            *at = v3_madd(*at, c->weight[k], c->force);
        }
    }
    if (status == BIGHT_OK) {
        solve_ropes(world);
    }
    return status;
}
