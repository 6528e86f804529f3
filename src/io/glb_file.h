// SPDX-License-Identifier: MIT
// The container of binary glTF 2.0 (Khronos, "glTF 2.0 specification", section 4), and its numbers for
// things.
//
//   header   "glTF", 2, length of the whole file
//   chunk    length, "JSON", text padded with spaces to a multiple of 4
//   chunk    length, "BIN\0", data padded with zeros to a multiple of 4

#pragma once

#include "io/sink.h"

// sections 5.1 and 5.11
#define BI_GLB_FLOAT 5126
#define BI_GLB_UINT32 5125
#define BI_GLB_VERTICES 34962
#define BI_GLB_INDICES 34963

/// Both chunks are padded already. The file's status tells of any failure in them; BIGHT_ERROR_TOO_LARGE
/// beyond 2 GiB.
void bi_glb_put_file(const bi_sink *json, const bi_sink *data, bi_sink *file);
