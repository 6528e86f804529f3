// SPDX-License-Identifier: MIT
// How near things are to each other, by brute force and with geometry of its own: nothing here is shared with the
// simulation.

#pragma once

#include "bench/torture_scene.h"

typedef struct torture_gaps {
    /// Least distance over that at touching, as bight_world_worst has it: of links over their radii, or over nine tenths
    /// of the rope between them; links with less than 3.1 radii of rope between them do not count. Of a link from a ball,
    /// a pole or a ring over its radius; boxes and meshes are not judged.
    double gap;

    /// Least distance of two centrelines that have two links or more between them, over the same.
    double closest;
} torture_gaps;

torture_gaps torture_judge_gaps(const torture_scene *scene);

/// Length over rest length of the longest link of all; infinite when a node is no number.
double torture_judge_links(const torture_scene *scene);
