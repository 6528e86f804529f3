// SPDX-License-Identifier: MIT

#include "cloth/rows.h"

#include "cloth/arena.h"
#include "cloth/elastic.h"
#include "cloth/rigid.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

void bi_rows_release(bight_cloth_world *world)
{
    bi_rows *rows = &world->rows;
    if (rows->entries != NULL) {
        bi_cloth_arena_release(world, rows->base);
    }
    rows->entries = rows->touches = NULL;
    rows->pulls = NULL;
    rows->size = 0;
    rows->count = rows->entry_count = 0;
}

void bi_rows_clear(bight_cloth_world *world)
{
    bi_rows_release(world);
    world->rows.base = bi_cloth_arena_mark(world);
}

static int64_t bytes_of(int64_t entries, int64_t rows)
{
    return 2 * entries * (int64_t)sizeof(bi_row_entry) + rows * (int64_t)sizeof(bi_float4);
}

// Entries, touches and pulls of rows lie one after the other, at the end of the arena, which grows with them.
static bight_status place(bight_cloth_world *world, int64_t entries, int64_t row_count)
{
    bi_rows *rows = &world->rows;
    BI_ASSERT(world->arena.used == rows->base + rows->size);
    size_t size = bi_arena_size((size_t)bytes_of(entries, row_count));
    if (size > rows->size || rows->entries == NULL) {
        if (bi_cloth_arena_claim(world, (int64_t)(size - rows->size), 1) == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
        rows->size = size;
    }
    rows->entries = (bi_row_entry *)(void *)((unsigned char *)world->arena.memory + rows->base);
    rows->touches = rows->entries + entries;
    rows->pulls = (bi_float4 *)(void *)(rows->touches + entries);
    return BIGHT_OK;
}

bight_status bi_rows_reserve(bight_cloth_world *world, int64_t rows, int64_t entries)
{
    BI_ASSERT(rows >= 0 && entries >= 0);
    BI_CLOTH_RESERVE(world, rows.items, world->rows.count + rows);
    return place(world, world->rows.entry_count + entries, 0);
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
    BI_ASSERT(world->rows.count < world->rows.items_capacity && count >= 1);
    bi_row *row = &world->rows.items[world->rows.count];
    int32_t first = world->rows.entry_count, n = first;
    for (int32_t i = 0; i < count; i++) {
        bool body = vertices[i] >= world->vertex_count;
        if (weights[i] != 0.0f && (body || bi_cloth_is_led(world, vertices[i]))) {
            world->rows.entries[n++] = (bi_row_entry){vertices[i], weights[i]};
        }
    }
    if (n == first) {
        return;
    }
    *row = (bi_row){.f = {(float)f.x, (float)f.y, (float)f.z}, .first = first, .count = n - first};
    memcpy(row->k, k, sizeof row->k);
    world->rows.entry_count = n;
    world->rows.count++;
}

static void add_forces(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    int32_t end = bi_cloth_block_end(block, (int32_t)bi_rigid_unknowns(world));
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_float4 f = world->elastic.force[i];
        for (int32_t n = world->rows.touch_first[i]; n < world->rows.touch_first[i + 1]; n++) {
            const float *pull = world->rows.items[world->rows.touches[n].index].f,
                        w = world->rows.touches[n].weight;
            f.x += w * pull[0];
            f.y += w * pull[1];
            f.z += w * pull[2];
        }
        world->elastic.force[i] = f;
    }
}

bight_status bi_rows_finish(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    bi_rows *rows = &world->rows;
    int32_t *first = rows->touch_first, unknowns = (int32_t)bi_rigid_unknowns(world);

    // room for all that follows at once, since growing moves what was taken before
    int64_t more = bytes_of(rows->entry_count, rows->count) - (int64_t)rows->size;
    bight_status status =
        bi_cloth_arena_reserve(world, (more > 0 ? more : 0) + (int64_t)sizeof *first * (unknowns + 4));
    status = status == BIGHT_OK ? place(world, rows->entry_count, rows->count) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    size_t mark = bi_cloth_arena_mark(world);
    int32_t *filled = bi_cloth_arena_take(world, unknowns, sizeof *filled);

    // rows of each unknown, sorted by counting
    memset(first, 0, ((size_t)unknowns + 1) * sizeof *first);
    for (int32_t n = 0; n < rows->entry_count; n++) {
        first[rows->entries[n].index + 1]++;
    }
    for (int32_t i = 0; i < unknowns; i++) {
        first[i + 1] += first[i];
        filled[i] = first[i];
    }
    for (int32_t r = 0; r < rows->count; r++) {
        const bi_row *row = &rows->items[r];
        for (int32_t n = row->first; n < row->first + row->count; n++) {
            const bi_row_entry *entry = &rows->entries[n];
            rows->touches[filled[entry->index]++] = (bi_row_entry){r, entry->weight};
        }
    }
    bi_cloth_arena_release(world, mark);

    // right side += w f of each row
    bi_parallel_for(bi_cloth_threads(world), bi_cloth_blocks(unknowns), add_forces, world);
    return BIGHT_OK;
}
