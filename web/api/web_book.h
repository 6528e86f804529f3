// SPDX-License-Identifier: MIT
// The book of knots inside the module: its files are embedded when it is built (embed_book.mjs).

#pragma once

#include "bight/tie.h"

#include <stddef.h>
#include <stdint.h>

/// One embedded file of the book; all constant.
typedef struct web_book_file {
    const char *name;
    const unsigned char *bytes; ///< (size)
    size_t size;
} web_book_file;

extern const web_book_file web_book_files[]; ///< (web_book_file_count)
extern const int32_t web_book_file_count;

/// The book, opened when it is first asked for and kept. NULL when there is no memory for it, which is a book
/// without knots to all that take one.
const bight_book *bw_book(void);
