// SPDX-License-Identifier: MIT
// Templates, and where they are.

#pragma once

#include "bight/template_file.h"
#include "cli/shelf.h"

/// What BIGHT_TEMPLATES is, for the help.
#define CLI_TEMPLATES_DOC                                                                                    \
    "Folder of the templates. Default: what BIGHT_TEMPLATES says, else share/bight/templates beside the "    \
    "command."

/// Names of the templates there are, in the order of the index. @return CLI_DONE, or an exit code after saying
/// what is wrong.
int cli_list_templates(const char *folder, char (*names)[CLI_NAME], int32_t *count);

/// Open a template by its name, or a file that ends in .json. Close *file with bight_template_close().
int cli_open_template(const char *folder, const char *name, bight_template_file **file);

/// Put "NAME=VALUE" into values, which are those of `def`. Says what is wrong, with the parameters there are.
int cli_set_parameter(const char *text, const bight_template_def *def, double *values);
