// SPDX-License-Identifier: MIT
// Points in brackets, as Python, numpy, Mathematica and JSON write them.

#pragma once

#include "io/text.h"

/// Are these bytes a list of points, or the beginning of one? Brackets, at least two deep, of which the innermost have three
/// numbers each, and a decimal point, a zero, or a number that comes twice: no code of a diagram has any of these.
bool bi_points_look(const char *bytes, size_t length);
