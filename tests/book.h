// SPDX-License-Identifier: MIT
// The book of knots of the build tree, read from its folder.

#pragma once

#include "bight/tie.h"
#include "test.h"

#include <stdio.h>

static bight_status book_read(void *user, const char *name, const void **bytes, size_t *length,
                              bight_error *error)
{
    bight_bytes *content = user;
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", BIGHT_KNOTS, name);
    bight_status status = bight_read_file(NULL, path, 0, content, error);
    *bytes = content->data;
    *length = content->size;
    return status;
}

static void book_release(void *user, const void *bytes, size_t length)
{
    (void)bytes, (void)length;
    bight_bytes_free(NULL, user);
}

static inline bight_book *open_book(void)
{
    bight_bytes content = {0};
    bight_scene_files files = {book_read, book_release, &content};
    bight_error error = {0};
    bight_book *book;
    if (bight_book_open(NULL, &files, &book, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return book;
}
