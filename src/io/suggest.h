// SPDX-License-Identifier: MIT
// "Did you mean ...?"

#pragma once

#include "bight/base.h"

/// The word most like `word`, or NULL when none is near enough to be worth a guess.
/// @param words  (count) NULL entries are skipped.
/// @param stride Bytes from one entry to the next, so that a column of a table will do.
const char *bi_suggest(const char *word, const char *const *words, int32_t count, size_t stride);
