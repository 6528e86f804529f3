// SPDX-License-Identifier: MIT
// The same bits for cloth on every compiler and any number of threads.

#include "cloth/world.h"
#include "golden_cloth.h"
#include "golden_hashes.h"
#include "test.h"

TEST(the_golden_hash)
{
    golden_cloth_story story;
    uint64_t hash = golden_cloth(1, GOLDEN_CLOTH_STEPS, &story);

    // it started tangled, came out, touches, slid and was stretched beyond the limit
    CHECK(story.crossings > 100 && story.left == 0);
    CHECK(story.contacts > 50 && story.listings > 20);
    CHECK(story.slip > 1e-4 && story.stretch > 1.05);
    if (hash != GOLDEN_CLOTH_HASH) {
        fail_msg("the golden hash is 0x%016llX", (unsigned long long)hash);
    }
}

TEST(threads_change_nothing)
{
    uint64_t one = golden_cloth(1, 25, NULL);
    CHECK(one != 0);
    CHECK(golden_cloth(0, 25, NULL) == one);
    CHECK(golden_cloth(2, 25, NULL) == one);
    CHECK(golden_cloth(3, 25, NULL) == one);
    CHECK(golden_cloth(8, 25, NULL) == one);
}

// What will happen depends on more than where things are: on the guess of the next system, on what rubs
// where, on which pairs are listed, on how the time step came to be. So the hash does.
TEST(the_hash_sees_the_whole_state)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = NULL;
    bight_cloth_id id;
    bight_cloth_obstacle_id ball;
    bight_cloth_hand_id hand;
    bight_cloth_obstacle_def ball_def = bight_cloth_obstacle_def_default();
    ball_def.size.x = 0.02;
    ball_def.pose.position.y = -0.0205;
    CHECK(bight_cloth_world_create(&def, &world, NULL) == BIGHT_OK);
    CHECK(golden_sheet(world, 12, (bight_vec3){0, 0, 0}, 0.0, 0.0, &id));
    CHECK(bight_cloth_obstacle_create(world, &ball_def, &ball, NULL) == BIGHT_OK);
    CHECK(bight_cloth_grasp(world, id, 0, &hand, NULL) == BIGHT_OK);
    for (int32_t i = 0; i < 5; i++) {
        CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK);
    }
    CHECK(world->contacts.count > 0);
    uint64_t before = bight_cloth_world_hash(world);
    bi_contact *contact = &world->contacts.items[0];
    bi_cloth_obstacle *obstacle = &world->obstacles.items[0];
    double *doubles[] = {&world->at[7].x,
                         &world->velocity[7].z,
                         &world->near.room,
                         &world->control.moved,
                         &world->control.scale,
                         &world->settle.softness,
                         &world->control.last_contour,
                         &world->growth.ceiling,
                         &world->hands.items[0].target.x,
                         &obstacle->pose.position.x,
                         &obstacle->pose.rotation[1],
                         &obstacle->target.position.y,
                         &obstacle->target.rotation[2]};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        double old = *doubles[i];
        *doubles[i] = old + 0.125;
        CHECK_SEED(bight_cloth_world_hash(world) != before, i);
        *doubles[i] = old;
    }
    float *floats[] = {&world->growth.damping[3], &contact->anchor.weight[1], &contact->anchor.offset[2],
                       &contact->anchor.local[0]};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        float old = *floats[i];
        *floats[i] = old + 0.125f;
        CHECK_SEED(bight_cloth_world_hash(world) != before, i);
        *floats[i] = old;
    }
    int32_t *words[] = {&world->control.calm, &contact->a, &contact->b};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        ++*words[i];
        CHECK_SEED(bight_cloth_world_hash(world) != before, i);
        --*words[i];
    }
    contact->side = (int8_t)-contact->side;
    CHECK(bight_cloth_world_hash(world) != before);
    contact->side = (int8_t)-contact->side;
    CHECK(bight_cloth_world_hash(world) == before);
    bight_cloth_world_destroy(world);
}

RUN_TESTS(unit(the_golden_hash), unit(threads_change_nothing), unit(the_hash_sees_the_whole_state))
