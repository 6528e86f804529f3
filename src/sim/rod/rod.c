// SPDX-License-Identifier: MIT

#include "sim/rod/rod.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/vec3.h"

bight_rod_def bi_rod_def_default(void)
{
    return (bight_rod_def){
#define X(field, unit, words, least, most, standard) .field = (standard),
        BIGHT_ROD_FIELDS(X)
#undef X
    };
}

// A stiffer link than this in shares of its inertia leaves too few digits to everything else.
#define MOST_RATIO 1e11

bight_status bi_rod_check(const bight_world *world, const bight_rope_def *rope, bight_error *error)
{
    const bight_rod_def *def = &rope->rod;
#define X(field, unit, words, least, most, standard)                                                         \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, #field " of the rod is %g: give %g to %g", def->field, \
                       (double)(least), (double)(most));                                                     \
    }
    BIGHT_ROD_FIELDS(X)
#undef X
    if (!v3_is_finite(def->gravity)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "gravity of the rod is not finite");
    }
    if (rope->curve.closed && rope->curve.count < 5) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the closed rod has %d points: give at least 5",
                       rope->curve.count);
    }
    double length = v3_distance(rope->curve.points[0], rope->curve.points[1]), dt = def->time_step;
    double bend = 16.0 * def->bend / (length * length), stiff = (def->stretch + bend) / (length * length);
    stiff *= 1.0 + def->damping / dt;
    if (!(stiff * dt * dt < MOST_RATIO * def->density)) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the rod is too stiff for its density %g: give a shorter time_step than %g, or less of stretch, "
            "bend or damping",
            def->density, dt);
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (bi_is_rod(&world->ropes[r]) && world->ropes[r].rod->def.time_step != dt) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "time_step of the rod is %g, that of another is %g: give all rods the same", dt,
                           world->ropes[r].rod->def.time_step);
        }
    }
    return BIGHT_OK;
}

// Every array of a rod.
#define ARRAYS(X) X(velocity) X(tension) X(next_tension) X(strip.node) X(right) X(step) X(fixed) X(touched)

bight_status bi_rod_make(bight_world *world, bi_rope *rope, const bight_rope_def *def)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    if (world->rods == NULL) {
        world->rods = bi_new_array(allocator, 1, sizeof *world->rods);
    }
    bi_rod *rod = world->rods != NULL ? bi_new_array(allocator, 1, sizeof *rod) : NULL;
    if (rod == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bool complete = true;
    *rod = (bi_rod){.def = def->rod, .nodes = rope->count, .links = bi_link_count(rope)};
    rod->strip.count = rope->count;
    rod->strip.closed = rope->closed;
#define X(array)                                                                                             \
    rod->array = bi_new_array(allocator, (size_t)rod->nodes, sizeof *rod->array);                            \
    complete = complete && rod->array != NULL;
    ARRAYS(X)
#undef X
    rope->rod = rod;
    if (!complete) {
        bi_rod_free(allocator, rope);
        return BIGHT_ERROR_NO_MEMORY;
    }
    return BIGHT_OK;
}

void bi_rod_free(const bight_allocator *allocator, bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    if (rod == NULL) {
        return;
    }
#define X(array) bi_free_array(allocator, rod->array, (size_t)rod->nodes, sizeof *rod->array);
    ARRAYS(X)
#undef X
    bi_free_array(allocator, rod, 1, sizeof *rod);
    rope->rod = NULL;
}

size_t bi_rod_bytes(const bi_rope *rope)
{
    size_t bytes = sizeof *rope->rod;
#define X(array) bytes += (size_t)rope->rod->nodes * sizeof *rope->rod->array;
    ARRAYS(X)
#undef X
    return bytes;
}

uint64_t bi_rod_hash(uint64_t hash, const bi_rope *rope)
{
    for (int32_t i = 0; i < rope->rod->nodes; i++) {
        hash = bi_hash_vec3(hash, rope->rod->velocity[i]);
        hash = bi_hash_double(hash, rope->rod->tension[i]);
    }
    return hash;
}

// ---- what all rods share --------------------------------------------------------------------------------

#define SHARED(X)                                                                                            \
    X(now.at, now.capacity)                                                                                  \
    X(before.at, before.capacity)                                                                            \
    X(last.at, last.capacity)                                                                                \
    X(w, w_capacity)                                                                                         \
    X(w_part, w_part_capacity)                                                                               \
    X(y, y_capacity)                                                                                         \
    X(start, start_capacity)                                                                                 \
    X(scratch, scratch_capacity)

void bi_rod_free_shared(bight_world *world)
{
    bi_rod_solver *rods = world->rods;
    const bight_allocator *allocator = &world->def.env.allocator;
    if (rods == NULL) {
        return;
    }
#define X(array, capacity) bi_free_array(allocator, rods->array, (size_t)rods->capacity, sizeof *rods->array);
    SHARED(X)
#undef X
    bi_free_array(allocator, rods, 1, sizeof *rods);
    world->rods = NULL;
}

size_t bi_rod_bytes_shared(const bight_world *world)
{
    const bi_rod_solver *rods = world->rods;
    if (rods == NULL) {
        return 0;
    }
    size_t bytes = sizeof *rods;
#define X(array, capacity) bytes += (size_t)rods->capacity * sizeof *rods->array;
    SHARED(X)
#undef X
    return bytes;
}

uint64_t bi_rod_hash_shared(uint64_t hash, const bight_world *world)
{
    for (int32_t i = 0; i < world->rods->last.count; i++) {
        const bi_rod_contact *c = &world->rods->last.at[i];
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)c->a << 32 | (uint32_t)c->b);
        hash = bi_hash_vec3(hash, c->force);
    }
    return hash;
}
