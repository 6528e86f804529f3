// SPDX-License-Identifier: MIT
// Folders of JSON files that are known by their names, with an index: templates, programs of wrapping.

#pragma once

#include "cli/cli.h"

#define CLI_MOST_NAMES 200 ///< Files in one folder.
#define CLI_NAME 64        ///< Bytes of a name, with its end.
#define CLI_MOST_PATH 4096

/// A folder, and what messages say of it.
typedef struct cli_shelf {
    const char *path;
    const char *one;         ///< What one of its files is: "template".
    const char *many;        ///< "templates"
    const char *option;      ///< Option that names the folder: "--templates".
    const char *environment; ///< Variable that names it: "BIGHT_TEMPLATES".
    const char *list;        ///< Command that lists them: "bight template list".
    bool (*is_same)(const char *wanted, const char *name); ///< Is that the file wanted?
} cli_shelf;

/// Names of the files there are, without ".json", in the order of the index.
/// @return CLI_DONE, or an exit code after saying what is wrong.
int cli_list_names(const cli_shelf *shelf, char (*names)[CLI_NAME], int32_t *count);

/// The path of the file with this name; says which name may have been meant when there is none.
/// @return CLI_DONE, or an exit code after saying what is wrong.
int cli_find_name(const cli_shelf *shelf, const char *name, char path[CLI_MOST_PATH]);
