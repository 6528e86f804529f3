// SPDX-License-Identifier: MIT
// Validators of a world: they accept what steps and edits leave, and notice each thing that is wrong.

#include "scene.h"
#include "sim/arena.h"
#include "sim/model.h"
#include "sim/validate.h"
#include "test.h"

#include <string.h>

enum { NODES = 12 };

// Three ropes, one of them closed, above each other and near a sphere; one hand; some cycles.
static bight_world *busy_world(void)
{
    bight_world *world = scene_world();
    bight_obstacle_def ball = bight_obstacle_def_default();
    ball.pose.position = v3(0.0, 1.7, 0.0);
    bight_obstacle_id obstacle;
    CHECK(bight_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK);
    for (int32_t r = 0; r < 3; r++) {
        bight_vec3 points[NODES];
        for (int32_t i = 0; i < NODES; i++) {
            points[i] = v3(i - 0.5 * NODES, 0.0, 1.1 * r);
            if (r == 2) {
                // a ring of twelve links of length 1: at radius 1 / (2 sin 15 degrees)
                static const double c[NODES] = {1,  0.8660254,  0.5,  0, -0.5, -0.8660254,
                                                -1, -0.8660254, -0.5, 0, 0.5,  0.8660254};
                points[i] = v3_mul(1.93185165, v3(c[i], c[(i + 9) % NODES], 0.0));
                points[i].z = 1.1 * r;
            }
        }
        bight_rope_id rope = scene_rope(world, points, NODES, r == 2, 0.5, 1.0);
        bight_hand_id hand;
        if (r == 0) {
            CHECK(bight_hand_grasp(world, rope, 3, &hand, NULL) == BIGHT_OK);
            CHECK(bight_hand_set_target(world, hand, v3(-3.0, 1.5, 0.4)) == BIGHT_OK);
        }
    }
    for (int32_t i = 0; i < 10; i++) {
        CHECK(bight_world_step(world, NULL) == BIGHT_OK);
        CHECK(bi_world_is_valid(world));
    }
    CHECK(world->near_valid && world->near_count > 0);
    return world;
}

// Change one field, see that it is noticed, and put it back.
#define NOTICED(field, wrong)                                                                                \
    do {                                                                                                     \
        const unsigned char *address = (const unsigned char *)&(field);                                      \
        unsigned char kept[sizeof(field)];                                                                   \
        memcpy(kept, address, sizeof kept);                                                                  \
        (field) = (wrong);                                                                                   \
        if (bi_world_is_valid(world)) {                                                                      \
            fail_msg("%s = %s is not noticed", #field, #wrong);                                              \
        }                                                                                                    \
        memcpy(&(field), kept, sizeof kept);                                                                 \
        CHECK(bi_world_is_valid(world));                                                                     \
    } while (0)

TEST(faults_of_ropes_are_noticed)
{
    bight_world *world = busy_world();
    NOTICED(world->ropes[1].first, world->ropes[1].first + 1);
    NOTICED(world->ropes[1].count, world->ropes[1].room + 1);
    NOTICED(world->ropes[1].length, 0.0);
    NOTICED(world->ropes[2].knotted, -1);
    NOTICED(world->ropes[2].tree.links, 3);
    NOTICED(world->node_count, world->node_count - 1);
    NOTICED(world->model_count[BIGHT_MODEL_FTL], 2);
    NOTICED(world->rope_of[NODES], 0);
    NOTICED(world->at[NODES + 2].y, (double)NAN);
    NOTICED(world->cluster[5], 5);
    NOTICED(world->held[7], BI_IN_CONTACT);
    bight_world_destroy(world);
}

TEST(faults_of_hands_are_noticed)
{
    bight_world *world = busy_world();
    NOTICED(world->held[3], 0);
    NOTICED(world->held[4], BI_IN_HAND);
    NOTICED(world->hands[0].node, NODES);
    NOTICED(world->hands[0].node, 4);
    NOTICED(world->hands[0].rope, 3);
    NOTICED(world->hands[0].alive, false);
    bight_world_destroy(world);
}

TEST(faults_of_lists_are_noticed)
{
    bight_world *world = busy_world();
    bi_near *near = world->near;
    NOTICED(near->a, -1);
    NOTICED(near->a, NODES - 1); // the last node of an open rope has no link
    NOTICED(near->b, near->obstacle < 0 ? near->a : 1);
    NOTICED(near->obstacle, 1);
    NOTICED(near->distance, (double)NAN);
    NOTICED(near->s, 1.5f);
    NOTICED(world->obstacles[0].alive, false);
    NOTICED(world->sheet_count, 1);
    NOTICED(world->obstacles[0].placed.leaf_count, 0);
    bi_sphere_tree *tree = &world->ropes[0].tree.spheres;
    NOTICED(tree->spheres[tree->level_first[tree->level_count - 1]].r, 0.5f);
    NOTICED(world->arena_used, 8);
    bight_world_destroy(world);
}

// What a phase takes lies apart from what was taken before, and all of it fits.
TEST(the_arena_holds_the_greediest_phase)
{
    bight_world *world = busy_world();
    size_t mark = bi_arena_mark(world), nodes = (size_t)world->node_count;
    bight_vec3 *vector[3];
    for (int32_t i = 0; i < 3; i++) {
        vector[i] = bi_arena_take(world, sizeof *vector[i]);
        CHECK(i == 0 || vector[i] >= vector[i - 1] + nodes);
    }
    double *number = bi_arena_take(world, sizeof *number);
    CHECK((const unsigned char *)(number + nodes) <=
          (const unsigned char *)(world->arena + world->node_capacity));
    bi_arena_release(world, mark);
    CHECK(world->arena_used == mark && bi_arena_take(world, 1) == (void *)vector[0]);
    bi_arena_release(world, mark);
    bight_world_destroy(world);
}

RUN_TESTS(unit(faults_of_ropes_are_noticed), unit(faults_of_hands_are_noticed),
          unit(faults_of_lists_are_noticed), unit(the_arena_holds_the_greediest_phase))
