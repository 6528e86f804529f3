// SPDX-License-Identifier: MIT

#include "sim/load.h"

#include "core/error.h"
#include "core/hash.h"

#include <string.h>

// Squares of loads stay finite, and so do sums of as many as a world has nodes.
#define GREATEST 1e100

static bight_status check(const bi_rope *rope, const bight_vec3 *load, int32_t count, bight_error *error)
{
    if (count != 0 && (count != rope->count || load == NULL)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "%d loads: give 0, or one for each of the rope's %d nodes", load == NULL ? 0 : count,
                       rope->count);
    }
    for (int32_t i = 0; i < count; i++) {
        double most = bi_max(bi_max(fabs(load[i].x), fabs(load[i].y)), fabs(load[i].z));
        if (!v3_is_finite(load[i]) || most > GREATEST) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the load of node %d is not finite or above %g", i,
                           GREATEST);
        }
    }
    return BIGHT_OK;
}

bight_status bight_rope_set_load(bight_world *world, bight_rope_id id, const bight_vec3 *load, int32_t count,
                                 bight_error *error)
{
    bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such rope");
    }
    bight_status status = check(rope, load, count, error);
    if (status != BIGHT_OK) {
        return status;
    }
    if (count > 0 && rope->load == NULL) {
        rope->load =
            bi_new_array(&world->def.env.allocator, BI_LOADS * (size_t)rope->room, sizeof *rope->load);
        if (rope->load == NULL) {
            return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %d loads", rope->room);
        }
    }
    bi_world_woken(world);
    rope->loaded = count > 0;
    rope->resists = false;
    if (count > 0) {
        memcpy(rope->load, load, (size_t)count * sizeof *load);
    }
    return BIGHT_OK;
}

void bi_load_resist(bi_rope *rope, const double *resistance)
{
    BI_ASSERT(rope->loaded && rope->rod != NULL);
    rope->resists = true;
    memcpy(rope->load + 2 * (ptrdiff_t)rope->room, resistance, 6 * (size_t)rope->count * sizeof *resistance);
}

// The nearest node in one direction that is still there, by its new number; -1 beyond the end of an open
// rope.
static int32_t survivor(const bi_rope *rope, const int32_t *moved_to, int32_t count, int32_t i, int32_t step)
{
    for (int32_t k = 0; k < count; k++) {
        i += step;
        if (i < 0 || i >= count) {
            if (!rope->closed) {
                break;
            }
            i = i < 0 ? count - 1 : 0;
        }
        if (moved_to[i] >= 0) {
            return moved_to[i];
        }
    }
    return -1;
}

void bi_load_follow(const bi_rope *rope, const int32_t *moved_to, int32_t count)
{
    BI_ASSERT(count > 0 && count <= rope->room);
    if (!rope->loaded) {
        return;
    }

    // what a contracted node bore is shared by its neighbours, so that the sum stays
    bight_vec3 *sum = bi_load_scratch(rope);
    memset(sum, 0, (size_t)rope->room * sizeof *sum);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 load = rope->load[i];
        if (moved_to[i] >= 0) {
            sum[moved_to[i]] = v3_add(sum[moved_to[i]], load);
            continue;
        }
        int32_t before = survivor(rope, moved_to, count, i, -1),
                after = survivor(rope, moved_to, count, i, 1);
        before = before < 0 ? after : before;
        after = after < 0 ? before : after;
        sum[before] = v3_madd(sum[before], 0.5, load);
        sum[after] = v3_madd(sum[after], 0.5, load);
    }
    memcpy(rope->load, sum, (size_t)rope->room * sizeof *sum);
}

uint64_t bi_load_hash(uint64_t hash, const bi_rope *rope)
{
    for (int32_t i = 0; i < rope->count; i++) {
        hash = bi_hash_vec3(hash, rope->load[i]);
        for (int32_t k = 0; rope->resists && k < 6; k++) {
            hash = bi_hash_double(hash, bi_load_resistance(rope, i)[k]);
        }
    }
    return hash;
}
