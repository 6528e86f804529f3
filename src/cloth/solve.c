// SPDX-License-Identifier: MIT

#include "cloth/solve.h"

#include "cloth/coarse.h"
#include "cloth/elastic.h"
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

static double add_up(const bight_cloth_world *world, int32_t offset)
{
    BI_ASSERT(offset == 0 || offset == 1);
    int32_t blocks = bi_cloth_blocks(world->vertex_count);
    double sum = 0.0;
    for (int32_t i = 0; i < blocks; i++) {
        sum += world->block_sums[offset * blocks + i];
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
    return add_up(world, 0) + bi_rigid_multiply(world);
}

void bi_cloth_multiply(bight_cloth_world *world)
{
    solve_job job = {.world = world};
    multiply_all(&job);
}

// ---- preconditioner ---------------------------------------------------------------------------------------

// Inverse of a symmetric 3 x 3 matrix by cofactors, in double.
static void invert(const double m[6], bi_float4 inverse[2])
{
    double xx = m[1] * m[2] - m[5] * m[5], yy = m[0] * m[2] - m[4] * m[4], zz = m[0] * m[1] - m[3] * m[3];
    double xy = m[4] * m[5] - m[3] * m[2], xz = m[3] * m[5] - m[4] * m[1], yz = m[3] * m[4] - m[0] * m[5];
    double det = m[0] * xx + m[3] * xy + m[4] * xz, scale = det > 0.0 ? 1.0 / det : 0.0;
    inverse[0] = (bi_float4){(float)(scale * xx), (float)(scale * yy), (float)(scale * zz), 0.0f};
    inverse[1] = (bi_float4){(float)(scale * xy), (float)(scale * xz), (float)(scale * yz), 0.0f};
}

static void invert_diagonals(void *data, int32_t block)
{
    bight_cloth_world *world = ((solve_job *)data)->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 *inverse = &world->solver.inverse[2 * (size_t)i];
        if (!bi_cloth_is_free(world, i)) {
            inverse[0] = inverse[1] = (bi_float4){0};
            continue;
        }
        const float(*c)[3] = (const float(*)[3])world->elastic.diagonal[i].column;
        double m[6] = {(double)c[0][0], (double)c[1][1], (double)c[2][2],
                       (double)c[1][0], (double)c[2][0], (double)c[2][1]};
        for (int32_t n = world->rows.touch_first[i]; n < world->rows.touch_first[i + 1]; n++) {
            const float *k = world->rows.items[world->rows.touches[n].index].k;
            double w = (double)world->rows.touches[n].weight;
            for (int32_t a = 0; a < 6; a++) {
                m[a] += w * w * (double)k[a];
            }
        }
        invert(m, inverse);
    }
}

static bi_float4 precondition(const bi_float4 *m, const bi_float4 *r)
{
    return (bi_float4){m[0].x * r->x + m[1].x * r->y + m[1].y * r->z,
                       m[1].x * r->x + m[0].y * r->y + m[1].z * r->z,
                       m[1].y * r->x + m[1].z * r->y + m[0].z * r->z, 0.0f};
}

// ---- conjugate gradients ----------------------------------------------------------------------------------

// residual = force - product of what hands are given to move; direction = the last move of free vertices. Sums:
// r.D^-1 r, and r . direction.
static void initial_residual(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count),
            blocks = bi_cloth_blocks(world->vertex_count);
    double whole = 0.0, along = 0.0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 r = {0}, m = {0};
        if (bi_cloth_is_free(world, i)) {
            const bi_float4 *q = &world->solver.product[i], *b = &world->elastic.force[i];
            r = job->led ? (bi_float4){b->x - q->x, b->y - q->y, b->z - q->z, 0.0f} : *b;
            bight_vec3 d = v3_mul(job->time, world->velocity[i]);
            m = (bi_float4){(float)d.x, (float)d.y, (float)d.z, 0.0f};
        }
        bi_float4 z = precondition(&world->solver.inverse[2 * (size_t)i], &r);
        world->solver.residual[i] = r;
        world->solver.direction[i] = m;
        whole += dot(&r, &z);
        along += dot(&r, &m);
    }
    world->block_sums[block] = whole;
    world->block_sums[blocks + block] = along;
}

// Begin at alpha times the last move; direction = preconditioned residual. Sum: r.z
static void begin(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    float alpha = job->alpha;
    double sum = 0.0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 *r = &world->solver.residual[i], *p = &world->solver.direction[i];
        const bi_float4 *q = &world->solver.product[i];
        if (alpha != 0.0f) {
            *r = (bi_float4){r->x - alpha * q->x, r->y - alpha * q->y, r->z - alpha * q->z, 0.0f};
        }
        if (bi_cloth_is_free(world, i)) {
            world->solver.move[i] = (bi_float4){alpha * p->x, alpha * p->y, alpha * p->z, 0.0f};
        }
        *p = precondition(&world->solver.inverse[2 * (size_t)i], r);
        sum += dot(r, p);
    }
    world->block_sums[block] = sum;
}

// move += alpha direction, residual -= alpha product; the new r.z
static void advance(void *data, int32_t block)
{
    const solve_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    float alpha = job->alpha;
    double sum = 0.0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 *x = &world->solver.move[i], *r = &world->solver.residual[i];
        const bi_float4 *p = &world->solver.direction[i], *q = &world->solver.product[i];
        *x = (bi_float4){x->x + alpha * p->x, x->y + alpha * p->y, x->z + alpha * p->z, 0.0f};
        *r = (bi_float4){r->x - alpha * q->x, r->y - alpha * q->y, r->z - alpha * q->z, 0.0f};
        bi_float4 z = precondition(&world->solver.inverse[2 * (size_t)i], r);
        sum += dot(r, &z);
    }
    world->block_sums[block] = sum;
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
        bi_float4 z = precondition(&world->solver.inverse[2 * (size_t)i], &world->solver.residual[i]);
        z = job->coarse ? add(z, bi_coarse_correction(world, i)) : z;
        *p = (bi_float4){z.x + beta * p->x, z.y + beta * p->y, z.z + beta * p->z, 0.0f};
    }
}

static void coarse_correction(void *data, int32_t block)
{
    bight_cloth_world *world = ((solve_job *)data)->world;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        world->solver.direction[i] = add(world->solver.direction[i], bi_coarse_correction(world, i));
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

    // r = b - A d with what hands are given to move; whole = r.D^-1 r with the diagonal blocks D
    bi_parallel_for(threads, blocks, invert_diagonals, &job);
    bi_parallel_for(threads, blocks, lead, &job);
    bi_rigid_factor(world);
    bi_rigid_lead(world);
    if (job.led) {
        multiply_all(&job);
    }
    bi_parallel_for(threads, blocks, initial_residual, &job);
    double whole = add_up(world, 0), along = add_up(world, 1), of_bodies;
    whole += bi_rigid_residual(world, job.led, job.time, &of_bodies);
    along += of_bodies;

    // x = alpha m along the last move m, alpha = r.m / m.A m: as far as the forces bear it out. All of it would
    // be inertia by another name, and from zero a few iterations do not carry what is floppy along
    double curvature = job.time > 0.0 ? multiply_all(&job) : 0.0, alpha = along / curvature;
    job.alpha = curvature > 0.0 && alpha > 0.0 ? (float)bi_min(alpha, 1.0) : 0.0f;
    bi_parallel_for(threads, blocks, begin, &job);
    double rz = add_up(world, 0) + bi_rigid_begin(world, job.alpha);

    // the residual in the norm of the blocks says when it is enough, whatever leads there
    double target = settings->tolerance * settings->tolerance * whole, left = rz;
    job.coarse = world->coarse.cell_count > 0 && world->solver.slow && left > target;
    if (job.coarse) {
        bi_coarse_assemble(world);
        bi_coarse_factor(world);
        rz += bi_coarse_solve(world);
        bi_parallel_for(threads, blocks, coarse_correction, &job);
    }

    // alpha = r.z / p.A p, x += alpha p, r -= alpha A p, beta = r.z of now over before, p = z + beta p
    while (report.iterations < settings->most && left > target && !bi_watch_ask(&world->watch)) {
        curvature = multiply_all(&job);
        if (!(curvature > 0.0) || !isfinite(rz)) {
            report.broken = true;
            break;
        }
        job.alpha = (float)(rz / curvature);
        bi_parallel_for(threads, blocks, advance, &job);
        left = add_up(world, 0) + bi_rigid_advance(world, job.alpha);
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
