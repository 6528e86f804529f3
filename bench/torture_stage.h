// SPDX-License-Identifier: MIT
// The small scenes of the torture: links, poles, rings, and knots that are led by two hands.

#pragma once

#include "bench/torture_scene.h"

/// A scene of any kind but TORTURE_RANDOM.
bight_status torture_stage_make(torture_kind kind, uint64_t seed, torture_scene *scene, bight_error *error);

/// What the two hands of TORTURE_JERKS and TORTURE_PULLS do before a cycle.
void torture_lead(torture_scene *scene);

/// Nodes of the circle in the middle of a torus's tube.
#define TORTURE_CORE 48

/// Where the core of a ring obstacle is now.
/// @param core (TORTURE_CORE) metres
void torture_core(const torture_scene *scene, int32_t obstacle, bight_vec3 *core);
