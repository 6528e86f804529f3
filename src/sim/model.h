// SPDX-License-Identifier: MIT
// What a model of ropes is: a row of functions. The cycle (sim/step.c), hands, contact and the bookkeeping of
// the world ask the row of a rope and never which model it has. NULL: the model has nothing to do there.

#pragma once

#include "sim/near.h"
#include "sim/world_state.h"

typedef struct bi_model {
    // ---- one rope
    // ------------------------------------------------------------------------------------------

    /// Refuse settings out of range.
    bight_status (*check)(const bight_world *world, const bight_rope_def *def, bight_error *error);

    /// The most nodes that the rope may have, at least def->curve.count. NULL: as many as it has at first.
    int64_t (*room)(const bight_rope_def *def, double rest_length);

    /// Make what a rope owns besides its nodes, which lie in world->at already, and what all ropes of the
    /// model share. On failure the rope owns nothing.
    bight_status (*make)(bight_world *world, bi_rope *rope, const bight_rope_def *def);

    /// Free what make() made for the rope; a rope without it is fine.
    void (*free)(const bight_allocator *allocator, bi_rope *rope);

    size_t (*bytes)(const bi_rope *rope);

    /// Mix in all that decides the future of the rope besides its nodes.
    uint64_t (*hash)(uint64_t hash, const bi_rope *rope);

    /// Metres of one link at rest. NULL: rope->length.
    double (*rest_length)(const bi_rope *rope, int32_t link);

    /// Metres that a newton moves a node in one cycle from rest. NULL: loads of this model are metres a
    /// cycle.
    double (*give)(const bi_rope *rope, int32_t node);

    // ---- what all ropes of the model share
    // -----------------------------------------------------------------

    void (*free_shared)(bight_world *world);
    size_t (*bytes_shared)(const bight_world *world);
    uint64_t (*hash_shared)(uint64_t hash, const bight_world *world);

    // ---- the cycle: for all ropes of the model at once, and only when there are some
    // -----------------------

    /// How far from each other pairs must be listed for the next cycle, given what others need.
    bi_near_margin (*margin)(const bight_world *world, bi_near_margin others);

    /// Before the state is kept: nodes may be added and removed, none may move. A failure leaves a valid
    /// state.
    bight_status (*begin)(bight_world *world);

    /// Before the hands move: mark in world->held what leads in this cycle besides them; release() clears it.
    /// @return Clusters of links in contact.
    int32_t (*hold)(bight_world *world);

    /// Write the motion that the model proposes into world->at; world->before is the state. Hands have moved.
    bight_status (*propose)(bight_world *world);

    void (*release)(bight_world *world);

    /// One Newton step of the group that the response solves for (sim/response), all of this model, or of rods and other
    /// ropes that touch them: fill x of its chain nodes. NULL: the response leaves ropes of this model to their own laws.
    bight_status (*newton)(bight_world *world);

    /// What a Newton step moves beside nodes (of rods: angles of links) becomes part x what it was + step x what the last
    /// Newton step found. NULL: there is nothing.
    void (*turn)(const bight_world *world, double part, double step);

    /// Whether a cycle of the rope takes two Newton steps also where one will do. NULL: it does not.
    bool (*asks_twice)(const bi_rope *rope);

    /// The motion is proved. What was shortened has island.taken below 1.
    void (*cut)(bight_world *world);

    /// The response is about to shift nodes to `to`: limit the strain of the links there. Grasped nodes stay.
    void (*limit_strain)(const bight_world *world, bight_vec3 *to);

    /// All positions are final. The last thing that may fail.
    bight_status (*end)(bight_world *world);

    /// The cycle failed: undo what begin() did not do.
    void (*restore)(bight_world *world);

    /// The cycle succeeded: keep for the next one what this one found.
    void (*commit)(bight_world *world);

    // ---- hands
    // ---------------------------------------------------------------------------------------------

    /// A rope of this model stretches as far as its hands pull it: bight_world_def.stretch_limit does not
    /// stop them.
    bool stretches;

    /// Lead the node of a hand by a step that all limits allow. NULL: that is only its aim, and the model's law says
    /// how far the node gets.
    void (*lead)(bight_world *world, bi_rope_hand *hand, bight_vec3 by);

    // ---- contact
    // -------------------------------------------------------------------------------------------

    /// Links in contact hold each other: they lead in the next cycle, and are put a slip beyond touching.
    bool holds;

    /// The model's own law of contact, for pairs of which one link is its own: metres that each side is
    /// shifted, not above 0 for a pair that may stay. NULL: the usual law (sim/contact.c). Goes with strike.
    double (*shift)(const bight_world *world, const bi_near *near);

    /// The pair was shifted: change the velocities.
    /// @param normal Unit, from b (or the obstacle) towards a.
    void (*strike)(bight_world *world, const bi_near *near, bight_vec3 normal);

    // ---- measurements
    // ----------------------------------------------------------------------------------

    /// Radii that no node passes in a cycle. NULL: the model promises neither this nor lengths (sim/worst.c).
    double (*speed_limit)(const bight_world *world);
} bi_model;

extern const bi_model bi_ftl_model;        ///< sim/ftl/model.c
extern const bi_model bi_spring_model;     ///< sim/spring/model.c
extern const bi_model bi_projection_model; ///< sim/projection/model.c
extern const bi_model bi_rod_model;        ///< sim/rod/model.c

/// The table, by bight_rope_model.
extern const bi_model *const bi_models[BIGHT_MODEL_COUNT];

static inline const bi_model *bi_model_of(const bi_rope *rope)
{
    BI_ASSERT((unsigned)rope->model < BIGHT_MODEL_COUNT);
    return bi_models[rope->model];
}

/// The model of the rope that a link belongs to.
static inline const bi_model *bi_link_model(const bight_world *world, int32_t link)
{
    BI_ASSERT(link >= 0 && link < world->node_count);
    return bi_model_of(&world->ropes[world->rope_of[link]]);
}

// ---- the table from its first row to its last: rows of models that have ropes -----------------------

bight_status bi_models_begin(bight_world *world);

/// @return Clusters of links in contact.
int32_t bi_models_hold(bight_world *world);

bight_status bi_models_propose(bight_world *world);
void bi_models_release(bight_world *world);
void bi_models_cut(bight_world *world);
void bi_models_limit_strain(const bight_world *world, bight_vec3 *to);
bight_status bi_models_end(bight_world *world);
void bi_models_restore(bight_world *world);
void bi_models_commit(bight_world *world);
