// SPDX-License-Identifier: MIT
// Files of the reference data, which is not part of the project: tests that need it skip where it is absent.

#pragma once

#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/// The path of a file of the reference data; false after a message when it is not there.
static inline bool reference_path(const char *name, char *path, size_t size)
{
    const char *folder = getenv("BIGHT_REFERENCE_DATA");
    const char *const bases[2] = {folder != NULL ? folder : BIGHT_SOURCE_DIR "/../shared/data",
                                  BIGHT_SOURCE_DIR "/../../shared/data"};
    for (int32_t i = 0; i < 2; i++) {
        snprintf(path, size, "%s/%s", bases[i], name);
        FILE *file = fopen(path, "rb");
        if (file != NULL) {
            fclose(file);
            return true;
        }
    }
    print_message("%s is not there: skipped\n", name);
    return false;
}

/// What a command writes about a file: format has one %s for the path. Close with pclose(). NULL when the
/// file is not there.
static inline FILE *reference_pipe(const char *name, const char *format)
{
    char path[1024], command[1200];
    if (!reference_path(name, path, sizeof path)) {
        return NULL;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(command, sizeof command, format, path);
#pragma GCC diagnostic pop
    return popen(command, "r");
}
