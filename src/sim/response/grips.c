// SPDX-License-Identifier: MIT
// Where the ropes of a group touch now: one contact where two strands are nearest, not one for each pair of links.

#include "sim/response/response.h"

#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "sim/obstacle.h"

// Contacts are kept this share of touching open.
#define AIM 1.002

// A pair enters when it is closer than this share of touching beyond it and is nearer than its neighbours.
#define ENTER 0.03

// A pair enters in any case when it has sunk in by this share.
#define SUNK 0.002

// Most that a contact is opened in one cycle, in radii.
#define OPEN_MOST 0.25

static bool is_solved(const bight_world *world, int32_t node)
{
    return bi_response_solves(world, world->rope_of[node]);
}

static bight_status append(bight_world *world, bi_grip **grip)
{
    bi_grip_list *now = &world->response->now;
    bight_status status = bi_reserve(&world->def.env.allocator, &now->grips, &now->capacity,
                                     (int64_t)now->count + 1, sizeof *now->grips);
    if (status == BIGHT_OK) {
        *grip = &now->grips[now->count++];
    }
    return status;
}

// The distance that a pair is to have: touching, or a step towards it from where the cycle began.
static double opened(double start, double reach, double radius)
{
    return bi_min(AIM * reach, start + OPEN_MOST * radius);
}

// Rows of the frame: n and two tangents that depend on n alone.
static bi_mat3 frame_of(bight_vec3 n)
{
    bight_vec3 t = v3_perpendicular(n), u = v3_cross(n, t);
    return (bi_mat3){{n.x, n.y, n.z, t.x, t.y, t.z, u.x, u.y, u.z}};
}

static void pull_at(const bight_world *world, bi_grip *grip, int32_t node, double weight)
{
    const bi_response *r = world->response;
    if (weight != 0.0 && is_solved(world, node) && r->chain[node].kind != BI_CHAIN_WALL) {
        grip->node[grip->nodes] = node;
        grip->weight[grip->nodes++] = weight;
    }
}

static bight_vec3 moved(const bight_world *world, int32_t node)
{
    return v3_sub(world->at[node], world->before[node]);
}

static void set_slip(bi_grip *grip, bight_vec3 slip)
{
    bight_vec3 local = bi_mat3_apply(&grip->frame, slip);
    grip->slip[0] = local.y;
    grip->slip[1] = local.z;
}

// The force of the same contact in the list before, zero for a new one.
static bight_vec3 last_force(const bi_response *r, const bi_grip *grip, int32_t *hint)
{
    const bi_grip_list *last = &r->last;
    for (int32_t k = 0; k < last->count; k++) {
        int32_t i = *hint + k < last->count ? *hint + k : *hint + k - last->count;
        const bi_grip *old = &last->grips[i];
        if (old->a == grip->a && old->b == grip->b && old->obstacle == grip->obstacle) {
            *hint = i + 1 < last->count ? i + 1 : 0;
            return old->force;
        }
    }
    return v3(0, 0, 0);
}

// ---- pairs of links --------------------------------------------------------------------------------------

// Where the pair (a, b) is in the near list, or -1: an open hash.
static uint32_t slot_of(const bi_response *r, int32_t a, int32_t b)
{
    uint32_t h = (uint32_t)a * 0x9E3779B1u ^ (uint32_t)b * 0x85EBCA77u;
    return (h ^ h >> 15) & (uint32_t)(r->slot_capacity - 1);
}

static int32_t find_pair(const bight_world *world, int32_t a, int32_t b)
{
    const bi_response *r = world->response;
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t s = slot_of(r, low, high); r->slots[s] >= 0;
         s = (s + 1) & (uint32_t)(r->slot_capacity - 1)) {
        const bi_near *near = &world->near[r->slots[s]];
        if (near->a == low && near->b == high) {
            return r->slots[s];
        }
    }
    return -1;
}

static int32_t beside(const bight_world *world, int32_t link, int32_t by)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    int32_t i = link - rope->first + by, links = bi_link_count(rope);
    if (i < 0 || i >= links) {
        return rope->closed ? rope->first + (i < 0 ? links - 1 : 0) : -1;
    }
    return rope->first + i;
}

// No neighbour pair is closer; of equals the first one counts.
static bool is_local_minimum(const bight_world *world, int32_t index)
{
    const bi_response *r = world->response;
    const bi_near *near = &world->near[index];
    for (int32_t i = -1; i <= 1; i++) {
        int32_t a = beside(world, near->a, i);
        for (int32_t k = -1; k <= 1 && a >= 0; k++) {
            int32_t b = beside(world, near->b, k);
            if (b < 0 || (i == 0 && k == 0)) {
                continue;
            }
            int32_t other = find_pair(world, a, b);
            if (other >= 0 &&
                (r->excess[other] < r->excess[index] - 1e-9 * near->reach ||
                 (r->excess[other] <= r->excess[index] + 1e-9 * near->reach && other < index))) {
                return false;
            }
        }
    }
    return true;
}

// The closest points lie at a shared node, and the neighbour pair that has them as well comes first.
static bool is_repeated(const bight_world *world, const bi_near *near, double s, double t)
{
    return (s <= 0.0 && find_pair(world, beside(world, near->a, -1), near->b) >= 0) ||
           (t <= 0.0 && find_pair(world, near->a, beside(world, near->b, -1)) >= 0);
}

// The pair carried force in the pass before.
static bool carried(const bi_response *r, const bi_near *near)
{
    bi_grip key = {.a = near->a, .b = near->b, .obstacle = -1};
    int32_t hint = 0;
    return v3_length_squared(last_force(r, &key, &hint)) > 0.0;
}

static bight_status add_links(bight_world *world, const bi_near *near, int32_t *hint)
{
    const bight_vec3 *at = world->at;
    int32_t a_end = bi_link_end(world, near->a), b_end = bi_link_end(world, near->b);
    bi_segment_pair pair = bi_segment_closest(at[near->a], at[a_end], at[near->b], at[b_end]);
    bight_vec3 on_a = v3_lerp(at[near->a], at[a_end], pair.s), on_b = v3_lerp(at[near->b], at[b_end], pair.t);
    bight_vec3 between = v3_sub(on_a, on_b);

    // a side that was passed through is not changed: the normal keeps to the side of the cycle's start
    const bight_vec3 *old = world->before;
    bi_segment_pair first = bi_segment_closest(old[near->a], old[a_end], old[near->b], old[b_end]);
    bight_vec3 side =
        v3_sub(v3_lerp(old[near->a], old[a_end], first.s), v3_lerp(old[near->b], old[b_end], first.t));

    // n from b to a: between the closest points, or as it was when these are too close to tell
    double distance = v3_length(between), sign = v3_dot(between, side) < 0.0 ? -1.0 : 1.0;
    bight_vec3 n = v3_mul(sign, v3_unit(between, v3_unit(side, v3(0, 1, 0))));
    if (distance < 0.05 * near->reach) {
        n = v3_unit(side, n);
        distance = v3_dot(between, n);
        sign = 1.0;
    }

    // one contact for a point that two pairs share
    if (is_repeated(world, near, pair.s, pair.t)) {
        return BIGHT_OK;
    }
    bi_grip *grip;
    bight_status status = append(world, &grip);
    if (status != BIGHT_OK) {
        return status;
    }
    *grip = (bi_grip){.a = near->a, .b = near->b, .obstacle = -1, .frame = frame_of(n), .reach = near->reach};

    // its gap, and the nodes that it pulls at
    grip->gap = sign * distance - opened(sqrt(first.distance_squared), near->reach, 0.5 * near->reach);
    grip->friction = near->bend ? 0.0 : world->def.friction;
    pull_at(world, grip, near->a, 1.0 - pair.s);
    pull_at(world, grip, a_end, pair.s);
    pull_at(world, grip, near->b, -(1.0 - pair.t));
    pull_at(world, grip, b_end, -pair.t);

    // how far the two points have slipped, and the force that they had
    bight_vec3 way_a = v3_lerp(moved(world, near->a), moved(world, a_end), pair.s);
    bight_vec3 way_b = v3_lerp(moved(world, near->b), moved(world, b_end), pair.t);
    set_slip(grip, v3_sub(way_a, way_b));
    grip->force = last_force(world->response, grip, hint);
    return BIGHT_OK;
}

// ---- obstacles -------------------------------------------------------------------------------------------

// How a point of an obstacle moved in this cycle.
static bight_vec3 obstacle_moved(const bi_obstacle *obstacle, bight_vec3 point)
{
    return v3_sub(point, bi_pose_out(&obstacle->before, bi_pose_in(&obstacle->pose, point)));
}

// @param s On link a; the grip's key is (a, key).
static bight_status add_obstacle(bight_world *world, const bi_near *near, int32_t a, int32_t key, double s,
                                 bi_solid_gap gap, int32_t *hint)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t end = bi_link_end(world, near->a);

    // the outside of a mesh is where the link was when the cycle began
    bight_vec3 n = gap.normal;
    double distance = gap.distance;
    if (near->distance > 0.0 && v3_dot(n, near->normal) < 0.0 && v3_length_squared(near->normal) > 0.0 &&
        obstacle->solid.kind == BIGHT_SHAPE_MESH) {
        n = v3_mul(-1.0, n);
        distance = -distance;
    }

    if (v3_length_squared(n) < 0.5) {
        n = v3_unit(near->normal, v3(0, 1, 0));
    }

    bi_grip *grip;
    bight_status status = append(world, &grip);
    if (status != BIGHT_OK) {
        return status;
    }

    *grip =
        (bi_grip){.a = a, .b = key, .obstacle = near->obstacle, .frame = frame_of(n), .reach = near->reach};

    // its gap, the nodes that it pulls at, and the slip against the moving surface
    grip->gap = distance - opened(near->distance, near->reach, near->reach);
    grip->friction = world->def.friction;
    pull_at(world, grip, near->a, 1.0 - s);
    pull_at(world, grip, end, s);
    bight_vec3 point = v3_lerp(world->at[near->a], world->at[end], s);
    bight_vec3 way = v3_lerp(moved(world, near->a), moved(world, end), s);
    set_slip(grip, v3_sub(way, obstacle_moved(obstacle, point)));
    grip->force = last_force(world->response, grip, hint);
    return BIGHT_OK;
}

// A link is kept off by its nodes, which it shares with its neighbours, and in its middle where that is nearer.
static bight_status add_link_obstacle(bight_world *world, const bi_near *near, int32_t *hint)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t end = bi_link_end(world, near->a);
    bight_vec3 p = world->at[near->a], q = world->at[end];
    double enter = (1.0 + ENTER) * near->reach;
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, p, q);
    if (gap.distance > enter) {
        return BIGHT_OK;
    }
    bi_solid_gap at_p = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, p, p);
    bi_solid_gap at_q = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, q, q);
    bight_status status = BIGHT_OK;
    double inner = bi_min(at_p.distance, at_q.distance) - 1e-3 * near->reach;
    if (gap.distance < inner && gap.s > 0.02 && gap.s < 0.98) {
        status = add_obstacle(world, near, near->a, near->b, gap.s, gap, hint);
    }
    if (status == BIGHT_OK && at_p.distance < enter) {
        status = add_obstacle(world, near, near->a, -1 - near->b, 0.0, at_p, hint);
    }
    const bi_rope *rope = &world->ropes[world->rope_of[near->a]];
    bool last = !rope->closed && near->a - rope->first == bi_link_count(rope) - 1;
    if (status == BIGHT_OK && last && at_q.distance < enter) {
        status = add_obstacle(world, near, end, -1 - near->b, 1.0, at_q, hint);
    }
    return status;
}

static bight_status prepare(bight_world *world)
{
    bi_response *r = world->response;
    int32_t slots = r->slot_capacity > 0 ? r->slot_capacity : 64;
    while (slots < 2 * world->near_count) {
        slots *= 2;
    }
    const bight_allocator *allocator = &world->def.env.allocator;
    if (slots > r->slot_capacity) {
        bi_free_array(allocator, r->slots, (size_t)r->slot_capacity, sizeof *r->slots);
        r->slots = bi_new_array(allocator, (size_t)slots, sizeof *r->slots);
        r->slot_capacity = r->slots != NULL ? slots : 0;
        if (r->slots == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
    }
    for (int32_t i = 0; i < r->slot_capacity; i++) {
        r->slots[i] = -1;
    }
    return bi_reserve(allocator, &r->excess, &r->excess_capacity, world->near_count, sizeof *r->excess);
}

bight_status bi_response_find_grips(bight_world *world)
{
    bi_response *r = world->response;
    bight_status status = prepare(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // how far each pair of links is from touching now
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        r->excess[i] = HUGE_VAL;
        if (near->obstacle >= 0 || (!is_solved(world, near->a) && !is_solved(world, near->b))) {
            continue;
        }
        bi_segment_pair pair = bi_segment_closest(world->at[near->a], world->at[bi_link_end(world, near->a)],
                                                  world->at[near->b], world->at[bi_link_end(world, near->b)]);
        r->excess[i] = sqrt(pair.distance_squared) - near->reach;
        uint32_t s = slot_of(r, near->a, near->b);
        while (r->slots[s] >= 0) {
            s = (s + 1) & (uint32_t)(r->slot_capacity - 1);
        }
        r->slots[s] = i;
    }

    // the list before becomes the guess
    bi_grip_list swap = r->last;
    r->last = r->now;
    r->now = swap;
    r->now.count = 0;
    int32_t hint = 0;
    for (int32_t i = 0; i < world->near_count && status == BIGHT_OK; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle >= 0) {
            if (is_solved(world, near->a)) {
                status = add_link_obstacle(world, near, &hint);
            }
            continue;
        }
        double excess = r->excess[i];
        if (excess < ENTER * near->reach &&
            (excess < -SUNK * near->reach || carried(r, near) || is_local_minimum(world, i))) {
            status = add_links(world, near, &hint);
        }
    }
    return status;
}
