// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/wrap_files.h"

#include "bight/suggest.h"
#include "bight/template_file.h"
#include "cli/knots.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_PATH 4096
#define MOST_OBJECT_BYTES ((size_t)64 << 20)

static bool find_folder(const char *folder, char path[MOST_PATH])
{
    const char *wanted = folder != NULL ? folder : getenv("BIGHT_WRAPS");
    if (wanted != NULL && wanted[0] != '\0') {
        if (strlen(wanted) >= MOST_PATH) {
            cli_say(NULL, 0, "the path of the programs is too long: give a shorter one");
            return false;
        }
        memcpy(path, wanted, strlen(wanted) + 1);
    } else if (!cli_beside_command("share/bight/wraps", path, MOST_PATH)) {
        snprintf(path, MOST_PATH, "%s", BIGHT_WRAPS_INSTALLED);
    }
    return true;
}

int cli_list_wraps(const char *folder, char (*names)[CLI_WRAP_NAME], int32_t *count)
{
    char path[MOST_PATH], index[MOST_PATH];
    bight_bytes bytes = {0};
    bight_error error = {0};
    *count = 0;
    if (!find_folder(folder, path)) {
        return CLI_INPUT;
    }
    if (!cli_join(index, sizeof index, path, "index.txt") ||
        bight_read_file(NULL, index, BIGHT_WRAP_MAX_BYTES, &bytes, &error) != BIGHT_OK) {
        cli_say(path, 0, "there are no programs here: give the folder with --wraps, or in BIGHT_WRAPS");
        return CLI_INPUT;
    }
    size_t at = 0;
    while (at < bytes.size && *count < CLI_MOST_WRAPS) {
        size_t end = at;
        while (end < bytes.size && bytes.data[end] != '\n' && bytes.data[end] != '\r') {
            end++;
        }
        size_t length = end - at;
        if (length > 5 && length - 5 < CLI_WRAP_NAME && memcmp(bytes.data + end - 5, ".json", 5) == 0) {
            memcpy(names[*count], bytes.data + at, length - 5);
            names[(*count)++][length - 5] = '\0';
        }
        at = end + 1;
    }
    bight_bytes_free(NULL, &bytes);
    return CLI_DONE;
}

// The path of a program by its name.
static int find_file(const char *folder, const char *name, char path[MOST_PATH])
{
    char(*names)[CLI_WRAP_NAME] = calloc(CLI_MOST_WRAPS, sizeof *names);
    const char **list = calloc(CLI_MOST_WRAPS, sizeof *list);
    int32_t count = 0, found = -1;
    int code = CLI_FAILED;
    if (names == NULL || list == NULL) {
        cli_say(NULL, 0, "no memory for the names of programs");
    } else {
        code = cli_list_wraps(folder, names, &count);
    }
    for (int32_t i = 0; i < count; i++) {
        list[i] = names[i];
        found = strcmp(names[i], name) == 0 ? i : found;
    }
    char own[MOST_PATH], file[CLI_WRAP_NAME + 8];
    if (code == CLI_DONE && found < 0) {
        const char *guess = bight_suggest(name, list, count, sizeof *list);
        cli_say(NULL, 0, "there is no wrap \"%s\": %s%s%s", cli_show_start(name, 60).text,
                guess != NULL ? "did you mean " : "see bight wrap --list", guess != NULL ? guess : "",
                guess != NULL ? "?" : "");
        code = CLI_INPUT;
    }
    if (code == CLI_DONE) {
        snprintf(file, sizeof file, "%s.json", names[found]);
        code = find_folder(folder, own) && cli_join(path, MOST_PATH, own, file) ? CLI_DONE : CLI_INPUT;
    }
    free(list);
    free(names);
    return code;
}

int cli_open_wrap(const char *folder, const char *name, bight_wrap_file **file)
{
    char path[MOST_PATH];
    bight_bytes bytes = {0};
    bight_error error = {0};
    *file = NULL;
    bool is_file = cli_ends_in(name, "json") || strcmp(name, "-") == 0;
    int code = is_file ? CLI_DONE : find_file(folder, name, path);
    const char *from = is_file ? name : path;
    code = code == CLI_DONE ? cli_read_input(from, &bytes) : code;
    if (code != CLI_DONE) {
        return code;
    }
    if (cli_refuse_binary(from, &bytes)) {
        code = CLI_INPUT;
    } else if (bight_wrap_read(NULL, bytes.data, bytes.size, file, &error) != BIGHT_OK) {
        code = cli_input_error(from, &error);
    }
    bight_bytes_free(NULL, &bytes);
    return code;
}

int cli_open_object(const char *name, bight_mesh *mesh)
{
    bight_error error = {0};
    bight_bytes bytes = {0};
    *mesh = (bight_mesh){0};
    if (!cli_ends_in(name, "obj")) {
        return bight_wrap_object_make(NULL, name, mesh, &error) == BIGHT_OK ? CLI_DONE
                                                                            : cli_input_error(NULL, &error);
    }
    int code = cli_read_input(name, &bytes);
    if (code == CLI_DONE && bight_read_obj(NULL, bytes.data, bytes.size, mesh, &error) != BIGHT_OK) {
        code = cli_input_error(name, &error);
    }
    bight_bytes_free(NULL, &bytes);
    return code;
}

// ---- the files of a scene ---------------------------------------------------------------------------

typedef struct wrap_files {
    const bight_bytes *object;
    bight_bytes content; // of a template
} wrap_files;

static bight_status read_one(void *user, const char *name, const void **bytes, size_t *length,
                             bight_error *error)
{
    wrap_files *files = user;
    char folder[MOST_PATH], file[256], path[MOST_PATH];
    if (strcmp(name, BIGHT_WRAP_OBJECT_FILE) == 0) {
        *bytes = files->object->data;
        *length = files->object->size;
        return BIGHT_OK;
    }
    // a template's name has no folder: programs with others are not read
    if (strlen(name) >= sizeof file - 5 || !cli_templates_folder(NULL, folder, sizeof folder) ||
        snprintf(file, sizeof file, "%s.json", name) < 0 || !cli_join(path, sizeof path, folder, file)) {
        snprintf(error->message, sizeof error->message, "its path is too long");
        return BIGHT_ERROR_IO;
    }
    bight_status status = cli_read_part(path, BIGHT_TEMPLATE_MAX_BYTES, &files->content, error);
    *bytes = files->content.data;
    *length = files->content.size;
    return status;
}

static void release_one(void *user, const void *bytes, size_t length)
{
    wrap_files *files = user;
    (void)bytes, (void)length;
    bight_bytes_free(NULL, &files->content);
}

bight_status cli_read_wrap_scene(const bight_bytes *text, const bight_bytes *object, bight_scene **scene,
                                 bight_error *error)
{
    wrap_files all = {.object = object};
    bight_scene_files files = {read_one, release_one, &all};
    *scene = NULL;
    return bight_scene_parse(text->data, text->size, &files, NULL, scene, error);
}
