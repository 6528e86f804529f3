// SPDX-License-Identifier: MIT
// Everyday names of ropes with what they hold, printed.

#pragma once

#include "bight/play.h"
#include "cli/cli.h"

/// Ropes with more points are not named: they are no hand's work.
#define EVERYDAY_MOST_POINTS 4000

/// The keys name, mirror, proved, basis and nearest (null without one) of an object that is open.
void everyday_json(cli_json *json, const bight_sailor_name *name, const bight_sailor_near *near);

/// bight identify --everyday: each file, a scene (played to its end) or curves.
int everyday_identify(const cli_args *args, const char *intended, bool json);
