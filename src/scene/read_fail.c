// SPDX-License-Identifier: MIT
// How reading a scene fails: the place in the file, and the mend.

#include "scene/read.h"

#include <stdarg.h>
#include <stdio.h>

bight_status bi_read_fail(const bi_reader *reader, const bi_json_path *path, const char *format, ...)
{
    char words[248], where[100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    bi_json_path_text(path, where, sizeof where);
    int32_t line = bi_json_path_line(reader->root, path);
    return bi_fail(reader->error, BIGHT_ERROR_PARSE, line, "%s%s", path != NULL ? where : "the scene", words);
}

bight_status bi_read_no_memory(const bi_reader *reader)
{
    return bi_fail(reader->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for the scene");
}
