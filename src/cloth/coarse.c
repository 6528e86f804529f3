// SPDX-License-Identifier: MIT

#include "cloth/coarse.h"

#include "cloth/arena.h"
#include "cloth/elastic.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

// Wanted cells, and the most there may be; 300 unknowns cost about as much to factor as a few products with
// the matrix of 12,000 vertices.
#define CELLS 100
#define MOST_CELLS 160

// ---- cells ------------------------------------------------------------------------------------------------

// Breadth first from a vertex, at most `most` vertices that have no cell; the queue holds them.
static int32_t grow(bight_cloth_world *world, int32_t *queue, int32_t seed, int32_t cell, int32_t most)
{
    int32_t count = 1;
    queue[0] = seed;
    world->coarse.cell_of[seed] = cell;
    for (int32_t i = 0; i < count; i++) {
        int32_t vertex = queue[i];
        for (int32_t n = world->topology.row_first[vertex];
             n < world->topology.row_first[vertex + 1] && count < most; n++) {
            if (world->coarse.cell_of[world->topology.columns[n]] < 0) {
                world->coarse.cell_of[world->topology.columns[n]] = cell;
                queue[count++] = world->topology.columns[n];
            }
        }
    }
    return count;
}

// A leftover joins a cell beside it; -1 when there is none.
static int32_t beside(const bight_cloth_world *world, const int32_t *queue, int32_t count, int32_t cell)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t vertex = queue[i];
        for (int32_t n = world->topology.row_first[vertex]; n < world->topology.row_first[vertex + 1]; n++) {
            int32_t other = world->coarse.cell_of[world->topology.columns[n]];
            if (other >= 0 && other != cell) {
                return other;
            }
        }
    }
    return -1;
}

// @param place (cell_count) scratch: the place of each cell's next member
static bight_status list_members(bight_cloth_world *world, int32_t *place)
{
    int32_t vertices = world->vertex_count, *first = world->coarse.cell_first;
    BI_CLOTH_RESERVE(world, coarse.cell_members, (int64_t)vertices);
    memset(first, 0, (MOST_CELLS + 1) * sizeof *first);
    for (int32_t i = 0; i < vertices; i++) {
        if (world->coarse.cell_of[i] >= 0) {
            first[world->coarse.cell_of[i] + 1]++;
        }
    }
    for (int32_t c = 0; c < world->coarse.cell_count; c++) {
        first[c + 1] += first[c];
        place[c] = first[c];
    }
    for (int32_t i = 0; i < vertices; i++) {
        if (world->coarse.cell_of[i] >= 0) {
            world->coarse.cell_members[place[world->coarse.cell_of[i]]++] = i;
        }
    }
    return BIGHT_OK;
}

bight_status bi_coarse_cut(bight_cloth_world *world)
{
    int32_t vertices = world->vertex_count, sheets = 0;
    world->coarse.cell_count = 0;
    for (int32_t i = 0; i < vertices; i++) {
        sheets += (world->flags[i] & BI_BODY) == 0;
    }

    // in small systems, or with few iterations, a second level does not pay
    if (world->def.solve_iterations < BI_COARSE_ITERATIONS || sheets < BI_COARSE_VERTICES) {
        return BIGHT_OK;
    }

    // about CELLS cells, grown breadth first; what stays below half their size joins a cell beside it
    BI_CLOTH_RESERVE(world, coarse.cell_of, (int64_t)vertices);
    BI_CLOTH_RESERVE(world, coarse.cell_first, MOST_CELLS + 1);
    int32_t *queue = bi_cloth_arena_claim(world, (int64_t)vertices + MOST_CELLS, sizeof *queue);
    if (queue == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    memset(world->coarse.cell_of, -1, (size_t)vertices * sizeof *world->coarse.cell_of);
    int32_t most = (sheets + CELLS - 1) / CELLS;
    for (int32_t i = 0; i < vertices && world->coarse.cell_count < MOST_CELLS; i++) {
        if (world->coarse.cell_of[i] >= 0 || (world->flags[i] & BI_BODY) != 0) {
            continue;
        }
        int32_t count = grow(world, queue, i, world->coarse.cell_count, most);
        int32_t other = 2 * count < most ? beside(world, queue, count, world->coarse.cell_count) : -1;
        for (int32_t k = 0; k < count && other >= 0; k++) {
            world->coarse.cell_of[queue[k]] = other;
        }
        world->coarse.cell_count += other < 0;
    }

    // P' A P has three unknowns a cell: its translation
    int64_t size = 3 * (int64_t)world->coarse.cell_count;
    BI_CLOTH_RESERVE(world, coarse.matrix, size * size);
    BI_CLOTH_RESERVE(world, coarse.right, 2 * size);
    return list_members(world, queue);
}

// ---- the small matrix -------------------------------------------------------------------------------------

// In eight sums that are joined in a fixed order.
static double dot(const double *a, const double *b, int32_t count)
{
    double s[8] = {0};
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (int32_t k = 0; k < 8; k++) {
            s[k] += a[i + k] * b[i + k];
        }
    }
    for (; i < count; i++) {
        s[0] += a[i] * b[i];
    }
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

static void add_block(double *rows, int32_t size, int32_t cell, const bi_block *block)
{
    for (int32_t x = 0; x < 3; x++) {
        for (int32_t y = 0; y < 3; y++) {
            rows[(size_t)x * (size_t)size + (size_t)(3 * cell + y)] += (double)block->column[y][x];
        }
    }
}

// add w (k x y z) for the symmetric k: xx, yy, zz, xy, xz, yz
static void add_symmetric(double *rows, int32_t size, int32_t cell, double w, const float k[6])
{
    static const int32_t at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    for (int32_t x = 0; x < 3; x++) {
        for (int32_t y = 0; y < 3; y++) {
            rows[(size_t)x * (size_t)size + (size_t)(3 * cell + y)] += w * (double)k[at[3 * x + y]];
        }
    }
}

static void add_vertex(const bight_cloth_world *world, int32_t i, double *rows, int32_t size)
{
    static const float unit[6] = {1.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f};
    const int32_t *cell_of = world->coarse.cell_of;
    add_block(rows, size, cell_of[i], &world->elastic.diagonal[i]);
    for (int32_t n = world->topology.row_first[i]; n < world->topology.row_first[i + 1]; n++) {
        int32_t j = world->topology.columns[n];
        if (bi_cloth_is_free(world, j) && cell_of[j] >= 0) {
            add_block(rows, size, cell_of[j], &world->elastic.blocks[n]);
        }
    }
    for (int32_t n = world->topology.flap_first[i]; n < world->topology.flap_first[i + 1]; n++) {
        int32_t j = world->topology.flaps[n].index;
        if (bi_cloth_is_free(world, j) && cell_of[j] >= 0) {
            add_symmetric(rows, size, cell_of[j], (double)world->topology.flaps[n].weight, unit);
        }
    }
    for (int32_t n = world->rows.touch_first[i]; n < world->rows.touch_first[i + 1]; n++) {
        const bi_row *row = &world->rows.items[world->rows.touches[n].index];
        for (int32_t e = row->first; e < row->first + row->count; e++) {
            int32_t j = world->rows.entries[e].index;
            if (j < world->vertex_count && cell_of[j] >= 0 && bi_cloth_is_free(world, j)) {
                double w = (double)world->rows.touches[n].weight * (double)world->rows.entries[e].weight;
                add_symmetric(rows, size, cell_of[j], w, row->k);
            }
        }
    }
}

// Each cell writes its own three rows.
static void assemble_cell(void *data, int32_t cell)
{
    bight_cloth_world *world = data;
    int32_t size = 3 * world->coarse.cell_count;
    double *rows = world->coarse.matrix + 3 * (size_t)cell * (size_t)size;
    memset(rows, 0, 3 * (size_t)size * sizeof *rows);
    for (int32_t n = world->coarse.cell_first[cell]; n < world->coarse.cell_first[cell + 1]; n++) {
        if (bi_cloth_is_free(world, world->coarse.cell_members[n])) {
            add_vertex(world, world->coarse.cell_members[n], rows, size);
        }
    }
}

void bi_coarse_assemble(bight_cloth_world *world)
{
    BI_ASSERT(world->coarse.cell_count > 0);
    bi_parallel_for(bi_cloth_threads(world), world->coarse.cell_count, assemble_cell, world);
}

void bi_coarse_factor(bight_cloth_world *world)
{
    BI_ASSERT(world->coarse.cell_count > 0);
    int32_t size = 3 * world->coarse.cell_count;

    // L L' row by row; the diagonal keeps reciprocals, and 0 where nothing is free to move
    for (int32_t i = 0; i < size; i++) {
        double *row = world->coarse.matrix + (size_t)i * (size_t)size, whole = row[i];
        for (int32_t j = 0; j < i; j++) {
            const double *other = world->coarse.matrix + (size_t)j * (size_t)size;
            row[j] = (row[j] - dot(row, other, j)) * other[j];
        }
        double left = whole - dot(row, row, i);
        row[i] = left > 1e-10 * whole ? 1.0 / sqrt(left) : 0.0;
    }
}

// ---- solving
// ------------------------------------------------------------------------------------------------

static void gather_cell(void *data, int32_t cell)
{
    bight_cloth_world *world = data;
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t n = world->coarse.cell_first[cell]; n < world->coarse.cell_first[cell + 1]; n++) {
        const bi_float4 *r = &world->solver.residual[world->coarse.cell_members[n]];
        sum = v3_add(sum, v3((double)r->x, (double)r->y, (double)r->z));
    }
    double *right = world->coarse.right + 3 * (size_t)cell;
    right[0] = sum.x;
    right[1] = sum.y;
    right[2] = sum.z;
}

double bi_coarse_solve(bight_cloth_world *world)
{
    BI_ASSERT(world->coarse.cell_count > 0);
    int32_t size = 3 * world->coarse.cell_count;
    double *x = world->coarse.right, energy = 0.0;
    bi_parallel_for(bi_cloth_threads(world), world->coarse.cell_count, gather_cell, world);
    for (int32_t i = 0; i < size; i++) {
        const double *row = world->coarse.matrix + (size_t)i * (size_t)size;
        x[i] = (x[i] - dot(row, x, i)) * row[i];
        energy += x[i] * x[i];
    }
    for (int32_t i = size - 1; i >= 0; i--) {
        const double *row = world->coarse.matrix + (size_t)i * (size_t)size;
        x[i] *= row[i];
        for (int32_t k = 0; k < i; k++) {
            x[k] -= row[k] * x[i];
        }
    }
    return energy;
}

bi_float4 bi_coarse_correction(const bight_cloth_world *world, int32_t vertex)
{
    BI_ASSERT(vertex >= 0 && vertex < world->vertex_count && world->coarse.cell_count > 0);
    int32_t cell = world->coarse.cell_of[vertex];
    if (cell < 0 || !bi_cloth_is_free(world, vertex)) {
        return (bi_float4){0};
    }
    const double *x = world->coarse.right + 3 * (size_t)cell;
    return (bi_float4){(float)x[0], (float)x[1], (float)x[2], 0.0f};
}
