// SPDX-License-Identifier: MIT
// The row of elastic rods.

#include "bight/rod_force.h"

#include "sim/model.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/vec3.h"
#include "sim/near.h"
#include "sim/response/response.h"
#include "sim/rod/frame.h"
#include "sim/rod/rod.h"

bight_rod_def bi_rod_def_default(void)
{
    return (bight_rod_def){
#define X(field, unit, words, least, most, standard) .field = (standard),
        BIGHT_ROD_FIELDS(X)
#undef X
    };
}

// A bend at rest: links that can make it, strands that do not sink into it.
static bight_status check_rest(const bight_rope_def *rope, bight_error *error)
{
    const bight_rod_def *def = &rope->rod;
    double k = def->rest_curvature;
    if (def->twist_friction > 0.0 && !(def->twist > 0.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.twist_friction is %g, and the rod carries no twist: give rod.twist above 0",
                       def->twist_friction);
    }
    if (!(k > 0.0 || def->rest_shape > 0.0)) {
        return BIGHT_OK;
    }
    const char *field = k > 0.0 ? "rest_curvature" : "rest_shape";
    if (k > 0.0 && def->rest_shape > 0.0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.rest_curvature and rod.rest_shape are both above 0: give one of them");
    }
    if (!(def->twist > 0.0)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.%s needs a rod.twist above 0: a rod that carries no twist has no side to bend to",
                       field);
    }
    if (k * rope->radius >= 1.0) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "rod.rest_curvature is %g: a rope of radius %g cannot bend so tightly, give less than %g", k,
            rope->radius, 1.0 / rope->radius);
    }
    if (k * rope->link_length > 1.0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "rod.rest_curvature is %g: links of %g are too long for it, give links of at most %g",
                       k, rope->link_length, 1.0 / k);
    }
    const bight_curve *curve = &rope->curve;
    int32_t n = curve->count;
    double l = rope->link_length, most = l * l / rope->radius;
    for (int32_t i = curve->closed ? 0 : 1; i < (curve->closed ? n : n - 1) && def->rest_shape > 0.0; i++) {
        bight_vec3 bend = v3_madd(v3_add(curve->points[(i + n - 1) % n], curve->points[(i + 1) % n]), -2.0,
                                  curve->points[i]);
        if (def->rest_shape * v3_length(bend) >= most) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "rod.rest_shape is %g: the rope bends at point %d more tightly than its radius, "
                           "give less, or a rounder curve",
                           def->rest_shape, (int)i);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_world *world, const bight_rope_def *rope, bight_error *error)
{
    const bight_rod_def *def = &rope->rod;
#define X(field, unit, words, least, most, standard)                                                         \
    if (!(def->field >= (least) && def->field <= (most))) {                                                  \
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "rod." #field " is %g: give %g to %g", def->field,     \
                       (double)(least), (double)(most));                                                     \
    }
    BIGHT_ROD_FIELDS(X)
#undef X
    bight_status status = check_rest(rope, error);
    status = status == BIGHT_OK ? bi_needle_check(rope, error) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    if (!v3_is_finite(def->gravity)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "rod.gravity is not finite: give three numbers");
    }
    if (!bi_response_is_solved(world)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "an elastic rod needs the solved response: make the world with BIGHT_RESPONSE_SOLVED");
    }
    for (int32_t i = 0; i < world->rope_count; i++) {
        const bi_rope *other = &world->ropes[i];
        if (other->alive && other->rod != NULL && other->rod->def.time_step != def->time_step) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "rod.time_step is %g and %g for rope %d: a cycle is one time step, give all rods the "
                "same",
                def->time_step, other->rod->def.time_step, i);
        }
    }
    return BIGHT_OK;
}

static void free_rope(const bight_allocator *allocator, bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    if (rod != NULL) {
        bi_twist_free(allocator, rod);
        bi_swing_free(allocator, rod);
        bi_needle_free(allocator, rope);
        bi_free_array(allocator, rod->velocity, (size_t)rod->count, sizeof *rod->velocity);
        bi_free_array(allocator, rod->node, (size_t)rod->count, sizeof *rod->node);
        bi_free_array(allocator, rod, 1, sizeof *rod);
        rope->rod = NULL;
    }
}

static bight_status make(bight_world *world, bi_rope *rope, const bight_rope_def *def)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    if (world->rods == NULL) {
        world->rods = bi_new_array(allocator, 1, sizeof *world->rods);
    }
    rope->rod = world->rods != NULL ? bi_new_array(allocator, 1, sizeof *rope->rod) : NULL;
    if (rope->rod == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    size_t count = (size_t)rope->count;
    *rope->rod = (bi_rod){.def = def->rod, .count = rope->count};
    rope->rod->velocity = bi_new_array(allocator, count, sizeof *rope->rod->velocity);
    rope->rod->node = bi_new_array(allocator, count, sizeof *rope->rod->node);
    bight_status status = bi_twist_make(allocator, rope, world->at + rope->first);
    status = status == BIGHT_OK ? bi_swing_make(allocator, rope->rod) : status;
    status = status == BIGHT_OK ? bi_needle_make(allocator, rope, world->at + rope->first) : status;
    if (rope->rod->velocity == NULL || rope->rod->node == NULL || status != BIGHT_OK) {
        free_rope(allocator, rope);
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < rope->count; i++) {
        rope->rod->velocity[i] = v3(0, 0, 0);
    }
    return BIGHT_OK;
}

static size_t bytes(const bi_rope *rope)
{
    return sizeof *rope->rod + (size_t)rope->rod->count * (sizeof(bight_vec3) + sizeof(bi_rod_node)) +
           bi_twist_bytes(rope->rod) + bi_swing_bytes(rope->rod) + bi_needle_bytes(rope);
}

// Settings that came later count in the hash of a world only where they are not the usual ones: a rod without them keeps its
// hash.
#define FIRST_FIELDS 12

static uint64_t hash_of(uint64_t hash, const bi_rope *rope)
{
    const bight_rod_def *def = &rope->rod->def, standards = bi_rod_def_default();
    int32_t place = 0;
#define X(field, unit, words, least, most, standard)                                                         \
    hash = place < FIRST_FIELDS || def->field != standards.field ? bi_hash_double(hash, def->field) : hash;  \
    place++;
    BIGHT_ROD_FIELDS(X)
#undef X
    hash = bi_hash_vec3(hash, def->gravity);
    hash = rope->rod->twist != NULL ? bi_frame_hash(hash, rope) : hash;
    hash = bi_swing_hash(hash, rope->rod);
    hash = bi_needle_hash(hash, rope);
    for (int32_t i = 0; i < rope->count; i++) {
        hash = bi_hash_vec3(hash, rope->rod->velocity[i]);
        hash = rope->rod->twist != NULL ? bi_hash_double(hash, rope->rod->twist->angle[i]) : hash;
    }
    return hash;
}

// Metres that a newton moves a node in one cycle from rest: h^2 / m.
static double give(const bi_rope *rope, int32_t node)
{
    double h = rope->rod->def.time_step;
    return h * h / bi_rod_mass(rope, node);
}

static void free_shared(bight_world *world)
{
    if (world->rods != NULL) {
        bi_rod_solver_free(&world->def.env.allocator, world->rods);
        bi_free_array(&world->def.env.allocator, world->rods, 1, sizeof *world->rods);
        world->rods = NULL;
    }
}

static size_t bytes_shared(const bight_world *world)
{
    return world->rods != NULL ? sizeof *world->rods + bi_rod_solver_bytes(world->rods) : 0;
}

// What the response moves it has to see: as far as nodes at thrice the speed of the last step come, and at least NEAR,
// at most FAR radii. Below BI_BEND_ARC - 2 radii a straight rod has no pair of links that is listed.
#define SEE_NEAR 1.05
#define SEE_FAR 1.8
#define SEE_REST 0.6

static bi_near_margin margin(const bight_world *world, bi_near_margin wanted)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->rod != NULL) {
            double way = SEE_REST * rope->radius + 3.0 * rope->rod->fastest * rope->rod->def.time_step;
            double links = bi_min(bi_max(way, SEE_NEAR * rope->radius), SEE_FAR * rope->radius);
            wanted.links = bi_max(wanted.links, links);
        }
    }
    return wanted;
}

// A rod has inertia: it is solved for in every cycle.
#define ALWAYS 2

static bight_status begin(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->rod != NULL) {
            rope->engaged = rope->engaged < ALWAYS ? ALWAYS : rope->engaged;
            bi_twist_begin(world, rope);
        }
    }
    bi_link_hands_begin(world);
    return BIGHT_OK;
}

// One Newton step leaves tensions off by what links turn in it: that would damp a rod with steps of second order more than
// these do. A needle that turns is in the first step longer by the square of that, and the second one shortens it.
static bool asks_twice(const bi_rope *rope)
{
    return rope->rod->swing != NULL || rope->rod->needle != NULL;
}

// Links have turned as far as their nodes have gone.
static void cut(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->island.taken < 1.0) {
            bi_rod_turn_part(rope, rope->island.taken);
        }
    }
}

static void commit(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->rod != NULL && rope->rod->twist != NULL && rope->rod->twist->frame != NULL) {
            bi_frame_update(world, rope, &world->response->found); // hands feel it
        }
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (world->ropes[r].alive && world->ropes[r].rod != NULL && world->ropes[r].rod->needle != NULL) {
            bi_twist_wind_needle(world, &world->ropes[r]);
            bi_needle_commit(world, &world->ropes[r]); // likewise
        }
    }
    bi_rods_feel_hands(world);
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rope *rope = &world->ropes[r];
        if (!rope->alive || rope->rod == NULL) {
            continue;
        }
        double fastest = 0.0;
        bi_swing_commit(world, rope);
        for (int32_t i = 0; i < rope->count; i++) {
            fastest = bi_max(fastest, v3_length_squared(rope->rod->velocity[i]));
        }
        rope->rod->fastest = sqrt(fastest);
        bi_twist_commit(world, rope);
    }
    bi_link_hands_commit(world);
}

// Newton steps that lead farther are shortened to that (response/solve.c).
static double speed_limit(const bight_world *world)
{
    return world->def.speed_limit;
}

const bi_model bi_rod_model = {.check = check,
                               .make = make,
                               .free = free_rope,
                               .bytes = bytes,
                               .hash = hash_of,
                               .give = give,
                               .free_shared = free_shared,
                               .bytes_shared = bytes_shared,
                               .margin = margin,
                               .begin = begin,
                               .newton = bi_rods_newton,
                               .turn = bi_rods_turn,
                               .asks_twice = asks_twice,
                               .cut = cut,
                               .commit = commit,
                               .stretches = true,
                               .speed_limit = speed_limit};

// ---- what one asks a rod for -----------------------------------------------------------------------------

static double tension_of(const bight_world *world, const bi_rope *rope, int32_t link)
{
    int32_t i = rope->first + link;
    if (bi_needle_has(rope->rod->needle, link)) {
        bight_vec3 along = v3_unit(v3_sub(world->at[i + 1], world->at[i]), v3(1, 0, 0));
        return v3_dot(bi_needle_force(rope, world->at + rope->first, link), along);
    }
    double length = v3_distance(world->at[bi_next(rope, i)], world->at[i]);
    return rope->rod->def.stretch * (length / rope->length - 1.0);
}

double bight_rope_tension(const bight_world *world, bight_rope_id id, int32_t link)
{
    const bi_rope *rope = bi_find_rope(world, id);
    bool there = rope != NULL && rope->rod != NULL && link >= 0 && link < bi_link_count(rope);
    return there ? tension_of(world, rope, link) : 0.0;
}

// C (angle / l - rest)
static double moment_of(const bi_rope *rope, int32_t node)
{
    const bi_rod *rod = rope->rod;
    bool end = !rope->closed && (node == 0 || node == rope->count - 1);
    return rod->twist == NULL || end
               ? 0.0
               : rod->def.twist * (rod->twist->angle[node] / rope->length - rod->def.rest_twist);
}

double bight_rope_twist(const bight_world *world, bight_rope_id id, int32_t node)
{
    const bi_rope *rope = bi_find_rope(world, id);
    bool there = rope != NULL && rope->rod != NULL && node >= 0 && node < rope->count;
    return there ? moment_of(rope, node) : 0.0;
}

double bight_rope_bending(const bight_world *world, bight_rope_id id, int32_t node)
{
    const bi_rope *rope = bi_find_rope(world, id);
    int32_t n = rope != NULL ? rope->count : 0;
    bool end = rope != NULL && !rope->closed && (node == 0 || node == n - 1);
    if (rope == NULL || rope->rod == NULL || node < 0 || node >= n || end || bi_is_stiff(rope, node)) {
        return 0.0;
    }
    const bight_vec3 *x = world->at + rope->first;
    bight_vec3 bend = v3_madd(v3_add(x[(node + n - 1) % n], x[(node + 1) % n]), -2.0, x[node]);
    for (int32_t side = 0; side < 2; side++) {
        bend = v3_madd(bend, -0.5, bi_frame_rest_bend(rope, x, node, side));
    }
    return rope->rod->def.bend / (rope->length * rope->length) * v3_length(bend);
}

bight_status bight_rope_rod_state(const bight_world *world, bight_rope_id id, bight_rod_state *state)
{
    *state = (bight_rod_state){0};
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL || rope->rod == NULL) {
        return rope == NULL ? BIGHT_ERROR_STALE : BIGHT_ERROR_INVALID;
    }
    const bi_rod *rod = rope->rod;
    const bight_vec3 *x = world->at + rope->first;
    int32_t n = rope->count;
    double l = rope->length;
    state->tension = -HUGE_VAL;
    for (int32_t i = 0; i < n; i++) {
        double m = bi_rod_mass(rope, i);
        state->mass += m;
        state->kinetic += 0.5 * m * v3_length_squared(rod->velocity[i]);
        state->gravity -= m * v3_dot(rod->def.gravity, x[i]);
        if (i < bi_link_count(rope)) {
            double spin = rod->def.time_step * bi_rod_speed(rope, i);
            state->kinetic += spin != 0.0 ? 0.5 * bi_link_inertia(rope) * spin * spin : 0.0;
            double tension = tension_of(world, rope, i);
            state->tension = bi_max(state->tension, tension);
            bool needle = bi_needle_has(rod->needle, i);
            double stiff = needle ? rod->needle->stretch : rod->def.stretch;
            double force2 = needle ? v3_length_squared(bi_needle_force(rope, x, i)) : tension * tension;
            state->stretch = bi_max(state->stretch, 1.0 + tension / stiff);
            state->elastic += 0.5 * force2 * l / stiff;
        }
        if (rope->closed || (i > 0 && i + 1 < n && !bi_is_stiff(rope, i))) {
            bight_vec3 bend = v3_madd(v3_add(x[(i + n - 1) % n], x[(i + 1) % n]), -2.0, x[i]);
            for (int32_t side = 0; side < 2; side++) {
                bight_vec3 more = v3_sub(bend, bi_frame_rest_bend(rope, x, i, side));
                state->bending += 0.25 * rod->def.bend / (l * l * l) * v3_length_squared(more);
            }
            double moment = moment_of(rope, i);
            state->twisting += moment != 0.0 ? 0.5 * moment * moment * l / rod->def.twist : 0.0;
            state->turns += rod->twist != NULL ? rod->twist->angle[i] / 6.283185307179586 : 0.0;
        }
    }
    return BIGHT_OK;
}
