// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700 // realpath

#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_INPUT_BYTES ((size_t)1 << 29)

bool cli_has_folder(const char *path)
{
    const char *end = strrchr(path, '/');
    struct stat found;
    char folder[4096];
    if (end == NULL || end == path || (size_t)(end - path) >= sizeof folder) {
        return true; // here, or at the root; a path that is too long fails when it is opened
    }
    memcpy(folder, path, (size_t)(end - path));
    folder[end - path] = '\0';
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode)) {
        cli_say(path, 0, "there is no folder %s: make it first", cli_show(folder).text);
        return false;
    }
    return true;
}

bool cli_join(char *buffer, size_t size, const char *folder, const char *name)
{
    bool bare = folder == NULL || folder[0] == '\0' || name[0] == '/';
    bool slash = !bare && folder[strlen(folder) - 1] == '/';
    int length = bare ? snprintf(buffer, size, "%s", name)
                      : snprintf(buffer, size, "%s%s%s", folder, slash ? "" : "/", name);
    return length >= 0 && (size_t)length < size;
}

bool cli_ends_in(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && strcasecmp(dot + 1, ending) == 0;
}

// ---- input ------------------------------------------------------------------------------------------

// All of stdin. Its end cannot be known before, so the memory doubles.
static int read_stdin(bight_bytes *bytes)
{
    size_t got = 1;
    while (got > 0 && bytes->size <= MOST_INPUT_BYTES) {
        if ((size_t)bytes->capacity - bytes->size < 65536) {
            int32_t capacity = bytes->capacity == 0 ? 1 << 18 : 2 * bytes->capacity;
            uint8_t *grown = capacity > 0 ? realloc(bytes->data, (size_t)capacity) : NULL;
            if (grown == NULL) {
                cli_say("-", 0, "no memory for all of stdin");
                return CLI_FAILED;
            }
            bytes->data = grown;
            bytes->capacity = capacity;
        }
        errno = 0;
        got = fread(bytes->data + bytes->size, 1, 65536, stdin);
        bytes->size += got;
        if (ferror(stdin) && errno == EINTR && !cli_interrupted()) {
            clearerr(stdin);
            got = 1;
        }
    }

    if (cli_interrupted()) {
        return CLI_INTERRUPTED; // half of it is not what was meant
    }
    if (ferror(stdin)) {
        cli_say("-", 0, "stdin cannot be read (%s)", strerror(errno));
        return CLI_INPUT;
    }
    return CLI_DONE;
}

int cli_read_input(const char *file, bight_bytes *bytes)
{
    *bytes = (bight_bytes){0};
    if (strcmp(file, "-") == 0) {
        int code = read_stdin(bytes);
        if (code != CLI_DONE) {
            bight_bytes_free(NULL, bytes);
        }
        return code;
    }
    bight_error error = {0};
    bight_status status = bight_read_file(NULL, file, MOST_INPUT_BYTES, bytes, &error);
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(NULL, &error); // it names the file
}

int cli_read_shape(const char *file, bight_bytes *bytes)
{
    int code = cli_read_input(file, bytes);
    bight_error error = {0};
    bight_bytes whole = {0};
    if (code == CLI_DONE && strcmp(file, "-") != 0 &&
        bight_gltf_gather(NULL, file, bytes->data, bytes->size, &whole, &error) != BIGHT_OK) {
        code = cli_input_error(file, &error);
    }
    if (code != CLI_DONE || whole.size > 0) {
        bight_bytes_free(NULL, bytes);
        *bytes = whole;
    }
    return code;
}

bool cli_refuse_binary(const char *file, const bight_bytes *bytes)
{
    const uint8_t *zero = bytes->size > 0 ? memchr(bytes->data, 0, bytes->size) : NULL;
    int32_t line = 1;
    for (const uint8_t *at = bytes->data; zero != NULL && at < zero; at++) {
        line += *at == '\n';
    }
    if (zero != NULL) {
        cli_say(file, line, "a zero byte: this is no text: give a text file");
    }
    return zero != NULL;
}

// ---- output -----------------------------------------------------------------------------------------

bool cli_make_folder(const char *path)
{
    char partial[4096];
    size_t length = strlen(path);
    if (length >= sizeof partial) {
        cli_say(NULL, 0, "the folder's path is too long: give a shorter one");
        return false;
    }
    memcpy(partial, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (partial[i] != '/' && partial[i] != '\0') {
            continue;
        }
        char kept = partial[i];
        partial[i] = '\0';
        if (mkdir(partial, 0777) != 0 && errno != EEXIST) {
            cli_say(partial, 0, "the folder cannot be made (%s): give another with --out", strerror(errno));
            return false;
        }
        partial[i] = kept;
    }
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        cli_say(path, 0, "this is not a folder: give another with --out");
        return false;
    }
    return true;
}

// The file that the main thread is writing, for the thread that ends the process in its place.
static struct {
    pthread_mutex_t lock;
    char path[4096]; // empty for none
} unfinished = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cli_unfinished(const char *path)
{
    pthread_mutex_lock(&unfinished.lock);
    snprintf(unfinished.path, sizeof unfinished.path, "%s", path != NULL ? path : "");
    pthread_mutex_unlock(&unfinished.lock);
}

// The library's temporary files are called bight-PID-N.tmp, with our PID.
static void remove_ours(const char *folder)
{
    char begin[40], path[PATH_MAX + 300];
    snprintf(begin, sizeof begin, "bight-%ld-", (long)getpid());
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (strncmp(entry->d_name, begin, strlen(begin)) == 0 && cli_ends_in(entry->d_name, "tmp")) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            unlink(path);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

void cli_remove_unfinished(void)
{
    char path[4096], real[PATH_MAX];
    pthread_mutex_lock(&unfinished.lock); // and kept: nothing is begun any more
    if (unfinished.path[0] == '\0') {
        return;
    }
    // beside the name itself, and beside what it leads to
    memcpy(path, unfinished.path, sizeof path);
    for (int32_t i = 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (slash != NULL) {
            slash[slash == path] = '\0';
        }
        remove_ours(slash != NULL ? path : ".");
        if (realpath(unfinished.path, real) == NULL) {
            break;
        }
        snprintf(path, sizeof path, "%s", real);
    }
    remove_ours(getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
}

bool cli_write_file(const char *path, const void *data, size_t size)
{
    bight_error error = {0};
    cli_unfinished(path);
    bool good = bight_write_file(NULL, path, data, size, &error) == BIGHT_OK;
    cli_unfinished(NULL);
    if (!good) {
        cli_say(NULL, 0, "%s", error.message); // it names the file
    }
    return good;
}

bool cli_write_bytes(const char *folder, const char *name, bight_bytes *bytes)
{
    char path[4096];
    bool good = cli_join(path, sizeof path, folder, name);
    if (good) {
        good = cli_write_file(path, bytes->data, bytes->size);
    } else {
        cli_say(name, 0, "the path is too long: give a shorter one");
    }
    bight_bytes_free(NULL, bytes);
    return good;
}
