// SPDX-License-Identifier: MIT
// Files of templates: JSON, see docs/templates.md and docs/template.schema.json.

#pragma once

#include "bight/template.h"

/// Most bytes of a template's file.
#define BIGHT_TEMPLATE_MAX_BYTES (4 << 20)

/// A definition that was read, and the memory it is in.
typedef struct bight_template_file bight_template_file;

/// Read a template. Keys, ranges and names are checked; whether the strands are sound is for
/// bight_template_make().
/// @param text (length) UTF-8
/// @param file Receives it; free it with bight_template_close(). NULL on failure.
/// @return BIGHT_ERROR_PARSE with the line and the key, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_template_read(const bight_env *env, const void *text, size_t length,
                                           bight_template_file **file, bight_error *error);

/// The definition, as long as the file is open.
BIGHT_API const bight_template_def *bight_template_file_def(const bight_template_file *file);

/// NULL is fine.
BIGHT_API void bight_template_close(bight_template_file *file);

/// Write a definition. Read again it is the same to the bit.
/// @param text Receives the JSON; free it with bight_bytes_free().
BIGHT_API bight_status bight_template_write(const bight_env *env, const bight_template_def *def,
                                            bight_bytes *text, bight_error *error);

/// The JSON Schema of templates, piece by piece.
BIGHT_API void bight_template_schema(void (*write)(void *user, const char *text, size_t length), void *user);
