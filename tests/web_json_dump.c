// SPDX-License-Identifier: MIT
// The browser's JSON reader under other names, so that it can stand beside jansson in one program.

#define json_loadb web_json_loadb
#define json_decref web_json_decref
#define json_typeof web_json_typeof
#define json_object_get web_json_object_get
#define json_array_size web_json_array_size
#define json_array_get web_json_array_get
#define json_string_value web_json_string_value
#define json_string_length web_json_string_length
#define json_integer_value web_json_integer_value
#define json_real_value web_json_real_value
#define json_number_value web_json_number_value

#include "../web/api/json/json.c"
#include "../web/api/json/json_lex.c"

#include "json_dump.h"

void web_json_dump(const char *text, size_t length, size_t flags, char *buffer, size_t size);
void web_json_dump(const char *text, size_t length, size_t flags, char *buffer, size_t size)
{
    json_dump(text, length, flags, buffer, size);
}
