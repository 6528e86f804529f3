// SPDX-License-Identifier: MIT

#include "cloth/solve.h"

#include "cloth/coarse.h"
#include "cloth/elastic.h"
#include "cloth/incomplete.h"
#include "cloth/rigid.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

typedef struct solve_job {
    bight_cloth_world *world;
    float alpha, beta;
    bool led;    // hands are given a move
    double time; // of the last move, s
    bool coarse; // two levels
} solve_job;

// ---- matrix times direction -----------------------------------------------------------------------------

static void pull_rows(void *data, int32_t block)
{
    bight_cloth_world *world = ((solve_job *)data)->world;
    int32_t end = bi_cloth_block_end(block, world->rows.count);
    for (int32_t r = block * BI_CLOTH_BLOCK; r < end; r++) {
        const bi_row *row = &world->rows.items[r];
        float x = 0.0f, y = 0.0f, z = 0.0f;
        for (int32_t n = row->first; n < row->first + row->count; n++) {
            float w = world->rows.entries[n].weight;
            const bi_float4 *p = &world->solver.direction[world->rows.entries[n].index];
            x += w * p->x;
            y += w * p->y;
            z += w * p->z;
        }
        const float *k = row->k;
        world->rows.pulls[r] = (bi_float4){k[0] * x + k[3] * y + k[4] * z, k[3] * x + k[1] * y + k[5] * z,
                                           k[4] * x + k[5] * y + k[2] * z, 0.0f};
    }
}

// Four lanes at once: what the last one reads is the next column's, and what it adds up is nobody's.
static void multiply_block(const float *block, const bi_float4 *x, float y[4])
{
    for (int32_t i = 0; i < 4; i++) {
        y[i] += block[i] * x->x + block[3 + i] * x->y + block[6 + i] * x->z;
    }
}

static bi_float4 multiply_vertex(const bight_cloth_world *world, int32_t i)
{
    const bi_float4 *direction = world->solver.direction;
    float y[4] = {0};
    const float *diagonal = (const float *)world->elastic.diagonal,
                *blocks = (const float *)world->elastic.blocks;
    multiply_block(diagonal + 9 * (size_t)i, &direction[i], y);
    for (int32_t n = world->topology.row_first[i]; n < world->topology.row_first[i + 1]; n++) {
        multiply_block(blocks + 9 * (size_t)n, &direction[world->topology.columns[n]], y);
    }
    for (int32_t n = world->topology.flap_first[i]; n < world->topology.flap_first[i + 1]; n++) {
        const bi_float4 *p = &direction[world->topology.flaps[n].index];
        float w = world->topology.flaps[n].weight;
        y[0] += w * p->x;
        y[1] += w * p->y;
        y[2] += w * p->z;
    }
    for (int32_t n = world->rows.touch_first[i]; n < world->rows.touch_first[i + 1]; n++) {
        const bi_float4 *p = &world->rows.pulls[world->rows.touches[n].index];
        float w = world->rows.touches[n].weight;
        y[0] += w * p->x;
        y[1] += w * p->y;
        y[2] += w * p->z;
    }
    return (bi_float4){y[0], y[1], y[2], 0.0f};
}

static double dot(const bi_float4 *a, const bi_float4 *b)
{
    return (double)a->x * (double)b->x + (double)a->y * (double)b->y + (double)a->z * (double)b->z;
}

static void multiply(void *data, int32_t block)
{
    bight_cloth_world *world = ((solve_job *)data)->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    double sum = 0.0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        if (bi_cloth_is_free(world, i)) {
            world->solver.product[i] = multiply_vertex(world, i);
            sum += dot(&world->solver.direction[i], &world->solver.product[i]);
        } else {
            world->solver.product[i] = (bi_float4){0};
        }
    }
    world->block_sums[block] = sum;
}

static double add_up(const bight_cloth_world *world)
{
    int32_t blocks = bi_cloth_blocks(world->vertex_count);
    double sum = 0.0;
    for (int32_t i = 0; i < blocks; i++) {
        sum += world->block_sums[i];
    }
    return sum;
}

// The product, and direction . product.
static double multiply_all(solve_job *job)
{
    bight_cloth_world *world = job->world;
    int32_t threads = bi_cloth_threads(world);
    bi_parallel_for(threads, bi_cloth_blocks(world->rows.count), pull_rows, job);
    bi_parallel_for(threads, bi_cloth_blocks(world->vertex_count), multiply, job);
    return add_up(world) + bi_rigid_multiply(world);
}

void bi_cloth_multiply(bight_cloth_world *world)
{
    solve_job job = {.world = world};
    multiply_all(&job);
}

// ---- preconditioner ---------------------------------------------------------------------------------------

static void factor_block(void *data, int32_t block)
{
    bi_incomplete_factor(((solve_job *)data)->world, block);
}

static void solve_block(void *data, int32_t block)
{
    bight_cloth_world *world = ((solve_job *)data)->world;
    world->block_sums[block] = bi_incomplete_solve(world, block);
}

// solved = M^-1 residual, on patches. @return residual . solved
static double precondition(solve_job *job)
{
    bight_cloth_world *world = job->world;
    int32_t blocks = bi_incomplete_blocks(world);
    bi_parallel_for(bi_cloth_threads(world), blocks, solve_block, job);
    double sum = 0.0;
    for (int32_t i = 0; i < blocks; i++) {
        sum += world->block_sums[i];
    }
    return sum;
}

// ---- conjugate gradients ----------------------------------------------------------------------------------

// residual = force - product of what hands are given to move; direction = the last move of free vertices. Sum:
// r . direction
static void initial_residual(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    double along = 0.0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 r = {0}, m = {0};
        if (bi_cloth_is_free(world, i)) {
            const bi_float4 *q = &world->solver.product[i], *b = &world->elastic.force[i];
            r = job->led ? (bi_float4){b->x - q->x, b->y - q->y, b->z - q->z, 0.0f} : *b;
            bight_vec3 d = v3_mul(job->time, world->velocity[i]);
            m = (bi_float4){(float)d.x, (float)d.y, (float)d.z, 0.0f};
        }
        world->solver.residual[i] = r;
        world->solver.direction[i] = m;
        along += dot(&r, &m);
    }
    world->block_sums[block] = along;
}

// Begin at alpha times the last move: move = alpha direction, residual -= alpha product
static void begin(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    float alpha = job->alpha;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 *r = &world->solver.residual[i];
        const bi_float4 *p = &world->solver.direction[i], *q = &world->solver.product[i];
        if (alpha != 0.0f) {
            *r = (bi_float4){r->x - alpha * q->x, r->y - alpha * q->y, r->z - alpha * q->z, 0.0f};
        }
        if (bi_cloth_is_free(world, i)) {
            world->solver.move[i] = (bi_float4){alpha * p->x, alpha * p->y, alpha * p->z, 0.0f};
        }
    }
}

// move += alpha direction, residual -= alpha product
static void advance(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    float alpha = job->alpha;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 *x = &world->solver.move[i], *r = &world->solver.residual[i];
        const bi_float4 *p = &world->solver.direction[i], *q = &world->solver.product[i];
        *x = (bi_float4){x->x + alpha * p->x, x->y + alpha * p->y, x->z + alpha * p->z, 0.0f};
        *r = (bi_float4){r->x - alpha * q->x, r->y - alpha * q->y, r->z - alpha * q->z, 0.0f};
    }
}

static bi_float4 add(bi_float4 a, bi_float4 b)
{
    return (bi_float4){a.x + b.x, a.y + b.y, a.z + b.z, 0.0f};
}

static void search_direction(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    float beta = job->beta;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 *p = &world->solver.direction[i];
        bi_float4 z = world->solver.solved[i];
        z = job->coarse ? add(z, bi_coarse_correction(world, i)) : z;
        *p = beta != 0.0f ? (bi_float4){z.x + beta * p->x, z.y + beta * p->y, z.z + beta * p->z, 0.0f} : z;
    }
}

// Only hands move.
static void lead(void *data, int32_t block)
{
    bight_cloth_world *world = ((solve_job *)data)->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        if ((world->flags[i] & BI_GRASPED) == 0) {
            world->solver.move[i] = (bi_float4){0};
        }
        world->solver.direction[i] = world->solver.move[i];
    }
}

bi_solve_report bi_cloth_solve(bight_cloth_world *world, const bi_solve_settings *settings)
{
    BI_ASSERT(world->topology.built && settings->most >= 1 && settings->tolerance >= 0.0);
    int32_t threads = bi_cloth_threads(world), blocks = bi_cloth_blocks(world->vertex_count);
    solve_job job = {.world = world, .led = settings->led, .time = settings->time};
    bi_solve_report report = {0};

    // r = b - A d with what hands are given to move; whole = r.M^-1 r with the factor M of patches
    bi_parallel_for(threads, bi_incomplete_blocks(world), factor_block, &job);
    bi_parallel_for(threads, blocks, lead, &job);
    bi_rigid_factor(world);
    bi_rigid_lead(world);
    if (job.led) {
        multiply_all(&job);
    }
    bi_parallel_for(threads, blocks, initial_residual, &job);
    double along = add_up(world), of_bodies;
    double whole = bi_rigid_residual(world, job.led, job.time, &of_bodies) + precondition(&job);
    along += of_bodies;

    // x = alpha m along the last move m, alpha = r.m / m.A m: as far as the forces bear it out. All of it would
    // be inertia by another name, and from zero a few iterations do not carry what is floppy along
    double curvature = job.time > 0.0 ? multiply_all(&job) : 0.0, alpha = along / curvature;
    job.alpha = curvature > 0.0 && alpha > 0.0 ? (float)bi_min(alpha, 1.0) : 0.0f;
    bi_parallel_for(threads, blocks, begin, &job);
    double rz = bi_rigid_begin(world, job.alpha);
    rz = job.alpha != 0.0f ? rz + precondition(&job) : whole;

    // the residual in the norm of the patches says when it is enough, whatever leads there
    double target = settings->tolerance * settings->tolerance * whole, left = rz;
    job.coarse = world->coarse.cell_count > 0 && world->solver.slow && left > target;
    if (job.coarse) {
        bi_coarse_assemble(world);
        bi_coarse_factor(world);
        rz += bi_coarse_solve(world);
    }
    bi_parallel_for(threads, blocks, search_direction, &job); // beta is 0: no direction before it

    // alpha = r.z / p.A p, x += alpha p, r -= alpha A p, beta = r.z of now over before, p = z + beta p
    while (report.iterations < settings->most && left > target && !bi_watch_ask(&world->watch)) {
        curvature = multiply_all(&job);
        if (!(curvature > 0.0) || !isfinite(rz)) {
            report.broken = true;
            break;
        }
        job.alpha = (float)(rz / curvature);
        bi_parallel_for(threads, blocks, advance, &job);
        left = bi_rigid_advance(world, job.alpha) + precondition(&job);
        double next = job.coarse ? left + bi_coarse_solve(world) : left;
        job.beta = (float)(next / rz);
        rz = next;
        report.iterations++;
        bi_parallel_for(threads, blocks, search_direction, &job);
        bi_rigid_direct(world, job.beta);
    }

    // the coarse level begins after a system of many iterations and ends after one of few
    world->solver.slow = report.iterations >= (world->solver.slow ? BI_COARSE_FEW : BI_COARSE_ITERATIONS);
    report.broken = report.broken || !isfinite(rz);
    report.residual = whole > 0.0 ? sqrt(bi_max(left, 0.0) / whole) : 0.0;
    return report;
}
