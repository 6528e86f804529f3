// SPDX-License-Identifier: MIT

#include "cloth/elastic.h"
#include "core/error.h"
#include "cloth/cord.h"
#include "cloth/world.h"
#include "core/hash.h"
#include "geom/pose.h"

#include <string.h>

#define WORLD_COOKIE 0xC107B164u

bight_cloth_world_def bight_cloth_world_def_default(void)
{
    return (bight_cloth_world_def){.gravity = {0.0, -9.81, 0.0},
#define X(field, words, least, most, standard) .field = standard,
                                   BIGHT_CLOTH_WORLD_FIELDS(X) BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
                                       .cookie = WORLD_COOKIE};
}

static bight_status check(const bight_cloth_world_def *def, bight_error *error)
{
    if (def->cookie != WORLD_COOKIE) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the cloth world definition was not initialised: start from bight_cloth_world_def_default()");
    }

    // scalars, within the ranges of BIGHT_CLOTH_WORLD_FIELDS
#define X(field, words, least, most, standard)                                                               \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, #field " is %g: give %g to %g", def->field,            \
                       (double)(least), (double)(most));                                                     \
    }
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X

    // counts, within the ranges of BIGHT_CLOTH_WORLD_COUNTS
#define X(field, words, least, most, standard)                                                               \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, #field " is %d: give %d to %d", def->field, (least),   \
                       (most));                                                                              \
    }
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X

    // gravity and threads are in neither list
    if (!v3_is_finite(def->gravity)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "gravity is not finite: give three numbers");
    }

    if (def->env.threads < 0 || def->env.threads > 64) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "threads is %d: give 1 to 64, or 0 for 1",
                       def->env.threads);
    }

    return BIGHT_OK;
}

bight_status bight_cloth_world_create(const bight_cloth_world_def *def, bight_cloth_world **world,
                                      bight_error *error)
{
    *world = NULL;
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_cloth_world *made = bi_new_array(&def->env.allocator, 1, sizeof *made);
    if (made == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a cloth world");
    }
    made->def = *def;
    made->control.scale = made->control.reach = made->settle.softness = 1.0;
    made->near.room = 0.25; // how much there is to list is not known yet
    *world = made;
    return BIGHT_OK;
}

bight_status bight_cloth_world_set_def(bight_cloth_world *world, const bight_cloth_world_def *def,
                                       bight_error *error)
{
    bight_status status = check(def, error);
    if (status == BIGHT_OK) {
        bight_env env = world->def.env;
        world->def = *def;
        world->def.env = env;
        world->topology.built = false;
    }
    return status;
}

bight_cloth_world_def bight_cloth_world_get_def(const bight_cloth_world *world)
{
    return world->def;
}

static void free_pairs(const bight_allocator *allocator, bi_pair_list *list)
{
    if (list->capacity > 0) {
        bi_free_array(allocator, list->pairs, (size_t)list->capacity, sizeof *list->pairs);
    }
}

static void free_buffer(const bight_allocator *allocator, void *buffer, int32_t capacity, size_t size)
{
    if (capacity > 0) {
        bi_free_array(allocator, buffer, (size_t)capacity, size);
    }
}

void bight_cloth_world_destroy(bight_cloth_world *world)
{
    if (world == NULL) {
        return;
    }

    // buffers of every part, and those of vertices
    bight_allocator allocator = world->def.env.allocator;
#define FREE(type, name) free_buffer(&allocator, of->name, of->name##_capacity, sizeof(type));
#define X(part, type, LIST)                                                                                  \
    {                                                                                                        \
        type *of = &world->part;                                                                             \
        (void)of;                                                                                            \
        LIST(FREE)                                                                                           \
    }
    BI_CLOTH_PARTS(X)
#undef X
    bight_cloth_world *of = world;
    BI_VERTEX_BUFFERS(FREE)
#undef FREE

    // what has its own way of being freed
    bi_crossings_free(&allocator, &world->tangle.pierced);
    bi_contours_free(&allocator, &world->tangle.contours);
    bi_surface_free(&allocator, &world->topology.surface);
    bi_box_tree_free(&allocator, &world->topology.sheet_tree);
    bi_box_tree_free(&allocator, &world->topology.body_tree);
    free_pairs(&allocator, &world->near.parts);
    free_pairs(&allocator, &world->near.body_parts);
    free_pairs(&allocator, &world->cords.parts);
    bi_gather_free(&allocator, &world->cords.found[0]);
    bi_gather_free(&allocator, &world->cords.found[1]);
    for (size_t i = 0; i < sizeof world->near.found / sizeof *world->near.found; i++) {
        bi_gather_free(&allocator, &world->near.found[i]);
    }
    bi_free_array(&allocator, world, 1, sizeof *world);
}

bi_cloth_sheet *bi_find_cloth_sheet(const bight_cloth_world *world, bight_cloth_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->sheets.count) {
        return NULL;
    }
    bi_cloth_sheet *panel = &world->sheets.items[id.index1 - 1];
    return panel->generation == id.generation ? panel : NULL;
}

static uint64_t hash_floats(uint64_t hash, const float *x, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        hash = bi_hash_double(hash, (double)x[k]);
    }
    return hash;
}

static uint64_t hash_contact(uint64_t hash, const bi_contact *contact)
{
    hash = bi_hash_word(hash, (uint64_t)(uint32_t)contact->a << 32 | (uint64_t)(uint32_t)contact->b);
    hash = bi_hash_word(hash, (uint64_t)contact->kind << 8 | (uint64_t)(contact->side + 1));
    hash = hash_floats(hash, contact->anchor.weight, 4);
    hash = hash_floats(hash, contact->anchor.offset, 3);
    hash = hash_floats(hash, contact->anchor.slid, 2);
    return hash_floats(hash, contact->anchor.local, 3);
}

uint64_t bight_cloth_world_hash(const bight_cloth_world *world)
{
    uint64_t hash = BI_HASH_START;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        hash = bi_hash_vec3(hash, world->at[i]);
        hash = bi_hash_vec3(hash, world->velocity[i]);
        hash = bi_hash_word(hash, world->flags[i] & BI_FIXED);
    }

    // what steps have learnt about themselves
    for (int32_t i = 0; i < world->vertex_count && world->topology.built && world->control.steps > 0; i++) {
        hash = hash_floats(hash, &world->growth.damping[i], 1);
    }

    // what holds and pushes cloth from outside: welds, hands, obstacles
    for (int32_t i = 0; i < 2 * world->seams.count; i++) {
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)world->welds.into[world->seams.items[i / 2].v[i % 2]]);
    }
    for (int32_t i = 0; i < world->hands.count; i++) {
        hash = bi_hash_word(hash, world->hands.items[i].alive);
        hash = bi_hash_vec3(hash, world->hands.items[i].target);
    }
    for (int32_t n = 0; n < world->hands.grip_count; n++) {
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)world->hands.grips[n].vertex);
        hash = bi_hash_vec3(hash, world->hands.grips[n].offset);
    }
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        const bi_cloth_obstacle *obstacle = &world->obstacles.items[i];
        hash = bi_pose_hash(bi_pose_hash(hash, &obstacle->pose), &obstacle->target);
        hash = bi_hash_word(bi_pose_hash(hash, &obstacle->rubbed), obstacle->moved);
        for (int32_t k = 0; k < 4 && obstacle->rigid.mass > 0.0; k++) {
            hash = bi_hash_vec3(bi_hash_double(hash, obstacle->rigid.mass), obstacle->rigid.velocity[k]);
        }
    }

    // what steps remember: sides and anchors of contacts, who yields at contours
    for (int32_t i = 0; i < world->contacts.count; i++) {
        hash = hash_contact(hash, &world->contacts.items[i]);
    }
    for (int32_t i = 0; i < world->sheets.count; i++) {
        const bi_cloth_sheet *panel = &world->sheets.items[i];
        if (panel->material.bend_friction > 0.0) {
            hash = hash_floats(hash, world->bend_friction.slipped + 3 * (size_t)panel->first_triangle,
                               3 * panel->triangle_count);
            hash = hash_floats(hash, world->bend_friction.share + 3 * (size_t)panel->first_triangle,
                               3 * panel->triangle_count);
        }
    }
    hash = bi_cords_hash(world, hash);
    hash = bi_hash_word(hash, world->solver.slow);
    for (int32_t i = 0; i < world->vertex_count && world->topology.built && world->tangle.pierced.count > 0;
         i++) {
        hash = bi_hash_word(hash, world->yield.yields[i]);
    }

    // not the lists: a question, or a cord that is refused, may make them again
    const double scalars[] = {world->control.scale,  world->settle.softness, world->control.last_contour,
                              world->growth.ceiling, world->near.room,       world->control.moved};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        hash = bi_hash_double(hash, scalars[i]);
    }
    hash = world->control.reach < 1.0 ? bi_hash_double(hash, world->control.reach) : hash;
    hash = bi_hash_word(hash, (uint64_t)(uint32_t)world->seams.drawn);
    hash = world->layers.parted ? hash : bi_hash_word(hash, 1);
    return bi_hash_word(hash, (uint64_t)(uint32_t)world->control.calm);
}

static size_t tree_bytes(const bi_box_tree *tree)
{
    return (size_t)tree->level_first[tree->level_count] * sizeof *tree->boxes +
           (size_t)tree->leaf_count * sizeof *tree->order;
}

size_t bight_cloth_world_memory(const bight_cloth_world *world)
{
    size_t total = sizeof *world;

    // buffers of every part, and those of vertices
#define COUNT(type, name) total += (size_t)of->name##_capacity * sizeof(type);
#define X(part, type, LIST)                                                                                  \
    {                                                                                                        \
        const type *of = &world->part;                                                                       \
        (void)of;                                                                                            \
        LIST(COUNT)                                                                                          \
    }
    BI_CLOTH_PARTS(X)
#undef X
    const bight_cloth_world *of = world;
    BI_VERTEX_BUFFERS(COUNT)
#undef COUNT

    // edges, sides and corners of the surface; crossings; hierarchies and what walks down them find
    const bi_surface *s = &world->topology.surface;
    total += (size_t)s->edge_count * 3 * sizeof(int32_t) +
             (size_t)s->triangle_count * (9 * sizeof(int32_t) + 1) +
             (size_t)s->vertex_count * sizeof(int32_t);
    total += (size_t)world->tangle.pierced.capacity * sizeof *world->tangle.pierced.items +
             (size_t)world->tangle.contours.crossing_capacity * 8 * sizeof(int32_t);
    total += tree_bytes(&world->topology.sheet_tree) + tree_bytes(&world->topology.body_tree);
    total += (size_t)(world->near.parts.capacity + world->near.body_parts.capacity) *
             sizeof *world->near.parts.pairs;
    for (size_t i = 0; i < sizeof world->near.found / sizeof *world->near.found; i++) {
        const bi_gather *gather = &world->near.found[i];
        total += (size_t)gather->part_capacity * sizeof *gather->parts;
        for (int32_t k = 0; k < gather->part_capacity; k++) {
            total += (size_t)gather->parts[k].capacity * gather->item_size;
        }
    }

    return total + bi_cords_bytes(world);
}

bight_cloth_energy bight_cloth_world_energy(const bight_cloth_world *world)
{
    return world->topology.built ? bi_cloth_energy(world) : (bight_cloth_energy){0};
}
