// SPDX-License-Identifier: MIT
// Evening out the triangles inside a border.

#pragma once

#include "garment/delaunay.h"

/// Move each point from `first` on to the mean of its neighbours where this turns no triangle over (exactly) and makes
/// the least angle around it no smaller, or leaves it above 40 degrees; then flip to Delaunay again.
bight_status bi_even(bi_delaunay *mesh, int32_t first);
