// SPDX-License-Identifier: MIT

#include "cloth/undo.h"

#include "cloth/topology.h"

#include <string.h>

// Before seams are welded and layers are parted vertices are elsewhere than in world->before.
static bool changes_topology(const bight_cloth_world *world)
{
    return world->seam_count > 0 || !world->parted;
}

static bight_status make_room(bight_cloth_world *world, bool all)
{
    int64_t vertices = world->vertex_count;
    BI_CLOTH_RESERVE(world, kept_contacts, (int64_t)world->contact_count);
    BI_CLOTH_RESERVE(world, kept_pierced, (int64_t)world->pierced.count);
    BI_CLOTH_RESERVE(world, kept_obstacles, (int64_t)world->obstacle_count);
    BI_CLOTH_RESERVE(world, kept_move, vertices);
    BI_CLOTH_RESERVE(world, kept_flags, vertices);
    BI_CLOTH_RESERVE(world, kept_yields, vertices);
    if (all) {
        BI_CLOTH_RESERVE(world, kept_at, vertices);
        BI_CLOTH_RESERVE(world, kept_velocity, vertices);
        BI_CLOTH_RESERVE(world, kept_weld, vertices);
    }
    return BIGHT_OK;
}

// memcpy() wants pointers also where there is nothing to copy.
static void copy(void *to, const void *from, int32_t count, size_t size)
{
    if (count > 0) {
        memcpy(to, from, (size_t)count * size);
    }
}

bight_status bi_undo_keep(bight_cloth_world *world, bool was_built)
{
    BI_ASSERT(world->built);
    bool all = changes_topology(world);
    bight_status status = make_room(world, all);
    if (status != BIGHT_OK) {
        return status;
    }

    // numbers that a step changes before its end
    int32_t vertices = world->vertex_count;
    world->kept = (bi_cloth_kept){.built = was_built,
                                  .all = all,
                                  .parted = world->parted,
                                  .slow = world->slow,
                                  .contact_count = world->contact_count,
                                  .pierced_count = world->pierced.count,
                                  .calm = world->calm,
                                  .drawn = world->drawn,
                                  .scale = world->scale,
                                  .room = world->room,
                                  .moved = world->moved,
                                  .pace = world->pace,
                                  .contour_length = world->contour_length};

    // what every step overwrites: contacts, crossings, obstacles, the solver's warm start, places
    copy(world->kept_contacts, world->contacts, world->contact_count, sizeof *world->contacts);
    copy(world->kept_pierced, world->pierced.items, world->pierced.count, sizeof *world->kept_pierced);
    copy(world->kept_obstacles, world->obstacles, world->obstacle_count, sizeof *world->obstacles);
    copy(world->kept_move, world->move, vertices, sizeof *world->move);
    copy(world->kept_flags, world->flags, vertices, sizeof *world->flags);
    copy(world->kept_yields, world->yields, vertices, sizeof *world->yields);
    copy(world->before, world->at, vertices, sizeof *world->at);

    // welding and parting move vertices before the step takes its own `before`
    if (all) {
        copy(world->kept_at, world->at, vertices, sizeof *world->at);
        copy(world->kept_velocity, world->velocity, vertices, sizeof *world->velocity);
        copy(world->kept_weld, world->weld, vertices, sizeof *world->weld);
    }
    return BIGHT_OK;
}

void bi_undo_restore(bight_cloth_world *world)
{
    const bi_cloth_kept *kept = &world->kept;
    int32_t vertices = world->vertex_count;
    bool welded = false;

    // places, and the welds that decide the topology
    if (kept->all) {
        welded = memcmp(world->weld, world->kept_weld, (size_t)vertices * sizeof *world->weld) != 0;
        copy(world->weld, world->kept_weld, vertices, sizeof *world->weld);
        copy(world->velocity, world->kept_velocity, vertices, sizeof *world->velocity);
        copy(world->before, world->kept_at, vertices, sizeof *world->at);
    }
    copy(world->at, world->before, vertices, sizeof *world->at);
    copy(world->flags, world->kept_flags, vertices, sizeof *world->flags);
    copy(world->obstacles, world->kept_obstacles, world->obstacle_count, sizeof *world->obstacles);

    // where seams were welded corners are others; should there be no memory, the next step builds them
    world->built = world->built && !welded;
    if (bi_cloth_build(world) != BIGHT_OK) {
        world->built = false;
    }

    // contacts and crossings name features of the topology that was
    copy(world->contacts, world->kept_contacts, kept->contact_count, sizeof *world->contacts);
    copy(world->pierced.items, world->kept_pierced, kept->pierced_count, sizeof *world->kept_pierced);
    copy(world->move, world->kept_move, vertices, sizeof *world->move);
    copy(world->yields, world->kept_yields, vertices, sizeof *world->yields);
    world->contact_count = kept->contact_count;
    world->pierced.count = kept->pierced_count;
    world->contours.count = 0;
    world->contour_length = kept->contour_length;
    world->built = world->built && kept->built;
    world->parted = kept->parted;
    world->slow = kept->slow;
    world->calm = kept->calm;
    world->drawn = kept->drawn;
    world->scale = kept->scale;
    world->room = kept->room;
    world->moved = kept->moved;
    world->pace = kept->pace;

    // lists and crossings are found again from the places
    world->impatient = false;
    world->looked = world->listed_once = world->cords_listed = false;
}
