// SPDX-License-Identifier: MIT

#include "io/json_path.h"

#include "core/assert.h"

#include <stdio.h>

// The innermost steps of a path, from the inside out; how many.
static int32_t list_steps(const bi_json_path *path, const bi_json_path *steps[BI_JSON_DEPTH])
{
    int32_t count = 0;
    for (; path != NULL && count < BI_JSON_DEPTH; path = path->parent) {
        steps[count++] = path;
    }
    return count;
}

int32_t bi_json_path_line(const bi_json *root, const bi_json_path *path)
{
    BI_ASSERT(root != NULL);
    const bi_json_path *steps[BI_JSON_DEPTH];
    int32_t line = bi_json_line(root);
    for (int32_t i = list_steps(path, steps) - 1; i >= 0; i--) {
        bi_json_pair pair = {0};
        if (steps[i]->key != NULL) {
            pair = bi_json_find(root, steps[i]->key);
        } else if (steps[i]->index >= 0) {
            pair.value = bi_json_at(root, (size_t)steps[i]->index);
            pair.line = bi_json_line(pair.value);
        }
        if (pair.value == NULL) {
            break;
        }
        root = pair.value;
        line = pair.line;
    }
    return line;
}

void bi_json_path_text(const bi_json_path *path, char *buffer, size_t size)
{
    const bi_json_path *steps[BI_JSON_DEPTH];
    int32_t count = list_steps(path, steps);
    size_t used = 0;
    buffer[0] = '\0';
    for (int32_t i = count - 1; i >= 0 && used < size; i--) {
        int written =
            steps[i]->key != NULL
                ? snprintf(buffer + used, size - used, "%s%.80s", used > 0 ? "." : "", steps[i]->key)
                : snprintf(buffer + used, size - used, "[%d]", (int)steps[i]->index);
        used += written > 0 ? (size_t)written : 0;
    }
}
