// SPDX-License-Identifier: MIT
// Formats that are known by their first bytes, and not read.

#pragma once

#include "io/text.h"

/// Fails with the format's name and what to do, when the bytes are of one; BIGHT_OK else. What is asked for by name is not judged.
bight_status bi_refuse_foreign(const char *bytes, size_t length, bight_error *error);
