// SPDX-License-Identifier: MIT
// Reading a scene with the files that it names.

#define _POSIX_C_SOURCE 200809L

#include "cli/knots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_NAMED_BYTES ((size_t)256 << 20) // of a file that a scene names

bool cli_templates_folder(const char *option, char *path, size_t size)
{
    const char *wanted = option != NULL ? option : getenv("BIGHT_TEMPLATES");
    if (wanted != NULL && wanted[0] != '\0') {
        if (strlen(wanted) >= size) {
            cli_say(NULL, 0, "the path of the templates is too long: give a shorter one");
            return false;
        }
        memcpy(path, wanted, strlen(wanted) + 1);
    } else if (!cli_beside_command("share/bight/templates", path, size)) {
        snprintf(path, size, "%s", BIGHT_TEMPLATES_INSTALLED);
    }
    return true;
}

typedef struct named_files {
    char folder[4096];
    bight_bytes content;
} named_files;

bight_status cli_read_part(const char *path, size_t limit, bight_bytes *bytes, bight_error *error)
{
    errno = 0;
    bight_status status = bight_read_file(NULL, path, limit, bytes, error);
    int reason = errno;
    if (status == BIGHT_ERROR_IO) {
        snprintf(error->message, sizeof error->message, "it cannot be read (%s)",
                 reason != 0 ? strerror(reason) : "no reason is known");
    }
    return status;
}

static bight_status read_named(void *user, const char *name, const void **bytes, size_t *length,
                               bight_error *error)
{
    named_files *files = user;
    char path[4096];
    if (!cli_join(path, sizeof path, files->folder, name)) {
        snprintf(error->message, sizeof error->message, "its path is too long");
        return BIGHT_ERROR_IO;
    }
    bight_status status = cli_read_part(path, MOST_NAMED_BYTES, &files->content, error);
    char own[4096], file[256];
    if (status != BIGHT_OK && strpbrk(name, "/.") == NULL && strlen(name) < sizeof file - 5 &&
        cli_templates_folder(NULL, own, sizeof own)) { // a template that comes along
        snprintf(file, sizeof file, "%s.json", name);
        if (cli_join(path, sizeof path, own, file) && access(path, R_OK) == 0) {
            status = cli_read_part(path, MOST_NAMED_BYTES, &files->content, error);
        }
    }
    bight_bytes whole = {0};
    if (status == BIGHT_OK) {
        status = bight_gltf_gather(NULL, path, files->content.data, files->content.size, &whole, error);
    }
    if (status != BIGHT_OK || whole.size > 0) {
        bight_bytes_free(NULL, &files->content);
        files->content = whole;
    }
    *bytes = files->content.data;
    *length = files->content.size;
    return status;
}

static void release_named(void *user, const void *bytes, size_t length)
{
    named_files *files = user;
    (void)bytes, (void)length;
    bight_bytes_free(NULL, &files->content);
}

int cli_read_scene(const char *path, bight_scene **scene)
{
    *scene = NULL;
    bight_error error = {0};
    bight_bytes text = {0};
    if (bight_read_file(NULL, path, BIGHT_MAX_SCENE_BYTES, &text, &error) != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }
    named_files named = {.folder = ""};
    const char *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    if (length >= sizeof named.folder) {
        bight_bytes_free(NULL, &text);
        cli_say(path, 0, "the path is too long: move the scene");
        return CLI_INPUT;
    }
    memcpy(named.folder, path, length);
    bight_scene_files files = {read_named, release_named, &named};
    bight_status status = bight_scene_parse(text.data, text.size, &files, NULL, scene, &error);
    bight_bytes_free(NULL, &text);
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(path, &error);
}
