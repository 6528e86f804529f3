// SPDX-License-Identifier: MIT
// The book of knots of the build tree, read from its folder.

#pragma once

#include "bight/tie.h"
#include "folder.h"

static inline bight_book *open_book_at(const char *path)
{
    folder knots = {.path = path};
    bight_scene_files files = folder_files(&knots);
    bight_error error = {0};
    bight_book *book;
    if (bight_book_open(NULL, &files, &book, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return book;
}

static inline bight_book *open_book(void)
{
    return open_book_at(BIGHT_KNOTS);
}
