// SPDX-License-Identifier: MIT

#include "sim/near.h"

#include "core/error.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "sim/bend.h"
#include "sim/obstacle.h"
#include "sim/obstacle_mesh.h"
#include "sim/sheet/sheet.h"

// Links between i and j along the rope.
static int32_t links_between(const bi_rope *rope, int32_t i, int32_t j)
{
    int32_t inner = j - i - 1;
    if (rope->closed) {
        int32_t outer = rope->count - (j - i) - 1;
        return outer < inner ? outer : inner;
    }
    return inner;
}

// One more pair on the list, to be filled in where it is.
static bight_status append(bight_world *world, bi_near **near)
{
    bight_status status = bi_reserve(&world->def.env.allocator, &world->near, &world->near_capacity,
                                     (int64_t)world->near_count + 1, sizeof *world->near);
    if (status == BIGHT_OK) {
        *near = &world->near[world->near_count++];
    }
    return status;
}

// Exact test of one candidate pair of links a, b whose surfaces touch at the distance `touching`.
// @param arc Rest length of the rope between them; infinite for different ropes.
static inline bight_status offer_links(bight_world *world, const bight_vec3 *at, int32_t a, int32_t a_end,
                                       int32_t b, int32_t b_end, double touching, double arc, double margin)
{
    BI_ASSERT(a >= 0 && a < b && b < world->node_count);
    bi_segment_pair pair = bi_segment_closest(at[a], at[a_end], at[b], at[b_end]);
    double limit = touching + margin;
    if (pair.distance_squared >= limit * limit) {
        return BIGHT_OK;
    }
    bi_near *near;
    bight_status status = append(world, &near);
    if (status == BIGHT_OK) {
        near->a = a;
        near->b = b;
        near->obstacle = -1;
        near->s = (float)pair.s;
        near->t = (float)pair.t;
        near->distance = sqrt(pair.distance_squared);
        near->reach = bi_min(touching, BI_ARC_SHARE * arc);
        near->bend = arc < 0.5 * BI_BEND_ARC * touching;
        near->normal = v3(0, 0, 0);
    }
    return status;
}

// Pairs with one link between them. With both turns below a right angle, everything before the middle link
// lies behind the plane through its start and everything after it beyond the plane through its end: the
// distance is the middle link's length, and unless wanted the pair need not be listed.
static bight_status second_neighbour(bight_world *world, const bight_vec3 *at, const bi_rope *rope, int32_t a,
                                     bi_near_margin margin)
{
    int32_t a_end = bi_next(rope, a), b = bi_next(rope, a_end), b_end = bi_next(rope, b);
    bight_vec3 first = v3_sub(at[a_end], at[a]), middle = v3_sub(at[b], at[a_end]),
               last = v3_sub(at[b_end], at[b]);
    if (!margin.all_neighbours && v3_dot(first, middle) > 0.0 && v3_dot(middle, last) > 0.0) {
        return BIGHT_OK;
    }
    double touching = 2.0 * rope->radius, arc = rope->length;
    return a < b ? offer_links(world, at, a, a_end, b, b_end, touching, arc, margin.links)
                 : offer_links(world, at, b, b_end, a, a_end, touching, arc, margin.links);
}

// Both turns of a pair lie in its own block of links or in the next one: where neither is bent nothing is
// listed.
static bight_status second_neighbours(bight_world *world, const bight_vec3 *at, const bi_rope *rope,
                                      bi_near_margin margin)
{
    int32_t pairs = bi_second_neighbours(rope), blocks = rope->tree.spheres.leaf_count;
    double shortest = world->shortest_middle * world->shortest_middle;
    const bi_link_block *block = rope->tree.blocks;
    bight_status status = BIGHT_OK;
    for (int32_t k = 0; k < blocks && status == BIGHT_OK; k++) {
        shortest = bi_min(block[k].shortest, shortest);
        bool bent = block[k].bent || block[k + 1 < blocks ? k + 1 : 0].bent;
        int32_t end = bent || margin.all_neighbours ? bi_min_int((k + 1) * BI_BLOCK, pairs) : 0;
        for (int32_t i = k * BI_BLOCK; i < end && status == BIGHT_OK; i++) {
            status = second_neighbour(world, at, rope, rope->first + i, margin);
        }
    }
    world->shortest_middle = sqrt(shortest);
    return status;
}

static bi_chain chain_of(const bi_rope *rope, const bight_vec3 *at)
{
    return (bi_chain){at + rope->first, rope->count, rope->closed};
}

// Blocks so many apart, and fewer, are known by table to hold pairs that count.
#define COUNTED 8

static bight_status within_rope(bight_world *world, const bight_vec3 *at, bi_rope *rope,
                                bi_near_margin margin)
{
    int32_t bend = margin.all_neighbours ? 0 : bi_bend_links(rope);
    bight_status status = bend > 0 ? BIGHT_OK : second_neighbours(world, at, rope, margin);
    world->leaf_pairs.count = 0;
    if (status == BIGHT_OK) {
        status = bi_chain_tree_self_blocks(&world->def.env.allocator, &rope->tree, &world->leaf_pairs);
    }

    // i < k with two links or more between them: those nearer along the rope are second neighbours, or in a bend
    // (second neighbours lie in one block or in two beside each other)
    int32_t least = bend > 0 ? bend + 2 : 3, counted = bend > 0 ? COUNTED : 2;
    uint64_t counts[COUNTED];
    for (int32_t d = 0; d < counted; d++) {
        counts[d] = bi_pairs_apart(d * BI_BLOCK, least);
    }

    // blocks of links whose spheres overlap, then their links' spheres, then the exact distance
    double touching = 2.0 * rope->radius;
    bi_chain chain = chain_of(rope, at);
    for (int32_t n = 0; n < world->leaf_pairs.count && status == BIGHT_OK; n++) {
        bi_leaf_pair pair = world->leaf_pairs.pairs[n];
        int32_t d = pair.b - pair.a;
        if (d < counted && counts[d] == 0) {
            continue;
        }

        bight_vec3 origin = chain.node[pair.a * BI_BLOCK];
        bi_sphere_block block_a, block_b;
        bi_chain_block(&rope->tree, &chain, pair.a, origin, &block_a);
        bi_chain_block(&rope->tree, &chain, pair.b, origin, &block_b);
        uint64_t overlaps = bi_overlaps(&block_a, &block_b);
        overlaps &= d < counted ? counts[d] : ~UINT64_C(0);
        while (overlaps != 0 && status == BIGHT_OK) {
            int32_t i, k;
            bi_take_pair(&overlaps, &i, &k);
            i += pair.a * BI_BLOCK;
            k += pair.b * BI_BLOCK;
            int32_t between = k > i ? links_between(rope, i, k) : 0;
            if (between >= least - 1) {
                int32_t a = rope->first + i, b = rope->first + k;
                status = offer_links(world, at, a, bi_next(rope, a), b, bi_next(rope, b), touching,
                                     between * rope->length, margin.links);
            }
        }
    }
    return status;
}

static bight_status between_ropes(bight_world *world, const bight_vec3 *at, const bi_rope *first,
                                  const bi_rope *second, double margin)
{
    world->leaf_pairs.count = 0;
    bight_status status = bi_sphere_tree_cross_pairs(&world->def.env.allocator, &first->tree.spheres,
                                                     &second->tree.spheres, 0, 0.0f, &world->leaf_pairs);
    double touching = first->radius + second->radius;
    bi_chain chain_a = chain_of(first, at), chain_b = chain_of(second, at);
    for (int32_t n = 0; n < world->leaf_pairs.count && status == BIGHT_OK; n++) {
        bi_leaf_pair pair = world->leaf_pairs.pairs[n];
        bight_vec3 origin = chain_a.node[pair.a * BI_BLOCK];
        bi_sphere_block block_a, block_b;
        bi_chain_block(&first->tree, &chain_a, pair.a, origin, &block_a);
        bi_chain_block(&second->tree, &chain_b, pair.b, origin, &block_b);
        uint64_t overlaps = bi_overlaps(&block_a, &block_b);
        while (overlaps != 0 && status == BIGHT_OK) {
            int32_t i, k;
            bi_take_pair(&overlaps, &i, &k);
            int32_t a = first->first + pair.a * BI_BLOCK + i, b = second->first + pair.b * BI_BLOCK + k;
            status = offer_links(world, at, a, bi_next(first, a), b, bi_next(second, b), touching, HUGE_VAL,
                                 margin);
        }
    }
    return status;
}

// A sheet has many triangles, and most of those whose spheres meet that of a link are well off it. The sphere
// of a triangle and the link itself leave out half of them for little.
static bool misses_sphere(bi_sphere sphere, bight_vec3 p, bight_vec3 q, double limit)
{
    bight_vec3 centre = v3((double)sphere.x, (double)sphere.y, (double)sphere.z);
    bight_vec3 on_link = v3_lerp(p, q, bi_segment_closest_to_point(p, q, centre));
    double apart = limit + (double)sphere.r;
    return v3_length_squared(v3_sub(centre, on_link)) > apart * apart;
}

static bight_status offer_obstacle(bight_world *world, const bight_vec3 *at, const bi_rope *rope, int32_t a,
                                   int32_t index, int32_t triangle, bi_near_margin margin)
{
    const bi_obstacle *obstacle = &world->obstacles[index];
    const bight_pose *pose = margin.before ? &obstacle->before : &obstacle->pose;
    double reach = rope->radius + bi_obstacle_margin(obstacle);
    if (obstacle->sheet != NULL && misses_sphere(obstacle->placed.spheres[triangle], at[a],
                                                 at[bi_next(rope, a)], reach + margin.obstacles)) {
        return BIGHT_OK;
    }
    bi_solid_gap gap = bi_obstacle_gap(obstacle, pose, triangle, at[a], at[bi_next(rope, a)]);
    if (!(gap.distance < reach + margin.obstacles)) {
        return BIGHT_OK;
    }
    bi_near *near;
    bight_status status = append(world, &near);
    if (status == BIGHT_OK) {
        *near = (bi_near){.a = a,
                          .b = triangle,
                          .obstacle = index,
                          .s = (float)gap.s,
                          .distance = gap.distance,
                          .reach = reach,
                          .normal = gap.normal};
    }
    return status;
}

// Nodes of the obstacle's tree with up to BI_BLOCK leaves below them.
#define BLOCK_LEVEL 3

static bight_status near_obstacle(bight_world *world, const bight_vec3 *at, const bi_rope *rope,
                                  int32_t index, bi_near_margin margin, double wide)
{
    const bi_sphere_tree *placed = &world->obstacles[index].placed;
    float slack = (float)(wide + bi_obstacle_margin(&world->obstacles[index]));
    world->leaf_pairs.count = 0;
    bight_status status = bi_sphere_tree_cross_pairs(&world->def.env.allocator, &rope->tree.spheres, placed,
                                                     BLOCK_LEVEL, slack, &world->leaf_pairs);
    bi_chain chain = chain_of(rope, at);
    for (int32_t n = 0; n < world->leaf_pairs.count && status == BIGHT_OK; n++) {
        bi_leaf_pair pair = world->leaf_pairs.pairs[n];
        int32_t first = pair.b * BI_BLOCK, leaves = bi_min_int(placed->leaf_count - first, BI_BLOCK);
        bight_vec3 origin = chain.node[pair.a * BI_BLOCK];
        bi_sphere_block links, spheres;
        bi_chain_block(&rope->tree, &chain, pair.a, origin, &links);
        bi_sphere_block_of(placed->spheres + first, leaves, slack, origin, &spheres);
        uint64_t overlaps = bi_overlaps(&links, &spheres);
        while (overlaps != 0 && status == BIGHT_OK) {
            int32_t i, k;
            bi_take_pair(&overlaps, &i, &k);
            status = offer_obstacle(world, at, rope, rope->first + pair.a * BI_BLOCK + i, index, first + k,
                                    margin);
        }
    }
    return status;
}

bight_status bi_find_near(bight_world *world, const bight_vec3 *at, bi_near_margin margin)
{
    BI_ASSERT(margin.links >= 0.0 && margin.obstacles >= 0.0);
    double thinnest = bi_thinnest(world);
    world->near_count = 0;
    world->near_links = 2.0 * thinnest + margin.links;
    world->near_obstacles = thinnest + margin.obstacles;
    world->shortest_middle = HUGE_VAL;

    // refit: the spheres of a rope are as thick as it is, and half the margin more
    for (int32_t i = 0; i < world->rope_count; i++) {
        if (world->ropes[i].alive) {
            bi_rope *rope = &world->ropes[i];
            bi_chain chain = chain_of(rope, at);
            bi_chain_tree_refit(&rope->tree, &chain, rope->radius + 0.5 * margin.links,
                                world->def.env.threads);
        }
    }

    // each rope with itself, with those after it, with all obstacles: the list has one order
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->rope_count && status == BIGHT_OK; i++) {
        bi_rope *rope = &world->ropes[i];
        if (!rope->alive) {
            continue;
        }
        status = within_rope(world, at, rope, margin);
        for (int32_t k = i + 1; k < world->rope_count && status == BIGHT_OK; k++) {
            if (world->ropes[k].alive) {
                status = between_ropes(world, at, rope, &world->ropes[k], margin.links);
            }
        }

        // the rope's spheres already carry half the margin of links
        double slack = margin.obstacles - 0.5 * margin.links + 1e-3 * thinnest;
        for (int32_t k = 0; k < world->obstacle_count && status == BIGHT_OK; k++) {
            if (world->obstacles[k].alive) {
                status = near_obstacle(world, at, rope, k, margin, slack);
            }
        }
    }

    world->near_valid = status == BIGHT_OK;
    return status;
}

double bi_near_distance(const bight_world *world, const bi_near *near, bool now)
{
    const bight_vec3 *at = now ? world->at : world->before;
    bight_vec3 p = at[near->a], q = at[bi_link_end(world, near->a)];
    if (near->obstacle >= 0) {
        const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
        return bi_obstacle_gap(obstacle, now ? &obstacle->pose : &obstacle->before, near->b, p, q).distance;
    }
    return sqrt(bi_segment_closest(p, q, at[near->b], at[bi_link_end(world, near->b)]).distance_squared);
}
