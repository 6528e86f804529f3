// SPDX-License-Identifier: MIT
// The rows of Jc: which points of which capsules keep apart (bi_projection_rope_touches in sim/projection/contact.h).

#include "core/vec3.h"
#include "geom/segment.h"
#include "sim/obstacle.h"
#include "sim/projection/contact.h"

// Rows of one pair at most, and how much more than the closest points are apart, in reaches, the ends of
// links that lie side by side are.
#define MOST_OF_PAIR 3
#define SIDE_BY_SIDE 0.25

// One link with its ends.
typedef struct link {
    int32_t index;
    bight_vec3 a, b;
} link;

static link link_at(const bight_world *world, int32_t index)
{
    return (link){index, world->at[index], world->at[bi_next(&world->ropes[world->rope_of[index]], index)]};
}

// The distance of the points at s and t of two links and its gradient: n at one, -n at the other. For the
// closest points it is the gradient of the links' distance: how they slide does not matter to first order.
// For any other pair of points it holds all the more that they are apart.
static void points_row(const bight_world *world, bi_projection_solver *p, const bi_near *near, const link *a,
                       const link *b, double s, double t)
{
    bi_contact_row *touch = bi_next_row(p, near);
    bight_vec3 apart = v3_sub(v3_lerp(a->a, a->b, s), v3_lerp(b->a, b->b, t));
    bight_vec3 across = v3_cross(v3_sub(a->b, a->a), v3_sub(b->b, b->a));
    touch->normal = v3_unit(apart, v3_unit(across, v3(0, 1, 0)));
    touch->gap = v3_length(apart) - near->reach;
    bi_row_set_side(world, touch, 0, a->index, s, 1.0);
    bi_row_set_side(world, touch, 1, b->index, t, -1.0);
    if (touch->rope[0] == touch->rope[1]) {
        touch->rope[1] = -1; // one column for both sides
    }
    p->touch_count++;
}

// Side by side, links touch all along: one row at the closest points would let them turn about it, from cycle
// to cycle this way and that. So the ends have rows too, where they are hardly more apart.
static void link_rows(const bight_world *world, bi_projection_solver *p, const bi_near *near)
{
    link a = link_at(world, near->a), b = link_at(world, near->b);
    bi_segment_pair pair = bi_segment_closest(a.a, a.b, b.a, b.b);
    double distance = sqrt(pair.distance_squared), side = distance + SIDE_BY_SIDE * near->reach;
    points_row(world, p, near, &a, &b, pair.s, pair.t);
    double s = pair.s > 0.5 ? 0.0 : 1.0, t = pair.t > 0.5 ? 0.0 : 1.0;
    bight_vec3 end_a = s > 0.5 ? a.b : a.a, end_b = t > 0.5 ? b.b : b.a;
    double t_of_a = bi_segment_closest_to_point(b.a, b.b, end_a);
    double s_of_b = bi_segment_closest_to_point(a.a, a.b, end_b);
    if (v3_distance(end_a, v3_lerp(b.a, b.b, t_of_a)) < side) {
        points_row(world, p, near, &a, &b, s, t_of_a);
    }
    if (v3_distance(end_b, v3_lerp(a.a, a.b, s_of_b)) < side) {
        points_row(world, p, near, &a, &b, s_of_b, t);
    }
}

// Likewise: the closest point, and the other end when that is hardly more distant.
static void obstacle_rows(const bight_world *world, bi_projection_solver *p, const bi_near *near)
{
    const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
    link a = link_at(world, near->a);
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, a.a, a.b);
    bi_obstacle_row(world, p, near, gap.s, gap);
    bight_vec3 end = gap.s > 0.5 ? a.a : a.b;
    bi_solid_gap other = bi_obstacle_gap(obstacle, &obstacle->pose, near->b, end, end);
    if (other.distance < gap.distance + SIDE_BY_SIDE * near->reach) {
        bi_obstacle_row(world, p, near, gap.s > 0.5 ? 0.0 : 1.0, other);
    }
}

// Behind a pair with a sheet: the first pair of another rope or with something else.
static int32_t run_end(const bight_world *world, const bi_projection_solver *p,
                       const bi_projection_rope *group, int32_t from)
{
    const bi_near *first = &world->near[p->pairs[group->first_pair + from]];
    int32_t end = from + 1;
    while (end < group->pair_count) {
        const bi_near *near = &world->near[p->pairs[group->first_pair + end]];
        if (near->obstacle != first->obstacle || world->rope_of[near->a] != world->rope_of[first->a]) {
            break;
        }
        end++;
    }
    return end;
}

bight_status bi_projection_rope_touches(bight_world *world, bi_projection_solver *p, int32_t root)
{
    const bi_projection_rope *group = world->ropes[root].projection;
    const bight_allocator *allocator = &world->def.env.allocator;
    bight_status status =
        bi_reserve(allocator, &p->pushed, &p->pushed_capacity, group->pair_count, sizeof *p->pushed);
    p->touch_count = 0;

    // each pair by its kind; the pairs of one rope with one sheet together
    for (int32_t i = 0; i < group->pair_count && status == BIGHT_OK; i++) {
        const bi_near *near = &world->near[p->pairs[group->first_pair + i]];
        int32_t first = p->touch_count;
        if (near->obstacle >= 0 && world->obstacles[near->obstacle].sheet != NULL) {
            int32_t end = run_end(world, p, group, i);
            status = bi_sheet_rows(world, p, group->first_pair, i, end);
            i = end - 1;
            continue;
        }

        status = bi_reserve(allocator, &p->touches, &p->touch_capacity, (int64_t)first + MOST_OF_PAIR,
                            sizeof *p->touches);
        if (status != BIGHT_OK) {
            break;
        }
        if (near->obstacle >= 0) {
            obstacle_rows(world, p, near);
        } else {
            link_rows(world, p, near);
        }
        for (int32_t k = first; k < p->touch_count; k++) {
            p->touches[k].pair = i;
        }
    }
    return status;
}
