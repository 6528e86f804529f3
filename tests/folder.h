// SPDX-License-Identifier: MIT
// The files of one folder, as scenes and books of knots ask for them.

#pragma once

#include "bight/io.h"
#include "bight/scene.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/// A folder, and the file of it that is being read.
typedef struct folder {
    const char *path;
    bight_bytes content;
} folder;

static bight_status folder_read(void *user, const char *name, const void **bytes, size_t *length,
                                bight_error *error)
{
    folder *f = user;
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    bight_status status = bight_read_file(NULL, path, 0, &f->content, error);
    if (status != BIGHT_OK && strpbrk(name, "/.") == NULL) { // a template that comes along
        snprintf(path, sizeof path, "%s/%s.json", BIGHT_TEMPLATES, name);
        status = bight_read_file(NULL, path, 0, &f->content, error);
    }
    *bytes = f->content.data;
    *length = f->content.size;
    return status;
}

static void folder_release(void *user, const void *bytes, size_t length)
{
    folder *f = user;
    (void)bytes, (void)length;
    bight_bytes_free(NULL, &f->content);
}

static inline bight_scene_files folder_files(folder *f)
{
    return (bight_scene_files){folder_read, folder_release, f};
}
