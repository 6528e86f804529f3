// SPDX-License-Identifier: MIT
// Any bytes as JSON: a document whose values can all be looked up and whose lines are in order, or a refusal
// with a place and words.

#include "io/json_path.h"

#include <stdlib.h>
#include <string.h>

static void check(bool good)
{
    if (!good) {
        abort();
    }
}

// Every value below: at most `lines` lines, none above its parent. The depth is limited by the reader.
static void walk(const bi_json *json, int32_t lines)
{
    int32_t line = bi_json_line(json);
    check(line >= 1 && line <= lines);
    const char *text = bi_json_string(json);
    check(text == NULL || strlen(text) == bi_json_length(json));
    for (size_t i = 0; i < bi_json_count(json); i++) {
        check(bi_json_line(bi_json_at(json, i)) >= line);
        walk(bi_json_at(json, i), lines);
    }
    bi_json_pair pair = bi_json_member(json, 0);
    for (size_t i = 0; pair.key != NULL; pair = bi_json_member(json, ++i)) {
        check(bi_json_get(json, pair.key) == pair.value && pair.line >= line);
        check(bi_json_line(pair.value) >= pair.line);
        walk(pair.value, lines);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int32_t lines = 1;
    for (size_t i = 0; i < size; i++) {
        lines += data[i] == '\n';
    }
    for (int32_t roots = BI_JSON_ANY_ROOT; roots <= BI_JSON_LIST_ROOT; roots++) {
        bi_json_error error;
        bi_json *json = bi_json_parse(NULL, (const char *)data, size, (bi_json_root)roots, &error);
        if (json != NULL) {
            walk(json, lines);
        } else {
            check(error.fault != BI_JSON_GOOD && error.line >= 1 && error.line <= lines &&
                  error.column >= 1 && error.text[0] != '\0');
        }
        bi_json_free(json);
    }
    return 0;
}
