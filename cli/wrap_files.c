// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/wrap_files.h"

#include "bight/suggest.h"
#include "bight/template_file.h"
#include "cli/knots.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_OBJECT_BYTES ((size_t)64 << 20)

static bool find_folder(const char *folder, char path[CLI_MOST_PATH])
{
    const char *wanted = folder != NULL ? folder : getenv("BIGHT_WRAPS");
    if (wanted != NULL && wanted[0] != '\0') {
        if (strlen(wanted) >= CLI_MOST_PATH) {
            cli_say(NULL, 0, "the path of the programs is too long: give a shorter one");
            return false;
        }
        memcpy(path, wanted, strlen(wanted) + 1);
    } else if (!cli_beside_command("share/bight/wraps", path, CLI_MOST_PATH)) {
        snprintf(path, CLI_MOST_PATH, "%s", BIGHT_WRAPS_INSTALLED);
    }
    return true;
}

static bool is_same(const char *wanted, const char *name)
{
    return strcmp(wanted, name) == 0;
}

static cli_shelf shelf_at(const char *path)
{
    return (cli_shelf){.path = path,
                       .one = "wrap",
                       .many = "programs",
                       .option = "--wraps",
                       .environment = "BIGHT_WRAPS",
                       .list = "bight wrap --list",
                       .is_same = is_same};
}

int cli_list_wraps(const char *folder, char (*names)[CLI_NAME], int32_t *count)
{
    char path[CLI_MOST_PATH];
    *count = 0;
    if (!find_folder(folder, path)) {
        return CLI_INPUT;
    }
    cli_shelf shelf = shelf_at(path);
    return cli_list_names(&shelf, names, count);
}

static int find_file(const char *folder, const char *name, char path[CLI_MOST_PATH])
{
    char own[CLI_MOST_PATH];
    if (!find_folder(folder, own)) {
        return CLI_INPUT;
    }
    cli_shelf shelf = shelf_at(own);
    return cli_find_name(&shelf, name, path);
}

int cli_open_wrap(const char *folder, const char *name, bight_wrap_file **file)
{
    char path[CLI_MOST_PATH];
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
    char folder[CLI_MOST_PATH], file[256], path[CLI_MOST_PATH];
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
