// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/atlas.h"

#include "cli/knots.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Maps a file; false with errno.
static bool map(const char *path, cli_atlas *atlas)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    bool good = fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
    errno = good ? 0 : EINVAL;
    void *bytes = good ? mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (bytes == MAP_FAILED) {
        return false;
    }
    atlas->bytes = bytes;
    atlas->size = (size_t)about.st_size;
    return true;
}

// Beside the book of knots, one folder up.
static bool default_path(char *path, size_t size)
{
    char folder[4096];
    return cli_beside_command("share/bight/knots", folder, sizeof folder) &&
           cli_join(path, size, folder, "../knots16.bin");
}

int cli_open_atlas(const char *option, cli_atlas *atlas)
{
    char path[4096];
    const char *wanted = option != NULL ? option : getenv("BIGHT_ATLAS");
    bool asked = wanted != NULL && wanted[0] != '\0';
    *atlas = (cli_atlas){0};
    if (asked && strcmp(wanted, "none") == 0) {
        return CLI_DONE;
    }
    if (!asked && !default_path(path, sizeof path)) {
        return CLI_DONE;
    }
    wanted = asked ? wanted : path;
    if (!map(wanted, atlas)) {
        if (asked) {
            cli_say(wanted, 0, "the atlas of knots cannot be read (%s): bight tabulate 16 --from makes one",
                    strerror(errno));
        }
        return asked ? CLI_INPUT : CLI_DONE;
    }
    bight_error error = {0};
    if (bight_knot_atlas_open(NULL, atlas->bytes, atlas->size, &atlas->atlas, &error) != BIGHT_OK) {
        return cli_input_error(wanted, &error);
    }
    return CLI_DONE;
}

void cli_close_atlas(cli_atlas *atlas)
{
    bight_knot_atlas_close(atlas->atlas);
    if (atlas->bytes != NULL) {
        munmap(atlas->bytes, atlas->size);
    }
    *atlas = (cli_atlas){0};
}
