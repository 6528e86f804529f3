// SPDX-License-Identifier: MIT

#include "cloth/weld.h"

#include "cloth/near.h"
#include "cloth/separation.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"
#include "cloth/world.h"

#include <string.h>

// Stitches shorter than this many thicknesses are closed.
#define CLOSED 0.5

// Of a stitch in one attempt.
enum { OPEN, CLOSES, BLOCKED };

// All of two rings' vertices that are one already: is any of them in a triangle with one of the other? They
// would fold it. `was` is the weld that the topology was built with.
static bool would_fold(const bight_cloth_world *world, int32_t a, int32_t b)
{
    const int32_t *was = world->welds.before;
    bool folds = false;
    int32_t i = a;
    do {
        int32_t k = b;
        do {
            folds |= world->welds.into[i] == world->welds.into[a] &&
                     world->welds.into[k] == world->welds.into[b] &&
                     bi_topology_adjacent(&world->topology, was[i], was[k]);
            k = world->seams.sewn[k];
        } while (k != b);
        i = world->seams.sewn[i];
    } while (i != a);
    return folds;
}

static void join(bight_cloth_world *world, int32_t a, int32_t b)
{
    int32_t from = world->welds.into[a] > world->welds.into[b] ? world->welds.into[a] : world->welds.into[b];
    int32_t to = world->welds.into[a] > world->welds.into[b] ? world->welds.into[b] : world->welds.into[a],
            i = a;
    do {
        world->welds.into[i] = world->welds.into[i] == from ? to : world->welds.into[i];
        i = world->seams.sewn[i];
    } while (i != a);
}

static bool is_closed(const bight_cloth_world *world, const bi_seam *seam)
{
    int32_t a = world->welds.into[seam->v[0]], b = world->welds.into[seam->v[1]];
    int32_t flags = world->flags[a] | world->flags[b];
    bool pinned = (world->flags[a] & world->flags[b] & BI_PINNED) != 0;
    double apart = v3_distance(world->at[a], world->at[b]);

    // ends in one place close even in a tangle: nothing moves, and what meets there may be the whole of it
    bool tangled = (flags & BI_TANGLED) != 0 && apart > 0.0;
    return a != b && !pinned && (flags & BI_GRASPED) == 0 && !tangled && apart <= CLOSED * world->thickness;
}

// The middle of all that are one from now on; where the pinned one is, if one is.
static bight_vec3 meeting_place(const bight_cloth_world *world, int32_t vertex)
{
    bight_vec3 sum = v3(0, 0, 0);
    int32_t count = 0, i = vertex;
    do {
        if (world->welds.into[i] == world->welds.into[vertex] && world->welds.before[i] == i) {
            if ((world->flags[i] & BI_PINNED) != 0) {
                return world->at[i];
            }
            sum = v3_add(sum, world->at[i]);
            count++;
        }
        i = world->seams.sewn[i];
    } while (i != vertex);
    return v3_mul(1.0 / count, sum);
}

// How far a corner moves.
static double way_of(const bight_cloth_world *world, int32_t corner)
{
    bool stays = world->seams.sewn[corner] == corner;
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
        common |= world->welds.into[v[i / 3]] == world->welds.into[w[i % 3]];
    }
    return common;
}

// Stitches at the corners of a triangle that something else is too near to.
static bool block(bight_cloth_world *world, const int32_t *v)
{
    bool blocked = false;
    for (int32_t i = 0; i < world->seams.count; i++) {
        const int32_t *s = world->seams.items[i].v;
        for (int32_t k = 0; k < 3 && world->welds.state[i] == CLOSES; k++) {
            if (world->welds.into[s[0]] == world->welds.into[v[k]]) {
                world->welds.state[i] = BLOCKED;
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
    for (int32_t i = 0; i < world->near.close_count; i++) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)bi_close_first(world->near.close[i]);
        const int32_t *w = world->topology.triangles + 3 * (size_t)bi_close_second(world->near.close[i]);
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
    memcpy(world->welds.into, world->welds.before, (size_t)world->vertex_count * sizeof *world->welds.into);
    for (int32_t i = 0; i < world->seams.count; i++) {
        const int32_t *v = world->seams.items[i].v;
        if (world->welds.state[i] == CLOSES && world->welds.into[v[0]] != world->welds.into[v[1]]) {
            if (would_fold(world, v[0], v[1])) {
                world->welds.state[i] = BLOCKED;
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
    world->tangle.known = status == BIGHT_OK;
    return status;
}

// With other corners: pairs and contacts are those of the old ones no longer.
static bight_status rebuild(bight_cloth_world *world)
{
    world->topology.built = false;
    world->contacts.count = 0;
    bi_weld_follow(world);
    return look(world);
}

bight_status bi_weld(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    int32_t closed = 0;
    for (int32_t i = 0; i < world->seams.count; i++) {
        closed += is_closed(world, &world->seams.items[i]);
    }
    if (closed == 0) {
        return BIGHT_OK;
    }

    // what crosses before: welding may not add to it
    size_t vertices = (size_t)world->vertex_count;
    BI_CLOTH_RESERVE(world, welds.before, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, welds.at, (int64_t)world->vertex_count);
    BI_CLOTH_RESERVE(world, welds.state, (int64_t)world->seams.count);
    bight_status status = look(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // weld what has closed; where something else is too near stitches are blocked, and the rest tried again
    memcpy(world->welds.before, world->welds.into, vertices * sizeof *world->welds.into);
    memcpy(world->welds.at, world->at, vertices * sizeof *world->at);
    for (int32_t i = 0; i < world->seams.count; i++) {
        world->welds.state[i] = is_closed(world, &world->seams.items[i]) ? CLOSES : OPEN;
    }
    do {
        join_all(world);
    } while (block_near(world));

    // the joint vertex: in the middle, or where the pinned one is, with the mean velocity
    int32_t pierced = world->tangle.pierced.count;
    bool any = false;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bool joins = world->welds.before[i] == i && world->welds.into[i] != i;
        any = any || joins;
        if (joins) {
            int32_t to = world->welds.into[i];
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
    if (status != BIGHT_OK || world->tangle.pierced.count > pierced) {
        memcpy(world->welds.into, world->welds.before, vertices * sizeof *world->welds.into);
        memcpy(world->at, world->welds.at, vertices * sizeof *world->at);
        bight_status back = rebuild(world);
        // a vertex may have too many neighbours to be welded
        status = status == BIGHT_ERROR_NO_MEMORY ? status : back;
    }

    return status;
}

void bi_weld_undo(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        if (world->welds.into[i] != i) {
            world->flags[i] |= world->flags[world->welds.into[i]] & BI_PINNED;
            world->welds.into[i] = i;
            world->topology.built = false;
            world->seams.drawn = 0;
        }
    }
    world->contacts.count = world->topology.built ? world->contacts.count : 0;
}

void bi_weld_follow(bight_cloth_world *world)
{
    BI_ASSERT(world->welds.into != NULL || world->seams.count == 0);
    for (int32_t i = 0; i < 2 * world->seams.count; i++) {
        int32_t v = world->seams.items[i / 2].v[i % 2];
        world->at[v] = world->at[world->welds.into[v]];
        world->velocity[v] = world->velocity[world->welds.into[v]];
    }
}
