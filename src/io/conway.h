// SPDX-License-Identifier: MIT
// Conway's notation of knots and links (An enumeration of knots and links, 1970), turned into a PD code.

#pragma once

#include "io/text.h"

/// Append the PD code of a notation, [a,b,c,d] for each crossing and Loop[k] for what has none. Positive
/// numbers are crossings whose upper strand rises to the right, so `3` is the trefoil that docs/formats.md
/// says.
/// @param word The notation alone, without a keyword; one pair of square brackets may stand around it.
/// @param line Of messages.
/// @return BIGHT_ERROR_PARSE; BIGHT_ERROR_UNSUPPORTED for a polyhedron, or for places of one, that the tables
///         to ten crossings do not use; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY. text is then as long as
///         it was.
bight_status bi_conway_write(const bight_allocator *allocator, bi_word word, int32_t line, bight_bytes *text,
                             bight_error *error);
