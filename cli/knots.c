// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/knots.h"

#include "bight/suggest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_PATH 4096

typedef struct shelf {
    char folder[MOST_PATH];
    bight_bytes content;
} shelf;

static bight_status read_one(void *user, const char *name, const void **bytes, size_t *length,
                             bight_error *error)
{
    shelf *s = user;
    char path[MOST_PATH];
    if (strchr(name, '/') != NULL || !cli_join(path, sizeof path, s->folder, name)) {
        snprintf(error->message, sizeof error->message, "a name of a book's file has no / and is short");
        return BIGHT_ERROR_IO;
    }
    bight_status status = cli_read_part(path, BIGHT_BOOK_MAX_BYTES + 1, &s->content, error);
    *bytes = s->content.data;
    *length = s->content.size;
    return status;
}

static void release_one(void *user, const void *bytes, size_t length)
{
    shelf *s = user;
    (void)bytes, (void)length;
    bight_bytes_free(NULL, &s->content);
}

static bool has_index(const char *folder)
{
    char path[MOST_PATH];
    return cli_join(path, sizeof path, folder, BIGHT_BOOK_INDEX) && access(path, R_OK) == 0;
}

bool cli_beside_command(const char *share, char *folder, size_t size)
{
    char path[MOST_PATH];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    char up[MOST_PATH];
    snprintf(up, sizeof up, "../%s", share);
    return (cli_join(folder, size, path, share) && has_index(folder)) ||
           (cli_join(folder, size, path, up) && has_index(folder));
}

int cli_open_book(const char *folder, bight_book **book)
{
    shelf s = {.folder = ""};
    bight_error error = {0};
    const char *wanted = folder != NULL ? folder : getenv("BIGHT_KNOTS");
    *book = NULL;
    if (wanted != NULL && wanted[0] != '\0') {
        if (strlen(wanted) >= sizeof s.folder) {
            cli_say(NULL, 0, "the path of the book of knots is too long: give a shorter one");
            return CLI_INPUT;
        }
        memcpy(s.folder, wanted, strlen(wanted) + 1);
    } else if (!cli_beside_command("share/bight/knots", s.folder, sizeof s.folder)) {
        snprintf(s.folder, sizeof s.folder, "%s", BIGHT_KNOTS_INSTALLED);
    }
    bight_scene_files files = {read_one, release_one, &s};
    bight_status status = bight_book_open(NULL, &files, book, &error);
    if (status == BIGHT_OK) {
        return CLI_DONE;
    }
    bool found = has_index(s.folder);
    cli_say(s.folder, 0, "%s%s", error.message,
            found ? "" : ": give the folder with --knots, or in BIGHT_KNOTS");
    return status == BIGHT_ERROR_NO_MEMORY ? CLI_FAILED : CLI_INPUT;
}

bool cli_has_book(void)
{
    char folder[MOST_PATH];
    const char *wanted = getenv("BIGHT_KNOTS");
    return (wanted != NULL && wanted[0] != '\0' && has_index(wanted)) ||
           cli_beside_command("share/bight/knots", folder, sizeof folder) || has_index(BIGHT_KNOTS_INSTALLED);
}

const bight_book_knot *cli_find_knot(const bight_book *book, const char *name)
{
    const bight_book_knot *found = bight_book_find(book, name);
    if (found != NULL) {
        return found;
    }
    int32_t count;
    const bight_book_knot *knots = bight_book_knots(book, &count);
    const char **names = calloc((size_t)count + 1, sizeof *names);
    for (int32_t i = 0; names != NULL && i < count; i++) {
        names[i] = knots[i].card.name;
    }
    const char *guess = names != NULL ? bight_suggest(name, names, count, sizeof *names) : NULL;
    cli_say(NULL, 0, "there is no knot \"%s\" in the book: %s%s%s", cli_show_start(name, 60).text,
            guess != NULL ? "did you mean " : "see bight list", guess != NULL ? guess : "",
            guess != NULL ? "?" : "");
    free(names);
    return NULL;
}

bool cli_is_knot_name(const char *file)
{
    bight_diagram *diagram = NULL;
    FILE *there = fopen(file, "rb");
    if (there != NULL) {
        fclose(there);
        return false;
    }
    bool is = bight_tie_diagram(cli_env(), NULL, file, false, &diagram, NULL) == BIGHT_OK;
    bight_diagram_free(diagram);
    if (is) {
        cli_say(NULL, 0, "there is no file %s: bight knot %s tells what is known of that knot",
                cli_show(file).text, cli_show(file).text);
    }
    return is;
}
