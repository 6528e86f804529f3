// SPDX-License-Identifier: MIT

#include "cloth/carry.h"

#include "cloth/arena.h"
#include "cloth/kinematic.h"
#include "cloth/seam.h"
#include "cloth/world.h"
#include "geom/pose.h"

// ---- what is joined -------------------------------------------------------------------------------------

static int32_t root(const bi_carry *carry, int32_t part)
{
    while (carry->parts[part].into != part) {
        part = carry->parts[part].into;
    }
    return part;
}

// The lower of both is the root, so it does not depend on the order.
static void join(bi_carry *carry, int32_t a, int32_t b)
{
    a = root(carry, a);
    b = root(carry, b);
    carry->parts[a > b ? a : b].into = a > b ? b : a;
}

static void join_contacts(bight_cloth_world *world)
{
    bi_carry *carry = &world->carry;
    for (int32_t i = 0; i < world->contacts.count; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        for (int32_t k = 1; k < 4; k++) {
            join(carry, carry->piece[contact->v[0]], carry->piece[contact->v[k]]);
        }
        if (contact->kind == BI_ROW_SOLID) {
            join(carry, carry->piece[contact->v[0]], carry->pieces + contact->b);
        }
    }
}

// A hand carries all pieces that it holds, as one.
static void join_hands(bight_cloth_world *world)
{
    bi_carry *carry = &world->carry;
    for (int32_t i = 0; i < world->hands.count; i++) {
        const bi_cloth_hand *hand = &world->hands.items[i];
        for (int32_t n = hand->first + 1; n < hand->first + hand->count; n++) {
            join(carry, carry->piece[world->hands.grips[hand->first].vertex],
                 carry->piece[world->hands.grips[n].vertex]);
        }
    }
}

// ---- where it is ----------------------------------------------------------------------------------------

static void widen(bi_carry_part *part, bight_vec3 x, double by)
{
    part->low =
        v3(bi_min(part->low.x, x.x - by), bi_min(part->low.y, x.y - by), bi_min(part->low.z, x.z - by));
    part->high =
        v3(bi_max(part->high.x, x.x + by), bi_max(part->high.y, x.y + by), bi_max(part->high.z, x.z + by));
}

// Corners of the box round a solid in its own frame (bight/shape.h).
static void widen_by_solid(bi_carry_part *part, const bi_cloth_obstacle *obstacle, double by)
{
    bight_vec3 h = obstacle->solid.size;
    switch (obstacle->solid.kind) {
    case BIGHT_SHAPE_CAPSULE:
        h = v3(h.x, h.y + h.x, h.x);
        break;
    case BIGHT_SHAPE_TORUS:
        h = v3(h.x + h.y, h.y, h.x + h.y);
        break;
    case BIGHT_SHAPE_BOX:
        break;
    default:
        h = v3(h.x, h.x, h.x);
    }
    for (int32_t k = 0; k < 8; k++) {
        bight_vec3 corner =
            v3((k & 1) != 0 ? h.x : -h.x, (k & 2) != 0 ? h.y : -h.y, (k & 4) != 0 ? h.z : -h.z);
        widen(part, bi_pose_out(&obstacle->pose, corner), by);
    }
}

static void find_boxes(bight_cloth_world *world)
{
    bi_carry *carry = &world->carry;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bi_carry_part *part = &carry->parts[carry->piece[i]];
        widen(part, world->at[i], world->thickness);
        part->fixed = part->fixed || (world->flags[i] & BI_PINNED) != 0;
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        bi_carry_part *part = &carry->parts[carry->pieces + i];
        part->fixed = !(obstacle->rigid.mass > 0.0);
        if (obstacle->vertex_count == 0) {
            widen_by_solid(part, obstacle, world->thickness);
        }
    }
}

static bool apart_along(double a_low, double a_high, double a_way, double b_low, double b_high, double b_way)
{
    return a_high + bi_max(a_way, 0.0) < b_low + bi_min(b_way, 0.0) ||
           b_high + bi_max(b_way, 0.0) < a_low + bi_min(a_way, 0.0);
}

// Do two boxes stay apart while one goes by d and the other by e?
static bool apart(const bi_carry_part *a, bight_vec3 d, const bi_carry_part *b, bight_vec3 e)
{
    return apart_along(a->low.x, a->high.x, d.x, b->low.x, b->high.x, e.x) ||
           apart_along(a->low.y, a->high.y, d.y, b->low.y, b->high.y, e.y) ||
           apart_along(a->low.z, a->high.z, d.z, b->low.z, b->high.z, e.z);
}

// ---- how far it goes ------------------------------------------------------------------------------------

static int32_t part_of(const bight_cloth_world *world, const bi_cloth_hand *hand)
{
    return root(&world->carry, world->carry.piece[world->hands.grips[hand->first].vertex]);
}

static void find_ways(bight_cloth_world *world)
{
    bi_carry *carry = &world->carry;
    for (int32_t i = 0; i < world->hands.count; i++) {
        if (world->hands.items[i].alive) {
            bi_carry_part *part = &carry->parts[part_of(world, &world->hands.items[i])];
            part->way = v3_add(part->way, bi_kinematic_carry(world, &world->hands.items[i]));
            part->hands++;
        }
    }
    for (int32_t p = 0; p < carry->pieces + world->obstacles.count; p++) {
        bi_carry_part *part = &carry->parts[p];
        double length = v3_length(part->way);
        part->way = length > 0.0 ? v3_mul(1.0 / length, part->way) : v3(0, 0, 0);
        part->least = part->hands > 0 ? length : 0.0;
    }
    for (int32_t i = 0; i < world->hands.count; i++) {
        if (world->hands.items[i].alive) {
            bi_carry_part *part = &carry->parts[part_of(world, &world->hands.items[i])];
            double along = v3_dot(bi_kinematic_carry(world, &world->hands.items[i]), part->way);
            along = along > 1e-9 * world->thickness ? along : 0.0; // the mean of many is off by rounding
            part->least = bi_max(bi_min(part->least, along), 0.0);
        }
    }
}

// What is near anything that does not go with it stays.
static void hold_back(bight_cloth_world *world)
{
    bi_carry *carry = &world->carry;
    int32_t count = carry->pieces + world->obstacles.count;
    for (int32_t p = 0; p < count; p++) {
        carry->parts[root(carry, p)].fixed = carry->parts[root(carry, p)].fixed || carry->parts[p].fixed;
    }
    for (int32_t p = 0; p < count; p++) {
        int32_t r = root(carry, p);
        bi_carry_part *whole = &carry->parts[r];
        for (int32_t q = 0; q < count && whole->least > 0.0 && !whole->fixed; q++) {
            const bi_carry_part *other = &carry->parts[root(carry, q)];
            bight_vec3 d = v3_mul(whole->least, whole->way), e = v3_mul(other->least, other->way);
            whole->fixed = other != whole && !apart(&carry->parts[p], d, &carry->parts[q], e);
        }
    }
}

static void shift(bight_cloth_world *world)
{
    bi_carry *carry = &world->carry;
    for (int32_t p = 0; p < carry->pieces + world->obstacles.count; p++) {
        bi_carry_part *part = &carry->parts[p];
        part->way = part->fixed ? v3(0, 0, 0) : v3_mul(part->least, part->way);
        carry->moved = bi_max(carry->moved, v3_length(part->way));
    }
    for (int32_t i = 0; i < world->hands.count; i++) {
        bi_cloth_hand *hand = &world->hands.items[i];
        hand->carried = hand->alive ? v3_length(carry->parts[part_of(world, hand)].way) : 0.0;
    }
    for (int32_t i = 0; i < world->vertex_count && carry->moved > 0.0; i++) {
        carry->was[i] = world->at[i];
        world->at[i] = v3_add(world->at[i], carry->parts[root(carry, carry->piece[i])].way);
    }
    for (int32_t i = 0; i < world->obstacles.count && carry->moved > 0.0; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        bi_carry_part *part = &carry->parts[carry->pieces + i];
        bight_vec3 d = carry->parts[root(carry, carry->pieces + i)].way;
        part->position = obstacle->pose.position;
        part->target = obstacle->target.position;
        part->rubbed = obstacle->rubbed.position;
        obstacle->pose.position = v3_add(obstacle->pose.position, d);
        if (obstacle->rigid.mass > 0.0) {
            obstacle->target.position = v3_add(obstacle->target.position, d);
            obstacle->rubbed.position = v3_add(obstacle->rubbed.position, d);
        }
    }
}

bool bi_carry_on(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built && (world->hands.grip_count == 0 || world->tangle.known));
    bi_carry *carry = &world->carry;
    carry->moved = 0.0;
    for (int32_t i = 0; i < world->hands.count; i++) {
        world->hands.items[i].carried = 0.0;
    }
    if (world->hands.grip_count == 0 || world->def.inertia > 0.0 || world->cords.node_count > 0 ||
        bi_seam_is_open(world) || world->tangle.pierced.count > 0) {
        return false;
    }
    for (int32_t p = 0; p < carry->pieces + world->obstacles.count; p++) {
        carry->parts[p] =
            (bi_carry_part){.into = p,
                            .low = v3((double)INFINITY, (double)INFINITY, (double)INFINITY),
                            .high = v3(-(double)INFINITY, -(double)INFINITY, -(double)INFINITY)};
    }
    join_contacts(world);
    join_hands(world);
    find_ways(world);
    find_boxes(world);
    hold_back(world);
    shift(world);
    return carry->moved > 0.0;
}

void bi_carry_back(bight_cloth_world *world)
{
    const bi_carry *carry = &world->carry;
    for (int32_t i = 0; i < world->vertex_count && carry->moved > 0.0; i++) {
        world->at[i] = carry->was[i];
    }
    for (int32_t i = 0; i < world->obstacles.count && carry->moved > 0.0; i++) {
        bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        const bi_carry_part *part = &carry->parts[carry->pieces + i];
        obstacle->pose.position = part->position;
        obstacle->target.position = part->target;
        obstacle->rubbed.position = part->rubbed;
    }
    world->carry.moved = 0.0;
    world->near.listed = world->tangle.known = false;
}

// ---- pieces ---------------------------------------------------------------------------------------------

bight_status bi_carry_build(bight_cloth_world *world)
{
    int64_t vertices = world->vertex_count;
    bi_carry *carry = &world->carry;
    BI_CLOTH_RESERVE(world, carry.piece, vertices);
    BI_CLOTH_RESERVE(world, carry.was, vertices);

    int32_t *queue = bi_cloth_arena_claim(world, vertices, sizeof *queue);
    if (queue == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // vertex after vertex along edges; what was welded to another goes with it
    carry->pieces = 0;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        carry->piece[i] = -1;
    }
    for (int32_t i = 0; i < world->vertex_count; i++) {
        int32_t end = 0;
        if (carry->piece[i] < 0 && (world->flags[i] & BI_BODY) == 0 && world->welds.into[i] == i) {
            carry->piece[i] = carry->pieces++;
            queue[end++] = i;
        }
        for (int32_t n = 0; n < end; n++) {
            for (int32_t e = world->topology.row_first[queue[n]]; e < world->topology.row_first[queue[n] + 1];
                 e++) {
                int32_t v = world->topology.columns[e];
                if (carry->piece[v] < 0) {
                    carry->piece[v] = carry->piece[i];
                    queue[end++] = v;
                }
            }
        }
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        for (int32_t k = 0; k < obstacle->vertex_count; k++) {
            carry->piece[obstacle->first_vertex + k] = carry->pieces + i;
        }
    }
    for (int32_t i = 0; i < world->vertex_count; i++) {
        int32_t to = world->welds.into[i];
        carry->piece[i] = carry->piece[i] < 0 ? carry->piece[to] : carry->piece[i];
    }
    BI_CLOTH_RESERVE(world, carry.parts, (int64_t)carry->pieces + world->obstacles.count);
    return BIGHT_OK;
}
