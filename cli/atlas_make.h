// SPDX-License-Identifier: MIT
// bight tabulate N --from FOLDER --out FILE: an atlas from lists of codes.

#pragma once

#include "cli/cli.h"

/// The request.
typedef struct atlas_wish {
    const char *folder; ///< holds the lists
    const char *out;
    int32_t crossings; ///< up to so many
    int32_t threads;
    bool unchecked; ///< write the rows as they are
    double aliases; ///< seconds for which aliases are searched, 0 for none
} atlas_wish;

int atlas_make(const atlas_wish *wish);
