// SPDX-License-Identifier: MIT
// bight garment knot: a knot tied in a garment.

#pragma once

#include "cli/cli.h"

#define CLI_MOST_REGIONS 32
#define CLI_MOST_SETTINGS 64

/// What the command line says. Borrowed.
typedef struct cli_knot_order {
    const char *garment, *template_name, *templates, *body, *pose, *folder;
    const char *regions[CLI_MOST_REGIONS]; ///< STRAND:rect:U,V,ANGLE,L,W[,PAD] or STRAND:circle:U,V,R[,ANGLE]
    const char *settings[CLI_MOST_SETTINGS]; ///< NAME=VALUE
    int32_t region_count, setting_count;
    double scale, thickness; ///< 0: not given
    int64_t threads, cycles; ///< cycles: at most, of each part of settling
    bool keep_mesh, uniform, json;
} cli_knot_order;

/// @return an exit code, after saying what went wrong: of numbers that are none (nan, inf) that of bad input.
int cli_garment_knot(const cli_knot_order *order);
