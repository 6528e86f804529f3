// SPDX-License-Identifier: MIT
// Strands: making them, moving them, asking about them.

#include "cloth/strand.h"

#include "cloth/topology.h"
#include "core/error.h"
#include "geom/segment.h"

#include <string.h>

#define STRAND_COOKIE 0xC1075734u

bight_cloth_strand_def bight_cloth_strand_def_default(void)
{
    return (bight_cloth_strand_def){.friction = -1.0, .cookie = STRAND_COOKIE};
}

bi_cloth_strand *bi_find_strand(const bight_cloth_world *world, bight_cloth_strand_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->strand_count) {
        return NULL;
    }
    bi_cloth_strand *strand = &world->strands[id.index1 - 1];
    return strand->alive && strand->generation == id.generation ? strand : NULL;
}

int32_t bi_strand_before(const bight_cloth_world *world, int32_t link)
{
    const bi_cloth_strand *strand = &world->strands[world->strand_of[link]];
    return link > strand->first ? link - 1 : strand->closed ? strand->first + strand->count - 1 : -1;
}

int32_t bi_strand_after(const bight_cloth_world *world, int32_t link)
{
    const bi_cloth_strand *strand = &world->strands[world->strand_of[link]];
    int32_t links = strand->closed ? strand->count : strand->count - 1, last = strand->first + links - 1;
    return link < last ? link + 1 : strand->closed ? strand->first : -1;
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

static bight_status check(const bight_cloth_strand_def *def, bight_error *error)
{
    if (def->cookie != STRAND_COOKIE) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the strand definition was not initialised: start from bight_cloth_strand_def_default()");
    }
    if (!(def->radius > 0.0 && def->radius <= 1e6)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the strand's radius is %g: give a positive number",
                       def->radius);
    }
    if (!(def->friction <= 10.0) || !isfinite(def->friction)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "friction is %g: give 0 to 10, or below 0 for the world's", def->friction);
    }
    return check_points(def->points, def->points != NULL ? def->count : 0, def->closed, error);
}

// ---- nodes of all strands -------------------------------------------------------------------------------

// Links from the strands as they are now.
static void connect(bight_cloth_world *world)
{
    for (int32_t s = 0; s < world->strand_count; s++) {
        const bi_cloth_strand *strand = &world->strands[s];
        for (int32_t i = strand->first; strand->alive && i < strand->first + strand->count; i++) {
            int32_t next = i + 1 < strand->first + strand->count ? i + 1 : strand->closed ? strand->first : i;
            world->strand_of[i] = s;
            world->strand_links[3 * (size_t)i] = i;
            world->strand_links[3 * (size_t)i + 1] = world->strand_links[3 * (size_t)i + 2] = next;
        }
    }
    memset(world->strand_force, 0, (size_t)world->strand_node_count * sizeof *world->strand_force);
    memset(world->strand_stiffness, 0, (size_t)world->strand_node_count * sizeof *world->strand_stiffness);
    world->strands_listed = false;
}

static bight_status reserve_nodes(bight_cloth_world *world, int64_t count)
{
    if (count > BIGHT_MAX_STRAND_NODES) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    BI_CLOTH_RESERVE(world, strand_nodes, count);
    BI_CLOTH_RESERVE(world, strand_was, count);
    BI_CLOTH_RESERVE(world, strand_spare, count);
    BI_CLOTH_RESERVE(world, strand_arc, 2 * count);
    BI_CLOTH_RESERVE(world, strand_links, 3 * count);
    BI_CLOTH_RESERVE(world, strand_of, count);
    BI_CLOTH_RESERVE(world, strand_force, count);
    BI_CLOTH_RESERVE(world, strand_stiffness, count);
    return BIGHT_OK;
}

// Give a strand another number of nodes; what they are is left to the caller.
static void resize(bight_cloth_world *world, bi_cloth_strand *strand, int32_t count)
{
    int32_t end = strand->first + strand->count, by = count - strand->count;
    memmove(world->strand_nodes + end + by, world->strand_nodes + end,
            (size_t)(world->strand_node_count - end) * sizeof *world->strand_nodes);
    memmove(world->strand_was + end + by, world->strand_was + end,
            (size_t)(world->strand_node_count - end) * sizeof *world->strand_was);
    for (int32_t s = 0; s < world->strand_count; s++) {
        bi_cloth_strand *other = &world->strands[s];
        other->first += other->alive && other != strand && other->first >= end ? by : 0;
    }
    strand->count = count;
    world->strand_node_count += by;
}

// The exact test of where strands are now; the message names a link of this strand.
static bight_status judge(bight_cloth_world *world, const bi_cloth_strand *strand, bight_error *error)
{
    world->strand_close_count = world->strand_pair_count = 0;
    if (world->sheet_triangle_count == 0) {
        return BIGHT_OK;
    }
    bight_status status = bi_cloth_build(world);
    status = status == BIGHT_OK ? bi_strands_list(world) : status;
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for what is near a strand of %d nodes", strand->count);
    }
    bi_leaf_pair first = {0};
    if (bi_strands_pierce(world, strand, &first) > 0) {
        const int32_t *v = world->triangles + 3 * (size_t)first.b;
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "link %d goes through triangle %d of the cloth, near (%g, %g, %g): start beside it",
                       first.a - strand->first, first.b, world->at[v[0]].x, world->at[v[0]].y,
                       world->at[v[0]].z);
    }
    return BIGHT_OK;
}

bight_status bight_cloth_strand_create(bight_cloth_world *world, const bight_cloth_strand_def *def,
                                       bight_cloth_strand_id *id, bight_error *error)
{
    *id = (bight_cloth_strand_id){0};
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the slot of a strand that is no more, or a new one
    int32_t slot = 0;
    while (slot < world->strand_count && world->strands[slot].alive) {
        slot++;
    }
    status = reserve_nodes(world, (int64_t)world->strand_node_count + def->count);
    if (status == BIGHT_OK) {
        status = bi_reserve(&world->def.env.allocator, &world->strands, &world->strands_capacity,
                            (int64_t)slot + 1, sizeof *world->strands);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for a strand of %d nodes", def->count);
    }
    if (slot == world->strand_count) {
        world->strands[world->strand_count++] = (bi_cloth_strand){0};
    }

    // its nodes follow those of all other strands; it has not moved
    bi_cloth_strand *strand = &world->strands[slot];
    *strand = (bi_cloth_strand){.alive = true,
                                .closed = def->closed,
                                .generation = strand->generation + 1,
                                .first = world->strand_node_count,
                                .count = def->count,
                                .radius = def->radius,
                                .friction = def->friction};
    memcpy(world->strand_nodes + strand->first, def->points, (size_t)def->count * sizeof *def->points);
    memcpy(world->strand_was + strand->first, def->points, (size_t)def->count * sizeof *def->points);
    world->strand_node_count += def->count;
    connect(world);

    // a strand that pierces the cloth is taken out again: the proof by rooms starts from a clean state
    status = judge(world, strand, error);
    if (status != BIGHT_OK) {
        strand->alive = false;
        world->strand_node_count -= def->count;
        connect(world);
        return status;
    }
    *id = (bight_cloth_strand_id){(uint32_t)slot + 1, strand->generation};
    return BIGHT_OK;
}

bool bight_cloth_strand_destroy(bight_cloth_world *world, bight_cloth_strand_id id)
{
    bi_cloth_strand *strand = bi_find_strand(world, id);
    if (strand == NULL) {
        return false;
    }
    for (int32_t i = 0; i < world->contact_count; i++) {
        bi_contact *contact = &world->contacts[i];
        if (contact->kind == BI_ROW_STRAND && contact->b >= strand->first) {
            bool gone = contact->b < strand->first + strand->count;
            contact->b = gone ? -1 : contact->b - strand->count;
            contact->anchor.link -= gone ? 0 : strand->count;
        }
    }
    resize(world, strand, 0);
    strand->alive = false;
    connect(world);
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
static void turn_anchor(const bight_cloth_world *world, const bi_cloth_strand *strand, bi_anchor *anchor)
{
    const int32_t *ends = world->strand_links + 3 * (size_t)anchor->link;
    const bight_vec3 *now = world->strand_nodes, *old = world->strand_spare;
    bight_vec3 from = v3_sub(old[ends[1] - strand->first], old[ends[0] - strand->first]);
    bight_vec3 local = v3((double)anchor->local[0], (double)anchor->local[1], (double)anchor->local[2]);
    local = turn(from, v3_sub(now[ends[1]], now[ends[0]]), local);
    anchor->local[0] = (float)local.x;
    anchor->local[1] = (float)local.y;
    anchor->local[2] = (float)local.z;
}

// How far along the strand each node is, and its length.
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

// A strand before and after nodes came or went. Arcs lie in strand_arc, those now first.
typedef struct renewal {
    const bi_cloth_strand *strand;
    int32_t old;
    double length, old_length;
} renewal;

// Of a place on the old strand, the nearest on the new one, among those about as far along it.
static void find_again(const bight_cloth_world *world, const renewal *job, int32_t *link, float *along)
{
    const bi_cloth_strand *strand = job->strand;
    const double *arcs = world->strand_arc, *old_arcs = arcs + strand->count;
    int32_t i = *link - strand->first, next = i + 1 < job->old ? i + 1 : strand->closed ? 0 : i;
    bight_vec3 p = world->strand_spare[i], q = world->strand_spare[next];
    bight_vec3 was = v3_lerp(p, q, (double)*along);
    double arc = old_arcs[i] + (double)*along * v3_distance(p, q), least = HUGE_VAL;
    arc = job->old_length > 0.0 ? arc * job->length / job->old_length : 0.0;
    int32_t links = strand->closed ? strand->count : strand->count - 1;
    *link = strand->first;
    *along = 0.0f;
    for (int32_t k = 0; k < links; k++) {
        double off = fabs(arcs[k] - arc), window = 4.0 * job->length / links;
        if ((strand->closed ? bi_min(off, job->length - off) : off) > window) {
            continue;
        }
        const int32_t *ends = world->strand_links + 3 * (size_t)(strand->first + k);
        p = world->strand_nodes[ends[0]];
        q = world->strand_nodes[ends[1]];
        double t = bi_segment_closest_to_point(p, q, was), apart = v3_distance(was, v3_lerp(p, q, t));
        if (apart < least) {
            least = apart;
            *link = strand->first + k;
            *along = (float)t;
        }
    }
}

// Contacts move along with the strand, whose `old` nodes are in strand_spare.
static void carry_contacts(bight_cloth_world *world, const bi_cloth_strand *strand, int32_t old)
{
    renewal job = {strand, old, 0.0, 0.0};
    if (old != strand->count) {
        job.length =
            measure(world->strand_nodes + strand->first, strand->count, strand->closed, world->strand_arc);
        job.old_length = measure(world->strand_spare, old, strand->closed, world->strand_arc + strand->count);
    }
    for (int32_t i = 0; i < world->contact_count; i++) {
        bi_contact *contact = &world->contacts[i];
        if (contact->kind != BI_ROW_STRAND || contact->b < strand->first) {
            continue;
        }
        bi_anchor *anchor = &contact->anchor;
        if (contact->b >= strand->first + old) {
            contact->b += strand->count - old;
            anchor->link += strand->count - old;
        } else if (old == strand->count) {
            if (anchor->set) {
                turn_anchor(world, strand, anchor);
            }
        } else {
            find_again(world, &job, &contact->b, &contact->along);
            if (anchor->set) {
                find_again(world, &job, &anchor->link, &anchor->along);
            }
        }
    }
}

static void put(bight_cloth_world *world, bi_cloth_strand *strand, const bight_vec3 *points, int32_t count)
{
    resize(world, strand, count);
    memcpy(world->strand_nodes + strand->first, points, (size_t)count * sizeof *points);
    connect(world);
}

bight_status bight_cloth_strand_move(bight_cloth_world *world, bight_cloth_strand_id id,
                                     const bight_vec3 *points, int32_t count, bight_error *error)
{
    bi_cloth_strand *strand = bi_find_strand(world, id);
    if (strand == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such strand");
    }
    bight_status status = check_points(points, count, strand->closed, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // room for the old nodes beside the new ones
    int32_t old = strand->count;
    status = reserve_nodes(world, (int64_t)world->strand_node_count + count);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no room for a strand of %d nodes", count);
    }

    // where the cloth would be pierced the old nodes come back
    memcpy(world->strand_spare, world->strand_nodes + strand->first, (size_t)old * sizeof *points);
    put(world, strand, points, count);
    status = judge(world, strand, error);
    if (status != BIGHT_OK) {
        put(world, strand, world->strand_spare, old);
        return status;
    }

    // anchors move along with the strand; with other nodes its motion since the last step counts as none
    carry_contacts(world, strand, old);
    if (count != old) {
        memcpy(world->strand_was + strand->first, points, (size_t)count * sizeof *points);
    }
    strand->moved = true;
    return BIGHT_OK;
}

// ---- asking ---------------------------------------------------------------------------------------------

const bight_vec3 *bight_cloth_strand_forces(const bight_cloth_world *world, bight_cloth_strand_id id,
                                            int32_t *count)
{
    const bi_cloth_strand *strand = bi_find_strand(world, id);
    if (count != NULL) {
        *count = strand != NULL ? strand->count : 0;
    }
    return strand != NULL ? world->strand_force + strand->first : NULL;
}

const double *bi_strand_stiffness(const bight_cloth_world *world, bight_cloth_strand_id id)
{
    const bi_cloth_strand *strand = bi_find_strand(world, id);
    return strand != NULL ? world->strand_stiffness + strand->first : NULL;
}
