// SPDX-License-Identifier: MIT
// Cords: making them, moving them, asking about them.

#include "cloth/cord.h"

#include "cloth/topology.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/error.h"
#include "geom/segment.h"

#include <string.h>

#define CORD_COOKIE 0xC1075734u

bight_cloth_cord_def bight_cloth_cord_def_default(void)
{
    return (bight_cloth_cord_def){.friction = -1.0, .cookie = CORD_COOKIE};
}

bi_cord *bi_find_cord(const bight_cloth_world *world, bight_cloth_cord_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->cords.count) {
        return NULL;
    }
    bi_cord *cord = &world->cords.items[id.index1 - 1];
    return cord->alive && cord->generation == id.generation ? cord : NULL;
}

int32_t bi_cord_before(const bight_cloth_world *world, int32_t link)
{
    BI_ASSERT(link >= 0 && link < world->cords.node_count);
    const bi_cord *cord = &world->cords.items[world->cords.cord_of[link]];
    return link > cord->first ? link - 1 : cord->closed ? cord->first + cord->count - 1 : -1;
}

int32_t bi_cord_after(const bight_cloth_world *world, int32_t link)
{
    BI_ASSERT(link >= 0 && link < world->cords.node_count);
    const bi_cord *cord = &world->cords.items[world->cords.cord_of[link]];
    int32_t links = cord->closed ? cord->count : cord->count - 1, last = cord->first + links - 1;
    return link < last ? link + 1 : cord->closed ? cord->first : -1;
}

// ---- checks ---------------------------------------------------------------------------------------------

static bight_status check_points(const bight_vec3 *points, int32_t count, bool closed, bight_error *error)
{
    int32_t least = closed ? 3 : 2;
    if (count < least) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d points are too few: give %d or more", count, least);
    }
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = points[i];
        if (!v3_is_finite(p) || fabs(p.x) > 1e6 || fabs(p.y) > 1e6 || fabs(p.z) > 1e6) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d is (%g, %g, %g): give finite numbers below 1e6", i, p.x, p.y, p.z);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_cloth_cord_def *def, bight_error *error)
{
    if (def->cookie != CORD_COOKIE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the cord definition was not initialised: start from bight_cloth_cord_def_default()");
    }
    if (!(def->radius > 0.0 && def->radius <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the cord's radius is %g: give a positive number",
                       def->radius);
    }
    if (!(def->friction <= 10.0) || !isfinite(def->friction)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "friction is %g: give 0 to 10, or below 0 for the world's", def->friction);
    }
    return check_points(def->points, def->points != NULL ? def->count : 0, def->closed, error);
}

// ---- nodes of all cords -------------------------------------------------------------------------------

// Links from the cords as they are now.
static void connect(bight_cloth_world *world)
{
    for (int32_t s = 0; s < world->cords.count; s++) {
        const bi_cord *cord = &world->cords.items[s];
        for (int32_t i = cord->first; cord->alive && i < cord->first + cord->count; i++) {
            int32_t next = i + 1 < cord->first + cord->count ? i + 1 : cord->closed ? cord->first : i;
            world->cords.cord_of[i] = s;
            world->cords.links[3 * (size_t)i] = i;
            world->cords.links[3 * (size_t)i + 1] = world->cords.links[3 * (size_t)i + 2] = next;
        }
    }
    memset(world->cords.force, 0, (size_t)world->cords.node_count * sizeof *world->cords.force);
    memset(world->cords.stiffness, 0, (size_t)world->cords.node_count * sizeof *world->cords.stiffness);
    memset(world->cords.carry, 0, (size_t)world->cords.node_count * sizeof *world->cords.carry);
    memset(world->cords.hold, 0, 6 * (size_t)world->cords.node_count * sizeof *world->cords.hold);
    world->cords.listed = false;
}

static bight_status reserve_nodes(bight_cloth_world *world, int64_t count)
{
    if (count > BIGHT_MAX_CORD_NODES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    BI_CLOTH_RESERVE(world, cords.nodes, count);
    BI_CLOTH_RESERVE(world, cords.was, count);
    BI_CLOTH_RESERVE(world, cords.spare, count);
    BI_CLOTH_RESERVE(world, cords.arc, 2 * count);
    BI_CLOTH_RESERVE(world, cords.links, 3 * count);
    BI_CLOTH_RESERVE(world, cords.cord_of, count);
    BI_CLOTH_RESERVE(world, cords.force, count);
    BI_CLOTH_RESERVE(world, cords.stiffness, count);
    BI_CLOTH_RESERVE(world, cords.carry, count);
    BI_CLOTH_RESERVE(world, cords.hold, 6 * count);
    return BIGHT_OK;
}

// Give a cord another number of nodes; what they are is left to the caller.
static void resize(bight_cloth_world *world, bi_cord *cord, int32_t count)
{
    int32_t end = cord->first + cord->count, by = count - cord->count;
    memmove(world->cords.nodes + end + by, world->cords.nodes + end,
            (size_t)(world->cords.node_count - end) * sizeof *world->cords.nodes);
    memmove(world->cords.was + end + by, world->cords.was + end,
            (size_t)(world->cords.node_count - end) * sizeof *world->cords.was);
    for (int32_t s = 0; s < world->cords.count; s++) {
        bi_cord *other = &world->cords.items[s];
        other->first += other->alive && other != cord && other->first >= end ? by : 0;
    }
    cord->count = count;
    world->cords.node_count += by;
}

// The exact test of where cords are now; the message names a link of this cord.
static bight_status judge(bight_cloth_world *world, const bi_cord *cord, bight_error *error)
{
    world->cords.close_count = world->cords.pair_count = 0;
    if (world->sheets.triangle_count == 0) {
        return BIGHT_OK;
    }
    bight_status status = bi_cloth_build(world);
    status = status == BIGHT_OK ? bi_cords_list(world) : status;
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for what is near a cord of %d nodes", cord->count);
    }
    bi_leaf_pair first = {0};
    if (bi_cords_pierce(world, cord, &first) > 0) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)first.b;
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "link %d goes through triangle %d of the cloth, near (%g, %g, %g): start beside it",
                       first.a - cord->first, first.b, world->at[v[0]].x, world->at[v[0]].y,
                       world->at[v[0]].z);
    }
    return BIGHT_OK;
}

bight_status bight_cloth_cord_create(bight_cloth_world *world, const bight_cloth_cord_def *def,
                                     bight_cloth_cord_id *id, bight_error *error)
{
    *id = (bight_cloth_cord_id){0};
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the slot of a cord that is no more, or a new one
    int32_t slot = 0;
    while (slot < world->cords.count && world->cords.items[slot].alive) {
        slot++;
    }
    status = reserve_nodes(world, (int64_t)world->cords.node_count + def->count);
    if (status == BIGHT_OK) {
        status = bi_reserve(&world->def.env.allocator, &world->cords.items, &world->cords.items_capacity,
                            (int64_t)slot + 1, sizeof *world->cords.items);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for a cord of %d nodes", def->count);
    }

    if (slot == world->cords.count) {
        world->cords.items[world->cords.count++] = (bi_cord){0};
    }

    // its nodes follow those of all other cords; it has not moved
    bi_cord *cord = &world->cords.items[slot];
    *cord = (bi_cord){.alive = true,
                      .closed = def->closed,
                      .generation = cord->generation + 1,
                      .first = world->cords.node_count,
                      .count = def->count,
                      .radius = def->radius,
                      .friction = def->friction};
    memcpy(world->cords.nodes + cord->first, def->points, (size_t)def->count * sizeof *def->points);
    memcpy(world->cords.was + cord->first, def->points, (size_t)def->count * sizeof *def->points);
    world->cords.node_count += def->count;
    connect(world);

    // a cord that pierces the cloth is taken out again: the proof by rooms starts from a clean state
    status = judge(world, cord, error);
    if (status != BIGHT_OK) {
        cord->alive = false;
        world->cords.node_count -= def->count;
        connect(world);
        return status;
    }

    *id = (bight_cloth_cord_id){(uint32_t)slot + 1, cord->generation};
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

bool bight_cloth_cord_destroy(bight_cloth_world *world, bight_cloth_cord_id id)
{
    bi_cord *cord = bi_find_cord(world, id);
    if (cord == NULL) {
        return false;
    }
    for (int32_t i = 0; i < world->contacts.count; i++) {
        bi_contact *contact = &world->contacts.items[i];
        if (contact->kind == BI_ROW_CORD && contact->b >= cord->first) {
            bool gone = contact->b < cord->first + cord->count;
            contact->b = gone ? -1 : contact->b - cord->count;
            contact->anchor.link -= gone ? 0 : cord->count;
        }
    }
    resize(world, cord, 0);
    cord->alive = false;
    connect(world);
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return true;
}

// ---- moving ---------------------------------------------------------------------------------------------

// The least turn that takes the direction of a to that of b, done to x (Rodrigues, without angles).
static bight_vec3 turn(bight_vec3 a, bight_vec3 b, bight_vec3 x)
{
    bight_vec3 u = v3_unit(a, v3(0, 0, 0)), w = v3_unit(b, u), axis = v3_cross(u, w);
    double cosine = v3_dot(u, w);
    if (!(cosine > -0.999)) {
        return x;
    }
    bight_vec3 turned = v3_add(v3_mul(cosine, x), v3_cross(axis, x));
    return v3_madd(turned, v3_dot(axis, x) / (1.0 + cosine), axis);
}

// As many nodes as before: the anchor turns with its link.
static void turn_anchor(const bight_cloth_world *world, const bi_cord *cord, bi_anchor *anchor)
{
    const int32_t *ends = world->cords.links + 3 * (size_t)anchor->link;
    const bight_vec3 *now = world->cords.nodes, *old = world->cords.spare;
    bight_vec3 from = v3_sub(old[ends[1] - cord->first], old[ends[0] - cord->first]);
    bight_vec3 local = v3((double)anchor->local[0], (double)anchor->local[1], (double)anchor->local[2]);
    local = turn(from, v3_sub(now[ends[1]], now[ends[0]]), local);
    anchor->local[0] = (float)local.x;
    anchor->local[1] = (float)local.y;
    anchor->local[2] = (float)local.z;
}

// How far along the cord each node is, and its length.
static double measure(const bight_vec3 *points, int32_t count, bool closed, double *arc)
{
    double length = 0.0;
    for (int32_t i = 0; i < count; i++) {
        arc[i] = length;
        if (i + 1 < count || closed) {
            length += v3_distance(points[i], points[i + 1 < count ? i + 1 : 0]);
        }
    }
    return length;
}

// A cord before and after nodes came or went. Arcs lie in cord_arc, those now first.
typedef struct renewal {
    const bi_cord *cord;
    int32_t old;
    double length, old_length;
} renewal;

// Of a place on the old cord, the nearest on the new one, among those about as far along it.
static void find_again(const bight_cloth_world *world, const renewal *job, int32_t *link, float *along)
{
    const bi_cord *cord = job->cord;
    const double *arcs = world->cords.arc, *old_arcs = arcs + cord->count;
    int32_t i = *link - cord->first, next = i + 1 < job->old ? i + 1 : cord->closed ? 0 : i;
    bight_vec3 p = world->cords.spare[i], q = world->cords.spare[next];
    bight_vec3 was = v3_lerp(p, q, (double)*along);
    double arc = old_arcs[i] + (double)*along * v3_distance(p, q), least = HUGE_VAL;
    arc = job->old_length > 0.0 ? arc * job->length / job->old_length : 0.0;
    int32_t links = cord->closed ? cord->count : cord->count - 1;
    *link = cord->first;
    *along = 0.0f;
    for (int32_t k = 0; k < links; k++) {
        double off = fabs(arcs[k] - arc), window = 4.0 * job->length / links;
        if ((cord->closed ? bi_min(off, job->length - off) : off) > window) {
            continue;
        }
        const int32_t *ends = world->cords.links + 3 * (size_t)(cord->first + k);
        p = world->cords.nodes[ends[0]];
        q = world->cords.nodes[ends[1]];
        double t = bi_segment_closest_to_point(p, q, was), apart = v3_distance(was, v3_lerp(p, q, t));
        if (apart < least) {
            least = apart;
            *link = cord->first + k;
            *along = (float)t;
        }
    }
}

// Contacts move along with the cord, whose `old` nodes are in cord_spare.
static void carry_contacts(bight_cloth_world *world, const bi_cord *cord, int32_t old)
{
    renewal job = {cord, old, 0.0, 0.0};
    if (old != cord->count) {
        job.length = measure(world->cords.nodes + cord->first, cord->count, cord->closed, world->cords.arc);
        job.old_length = measure(world->cords.spare, old, cord->closed, world->cords.arc + cord->count);
    }
    for (int32_t i = 0; i < world->contacts.count; i++) {
        bi_contact *contact = &world->contacts.items[i];
        if (contact->kind != BI_ROW_CORD || contact->b < cord->first) {
            continue;
        }
        bi_anchor *anchor = &contact->anchor;
        if (contact->b >= cord->first + old) {
            contact->b += cord->count - old;
            anchor->link += cord->count - old;
        } else if (old == cord->count) {
            if (anchor->set) {
                turn_anchor(world, cord, anchor);
            }
        } else {
            find_again(world, &job, &contact->b, &contact->along);
            if (anchor->set) {
                find_again(world, &job, &anchor->link, &anchor->along);
            }
        }
    }
}

static void put(bight_cloth_world *world, bi_cord *cord, const bight_vec3 *points, int32_t count)
{
    resize(world, cord, count);
    memcpy(world->cords.nodes + cord->first, points, (size_t)count * sizeof *points);
    connect(world);
}

bight_status bight_cloth_cord_move(bight_cloth_world *world, bight_cloth_cord_id id, const bight_vec3 *points,
                                   int32_t count, bight_error *error)
{
    bi_cord *cord = bi_find_cord(world, id);
    if (cord == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such cord");
    }

    bight_status status = check_points(points, count, cord->closed, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // room for the old nodes beside the new ones
    int32_t old = cord->count;
    status = reserve_nodes(world, (int64_t)world->cords.node_count + count);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for a cord of %d nodes", count);
    }

    // where the cloth would be pierced the old nodes come back
    memcpy(world->cords.spare, world->cords.nodes + cord->first, (size_t)old * sizeof *points);
    put(world, cord, points, count);
    status = judge(world, cord, error);
    if (status != BIGHT_OK) {
        put(world, cord, world->cords.spare, old);
        return status;
    }

    // anchors move along with the cord; with other nodes its motion since the last step counts as none
    carry_contacts(world, cord, old);
    if (count != old) {
        memcpy(world->cords.was + cord->first, points, (size_t)count * sizeof *points);
    }
    cord->moved = true;
    BI_VALIDATE(bi_cloth_world_is_valid(world));
    return BIGHT_OK;
}

// ---- asking ---------------------------------------------------------------------------------------------

const bight_vec3 *bight_cloth_cord_forces(const bight_cloth_world *world, bight_cloth_cord_id id,
                                          int32_t *count)
{
    const bi_cord *cord = bi_find_cord(world, id);
    if (count != NULL) {
        *count = cord != NULL ? cord->count : 0;
    }
    return cord != NULL ? world->cords.force + cord->first : NULL;
}

const double *bi_cord_stiffness(const bight_cloth_world *world, bight_cloth_cord_id id)
{
    const bi_cord *cord = bi_find_cord(world, id);
    return cord != NULL ? world->cords.stiffness + cord->first : NULL;
}

const double *bi_cord_hold(const bight_cloth_world *world, bight_cloth_cord_id id, const bight_vec3 **carry)
{
    const bi_cord *cord = bi_find_cord(world, id);
    *carry = cord != NULL ? world->cords.carry + cord->first : NULL;
    return cord != NULL ? world->cords.hold + 6 * (size_t)cord->first : NULL;
}
