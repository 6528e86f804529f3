// SPDX-License-Identifier: MIT

#include "cloth/weld.h"

#include "cloth/near.h"
#include "cloth/separation.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"

#include <string.h>

// Stitches shorter than this many thicknesses are closed.
#define CLOSED 0.5

// Of a stitch in one attempt.
enum { OPEN, CLOSES, BLOCKED };

static bool is_adjacent(const bight_cloth_world *world, int32_t a, int32_t b)
{
    bool found = false;
    for (int32_t n = world->row_first[a]; n < world->row_first[a + 1]; n++) {
        found |= world->columns[n] == b;
    }
    return found;
}

// All of two rings' vertices that are one already: is any of them in a triangle with one of the other? They
// would fold it. `was` is the weld that the topology was built with.
static bool would_fold(const bight_cloth_world *world, int32_t a, int32_t b)
{
    const int32_t *was = world->weld_was;
    bool folds = false;
    int32_t i = a;
    do {
        int32_t k = b;
        do {
            folds |= world->weld[i] == world->weld[a] && world->weld[k] == world->weld[b] &&
                     is_adjacent(world, was[i], was[k]);
            k = world->sewn[k];
        } while (k != b);
        i = world->sewn[i];
    } while (i != a);
    return folds;
}

static void join(bight_cloth_world *world, int32_t a, int32_t b)
{
    int32_t from = world->weld[a] > world->weld[b] ? world->weld[a] : world->weld[b];
    int32_t to = world->weld[a] > world->weld[b] ? world->weld[b] : world->weld[a], i = a;
    do {
        world->weld[i] = world->weld[i] == from ? to : world->weld[i];
        i = world->sewn[i];
    } while (i != a);
}

static bool is_closed(const bight_cloth_world *world, const bi_seam *seam)
{
    int32_t a = world->weld[seam->v[0]], b = world->weld[seam->v[1]];
    int32_t flags = world->flags[a] | world->flags[b];
    bool pinned = (world->flags[a] & world->flags[b] & BI_PINNED) != 0;
    return a != b && !pinned && (flags & (BI_GRASPED | BI_TANGLED)) == 0 &&
           v3_distance(world->at[a], world->at[b]) <= CLOSED * world->thickness;
}

// The middle of all that are one from now on; where the pinned one is, if one is.
static bight_vec3 meeting_place(const bight_cloth_world *world, int32_t vertex)
{
    bight_vec3 sum = v3(0, 0, 0);
    int32_t count = 0, i = vertex;
    do {
        if (world->weld[i] == world->weld[vertex] && world->weld_was[i] == i) {
            if ((world->flags[i] & BI_PINNED) != 0) {
                return world->at[i];
            }
            sum = v3_add(sum, world->at[i]);
            count++;
        }
        i = world->sewn[i];
    } while (i != vertex);
    return v3_mul(1.0 / count, sum);
}

// How far a corner moves.
static double way_of(const bight_cloth_world *world, int32_t corner)
{
    bool stays = world->sewn[corner] == corner;
    return stays ? 0.0 : v3_distance(world->at[corner], meeting_place(world, corner));
}

static double farthest_of(const bight_cloth_world *world, const int32_t *v)
{
    return bi_max(way_of(world, v[0]), bi_max(way_of(world, v[1]), way_of(world, v[2])));
}

static bool join_up(const bight_cloth_world *world, const int32_t *v, const int32_t *w)
{
    bool common = false;
    for (int32_t i = 0; i < 9; i++) {
        common |= world->weld[v[i / 3]] == world->weld[w[i % 3]];
    }
    return common;
}

// Stitches at the corners of a triangle that something else is too near to.
static bool block(bight_cloth_world *world, const int32_t *v)
{
    bool blocked = false;
    for (int32_t i = 0; i < world->seam_count; i++) {
        const int32_t *s = world->seams[i].v;
        for (int32_t k = 0; k < 3 && world->weld_state[i] == CLOSES; k++) {
            if (world->weld[s[0]] == world->weld[v[k]]) {
                world->weld_state[i] = BLOCKED;
                blocked = true;
            }
        }
    }
    return blocked;
}

// Each of a pair that does not become neighbours keeps what it needs of their distance.
static bool block_near(bight_cloth_world *world)
{
    bool blocked = false;
    for (int32_t i = 0; i < world->close_count; i++) {
        const int32_t *v = world->triangles + 3 * (size_t)bi_close_first(world->close[i]);
        const int32_t *w = world->triangles + 3 * (size_t)bi_close_second(world->close[i]);
        double way = farthest_of(world, v) + farthest_of(world, w);
        if (!(way > 0.0) || join_up(world, v, w)) {
            continue;
        }
        bi_moving_pair pair = {.x_shared = -1, .y_shared = -1};
        for (int32_t k = 0; k < 3; k++) {
            pair.x[0][k] = world->at[v[k]];
            pair.y[0][k] = world->at[w[k]];
        }
        if (bi_pair_distance(&pair, 0, NULL) <= 1.01 * way) {
            blocked = block(world, v) || blocked;
            blocked = block(world, w) || blocked;
        }
    }
    return blocked;
}

static void join_all(bight_cloth_world *world)
{
    memcpy(world->weld, world->weld_was, (size_t)world->vertex_count * sizeof *world->weld);
    for (int32_t i = 0; i < world->seam_count; i++) {
        const int32_t *v = world->seams[i].v;
        if (world->weld_state[i] == CLOSES && world->weld[v[0]] != world->weld[v[1]]) {
            if (would_fold(world, v[0], v[1])) {
                world->weld_state[i] = BLOCKED;
            } else {
                join(world, v[0], v[1]);
            }
        }
    }
}

static bight_status look(bight_cloth_world *world)
{
    bight_status status = bi_cloth_build(world);
    status = status == BIGHT_OK ? bi_near_update(world, NULL) : status;
    status = status == BIGHT_OK ? bi_tangle_find(world) : status;
    world->looked = status == BIGHT_OK;
    return status;
}

// With other corners: pairs and contacts are those of the old ones no longer.
static bight_status rebuild(bight_cloth_world *world)
{
    world->built = false;
    world->contact_count = 0;
    bi_weld_follow(world);
    return look(world);
}

bight_status bi_weld(bight_cloth_world *world)
{
    int32_t closed = 0;
    for (int32_t i = 0; i < world->seam_count; i++) {
        closed += is_closed(world, &world->seams[i]);
    }
    if (closed == 0) {
        return BIGHT_OK;
    }

    // what crosses before: welding may not add to it
    size_t vertices = (size_t)world->vertex_count;
    BI_CLOTH_RESERVE(world, weld_was, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, weld_at, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, weld_state, (int64_t)world->seam_count);
    bight_status status = look(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // weld what has closed; where something else is too near stitches are blocked, and the rest tried again
    memcpy(world->weld_was, world->weld, vertices * sizeof *world->weld);
    memcpy(world->weld_at, world->at, vertices * sizeof *world->at);
    for (int32_t i = 0; i < world->seam_count; i++) {
        world->weld_state[i] = is_closed(world, &world->seams[i]) ? CLOSES : OPEN;
    }
    do {
        join_all(world);
    } while (block_near(world));

    // the joint vertex: in the middle, or where the pinned one is, with the mean velocity
    int32_t pierced = world->pierced.count;
    bool any = false;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bool joins = world->weld_was[i] == i && world->weld[i] != i;
        any = any || joins;
        if (joins) {
            int32_t to = world->weld[i];
            world->at[to] = meeting_place(world, i);
            world->velocity[to] = v3_mul(0.5, v3_add(world->velocity[to], world->velocity[i]));
            world->flags[to] |= world->flags[i] & BI_PINNED;
        }
    }
    if (!any) {
        return BIGHT_OK;
    }

    // the exact test judges: where more crosses than before, every weld of this step is undone
    status = rebuild(world);
    if (status != BIGHT_OK || world->pierced.count > pierced) {
        memcpy(world->weld, world->weld_was, vertices * sizeof *world->weld);
        memcpy(world->at, world->weld_at, vertices * sizeof *world->at);
        bight_status back = rebuild(world);
        // a vertex may have too many neighbours to be welded
        status = status == BIGHT_ERROR_NO_MEMORY ? status : back;
    }
    return status;
}

void bi_weld_undo(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if (world->weld[i] != i) {
            world->flags[i] |= world->flags[world->weld[i]] & BI_PINNED;
            world->weld[i] = i;
            world->built = false;
            world->drawn = 0;
        }
    }
    world->contact_count = world->built ? world->contact_count : 0;
}

void bi_weld_follow(bight_cloth_world *world)
{
    for (int32_t i = 0; i < 2 * world->seam_count; i++) {
        int32_t v = world->seams[i / 2].v[i % 2];
        world->at[v] = world->at[world->weld[v]];
        world->velocity[v] = world->velocity[world->weld[v]];
    }
}
