// SPDX-License-Identifier: MIT
// The scenes of examples/, inside the command.

#pragma once

#include <stddef.h>

typedef struct cli_example_scene {
    const char *name;          ///< without ".json"
    const unsigned char *text; ///< (length) the file
    size_t length;
} cli_example_scene;

extern const cli_example_scene cli_example_scenes[]; ///< ends in a NULL name
