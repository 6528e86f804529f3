// SPDX-License-Identifier: MIT
// The forces of elastic rods while a scene is played, as a table: --forces.

#pragma once

#include "bight/play.h"
#include "bight/rod_force.h"

#include <stdio.h>

typedef struct cli_forces {
    const char *path;         ///< NULL: nothing is written.
    int64_t every;            ///< Cycles between two looks.
    const bight_scene *scene; ///< Borrowed.
    int64_t seen;             ///< Cycle of the last look; -1 before the first.
    FILE *out;                ///< Into text: the file appears when all is known.
    char *text;
    size_t length;
    bight_contact_force *contacts; ///< (capacity)
    int32_t capacity;
    bool failed; ///< No memory.
} cli_forces;

/// @param path NULL for none; then all the others do nothing.
bool cli_forces_open(cli_forces *forces, const bight_scene *scene, const char *path, int64_t every);

/// After a cycle, and with `last` at the end: a row for each link, hand and contact of rods.
void cli_forces_see(cli_forces *forces, bight_play *play, bool last);

/// Write the file. Says what is wrong and returns false.
bool cli_forces_write(cli_forces *forces);

void cli_forces_close(cli_forces *forces);
