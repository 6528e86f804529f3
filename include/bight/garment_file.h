// SPDX-License-Identifier: MIT
// Sewing patterns from files.

#pragma once

#include "bight/base.h"
#include "bight/garment.h"

/// Read a pattern in the JSON of GarmentCode (Korosteleva and Sorkine-Hornung 2023): panels with vertices, edges that may
/// be curved (quadratic, cubic, circle), translation and rotation, and stitches. docs/formats.md has the keys. Lengths become
/// metres; stitches are not joined. Panels keep the order of the file.
/// @param env     Nullable: only the allocator is used.
/// @param bytes   (length) UTF-8, not terminated; may be NULL when length is 0
/// @param pattern Receives the pattern, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_PARSE with the line in error; BIGHT_ERROR_TOO_LARGE beyond 1,000 panels, stitches or edges of a panel;
///         BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_read_sewing(const bight_env *env, const void *bytes, size_t length,
                                         bight_sewing *pattern, bight_error *error);
