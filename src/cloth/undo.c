// SPDX-License-Identifier: MIT

#include "cloth/undo.h"

#include "cloth/topology.h"
#include "cloth/world.h"

#include <string.h>

// Before seams are welded, layers are parted and hands carry, vertices are elsewhere than in world->before.
static bool moves_before_it_begins(const bight_cloth_world *world)
{
    return world->seams.count > 0 || !world->layers.parted || world->hands.grip_count > 0;
}

static bight_status make_room(bight_cloth_world *world, bool all)
{
    int64_t vertices = world->vertex_count;
    BI_CLOTH_RESERVE(world, undo.contacts, (int64_t)world->contacts.count);
    BI_CLOTH_RESERVE(world, undo.pierced, (int64_t)world->tangle.pierced.count);
    BI_CLOTH_RESERVE(world, undo.obstacles, (int64_t)world->obstacles.count);
    BI_CLOTH_RESERVE(world, undo.damping, vertices);
    BI_CLOTH_RESERVE(world, undo.flags, vertices);
    BI_CLOTH_RESERVE(world, undo.yields, vertices);
    if (all) {
        BI_CLOTH_RESERVE(world, undo.at, vertices);
        BI_CLOTH_RESERVE(world, undo.velocity, vertices);
        BI_CLOTH_RESERVE(world, undo.weld, vertices);
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
    BI_ASSERT(world->topology.built);
    bool all = moves_before_it_begins(world);
    bight_status status = make_room(world, all);
    if (status != BIGHT_OK) {
        return status;
    }

    // numbers that a step changes before its end
    int32_t vertices = world->vertex_count;
    world->undo.kept = (bi_cloth_kept){.built = was_built,
                                       .all = all,
                                       .parted = world->layers.parted,
                                       .slow = world->solver.slow,
                                       .contact_count = world->contacts.count,
                                       .pierced_count = world->tangle.pierced.count,
                                       .calm = world->control.calm,
                                       .drawn = world->seams.drawn,
                                       .scale = world->control.scale,
                                       .reach = world->control.reach,
                                       .room = world->near.room,
                                       .moved = world->control.moved,
                                       .pace = world->near.pace,
                                       .ceiling = world->growth.ceiling,
                                       .contour_length = world->tangle.contour_length};

    // what every step overwrites: contacts, crossings, obstacles, what damps the solve, places
    copy(world->undo.contacts, world->contacts.items, world->contacts.count, sizeof *world->contacts.items);
    copy(world->undo.pierced, world->tangle.pierced.items, world->tangle.pierced.count,
         sizeof *world->undo.pierced);
    copy(world->undo.obstacles, world->obstacles.items, world->obstacles.count,
         sizeof *world->obstacles.items);
    copy(world->undo.damping, world->growth.damping, vertices, sizeof *world->growth.damping);
    copy(world->undo.flags, world->flags, vertices, sizeof *world->flags);
    copy(world->undo.yields, world->yield.yields, vertices, sizeof *world->yield.yields);
    copy(world->before, world->at, vertices, sizeof *world->at);

    // welding and parting move vertices before the step takes its own `before`
    if (all) {
        copy(world->undo.at, world->at, vertices, sizeof *world->at);
        copy(world->undo.velocity, world->velocity, vertices, sizeof *world->velocity);
        copy(world->undo.weld, world->welds.into, vertices, sizeof *world->welds.into);
    }

    return BIGHT_OK;
}

void bi_undo_restore(bight_cloth_world *world)
{
    BI_ASSERT(world->undo.kept.contact_count >= 0 && world->undo.kept.pierced_count >= 0);
    const bi_cloth_kept *kept = &world->undo.kept;
    int32_t vertices = world->vertex_count;
    bool welded = false;

    // places, and the welds that decide the topology
    if (kept->all) {
        welded =
            memcmp(world->welds.into, world->undo.weld, (size_t)vertices * sizeof *world->welds.into) != 0;
        copy(world->welds.into, world->undo.weld, vertices, sizeof *world->welds.into);
        copy(world->velocity, world->undo.velocity, vertices, sizeof *world->velocity);
        copy(world->before, world->undo.at, vertices, sizeof *world->at);
    }
    copy(world->at, world->before, vertices, sizeof *world->at);
    copy(world->flags, world->undo.flags, vertices, sizeof *world->flags);
    copy(world->obstacles.items, world->undo.obstacles, world->obstacles.count,
         sizeof *world->obstacles.items);

    // where seams were welded corners are others; should there be no memory, the next step builds them
    world->topology.built = world->topology.built && !welded;
    if (bi_cloth_build(world) != BIGHT_OK) {
        world->topology.built = false;
    }

    // contacts and crossings name features of the topology that was
    copy(world->contacts.items, world->undo.contacts, kept->contact_count, sizeof *world->contacts.items);
    copy(world->tangle.pierced.items, world->undo.pierced, kept->pierced_count, sizeof *world->undo.pierced);
    copy(world->growth.damping, world->undo.damping, vertices, sizeof *world->growth.damping);
    for (int32_t i = 0; i < vertices; i++) {
        world->growth.doubted[i] = 0; // as after each step that ends
    }
    copy(world->yield.yields, world->undo.yields, vertices, sizeof *world->yield.yields);
    world->contacts.count = kept->contact_count;
    world->tangle.pierced.count = kept->pierced_count;
    world->tangle.contours.count = 0;
    world->tangle.contour_length = kept->contour_length;
    world->topology.built = world->topology.built && kept->built;
    world->layers.parted = kept->parted;
    world->solver.slow = kept->slow;
    world->control.calm = kept->calm;
    world->seams.drawn = kept->drawn;
    world->control.scale = kept->scale;
    world->control.reach = kept->reach;
    world->near.room = kept->room;
    world->control.moved = kept->moved;
    world->near.pace = kept->pace;
    world->growth.ceiling = kept->ceiling;
    world->carry.moved = 0.0;

    // lists and crossings are found again from the places
    world->filter.impatient = false;
    world->tangle.known = world->near.listed = world->cords.listed = false;
}
