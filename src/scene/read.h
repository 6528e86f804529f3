// SPDX-License-Identifier: MIT
// From parsed JSON to C structs, as the tables say. Used by the scene reader alone.

#pragma once

#include "core/error.h"
#include "io/json_path.h"
#include "scene/pool.h"
#include "scene/table.h"

/// What every reading function needs.
typedef struct bi_reader {
    bi_pool *pool;       ///< what the scene keeps
    bi_pool *passing;    ///< freed when the scene is linked: scene/parsed.h
    const bi_json *root; ///< of the whole text: paths begin here
    bight_error *error;  ///< Nullable.
} bi_reader;

/// "PATH<words>", with the line of the value at path. Returns BIGHT_ERROR_PARSE.
bight_status bi_read_fail(const bi_reader *reader, const bi_json_path *path, const char *format, ...)
    BI_PRINTF(3, 4);

/// BIGHT_ERROR_NO_MEMORY with words.
bight_status bi_read_no_memory(const bi_reader *reader);

/// Read one object into *out (table->size bytes, zeroed), defaults included. Recursion follows the tables,
/// never the text.
bight_status bi_read_object(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                            const bi_table *table, void *out);

/// Read one value as its field says. *field is not BI_OBJECT or BI_LIST.
bight_status bi_read_value(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                           const bi_field *field, char *out);

/// The same for a single value: not a list.
bight_status bi_read_single(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                            const bi_field *field, char *out);

/// One element of a list whose field is given.
bight_status bi_read_point(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                           const bi_field *field, bight_vec3 *out);
bight_status bi_read_spot(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                          const bi_field *field, bight_scene_spot *out);

/// Say what stands there and what should: "PATH is <value>: give <instead>".
bight_status bi_read_wrong(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                           const char *instead);
