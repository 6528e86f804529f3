// SPDX-License-Identifier: MIT

#include "geom/gather.h"

#include "core/assert.h"
#include "core/parallel.h"

void bi_gather_free(const bight_allocator *allocator, bi_gather *gather)
{
    for (int32_t i = 0; i < gather->part_capacity; i++) {
        bi_gather_part *part = &gather->parts[i];
        if (part->capacity > 0) {
            bi_free_array(allocator, part->items, (size_t)part->capacity, gather->item_size);
        }
    }
    if (gather->part_capacity > 0) {
        bi_free_array(allocator, gather->parts, (size_t)gather->part_capacity, sizeof *gather->parts);
    }
    *gather = (bi_gather){.item_size = gather->item_size};
}

static bight_status make_parts(const bight_allocator *allocator, bi_gather *gather, int32_t parts)
{
    int32_t before = gather->part_capacity;
    bight_status status =
        bi_reserve(allocator, &gather->parts, &gather->part_capacity, parts, sizeof *gather->parts);
    for (int32_t i = before; i < gather->part_capacity; i++) {
        gather->parts[i] = (bi_gather_part){0};
    }
    gather->part_count = status == BIGHT_OK ? parts : 0;
    return status;
}

typedef struct gather_job {
    bi_gather *const *gathers;
    int32_t count;
    void (*run)(void *data, int32_t part);
    void *data;
    bool only_again;
} gather_job;

static void run_part(void *data, int32_t part)
{
    const gather_job *job = data;
    if (job->only_again && !job->gathers[0]->parts[part].again) {
        return;
    }
    for (int32_t i = 0; i < job->count; i++) {
        job->gathers[i]->parts[part].count = 0;
        job->gathers[i]->parts[part].again = false;
    }
    job->run(job->data, part);
}

// A part that is short of room in one gather runs again for all of them: the first one remembers.
static bight_status make_room(const bight_allocator *allocator, const gather_job *job, int32_t parts,
                              bool *any)
{
    *any = false;
    for (int32_t i = 0; i < job->count; i++) {
        bi_gather *gather = job->gathers[i];
        for (int32_t part = 0; part < parts; part++) {
            bi_gather_part *at = &gather->parts[part];
            if (at->count <= at->capacity) {
                continue;
            }
            bight_status status =
                bi_reserve(allocator, &at->items, &at->capacity, at->count, gather->item_size);
            if (status != BIGHT_OK) {
                return status;
            }
            job->gathers[0]->parts[part].again = true;
            *any = true;
        }
    }
    return BIGHT_OK;
}

bight_status bi_gather_run(const bight_allocator *allocator, bi_watch *watch, int32_t threads,
                           bi_gather *const *gathers, int32_t count, int32_t parts,
                           void (*run)(void *data, int32_t part), void *data)
{
    BI_ASSERT(threads >= 0);
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = make_parts(allocator, gathers[i], parts);
    }
    gather_job job = {gathers, count, run, data, false};
    if (status == BIGHT_OK) {
        bool all = bi_parallel_for_watched(watch, threads, parts, run_part, &job);
        status = all ? make_room(allocator, &job, parts, &job.only_again) : BIGHT_ERROR_STOPPED;
    }
    if (status == BIGHT_OK && job.only_again) {
        bool all = bi_parallel_for_watched(watch, threads, parts, run_part, &job);
        status = all ? BIGHT_OK : BIGHT_ERROR_STOPPED;
    }
    for (int32_t i = 0; i < count && status != BIGHT_OK; i++) {
        gathers[i]->part_count = 0;
    }
    return status;
}

bight_status bi_gather_collect(const bight_allocator *allocator, const bi_gather *gather, void *array,
                               int32_t *capacity, int32_t *received)
{
    *received = 0;
    return bi_gather_append(allocator, gather, array, capacity, received);
}

bight_status bi_gather_append(const bight_allocator *allocator, const bi_gather *gather, void *array,
                              int32_t *capacity, int32_t *count)
{
    int64_t total = *count;
    for (int32_t part = 0; part < gather->part_count; part++) {
        total += gather->parts[part].count;
    }
    bight_status status = bi_reserve(allocator, array, capacity, total, gather->item_size);
    if (status != BIGHT_OK || total == *count) {
        return status;
    }
    unsigned char *items;
    memcpy(&items, array, sizeof items);
    items += (size_t)*count * gather->item_size;
    for (int32_t part = 0; part < gather->part_count; part++) {
        const bi_gather_part *at = &gather->parts[part];
        if (at->count > 0) {
            size_t size = (size_t)at->count * gather->item_size;
            memcpy(items, at->items, size);
            items += size;
        }
    }
    *count = (int32_t)total;
    return BIGHT_OK;
}
