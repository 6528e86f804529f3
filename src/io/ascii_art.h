// SPDX-License-Identifier: MIT
// Knots drawn with the characters of text. The grammar is in docs/formats.md.

#pragma once

#include "io/text.h"

/// Do these bytes look like such a drawing: at least three lines, only its characters outside of labels, strands both ways,
/// corners, and no digit twice?
bool bi_ascii_look(const char *bytes, size_t length);
