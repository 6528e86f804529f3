// SPDX-License-Identifier: MIT
// A linked scene, checked as a whole, for BI_VALIDATE.

#pragma once

#include "bight/scene.h"

/// Every index that linking made lies in its list, ropes have nodes, and each step has the object of its verb.
bool bi_scene_is_valid(const bight_scene *scene);
