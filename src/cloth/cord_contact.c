// SPDX-License-Identifier: MIT
// Contacts with cords from step to step, and the forces on nodes.

#include "cloth/contact_law.h"
#include "cloth/kinematic.h"
#include "cloth/cord.h"
#include "cloth/world.h"
#include "core/hash.h"

#include <string.h>

// ---- what was known -------------------------------------------------------------------------------------

static uint32_t mix(int32_t feature)
{
    return (uint32_t)(((uint64_t)(uint32_t)feature * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

bight_status bi_cords_recall(bight_cloth_world *world)
{
    if (world->cords.pair_count == 0) {
        return BIGHT_OK;
    }

    // contacts of the step before, chained in a table by their feature
    int32_t touches = 0;
    for (int32_t i = 0; i < world->contacts.count; i++) {
        touches += world->contacts.items[i].kind == BI_ROW_CORD;
    }
    int64_t size = 16;
    while (size < 2 * (int64_t)touches) {
        size *= 2;
    }
    BI_CLOTH_RESERVE(world, cords.table, size);
    BI_CLOTH_RESERVE(world, cords.chain, (int64_t)world->contacts.count);
    memset(world->cords.table, -1, (size_t)size * sizeof *world->cords.table);
    uint32_t mask = (uint32_t)(size - 1);
    for (int32_t i = 0; i < world->contacts.count; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        if (contact->kind == BI_ROW_CORD && contact->b >= 0) {
            int32_t *head = &world->cords.table[mix(contact->a) & mask];
            world->cords.chain[i] = *head;
            *head = i;
        }
    }

    // a pair continues the contact of its feature with its link, else with the link before or after
    for (int32_t i = 0; i < world->cords.pair_count; i++) {
        bi_near_pair *pair = &world->cords.pairs[i];
        int32_t before = bi_cord_before(world, pair->b), after = bi_cord_after(world, pair->b);
        int32_t same = -1, beside = -1;
        for (int32_t n = world->cords.table[mix(pair->a) & mask]; n >= 0; n = world->cords.chain[n]) {
            const bi_contact *contact = &world->contacts.items[n];
            if (contact->a == pair->a) {
                same = contact->b == pair->b ? n : same;
                beside = contact->b == before || contact->b == after ? n : beside;
            }
        }
        pair->contact = same >= 0 ? same : beside;
    }

    return BIGHT_OK;
}

// ---- forces ---------------------------------------------------------------------------------------------

// A contact as it is at the end of the step.
static bool at_end(const bight_cloth_world *world, bi_contact *contact)
{
    double g = (double)contact->gap, ratio = g / bi_max((double)contact->distance, 0.1 * g);
    double k = (double)contact->grip / (ratio * ratio);
    bi_facing facing;
    int32_t v[4];
    // over a node it may have moved to the link before or after
    const int32_t links[3] = {contact->b, bi_cord_before(world, contact->b),
                              bi_cord_after(world, contact->b)};
    bool faces = false;
    for (int32_t i = 0; i < 3 && !faces; i++) {
        contact->b = links[i];
        faces = links[i] >= 0 && bi_cord_face(world, contact->a, links[i], v, &facing, &contact->along);
    }
    if (!faces || facing.distance >= g) {
        return false;
    }
    contact->distance = (float)facing.distance;
    for (int32_t i = 0; i < 4; i++) {
        contact->weight[i] = (float)facing.weight[i];
    }
    contact->normal[0] = (float)facing.normal.x;
    contact->normal[1] = (float)facing.normal.y;
    contact->normal[2] = (float)facing.normal.z;
    bi_contact_push(contact, k);
    return true;
}

// Greatest stretch of the triangles of each sheet that are near cords.
static void note_stretch(bight_cloth_world *world)
{
    for (int32_t i = 0; i < world->sheets.count; i++) {
        world->sheets.items[i].near_cords = 1.0;
    }
    for (int32_t i = 0; i < world->cords.close_count; i++) {
        int32_t t = world->cords.close[i].b;
        bi_cloth_sheet *panel = &world->sheets.items[world->sheets.rests[t].sheet];
        panel->near_cords = bi_max(panel->near_cords, bi_cloth_stretch(world, t));
    }
}

// k_n n n^T of a contact, and k_t (I - n n^T) of one that sticks; sliding friction does not grow with the motion.
static void add_hold(bight_cloth_world *world, const bi_contact *contact, const bi_touch *touch, bight_vec3 n,
                     double share, int32_t node)
{
    double along = touch->tangential > 0.0 && !(touch->slid > 0.0) ? (double)contact->grip : 0.0;
    double more = share * (touch->normal - along), *hold = world->cords.hold + 6 * (size_t)node;
    along *= share;
    hold[0] += along + more * n.x * n.x;
    hold[1] += more * n.x * n.y;
    hold[2] += more * n.x * n.z;
    hold[3] += along + more * n.y * n.y;
    hold[4] += more * n.y * n.z;
    hold[5] += along + more * n.z * n.z;

    // times how the cloth moved
    bight_vec3 way = v3(0, 0, 0), *carry = &world->cords.carry[node];
    for (int32_t i = 0; i < 4; i++) {
        bight_vec3 moved = v3_sub(world->at[contact->v[i]], world->before[contact->v[i]]);
        way = v3_madd(way, (double)contact->weight[i], moved);
    }
    *carry = v3_madd(v3_madd(*carry, along, way), more * v3_dot(n, way), n);
}

void bi_cords_finish(bight_cloth_world *world, bight_cloth_report *report)
{
    if (world->cords.node_count == 0) {
        return;
    }

    // forces on nodes are those of the contacts as they are at the end of the step
    world->cords.nearest = 1.0;
    memset(world->cords.force, 0, (size_t)world->cords.node_count * sizeof *world->cords.force);
    memset(world->cords.stiffness, 0, (size_t)world->cords.node_count * sizeof *world->cords.stiffness);
    memset(world->cords.carry, 0, (size_t)world->cords.node_count * sizeof *world->cords.carry);
    memset(world->cords.hold, 0, 6 * (size_t)world->cords.node_count * sizeof *world->cords.hold);
    for (int32_t i = 0; i < world->contacts.count; i++) {
        bi_contact contact = world->contacts.items[i];
        if (contact.kind != BI_ROW_CORD || contact.b < 0) {
            continue;
        }
        report->cord_contacts++;
        if (!at_end(world, &contact)) {
            continue;
        }

        // f = N n - grip (what friction holds of the offset), on the cloth
        bight_vec3 n = v3((double)contact.normal[0], (double)contact.normal[1], (double)contact.normal[2]);
        world->cords.nearest = bi_min(world->cords.nearest, (double)(contact.distance / contact.gap));
        bi_touch touch = bi_contact_touch(&contact, bi_contact_friction(world, &contact),
                                          world->settle.softness, n, bi_contact_offset(world, &contact, n));
        // friction holds this part of the offset, and no more
        bight_vec3 force = v3_madd(touch.force, -(double)contact.grip, touch.held);

        // on the cord -f, shared between the ends of the link as 1 - t and t
        const int32_t *ends = world->cords.links + 3 * (size_t)contact.b;
        double t = (double)contact.along;
        const double share[2] = {1.0 - t, t};
        for (int32_t k = 0; k < 2; k++) {
            world->cords.force[ends[k]] = v3_madd(world->cords.force[ends[k]], -share[k], force);
            world->cords.stiffness[ends[k]] += share[k] * touch.normal;
            add_hold(world, &contact, &touch, n, share[k], ends[k]);
        }
    }

    // what cords have moved until now belongs to the step that ends
    for (int32_t i = 0; i < world->cords.count; i++) {
        world->cords.items[i].moved_before = world->cords.items[i].moved;
        world->cords.items[i].moved = false;
    }
    memcpy(world->cords.was, world->cords.nodes, (size_t)world->cords.node_count * sizeof *world->cords.was);

    // what the report tells; the exact test asserts what rooms have proved
    note_stretch(world);
    world->cords.piercings = bi_cords_pierce(world, NULL, NULL);
    report->cord_piercings = world->cords.piercings;
    report->certified = report->certified && world->cords.piercings == 0;
}

uint64_t bi_cords_hash(const bight_cloth_world *world, uint64_t hash)
{
    for (int32_t i = 0; i < world->cords.node_count; i++) {
        hash = bi_hash_vec3(hash, world->cords.nodes[i]);
    }
    for (int32_t i = 0; i < world->contacts.count; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        if (contact->kind == BI_ROW_CORD) {
            hash = bi_hash_word(hash, (uint64_t)(uint32_t)contact->anchor.link);
            hash = bi_hash_double(hash, (double)contact->anchor.along);
        }
    }
    return hash;
}
