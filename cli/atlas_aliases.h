// SPDX-License-Identifier: MIT
// bight tabulate N --from FOLDER --out FILE --aliases SECONDS: other orbits of the knots of an atlas.

#pragma once

#include "bight/knot_atlas.h"

/// Search the rows of the lists that do not alternate, in rounds, for so many seconds or until a signal. Goes on behind the
/// rows that aliases->done counts; of one machine or several, what is found of the first rows is the same.
/// @return an exit code: CLI_DONE also when time is up or a signal came
int atlas_aliases_find(const bight_atlas_list *lists, int32_t list_count, int32_t threads, double seconds,
                       bight_atlas_aliases *aliases);

/// Print how many there are of each number of crossings.
void atlas_aliases_report(const bight_atlas_list *lists, int32_t list_count,
                          const bight_atlas_aliases *aliases);
