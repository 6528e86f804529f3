// SPDX-License-Identifier: MIT
// What is written of a template. Each prints the fault and returns false.

#pragma once

#include "bight/template.h"
#include "cli/cli.h"

bool cli_template_png(const bight_template *made, int32_t sides, const char *path); ///< a picture of its pipe
bool cli_template_obj(const bight_template *made, int32_t sides, const char *path); ///< its pipe; sides 0: 24
bool cli_template_xyz(const bight_template *made, const char *path);                ///< its axis
bool cli_template_json(const bight_template *made,
                       const char *path); ///< with the values that hold as defaults
