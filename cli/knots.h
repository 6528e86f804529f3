// SPDX-License-Identifier: MIT
// The book of knots, and where it is.

#pragma once

#include "bight/tie.h"
#include "cli/cli.h"

/// What --knots and BIGHT_KNOTS are, for the help.
#define CLI_KNOTS_DOC                                                                                        \
    "Folder of the book of knots. Default: what BIGHT_KNOTS says, else share/bight/knots beside the "        \
    "command."

/// Open the book of knots. Looked for in `folder` (of --knots; nullable), else in $BIGHT_KNOTS, else in
/// share/bight/knots beside the command or one folder up, else where it was to be installed.
/// @return CLI_DONE, or an exit code after saying what is wrong. Close *book with bight_book_close().
int cli_open_book(const char *folder, bight_book **book);

/// The knot of a book with this name or alias. When there is none: NULL, after saying so with one that may be meant.
const bight_book_knot *cli_find_knot(const bight_book *book, const char *name);

/// Is there a book where cli_open_book(NULL) looks for it?
bool cli_has_book(void);

/// Is there no such file, and is it the name of a knot? Then says where such names belong.
bool cli_is_knot_name(const char *file);

/// The folder `share`, as "share/bight/knots", beside that of the running command or one folder up. false when
/// there is none with an index.
bool cli_beside_command(const char *share, char *folder, size_t size);
