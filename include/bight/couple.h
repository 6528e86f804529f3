// SPDX-License-Identifier: MIT
// Ropes and cloth together: a rope ties a scarf, a suture pulls a soft tube closed.
//
// The two worlds take turns. First the ropes move while the cloth rests: to them it is a surface, and their
// certificate proves that no centreline crossed it. Then the cloth moves while the ropes rest: to it they are
// capsules, and a bound on each vertex proves the same. So at no time has a rope gone through cloth. The
// cloth pushes back: its forces on the nodes of a rope are that rope's load in the next cycle.

#pragma once

#include "bight/base.h"
#include "bight/cloth.h"
#include "bight/world.h"

/// What ties a world of ropes to a world of cloth. It borrows both.
typedef struct bight_couple bight_couple;

/// How they are tied. Start from bight_couple_def_default().
typedef struct bight_couple_def {
    double compliance; ///< Metres a newton, 0 to 1e6: how far a force of the cloth moves a node in one cycle,
                       ///< of ropes that know no forces (Follow The Leader, projection). 0, the default,
                       ///< takes 1 / (2 stretch), stretch the mean of stretch_u and stretch_v of the stiffest
                       ///< sheet: the rope gives way about as fast as the cloth. Springs and
                       ///< elastic rods feel newtons.
    double friction;   ///< Coulomb, rope on cloth, at most 10; below 0, the default, the cloth world's. The
                       ///< rope_friction of a cloth goes before it.
    double stretch;    ///< Ropes stretch cloth about this far at most, 1.01 to 10, default 1.2: from half of
                       ///< it on they press less and less, so that hands that pull them lag.
    int32_t cloth_steps; ///< Most steps of the cloth a cycle, 1 to 64, default 4: there is more than one
                         ///< while a rope is pressed deep into the cloth's gap and the cloth gives way.
    uint32_t cookie;     ///< Set by bight_couple_def_default(). Leave it alone.
} bight_couple_def;

/// One step of cloth a cycle, four times as many while a rope presses into it.
BIGHT_API bight_couple_def bight_couple_def_default(void);

/// Tie all ropes of one world to all sheets of another; what is added to either later, or removed, is noticed
/// in the next step. Worlds without ropes or without sheets are fine. Their obstacles stay their own: put
/// what both should feel into both.
/// @param world, cloth Borrowed: they must live longer than the couple. Two couples may not share one.
/// @param couple Receives the couple, or NULL on failure; both worlds are then without each other's things.
/// @param error  Nullable. Says which field is out of range, or which link goes through which triangle.
/// @return BIGHT_ERROR_INVALID, also when a rope goes through cloth; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_couple_create(bight_world *world, bight_cloth_world *cloth,
                                           const bight_couple_def *def, bight_couple **couple,
                                           bight_error *error);

/// Untie them. Both worlds stay, without each other's things. NULL is fine.
BIGHT_API void bight_couple_destroy(bight_couple *couple);

/// One cycle of the ropes, then up to cloth_steps steps of the cloth. No memory is taken once warm.
/// Hands and obstacles are led through their own worlds. A hand that pulls a rope against cloth that does not
/// give way lags behind its target; it is never let through.
/// @param ropes  Nullable: what bight_world_step() says.
/// @param sheets Nullable: what bight_cloth_world_step() says, summed over the steps of this cycle where it
///               counts, greatest where it measures, the last where it is a state.
/// @return What a step of either world may return: after BIGHT_ERROR_STOPPED the ropes have had their cycle,
///         and the cloth as many whole steps as there was time for; BIGHT_ERROR_INVALID when something was
///         added or put where a rope goes through cloth. bight_couple_error() says what. The cloth has then
///         not moved.
BIGHT_API bight_status bight_couple_step(bight_couple *couple, bight_step_report *ropes,
                                         bight_cloth_report *sheets);

/// Why the last step failed; all zero when it did not.
BIGHT_API bight_error bight_couple_error(const bight_couple *couple);

/// Sums over all cycles since the couple was made.
typedef struct bight_couple_stats {
    int64_t cycles;      ///< Cycles of the ropes.
    int64_t cloth_steps; ///< Steps of the cloth.
    int64_t touches;     ///< Contacts of cloth with ropes, summed over steps.
    int64_t refused;     ///< Steps of the cloth that were taken back because it could not be proved that no
                         ///< rope was crossed: 0, or there is a mistake.
} bight_couple_stats;

/// Counts over all cycles so far.
BIGHT_API bight_couple_stats bight_couple_get_stats(const bight_couple *couple);

/// A hash of both worlds and of what ties them. Equal for equal histories on any compiler and thread count.
BIGHT_API uint64_t bight_couple_hash(const bight_couple *couple);
