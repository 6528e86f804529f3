// SPDX-License-Identifier: MIT

#include "cli/shelf.h"

#include "bight/suggest.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INDEX_BYTES ((size_t)1 << 20)

int cli_list_names(const cli_shelf *shelf, char (*names)[CLI_NAME], int32_t *count)
{
    char index[CLI_MOST_PATH];
    bight_bytes bytes = {0};
    bight_error error = {0};
    *count = 0;
    if (!cli_join(index, sizeof index, shelf->path, "index.txt") ||
        bight_read_file(NULL, index, MOST_INDEX_BYTES, &bytes, &error) != BIGHT_OK) {
        cli_say(shelf->path, 0, "there are no %s here: give the folder with %s, or in %s", shelf->many,
                shelf->option, shelf->environment);
        return CLI_INPUT;
    }
    size_t at = 0;
    while (at < bytes.size && *count < CLI_MOST_NAMES) {
        size_t end = at;
        while (end < bytes.size && bytes.data[end] != '\n' && bytes.data[end] != '\r') {
            end++;
        }
        size_t length = end - at;
        if (length > 5 && length - 5 < CLI_NAME && memcmp(bytes.data + end - 5, ".json", 5) == 0) {
            memcpy(names[*count], bytes.data + at, length - 5);
            names[(*count)++][length - 5] = '\0';
        }
        at = end + 1;
    }
    bight_bytes_free(NULL, &bytes);
    return CLI_DONE;
}

int cli_find_name(const cli_shelf *shelf, const char *name, char path[CLI_MOST_PATH])
{
    char(*names)[CLI_NAME] = calloc(CLI_MOST_NAMES, sizeof *names);
    const char **list = calloc(CLI_MOST_NAMES, sizeof *list);
    int32_t count = 0, found = -1;
    int code = CLI_FAILED;
    if (names == NULL || list == NULL) {
        cli_say(NULL, 0, "no memory for the names of %s", shelf->many);
    } else {
        code = cli_list_names(shelf, names, &count);
    }
    for (int32_t i = 0; i < count; i++) {
        list[i] = names[i];
        found = shelf->is_same(name, names[i]) ? i : found;
    }
    if (code == CLI_DONE && found < 0) {
        const char *guess = bight_suggest(name, list, count, sizeof *list);
        cli_say(NULL, 0, "there is no %s \"%s\": %s%s%s", shelf->one, cli_show_start(name, 60).text,
                guess != NULL ? "did you mean " : "see ", guess != NULL ? guess : shelf->list,
                guess != NULL ? "?" : "");
        code = CLI_INPUT;
    }
    if (code == CLI_DONE) {
        char file[CLI_NAME + 8];
        snprintf(file, sizeof file, "%s.json", names[found]);
        code = cli_join(path, CLI_MOST_PATH, shelf->path, file) ? CLI_DONE : CLI_INPUT;
    }
    free(list);
    free(names);
    return code;
}
