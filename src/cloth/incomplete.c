// SPDX-License-Identifier: MIT

#include "cloth/incomplete.h"

#include "cloth/arena.h"
#include "cloth/elastic.h"
#include "cloth/world.h"

#include <string.h>

#define BLOCK BI_CLOTH_BLOCK // vertices of a block of parallel work, which no patch goes beyond
#define MOST_TRACE 15.0      // of what is left of a diagonal block, see is_sound()

// ---- patches ----------------------------------------------------------------------------------------------

static bool is_placed(const int32_t *place, int32_t vertex)
{
    return place[vertex] >= 0;
}

// A vertex without a place beside the last patch, so that patches follow each other; else the lowest one.
static int32_t next_seed(const bight_cloth_world *world, const int32_t *place, int32_t count, int32_t *lowest)
{
    int32_t size = world->def.solve_patch;
    const int32_t *order = world->incomplete.order;
    for (int32_t i = count > size ? count - size : 0; i < count; i++) {
        for (int32_t n = world->topology.row_first[order[i]]; n < world->topology.row_first[order[i] + 1];
             n++) {
            int32_t vertex = world->topology.columns[n];
            if (!is_placed(place, vertex) && (world->flags[vertex] & BI_BODY) == 0) {
                return vertex;
            }
        }
    }
    while (is_placed(place, *lowest) || (world->flags[*lowest] & BI_BODY) != 0) {
        ++*lowest;
    }
    return *lowest;
}

// Breadth first from seeds, each patch to its full size: so it is as round as the sheet allows.
static void put_in_order(bight_cloth_world *world, int32_t *place)
{
    int32_t *order = world->incomplete.order, wanted = world->incomplete.count, count = 0, lowest = 0;
    int32_t size = world->def.solve_patch;
    while (count < wanted) {
        int32_t end = (count / size + 1) * size < wanted ? (count / size + 1) * size : wanted, head = count;
        int32_t seed = next_seed(world, place, count, &lowest);
        place[seed] = count;
        order[count++] = seed;
        for (; head < count && count < end; head++) {
            for (int32_t n = world->topology.row_first[order[head]];
                 n < world->topology.row_first[order[head] + 1] && count < end; n++) {
                int32_t vertex = world->topology.columns[n];
                if (!is_placed(place, vertex) && (world->flags[vertex] & BI_BODY) == 0) {
                    place[vertex] = count;
                    order[count++] = vertex;
                }
            }
        }
    }
}

// Where a block of the factor comes from: one along an edge, or a flap, whose number is kept below zero.
static int32_t from_flap(int32_t flap)
{
    return -1 - flap;
}

// One entry of a row, put where it belongs: rows are short. What is there already stays.
static int32_t add_entry(bight_cloth_world *world, const int32_t *place, int32_t at, int32_t vertex,
                         int32_t from, int32_t entries)
{
    int32_t other = place[vertex], e = entries, size = world->def.solve_patch,
            first = world->incomplete.first[at];
    int32_t *lower = world->incomplete.lower;
    if (other < 0 || other >= at || other / size != at / size || other / BLOCK != at / BLOCK) {
        return entries;
    }
    for (int32_t n = first; n < entries; n++) {
        if (lower[n] == other) {
            return entries;
        }
    }
    for (; e > first && lower[e - 1] > other; e--) {
        lower[e] = lower[e - 1];
        world->incomplete.from[e] = world->incomplete.from[e - 1];
    }
    lower[e] = other;
    world->incomplete.from[e] = from;
    return entries + 1;
}

static int32_t list_row(bight_cloth_world *world, const int32_t *place, int32_t at, int32_t entries)
{
    int32_t vertex = world->incomplete.order[at];
    for (int32_t n = world->topology.row_first[vertex]; n < world->topology.row_first[vertex + 1]; n++) {
        entries = add_entry(world, place, at, world->topology.columns[n], n, entries);
    }
    for (int32_t n = world->topology.flap_first[vertex]; n < world->topology.flap_first[vertex + 1]; n++) {
        entries = add_entry(world, place, at, world->topology.flaps[n].index, from_flap(n), entries);
    }
    return entries;
}

// Entries of the factor, at most one an edge and one a hinge, and a block beyond the last for loads of four.
static bight_status list_entries(bight_cloth_world *world, const int32_t *place)
{
    int32_t entries = 0;
    int64_t most = ((int64_t)world->topology.row_first[world->vertex_count] +
                    (int64_t)world->topology.flap_first[world->vertex_count]) /
                   2;
    BI_CLOTH_RESERVE(world, incomplete.lower, most);
    BI_CLOTH_RESERVE(world, incomplete.from, most);
    BI_CLOTH_RESERVE(world, incomplete.factor, most + 1);
    for (int32_t at = 0; at < world->incomplete.count; at++) {
        world->incomplete.first[at] = entries;
        entries = list_row(world, place, at, entries);
    }
    world->incomplete.first[world->incomplete.count] = entries;
    return BIGHT_OK;
}

bight_status bi_incomplete_cut(bight_cloth_world *world)
{
    int32_t vertices = world->vertex_count, sheets = 0;
    for (int32_t i = 0; i < vertices; i++) {
        sheets += (world->flags[i] & BI_BODY) == 0;
    }
    bool alone = world->def.solve_patch == 1;
    world->incomplete.count = alone ? vertices : sheets;
    BI_CLOTH_RESERVE(world, incomplete.order, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, incomplete.first, (int64_t)vertices + 1);
    BI_CLOTH_RESERVE(world, incomplete.pivot, 2 * (int64_t)vertices);
    if (alone) { // vertices as they come
        for (int32_t i = 0; i < vertices; i++) {
            world->incomplete.order[i] = i;
        }
        memset(world->incomplete.first, 0, ((size_t)vertices + 1) * sizeof *world->incomplete.first);
        return BIGHT_OK;
    }
    int32_t *place = bi_cloth_arena_claim(world, vertices, sizeof *place);
    if (place == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < vertices; i++) {
        place[i] = -1;
    }
    put_in_order(world, place);
    return list_entries(world, place);
}

int32_t bi_incomplete_blocks(const bight_cloth_world *world)
{
    return (world->incomplete.count + BLOCK - 1) / BLOCK;
}

static int32_t end_of(const bight_cloth_world *world, int32_t block)
{
    int32_t end = (block + 1) * BLOCK;
    return end < world->incomplete.count ? end : world->incomplete.count;
}

// ---- the factor -------------------------------------------------------------------------------------------

// to -= a b'
static void subtract_product(bi_block *to, const bi_block *a, const bi_block *b)
{
    for (int32_t j = 0; j < 3; j++) {
        for (int32_t i = 0; i < 3; i++) {
            to->column[j][i] -= a->column[0][i] * b->column[0][j] + a->column[1][i] * b->column[1][j] +
                                a->column[2][i] * b->column[2][j];
        }
    }
}

// The diagonal block of a vertex with that of its rows, enlarged: xx yy zz, xy xz yz.
static void diagonal_of(const bight_cloth_world *world, int32_t vertex, double enlarged, double m[6])
{
    const float(*c)[3] = (const float(*)[3])world->elastic.diagonal[vertex].column;
    const float own[6] = {c[0][0], c[1][1], c[2][2], c[1][0], c[2][0], c[2][1]};
    for (int32_t a = 0; a < 6; a++) {
        m[a] = (double)own[a];
    }
    for (int32_t n = world->rows.touch_first[vertex]; n < world->rows.touch_first[vertex + 1]; n++) {
        const float *k = world->rows.items[world->rows.touches[n].index].k;
        double w = (double)world->rows.touches[n].weight;
        for (int32_t a = 0; a < 6; a++) {
            m[a] += w * w * (double)k[a];
        }
    }
    for (int32_t a = 0; a < 6; a++) {
        m[a] *= enlarged;
    }
}

// Inverse by cofactors.
static void invert(const double m[6], bi_float4 inverse[2])
{
    double xx = m[1] * m[2] - m[5] * m[5], yy = m[0] * m[2] - m[4] * m[4], zz = m[0] * m[1] - m[3] * m[3];
    double xy = m[4] * m[5] - m[3] * m[2], xz = m[3] * m[5] - m[4] * m[1], yz = m[3] * m[4] - m[0] * m[5];
    double det = m[0] * xx + m[3] * xy + m[4] * xz, scale = det > 0.0 ? 1.0 / det : 0.0;
    inverse[0] = (bi_float4){(float)(scale * xx), (float)(scale * yy), (float)(scale * zz), 0.0f};
    inverse[1] = (bi_float4){(float)(scale * xy), (float)(scale * xz), (float)(scale * yz), 0.0f};
}

// The trace of D^-1 A for what is left of a diagonal block A: 3 when nothing was taken off it. It is large where
// little is left in some direction, and below 3, or no number, where that is negative.
static bool is_sound(const bi_float4 pivot[2], const double a[6])
{
    double trace = (double)pivot[0].x * a[0] + (double)pivot[0].y * a[1] + (double)pivot[0].z * a[2] +
                   2.0 * ((double)pivot[1].x * a[3] + (double)pivot[1].y * a[4] + (double)pivot[1].z * a[5]);
    return trace > 2.9 && trace < MOST_TRACE && pivot[0].x > 0.0f && pivot[0].y > 0.0f && pivot[0].z > 0.0f;
}

static bi_float4 times(const bi_float4 *m, const float *x)
{
    return (bi_float4){m[0].x * x[0] + m[1].x * x[1] + m[1].y * x[2],
                       m[1].x * x[0] + m[0].y * x[1] + m[1].z * x[2],
                       m[1].y * x[0] + m[1].z * x[1] + m[0].z * x[2], 0.0f};
}

static bi_block block_from(const bight_cloth_world *world, int32_t from)
{
    if (from >= 0) {
        return world->elastic.blocks[from];
    }
    float w = world->topology.flaps[from_flap(from)].weight;
    return (bi_block){{{w, 0.0f, 0.0f}, {0.0f, w, 0.0f}, {0.0f, 0.0f, w}}};
}

// B = L D of a row, entry by entry: B_k = A_k - sum over earlier j of both rows of B_j L_kj'
static void eliminate(bight_cloth_world *world, int32_t at)
{
    const bi_incomplete *c = &world->incomplete;
    for (int32_t e = c->first[at]; e < c->first[at + 1]; e++) {
        int32_t k = c->lower[e];
        bi_block *b = &c->factor[e];
        if (!bi_cloth_is_free(world, c->order[k])) {
            memset(b, 0, sizeof *b);
            continue;
        }
        *b = block_from(world, c->from[e]);
        int32_t x = c->first[at], y = c->first[k];
        while (x < e && y < c->first[k + 1]) {
            if (c->lower[x] == c->lower[y]) {
                subtract_product(b, &c->factor[x], &c->factor[y]);
            }
            int32_t left = c->lower[x], right = c->lower[y];
            x += left <= right;
            y += right <= left;
        }
    }
}

// L = B D^-1, and what is left of the diagonal block: m -= L B'
static void divide(bight_cloth_world *world, int32_t at, double m[6])
{
    const bi_incomplete *c = &world->incomplete;
    static const int32_t row[6] = {0, 1, 2, 1, 2, 2}, column[6] = {0, 1, 2, 0, 0, 1};
    for (int32_t e = c->first[at]; e < c->first[at + 1]; e++) {
        bi_block b = c->factor[e], *l = &c->factor[e];
        const bi_float4 *pivot = &c->pivot[2 * (size_t)c->lower[e]];
        for (int32_t i = 0; i < 3; i++) {
            const float line[3] = {b.column[0][i], b.column[1][i], b.column[2][i]};
            bi_float4 t = times(pivot, line);
            l->column[0][i] = t.x;
            l->column[1][i] = t.y;
            l->column[2][i] = t.z;
        }
        for (int32_t a = 0; a < 6; a++) {
            for (int32_t j = 0; j < 3; j++) {
                m[a] -= (double)l->column[j][row[a]] * (double)b.column[j][column[a]];
            }
        }
    }
}

// @return Is all that is left of diagonal blocks sound? Where not, the whole block has been taken.
static bool factor_block(bight_cloth_world *world, int32_t block, double enlarged)
{
    const bi_incomplete *c = &world->incomplete;
    bool sound = true;
    for (int32_t at = block * BLOCK; at < end_of(world, block); at++) {
        int32_t vertex = c->order[at];
        bi_float4 *pivot = &c->pivot[2 * (size_t)at];
        if (!bi_cloth_is_free(world, vertex)) {
            pivot[0] = pivot[1] = world->solver.solved[vertex] = (bi_float4){0};
            size_t entries = (size_t)(c->first[at + 1] - c->first[at]);
            if (entries > 0) {
                memset(&c->factor[c->first[at]], 0, entries * sizeof *c->factor);
            }
            continue;
        }
        double whole[6], left[6];
        diagonal_of(world, vertex, enlarged, whole);
        memcpy(left, whole, sizeof left);
        eliminate(world, at);
        divide(world, at, left);
        invert(left, pivot);
        if (c->first[at + 1] > c->first[at] && !is_sound(pivot, whole)) {
            invert(whole, pivot);
            sound = false;
        }
    }
    return sound;
}

void bi_incomplete_factor(bight_cloth_world *world, int32_t block)
{
    BI_ASSERT(block >= 0 && block < bi_incomplete_blocks(world));
    static const double enlarged[] = {1.1, 1.3, 2.0};
    bool alone = world->def.solve_patch == 1;
    bool sound = alone && factor_block(world, block, 1.0);
    for (size_t i = 0; i < sizeof enlarged / sizeof *enlarged && !sound && !alone; i++) {
        sound = factor_block(world, block, enlarged[i]);
    }
}

// ---- solving ----------------------------------------------------------------------------------------------

double bi_incomplete_solve(bight_cloth_world *world, int32_t block)
{
    BI_ASSERT(block >= 0 && block < bi_incomplete_blocks(world));
    const bi_incomplete *c = &world->incomplete;
    bi_float4 *z = world->solver.solved;
    const bi_float4 *r = world->solver.residual;
    int32_t begin = block * BLOCK, end = end_of(world, block);

    // L y = r
    for (int32_t at = begin; at < end; at++) {
        const bi_float4 *own = &r[c->order[at]];
        float y[4] = {own->x, own->y, own->z, 0.0f};
        for (int32_t e = c->first[at]; e < c->first[at + 1]; e++) {
            const bi_float4 *x = &z[c->order[c->lower[e]]];
            const float *l = c->factor[e].column[0];
            for (int32_t i = 0; i < 4; i++) {
                y[i] -= l[i] * x->x + l[3 + i] * x->y + l[6 + i] * x->z;
            }
        }
        z[c->order[at]] = (bi_float4){y[0], y[1], y[2], 0.0f};
    }

    // L' z = D^-1 y, from the last on: each takes its part off those before it
    for (int32_t at = begin; at < end; at++) {
        bi_float4 *y = &z[c->order[at]];
        const float line[3] = {y->x, y->y, y->z};
        *y = times(&c->pivot[2 * (size_t)at], line);
    }
    for (int32_t at = end - 1; at >= begin; at--) {
        const bi_float4 *x = &z[c->order[at]];
        for (int32_t e = c->first[at]; e < c->first[at + 1]; e++) {
            const float(*l)[3] = (const float(*)[3])c->factor[e].column;
            bi_float4 *to = &z[c->order[c->lower[e]]];
            to->x -= l[0][0] * x->x + l[0][1] * x->y + l[0][2] * x->z;
            to->y -= l[1][0] * x->x + l[1][1] * x->y + l[1][2] * x->z;
            to->z -= l[2][0] * x->x + l[2][1] * x->y + l[2][2] * x->z;
        }
    }
    double sum = 0.0;
    for (int32_t at = begin; at < end; at++) {
        const bi_float4 *x = &z[c->order[at]], *own = &r[c->order[at]];
        sum += (double)own->x * (double)x->x + (double)own->y * (double)x->y + (double)own->z * (double)x->z;
    }
    return sum;
}
