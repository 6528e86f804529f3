// SPDX-License-Identifier: MIT
// Data files of LAMMPS: one state, with bonds. The grammar is in docs/formats.md.

#pragma once

#include "io/curve_list.h"

/// The second line that says something, of the first ones, is "N atoms".
bool bi_lammps_data_look(const char *bytes, size_t length);

bight_status bi_read_lammps_data(bi_curve_list *list, const char *bytes, size_t length);
