// SPDX-License-Identifier: MIT

#include "sim/worst.h"

#include "core/vec3.h"
#include "sim/model.h"
#include "sim/near.h"

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
// @return Its longest link over its rest length.
static double look_at_rope(bight_world *world, int32_t r, double radii, double moved, bool fitted)
{
    const bi_rope *rope = &world->ropes[r];
    bight_world_worst *worst = &world->worst;
    double most = worst->stretch * rope->length, limit = radii * rope->radius;
    double far = worst->motion * limit, longest = fitted ? longest_link(rope) : 0.0;
    most *= most;
    far *= far;
    bool links = !fitted || longest > most * (1.0 - ROUNDING);
    bool motion = moved * moved > far * (1.0 - ROUNDING);
    if (!links && !motion) {
        return sqrt(longest) / rope->length;
    }

    for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
        double link = v3_length_squared(v3_sub(world->at[bi_next(rope, i)], world->at[i]));
        double way = v3_length_squared(v3_sub(world->at[i], world->before[i]));
        bool is_link = i - rope->first < bi_link_count(rope);
        longest = is_link && link > longest ? link : longest;
        if (link > most && is_link) {
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
    return sqrt(longest) / rope->length;
}

// One link between them: a straight link keeps them apart, however short it is.
static bool second_neighbours(const bi_rope *rope, int32_t a, int32_t b)
{
    int32_t apart = a < b ? b - a : a - b;
    return apart == 2 || (rope->closed && apart == rope->count - 2);
}

// A new worst gap, with its place.
static void keep_gap(bight_world *world, const bi_near *near, double gap)
{
    bight_world_worst *worst = &world->worst;
    worst->gap = gap;
    worst->gap_cycle = world->stats.cycles;
    worst->gap_rope[0] = bi_rope_id_of(world, world->rope_of[near->a]);
    worst->gap_link[0] = near->a - world->ropes[world->rope_of[near->a]].first;
    worst->gap_rope[1] = (bight_rope_id){0};
    worst->gap_link[1] = 0;
    worst->gap_obstacle = (bight_obstacle_id){0};
    if (near->obstacle >= 0) {
        uint32_t generation = world->obstacles[near->obstacle].generation;
        worst->gap_obstacle = (bight_obstacle_id){(uint32_t)near->obstacle + 1, generation};
    } else {
        int32_t other = world->rope_of[near->b];
        worst->gap_rope[1] = bi_rope_id_of(world, other);
        worst->gap_link[1] = near->b - world->ropes[other].first;
    }
}

bool bi_worst_counts(const bight_world *world, const bi_near *near)
{
    if (near->obstacle >= 0) {
        return world->obstacles[near->obstacle].sheet == NULL;
    }
    int32_t rope = world->rope_of[near->a];
    bool one_rope = rope == world->rope_of[near->b];
    return !near->bend && !(one_rope && second_neighbours(&world->ropes[rope], near->a, near->b));
}

// By less than this share of touching a pair has not opened.
#define SAME_GAP 1e-9

// The listed distance is a lower bound, so most pairs are passed over by it alone. Links that are so close
// along the rope that they touch in a bend do not count, nor sheets, which move after the cycle.
static void look_at_pair(bight_world *world, const bi_near *near, bight_step_report *report)
{
    double least = bi_max(report->gap, BIGHT_JAM_GAP) * near->reach;
    if (near->distance >= least || !bi_worst_counts(world, near)) {
        return;
    }

    double distance = bi_near_distance(world, near, true), gap = bi_max(distance, 0.0) / near->reach;
    if (gap < BIGHT_JAM_GAP && distance <= bi_near_distance(world, near, false) + SAME_GAP * near->reach) {
        report->jammed++;
    }
    report->gap = bi_min(gap, report->gap);
    if (gap < world->worst.gap) {
        keep_gap(world, near, gap);
    }
}

static void look_at_pairs(bight_world *world, bight_step_report *report)
{
    for (int32_t i = 0; i < world->near_count; i++) {
        look_at_pair(world, &world->near[i], report);
    }
}

// The list of the cycle, aged by its last motion, still holds every pair that is nearer than touching, unless
// that motion was wild: then the pairs are searched again, on a list of their own, for the cycle's list
// decides what comes next.
static void look_at_gaps(bight_world *world, bight_step_report *report)
{
    double touching = bi_thinnest(world);
    if (world->near_links >= 2.0 * touching && world->near_obstacles >= touching) {
        look_at_pairs(world, report);
        return;
    }
    bool valid = world->near_valid;
    bi_near *near = world->near;
    int32_t count = world->near_count, capacity = world->near_capacity;
    double links = world->near_links, obstacles = world->near_obstacles, middle = world->shortest_middle;
    world->near = world->worst_near;
    world->near_capacity = world->worst_capacity;
    (void)bi_find_near(world, world->at, (bi_near_margin){0});
    look_at_pairs(world, report);
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

// The hands' pulls, and how many pairs cannot come free: sums over a few things, kept when they are new worsts.
static void look_at_sums(bight_world *world, const bight_step_report *report)
{
    bight_world_worst *worst = &world->worst;
    if (report->jammed > worst->jammed) {
        worst->jammed = report->jammed;
        worst->jammed_cycle = world->stats.cycles;
    }
    for (int32_t i = 0; i < world->hand_count && report->pull > worst->pull; i++) {
        if (world->hands[i].alive && world->hands[i].pull > worst->pull) {
            worst->pull = world->hands[i].pull;
            worst->pull_hand = (bight_hand_id){(uint32_t)i + 1, world->hands[i].generation};
            worst->pull_cycle = world->stats.cycles;
        }
    }
}

void bi_worst_look(bight_world *world, bool fitted, bight_step_report *report)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_model *model = bi_model_of(&world->ropes[r]);
        if (world->ropes[r].alive && model->speed_limit != NULL) {
            double stretch = look_at_rope(world, r, model->speed_limit(world), report->moved, fitted);
            report->stretch = bi_max(stretch, report->stretch);
        }
    }
    look_at_gaps(world, report);
    look_at_sums(world, report);
}
