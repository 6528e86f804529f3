// SPDX-License-Identifier: MIT

#include "cloth/elastic.h"

#include "cloth/arena.h"
#include "cloth/rows.h"
#include "cloth/world.h"

#include "core/parallel.h"

#include <string.h>

// ---- triangles --------------------------------------------------------------------------------------------

static bi_membrane_energy triangle(const bight_cloth_world *world, int32_t t, bi_membrane_pull *pull,
                                   double *stretch)
{
    const bi_triangle_rest *rest = &world->sheets.rests[t];
    const int32_t *v = world->topology.triangles + 3 * (size_t)t;
    bight_vec3 p = v3_sub(world->at[v[1]], world->at[v[0]]), q = v3_sub(world->at[v[2]], world->at[v[0]]);
    bight_vec3 a = v3_madd(v3_mul((double)rest->u[0], p), (double)rest->u[1], q);
    bight_vec3 b = v3_madd(v3_mul((double)rest->v[0], p), (double)rest->v[1], q);
    return bi_membrane(&world->sheets.items[rest->sheet].material, (double)rest->area, a, b, pull, stretch);
}

static void pull_triangles(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    double most = 0.0;
    int32_t end = bi_cloth_block_end(block, world->sheets.triangle_count);
    for (int32_t t = block * BI_CLOTH_BLOCK; t < end; t++) {
        double stretch;
        triangle(world, t, &world->elastic.pulls[t], &stretch);
        double limit = world->sheets.items[world->sheets.rests[t].sheet].material.strain_limit;
        world->growth.before[t] = (float)(stretch - limit);
        most = bi_max(most, stretch);
    }
    world->block_sums[block] = most;
}

// ---- rows -------------------------------------------------------------------------------------------------

// block += s (symmetric m)
static void add_symmetric(bi_block *block, float s, const float m[6])
{
    float(*c)[3] = block->column;
    float xy = s * m[3], xz = s * m[4], yz = s * m[5];
    c[0][0] += s * m[0];
    c[0][1] += xy;
    c[0][2] += xz;
    c[1][0] += xy;
    c[1][1] += s * m[1];
    c[1][2] += yz;
    c[2][0] += xz;
    c[2][1] += yz;
    c[2][2] += s * m[2];
}

// block += s ab + t ab'
static void add_cross(bi_block *block, float s, float t, const float ab[9])
{
    for (int32_t j = 0; j < 3; j++) {
        for (int32_t i = 0; i < 3; i++) {
            block->column[j][i] += s * ab[3 * i + j] + t * ab[3 * j + i];
        }
    }
}

static void add_diagonal(bi_block *block, float s)
{
    block->column[0][0] += s;
    block->column[1][1] += s;
    block->column[2][2] += s;
}

static void corner_weights(const bi_triangle_rest *rest, float u[3], float v[3])
{
    u[1] = rest->u[0];
    u[2] = rest->u[1];
    u[0] = -(u[1] + u[2]);
    v[1] = rest->v[0];
    v[2] = rest->v[1];
    v[0] = -(v[1] + v[2]);
}

static void clear_blocks(bi_block *block, const float *bend, int32_t count)
{
    for (int32_t n = 0; n < count; n++) {
        memset(&block[n], 0, sizeof block[n]);
        add_diagonal(&block[n], bend[n]);
    }
}

// Adds one triangle around vertex i, where it has corner k.
static void add_triangle(const bight_cloth_world *world, int32_t t, int32_t k, const uint8_t slots[2],
                         bi_block *diagonal, bi_block *row, double gradient[3])
{
    float u[3], v[3];
    corner_weights(&world->sheets.rests[t], u, v);
    const bi_membrane_pull *pull = &world->elastic.pulls[t];
    for (int32_t axis = 0; axis < 3; axis++) {
        gradient[axis] += (double)(u[k] * pull->fa[axis]) + (double)(v[k] * pull->fb[axis]);
    }
    add_symmetric(diagonal, u[k] * u[k], pull->aa);
    add_symmetric(diagonal, v[k] * v[k], pull->bb);
    add_cross(diagonal, u[k] * v[k], u[k] * v[k], pull->ab);
    for (int32_t n = 0; n < 2; n++) {
        int32_t j = (k + 1 + n) % 3;
        bi_block *block = &row[slots[n]];
        add_symmetric(block, u[k] * u[j], pull->aa);
        add_symmetric(block, v[k] * v[j], pull->bb);
        add_cross(block, u[k] * v[j], v[k] * u[j], pull->ab);
    }
}

// Rows of the bending form sum to zero, so its force needs differences of positions alone.
static void add_bending_force(const bight_cloth_world *world, int32_t i, double gradient[3])
{
    bight_vec3 x = world->at[i], g = v3(0, 0, 0);
    bool rubs = world->bend_friction.count > 0; // then the matrix has more than the elastic part
    const float *edge = rubs ? world->bend_friction.elastic_edge : world->topology.bend_edge;
    for (int32_t n = world->topology.row_first[i]; n < world->topology.row_first[i + 1]; n++) {
        g = v3_madd(g, (double)edge[n], v3_sub(world->at[world->topology.columns[n]], x));
    }
    for (int32_t n = world->topology.flap_first[i]; n < world->topology.flap_first[i + 1]; n++) {
        float w = rubs ? world->bend_friction.elastic_flap[n] : world->topology.flaps[n].weight;
        g = v3_madd(g, (double)w, v3_sub(world->at[world->topology.flaps[n].index], x));
    }
    gradient[0] += g.x;
    gradient[1] += g.y;
    gradient[2] += g.z;
}

static void make_row(bight_cloth_world *world, int32_t i)
{
    bi_block diagonal;
    memset(&diagonal, 0, sizeof diagonal);
    bi_block *row = world->elastic.blocks + world->topology.row_first[i];
    clear_blocks(row, world->topology.bend_edge + world->topology.row_first[i],
                 world->topology.row_first[i + 1] - world->topology.row_first[i]);
    double gradient[3] = {0};
    if (world->bend_friction.count > 0) {
        bight_vec3 pull = world->bend_friction.force[i];
        gradient[0] = -pull.x;
        gradient[1] = -pull.y;
        gradient[2] = -pull.z;
    }
    const bi_surface *surface = &world->topology.surface;
    for (int32_t c = surface->vertex_first[i]; c < surface->vertex_first[i + 1]; c++) {
        int32_t t = surface->vertex_corners[c] / 3;
        if (t < world->sheets.triangle_count) {
            add_triangle(world, t, surface->vertex_corners[c] % 3,
                         world->topology.around_slots + 2 * (size_t)c, &diagonal, row, gradient);
        }
    }
    add_bending_force(world, i, gradient);
    float inertia = (float)((double)world->topology.mass[i] / (world->control.dt * world->control.dt));
    add_diagonal(&diagonal, world->topology.bend_diagonal[i] + inertia);
    bight_vec3 away = v3_sub(world->at[i], world->goal[i]);
    world->elastic.force[i] = (bi_float4){(float)(-gradient[0] - (double)inertia * away.x),
                                          (float)(-gradient[1] - (double)inertia * away.y),
                                          (float)(-gradient[2] - (double)inertia * away.z), 0.0f};
    world->elastic.stiffness[i] =
        (diagonal.column[0][0] + diagonal.column[1][1] + diagonal.column[2][2]) / 3.0f;
    add_diagonal(&diagonal, world->growth.damping[i] * world->elastic.stiffness[i]);
    world->elastic.diagonal[i] = diagonal;
}

static void make_rows(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        if (bi_cloth_is_free(world, i) || (world->flags[i] & BI_BODY) == 0) {
            make_row(world, i);
        } else {
            world->elastic.stiffness[i] = 0.0f;
            world->elastic.force[i] = (bi_float4){0};
        }
    }
}

int64_t bi_elastic_bytes(const bight_cloth_world *world)
{
    return (int64_t)bi_arena_size((size_t)world->sheets.triangle_count * sizeof(bi_membrane_pull));
}

double bi_cloth_elastic(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built && world->control.dt > 0.0);
    bi_rows_release(world);
    size_t mark = bi_cloth_arena_mark(world);
    world->elastic.pulls = bi_cloth_arena_take(world, world->sheets.triangle_count, sizeof(bi_membrane_pull));

    // forces and stiffness of each triangle, then of each vertex from the triangles around it
    double stretch = 0.0;
    int32_t blocks = bi_cloth_blocks(world->sheets.triangle_count);
    if (bi_cloth_run(world, blocks, pull_triangles, world)) {
        for (int32_t i = 0; i < blocks; i++) {
            stretch = bi_max(stretch, world->block_sums[i]);
        }
        bi_bend_friction_assemble(world);
        bi_cloth_run(world, bi_cloth_blocks(world->vertex_count), make_rows, world);
    }
    bi_cloth_arena_release(world, mark);
    world->elastic.pulls = NULL;
    return stretch;
}

// ---- energy -----------------------------------------------------------------------------------------------

bight_cloth_energy bi_cloth_energy(const bight_cloth_world *world)
{
    bight_cloth_energy sum = {0};
    for (int32_t t = 0; t < world->sheets.triangle_count; t++) {
        bi_membrane_energy energy = triangle(world, t, NULL, NULL);
        sum.stretch += energy.stretch;
        sum.limit += energy.limit;
    }
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if ((world->flags[i] & BI_BODY) == 0) {
            // x' Q x / 2, rows of Q summing to zero
            double g[3] = {0};
            add_bending_force(world, i, g);
            sum.bend += 0.5 * v3_dot(world->at[i], v3(g[0], g[1], g[2]));
            sum.weight -= (double)world->topology.mass[i] * v3_dot(world->def.gravity, world->at[i]);
        }
    }
    return sum;
}
