// SPDX-License-Identifier: MIT

#include "cloth/contact.h"

#include "cloth/arena.h"
#include "cloth/contact_law.h"
#include "cloth/elastic.h"
#include "cloth/narrow.h"
#include "cloth/near.h"
#include "cloth/near_gap.h"
#include "cloth/cord.h"
#include "cloth/contact_exempt.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/parallel.h"
#include "geom/pose.h"
#include "geom/predicates.h"

#include <string.h>

// Against the stiffness of what touches (note 7.3): vertices on faces, edges on edges, anything on an
// obstacle.
#define SHARE_VF 0.5
#define SHARE_EE 0.25
#define SHARE_SOLID 1.0

// The memory of a contact of the iteration before.
typedef struct old_contact {
    bi_anchor anchor;
    float slip;
} old_contact;

typedef struct contact_job {
    bight_cloth_world *world;
    bi_near_pair *pairs;
    int32_t count, first, first_block;
    bi_row_kind kind;
    int32_t *block_counts; // (blocks of all jobs)  active pairs, then the place of each block's first contact
    const old_contact *old;
} contact_job;

// ---- one pair -------------------------------------------------------------------------------------------

// Corners across the sides of a face which are this face's account: of two faces the lower minds their edge.
static void find_across(const bight_cloth_world *world, int32_t face, const bight_vec3 *across[3])
{
    const bi_surface *surface = &world->topology.surface;
    for (int32_t k = 0; k < 3; k++) {
        across[k] = NULL;
        int32_t edge = surface->triangle_edges[3 * (size_t)face + (size_t)k];
        for (int32_t n = surface->edge_first[edge]; n < surface->edge_first[edge + 1]; n++) {
            int32_t other = surface->edge_sides[n] / 3, side = surface->edge_sides[n] % 3;
            if (other > face) {
                across[k] =
                    &world->at[world->topology.triangles[3 * (size_t)other + (size_t)((side + 2) % 3)]];
            }
        }
    }
}

static bool face_pair(const bight_cloth_world *world, const contact_job *job, const bi_near_pair *pair,
                      const int32_t v[4], bi_facing *facing)
{
    bight_vec3 x[4];
    for (int32_t i = 0; i < 4; i++) {
        x[i] = world->at[v[i]];
    }
    if (job->kind == BI_ROW_EE) {
        return bi_face_edge(x, pair->side, facing);
    }
    const bight_vec3 *across[3];
    bool found = bi_face_vertex(x, pair->side, NULL, facing);
    if (!found && pair->distance < INFINITY) {
        find_across(world, pair->b, across);
        found = bi_face_vertex(x, pair->side, across, facing);
    }
    return found;
}

// Out of a box the way leads through the nearest face; bi_solid_closest() does not say which.
static void out_of_box(const bi_solid *box, bight_vec3 p, double *distance, bight_vec3 *normal)
{
    double x = fabs(p.x) - box->size.x, y = fabs(p.y) - box->size.y, z = fabs(p.z) - box->size.z;
    *distance = bi_max(x, bi_max(y, z));
    *normal = x >= y && x >= z ? v3(p.x < 0.0 ? -1 : 1, 0, 0)
              : y >= z         ? v3(0, p.y < 0.0 ? -1 : 1, 0)
                               : v3(0, 0, p.z < 0.0 ? -1 : 1);
}

// What lies on the core of a solid is as near to one side as to another: out of a capsule across its axis, out of a ball
// and of a ring along y, which is across the ring's core as well.
static bight_vec3 out_of_core(bight_shape_kind kind)
{
    return kind == BIGHT_SHAPE_CAPSULE ? v3(1, 0, 0) : v3(0, 1, 0);
}

// A vertex, or the inside of an edge, which counts less towards its ends, where their own contacts take over:
// what came in all at once would throw cloth off, and it would never come to rest.
static bool face_solid(const bight_cloth_world *world, const bi_near_pair *pair, int32_t v[4],
                       bi_facing *facing)
{
    const bi_cloth_obstacle *obstacle = &world->obstacles.items[pair->b];
    bool edge = pair->a >= world->vertex_count;
    const int32_t *ends =
        edge ? world->topology.surface.edges + 2 * (size_t)(pair->a - world->vertex_count) : &pair->a;
    v[0] = v[2] = v[3] = ends[0];
    v[1] = edge ? ends[1] : ends[0];
    bight_vec3 p = bi_pose_in(&obstacle->pose, world->at[v[0]]),
               q = bi_pose_in(&obstacle->pose, world->at[v[1]]);
    bi_solid_gap gap = bi_solid_closest(&obstacle->solid, p, q);
    double share = edge ? 4.0 * gap.s * (1.0 - gap.s) : 1.0;
    if (!(share > 0.0)) {
        return false;
    }
    if (obstacle->solid.kind == BIGHT_SHAPE_BOX && !(gap.distance > 0.0)) {
        out_of_box(&obstacle->solid, v3_lerp(p, q, gap.s), &gap.distance, &gap.normal);
    } else if (!(v3_length_squared(gap.normal) > 0.0)) {
        gap.normal = out_of_core(obstacle->solid.kind);
    }
    *facing = (bi_facing){
        {1.0 - gap.s, gap.s, 0.0, 0.0}, gap.distance, bi_pose_turn(&obstacle->pose, gap.normal), share};
    return true;
}

static bool face_any(const contact_job *job, const bi_near_pair *pair, int32_t v[4], bi_facing *facing)
{
    const bight_cloth_world *world = job->world;
    if (job->kind == BI_ROW_CORD) {
        return bi_cord_face(world, pair->a, pair->b, v, facing, NULL);
    }
    if (job->kind == BI_ROW_SOLID) {
        return face_solid(world, pair, v, facing);
    }
    bi_near_vertices(world, job->kind == BI_ROW_EE, pair->a, pair->b, v);
    int32_t first = job->kind == BI_ROW_EE ? 2 : 1;
    return face_pair(world, job, pair, v, facing) &&
           !bi_exempt_between(world, v, first, v + first, 4 - first);
}

static bool any_free(const bight_cloth_world *world, const contact_job *job, const bi_near_pair *pair,
                     const int32_t v[4])
{
    int32_t owner = job->kind == BI_ROW_SOLID ? pair->b : -1;
    for (int32_t i = 0; i < 4 && owner < 0 && job->kind != BI_ROW_CORD; i++) {
        owner = world->topology.owner[v[i]];
    }
    if (owner >= 0 && world->obstacles.items[owner].rigid.mass > 0.0) {
        return true;
    }
    return bi_cloth_is_free(world, v[0]) || bi_cloth_is_free(world, v[1]) || bi_cloth_is_free(world, v[2]) ||
           bi_cloth_is_free(world, v[3]);
}

// ---- which ----------------------------------------------------------------------------------------------

// What touches at one point or in one plane is on the side on which the exact test sees it (geom/crossing.h):
// lower vertices count as displaced most. det[x1 - x0, x2 - x0, x3 - x0] is minus the triple product of
// either.
static int8_t side_of(const bight_cloth_world *world, const contact_job *job, const int32_t v[4])
{
    bight_vec3 x[4];
    for (int32_t i = 0; i < 4; i++) {
        x[i] = world->at[v[i]];
    }
    if (job->kind != BI_ROW_EE && job->kind != BI_ROW_VF) {
        return 1;
    }
    int32_t side = job->kind == BI_ROW_EE ? bi_edge_side(x) : bi_vertex_side(x);
    return (int8_t)(side != 0 ? side : -bi_orient3d_displaced(x, v));
}

static void choose(void *data, int32_t block)
{
    const contact_job *job = data;
    const bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, job->count), active = 0;
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_near_pair *pair = &job->pairs[i];
        bi_facing facing;
        int32_t v[4];
        if (bi_near_is_clear(world, pair)) {
            pair->distance = INFINITY;
            pair->side = 0;
            pair->active = false;
            continue;
        }

        // a distance below INFINITY makes face_pair() try the borders of the face as well
        pair->distance = 0.0f;
        bool faces = face_any(job, pair, v, &facing);

        // sides are kept while two face each other within the gap, and found again where they do not
        if (!faces) {
            pair->side = 0;
        } else if (pair->side == 0 || facing.distance > (double)pair->gap) {
            pair->side = side_of(world, job, v);
        }

        // in contact: within the gap, with a share of its own, and not all of it held
        pair->distance = faces ? (float)facing.distance : INFINITY;
        pair->active = faces && facing.distance < (double)pair->gap && facing.share > 0.0 &&
                       any_free(world, job, pair, v);
        active += pair->active;
    }
    job->block_counts[job->first_block + block] = active;
}

// ---- how hard -------------------------------------------------------------------------------------------

static double mean_stiffness(const bight_cloth_world *world, const int32_t *v, const float *w, int32_t count)
{
    double sum = 0.0, weights = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if ((world->flags[v[i]] & BI_BODY) != 0) {
            return 0.0;
        }
        sum += fabs((double)w[i]) * (double)world->elastic.stiffness[v[i]];
        weights += fabs((double)w[i]);
    }
    return weights > 0.0 ? sum / weights : 0.0;
}

// share A B / (A + B), A and B the stiffness of either thing; an obstacle (0 here) does not yield
static double base_stiffness(const bight_cloth_world *world, const contact_job *job,
                             const bi_contact *contact, double share)
{
    int32_t first = job->kind == BI_ROW_VF ? 1 : 2;
    if (job->kind == BI_ROW_SOLID) {
        return SHARE_SOLID * share * mean_stiffness(world, contact->v, contact->weight, 2);
    }
    if (job->kind == BI_ROW_CORD) {
        return SHARE_SOLID * share * mean_stiffness(world, contact->v, contact->weight, 3);
    }
    double a = mean_stiffness(world, contact->v, contact->weight, first);
    double b = mean_stiffness(world, contact->v + first, contact->weight + first, 4 - first);
    double both = a == 0.0 ? b : b == 0.0 ? a : a * b / (a + b);
    return (job->kind == BI_ROW_VF ? SHARE_VF : SHARE_EE) * share * both;
}

// A body must not sink in where it lies on a few points of cloth: with k = m g / (4 gap) one contact bears a quarter of its
// weight at 0.38 gaps, k (gap - d)^2 / d.
static double bearing(const bight_cloth_world *world, const bi_contact *contact)
{
    int32_t obstacle = bi_contact_obstacle(world, contact);
    double mass = obstacle >= 0 ? world->obstacles.items[obstacle].rigid.mass : 0.0;
    return 0.25 * mass * v3_length(world->def.gravity) / (double)contact->gap;
}

static void fill(void *data, int32_t block)
{
    const contact_job *job = data;
    bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, job->count), at = job->block_counts[job->first_block + block];
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_near_pair *pair = &job->pairs[i];
        int32_t before = pair->contact;
        pair->contact = -1;
        bi_facing facing;
        int32_t v[4];
        if (!pair->active || !face_any(job, pair, v, &facing)) {
            continue;
        }

        // what touches, with the weights of the two closest points
        bi_contact *contact = &world->contacts.items[at];
        memset(contact, 0, sizeof *contact);
        contact->kind = (uint8_t)job->kind;
        contact->side = pair->side;
        contact->a = pair->a;
        contact->b = pair->b;
        memcpy(contact->v, v, sizeof contact->v);
        for (int32_t k = 0; k < 4; k++) {
            contact->weight[k] = (float)facing.weight[k];
        }
        if (job->kind == BI_ROW_CORD) {
            bi_cord_face(world, pair->a, pair->b, v, &facing, &contact->along);
        }

        // push k (g - d)^2 / d along the normal; k from the stiffness of both things
        contact->distance = (float)facing.distance;
        contact->gap = pair->gap;
        contact->normal[0] = (float)facing.normal.x;
        contact->normal[1] = (float)facing.normal.y;
        contact->normal[2] = (float)facing.normal.z;
        bi_contact_push(contact,
                        bi_max(base_stiffness(world, job, contact, facing.share), bearing(world, contact)));

        // friction continues from the anchor of the contact that this one continues
        if (before >= 0) {
            contact->anchor = job->old[before].anchor;
            contact->slip = job->old[before].slip;
        }
        pair->contact = at++;
    }
}

// ---- how far vertices may move --------------------------------------------------------------------------

static void limit_vertices(bight_cloth_world *world)
{
    // pairs should be listed before they touch, and packed layers should move alike
    double unlisted = BI_EDGE_GAP * world->thickness + 2.0 * bi_near_most_margin(world);
    float near = 0.4f * (float)world->thickness, far = 0.45f * (float)unlisted;

    // 0.4 of the shortest edge, half of that in a tangle; 0.45 of the distance at which pairs are listed
    for (int32_t i = 0; i < world->vertex_count; i++) {
        float most = 0.4f * world->topology.step_limit[i];
        most = far < most ? far : most;
        bool tangled = (world->flags[i] & BI_TANGLED) != 0;
        float loose = 0.2f * world->topology.step_limit[i];
        loose = loose > near ? loose : near;
        world->contacts.move_limit[i] = tangled && loose < most ? loose : most;
    }

    // near other cloth: 0.45 of the distance, since both may move, but 0.4 thicknesses always
    const bi_near_pair *lists[2] = {world->near.vertex_faces, world->near.edge_edges};
    const int32_t counts[2] = {world->near.vertex_face_count, world->near.edge_edge_count};
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t i = 0; i < counts[n]; i++) {
            const bi_near_pair *pair = &lists[n][i];
            if (!(pair->distance < INFINITY)) {
                continue;
            }
            float most = 0.45f * pair->distance;
            most = most < near ? near : most;
            int32_t v[4];
            bi_near_vertices(world, n == 1, pair->a, pair->b, v);
            for (int32_t k = 0; k < 4; k++) {
                world->contacts.move_limit[v[k]] =
                    most < world->contacts.move_limit[v[k]] ? most : world->contacts.move_limit[v[k]];
            }
        }
    }

    // vertices near solids and cords, which do not move in the solve: 0.9 of the distance
    const bi_near_pair *rests[2] = {world->near.solids, world->cords.pairs};
    const int32_t rest_counts[2] = {world->near.solid_count, world->cords.pair_count};
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t i = 0; i < rest_counts[n]; i++) {
            const bi_near_pair *pair = &rests[n][i];
            if (pair->a < world->vertex_count) {
                float most = 0.9f * pair->distance;
                most = most < near ? near : most;
                world->contacts.move_limit[pair->a] =
                    most < world->contacts.move_limit[pair->a] ? most : world->contacts.move_limit[pair->a];
            }
        }
    }
}

static bight_status find(bight_cloth_world *world)
{
    enum { JOBS = 4 };
    bight_status status = bi_cords_update(world);
    status = status == BIGHT_OK ? bi_cords_recall(world) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // one list of contacts: kind after kind, block after block, whatever thread a block runs on
    contact_job jobs[JOBS] = {
        {.world = world,
         .pairs = world->near.vertex_faces,
         .count = world->near.vertex_face_count,
         .kind = BI_ROW_VF},
        {.world = world,
         .pairs = world->near.edge_edges,
         .count = world->near.edge_edge_count,
         .kind = BI_ROW_EE},
        {.world = world, .pairs = world->near.solids, .count = world->near.solid_count, .kind = BI_ROW_SOLID},
        {.world = world, .pairs = world->cords.pairs, .count = world->cords.pair_count, .kind = BI_ROW_CORD}};
    int32_t blocks = 0;
    for (int32_t i = 0; i < JOBS; i++) {
        jobs[i].first_block = blocks;
        blocks += bi_cloth_blocks(jobs[i].count);
    }

    // what the contacts of the iteration before knew outlives them; block counts lie beside it
    size_t counts_size = bi_arena_size((size_t)blocks * sizeof(int32_t));
    size_t old_size = bi_arena_size((size_t)world->contacts.count * sizeof(old_contact));
    status = bi_cloth_arena_reserve(world, (int64_t)(counts_size + old_size));
    if (status != BIGHT_OK) {
        return status;
    }

    int32_t *counts = bi_cloth_arena_take(world, blocks, sizeof *counts);
    old_contact *old = bi_cloth_arena_take(world, world->contacts.count, sizeof *old);

    // which pairs push each other now; each block counts its own
    for (int32_t i = 0; i < JOBS; i++) {
        jobs[i].block_counts = counts;
        jobs[i].old = old;
        if (!bi_cloth_run(world, bi_cloth_blocks(jobs[i].count), choose, &jobs[i])) {
            return BIGHT_ERROR_STOPPED;
        }
    }

    // counts become places
    int32_t contacts = 0;
    for (int32_t i = 0; i < blocks; i++) {
        int32_t count = counts[i];
        counts[i] = contacts;
        contacts += count;
    }

    // anchors and slips are copied before contacts are rebuilt; without memory the old ones stay
    BI_CLOTH_RESERVE(world, contacts.items, (int64_t)contacts);
    for (int32_t i = 0; i < world->contacts.count; i++) {
        old[i] = (old_contact){world->contacts.items[i].anchor, world->contacts.items[i].slip};
    }
    world->contacts.count = 0;
    for (int32_t i = 0; i < JOBS; i++) {
        if (!bi_cloth_run(world, bi_cloth_blocks(jobs[i].count), fill, &jobs[i])) {
            return BIGHT_ERROR_STOPPED;
        }
    }
    world->contacts.count = contacts;
    limit_vertices(world);
    BI_VALIDATE(bi_contacts_are_valid(world));
    return BIGHT_OK;
}

bight_status bi_contact_find(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built && world->near.listed);
    size_t mark = bi_cloth_arena_mark(world);
    bight_status status = find(world);
    bi_cloth_arena_release(world, mark);
    return status;
}
