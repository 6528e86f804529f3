// SPDX-License-Identifier: MIT
// Where the ropes of a group touch now: one contact where two strands are nearest, not one for each pair of links.

#include "sim/response/response.h"

#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "sim/obstacle.h"
#include "sim/rod/rod.h"

// A pair enters in any case when it has sunk in by this share.
#define SUNK 0.002

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

static void set_slip(const bight_world *world, bi_grip *grip, bight_vec3 slip)
{
    slip = v3_add(slip, bi_grip_rolled(world, grip));
    bight_vec3 local = bi_mat3_apply(&grip->frame, slip);
    grip->slip[0] = local.y;
    grip->slip[1] = local.z;
}

// Of rods their own, of other ropes the world's.
static double friction_of(const bight_world *world, const bi_rope *rope)
{
    return rope->rod != NULL ? rope->rod->def.friction : world->def.friction;
}

// That of the obstacle or sheet, where it has one of its own; between two ropes the square root of the product of theirs.
static double friction_of_pair(const bight_world *world, const bi_near *near)
{
    const bi_rope *a = &world->ropes[world->rope_of[near->a]];
    const bi_rope *b = near->obstacle < 0 ? &world->ropes[world->rope_of[near->b]] : a;
    if (a->rod == NULL && b->rod == NULL && (bi_response_is_guest(a) || bi_response_is_guest(b))) {
        return 0.0; // their own laws know none
    }
    double own = friction_of(world, a);
    if (near->obstacle >= 0) {
        double given = world->obstacles[near->obstacle].friction;
        return given >= 0.0 ? given : own;
    }
    bool rods = a->rod != NULL || b->rod != NULL;
    return rods && a != b ? sqrt(own * friction_of(world, b)) : own;
}

static bight_vec3 last_force(const bi_response *r, const bi_grip *grip)
{
    const bi_grip *last = bi_response_find_grip(r, &r->last, grip->a, grip->b, grip->obstacle);
    return last != NULL ? last->force : v3(0, 0, 0);
}

// ---- pairs of links --------------------------------------------------------------------------------------

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
    double mine = r->sights[index].distance, same = 1e-9 * near->reach;
    for (int32_t i = -1; i <= 1; i++) {
        int32_t a = beside(world, near->a, i);
        for (int32_t k = -1; k <= 1 && a >= 0; k++) {
            int32_t b = beside(world, near->b, k);
            if (b < 0 || (i == 0 && k == 0)) {
                continue;
            }
            int32_t other = bi_response_find_close(world, a, b);
            if (other < 0) {
                continue;
            }

            // by how much the other is nearer to touching
            double by = mine - near->reach - (r->sights[other].distance - world->near[other].reach);
            if (by > same || (by >= -same && other < index)) {
                return false;
            }
        }
    }
    return true;
}

// The pair is a contact now: it is nearest, has sunk in, carried force in the pass before, or was one in this cycle.
static bool is_listed(const bight_world *world, int32_t index)
{
    const bi_response *r = world->response;
    const bi_near *near = &world->near[index];
    double excess = (r->sights[index].distance - near->reach) / near->reach;
    const bi_grip *last =
        excess <= BI_RESPONSE_KEEP ? bi_response_find_grip(r, &r->last, near->a, near->b, -1) : NULL;
    if (last != NULL && r->passes > 0) {
        return true;
    }
    bool carried = last != NULL && v3_length_squared(last->force) > 0.0;
    return excess <= BI_RESPONSE_ENTER && (excess < -SUNK || carried || is_local_minimum(world, index));
}

// Whether the pair of these links is a contact with the same closest points, and asks for as much as this one: links closer
// along the rope may come closer. A nearer one has others: strands side by side touch at both ends of their links.
static bool stands_for(const bight_world *world, const bi_near *near, double distance, int32_t a, int32_t b)
{
    int32_t other = bi_response_find_close(world, a, b);
    return other >= 0 && world->near[other].reach >= near->reach && world->near[other].bend == near->bend &&
           fabs(world->response->sights[other].distance - distance) <= 1e-9 * near->reach &&
           is_listed(world, other);
}

// The closest points lie at a shared node, and the neighbour pair that has them as well comes first.
static bool is_repeated(const bight_world *world, const bi_near *near, const bi_sight *sight)
{
    double distance = sight->distance;
    return (sight->s <= 0.0 && stands_for(world, near, distance, beside(world, near->a, -1), near->b)) ||
           (sight->t <= 0.0 && stands_for(world, near, distance, near->a, beside(world, near->b, -1)));
}

static bight_status add_links(bight_world *world, const bi_near *near, const bi_sight *sight)
{
    const bight_vec3 *at = world->at;
    int32_t a_end = bi_link_end(world, near->a), b_end = bi_link_end(world, near->b);
    double s = sight->s, t = sight->t, distance = sight->distance;
    bight_vec3 between = v3_sub(v3_lerp(at[near->a], at[a_end], s), v3_lerp(at[near->b], at[b_end], t));

    // n from b to a, on the side of the cycle's start; as it was there when the points are too close to tell
    bight_vec3 n = v3_mul(distance < 0.0 ? -1.0 : 1.0, v3_unit(between, v3_unit(sight->side, v3(0, 1, 0))));
    if (fabs(distance) < 0.05 * near->reach) {
        n = v3_unit(sight->side, n);
        distance = v3_dot(between, n);
    }

    // one contact for a point that two pairs share
    if (is_repeated(world, near, sight)) {
        return BIGHT_OK;
    }
    bi_grip *grip;
    bight_status status = append(world, &grip);
    if (status != BIGHT_OK) {
        return status;
    }
    *grip = (bi_grip){.a = near->a, .b = near->b, .obstacle = -1, .frame = frame_of(n), .reach = near->reach};

    // its gap, and the nodes that it pulls at
    grip->gap = distance - bi_response_opened(world, near, sight->start);
    grip->friction = near->bend ? 0.0 : friction_of_pair(world, near);
    pull_at(world, grip, near->a, 1.0 - s);
    pull_at(world, grip, a_end, s);
    pull_at(world, grip, near->b, -(1.0 - t));
    pull_at(world, grip, b_end, -t);

    // how far the two points have slipped, and the force that they had
    bight_vec3 way_a = v3_lerp(moved(world, near->a), moved(world, a_end), s);
    bight_vec3 way_b = v3_lerp(moved(world, near->b), moved(world, b_end), t);
    bi_grip_turns(world, grip, near->a, v3_mul(-1.0, n), 1.0);
    bi_grip_turns(world, grip, near->b, n, -1.0);
    set_slip(world, grip, v3_sub(way_a, way_b));
    grip->force = last_force(world->response, grip);
    return BIGHT_OK;
}

// ---- obstacles -------------------------------------------------------------------------------------------

// How a point of an obstacle moved in this cycle.
static bight_vec3 obstacle_moved(const bi_obstacle *obstacle, bight_vec3 point)
{
    return v3_sub(point, bi_pose_out(&obstacle->before, bi_pose_in(&obstacle->pose, point)));
}

// A node turns as the links beside it do in the mean.
static void turn_on_obstacle(const bight_world *world, const bi_near *near, bi_grip *grip, bight_vec3 out,
                             double s)
{
    int32_t other = grip->b >= 0 ? -1 : beside(world, near->a, s > 0.5 ? 1 : -1);
    bi_grip_turns(world, grip, near->a, out, other >= 0 ? 0.5 : 1.0);
    if (other >= 0) {
        bi_grip_turns(world, grip, other, out, 0.5);
    }
}

// @param s On link a; the grip's key is (a, key).
static bight_status add_obstacle(bight_world *world, const bi_near *near, int32_t a, int32_t key, double s,
                                 bi_solid_gap gap)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t end = bi_link_end(world, near->a);

    // the outside of a mesh is where the link was when the cycle began
    bight_vec3 n = gap.normal;
    double distance = gap.distance;
    if (bi_response_passed(world, near, n)) {
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
    grip->gap = distance - bi_response_opened(world, near, near->distance);
    grip->friction = friction_of_pair(world, near);
    pull_at(world, grip, near->a, 1.0 - s);
    pull_at(world, grip, end, s);
    bight_vec3 point = v3_lerp(world->at[near->a], world->at[end], s);
    bight_vec3 way = v3_lerp(moved(world, near->a), moved(world, end), s);
    turn_on_obstacle(world, near, grip, v3_mul(-1.0, n), s);
    set_slip(world, grip, v3_sub(way, obstacle_moved(obstacle, point)));
    grip->force = last_force(world->response, grip);
    return BIGHT_OK;
}

// A link is kept off by its nodes, which it shares with its neighbours, and in its middle where that is nearer.
static bight_status add_link_obstacle(bight_world *world, const bi_near *near)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t end = bi_link_end(world, near->a);
    bight_vec3 p = world->at[near->a], q = world->at[end];
    double enter = (1.0 + BI_RESPONSE_ENTER) * near->reach;
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, p, q);
    if (gap.distance > enter) {
        return BIGHT_OK;
    }
    bi_solid_gap at_p = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, p, p);
    bi_solid_gap at_q = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, q, q);
    bight_status status = BIGHT_OK;
    double inner = bi_min(at_p.distance, at_q.distance) - 1e-3 * near->reach;
    if (gap.distance < inner && gap.s > 0.02 && gap.s < 0.98) {
        status = add_obstacle(world, near, near->a, near->b, gap.s, gap);
    }
    if (status == BIGHT_OK && at_p.distance < enter) {
        status = add_obstacle(world, near, near->a, -1 - near->b, 0.0, at_p);
    }
    const bi_rope *rope = &world->ropes[world->rope_of[near->a]];
    bool last = !rope->closed && near->a - rope->first == bi_link_count(rope) - 1;
    if (status == BIGHT_OK && last && at_q.distance < enter) {
        status = add_obstacle(world, near, end, -1 - near->b, 1.0, at_q);
    }
    return status;
}

// The list before becomes the guess; its hash stays.
static bight_status turn_over(bight_world *world)
{
    bi_response *r = world->response;
    bi_grip_list swap = r->last;
    r->last = r->now;
    r->now = swap;
    r->now.count = 0;
    return bi_response_index_close(world);
}

bight_status bi_response_find_grips(bight_world *world)
{
    bi_response *r = world->response;
    BI_ASSERT(r->looked);
    bight_status status = turn_over(world);
    for (int32_t g = 0; g < r->close_count && status == BIGHT_OK; g++) {
        int32_t i = r->close[g];
        const bi_near *near = &world->near[i];
        const bi_sight *sight = &r->sights[i];
        if (near->obstacle >= 0 && sight->distance - near->reach <= BI_RESPONSE_ENTER * near->reach) {
            status = add_link_obstacle(world, near);
        } else if (near->obstacle < 0 && is_listed(world, i)) {
            status = add_links(world, near, sight);
        }
    }
    return status;
}
