// SPDX-License-Identifier: MIT
// "Did you mean ...?"

#pragma once

#include "bight/base.h"

/// The word most like `word` (letters added, left out, replaced or swapped; case does not count), or NULL
/// when none is near enough to be worth a guess.
/// @param words  (count) pointers to strings; NULL entries are skipped. May be NULL when count is 0.
/// @param stride Bytes from one pointer to the next, so that a column of a table will do.
BIGHT_API const char *bight_suggest(const char *word, const char *const *words, int32_t count, size_t stride);
