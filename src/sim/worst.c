// SPDX-License-Identifier: MIT

#include "sim/worst.h"

#include "core/vec3.h"
#include "geom/segment.h"
#include "sim/model.h"
#include "sim/near.h"
#include "sim/obstacle.h"

void bi_worst_begin(bight_world_worst *worst)
{
    *worst = (bight_world_worst){.gap = HUGE_VAL};
}

bight_world_worst bight_world_get_worst(const bight_world *world)
{
    return world->worst;
}

// By so much two ways to one squared length may differ.
#define ROUNDING 1e-12

// Squared length of a rope's longest link, from its hierarchy.
static double longest_link(const bi_rope *rope)
{
    double longest = 0.0;
    for (int32_t k = 0; k < rope->tree.spheres.leaf_count; k++) {
        longest = bi_max(rope->tree.blocks[k].longest, longest);
    }
    return longest;
}

// Links and nodes of one rope, compared by squares. Most cycles have no new worst, and are known to have none.
// @param radii That no node passes in a cycle.
static void look_at_rope(bight_world *world, int32_t r, double radii, double moved, bool fitted)
{
    const bi_rope *rope = &world->ropes[r];
    bight_world_worst *worst = &world->worst;
    double most = worst->stretch * rope->length, limit = radii * rope->radius;
    double far = worst->motion * limit;
    most *= most;
    far *= far;
    bool links = !fitted || longest_link(rope) > most * (1.0 - ROUNDING);
    bool motion = moved * moved > far * (1.0 - ROUNDING);
    if (!links && !motion) {
        return;
    }

    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        double link = v3_length_squared(v3_sub(world->at[bi_next(rope, i)], world->at[i]));
        double way = v3_length_squared(v3_sub(world->at[i], world->before[i]));
        if (link > most && i - rope->first < bi_link_count(rope)) {
            most = link;
            worst->stretch = sqrt(link) / rope->length;
            worst->stretch_rope = bi_rope_id_of(world, r);
            worst->stretch_link = i - rope->first;
            worst->stretch_cycle = world->stats.cycles;
        }
        if (way > far) {
            far = way;
            worst->motion = sqrt(way) / limit;
            worst->motion_rope = bi_rope_id_of(world, r);
            worst->motion_node = i - rope->first;
            worst->motion_cycle = world->stats.cycles;
        }
    }
}

// One link between them: a straight link keeps them apart, however short it is.
static bool second_neighbours(const bi_rope *rope, int32_t a, int32_t b)
{
    int32_t apart = a < b ? b - a : a - b;
    return apart == 2 || (rope->closed && apart == rope->count - 2);
}

// The listed distance is a lower bound, so most pairs are passed over by it alone. Links that are so close
// along the rope that they touch in a bend do not count, nor sheets, which move after the cycle.
static void look_at_pair(bight_world *world, const bi_near *near)
{
    bight_world_worst *worst = &world->worst;
    const bi_rope *rope = &world->ropes[world->rope_of[near->a]];
    const bi_obstacle *obstacle = near->obstacle >= 0 ? &world->obstacles[near->obstacle] : NULL;
    bool counts = obstacle != NULL ? obstacle->sheet == NULL : !near->bend;
    bool one_rope = obstacle == NULL && world->rope_of[near->a] == world->rope_of[near->b];

    if (!counts || (one_rope && second_neighbours(rope, near->a, near->b)) ||
        near->distance >= worst->gap * near->reach) {
        return;
    }

    // the listed distance is below that of the worst: measure it
    bight_vec3 p = world->at[near->a], q = world->at[bi_next(rope, near->a)];
    double distance;
    if (obstacle != NULL) {
        distance = bi_max(bi_obstacle_gap(obstacle, &obstacle->pose, near->b, p, q).distance, 0.0);
    } else {
        const bi_rope *other = &world->ropes[world->rope_of[near->b]];
        bight_vec3 v = world->at[near->b], w = world->at[bi_next(other, near->b)];
        distance = sqrt(bi_segment_closest(p, q, v, w).distance_squared);
    }

    double gap = distance / near->reach;
    if (gap >= worst->gap) {
        return;
    }

    // the new worst, with its place
    worst->gap = gap;
    worst->gap_cycle = world->stats.cycles;
    worst->gap_rope[0] = bi_rope_id_of(world, world->rope_of[near->a]);
    worst->gap_link[0] = near->a - rope->first;
    worst->gap_rope[1] = (bight_rope_id){0};
    worst->gap_link[1] = 0;
    worst->gap_obstacle = (bight_obstacle_id){0};
    if (obstacle != NULL) {
        worst->gap_obstacle = (bight_obstacle_id){(uint32_t)near->obstacle + 1, obstacle->generation};
    } else {
        int32_t other = world->rope_of[near->b];
        worst->gap_rope[1] = bi_rope_id_of(world, other);
        worst->gap_link[1] = near->b - world->ropes[other].first;
    }
}

static void look_at_pairs(bight_world *world)
{
    for (int32_t i = 0; i < world->near_count; i++) {
        look_at_pair(world, &world->near[i]);
    }
}

// The list of the cycle, aged by its last motion, still holds every pair that is nearer than touching, unless
// that motion was wild: then the pairs are searched again, on a list of their own, for the cycle's list
// decides what comes next.
static void look_at_gaps(bight_world *world)
{
    double thinnest = bi_thinnest(world), touching = bi_min(world->worst.gap, 1.0) * thinnest;
    if (world->near_links >= 2.0 * touching && world->near_obstacles >= touching) {
        look_at_pairs(world);
        return;
    }
    bool valid = world->near_valid;
    bi_near *near = world->near;
    int32_t count = world->near_count, capacity = world->near_capacity;
    double links = world->near_links, obstacles = world->near_obstacles, middle = world->shortest_middle;
    world->near = world->worst_near;
    world->near_capacity = world->worst_capacity;
    (void)bi_find_near(world, world->at, (bi_near_margin){0});
    look_at_pairs(world);
    world->worst_near = world->near;
    world->worst_capacity = world->near_capacity;
    world->near = near;
    world->near_count = count;
    world->near_capacity = capacity;
    world->near_links = links;
    world->near_obstacles = obstacles;
    world->shortest_middle = middle;
    world->near_valid = valid;
}

void bi_worst_look(bight_world *world, double moved, bool fitted)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_model *model = bi_model_of(&world->ropes[r]);
        if (world->ropes[r].alive && model->speed_limit != NULL) {
            look_at_rope(world, r, model->speed_limit(world), moved, fitted);
        }
    }
    look_at_gaps(world);
}
