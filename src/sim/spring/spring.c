// SPDX-License-Identifier: MIT
// Spring ropes: making them, what they are asked for.

#include "sim/spring/spring.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/vec3.h"

#include <string.h>

// Average stretch that nodes are reserved for. Points lie at least alpha / 2 apart on average, since no point
// stays whose neighbours are closer than alpha.
#define ROOM_STRETCH 2.0

bight_spring_def bi_spring_def_default(void)
{
    return (bight_spring_def){
#define X(field, unit, words, least, most, standard) .field = (standard),
        BIGHT_SPRING_FIELDS(X)
#undef X
    };
}

bight_status bi_spring_check(const bight_world *world, const bight_spring_def *def, bight_error *error)
{
    // each number in its own range
#define X(field, unit, words, least, most, standard)                                                         \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "spring." #field " is %g: give %g to %g", def->field,  \
                       (double)(least), (double)(most));                                                     \
    }

    BIGHT_SPRING_FIELDS(X)
#undef X

    // what depends on two of them
    if (!(def->alpha < def->beta)) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "spring.alpha is %g and spring.beta %g: alpha must be smaller, or every division would "
            "be undone at once",
            def->alpha, def->beta);
    }

    if (!v3_is_finite(def->gravity)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "spring.gravity is not finite: give three numbers");
    }

    // a cycle is one time step of all
    for (int32_t i = 0; i < world->rope_count; i++) {
        const bi_rope *other = &world->ropes[i];
        if (other->alive && other->springs != NULL && other->springs->def.time_step != def->time_step) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "spring.time_step is %g and %g for rope %d: a cycle is one time step, give all "
                           "spring ropes the same",
                           def->time_step, other->springs->def.time_step, i);
        }
    }
    return BIGHT_OK;
}

int64_t bi_spring_room(const bight_rope_def *def, double rest_length)
{
    double points = ROOM_STRETCH * rest_length / (0.5 * def->spring.alpha * def->radius);
    double most = BIGHT_MAX_NODES + 1.0;
    int64_t room = points < most ? (int64_t)points + 8 : (int64_t)most;
    return room > 2 * (int64_t)def->curve.count ? room : 2 * (int64_t)def->curve.count;
}

bight_status bi_springs_make(bight_world *world, bi_rope *rope, const bight_spring_def *def, double rest)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_springs *springs = bi_new_array(allocator, 1, sizeof *springs);
    if (springs == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    size_t room = (size_t)rope->room;
    *springs = (bi_springs){.def = *def, .room = rope->room, .fresh = true};
    springs->point = bi_new_array(allocator, room, sizeof *springs->point);
    springs->spare = bi_new_array(allocator, room, sizeof *springs->spare);
    springs->moved_to = bi_new_array(allocator, room, sizeof *springs->moved_to);
    if (springs->point == NULL || springs->spare == NULL || springs->moved_to == NULL) {
        bi_springs_free(allocator, springs);
        return BIGHT_ERROR_NO_MEMORY;
    }

    // each point has half of the mass of the segments beside it
    const bight_vec3 *at = world->at + rope->first;
    for (int32_t i = 0; i < bi_link_count(rope); i++) {
        int32_t next = i + 1 < rope->count ? i + 1 : 0;
        double length = rest > 0.0 ? rest : v3_distance(at[i], at[next]);
        springs->point[i].rest = length;
        springs->point[i].right_mass = springs->point[next].left_mass = 0.5 * def->density * length;
        springs->state.rest_length += length;
        springs->state.mass += def->density * length;
    }

    // every point starts its recurrence from its velocity
    for (int32_t i = 0; i < rope->count; i++) {
        springs->point[i].touched = true;
    }

    springs->state.length = springs->state.rest_length;
    springs->state.stretch = 1.0;
    rope->springs = springs;
    return BIGHT_OK;
}

void bi_springs_free(const bight_allocator *allocator, bi_springs *springs)
{
    if (springs == NULL) {
        return;
    }
    size_t room = (size_t)springs->room;
    bi_free_array(allocator, springs->point, room, sizeof *springs->point);
    bi_free_array(allocator, springs->spare, room, sizeof *springs->spare);
    bi_free_array(allocator, springs->moved_to, room, sizeof *springs->moved_to);
    bi_free_array(allocator, springs, 1, sizeof *springs);
}

size_t bi_springs_bytes(const bi_springs *springs)
{
    BI_ASSERT(springs != NULL);
    return sizeof *springs + (size_t)springs->room * (2 * sizeof *springs->point + sizeof *springs->moved_to);
}

uint64_t bi_springs_hash(uint64_t hash, const bi_rope *rope)
{
    for (int32_t i = 0; i < rope->count; i++) {
        const bi_control_point *point = &rope->springs->point[i];
        hash = bi_hash_double(bi_hash_double(hash, point->left_mass), point->right_mass);
        hash = bi_hash_vec3(bi_hash_vec3(hash, point->left_velocity), point->right_velocity);
        hash = bi_hash_vec3(bi_hash_vec3(hash, point->left_step), point->right_step);
        hash = bi_hash_word(bi_hash_double(hash, point->rest), point->touched);
    }
    for (int32_t end = 0; end < 2; end++) {
        hash = bi_hash_double(hash, rope->springs->pull[end].section);
        hash = bi_hash_vec3(hash, rope->springs->pull[end].force);
    }
    return hash;
}

bight_status bight_rope_pull(bight_world *world, bight_rope_id id, int32_t end, double section,
                             bight_vec3 force, bight_error *error)
{
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such rope");
    }
    if (rope->springs == NULL || rope->closed) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       rope->closed ? "a closed rope has no end to pull: cut it open"
                                    : "only spring ropes are pulled by forces: use a hand, or make it one");
    }
    if (end != 0 && end != 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the rope has no end %d: give 0 or 1", end);
    }
    if (!(section >= 0.0 && section < 1e9)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the section is %g long: give 0 metres or more",
                       section);
    }
    if (!v3_is_finite(force)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the force is not finite: give three numbers");
    }
    rope->springs->pull[end] = (bi_spring_pull){.section = section, .force = force};
    return BIGHT_OK;
}

bight_status bight_rope_spring_state(const bight_world *world, bight_rope_id id, bight_spring_state *state)
{
    *state = (bight_spring_state){0};
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (rope->springs == NULL) {
        return BIGHT_ERROR_INVALID;
    }
    *state = rope->springs->state;
    return BIGHT_OK;
}
