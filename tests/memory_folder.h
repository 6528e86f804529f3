// SPDX-License-Identifier: MIT
// Files that scenes name, from memory, and a count of those that are open.

#pragma once

#include "bight/scene.h"

#include <stdio.h>
#include <string.h>

typedef struct memory_file {
    const char *name, *text;
} memory_file;

/// Set files and count; open is how many have been read and not yet released.
typedef struct memory_folder {
    const memory_file *files;
    int32_t count, open;
} memory_folder;

static inline bight_status memory_read(void *user, const char *name, const void **bytes, size_t *length,
                                       bight_error *error)
{
    memory_folder *folder = user;
    for (int32_t i = 0; i < folder->count; i++) {
        if (strcmp(folder->files[i].name, name) == 0) {
            *bytes = folder->files[i].text;
            *length = strlen(folder->files[i].text);
            folder->open++;
            return BIGHT_OK;
        }
    }
    snprintf(error->message, sizeof error->message, "there is no such file");
    return BIGHT_ERROR_IO;
}

static inline void memory_release(void *user, const void *bytes, size_t length)
{
    memory_folder *folder = user;
    (void)bytes, (void)length;
    folder->open--;
}
