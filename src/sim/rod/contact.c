// SPDX-License-Identifier: MIT
// Which pairs may touch in this pass: nearest among their neighbours and about to touch, pressed a moment ago, or too
// near already.

#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "sim/obstacle.h"
#include "sim/rod/rod.h"
#include "sim/sheet/sheet.h"

// Shares of touching: where contacts keep things, how near a pair must be expected to come to be one, and below which
// it is one wherever its neighbours are.
#define KEEP 1.002
#define EXPECT 1.005
#define SUNK 0.998

// What had sunk in when the cycle began comes out by so much of touching in a cycle, not at once.
#define PUSH_OUT 0.01

// Contacts of one obstacle and link whose normals differ by less than this cosine are one.
#define SAME_NORMAL 0.9

typedef struct look {
    bight_world *world;
    double dt;
} look;

// ---- neighbours ---------------------------------------------------------------------------------------

static double pair_distance(const bight_world *world, int32_t a, int32_t b)
{
    const bight_vec3 *at = world->at;
    return sqrt(bi_segment_closest(at[a], at[bi_link_end(world, a)], at[b], at[bi_link_end(world, b)])
                    .distance_squared);
}

// The link before or after, or -1 at an end.
static int32_t beside(const bight_world *world, int32_t link, bool after)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    int32_t i = link - rope->first + (after ? 1 : -1), links = bi_link_count(rope);
    i = rope->closed ? (i + links) % links : i;
    return i < 0 || i >= links ? -1 : rope->first + i;
}

// A pair that is closest at an end of a link belongs to the link beside it where that comes nearer still; of two that
// share the end point the one before has it.
static bool yields_to(const bight_world *world, int32_t link, int32_t other, double s, double distance)
{
    if (s > 0.0 && s < 1.0) {
        return false;
    }
    bool after = s >= 1.0;
    int32_t next = beside(world, link, after);
    if (next < 0 || next == other || beside(world, next, true) == other ||
        beside(world, next, false) == other) {
        return false;
    }
    double there = pair_distance(world, next, other);
    return after ? there < distance * (1.0 - 1e-12) : there <= distance * (1.0 + 1e-12);
}

// ---- one contact ----------------------------------------------------------------------------------------

static void add_node(const bight_world *world, bi_rod_contact *c, int32_t node, double weight)
{
    const bi_rope *rope = &world->ropes[world->rope_of[node]];
    if (weight != 0.0 && bi_is_rod(rope) && !rope->rod->fixed[node - rope->first]) {
        c->node[c->nodes] = node;
        c->weight[c->nodes++] = weight;
    }
}

static void add_link(const bight_world *world, bi_rod_contact *c, int32_t link, double s, double sign)
{
    add_node(world, c, link, sign * (1.0 - s));
    add_node(world, c, bi_link_end(world, link), sign * s);
}

// How far the point at s of a link has moved since the cycle began.
static bight_vec3 moved(const bight_world *world, int32_t link, double s)
{
    int32_t end = bi_link_end(world, link);
    return v3_lerp(v3_sub(world->at[link], world->before[link]), v3_sub(world->at[end], world->before[end]),
                   s);
}

// Where it would be at the end of the step by its velocity alone, from where it is.
static bight_vec3 ahead(const look *l, int32_t link, double s)
{
    const bi_rope *rope = &l->world->ropes[l->world->rope_of[link]];
    if (!bi_is_rod(rope)) {
        return v3(0, 0, 0);
    }
    int32_t end = bi_link_end(l->world, link);
    const bight_vec3 *v = rope->rod->velocity - rope->first;
    return v3_sub(v3_mul(l->dt, v3_lerp(v[link], v[end], s)), moved(l->world, link, s));
}

static double friction_of(const bight_world *world, int32_t a, int32_t b)
{
    double mine = world->ropes[world->rope_of[a]].rod->def.friction;
    const bi_rope *other = b >= 0 ? &world->ropes[world->rope_of[b]] : NULL;
    return other != NULL && bi_is_rod(other) ? sqrt(mine * other->rod->def.friction) : mine;
}

// The contact of the pass before that this one goes on from: the same pair, or one whose links lie next to its own.
static const bi_rod_contact *predecessor(const bi_rod_contacts *old, const bi_rod_contact *c, bool *same)
{
    const bi_rod_contact *best = NULL;
    *same = false;
    for (int32_t i = 0; i < old->count; i++) {
        const bi_rod_contact *o = &old->at[i];
        int32_t da = o->a > c->a ? o->a - c->a : c->a - o->a, db = o->b > c->b ? o->b - c->b : c->b - o->b;
        if (o->obstacle != c->obstacle || da > 1 || (c->obstacle < 0 && db > 1)) {
            continue;
        }
        if (da + db == 0) {
            *same = true;
            return o;
        }
        best = best == NULL && c->obstacle < 0 ? o : best;
    }
    return best;
}

// @param was Distance when the cycle began, at least.
static bight_status add(const look *l, bi_rod_contact *c, bight_vec3 normal, double distance, double was,
                        double touching, double expected, bool yields)
{
    bi_rod_solver *solver = l->world->rods;
    bool same;
    const bi_rod_contact *old = predecessor(&solver->before, c, &same);
    bool pressed = same && v3_dot(old->force, old->axis[0]) > 0.0 && distance < 1.01 * touching;
    bight_vec3 force = same || (old != NULL && !yields) ? old->force : v3(0, 0, 0);
    bool wanted =
        distance < SUNK * touching || pressed || (!yields && distance + expected < EXPECT * touching);
    if (!wanted || c->nodes == 0) {
        return BIGHT_OK;
    }
    if (solver->now.count >= BI_ROD_MOST_CONTACTS) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    // the three lists change places, so that all have the same room
    bi_rod_contacts *lists[3] = {&solver->now, &solver->before, &solver->last};
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < 3 && status == BIGHT_OK; k++) {
        status = bi_reserve(&l->world->def.env.allocator, &lists[k]->at, &lists[k]->capacity,
                            k == 0 ? (int64_t)solver->now.count + 1 : solver->now.capacity,
                            sizeof *solver->now.at);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    c->axis[0] = normal;
    c->axis[1] = v3_unit(v3_perpendicular(normal), v3(0, 0, 0));
    c->axis[2] = v3_cross(normal, c->axis[1]);
    c->gap = distance - bi_min(KEEP * touching, bi_max(was, 0.0) + PUSH_OUT * touching);
    c->share = distance / touching;
    c->force = force;
    solver->now.at[solver->now.count++] = *c;
    return BIGHT_OK;
}

// ---- pairs ----------------------------------------------------------------------------------------------

static bight_status look_at_links(const look *l, const bi_near *near)
{
    const bight_world *world = l->world;
    int32_t a = near->a, b = near->b;
    if (!bi_is_rod(&world->ropes[world->rope_of[a]])) {
        a = near->b;
        b = near->a;
    }
    double touching = world->ropes[world->rope_of[a]].radius + world->ropes[world->rope_of[b]].radius;
    const bight_vec3 *at = world->at;
    int32_t a_end = bi_link_end(world, a), b_end = bi_link_end(world, b);
    bi_segment_pair pair = bi_segment_closest(at[a], at[a_end], at[b], at[b_end]);
    double distance = sqrt(pair.distance_squared);
    bight_vec3 on_a = v3_lerp(at[a], at[a_end], pair.s), on_b = v3_lerp(at[b], at[b_end], pair.t);
    bight_vec3 normal = v3_unit(v3_sub(on_a, on_b), v3(0, 0, 0));
    double expected = bi_min(v3_dot(normal, v3_sub(ahead(l, a, pair.s), ahead(l, b, pair.t))), 0.0);
    if (distance + expected > 1.01 * touching || v3_length_squared(normal) < 0.5) {
        return BIGHT_OK;
    }
    bi_rod_contact c = {.a = a, .b = b, .obstacle = -1, .s = pair.s, .friction = friction_of(world, a, b)};
    c.slip = v3_sub(moved(world, a, pair.s), moved(world, b, pair.t));
    add_link(world, &c, a, pair.s, 1.0);
    add_link(world, &c, b, pair.t, -1.0);
    bool yields = yields_to(world, a, b, pair.s, distance) || yields_to(world, b, a, pair.t, distance);
    return add(l, &c, normal, distance, near->distance, touching, expected, yields);
}

// What another contact of the pass says of one with an obstacle: both links end in the point that is nearest, or two
// triangles of a smooth surface are nearest to one link.
static bool is_double(bi_rod_solver *solver, const bi_rod_contact *c, bight_vec3 normal, double share)
{
    for (int32_t i = solver->now.count - 1; i >= 0; i--) {
        bi_rod_contact *o = &solver->now.at[i];
        if (o->obstacle != c->obstacle || o->a > c->a + 1 || o->a < c->a - 1) {
            continue;
        }
        bool one_point = (o->a == c->a - 1 && o->s >= 1.0 && c->s <= 0.0) ||
                         (o->a == c->a + 1 && o->s <= 0.0 && c->s >= 1.0);
        bool one_side = o->a == c->a && v3_dot(o->axis[0], normal) > SAME_NORMAL && o->share <= share;
        if (one_point || one_side) {
            return true;
        }
    }
    return false;
}

static bight_status look_at_obstacle(const look *l, const bi_near *near)
{
    const bight_world *world = l->world;
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    int32_t a = near->a, end = bi_link_end(world, a);
    double touching = bi_sheet_touching(world, near);
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, world->at[a], world->at[end]);

    // the point of the obstacle that lies opposite, and how far it has moved
    bight_vec3 on_a = v3_lerp(world->at[a], world->at[end], gap.s);
    bight_vec3 on_b = v3_madd(on_a, -gap.distance, gap.normal);
    bight_vec3 was = bi_pose_out(&obstacle->before, bi_pose_in(&obstacle->pose, on_b));
    double expected = bi_min(v3_dot(gap.normal, ahead(l, a, gap.s)), 0.0);
    if (gap.distance + expected > 1.01 * touching || v3_length_squared(gap.normal) < 0.5) {
        return BIGHT_OK;
    }
    bi_rod_contact c = {
        .a = a, .b = near->b, .obstacle = near->obstacle, .s = gap.s, .friction = friction_of(world, a, -1)};
    c.slip = v3_sub(moved(world, a, gap.s), v3_sub(on_b, was));
    add_link(world, &c, a, gap.s, 1.0);
    bool twice = is_double(world->rods, &c, gap.normal, gap.distance / touching);
    return twice ? BIGHT_OK : add(l, &c, gap.normal, gap.distance, near->distance, touching, expected, false);
}

bight_status bi_rod_find_contacts(bight_world *world, double dt)
{
    look l = {world, dt};
    world->rods->now.count = 0;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->near_count && status == BIGHT_OK; i++) {
        const bi_near *near = &world->near[i];
        bool rod_a = bi_is_rod(&world->ropes[world->rope_of[near->a]]);
        if (near->obstacle >= 0) {
            status = rod_a ? look_at_obstacle(&l, near) : BIGHT_OK;
        } else if (!near->bend && (rod_a || bi_is_rod(&world->ropes[world->rope_of[near->b]]))) {
            status = look_at_links(&l, near);
        }
    }
    return status;
}
