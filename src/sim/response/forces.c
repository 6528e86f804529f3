// SPDX-License-Identifier: MIT

#include "sim/response/forces.h"

#include "core/vec3.h"

#include <string.h>

// Contacts whose columns are solved for at once.
#define BATCH 4

// Gaps and slips are right to this share of a radius for each radius that the rope moved, but within these.
#define ENOUGH 1e-2
#define LEAST_ENOUGH 1e-8
#define MOST_ENOUGH 1e-3
#define SWEEPS 60

// Share of its own compliance that holds each force near the last one. Gaps and slips are off by that times the change
// of the force in a cycle: less for ropes that hardly move, for which so much of it would not let the forces settle.
#define HOLD 0.01
#define LEAST_HOLD 0.001

/// The vectors of one solve, in response->numbers.
typedef struct vectors {
    double *free, *friction, *force; // (3 m), (m), (3 m)  of bi_cone_problem
    double *scratch;                 // (bi_cone_scratch(m))
    double *y;                       // (kept x 3 x 3 BATCH)
} vectors;

static bight_status take_vectors(bight_world *world, int32_t kept, vectors *v)
{
    bi_response *r = world->response;
    const bight_allocator *allocator = &world->def.env.allocator;
    int64_t m = r->now.count, scratch = (int64_t)bi_cone_scratch((int32_t)m);
    bight_status status =
        bi_reserve(allocator, &r->compliance, &r->compliance_capacity, 9 * m * m, sizeof *r->compliance);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &r->numbers, &r->numbers_capacity,
                            7 * m + scratch + 9 * BATCH * (int64_t)kept, sizeof *r->numbers);
    }
    if (status == BIGHT_OK) {
        v->free = r->numbers;
        v->friction = v->free + 3 * m;
        v->force = v->friction + m;
        v->scratch = v->force + 3 * m;
        v->y = v->scratch + scratch;
    }
    return status;
}

// J_j y of column c: how the two sides of contact j move against each other, in its frame.
static bight_vec3 relative(const bi_response *r, const bi_grip *grip, const double *y, int32_t columns,
                           int32_t c)
{
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t k = 0; k < grip->nodes; k++) {
        const double *at = y + (ptrdiff_t)r->chain[grip->node[k]].kept * 3 * columns + c;
        sum = v3_madd(sum, grip->weight[k], v3(at[0], at[columns], at[2 * columns]));
    }
    return bi_mat3_apply(&grip->frame, sum);
}

// W = J A^-1 J^T, three columns of each contact of a batch at once.
static void find_compliance(bi_response *r, const bi_chain_system *system, double *y)
{
    int32_t m = r->now.count, n = 3 * m;
    for (int32_t first = 0; first < m; first += BATCH) {
        int32_t batch = bi_min_int(BATCH, m - first), columns = 3 * batch;

        // y = J^T of their unit forces
        memset(y, 0, (size_t)system->kept_count * 3 * (size_t)columns * sizeof *y);
        for (int32_t b = 0; b < batch; b++) {
            const bi_grip *grip = &r->now.grips[first + b];
            for (int32_t k = 0; k < grip->nodes; k++) {
                double *at = y + (ptrdiff_t)r->chain[grip->node[k]].kept * 3 * columns + 3 * b;
                for (int32_t e = 0; e < 9; e++) {
                    at[e % 3 * columns + e / 3] += grip->weight[k] * grip->frame.m[e];
                }
            }
        }

        bi_chain_solve_kept(system, y, columns);
        for (int32_t j = 0; j < m; j++) {
            double *w = r->compliance + (ptrdiff_t)(3 * j) * n + 3 * first;
            for (int32_t c = 0; c < columns; c++) {
                bight_vec3 moved = relative(r, &r->now.grips[j], y, columns, c);
                w[c] = moved.x;
                w[n + c] = moved.y;
                w[2 * n + c] = moved.z;
            }
        }
    }
}

// free = gap + J A^-1 f, and the forces of the step before, within their cones, as the first guess.
static void find_free_motion(bi_response *r, const bi_chain_system *system, const vectors *v)
{
    for (int32_t k = 0; k < system->kept_count; k++) {
        bight_vec3 f = r->chain[system->kept[k]].right;
        v->y[3 * k] = f.x;
        v->y[3 * k + 1] = f.y;
        v->y[3 * k + 2] = f.z;
    }
    bi_chain_solve_kept(system, v->y, 1);
    for (int32_t j = 0; j < r->now.count; j++) {
        const bi_grip *grip = &r->now.grips[j];
        bight_vec3 moved = relative(r, grip, v->y, 1, 0), guess = bi_mat3_apply(&grip->frame, grip->force);
        v->free[3 * j] = grip->gap + moved.x;
        v->free[3 * j + 1] = grip->slip[0] + moved.y;
        v->free[3 * j + 2] = grip->slip[1] + moved.z;
        v->friction[j] = grip->friction;

        double normal = bi_max(guess.x, 0.0), most = grip->friction * normal;
        double size = sqrt(guess.y * guess.y + guess.z * guess.z), part = size > most ? most / size : 1.0;
        v->force[3 * j] = normal;
        v->force[3 * j + 1] = part * guess.y;
        v->force[3 * j + 2] = part * guess.z;
    }
}

// How fast the slowest rope of the group was in the last cycle, 0 to 1, and the least radius.
static double slowest_pace(const bight_world *world, double *radius)
{
    double pace = 1.0;
    *radius = HUGE_VAL;
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        if (bi_response_solves(world, q)) {
            pace = bi_min(pace, rope->rest.pace);
            *radius = bi_min(*radius, rope->radius);
        }
    }
    return pace;
}

bight_status bi_response_push(bight_world *world, bi_chain_system *system)
{
    bi_response *r = world->response;
    if (r->now.count == 0) {
        return BIGHT_OK;
    }

    vectors v;
    bight_status status = take_vectors(world, system->kept_count, &v);
    if (status != BIGHT_OK) {
        return status;
    }

    find_compliance(r, system, v.y);
    find_free_motion(r, system, &v);

    // what moves fast need not be so exact
    double radius, pace = slowest_pace(world, &radius);
    bi_cone_problem problem = {.count = r->now.count,
                               .w = r->compliance,
                               .free = v.free,
                               .friction = v.friction,
                               .force = v.force,
                               .scratch = v.scratch,
                               .hold = bi_max(HOLD * pace, LEAST_HOLD),
                               .enough = radius * bi_min(bi_max(ENOUGH * pace, LEAST_ENOUGH), MOST_ENOUGH),
                               .sweeps = SWEEPS};
    bi_cone_solve(&problem);

    // f + J^T force
    for (int32_t j = 0; j < r->now.count; j++) {
        bi_grip *grip = &r->now.grips[j];
        const double *force = v.force + 3 * (ptrdiff_t)j;
        grip->force = bi_mat3_apply_transposed(&grip->frame, v3(force[0], force[1], force[2]));
        for (int32_t k = 0; k < grip->nodes; k++) {
            bi_chain_node *node = &r->chain[grip->node[k]];
            node->right = v3_madd(node->right, grip->weight[k], grip->force);
        }
    }
    return BIGHT_OK;
}
