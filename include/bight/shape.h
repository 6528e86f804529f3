// SPDX-License-Identifier: MIT
// Rigid shapes and where they stand.

#pragma once

#include "bight/base.h"

/// A rigid motion: x -> rotation(x) + position.
typedef struct bight_pose {
    bight_vec3 position; ///< Metres.
    double rotation[4];  ///< Unit quaternion x, y, z, w. All zero means no rotation.
} bight_pose;

/// Which shape, and how its size is read.
typedef enum bight_shape_kind {
    BIGHT_SHAPE_SPHERE,  ///< size.x = radius.
    BIGHT_SHAPE_CAPSULE, ///< Along local y: size.x = radius, size.y = half length of the core segment.
    BIGHT_SHAPE_BOX,     ///< size = half extents.
    BIGHT_SHAPE_TORUS, ///< A ring in the local xz plane: size.x = ring radius, size.y = tube radius < size.x.
    BIGHT_SHAPE_MESH   ///< A closed triangle mesh; size is not used.
} bight_shape_kind;
