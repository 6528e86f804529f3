// SPDX-License-Identifier: MIT

#include "sim/validate.h"

#include "core/vec3.h"
#include "geom/pose.h"

static bool rope_is_valid(const bight_world *world, int32_t index, int32_t first)
{
    const bi_rope *rope = &world->ropes[index];
    if (!rope->alive) {
        return rope->room == 0 && rope->count == 0 && rope->springs == NULL && rope->projection == NULL &&
               rope->rod == NULL;
    }
    bool sound = rope->first == first && rope->count >= (rope->closed ? 3 : 2) && rope->count <= rope->room &&
                 (unsigned)rope->model < BIGHT_MODEL_COUNT && rope->radius > 0.0 && rope->length > 0.0 &&
                 rope->knotted >= 0 && rope->knotted <= BI_KNOTTED_CYCLES &&
                 rope->tree.links == bi_link_count(rope);
    for (int32_t i = rope->first; i < rope->first + rope->room && sound; i++) {
        sound = world->rope_of[i] == index && v3_is_finite(world->at[i]) && world->cluster[i] == -1 &&
                (world->held[i] & ~BI_IN_HAND) == 0 && (i < rope->first + rope->count || world->held[i] == 0);
    }
    return sound;
}

// Ropes behind each other in the node arrays, as many of each model as are counted.
static bool ropes_are_valid(const bight_world *world)
{
    int32_t count[BIGHT_MODEL_COUNT] = {0}, first = 0;
    bool sound = true;
    for (int32_t r = 0; r < world->rope_count && sound; r++) {
        sound = rope_is_valid(world, r, first);
        first += world->ropes[r].room;
        count[world->ropes[r].model] += world->ropes[r].alive;
    }
    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        sound = sound && count[i] == world->model_count[i];
    }
    return sound && first == world->node_count && world->node_count <= world->node_capacity;
}

// One hand for each node that is held.
static bool hands_are_valid(const bight_world *world)
{
    int32_t hands = 0, held = 0;
    bool sound = true;
    for (int32_t i = 0; i < world->hand_count && sound; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        if (hand->alive) {
            sound = hand->rope >= 0 && hand->rope < world->rope_count && world->ropes[hand->rope].alive &&
                    hand->node >= 0 && hand->node < world->ropes[hand->rope].count &&
                    v3_is_finite(hand->target);
            sound = sound && (world->held[world->ropes[hand->rope].first + hand->node] & BI_IN_HAND) != 0;
            hands++;
        }
    }
    for (int32_t i = 0; i < world->node_count; i++) {
        held += (world->held[i] & BI_IN_HAND) != 0;
    }
    return sound && hands == held;
}

static bool obstacles_are_valid(const bight_world *world)
{
    int32_t sheets = 0;
    bool sound = true;
    for (int32_t i = 0; i < world->obstacle_count && sound; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        sheets += obstacle->alive && obstacle->sheet != NULL;
        sound = !obstacle->alive ||
                (bi_pose_is_finite(&obstacle->pose) && bi_hierarchy_is_valid(&obstacle->placed));
    }
    return sound && sheets == world->sheet_count;
}

bool bi_hierarchy_is_valid(const bi_sphere_tree *tree)
{
    bool sound = tree->level_count > 0 && tree->leaf_count > 0;
    for (int32_t level = 1; level < tree->level_count && sound; level++) {
        const bi_sphere *below = tree->spheres + tree->level_first[level - 1];
        const bi_sphere *here = tree->spheres + tree->level_first[level];
        int32_t width = tree->level_first[level] - tree->level_first[level - 1];

        // distance of the centres plus the smaller radius, at most the greater radius
        for (int32_t i = 0; i < width && sound; i++) {
            bi_sphere inner = below[i], outer = here[i / 2];
            bight_vec3 apart = v3((double)inner.x - (double)outer.x, (double)inner.y - (double)outer.y,
                                  (double)inner.z - (double)outer.z);
            sound = v3_length(apart) + (double)inner.r <= 1.000001 * (double)outer.r;
        }
    }
    return sound;
}

bool bi_near_list_is_valid(const bight_world *world)
{
    bool sound = true;
    for (int32_t i = 0; i < world->near_count && sound; i++) {
        const bi_near *near = &world->near[i];
        if (near->a < 0 || near->a >= world->node_count || near->obstacle < -1 ||
            near->obstacle >= world->obstacle_count) {
            return false;
        }

        // both sides are alive, and links are links of their ropes
        const bi_rope *rope = &world->ropes[world->rope_of[near->a]];
        sound = rope->alive && near->a - rope->first < bi_link_count(rope);
        if (near->obstacle >= 0) {
            const bi_obstacle *obstacle = &world->obstacles[near->obstacle];
            sound = sound && obstacle->alive && near->b >= 0 && near->b < obstacle->placed.leaf_count;
        } else {
            sound = sound && near->b > near->a && near->b < world->node_count;
            const bi_rope *other = sound ? &world->ropes[world->rope_of[near->b]] : rope;
            sound = sound && other->alive && near->b - other->first < bi_link_count(other);
        }

        // distances only shrink between two listings, so they may be below 0; some triangles touch nothing
        sound = sound && near->s >= 0.0f && near->s <= 1.0f && near->distance < HUGE_VAL &&
                near->reach < HUGE_VAL;
    }
    return sound;
}

bool bi_world_is_valid(const bight_world *world)
{
    bool sound = world->arena_used == 0 && world->ftl.left == NULL && ropes_are_valid(world) &&
                 hands_are_valid(world) && obstacles_are_valid(world);
    if (!sound || !world->near_valid) {
        return sound;
    }

    // the hierarchies were fitted when the list was made
    for (int32_t r = 0; r < world->rope_count && sound; r++) {
        sound = !world->ropes[r].alive || bi_hierarchy_is_valid(&world->ropes[r].tree.spheres);
    }
    return sound && bi_near_list_is_valid(world);
}
