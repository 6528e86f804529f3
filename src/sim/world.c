// SPDX-License-Identifier: MIT

#include "sim/world_state.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/load.h"
#include "sim/model.h"
#include "sim/obstacle.h"
#include "sim/response/response.h"
#include "sim/rod/link_hand.h"
#include "sim/sheet/sheet.h"
#include "sim/worst.h"

#include <string.h>

#define WORLD_COOKIE 0x57B1647u

bight_world_def bight_world_def_default(void)
{
    return (bight_world_def){
#define X(field, unit, words, least, most, standard) .field = (standard),
        BIGHT_WORLD_FIELDS(X)
#undef X
            .response = BIGHT_RESPONSE_SOLVED,
        .cookie = WORLD_COOKIE};
}

static bight_status check(const bight_world_def *def, bight_error *error)
{
    if (def->cookie != WORLD_COOKIE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the world definition was not initialised: start from bight_world_def_default()");
    }
#define X(field, unit, words, least, most, standard)                                                         \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, #field " is %g: give %g to %g", def->field,            \
                       (double)(least), (double)(most));                                                     \
    }
    BIGHT_WORLD_FIELDS(X)
#undef X
    if ((unsigned)def->response >= BIGHT_RESPONSE_COUNT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "response %d is not known: give BIGHT_RESPONSE_PAPER or BIGHT_RESPONSE_SOLVED",
                       (int)def->response);
    }
    if (!v3_is_finite(def->gravity)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "gravity is not finite: give three numbers");
    }
    if (def->env.threads < 0 || def->env.threads > 64) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "threads is %d: give 1 to 64, or 0 for 1",
                       def->env.threads);
    }
    return BIGHT_OK;
}

bight_status bight_world_create(const bight_world_def *def, bight_world **world, bight_error *error)
{
    *world = NULL;
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_world *made = bi_new_array(&def->env.allocator, 1, sizeof *made);
    if (made == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a world");
    }
    made->def = *def;
    bi_worst_begin(&made->worst);
    *world = made;
    return BIGHT_OK;
}

bight_status bight_world_set_def(bight_world *world, const bight_world_def *def, bight_error *error)
{
    bight_status status = check(def, error);
    if (status == BIGHT_OK && def->response != BIGHT_RESPONSE_SOLVED &&
        world->model_count[BIGHT_MODEL_ROD] > 0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "elastic rods need the solved response: leave response at BIGHT_RESPONSE_SOLVED");
    }
    if (status == BIGHT_OK) {
        bight_env env = world->def.env;
        world->def = *def;
        world->def.env = env;
        if (!bi_response_is_solved(world)) {
            bi_response_forget(world);
        }
    }
    return status;
}

bight_world_def bight_world_get_def(const bight_world *world)
{
    return world->def;
}

void bight_world_destroy(bight_world *world)
{
    if (world == NULL) {
        return;
    }

    bight_allocator allocator = world->def.env.allocator;

    // ropes, with what their models own
    for (int32_t i = 0; i < world->rope_count; i++) {
        bi_chain_tree_free(&allocator, &world->ropes[i].tree);
        bi_free_array(&allocator, world->ropes[i].load, BI_LOADS * (size_t)world->ropes[i].room,
                      sizeof(bight_vec3));
        const bi_model *model = bi_model_of(&world->ropes[i]);
        if (model->free != NULL) {
            model->free(&allocator, &world->ropes[i]);
        }
    }

    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        if (bi_models[i]->free_shared != NULL) {
            bi_models[i]->free_shared(world);
        }
    }

    bi_response_free(world);
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        bi_obstacle_free(&allocator, &world->obstacles[i]);
    }

#define X(type, name) bi_free_array(&allocator, world->name, (size_t)world->node_capacity, sizeof(type));
    BI_NODE_ARRAYS(X)
#undef X
#define FREE(array, capacity)                                                                                \
    bi_free_array(&allocator, world->array, (size_t)world->capacity, sizeof *world->array)
    FREE(ropes, rope_capacity);
    FREE(hands, hand_capacity);
    FREE(obstacles, obstacle_capacity);
    FREE(leaf_pairs.pairs, leaf_pairs.capacity);
    FREE(near, near_capacity);
    FREE(worst_near, worst_capacity);
    FREE(contacts, contact_capacity);
    FREE(contact_links, contact_links_capacity);
    FREE(last_contacts.contacts, last_contacts.capacity);
    FREE(last_contacts.links, last_contacts.links_capacity);
#undef FREE
    bi_free_array(&allocator, world, 1, sizeof *world);
}

bight_world_stats bight_world_get_stats(const bight_world *world)
{
    return world->stats;
}

bight_error bight_world_error(const bight_world *world)
{
    return world->failure;
}

const bight_contact *bight_world_contacts(const bight_world *world, int32_t *count)
{
    *count = world->contact_count;
    return world->contacts;
}

uint64_t bight_world_hash(const bight_world *world)
{
    uint64_t hash = BI_HASH_START;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            hash = bi_hash_vec3(hash, world->at[i]);
        }
    }

    // what decides the future of ropes besides positions
    for (int32_t i = 0; i < world->rope_count; i++) {
        const bi_rope *rope = &world->ropes[i];
        if (rope->alive) {
            hash = bi_hash_word(hash, (uint64_t)rope->knotted);
            hash = bi_model_of(rope)->hash != NULL ? bi_model_of(rope)->hash(hash, rope) : hash;
            hash = rope->loaded ? bi_load_hash(hash, rope) : hash;
        }
    }

    for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
        bool any = world->model_count[i] > 0 && bi_models[i]->hash_shared != NULL;
        hash = any ? bi_models[i]->hash_shared(hash, world) : hash;
    }

    // hands and obstacles
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        hash = bi_hash_word(hash, hand->alive ? (uint64_t)hand->rope << 32 | (uint32_t)hand->node : 0);
        hash = bi_hash_vec3(hash, hand->target);
        hash = hand->alive && hand->pulls ? bi_hash_vec3(hash, hand->force) : hash;
        hash = bi_link_hand_hash(hash, hand);
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        hash = bi_pose_hash(hash, &world->obstacles[i].pose);
        hash = world->obstacles[i].sheet != NULL ? bi_sheet_hash(hash, &world->obstacles[i]) : hash;
        hash = bi_friction_hash(hash, &world->obstacles[i]);
    }

    // contacts, which the next cycle holds
    for (int32_t i = 0; i < world->contact_count; i++) {
        if (world->contact_links[2 * i] < 0) {
            continue; // no rope that holds on to it
        }
        uint32_t a = (uint32_t)world->contact_links[2 * i], b = (uint32_t)world->contact_links[2 * i + 1];
        hash = bi_hash_word(hash, (uint64_t)a << 32 | b);
    }
    return bi_response_hash(hash, world);
}

static size_t tree_bytes(const bi_sphere_tree *tree)
{
    return (size_t)tree->level_first[tree->level_count] * sizeof *tree->spheres;
}

size_t bight_world_memory_part(const bight_world *world, bight_memory_part part)
{
    size_t bytes = 0;
    switch (part) {
    case BIGHT_MEMORY_WORLD:
        return sizeof *world + (size_t)world->rope_capacity * sizeof *world->ropes +
               (size_t)world->hand_capacity * sizeof *world->hands;
    case BIGHT_MEMORY_NODES:
#define X(type, name) bytes += (size_t)world->node_capacity * sizeof(type);
        BI_NODE_ARRAYS(X)
#undef X
        return bytes;
    case BIGHT_MEMORY_TREES:
        for (int32_t i = 0; i < world->rope_count; i++) {
            const bi_rope *rope = &world->ropes[i];
            bytes += bi_chain_tree_bytes(&rope->tree);
            bytes += rope->load != NULL ? BI_LOADS * (size_t)rope->room * sizeof *rope->load : 0;
        }
        return bytes;
    case BIGHT_MEMORY_MODELS:
        for (int32_t i = 0; i < world->rope_count; i++) {
            const bi_rope *rope = &world->ropes[i];
            bytes += rope->alive && bi_model_of(rope)->bytes != NULL ? bi_model_of(rope)->bytes(rope) : 0;
        }
        for (int32_t i = 0; i < BIGHT_MODEL_COUNT; i++) {
            bytes += bi_models[i]->bytes_shared != NULL ? bi_models[i]->bytes_shared(world) : 0;
        }
        return bytes;
    case BIGHT_MEMORY_NEAR:
        return (size_t)world->leaf_pairs.capacity * sizeof *world->leaf_pairs.pairs +
               (size_t)(world->near_capacity + world->worst_capacity) * sizeof *world->near;
    case BIGHT_MEMORY_CONTACTS:
        return (size_t)(world->contact_capacity + world->last_contacts.capacity) * sizeof *world->contacts +
               (size_t)(world->contact_links_capacity + world->last_contacts.links_capacity) *
                   sizeof *world->contact_links;
    case BIGHT_MEMORY_RESPONSE:
        return bi_response_bytes(world) - bi_response_matrix_bytes(world);
    case BIGHT_MEMORY_MATRICES:
        return bi_response_matrix_bytes(world);
    case BIGHT_MEMORY_OBSTACLES:
        bytes = (size_t)world->obstacle_capacity * sizeof *world->obstacles;
        for (int32_t i = 0; i < world->obstacle_count; i++) {
            const bi_obstacle *obstacle = &world->obstacles[i];
            bytes += tree_bytes(&obstacle->tree) + tree_bytes(&obstacle->placed);
            bytes += (size_t)obstacle->point_count * sizeof *obstacle->points;
            bytes += 3 * (size_t)obstacle->triangle_count * sizeof *obstacle->triangles;
            bytes += bi_sheet_part_bytes(obstacle);
        }
        return bytes;
    case BIGHT_MEMORY_PART_COUNT:
        break;
    }
    return 0;
}

size_t bight_world_memory(const bight_world *world)
{
    size_t bytes = 0;
    for (int32_t part = 0; part < BIGHT_MEMORY_PART_COUNT; part++) {
        bytes += bight_world_memory_part(world, (bight_memory_part)part);
    }
    return bytes;
}
