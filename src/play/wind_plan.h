// SPDX-License-Identifier: MIT
// What a winding follows: the geodesic on the target's tube, its targets, and the conditions to begin.

#pragma once

#include "play/finger.h"

/// Find where the strands cross, lay G and its targets, and check everything that the winding needs. Nothing
/// is held or moved yet.
bight_status bi_wind_plan(bight_play *play, const bight_scene_wind *wind, const bi_strand_view *active,
                          bi_strand_view *target);

/// The nodes a of the active strand and t of the target at which they cross.
bight_status bi_wind_locate(bight_play *play, const bi_strand_view *active, const bi_strand_view *target,
                            int32_t *a, int32_t *t);

/// The same for an obstacle's axis, a ring's cut open on its other side. Of several nodes of the strand that are nearest it is
/// the one next to the tip, beyond what is wound already.
bight_status bi_wind_locate_pole(bight_play *play, const bi_strand_view *active, bi_strand_view *pole,
                                 int32_t *a, int32_t *t);

/// Where on the axis the geodesic is after `place` metres, metres.
double bi_wind_along(const bi_winding *w, double place);

/// Hold the part of the target that is wound on; the fingers' goals straighten it.
bight_status bi_wind_hold_target(bight_play *play, const bi_strand_view *target);

/// The target of a winding as it is now: a strand, or the axis of an obstacle once bi_wind_plan() has begun with it.
bi_strand_view bi_wind_target(bight_play *play, const bight_scene_wind *wind);

/// The radius of the tube.
/// @param sine Of the orientation angle.
double bi_wind_radius(const bi_strand_view *active, const bi_strand_view *target, double sine);

/// Read the axis's nodes; lay G and its targets on what was read. X_G is kept in the axis's frames.
void bi_wind_see_target(bight_play *play, bi_winding *w);
void bi_wind_lay(bi_winding *w);

/// How many links must lie on G until the winding integral reaches `turns`; negative when there are too few.
double bi_wind_end(bi_winding *w, double turns);

/// Rebuild G when the target has moved, and recompute where it ends. Takes no memory.
void bi_wind_follow_target(bight_play *play, const bight_scene_wind *wind);

/// The winding integral of a coil, or Gauss's when the axis turns too far (see geom/winding.h).
/// @param turns (coil.count) Nullable.
double bi_wind_turns(bight_curve coil, bight_curve axis, const bi_winding *w, double *turns);

/// Metres of active strand that a winding needs beyond the crossing when the target is straight.
double bi_wind_needs(const bi_strand_view *active, const bi_strand_view *target,
                     const bight_scene_wind *wind);
