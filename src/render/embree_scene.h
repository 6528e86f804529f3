// SPDX-License-Identifier: MIT
// The stage as Embree sees it.

#pragma once

#include "render/stage.h"

#include <embree3/rtcore.h>

typedef struct bi_scene {
    RTCDevice device;
    RTCScene scene;
} bi_scene;

/// Geometry i of the scene is surface i of the stage.
bight_status bi_scene_make(const bi_stage *stage, bi_scene *scene, bight_error *error);
void bi_scene_free(bi_scene *scene);
