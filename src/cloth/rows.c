// SPDX-License-Identifier: MIT

#include "cloth/rows.h"

#include "cloth/elastic.h"
#include "core/parallel.h"

#include <string.h>

void bi_rows_clear(bight_cloth_world *world)
{
    world->row_count = 0;
    world->row_entry_count = 0;
}

// Entries, touches and pulls of rows lie one after the other in memory of the pulls of triangles: those are
// in the matrix by now.
static bight_status place(bight_cloth_world *world, int64_t entries, int64_t rows)
{
    int64_t bytes = 2 * entries * (int64_t)sizeof(bi_row_entry) + rows * (int64_t)sizeof(bi_float4);
    BI_CLOTH_RESERVE(world, pulls,
                     (bytes + (int64_t)sizeof *world->pulls - 1) / (int64_t)sizeof *world->pulls);
    world->row_entries = (bi_row_entry *)(void *)world->pulls;
    world->touches = world->row_entries + entries;
    world->row_pull = (bi_float4 *)(void *)(world->touches + entries);
    return BIGHT_OK;
}

bight_status bi_rows_reserve(bight_cloth_world *world, int64_t rows, int64_t entries)
{
    BI_CLOTH_RESERVE(world, rows, world->row_count + rows);
    return place(world, world->row_entry_count + entries, 0);
}

void bi_rows_stiffness(float k[6], double s, double t, bight_vec3 n)
{
    double d = s - t;
    k[0] = (float)(t + d * n.x * n.x);
    k[1] = (float)(t + d * n.y * n.y);
    k[2] = (float)(t + d * n.z * n.z);
    k[3] = (float)(d * n.x * n.y);
    k[4] = (float)(d * n.x * n.z);
    k[5] = (float)(d * n.y * n.z);
}

void bi_rows_add(bight_cloth_world *world, const int32_t *vertices, const float *weights, int32_t count,
                 const float k[6], bight_vec3 f)
{
    bi_row *row = &world->rows[world->row_count];
    int32_t first = world->row_entry_count, n = first;
    for (int32_t i = 0; i < count; i++) {
        if (weights[i] != 0.0f && bi_cloth_is_free(world, vertices[i])) {
            world->row_entries[n++] = (bi_row_entry){vertices[i], weights[i]};
        }
    }
    if (n == first) {
        return;
    }
    *row = (bi_row){.f = {(float)f.x, (float)f.y, (float)f.z}, .first = first, .count = n - first};
    memcpy(row->k, k, sizeof row->k);
    world->row_entry_count = n;
    world->row_count++;
}

static void add_forces(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    int32_t end = bi_cloth_block_end(block, world->vertex_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 f = world->force[i];
        for (int32_t n = world->touch_first[i]; n < world->touch_first[i + 1]; n++) {
            const float *pull = world->rows[world->touches[n].index].f, w = world->touches[n].weight;
            f.x += w * pull[0];
            f.y += w * pull[1];
            f.z += w * pull[2];
        }
        world->force[i] = f;
    }
}

bight_status bi_rows_finish(bight_cloth_world *world)
{
    int32_t *first = world->touch_first;
    BI_CLOTH_RESERVE(world, scratch, (int64_t)world->vertex_count + 1);
    bight_status status = place(world, world->row_entry_count, world->row_count);
    if (status != BIGHT_OK) {
        return status;
    }
    memset(first, 0, ((size_t)world->vertex_count + 1) * sizeof *first);
    for (int32_t n = 0; n < world->row_entry_count; n++) {
        first[world->row_entries[n].index + 1]++;
    }
    for (int32_t i = 0; i < world->vertex_count; i++) {
        first[i + 1] += first[i];
        world->scratch[i] = first[i];
    }
    for (int32_t r = 0; r < world->row_count; r++) {
        const bi_row *row = &world->rows[r];
        for (int32_t n = row->first; n < row->first + row->count; n++) {
            const bi_row_entry *entry = &world->row_entries[n];
            world->touches[world->scratch[entry->index]++] = (bi_row_entry){r, entry->weight};
        }
    }
    bi_parallel_for(bi_cloth_threads(world), bi_cloth_blocks(world->vertex_count), add_forces, world);
    return BIGHT_OK;
}
