// SPDX-License-Identifier: MIT
// How long a list of near pairs holds. Cloth that falls or is carried moves far, but neighbouring parts of it
// move alike: what counts is how far things have moved relative to what was near them. Triangles are taken in
// clusters (nodes of the hierarchy); a cluster's motion is its mean and the greatest deviation from it.

#pragma once

#include "cloth/state.h"

/// Start anew from the present positions: clusters within world->range of each other are paired. The trees
/// must be fitted to them.
bight_status bi_drift_start(bight_cloth_world *world);

/// The greatest of: half the relative motion of paired clusters; infinity when anything has moved farther
/// than what pairing covers. The lists hold while it is at most world->margin.
double bi_drift(bight_cloth_world *world);
