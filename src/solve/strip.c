// SPDX-License-Identifier: MIT
// Block LDL^T: node by node, B -= C^T D^-1 C for the nodes that the node is still coupled to.

#include "solve/strip.h"

#include "core/assert.h"

#include <math.h>
#include <string.h>

void bi_strip_clear(bi_strip *strip)
{
    memset(strip->node, 0, (size_t)strip->count * sizeof *strip->node);
}

// Where the coupling of two nodes, low < high, is kept.
static bi_mat3 *coupling(bi_strip *strip, int32_t low, int32_t high)
{
    BI_ASSERT(low >= 0 && low < high && high < strip->count);
    bi_strip_node *node = &strip->node[low];
    int32_t apart = high - low, from_end = strip->count - 1 - high;
    if (apart <= 2) {
        return &node->next[apart - 1];
    }
    BI_ASSERT(strip->closed && from_end < 2);
    return &node->ring[from_end & 1];
}

static void add_outer(bi_mat3 *block, double s, double p, bight_vec3 u)
{
    double *m = block->m;
    m[0] += s + p * u.x * u.x;
    m[1] += p * u.x * u.y;
    m[2] += p * u.x * u.z;
    m[3] += p * u.x * u.y;
    m[4] += s + p * u.y * u.y;
    m[5] += p * u.y * u.z;
    m[6] += p * u.x * u.z;
    m[7] += p * u.y * u.z;
    m[8] += s + p * u.z * u.z;
}

void bi_strip_add(bi_strip *strip, int32_t row, int32_t column, double s, double p, bight_vec3 u)
{
    if (row == column) {
        double *m = strip->node[row].diagonal.m;
        m[0] += s + p * u.x * u.x;
        m[1] += p * u.x * u.y;
        m[2] += p * u.x * u.z;
        m[3] += s + p * u.y * u.y;
        m[4] += p * u.y * u.z;
        m[5] += s + p * u.z * u.z;
        return;
    }
    // the blocks that are added are symmetric, so it does not matter which of the two is the row
    add_outer(coupling(strip, row < column ? row : column, row < column ? column : row), s, p, u);
}

void bi_strip_fix(bi_strip *strip, int32_t i)
{
    bi_strip_node *node = &strip->node[i];
    const bi_mat3 none = {{0}};
    node->diagonal = (bi_sym3){{1.0, 0.0, 0.0, 1.0, 0.0, 1.0}};
    node->next[0] = node->next[1] = node->ring[0] = node->ring[1] = none;
    for (int32_t k = 0; k < 2; k++) {
        if (i > k) {
            strip->node[i - 1 - k].next[k] = none;
        }
        // the first two nodes of a ring are coupled to its last two
        if (strip->closed && i >= strip->count - 2) {
            strip->node[k].ring[strip->count - 1 - i] = none;
        }
    }
}

// The blocks between a node and those that it is coupled to, row: the node.
static void gather(bi_strip *strip, int32_t i, bool down, bi_mat3 block[4])
{
    bi_strip_node *node = &strip->node[i];
    int32_t n = strip->count;
    node->to_count = 0;
    for (int32_t k = 0; k < 2; k++) {
        int32_t j = down ? i - 1 - k : i + 1 + k;
        if (j >= 0 && j < n) {
            block[node->to_count] = down ? bi_mat3_transposed(&strip->node[j].next[k]) : node->next[k];
            node->to[node->to_count++] = j;
        }
    }
    for (int32_t k = 1; k >= 0 && strip->closed; k--) {
        if (n - 1 - k > i + 2) {
            block[node->to_count] = node->ring[k];
            node->to[node->to_count++] = n - 1 - k;
        }
    }
}

// block -= u^T g
static void subtract_product(bi_mat3 *block, const bi_mat3 *u, const bi_mat3 *g)
{
    bi_mat3 by = bi_mat3_product_transposed(u, g);
    for (int32_t e = 0; e < 9; e++) {
        block->m[e] -= by.m[e];
    }
}

static bool eliminate(bi_strip *strip, int32_t i, bool down)
{
    bi_strip_node *node = &strip->node[i];
    bi_mat3 block[4];
    gather(strip, i, down, block);
    node->factor = bi_ldl3_of(&node->diagonal);
    bool sound = node->factor.i0 > 0.0 && node->factor.i1 > 0.0 && node->factor.i2 > 0.0 &&
                 node->factor.i0 + node->factor.i1 + node->factor.i2 < HUGE_VAL;
    for (int32_t k = 0; k < node->to_count; k++) {
        node->gain[k] = bi_ldl3_solve_mat(&node->factor, &block[k]);
        bi_sym3_subtract_product(&strip->node[node->to[k]].diagonal, &block[k], &node->gain[k]);
        for (int32_t l = 0; l < k; l++) {
            // (p, q) with p < q; towards the start of the chain the order of `to` is the other way round
            int32_t p = node->to[l], q = node->to[k];
            if (p < q) {
                subtract_product(coupling(strip, p, q), &block[l], &node->gain[k]);
            } else {
                subtract_product(coupling(strip, q, p), &block[k], &node->gain[l]);
            }
        }
    }
    return sound;
}

bool bi_strip_factor(bi_strip *strip)
{
    BI_ASSERT(strip->closed ? strip->last == strip->count - 1 && strip->count >= 5
                            : strip->first == strip->count || strip->last > strip->first);
    bool sound = true;
    for (int32_t i = 0; i < strip->first; i++) {
        sound = eliminate(strip, i, false) && sound;
    }
    for (int32_t i = strip->count - 1; i > strip->last; i--) {
        sound = eliminate(strip, i, true) && sound;
    }
    for (int32_t i = strip->first; i <= strip->last; i++) {
        // what lies beyond the core is eliminated already
        bool sound_here = true;
        bi_strip part = *strip;
        part.count = strip->last + 1;
        sound_here = eliminate(&part, i, false);
        sound = sound && sound_here;
    }
    return sound;
}

static void forward(const bi_strip *strip, int32_t i, bight_vec3 *x)
{
    const bi_strip_node *node = &strip->node[i];
    for (int32_t k = 0; k < node->to_count; k++) {
        x[node->to[k]] = v3_sub(x[node->to[k]], bi_mat3_apply_transposed(&node->gain[k], x[i]));
    }
}

static void backward(const bi_strip *strip, int32_t i, bight_vec3 *x)
{
    const bi_strip_node *node = &strip->node[i];
    bight_vec3 sum = bi_ldl3_solve(&node->factor, x[i]);
    for (int32_t k = 0; k < node->to_count; k++) {
        sum = v3_sub(sum, bi_mat3_apply(&node->gain[k], x[node->to[k]]));
    }
    x[i] = sum;
}

void bi_strip_solve(const bi_strip *strip, bight_vec3 *x)
{
    for (int32_t i = 0; i < strip->first; i++) {
        forward(strip, i, x);
    }
    for (int32_t i = strip->count - 1; i > strip->last; i--) {
        forward(strip, i, x);
    }
    for (int32_t i = strip->first; i <= strip->last; i++) {
        forward(strip, i, x);
    }
    for (int32_t i = strip->last; i >= strip->first; i--) {
        backward(strip, i, x);
    }
    for (int32_t i = strip->last + 1; i < strip->count; i++) {
        backward(strip, i, x);
    }
    for (int32_t i = strip->first - 1; i >= 0; i--) {
        backward(strip, i, x);
    }
}

void bi_strip_half_solve(const bi_strip *strip, double *y, double *z, int32_t columns)
{
    ptrdiff_t width = columns;
    for (int32_t i = strip->first; i <= strip->last; i++) {
        const bi_strip_node *node = &strip->node[i];
        double *a = y + 3 * width * (i - strip->first), *b = a + width, *c = b + width;
        double *za = z + (a - y), *zb = za + width, *zc = zb + width;
        for (int32_t k = 0; k < node->to_count; k++) {
            const double *g = node->gain[k].m;
            double *p = y + 3 * width * (node->to[k] - strip->first), *q = p + width, *r = q + width;
            for (int32_t e = 0; e < columns; e++) {
                p[e] -= g[0] * a[e] + g[3] * b[e] + g[6] * c[e];
                q[e] -= g[1] * a[e] + g[4] * b[e] + g[7] * c[e];
                r[e] -= g[2] * a[e] + g[5] * b[e] + g[8] * c[e];
            }
        }
        bi_ldl3 f = node->factor;
        for (int32_t e = 0; e < columns; e++) {
            double v = b[e] - f.l10 * a[e], w = c[e] - f.l20 * a[e] - f.l21 * v;
            zc[e] = w * f.i2;
            zb[e] = v * f.i1 - f.l21 * zc[e];
            za[e] = a[e] * f.i0 - f.l10 * zb[e] - f.l20 * zc[e];
        }
    }
}
