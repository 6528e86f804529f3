// SPDX-License-Identifier: MIT
// Bodies in conjugate gradients: few, so one after the other. Sums in double.

#include "cloth/rigid.h"

#include "cloth/world.h"

#include <string.h>

static double dot(const bi_float4 *a, const bi_float4 *b)
{
    return (double)a->x * (double)b->x + (double)a->y * (double)b->y + (double)a->z * (double)b->z;
}

static bool is_rigid(const bight_cloth_world *world, int32_t obstacle)
{
    return world->obstacles.items[obstacle].rigid.mass > 0.0;
}

// ---- preconditioner ---------------------------------------------------------------------------------------

// Column c of R at a point with the arm r: shifts are unit vectors, turns e x r / size.
static bight_vec3 column(const bi_rigid *rigid, bight_vec3 r, int32_t c)
{
    bight_vec3 e = v3(c % 3 == 0, c % 3 == 1, c % 3 == 2);
    return c < 3 ? e : v3_mul(1.0 / rigid->size, v3_cross(e, r));
}

static bight_vec3 multiply(const float k[6], bight_vec3 x)
{
    return v3((double)k[0] * x.x + (double)k[3] * x.y + (double)k[4] * x.z,
              (double)k[3] * x.x + (double)k[1] * x.y + (double)k[5] * x.z,
              (double)k[4] * x.x + (double)k[5] * x.y + (double)k[2] * x.z);
}

// The inverse of a symmetric positive definite matrix, by Gauss and Jordan.
static void invert(double m[6][6], double inverse[6][6])
{
    for (int32_t i = 0; i < 36; i++) {
        inverse[i / 6][i % 6] = i / 6 == i % 6;
    }
    for (int32_t p = 0; p < 6; p++) {
        double scale = m[p][p] > 0.0 ? 1.0 / m[p][p] : 0.0;
        for (int32_t c = 0; c < 6; c++) {
            m[p][c] *= scale;
            inverse[p][c] *= scale;
        }
        for (int32_t r = 0; r < 6; r++) {
            double factor = r == p ? 0.0 : m[r][p];
            for (int32_t c = 0; c < 6; c++) {
                m[r][c] -= factor * m[p][c];
                inverse[r][c] -= factor * inverse[p][c];
            }
        }
    }
}

// R' A R: m/4 / dt^2 R_k' R_k of each point, and J' K J of each row, J = sum of w_k R_k.
static void factor(bight_cloth_world *world, int32_t obstacle)
{
    bi_rigid *rigid = &world->obstacles.items[obstacle].rigid;
    int32_t first = world->vertex_count + 4 * obstacle;
    double m[6][6] = {{0}}, inertia = 0.25 * rigid->mass / (world->control.dt * world->control.dt);
    for (int32_t k = 0; k < 4; k++) {
        for (int32_t i = 0; i < 36; i++) {
            m[i / 6][i % 6] +=
                inertia * v3_dot(column(rigid, rigid->arm[k], i / 6), column(rigid, rigid->arm[k], i % 6));
        }
    }
    for (int32_t n = world->rows.touch_first[first]; n < world->rows.touch_first[first + 1]; n++) {
        const bi_row *row = &world->rows.items[world->rows.touches[n].index];
        bight_vec3 arm = v3(0, 0, 0), j[6];
        double sum = 0.0;
        for (int32_t e = row->first; e < row->first + row->count; e++) {
            int32_t k = world->rows.entries[e].index - first;
            double w = k >= 0 && k < 4 ? (double)world->rows.entries[e].weight : 0.0;
            arm = w != 0.0 ? v3_madd(arm, w, rigid->arm[k]) : arm;
            sum += w;
        }
        for (int32_t c = 0; c < 6; c++) {
            j[c] = c < 3 ? v3_mul(sum, column(rigid, arm, c)) : column(rigid, arm, c);
        }
        for (int32_t c = 0; c < 6; c++) {
            bight_vec3 kj = multiply(row->k, j[c]);
            for (int32_t r = 0; r < 6; r++) {
                m[r][c] += v3_dot(j[r], kj);
            }
        }
    }
    invert(m, rigid->inverse);
}

void bi_rigid_factor(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    for (int32_t i = 0; i < count; i++) {
        if (is_rigid(world, i)) {
            factor(world, i);
        }
    }
}

// z = R (R' A R)^-1 R' residual
static void precondition(const bight_cloth_world *world, int32_t obstacle, bi_float4 z[4])
{
    const bi_rigid *rigid = &world->obstacles.items[obstacle].rigid;
    const bi_float4 *residual = world->solver.residual + world->vertex_count + 4 * obstacle;
    double r[6] = {0}, s[6] = {0};
    for (int32_t k = 0; k < 4; k++) {
        bight_vec3 x = v3((double)residual[k].x, (double)residual[k].y, (double)residual[k].z);
        for (int32_t c = 0; c < 6; c++) {
            r[c] += v3_dot(column(rigid, rigid->arm[k], c), x);
        }
    }
    for (int32_t i = 0; i < 36; i++) {
        s[i / 6] += rigid->inverse[i / 6][i % 6] * r[i % 6];
    }
    for (int32_t k = 0; k < 4; k++) {
        bight_vec3 x = v3(0, 0, 0);
        for (int32_t c = 0; c < 6; c++) {
            x = v3_madd(x, s[c], column(rigid, rigid->arm[k], c));
        }
        z[k] = (bi_float4){(float)x.x, (float)x.y, (float)x.z, 0.0f};
    }
}

// ---- vectors ------------------------------------------------------------------------------------------------

double bi_rigid_multiply(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    double sum = 0.0;
    for (int32_t i = 0; i < 4 * count; i++) {
        int32_t at = world->vertex_count + i;
        world->solver.product[at] = (bi_float4){0};
        if (!is_rigid(world, i / 4)) {
            continue;
        }
        const bi_float4 *d = &world->solver.direction[at];
        double dt = world->control.dt;
        float inertia = (float)(0.25 * world->obstacles.items[i / 4].rigid.mass / (dt * dt));
        bi_float4 y = {inertia * d->x, inertia * d->y, inertia * d->z, 0.0f};
        for (int32_t n = world->rows.touch_first[at]; n < world->rows.touch_first[at + 1]; n++) {
            const bi_float4 *p = &world->rows.pulls[world->rows.touches[n].index];
            float w = world->rows.touches[n].weight;
            y.x += w * p->x;
            y.y += w * p->y;
            y.z += w * p->z;
        }
        world->solver.product[at] = y;
        sum += dot(d, &y);
    }
    return sum;
}

double bi_rigid_residual(bight_cloth_world *world, bool led, double time, double *along)
{
    int32_t count = bi_rigid_count(world);
    double whole = 0.0;
    *along = 0.0;
    for (int32_t i = 0; i < count; i++) {
        int32_t first = world->vertex_count + 4 * i;
        bi_float4 z[4];
        for (int32_t k = 0; k < 4; k++) {
            const bi_float4 *q = &world->solver.product[first + k], *b = &world->elastic.force[first + k];
            bi_float4 r = led ? (bi_float4){b->x - q->x, b->y - q->y, b->z - q->z, 0.0f} : *b;
            bight_vec3 d = v3_mul(time, world->obstacles.items[i].rigid.velocity[k]);
            world->solver.residual[first + k] = is_rigid(world, i) ? r : (bi_float4){0};
            world->solver.direction[first + k] = (bi_float4){(float)d.x, (float)d.y, (float)d.z, 0.0f};
        }
        if (is_rigid(world, i)) {
            precondition(world, i, z);
            for (int32_t k = 0; k < 4; k++) {
                whole += dot(&world->solver.residual[first + k], &z[k]);
                *along += dot(&world->solver.residual[first + k], &world->solver.direction[first + k]);
            }
        }
    }
    return whole;
}

// x += a y
static void add(bi_float4 *x, float a, const bi_float4 *y)
{
    *x = (bi_float4){x->x + a * y->x, x->y + a * y->y, x->z + a * y->z, 0.0f};
}

double bi_rigid_begin(bight_cloth_world *world, float alpha)
{
    int32_t count = bi_rigid_count(world);
    for (int32_t i = 0; i < count; i++) {
        memset(world->solver.move + world->vertex_count + 4 * i, 0, 4 * sizeof *world->solver.move);
    }
    double sum = bi_rigid_advance(world, alpha);
    bi_rigid_direct(world, 0.0f);
    return sum;
}

double bi_rigid_advance(bight_cloth_world *world, float alpha)
{
    int32_t count = bi_rigid_count(world);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (!is_rigid(world, i)) {
            continue;
        }
        int32_t first = world->vertex_count + 4 * i;
        bi_float4 z[4];
        for (int32_t k = 0; k < 4; k++) {
            add(&world->solver.move[first + k], alpha, &world->solver.direction[first + k]);
            add(&world->solver.residual[first + k], -alpha, &world->solver.product[first + k]);
        }
        precondition(world, i, z);
        for (int32_t k = 0; k < 4; k++) {
            sum += dot(&world->solver.residual[first + k], &z[k]);
        }
    }
    return sum;
}

void bi_rigid_direct(bight_cloth_world *world, float beta)
{
    int32_t count = bi_rigid_count(world);
    for (int32_t i = 0; i < count; i++) {
        if (is_rigid(world, i)) {
            bi_float4 z[4], *p = world->solver.direction + world->vertex_count + 4 * i;
            precondition(world, i, z);
            for (int32_t k = 0; k < 4; k++) {
                add(&z[k], beta, &p[k]);
                p[k] = z[k];
            }
        }
    }
}

void bi_rigid_lead(bight_cloth_world *world)
{
    int32_t count = bi_rigid_count(world);
    for (int32_t i = 0; i < 4 * count; i++) {
        world->solver.move[world->vertex_count + i] = world->solver.direction[world->vertex_count + i] =
            (bi_float4){0};
    }
}
