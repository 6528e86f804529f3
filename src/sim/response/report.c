// SPDX-License-Identifier: MIT
// What contacts of elastic rods did in the last cycle: for those who ask.

#include "bight/rod_force.h"

#include "sim/response/response.h"

#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "sim/obstacle.h"

// A force this close to the edge of its cone slides.
#define EDGE 1e-6

static bight_rope_id rope_of(const bight_world *world, int32_t node, int32_t *link)
{
    const bi_rope *rope = &world->ropes[world->rope_of[node]];
    *link =
        bi_min_int(node - rope->first, bi_link_count(rope) - 1); // the last node is the end of the last link
    return bi_rope_id_of(world, world->rope_of[node]);
}

static bight_vec3 middle_of(const bight_vec3 *x, const bight_world *world, int32_t link, double s)
{
    return v3_lerp(x[link], x[bi_link_end(world, link)], s);
}

// Two links: half way between the closest points, and how these moved against each other.
static bight_vec3 links_slid(const bight_world *world, const bi_grip *grip, bight_vec3 *point)
{
    const bight_vec3 *x = world->at, *went = world->response->went;
    int32_t a_end = bi_link_end(world, grip->a), b_end = bi_link_end(world, grip->b);
    bi_segment_pair pair = bi_segment_closest(x[grip->a], x[a_end], x[grip->b], x[b_end]);
    *point = v3_lerp(middle_of(x, world, grip->a, pair.s), middle_of(x, world, grip->b, pair.t), 0.5);
    return v3_sub(middle_of(went, world, grip->a, pair.s), middle_of(went, world, grip->b, pair.t));
}

// A node, or a place within a link, and an obstacle that moved: the point on its surface.
static bight_vec3 obstacle_slid(const bight_world *world, const bi_grip *grip, bight_vec3 normal,
                                bight_vec3 *point)
{
    const bi_obstacle *obstacle = &world->obstacles[grip->obstacle];
    bool node = grip->b < 0; // its key is then -1 - triangle
    bight_vec3 p = world->at[grip->a], q = node ? p : world->at[bi_link_end(world, grip->a)];
    bi_solid_gap gap = bi_obstacle_gap(obstacle, &obstacle->pose, node ? -1 - grip->b : grip->b, p, q);
    bight_vec3 went = world->response->went[grip->a];
    went = node ? went : middle_of(world->response->went, world, grip->a, gap.s);
    bight_vec3 on = v3_lerp(p, q, node ? 0.0 : gap.s);
    *point = v3_madd(on, -gap.distance, normal);
    return v3_sub(went, v3_sub(on, bi_pose_out(&obstacle->before, bi_pose_in(&obstacle->pose, on))));
}

bight_vec3 bi_grip_slid(const bight_world *world, const bi_grip *grip, bight_vec3 *point)
{
    bight_vec3 n = v3(grip->frame.m[0], grip->frame.m[1], grip->frame.m[2]);
    bight_vec3 went =
        grip->obstacle < 0 ? links_slid(world, grip, point) : obstacle_slid(world, grip, n, point);
    went = v3_add(went, bi_grip_rolled(world, grip));
    return v3_madd(went, -v3_dot(went, n), n);
}

// False for what is not of rods, or is gone.
static bool report(const bight_world *world, const bi_grip *grip, bight_contact_force *to)
{
    *to = (bight_contact_force){0};
    to->rope[0] = rope_of(world, grip->a, &to->link[0]);
    if (!bi_grip_has_rod(world, grip) || (grip->obstacle >= 0 && !world->obstacles[grip->obstacle].alive)) {
        return false;
    }

    // force = normal force x n + friction
    bight_vec3 n = v3(grip->frame.m[0], grip->frame.m[1], grip->frame.m[2]);
    to->normal = n;
    to->pressing = v3_dot(grip->force, n);
    to->friction = v3_madd(grip->force, -to->pressing, n);
    to->coefficient = grip->friction;
    if (grip->obstacle < 0) {
        to->rope[1] = rope_of(world, grip->b, &to->link[1]);
    } else {
        const bi_obstacle *obstacle = &world->obstacles[grip->obstacle];
        uint32_t index1 = (uint32_t)grip->obstacle + 1;
        if (obstacle->sheet != NULL) {
            to->sheet = (bight_sheet_id){index1, obstacle->generation};
        } else {
            to->obstacle = (bight_obstacle_id){index1, obstacle->generation};
        }
    }
    to->slid = bi_grip_slid(world, grip, &to->point);
    to->path = grip->path;
    to->sticks = v3_length(to->friction) < (1.0 - EDGE) * grip->friction * to->pressing;
    return to->pressing > 0.0;
}

int32_t bight_world_contact_forces(const bight_world *world, bight_contact_force *forces, int32_t room)
{
    int32_t count = 0;
    const bi_response *r = world->response;
    for (int32_t i = 0; r != NULL && i < r->kept_forces.count; i++) {
        bight_contact_force force;
        if (report(world, &r->kept_forces.grips[i], &force)) {
            if (count < room) {
                forces[count] = force;
            }
            count++;
        }
    }
    return count;
}
