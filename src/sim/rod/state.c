// SPDX-License-Identifier: MIT
// What is told of rods, and hands that pull them.

#include "core/error.h"
#include "core/vec3.h"
#include "sim/rod/rod.h"

bight_status bight_rope_rod_state(const bight_world *world, bight_rope_id id, bight_rod_state *state)
{
    *state = (bight_rod_state){0};
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (rope->rod == NULL) {
        return BIGHT_ERROR_INVALID;
    }
    const bi_rod *rod = rope->rod;
    const bi_rod_solver *solver = world->rods;
    const bight_vec3 *at = world->at + rope->first;
    int32_t n = rod->nodes;
    *state = (bight_rod_state){.time = solver->time,
                               .tension = -HUGE_VAL,
                               .contacts = rod->contacts,
                               .sticking = rod->sticking,
                               .passes = solver->passes,
                               .error = solver->error,
                               .halvings = solver->halvings,
                               .stops = solver->stops};
    for (int32_t i = 0; i < n; i++) {
        double mass = bi_rod_mass(rope, i);
        state->mass += mass;
        state->kinetic += 0.5 * mass * v3_length_squared(rod->velocity[i]);
        state->gravity -= mass * v3_dot(rod->def.gravity, at[i]);
    }
    double l = rope->length, bend = 0.5 * rod->def.bend / (l * l * l);
    for (int32_t i = 0; i < rod->links; i++) {
        double length = v3_distance(at[i], at[(i + 1) % n]), by = length - l;
        state->stretch = bi_max(state->stretch, length / l);
        state->elastic += 0.5 * rod->def.stretch / l * by * by;
        state->tension = bi_max(state->tension, rod->tension[i]);
    }
    for (int32_t i = rope->closed ? 0 : 1; i < (rope->closed ? n : n - 1); i++) {
        bight_vec3 turn = v3_add(v3_sub(at[(i + n - 1) % n], at[i]), v3_sub(at[(i + 1) % n], at[i]));
        state->elastic += bend * v3_length_squared(turn);
    }
    return BIGHT_OK;
}

bight_status bight_rope_rod_tension(const bight_world *world, bight_rope_id id, double *tension,
                                    int32_t count)
{
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (rope->rod == NULL || count != rope->rod->links) {
        return BIGHT_ERROR_INVALID;
    }
    for (int32_t i = 0; i < count; i++) {
        tension[i] = rope->rod->tension[i];
    }
    return BIGHT_OK;
}

bight_status bight_hand_set_force(bight_world *world, bight_hand_id id, bight_vec3 force, double speed,
                                  bight_error *error)
{
    bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such hand");
    }
    if (world->ropes[hand->rope].rod == NULL) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "this hand holds a rope of another model: make it with BIGHT_MODEL_ROD");
    }
    if (!v3_is_finite(force) || !(v3_length_squared(force) < HUGE_VAL)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the force is not finite");
    }
    if (!(speed >= 0.0 && speed < HUGE_VAL)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "speed is %g: give 0 or more", speed);
    }
    hand->pulls = true;
    hand->force = force;
    hand->speed = speed;
    hand->target = world->at[world->ropes[hand->rope].first + hand->node];
    return BIGHT_OK;
}

bight_status bight_hand_force(const bight_world *world, bight_hand_id id, bight_vec3 *force)
{
    *force = v3(0, 0, 0);
    const bi_rope_hand *hand = bi_find_hand(world, id);
    if (hand == NULL) {
        return BIGHT_ERROR_STALE;
    }
    const bi_rope *rope = &world->ropes[hand->rope];
    if (rope->rod == NULL) {
        return BIGHT_ERROR_UNSUPPORTED;
    }
    const bi_rod *rod = rope->rod;
    bight_vec3 v = rod->velocity[hand->node];
    if (hand->pulls) {
        double along = v3_dot(v3_unit(hand->force, v3(0, 0, 0)), v);
        *force = hand->speed > 0.0 ? v3_mul(1.0 - along / hand->speed, hand->force) : hand->force;
        return BIGHT_OK;
    }

    // what keeps the node where it is against all else
    double mass = bi_rod_mass(rope, hand->node);
    bight_vec3 inner = bi_rod_inner_force(world, rope, hand->node, rod->tension);
    *force = v3_sub(v3_mul(-mass, rod->def.gravity), inner);
    return BIGHT_OK;
}
